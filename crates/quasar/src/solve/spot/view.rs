//! What a report shows of a decision.

use quasar_cards::Range;

/// What a report shows of a decision: without more, every hand.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeView {
    /// Only hands of this range.
    pub filter: Option<Range>,
    /// How many single hands, at most.
    pub hands: usize,
    /// The order of kinds and hands in Omaha; hands of Hold'em come by class.
    pub sort: HandSort,
}

/// The order of kinds and hands. Hands that do not get to the decision are last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HandSort {
    /// The strongest first.
    #[default]
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
        NodeView { filter: None, hands: usize::MAX, sort: HandSort::default() }
    }
}
