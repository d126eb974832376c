//! `quasar buckets`.

mod lookup;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use quasar::cards::Board;
use quasar::{
    buckets::{BucketReport, Buckets, BucketsReport, BucketsSpec, FeatureSet, KMeans},
    job::{BucketsRun, JobReport, JobSpec, Phase, RuntimeOptions},
    request::read,
    request::values::{FeatureSets, Num, quantities},
};

use crate::error::Failure;
use crate::names::names;
use crate::output::{Output, left, right, size, tell, thousands};
use crate::progress::{ProgressLine, Shown, run_job};
use crate::units::{fixed, percent};

/// Group the four-card hands of a turn or river into buckets, or show those in a file.
///
/// Hands with similar features share a bucket, found by k-means. `real` features are
/// equities against eighths of all hands, nut rank and blockers; `small` features are
/// suits and top ranks, which distinguish little. See docs/OMAHA.md for a comparison.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar buckets --board Ts9s2c2d7h --k 200 -o river.buckets
  quasar buckets river.buckets
  quasar buckets river.buckets --bucket 17
  quasar buckets river.buckets --hand AsKsQhJh
  quasar buckets river.buckets --range 'AA:$ds,KK@50' --json
  quasar buckets river.buckets --export labels.parquet
  quasar buckets --board Ts9s2c2d --k 1000 --features small --json")]
pub(crate) struct BucketsArguments {
    /// A file of buckets to show.
    #[arg(required_unless_present = "board", conflicts_with_all = ["board", "output"])]
    file: Option<PathBuf>,
    /// The turn or river whose hands to group.
    #[arg(long, value_name = "CARDS")]
    board: Option<String>,
    /// Number of buckets, 1 to 100,000.
    #[arg(long, default_value = "200", value_name = "K", allow_negative_numbers = true)]
    k: Num<quantities::Buckets>,
    /// The features by which hands are compared.
    #[arg(long, default_value = "real", value_name = "SET", value_parser = names::<FeatureSets>())]
    features: FeatureSet,
    /// Seed of the clustering.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Number of starts; the best result is kept.
    #[arg(long, default_value = "2", value_name = "N", allow_negative_numbers = true)]
    starts: Num<quantities::Count>,
    /// Maximum number of iterations per start.
    #[arg(long, default_value = "100", value_name = "N", allow_negative_numbers = true)]
    iterations: Num<quantities::Count>,
    /// Save the buckets to a file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show the bucket and the features of a hand of the file.
    #[arg(long, value_name = "CARDS", requires = "file", conflicts_with_all = ["bucket", "range"])]
    hand: Option<String>,
    /// Show how much of a range each bucket of the file has.
    #[arg(long, value_name = "RANGE", requires = "file", conflicts_with = "bucket")]
    range: Option<String>,
    /// Write every hand of the file with its bucket and features to a .csv or .parquet file.
    #[arg(long, value_name = "FILE", requires = "file", conflicts_with_all = ["bucket", "hand", "range", "json"])]
    export: Option<PathBuf>,
    /// Show one bucket in detail.
    #[arg(long, value_name = "N")]
    bucket: Option<usize>,
    /// Number of buckets to list, largest first.
    #[arg(long, default_value_t = 20, value_name = "N")]
    rows: usize,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Print the report, with all buckets, as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &BucketsArguments, output: &mut Output) -> Result<(), Failure> {
    let report = match &arguments.file {
        Some(file) => {
            let buckets = Buckets::open(file)?;
            if let Some(path) = &arguments.export {
                return lookup::export(&buckets, path);
            }
            if let Some(hand) = &arguments.hand {
                return lookup::hand(&buckets, hand, arguments.json, output);
            }
            if let Some(range) = &arguments.range {
                return lookup::range(&buckets, range, arguments.rows, arguments.json, output);
            }
            BucketsReport::of(&buckets)
        }
        None => build(arguments)?,
    };
    let chosen = match arguments.bucket {
        None => None,
        Some(number) => Some(report.buckets.get(number).ok_or_else(|| {
            let last = report.buckets.len() - 1;
            Failure::Usage(format!("there is no bucket {number}; the buckets are 0 to {last}"))
        })?),
    };
    match (chosen, arguments.json) {
        (Some(bucket), true) => output.json(bucket),
        (None, true) => output.json(&report),
        (Some(bucket), false) => Ok(write_bucket(bucket, output)?),
        (None, false) => Ok(write_report(&report, arguments.rows, output)?),
    }
}

