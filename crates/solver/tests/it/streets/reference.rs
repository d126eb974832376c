//! The whole game, slow and plain: every combo before the flop, every relabelling of every
//! flop, every run-out, pairs of hands one by one in double precision.

use std::cell::RefCell;
use std::collections::HashMap;

use quasar_cards::{Board, Card, CardSet, Combo, Game, SuitPermutation};
use quasar_eval::rank_hand;
use quasar_game::{BettingTree, NodeId, NodeKind, RoundId};
use quasar_solver::{Player, StreetsNode};

/// Frequencies by action and combo.
pub(crate) type Frequencies = Vec<Vec<f64>>;

/// A decision: where, and on which cards.
pub(crate) type Key = (StreetsNode, Vec<Card>);

pub(crate) struct Reference<'a> {
    pub(crate) deck: CardSet,
    pub(crate) combos: Vec<Combo>,
    /// All relabellings of the flops, with weights.
    flops: Vec<(Vec<Card>, f64)>,
    preflop: &'a BettingTree,
    lines: &'a [BettingTree],
}

/// What a walk is for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mode {
    Mean,
    Best,
    /// Regrets, CFR+, averages weighted by the iteration.
    Learn(f64),
}

/// Regrets and sums of strategies.
#[derive(Default)]
pub(crate) struct Learned(RefCell<HashMap<Key, [Frequencies; 2]>>);

impl Learned {
    fn rows(&self, key: &Key, which: usize, shape: [usize; 2]) -> Frequencies {
        let mut all = self.0.borrow_mut();
        let zeros = || vec![vec![0.0; shape[1]]; shape[0]];
        let rows = &all.entry(key.clone()).or_insert_with(|| [zeros(), zeros()])[which];
        let mut parts = rows.clone();
        for hand in 0..shape[1] {
            let sum: f64 = rows.iter().map(|row| row[hand].max(0.0)).sum();
            for (part, row) in parts.iter_mut().zip(rows) {
                let even = 1.0 / shape[0] as f64;
                part[hand] = if sum > 0.0 { row[hand].max(0.0) / sum } else { even };
            }
        }
        parts
    }

    /// The average strategy.
    pub(crate) fn average(&self, key: &Key, shape: [usize; 2]) -> Frequencies {
        self.rows(key, 1, shape)
    }

    fn current(&self, key: &Key, shape: [usize; 2]) -> Frequencies {
        self.rows(key, 0, shape)
    }

    fn add(&self, key: &Key, which: usize, more: impl Fn(usize, usize) -> f64) {
        let mut all = self.0.borrow_mut();
        let Some(rows) = all.get_mut(key) else { return };
        for (action, row) in rows[which].iter_mut().enumerate() {
            for (hand, place) in row.iter_mut().enumerate() {
                *place = (*place + more(action, hand)).max(0.0);
            }
        }
    }
}

impl<'a> Reference<'a> {
    pub(crate) fn new(
        deck: CardSet,
        flops: &[(Board, f64)],
        preflop: &'a BettingTree,
        lines: &'a [BettingTree],
    ) -> Reference<'a> {
        let inside = |combo: &Combo| (combo.set() - deck).is_empty();
        let combos = Combo::all(Game::Holdem, CardSet::EMPTY).filter(inside).collect();
        let all: f64 = flops.iter().map(|(_, weight)| weight).sum();
        let mut spread = Vec::new();
        for (flop, weight) in flops {
            let mut images: Vec<Vec<Card>> = SuitPermutation::all()
                .map(|suits| suits.apply(flop.set()).iter().collect())
                .collect();
            images.sort_unstable();
            images.dedup();
            let share = weight / all / images.len() as f64;
            spread.extend(images.into_iter().map(|cards| (cards, share)));
        }
        Reference { deck, combos, flops: spread, preflop, lines }
    }

    /// Each player's value, or that of the best response.
    pub(crate) fn worth(&self, best: bool, play: &dyn Fn(&Key, usize) -> Frequencies) -> [f64; 2] {
        let mode = if best { Mode::Best } else { Mode::Mean };
        Player::BOTH.map(|player| self.mean(&self.start(player, mode, play, None)))
    }

    /// So many iterations of plain CFR+.
    pub(crate) fn solve(&self, iterations: u32) -> Learned {
        let learned = Learned::default();
        for iteration in 1..=iterations {
            for player in Player::BOTH {
                let play =
                    |key: &Key, actions: usize| learned.current(key, [actions, self.combos.len()]);
                let mode = Mode::Learn(f64::from(iteration));
                self.start(player, mode, &play, Some(&learned));
            }
        }
        learned
    }

    fn start(
        &self,
        player: Player,
        mode: Mode,
        play: &dyn Fn(&Key, usize) -> Frequencies,
        learned: Option<&Learned>,
    ) -> Vec<f64> {
        let even = vec![1.0; self.combos.len()];
        let walk = Walk { of: self, player, mode, play, learned };
        walk.values(StreetsNode::Preflop(NodeId::ROOT), &[], [&even, &even])
    }

    fn mean(&self, values: &[f64]) -> f64 {
        let cards = self.deck.len() as f64;
        let pairs = |cards: f64| cards * (cards - 1.0) / 2.0;
        values.iter().sum::<f64>() / (pairs(cards - 3.0) * pairs(cards - 5.0))
    }
}

