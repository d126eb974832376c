//! Workloads of the cards crate.

use quasar_cards::{CardSet, Combo, Game, Range, canonical};

use super::random::Random;
use super::{Signature, Workload};

const HANDS: usize = 1 << 16;

const HOLDEM_TEXT: &str =
    "22+,A2s+,K7s+,Q9s+,J8s+,T8s+,97s+,87s,76s,65s:0.5,ATo+,KTo+,QTo+,JTo:.25";
const OMAHA_TEXT: &str = "AA!AAA,KK:$ds@50,QJT9+:xxyy,[A-T][A-T][A-T][A-T]:$ss,RROO,AxKx-AxTx";

pub(super) const WORKLOADS: &[Workload] = &[
    Workload {
        name: "cards/combo index",
        operation: "six cards to an index and back",
        operations: HANDS as u64,
        prepare: || {
            let mut random = Random::new(1);
            let indices: Vec<usize> =
                (0..HANDS).map(|_| random.below(Game::Plo6.combos())).collect();
            Box::new(move || {
                indices.iter().fold(Signature::EMPTY, |signature, &index| {
                    let combo = Combo::from_index(Game::Plo6, index);
                    let (set, index) = combo.map_or((0, 0), |c| (c.set().bits(), c.index()));
                    signature.with(set).with(index as u64)
                })
            })
        },
    },
    Workload {
        name: "cards/suit class",
        operation: "the class of a four-card hand",
        operations: HANDS as u64,
        prepare: || {
            let mut random = Random::new(2);
            let combos: Vec<Combo> = (0..HANDS)
                .filter_map(|_| Combo::from_index(Game::Plo4, random.below(Game::Plo4.combos())))
                .collect();
            Box::new(move || {
                combos.iter().fold(Signature::EMPTY, |signature, combo| {
                    signature.with(combo.suit_class() as u64)
                })
            })
        },
    },
    Workload {
        name: "cards/canonical",
        operation: "the canonical form of a hand and a flop",
        operations: HANDS as u64,
        prepare: || {
            let mut random = Random::new(3);
            let situations: Vec<[CardSet; 2]> = (0..HANDS)
                .map(|_| {
                    let cards = random.cards::<5>();
                    let set = |cards: &[_]| cards.iter().copied().collect();
                    [set(&cards[..2]), set(&cards[2..])]
                })
                .collect();
            Box::new(move || {
                situations.iter().fold(Signature::EMPTY, |signature, &situation| {
                    let ([hand, flop], _) = canonical(situation);
                    signature.with(hand.bits()).with(flop.bits())
                })
            })
        },
    },
    Workload {
        name: "cards/holdem range",
        operation: "a text of 14 entries read",
        operations: 1,
        prepare: || Box::new(|| range_signature(Game::Holdem, HOLDEM_TEXT)),
    },
    Workload {
        name: "cards/plo4 range",
        operation: "a text of 6 items read",
        operations: 1,
        prepare: || Box::new(|| range_signature(Game::Plo4, OMAHA_TEXT)),
    },
];

fn range_signature(game: Game, text: &str) -> Signature {
    let range = Range::parse(game, text).expect("a valid text");
    range
        .weights()
        .iter()
        .fold(Signature::EMPTY, |signature, weight| signature.with(weight.to_bits().into()))
}
