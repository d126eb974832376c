//! From assignments to weights.
//!
//! Hands are visited one choice of ranks after another (see
//! [`shape`](super::shape)), and everything is evaluated only as often as its
//! result can differ:
//!
//! - a pattern without suits, once per choice of ranks;
//! - a pattern without named ranks, once per suiting of a shape;
//! - a pattern without named suits, or a percent range, once per class of
//!   suitings;
//! - any other, once per hand, but only where its ranks fit.
//!
//! For each choice of ranks the patterns first give a verdict from the ranks
//! alone. If that decides an item, its suitings are skipped; where no item
//! can match, the weights are not touched. Items are tried from last to first,
//! because the last one that contains a hand sets its weight.

use super::answers::{Answers, Leaf, Verdict, names_suits};
use super::shape::Shape;
use super::syntax::{Batch, Item};

/// Sets the weights of all hands that some item of the batch holds.
pub(super) fn apply(batch: &Batch<'_>, shapes: &[Shape], weights: &mut [f32]) {
    let leaves: Vec<Leaf> = batch.patterns.iter().map(Leaf::new).collect();
    let splits_classes: Vec<bool> =
        batch.items.iter().map(|item| names_suits(&item.expression, &leaves)).collect();
    let mut winners = Winners::default();
    let mut indices = Vec::new();
    for shape in shapes {
        let mut answers = Answers::new(&leaves, &batch.percent_ranges, shape);
        for ranks in &shape.rank_choices {
            answers.prepare(ranks);
            winners.find(&batch.items, &splits_classes, &answers, shape);
            if winners.any() {
                shape.indices_into(ranks, &mut indices);
                winners.write(&batch.items, shape, &indices, weights);
            }
        }
    }
}

/// The number of the last item that holds each hand of one choice of ranks,
/// counted from 1; 0 for none. A hand's winner is the largest of three: that of
/// all hands, that of its class and that of its suiting.
#[derive(Default)]
struct Winners {
    of_all: u32,
    of_class: Vec<u32>,
    of_suiting: Vec<u32>,
    /// Whether any entry of the two lists may differ from 0.
    some_class: bool,
    some_suiting: bool,
}

impl Winners {
    /// Finds the winners for the choice of ranks that `answers` has moved to.
    fn find(
        &mut self,
        items: &[Item],
        splits_classes: &[bool],
        answers: &Answers<'_>,
        shape: &Shape,
    ) {
        self.clear(shape);
        for (place, item) in items.iter().enumerate().rev() {
            let number = place as u32 + 1;
            let holds = |suiting| answers.holds(&item.expression, suiting);
            match answers.verdict(&item.expression) {
                Verdict::No => {}
                Verdict::Unknown if splits_classes[place] => self.offer_to_suitings(number, holds),
                Verdict::Unknown => self.offer_to_classes(number, shape, holds),
                Verdict::Yes => {
                    self.of_all = number;
                    break;
                }
            }
        }
    }

    fn clear(&mut self, shape: &Shape) {
        self.of_all = 0;
        let (classes, suitings) = (shape.representatives.len(), shape.suitings.len());
        if self.some_class || self.of_class.len() != classes {
            self.of_class.clear();
            self.of_class.resize(classes, 0);
            self.some_class = false;
        }
        if self.some_suiting || self.of_suiting.len() != suitings {
            self.of_suiting.clear();
            self.of_suiting.resize(suitings, 0);
            self.some_suiting = false;
        }
    }

    /// Makes `number` the winner of every class without one whose hands
    /// the item holds.
    fn offer_to_classes(&mut self, number: u32, shape: &Shape, holds: impl Fn(usize) -> bool) {
        for (winner, &suiting) in self.of_class.iter_mut().zip(&shape.representatives) {
            if *winner == 0 && holds(suiting) {
                *winner = number;
                self.some_class = true;
            }
        }
    }

    /// Makes `number` the winner of every suiting without one whose hand
    /// the item holds.
    fn offer_to_suitings(&mut self, number: u32, holds: impl Fn(usize) -> bool) {
        for (suiting, winner) in self.of_suiting.iter_mut().enumerate() {
            if *winner == 0 && holds(suiting) {
                *winner = number;
                self.some_suiting = true;
            }
        }
    }

    fn any(&self) -> bool {
        self.of_all > 0 || self.some_class || self.some_suiting
    }

    /// Sets the weights of the hands with these indices, in the order of the
    /// suitings, to those of their winners.
    fn write(&self, items: &[Item], shape: &Shape, indices: &[u32], weights: &mut [f32]) {
        let weight = |winner: u32| items[winner as usize - 1].weight;
        if !self.some_class && !self.some_suiting {
            let weight = weight(self.of_all);
            indices.iter().for_each(|&index| weights[index as usize] = weight);
            return;
        }
        for (place, (&index, suiting)) in indices.iter().zip(&shape.suitings).enumerate() {
            let of_class = self.of_class[suiting.class as usize];
            let winner = self.of_all.max(of_class).max(self.of_suiting[place]);
            if winner > 0 {
                weights[index as usize] = weight(winner);
            }
        }
    }
}
