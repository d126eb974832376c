//! Equity matrices as text.
//!
//! K rows of K numbers, separated by commas, spaces or both; blank lines are
//! ignored, and everything from a `#` to the end of its line. An entry is the
//! expected result of a hand of the row against one of the column, 0 to 1. It is
//! `none` where no two such hands can be dealt together.
//!
//! Two buckets' entries add up to 1, within 0.0001 for files with four decimals,
//! and are corrected by equal amounts until they do. Entries on the diagonal are 1/2.
//! A 1.0 there, which some programs write, is read as 1/2 with a warning. Everything
//! else is an error with its row and column, counted from 1.

use std::fmt::Write;

use thiserror::Error;

use crate::BucketMatrix;
use crate::kmeans::MOST_CLUSTERS;

/// How far from 1 the sum of two entries may be.
const TOLERANCE: f64 = 1.01e-4;

/// The text of an entry without pairs of hands.
const NONE: &str = "none";

/// Expected results of buckets against buckets.
#[derive(Clone, PartialEq, Debug)]
pub struct EquityMatrix {
    buckets: usize,
    entries: Vec<Option<f64>>,
}

/// Something in a file that was read as it was probably meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CsvWarning {
    /// Ones on the diagonal.
    #[error("{entries} of {buckets} entries on the diagonal are 1 and were read as 0.5")]
    Diagonal {
        /// How many there are.
        entries: usize,
        /// How many buckets there are.
        buckets: usize,
    },
}

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("row {row}, column {column}: {kind}")]
pub struct CsvError {
    /// The row, from 1; comments and blank lines do not count.
    pub row: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: CsvErrorKind,
}

/// What is wrong with an entry.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum CsvErrorKind {
    /// There are no numbers at all.
    #[error("there are no numbers")]
    Empty,
    /// Neither a number nor `none`.
    #[error("`{0}` is neither a number nor `{NONE}`")]
    NotANumber(String),
    /// A number that is not an expected result.
    #[error("{0} is not between 0 and 1")]
    OutOfRange(String),
    /// A row of another length.
    #[error("the row has {found} numbers, but the first row has {expected}")]
    RowLength {
        /// Numbers of the row.
        found: usize,
        /// Numbers of the first row.
        expected: usize,
    },
    /// Not as many rows as columns.
    #[error("there are {found} rows of {expected} numbers")]
    RowCount {
        /// Rows there are.
        found: usize,
        /// Rows there should be.
        expected: usize,
    },
    /// More buckets than are possible.
    #[error("{0} buckets are more than {MOST_CLUSTERS}")]
    TooMany(usize),
    /// Two entries that contradict each other.
    #[error("{here} and {there} in row {row}, column {column} do not add up to 1", row = .column, column = .row)]
    Sum {
        /// The entry.
        here: String,
        /// Its mirror image.
        there: String,
        /// The row of the entry, from 1.
        row: usize,
        /// The column of the entry, from 1.
        column: usize,
    },
    /// A bucket that does not expect a half against itself.
    #[error("{0} on the diagonal, where a bucket meets itself, is not 0.5")]
    Diagonal(String),
}

impl EquityMatrix {
    /// Reads a matrix.
    ///
    /// ```
    /// use quasar_abstraction::EquityMatrix;
    /// let (matrix, warning) = EquityMatrix::parse("# two buckets\n1.0, 0.25\n0.75 1.0\n")?;
    /// assert_eq!(matrix.equity(0, 1), Some(0.25));
    /// assert_eq!(matrix.equity(1, 1), Some(0.5));
    /// let warning = warning.expect("the diagonal");
    /// assert_eq!(warning.to_string(), "2 of 2 entries on the diagonal are 1 and were read as 0.5");
    /// let error = EquityMatrix::parse("0.5 0.25\n0.7 0.5").unwrap_err();
    /// let place = "0.7 and 0.25 in row 1, column 2 do not add up to 1";
    /// assert_eq!(error.to_string(), format!("row 2, column 1: {place}"));
    /// # Ok::<(), quasar_abstraction::CsvError>(())
    /// ```
    pub fn parse(text: &str) -> Result<(EquityMatrix, Option<CsvWarning>), CsvError> {
        let (buckets, entries) = read_rows(text)?;
        let mut matrix = EquityMatrix { buckets, entries };
        let mut ones = 0;
        for row in 0..buckets {
            ones += usize::from(matrix.settle_diagonal(row)?);
            for column in 0..row {
                matrix.settle(row, column)?;
            }
        }
        Ok((matrix, (ones > 0).then_some(CsvWarning::Diagonal { entries: ones, buckets })))
    }

