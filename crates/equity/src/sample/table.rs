//! A question prepared for dealing.
//!
//! Players come in three kinds: known hands are fixed; weighted ranges are drawn
//! from their lists ([`super::ranges`]); players who may hold anything get
//! random cards of the deck, like the board. The last is a shortcut with the
//! same distribution: once the hands of the ranges are drawn, the same number of
//! hands remains for such a player whatever they were, so dealing any remaining
//! cards is drawing from the full range on the condition that nothing clashes.

use quasar_cards::{Card, CardSet, Combo, Range};

use super::deck::Deck;
use super::ranges::Ranges;
use super::rules::{FILLER, Rules};
use super::seat::Seat;
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

impl<R: Rules> Table<R> {
    /// Makes a question ready.
    pub(super) fn new(question: &Question) -> Result<Table<R>, DealError> {
        let players = question.players().len();
        let mut gone = question.unavailable_cards();
        let mut known = [R::hand(&[FILLER; 6][..R::HOLE]); MOST_PLAYERS];
        for (hand, holding) in known.iter_mut().zip(question.players()) {
            if let Holding::Hand(combo) = holding {
                *hand = R::of_combo(combo);
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
            let seat = Seat::new(player, range, gone).ok_or(DealError::NoDeal)?;
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
        let ranges = if seats.is_empty() { None } else { Some(Ranges::new(seats, known[0])?) };
        Ok(Table { players, known, ranges, anything, deck: Deck::new(live), board, missing })
    }
}

/// Combos of up to four cards are checked one by one, those of five are not.
const MOST_LOOKED_AT: usize = 1 << 20;

/// Whether a range holds every hand that the gone cards leave, all equally often.
fn is_anything(range: &Range, gone: CardSet) -> bool {
    if range.is_uniform() {
        return true;
    }
    // Not worth checking every hand: such a range is drawn from nearly as fast.
    if range.weights().len() > MOST_LOOKED_AT {
        return false;
    }
    let mut live = Combo::all(range.game(), CardSet::EMPTY)
        .zip(range.weights())
        .filter(|(combo, _)| !combo.set().intersects(gone))
        .map(|(_, weight)| *weight);
    let first = live.next();
    first > Some(0.0) && live.all(|weight| Some(weight) == first)
}
