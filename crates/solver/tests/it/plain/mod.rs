//! Omaha without any of the engine's tricks: every pair of hands is a number in
//! a matrix, every card is dealt, regrets are kept hand by hand in double
//! precision.

use std::collections::HashMap;

use quasar_cards::{Board, Card, CardSet, Combo, Range, Street};
use quasar_eval::rank_hand;
use quasar_game::{BettingTree, NodeId, NodeKind, RoundId};
use quasar_solver::{BoardAt, NodeAt, OmahaGame, Player, Profile, Solver, SolverGame};

/// A node of the betting tree and the cards dealt on the way to it.
type Key = ((RoundId, NodeId), Vec<Card>);

/// What a player does on the way through the tree.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Play {
    /// The average strategy.
    Average,
    /// The best response to the average.
    Best,
    /// Regret matching, which learns; iteration number.
    Learn(u32),
}

/// Regrets and strategy sums of a node: action by action, hand by hand.
struct Learned {
    regrets: Vec<Vec<f64>>,
    sums: Vec<Vec<f64>>,
}

/// By which of the solver's numbers each hand of a player plays on a board.
pub(crate) type Numbers<'a> = &'a dyn Fn(&OmahaGame, BoardAt, Player) -> Vec<(Combo, usize)>;

pub(crate) struct Plain<'a> {
    betting: &'a BettingTree,
    board: Board,
    deck: CardSet,
    hands: [Vec<Combo>; 2],
    weights: [Vec<f64>; 2],
    /// Whether two hands can be held together.
    possible: Vec<i8>,
    /// By the cards of a river: 1 where the first player's hand wins, -1 where it loses; 0 for ties and
    /// for what cannot be.
    signs: HashMap<u64, Vec<i8>>,
    learned: HashMap<Key, Learned>,
}

