//! What a betting tree is built from.

use quasar_cards::Street;
use thiserror::Error;

use super::{Line, Player};
use crate::hand::{ActionError, HandError, HandSnapshot, SeatSnapshot};
use crate::{BetSize, BettingPhase, Chips, Hand, Rules, SizeList, Thresholds};

/// The sizes one player chooses from on one street.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerSizes {
    /// First bets.
    pub bet: SizeList,
    /// Raises by depth: the first list for the first raise of the street, and so
    /// on; the last one for all that follow. Before the flop the first raise is
    /// that of the big blind.
    pub raises: Vec<SizeList>,
    /// First bets out of position after calling a bet on the previous street;
    /// `None`: the same as `bet`.
    pub donk: Option<SizeList>,
}

impl PlayerSizes {
    /// One list for first bets and one for every raise.
    pub fn new(bet: SizeList, raise: SizeList) -> PlayerSizes {
        PlayerSizes { bet, raises: vec![raise], donk: None }
    }

    pub(super) fn first_bets(&self, donk: bool) -> &[BetSize] {
        self.donk.as_ref().filter(|_| donk).unwrap_or(&self.bet).sizes()
    }

    /// The sizes of the raise after `depth` others.
    pub(super) fn raises_at(&self, depth: u32) -> &[BetSize] {
        self.raises.get(depth as usize).or(self.raises.last()).map_or(&[], SizeList::sizes)
    }
}

/// The betting options of one street.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StreetSpec {
    /// The sizes of both players, `oop` first.
    pub sizes: [PlayerSizes; 2],
    /// The largest number of raises on the street. A first bet is not a raise, nor is a
    /// blind; `None`: as many as the stacks allow.
    pub raise_cap: Option<u32>,
}

impl StreetSpec {
    /// The same sizes for both players.
    pub fn both(sizes: PlayerSizes) -> StreetSpec {
        StreetSpec { sizes: [sizes.clone(), sizes], raise_cap: None }
    }
}

/// Where a tree begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeStart {
    /// The first street.
    pub street: Street,
    /// The chips in the middle, those of the first street excluded.
    pub pot: Chips,
    /// What each player has left.
    pub stacks: [Chips; 2],
    /// What each has put in on the first street.
    pub committed: [Chips; 2],
    /// Who acts first.
    pub to_act: Player,
    /// The last full bet or raise of the first street; `None` before there is
    /// one.
    pub last_raise: Option<Chips>,
    /// The number of raises on the first street so far.
    pub raises: u32,
    /// Whether `oop` called a bet on the previous street, so that a first bet now
    /// is a donk bet.
    pub oop_called: bool,
}

impl TreeStart {
    /// The beginning of a street with an even pot.
    pub fn street(street: Street, pot: Chips, stack: Chips) -> TreeStart {
        TreeStart {
            street,
            pot,
            stacks: [stack; 2],
            committed: [Chips::ZERO; 2],
            to_act: Player::Oop,
            last_raise: None,
            raises: 0,
            oop_called: false,
        }
    }

    /// Before the flop with blinds; `stack` is what each brings, ante included.
    pub fn preflop(small: Chips, big: Chips, ante: Chips, stack: Chips) -> TreeStart {
        let ante = ante.min(stack);
        let behind = stack - ante;
        let committed = [big.min(behind), small.min(behind)];
        TreeStart {
            pot: Chips(ante.0.saturating_mul(2)),
            stacks: committed.map(|blind| behind - blind),
            committed,
            to_act: Player::Ip,
            ..TreeStart::street(Street::Preflop, Chips::ZERO, Chips::ZERO)
        }
    }

