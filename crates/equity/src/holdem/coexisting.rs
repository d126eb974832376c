//! How much of a range can be held beside a hand.

use quasar_cards::{Card, Combo, Game};

/// The weight of a Hold'em range in total, by card and by combo.
///
/// The hands that share no card with {a, b} weigh
/// `total - by_card[a] - by_card[b] + by_combo[{a, b}]`.
pub(super) struct Coexisting {
    total: f64,
    by_card: [f64; Card::COUNT],
    by_combo: Vec<f64>,
}

impl Coexisting {
    pub(super) fn new(range: &[(Combo, f32)]) -> Coexisting {
        let mut sums = Coexisting {
            total: 0.0,
            by_card: [0.0; Card::COUNT],
            by_combo: vec![0.0; Game::Holdem.combos()],
        };
        for (combo, weight) in range {
            let weight = f64::from(*weight);
            sums.total += weight;
            sums.by_combo[combo.index()] += weight;
            for card in combo.cards() {
                sums.by_card[card.index()] += weight;
            }
        }
        sums
    }

    /// The weight of the hands that share no card with `combo`.
    pub(super) fn weight(&self, combo: &Combo) -> f64 {
        let shared: f64 = combo.cards().map(|card| self.by_card[card.index()]).sum();
        self.total - shared + self.by_combo[combo.index()]
    }
}
