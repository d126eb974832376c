//! Betting from the flop on, line by line.

use quasar_cards::Street;
use quasar_game::{
    Action, BetSize, BettingTree, Limit, MinBet, NodeId, PlayerSizes, RoundId, Rules, SizeList,
    StreetSpec, Thresholds, TreeSpec, TreeStart,
};

use crate::FlopSeen;

/// A bet that would leave at most this many pots behind after a call is all-in.
const FORCE_ALL_IN: f64 = 0.2;

/// How a pot came about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PotType {
    /// Nobody raised.
    Limped = 0,
    /// One raise.
    Raised = 1,
    /// A raise and a re-raise.
    ThreeBet = 2,
    /// More raises.
    FourBet = 3,
}

impl PotType {
    /// All of them, by their number.
    pub const ALL: [PotType; 4] =
        [PotType::Limped, PotType::Raised, PotType::ThreeBet, PotType::FourBet];

    /// The pot of a line before the flop.
    pub fn of(preflop: &BettingTree, end: NodeId) -> PotType {
        let round = &preflop[RoundId::ROOT];
        let mut raises = 0;
        let mut at = Some(end);
        while let Some(node) = at {
            raises +=
                usize::from(matches!(round[node].action, Some(Action::Raise(_) | Action::Bet(_))));
            at = round[node].parent;
        }
        PotType::ALL[raises.min(3)]
    }
}

/// Sizes of bets and raises on every street after the flop.
#[derive(Clone, PartialEq, Debug)]
pub struct PotSizes {
    /// First bets.
    pub bet: SizeList,
    /// Raises.
    pub raise: SizeList,
    /// The most raises of a street.
    pub raise_cap: u32,
}

/// The betting after the flop.
#[derive(Clone, PartialEq, Debug)]
pub struct StreetsBetting {
    /// Sizes where a pot has none of its own.
    pub usual: PotSizes,
    /// Sizes by the type of the pot.
    pub by_pot: [Option<PotSizes>; 4],
    /// Below this stack-to-pot ratio there is one size: the first bet, and raises all-in.
    pub small_spr: f64,
}

impl StreetsBetting {
    /// The betting of the lines that see a flop.
    pub fn lines(&self, preflop: &BettingTree, seen: &[FlopSeen], rules: Rules) -> Vec<TreeSpec> {
        let line = |seen: &FlopSeen| {
            let pot = PotType::of(preflop, seen.node);
            let sizes = self.by_pot[pot as usize].as_ref().unwrap_or(&self.usual);
            let sizes = if seen.spr() < self.small_spr { one_size(sizes) } else { sizes.clone() };
            line(&sizes, seen, rules)
        };
        seen.iter().map(line).collect()
    }
}

/// The rules of no-limit Hold'em with a big blind.
pub(crate) fn rules(big_blind: quasar_game::Chips) -> Rules {
    Rules { limit: Limit::NoLimit, min_bet: MinBet::BigBlind, big_blind }
}

fn one_size(sizes: &PotSizes) -> PotSizes {
    PotSizes {
        bet: sizes.bet.sizes().iter().copied().take(1).collect(),
        raise: [BetSize::AllIn].into_iter().collect(),
        raise_cap: sizes.raise_cap,
    }
}

fn line(sizes: &PotSizes, seen: &FlopSeen, rules: Rules) -> TreeSpec {
    let players = PlayerSizes::new(sizes.bet.clone(), sizes.raise.clone());
    let street = StreetSpec { raise_cap: Some(sizes.raise_cap), ..StreetSpec::both(players) };
    let start = TreeStart::street(Street::Flop, seen.pot, seen.behind);
    TreeSpec {
        thresholds: Thresholds { force_all_in: FORCE_ALL_IN, ..Thresholds::default() },
        ..TreeSpec::new(rules, start, street)
    }
}
