//! Hold'em range text: no panic, errors inside the text, and what is printed
//! reads back as the same range.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quasar_cards::{Game, HandOrder, HandOrders, HoldemClass, Range};

/// Percent ranges need some order; any will do.
static ORDERS: LazyLock<HandOrders> = LazyLock::new(|| {
    let order = HandOrder::new(Game::Holdem, "a", 0..HoldemClass::COUNT);
    HandOrders::new([order.expect("every class is listed")]).expect("one order has no namesake")
});

fuzz_target!(|text: &str| {
    match Range::parse_with(Game::Holdem, text, &ORDERS) {
        Ok(range) => {
            assert!(range.weights().iter().all(|weight| (0.0..=1.0).contains(weight)));
            assert_eq!(Range::parse(Game::Holdem, &range.to_string()), Ok(range));
        }
        Err(error) => assert!(text.get(error.span()).is_some()),
    }
});
