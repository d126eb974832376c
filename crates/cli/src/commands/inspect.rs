//! `quasar inspect`.

mod bundle;
mod export;
mod folder;
mod spot;
mod tables;

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use quasar::game::{Line, Step};
use quasar::{
    files::FileKind, nets::Model, preflop::PreflopBundle, request::read, spot::SpotSave,
    tables::TablesError,
};

use crate::error::Failure;
use crate::output::Output;
use crate::view::ViewArguments;

/// Verify a file or folder that Quasar wrote, or show what is in it.
///
/// Without other options, the whole file is verified and described. For equity tables,
/// --flop shows one table: the equity of --hero against --villain, that of one of them
/// against every class, or the whole table as CSV. For a saved spot, --node shows a
/// decision: frequencies and EVs in total, as a grid (in Omaha by category), and hand by
/// hand.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  quasar inspect cache/equity_tables.bin
  quasar inspect cache/equity_tables.bin --flop Td9d6h --hero AKs --villain QQ
  quasar inspect cache/equity_tables.bin --flop Td9d6h --hero AKs
  quasar inspect cache/equity_tables.bin --flop Td9d6h --csv table.csv
  quasar inspect spot.qsr
  quasar inspect spot.qsr --node r:0:b120:c:8h
  quasar inspect spot.qsr --node r:0:b120 --combo KhQh
  quasar inspect spot.qsr --tree --depth 2
  quasar inspect spot.qsr --node r:0:c:c --runouts --json
  quasar inspect spot.qsr --node r:0:b120 --export node.json
  quasar inspect spot.qsr --street turn --export turn.parquet
  quasar inspect spot.qsr --node r:0:b120 --ranges ip
  quasar inspect spot.qsr --node r:0:c --combo AKs
  quasar inspect spot.qsr --node r:0:c --filter 'TT+,AKs' --hands 10 --sort ev
  quasar inspect omaha.qsr --node r:0:c --filter 'AA:$ds' --hands 20 --sort ev
  quasar inspect omaha.qsr --combo AsKsQdJd
  quasar inspect flops/ --sort -ev
  quasar inspect strategy/ --line r:0:b2000
  quasar inspect river.safetensors
  quasar inspect model/ --flop AhKsQd --hero AKs")]
pub(crate) struct InspectArguments {
    /// The file; or the folder of `solve --flops`, `solve-postflop` or `solve-preflop`.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The decision of a preflop strategy to show [default: r:0].
    #[arg(long, value_name = "LINE")]
    line: Option<String>,
    /// The flop whose table to show, in any suits; or one of the solved flops.
    #[arg(long, value_name = "CARDS")]
    flop: Option<String>,
    /// The class whose equity to show, such as AKs, or its value on a solved flop;
    /// against every class without --villain.
    #[arg(long, value_name = "CLASS", requires = "flop")]
    hero: Option<String>,
    /// The opposing class; without --hero, the equity of every class.
    #[arg(long, value_name = "CLASS", requires = "flop")]
    villain: Option<String>,
    /// The decision of a saved spot to show, such as r:0:c:b60 or r:0:c:c:8h.
    #[arg(long, value_name = "LINE", conflicts_with = "flop")]
    node: Option<String>,
    /// Show one hand at the decision, such as AhKh or AsKsQdJd, or in Hold'em all hands of
    /// a class, such as AKs.
    #[arg(
        long, value_name = "CARDS",
        conflicts_with_all = ["flop", "csv", "filter", "hands", "sort"]
    )]
    combo: Option<String>,
    /// List the decisions that follow on the street, and how often each one is reached.
    #[arg(long, conflicts_with_all = ["flop", "csv", "combo", "filter", "hands", "sort"])]
    tree: bool,
    /// List decisions after at most N actions.
    #[arg(long, value_name = "N", requires = "tree")]
    depth: Option<NonZeroUsize>,
    /// Show the effect of each next card. If the line of --node ends a street, the first
    /// decision after each card is shown; otherwise each card replaces the last one dealt.
    #[arg(
        long, requires = "node",
        conflicts_with_all = ["flop", "csv", "combo", "tree", "filter", "hands", "sort"]
    )]
    runouts: bool,
    /// Show equity and expected value of both ranges at the decision by percentile, from the
    /// worst hand of each to the best.
    #[arg(
        long,
        conflicts_with_all = ["flop", "csv", "combo", "tree", "runouts", "filter", "hands", "sort"]
    )]
    curves: bool,
    /// Write the whole table, or the hands of the decision, as CSV to a file or to
    /// standard output. A table has a row for each hero and fractions of the pot from 0
    /// to 1; `none` where two classes cannot be held together.
    #[arg(
        long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-",
        conflicts_with_all = ["hero", "villain", "json"]
    )]
    csv: Option<PathBuf>,
    /// Write decisions to a .json, .csv or .parquet file: that of --node, those of
    /// --lines, or all of a --street.
    #[arg(
        long, value_name = "FILE",
        conflicts_with_all = ["flop", "csv", "combo", "tree", "runouts", "curves", "json"]
    )]
    export: Option<PathBuf>,
    /// The decisions to export, separated by commas.
    #[arg(
        long, value_name = "LINES", value_delimiter = ',', requires = "export",
        conflicts_with_all = ["node", "street"]
    )]
    lines: Vec<String>,
    /// Export all decisions of a street, on every saved board.
    #[arg(long, value_enum, requires = "export", conflicts_with = "node")]
    street: Option<StreetName>,
    /// Print the ranges of both players or of one at the decision as PioSOLVER's 1,326
    /// weights (in Omaha as hands with weights), or write them to the file of --export.
    #[arg(
        long, value_name = "PLAYER", value_enum, num_args = 0..=1, default_missing_value = "both",
        conflicts_with_all = [
            "flop", "csv", "combo", "tree", "runouts", "curves", "json", "lines", "street", "filter",
            "hands", "sort"
        ]
    )]
    ranges: Option<PlayerName>,
    /// Sort the flops of a folder by this column, such as ev, -ev or ip_equity; or the
    /// hands (and Omaha categories) of a saved spot by strength, combos, ev or equity.
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    sort: Option<String>,
    #[command(flatten)]
    view: ViewArguments,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

