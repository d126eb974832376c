//! How much of the other player's range is compatible with each hand.
//!
//! Inclusion and exclusion over the cards of a hand ([`CompatibleWeights`]) takes some
//! 60 ms for all 178,365 hands of a river.

use quasar_cards::{Combo, CompatibleWeights};

use super::SideFacts;

/// For each hand of `own`, the weight of the other player's hands that share no card with it.
pub(super) fn compatible_weight(own: &SideFacts, other: &SideFacts) -> Vec<f64> {
    let Some(game) = other.combos.first().map(Combo::game) else {
        return vec![0.0; own.combos.len()];
    };
    let weights = other.combos.iter().zip(other.weights.iter().copied());
    let weights = CompatibleWeights::new(game, weights);
    // The rounding error left when everything is subtracted.
    let nothing = 1e-11 * weights.total();
    let beside = own.combos.iter().map(|combo| weights.compatible_weight(combo));
    beside.map(|met| if met > nothing { met } else { 0.0 }).collect()
}

/// The weight of all pairs of hands that both players may hold.
pub(super) fn pairs([oop, ip]: &[SideFacts; 2]) -> f64 {
    let weights = oop.weights.iter();
    weights
        .zip(compatible_weight(oop, ip))
        .map(|(&weight, compatible_weight)| f64::from(weight) * compatible_weight)
        .sum()
}

#[cfg(test)]
mod tests {
    use quasar_cards::{Game, Range};

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
            for (number, found) in compatible_weight(own, other).into_iter().enumerate() {
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