    /// How many buckets there are.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// What a hand of `row` expects against one of `column`; none if no two such
    /// hands can be dealt together.
    pub fn equity(&self, row: usize, column: usize) -> Option<f64> {
        self.entries[row * self.buckets + column]
    }

    /// The matrix as text, with all digits: reading it gives the same matrix.
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        for row in self.entries.chunks(self.buckets) {
            for (column, entry) in row.iter().enumerate() {
                text += if column > 0 { "," } else { "" };
                match entry {
                    Some(equity) => write!(text, "{equity}").expect("a text takes all there is"),
                    None => text += NONE,
                }
            }
            text.push('\n');
        }
        text
    }

    /// A half for a bucket against itself; says if it was a one.
    fn settle_diagonal(&mut self, row: usize) -> Result<bool, CsvError> {
        let entry = &mut self.entries[row * self.buckets + row];
        let found = match entry {
            None => return Ok(false),
            Some(equity) => std::mem::replace(equity, 0.5),
        };
        if found == 1.0 || (2.0 * found - 1.0).abs() <= TOLERANCE {
            return Ok(found == 1.0);
        }
        Err(error(row, row, CsvErrorKind::Diagonal(found.to_string())))
    }

    /// Two entries that add up to exactly 1.
    fn settle(&mut self, row: usize, column: usize) -> Result<(), CsvError> {
        let places = [row * self.buckets + column, column * self.buckets + row];
        match places.map(|place| self.entries[place]) {
            [None, None] => {}
            [Some(here), Some(there)] if (here + there - 1.0).abs() <= TOLERANCE => {
                let equity = if here + there == 1.0 { there } else { (there + (1.0 - here)) / 2.0 };
                self.entries[places[0]] = Some(1.0 - equity);
                self.entries[places[1]] = Some(equity);
            }
            entries => {
                let [here, there] = entries
                    .map(|entry| entry.map_or_else(|| NONE.to_owned(), |value| value.to_string()));
                let (row, column) = (row + 1, column + 1);
                let kind = CsvErrorKind::Sum { here, there, row, column };
                return Err(CsvError { row, column, kind });
            }
        }
        Ok(())
    }
}

impl From<&BucketMatrix> for EquityMatrix {
    fn from(matrix: &BucketMatrix) -> EquityMatrix {
        let buckets = matrix.buckets();
        let entry = |place: usize| matrix.equity(place / buckets, place % buckets);
        EquityMatrix { buckets, entries: (0..buckets * buckets).map(entry).collect() }
    }
}

fn error(row: usize, column: usize, kind: CsvErrorKind) -> CsvError {
    CsvError { row: row + 1, column: column + 1, kind }
}

/// The numbers of a text, all rows of one length and as many as they are long.
fn read_rows(text: &str) -> Result<(usize, Vec<Option<f64>>), CsvError> {
    let mut entries = Vec::new();
    let (mut rows, mut buckets) = (0, 0);
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let start = entries.len();
        for (column, text) in cells(line).enumerate() {
            entries.push(read_entry(text).map_err(|kind| error(rows, column, kind))?);
        }
        let found = entries.len() - start;
        if rows == 0 {
            buckets = found;
        }
        if found != buckets {
            let kind = CsvErrorKind::RowLength { found, expected: buckets };
            return Err(error(rows, found.min(buckets), kind));
        }
        if buckets > MOST_CLUSTERS {
            return Err(error(rows, buckets - 1, CsvErrorKind::TooMany(buckets)));
        }
        rows += 1;
        if rows > buckets {
            break;
        }
    }
    if rows == 0 {
        return Err(error(0, 0, CsvErrorKind::Empty));
    }
    if rows != buckets {
        let kind = CsvErrorKind::RowCount { found: rows, expected: buckets };
        return Err(error(rows.min(buckets), 0, kind));
    }
    Ok((buckets, entries))
}

/// The cells of a line: between commas, and between spaces otherwise.
fn cells(line: &str) -> impl Iterator<Item = &str> {
    // A comma at the end of a line ends its last cell.
    let line = line.strip_suffix(',').unwrap_or(line);
    line.split(',').flat_map(|part| {
        let empty = part.trim().is_empty().then_some("");
        part.split_whitespace().chain(empty)
    })
}

fn read_entry(text: &str) -> Result<Option<f64>, CsvErrorKind> {
    if text.eq_ignore_ascii_case(NONE) {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(Some(number + 0.0)),
        Ok(number) if number.is_finite() => Err(CsvErrorKind::OutOfRange(text.to_owned())),
        _ => Err(CsvErrorKind::NotANumber(text.to_owned())),
    }
}
