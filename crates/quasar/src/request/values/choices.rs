//! The names of games, streets, algorithms and all other choices.

use quasar_abstraction::{FeatureSet, RiverMethod};
use quasar_cards::{Game, Street};
use quasar_game::MinBet;
use quasar_solver::{Algorithm, Discounts, Precision, Updates};

use super::names::Names;

macro_rules! names {
    ($($(#[$doc:meta])* $set:ident: $value:ty { $($name:literal = $variant:expr, $meaning:literal;)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $set;

        impl Names for $set {
            type Value = $value;
            const NAMES: &'static [(&'static str, $value, &'static str)] =
                &[$(($name, $variant, $meaning)),*];
        }
    )*};
}

pub(crate) use names;

/// How cards are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CardEncoding {
    /// As text.
    Text,
    /// As numbers c with rank c % 13 and suit c / 13.
    RankMod13,
    /// As numbers 4 * rank + suit.
    Index,
}

/// An algorithm, by its name in specs and reports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AlgorithmName {
    /// Discounted CFR.
    Dcfr,
    /// Linear CFR.
    Linear,
    /// CFR+.
    CfrPlus,
    /// CFR as first published.
    Vanilla,
    /// Predictive CFR+.
    PcfrPlus,
    /// Fictitious play, linear and optimistic.
    Fp,
}

impl AlgorithmName {
    /// The algorithm, with these exponents if it is discounted CFR.
    pub fn algorithm(self, discounts: Discounts) -> Algorithm {
        match self {
            AlgorithmName::Dcfr => Algorithm::Discounted(discounts),
            AlgorithmName::Linear => Algorithm::Linear,
            AlgorithmName::CfrPlus => Algorithm::CfrPlus,
            AlgorithmName::Vanilla => Algorithm::Vanilla,
            AlgorithmName::PcfrPlus => Algorithm::PredictivePlus,
            AlgorithmName::Fp => Algorithm::FictitiousPlay { linear: true, optimistic: true },
        }
    }
}

impl From<Algorithm> for AlgorithmName {
    fn from(algorithm: Algorithm) -> AlgorithmName {
        match algorithm {
            Algorithm::Discounted(_) => AlgorithmName::Dcfr,
            Algorithm::Linear => AlgorithmName::Linear,
            Algorithm::CfrPlus => AlgorithmName::CfrPlus,
            Algorithm::Vanilla => AlgorithmName::Vanilla,
            Algorithm::PredictivePlus => AlgorithmName::PcfrPlus,
            Algorithm::FictitiousPlay { .. } => AlgorithmName::Fp,
        }
    }
}

names! {
    /// All games.
    Games: Game {
        "holdem" = Game::Holdem, "No-limit Hold'em.";
        "plo4" = Game::Plo4, "Pot-limit Omaha with four cards.";
        "plo5" = Game::Plo5, "Pot-limit Omaha with five cards.";
        "plo6" = Game::Plo6, "Pot-limit Omaha with six cards.";
    }
    /// Games that are solved.
    SolvedGames: Game {
        "holdem" = Game::Holdem, "No-limit Hold'em.";
        "plo4" = Game::Plo4, "Pot-limit Omaha with four cards.";
        "plo5" = Game::Plo5, "Pot-limit Omaha with five cards.";
    }
    /// Streets with a board.
    Streets: Street {
        "flop" = Street::Flop, "Three cards.";
        "turn" = Street::Turn, "Four cards.";
        "river" = Street::River, "Five cards.";
    }
    /// How cards are written as numbers.
    CardEncodings: CardEncoding {
        "text" = CardEncoding::Text, "As text, such as `Td`.";
        "rank_mod_13" = CardEncoding::RankMod13, "Rank 2 to A = c % 13, suit c, d, h, s = c / 13, each from 0.";
        "index" = CardEncoding::Index, "4 * rank + suit, both from 0: the numbers of this program.";
    }
    /// The smallest first bet.
    MinBets: MinBet {
        "big_blind" = MinBet::BigBlind, "The big blind.";
        "one_chip" = MinBet::OneChip, "One chip.";
    }
    /// Algorithms.
    Algorithms: AlgorithmName {
        "dcfr" = AlgorithmName::Dcfr, "Discounted CFR.";
        "linear" = AlgorithmName::Linear, "Linear CFR.";
        "cfrplus" = AlgorithmName::CfrPlus, "CFR+.";
        "vanilla" = AlgorithmName::Vanilla, "CFR as first published.";
        "pcfrplus" = AlgorithmName::PcfrPlus, "Predictive CFR+.";
        "fp" = AlgorithmName::Fp, "Fictitious play, linear and optimistic.";
    }
    /// Whose strategy changes at a time.
    UpdateOrders: Updates {
        "alternating" = Updates::Alternating, "One player after the other.";
        "simultaneous" = Updates::Simultaneous, "Both at once.";
    }
    /// How regrets and strategy sums are stored.
    Precisions: Precision {
        "full" = Precision::Full, "32-bit numbers.";
        "half" = Precision::Half, "16-bit floating point, in half of the memory.";
    }
    /// The features by which hands are compared.
    FeatureSets: FeatureSet {
        "small" = FeatureSet::Small, "Suits and top ranks.";
        "real" = FeatureSet::Real, "Equities against eighths of all hands, nut rank and blockers.";
    }
    /// What hands of rivers to come are grouped by.
    RiverMethods: RiverMethod {
        "strength" = RiverMethod::Strength, "Strength alone.";
        "blockers" = RiverMethod::Blockers, "Strength, and what a hand blocks of the opponent's range.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::values::Name;

    #[test]
    fn names_are_read_in_any_case_and_shown_as_they_are_written() {
        let name: Name<Algorithms> = "DCFR".parse().unwrap();
        assert_eq!((name.0, name.to_string().as_str()), (AlgorithmName::Dcfr, "dcfr"));
        assert_eq!(Precisions::listed(), "full or half");
        let unknown = "plo6".parse::<Name<SolvedGames>>().unwrap_err().to_string();
        assert_eq!(unknown, "unknown name `plo6`; use holdem, plo4 or plo5");
        for game in Game::ALL {
            assert_eq!(Games::name(game), game.name());
            assert_eq!(game.name().parse::<Name<Games>>().unwrap().0, game);
        }
        for &(name, algorithm, _) in Algorithms::NAMES {
            let made = algorithm.algorithm(Discounts::default());
            assert_eq!(Algorithms::name(made.into()), name);
        }
        for set in FeatureSet::ALL {
            assert_eq!(FeatureSets::name(set), set.name());
        }
    }
}
