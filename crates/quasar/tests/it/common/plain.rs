//! What a saved strategy is worth, computed from nothing but the save: every card
//! dealt, every pair of hands compared, no suits merged, no batches, no solver.

use std::cell::RefCell;
use std::collections::HashMap;

use quasar::cards::{Board, Combo, Street};
use quasar::eval::{HandRank, HoldemBoard, OmahaBoard};
use quasar::game::{Line, NodeId, NodeKind, Place, Player, Rake, RoundId};
use quasar::spot::{NodeFacts, SpotSave};

pub(crate) struct Plain<'a> {
    save: &'a SpotSave,
    rake: Rake,
    hands: [Vec<(Combo, f64)>; 2],
    /// Strategies that were read, by line.
    read: RefCell<HashMap<Line, NodeFacts>>,
    ranks: RefCell<HashMap<Board, HashMap<Combo, HandRank>>>,
}

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
                let frequency = self.strategy(tree.line(at, dealt));
                let child = |node| Place { round: at.round, node };
                if acts != player {
                    let opponent = &self.hands[acts.index()];
                    let mut sum = vec![0.0; own.len()];
                    for (action, node) in node.child_ids().enumerate() {
                        let after = opponent.iter().zip(reach);
                        let after = after.map(|((combo, _), r)| r * frequency(action, combo));
                        let values = self.node(child(node), board, player, best, &after.collect());
                        sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                    }
                    return sum;
                }
                let children = node.child_ids();
                let values: Vec<Numbers> = children
                    .map(|node| self.node(child(node), board, player, best, reach))
                    .collect();
                let hand = |(number, (combo, _)): (usize, &(Combo, f64))| {
                    let of = || values.iter().map(|values| values[number]);
                    if best {
                        return of().fold(f64::NEG_INFINITY, f64::max);
                    }
                    of().enumerate().map(|(action, value)| frequency(action, combo) * value).sum()
                };
                own.iter().enumerate().map(hand).collect()
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
        self.pairs(player, &board, reach, |own, other| {
            (pot.as_f64() - taken) * self.share(&board, own, other) - contributed
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

    /// For each hand the sum over the opponent's that share no card with it.
    fn pairs(
        &self,
        player: Player,
        board: &Board,
        reach: &Numbers,
        gets: impl Fn(&Combo, &Combo) -> f64,
    ) -> Numbers {
        let opponent = &self.hands[player.opponent().index()];
        let value = |own: &Combo| {
            if own.set().intersects(board.set()) {
                return 0.0;
            }
            let meets = opponent
                .iter()
                .zip(reach)
                .filter(|((other, _), reach)| **reach > 0.0 && !other.set().intersects(own.set()));
            meets.map(|((other, _), reach)| reach * gets(own, other)).sum()
        };
        self.hands[player.index()].iter().map(|(own, _)| value(own)).collect()
    }

    /// The fraction of the pot that a hand wins against another on a river.
    fn share(&self, board: &Board, own: &Combo, other: &Combo) -> f64 {
        let mut ranks = self.ranks.borrow_mut();
        let ranks = ranks.entry(*board).or_insert_with(|| self.ranks_on(board));
        match ranks[own].cmp(&ranks[other]) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        }
    }

    /// The rank of every hand that a river leaves.
    fn ranks_on(&self, board: &Board) -> HashMap<Combo, HandRank> {
        let (holdem, omaha) = (HoldemBoard::new(board).unwrap(), OmahaBoard::new(board).unwrap());
        let is_omaha = self.save.spec().game().is_omaha();
        let rank = |combo: &Combo| if is_omaha { omaha.rank(combo) } else { holdem.rank(combo) };
        let hands = self.hands.iter().flatten().map(|(combo, _)| *combo);
        let live = hands.filter(|combo| !combo.set().intersects(board.set()));
        live.map(|combo| (combo, rank(&combo).unwrap())).collect()
    }

    /// The frequency of an action and a hand at a line.
    fn strategy(&self, line: Line) -> impl Fn(usize, &Combo) -> f64 {
        let mut read = self.read.borrow_mut();
        let facts = read.entry(line).or_insert_with_key(|line| self.save.node(line).unwrap());
        let side = facts.actor();
        let table: HashMap<Combo, Vec<f32>> = side
            .combos
            .iter()
            .enumerate()
            .map(|(hand, &combo)| (combo, facts.frequencies(hand).collect()))
            .collect();
        // A hand that the board blocks does nothing that counts.
        move |action, combo| table.get(combo).map_or(0.0, |row| f64::from(row[action]))
    }

    /// The equity of a hand of the player who acts on a river.
    pub(crate) fn equity(&self, facts: &NodeFacts, own: &Combo) -> Option<f64> {
        let other = &facts.sides[facts.player.opponent().index()];
        let meets = || {
            let hands = other.combos.iter().zip(&other.weights);
            hands.filter(|(combo, _)| !combo.set().intersects(own.set()))
        };
        let weight: f64 = meets().map(|(_, &weight)| f64::from(weight)).sum();
        let wins: f64 = meets()
            .map(|(combo, &weight)| f64::from(weight) * self.share(&facts.board, own, combo))
            .sum();
        (weight > 0.0).then(|| wins / weight)
    }
}