    /// The rest of a hand in which two seats are left and one is to act; `None`
    /// otherwise. The player left of the button comes first.
    ///
    /// Whether a first bet would be a donk bet does not follow from a hand; it can be set
    /// afterwards.
    pub fn from_hand(hand: &Hand) -> Option<TreeStart> {
        let BettingPhase::Betting { seat: to_act } = hand.phase() else { return None };
        let count = hand.seats().len();
        let order = (1..=count).map(|step| (hand.button() + step) % count);
        let live: Vec<usize> = order.filter(|&seat| !hand.seats()[seat].folded).collect();
        let &[oop, ip] = live.as_slice() else { return None };
        let committed = [oop, ip].map(|seat| hand.seats()[seat].committed_on_street);
        Some(TreeStart {
            street: hand.street(),
            pot: hand.pot() - committed[0] - committed[1],
            stacks: [oop, ip].map(|seat| hand.seats()[seat].stack),
            committed,
            to_act: if to_act == oop { Player::Oop } else { Player::Ip },
            last_raise: hand.last_raise(),
            raises: hand.raises(),
            oop_called: false,
        })
    }
}

/// A betting tree, described.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeSpec {
    /// The betting rules.
    pub rules: Rules,
    /// Where the tree begins.
    pub start: TreeStart,
    /// The last street with betting; the hands are shown after it.
    pub last_street: Street,
    /// The betting options of every street, preflop first.
    pub streets: [StreetSpec; 4],
    /// When sizes become all-in or are merged.
    pub thresholds: Thresholds,
    /// Lines that the tree has besides those of the sizes. What follows an added
    /// bet is bet by the sizes again.
    pub added: Vec<Line>,
    /// Lines that the tree does not have, nor anything that follows them.
    pub removed: Vec<Line>,
    /// The most nodes that are built.
    pub max_nodes: u64,
}

impl TreeSpec {
    /// The default of [`max_nodes`](Self::max_nodes).
    pub const MAX_NODES: u64 = 2_000_000;

    /// A tree to the river with the same options on every street, without
    /// thresholds and edits.
    pub fn new(rules: Rules, start: TreeStart, street: StreetSpec) -> TreeSpec {
        TreeSpec {
            rules,
            start,
            last_street: Street::River,
            streets: std::array::from_fn(|_| street.clone()),
            thresholds: Thresholds::default(),
            added: Vec::new(),
            removed: Vec::new(),
            max_nodes: TreeSpec::MAX_NODES,
        }
    }

    /// The options of a street.
    pub fn street(&self, street: Street) -> &StreetSpec {
        &self.streets[street as usize]
    }

    /// The options of a street, for changing.
    pub fn street_mut(&mut self, street: Street) -> &mut StreetSpec {
        &mut self.streets[street as usize]
    }

    /// The smaller stack, what was put in on the first street included.
    pub(super) fn stack(&self) -> Chips {
        let TreeStart { stacks, committed, .. } = &self.start;
        (stacks[0] + committed[0]).min(stacks[1] + committed[1])
    }

    /// The hand at the root, with equal stacks: the smaller one. Seat and player
    /// have the same number.
    ///
    /// Of a bet that the other player cannot match, only what can be matched is
    /// left, and its raise shrinks with it.
    pub(super) fn root(&self) -> Result<Hand, TreeError> {
        let start = &self.start;
        for chips in start.stacks.into_iter().chain(start.committed).chain([start.pot]) {
            if chips > Chips::MOST {
                return Err(HandError::TooManyChips { what: "a stack or pot", chips }.into());
            }
        }
        let stack = self.stack();
        let seat = |committed: Chips| {
            let committed = committed.min(stack);
            SeatSnapshot {
                stack: stack - committed,
                committed_on_street: committed,
                committed_total: committed,
                folded: false,
            }
        };
        let hand = Hand::resume(&HandSnapshot {
            rules: self.rules,
            street: start.street,
            button: Player::Ip.index(),
            to_act: start.to_act.index(),
            last_raise: start.last_raise.map(|raise| raise.min(stack)),
            raises: start.raises,
            dead: start.pot,
            seats: start.committed.map(seat).to_vec(),
        })?;
        Ok(hand)
    }