/// Makes the buckets, and saves them if asked to.
fn build(arguments: &BucketsArguments) -> Result<BucketsReport, Failure> {
    let board = read("board", arguments.board.as_deref().unwrap_or(""), str::parse::<Board>)?;
    let buckets = BucketsSpec {
        board,
        features: arguments.features,
        clustering: KMeans {
            clusters: arguments.k.get(),
            seed: arguments.seed,
            starts: arguments.starts.get(),
            iterations: arguments.iterations.get(),
        },
    };
    let spec = JobSpec::Buckets(BucketsRun { buckets, output: arguments.output.clone() });
    let options = RuntimeOptions { threads: arguments.threads, ..RuntimeOptions::default() };
    let mut line = ProgressLine::new();
    let mut seconds = 0.0;
    let finished = run_job(options, spec, |event, _| {
        line.event(Shown::Share, event);
        if event.phase == Phase::Solving {
            seconds = event.seconds;
        }
        Ok(())
    });
    line.clear();
    let finished = finished?;
    let JobReport::Buckets(report) = &finished.report else { return Err(Failure::Cancelled) };
    for file in &finished.files {
        let (path, bytes) = (file.path.display(), size(file.bytes));
        let count = thousands(report.buckets.len() as u64);
        tell(format_args!("{path}: {count} buckets made in {seconds:.2} s, {bytes}"));
    }
    Ok(BucketsReport::clone(report))
}

fn write_report(report: &BucketsReport, rows: usize, output: &mut Output) -> io::Result<()> {
    let (hands, count) = (thousands(report.hands as u64), report.buckets.len());
    write!(output, "{} buckets of {hands} hands on {}", thousands(count as u64), report.board)?;
    let fewer = ": there are no more distinct sets of features";
    writeln!(output, "{}", if count < report.asked { fewer } else { "" })?;
    let BucketsReport { features, feature_version, seed, starts, .. } = report;
    writeln!(
        output,
        "features {features}, version {feature_version}; seed {seed}, starts {starts}\n"
    )?;
    let mut order: Vec<&BucketReport> = report.buckets.iter().collect();
    order.sort_by_key(|bucket| std::cmp::Reverse(bucket.hands));
    let row = |bucket: &&BucketReport| {
        vec![
            bucket.bucket.to_string(),
            thousands(bucket.hands as u64),
            percent(bucket.fraction, 2),
            bucket.examples.join(" "),
        ]
    };
    let shown: Vec<Vec<String>> = order.iter().take(rows).map(row).collect();
    output.table(&[left("bucket"), right("hands"), right("share"), left("examples")], &shown)?;
    if count > rows {
        writeln!(output, "… and {} smaller buckets", thousands((count - rows) as u64))?;
    }
    Ok(())
}

fn write_bucket(bucket: &BucketReport, output: &mut Output) -> io::Result<()> {
    let hands = thousands(bucket.hands as u64);
    let part = percent(bucket.fraction, 2);
    writeln!(output, "bucket {}: {hands} hands, {part} of all hands", bucket.bucket)?;
    writeln!(output, "examples: {}\n", bucket.examples.join(" "))?;
    let row = |feature: &quasar::buckets::FeatureReport| {
        vec![feature.feature.to_owned(), fixed(feature.value.into(), 4)]
    };
    let rows: Vec<Vec<String>> = bucket.centre.iter().map(row).collect();
    output.table(&[left("feature"), right("centre")], &rows)
}
