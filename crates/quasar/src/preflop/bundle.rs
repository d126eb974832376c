//! A strategy before the flop on disk.

use std::path::Path;

use quasar_cards::{Board, CardSet, HoldemClass, SuitPermutation};
use quasar_game::{BettingTree, Chips, Line, RoundId, Step};
use quasar_preflop::PreflopError;
use quasar_store::{ResultFolder, StrategyBundle};

use super::node::{self, Decision};
use super::streets::save_name;
use super::{PreflopJob, PreflopNodeReport, PreflopSolveError, PreflopSolveSpec};
use crate::spot::{SaveNames, SpotSave};

/// A bundle of a strategy before the flop.
#[derive(Debug)]
pub struct PreflopBundle {
    bundle: StrategyBundle,
    spec: PreflopSolveSpec,
    betting: BettingTree,
}

impl PreflopBundle {
    /// Whether a folder has a finished bundle of this kind.
    pub fn is_at(folder: &Path) -> Result<bool, PreflopSolveError> {
        Ok(StrategyBundle::is_at(folder)?)
    }

    /// Claims the path of a bundle before a long solve: a folder that is missing,
    /// empty, or has a bundle of this kind and nothing else.
    pub fn claim(folder: &Path) -> Result<ResultFolder, PreflopSolveError> {
        Ok(StrategyBundle::claim(folder)?)
    }

    /// Writes the result of a job, whole or not at all, and replaces an existing bundle.
    /// If a job was stopped before it finished the first round of exact solves, its result
    /// is the strategy of the game without them; the configuration in the bundle says so.
    pub fn write(folder: &Path, job: &mut PreflopJob) -> Result<PreflopBundle, PreflopSolveError> {
        PreflopBundle::write_to(PreflopBundle::claim(folder)?, job)
    }

    /// The same for a path that was claimed before the solve.
    pub fn write_to(
        place: ResultFolder,
        job: &mut PreflopJob,
    ) -> Result<PreflopBundle, PreflopSolveError> {
        let strategy = job.strategy()?;
        let saves = job.save_lines(&place)?;
        let config = job.solved_spec().to_yaml();
        let bundle = StrategyBundle::write(place, &config, &strategy, &saves)?;
        PreflopBundle::new(bundle)
    }

    /// Opens a bundle and checks all of it.
    pub fn open(folder: &Path) -> Result<PreflopBundle, PreflopSolveError> {
        PreflopBundle::new(StrategyBundle::open(folder)?)
    }

    fn new(bundle: StrategyBundle) -> Result<PreflopBundle, PreflopSolveError> {
        let spec = PreflopSolveSpec::parse(bundle.config())?;
        let betting = spec.betting.betting().map_err(PreflopError::from)?;
        Ok(PreflopBundle { bundle, spec, betting })
    }

    /// The spec.
    pub fn spec(&self) -> &PreflopSolveSpec {
        &self.spec
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

    /// Whether a model or exact solves gave the values of flops, rather than equity.
    pub fn is_modelled(&self) -> bool {
        self.bundle.strategy().modelled
    }

    /// The save that has a line beyond the flop, and the line there, whose amounts count from the
    /// flop on. The save shows lines and suits as the line has them, whichever were solved.
    pub fn after_flop(&self, line: &Line) -> Result<(SpotSave, Line), PreflopSolveError> {
        let steps = line.steps();
        let dealt = steps.iter().position(|step| matches!(step, Step::Cards(_)));
        let no_flop = || PreflopSolveError::NoFlop(line.to_string());
        let (before, after) = steps.split_at(dealt.ok_or_else(no_flop)?);
        let [dealt @ Step::Cards(flop), rest @ ..] = after else { return Err(no_flop()) };
        let before: Line = before.iter().cloned().collect();
        let (end, _) = self.betting.locate(&before)?;
        let committed = self.betting[RoundId::ROOT][end.node].committed[0];
        let flop: CardSet = flop.iter().copied().collect();
        let start = save_name(&before.to_string(), &Board::EMPTY).replace(".qsr", "");
        for name in self.bundle.saves().filter(|name| name.starts_with(&start)) {
            let save = SpotSave::open(&self.bundle.path(name))?;
            let solved = save.spec().board.set();
            let same = |suits: &SuitPermutation| suits.apply(flop) == solved;
            let Some(suits) = SuitPermutation::all().find(same) else { continue };
            let moved = rest.iter().map(|step| match step {
                Step::Bet(chips) => Step::Bet(Chips(chips.0.saturating_sub(committed.0))),
                other => other.clone(),
            });
            let before = before.steps().iter().chain([dealt]).cloned().collect();
            return Ok((save.named(SaveNames { before, committed, suits }), moved.collect()));
        }
        Err(PreflopSolveError::NoSave {
            folder: self.bundle.path("").display().to_string(),
            line: line.to_string(),
            known: self.bundle.saves().map(str::to_owned).collect(),
        })
    }

    /// The strategy at the end of a line.
    pub fn node(&self, line: &Line) -> Result<PreflopNodeReport, PreflopSolveError> {
        let decision =
            Decision::stored(self.bundle.strategy(), &self.betting, line, HoldemClass::COUNT)?;
        Ok(node::report(&self.betting, &self.spec.positions, &decision))
    }
}
