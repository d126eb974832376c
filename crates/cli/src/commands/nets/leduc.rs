//! `quasar nets leduc`.

use std::io::Write;

use clap::{Args, ValueEnum};
use quasar::job::Engine;
use quasar::nets::{LeducSpec, LeducTraining, LeducValues, ResolveSettings};

use crate::error::Failure;
use crate::output::Output;
use crate::progress::with_control;

/// Play no-limit Leduc by continual re-solving, and measure its exploitability exactly.
///
/// Each player re-solves the rest of the round before every action, as DeepStack does. Where the
/// card is dealt, a network says what hands are worth. It is trained first, with exact values, on
/// random states and on states that re-solving queries. Exploitability is the mean of both
/// players' best-response gains over the whole game, in chips. docs/NETS.md has the method and
/// the results.
#[derive(Debug, Args)]
pub(super) struct LeducArguments {
    /// How to value the leaves: by a network, by exact solves, or as 0 for a control.
    #[arg(long, value_enum, default_value_t = ValuesName::Network)]
    values: ValuesName,
    /// The ante of each player in chips.
    #[arg(long, default_value_t = 100, value_name = "CHIPS")]
    ante: u32,
    /// The stack of each player in chips, ante included.
    #[arg(long, default_value_t = 1_200, value_name = "CHIPS")]
    stack: u32,
    /// Iterations of a solve before the card; each updates both players.
    #[arg(long, default_value_t = 1_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Iterations of a solve after the card, where nothing is left to be valued.
    #[arg(long, default_value_t = 2_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    last_iterations: u32,
    /// Random states that the network learns at first.
    #[arg(long, default_value_t = 6_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// Extra training rounds on states that re-solving queries.
    #[arg(long, default_value_t = 3, value_name = "N")]
    rounds: u32,
    /// Solve and learn one in N of these states.
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
    /// Batches of 256 states, at first and in each round.
    #[arg(long, default_value_t = 3_000, value_name = "N")]
    steps: u32,
    /// Units in each of the two hidden layers.
    #[arg(long, default_value_t = 128, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4_096))]
    width: u16,
    /// Initial learning rate; it decays along a cosine to one hundredth.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ValuesName {
    Network,
    Exact,
    Zero,
}

impl LeducArguments {
    fn spec(&self) -> LeducSpec {
        LeducSpec {
            ante: self.ante,
            stack: self.stack,
            values: match self.values {
                ValuesName::Network => LeducValues::Network,
                ValuesName::Exact => LeducValues::Exact,
                ValuesName::Zero => LeducValues::Zero,
            },
            width: usize::from(self.width),
            training: LeducTraining {
                samples: self.samples as usize,
                rounds: self.rounds,
                one_in: u64::from(self.one_in),
                steps: u64::from(self.steps),
                rate: self.rate,
                seed: self.seed,
            },
            resolve: ResolveSettings {
                iterations: self.iterations,
                last_iterations: self.last_iterations,
            },
        }
    }
}

pub(super) fn run(arguments: &LeducArguments, output: &mut Output) -> Result<(), Failure> {
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let report = with_control(|control| arguments.spec().run(&engine, control))?;
    let LeducArguments { ante, stack, iterations, .. } = arguments;
    writeln!(output, "no-limit Leduc, ante {ante}, stack {stack}")?;
    if let Some([random, met]) = report.errors {
        writeln!(
            output,
            "network: mean error {:.4} pots on random states, {:.4} on states met in search; {:.1} s",
            random.mean, met.mean, report.training
        )?;
    }
    writeln!(
        output,
        "whole game, {iterations} iterations of CFR+: exploitability {:.3} chips",
        report.whole
    )?;
    writeln!(
        output,
        "continual re-solving, {} solves: exploitability {:.3} chips; {:.1} s",
        report.solves, report.resolved, report.solving
    )?;
    Ok(())
}
