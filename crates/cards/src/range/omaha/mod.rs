//! Ranges of Omaha hands in text.

mod answers;
mod cards;
mod evaluate;
mod macros;
mod matcher;
mod parse;
mod shape;
mod span;
mod syntax;

use crate::{Game, ParseError, Range};

use syntax::Step;

/// Reads a range of hands with four, five or six cards.
pub(super) fn parse(game: Game, text: &str) -> Result<Range, ParseError> {
    let steps = parse::steps(game, text)?;
    let mut range = Range::empty(game);
    let mut shapes = Vec::new();
    for step in &steps {
        match step {
            Step::Hand(hand, weight) => range.weights[hand.index()] = *weight,
            Step::Batch(batch) => {
                if shapes.is_empty() {
                    shapes = shape::shapes(game.hole_cards());
                }
                evaluate::apply(batch, &shapes, &mut range.weights);
            }
        }
    }
    Ok(range)
}
