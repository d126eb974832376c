//! Games of four-card Omaha before the flop as a job.

use std::path::PathBuf;

use quasar_game::{NodeId, Player};
use quasar_preflop::{OmahaDeck, OmahaPreflopBatch, OmahaPreflopSolver, OmahaWorth, PreflopError};
use quasar_store::{ResultFolder, make_folder, remove_empty_folder};

use super::report::{self, Hands, OmahaPreflopReport};
use super::stacks::{OmahaStacksReport, stack_folder};
use super::{OmahaPreflopBundle, OmahaPreflopSpec};
use crate::job::{
    Detail, Ended, FileWritten, Finished, JobError, JobReport, NodeQuery, OmahaPreflopRun,
    OmahaStacksRun, Phase, Work, WrittenFile,
};
use crate::preflop::node::{self, Decision};
use crate::preflop::spec::BLIND;
use crate::preflop::{PreflopProgress, PreflopSolveError};
use crate::schema::names::Name;

/// Strategies that were measured over all boards.
struct Measured {
    iterations: u32,
    worth: OmahaWorth,
    average: Vec<Vec<f64>>,
}

/// A game of the job.
struct Game<'a> {
    spec: &'a OmahaPreflopSpec,
    /// Where it is saved.
    claim: Option<(ResultFolder, PathBuf)>,
    /// The last measurement.
    measured: Option<Measured>,
    ended: Option<Ended>,
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
    mut games: Vec<Game<'_>>,
    show: &NodeQuery,
    work: &Work<'_>,
) -> Result<(Vec<OmahaPreflopReport>, impl FnOnce(JobReport) -> Finished), JobError> {
    let line = show.line()?;
    let seed = games.first().map_or(0, |game| game.spec.seed);
    let specs: Vec<_> = games.iter().map(|game| game.spec.betting()).collect();
    let deck = OmahaDeck::whole().map_err(PreflopSolveError::from)?;
    let mut batch =
        OmahaPreflopBatch::new(&specs, &deck, u64::from(seed)).map_err(PreflopSolveError::from)?;
    // A line that does not exist is an error before a long solve.
    let shown = (batch.solvers().iter())
        .map(|solver| node::locate(solver.game().betting(), &line))
        .collect::<Result<Vec<NodeId>, _>>()?;
    solve(&mut games, &mut batch, work)?;
    work.control().rearm();
    let mut saved = Saved::default();
    let mut reports = Vec::with_capacity(games.len());
    let hands = Hands::new();
    let cancelled = games.iter().any(|game| game.ended == Some(Ended::Cancelled));
    for ((game, solver), shown) in games.into_iter().zip(batch.solvers()).zip(shown) {
        let stopped = || PreflopSolveError::from(PreflopError::Stopped);
        let measured = game.measured.as_ref().ok_or_else(stopped)?;
        let decisions: Vec<Decision> = solver
            .decisions(&measured.average, &measured.worth)
            .into_iter()
            .map(Decision::from)
            .collect();
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
            ended: game.ended.unwrap_or(Ended::Iterations),
            node,
        });
        game.save(&decisions, work, &mut saved);
    }
    debug_assert_eq!([Player::Oop.index(), Player::Ip.index()], [0, 1]);
    let Saved { files, unsaved } = saved;
    Ok((reports, move |report| Finished { report, files, cancelled, unsaved }))
}

impl<'a> Game<'a> {
    fn new(
        spec: &'a OmahaPreflopSpec,
        folder: Option<PathBuf>,
    ) -> Result<Game<'a>, PreflopSolveError> {
        let claim = |folder: PathBuf| Ok((OmahaPreflopBundle::claim(&folder)?, folder));
        let claim = folder.map(claim).transpose().map_err(|error: PreflopSolveError| error)?;
        Ok(Game { spec, claim, measured: None, ended: None })
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

    /// Takes a measurement.
    fn measured(&mut self, solver: &OmahaPreflopSolver, worth: OmahaWorth) -> PreflopProgress {
        let average = solver.average();
        let last = self.measured.as_ref();
        let progress = PreflopProgress {
            stack: None,
            iteration: solver.iterations(),
            exploitability_mbb: worth.exploitability(),
            ev_mbb: worth.value,
            change: last.map_or(1.0, |last| mean_change(&last.average, &average)),
        };
        if worth.exploitability() <= self.spec.target_mbb {
            self.ended = Some(Ended::GoalReached);
        }
        self.measured = Some(Measured { iterations: solver.iterations(), worth, average });
        progress
    }
}

/// Learns and measures by turns until every game has reached its target or its last round, or
/// the job is cancelled.
fn solve(
    games: &mut [Game<'_>],
    batch: &mut OmahaPreflopBatch,
    work: &Work<'_>,
) -> Result<(), JobError> {
    let engine = work.engine()?;
    let pool = engine.pool();
    let several = games.len() > 1;
    let mut round = 0;
    while games.iter().any(|game| game.ended.is_none()) {
        work.enter(Phase::Solving);
        let learned = work
            .counted(|control| pool.install(|| batch.learn_round(control.progress())))
            .and_then(|()| {
                work.enter(Phase::Measuring);
                work.counted(|control| pool.install(|| batch.measure(control.progress())))
            });
        let worths = match learned {
            Err(PreflopError::Stopped) if round > 0 => {
                let unfinished = games.iter_mut().filter(|game| game.ended.is_none());
                unfinished.for_each(|game| game.ended = Some(Ended::Cancelled));
                return Ok(());
            }
            learned => learned.map_err(PreflopSolveError::from)?,
        };
        round += 1;
        for (number, worth) in worths {
            let game = &mut games[number];
            let progress = game.measured(&batch.solvers()[number], worth);
            let stack = several.then(|| game.spec.stack.as_f64() / BLIND);
            work.tell(Detail::Preflop(PreflopProgress { stack, ..progress }));
            if game.ended.is_none() && round >= game.spec.rounds {
                game.ended = Some(Ended::Iterations);
            }
            if game.ended.is_some() {
                batch.leave(number);
            }
        }
    }
    Ok(())
}

/// The mean difference of frequencies.
fn mean_change(before: &[Vec<f64>], now: &[Vec<f64>]) -> f64 {
    let pairs = before.iter().flatten().zip(now.iter().flatten());
    let (count, sum) = pairs
        .fold((0usize, 0.0), |(count, sum), (before, now)| (count + 1, sum + (before - now).abs()));
    sum / count.max(1) as f64
}
