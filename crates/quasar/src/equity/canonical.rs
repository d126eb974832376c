//! The canonical form of questions that are equal up to suits.
//!
//! Of the 24 relabellings, the canonical one makes board, dead cards and
//! known hands smallest; if several do, the fingerprint of the ranges decides. A
//! range that treats all suits alike, as most do, has the same fingerprint under
//! all of them.
//!
//! Ranges of five and six cards are too large to relabel in the time that
//! a question may take. If one names suits, only relabellings that keep these are
//! tried, so such a question and the same one in other suits may have two forms.

use std::collections::HashMap;

use quasar_cards::{Board, Card, CardSet, Range, Suit, SuitPermutation};
use quasar_equity::{Holding, Question};

/// Identifies a question up to suits. Ranges are represented by 128-bit
/// fingerprints; a collision is too unlikely to matter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct QuestionKey {
    cards: Vec<u64>,
    ranges: Vec<u128>,
}

/// The canonical form of a question, and its key.
pub(super) fn canonical_question(question: &Question) -> (Question, QuestionKey) {
    let prints: Vec<Option<Print<'_>>> = question.players().iter().map(Print::of).collect();
    let possible = SuitPermutation::all().filter(|&permutation| {
        question.players().iter().all(|holding| can_be_relabelled(holding, permutation))
    });
    let (cards, permutations) =
        smallest(possible.collect(), |permutation| cards_key(question, permutation));
    let mut found = Fingerprints::new();
    let (ranges, permutations) = smallest(permutations, |permutation| {
        let prints = prints.iter().flatten().enumerate();
        prints.map(|(place, print)| print.under(permutation, place, &mut found)).collect()
    });
    let permutation = permutations.first().copied().unwrap_or(SuitPermutation::IDENTITY);
    (relabelled(question, &prints, permutation), QuestionKey { cards, ranges })
}

/// The smallest key, and the permutations that have it.
fn smallest<K: Ord>(
    permutations: Vec<SuitPermutation>,
    mut key: impl FnMut(SuitPermutation) -> K,
) -> (K, Vec<SuitPermutation>) {
    let mut best: Option<(K, Vec<SuitPermutation>)> = None;
    for permutation in permutations {
        let key = key(permutation);
        match &mut best {
            Some((smallest, found)) if key == *smallest => found.push(permutation),
            Some((smallest, _)) if key > *smallest => {}
            _ => best = Some((key, vec![permutation])),
        }
    }
    best.expect("there is at least one permutation")
}

/// Everything about a question but its ranges, with relabelled suits.
fn cards_key(question: &Question, permutation: SuitPermutation) -> Vec<u64> {
    let bits = |set: CardSet| permutation.apply(set).bits();
    let hands = question.players().iter().map(|holding| match holding {
        Holding::Hand(combo) => bits(combo.set()),
        Holding::Range(_) => 0,
    });
    let game = question.game().hole_cards() as u64;
    [game, bits(question.board().set()), bits(question.dead())].into_iter().chain(hands).collect()
}

/// Whether a range is too large to be relabelled.
fn is_large(range: &Range) -> bool {
    range.game().hole_cards() > 4
}

fn can_be_relabelled(holding: &Holding, permutation: SuitPermutation) -> bool {
    match holding {
        Holding::Range(range) if is_large(range) => range.is_symmetric(permutation),
        _ => true,
    }
}

/// A range, or its fingerprint if that is the same under every relabelling that is
/// tried.
enum Print<'a> {
    Same(u128),
    Differs(&'a Range),
}

