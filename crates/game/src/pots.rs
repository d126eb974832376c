//! The main pot, side pots, and who gets them.
//!
//! Each distinct amount that a live seat has put in closes a pot: every seat adds
//! what it put in up to that amount, and the live seats that put in at least that
//! much compete for it. What only one seat can win was never called and is returned.

use crate::{Chips, Hand};

/// A pot and the seats that compete for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pot {
    /// The chips.
    pub chips: Chips,
    /// The seats that can win it, in order of their numbers. A single one gets
    /// its own uncalled chips back, or everything the others gave up.
    pub seats: Vec<usize>,
}

impl Hand {
    /// The main pot and the side pots, as the chips are in now. Dead chips are
    /// in the main pot; chips of folded seats in the pots they reach, and beyond
    /// the last one in that.
    pub fn pots(&self) -> Vec<Pot> {
        let live = || self.seats().iter().enumerate().filter(|(_, seat)| !seat.folded);
        let mut amounts: Vec<Chips> = live().map(|(_, seat)| seat.committed_total).collect();
        amounts.sort_unstable();
        amounts.dedup();

        let mut pots = Vec::with_capacity(amounts.len());
        let mut below = Chips::ZERO;
        let mut extra = self.dead_chips();
        for (index, &amount) in amounts.iter().enumerate() {
            let last = index + 1 == amounts.len();
            let layer = |total: Chips| {
                let top = if last { total } else { total.min(amount) };
                top.saturating_sub(below)
            };
            let paid: Chips = self.seats().iter().map(|seat| layer(seat.committed_total)).sum();
            let seats = live().filter(|(_, seat)| seat.committed_total >= amount).map(|(s, _)| s);
            let chips = paid + std::mem::take(&mut extra);
            pots.push(Pot { chips, seats: seats.collect() });
            below = amount;
        }
        pots.retain(|pot| pot.chips > Chips::ZERO);
        pots
    }

    /// What each seat receives when the hands are compared: `strength` says how
    /// good a seat's hand is, higher is better; it is called for seats that have
    /// not folded only.
    ///
    /// Equal hands share a pot; chips that do not divide go one each to the
    /// winners closest to the left of the button.
    pub fn settle<S: Ord>(&self, strength: impl Fn(usize) -> S) -> Vec<Chips> {
        let count = self.seats().len();
        let mut payouts = vec![Chips::ZERO; count];
        for Pot { chips, seats } in self.pots() {
            let best = seats.iter().map(|&seat| strength(seat)).max();
            let mut winners = seats;
            winners.retain(|&seat| Some(strength(seat)) == best);
            winners.sort_unstable_by_key(|&seat| (seat + count - self.button() - 1) % count);
            let share = chips.0 / winners.len() as u64;
            let odd = (chips.0 % winners.len() as u64) as usize;
            for (place, seat) in winners.into_iter().enumerate() {
                payouts[seat] += Chips(share + u64::from(place < odd));
            }
        }
        payouts
    }
}
