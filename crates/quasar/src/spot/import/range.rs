//! Ranges as PioSOLVER keeps them: 1,326 weights in the order of its hands.
//!
//! Cards are numbered 2c, 2d, 2h, 2s, 3c, … As; hands go by their higher card and
//! then by their lower one: 2d2c, 2h2c, 2h2d, 2s2c, …, AsAh, so that the hand of
//! cards `b > a` has the place `b (b - 1) / 2 + a`. That is the order that
//! PioSOLVER's command `show_hand_order` lists, and the one in which Quasar numbers
//! combos.

use quasar_cards::{CardSet, Combo, Game, Range};
use quasar_equity::hand_orders;

use super::ImportFault;
use crate::request::read;

/// A range as the 1,326 weights of PioSOLVER, separated by blanks.
///
/// Nothing for a range of another game than Hold'em.
///
/// ```
/// use quasar::{spot::{parse_piosolver_range, piosolver_range}, cards::{Game, Range}};
/// let range = Range::parse(Game::Holdem, "22:0.5,AhAs")?;
/// let text = piosolver_range(&range).expect("a range of Hold'em");
/// assert!(text.starts_with("0.5 0.5 0.5 0.5 0.5 0.5 0 0 "));
/// assert!(text.ends_with(" 0 0 1"));
/// assert_eq!(parse_piosolver_range(&text).expect("1,326 weights"), range);
/// # Ok::<(), quasar::cards::ParseError>(())
/// ```
pub fn piosolver_range(range: &Range) -> Option<String> {
    let texts = || range.weights().iter().map(f32::to_string).collect::<Vec<_>>();
    (range.game() == Game::Holdem).then(|| texts().join(" "))
}

/// Reads a range of PioSOLVER: 1,326 weights, or text such as `AA,KQs:0.5`.
pub fn parse_piosolver_range(text: &str) -> Result<Range, ImportFault> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let numbers: Option<Vec<f32>> = words.iter().map(|word| word.parse().ok()).collect();
    // 22 and 33 are hands, not weights.
    let Some(weights) = numbers.filter(|numbers| numbers.iter().any(|number| *number < 2.0)) else {
        let parse = |text: &str| Range::parse_with(Game::Holdem, text, hand_orders());
        return Ok(read("range", text, parse)?);
    };
    let wrong = |text: String, expected| ImportFault::Value {
        what: "the range".to_owned(),
        text,
        expected,
    };
    if weights.len() != Game::Holdem.combos() {
        return Err(wrong(format!("{} weights", weights.len()), "1,326 weights, or text"));
    }
    if let Some(weight) = weights.iter().find(|weight| !(0.0..=1.0).contains(*weight)) {
        return Err(wrong(weight.to_string(), "weights between 0 and 1"));
    }
    let hands = Combo::all(Game::Holdem, CardSet::EMPTY).zip(weights);
    let held = hands.filter(|(_, weight)| *weight > 0.0);
    let texts: Vec<String> = held.map(|(combo, weight)| format!("{combo}:{weight}")).collect();
    if texts.is_empty() {
        return Ok(Range::empty(Game::Holdem));
    }
    let parse = |text: &str| Range::parse(Game::Holdem, text);
    Ok(read("range", &texts.join(","), parse)?)
}
