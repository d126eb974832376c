//! The betting that a network is trained for.
//!
//! A network belongs to the sizes that follow its leaf. Rivers have two bet sizes, turns one on
//! either street; raises are of the pot. The rules are pot-limit for both games, so no size
//! depends on them unless the stack is shorter.

use quasar_cards::Street;
use quasar_game::{
    BettingTree, Chips, PlayerSizes, Rules, SizeList, StreetSpec, TreeError, TreeSpec, TreeStart,
};

/// The sizes of the streets from a leaf on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Betting {
    street: Street,
}

impl Betting {
    /// The pot of every sample. Sizes are whole chips, so it is not small.
    pub const POT: u64 = 1_000;

    /// What follows a leaf at the start of a street.
    pub fn after(street: Street) -> Betting {
        Betting { street }
    }

    /// First bets in percent of the pot.
    pub fn bets(self) -> &'static str {
        match self.street {
            Street::River => "50%, 100%",
            _ => "100%",
        }
    }

    /// Raises in percent of the pot.
    pub fn raises(self) -> &'static str {
        "100%"
    }

    /// The sizes in words: part of a network's file.
    pub fn text(self) -> String {
        let (bets, raises) = (self.bets(), self.raises());
        format!("pot-limit; from the {:?} on: bet {bets}; raise {raises}", self.street)
    }

    /// The sizes of a street.
    pub fn sizes(self) -> StreetSpec {
        let list = |text: &str| -> SizeList { text.parse().expect("the sizes are written above") };
        StreetSpec::both(PlayerSizes::new(list(self.bets()), list(self.raises())))
    }

    /// The tree of a leaf with a pot of [`POT`](Self::POT) and this stack behind.
    pub fn tree(self, stack: u64) -> Result<BettingTree, TreeError> {
        let start = TreeStart::street(self.street, Chips(Self::POT), Chips(stack));
        BettingTree::build(&TreeSpec::new(Rules::POT_LIMIT, start, self.sizes()))
    }
}
