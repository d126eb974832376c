//! `quasar solve`.

mod boards;
mod buckets;
mod checkpoint;
mod import;
mod save;
pub(crate) mod show_spot;
mod show_toy;
mod spot;
mod toy;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use quasar::cards::{Game, Street};
use quasar::job::RuntimeOptions;
use quasar::request::values::quantities::{
    Count, Raises, RakeCap, RakeRate, SomeChips, TargetPercent, Threads,
};
use quasar::request::values::{
    AlgorithmName, Algorithms, Num, NumberError, Precision, Precisions, SolvedGames, UpdateOrders,
    Updates,
};
use quasar::spot::{CutStreets, ImportFormat, SaveSize, SaveSizes};

use crate::error::Failure;
use crate::names::names;
use crate::output::Output;
use crate::units::parse_bytes;
use crate::view::ViewArguments;

/// Solve a spot of Hold'em or Omaha, or a small game with a known answer.
///
/// A spot is a flop, turn or river with two ranges, a pot, stacks and bet sizes. It is
/// described by a file or by options; without either, an example is solved. The average
/// strategies of both players approach an equilibrium. The exploitability, which is the
/// mean of both players' best-response gains, measures the distance. Ctrl-C finishes the
/// iteration, writes a checkpoint next to the file and shows the result so far.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar solve
  quasar solve sample_configurations/turn.yaml --target 0.1
  quasar solve sample_configurations/3bet_pot_fast.yaml --dry-run
  quasar solve spot.yaml --line r:0:c:b60 --rake 5%,30
  quasar solve spot.yaml -o small.qsr --save no-rivers
  quasar solve spot.yaml -o spot.qsr
  quasar solve spot.qsr --target 0.1 -o spot.qsr
  quasar solve spot.yaml --flops 25 -o flops/ --sort -ev
  quasar solve spot.yaml --flops AhKsQd,Td9d6h -o flops/ --save full
  quasar solve spot.yaml --set river.bet=\"50%, 120%\" --json
  cat spot.yaml | quasar solve - --json
  quasar solve --board Ks7d4c9h2s --pot 100 --stack 300 --oop \"22+,A2s+\" --ip \"TT-22,KTs+\" --bet \"50%, a\"
  quasar solve tree.txt --print-spec > spot.yaml
  quasar solve sample_configurations/cut_turn.yaml --values equity --measure
  quasar solve sample_configurations/plo4_river.yaml --filter 'AA:$ds' --hands 20
  quasar solve --toy leduc --target 0.001

