//! The best of one Omaha hand with any three board cards.
//!
//! On a board of five, an Omaha hand has the best of its ranks over the ten
//! triples of board cards. Two boards share most of their triples, so ranking
//! the hand on every triple once (13,244 of 44 cards) replaces ranking it on
//! every board (1,086,008).

use quasar_cards::{Card, Combo};
use quasar_eval::rank_omaha;

/// Cards in a row of the table: those left by two hands of four, in whole
/// vectors of 16.
pub(super) const LANES: usize = 48;

/// Hand ranks by the place of the third card.
pub(super) type Row = [i16; LANES];

/// The ranks of one hand on triples of the cards at places 0, 1, 2, …
pub(super) struct TripleRanks {
    rows: Box<[Row]>,
}

impl TripleRanks {
    /// Ranks `hand` on the triples `x < y < z` of `cards` that can lie on a board
    /// whose first `fixed` cards are known and are the first of `cards`. The
    /// others stay 0, as do places beyond the last card.
    pub(super) fn new(hand: &Combo, cards: &[Card], fixed: usize) -> TripleRanks {
        let hole: Vec<Card> = hand.cards().collect();
        let mut table = TripleRanks { rows: vec![[0; LANES]; LANES * LANES].into_boxed_slice() };
        if let Ok(hole) = <[Card; 4]>::try_from(&hole[..]) {
            table.fill(&hole, cards, fixed);
        } else if let Ok(hole) = <[Card; 5]>::try_from(&hole[..]) {
            table.fill(&hole, cards, fixed);
        } else if let Ok(hole) = <[Card; 6]>::try_from(&hole[..]) {
            table.fill(&hole, cards, fixed);
        }
        table
    }

    fn fill<const H: usize>(&mut self, hole: &[Card; H], cards: &[Card], fixed: usize) {
        // The third, fourth and fifth card of a board bound x, y and z.
        let end = |place: usize| if place < fixed { place + 1 } else { cards.len() };
        for x in 0..end(2) {
            for y in x + 1..end(3) {
                let row = &mut self.rows[LANES * x + y];
                for z in y + 1..end(4) {
                    let rank = rank_omaha(hole, &[cards[x], cards[y], cards[z]]);
                    row[z] = rank.number() as i16;
                }
            }
        }
    }

    /// The ranks on `x < y` and each card behind them.
    #[inline(always)]
    pub(super) fn row(&self, x: usize, y: usize) -> &Row {
        &self.rows[LANES * x + y]
    }
}
