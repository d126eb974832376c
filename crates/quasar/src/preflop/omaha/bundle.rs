//! A strategy of four-card Omaha on disk.

use std::path::Path;

use quasar_game::{BettingTree, Line};
use quasar_preflop::PreflopError;
use quasar_store::{ResultFolder, StoredStrategy, StrategyBundle};

use super::report::{self, Hands};
use super::{OmahaPreflopNodeReport, OmahaPreflopSpec};
use crate::preflop::PreflopSolveError;
use crate::preflop::node::Decision;

/// A bundle of a strategy of four-card Omaha before the flop.
#[derive(Debug)]
pub struct OmahaPreflopBundle {
    bundle: StrategyBundle,
    spec: OmahaPreflopSpec,
    betting: BettingTree,
}

impl OmahaPreflopBundle {
    /// Whether a folder has a finished bundle of this kind, rather than one of Hold'em.
    pub fn is_at(folder: &Path) -> Result<bool, PreflopSolveError> {
        let hands = quasar_cards::SuitClasses::of_game(quasar_cards::Game::Plo4).count();
        Ok(StrategyBundle::is_at(folder)?
            && StrategyBundle::open(folder)?.strategy().classes() == hands)
    }

    /// Claims the path of a bundle before a long solve.
    pub fn claim(folder: &Path) -> Result<ResultFolder, PreflopSolveError> {
        Ok(StrategyBundle::claim(folder)?)
    }

    /// Writes a strategy, whole or not at all, and replaces an existing bundle.
    pub(super) fn write(
        place: ResultFolder,
        spec: &OmahaPreflopSpec,
        results: (u32, f64, f64),
        decisions: &[Decision],
    ) -> Result<OmahaPreflopBundle, PreflopSolveError> {
        let (iterations, exploitability, value) = results;
        let strategy = StoredStrategy {
            iterations,
            modelled: false,
            exploitability,
            value,
            decisions: decisions.iter().cloned().map(Into::into).collect(),
        };
        OmahaPreflopBundle::new(StrategyBundle::write(place, &spec.to_yaml(), &strategy, &[])?)
    }

    /// Opens a bundle and checks all of it.
    pub fn open(folder: &Path) -> Result<OmahaPreflopBundle, PreflopSolveError> {
        OmahaPreflopBundle::new(StrategyBundle::open(folder)?)
    }

    fn new(bundle: StrategyBundle) -> Result<OmahaPreflopBundle, PreflopSolveError> {
        let spec = OmahaPreflopSpec::parse(bundle.config())?;
        let betting = spec.betting().betting().map_err(PreflopError::from)?;
        Ok(OmahaPreflopBundle { bundle, spec, betting })
    }

    /// The spec.
    pub fn spec(&self) -> &OmahaPreflopSpec {
        &self.spec
    }

    /// What the game sets aside, in words.
    pub fn note(&self) -> String {
        report::note(&self.spec)
    }

    /// Bytes of all files.
    pub fn size(&self) -> u64 {
        self.bundle.size()
    }

    /// The version of its format.
    pub fn version(&self) -> u32 {
        self.bundle.version()
    }

    /// Iterations done.
    pub fn iterations(&self) -> u32 {
        self.bundle.strategy().iterations
    }

    /// The exploitability, in thousandths of a big blind per hand.
    pub fn exploitability_mbb(&self) -> f64 {
        self.bundle.strategy().exploitability
    }

    /// The button's expected win, in thousandths of a big blind per hand.
    pub fn ev_mbb(&self) -> f64 {
        self.bundle.strategy().value
    }

    /// The strategy at the end of a line.
    pub fn node(&self, line: &Line) -> Result<OmahaPreflopNodeReport, PreflopSolveError> {
        let hands = Hands::new();
        let decision =
            Decision::stored(self.bundle.strategy(), &self.betting, line, hands.count())?;
        Ok(report::node(&self.betting, &hands, &decision))
    }
}

#[cfg(test)]
mod tests {
    use quasar_cards::Combo;
    use quasar_equity::Progress;
    use quasar_preflop::{OmahaPreflopGame, OmahaPreflopSolver};

    use super::*;

    /// What a bundle says of a decision is what was solved, class by class and in all.
    #[test]
    fn a_strategy_goes_to_disk_and_back() {
        let spec = OmahaPreflopSpec::parse("{stack: 8, tree: push_fold}").unwrap();
        assert_eq!(OmahaPreflopSpec::parse(&spec.to_yaml()).unwrap(), spec);
        let game = OmahaPreflopGame::new(&spec.betting()).unwrap();
        let mut solver = OmahaPreflopSolver::new(game, 1);
        let progress = Progress::new();
        (0..3).for_each(|_| solver.step(4, &progress).unwrap());
        let average = solver.average();
        let worth = solver.estimate(4, &progress).unwrap();
        let decisions: Vec<Decision> =
            solver.decisions(&average, &worth).into_iter().map(Decision::from).collect();
        let folder = tempfile::tempdir().unwrap();
        let place = OmahaPreflopBundle::claim(&folder.path().join("made")).unwrap();
        let results = (solver.iterations(), worth.exploitability(), worth.value);
        let bundle = OmahaPreflopBundle::write(place, &spec, results, &decisions).unwrap();
        assert!(OmahaPreflopBundle::is_at(&folder.path().join("made")).unwrap());
        assert_eq!((bundle.iterations(), bundle.ev_mbb()), (3, worth.value));
        assert!(crate::preflop::PreflopBundle::open(&folder.path().join("made")).is_err());
        let root = bundle.node(&"r:0".parse().unwrap()).unwrap();
        let pushes: f64 = Combo::all(quasar_cards::Game::Plo4, quasar_cards::CardSet::EMPTY)
            .map(|combo| average[0][solver.game().classes() + combo.suit_class()])
            .sum();
        assert!((root.actions[1].combos / pushes - 1.0).abs() < 1e-5);
        let kinds: f64 = root.categories.iter().map(|kind| kind.combos).sum();
        assert!((kinds - 270_725.0).abs() < 1e-6);
        let by_kind = |kind: &super::super::OmahaCategoryReport| kind.combos * kind.frequencies[1];
        let in_all: f64 = root.categories.iter().map(by_kind).sum();
        assert!((in_all / pushes - 1.0).abs() < 1e-5);
        // Whoever folds at once loses the small blind.
        assert!(root.categories.iter().all(|kind| kind.evs[0] == Some(-0.5)));
        let call = bundle.node(&"r:0:b8000".parse().unwrap()).unwrap();
        assert_eq!((call.player.as_str(), call.pot), ("big blind", 9.0));
        assert!(call.categories.iter().all(|kind| kind.evs[0] == Some(-1.0)));
    }

    #[test]
    fn stacks_outside_one_to_fifteen_are_refused() {
        for stack in ["1", "15.5", "0"] {
            let error = OmahaPreflopSpec::parse(&format!("stack: {stack}")).unwrap_err();
            assert!(error.to_string().contains("more than 1 and at most 15 big blinds"), "{error}");
        }
        let error = OmahaPreflopSpec::parse("tree: pot").unwrap_err();
        assert!(error.to_string().contains("stack"), "{error}");
    }
}
