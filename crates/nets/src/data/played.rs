//! States that play by search reaches.
//!
//! A spot of the street before is dealt at random and searched for some iterations with a
//! network; the strategies at that point, current or average, lead to a line, and a random card
//! follows it. So ranges have the shapes that a network is asked about in use: those of
//! players who have bet, called and checked for their reasons on the street before.
//!
//! A search serves [`GROUP`] samples: it costs more than a label.

use quasar_cards::{Board, Card, Combo, Game, Range, Street};
use quasar_solver::Profile;

use super::ranges::starting_hands;
use super::{Betting, DataError, Deck, HeldOut, Random, RangeKind, Sample, Shard};
use crate::limit::LeafValues;
use crate::measure::{CutSpot, LineBeliefs};

/// Samples of a search.
pub(super) const GROUP: u32 = 20;

/// Stack to pot where searches begin.
const RATIOS: (f64, f64) = (0.2, 8.0);
/// Iterations of a search.
const ITERATIONS: (f64, f64) = (3.0, 60.0);
/// The least weight of a hand, relative to the heaviest: hands without any would have no values.
const LEAST: f32 = 1e-4;

/// Samples of one search: `count` at most [`GROUP`].
pub(super) fn samples(
    shard: &Shard,
    held_out: &HeldOut,
    values: &dyn LeafValues,
    random: &mut Random,
    count: usize,
) -> Result<Vec<Sample>, DataError> {
    let board = deal(shard, held_out, random)?;
    let ranges = [range(shard, &board, random), range(shard, &board, random)];
    let stack = random.log_between(RATIOS.0, RATIOS.1) * Betting::POT as f64;
    let chips = (Betting::POT, stack.round() as u64);
    let spot = CutSpot::of((shard.game, shard.deck.cards()), board, ranges, chips)?;
    let iterations = random.log_between(ITERATIONS.0, ITERATIONS.1) as u32;
    let mut searched = spot.search(values, iterations, 1)?;
    let lines = [Profile::Current, Profile::Average].map(|profile| searched.lines(profile));
    let [current, average] = lines;
    let lines: Vec<LineBeliefs> = current?.into_iter().chain(average?).collect();
    let mut found = Vec::new();
    while found.len() < count {
        let line = &lines[random.below(lines.len())];
        let Some(after) = next_board(shard, held_out, &board, random) else { continue };
        let Some(ranges) = on_board(shard.game, line, &after) else { continue };
        let stack = (line.stack / line.pot * Betting::POT as f64).round().max(1.0) as u64;
        found.push(shard.solve(after, stack, [RangeKind::Search; 2], ranges)?);
    }
    Ok(found)
}

/// A board of the street before. Few boards are kept for measuring errors, so it must have a
/// next one that may be used.
fn deal(shard: &Shard, held_out: &HeldOut, random: &mut Random) -> Result<Board, DataError> {
    let cards = if shard.street == Street::River { 4 } else { 3 };
    loop {
        let board = Board::new(&random.cards(shard.deck.cards().iter(), cards))?;
        if held_out.contains(&board, shard.deck) {
            continue;
        }
        if left(shard, &board).iter().any(|&card| follow(shard, held_out, &board, card).is_some()) {
            return Ok(board);
        }
    }
}

/// The best starting hands, thinned as other ranges are.
fn range(shard: &Shard, board: &Board, random: &mut Random) -> Range {
    let dead = shard.deck.cards().complement() | board.set();
    let mut combos: Vec<Combo> = Combo::all(shard.game, dead).collect();
    if shard.deck == Deck::Full {
        let inside = starting_hands(random, &combos);
        let mut inside = inside.into_iter();
        combos.retain(|_| inside.next() == Some(true));
    }
    let (_, most) = shard.thinning();
    random.choose(&mut combos, most);
    combos.truncate(most);
    let mut weights = vec![0.0; shard.game.combos()];
    for combo in combos {
        weights[combo.index()] = 1.0;
    }
    Range::from_weights(shard.game, weights).expect("weights are 0 and 1")
}

/// A board with one more card that may be used.
fn next_board(
    shard: &Shard,
    held_out: &HeldOut,
    board: &Board,
    random: &mut Random,
) -> Option<Board> {
    let left = left(shard, board);
    follow(shard, held_out, board, left[random.below(left.len())])
}

/// The cards that a board leaves.
fn left(shard: &Shard, board: &Board) -> Vec<Card> {
    (shard.deck.cards() & board.set().complement()).iter().collect()
}

/// A board after a card, if it may be used.
fn follow(shard: &Shard, held_out: &HeldOut, board: &Board, card: Card) -> Option<Board> {
    let mut cards = board.cards().to_vec();
    cards.push(card);
    let after = Board::new(&cards).ok()?;
    shard.accepts(held_out, &after).then_some(after)
}

/// The ranges of a line on a board; none if the board leaves a player nothing to hold.
fn on_board(game: Game, line: &LineBeliefs, board: &Board) -> Option<[Range; 2]> {
    let side = |player: usize| {
        let left = |combo: &Combo| (combo.set() & board.set()).is_empty();
        let hands = line.combos[player].iter().zip(&line.reach[player]);
        let hands = hands.filter(|(combo, _)| left(combo));
        let heaviest = hands.clone().map(|(_, reach)| *reach).fold(0.0, f32::max);
        if heaviest <= f32::MIN_POSITIVE {
            return None;
        }
        let mut weights = vec![0.0; game.combos()];
        for (combo, reach) in hands {
            weights[combo.index()] = (reach / heaviest).clamp(LEAST, 1.0);
        }
        Range::from_weights(game, weights).ok()
    };
    Some([side(0)?, side(1)?])
}

#[cfg(test)]
mod tests {
    use super::super::{RangeSource, SampleSplit};
    use super::*;

    #[test]
    fn searches_begin_on_boards_that_can_go_on() {
        let shard = Shard {
            game: Game::Holdem,
            deck: Deck::Full,
            street: Street::River,
            part: SampleSplit::HeldOut,
            source: RangeSource::Search,
            seed: 1,
            number: 0,
            count: 1,
        };
        let held_out = HeldOut::shipped();
        let goes_on = |board: &Board| {
            let cards = left(&shard, board);
            cards.iter().any(|&card| follow(&shard, &held_out, board, card).is_some())
        };
        let mut random = Random::new(1, 0);
        for _ in 0..100 {
            assert!(goes_on(&deal(&shard, &held_out, &mut random).unwrap()));
        }
        // Not every turn has a river that is kept.
        let mut turn = || Board::new(&random.cards(Deck::Full.cards().iter(), 4)).unwrap();
        assert!((0..200).any(|_| !goes_on(&turn())));
    }
}
