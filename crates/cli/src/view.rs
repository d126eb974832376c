//! What is shown of a decision in Omaha, as arguments.

use clap::Args;
use quasar::cards::{Game, Range};
use quasar::{HandSort, NodeView, hand_orders, read};

use crate::error::Failure;

/// What is shown of a decision in Omaha.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is shown of a decision in Omaha")]
pub(crate) struct ViewArguments {
    /// Only hands of this range, such as 'AA:$ds', or one hand.
    #[arg(long, value_name = "RANGE")]
    pub(crate) filter: Option<String>,
    /// Show so many single hands, the first in the order of --sort.
    #[arg(long, value_name = "N")]
    pub(crate) hands: Option<usize>,
}

impl ViewArguments {
    /// Whether any of them is given.
    pub(crate) fn any(&self) -> bool {
        self.filter.is_some() || self.hands.is_some()
    }

    /// The view of a decision: in Hold'em always every hand; in Omaha none without
    /// `--hands`, unless `all` are what is asked for.
    pub(crate) fn view(
        &self,
        sort: Option<&str>,
        game: Game,
        all: bool,
    ) -> Result<NodeView, Failure> {
        if !game.is_omaha() {
            if self.any() || sort.is_some() {
                return Err(Failure::Usage(
                    "--filter, --hands and --sort are for spots of Omaha; --sort is for many flops too".to_owned(),
                ));
            }
            return Ok(NodeView::default());
        }
        let parse = |text: &str| Range::parse_with(game, text, hand_orders());
        let filter = self.filter.as_ref().map(|text| read("--filter", text, parse)).transpose()?;
        let sort = match sort {
            None | Some("strength") => HandSort::Strength,
            Some("combos") => HandSort::Combos,
            Some("ev") => HandSort::Ev,
            Some("equity") => HandSort::Equity,
            Some(other) => {
                return Err(Failure::Usage(format!(
                    "--sort is `{other}`; in Omaha it is strength, combos, ev or equity"
                )));
            }
        };
        let hands = self.hands.unwrap_or(if all { usize::MAX } else { 0 });
        Ok(NodeView { filter, hands, sort })
    }
}
