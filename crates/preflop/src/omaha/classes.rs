//! The classes of four-card hands, and how often two of them are dealt together.

use quasar_cards::{Card, CardSet, Combo, Game, HeldWeights, SubsetNumbers, Suit, SuitClasses};

use crate::PreflopError;

/// Cards of a hand, and its subsets without itself.
const CARDS: usize = 4;
const SUBSETS: usize = (1 << CARDS) - 1;

/// Columns that are summed at once.
pub(super) const COLUMNS: usize = 8;

/// All classes of four-card hands of a deck.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    pub(super) deck: CardSet,
    /// The class of each combo of the whole game, by index.
    pub(super) of_combo: Vec<u16>,
    /// How many combos of the deck each class has; none outside of the deck.
    pub(super) sizes: Vec<u32>,
    /// A combo of each class that the deck has.
    hands: Vec<Option<Combo>>,
    numbers: SubsetNumbers,
    /// Each combo of the deck: its cards and its class.
    combos: Vec<([u8; CARDS], u16)>,
}

impl Classes {
    /// The classes of a deck that no change of suits alters.
    pub(super) fn new(deck: CardSet) -> Result<Classes, PreflopError> {
        let suits = Suit::ALL.map(|suit| deck.ranks_of_suit(suit));
        // Two hands and a board must leave something to sample from.
        if suits.iter().any(|ranks| *ranks != suits[0]) || deck.len() < 2 * CARDS + 5 {
            return Err(PreflopError::Deck(deck.len()));
        }
        let game = Game::Plo4;
        let count = SuitClasses::of_game(game).count();
        let mut classes = Classes {
            deck,
            of_combo: vec![0; game.combos()],
            sizes: vec![0; count],
            hands: vec![None; count],
            numbers: SubsetNumbers::new(Card::COUNT, CARDS - 1),
            combos: Vec::new(),
        };
        for combo in Combo::all(game, deck.complement()) {
            let class = combo.suit_class();
            classes.of_combo[combo.index()] = class as u16;
            classes.sizes[class] += 1;
            classes.hands[class].get_or_insert(combo);
            classes.combos.push((places(&combo), class as u16));
        }
        Ok(classes)
    }

    /// How many classes there are, those outside of the deck included.
    pub(super) fn count(&self) -> usize {
        self.sizes.len()
    }

    /// Combos of the deck.
    pub(super) fn combos(&self) -> usize {
        self.combos.len()
    }

    /// A combo of a class, if the deck has one.
    pub(super) fn hand(&self, class: usize) -> Option<Combo> {
        self.hands[class]
    }

    /// Hands that the opponent of any hand can have.
    pub(super) fn opponents(&self) -> f64 {
        choose(self.deck.len() - CARDS, CARDS)
    }

    /// Hands that the opponent of any hand can have on any board.
    pub(super) fn opponents_on_board(&self) -> f64 {
        choose(self.deck.len() - CARDS - 5, CARDS)
    }

    /// For each column of weights by class, the chance that the opponent of a hand of each class
    /// holds one of the weighted hands: their compatible weight, as a fraction of all compatible
    /// hands.
    pub(super) fn compatible_chances(&self, columns: &[&[f64]]) -> Vec<Vec<f64>> {
        let mut met = Vec::with_capacity(columns.len());
        for batch in columns.chunks(COLUMNS) {
            let mut held = HeldWeights::<f64, COLUMNS>::new(&self.numbers);
            for &(cards, class) in &self.combos {
                let subsets: [u32; SUBSETS] = self.numbers.of(cards);
                for (column, weights) in batch.iter().enumerate() {
                    held.add(&subsets, column, weights[usize::from(class)]);
                }
            }
            let first = met.len();
            met.resize(first + batch.len(), vec![0.0; self.count()]);
            for (class, hand) in self.hands.iter().enumerate() {
                let Some(hand) = hand else { continue };
                let subsets: [u32; SUBSETS] = self.numbers.of(places(hand));
                let beside = held.apart_from(&subsets);
                let columns = met[first..].iter_mut().zip(batch).zip(beside);
                for ((met, weights), beside) in columns {
                    // Without the set of all its cards a hand takes itself off once.
                    met[class] = (beside + weights[class]) / self.opponents();
                }
            }
        }
        met
    }
}

/// The cards of a hand, ascending.
fn places(combo: &Combo) -> [u8; CARDS] {
    let mut places = [0; CARDS];
    for (place, card) in places.iter_mut().zip(combo.set()) {
        *place = card.index() as u8;
    }
    places
}

/// Ways to choose `count` of `cards` cards.
fn choose(cards: usize, count: usize) -> f64 {
    (0..count).map(|at| (cards - at) as f64 / (at + 1) as f64).product::<f64>().round()
}
