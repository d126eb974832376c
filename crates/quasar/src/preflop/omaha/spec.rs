//! What is solved: the stack, the raises, and how exactly.

use quasar_game::Chips;
use quasar_preflop::{OmahaPreflopBatch, PreflopSpec};

use crate::job::Goal;
use crate::preflop::PreflopSolveError;
use crate::preflop::spec::BLIND;
use crate::request::document::{document, written_as};
use crate::request::values::quantities::{AnyCount, Blinds, Count, TargetMbb};
use crate::request::values::{Name, Names, Num, names};
use crate::request::{At, Document, LeftOut, needed, read_spec};

/// Deeper stacks are not for a game without betting after the flop.
const MOST_BLINDS: f64 = 15.0;

document! {
    /// Heads-up four-card Omaha before the flop, without betting after it.
    pub struct OmahaPreflopDocument ("fields") {
        /// The stack of each player in big blinds: more than 1 and at most 15.
        #[schemars(required)]
        stack: At<Num<Blinds>>,
        /// The raises there are; `push_fold` if left out.
        tree: At<Name<OmahaTrees>>,
        /// The exploitability to reach, in thousandths of a big blind per hand; 1 if left out.
        target: At<Num<TargetMbb>>,
        /// The most rounds, each of 40 iterations and a measurement over all boards; 4 if left
        /// out.
        rounds: At<Num<Count>>,
        /// The seed of the boards that iterations learn from; 1 if left out.
        seed: At<Num<AnyCount>>,
    }
}

/// The raises of a game of Omaha before the flop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OmahaTree {
    /// All-in or fold, whatever the pot limit.
    PushFold,
    /// Pot-sized raises until somebody is all-in; calls before that are checked down.
    Pot,
}

names! {
    /// The raises of games of Omaha before the flop.
    OmahaTrees: OmahaTree {
        "push_fold" = OmahaTree::PushFold, "The button goes all-in or folds, the big blind calls or folds; the pot limit is ignored.";
        "pot" = OmahaTree::Pot, "Pot-size raises until somebody is all-in; calls before that are checked down.";
    }
}

/// A game of four-card Omaha before the flop, and how to solve it.
#[derive(Clone, PartialEq, Debug)]
pub struct OmahaPreflopSpec {
    /// The stack of each player, in thousandths of a big blind.
    pub stack: Chips,
    /// The raises.
    pub tree: OmahaTree,
    /// The exploitability to reach, in thousandths of a big blind per hand.
    pub target_mbb: f64,
    /// The most rounds.
    pub rounds: u32,
    /// The seed of sampled boards.
    pub seed: u32,
}

impl OmahaPreflopSpec {
    /// Reads a spec from YAML or JSON.
    pub fn parse(text: &str) -> Result<OmahaPreflopSpec, PreflopSolveError> {
        read_spec::<OmahaPreflopDocument, _, _>(text)
    }

    /// The spec as YAML.
    pub fn to_yaml(&self) -> String {
        OmahaPreflopDocument::from(self).to_yaml()
    }

    /// Equal for specs of the same game, whatever their goals.
    pub fn canonical(&self) -> String {
        OmahaPreflopDocument { target: None, rounds: None, ..OmahaPreflopDocument::from(self) }
            .to_json()
    }

    /// When a solve ends: at the target, or after the last round.
    pub(crate) fn goal(&self) -> Goal {
        Goal {
            exploitability: Some(self.target_mbb),
            iterations: Some(self.rounds.saturating_mul(OmahaPreflopBatch::ROUND)),
            ..Goal::NONE
        }
    }

    /// The blinds, stacks and raises.
    pub fn betting(&self) -> PreflopSpec {
        let (small, big) = (Chips((BLIND / 2.0) as u64), Chips(BLIND as u64));
        match self.tree {
            OmahaTree::PushFold => PreflopSpec::push_fold(small, big, Chips(0), self.stack),
            OmahaTree::Pot => PreflopSpec::pot_tree(small, big, Chips(0), self.stack),
        }
    }
}

written_as!(OmahaPreflopSpec, OmahaPreflopDocument);

impl TryFrom<OmahaPreflopDocument> for OmahaPreflopSpec {
    type Error = PreflopSolveError;

    fn try_from(document: OmahaPreflopDocument) -> Result<OmahaPreflopSpec, PreflopSolveError> {
        let given = needed(document.stack.as_ref(), "stack", "a number of big blinds, such as 8")?;
        let stack = given.get();
        if !(stack > 1.0 && stack <= MOST_BLINDS) {
            let expected = "more than 1 and at most 15 big blinds";
            return Err(given.wrong("stack", stack.to_string(), expected).into());
        }
        Ok(OmahaPreflopSpec {
            stack: Chips((BLIND * stack).round() as u64),
            tree: document.tree.as_deref().map_or(OmahaTree::PushFold, |tree| tree.0),
            target_mbb: document.target.as_deref().map_or(1.0, |target| target.get()),
            rounds: document.rounds.as_deref().map_or(4, |rounds| rounds.get()),
            seed: document.seed.as_deref().map_or(1, |seed| seed.get()),
        })
    }
}

impl From<&OmahaPreflopSpec> for OmahaPreflopDocument {
    fn from(spec: &OmahaPreflopSpec) -> OmahaPreflopDocument {
        OmahaPreflopDocument {
            stack: Some(Num::of(spec.stack.as_f64() / BLIND).into()),
            tree: Some(Name(spec.tree).into()),
            target: Some(Num::of(spec.target_mbb).into()),
            rounds: Some(Num::of(spec.rounds).into()),
            seed: Some(Num::of(spec.seed).into()),
            left_out: LeftOut::default(),
        }
    }
}
