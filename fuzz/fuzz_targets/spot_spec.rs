//! Specs of spots: no panic, and errors inside the text of their field.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar::SpotSpec;

fuzz_target!(|input: (&str, &str, &str)| {
    let (text, field, value) = input;
    for overrides in [&[][..], &[(field, value)][..]] {
        if let Err(error) = SpotSpec::parse(text, overrides)
            && let Some(input) = error.input()
        {
            assert!(input.text().get(input.span()).is_some());
        }
    }
});
