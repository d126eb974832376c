//! The predicted cost of counting.
//!
//! The unit is a *step*: one hand tried in the innermost loop over tuples, about
//! 1.5 ns on one Zen 3 core at 2.4 GHz. The other costs are in the same unit as
//! measured there. Of ten questions from 4 ms to 19 s a predicted step took 0.5 to
//! 2.5 ns; the low end is many players, where hands that have lost to a fixed one
//! cost less than assumed.

use quasar_cards::Game;

/// How the tuples of hands on a board are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// One by one.
    Tuples,
    /// By a sweep over the widest ranges.
    Sweep,
}

/// Ranking one hand, and ranking all hands of a board.
const RANK: f64 = 8.0;
const BOARD: f64 = 1_500.0;
/// One hand in a sweep: three queries.
const SWEEP: f64 = 140.0;

/// The cheaper method for players with these numbers of hands, in ascending
/// order, and its steps for each board.
pub(super) fn board_steps(game: Game, hands: &[usize]) -> (Method, f64) {
    let hands: Vec<f64> = hands.iter().map(|&count| count as f64).collect();
    let all: f64 = hands.iter().sum();
    let loops = RANK * all + nodes(&hands);
    if game.is_omaha() {
        return (Method::Tuples, loops);
    }
    let (outside, inside) = hands.split_at(hands.len().saturating_sub(3));
    let tuples: f64 = outside.iter().product();
    let sweep = BOARD + nodes(outside) + tuples * SWEEP * inside.iter().sum::<f64>();
    if sweep < loops { (Method::Sweep, sweep) } else { (Method::Tuples, loops) }
}

/// How many hands nested loops over these numbers of hands try.
fn nodes(hands: &[f64]) -> f64 {
    let mut product = 1.0;
    hands.iter().fold(0.0, |nodes, count| {
        product *= count;
        nodes + product
    })
}
