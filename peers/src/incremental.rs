//! Crates whose hands grow card by card, and the loops that profit from it.
//!
//! The loops are written once and compiled for each crate, so that nobody has the
//! better loop.

use std::rc::Rc;

use quasar_cards::{Board, Card, parse_cards};
use quasar_eval::HandRank;

use crate::contender::{Contender, counts, fills, ranks};
use crate::deal::{Hands, OmahaHands};

/// A crate's hand that grows card by card.
pub(crate) trait Incremental {
    /// The name of the crate.
    const PACKAGE: &'static str;
    /// What is added to a hand.
    type Card: Copy + 'static;
    /// Cards that have been added up.
    type Hand: Copy + 'static;
    /// A strength; higher is better.
    type Rank: Ord + Copy + 'static;

    fn card(card: Card) -> Self::Card;
    fn empty() -> Self::Hand;
    fn with(hand: Self::Hand, card: Self::Card) -> Self::Hand;
    fn rank(hand: Self::Hand) -> Self::Rank;
}

/// The hand of some cards.
#[inline(always)]
fn hand_of<P: Incremental>(cards: &[Card]) -> P::Hand {
    cards.iter().fold(P::empty(), |hand, &card| P::with(hand, P::card(card)))
}

/// Ranks hands from card numbers of one byte, one by one.
pub(crate) fn from_cards<P: Incremental, const N: usize>(hands: &Hands<N>) -> Box<dyn Contender> {
    let rank = |cards: &[Card; N]| P::rank(hand_of::<P>(cards));
    ranks(P::PACKAGE, &hands.ranks, hands.cards.clone(), rank)
}

/// Ranks hands that have been added up beforehand.
pub(crate) fn from_hands<P: Incremental>(hands: &Hands<7>) -> Box<dyn Contender> {
    let added_up = hands.cards.iter().map(|cards| hand_of::<P>(cards)).collect();
    ranks(P::PACKAGE, &hands.ranks, added_up, |&hand: &P::Hand| P::rank(hand))
}

/// Looks at every hand of seven cards and counts the flushes and better, of which
/// the number is known.
pub(crate) fn every_seven_cards<P: Incremental>() -> Box<dyn Contender> {
    const HANDS: u64 = 133_784_560;
    const FLUSH_OR_BETTER: u64 = 4_047_644 + 3_473_184 + 224_848 + 41_584;
    let deck: Vec<P::Card> = Card::all().map(P::card).collect();
    let weakest = parse_cards("7h5h4h3h2h7c5c").expect("these are cards");
    let weakest = P::rank(hand_of::<P>(&weakest));
    counts(P::PACKAGE, HANDS, FLUSH_OR_BETTER, move || {
        count_at_least::<P>(7, P::empty(), &deck, weakest)
    })
}

/// Counts the ways to add `missing` of these cards, three or more, that reach a
/// rank.
fn count_at_least<P: Incremental>(
    missing: usize,
    hand: P::Hand,
    cards: &[P::Card],
    least: P::Rank,
) -> u64 {
    let mut count = 0;
    for first in 0..cards.len() {
        let hand = P::with(hand, cards[first]);
        if missing > 3 {
            count += count_at_least::<P>(missing - 1, hand, &cards[..first], least);
            continue;
        }
        for second in 0..first {
            let hand = P::with(hand, cards[second]);
            for &third in &cards[..second] {
                count += u64::from(P::rank(P::with(hand, third)) >= least);
            }
        }
    }
    count
}

/// Ranks every Hold'em hand of each river, in the order of the combos.
pub(crate) fn holdem_rivers<P: Incremental>(
    boards: &[Board],
    expected: &Rc<[HandRank]>,
) -> Box<dyn Contender> {
    let boards = boards.to_vec();
    let filler = P::rank(hand_of::<P>(boards[0].cards()));
    fills(P::PACKAGE, expected, filler, move |ranks| {
        let mut places = ranks.iter_mut();
        for board in &boards {
            let on_board = hand_of::<P>(board.cards());
            let live = live_cards::<P>(board);
            for (place, &high) in live.iter().enumerate() {
                let with_high = P::with(on_board, high);
                for (&low, rank) in live[..place].iter().zip(&mut places) {
                    *rank = P::rank(P::with(with_high, low));
                }
            }
        }
    })
}

/// The cards that a board leaves.
fn live_cards<P: Incremental>(board: &Board) -> Vec<P::Card> {
    board.set().complement().iter().map(P::card).collect()
}

/// The ten choices of three cards of a river.
#[inline(always)]
fn triples<P: Incremental>(board: &[Card; 5]) -> [P::Hand; 10] {
    let board = board.map(P::card);
    let mut triples = [P::empty(); 10];
    let mut places = triples.iter_mut();
    for first in 2..5 {
        let one = P::with(P::empty(), board[first]);
        for second in 1..first {
            let two = P::with(one, board[second]);
            for (&third, triple) in board[..second].iter().zip(&mut places) {
                *triple = P::with(two, third);
            }
        }
    }
    triples
}

/// Ranks Omaha hands one by one, by all choices of two and three cards.
pub(crate) fn omaha_by_choices<P: Incremental, const H: usize>(
    hands: &OmahaHands<H>,
) -> Box<dyn Contender> {
    let package = format!("{}, our loop over choices", P::PACKAGE);
    ranks(&package, &hands.ranks, hands.cards.clone(), |(hole, board)| {
        let hole = hole.map(P::card);
        let triples = triples::<P>(board);
        let mut best = P::rank(P::with(P::with(triples[0], hole[1]), hole[0]));
        for triple in triples {
            for high in 1..H {
                let with_high = P::with(triple, hole[high]);
                for &low in &hole[..high] {
                    best = best.max(P::rank(P::with(with_high, low)));
                }
            }
        }
        best
    })
}

/// Ranks every PLO4 hand of a river, in the order of their numbers: first all
/// pairs of cards, each with the best three of the board, then each hand as the
/// best of its six pairs.
pub(crate) fn plo4_river_by_pairs<P: Incremental>(
    board: &Board,
    expected: &Rc<[HandRank]>,
) -> Box<dyn Contender> {
    let package = format!("{}, our table of pairs", P::PACKAGE);
    let live = live_cards::<P>(board);
    let board: [Card; 5] = board.cards().try_into().expect("a river has five cards");
    let filler = P::rank(hand_of::<P>(&board));
    fills(&package, expected, filler, move |ranks| {
        let triples = triples::<P>(&board);
        let mut pairs = [[filler; Card::COUNT]; Card::COUNT];
        for high in 1..live.len() {
            for low in 0..high {
                let choices = triples
                    .iter()
                    .map(|&triple| P::rank(P::with(P::with(triple, live[high]), live[low])));
                pairs[high][low] = choices.max().unwrap_or(filler);
            }
        }
        let mut places = ranks.iter_mut();
        for d in 3..live.len() {
            for c in 2..d {
                let dc = pairs[d][c];
                for b in 1..c {
                    let dcb = dc.max(pairs[d][b]).max(pairs[c][b]);
                    for (a, rank) in (0..b).zip(&mut places) {
                        *rank = dcb.max(pairs[d][a]).max(pairs[c][a]).max(pairs[b][a]);
                    }
                }
            }
        }
    })
}
