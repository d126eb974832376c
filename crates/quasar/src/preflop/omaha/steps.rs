//! Solving games of four-card Omaha as steps that a job drives: learning from samples of boards
//! and measuring over all of them, by turns.

use std::time::Duration;

use quasar_game::BettingTree;
use quasar_preflop::{OmahaPreflopBatch, OmahaPreflopSolver, OmahaValue, PreflopError};

use super::report::{self, Hands};
use super::run::Game;
use crate::job::{
    AskError, Control, Detail, Ended, Engine, GoalChange, JobError, NodeAnswer, NodeQuery,
    NodeReport, Phase, SolveProgress, Steps, Work,
};
use crate::preflop::node::{self, Decision};
use crate::preflop::spec::BLIND;
use crate::preflop::{PreflopProgress, PreflopSolveError};

/// Games that are being solved.
pub(super) struct OmahaSteps<'a, 'w> {
    work: &'a Work<'w>,
    engine: &'a Engine,
    pub(super) games: Vec<Game<'a>>,
    pub(super) batch: OmahaPreflopBatch,
    /// Finished rounds, each of learning and a measurement.
    rounds: u32,
    /// Whether the next step is a measurement.
    learned: bool,
    pub(super) worked: Duration,
    /// What is shown of a game that is solved alone.
    snapshot: Option<Snapshot>,
}

/// The decisions of a game at its last measurement, or before the first one as far as it has
/// learned, without the values of actions.
struct Snapshot {
    hands: Hands,
    betting: BettingTree,
    iteration: u32,
    decisions: Vec<Decision>,
}

impl<'a, 'w> OmahaSteps<'a, 'w> {
    pub(super) fn new(
        work: &'a Work<'w>,
        engine: &'a Engine,
        games: Vec<Game<'a>>,
        batch: OmahaPreflopBatch,
    ) -> OmahaSteps<'a, 'w> {
        let snapshot = match batch.solvers() {
            [only] => Some(Snapshot {
                hands: Hands::new(),
                betting: only.game().betting().clone(),
                iteration: 0,
                decisions: unmeasured(only),
            }),
            _ => None,
        };
        let (rounds, learned, worked) = (0, false, Duration::ZERO);
        OmahaSteps { work, engine, games, batch, rounds, learned, worked, snapshot }
    }

    /// The iterations between two measurements.
    fn learn(&mut self) -> Result<(), PreflopError> {
        let OmahaSteps { work, engine, batch, snapshot, .. } = self;
        work.enter(Phase::Solving);
        let pool = engine.pool();
        let learn = |control: &Control| pool.install(|| batch.learn_round(control.progress()));
        work.counted_asked(|query| look(snapshot.as_ref(), query), learn)?;
        self.learned = true;
        if let (0, Some(snapshot), [only]) = (self.rounds, &mut self.snapshot, self.batch.solvers())
        {
            snapshot.iteration = only.iterations();
            snapshot.decisions = unmeasured(only);
        }
        Ok(())
    }

    /// A measurement, after which games that are good enough leave.
    fn measure(&mut self) -> Result<(), PreflopError> {
        let OmahaSteps { work, engine, batch, snapshot, .. } = self;
        work.enter(Phase::Measuring);
        let pool = engine.pool();
        let measure = |control: &Control| pool.install(|| batch.measure(control.progress()));
        let worths = work.counted_asked(|query| look(snapshot.as_ref(), query), measure)?;
        self.learned = false;
        self.rounds += 1;
        let several = self.games.len() > 1;
        for (number, worth) in worths {
            let (game, solver) = (&mut self.games[number], &self.batch.solvers()[number]);
            let progress = game.measured(solver, worth);
            let stack = several.then(|| game.spec.stack.as_f64() / BLIND);
            self.work.tell(Detail::Preflop(PreflopProgress { stack, ..progress }));
            if let Some((snapshot, decisions)) = self.snapshot.as_mut().zip(game.decisions(solver))
            {
                snapshot.iteration = solver.iterations();
                snapshot.decisions = decisions;
            }
        }
        Ok(())
    }

