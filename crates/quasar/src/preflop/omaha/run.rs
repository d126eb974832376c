//! Games of four-card Omaha before the flop as a job.

use std::path::PathBuf;
use std::time::Duration;

use quasar_game::{NodeId, Player};
use quasar_preflop::{OmahaDeck, OmahaPreflopBatch, OmahaPreflopSolver, OmahaValue, PreflopError};
use quasar_store::{ResultFolder, make_folder, remove_empty_folder};

use super::report::{self, Hands, OmahaPreflopReport};
use super::stacks::{OmahaStacksReport, stack_folder};
use super::steps::OmahaSteps;
use super::{OmahaPreflopBundle, OmahaPreflopSpec};
use crate::job::{
    Ended, FileWritten, Finished, Goal, JobError, JobReport, NodeQuery, OmahaPreflopRun,
    OmahaStacksRun, Phase, SolveProgress, Work, WrittenFile, drive, serve_rest,
};
use crate::preflop::node::{self, Decision};
use crate::preflop::spec::BLIND;
use crate::preflop::{PreflopProgress, PreflopSolveError};
use crate::schema::names::Name;

/// Strategies that were measured over all boards.
pub(super) struct Measured {
    iterations: u32,
    worth: OmahaValue,
    average: Vec<Vec<f64>>,
}

/// A game of the job.
pub(super) struct Game<'a> {
    pub(super) spec: &'a OmahaPreflopSpec,
    /// When it ends.
    pub(super) goal: Goal,
    /// Where it is saved.
    claim: Option<(ResultFolder, PathBuf)>,
    /// The last measurement.
    measured: Option<Measured>,
    pub(super) ended: Option<Ended>,
}

/// What is done for all games: the files that were written, and why one was not.
#[derive(Default)]
struct Saved {
    files: Vec<WrittenFile>,
    unsaved: Option<JobError>,
}

/// Solves a game: learns from samples of boards and measures over all of them, by turns. If
/// it is cancelled, the result is that of the last measurement.
pub(crate) fn run_job(run: &OmahaPreflopRun, work: &Work<'_>) -> Result<Finished, JobError> {
    let games = vec![Game::new(&run.game, run.output.clone())?];
    let (mut reports, finished) = solve_all(games, &run.show, work)?;
    let report = reports.pop().ok_or(PreflopSolveError::Stacks)?;
    Ok(finished(JobReport::OmahaPreflop(Box::new(report))))
}

/// Solves games with several stacks from the same boards, each into its own folder.
pub(crate) fn run_stacks(run: &OmahaStacksRun, work: &Work<'_>) -> Result<Finished, JobError> {
    let mut specs: Vec<&OmahaPreflopSpec> = run.games.iter().collect();
    specs.sort_by_key(|spec| spec.stack);
    let together =
        |pair: &[&OmahaPreflopSpec]| pair[0].stack < pair[1].stack && pair[0].seed == pair[1].seed;
    if specs.is_empty() || !specs.windows(2).all(together) {
        return Err(PreflopSolveError::Stacks.into());
    }
    let folder = run.output.as_deref();
    let made = folder.map(make_folder).transpose()?;
    let game = |spec| Game::new(spec, folder.map(|folder| stack_folder(folder, spec.stack)));
    let games = specs.into_iter().map(game).collect::<Result<Vec<_>, _>>();
    let solved = games.map_err(JobError::from).and_then(|games| solve_all(games, &run.show, work));
    if let (Err(_), Some(folder), Some(true)) = (&solved, folder, made) {
        remove_empty_folder(folder);
    }
    let (stacks, finished) = solved?;
    Ok(finished(JobReport::OmahaStacks(Box::new(OmahaStacksReport { stacks }))))
}

