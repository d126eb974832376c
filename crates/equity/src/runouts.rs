//! The boards that can still come, one of each suit class.
//!
//! A relabelling of suits that changes neither the board, nor the dead cards, nor
//! any player's range maps a board to one on which every player does equally well.
//! So only the smallest board of each class is kept, with the number of
//! boards it stands for: 134,459 instead of 2,598,960 before the flop when all
//! ranges are named without suits.

use quasar_cards::{Board, Card, CardSet, Rank, Suit, SuitPermutation, symmetries};

use crate::{Holding, Question};

/// A full board, and how many boards are like it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runout {
    /// The five cards.
    pub(crate) board: CardSet,
    /// How many boards it stands for.
    pub(crate) count: u32,
}

impl Runout {
    /// The board, ready to be ranked on.
    pub(crate) fn river(&self) -> Board {
        let mut list = [Card::new(Rank::Two, Suit::Clubs); 5];
        for (place, card) in list.iter_mut().zip(self.board) {
            *place = card;
        }
        Board::new(&list).expect("a runout has five cards")
    }
}

/// The relabellings of suits that leave a question unchanged, including the identity.
pub(crate) fn question_symmetries(question: &Question) -> Vec<SuitPermutation> {
    symmetries([question.board().set(), question.dead()])
        .filter(|&relabel| {
            relabel == SuitPermutation::IDENTITY
                || question.players().iter().all(|player| is_symmetric(player, relabel))
        })
        .collect()
}

fn is_symmetric(holding: &Holding, relabel: SuitPermutation) -> bool {
    match holding {
        Holding::Hand(combo) => combo.permute(relabel) == *combo,
        Holding::Range(range) => range.is_symmetric(relabel),
    }
}

/// One board of each class under the `group` of relabellings.
pub(crate) fn runouts(
    question: &Question,
    gone: CardSet,
    group: &[SuitPermutation],
) -> Vec<Runout> {
    let live: Vec<Card> = gone.complement().iter().collect();
    let mut found = Vec::new();
    let missing = 5 - question.board().cards().len();
    for_each_subset(&live, missing, CardSet::EMPTY, &mut |cards| {
        let mut same = 0;
        for relabel in group {
            match relabel.apply(cards).cmp(&cards) {
                std::cmp::Ordering::Less => return,
                std::cmp::Ordering::Equal => same += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        let count = (group.len() / same) as u32;
        found.push(Runout { board: question.board().set() | cards, count });
    });
    found
}

/// Steps of looking at one relabelling of the suits of a board.
const RELABEL: f64 = 4.0;

/// The steps of listing the boards of `missing` more cards out of `left`, one for
/// each class under this many relabellings, and about how many those are.
pub(crate) fn listing_steps(left: usize, missing: usize, relabellings: usize) -> (f64, f64) {
    let boards: f64 =
        (0..missing).map(|card| left.saturating_sub(card) as f64 / (card + 1) as f64).product();
    (boards * RELABEL * relabellings as f64, (boards / relabellings as f64).max(1.0))
}

/// Calls `found` with every set of `size` of the cards, added to `chosen`.
fn for_each_subset(cards: &[Card], size: usize, chosen: CardSet, found: &mut impl FnMut(CardSet)) {
    if size == 0 {
        return found(chosen);
    }
    for (place, &card) in cards.iter().enumerate() {
        for_each_subset(&cards[place + 1..], size - 1, chosen.with(card), found);
    }
}

#[cfg(test)]
mod tests {
    use quasar_cards::{Game, Range};

    use super::*;

    fn classes(board: &str, holding: Holding) -> (usize, u32) {
        let players = vec![holding; 2];
        let question = Question::new(players, board.parse().unwrap(), CardSet::EMPTY).unwrap();
        let group = question_symmetries(&question);
        let runouts = runouts(&question, question.unavailable_cards(), &group);
        (runouts.len(), runouts.iter().map(|runout| runout.count).sum())
    }

    #[test]
    fn classes_are_counted_as_published_and_stand_for_all_boards() {
        let range = |text| Holding::Range(Range::parse(Game::Holdem, text).unwrap());
        assert_eq!(classes("", range("QQ+,AK")), (134_459, 2_598_960));
        assert_eq!(classes("AsKsQs", range("22+")).1, 1_176);
        assert_eq!(classes("As7h2c", range("22+")), (1_176, 1_176));
        assert_eq!(classes("AsKsQs", range("9h8h,22")), classes("AsKsQd", range("22")));
        assert_eq!(classes("As7h2c3d9d", range("22+")), (1, 1));
        assert_eq!(Board::EMPTY.cards().len(), 0);
    }
}
