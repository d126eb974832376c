//! The game of a spec: its betting rules and default sizes.

use quasar_cards::Game;
use quasar_game::{Chips, MinBet, PotGrid, Rules, SizeList, StreetSpec};

/// No-limit for Hold'em, pot-limit for Omaha.
pub(super) fn rules(game: Game, big_blind: Option<Chips>) -> Rules {
    let rules = if game.is_omaha() { Rules::POT_LIMIT } else { Rules::NO_LIMIT };
    match big_blind {
        Some(big_blind) => Rules { min_bet: MinBet::BigBlind, big_blind, ..rules },
        None => rules,
    }
}

/// The default sizes of Omaha, if no bet or raise is given on any street: a grid of pot
/// fractions for bets, and raises of the pot.
pub(super) fn fill_sizes(game: Game, streets: &mut [StreetSpec; 4]) {
    let given = streets.iter().flat_map(|street| &street.sizes).any(|sizes| {
        !sizes.bet.sizes().is_empty() || !sizes.raises.is_empty() || sizes.donk.is_some()
    });
    if game.is_omaha() && !given {
        let pot = PotGrid { fractions: vec![1.0], ..PotGrid::default() };
        for sizes in streets.iter_mut().flat_map(|street| &mut street.sizes) {
            sizes.bet = SizeList::from_grid(&PotGrid::default());
            sizes.raises = vec![SizeList::from_grid(&pot)];
        }
    }
}
