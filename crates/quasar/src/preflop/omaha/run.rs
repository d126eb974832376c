//! A game of four-card Omaha before the flop as a job.

use quasar_equity::Progress;
use quasar_game::Player;
use quasar_preflop::{OmahaPreflopGame, OmahaPreflopSolver, OmahaWorth, PreflopError};

use super::report::{self, Hands, OmahaPreflopReport};
use super::{OmahaPreflopBundle, OmahaPreflopSpec};
use crate::job::{
    Detail, Ended, FileWritten, Finished, JobError, JobReport, OmahaPreflopRun, Phase, Work,
    WrittenFile,
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

/// Solves the game: learns from samples of boards and measures over all of them, by turns. If
/// it is cancelled, the result is that of the last measurement.
pub(crate) fn run_job(run: &OmahaPreflopRun, work: &Work<'_>) -> Result<Finished, JobError> {
    let line = run.show.line()?;
    let claim = run.output.as_deref().map(OmahaPreflopBundle::claim).transpose()?;
    let spec = &run.game;
    let game = OmahaPreflopGame::new(&spec.betting()).map_err(PreflopSolveError::from)?;
    // A line that does not exist is an error before a long solve.
    let shown = node::locate(game.betting(), &line)?;
    let mut solver = OmahaPreflopSolver::new(game, u64::from(spec.seed));
    let (measured, ended) = solve(spec, &mut solver, work)?;
    let decisions: Vec<Decision> = solver
        .decisions(&measured.average, &measured.worth)
        .into_iter()
        .map(Decision::from)
        .collect();
    work.control().rearm();
    let (worth, iterations) = (&measured.worth, measured.iterations);
    let mut files = Vec::new();
    let mut unsaved = None;
    if let Some((claim, folder)) = claim.zip(run.output.as_ref()) {
        work.enter(Phase::Saving);
        let results = (iterations, worth.exploitability(), worth.value);
        match OmahaPreflopBundle::write(claim, spec, results, &decisions) {
            Ok(bundle) => {
                work.written(FileWritten::Result, folder, bundle.size());
                let (what, path, bytes) = (FileWritten::Result, folder.clone(), bundle.size());
                files.push(WrittenFile { what, path, bytes });
            }
            Err(error) => unsaved = Some(error.into()),
        }
    }
    let betting = solver.game().betting();
    let no_decision = || PreflopSolveError::NoDecision(line.to_string());
    let decision = decisions.iter().find(|decision| decision.node == shown);
    let node = report::node(betting, &Hands::new(), decision.ok_or_else(no_decision)?);
    let [oop, ip] = worth.gains;
    let report = OmahaPreflopReport {
        stack: spec.stack.as_f64() / BLIND,
        tree: Name(spec.tree),
        note: report::note(spec),
        iterations,
        boards: solver.game().boards(),
        exploitability_mbb: worth.exploitability(),
        gains_mbb: [ip, oop],
        ev_mbb: worth.value,
        ended,
        node,
    };
    debug_assert_eq!([Player::Oop.index(), Player::Ip.index()], [0, 1]);
    let cancelled = ended == Ended::Cancelled;
    Ok(Finished { report: JobReport::OmahaPreflop(Box::new(report)), files, cancelled, unsaved })
}

fn solve(
    spec: &OmahaPreflopSpec,
    solver: &mut OmahaPreflopSolver,
    work: &Work<'_>,
) -> Result<(Measured, Ended), JobError> {
    let engine = work.engine()?;
    let pool = engine.pool();
    let mut last: Option<Measured> = None;
    for _ in 0..spec.rounds {
        work.enter(Phase::Solving);
        let learned = work
            .counted(|progress: &Progress| pool.install(|| solver.learn_round(progress)))
            .and_then(|()| {
                work.enter(Phase::Measuring);
                work.counted(|progress| pool.install(|| solver.measure(progress)))
            });
        let worth = match (learned, last) {
            (Err(PreflopError::Stopped), Some(last)) => return Ok((last, Ended::Cancelled)),
            (Err(error), _) => return Err(PreflopSolveError::from(error).into()),
            (Ok(worth), before) => {
                last = before;
                worth
            }
        };
        let average = solver.average();
        let change = last.as_ref().map_or(1.0, |last| mean_change(&last.average, &average));
        work.tell(Detail::Preflop(PreflopProgress {
            iteration: solver.iterations(),
            exploitability_mbb: worth.exploitability(),
            ev_mbb: worth.value,
            change,
        }));
        let reached = worth.exploitability() <= spec.target_mbb;
        let measured = Measured { iterations: solver.iterations(), worth, average };
        if reached {
            return Ok((measured, Ended::GoalReached));
        }
        last = Some(measured);
    }
    let stopped = || JobError::from(PreflopSolveError::from(PreflopError::Stopped));
    Ok((last.ok_or_else(stopped)?, Ended::Iterations))
}

/// The mean difference of frequencies.
fn mean_change(before: &[Vec<f64>], now: &[Vec<f64>]) -> f64 {
    let pairs = before.iter().flatten().zip(now.iter().flatten());
    let (count, sum) = pairs
        .fold((0usize, 0.0), |(count, sum), (before, now)| (count + 1, sum + (before - now).abs()));
    sum / count.max(1) as f64
}
