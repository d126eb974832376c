//! Specs of spots: no panic, errors inside the text of their field, and what is written reads
//! back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar::request::Document;
use quasar::spot::{SpotPatch, SpotSpec};

fuzz_target!(|input: (&str, &str, &str)| {
    let (text, field, value) = input;
    let mut patch = SpotPatch::default();
    let _ = patch.set(field, value);
    for patch in [SpotPatch::default(), patch] {
        match SpotSpec::parse_with(text, &patch) {
            Ok(spec) => {
                let read = SpotSpec::parse(&spec.to_text()).expect("what is written is a spec");
                assert_eq!(read.canonical(), spec.canonical());
            }
            Err(error) => {
                let input = error.input();
                assert!(input.is_none_or(|input| input.text().get(input.span()).is_some()));
            }
        }
    }
});
