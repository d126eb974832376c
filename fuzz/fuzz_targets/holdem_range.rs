//! Hold'em range text: no panic, errors inside the text, and what is printed
//! reads back as the same range.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar_cards::{Game, Range};

fuzz_target!(|text: &str| {
    match Range::parse(Game::Holdem, text) {
        Ok(range) => {
            assert!(range.weights().iter().all(|weight| (0.0..=1.0).contains(weight)));
            assert_eq!(Range::parse(Game::Holdem, &range.to_string()), Ok(range));
        }
        Err(error) => assert!(text.get(error.span()).is_some()),
    }
});
