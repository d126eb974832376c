//! One range against an equal one on a river, laid out once.
//!
//! Laying out takes a few milliseconds, a sweep about one. A caller that asks
//! repeatedly, such as a solver, lays out once.

use quasar_cards::{Board, Combo, Game, Range, Street};

use crate::omaha::omaha_board;
use crate::omaha::sweep::Sweep;

/// The hands of a four-card range, ready to be compared with an equal range on a river.
///
/// ```
/// use quasar_cards::{Board, Game, Range};
/// use quasar_equity::omaha::RiverSweep;
/// let river: Board = "AsKsQs2d2c".parse()?;
/// let range = Range::parse(Game::Plo4, "JsTs9h9d,AhAdKhKd,3h3d4h4d")?;
/// let mut river = RiverSweep::new(&river, &range).expect("a four-card range on a river");
/// river.sweep();
/// // In index order: threes lose to both others, the royal flush to none.
/// let results: Vec<[f32; 2]> = river.results().collect();
/// assert_eq!(results, [[0.0, 0.0], [2.0, 2.0], [1.0, 1.0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RiverSweep {
    sweep: Sweep<3>,
}

impl RiverSweep {
    /// Lays out a range on a river; `None` on other streets and for games other than
    /// four-card Omaha.
    pub fn new(river: &Board, range: &Range) -> Option<RiverSweep> {
        if range.game() != Game::Plo4 || river.street() != Street::River {
            return None;
        }
        let hands: Vec<(Combo, f32)> =
            range.iter().filter(|(combo, _)| !combo.set().intersects(river.set())).collect();
        let board = omaha_board(river.set());
        let mut sweep = Sweep::new(Some(&board), &[&hands]);
        sweep.lay_out(&board);
        Some(RiverSweep { sweep })
    }

    /// Adds the showdowns of every hand against every hand.
    pub fn sweep(&mut self) {
        self.sweep.compare_all();
    }

    /// For each hand that the river leaves, in index order: the weight of the
    /// opponent's hands that it beats, and of those that it beats or ties, in all
    /// sweeps since the last time.
    pub fn results(&mut self) -> impl Iterator<Item = [f32; 2]> {
        self.sweep.results(0).map(|met| [met.below, met.at_most])
    }
}