See docs/SOLVER.md for specs, games, algorithms and the report.")]
pub(crate) struct SolveArguments {
    /// The spot: a spec in YAML or JSON, a full save to resume, a tree configuration of
    /// PioSOLVER or a console script of TexasSolver; `-` for standard input.
    #[arg(value_name = "FILE", conflicts_with = "toy")]
    file: Option<PathBuf>,
    /// Solve a toy game instead: kuhn, leduc, leduc-no-limit, or liars-dice-DxF with D dice of F
    /// faces for each player.
    #[arg(long, value_name = "GAME", conflicts_with_all = ["filter", "hands"])]
    toy: Option<String>,
    #[command(flatten)]
    fields: FieldArguments,
    /// Stop after this many iterations [default for toy games without other limits:
    /// 1000].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    iterations: Option<Num<Count>>,
    /// Stop at this exploitability: percent of the pot, or chips for toy games [default
    /// for spots without other limits: 0.5].
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    target: Option<Num<TargetPercent>>,
    /// Stop after this time: 500ms, 5s, 2m, 1h.
    #[arg(long, value_name = "TIME", value_parser = quasar::request::parse_time)]
    time: Option<Duration>,
    /// Measure the exploitability every N iterations [default: 10; 30 with river buckets].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    check_every: Option<Num<Count>>,
    /// The algorithm [default: dcfr].
    #[arg(long, value_parser = names::<Algorithms>())]
    algorithm: Option<AlgorithmName>,
    /// Whether to update the players one after the other or together [default: alternating].
    #[arg(long, value_parser = names::<UpdateOrders>())]
    updates: Option<Updates>,
    /// The precision of regrets and strategy sums [default: full].
    #[arg(long, value_parser = names::<Precisions>())]
    precision: Option<Precision>,
    /// Number of threads; 0 means one per processor. It does not change results
    /// [default: 0; 1 for toy games].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<Num<Threads>>,
    /// The decision of a spot to show, such as r:0:c:b60 or r:0:c:c:8h.
    #[arg(long, value_name = "LINE", default_value = "r:0", conflicts_with = "toy")]
    line: String,
    /// The format of the file, if it is not recognised automatically.
    #[arg(long, value_name = "PROGRAM", requires = "file")]
    import: Option<ImportFormat>,
    /// Print the spec of the file in YAML, with the fields that options replace, and exit.
    #[arg(long, requires = "file", conflicts_with_all = ["toy", "dry_run", "flops"])]
    print_spec: bool,
    /// Print the size of the spot and whether it fits in memory, and exit.
    #[arg(long, conflicts_with = "toy")]
    dry_run: bool,
    /// Measure the final strategies in the exact game. With river buckets, best responses see
    /// every card. With --cut, the strategies are locked into the whole tree and the rest is
    /// solved, which takes the time and memory of the whole tree. Saves are always measured.
    /// --measure=sampled estimates an upper bound for river buckets from a sample of rivers, in a
    /// fraction of the time.
    #[arg(
        long, value_name = "HOW", num_args = 0..=1, require_equals = true,
        default_missing_value = "exact", conflicts_with_all = ["toy", "dry_run"]
    )]
    measure: Option<Measure>,
    /// Refuse spots that need more memory than this, such as 8GB [default: what the
    /// system has available]. Flops and turns of Omaha get 16-bit numbers and buckets of
    /// rivers that fit.
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, conflicts_with = "toy")]
    memory: Option<u64>,
    /// Resume from the checkpoint.
    #[arg(long)]
    resume: bool,
    /// The checkpoint file; if given, it is also written at the end [default:
    /// FILE.checkpoint, while a solve is unfinished].
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Save the solution to a file, or with --flops to a folder; `quasar inspect` reads
    /// it.
    #[arg(short, long, value_name = "FILE", conflicts_with = "toy")]
    output: Option<PathBuf>,
    /// What the save contains [default: full; no-rivers with --flops, or if full would
    /// take more than 2 GB].
    #[arg(long, value_parser = names::<SaveSizes>(), requires = "output")]
    save: Option<SaveSize>,
    /// Solve the spot on many flops instead of its board: all, a number of
    /// representative flops, a list such as AhKsQd,Td9d6h, or @FILE with such a list.
    /// Flops that are already in the folder are not solved again.
    #[arg(
        long, value_name = "FLOPS",
        conflicts_with_all = ["toy", "board", "csv", "resume", "checkpoint", "line", "filter", "hands"]
    )]
    flops: Option<String>,
    /// With --flops, the column to sort flops by, such as ev, -ev or ip_equity; otherwise
    /// the order of hands and, in Omaha, categories: strength, combos, ev or equity.
    #[arg(long, value_name = "COLUMN", conflicts_with = "toy", allow_hyphen_values = true)]
    sort: Option<String>,
    /// Show every decision of a toy game, not only the first.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    view: ViewArguments,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
    /// Print the hands of the decision as CSV.
    #[arg(long, conflicts_with_all = ["json", "toy"])]
    csv: bool,
}

/// How strategies are measured in the exact game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Measure {
    /// By best responses on all rivers.
    Exact,
    /// By an upper bound from samples of rivers.
    Sampled,
}

