//! Tree configurations of PioSOLVER: no panic, errors and notes inside the file, and what is
//! imported is a spec.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar::spot::{ImportError, ImportFormat, SpotSpec};

fuzz_target!(|text: &str| {
    let lines = text.lines().count();
    match ImportFormat::PioSolver.import(text) {
        Ok(spot) => {
            assert!(spot.notes.iter().all(|note| (1..=lines).contains(&note.line)));
            SpotSpec::parse(&spot.spec).expect("what is imported is a spec");
        }
        Err(error) => {
            if let ImportError::Line { line, .. } = &error {
                assert!((1..=lines).contains(line));
            }
            let input = error.input();
            assert!(input.is_none_or(|input| input.text().get(input.span()).is_some()));
        }
    }
});