    /// Lets games leave whose goal is reached.
    fn leave(&mut self) {
        for (number, game) in self.games.iter_mut().enumerate() {
            if game.ended.is_none() {
                game.ended = game.reached(self.worked);
                if game.ended.is_some() {
                    self.batch.leave(number);
                }
            }
        }
    }
}

impl Steps for OmahaSteps<'_, '_> {
    type Error = JobError;

    /// Why the last game ended, once all have.
    fn ended(&self) -> Option<Ended> {
        let ended = self.games.iter().map(|game| game.ended.or(game.reached(self.worked)));
        ended.collect::<Option<Vec<Ended>>>()?.last().copied()
    }

    fn step(&mut self) -> Result<(), JobError> {
        // Not before: until here another goal would keep them.
        self.leave();
        let start = self.work.clock().now();
        let stepped = if self.learned { self.measure() } else { self.learn() };
        self.worked += self.work.clock().now() - start;
        match stepped {
            // The loop notices that the job is cancelled; what was measured remains.
            Err(PreflopError::Stopped) if self.work.control().is_cancelled() => {}
            stepped => stepped.map_err(PreflopSolveError::from)?,
        }
        Ok(())
    }

    fn progress(&self) -> SolveProgress {
        let iterations = self.batch.solvers().iter().map(OmahaPreflopSolver::iterations);
        SolveProgress {
            iteration: iterations.max().unwrap_or(0),
            exploitability: self.games.iter().filter_map(Game::exploitability).reduce(f64::max),
            elapsed: self.worked,
            nodes_per_second: 0.0,
            share: None,
        }
    }

    fn change_goal(&mut self, change: &GoalChange) {
        self.games.iter_mut().for_each(|game| game.goal.change(change, 1.0));
    }

    /// A game that has left does not come back.
    fn is_whole(&self) -> bool {
        self.games.iter().all(|game| game.ended.is_none())
    }

    fn answer(&mut self, query: &NodeQuery) -> Result<NodeReport, AskError> {
        look(self.snapshot.as_ref(), query).map(|answer| answer.node)
    }

    fn shown_iteration(&self) -> u32 {
        self.snapshot.as_ref().map_or(0, |snapshot| snapshot.iteration)
    }
}

/// A decision of a snapshot.
fn look(snapshot: Option<&Snapshot>, query: &NodeQuery) -> Result<NodeAnswer, AskError> {
    let several = AskError::NoDecisions("a job with several stacks");
    let Snapshot { hands, betting, iteration, decisions } = snapshot.ok_or(several)?;
    let no_node = |error: PreflopSolveError| AskError::Node(error.to_string());
    let line = query.line()?;
    let at = node::locate(betting, &line).map_err(no_node)?;
    let decision = decisions.iter().find(|decision| decision.node == at);
    let missing = || no_node(PreflopSolveError::NoDecision(line.to_string()));
    let report = report::node(betting, hands, decision.ok_or_else(missing)?);
    Ok(NodeAnswer { iteration: *iteration, node: NodeReport::OmahaPreflop(Box::new(report)) })
}

