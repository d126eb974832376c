//! Exact equity of random questions against dealing every card with the ranks of two
//! other libraries.

use std::cmp::Ordering;

use quasar_cards::{Board, Card, CardSet, Combo, Game};
use quasar_equity::{Holding, Progress, Question, Tally, heads_up_total};

/// A fixed sequence of random numbers (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn cards(&mut self, count: usize) -> Vec<Card> {
        let mut deck: Vec<Card> = Card::all().collect();
        let mut below = |bound: usize| {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % bound as u64) as usize
        };
        (0..count).map(|_| deck.swap_remove(below(deck.len()))).collect()
    }
}

/// The rank of five to seven cards in another library's numbering.
type Rank = fn(&[Card]) -> u16;

fn aya(cards: &[Card]) -> u16 {
    let mut hand = aya_poker::base::Hand::new();
    for card in cards {
        hand.insert_unchecked(&card.to_string().parse().expect("a card"));
    }
    aya_poker::poker_rank(&hand).0
}

fn pokers(cards: &[Card]) -> u16 {
    let hands = cards.iter().map(|card| pokers::CARDS[card.index()]);
    hands.fold(pokers::Hand::default(), |hand, card| hand + card).evaluate()
}

/// The best of a hand on a river by the rules of its game.
fn best(rank: Rank, hand: &[Card], river: &[Card]) -> u16 {
    if hand.len() == 2 {
        return rank(&[hand, river].concat());
    }
    let mut best = 0;
    for (i, a) in hand.iter().enumerate() {
        for b in &hand[..i] {
            for (j, c) in river.iter().enumerate() {
                for (k, d) in river[..j].iter().enumerate() {
                    for e in &river[..k] {
                        best = best.max(rank(&[*a, *b, *c, *d, *e]));
                    }
                }
            }
        }
    }
    best
}

/// Every river of a turn, compared by another library.
fn deal_out(rank: Rank, hands: [&[Card]; 2], turn: &[Card]) -> Tally {
    let used: CardSet = hands.concat().into_iter().chain(turn.iter().copied()).collect();
    let mut tally = Tally::default();
    for card in used.complement() {
        let river = [turn, &[card]].concat();
        match best(rank, hands[0], &river).cmp(&best(rank, hands[1], &river)) {
            Ordering::Greater => tally.win += 1.0,
            Ordering::Equal => tally.tie += 1.0,
            Ordering::Less => tally.lose += 1.0,
        }
    }
    tally
}

fn compare(game: Game, questions: usize, rank: Rank) {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let hole = game.hole_cards();
    for _ in 0..questions {
        let cards = random.cards(2 * hole + 4);
        let (first, rest) = cards.split_at(hole);
        let (second, turn) = rest.split_at(hole);
        let hand = |cards: &[Card]| Holding::Hand(Combo::new(cards).expect("different cards"));
        let board = Board::new(turn).expect("a turn");
        let players = vec![hand(first), hand(second)];
        let question = Question::new(players, board, CardSet::EMPTY).expect("a question");
        let found = heads_up_total(&question, &Progress::new()).expect("not cancelled");
        assert_eq!(found, Some(deal_out(rank, [first, second], turn)), "{cards:?}");
    }
}

#[test]
fn holdem_turns_agree_with_two_libraries() {
    compare(Game::Holdem, 300, aya);
    compare(Game::Holdem, 300, pokers);
}

#[test]
fn omaha_turns_agree_with_two_libraries() {
    for game in [Game::Plo4, Game::Plo5, Game::Plo6] {
        compare(game, 40, aya);
        compare(game, 40, pokers);
    }
}
