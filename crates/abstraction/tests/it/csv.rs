//! Equity matrices as text: what is read, what is refused, and that nothing is lost.

use proptest::prelude::*;
use quasar_abstraction::EquityMatrix;

/// Entries row by row, `None` as a negative number.
fn entries(matrix: &EquityMatrix) -> Vec<f64> {
    let size = matrix.buckets();
    (0..size * size).map(|at| matrix.equity(at / size, at % size).unwrap_or(-1.0)).collect()
}

#[test]
fn texts_that_are_read() {
    for (text, expected, warning) in [
        ("0.5", vec![0.5], ""),
        ("1", vec![0.5], "1 of 1 entries on the diagonal are 1 and were read as 0.5"),
        ("none", vec![-1.0], ""),
        ("0.5,0.25\n0.75,0.5\n", vec![0.5, 0.25, 0.75, 0.5], ""),
        ("0.5 0.25\r\n0.75 0.5", vec![0.5, 0.25, 0.75, 0.5], ""),
        ("0.5, 0.25,\n\t0.75 ,0.5,\n", vec![0.5, 0.25, 0.75, 0.5], ""),
        ("# K = 2\n\n  0.5 1e0 # the nuts\n#\n0 .5\n\n", vec![0.5, 1.0, 0.0, 0.5], ""),
        ("0.5 NONE\nnone 0.5", vec![0.5, -1.0, -1.0, 0.5], ""),
        // Three decimals of 1/16 and 15/16 would not do, four of a third do.
        ("0.5 0.3333\n0.6666 0.5", vec![0.5, 0.33335, 0.66665, 0.5], ""),
        (
            "1.0 0.5\n0.5 0.5",
            vec![0.5; 4],
            "1 of 2 entries on the diagonal are 1 and were read as 0.5",
        ),
    ] {
        let (matrix, found) = EquityMatrix::parse(text).unwrap();
        let close = |(a, b): (f64, &f64)| (a - b).abs() < 1e-12;
        assert!(entries(&matrix).into_iter().zip(&expected).all(close), "{text}: {matrix:?}");
        assert_eq!(matrix.buckets().pow(2), expected.len(), "{text}");
        assert_eq!(found.map_or(String::new(), |found| found.to_string()), warning, "{text}");
    }
}

#[test]
fn texts_that_are_refused() {
    for (text, expected) in [
        ("", "row 1, column 1: there are no numbers"),
        ("# nothing\n \n", "row 1, column 1: there are no numbers"),
        ("0.5 x\n0.5 0.5", "row 1, column 2: `x` is neither a number nor `none`"),
        ("0.5,,0.5", "row 1, column 2: `` is neither a number nor `none`"),
        ("0.5 nan\n0.5 0.5", "row 1, column 2: `nan` is neither a number nor `none`"),
        ("inf", "row 1, column 1: `inf` is neither a number nor `none`"),
        ("0.5 1.01\n-0.01 0.5", "row 1, column 2: 1.01 is not between 0 and 1"),
        ("0.5 1\n-0.01 0.5", "row 2, column 1: -0.01 is not between 0 and 1"),
        (
            "0.5 0.5\n# short\n0.5",
            "row 2, column 2: the row has 1 numbers, but the first row has 2",
        ),
        ("0.5 0.5\n0.5 0.5 0.5", "row 2, column 3: the row has 3 numbers, but the first row has 2"),
        ("0.5 0.5", "row 2, column 1: there are 1 rows of 2 numbers"),
        ("0.5\n0.5", "row 2, column 1: there are 2 rows of 1 numbers"),
        ("0.7", "row 1, column 1: 0.7 on the diagonal, where a bucket meets itself, is not 0.5"),
        (
            "0.5 0.25\n0.76 0.5",
            "row 2, column 1: 0.76 and 0.25 in row 1, column 2 do not add up to 1",
        ),
        (
            "0.5 none\n0.5 0.5",
            "row 2, column 1: 0.5 and none in row 1, column 2 do not add up to 1",
        ),
        // A one outside the diagonal is a one.
        ("0.5 1.0\n1.0 0.5", "row 2, column 1: 1 and 1 in row 1, column 2 do not add up to 1"),
    ] {
        let error = EquityMatrix::parse(text).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(size in 1usize..12, numbers in prop::collection::vec(prop::option::of(0.0f64..=1.0), 66)) {
        let mut text = String::new();
        for row in 0..size {
            for column in 0..size {
                let (low, high) = (row.min(column), row.max(column));
                let above = numbers[high * (high.max(1) - 1) / 2 + low];
                text += &match (row.cmp(&column), above) {
                    (std::cmp::Ordering::Equal, _) => "0.5 ".to_owned(),
                    (_, None) => "none ".to_owned(),
                    (std::cmp::Ordering::Less, Some(number)) => format!("{number} "),
                    (std::cmp::Ordering::Greater, Some(number)) => format!("{} ", 1.0 - number),
                };
            }
            text.push('\n');
        }
        let (matrix, warning) = EquityMatrix::parse(&text).unwrap();
        prop_assert_eq!(warning, None);
        let (again, _) = EquityMatrix::parse(&matrix.to_csv()).unwrap();
        prop_assert_eq!(&again, &matrix);
        prop_assert_eq!(again.to_csv(), matrix.to_csv());
        for row in 0..size {
            for column in 0..size {
                if let (Some(one), Some(other)) = (matrix.equity(row, column), matrix.equity(column, row)) {
                    prop_assert_eq!(one + other, 1.0);
                }
            }
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "[0-9., \n#naone-]{0,80}") {
        let _ = EquityMatrix::parse(&text);
    }
}
