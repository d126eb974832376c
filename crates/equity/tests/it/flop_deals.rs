//! Sampled deals on a flop against its exact table.
use quasar_cards::HoldemClass;
use quasar_equity::{FlopDeals, FlopTable, FlopTableError};

/// Counts are multinomial with chances of pairs over all pairs, and results have the
/// mean of the table's equity: the squares of what deviates, in units of its variance,
/// average 1. Over 28,000 cells that average has a standard deviation below 0.02.
#[test]
fn sampled_tables_are_right_on_average() {
    for (flop, seed) in [("Td9d6h", 1), ("7s7h2d", 2)] {
        let table = FlopTable::of(flop.parse().unwrap()).unwrap();
        let mut deals = FlopDeals::new(table.flop()).unwrap();
        (0..40).for_each(|batch| deals.deal(50_000, seed, batch));
        assert_eq!(deals.dealt(), 2_000_000);
        let (mut counted, mut won) = ((0.0, 0), (0.0, 0));
        for hero in HoldemClass::all() {
            for villain in HoldemClass::all() {
                let pairs = f64::from(table.pairs(hero, villain));
                let chance = pairs / FlopDeals::HAND_PAIRS as f64;
                let count = f64::from(deals.count(hero, villain));
                if pairs == 0.0 {
                    assert_eq!(count, 0.0, "{hero} {villain}");
                    continue;
                }
                let expected = 2e6 * chance;
                let square = (count - expected).powi(2) / (expected * (1.0 - chance));
                assert!(square < 36.0, "{hero} {villain}: {count} of {expected}");
                counted = (counted.0 + square, counted.1 + 1);
                let mean = 2.0 * table.equity(hero, villain).unwrap() - 1.0;
                let result = f64::from(deals.result(hero, villain));
                // Ties make the variance smaller than that of winning or losing.
                let square = (result - count * mean).powi(2) / (count * (1.0 - mean * mean));
                if count >= 20.0 && mean.abs() < 0.9 {
                    assert!(square < 36.0, "{hero} {villain}: {result} of {count}, {mean}");
                    won = (won.0 + square, won.1 + 1);
                }
            }
        }
        let counted = counted.0 / f64::from(counted.1);
        assert!((counted - 1.0).abs() < 0.06, "{flop}: {counted}");
        let won = won.0 / f64::from(won.1);
        assert!((0.8..1.06).contains(&won), "{flop}: {won}");
    }
}

#[test]
fn deals_depend_on_seed_and_batch_alone() {
    let flop = "AsKhQd".parse().unwrap();
    let dealt = |batches: &[(u64, u64)]| {
        let mut deals = FlopDeals::new(flop).unwrap();
        batches.iter().for_each(|&(seed, batch)| deals.deal(1_000, seed, batch));
        deals
    };
    assert_eq!(dealt(&[(1, 2), (1, 3)]), dealt(&[(1, 3), (1, 2)]));
    assert_ne!(dealt(&[(1, 2)]), dealt(&[(1, 3)]));
    assert_ne!(dealt(&[(1, 2)]), dealt(&[(2, 2)]));
    let mut cleared = dealt(&[(5, 5)]);
    cleared.clear();
    assert_eq!(cleared, dealt(&[]));
    let turn = "AsKhQd2c".parse().unwrap();
    assert_eq!(FlopDeals::new(turn), Err(FlopTableError::NotAFlop(turn)));
}
