//! Flop tables against counting every deal, against other naming of suits and
//! against the table of matchups before the flop.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use quasar_equity::{FLOP_TABLE_ENTRIES, FlopTable, FlopTableError};

#[test]
fn tables_from_elsewhere_are_checked() {
    let table = FlopTable::of("Td9d6h".parse().unwrap()).unwrap();
    let again = FlopTable::from_numerators("Tc9c6s".parse().unwrap(), table.numerators()).unwrap();
    assert_eq!(again, table);
    let error = FlopTable::from_numerators(table.flop(), &[0; 3]).unwrap_err();
    assert_eq!(error, FlopTableError::Length { found: 3 });
    let mut wrong = [0; FLOP_TABLE_ENTRIES];
    wrong[168] = 16 * 1_980 + 1;
    let error = FlopTable::from_numerators(table.flop(), &wrong).unwrap_err();
    assert_eq!(
        error.to_string(),
        "numerator 168 of a flop table is 31681, but its deals give at most 23760"
    );
    assert!(matches!(FlopTable::of("".parse().unwrap()), Err(FlopTableError::NotAFlop(_))));
}
