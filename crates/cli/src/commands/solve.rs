//! `quasar solve`.

mod show;

use std::num::NonZeroU32;
use std::time::Duration;

use clap::{Args, ValueEnum};
use quasar::solver::{Algorithm, Discounts, Precision, Updates};
use quasar::{Goal, ToyGame, ToySpec};

use crate::error::Failure;
use crate::output::Output;
use crate::progress::solve_with_progress;
use crate::units::parse_duration;

/// Solve a small game with a known answer.
///
/// The average strategies of both players approach an equilibrium;
/// exploitability, the mean of what each could gain by the best response, says
/// how close they are. Ctrl-C stops the solve and shows what it has found.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar solve --toy kuhn
  quasar solve --toy leduc --target 0.001
  quasar solve --toy leduc --algorithm pcfrplus --iterations 200 --all
  quasar solve --toy liars-dice-1x6 --algorithm linear --time 5s --json

docs/SOLVER.md describes games, algorithms and the report.")]
pub(crate) struct SolveArguments {
    /// The game: kuhn, leduc, or liars-dice-DxF with D dice of F faces for each
    /// player.
    #[arg(long, value_name = "GAME")]
    toy: Option<String>,
    /// Stop after this many iterations [default without other limits: 1000].
    #[arg(long, value_name = "N")]
    iterations: Option<NonZeroU32>,
    /// Stop when the exploitability is at most this many chips.
    #[arg(long, value_name = "CHIPS")]
    target: Option<f64>,
    /// Stop after this time: 500ms, 5s, 2m, 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
    /// Look at the exploitability every so many iterations.
    #[arg(long, value_name = "N", default_value_t = Goal::DEFAULT_CHECK)]
    check_every: NonZeroU32,
    /// How strategies are learned.
    #[arg(long, value_enum, default_value_t = AlgorithmName::Dcfr)]
    algorithm: AlgorithmName,
    /// Whose strategy changes at a time.
    #[arg(long, value_enum, default_value_t = UpdatesName::Alternating)]
    updates: UpdatesName,
    /// How regrets and strategy sums are kept.
    #[arg(long, value_enum, default_value_t = PrecisionName::Full)]
    precision: PrecisionName,
    /// Threads to use; they change no result.
    #[arg(long, default_value_t = 1, value_name = "N")]
    threads: usize,
    /// Show every decision, not only the first.
    #[arg(long)]
    all: bool,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum AlgorithmName {
    /// Discounted CFR.
    Dcfr,
    /// Linear CFR.
    Linear,
    /// CFR+.
    Cfrplus,
    /// CFR as first published.
    Vanilla,
    /// Predictive CFR+.
    Pcfrplus,
    /// Fictitious play, linear and optimistic.
    Fp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum UpdatesName {
    /// One player after the other.
    Alternating,
    /// Both at once.
    Simultaneous,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PrecisionName {
    /// 32-bit numbers.
    Full,
    /// 16-bit numbers with a common scale at each decision.
    Half,
}

pub(crate) fn run(arguments: &SolveArguments, output: &mut Output) -> Result<(), Failure> {
    let Some(toy) = &arguments.toy else {
        return Err(Failure::Usage(
            "solve needs a game; what works today is --toy kuhn, --toy leduc and --toy liars-dice-1x4"
                .to_owned(),
        ));
    };
    let game: ToyGame = toy.parse()?;
    let mut job = spec(arguments, game).job()?;
    let report = solve_with_progress(|control, progress| job.run(control, progress))?;
    if arguments.json {
        return output.json(&report);
    }
    show::report(&report, game.known_value(), arguments.all, output)
}

fn spec(arguments: &SolveArguments, game: ToyGame) -> ToySpec {
    let limited = arguments.target.is_some() || arguments.time.is_some();
    let iterations = match arguments.iterations {
        Some(iterations) => Some(iterations.get()),
        None => (!limited).then_some(ToySpec::DEFAULT_ITERATIONS),
    };
    ToySpec {
        game,
        algorithm: match arguments.algorithm {
            AlgorithmName::Dcfr => Algorithm::Discounted(Discounts::default()),
            AlgorithmName::Linear => Algorithm::Linear,
            AlgorithmName::Cfrplus => Algorithm::CfrPlus,
            AlgorithmName::Vanilla => Algorithm::Vanilla,
            AlgorithmName::Pcfrplus => Algorithm::PredictivePlus,
            AlgorithmName::Fp => Algorithm::FictitiousPlay { linear: true, optimistic: true },
        },
        updates: match arguments.updates {
            UpdatesName::Alternating => Updates::Alternating,
            UpdatesName::Simultaneous => Updates::Simultaneous,
        },
        precision: match arguments.precision {
            PrecisionName::Full => Precision::Full,
            PrecisionName::Half => Precision::Half,
        },
        threads: arguments.threads,
        goal: Goal {
            exploitability: arguments.target,
            iterations,
            time: arguments.time,
            check_every: arguments.check_every,
        },
    }
}
