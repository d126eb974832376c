//! A question made ready for dealing, and the dealing itself.
//!
//! Players come in three kinds: known hands are fixed; weighted ranges are drawn
//! from their lists ([`super::ranges`]); players who may hold anything get
//! random cards of the deck, like the board. The last is a short cut with the
//! same law: once the hands of the ranges are drawn, as many hands remain for
//! such a player whatever they were, so giving a player any of the remaining
//! cards is drawing from the full range on the condition that nothing clashes.

use quasar_cards::{Card, CardSet, Combo, Range, Rank, Suit};
use quasar_eval::HandRank;

use super::deck::Deck;
use super::random::Random;
use super::ranges::{RangeSeat, Ranges};
use super::rules::Rules;
use crate::player::{MOST_PLAYERS, Splits};
use crate::{DealError, Holding, Question};

/// The splits of every player over a number of deals.
pub(super) type Counts = [Splits<u64>; MOST_PLAYERS];

/// A question ready for dealing.
pub(super) struct Table<R: Rules> {
    players: usize,
    /// Every player's hand, as far as it is known.
    known: [R::Hand; MOST_PLAYERS],
    ranges: Option<Ranges<R>>,
    /// Players who may hold anything.
    anything: Vec<usize>,
    /// The cards that are not known.
    deck: Deck,
    /// The known board cards, then fillers.
    board: [Card; 5],
    board_len: usize,
}

/// Stands in places that are filled later.
const FILLER: Card = Card::new(Rank::Two, Suit::Clubs);

impl<R: Rules> Table<R> {
    /// Makes a question ready.
    pub(super) fn new(question: &Question) -> Result<Table<R>, DealError> {
        let players = question.players().len();
        let mut gone = question.gone();
        let mut known = [R::hand(&[FILLER; 6][..R::HOLE]); MOST_PLAYERS];
        for (hand, holding) in known.iter_mut().zip(question.players()) {
            if let Holding::Hand(combo) = holding {
                *hand = hand_of::<R>(combo);
                gone |= combo.set();
            }
        }
        let mut anything = Vec::new();
        let mut seats = Vec::new();
        for (player, holding) in question.players().iter().enumerate() {
            let Holding::Range(range) = holding else { continue };
            if is_anything(range, gone) {
                anything.push(player);
                continue;
            }
            let mut seat = RangeSeat { player, hands: Vec::new(), weights: Vec::new() };
            for (combo, weight) in range.iter().filter(|(combo, _)| !combo.set().intersects(gone)) {
                seat.hands.push(hand_of::<R>(&combo));
                seat.weights.push(weight);
            }
            if seat.hands.is_empty() {
                return Err(DealError::NoDeal);
            }
            seats.push(seat);
        }
        let mut board = [FILLER; 5];
        let board_len = question.board().cards().len();
        board[..board_len].copy_from_slice(question.board().cards());
        let needed = (anything.len() + seats.len()) * R::HOLE + 5 - board_len;
        let live = gone.complement();
        if needed > live.len() {
            return Err(DealError::TooFewCards { needed, left: live.len() });
        }
        let ranges = if seats.is_empty() { None } else { Some(Ranges::new(seats)?) };
        Ok(Table { players, known, ranges, anything, deck: Deck::new(live), board, board_len })
    }

    /// Deals so many times with the random numbers of one batch.
    pub(super) fn deal(&self, deals: u64, mut random: Random) -> Result<Counts, DealError> {
        let mut counts = Counts::default();
        let mut deck = self.deck.clone();
        let mut hands = self.known;
        let mut board = self.board;
        let mut drawn = [FILLER; Card::COUNT];
        let drawn = &mut drawn[..self.anything.len() * R::HOLE + 5 - self.board_len];
        let allowed = Ranges::<R>::allowance(deals);
        let mut attempts = 0;
        for dealt in 0..deals {
            match &self.ranges {
                None => deck.draw(&mut random, drawn),
                Some(ranges) => {
                    let taken = loop {
                        if attempts == allowed {
                            return Err(DealError::TooRare { attempts, deals: dealt });
                        }
                        attempts += 1;
                        if let Some(taken) = ranges.attempt(&mut random, &mut hands) {
                            break taken;
                        }
                    };
                    deck.draw_besides(&mut random, taken, drawn);
                }
            }
            let (runout, rest) = drawn.split_at(5 - self.board_len);
            board[self.board_len..].copy_from_slice(runout);
            for (&player, cards) in self.anything.iter().zip(rest.chunks_exact(R::HOLE)) {
                hands[player] = R::hand(cards);
            }
            count::<R>(&hands[..self.players], &board, &mut counts);
        }
        Ok(counts)
    }
}

/// Ranks all hands on the board and gives the pot to the best.
#[inline(always)]
fn count<R: Rules>(hands: &[R::Hand], board: &[Card; 5], counts: &mut Counts) {
    let mut ranks = [HandRank::BLOCKED; MOST_PLAYERS];
    let mut best = HandRank::BLOCKED;
    for (rank, hand) in ranks.iter_mut().zip(hands) {
        *rank = R::rank(hand, board);
        best = best.max(*rank);
    }
    let ranks = &ranks[..hands.len()];
    let winners = ranks.iter().filter(|&&rank| rank == best).count();
    for (splits, &rank) in counts.iter_mut().zip(ranks) {
        splits[winners - 1] += u64::from(rank == best);
    }
}

/// The cards of a combo in the game's own form.
fn hand_of<R: Rules>(combo: &Combo) -> R::Hand {
    let mut cards = [FILLER; 6];
    for (place, card) in cards.iter_mut().zip(combo.cards()) {
        *place = card;
    }
    R::hand(&cards[..R::HOLE])
}

/// Whether a range holds every hand that the gone cards leave, all equally often.
fn is_anything(range: &Range, gone: CardSet) -> bool {
    // No need to look at the hands of the most common case; PLO6 has 20 million.
    if range.weights().iter().all(|&weight| weight == range.weights()[0]) {
        return true;
    }
    let mut live = Combo::all(range.game(), CardSet::EMPTY)
        .zip(range.weights())
        .filter(|(combo, _)| !combo.set().intersects(gone))
        .map(|(_, weight)| *weight);
    let first = live.next();
    first > Some(0.0) && live.all(|weight| Some(weight) == first)
}
