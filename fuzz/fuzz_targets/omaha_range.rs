//! Omaha range text: no panic, errors inside the text, weights within bounds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar_cards::{Game, Range};

fuzz_target!(|text: &str| {
    match Range::parse(Game::Plo4, text) {
        Ok(range) => assert!(range.weights().iter().all(|weight| (0.0..=1.0).contains(weight))),
        Err(error) => assert!(text.get(error.span()).is_some()),
    }
});
