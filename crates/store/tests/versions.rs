//! Files of every version that was ever written can be read.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;

use quasar_store::EquityTables;

/// Classes `AKs` (1) and `QQ` (28): twice the wins plus the ties among their
/// 23,760 deals on `Td9d6h` are 15,105, as an equity of 31.787 % says.
#[test]
fn version_1_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/equity_tables_v1.bin");
    let tables = EquityTables::open(&path).unwrap();
    assert!(tables.verify().all(|checked| checked.is_ok()));
    assert_eq!(tables.flops(), ["Ts9s6h".parse().unwrap()]);
    let table = tables.table("Td9d6h".parse().unwrap()).unwrap().unwrap();
    // 168 pairs begin with class 0; those of class 1 begin with class 2.
    assert_eq!(table[168 + 28 - 2], 15_105);
}
