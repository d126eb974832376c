//! The shortest text of a Hold'em range.
//!
//! Only forms that mean the same in every tool are used: single classes,
//! `77+`, `TT-77`, `ATs+`, `A5s-A2s`, the last two also without a mark, and
//! single combos where a class is held in part or with several weights. No hand
//! is named twice, so the order of the entries does not matter to a reader that
//! adds weights or keeps the first.
//!
//! Weights come from high to low; under one weight pairs come first, then high
//! cards from the ace down, then combos.

use std::collections::BTreeMap;

use super::forms::Run;
use super::row::{shortest, stretches};
use crate::{Combo, HoldemClass, Range, Rank};

/// The hands of one weight. Masks have bit `i` for the rank of index `i`.
#[derive(Default)]
struct Group {
    pairs: u16,
    /// Kickers by the index of the high card.
    suited: [u16; Rank::COUNT],
    offsuit: [u16; Rank::COUNT],
    /// Combos of classes that have more than one weight.
    combos: Vec<Combo>,
}

impl Group {
    fn insert(&mut self, class: HoldemClass) {
        let high = class.high().index();
        let kickers = match (class.is_pair(), class.is_suited()) {
            (true, _) => &mut self.pairs,
            (_, true) => &mut self.suited[high],
            _ => &mut self.offsuit[high],
        };
        *kickers |= 1 << class.low().index();
    }

    /// The entries without their weight, of which each costs `overhead` bytes
    /// besides its name.
    fn entries(&self, overhead: usize) -> impl Iterator<Item = String> {
        let pairs = stretches(self.pairs).map(|(bottom, top)| Run::pairs(bottom, top));
        let rows = Rank::ALL.into_iter().rev().flat_map(move |high| {
            let (suited, offsuit) = (self.suited[high.index()], self.offsuit[high.index()]);
            shortest(high, suited, offsuit, overhead)
        });
        let runs = pairs.chain(rows).map(|run| run.to_string());
        runs.chain(self.combos.iter().map(Combo::to_string))
    }
}

/// The text of a Hold'em range; [`parse`](super::parse()) reads it back unchanged.
pub(in crate::range) fn print(range: &Range) -> String {
    let mut text = String::new();
    for (bits, group) in by_weight(range).iter().rev() {
        let weight = f32::from_bits(*bits);
        let suffix = if weight == 1.0 { String::new() } else { format!(":{weight}") };
        for entry in group.entries(suffix.len() + 1) {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(&entry);
            text.push_str(&suffix);
        }
    }
    text
}

/// The hands of each positive weight, by the bits of the weight, which order
/// like the positive numbers they stand for.
fn by_weight(range: &Range) -> BTreeMap<u32, Group> {
    let mut groups: BTreeMap<u32, Group> = BTreeMap::new();
    for class in reading_order() {
        let mut combos: Vec<(Combo, f32)> =
            class.combos().map(|combo| (combo, range.weight(&combo))).collect();
        combos.sort_unstable_by_key(|(combo, _)| std::cmp::Reverse(combo.index()));
        let uniform = combos.windows(2).all(|pair| pair[0].1 == pair[1].1);
        for (combo, weight) in combos.into_iter().filter(|&(_, weight)| weight > 0.0) {
            let group = groups.entry(weight.to_bits()).or_default();
            if uniform {
                group.insert(class);
            } else {
                group.combos.push(combo);
            }
        }
    }
    groups
}

/// All classes: pairs first, then by high card, suited before offsuit.
fn reading_order() -> impl Iterator<Item = HoldemClass> {
    let key = |class: &HoldemClass| (class.is_pair(), class.high(), class.is_suited(), class.low());
    let mut classes: Vec<HoldemClass> = HoldemClass::all().collect();
    classes.sort_unstable_by_key(key);
    classes.into_iter().rev()
}
