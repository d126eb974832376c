//! Random hands, and their ranks as Quasar sees them.
//!
//! The sequence is fixed, so every run asks the same questions.

use std::rc::Rc;

use quasar_cards::{Board, Card, Combo};
use quasar_eval::{HandRank, rank_hand, rank_set};

/// Hands in one pass. Enough that the branch predictor cannot learn them by
/// heart, few enough that they stay close to the core.
const HANDS: usize = 1 << 15;

/// SplitMix64: every seed gives a fixed, well mixed sequence.
pub(crate) struct Dealer(pub(crate) u64);

impl Dealer {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// `N` distinct cards in random order.
    fn deal<const N: usize>(&mut self) -> [Card; N] {
        let mut deck: Vec<Card> = Card::all().collect();
        std::array::from_fn(|place| {
            let left = (deck.len() - place) as u64;
            deck.swap(place, place + (self.next() % left) as usize);
            deck[place]
        })
    }

    /// A river board.
    pub(crate) fn river(&mut self) -> Board {
        Board::new(&self.deal::<5>()).expect("the dealer deals distinct cards")
    }
}

/// Hands of `N` cards.
pub(crate) struct Hands<const N: usize> {
    pub(crate) cards: Vec<[Card; N]>,
    pub(crate) ranks: Rc<[HandRank]>,
}

impl<const N: usize> Hands<N> {
    /// Random hands.
    pub(crate) fn random() -> Hands<N> {
        let mut dealer = Dealer(N as u64);
        let cards: Vec<[Card; N]> = (0..HANDS).map(|_| dealer.deal()).collect();
        let rank = |hand: &[Card; N]| {
            rank_set(hand.iter().copied().collect()).expect("five to seven cards are a hand")
        };
        let ranks = cards.iter().map(rank).collect();
        Hands { cards, ranks }
    }

    /// The hands in the cards of another crate.
    pub(crate) fn translate<C>(&self, card: impl Fn(Card) -> C) -> Vec<[C; N]> {
        self.cards.iter().map(|hand| hand.map(&card)).collect()
    }
}

/// Omaha hands of `H` cards, each on its own river.
pub(crate) struct OmahaHands<const H: usize> {
    pub(crate) cards: Vec<([Card; H], [Card; 5])>,
    pub(crate) ranks: Rc<[HandRank]>,
}

impl<const H: usize> OmahaHands<H> {
    /// Random hands on random boards.
    pub(crate) fn random() -> OmahaHands<H> {
        let mut dealer = Dealer(H as u64);
        let split = |cards: [Card; 11]| {
            (std::array::from_fn(|i| cards[i]), std::array::from_fn(|i| cards[H + i]))
        };
        OmahaHands::new((0..HANDS).map(|_| split(dealer.deal())).collect())
    }

    /// All hands that can be held on one board, in the order of
    /// [`quasar_eval::LiveCards::hand_index`].
    pub(crate) fn on_board(board: &Board, hands: impl Iterator<Item = Combo>) -> OmahaHands<H> {
        let board: [Card; 5] = board.cards().try_into().expect("a river has five cards");
        let array = |hand: Combo| {
            let mut cards = hand.cards();
            std::array::from_fn(|_| cards.next().expect("a hand of this game has H cards"))
        };
        OmahaHands::new(hands.map(|hand| (array(hand), board)).collect())
    }

    fn new(cards: Vec<([Card; H], [Card; 5])>) -> OmahaHands<H> {
        let rank = |(hole, board): &([Card; H], [Card; 5])| {
            let hand = Combo::new(hole).expect("the dealer deals distinct cards");
            let board = Board::new(board).expect("the dealer deals distinct cards");
            rank_hand(&hand, &board).expect("hand and board share no card")
        };
        let ranks = cards.iter().map(rank).collect();
        OmahaHands { cards, ranks }
    }

    /// The hands in the cards of another crate.
    pub(crate) fn translate<C>(&self, card: impl Fn(Card) -> C) -> Vec<([C; H], [C; 5])> {
        self.cards.iter().map(|(hole, board)| (hole.map(&card), board.map(&card))).collect()
    }
}
