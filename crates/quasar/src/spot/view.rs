//! What a report shows of a decision.

use quasar_cards::Range;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a report shows of a decision; by default every hand.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeView {
    /// Only hands of this range.
    pub filter: Option<Range>,
    /// The most single hands.
    pub hands: usize,
    /// The order of hands and, in Omaha, of their kinds. By default, hands of Hold'em
    /// are sorted by class, those of Omaha by strength.
    pub sort: Option<HandSort>,
}

/// The order of kinds and hands. Hands that do not reach the decision are last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HandSort {
    /// The strongest first.
    Strength,
    /// The most combos first.
    Combos,
    /// The largest expected value first.
    Ev,
    /// The largest equity first.
    Equity,
}

impl Default for NodeView {
    fn default() -> NodeView {
        NodeView { filter: None, hands: usize::MAX, sort: None }
    }
}
