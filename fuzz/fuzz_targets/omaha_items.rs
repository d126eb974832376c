//! Omaha range text built from its grammar: every such text is read, and hands are held as
//! the operators say.
//!
//! Random bytes are hardly ever a long legal text, and a whole range is 270,725 weights. So
//! texts are built from the grammar, and only their syntax is read, which takes microseconds;
//! one in 4,096 texts is also evaluated and printed again. The text decides, not the input:
//! an input that asks for its evaluation would be kept and changed more often than others.
#![no_main]

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use quasar_cards::{CardSet, Game, HandOrders, Range};

/// Patterns and sets of hands, of every form.
const OPERANDS: [&str; 36] = [
    "AA", "AK", "AKQJ", "AsKhJd2c", "As Kh Jd 2c", "A♠K♥Q♦J♣", "10987", "s", "*", "random", "xx",
    "xxyy", "wxyz", "AxAyxy", "RR", "RRON", "RxRyOxOy", "[AK]RR", "[A-T]x[A-T]x", "[hs]", "A[hs]",
    "[AsKh]", "KK-TT", "KK+", "99-", "JT98+", "AxKx-AxTx", "$ds", "$ss", "$np", "$Bx$Bx", "AAKKds",
    "JT98ss+", "AKxx", "AAds", "*s",
];

fuzz_target!(|data: &[u8]| {
    let mut choices = Unstructured::new(data);
    let _ = check(&mut choices);
});

fn check(choices: &mut Unstructured<'_>) -> Result<()> {
    let mut text = String::new();
    let items = choices.int_in_range(1..=8)?;
    for item in 0..items {
        text += if item > 0 { "," } else { "" };
        expression(choices, 0, &mut text)?;
        if !choices.ratio(2, 3)? {
            let _ = write!(text, "@{}", choices.int_in_range(0..=100u8)?);
        }
    }
    let orders = HandOrders::default();
    let read = Range::check(Game::Plo4, &text, &orders);
    assert!(read.is_ok(), "{text}: {read:?}");
    if is_evaluated(&text) {
        let range = Range::parse(Game::Plo4, &text).expect("its syntax is right");
        let printed = range.compact(CardSet::EMPTY);
        assert_eq!(Range::parse(Game::Plo4, &printed).as_ref(), Ok(&range), "{text}: {printed}");
    }
    Ok(())
}

fn is_evaluated(text: &str) -> bool {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish().is_multiple_of(4096)
}

/// Operands with filters, some in parentheses.
fn expression(choices: &mut Unstructured<'_>, depth: usize, text: &mut String) -> Result<()> {
    for filter in 0..choices.int_in_range(1..=3)? {
        if filter > 0 {
            text.push(*choices.choose(&[':', '!'])?);
        }
        if depth < 4 && !choices.ratio(3, 4)? {
            text.push('(');
            expression(choices, depth + 1, text)?;
            text.push(',');
            expression(choices, depth + 1, text)?;
            text.push(')');
        } else {
            *text += choices.choose(&OPERANDS)?;
        }
    }
    Ok(())
}
