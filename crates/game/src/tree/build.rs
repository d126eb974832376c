//! The walk over a tree's lines, round by round, and the tree made of it.

use std::collections::VecDeque;

use quasar_cards::Street;

use super::counts::StreetCounts;
use super::edits::{EditId, Edits};
use super::{
    AddFault, BettingTree, Node, NodeId, NodeKind, Player, Round, RoundId, Step, TreeError,
    TreeSpec,
};
use crate::hand::{HandSnapshot, SeatSnapshot};
use crate::{Action, BetSize, BettingPhase, Chips, Hand, Sizing};

/// All that the betting of a later street depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct RoundStart {
    pub(super) street: Street,
    /// What each player has put in since the root.
    committed: Chips,
    /// Whether `oop` called a bet on the previous street.
    oop_called: bool,
    edit: Option<EditId>,
}

/// A line while it is walked.
struct State {
    hand: Hand,
    /// Who made the last bet or raise of this street.
    aggressor: Option<Player>,
    oop_called: bool,
    edit: Option<EditId>,
}

impl State {
    /// What each player has put in since the root.
    fn committed(&self) -> [Chips; 2] {
        Player::BOTH.map(|player| self.hand.seats()[player.index()].committed_total)
    }
}

/// What a line has come to.
pub(super) enum Reached {
    /// This player acts.
    Decision(Player),
    /// A player has folded.
    Fold { folder: Player },
    /// The street is over, and this round follows.
    NextStreet(RoundStart),
    /// The cards are turned up.
    Showdown,
}

/// A decision whose children are still to be added.
struct Open {
    id: NodeId,
    player: Player,
    state: State,
}

/// Walks one round at a time, into buffers that the next walk overwrites.
pub(super) struct Walker<'a> {
    spec: &'a TreeSpec,
    root: Hand,
    edits: Edits,
    /// The nodes of the round walked last. A [`NodeKind::NextStreet`] counts the
    /// rounds that follow from zero.
    pub(super) nodes: Vec<Node>,
    /// The rounds that follow the round walked last.
    pub(super) next: Vec<RoundStart>,
}

impl<'a> Walker<'a> {
    pub(super) fn new(spec: &'a TreeSpec) -> Result<Self, TreeError> {
        spec.check()?;
        let root = spec.root()?;
        let edits = Edits::new(&spec.added, &spec.removed)?;
        Ok(Walker { spec, root, edits, nodes: Vec::new(), next: Vec::new() })
    }

    /// Walks the first round, or the one that starts so, breadth first: the
    /// children of a node are neighbours. The caller has counted the tree, so the
    /// nodes fit.
    pub(super) fn walk(&mut self, start: Option<RoundStart>) -> Result<(), TreeError> {
        self.nodes.clear();
        self.next.clear();
        let mut open = VecDeque::new();
        self.push(self.state(start)?, None, None, &mut open)?;
        while let Some(Open { id, player, state }) = open.pop_front() {
            let first = self.nodes.len() as u32;
            for action in self.actions(&state, player)? {
                let after = self.after(&state, player, action);
                self.push(after, Some(id), Some(action), &mut open)?;
            }
            self.nodes[id.index()].children = first..self.nodes.len() as u32;
        }
        Ok(())
    }

    /// Counts the first round, or the one that starts so, and shows each round
    /// that follows to `next`. Gives up behind `limit` nodes; the counts are then
    /// those so far, and have more nodes than that.
    ///
    /// The walk is depth first and keeps no nodes: its memory is what is open
    /// along one line. The smallest bet, whose subtree is the deepest, comes last,
    /// when nothing else of its decision is open.
    pub(super) fn count(
        &self,
        start: Option<RoundStart>,
        limit: u64,
        mut next: impl FnMut(RoundStart),
    ) -> Result<StreetCounts, TreeError> {
        let mut counts = StreetCounts { rounds: 1, ..StreetCounts::default() };
        let mut enter = |state: State, counts: &mut StreetCounts, open: &mut Vec<_>| {
            let kind = self.kind(&state)?;
            counts.add_node(&kind);
            match kind {
                Reached::Decision(player) => open.push((player, state)),
                Reached::NextStreet(start) => next(start),
                Reached::Fold { .. } | Reached::Showdown => {}
            }
            Ok::<(), TreeError>(())
        };
        let mut open = Vec::new();
        enter(self.state(start)?, &mut counts, &mut open)?;
        while let Some((player, state)) = open.pop()
            && counts.nodes() <= limit
        {
            let actions = self.actions(&state, player)?;
            counts.actions[player.index()] += actions.len() as u64;
            for action in actions {
                enter(self.after(&state, player, action), &mut counts, &mut open)?;
            }
        }
        Ok(counts)
    }