impl<'a> Plain<'a> {
    pub(crate) fn new(
        betting: &'a BettingTree,
        board: Board,
        deck: CardSet,
        ranges: &[Range; 2],
    ) -> Plain<'a> {
        let live = |range: &Range| -> Vec<(Combo, f32)> {
            range.iter().filter(|(combo, _)| !combo.set().intersects(board.set())).collect()
        };
        let both = [live(&ranges[0]), live(&ranges[1])];
        let hands = both.each_ref().map(|side| side.iter().map(|(combo, _)| *combo).collect());
        let weights = both.map(|side| side.iter().map(|(_, weight)| f64::from(*weight)).collect());
        let [first, second]: &[Vec<Combo>; 2] = &hands;
        let mut possible = Vec::new();
        for one in first {
            for other in second {
                possible.push(i8::from(!one.set().intersects(other.set())));
            }
        }
        let mut signs = HashMap::new();
        for river in rivers(board, deck) {
            let ranks = [first, second].map(|hands| {
                hands.iter().map(|hand| rank_hand(hand, &river).ok()).collect::<Vec<_>>()
            });
            let mut matrix = possible.clone();
            for (place, sign) in matrix.iter_mut().enumerate() {
                *sign *= match (ranks[0][place / second.len()], ranks[1][place % second.len()]) {
                    (Some(mine), Some(theirs)) => mine.cmp(&theirs) as i8,
                    _ => 0,
                };
            }
            signs.insert(river.set().bits(), matrix);
        }
        Plain { betting, board, deck, hands, weights, possible, signs, learned: HashMap::new() }
    }

    /// A player's mean, relative to half of the pot.
    pub(crate) fn value(&mut self, player: Player, play: Play) -> f64 {
        let side = player.index();
        let root = (RoundId::ROOT, NodeId::ROOT);
        let values = self.node(player, play, (root, Vec::new()), self.weights.clone());
        let met = self.meet(player, &self.possible, 1.0, &self.weights[1 - side]);
        let sum = |values: &[f64]| -> f64 {
            self.weights[side].iter().zip(values).map(|(weight, value)| weight * value).sum()
        };
        sum(&values) / sum(&met)
    }

    /// One iteration: both players learn.
    pub(crate) fn step(&mut self, iteration: u32) {
        for player in Player::BOTH {
            self.value(player, Play::Learn(iteration));
        }
    }

    /// Takes over the engine's average strategies, of a game whose suits are not merged.
    pub(crate) fn adopt(&mut self, solver: &mut Solver<OmahaGame>) {
        let numbers = |game: &OmahaGame, place: BoardAt, player: Player| {
            game.combos(place, player).enumerate().map(|(hand, combo)| (combo, hand)).collect()
        };
        self.adopt_by(solver, &numbers);
    }

    /// The same where somebody else knows by which of the numbers each hand plays.
    pub(crate) fn adopt_by(&mut self, solver: &mut Solver<OmahaGame>, numbers: Numbers<'_>) {
        self.learned.clear();
        for stage in 0..solver.game().tree().stages().len() {
            let level = solver.game().tree().stages()[stage].level();
            let paths = paths(solver.game(), level);
            for node in 0..solver.game().tree().stages()[stage].nodes().len() {
                for deals in &paths {
                    let deals = deals.clone();
                    self.adopt_node(solver, &NodeAt { stage, node, deals }, numbers);
                }
            }
        }
    }

    fn adopt_node(&mut self, solver: &mut Solver<OmahaGame>, at: &NodeAt, numbers: Numbers<'_>) {
        let Ok(strategy) = solver.strategy(at, Profile::Average) else { return };
        let game = solver.game();
        let mut place = BoardAt::START;
        let mut dealt = Vec::new();
        for &deal in &at.deals {
            let before = game.board(place).set();
            place = BoardAt { level: place.level + 1, board: game.deals(place)[deal].board };
            dealt.extend((game.board(place).set() - before).iter());
        }
        let betting = game.betting_node(at.stage, at.node).unwrap();
        let NodeKind::Decision { player } = self.betting[betting.0][betting.1].kind else {
            panic!("a strategy where nobody acts");
        };
        let known = numbers(game, place, player).into_iter();
        let known: HashMap<usize, usize> =
            known.map(|(combo, number)| (combo.index(), number)).collect();
        let sums: Vec<Vec<f64>> = strategy
            .chunks(game.hands(place, player))
            .map(|row| {
                let share = |combo: &Combo| {
                    known.get(&combo.index()).map_or(0.0, |&hand| f64::from(row[hand]))
                };
                self.hands[player.index()].iter().map(share).collect()
            })
            .collect();
        let learned = Learned { regrets: sums.clone(), sums };
        self.learned.insert((betting, dealt), learned);
    }

    /// What a player's hands get at a node, weighted by the opponent's reach.
    fn node(
        &mut self,
        player: Player,
        play: Play,
        (at, dealt): Key,
        reach: [Vec<f64>; 2],
    ) -> Vec<f64> {
        let node = self.betting[at.0][at.1].clone();
        let other = 1 - player.index();
        let half = self.betting.starting_pot().as_f64() / 2.0;
        match node.kind {
            NodeKind::Fold { folder } => {
                let stake = half + node.committed[folder.index()].as_f64();
                let won = if folder == player { -stake } else { stake };
                let mut values = self.meet(player, &self.possible, won, &reach[other]);
                self.block(player, &dealt, &mut values);
                values
            }
            NodeKind::Showdown => {
                let stake = half + node.committed[0].as_f64();
                self.show(player, &dealt, stake, &reach[other])
            }
            NodeKind::NextStreet { round } => self.over_cards(player, &dealt, |plain, dealt| {
                let mut reach = reach.clone();
                for side in Player::BOTH {
                    plain.block(side, &dealt, &mut reach[side.index()]);
                }
                plain.node(player, play, ((round, NodeId::ROOT), dealt), reach)
            }),
            NodeKind::Decision { player: acts } => {
                let children: Vec<NodeId> = node.child_ids().collect();
                let key = (at, dealt.clone());
                let strategy = self.strategy(&key, acts, children.len(), play);
                let mut after = Vec::new();
                for (child, shares) in children.iter().zip(&strategy) {
                    let mut reach = reach.clone();
                    for (reach, share) in reach[acts.index()].iter_mut().zip(shares) {
                        *reach *= share;
                    }
                    after.push(self.node(player, play, ((at.0, *child), dealt.clone()), reach));
                }
                self.combine(player, acts, play, key, &strategy, &after, &reach)
            }
        }
    }

    /// What hands win if all cards that are missing are dealt and nobody bets.
    fn show(&mut self, player: Player, dealt: &[Card], stake: f64, reach: &[f64]) -> Vec<f64> {
        let cards = dealt.iter().fold(self.board.set(), |cards, &card| cards.with(card));
        match self.signs.get(&cards.bits()) {
            Some(signs) => self.meet(player, signs, stake, reach),
            None => self
                .over_cards(player, dealt, |plain, dealt| plain.show(player, &dealt, stake, reach)),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "all that a decision needs")]
    fn combine(
        &mut self,
        player: Player,
        acts: Player,
        play: Play,
        key: Key,
        strategy: &[Vec<f64>],
        after: &[Vec<f64>],
        reach: &[Vec<f64>; 2],
    ) -> Vec<f64> {
        let hands = self.hands[player.index()].len();
        let mean = |hand: usize| -> f64 {
            after.iter().zip(strategy).map(|(after, shares)| after[hand] * shares[hand]).sum()
        };
        let mut values: Vec<f64> =
            (0..hands).map(|hand| after.iter().map(|after| after[hand]).sum()).collect();
        if acts != player {
            return values;
        }
        for (hand, value) in values.iter_mut().enumerate() {
            *value = match play {
                Play::Best => after.iter().map(|after| after[hand]).fold(f64::MIN, f64::max),
                _ => mean(hand),
            };
        }
        if let Play::Learn(iteration) = play {
            let learned = self.learned.get_mut(&key).unwrap();
            for (action, after) in after.iter().enumerate() {
                for hand in 0..hands {
                    let regret = &mut learned.regrets[action][hand];
                    *regret = (*regret + after[hand] - values[hand]).max(0.0);
                    learned.sums[action][hand] +=
                        f64::from(iteration) * reach[player.index()][hand] * strategy[action][hand];
                }
            }
        }
        values
    }

    fn strategy(&mut self, key: &Key, acts: Player, actions: usize, play: Play) -> Vec<Vec<f64>> {
        let hands = self.hands[acts.index()].len();
        let nothing = || vec![vec![0.0; hands]; actions];
        let learned = self
            .learned
            .entry(key.clone())
            .or_insert_with(|| Learned { regrets: nothing(), sums: nothing() });
        let mut strategy = if matches!(play, Play::Learn(_)) {
            learned.regrets.clone()
        } else {
            learned.sums.clone()
        };
        for hand in 0..hands {
            let total: f64 = strategy.iter().map(|row| row[hand]).sum();
            for row in &mut strategy {
                row[hand] = if total > 0.0 { row[hand] / total } else { 1.0 / actions as f64 };
            }
        }
        strategy
    }

    /// The mean over the next card.
    fn over_cards(
        &mut self,
        player: Player,
        dealt: &[Card],
        mut values: impl FnMut(&mut Plain<'a>, Vec<Card>) -> Vec<f64>,
    ) -> Vec<f64> {
        let mut total = vec![0.0; self.hands[player.index()].len()];
        let gone = dealt.iter().fold(self.board.set(), |gone, &card| gone.with(card));
        let held = 2 * self.hands[0][0].cards().len();
        let unseen = (self.deck.len() - gone.len() - held) as f64;
        for card in (self.deck - gone).iter() {
            let dealt = [dealt, &[card]].concat();
            let mut after = values(self, dealt.clone());
            self.block(player, &dealt, &mut after);
            for (total, after) in total.iter_mut().zip(after) {
                *total += after / unseen;
            }
        }
        total
    }

    /// Zero for hands that hold a card that is dealt.
    fn block(&self, player: Player, dealt: &[Card], numbers: &mut [f64]) {
        for (hand, number) in self.hands[player.index()].iter().zip(numbers) {
            if dealt.iter().any(|&card| hand.set().contains(card)) {
                *number = 0.0;
            }
        }
    }

    /// A matrix times the opponent's reach; the matrix of a player's wins is that of
    /// the opponent's losses.
    fn meet(&self, player: Player, matrix: &[i8], factor: f64, reach: &[f64]) -> Vec<f64> {
        let second = self.hands[1].len();
        let rows = matrix.chunks_exact(second);
        if player == Player::Oop {
            return rows
                .map(|row| {
                    factor * row.iter().zip(reach).map(|(&a, b)| f64::from(a) * b).sum::<f64>()
                })
                .collect();
        }
        let sign = if std::ptr::eq(matrix, &self.possible[..]) { 1.0 } else { -1.0 };
        let mut values = vec![0.0; second];
        for (row, reach) in rows.zip(reach).filter(|(_, reach)| **reach != 0.0) {
            let reach = sign * factor * reach;
            for (value, &entry) in values.iter_mut().zip(row) {
                *value += reach * f64::from(entry);
            }
        }
        values
    }
}

/// Every river that a board can become.
fn rivers(board: Board, deck: CardSet) -> Vec<Board> {
    if board.street() == Street::River {
        return vec![board];
    }
    let next = (deck - board.set()).iter();
    next.flat_map(|card| rivers(board.with_next(card).unwrap(), deck)).collect()
}

/// The deals that lead to every board of a level.
fn paths(game: &OmahaGame, level: usize) -> Vec<Vec<usize>> {
    let mut paths = vec![(BoardAt::START, Vec::new())];
    for _ in 0..level {
        let further = paths.into_iter().flat_map(|(place, path): (BoardAt, Vec<usize>)| {
            let deals = game.deals(place).iter().enumerate();
            deals.map(move |(number, deal)| {
                let place = BoardAt { level: place.level + 1, board: deal.board };
                (place, [&path[..], &[number]].concat())
            })
        });
        paths = further.collect();
    }
    paths.into_iter().map(|(_, path)| path).collect()
}
