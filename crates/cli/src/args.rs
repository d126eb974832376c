//! The command line.

use clap::{Parser, Subcommand, ValueEnum};

use crate::commands;

/// Poker equity and solving for Hold'em and Omaha.
///
/// For study and research away from the table, never for help during play.
#[derive(Debug, Parser)]
#[command(
    name = "quasar",
    version,
    arg_required_else_help = true,
    after_help = "\
Environment:
  NO_COLOR               disable colour, unless --color always is given
  QUASAR_SIMD=baseline   use no wide vector instructions; results are the same
                         (those of solve up to rounding)"
)]
pub(crate) struct Arguments {
    /// When to use colour; `auto` means on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Equity(commands::equity::EquityArguments),
    Solve(Box<commands::solve::SolveArguments>),
    SolveOne(commands::solve_one::SolveOneArguments),
    SolvePostflop(commands::postflop::PostflopArguments),
    SolvePreflop(commands::preflop::PreflopArguments),
    Chart(commands::chart::ChartArguments),
    TraceHand(commands::trace::TraceArguments),
    Eval(commands::eval::EvalArguments),
    Range(commands::range::RangeArguments),
    Flops(commands::flops::FlopsArguments),
    Buckets(commands::buckets::BucketsArguments),
    Matrix(commands::matrix::MatrixArguments),
    Nets(commands::nets::NetsArguments),
    PrecomputeEquity(commands::precompute::PrecomputeArguments),
    Inspect(commands::inspect::InspectArguments),
    Browse(commands::browse::BrowseArguments),
    Serve(commands::serve::ServeArguments),
    Schema(commands::schema::SchemaArguments),
    Bench(commands::bench::BenchArguments),
    Completions(commands::completions::CompletionsArguments),
    Man(commands::man::ManArguments),
}
