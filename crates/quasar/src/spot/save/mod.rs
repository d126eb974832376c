//! Spots on disk: solve once, query at any time, resume later.
//!
//! ```text
//! SpotJob ── save ──► file ── open ──► SpotSave ── node ──► NodeFacts
//!                                         └─ resume ──► SpotJob
//! ```
//!
//! A decision is read alone: it takes some microseconds for its block and those of the
//! decisions before it on the line, whose frequencies determine the weights of the
//! hands. `docs/FORMATS.md` describes the file.

mod error;
mod named;
mod part;
mod read;
mod report;
mod resume;
mod walk;
mod write;

use std::collections::HashMap;

use quasar_cards::{Board, Combo, Street};
use quasar_game::{BettingTree, Place, RoundId};
use quasar_solver::{BoardAt, Player};
use quasar_store::{DecisionShape, StreetLayout};

use super::CardGame;

pub use error::SaveError;
pub(crate) use named::SaveNames;
pub(crate) use part::PartSave;
pub use read::SpotSave;
pub use report::{
    RunoutReport, RunoutsReport, SaveReport, SaveStreetReport, TreeLineReport, TreeReport,
};
pub use walk::LineEnd;
pub use write::{SaveSize, SaveSizes};

/// The indices of boards in a save, street by street.
type BoardNumbers = Vec<HashMap<Board, usize>>;

/// The rounds of a street, in the order of a save. Trees have them street by street.
fn street_rounds(betting: &BettingTree, street: Street) -> impl Iterator<Item = RoundId> + use<> {
    let end = betting.rounds().partition_point(|round| round.street <= street);
    (first_round(betting, street)..end).map(|round| RoundId(round as u32))
}

fn first_round(betting: &BettingTree, street: Street) -> usize {
    betting.rounds().partition_point(|round| round.street < street)
}

/// The index of a round among those of its street.
fn round_number(betting: &BettingTree, round: RoundId) -> usize {
    round.index() - first_round(betting, betting.street(round))
}

/// Boards and rounds of a street, as a save has them.
fn street_layout(betting: &BettingTree, street: Street, boards: Vec<Board>) -> StreetLayout {
    let shapes = |round: RoundId| {
        let nodes = betting[round].nodes().iter();
        let shape = |node: &quasar_game::Node| {
            let player = node.player()?.index() as u8;
            // A round with more than a byte can count is never written; none has 0.
            let actions = u8::try_from(node.children.len()).unwrap_or(0);
            Some(DecisionShape { player, actions })
        };
        nodes.filter_map(shape).collect()
    };
    StreetLayout { boards, rounds: street_rounds(betting, street).map(shapes).collect() }
}

/// The index of a decision among those of its round.
fn decision_number(betting: &BettingTree, place: Place) -> usize {
    let before = &betting[place.round].nodes()[..place.node.index()];
    before.iter().filter(|node| node.player().is_some()).count()
}

/// The solver's indices of a player's hands on a board, in the order of a save: that
/// of the combos.
fn combo_order(game: &CardGame, place: BoardAt, player: Player) -> Vec<usize> {
    let combos: Vec<usize> = game.combos(place, player).iter().map(Combo::index).collect();
    let mut order: Vec<usize> = (0..combos.len()).collect();
    order.sort_by_key(|&hand| combos[hand]);
    order
}