/// Solves games with one seed. The second result makes the outcome of the job.
fn solve_all(
    games: Vec<Game<'_>>,
    show: &NodeQuery,
    work: &Work<'_>,
) -> Result<(Vec<OmahaPreflopReport>, impl FnOnce(JobReport) -> Finished), JobError> {
    let line = show.line()?;
    let seed = games.first().map_or(0, |game| game.spec.seed);
    let specs: Vec<_> = games.iter().map(|game| game.spec.betting()).collect();
    let deck = OmahaDeck::full().map_err(PreflopSolveError::from)?;
    let batch =
        OmahaPreflopBatch::new(&specs, &deck, u64::from(seed)).map_err(PreflopSolveError::from)?;
    // A line that does not exist is an error before a long solve.
    let shown = (batch.solvers().iter())
        .map(|solver| node::locate(solver.game().betting(), &line))
        .collect::<Result<Vec<NodeId>, _>>()?;
    let engine = work.engine()?;
    let mut steps = OmahaSteps::new(work, &engine, games, batch);
    // Steps report their own progress.
    let watch = &mut |_: &SolveProgress| ();
    let cancelled = drive(&mut steps, work.control(), watch)? == Ended::Cancelled;
    if cancelled && work.control().is_suspended() {
        return Err(JobError::Suspended);
    }
    serve_rest(&mut steps, work.control(), watch);
    let OmahaSteps { games, batch, worked, .. } = steps;
    let mut saved = Saved::default();
    let mut reports = Vec::with_capacity(games.len());
    let hands = Hands::new();
    for ((game, solver), shown) in games.into_iter().zip(batch.solvers()).zip(shown) {
        let stopped = || PreflopSolveError::from(PreflopError::Stopped);
        let measured = game.measured.as_ref().ok_or_else(stopped)?;
        let decisions = measured.decisions(solver);
        let no_decision = || PreflopSolveError::NoDecision(line.to_string());
        let decision = decisions.iter().find(|decision| decision.node == shown);
        let node = report::node(solver.game().betting(), &hands, decision.ok_or_else(no_decision)?);
        let [oop, ip] = measured.worth.gains;
        reports.push(OmahaPreflopReport {
            stack: game.spec.stack.as_f64() / BLIND,
            tree: Name(game.spec.tree),
            note: report::note(game.spec),
            iterations: measured.iterations,
            boards: deck.boards(),
            exploitability_mbb: measured.worth.exploitability(),
            gains_mbb: [ip, oop],
            ev_mbb: measured.worth.value,
            ended: game.ended.or(game.reached(worked)).unwrap_or(Ended::Cancelled),
            node,
        });
        game.save(&decisions, work, &mut saved);
    }
    debug_assert_eq!([Player::Oop.index(), Player::Ip.index()], [0, 1]);
    let Saved { files, unsaved } = saved;
    Ok((reports, move |report| Finished { report, files, cancelled, unsaved }))
}

impl<'a> Game<'a> {
    pub(super) fn new(
        spec: &'a OmahaPreflopSpec,
        folder: Option<PathBuf>,
    ) -> Result<Game<'a>, PreflopSolveError> {
        let claim = |folder: PathBuf| Ok((OmahaPreflopBundle::claim(&folder)?, folder));
        let claim = folder.map(claim).transpose().map_err(|error: PreflopSolveError| error)?;
        Ok(Game { spec, goal: spec.goal(), claim, measured: None, ended: None })
    }

    /// Writes the strategies, if somebody asked for that.
    fn save(self, decisions: &[Decision], work: &Work<'_>, saved: &mut Saved) {
        let Some(((claim, path), measured)) = self.claim.zip(self.measured) else { return };
        work.enter(Phase::Saving);
        let Measured { iterations, worth, .. } = measured;
        let results = (iterations, worth.exploitability(), worth.value);
        match OmahaPreflopBundle::write(claim, self.spec, results, decisions) {
            Ok(bundle) => {
                let (what, bytes) = (FileWritten::Result, bundle.size());
                work.written(what, &path, bytes);
                saved.files.push(WrittenFile { what, path, bytes });
            }
            Err(error) => saved.unsaved = Some(error.into()),
        }
    }

    /// The exploitability at the last measurement.
    pub(super) fn exploitability(&self) -> Option<f64> {
        self.measured.as_ref().map(|measured| measured.worth.exploitability())
    }

    /// The decisions at the last measurement.
    pub(super) fn decisions(&self, solver: &OmahaPreflopSolver) -> Option<Vec<Decision>> {
        self.measured.as_ref().map(|measured| measured.decisions(solver))
    }

    /// The limit that is reached after so much working time; none before the first measurement.
    pub(super) fn reached(&self, worked: Duration) -> Option<Ended> {
        let measured = self.measured.as_ref()?;
        let exploitability = Some(measured.worth.exploitability());
        self.goal.reached(measured.iterations, exploitability, worked)
    }

    /// Takes a measurement.
    pub(super) fn measured(
        &mut self,
        solver: &OmahaPreflopSolver,
        worth: OmahaValue,
    ) -> PreflopProgress {
        let average = solver.average();
        let last = self.measured.as_ref();
        let progress = PreflopProgress {
            stack: None,
            iteration: solver.iterations(),
            exploitability_mbb: worth.exploitability(),
            ev_mbb: worth.value,
            change: last.map_or(1.0, |last| mean_change(&last.average, &average)),
        };
        self.measured = Some(Measured { iterations: solver.iterations(), worth, average });
        progress
    }
}

impl Measured {
    fn decisions(&self, solver: &OmahaPreflopSolver) -> Vec<Decision> {
        let decisions = solver.decisions(&self.average, &self.worth);
        decisions.into_iter().map(Decision::from).collect()
    }
}

/// The mean difference of frequencies.
fn mean_change(before: &[Vec<f64>], now: &[Vec<f64>]) -> f64 {
    let pairs = before.iter().flatten().zip(now.iter().flatten());
    let (count, sum) = pairs
        .fold((0usize, 0.0), |(count, sum), (before, now)| (count + 1, sum + (before - now).abs()));
    sum / count.max(1) as f64
}
