//! What a saved strategy is worth, computed from nothing but the save: every card
//! dealt, every pair of hands compared, no suits merged, no batches, no solver.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use quasar::cards::{Board, CardSet, Combo, Street};
use quasar::eval::{HandRank, HoldemBoard, OmahaBoard};
use quasar::game::{Line, NodeId, NodeKind, Place, Player, Rake, RoundId};
use quasar::spot::{NodeFacts, SpotSave};

pub(crate) struct Plain<'a> {
    save: &'a SpotSave,
    rake: Rake,
    hands: [Vec<(Combo, f64)>; 2],
    /// Strategies that were read, by line.
    read: RefCell<HashMap<Line, Rc<Strategy>>>,
    ranks: RefCell<HashMap<Board, Rc<Ranks>>>,
}

/// Frequencies of actions for each hand of the player who acts; none for those that the board
/// blocks.
type Strategy = Vec<Vec<f64>>;

/// The rank of each player's hands on a river; none for those that the board blocks.
type Ranks = [Vec<Option<HandRank>>; 2];

/// A weight, or a value, for each hand of a player.
type Numbers = Vec<f64>;

impl<'a> Plain<'a> {
    pub(crate) fn new(save: &'a SpotSave) -> Plain<'a> {
        let board = save.spec().board.set();
        let hands = save.spec().ranges.each_ref().map(|range| {
            let live = range.iter().filter(|(combo, _)| !combo.set().intersects(board));
            live.map(|(combo, weight)| (combo, f64::from(weight))).collect()
        });
        let (read, ranks) = Default::default();
        Plain { save, rake: save.spec().rake, hands, read, ranks }
    }

    /// What a player gets on average, in chips, by the saved strategy or by the best
    /// response to it.
    pub(crate) fn value(&self, player: Player, best: bool) -> f64 {
        let opponent = &self.hands[player.opponent().index()];
        let reach = opponent.iter().map(|(_, weight)| *weight).collect();
        let root = Place { round: RoundId::ROOT, node: NodeId::ROOT };
        let values = self.node(root, self.save.spec().board, player, best, &reach);
        let own = &self.hands[player.index()];
        let total: f64 = own.iter().zip(&values).map(|((_, weight), value)| weight * value).sum();
        let pairs: f64 = own
            .iter()
            .flat_map(|(a, w)| opponent.iter().map(move |(b, v)| (a, w, b, v)))
            .filter(|(a, _, b, _)| !a.set().intersects(b.set()))
            .map(|(_, w, _, v)| w * v)
            .sum();
        total / pairs
    }

    /// Values of the player's hands, each times the reach of compatible hands.
    fn node(
        &self,
        at: Place,
        board: Board,
        player: Player,
        best: bool,
        reach: &Numbers,
    ) -> Numbers {
        let tree = self.save.betting();
        let node = &tree[at.round][at.node];
        let own = &self.hands[player.index()];
        match node.kind {
            NodeKind::Decision { player: acts } => {
                let dealt = &board.cards()[self.save.spec().board.cards().len()..];
                let strategy = self.strategy(acts, tree.line(at, dealt));
                // A hand that the board blocks does nothing that counts.
                let frequency = |action: usize, hand: usize| {
                    strategy[hand].get(action).copied().unwrap_or_default()
                };
                let child = |node| Place { round: at.round, node };
                if acts != player {
                    let mut sum = vec![0.0; own.len()];
                    for (action, node) in node.child_ids().enumerate() {
                        let after = reach.iter().enumerate();
                        let after = after.map(|(hand, r)| r * frequency(action, hand)).collect();
                        let values = self.node(child(node), board, player, best, &after);
                        sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                    }
                    return sum;
                }
                let children = node.child_ids();
                let values: Vec<Numbers> = children
                    .map(|node| self.node(child(node), board, player, best, reach))
                    .collect();
                let hand = |hand: usize| {
                    let of = || values.iter().map(|values| values[hand]);
                    if best {
                        return of().fold(f64::NEG_INFINITY, f64::max);
                    }
                    of().enumerate().map(|(action, value)| frequency(action, hand) * value).sum()
                };
                (0..own.len()).map(hand).collect()
            }
            NodeKind::NextStreet { round } => {
                let next = Place { round, node: NodeId::ROOT };
                self.over_cards(board, |after| {
                    let reach = self.left(player.opponent(), &after, reach);
                    let values = self.node(next, after, player, best, &reach);
                    self.left(player, &after, &values)
                })
            }
            NodeKind::Fold { folder } => {
                let contributed = node.committed[folder.index()];
                let pot = tree.starting_pot() + contributed + contributed;
                let gets = if folder == player {
                    -contributed.as_f64()
                } else {
                    tree.starting_pot().as_f64() + contributed.as_f64()
                        - self.rake.amount(pot, true)
                };
                self.pairs(player, &board, reach, |_, _| gets)
            }
            NodeKind::Showdown => self.showdown(at, board, player, reach),
        }
    }

    fn showdown(&self, at: Place, board: Board, player: Player, reach: &Numbers) -> Numbers {
        if board.street() != Street::River {
            return self.over_cards(board, |after| {
                let reach = self.left(player.opponent(), &after, reach);
                let values = self.showdown(at, after, player, &reach);
                self.left(player, &after, &values)
            });
        }
        let tree = self.save.betting();
        let node = &tree[at.round][at.node];
        let pot = tree.pot(node);
        let taken = self.rake.amount(pot, true);
        let contributed = node.committed[player.index()].as_f64();
        let ranks = self.ranks(&board);
        let (mine, others) = (&ranks[player.index()], &ranks[player.opponent().index()]);
        self.pairs(player, &board, reach, |own, other| {
            (pot.as_f64() - taken) * share(mine[own], others[other]) - contributed
        })
    }

    /// The mean of what `then` says over the cards that two hands leave.
    fn over_cards(&self, board: Board, then: impl Fn(Board) -> Numbers) -> Numbers {
        let mut sum: Numbers = Vec::new();
        let cards = 52 - board.cards().len() - 2 * self.save.spec().game().hole_cards();
        for card in board.set().complement().iter() {
            let values = then(board.with_next(card).unwrap());
            sum.resize(values.len(), 0.0);
            sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value / cards as f64);
        }
        sum
    }

