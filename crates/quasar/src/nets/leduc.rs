//! Continual re-solving on no-limit Leduc: how exploitable a player is who solves each
//! state again when it acts, with leaf values where the card is dealt.

use std::time::Instant;

use quasar_equity::Progress;
use quasar_nets::limit::{Constant, LeafValues, OracleSettings};
use quasar_nets::resolve::{
    ExactRounds, LeducNetwork, LeducTraining, ResolveSettings, Resolved, Rounds, ValueErrors,
};
use quasar_solver::{Algorithm, Profile, Settings, Solver, Updates, no_limit_leduc};

use super::NetsError;
use crate::job::{Control, Engine};

/// Who values the leaves before the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeducValues {
    /// A network that is trained first.
    Network,
    /// Exact solves of what follows, in every iteration.
    Exact,
    /// Nobody: every leaf is worth nothing.
    Zero,
}

/// What is re-solved and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeducSpec {
    /// The ante of each player in chips.
    pub ante: u32,
    /// The stack of each player in chips, ante included.
    pub stack: u32,
    /// Who values leaves.
    pub values: LeducValues,
    /// Numbers in each hidden layer of the network.
    pub width: usize,
    /// How the network is trained.
    pub training: LeducTraining,
    /// How states are solved.
    pub resolve: ResolveSettings,
}

/// What was measured, in chips.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeducReport {
    /// Exploitability of CFR+ with simultaneous updates over the whole game, after as many
    /// iterations as a solve before the card.
    pub whole: f64,
    /// Exploitability of continual re-solving.
    pub resolved: f64,
    /// How many solves that takes.
    pub solves: usize,
    /// Errors of the network on random states, then on states that re-solving asks about; it
    /// has learned none of them.
    pub errors: Option<[ValueErrors; 2]>,
    /// Seconds until the network was trained.
    pub training: f64,
    /// Seconds of all solves.
    pub solving: f64,
}

/// How well labels and leaves are solved, in pots.
const ACCURACY: f64 = 3e-4;

impl LeducSpec {
    /// Trains if need be, re-solves every state and measures.
    pub fn run(&self, engine: &Engine, control: &Control) -> Result<LeducReport, NetsError> {
        engine.pool().install(|| self.measure(control.progress()))
    }

    fn measure(&self, progress: &Progress) -> Result<LeducReport, NetsError> {
        let rounds = Rounds::leduc(no_limit_leduc(self.ante, self.stack)?);
        let algorithm = Algorithm::PredictivePlus;
        let settings =
            OracleSettings { accuracy: ACCURACY, algorithm, ..OracleSettings::default() };
        let exact = ExactRounds { rounds: &rounds, settings };
        let start = Instant::now();
        let (mut network, mut errors) = (None, None);
        if self.values == LeducValues::Network {
            let (width, training, resolve) = (self.width, &self.training, self.resolve);
            let (trained, random, met) =
                LeducNetwork::trained(&rounds, width, &exact, training, resolve, progress)?;
            errors = met.last().map(|&met| [random, met]);
            network = Some(trained);
        }
        let training = start.elapsed().as_secs_f64();
        let values: &dyn LeafValues = match (&network, self.values) {
            (Some(network), _) => network,
            (None, LeducValues::Zero) => &Constant(0.0),
            _ => &exact,
        };
        let start = Instant::now();
        let resolved = Resolved::new(&rounds, values, self.resolve, progress)?;
        let solving = start.elapsed().as_secs_f64();
        Ok(LeducReport {
            whole: whole(&rounds, self.resolve.iterations, progress)?,
            resolved: resolved.exploitability(&rounds)?,
            solves: resolved.solves(),
            errors,
            training,
            solving,
        })
    }
}

/// The exploitability of the whole game solved at once, as the public DeepStack for Leduc does.
fn whole(rounds: &Rounds, iterations: u32, progress: &Progress) -> Result<f64, NetsError> {
    let settings = Settings {
        algorithm: Algorithm::CfrPlus,
        updates: Updates::Simultaneous,
        ..Settings::default()
    };
    let mut solver = Solver::new(rounds.game().clone(), settings)?;
    for _ in 0..iterations {
        if !progress.may_continue() {
            return Err(NetsError::Cancelled);
        }
        solver.step()?;
    }
    Ok(solver.gap(Profile::Average)?)
}
