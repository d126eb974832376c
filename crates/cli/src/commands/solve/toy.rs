//! `quasar solve --toy`: small games with known answers.

use quasar::solver::{Algorithm, Discounts, Precision, Updates};
use quasar::{Goal, ToyGame, ToySpec};

use super::{AlgorithmName, PrecisionName, SolveArguments, UpdatesName, show_toy};
use crate::error::Failure;
use crate::output::Output;
use crate::progress::{SolveShown, solve_with_progress};

pub(super) fn run(
    arguments: &SolveArguments,
    toy: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    let game: ToyGame = toy.parse()?;
    let mut job = spec(arguments, game).job()?;
    let shown = SolveShown::Toy;
    let report = solve_with_progress(shown, |control, progress| job.run(control, progress))?;
    if arguments.json {
        return output.json(&report);
    }
    show_toy::report(&report, game.known_value(), arguments.all, output)
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
            None | Some(AlgorithmName::Dcfr) => Algorithm::Discounted(Discounts::default()),
            Some(AlgorithmName::Linear) => Algorithm::Linear,
            Some(AlgorithmName::Cfrplus) => Algorithm::CfrPlus,
            Some(AlgorithmName::Vanilla) => Algorithm::Vanilla,
            Some(AlgorithmName::Pcfrplus) => Algorithm::PredictivePlus,
            Some(AlgorithmName::Fp) => Algorithm::FictitiousPlay { linear: true, optimistic: true },
        },
        updates: match arguments.updates {
            None | Some(UpdatesName::Alternating) => Updates::Alternating,
            Some(UpdatesName::Simultaneous) => Updates::Simultaneous,
        },
        precision: match arguments.precision {
            None | Some(PrecisionName::Full) => Precision::Full,
            Some(PrecisionName::Half) => Precision::Half,
        },
        threads: arguments.threads.unwrap_or(1),
        goal: Goal {
            exploitability: arguments.target,
            iterations,
            time: arguments.time,
            check_every: arguments.check_every.unwrap_or(Goal::DEFAULT_CHECK),
        },
    }
}