    /// The state at the beginning of a round.
    fn state(&self, start: Option<RoundStart>) -> Result<State, TreeError> {
        let Some(RoundStart { street, committed, oop_called, edit }) = start else {
            let start = &self.spec.start;
            return Ok(State {
                hand: self.root,
                aggressor: self.root.last_raise().map(|_| start.to_act.opponent()),
                oop_called: start.oop_called,
                edit: self.edits.root(),
            });
        };
        let seat = SeatSnapshot {
            stack: self.spec.stack() - committed,
            committed_on_street: Chips::ZERO,
            committed_total: committed,
            folded: false,
        };
        let hand = Hand::resume(&HandSnapshot {
            rules: self.spec.rules,
            street,
            button: Player::Ip.index(),
            to_act: Player::Oop.index(),
            last_raise: None,
            raises: 0,
            dead: self.spec.start.pot,
            seats: vec![seat; 2],
        })?;
        Ok(State { hand, aggressor: None, oop_called, edit })
    }

    /// Adds the node of a state, and the round that follows if one does.
    fn push(
        &mut self,
        state: State,
        parent: Option<NodeId>,
        action: Option<Action>,
        open: &mut VecDeque<Open>,
    ) -> Result<(), TreeError> {
        let committed = state.committed();
        let kind = match self.kind(&state)? {
            Reached::Decision(player) => NodeKind::Decision { player },
            Reached::Fold { folder } => NodeKind::Fold { folder },
            Reached::NextStreet(start) => {
                self.next.push(start);
                NodeKind::NextStreet { round: RoundId(self.next.len() as u32 - 1) }
            }
            Reached::Showdown => NodeKind::Showdown,
        };
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { kind, parent, action, children: 0..0, committed });
        if let NodeKind::Decision { player } = kind {
            open.push_back(Open { id, player, state });
        }
        Ok(())
    }

    /// What a state is. Fails if the hand is over and an edit goes on.
    fn kind(&self, state: &State) -> Result<Reached, TreeError> {
        let reached = match state.hand.phase() {
            BettingPhase::Betting { seat } => Reached::Decision(Player::from_index(seat)),
            BettingPhase::Won { seat } => {
                Reached::Fold { folder: Player::from_index(seat).opponent() }
            }
            BettingPhase::StreetOver if state.hand.street() < self.spec.last_street => {
                Reached::NextStreet(RoundStart {
                    street: next_street(state.hand.street()),
                    committed: state.committed()[0],
                    oop_called: state.aggressor == Some(Player::Ip),
                    edit: state.edit,
                })
            }
            BettingPhase::Showdown | BettingPhase::StreetOver => Reached::Showdown,
        };
        if matches!(reached, Reached::Fold { .. } | Reached::Showdown) {
            self.edits.end(state.edit)?;
        }
        Ok(reached)
    }

    /// What the player chooses from: fold, check or call, then the sizes, as the
    /// edits change them.
    fn actions(&self, state: &State, player: Player) -> Result<Vec<Action>, TreeError> {
        let hand = &state.hand;
        let legal = hand.legal().expect("a player is to act");
        let mut actions = match legal.call {
            Some(_) => vec![Action::Fold, Action::Call],
            None => vec![Action::Check],
        };
        if let Some(sizing) = Sizing::of(hand, self.spec.last_street)
            && let Some(sizes) = self.sizes(state, player, legal.raises)
        {
            let levels = sizing.levels(sizes, self.spec.thresholds);
            actions.extend(levels.into_iter().map(|level| legal.aggressive(level)));
        }
        let seat = &hand.seats()[player.index()];
        let before = seat.committed_total - seat.committed_on_street;
        let committed = |action: Action| before + action.level().unwrap_or_default();
        self.edits.edit(state.edit, &mut actions, committed, |step| {
            let action = match step {
                Step::Fold => Action::Fold,
                Step::CheckOrCall if legal.call.is_some() => Action::Call,
                Step::CheckOrCall => Action::Check,
                Step::Bet(total) => legal.aggressive(total.saturating_sub(before)),
                Step::Cards(_) => return Err(AddFault::Cards),
            };
            let mut tried = *hand;
            tried.apply(action)?;
            Ok(action)
        })?;
        Ok(actions)
    }

    /// The sizes a player bets or raises by, unless the street's cap is reached.
    fn sizes(&self, state: &State, player: Player, raise: bool) -> Option<&[BetSize]> {
        let street = self.spec.street(state.hand.street());
        let sizes = &street.sizes[player.index()];
        if !raise {
            return Some(sizes.first_bets(state.oop_called && player == Player::Oop));
        }
        let capped = street.raise_cap.is_some_and(|cap| state.hand.raises() >= cap);
        (!capped).then(|| sizes.raises_at(state.hand.raises()))
    }

    fn after(&self, state: &State, player: Player, action: Action) -> State {
        let mut hand = state.hand;
        hand.apply(action).expect("only legal actions are offered");
        let aggressive = action.level().is_some();
        let step = Step::of(action, hand.seats()[player.index()].committed_total);
        State {
            hand,
            aggressor: if aggressive { Some(player) } else { state.aggressor },
            oop_called: state.oop_called,
            edit: self.edits.follow(state.edit, &step),
        }
    }
}

