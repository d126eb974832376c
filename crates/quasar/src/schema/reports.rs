//! The schemas of reports: what commands print with `--json`.

use std::io;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, json_schema};
use serde::Serialize;
use serde_json::{Map, Value};

use super::json::{self, Layout};
use super::{NamedSchema, SCHEMA_VERSION, VERSION_FIELD};
use crate::bench::BenchReport;
use crate::buckets::{
    AbstractedReport, BucketReport, BucketWeightsReport, BucketsReport, HandBucketReport,
    MatrixReport,
};
use crate::decision::OneReport;
use crate::equity::{EquityReport, ShowdownReport};
use crate::job::{Event, NodeAnswer};
use crate::model::{BundleReport, FlopValuesReport, PostflopReport, TraceReport};
use crate::nets::{EvalReport, NetworkReport, SearchReport};
use crate::preflop::{
    ChartsReport, OmahaPreflopNodeReport, OmahaPreflopReport, OmahaStacksReport, PreflopNodeReport,
    PreflopReport, PushFoldReport, ShippedPreflopsReport,
};
use crate::range::RangeReport;
use crate::request::ErrorReport;
use crate::spot::{
    BoardsOutline, BoardsReport, ClassHandsReport, RunoutsReport, SaveReport, SpotCurvesReport,
    SpotHandReport, SpotNodeReport, SpotOutline, SpotRangesReport, SpotReport, TreeReport,
};
use crate::tables::{
    FileReport, FlopsReport, PrecomputeReport, TableEntryReport, TableGridReport, TableReport,
};
use crate::toy::ToyReport;

/// A top-level report: it has a named schema, and is written as JSON with the version as its
/// first field.
pub trait Report: Serialize + JsonSchema + Sized {
    /// The name of its schema, such as `equity-report`.
    const NAME: &'static str;

    /// Writes it as JSON.
    fn write_json(&self, layout: Layout, output: &mut dyn io::Write) -> io::Result<()> {
        json::write(self, layout, output)
    }

    /// The report as JSON on one line.
    fn to_json(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.write_json(Layout::Line, &mut bytes)?;
        Ok(bytes)
    }
}

/// Names reports and lists their schemas in the same order.
macro_rules! reports {
    ($($name:literal => $report:ty,)*) => {
        $(impl Report for $report {
            const NAME: &'static str = $name;

            // Written out for each report, so that it is compiled in this crate and not again
            // in those that call it.
            fn write_json(&self, layout: Layout, output: &mut dyn io::Write) -> io::Result<()> {
                json::write(self, layout, output)
            }
        })*

        /// The schemas of all reports.
        pub(super) fn all() -> impl Iterator<Item = NamedSchema> {
            [$(schema::<$report>(),)*].into_iter()
        }
    };
}

reports! {
    "equity-report" => EquityReport,
    "showdown-report" => ShowdownReport,
    "range-report" => RangeReport,
    "flops-report" => FlopsReport,
    "precompute-report" => PrecomputeReport,
    "tables-report" => FileReport,
    "table-entry-report" => TableEntryReport,
    "table-grid-report" => TableGridReport,
    "table-report" => TableReport,
    "spot-report" => SpotReport,
    "spot-size-report" => SpotOutline,
    "boards-size-report" => BoardsOutline,
    "node-report" => SpotNodeReport,
    "hand-report" => SpotHandReport,
    "class-report" => ClassHandsReport,
    "tree-report" => TreeReport,
    "runouts-report" => RunoutsReport,
    "curves-report" => SpotCurvesReport,
    "ranges-report" => SpotRangesReport,
    "save-report" => SaveReport,
    "boards-report" => BoardsReport,
    "bucket-spot-report" => AbstractedReport,
    "decision-report" => OneReport,
    "model-report" => PostflopReport,
    "model-bundle-report" => BundleReport,
    "flop-values-report" => FlopValuesReport,
    "trace-report" => TraceReport,
    "preflop-report" => PreflopReport,
    "preflop-node-report" => PreflopNodeReport,
    "push-fold-report" => PushFoldReport,
    "omaha-preflop-report" => OmahaPreflopReport,
    "omaha-preflop-node-report" => OmahaPreflopNodeReport,
    "omaha-stacks-report" => OmahaStacksReport,
    "chart-report" => ChartsReport,
    "chart-list-report" => ShippedPreflopsReport,
    "buckets-report" => BucketsReport,
    "bucket-report" => BucketReport,
    "matrix-report" => MatrixReport,
    "toy-report" => ToyReport,
    "bench-report" => BenchReport,
    "hand-bucket-report" => HandBucketReport,
    "bucket-weights-report" => BucketWeightsReport,
    "network-report" => NetworkReport,
    "network-errors-report" => EvalReport,
    "network-search-report" => SearchReport,
    "error-report" => ErrorReport,
    "job-event" => Event,
    "node-answer" => NodeAnswer,
}

/// The schema of a report with its version.
pub(super) fn schema<R: Report>() -> NamedSchema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<R>();
    with_version(&mut schema);
    NamedSchema { name: R::NAME, schema }
}

/// Puts the field with the version before all others.
fn with_version(schema: &mut Schema) {
    let version = json_schema!({
        "description": "The version of all reports.",
        "const": SCHEMA_VERSION,
    });
    let mut properties = Map::new();
    properties.insert(VERSION_FIELD.to_owned(), version.to_value());
    if let Some(Value::Object(own)) = schema.remove("properties") {
        properties.extend(own);
    }
    schema.insert("properties".to_owned(), Value::Object(properties));
    let mut required = vec![Value::from(VERSION_FIELD)];
    if let Some(Value::Array(own)) = schema.remove("required") {
        required.extend(own);
    }
    schema.insert("required".to_owned(), Value::Array(required));
}
