//! Which cards are outs, and the chance that one of them comes.
//!
//! **Out.** A card is an out when, as the next card, it improves hero's category
//! by more than it improves everybody's. Everybody's category, the floor, is the
//! lowest that any two hole cards have on the board: a pair once the board is
//! paired, three of a kind once it holds three of a rank, and in Hold'em
//! whatever the board itself is. So a card that pairs the board turns an
//! overpair into two pair without being an out for it. A card that only adds
//! one pair (a pair above an empty floor, two pair above a paired board) counts
//! only if it is higher than every card of the board: an overcard.
//!
//! **Nut out.** An out after which no two cards that others can still hold make
//! a higher rank than hero's.

use quasar_cards::{Board, Card, CardSet, Game, Rank};
use quasar_eval::{Category, HandKey, HandRank};

use super::outlook::Outlook;
use super::spot::HandOnBoard;

/// The lowest category that any hole cards have on a board of these cards.
fn floor(game: Game, board: CardSet) -> Category {
    let repeated = |times: usize| {
        Rank::ALL.into_iter().filter(|&rank| board.count_of_rank(rank) >= times).count()
    };
    if game == Game::Holdem {
        match board.len() {
            5 => return board.iter().collect::<HandKey>().rank().category(),
            _ if repeated(4) > 0 => return Category::FourOfAKind,
            _ if repeated(2) > 1 => return Category::TwoPair,
            _ => {}
        }
    }
    match (repeated(3), repeated(2)) {
        (0, 0) => Category::HighCard,
        (0, _) => Category::Pair,
        _ => Category::ThreeOfAKind,
    }
}

/// How many categories a hand is above the floor.
fn above_floor(game: Game, board: CardSet, rank: HandRank) -> u8 {
    (rank.category() as u8).saturating_sub(floor(game, board) as u8)
}

/// The outs of a hand among the unseen cards; none on the river.
pub(crate) fn outs(spot: &HandOnBoard, hero: &Outlook) -> CardSet {
    if spot.cards_to_come() == 0 {
        return CardSet::EMPTY;
    }
    let (game, board) = (spot.game(), spot.board().set());
    let now = above_floor(game, board, hero.now());
    let improves = |card: Card| {
        let after = hero.after(card);
        let category = after.category();
        category > hero.now().category()
            && above_floor(game, board.with(card), after) > now
            && (category > Category::TwoPair || !adds_one_pair(spot, category, card))
    };
    spot.unseen().iter().filter(|&card| improves(card)).collect()
}

/// Whether a card lifts a hand to `category` by one pair that is not above the board.
fn adds_one_pair(spot: &HandOnBoard, category: Category, card: Card) -> bool {
    let board = spot.board();
    let one_above = category as u8 == floor(spot.game(), board.set().with(card)) as u8 + 1;
    one_above && !is_overcard(board, card)
}

fn is_overcard(board: Board, card: Card) -> bool {
    board.cards().iter().all(|other| other.rank() < card.rank())
}

/// The cards of `outs` after which no hand that others can hold beats hero;
/// `best` is the outlook of the best of their holdings.
pub(crate) fn nut_outs(outs: CardSet, hero: &Outlook, best: &Outlook) -> CardSet {
    outs.iter().filter(|&card| hero.after(card) >= best.after(card)).collect()
}

/// The chance that at least one out comes, exactly and as players estimate it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// Exact, in percent: 13 outs twice from 45 unseen cards are 49.9.
    pub exact: f64,
    /// The rule of 4 and 2, in percent: four for each out with two cards to
    /// come, two with one, at most 100. The same 13 outs are 52.
    pub rule_of_4_and_2: f64,
}

impl Chance {
    /// The chance of at least one of `outs` cards when `to_come` cards are dealt
    /// from `unseen`.
    pub fn of(outs: usize, unseen: usize, to_come: usize) -> Chance {
        let misses = (0..to_come).map(|dealt| {
            let left = unseen.saturating_sub(dealt).max(1) as f64;
            unseen.saturating_sub(outs + dealt) as f64 / left
        });
        let rule = (2 * to_come * outs).min(100) as f64;
        Chance { exact: 100.0 * (1.0 - misses.product::<f64>()), rule_of_4_and_2: rule }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_chances_are_the_published_ones() {
        for (outs, unseen, to_come, exact, rule) in [
            (13, 45, 2, 49.9, 52.0),
            (9, 47, 2, 35.0, 36.0),
            (9, 46, 1, 19.6, 18.0),
            (4, 47, 2, 16.5, 16.0),
            (15, 47, 2, 54.1, 60.0),
            (20, 45, 2, 69.7, 80.0),
            (30, 45, 2, 89.4, 100.0),
            (0, 47, 2, 0.0, 0.0),
            (7, 0, 0, 0.0, 0.0),
        ] {
            let chance = Chance::of(outs, unseen, to_come);
            assert!((chance.exact - exact).abs() < 0.05, "{outs} of {unseen}: {chance:?}");
            assert_eq!(chance.rule_of_4_and_2, rule);
        }
    }

    #[test]
    fn what_everybody_has_depends_on_the_rule_of_the_game() {
        let board = |text: &str| text.parse::<Board>().unwrap().set();
        for (text, holdem, omaha) in [
            ("Td9d6h", Category::HighCard, Category::HighCard),
            ("TdTh6h", Category::Pair, Category::Pair),
            ("TdTh6h6c", Category::TwoPair, Category::Pair),
            ("TdThTs6c", Category::ThreeOfAKind, Category::ThreeOfAKind),
            ("TdThTsTc", Category::FourOfAKind, Category::ThreeOfAKind),
            ("TdThTs6c6d", Category::FullHouse, Category::ThreeOfAKind),
            ("9d8h7s6c5d", Category::Straight, Category::HighCard),
        ] {
            assert_eq!(floor(Game::Holdem, board(text)), holdem, "{text}");
            assert_eq!(floor(Game::Plo4, board(text)), omaha, "{text}");
        }
    }
}
