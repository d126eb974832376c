//! Agreement with two independent published evaluators on random hands.
//!
//! They number strengths differently, so what is compared is the order: each of
//! our ranks must belong to one of theirs, and higher to higher.

use crate::common::Dealer;
use quasar_cards::Card;
use quasar_eval::{HandKey, HandRank, rank_cards, rank_set};

const HANDS: usize = 1_000_000;

/// Their number for each of our ranks, as far as seen.
struct Translation(Vec<Option<u16>>);

impl Translation {
    fn new() -> Translation {
        Translation(vec![None; HandRank::COUNT + 1])
    }

    fn add(&mut self, ours: HandRank, theirs: u16, cards: &[Card]) {
        let known = self.0[usize::from(ours.number())].get_or_insert(theirs);
        assert_eq!(*known, theirs, "{cards:?} is {ours:?}");
    }

    fn check_order(&self) {
        let seen: Vec<u16> = self.0.iter().flatten().copied().collect();
        assert!(seen.len() > 4_000, "{} ranks seen", seen.len());
        assert!(seen.is_sorted_by(|a, b| a < b), "the orders differ");
    }
}

/// Their cards in our order, read from text.
fn aya_deck() -> Vec<aya_poker::base::Card> {
    Card::all().map(|card| card.to_string().parse().unwrap()).collect()
}

fn aya_rank(deck: &[aya_poker::base::Card], cards: &[Card]) -> u16 {
    let mut hand = aya_poker::base::Hand::new();
    for card in cards {
        hand.insert_unchecked(&deck[card.index()]);
    }
    aya_poker::poker_rank(&hand).0
}

fn pokers_rank(cards: &[Card]) -> u16 {
    // Their cards, too, are numbered by rank first; which suit is which does
    // not matter.
    let hands = cards.iter().map(|card| pokers::CARDS[card.index()]);
    hands.fold(pokers::Hand::default(), |hand, card| hand + card).evaluate()
}

fn compare<const N: usize>(seed: u64) {
    let mut dealer = Dealer(seed);
    let aya_deck = aya_deck();
    let mut aya = Translation::new();
    let mut pokers = Translation::new();
    for _ in 0..HANDS {
        let cards: [Card; N] = dealer.deal();
        let rank = rank_cards(&cards);
        assert_eq!(rank_set(cards.into_iter().collect()), Ok(rank));
        assert_eq!(cards.into_iter().collect::<HandKey>().rank(), rank);
        aya.add(rank, aya_rank(&aya_deck, &cards), &cards);
        pokers.add(rank, pokers_rank(&cards), &cards);
    }
    aya.check_order();
    pokers.check_order();
}

#[test]
fn five_cards_agree() {
    compare::<5>(5);
}

#[test]
fn six_cards_agree() {
    compare::<6>(6);
}

#[test]
fn seven_cards_agree() {
    compare::<7>(7);
}