struct Walk<'a> {
    of: &'a Reference<'a>,
    player: Player,
    mode: Mode,
    play: &'a dyn Fn(&Key, usize) -> Frequencies,
    learned: Option<&'a Learned>,
}

impl Walk<'_> {
    /// Counterfactual values of the player's combos; reach is the player's and the opponent's.
    fn values(&self, node: StreetsNode, board: &[Card], [own, other]: [&[f64]; 2]) -> Vec<f64> {
        let (tree, at) = match node {
            StreetsNode::Preflop(node) => (self.of.preflop, &self.of.preflop[RoundId::ROOT][node]),
            StreetsNode::Later { line, node: (round, node) } => {
                (&self.of.lines[line], &self.of.lines[line][round][node])
            }
        };
        let half = tree.starting_pot().as_f64() / 2.0;
        match at.kind {
            NodeKind::Decision { player } => {
                let children: Vec<StreetsNode> = at
                    .child_ids()
                    .map(|child| match node {
                        StreetsNode::Preflop(_) => StreetsNode::Preflop(child),
                        StreetsNode::Later { line, node: (round, _) } => {
                            StreetsNode::Later { line, node: (round, child) }
                        }
                    })
                    .collect();
                self.decide(&(node, board.to_vec()), player, &children, [own, other])
            }
            NodeKind::Fold { folder } => {
                let stake = half + at.committed[folder.index()].as_f64();
                let pays = if folder == self.player { -stake } else { stake };
                self.against(board, other, |_, _| pays)
            }
            NodeKind::Showdown => {
                let line = self.line(node, tree.is_all_in(at, Player::Oop));
                match line {
                    Some(line) => self.see_flops(line, [own, other]),
                    None => self.show(board, other, half + at.committed[0].as_f64()),
                }
            }
            NodeKind::NextStreet { round } => {
                let StreetsNode::Later { line, .. } = node else { unreachable!() };
                let next = StreetsNode::Later { line, node: (round, NodeId::ROOT) };
                let chance = 1.0 / (self.of.deck.len() - board.len() - 4) as f64;
                let mut sums = vec![0.0; own.len()];
                let dead: CardSet = board.iter().copied().collect();
                for card in (self.of.deck - dead).iter() {
                    let board = [board, &[card]].concat();
                    self.deal(next, &board, chance, [own, other], &mut sums);
                }
                sums
            }
        }
    }

    /// Which line that sees a flop ends here.
    fn line(&self, node: StreetsNode, all_in: bool) -> Option<usize> {
        let StreetsNode::Preflop(node) = node else { return None };
        let preflop = self.of.preflop;
        let ends = preflop[RoundId::ROOT].nodes()[..node.index()].iter();
        let before = ends
            .filter(|end| end.kind == NodeKind::Showdown && !preflop.is_all_in(end, Player::Oop));
        (!all_in).then(|| before.count())
    }

    fn see_flops(&self, line: usize, reach: [&[f64]; 2]) -> Vec<f64> {
        let next = StreetsNode::Later { line, node: (RoundId::ROOT, NodeId::ROOT) };
        let mut sums = vec![0.0; reach[0].len()];
        for (flop, share) in &self.of.flops {
            self.deal(next, flop, *share, reach, &mut sums);
        }
        sums
    }

    fn deal(
        &self,
        next: StreetsNode,
        board: &[Card],
        chance: f64,
        reach: [&[f64]; 2],
        sums: &mut [f64],
    ) {
        let dead: CardSet = board.iter().copied().collect();
        let live = |hand: usize| !self.of.combos[hand].set().intersects(dead);
        let left = reach.map(|reach| {
            let left = |(hand, &reach): (usize, &f64)| if live(hand) { reach } else { 0.0 };
            reach.iter().enumerate().map(left).collect::<Vec<f64>>()
        });
        let values = self.values(next, board, [&left[0], &left[1]]);
        for (hand, (sum, value)) in sums.iter_mut().zip(values).enumerate() {
            if live(hand) {
                *sum += chance * value;
            }
        }
    }

    fn decide(
        &self,
        key: &Key,
        player: Player,
        children: &[StreetsNode],
        [own, other]: [&[f64]; 2],
    ) -> Vec<f64> {
        let plays = (self.play)(key, children.len());
        let times = |reach: &[f64], row: &[f64]| -> Vec<f64> {
            reach.iter().zip(row).map(|(reach, part)| reach * part).collect()
        };
        let after: Vec<Vec<f64>> = children
            .iter()
            .zip(&plays)
            .map(|(&child, row)| match player == self.player {
                true => self.values(child, &key.1, [&times(own, row), other]),
                false => self.values(child, &key.1, [own, &times(other, row)]),
            })
            .collect();
        let hands = 0..own.len();
        if player != self.player {
            return hands.map(|hand| after.iter().map(|row| row[hand]).sum()).collect();
        }
        let mean = |hand: usize| plays.iter().zip(&after).map(|(p, v)| p[hand] * v[hand]).sum();
        let best = |hand: usize| after.iter().map(|row| row[hand]).fold(f64::MIN, f64::max);
        let values: Vec<f64> = hands
            .map(|hand| if self.mode == Mode::Best { best(hand) } else { mean(hand) })
            .collect();
        if let (Mode::Learn(weight), Some(learned)) = (self.mode, self.learned) {
            learned.add(key, 0, |action, hand| after[action][hand] - values[hand]);
            learned.add(key, 1, |action, hand| weight * own[hand] * plays[action][hand]);
        }
        values
    }

    /// Sums over the hands of the opponent that share no card.
    fn against(
        &self,
        board: &[Card],
        other: &[f64],
        pays: impl Fn(usize, usize) -> f64,
    ) -> Vec<f64> {
        let combos = &self.of.combos;
        let live: Vec<usize> = (0..other.len())
            .filter(|&hand| board.iter().all(|&card| !combos[hand].set().contains(card)))
            .collect();
        let mut values = vec![0.0; other.len()];
        // Before the flop hands are dealt together as often as flops leave them.
        let met = |one: usize, two: usize| -> f64 {
            if !board.is_empty() {
                return 1.0;
            }
            let dead = combos[one].set() | combos[two].set();
            let leaves = |cards: &Vec<Card>| cards.iter().all(|&card| !dead.contains(card));
            self.of.flops.iter().filter(|(cards, _)| leaves(cards)).map(|(_, share)| share).sum()
        };
        for &one in &live {
            for &two in &live {
                if other[two] != 0.0 && !combos[one].set().intersects(combos[two].set()) {
                    values[one] += other[two] * pays(one, two) * met(one, two);
                }
            }
        }
        values
    }

    /// All run-outs, one by one.
    fn show(&self, board: &[Card], other: &[f64], stake: f64) -> Vec<f64> {
        let boards: Vec<(Vec<Card>, f64)> = match board.is_empty() {
            true => self.of.flops.clone(),
            false => vec![(board.to_vec(), 1.0)],
        };
        let mut sums = vec![0.0; other.len()];
        let combos = &self.of.combos;
        for (board, share) in boards {
            let dead: CardSet = board.iter().copied().collect();
            let left: Vec<Card> = (self.of.deck - dead).iter().collect();
            let rest: Vec<Vec<Card>> = match board.len() {
                5 => vec![vec![]],
                4 => left.iter().map(|&card| vec![card]).collect(),
                _ => (0..left.len())
                    .flat_map(|one| (0..one).map(move |two| [one, two]))
                    .map(|places| places.map(|place| left[place]).to_vec())
                    .collect(),
            };
            let ends = match (board.len(), self.of.deck.len() - board.len() - 4) {
                (5, _) => 1.0,
                (4, cards) => cards as f64,
                (_, cards) => (cards * (cards - 1) / 2) as f64,
            };
            for more in rest {
                let end = Board::new(&[&board[..], &more].concat()).unwrap();
                let ranks: Vec<_> = combos
                    .iter()
                    .map(|combo| {
                        (!combo.set().intersects(end.set()))
                            .then(|| rank_hand(combo, &end).unwrap())
                    })
                    .collect();
                let won = self.against(end.cards(), other, |one, two| {
                    f64::from(ranks[one].cmp(&ranks[two]) as i8)
                });
                for (sum, won) in sums.iter_mut().zip(won) {
                    *sum += share * stake * won / ends;
                }
            }
        }
        sums
    }
}