/// What can be inspected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Tables,
    Save,
    Saves,
    Flops,
    Strategy,
    /// A value network.
    Model,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Tables => "equity tables",
            Kind::Save => "a saved spot",
            Kind::Saves => "a folder of saves",
            Kind::Flops => "a bundle of solved flops",
            Kind::Strategy => "a preflop strategy",
            Kind::Model => "a value network",
        }
    }
}

impl InspectArguments {
    /// Whether an option is given that only a saved spot has.
    fn is_of_save(&self) -> bool {
        let shown = self.node.is_some() || self.combo.is_some() || self.tree || self.runouts;
        let shown = shown || self.curves || self.view.any();
        shown || self.export.is_some() || self.ranges.is_some()
    }

    /// Refuses to overwrite the file that is inspected.
    fn check_targets(&self) -> Result<(), Failure> {
        let file = fs::canonicalize(&self.file).ok();
        for (option, target) in [("--csv", &self.csv), ("--export", &self.export)] {
            let Some(target) = target else { continue };
            if file.is_some() && fs::canonicalize(target).ok() == file {
                let target = target.display();
                return Err(Failure::Usage(format!(
                    "{option} {target}: this is the file being inspected"
                )));
            }
        }
        Ok(())
    }

    /// Refuses options that do not apply to a file of this kind.
    fn check(&self, kind: Kind) -> Result<(), Failure> {
        const SAVE: &[Kind] = &[Kind::Save];
        let options: [(&str, bool, &[Kind]); 15] = [
            ("--line", self.line.is_some(), &[Kind::Strategy]),
            ("--flop", self.flop.is_some(), &[Kind::Tables, Kind::Flops]),
            ("--villain", self.villain.is_some(), &[Kind::Tables]),
            ("--csv", self.csv.is_some(), &[Kind::Tables, Kind::Save]),
            ("--sort", self.sort.is_some(), &[Kind::Save, Kind::Saves]),
            ("--node", self.node.is_some(), SAVE),
            ("--combo", self.combo.is_some(), SAVE),
            ("--tree", self.tree, SAVE),
            ("--runouts", self.runouts, SAVE),
            ("--curves", self.curves, SAVE),
            ("--export", self.export.is_some(), SAVE),
            ("--ranges", self.ranges.is_some(), SAVE),
            ("--filter", self.view.filter.is_some(), SAVE),
            ("--hands", self.view.hands.is_some(), SAVE),
            ("--hero", self.hero.is_some(), &[Kind::Tables, Kind::Flops]),
        ];
        match options.iter().find(|(_, given, kinds)| *given && !kinds.contains(&kind)) {
            Some((option, _, kinds)) => {
                let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
                Err(Failure::Option {
                    option,
                    goes_with: kinds.join(" or "),
                    path: self.file.clone(),
                    found: kind.name(),
                })
            }
            None => Ok(()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StreetName {
    Flop,
    Turn,
    River,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PlayerName {
    /// Out of position first.
    Both,
    /// Out of position.
    Oop,
    /// In position.
    Ip,
}

pub(crate) fn run(arguments: &InspectArguments, output: &mut Output) -> Result<(), Failure> {
    if let Some((save, arguments)) = after_flop(arguments)? {
        arguments.check(Kind::Save)?;
        arguments.check_targets()?;
        return spot::show(&save, &arguments, output);
    }
    let kind = kind(&arguments.file)?;
    arguments.check(kind)?;
    arguments.check_targets()?;
    match kind {
        Kind::Tables => tables::run(arguments, output),
        Kind::Save => spot::run(arguments, output),
        Kind::Saves => folder::run(arguments, output),
        Kind::Flops => bundle::flops(arguments, output),
        Kind::Strategy => bundle::strategy(arguments, output),
        Kind::Model => model(arguments, output),
    }
}

/// The save of a line beyond the flop and the arguments for it, if `--line` is one: the save is a
/// part of the folder of a strategy.
fn after_flop(
    arguments: &InspectArguments,
) -> Result<Option<(SpotSave, InspectArguments)>, Failure> {
    let Some(line) = arguments.line.as_deref().filter(|_| arguments.file.is_dir()) else {
        return Ok(None);
    };
    let line = read("--line", line, str::parse::<Line>)?;
    let deals = line.steps().iter().any(|step| matches!(step, Step::Cards(_)));
    if !deals || !PreflopBundle::is_at(&arguments.file)? {
        return Ok(None);
    }
    let (save, line) = PreflopBundle::open(&arguments.file)?.after_flop(&line)?;
    let (file, node) = (save.path().to_owned(), Some(line.to_string()));
    Ok(Some((save, InspectArguments { file, node, line: None, ..arguments.clone() })))
}

/// What a file or folder is.
fn kind(path: &Path) -> Result<Kind, Failure> {
    if path.is_dir() {
        let has = |name: &str| path.join(name).exists();
        return match () {
            () if has("flops.txt") => Ok(Kind::Saves),
            () if has("manifest.txt") || has("config.yaml") => {
                Ok(if PreflopBundle::is_at(path)? { Kind::Strategy } else { Kind::Flops })
            }
            () => Err(Failure::Usage(format!(
                "{}: the folder has neither saves of solve --flops nor a bundle",
                path.display()
            ))),
        };
    }
    if path.exists() && !path.is_file() {
        let path = path.display();
        return Err(Failure::Usage(format!("{path}: neither a regular file nor a folder")));
    }
    if path.extension().is_some_and(|extension| extension == "safetensors") {
        return Ok(Kind::Model);
    }
    match FileKind::of(path).map_err(TablesError::from)? {
        FileKind::EquityTables => Ok(Kind::Tables),
        FileKind::Save => Ok(Kind::Save),
        FileKind::Buckets => Err(Failure::Usage(format!(
            "{0} is a file of buckets; use quasar buckets {0}",
            path.display()
        ))),
        FileKind::Checkpoint => Err(Failure::Usage(format!(
            "{} is the checkpoint of an unfinished solve; resume it, or inspect a save",
            path.display()
        ))),
        FileKind::Records => Err(Failure::Usage(format!(
            "{} is training data of networks; use quasar nets eval on its folder",
            path.display()
        ))),
        FileKind::SolvedFlops => Err(Failure::Usage(format!(
            "{} belongs to a postflop model; inspect the folder of the model",
            path.display()
        ))),
    }
}

/// What a file says about its network.
fn model(arguments: &InspectArguments, output: &mut Output) -> Result<(), Failure> {
    let report = Model::open(&arguments.file)?.report();
    if arguments.json {
        return output.json(&report);
    }
    for (name, text) in report.lines() {
        writeln!(output, "{name:16} {text}")?;
    }
    Ok(())
}
