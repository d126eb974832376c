//! Reports as JSON.
//!
//! Every report is serialised here and nowhere else, by one serializer for all layouts and
//! all outputs: a front end passes somewhere to write. Generated serialisation
//! code grows with the report types. Compiled per output type and per crate, it made up,
//! together with the deserialisers, a third of the server's code.

use std::io::{self, BufWriter, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

use super::{SCHEMA_VERSION, Versioned};

/// How JSON is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// On one line, without blanks.
    Line,
    /// A line for each value, indented by two blanks, for people.
    Indented,
}

/// Writes a report with the schema version as its first field.
pub(super) fn write<R: Serialize>(
    report: &R,
    layout: Layout,
    output: &mut dyn Write,
) -> io::Result<()> {
    // A serializer writes every comma by itself; an output behind a `dyn` wants more at once.
    let mut output = BufWriter::new(output);
    let style = match layout {
        Layout::Line => Style::Line(CompactFormatter),
        Layout::Indented => Style::Indented(PrettyFormatter::new()),
    };
    let mut serializer = serde_json::Serializer::with_formatter(&mut output, style);
    Versioned { schema_version: SCHEMA_VERSION, report }.serialize(&mut serializer)?;
    output.flush()
}

/// Either layout, as one type.
enum Style {
    Line(CompactFormatter),
    Indented(PrettyFormatter<'static>),
}

/// Passes everything that layouts differ by on to the formatter of the layout.
macro_rules! by_layout {
    ($($method:ident($($argument:ident: $of:ty),*);)*) => {$(
        fn $method<W: ?Sized + Write>(
            &mut self,
            writer: &mut W,
            $($argument: $of),*
        ) -> io::Result<()> {
            match self {
                Style::Line(formatter) => formatter.$method(writer, $($argument),*),
                Style::Indented(formatter) => formatter.$method(writer, $($argument),*),
            }
        }
    )*};
}

impl Formatter for Style {
    by_layout! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Report;
    use crate::spot::BoardsReport;
    use crate::tables::flops;

    /// Both layouts are those of serde_json.
    #[test]
    fn layouts_are_those_that_every_reader_expects() {
        fn check(report: &impl Report) {
            let versioned = Versioned { schema_version: SCHEMA_VERSION, report };
            assert_eq!(report.to_json().unwrap(), serde_json::to_vec(&versioned).unwrap());
            let mut indented = Vec::new();
            report.write_json(Layout::Indented, &mut indented).unwrap();
            assert_eq!(indented, serde_json::to_vec_pretty(&versioned).unwrap());
        }
        check(&flops());
        // With empty lists and fields without a value.
        check(&BoardsReport::empty());
    }

    /// A closed pipe must be told from other failures.
    #[test]
    fn an_output_that_fails_says_why() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let error = flops().write_json(Layout::Line, &mut Closed).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
