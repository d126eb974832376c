//! Wins minus losses of every pair of hands, over all boards that can still come.
//!
//! One comparison for each pair of hands and river, in vectors: the hands of one player
//! are taken in tiles, whose ranks on all rivers stay in the cache while every hand of
//! the other player passes. If both players have the same hands, half of the pairs are
//! counted and the others mirrored. While it counts, a flop with all hands takes about
//! 9 MB for ranks.

use std::ops::Range;

use quasar_cards::{Board, CardSet};
use quasar_eval::HoldemBoard;

use crate::arch::{Arithmetic, Kernel, dispatch};
use crate::holdem::HoldemError;
use crate::holdem::hands::{BoardHands, Side};

/// Hands that are compared at once.
const TILE: usize = 64;

/// A river's ranks of the hands of a tile.
#[derive(Clone, Copy)]
struct Ranks {
    /// What is ranked higher wins; the largest number if the river blocks the hand.
    to_beat: [i16; TILE],
    /// What is ranked lower loses; 0 if the river blocks the hand.
    to_lose_to: [i16; TILE],
}

/// For each hand of the first player against each of the second, how many boards with the
/// cards of a deck it wins minus how many it loses; meaningless for hands that share a card.
pub(crate) fn wins_minus_losses(
    board: &Board,
    deck: CardSet,
    hands: &BoardHands,
) -> Result<Vec<i16>, HoldemError> {
    let [first, second] = &hands.sides;
    let mut rivers = Vec::new();
    complete(board, deck, &mut |river| {
        rivers.push(HoldemBoard::new(river)?);
        Ok(())
    })?;
    let mine = ranks(first, &rivers);
    let same = first.combos == second.combos;
    let theirs = if same { None } else { Some(ranks(second, &rivers)) };
    let theirs = theirs.as_deref().unwrap_or(&mine);
    let mut balance = vec![0; first.len() * second.len()];
    let mut tile = vec![Ranks { to_beat: [i16::MAX; TILE], to_lose_to: [0; TILE] }; rivers.len()];
    for start in (0..second.len()).step_by(TILE) {
        let end = second.len().min(start + TILE);
        for (lane, ranks) in
            theirs[start * rivers.len()..end * rivers.len()].chunks_exact(rivers.len()).enumerate()
        {
            for (tile, &rank) in tile.iter_mut().zip(ranks) {
                tile.to_beat[lane] = if rank > 0 { rank } else { i16::MAX };
                tile.to_lose_to[lane] = rank;
            }
        }
        let skipped = if same { start } else { 0 };
        dispatch(Tile {
            mine: &mine[skipped * rivers.len()..],
            tile: &tile,
            balance: &mut balance[skipped * second.len()..],
            row: second.len(),
            columns: start..end,
        });
    }
    if same {
        mirror(&mut balance, first.len());
    }
    Ok(balance)
}

/// The ranks of each hand on every river, hand by hand; 0 where the river blocks the hand.
fn ranks(side: &Side, rivers: &[HoldemBoard]) -> Vec<i16> {
    let mut ranks = Vec::with_capacity(side.len() * rivers.len());
    for &combo in &side.combos {
        // The largest number of a rank is 7,462.
        ranks.extend(rivers.iter().map(|river| river.ranks()[usize::from(combo)].number() as i16));
    }
    ranks
}

/// What a hand wins another loses.
fn mirror(balance: &mut [i16], hands: usize) {
    for row in 0..hands {
        for column in row + 1..hands {
            balance[row * hands + column] = -balance[column * hands + row];
        }
    }
}

/// Compares hands with those of a tile.
struct Tile<'a> {
    /// Ranks on every river, hand by hand.
    mine: &'a [i16],
    /// The ranks of the tile on each river.
    tile: &'a [Ranks],
    /// A row for each hand of `mine`.
    balance: &'a mut [i16],
    row: usize,
    /// The hands of the tile.
    columns: Range<usize>,
}

impl Kernel for Tile<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        let Tile { mine, tile, balance, row, columns } = self;
        for (mine, balance) in mine.chunks_exact(tile.len()).zip(balance.chunks_exact_mut(row)) {
            let mut sums = [0i16; TILE];
            for (&rank, ranks) in mine.iter().zip(tile) {
                if rank == 0 {
                    continue;
                }
                let bounds = ranks.to_beat.iter().zip(&ranks.to_lose_to);
                for (sum, (&to_beat, &to_lose_to)) in sums.iter_mut().zip(bounds) {
                    // At most 1,176 either way; a check would keep the loop out of vectors.
                    let (won, lost) = (rank > to_beat, rank < to_lose_to);
                    *sum = sum.wrapping_add(i16::from(won)).wrapping_sub(i16::from(lost));
                }
            }
            let balance = &mut balance[columns.clone()];
            balance.copy_from_slice(&sums[..balance.len()]);
        }
    }
}

/// Calls `work` for every river that a board can become with the cards of a deck.
fn complete(
    board: &Board,
    deck: CardSet,
    work: &mut impl FnMut(&Board) -> Result<(), HoldemError>,
) -> Result<(), HoldemError> {
    fn deal(
        board: &Board,
        deck: CardSet,
        work: &mut impl FnMut(&Board) -> Result<(), HoldemError>,
    ) -> Result<(), HoldemError> {
        if board.cards().len() == 5 {
            return work(board);
        }
        let mut later = deck;
        for card in deck.iter() {
            later = later - CardSet::from(card);
            deal(&board.with_next(card)?, later, work)?;
        }
        Ok(())
    }
    deal(board, deck - board.set(), work)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quasar_cards::{Card, Combo, Game};

    use super::*;

    /// One river after the other, pair by pair.
    fn pair_by_pair(board: &Board, deck: CardSet, sides: &[Vec<u16>; 2]) -> Vec<i16> {
        let mut balance = vec![0; sides[0].len() * sides[1].len()];
        complete(board, deck, &mut |river| {
            let ranked = HoldemBoard::new(river)?;
            let rank = |&combo: &u16| ranked.ranks()[usize::from(combo)].number();
            for (row, mine) in balance.chunks_exact_mut(sides[1].len()).zip(&sides[0]) {
                for (balance, theirs) in row.iter_mut().zip(&sides[1]) {
                    let (mine, theirs) = (rank(mine), rank(theirs));
                    if mine > 0 && theirs > 0 {
                        *balance += i16::from(mine > theirs) - i16::from(mine < theirs);
                    }
                }
            }
            Ok(())
        })
        .unwrap();
        balance
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        /// Fewer hands than a tile has, and more; the same hands and others; all cards and few.
        #[test]
        fn tiles_count_what_pairs_do(
            cards in Just(Card::all().collect::<Vec<_>>()).prop_shuffle(),
            on_board in 3..=4_usize,
            steps in [1..60_usize, 1..60_usize],
            same in any::<bool>(),
            short in any::<bool>(),
        ) {
            let board = Board::new(&cards[..on_board]).unwrap();
            let deck: CardSet = cards[..if short { 20 } else { 52 }].iter().copied().collect();
            let left = deck - board.set();
            let live: Vec<u16> = Combo::all(Game::Holdem, left.complement())
                .map(|combo| combo.index() as u16)
                .collect();
            let mut sides = steps.map(|step| live.iter().copied().step_by(step).collect::<Vec<_>>());
            if same {
                sides[1] = sides[0].clone();
            }
            let hands = BoardHands::unsorted(sides.clone());
            let found = wins_minus_losses(&board, deck, &hands).unwrap();
            prop_assert_eq!(found, pair_by_pair(&board, deck, &sides));
        }
    }
}