/// The decisions of average strategies that were not measured.
fn unmeasured(solver: &OmahaPreflopSolver) -> Vec<Decision> {
    let average = solver.average();
    let values = average.iter().map(|numbers| vec![f64::NAN; numbers.len()]).collect();
    let worth = OmahaValue { value: f64::NAN, gains: [f64::NAN; 2], values };
    solver.decisions(&average, &worth).into_iter().map(Decision::from).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use quasar_cards::{Card, CardSet};
    use quasar_preflop::OmahaDeck;

    use super::*;
    use crate::job::{Control, Runtime, RuntimeOptions, drive};
    use crate::preflop::OmahaPreflopSpec;

    const ITERATIONS: [GoalChange; 2] = [
        GoalChange { target: None, iterations: Some(1), seconds: None },
        GoalChange { target: None, iterations: Some(41), seconds: None },
    ];

    static DECK: LazyLock<OmahaDeck> = LazyLock::new(|| {
        let cards: CardSet = Card::all().filter(|card| card.index() >= 36).collect();
        OmahaDeck::of(cards).unwrap()
    });

    fn spec(stack: u32) -> OmahaPreflopSpec {
        let text = format!("{{stack: {stack}, tree: push_fold, target: 0, rounds: 1000000}}");
        OmahaPreflopSpec::parse(&text).unwrap()
    }

    /// Solves games without end, played with sixteen cards, and lets `test` see the steps.
    fn with_steps<T>(
        stacks: &[u32],
        control: &Control,
        test: impl FnOnce(&mut OmahaSteps<'_, '_>) -> T,
    ) -> T {
        let runtime = Runtime::new(RuntimeOptions { threads: 1, ..RuntimeOptions::default() });
        let specs: Vec<OmahaPreflopSpec> = stacks.iter().map(|&stack| spec(stack)).collect();
        let betting: Vec<_> = specs.iter().map(OmahaPreflopSpec::betting).collect();
        runtime.unwrap().work_here(control, |work| {
            let engine = work.engine().unwrap();
            let batch = OmahaPreflopBatch::new(&betting, &DECK, 1).unwrap();
            let games = specs.iter().map(|spec| Game::new(spec, None).unwrap()).collect();
            test(&mut OmahaSteps::new(work, &engine, games, batch))
        })
    }

    fn run(steps: &mut OmahaSteps<'_, '_>, control: &Control) -> Ended {
        drive(steps, control, &mut |_: &SolveProgress| ()).unwrap()
    }

    /// A goal is looked at after each measurement: 40 iterations, 80 and so on.
    #[test]
    fn another_goal_ends_the_solve_at_a_measurement() {
        let [one, more] = ITERATIONS;
        for (stacks, change, done) in [(&[8][..], more, 80), (&[4, 8], one, 40)] {
            let control = Control::new();
            control.change_goal(change).unwrap();
            with_steps(stacks, &control, |steps| {
                assert_eq!(run(steps, &control), Ended::Iterations);
                assert_eq!(steps.progress().iteration, done);
            });
        }
    }

    /// The rounds of the spec are a limit like another one, which a better goal raises, also when it
    /// has just been reached.
    #[test]
    fn another_goal_may_take_more_rounds_than_the_spec() {
        let control = Control::new();
        with_steps(&[8], &control, |steps| {
            steps.games[0].goal.iterations = Some(40);
            assert_eq!(run(steps, &control), Ended::Iterations);
            control.change_goal(ITERATIONS[1]).unwrap();
            assert_eq!(run(steps, &control), Ended::Iterations);
            assert_eq!((steps.progress().iteration, control.missed_goal()), (80, false));
        });
    }

    /// A game that has left ends with the goal that it had.
    #[test]
    fn a_stack_that_is_solved_has_missed_another_goal() {
        let control = Control::new();
        with_steps(&[4, 8], &control, |steps| {
            steps.games[0].goal.iterations = Some(40);
            (0..3).for_each(|_| steps.step().unwrap());
            control.change_goal(ITERATIONS[1]).unwrap();
            assert_eq!(run(steps, &control), Ended::Iterations);
            let done = steps.batch.solvers().iter().map(OmahaPreflopSolver::iterations);
            assert_eq!((done.collect::<Vec<_>>(), control.missed_goal()), (vec![40, 80], true));
        });
    }

    /// What was measured decides at once, without another round.
    #[test]
    fn a_target_that_is_reached_ends_the_solve_where_it_is() {
        let control = Control::new();
        with_steps(&[8], &control, |steps| {
            (0..2).for_each(|_| steps.step().unwrap());
            assert_eq!(steps.ended(), None);
            let found = steps.progress().exploitability.unwrap();
            control
                .change_goal(GoalChange { target: Some(found), ..GoalChange::default() })
                .unwrap();
            assert_eq!(run(steps, &control), Ended::GoalReached);
            assert_eq!((steps.progress().iteration, steps.shown_iteration()), (40, 40));
        });
    }

    /// Cancelled before the end of a round, a solve keeps its last measurement.
    #[test]
    fn a_cancelled_solve_keeps_what_was_measured() {
        let control = Control::new();
        with_steps(&[8], &control, |steps| {
            (0..2).for_each(|_| steps.step().unwrap());
            let found = steps.progress().exploitability;
            control.cancel();
            steps.step().unwrap();
            assert_eq!(run(steps, &control), Ended::Cancelled);
            assert_eq!(steps.progress().exploitability, found);
        });
    }
}
