//! Tables of data as CSV and Parquet files.
//!
//! A table is written in parts, each a set of columns of equal length, so that an export
//! need not fit in memory. In Parquet a part is a row group; texts are required UTF-8
//! strings, and numbers may be null.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::ExportError;

/// A named column.
pub struct DataColumn {
    /// Its name.
    pub name: String,
    /// Its entries.
    pub values: Values,
}

/// The entries of a column; numbers may be missing.
pub enum Values {
    /// Texts, always there.
    Text(Vec<String>),
    /// Whole numbers.
    Count(Vec<Option<i64>>),
    /// Numbers of 32 bits.
    Single(Vec<Option<f32>>),
    /// Numbers of 64 bits.
    Double(Vec<Option<f64>>),
}

impl DataColumn {
    /// A column.
    pub fn new(name: impl Into<String>, values: Values) -> DataColumn {
        DataColumn { name: name.into(), values }
    }
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Values::Text(values) => values.len(),
            Values::Count(values) => values.len(),
            Values::Single(values) => values.len(),
            Values::Double(values) => values.len(),
        }
    }

    /// An entry as CSV: the fewest digits that identify the number; empty if it is missing.
    fn cell(&self, row: usize) -> String {
        fn number<T: ToString>(value: &Option<T>) -> String {
            value.as_ref().map_or_else(String::new, T::to_string)
        }
        match self {
            Values::Text(values) => values[row].clone(),
            Values::Count(values) => number(&values[row]),
            Values::Single(values) => number(&values[row]),
            Values::Double(values) => number(&values[row]),
        }
    }

    fn physical(&self) -> Physical {
        match self {
            Values::Text(_) => Physical::BYTE_ARRAY,
            Values::Count(_) => Physical::INT64,
            Values::Single(_) => Physical::FLOAT,
            Values::Double(_) => Physical::DOUBLE,
        }
    }
}

/// Writes the names of the columns as the first line of a CSV file.
pub fn csv_heading(columns: &[DataColumn], output: &mut impl Write) -> io::Result<()> {
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    writeln!(output, "{}", names.join(","))
}

/// Writes the rows of a table as CSV. None of our texts has a comma or a quote.
pub fn csv_rows(columns: &[DataColumn], output: &mut impl Write) -> io::Result<()> {
    for row in 0..columns.first().map_or(0, |column| column.values.len()) {
        let cells: Vec<String> = columns.iter().map(|column| column.values.cell(row)).collect();
        writeln!(output, "{}", cells.join(","))?;
    }
    Ok(())
}

/// Writes a Parquet file.
pub struct ParquetFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> ParquetFile<W> {
    /// Starts a file with the names and types of these columns.
    pub fn new(file: W, columns: &[DataColumn]) -> Result<ParquetFile<W>, ExportError> {
        let schema = schema(columns).map_err(refused)?;
        let properties =
            Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
        let writer = SerializedFileWriter::new(file, schema, properties).map_err(refused)?;
        Ok(ParquetFile { writer })
    }

    /// Writes a part of the table.
    pub fn write(&mut self, columns: &[DataColumn]) -> Result<(), ExportError> {
        write_group(&mut self.writer, columns).map_err(refused)
    }

    /// Writes the footer.
    pub fn finish(self) -> Result<(), ExportError> {
        self.writer.close().map_err(refused)?;
        Ok(())
    }
}

fn refused(error: ParquetError) -> ExportError {
    ExportError::Output(io::Error::other(error))
}

fn schema(columns: &[DataColumn]) -> Result<TypePtr, ParquetError> {
    let field = |column: &DataColumn| {
        let physical = column.values.physical();
        let builder = Type::primitive_type_builder(&column.name, physical);
        let builder = match physical {
            Physical::BYTE_ARRAY => builder
                .with_logical_type(Some(LogicalType::String))
                .with_repetition(Repetition::REQUIRED),
            _ => builder.with_repetition(Repetition::OPTIONAL),
        };
        builder.build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder("table").with_fields(fields).build()?))
}

fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    columns: &[DataColumn],
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for column in columns {
        match &column.values {
            Values::Text(texts) => {
                let texts: Vec<ByteArray> =
                    texts.iter().map(|text| ByteArray::from(text.as_str())).collect();
                write_column::<ByteArrayType, W>(&mut group, &texts, None)?;
            }
            Values::Count(numbers) => write_numbers::<Int64Type, W>(&mut group, numbers)?,
            Values::Single(numbers) => write_numbers::<FloatType, W>(&mut group, numbers)?,
            Values::Double(numbers) => write_numbers::<DoubleType, W>(&mut group, numbers)?,
        }
    }
    group.close()?;
    Ok(())
}

/// Writes the numbers that are present, and which ones are.
fn write_numbers<D: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    numbers: &[Option<D::T>],
) -> Result<(), ParquetError> {
    let there: Vec<D::T> = numbers.iter().flatten().cloned().collect();
    let levels: Vec<i16> = numbers.iter().map(|number| i16::from(number.is_some())).collect();
    write_column::<D, W>(group, &there, Some(&levels))
}

fn write_column<D: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[D::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("the table has more columns than its schema".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<D>().write_batch(values, levels, None)?;
    column.close()
}
