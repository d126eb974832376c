//! A question made ready for dealing.
//!
//! Players come in three kinds: known hands are fixed; weighted ranges are drawn
//! from their lists ([`super::ranges`]); players who may hold anything get
//! random cards of the deck, like the board. The last is a short cut with the
//! same law: once the hands of the ranges are drawn, as many hands remain for
//! such a player whatever they were, so giving a player any of the remaining
//! cards is drawing from the full range on the condition that nothing clashes.

use quasar_cards::{Card, CardSet, Combo, Range, Rank, Suit};

use super::deck::Deck;
use super::ranges::{RangeSeat, Ranges};
use super::rules::Rules;
use crate::player::MOST_PLAYERS;
use crate::{DealError, Holding, Question};

/// A question ready for dealing.
pub(super) struct Table<R: Rules> {
    pub(super) players: usize,
    /// Every player's hand, as far as it is known.
    pub(super) known: [R::Hand; MOST_PLAYERS],
    /// Where the hands of weighted ranges come from, if there are any.
    pub(super) ranges: Option<Ranges<R>>,
    /// Players who may hold anything.
    pub(super) anything: Vec<usize>,
    /// The cards that are not known.
    pub(super) deck: Deck,
    /// The cards still to come, in `..missing`, then the known board cards.
    pub(super) board: [Card; 5],
    pub(super) missing: usize,
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
                seat.hands.push((hand_of::<R>(&combo), combo.set()));
                seat.weights.push(weight);
            }
            if seat.hands.is_empty() {
                return Err(DealError::NoDeal);
            }
            seats.push(seat);
        }
        let mut board = [FILLER; 5];
        let missing = 5 - question.board().cards().len();
        board[missing..].copy_from_slice(question.board().cards());
        let needed = (anything.len() + seats.len()) * R::HOLE + missing;
        let live = gone.complement();
        if needed > live.len() {
            return Err(DealError::TooFewCards { needed, left: live.len() });
        }
        let ranges = if seats.is_empty() { None } else { Some(Ranges::new(seats)?) };
        Ok(Table { players, known, ranges, anything, deck: Deck::new(live), board, missing })
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
    if range.is_uniform() {
        return true;
    }
    let mut live = Combo::all(range.game(), CardSet::EMPTY)
        .zip(range.weights())
        .filter(|(combo, _)| !combo.set().intersects(gone))
        .map(|(_, weight)| *weight);
    let first = live.next();
    first > Some(0.0) && live.all(|weight| Some(weight) == first)
}
