//! `quasar nets`.

mod leduc;
mod rebel;

use std::env;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use quasar::cards::{Game, Street};
use quasar::job::Engine;
use quasar::nets::{
    BucketGame, BucketModel, BucketTrainSpec, BucketTraining, Deck, EvalReport, EvalSpec,
    GenerateSpec, Model, NetworkSpec, Output as NetworkOutput, Part, SearchReport, SearchSpec,
    SearchValues, Shard, Source, TrainEvent, TrainSpec, Training,
};
use quasar::request::values::UpdateOrders;
use quasar::solver::Updates;

use crate::error::Failure;
use crate::file::write_file;
use crate::names::names;
use crate::output::{Output, left, right, size, tell, thousands};
use crate::progress::{Shown, with_progress};
use crate::signals;

/// Make, train and measure value networks.
///
/// A value network says what every hand is worth at the start of a turn or river, so that a
/// tree can be cut there: `quasar solve` with `cut`. docs/NETS.md has the method and the results.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar nets generate --street river --count 600 --seed 7 --list
  quasar nets generate --street river --count 10000 --seed 7 -o data
  quasar nets generate --street river --ranges search --count 2000 --seed 7 -o data
  quasar nets train data --street river -o river.safetensors
  quasar nets eval data --street river --page errors.html
  quasar nets search --table holdem-turn --values network,equity
  quasar nets export river.safetensors -o river.onnx
  quasar nets export river.safetensors --weights 8 -o small.safetensors
  quasar nets rebel --game 1x4 --epochs 200
  quasar nets leduc")]
pub(crate) struct NetsArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Generate(GenerateArguments),
    Train(TrainArguments),
    Eval(EvalArguments),
    Search(SearchArguments),
    Export(ExportArguments),
    Rebel(rebel::RebelArguments),
    Leduc(leduc::LeducArguments),
}

/// Make training data: random states with exact values.
///
/// Samples are written in shards, one file each. Shards that already exist are kept, so repeat
/// the command to resume an interrupted run. The same seed gives the same samples on any machine.
#[derive(Debug, Args)]
struct GenerateArguments {
    /// The game: holdem or plo4.
    #[arg(long, default_value = "holdem")]
    game: Game,
    /// Deal from ten to ace only; four-card Omaha.
    #[arg(long)]
    royal: bool,
    /// The street at whose start states are valued.
    #[arg(long, value_enum, default_value_t = StreetName::River)]
    street: StreetName,
    /// Boards for training or for measuring.
    #[arg(long, value_enum, default_value_t = PartName::Train)]
    part: PartName,
    /// Source of ranges: random; search, ranges that searches on the previous street lead to;
    /// narrow, the best starting hands only.
    #[arg(long, value_enum, default_value_t = RangesName::Random)]
    ranges: RangesName,
    /// The network for searches [default: the shipped one for the street].
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The seed of the run.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many samples.
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    count: u32,
    /// Samples of a shard.
    #[arg(long, default_value_t = 250, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    per_shard: u32,
    /// The folder to write to.
    #[arg(short, long, value_name = "FOLDER", default_value = "nets-data")]
    output: PathBuf,
    /// Print the plan of all shards, one JSON object per line, without making samples.
    #[arg(long, conflicts_with_all = ["plan", "id"])]
    list: bool,
    /// Make one shard of a plan: the one named by --id.
    #[arg(long, value_name = "FILE", requires = "id")]
    plan: Option<PathBuf>,
    /// The shard of the plan.
    #[arg(long, requires = "plan")]
    id: Option<String>,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
}

/// Train a network on a folder of shards.
///
/// One training board in sixteen is kept to choose the best epoch. To resume an interrupted
/// run, repeat the command. The network is the same for any number of threads.
#[derive(Debug, Args)]
struct TrainArguments {
    /// The folder of the shards.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The street; shards of other streets are left out.
    #[arg(long, value_enum, default_value_t = StreetName::River)]
    street: StreetName,
    /// One pass per leaf; one per hand: the reference, which is slow; or the baseline of
    /// strength buckets, which learns one game only.
    #[arg(long, value_enum, default_value_t = HeadName::Curve)]
    head: HeadName,
    /// The game of strength buckets: holdem or plo4. Other networks learn all games at once.
    #[arg(long, default_value = "holdem")]
    game: Game,
    /// The royal deck, for strength buckets of four-card Omaha.
    #[arg(long)]
    royal: bool,
    /// Units per hidden layer.
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u16).range(1..=4_096))]
    width: u16,
    /// Hidden layers.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=16))]
    depth: u8,
    /// The version of the features that it reads [default: the latest].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2))]
    features: Option<u32>,
    /// Passes over all samples.
    #[arg(long, default_value_t = 60)]
    epochs: u32,
    /// Initial learning rate.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// The seed of the first weights and of the order of samples.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write.
    #[arg(short, long, value_name = "FILE", default_value = "network.safetensors")]
    output: PathBuf,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
}