    /// Checks what the types do not.
    pub(super) fn check(&self) -> Result<(), TreeError> {
        let (first, last) = (self.start.street, self.last_street);
        if last < first {
            return Err(TreeError::StreetOrder { first, last });
        }
        let Thresholds { add_all_in, force_all_in, merge } = self.thresholds;
        for (name, value) in
            [("add all-in", add_all_in), ("force all-in", force_all_in), ("merge", merge)]
        {
            if !(0.0..=1e6).contains(&value) {
                return Err(TreeError::Threshold { name, value });
            }
        }
        for sizes in self.streets.iter().flat_map(|street| &street.sizes) {
            let first = [&sizes.bet].into_iter().chain(&sizes.donk);
            let multiple = |size: &&BetSize| matches!(size, BetSize::Multiple(_));
            if let Some(&size) = first.clone().flat_map(SizeList::sizes).find(multiple) {
                return Err(TreeError::NoPreviousBet { size });
            }
            for &size in first.chain(&sizes.raises).flat_map(SizeList::sizes) {
                if !size.is_sensible() {
                    return Err(TreeError::Size { size });
                }
                if matches!(size, BetSize::BigBlinds(_)) && self.rules.big_blind == Chips::ZERO {
                    return Err(TreeError::NoBigBlind { size });
                }
            }
        }
        Ok(())
    }
}

/// Why a tree cannot be built.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The last street comes before the first.
    #[error("the last street ({last:?}) comes before the first ({first:?})")]
    StreetOrder {
        /// The first street.
        first: Street,
        /// The last street.
        last: Street,
    },
    /// Chips or turns that make no sense.
    #[error(transparent)]
    Hand(#[from] HandError),
    /// A threshold that is negative, too large or not a number.
    #[error("the threshold to {name} must be between 0 and 1,000,000, not {value}")]
    Threshold {
        /// Which threshold.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A size that is zero, negative, absurdly large or not a number.
    #[error("{size} is not a bet size")]
    Size {
        /// The size.
        size: BetSize,
    },
    /// A size in big blinds where none is known.
    #[error("{size} needs a big blind, but the rules have none")]
    NoBigBlind {
        /// The size.
        size: BetSize,
    },
    /// A multiple of the previous bet among first bets.
    #[error("{size} cannot be a first bet: there is no bet to multiply")]
    NoPreviousBet {
        /// The size.
        size: BetSize,
    },
    /// More nodes than allowed.
    #[error("the tree has {}{nodes} nodes, more than the limit of {limit}", at_least(*.exact))]
    TooLarge {
        /// How many nodes were counted.
        nodes: u64,
        /// Whether the count was finished.
        exact: bool,
        /// The most nodes allowed.
        limit: u64,
    },
    /// An added or removed line with cards in it.
    #[error("{line} cannot be added or removed: it names cards, but trees have none")]
    CardsInEdit {
        /// The line.
        line: Line,
    },
    /// An added or removed line without any action.
    #[error("the root cannot be added or removed")]
    EmptyEdit,
    /// An added line that is not allowed, or continues after the hand is over.
    #[error("{line} cannot be added: {fault}")]
    CannotAdd {
        /// The line up to the step that is wrong.
        line: Line,
        /// What is wrong with it.
        fault: AddFault,
    },
    /// A removed line that does not exist.
    #[error("{line} cannot be removed: the tree does not have it")]
    CannotRemove {
        /// The line up to the step that is not there.
        line: Line,
    },
    /// A decision all of whose actions are removed.
    #[error("every action after {line} is removed")]
    NoActionLeft {
        /// The line to the decision.
        line: Line,
    },
}

/// What is wrong with an added line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AddFault {
    /// A step that names cards.
    #[error("it names cards")]
    Cards,
    /// A step after the end of the hand.
    #[error("the hand is over before it")]
    HandOver,
    /// A step that the rules do not allow.
    #[error(transparent)]
    Action(#[from] ActionError),
}

fn at_least(exact: bool) -> &'static str {
    if exact { "" } else { "at least " }
}
