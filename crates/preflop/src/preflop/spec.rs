//! Blinds, stacks and raises.

use quasar_cards::Street;
use quasar_game::{
    BetSize, BettingTree, Chips, Limit, Line, MinBet, Player, PlayerSizes, Rules, SizeList, Step,
    StreetSpec, TreeError, TreeSpec, TreeStart,
};

/// The betting before the flop.
#[derive(Clone, PartialEq, Debug)]
pub struct PreflopSpec {
    /// What the button posts.
    pub small_blind: Chips,
    /// What the other player posts.
    pub big_blind: Chips,
    /// What the button posts in place of the small blind, if it straddles: more than the big
    /// blind, which then acts first. Nothing if zero.
    pub straddle: Chips,
    /// What each player puts in before the blinds.
    pub ante: Chips,
    /// Each player's stack, ante and blind included; the smaller of two stacks.
    pub stack: Chips,
    /// Raises by depth: the first list is for the first raise, and so on; the
    /// last one for all that follow.
    pub raises: Vec<SizeList>,
    /// How many raises there may be.
    pub raise_cap: Option<u32>,
    /// Whether the small blind may call the big blind.
    pub limp: bool,
    /// How much may be raised.
    pub limit: Limit,
}

impl PreflopSpec {
    /// The small blind goes all-in or folds, the big blind calls or folds.
    pub fn push_fold(small_blind: Chips, big_blind: Chips, ante: Chips, stack: Chips) -> Self {
        PreflopSpec {
            small_blind,
            big_blind,
            straddle: Chips::ZERO,
            ante,
            stack,
            raises: vec![[BetSize::AllIn].into_iter().collect()],
            raise_cap: Some(1),
            limp: false,
            limit: Limit::NoLimit,
        }
    }

    /// Pot-limit betting: calls, and raises of the pot until somebody is all-in.
    pub fn pot_tree(small_blind: Chips, big_blind: Chips, ante: Chips, stack: Chips) -> Self {
        PreflopSpec {
            raises: vec![[BetSize::Percent(100.0)].into_iter().collect()],
            raise_cap: None,
            limp: true,
            limit: Limit::PotLimit,
            ..PreflopSpec::push_fold(small_blind, big_blind, ante, stack)
        }
    }

    /// The tree of all lines.
    pub fn betting(&self) -> Result<BettingTree, TreeError> {
        let rules =
            Rules { limit: self.limit, min_bet: MinBet::BigBlind, big_blind: self.big_blind };
        let posted = if self.straddle > self.big_blind { self.straddle } else { self.small_blind };
        let mut start = TreeStart::preflop(posted, self.big_blind, self.ante, self.stack);
        if self.straddle > self.big_blind {
            // A raise is by as much as the straddle at least.
            (start.to_act, start.last_raise) = (Player::Oop, Some(self.straddle));
        }
        let sizes =
            PlayerSizes { bet: SizeList::default(), raises: self.raises.clone(), donk: None };
        let street = StreetSpec { raise_cap: self.raise_cap, ..StreetSpec::both(sizes) };
        let limps = [Step::CheckOrCall].into_iter().collect::<Line>();
        BettingTree::build(&TreeSpec {
            last_street: Street::Preflop,
            removed: if self.limp { Vec::new() } else { vec![limps] },
            ..TreeSpec::new(rules, start, street)
        })
    }
}