/// Measure the errors of a network on held-out samples.
#[derive(Debug, Args)]
struct EvalArguments {
    /// The folder of held-out shards.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The network [default: the one that ships for the street].
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The street of the shipped network.
    #[arg(long, value_enum, default_value_t = StreetName::River, conflicts_with = "model")]
    street: StreetName,
    /// The game of the shipped network: holdem or plo4.
    #[arg(long, default_value = "holdem", conflicts_with = "model")]
    game: Game,
    /// A bucket network to compare with.
    #[arg(long, value_name = "FILE")]
    buckets: Option<PathBuf>,
    /// Solve this many samples again to measure label noise.
    #[arg(long, default_value_t = 0, value_name = "N")]
    noise: usize,
    /// Write tables and plots as a page.
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
}

/// Play held-out spots with a network, and measure the strategies exactly.
///
/// Each spot is solved up to its next card. The strategies are locked into the whole game, what
/// follows is solved exactly, and the exact best responses over the whole game are reported.
#[derive(Debug, Args)]
struct SearchArguments {
    /// The table of held-out spots.
    #[arg(long, default_value = "holdem-turn")]
    table: String,
    /// The network [default: the one that ships].
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The bucket network, for --values buckets.
    #[arg(long, value_name = "FILE")]
    buckets: Option<PathBuf>,
    /// What values the leaves.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "network")]
    values: Vec<ValuesName>,
    /// The first spot of the table, from 0.
    #[arg(long, default_value_t = 0, value_name = "N")]
    first: usize,
    /// How many spots.
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    spots: usize,
    /// Iterations of the search.
    #[arg(long, default_value_t = 100, value_name = "N")]
    iterations: u32,
    /// Which player each update changes; `simultaneous` updates both and queries the network half as often.
    #[arg(long, default_value = "alternating", value_parser = names::<UpdateOrders>())]
    updates: Updates,
    /// Maximum iterations for the rest of the game, and for exact solves.
    #[arg(long, default_value_t = 200, value_name = "N")]
    rest: u32,
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

/// Write the layers of a network as ONNX, for other programs, or with smaller weights.
#[derive(Debug, Args)]
struct ExportArguments {
    /// The network.
    #[arg(value_name = "FILE")]
    model: PathBuf,
    /// Round weights to this many bits, and write a Quasar network instead of ONNX.
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u8).range(8..=8))]
    weights: Option<u8>,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StreetName {
    Turn,
    River,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PartName {
    Train,
    HeldOut,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RangesName {
    Random,
    Search,
    Narrow,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum HeadName {
    Curve,
    Hand,
    Buckets,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ValuesName {
    Network,
    Buckets,
    Equity,
    Zero,
    Exact,
}

impl StreetName {
    fn street(self) -> Street {
        match self {
            StreetName::Turn => Street::Turn,
            StreetName::River => Street::River,
        }
    }
}

pub(crate) fn run(arguments: &NetsArguments, output: &mut Output) -> Result<(), Failure> {
    match &arguments.action {
        Action::Generate(arguments) => generate(arguments, output),
        Action::Train(arguments) => train(arguments, output),
        Action::Eval(arguments) => eval(arguments, output),
        Action::Search(arguments) => search(arguments, output),
        Action::Rebel(arguments) => rebel::run(arguments, output),
        Action::Leduc(arguments) => leduc::run(arguments, output),
        Action::Export(arguments) => export(arguments, output),
    }
}

fn generate(arguments: &GenerateArguments, output: &mut Output) -> Result<(), Failure> {
    let mut spec = match (&arguments.plan, &arguments.id) {
        (Some(plan), Some(id)) => GenerateSpec::planned(plan, id, &arguments.output)?,
        _ => {
            let first = Shard {
                game: arguments.game,
                deck: if arguments.royal { Deck::Royal } else { Deck::Full },
                street: arguments.street.street(),
                part: match arguments.part {
                    PartName::Train => Part::Train,
                    PartName::HeldOut => Part::HeldOut,
                },
                source: Source::ALL[arguments.ranges as usize],
                seed: arguments.seed,
                number: 0,
                count: arguments.per_shard,
            };
            let (count, per_shard) = (arguments.count, arguments.per_shard);
            GenerateSpec::run_of(first, count, per_shard, &arguments.output)
        }
    };
    if arguments.list {
        return Ok(output.write_all(spec.plan().as_bytes())?);
    }
    if let Some(shard) = spec.shards.iter().find(|shard| shard.source == Source::Search) {
        spec.model = Some(model(arguments.model.as_ref(), shard.street, shard.game)?);
    }
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let report = with_progress(Shown::Count("samples"), |progress| spec.run(&engine, progress))?;
    let folder = arguments.output.display();
    writeln!(
        output,
        "{folder}: {} samples in {} shards written, {} shards already existed; mean gap {:.3} % of the pot, {:.1} s",
        thousands(report.samples as u64),
        report.written,
        report.found,
        100.0 * report.gap,
        report.seconds
    )?;
    Ok(())
}

/// This command, for files.
fn command() -> String {
    env::args().skip(1).fold("quasar".to_owned(), |all, next| all + " " + &next)
}

fn train_buckets(arguments: &TrainArguments, output: &mut Output) -> Result<(), Failure> {
    let spec = BucketTrainSpec {
        folder: arguments.folder.clone(),
        game: BucketGame {
            game: arguments.game,
            deck: if arguments.royal { Deck::Royal } else { Deck::Full },
            street: arguments.street.street(),
        },
        training: BucketTraining {
            width: usize::from(arguments.width),
            depth: usize::from(arguments.depth),
            epochs: arguments.epochs,
            rate: arguments.rate,
            seed: arguments.seed,
            ..BucketTraining::default()
        },
        output: arguments.output.clone(),
        made_by: command(),
    };
    signals::listen();
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let (samples, bytes) = spec.run(&engine, |epoch, loss| {
        tell(format_args!("epoch {epoch:3}: loss {loss:.5}"));
        !signals::came()
    })?;
    let (path, samples) = (arguments.output.display(), thousands(samples as u64));
    Ok(writeln!(output, "{path}: {}, {samples} samples", size(bytes))?)
}

fn train(arguments: &TrainArguments, output: &mut Output) -> Result<(), Failure> {
    if arguments.head == HeadName::Buckets {
        return train_buckets(arguments, output);
    }
    let spec = TrainSpec {
        folder: arguments.folder.clone(),
        network: NetworkSpec {
            street: arguments.street.street(),
            output: match arguments.head {
                HeadName::Hand => NetworkOutput::Hand,
                HeadName::Curve | HeadName::Buckets => NetworkOutput::Curve,
            },
            width: usize::from(arguments.width),
            depth: usize::from(arguments.depth),
            version: arguments.features.unwrap_or(NetworkSpec::latest(arguments.street.street())),
        },
        training: Training {
            epochs: arguments.epochs,
            rate: arguments.rate,
            seed: arguments.seed,
            ..Training::default()
        },
        output: arguments.output.clone(),
        made_by: command(),
    };
    signals::listen();
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let report = spec.run(&engine, |event| {
        match event {
            TrainEvent::Read { lessons, kept, resumed } => tell(format_args!(
                "{} training examples, {} validation examples{}",
                thousands(*lessons as u64),
                thousands(*kept as u64),
                if *resumed > 0 { format!("; resumed after epoch {resumed}") } else { String::new() }
            )),
            TrainEvent::Epoch(epoch) => tell(format_args!(
                "epoch {:3}: loss {:.5}; validation: mean error {:.4}, by range {:.4}, Huber {:.5}{}",
                epoch.number,
                epoch.loss,
                epoch.kept.plain,
                epoch.kept.weighted,
                epoch.kept.huber,
                if epoch.is_best { " *" } else { "" }
            )),
        }
        !signals::came()
    })?;
    for (game, error) in &report.held_out {
        writeln!(
            output,
            "held-out {game}: mean error {:.4}, by range {:.4}, Huber {:.5} (pots)",
            error.plain, error.weighted, error.huber
        )?;
    }
    let path = arguments.output.display();
    Ok(writeln!(output, "{path}: {}, {:.1} s", size(report.bytes), report.seconds)?)
}

fn export(arguments: &ExportArguments, output: &mut Output) -> Result<(), Failure> {
    let model = Model::open(&arguments.model)?;
    let bytes = match arguments.weights {
        None => model.write_onnx(&arguments.output)?,
        Some(_) => {
            let rounded = model.in_bytes(&command()).ok_or_else(|| {
                let path = arguments.model.display();
                Failure::Usage(format!("{path}: its weights have 8 bits already"))
            })?;
            rounded.write(&arguments.output)?
        }
    };
    Ok(writeln!(output, "{}: {}", arguments.output.display(), size(bytes))?)
}

/// The network of a file, or the one that ships.
fn model(path: Option<&PathBuf>, street: Street, game: Game) -> Result<Model, Failure> {
    match path {
        Some(path) => Ok(Model::open(path)?),
        None => Model::shipped(street, game)
            .ok_or_else(|| Failure::Usage("no network ships for this street; use --model".into())),
    }
}

fn eval(arguments: &EvalArguments, output: &mut Output) -> Result<(), Failure> {
    let model = model(arguments.model.as_ref(), arguments.street.street(), arguments.game)?;
    let buckets = arguments.buckets.as_deref().map(BucketModel::open).transpose()?;
    let (folder, noise) = (arguments.folder.clone(), arguments.noise);
    let spec = EvalSpec { folder, model, buckets, noise };
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let report = with_progress(Shown::Count("samples"), |progress| spec.run(&engine, progress))?;
    if let Some(path) = &arguments.page {
        write_file(path, |file| Ok(file.write_all(report.page().as_bytes())?))?;
    }
    if arguments.json { output.json(&report) } else { write_errors(&report, output) }
}

fn write_errors(report: &EvalReport, output: &mut Output) -> Result<(), Failure> {
    let columns = [
        left("by"),
        left("group"),
        left("predictor"),
        right("views"),
        right("mean error"),
        right("by range"),
        right("Huber"),
    ];
    let rows: Vec<Vec<String>> = report
        .rows
        .iter()
        .map(|row| {
            vec![
                row.by.replace('_', " "),
                row.group.clone(),
                row.predictor.name().to_owned(),
                row.views.to_string(),
                format!("{:.4}", row.mean),
                format!("{:.4}", row.by_range),
                format!("{:.5}", row.huber),
            ]
        })
        .collect();
    output.table(&columns, &rows)?;
    let (samples, gap) = (thousands(report.samples as u64), 100.0 * report.gap);
    Ok(writeln!(
        output,
        "\n{samples} held-out samples, mean residual gap {gap:.3} % of the pot; errors in pots"
    )?)
}

fn search(arguments: &SearchArguments, output: &mut Output) -> Result<(), Failure> {
    let tables = SearchSpec::tables();
    if !tables.contains(&arguments.table) {
        return Err(Failure::Usage(format!(
            "there is no table `{}`; the tables are {}",
            arguments.table,
            tables.join(", ")
        )));
    }
    let street = if arguments.table.ends_with("flop") { Street::Turn } else { Street::River };
    let game = if arguments.table.starts_with("holdem") { Game::Holdem } else { Game::Plo4 };
    let spec = SearchSpec {
        table: arguments.table.clone(),
        model: model(arguments.model.as_ref(), street, game)?,
        buckets: arguments.buckets.as_deref().map(BucketModel::open).transpose()?,
        values: arguments.values.iter().map(|name| SearchValues::ALL[*name as usize]).collect(),
        spots: arguments.first..arguments.first.saturating_add(arguments.spots),
        iterations: arguments.iterations,
        updates: arguments.updates,
        rest: arguments.rest,
        threads: usize::from(arguments.threads),
    };
    signals::listen();
    let report = spec.run(|row| {
        tell(format_args!(
            "{} {} against {}, {} behind: {} {:.3} % of the pot (rest {:.3}), {:.1} s",
            row.board,
            row.ranges[0],
            row.ranges[1],
            row.stack_to_pot,
            row.values.name(),
            row.exploitability_percent,
            row.rest_percent,
            row.seconds
        ));
        !signals::came()
    })?;
    if arguments.json { output.json(&report) } else { write_search(&report, output) }
}

fn write_search(report: &SearchReport, output: &mut Output) -> Result<(), Failure> {
    let columns = [
        left("values"),
        right("spots"),
        right("mean %"),
        right("deviation"),
        right("worst"),
        right("seconds"),
    ];
    let rows: Vec<Vec<String>> = report
        .summaries
        .iter()
        .map(|row| {
            vec![
                row.values.name().to_owned(),
                row.spots.to_string(),
                format!("{:.3}", row.mean_percent),
                format!("{:.3}", row.deviation_percent),
                format!("{:.3}", row.worst_percent),
                format!("{:.1}", row.seconds),
            ]
        })
        .collect();
    output.table(&columns, &rows)?;
    Ok(writeln!(output, "\nexact exploitability in percent of the pot, over whole games")?)
}
