//! The betting that a network is trained for.
//!
//! A network belongs to the sizes that follow its leaf. Rivers have two bet sizes, turns one on
//! either street; raises are of the pot. The rules are pot-limit for both games, so no size
//! depends on them unless the stack is shorter. A tree that bets otherwise after its cut has
//! leaves of another game: [`Betting::follows`] finds out.

use quasar_cards::Street;
use quasar_game::{
    BettingTree, Chips, NodeId, NodeKind, PlayerSizes, RoundId, Rules, SizeList, StreetSpec,
    TreeError, TreeSpec, TreeStart,
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
    pub fn for_street(street: Street) -> Betting {
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
        self.tree_of(Chips(Self::POT), Chips(stack))
    }

    fn tree_of(self, pot: Chips, stack: Chips) -> Result<BettingTree, TreeError> {
        let start = TreeStart::street(self.street, pot, stack);
        BettingTree::build(&TreeSpec::new(Rules::POT_LIMIT, start, self.sizes()))
    }

    /// Whether the betting of a tree from the start of a round on is this one: the same
    /// actions, in chips, on every line.
    pub fn follows(self, tree: &BettingTree, round: RoundId) -> Result<bool, TreeError> {
        let root = &tree[round][NodeId::ROOT];
        let own = self.tree_of(tree.pot(root), tree.stack() - root.committed[0])?;
        Ok(same(&own, RoundId::ROOT, tree, round))
    }

    /// A hash of the trees of some leaves: part of a network's file, so that a network is not
    /// used after the sizes have changed.
    pub fn hash(self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut mix = |number: u64| hash = (hash ^ number).wrapping_mul(0x0100_0000_01b3);
        for stack in [50, 500, 2_000, 8_000] {
            let tree = self.tree(stack).expect("these trees are small");
            for node in tree.rounds().iter().flat_map(|round| round.nodes()) {
                mix(node.children.len() as u64);
                node.committed.into_iter().for_each(|chips| mix(chips.0));
            }
        }
        hash
    }
}

/// Whether two rounds of two trees, and all that follows them, have the same actions.
fn same(one: &BettingTree, at: RoundId, other: &BettingTree, there: RoundId) -> bool {
    let (nodes, others) = (one[at].nodes(), other[there].nodes());
    let alike = nodes.len() == others.len() && one.street(at) == other.street(there);
    alike
        && nodes.iter().zip(others).all(|(node, beside)| {
            let kinds = match (node.kind, beside.kind) {
                (NodeKind::NextStreet { round }, NodeKind::NextStreet { round: next }) => {
                    same(one, round, other, next)
                }
                (kind, beside) => kind == beside,
            };
            kinds && node.action == beside.action && node.children == beside.children
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(rules: Rules, bets: &str, stack: u64) -> BettingTree {
        let list = |text: &str| -> SizeList { text.parse().unwrap() };
        let sizes = StreetSpec::both(PlayerSizes::new(list(bets), list("100%")));
        let start = TreeStart::street(Street::Turn, Chips(90), Chips(stack));
        BettingTree::build(&TreeSpec::new(rules, start, sizes)).unwrap()
    }

    /// For each river of a turn, whether it is bet as rivers of samples are.
    fn followed(tree: &BettingTree) -> Vec<bool> {
        let rounds = (0..tree.rounds().len() as u32).map(RoundId);
        let rivers = rounds.filter(|&round| tree.street(round) == Street::River);
        rivers
            .map(|round| Betting::for_street(Street::River).follows(tree, round).unwrap())
            .collect()
    }

    #[test]
    fn the_sizes_of_samples_are_recognised_in_any_pot() {
        for stack in [40, 200, 900] {
            let found = followed(&turn(Rules::POT_LIMIT, "50%, 100%", stack));
            assert!(!found.is_empty() && found.iter().all(|&same| same), "{stack}");
        }
        // Without a pot limit the same sizes are the same betting.
        assert!(followed(&turn(Rules::NO_LIMIT, "50%, 100%", 900)).iter().all(|&same| same));
    }

    #[test]
    fn other_sizes_are_not() {
        // Where little is behind, all sizes are all-in and trees are equal; the others differ.
        let all_same = |tree: &BettingTree| followed(tree).iter().all(|&same| same);
        for bets in ["50%", "100%", "40%, 100%", "50%, 75%, 100%"] {
            assert!(!all_same(&turn(Rules::POT_LIMIT, bets, 900)), "{bets}");
        }
        assert!(!all_same(&turn(Rules::NO_LIMIT, "50%, 100%, a", 900)));
        // A turn is followed by a river: neither street's betting is the other's.
        let tree = turn(Rules::POT_LIMIT, "50%, 100%", 900);
        assert!(!Betting::for_street(Street::River).follows(&tree, RoundId::ROOT).unwrap());
        assert!(!Betting::for_street(Street::Turn).follows(&tree, RoundId::ROOT).unwrap());
        let tree = turn(Rules::POT_LIMIT, "100%", 900);
        assert!(Betting::for_street(Street::Turn).follows(&tree, RoundId::ROOT).unwrap());
        assert_ne!(
            Betting::for_street(Street::Turn).hash(),
            Betting::for_street(Street::River).hash()
        );
    }
}
