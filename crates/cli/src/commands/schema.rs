//! `quasar schema`.

use std::io::Write;

use clap::Args;
use quasar::schema::{self, NamedSchema};

use crate::error::Failure;
use crate::output::{Output, left};

/// Print the JSON Schema of a request or a report.
///
/// Without a name, list all schemas. They follow JSON Schema draft 2020-12.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar schema
  quasar schema spot-request
  quasar schema equity-report
  quasar schema --all > quasar.schema.json

The first field of every report is its schema_version. In reports, equities,
frequencies and probabilities are 0 to 1, amounts are in chips, and percentages have
`percent` in their names; only `equity.estimated` of quasar equity is 0 to 100.")]
pub(crate) struct SchemaArguments {
    /// The schema to print, such as equity-report.
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Print one document with all schemas in its $defs.
    #[arg(long, conflicts_with = "name")]
    all: bool,
}

pub(crate) fn run(arguments: &SchemaArguments, output: &mut Output) -> Result<(), Failure> {
    match &arguments.name {
        Some(name) => {
            let found = all().find(|schema| schema.name == name);
            output.json_schema(&found.ok_or_else(|| unknown(name))?.schema.to_value())
        }
        None if arguments.all => output.json_schema(&schema::document_of(all())),
        None => list(output),
    }
}

/// The schemas of the library, and those of what only the server takes and answers.
fn all() -> impl Iterator<Item = NamedSchema> {
    schema::all().into_iter().chain(quasar_server::schemas())
}

fn list(output: &mut Output) -> Result<(), Failure> {
    let row = |schema: &NamedSchema| vec![schema.name.to_owned(), schema.summary()];
    let rows: Vec<Vec<String>> = all().map(|schema| row(&schema)).collect();
    output.table(&[left("name"), left("description")], &rows)?;
    Ok(writeln!(output, "\nquasar schema NAME prints one of them; --all prints all of them.")?)
}

/// The error for an unknown schema, with similar names.
fn unknown(name: &str) -> Failure {
    let names = all().map(|schema| schema.name);
    let alike: Vec<&str> = names.filter(|known| known.contains(name)).collect();
    let hint = match alike.is_empty() {
        true => "quasar schema lists all names".to_owned(),
        false => format!("did you mean {}?", alike.join(", ")),
    };
    Failure::Usage(format!("there is no schema {name}; {hint}"))
}
