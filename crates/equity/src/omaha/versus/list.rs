//! The villains of a range, compared one by one.

use quasar_cards::{CardSet, Combo, SuitPermutation};

use crate::Holding;
use crate::omaha::binomial::binomial;
use crate::omaha::versus::graph::Graph;

/// A hand that stands for all hands that some relabellings of suits turn into it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Villain {
    pub(super) hand: Combo,
    /// The card indices; the last is repeated when there are fewer than six.
    cards: [u8; 6],
    /// The weights of the hands together.
    pub(super) weight: f64,
}

/// What the villain may hold.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Villains {
    /// Every live hand, with this weight.
    All(f64),
    /// One of each class of hands.
    Some(Vec<Villain>),
}

impl Villains {
    /// The hands without `gone` cards, one of those that the group turns into each
    /// other.
    pub(super) fn new(holding: &Holding, gone: CardSet, group: &[SuitPermutation]) -> Villains {
        if let Holding::Range(range) = holding
            && let Some(weight) = same_weight(range.weights().iter().copied())
        {
            return Villains::All(weight);
        }
        let hands = holding.live_hands(gone);
        let all = binomial(gone.complement().len(), holding.game().hole_cards());
        match same_weight(hands.iter().map(|(_, weight)| *weight)) {
            Some(weight) if hands.len() == all => Villains::All(weight),
            _ => Villains::Some(classes(&hands, group)),
        }
    }
}

/// The weight that all hands have.
fn same_weight(mut weights: impl Iterator<Item = f32>) -> Option<f64> {
    let first = weights.next()?;
    weights.all(|weight| weight == first).then_some(f64::from(first))
}

/// One of the hands that the group turns into each other, with their weights.
pub(super) fn classes(hands: &[(Combo, f32)], group: &[SuitPermutation]) -> Vec<Villain> {
    let least = |set: CardSet| group.iter().map(|p| p.apply(set)).min().unwrap_or(set);
    let mut sets: Vec<(CardSet, f64)> =
        hands.iter().map(|(hand, weight)| (least(hand.set()), f64::from(*weight))).collect();
    sets.sort_by_key(|(set, _)| *set);
    sets.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0.0 };
        same
    });
    sets.into_iter().filter_map(|(set, weight)| Villain::new(set, weight)).collect()
}

impl Villain {
    fn new(set: CardSet, weight: f64) -> Option<Villain> {
        let hand = Combo::from_set(set).ok()?;
        let last = hand.cards().next_back()?;
        let mut cards = [last.index() as u8; 6];
        for (place, card) in cards.iter_mut().zip(hand.cards()) {
            *place = card.index() as u8;
        }
        Some(Villain { hand, cards, weight })
    }
}

/// The weight of the villains that rank below the hero, and of those that do not
/// rank above. Villains who hold a dead card count for neither.
#[inline(always)]
pub(super) fn compare(graph: &Graph, villains: &[Villain]) -> [f64; 2] {
    let (mut below, mut at_most) = (0.0, 0.0);
    for villain in villains {
        let held = villain.hand.set().bits();
        let (mut not_below, mut above) = (0, 0);
        for card in villain.cards {
            let card = usize::from(card) % 64;
            not_below |= held & !graph.below[card];
            above |= held & !graph.at_most[card];
        }
        below += if not_below == 0 { villain.weight } else { 0.0 };
        at_most += if above == 0 { villain.weight } else { 0.0 };
    }
    [below, at_most]
}
