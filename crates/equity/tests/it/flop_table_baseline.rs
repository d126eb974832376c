//! Flop tables are the same with and without wide vectors. In a separate test,
//! because the limit holds for the whole process.
use quasar_equity::FlopTable;
use quasar_eval::simd;

#[test]
fn tables_do_not_depend_on_the_instruction_set() {
    let flops = ["As8h5d", "7s7h2d", "Td9d6h", "KsKh9s", "9h8h7h", "5s5h5d"];
    let tables = || flops.map(|flop| FlopTable::of(flop.parse().unwrap()).unwrap());
    let fast = tables();
    simd::limit_to_baseline();
    assert!(fast == tables());
}
