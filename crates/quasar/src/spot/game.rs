//! The game of a spec: its betting rules and default sizes.

use quasar_cards::{Game, Street};
use quasar_game::{BetSize, Chips, MinBet, PotGrid, Rules, SizeList, StreetSpec};

use crate::request::{Warning, WarningKind};

/// No-limit for Hold'em, pot-limit for Omaha.
pub(super) fn rules(game: Game, big_blind: Option<Chips>) -> Rules {
    let rules = if game.is_omaha() { Rules::POT_LIMIT } else { Rules::NO_LIMIT };
    match big_blind {
        Some(big_blind) => Rules { min_bet: MinBet::BigBlind, big_blind, ..rules },
        None => rules,
    }
}

/// Sets the sizes of a spec that gives none, from the flop on, and says which: in Omaha a
/// grid of pot fractions for bets and raises of the pot, in Hold'em two sizes for bets and
/// one for raises.
pub(super) fn fill_sizes(game: Game, streets: &mut [StreetSpec; 4]) -> Warning {
    let (bet, raise) = if game.is_omaha() {
        let pot = PotGrid { fractions: vec![1.0], ..PotGrid::default() };
        (SizeList::from_grid(&PotGrid::default()), SizeList::from_grid(&pot))
    } else {
        let percent = |percent| BetSize::Percent(percent);
        let bet = [33.0, 75.0].map(percent).into_iter().collect();
        (bet, [BetSize::Multiple(3.0)].into_iter().collect())
    };
    for sizes in streets.iter_mut().skip(Street::Flop as usize).flat_map(|street| &mut street.sizes)
    {
        sizes.bet = bet.clone();
        sizes.raises = vec![raise.clone()];
    }
    let (bet, raise) = (bet.to_string(), raise.to_string());
    let message = format!(
        "no bet sizes are given: bet {bet} and raise {raise} are used; bet: none plays without bets"
    );
    let kind = WarningKind::DefaultSizes { bet, raise };
    Warning { field: "bet".to_owned(), message, kind }
}
