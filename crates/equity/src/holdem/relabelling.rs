//! Suit relabelling of Hold'em combos, as tables over combo indices.

use quasar_cards::{CardSet, Combo, Game, HoldemClass, SuitPermutation, canonical};

const COMBOS: usize = Game::Holdem.combos();

/// How many ways there are to relabel four suits.
pub(super) const PERMUTATIONS: usize = 24;

/// Where each relabelling sends each combo, and which one leads to the
/// representative of the combo's class.
pub(super) struct Relabelling {
    images: Vec<[u16; COMBOS]>,
    classes: Vec<HoldemClass>,
    to_representative: Vec<u8>,
    representatives: [u16; HoldemClass::COUNT],
}

impl Relabelling {
    pub(super) fn new() -> Relabelling {
        let permutations: Vec<SuitPermutation> = SuitPermutation::all().collect();
        let combos: Vec<Combo> = Combo::all(Game::Holdem, CardSet::EMPTY).collect();
        let images = permutations
            .iter()
            .map(|&permutation| {
                std::array::from_fn(|combo| combos[combo].permute(permutation).index() as u16)
            })
            .collect();
        let mut representatives = [0; HoldemClass::COUNT];
        let mut classes = Vec::with_capacity(COMBOS);
        let mut to_representative = Vec::with_capacity(COMBOS);
        for combo in &combos {
            let class = HoldemClass::of(combo).expect("a Hold'em hand");
            let (_, permutation) = canonical([combo.set()]);
            let number = permutations.iter().position(|&p| p == permutation).unwrap_or(0);
            representatives[class.index()] = combo.permute(permutation).index() as u16;
            to_representative.push(number as u8);
            classes.push(class);
        }
        Relabelling { images, classes, to_representative, representatives }
    }

    /// Where relabelling number `permutation` sends a combo.
    #[inline]
    pub(super) fn image(&self, permutation: usize, combo: usize) -> usize {
        usize::from(self.images[permutation][combo])
    }

    /// All images under one relabelling, by combo.
    #[inline]
    pub(super) fn images(&self, permutation: usize) -> &[u16; COMBOS] {
        &self.images[permutation]
    }

    /// The class of a combo.
    #[inline]
    pub(super) fn class(&self, combo: usize) -> HoldemClass {
        self.classes[combo]
    }

    /// A relabelling that turns a combo into the representative of its class.
    #[inline]
    pub(super) fn to_representative(&self, combo: usize) -> usize {
        usize::from(self.to_representative[combo])
    }

    /// The combo that stands for a class.
    #[inline]
    pub(super) fn representative(&self, class: HoldemClass) -> usize {
        usize::from(self.representatives[class.index()])
    }

    /// The relabellings that leave the representative of a class unchanged.
    pub(super) fn symmetries(&self, class: HoldemClass) -> impl Iterator<Item = usize> {
        let combo = self.representative(class);
        (0..PERMUTATIONS).filter(move |&permutation| self.image(permutation, combo) == combo)
    }
}
