//! The betting after the flop, and how it is solved.

use quasar_cards::Street;
use quasar_game::{
    BetSize, BettingTree, Chips, PlayerSizes, Rake, Rules, StreetSpec, TreeSpec, TreeStart,
};
use quasar_solver::{BettingNode, PublicTree, Settings, TreeWithStates, public_tree_within};

use super::DealSampling;
use crate::PreflopError;

/// Chips in the pot of every model; sizes are rounded to whole chips.
const POT: Chips = Chips(1_000);

/// Most rounds that are walked together: as many as give a leaf operator enough
/// columns at once.
const ROUNDS: usize = 8;

/// Most nodes of them if there are several: few enough that scratch is small compared with
/// regrets and sums.
const NODES: usize = 512;

/// Bet sizes, and how a flop is solved.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelSpec {
    /// Bets and raises as fractions of the pot. A bet that leaves no chip behind is
    /// all-in.
    pub bet_sizes: Vec<f64>,
    /// Raises of a street; a first bet is not one.
    pub max_raises: u32,
    /// Algorithm, pruning and precision. Regrets are chips of a pot of 1,000, for
    /// a class with the mean number of compatible combos.
    pub settings: Settings,
    /// Most iterations of a flop.
    pub iterations: u32,
    /// The exploitability at which a flop is done, as a fraction of the pot.
    pub target: f64,
    /// Sampled deals to learn from, instead of the whole table.
    pub sampling: Option<DealSampling>,
}

/// The betting for one stack-to-pot ratio.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelTree {
    spr: f64,
    betting: BettingTree,
    grown: TreeWithStates<BettingNode>,
}

impl ModelTree {
    /// Builds the tree of a spec at a stack-to-pot ratio.
    pub fn new(spec: &ModelSpec, spr: f64) -> Result<ModelTree, PreflopError> {
        if !(0.01..=1e3).contains(&spr) {
            return Err(PreflopError::BadSpr(spr));
        }
        if let Some(&size) = spec.bet_sizes.iter().find(|size| !(1e-3..=100.0).contains(*size)) {
            return Err(PreflopError::BadBetSize(size));
        }
        let stack = Chips((POT.as_f64() * spr).round() as u64);
        let sizes = spec.bet_sizes.iter().map(|size| BetSize::Percent(100.0 * size));
        let sizes: quasar_game::SizeList = sizes.collect();
        let street = StreetSpec {
            raise_cap: Some(spec.max_raises),
            ..StreetSpec::both(PlayerSizes::new(sizes.clone(), sizes))
        };
        let start = TreeStart::street(Street::Flop, POT, stack);
        let betting = BettingTree::build(&TreeSpec::new(Rules::NO_LIMIT, start, street))?;
        let largest = betting.rounds().iter().map(|round| round.nodes().len()).max();
        let rounds = (NODES / largest.unwrap_or(1).max(1)).clamp(1, ROUNDS);
        let grown = public_tree_within(rounds, &betting, Rake::NONE)?;
        Ok(ModelTree { spr, betting, grown })
    }

    /// The stack-to-pot ratio.
    pub fn spr(&self) -> f64 {
        self.spr
    }

    /// The lines.
    pub fn betting(&self) -> &BettingTree {
        &self.betting
    }

    /// The lines as a solver has them, with the node of the betting of each of
    /// its nodes.
    pub fn with_states(&self) -> &TreeWithStates<BettingNode> {
        &self.grown
    }

    /// Pairs of a line and an action.
    pub fn actions(&self) -> usize {
        let nodes = self.betting.rounds().iter().flat_map(|round| round.nodes());
        nodes.map(|node| node.children.len()).sum()
    }

    /// Chips in the pot at the start.
    pub fn pot(&self) -> f64 {
        POT.as_f64()
    }

    pub(super) fn public(&self) -> &PublicTree {
        &self.grown.tree
    }
}
