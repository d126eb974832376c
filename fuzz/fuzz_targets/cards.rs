//! Lists of cards: no panic, errors inside the text, and print-parse identity.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar_cards::{Combo, parse_cards};

fuzz_target!(|text: &str| {
    match parse_cards(text) {
        Ok(cards) => {
            let printed: String = cards.iter().map(ToString::to_string).collect();
            assert_eq!(parse_cards(&printed).as_ref(), Ok(&cards));
            if let Ok(combo) = Combo::new(&cards) {
                assert_eq!(Combo::from_index(combo.game(), combo.index()), Some(combo));
            }
        }
        Err(error) => assert!(text.get(error.span()).is_some()),
    }
});