impl<'a> Print<'a> {
    fn of(holding: &'a Holding) -> Option<Print<'a>> {
        match holding {
            Holding::Hand(_) => None,
            Holding::Range(range) if is_large(range) || treats_suits_alike(range) => {
                Some(Print::Same(range.fingerprint()))
            }
            Holding::Range(range) => Some(Print::Differs(range)),
        }
    }

    /// The fingerprint of the range in this `place`, relabelled.
    fn under(&self, permutation: SuitPermutation, place: usize, found: &mut Fingerprints) -> u128 {
        match self {
            Print::Same(fingerprint) => *fingerprint,
            Print::Differs(range) => {
                let images =
                    range.distinguished_suits().map(|suit| permutation.suit(suit)).collect();
                *found.entry((place, images)).or_insert_with(|| fingerprint(range, permutation))
            }
        }
    }
}

/// Known fingerprints, by the place of the range and by the new labels of the suits that
/// it distinguishes: the other labels do not matter.
type Fingerprints = HashMap<(usize, Vec<Suit>), u128>;

/// Whether no relabelling changes the range: a swap of two suits and a cycle of
/// all four generate the others.
fn treats_suits_alike(range: &Range) -> bool {
    let [c, d, h, s] = Suit::ALL;
    let mut generators = [[d, c, h, s], [d, h, s, c]].into_iter().filter_map(SuitPermutation::new);
    generators.all(|permutation| range.is_symmetric(permutation))
}

/// The fingerprint of a relabelled range: a sum of mixed numbers, one for each
/// hand, so that their order does not matter.
fn fingerprint(range: &Range, permutation: SuitPermutation) -> u128 {
    let mixed = |hand: u64, weight: f32| {
        let low = mix(mix(hand) ^ u64::from(weight.to_bits()));
        let high = mix(low ^ hand);
        u128::from(high) << 64 | u128::from(low)
    };
    range.iter().fold(0u128, |sum, (combo, weight)| {
        let hand = permutation.apply(combo.set()).bits();
        sum.wrapping_add(mixed(hand, weight))
    })
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

fn relabelled(
    question: &Question,
    prints: &[Option<Print<'_>>],
    permutation: SuitPermutation,
) -> Question {
    let players = question.players().iter().zip(prints).map(|pair| match pair {
        (Holding::Hand(combo), _) => Holding::Hand(combo.permute(permutation)),
        (Holding::Range(range), Some(Print::Same(_))) => Holding::Range(range.clone()),
        (Holding::Range(range), _) => Holding::Range(range.permute(permutation)),
    });
    let cards: Vec<Card> =
        question.board().cards().iter().map(|&card| permutation.card(card)).collect();
    let board = Board::new(&cards).expect("relabelling keeps cards different");
    let dead = permutation.apply(question.dead());
    Question::new(players.collect(), board, dead).expect("relabelling keeps questions sensible")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_cards::{Combo, Game};

    fn question(players: &[&str], board: &str, game: Game) -> Question {
        let holding = |text: &&str| match text.parse::<Combo>() {
            Ok(combo) => Holding::Hand(combo),
            Err(_) => Holding::Range(Range::parse(game, text).unwrap()),
        };
        let players = players.iter().map(holding).collect();
        Question::new(players, board.parse().unwrap(), CardSet::EMPTY).unwrap()
    }

    #[test]
    fn relabelled_questions_have_one_form_and_key() {
        for asked in [
            question(&["AhKh", "QQ-88,AJs+"], "Td9d6h", Game::Holdem),
            question(&["QQ,AhKh:0.5,7c6d", "random"], "Td9d6h", Game::Holdem),
            question(&["AsAhKsKh", "8c7c6d5d", "KxQxJyTy,Ahh"], "", Game::Plo4),
        ] {
            let (form, key) = canonical_question(&asked);
            for permutation in SuitPermutation::all() {
                let none = [const { None }; 3];
                let (other, other_key) =
                    canonical_question(&relabelled(&asked, &none, permutation));
                assert_eq!(other_key, key);
                assert_eq!(other, form);
            }
        }
    }

    #[test]
    fn different_questions_have_different_keys() {
        let key =
            |players: &[&str], board| canonical_question(&question(players, board, Game::Holdem)).1;
        let plain = key(&["AhKh", "QQ"], "Td9d6h");
        assert_ne!(plain, key(&["AhKh", "QQ"], "Td9d6c"));
        assert_ne!(plain, key(&["AhKh", "QQ:0.5"], "Td9d6h"));
        assert_ne!(plain, key(&["AhKh", "JJ"], "Td9d6h"));
        assert_ne!(plain, key(&["QQ", "AhKh"], "Td9d6h"));
        assert_ne!(plain, key(&["AhKh", "QQ", "QQ"], "Td9d6h"));
    }
}
