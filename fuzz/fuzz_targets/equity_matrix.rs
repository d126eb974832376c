//! Equity matrices as CSV: no panic, and what is read comes back from its own text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar_abstraction::EquityMatrix;

fuzz_target!(|text: &str| {
    let Ok((matrix, _)) = EquityMatrix::parse(text) else { return };
    let (again, warning) = EquityMatrix::parse(&matrix.to_csv()).expect("its own text");
    assert!(warning.is_none());
    assert_eq!(again, matrix);
});
