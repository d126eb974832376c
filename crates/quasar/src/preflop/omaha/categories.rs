//! The kinds of four-card hands in a chart: first by pairs and high cards, then by suits.

use quasar_cards::{Combo, Rank, Suit};

use crate::schema::names::OmahaSuits;

/// Kinds of hands by ranks, in the order of charts.
const RANKS: [&str; 14] = [
    "AA",
    "KK",
    "QQ",
    "JJ-TT",
    "99-66",
    "55-22",
    "two pair with AA",
    "two pair",
    "trips or quads",
    "rundown",
    "rundown with a gap",
    "four broadway cards",
    "ace-high",
    "other",
];

/// Kinds of hands by suits, in the order of charts.
const SUITS: [OmahaSuits; 3] =
    [OmahaSuits::DoubleSuited, OmahaSuits::SingleSuited, OmahaSuits::Rainbow];

/// How many kinds there are.
pub(super) const COUNT: usize = RANKS.len() * SUITS.len();

/// The number of the kind of a hand.
pub(super) fn category(hand: &Combo) -> usize {
    ranks(hand) * SUITS.len() + suits(hand)
}

/// A kind by ranks and by suits.
pub(super) fn kind(category: usize) -> (&'static str, OmahaSuits) {
    (RANKS[category / SUITS.len()], SUITS[category % SUITS.len()])
}

fn ranks(hand: &Combo) -> usize {
    let set = hand.set();
    let held = |rank: Rank| set.count_of_rank(rank);
    let most = Rank::ALL.into_iter().map(held).max().unwrap_or(0);
    let pairs: Vec<usize> =
        (0..Rank::ALL.len()).filter(|&rank| held(Rank::ALL[rank]) == 2).collect();
    let place = |name: &str| RANKS.iter().position(|known| *known == name).unwrap_or(13);
    if most > 2 {
        return place("trips or quads");
    }
    match pairs[..] {
        [_, 12] => return place("two pair with AA"),
        [_, _] => return place("two pair"),
        [12] => return place("AA"),
        [11] => return place("KK"),
        [10] => return place("QQ"),
        [8 | 9] => return place("JJ-TT"),
        [4..=7] => return place("99-66"),
        [_] => return place("55-22"),
        _ => {}
    }
    let high: Vec<usize> =
        (0..Rank::ALL.len()).filter(|&rank| held(Rank::ALL[rank]) == 1).collect();
    match high[..] {
        [lowest, .., highest] if highest - lowest == 3 => place("rundown"),
        [lowest, .., highest] if highest - lowest == 4 => place("rundown with a gap"),
        [8..=12, ..] => place("four broadway cards"),
        [.., 12] => place("ace-high"),
        _ => place("other"),
    }
}

fn suits(hand: &Combo) -> usize {
    let set = hand.set();
    let repeated = |suit: &Suit| set.ranks_of_suit(*suit).count_ones() > 1;
    match Suit::ALL.iter().filter(|suit| repeated(suit)).count() {
        2 => 0,
        1 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use quasar_cards::{CardSet, Game};

    use super::*;

    #[test]
    fn hands_have_the_kind_that_players_call_them() {
        for (hand, expected) in [
            ("AsAhKs2h", ("AA", OmahaSuits::DoubleSuited)),
            ("AsAhKdKc", ("two pair with AA", OmahaSuits::Rainbow)),
            ("JsTs9h8d", ("rundown", OmahaSuits::SingleSuited)),
            ("Js9h8d7c", ("rundown with a gap", OmahaSuits::Rainbow)),
            ("AsKhQdTc", ("rundown with a gap", OmahaSuits::Rainbow)),
            ("As9s8s2s", ("ace-high", OmahaSuits::SingleSuited)),
            ("5s5h5d2c", ("trips or quads", OmahaSuits::Rainbow)),
            ("9s9h6d2s", ("99-66", OmahaSuits::SingleSuited)),
            ("Ks9h6d2s", ("other", OmahaSuits::SingleSuited)),
        ] {
            assert_eq!(super::kind(category(&hand.parse().unwrap())), expected, "{hand}");
        }
    }

    /// 13 x 6 x C(12, 2) x 16 hands have one pair, 78 x 36 two; ten rundowns of 256 hands.
    #[test]
    fn kinds_have_the_known_numbers_of_hands() {
        let mut counts = [0; COUNT];
        Combo::all(Game::Plo4, CardSet::EMPTY).for_each(|hand| counts[category(&hand)] += 1);
        let of = |wanted: &[&str]| -> usize {
            let kinds = (0..COUNT).filter(|&kind| wanted.contains(&super::kind(kind).0));
            kinds.map(|kind| counts[kind]).sum()
        };
        assert_eq!(of(&["AA", "KK", "QQ", "JJ-TT", "99-66", "55-22"]), 82_368);
        assert_eq!(of(&["AA"]), 82_368 / 13);
        assert_eq!(of(&["two pair", "two pair with AA"]), 2_808);
        assert_eq!(of(&["rundown"]), 10 * 256);
        assert_eq!(of(&RANKS), 270_725);
    }
}