    /// Numbers of hands, 0 for those that the board blocks.
    fn left(&self, player: Player, board: &Board, numbers: &Numbers) -> Numbers {
        let hands = self.hands[player.index()].iter().zip(numbers);
        hands
            .map(|((combo, _), &n)| if combo.set().intersects(board.set()) { 0.0 } else { n })
            .collect()
    }

    /// For each hand the sum over the opponent's that share no card with it; `gets` is asked for
    /// the places of both.
    fn pairs(
        &self,
        player: Player,
        board: &Board,
        reach: &Numbers,
        gets: impl Fn(usize, usize) -> f64,
    ) -> Numbers {
        let opponent = &self.hands[player.opponent().index()];
        let there: Vec<(usize, CardSet, f64)> = opponent
            .iter()
            .zip(reach)
            .enumerate()
            .filter(|(_, (_, reach))| **reach > 0.0)
            .map(|(other, ((combo, _), reach))| (other, combo.set(), *reach))
            .collect();
        let value = |(own, (combo, _)): (usize, &(Combo, f64))| {
            let mut sum = 0.0;
            let cards = combo.set();
            if !cards.intersects(board.set()) {
                for &(other, set, reach) in &there {
                    if !set.intersects(cards) {
                        sum += reach * gets(own, other);
                    }
                }
            }
            sum
        };
        self.hands[player.index()].iter().enumerate().map(value).collect()
    }

    /// The rank of every hand that a river leaves.
    fn ranks(&self, board: &Board) -> Rc<Ranks> {
        let mut ranks = self.ranks.borrow_mut();
        Rc::clone(ranks.entry(*board).or_insert_with(|| {
            let rank = self.rank(board);
            let ranks = self.hands.each_ref().map(|hands| {
                let live = |combo: &Combo| !combo.set().intersects(board.set());
                hands.iter().map(|(combo, _)| live(combo).then(|| rank(combo))).collect()
            });
            Rc::new(ranks)
        }))
    }

    /// What ranks hands on a river.
    fn rank(&self, board: &Board) -> impl Fn(&Combo) -> HandRank + use<> {
        let (holdem, omaha) = (HoldemBoard::new(board).unwrap(), OmahaBoard::new(board).unwrap());
        let is_omaha = self.save.spec().game().is_omaha();
        move |combo| if is_omaha { omaha.rank(combo) } else { holdem.rank(combo) }.unwrap()
    }

    /// The frequencies of the hands of a player who acts at a line.
    fn strategy(&self, acts: Player, line: Line) -> Rc<Strategy> {
        let mut read = self.read.borrow_mut();
        Rc::clone(read.entry(line).or_insert_with_key(|line| {
            let facts = self.save.node(line).unwrap();
            let row = |hand| facts.frequencies(hand).map(f64::from).collect();
            let places = facts.actor().combos.iter().enumerate();
            let mut table: HashMap<Combo, Vec<f64>> =
                places.map(|(hand, &combo)| (combo, row(hand))).collect();
            let hands = self.hands[acts.index()].iter();
            Rc::new(hands.map(|(combo, _)| table.remove(combo).unwrap_or_default()).collect())
        }))
    }

    /// The equity of a hand of the player who acts on a river.
    pub(crate) fn equity(&self, facts: &NodeFacts, own: &Combo) -> Option<f64> {
        let other = &facts.sides[facts.player.opponent().index()];
        let rank = self.rank(&facts.board);
        let mine = Some(rank(own));
        let (mut weights, mut wins) = (0.0, 0.0);
        for (combo, &weight) in other.combos.iter().zip(&other.weights) {
            if !combo.set().intersects(own.set()) {
                weights += f64::from(weight);
                wins += f64::from(weight) * share(mine, Some(rank(combo)));
            }
        }
        (weights > 0.0).then(|| wins / weights)
    }
}

/// The part of the pot that a hand wins against another.
fn share(own: Option<HandRank>, other: Option<HandRank>) -> f64 {
    let (own, other) = own.zip(other).expect("hands that the river leaves");
    match own.cmp(&other) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    }
}
