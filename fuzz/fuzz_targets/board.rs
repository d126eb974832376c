//! Boards: no panic, errors inside the text, and print-parse identity.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar_cards::Board;

fuzz_target!(|text: &str| {
    match text.parse::<Board>() {
        Ok(board) => assert_eq!(board.to_string().parse(), Ok(board)),
        Err(error) => assert!(text.get(error.span()).is_some()),
    }
});
