//! `leaf: streets`: every line that sees a flop is played to the river, in one solve.

mod line_node;
mod read;
mod report;
mod run;
mod save;

use quasar_preflop::{PotSizes, StreetsBetting};
use quasar_solver::Sampling;

use crate::model::ModelFlops;

pub(super) use line_node::is_later;
pub(super) use read::read_streets;
pub use report::{
    ClassDealtReport, StreetsCheckReport, StreetsLineReport, StreetsPlan, StreetsReport,
};
pub(super) use run::StreetsRun;
pub(super) use save::{SolveFacts, save_name};

/// The game from the blinds to the river.
#[derive(Clone, PartialEq, Debug)]
pub struct StreetsOptions {
    /// The flops; as many as fit into memory if none are given.
    pub flops: Option<ModelFlops>,
    /// Sizes after the flop; the richest that fit if none are given.
    pub sizes: Option<PotSizes>,
    /// Sizes by the type of the pot: limped, raised, re-raised, raised more often.
    pub by_pot: [Option<PotSizes>; 4],
    /// Below this stack-to-pot ratio a line has one size.
    pub small_spr: f64,
    /// The most buckets of a river.
    pub river_buckets: usize,
    /// Whether all-ins before the flop run out all boards, rather than those of the flops.
    pub all_boards: bool,
    /// Megabytes that game and solve may take, if less than what is available.
    pub memory_mb: Option<u64>,
    /// On how many other flops the lines are checked at the end.
    pub held_out: u32,
    /// Which flops, turns and rivers an iteration takes; all if there is none.
    pub sampling: Option<Sampling>,
}

/// Sizes to choose from where none are given, richest first: bets, raises, raises per street.
const MENU: [(&str, &str, u32); 4] =
    [("33%, 75%, 150%", "60%", 1), ("33%, 75%", "60%", 1), ("66%", "50%", 1), ("66%", "50%", 0)];

impl StreetsOptions {
    /// The bettings to choose from, best first.
    fn bettings(&self) -> Vec<StreetsBetting> {
        let usual = |sizes: PotSizes| StreetsBetting {
            usual: sizes,
            by_pot: self.by_pot.clone(),
            small_spr: self.small_spr,
        };
        match &self.sizes {
            Some(sizes) => vec![usual(sizes.clone())],
            None => MENU.iter().map(menu_sizes).map(usual).collect(),
        }
    }
}

fn menu_sizes((bet, raise, raise_cap): &(&str, &str, u32)) -> PotSizes {
    let list = |text: &str| text.parse().expect("the menu has sizes");
    PotSizes { bet: list(bet), raise: list(raise), raise_cap: *raise_cap }
}
