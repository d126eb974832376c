//! A public state and the exact values of its hands.

use quasar_cards::{Board, Card, CardSet, Combo, Game, Range};
use quasar_solver::Player;

use super::RangeKind;
use crate::range::{BoardError, LeafBoard};

/// The cards that hands and boards are dealt from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deck {
    /// All 52 cards.
    Full,
    /// Ten to ace, 20 cards.
    Royal,
}

impl Deck {
    /// The cards.
    pub fn cards(self) -> CardSet {
        match self {
            Deck::Full => CardSet::DECK,
            Deck::Royal => Card::all().filter(|card| card.index() >= 32).collect(),
        }
    }

    /// The name in files and commands.
    pub fn name(self) -> &'static str {
        match self {
            Deck::Full => "full",
            Deck::Royal => "royal",
        }
    }
}

/// What samples are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SampleSplit {
    /// Training.
    Train,
    /// Measuring errors, on boards that training never sees.
    HeldOut,
}

impl SampleSplit {
    /// The name in files and commands.
    pub fn name(self) -> &'static str {
        match self {
            SampleSplit::Train => "train",
            SampleSplit::HeldOut => "held-out",
        }
    }
}

/// A solved public state.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The game.
    pub game: Game,
    /// The deck.
    pub deck: Deck,
    /// Turn or river.
    pub board: Board,
    /// Stack behind divided by the pot.
    pub stack_to_pot: f32,
    /// How each range was made.
    pub kinds: [RangeKind; 2],
    /// The mean of both players' best-response gains, in pots.
    pub gap: f32,
    /// For each player the combo of each hand, in the order of a [`LeafBoard`].
    pub combos: [Vec<u32>; 2],
    /// The weight of each hand.
    pub weights: [Vec<f32>; 2],
    /// The value of each hand in pots, relative to half of the pot; 0 where it has no
    /// compatible weight.
    pub values: [Vec<f32>; 2],
}

impl Sample {
    /// The range of a player.
    pub fn range(&self, player: Player) -> Range {
        let mut weights = vec![0.0; self.game.combos()];
        let side = player.index();
        for (&combo, &weight) in self.combos[side].iter().zip(&self.weights[side]) {
            if let Some(entry) = weights.get_mut(combo as usize) {
                *entry = weight.clamp(0.0, 1.0);
            }
        }
        Range::from_weights(self.game, weights).expect("one weight per combo, from 0 to 1")
    }

    /// The board with the hands of the sample.
    pub fn leaf_board(&self) -> Result<LeafBoard, BoardError> {
        let ranges = Player::BOTH.map(|player| self.range(player));
        LeafBoard::new(&self.board, self.deck.cards(), &ranges)
    }

    /// Whether hands are those of a leaf board, in its order.
    pub fn fits(&self, board: &LeafBoard) -> bool {
        Player::BOTH.into_iter().all(|player| {
            let own = self.combos[player.index()].iter().map(|&combo| combo as usize);
            own.eq(board.combos(player).iter().map(Combo::index))
        })
    }
}
