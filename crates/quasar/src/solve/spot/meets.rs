//! How much of the other player's range each hand can meet.
//!
//! Hands that share no card with a hand `h` are counted by inclusion and exclusion
//! over its cards:
//!
//! ```text
//! sum over all sets U of cards of h of (-1)^|U| W(U)
//! ```
//!
//! where `W(U)` is the weight of the hands that hold all of `U`. That is four look-ups
//! a hand in Hold'em, 16 or 32 in Omaha with four or five cards: some 60 ms for all
//! 178,365 hands of a river.

use quasar_cards::{CardSet, Combo, Game};

use super::SideFacts;

/// For each hand of `own`, the weight of the other player's hands that it can meet.
pub(super) fn meets(own: &SideFacts, other: &SideFacts) -> Vec<f64> {
    let Some(game) = other.combos.first().map(Combo::game) else {
        return vec![0.0; own.combos.len()];
    };
    let held = Held::new(game, other);
    own.combos.iter().map(|combo| held.apart_from(combo)).collect()
}

/// The weight of all pairs of hands that both players may hold.
pub(super) fn pairs([oop, ip]: &[SideFacts; 2]) -> f64 {
    let weights = oop.weights.iter();
    weights.zip(meets(oop, ip)).map(|(&weight, meets)| f64::from(weight) * meets).sum()
}

/// The weight of the hands that hold each set of cards, by size and index of the set.
struct Held(Vec<Vec<f64>>);

impl Held {
    fn new(game: Game, side: &SideFacts) -> Held {
        let sizes = 0..=game.hole_cards();
        let mut held: Vec<Vec<f64>> =
            sizes.map(|size| vec![0.0; CardSet::count_of_size(size)]).collect();
        for (combo, &weight) in side.combos.iter().zip(&side.weights) {
            for set in subsets(combo.set()) {
                held[set.len()][set.index()] += f64::from(weight);
            }
        }
        Held(held)
    }

    /// The weight of the hands that share no card with one of the same game.
    fn apart_from(&self, combo: &Combo) -> f64 {
        let signed = |set: CardSet| {
            let weight = self.0[set.len()][set.index()];
            if set.len().is_multiple_of(2) { weight } else { -weight }
        };
        let apart: f64 = subsets(combo.set()).map(signed).sum();
        // What rounding leaves where all is taken away.
        let nothing = 1e-11 * self.0[0][0];
        if apart > nothing { apart } else { 0.0 }
    }
}

/// All subsets of a set, itself first and the empty one last.
fn subsets(set: CardSet) -> impl Iterator<Item = CardSet> {
    let all = set.bits();
    let mut next = Some(all);
    std::iter::from_fn(move || {
        let bits = next?;
        next = (bits > 0).then(|| (bits - 1) & all);
        CardSet::from_bits(bits)
    })
}

#[cfg(test)]
mod tests {
    use quasar_cards::Range;

    use super::*;

    #[test]
    fn hands_are_met_that_share_no_card() {
        let board = "Ts9s6h2h".parse().unwrap();
        for (game, one, other) in [
            (Game::Holdem, "AA,KQs:0.5,98", "A2+,88,KQ:0.25"),
            (Game::Plo4, "AAKK,AsKsQdJd@30,JT98:$ds", "AKQ*:$ds@70,JT98,AsKsQdJd"),
            (Game::Plo5, "AAKKQ,AsKsQdJdTc@30", "AKQJT:$ds@70,AsKsQdJdTc,AAAK"),
        ] {
            let sides = [one, other]
                .map(|text| SideFacts::at_start(&Range::parse(game, text).unwrap(), board));
            let [own, other] = &sides;
            let mut sum = 0.0;
            for (number, found) in meets(own, other).into_iter().enumerate() {
                let hand = own.combos[number];
                let others = other.combos.iter().zip(&other.weights);
                let met = others.filter(|(combo, _)| !combo.set().intersects(hand.set()));
                let expected: f64 = met.map(|(_, &weight)| f64::from(weight)).sum();
                assert!((found - expected).abs() < 1e-9 * (1.0 + expected), "{hand} {found}");
                sum += f64::from(own.weights[number]) * expected;
            }
            assert!(sum > 0.0 && (pairs(&sides) / sum - 1.0).abs() < 1e-12);
        }
    }
}
