//! The answer: every deal, by who won it.

use crate::PlayerEquity;
use crate::player::Splits;

/// Every deal of a question, by who won it.
#[derive(Clone, PartialEq, Debug)]
pub struct MultiwayCount {
    deals: f64,
    splits: Vec<Splits<f64>>,
}

impl MultiwayCount {
    /// The count with these splits; `None` if there is no deal. Sums of fractional
    /// weights are rounded: what is below `least` counts as nothing.
    pub(super) fn new(mut splits: Vec<Splits<f64>>, least: f64) -> Option<MultiwayCount> {
        for split in splits.iter_mut().flatten() {
            *split = split.max(0.0);
        }
        // Each deal that k players share is in the splits of k players.
        let shared = |k: usize| splits.iter().map(|splits| splits[k - 1]).sum::<f64>() / k as f64;
        let deals: f64 = (1..=splits.len()).map(shared).sum();
        (deals > least).then_some(MultiwayCount { deals, splits })
    }

    /// The deals, each counted with the product of the hands' weights: a whole
    /// number for unweighted ranges, exact up to 2^53.
    pub fn deals(&self) -> f64 {
        self.deals
    }

    /// For each player, in seat order, how many deals the player won alone,
    /// with one other, with two others, and so on; integers like
    /// [`MultiwayCount::deals`].
    pub fn splits(&self) -> &[[f64; 10]] {
        &self.splits
    }

    /// Every player's shares, in seat order.
    pub fn players(&self) -> Vec<PlayerEquity> {
        self.splits.iter().map(|splits| PlayerEquity::exact(splits, self.deals)).collect()
    }
}
