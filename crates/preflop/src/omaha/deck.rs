//! The cards that are dealt: hands and boards, which all games of a deck share.

use std::sync::Arc;

use quasar_cards::{CardSet, Combo};

use super::boards::Boards;
use super::classes::Classes;
use crate::PreflopError;

/// The four-card hands and the boards of a deck. Copies share them.
#[derive(Clone, Debug)]
pub struct OmahaDeck {
    pub(super) classes: Arc<Classes>,
    pub(super) boards: Arc<Boards>,
}

impl OmahaDeck {
    /// All 52 cards.
    pub fn full() -> Result<OmahaDeck, PreflopError> {
        OmahaDeck::of(CardSet::EMPTY.complement())
    }

    /// Fewer ranks, each in all four suits.
    pub fn of(cards: CardSet) -> Result<OmahaDeck, PreflopError> {
        let classes = Arc::new(Classes::new(cards)?);
        Ok(OmahaDeck { classes, boards: Arc::new(Boards::new(cards)) })
    }

    /// Classes of hands, by the numbers of [`quasar_cards::SuitClasses`].
    pub fn classes(&self) -> usize {
        self.classes.count()
    }

    /// A combo of a class, if the deck has one.
    pub fn hand(&self, class: usize) -> Option<Combo> {
        self.classes.hand(class)
    }

    /// Combos of a class in the deck.
    pub fn size(&self, class: usize) -> u32 {
        self.classes.sizes[class]
    }

    /// Boards that differ by more than suits.
    pub fn boards(&self) -> usize {
        self.boards.count()
    }

    /// The mean of a number of each class over all combos.
    pub fn mean(&self, values: &[f64]) -> f64 {
        let sizes = self.classes.sizes.iter().map(|&size| f64::from(size));
        let sum: f64 = sizes.zip(values).map(|(size, value)| size * value).sum();
        sum / self.classes.combos() as f64
    }

    /// For each column of weights by class, the chance that the opponent of a hand of each class
    /// holds one of the weighted hands: their compatible weight, as a fraction of all compatible
    /// hands.
    pub fn compatible_chances(&self, columns: &[&[f64]]) -> Vec<Vec<f64>> {
        self.classes.compatible_chances(columns)
    }
}