/// Fields of a spot that override those in the file.
#[derive(Debug, Args)]
#[command(next_help_heading = "Fields of a spot (override those in the file)")]
struct FieldArguments {
    /// The game.
    #[arg(long, value_name = "GAME", value_parser = names::<SolvedGames>(), conflicts_with = "toy")]
    game: Option<Game>,
    /// The board, three to five cards.
    #[arg(long, value_name = "CARDS", conflicts_with = "toy")]
    board: Option<String>,
    /// The pot.
    #[arg(long, value_name = "CHIPS", conflicts_with = "toy", allow_negative_numbers = true)]
    pot: Option<Num<SomeChips>>,
    /// The effective stack: what each player has left.
    #[arg(long, value_name = "CHIPS", conflicts_with = "toy", allow_negative_numbers = true)]
    stack: Option<Num<SomeChips>>,
    /// The range of the player out of position.
    #[arg(long, value_name = "RANGE", conflicts_with = "toy")]
    oop: Option<String>,
    /// The range of the player in position.
    #[arg(long, value_name = "RANGE", conflicts_with = "toy")]
    ip: Option<String>,
    /// Bet sizes of both players on every street.
    #[arg(long, value_name = "SIZES", conflicts_with = "toy")]
    bet: Option<String>,
    /// Raise sizes of both players on every street.
    #[arg(long, value_name = "SIZES", conflicts_with = "toy")]
    raise: Option<String>,
    /// Donk bet sizes: first bets out of position after calling on the previous street.
    #[arg(long, value_name = "SIZES", conflicts_with = "toy")]
    donk: Option<String>,
    /// Maximum number of raises per street.
    #[arg(long, value_name = "N", conflicts_with = "toy", allow_negative_numbers = true)]
    raise_cap: Option<Num<Raises>>,
    /// The rake: a rate, and after a comma a cap in chips.
    #[arg(long, value_name = "RATE,CAP", conflicts_with = "toy", allow_hyphen_values = true)]
    rake: Option<RakeArgument>,
    /// End the tree after the card of this street, and value the lines that would continue.
    #[arg(long, value_name = "STREET", value_parser = names::<CutStreets>(), conflicts_with = "toy")]
    cut: Option<Street>,
    /// How to value the leaves of a cut tree: `default` for the network that comes with the
    /// program, equity, oracle, or the file of a network.
    #[arg(long, value_name = "VALUES", conflicts_with = "toy")]
    values: Option<String>,
    /// Any other field, such as river.bet=75% or thresholds.merge=0.1.
    #[arg(long, value_name = "FIELD=VALUE", conflicts_with = "toy")]
    set: Vec<String>,
}

impl FieldArguments {
    /// Whether any field is given.
    fn any(&self) -> bool {
        let FieldArguments {
            game,
            board,
            pot,
            stack,
            oop,
            ip,
            bet,
            raise,
            donk,
            raise_cap,
            rake,
            cut,
            values,
            set,
        } = self;
        let texts = [board, oop, ip, bet, raise, donk, values];
        let numbers = [pot.is_some(), stack.is_some(), raise_cap.is_some(), rake.is_some()];
        game.is_some()
            || cut.is_some()
            || texts.iter().any(|text| text.is_some())
            || numbers.contains(&true)
            || !set.is_empty()
    }
}

/// The rake: `5%` or `5%,30`.
#[derive(Clone, Copy, Debug)]
struct RakeArgument {
    rate: Num<RakeRate>,
    cap: Option<Num<RakeCap>>,
}

impl FromStr for RakeArgument {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<RakeArgument, NumberError> {
        let (rate, cap) = match text.split_once(',') {
            Some((rate, cap)) => (rate, Some(cap.trim()).filter(|cap| *cap != "inf")),
            None => (text, None),
        };
        Ok(RakeArgument { rate: rate.parse()?, cap: cap.map(str::parse).transpose()? })
    }
}

impl SolveArguments {
    /// The runtime of a solve.
    fn runtime(&self) -> RuntimeOptions {
        RuntimeOptions {
            threads: self.threads.map_or(0, |threads| threads.get()),
            memory: self.memory,
            ..RuntimeOptions::default()
        }
    }
}

pub(crate) fn run(arguments: &SolveArguments, output: &mut Output) -> Result<(), Failure> {
    match (&arguments.toy, &arguments.flops) {
        (Some(toy), _) => toy::run(arguments, toy, output),
        (None, Some(flops)) => boards::run(arguments, flops, output),
        (None, None) => spot::run(arguments, output),
    }
}