fn next_street(street: Street) -> Street {
    match street {
        Street::Preflop => Street::Flop,
        Street::Flop => Street::Turn,
        Street::Turn | Street::River => Street::River,
    }
}

impl BettingTree {
    /// Builds the tree, after counting that it has at most
    /// [`max_nodes`](TreeSpec::max_nodes) nodes.
    ///
    /// ```
    /// use quasar_cards::Street;
    /// use quasar_game::{BettingTree, Chips, PlayerSizes, Rules, StreetSpec, TreeSpec, TreeStart};
    ///
    /// let start = TreeStart::street(Street::River, Chips(100), Chips(500));
    /// let sizes = PlayerSizes::new("50%, a".parse()?, "2.5x".parse()?);
    /// let spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(sizes));
    /// let tree = BettingTree::build(&spec)?;
    /// let (place, _) = tree.locate(&"r:0:c:b50:b125".parse()?)?;
    /// let node = &tree[place.round][place.node];
    /// assert_eq!(tree.pot(node), Chips(100 + 125 + 50));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(spec: &TreeSpec) -> Result<BettingTree, TreeError> {
        let counts = spec.counts()?;
        let (nodes, limit) = (counts.nodes(), spec.max_nodes.min(u64::from(u32::MAX)));
        if nodes > limit {
            return Err(TreeError::TooLarge { nodes, exact: true, limit });
        }
        let mut walker = Walker::new(spec)?;
        let mut rounds: Vec<Round> = Vec::with_capacity(counts.rounds() as usize);
        // The start of a round is written down when its parent is walked.
        let mut starts = vec![(None, None)];
        let mut current = 0;
        while let Some(&(start, parent)) = starts.get(current) {
            walker.walk(start)?;
            let first = starts.len() as u32;
            let id = RoundId(current as u32);
            for (index, node) in walker.nodes.iter_mut().enumerate() {
                if let NodeKind::NextStreet { round } = &mut node.kind {
                    let next = walker.next[round.index()];
                    starts.push((Some(next), Some((id, NodeId(index as u32)))));
                    round.0 += first;
                }
            }
            let street = start.map_or(spec.start.street, |start| start.street);
            rounds.push(Round { street, parent, nodes: walker.nodes.as_slice().into() });
            current += 1;
        }
        Ok(BettingTree { rounds, starting_pot: spec.start.pot, stack: spec.stack() })
    }
}
