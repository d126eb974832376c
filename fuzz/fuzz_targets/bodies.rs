//! Bodies of HTTP requests: no panic, and every mistake points into its text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar::equity::{EquitySpec, ShowdownSpec};
use quasar::preflop::PushFoldDocument;
use quasar::range::RangeSpec;
use quasar::request::{Document, Mistake};
use quasar::spot::{BoardsSpec, SpotSpec};

/// The bytes that are wrong are bytes of the text.
fn check<T, E>(read: Result<T, E>)
where
    for<'a> Mistake: From<&'a E>,
{
    let Err(error) = read else { return };
    let mistake = Mistake::from(&error);
    assert!(!mistake.message.is_empty());
    if let (Some(text), Some(span)) = (&mistake.text, &mistake.span) {
        assert!(text.get(span.start..span.end).is_some(), "{mistake:?}");
    }
}

fuzz_target!(|text: &str| {
    check(EquitySpec::parse(text));
    check(RangeSpec::parse(text));
    check(ShowdownSpec::parse(text));
    check(PushFoldDocument::parse(text));
    check(SpotSpec::parse(text));
    check(BoardsSpec::parse(text));
});
