//! Omaha range text: no panic, errors inside the text, weights within bounds.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quasar_cards::{Game, HandOrder, HandOrders, Range, SuitClasses};

/// Percent ranges need some order; any will do.
static ORDERS: LazyLock<HandOrders> = LazyLock::new(|| {
    let order = HandOrder::new(Game::Plo4, "a", 0..SuitClasses::of_game(Game::Plo4).count());
    HandOrders::new([order.expect("every class is listed")]).expect("one order has no namesake")
});

fuzz_target!(|text: &str| {
    match Range::parse_with(Game::Plo4, text, &ORDERS) {
        Ok(range) => assert!(range.weights().iter().all(|weight| (0.0..=1.0).contains(weight))),
        Err(error) => assert!(text.get(error.span()).is_some()),
    }
});
