//! Arguments that choose what is shown of a decision.

use clap::Args;
use quasar::cards::{Game, Range};
use quasar::{
    equity::hand_orders,
    job::NodeQuery,
    request::read,
    spot::{HandSort, NodeView},
};

use crate::error::Failure;

/// What to show of a decision.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "What to show of a decision")]
pub(crate) struct ViewArguments {
    /// Only hands in this range, such as 'TT+,AKs' or, in Omaha, 'AA:$ds'; or one hand.
    #[arg(long, value_name = "RANGE")]
    pub(crate) filter: Option<String>,
    /// List this many hands, the first in the order of --sort.
    #[arg(long, value_name = "N")]
    pub(crate) hands: Option<usize>,
}

impl ViewArguments {
    /// Whether any of these options is given.
    pub(crate) fn any(&self) -> bool {
        self.filter.is_some() || self.hands.is_some()
    }

    /// The query for the decision at the end of a line.
    pub(crate) fn query(
        &self,
        line: &str,
        sort: Option<&str>,
        game: Game,
        all: bool,
    ) -> Result<NodeQuery, Failure> {
        let NodeView { hands, sort, .. } = self.view(sort, game, all)?;
        let hands = Some(hands).filter(|&hands| hands < usize::MAX);
        Ok(NodeQuery { filter: self.filter.clone(), hands, sort, ..NodeQuery::at(line) })
    }

    /// The view of a decision: every hand in Hold'em; in Omaha none without `--hands`,
    /// unless `all` are asked for.
    pub(crate) fn view(
        &self,
        sort: Option<&str>,
        game: Game,
        all: bool,
    ) -> Result<NodeView, Failure> {
        let parse = |text: &str| Range::parse_with(game, text, hand_orders());
        let filter = self.filter.as_ref().map(|text| read("--filter", text, parse)).transpose()?;
        let sort = match sort {
            None => None,
            Some("strength") => Some(HandSort::Strength),
            Some("combos") => Some(HandSort::Combos),
            Some("ev") => Some(HandSort::Ev),
            Some("equity") => Some(HandSort::Equity),
            Some(other) => {
                return Err(Failure::Usage(format!(
                    "--sort {other}: hands can be sorted by strength, combos, ev or equity"
                )));
            }
        };
        let hands = self.hands.unwrap_or(if all || !game.is_omaha() { usize::MAX } else { 0 });
        Ok(NodeView { filter, hands, sort })
    }
}
