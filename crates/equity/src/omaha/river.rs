//! One range on rivers, laid out once.
//!
//! Laying out a range takes a few milliseconds, a river about one. Whoever asks
//! about several rivers of a board, or about one again and again, lays out once.

use quasar_cards::{Board, Combo, Game, Range, Street};

use crate::omaha::omaha_board;
use crate::omaha::sweep::Sweep;

/// The hands of a four-card range, ready to meet an equal range on rivers.
///
/// ```
/// use quasar_cards::{Board, Game, Range};
/// use quasar_equity::omaha::RiverSweep;
/// let river: Board = "AsKsQs2d2c".parse()?;
/// let range = Range::parse(Game::Plo4, "JsTs9h9d,AhAdKhKd,3h3d4h4d")?;
/// let mut sweep = RiverSweep::new(&river, &range).expect("a four-card range on a river");
/// sweep.add(&river);
/// // In index order: threes lose to both others, the royal flush to none.
/// let met: Vec<[f32; 2]> = sweep.take().collect();
/// assert_eq!(met, [[0.0, 0.0], [2.0, 2.0], [1.0, 1.0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RiverSweep {
    sweep: Sweep<3>,
}

impl RiverSweep {
    /// Lays out a range for the rivers of a board; `None` before the flop and for
    /// other games than four-card Omaha.
    pub fn new(board: &Board, range: &Range) -> Option<RiverSweep> {
        if range.game() != Game::Plo4 || board.street() == Street::Preflop {
            return None;
        }
        let hands: Vec<(Combo, f32)> =
            range.iter().filter(|(combo, _)| !combo.set().intersects(board.set())).collect();
        let sweep = Sweep::new(Some(&omaha_board(board.set())), &[&hands]);
        Some(RiverSweep { sweep })
    }

    /// Adds the showdowns of a river that begins with the board; another street
    /// adds nothing.
    pub fn add(&mut self, river: &Board) {
        if river.street() == Street::River {
            self.sweep.river(&omaha_board(river.set()));
        }
    }

    /// For each hand that the board leaves, in index order: the weight of the
    /// opponent's hands that it beats, and of those that it beats or ties, on all
    /// rivers since the last time.
    pub fn take(&mut self) -> impl Iterator<Item = [f32; 2]> {
        self.sweep.take(0).map(|met| [met.below, met.at_most])
    }
}
