//! Hold'em games against a plain evaluation: one combo, one card and one node at
//! a time, without merged suits, batches or tables.

use std::collections::HashMap;

use quasar_cards::{Board, Card, Combo, Range, Street};
use quasar_eval::rank_hand;
use quasar_game::{
    BettingTree, Chips, NodeId, NodeKind, PlayerSizes, Rake, RoundId, Rules, StreetSpec, TreeSpec,
    TreeStart,
};
use quasar_solver::{
    BoardAt, Exploitability, HoldemError, HoldemGame, HoldemSpec, NodeAt, Player, Precision,
    Profile, Settings, Solver, SolverError, SolverGame,
};

struct Spot {
    board: Board,
    ranges: [Range; 2],
    betting: BettingTree,
    rake: Rake,
}

impl Spot {
    fn new(board: &str, ranges: [&str; 2], pot: u64, stack: u64, bets: &str, raises: &str) -> Spot {
        let board: Board = board.parse().unwrap();
        let sizes = PlayerSizes::new(bets.parse().unwrap(), raises.parse().unwrap());
        let start = TreeStart::street(board.street(), Chips(pot), Chips(stack));
        let spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(sizes));
        Spot {
            board,
            ranges: ranges.map(|text| Range::parse(quasar_cards::Game::Holdem, text).unwrap()),
            betting: BettingTree::build(&spec).unwrap(),
            rake: Rake::NONE,
        }
    }

    fn game(&self, merge_suits: bool) -> HoldemGame {
        let Spot { board, ranges, betting, rake } = self;
        HoldemGame::new(&HoldemSpec { board: *board, ranges, betting, rake: *rake, merge_suits })
            .unwrap()
    }

    fn solve(&self, merge_suits: bool, iterations: u32) -> (Solver<HoldemGame>, Exploitability) {
        let mut solver = Solver::new(self.game(merge_suits), Settings::default()).unwrap();
        (0..iterations).for_each(|_| solver.step().unwrap());
        let worth = solver.exploitability(Profile::Average).unwrap();
        (solver, worth)
    }
}

/// What a player does on the way through the plain evaluation.
#[derive(Clone, Copy, PartialEq)]
enum Play {
    Average,
    Best,
}

/// Walks the betting tree with concrete combos and cards.
struct Plain<'a> {
    spot: &'a Spot,
    solver: Solver<HoldemGame>,
    /// Stage and node of the solver's tree.
    places: HashMap<(RoundId, NodeId), (usize, usize)>,
    hands: [Vec<(Combo, f64)>; 2],
}

impl<'a> Plain<'a> {
    fn new(spot: &'a Spot, solver: Solver<HoldemGame>) -> Plain<'a> {
        let game = solver.game();
        let mut places = HashMap::new();
        for (stage, nodes) in game.tree().stages().iter().enumerate() {
            for node in 0..nodes.nodes().len() {
                places.insert(game.betting_node(stage, node).unwrap(), (stage, node));
            }
        }
        let hands = [0, 1].map(|side: usize| {
            let live = |(combo, _): &(Combo, f32)| !combo.set().intersects(spot.board.set());
            spot.ranges[side]
                .iter()
                .filter(live)
                .map(|(combo, weight)| (combo, f64::from(weight)))
                .collect()
        });
        Plain { spot, solver, places, hands }
    }

    /// What a player gets, relative to half of the pot, against the average.
    fn value(&mut self, player: Player, play: Play) -> f64 {
        let opponent = player.opponent().index();
        let reach = self.hands[opponent].iter().map(|(_, weight)| *weight).collect();
        let values = self.node(
            player,
            play,
            (RoundId::ROOT, NodeId::ROOT),
            &self.spot.board.clone(),
            &[],
            reach,
        );
        let mut sum = 0.0;
        let mut weight = 0.0;
        for ((mine, own), value) in self.hands[player.index()].iter().zip(values) {
            sum += own * value;
            for (theirs, other) in &self.hands[opponent] {
                if !mine.set().intersects(theirs.set()) {
                    weight += own * other;
                }
            }
        }
        sum / weight
    }

    fn node(
        &mut self,
        player: Player,
        play: Play,
        at: (RoundId, NodeId),
        board: &Board,
        deals: &[usize],
        reach: Vec<f64>,
    ) -> Vec<f64> {
        let node = self.spot.betting[at.0][at.1].clone();
        let pot = self.spot.betting.starting_pot().as_f64();
        match node.kind {
            NodeKind::Fold { folder } => {
                let contributed = node.committed[folder.index()].as_f64();
                let rake = self.spot.rake.amount(Chips((pot + 2.0 * contributed) as u64), true);
                let won = if folder == player {
                    -(pot / 2.0 + contributed)
                } else {
                    pot / 2.0 + contributed - rake
                };
                self.meet(player, board, &reach, |_, _| won)
            }
            NodeKind::Showdown => {
                let contributed = node.committed[0].as_f64();
                let rake = self.spot.rake.amount(Chips((pot + 2.0 * contributed) as u64), true);
                self.run_out(player, board, &reach, &|order| match order {
                    std::cmp::Ordering::Greater => pot / 2.0 + contributed - rake,
                    std::cmp::Ordering::Equal => -rake / 2.0,
                    std::cmp::Ordering::Less => -(pot / 2.0 + contributed),
                })
            }
            NodeKind::NextStreet { round } => {
                let mut total = vec![0.0; self.hands[player.index()].len()];
                let left = (52 - board.cards().len() - 4) as f64;
                for (card, number) in self.next_cards(board, deals) {
                    let next = board.with_next(card).unwrap();
                    let deals: Vec<usize> = deals.iter().copied().chain([number]).collect();
                    let reach = self.block(player.opponent(), &next, &reach);
                    let values =
                        self.node(player, play, (round, NodeId::ROOT), &next, &deals, reach);
                    for ((total, value), (combo, _)) in
                        total.iter_mut().zip(values).zip(&self.hands[player.index()])
                    {
                        if !combo.set().intersects(next.set()) {
                            *total += value / left;
                        }
                    }
                }
                total
            }
            NodeKind::Decision { player: acts } => {
                let strategy = self.strategy(at, board, deals, acts);
                let children: Vec<NodeId> = node.child_ids().collect();
                let mut values = Vec::new();
                for (child, frequencies) in children.iter().zip(&strategy) {
                    let reach = if acts == player {
                        reach.clone()
                    } else {
                        reach.iter().zip(frequencies).map(|(reach, share)| reach * share).collect()
                    };
                    values.push(self.node(player, play, (at.0, *child), board, deals, reach));
                }
                (0..self.hands[player.index()].len())
                    .map(|hand| {
                        let after = values.iter().map(|values| values[hand]);
                        match (acts == player, play) {
                            (false, _) => after.sum(),
                            (true, Play::Best) => after.fold(f64::NEG_INFINITY, f64::max),
                            (true, Play::Average) => {
                                after.zip(&strategy).map(|(value, share)| value * share[hand]).sum()
                            }
                        }
                    })
                    .collect()
            }
        }
    }

    /// The average strategy, action by action, over all hands at the start.
    fn strategy(
        &mut self,
        at: (RoundId, NodeId),
        board: &Board,
        deals: &[usize],
        acts: Player,
    ) -> Vec<Vec<f64>> {
        let (stage, node) = self.places[&at];
        let deals = deals.to_vec();
        let known = self
            .solver
            .strategy(&NodeAt { stage, node, deals: deals.clone() }, Profile::Average)
            .unwrap();
        let mut place = BoardAt::START;
        for deal in deals {
            let board = self.solver.game().deals(place)[deal].board;
            place = BoardAt { level: place.level + 1, board };
        }
        assert_eq!(self.solver.game().board(place), *board);
        let combos: Vec<Combo> = self.solver.game().combos(place, acts).collect();
        let rows = known.chunks_exact(combos.len());
        let share = |row: &[f32], combo: &Combo| {
            combos
                .iter()
                .position(|known| known == combo)
                .map_or(0.0, |place| f64::from(row[place]))
        };
        rows.map(|row| {
            self.hands[acts.index()].iter().map(|(combo, _)| share(row, combo)).collect()
        })
        .collect()
    }

    /// The cards that the solver deals, with the number of each deal.
    fn next_cards(&self, board: &Board, deals: &[usize]) -> Vec<(Card, usize)> {
        let game = self.solver.game();
        let mut place = BoardAt::START;
        for &deal in deals {
            place = BoardAt { level: place.level + 1, board: game.deals(place)[deal].board };
        }
        let next = game.deals(place).iter().enumerate();
        next.map(|(number, deal)| {
            let after = game.board(BoardAt { level: place.level + 1, board: deal.board });
            ((after.set() - board.set()).iter().next().unwrap(), number)
        })
        .collect()
    }

    fn block(&self, player: Player, board: &Board, reach: &[f64]) -> Vec<f64> {
        let hands = self.hands[player.index()].iter();
        hands
            .zip(reach)
            .map(
                |((combo, _), reach)| {
                    if combo.set().intersects(board.set()) { 0.0 } else { *reach }
                },
            )
            .collect()
    }

    fn meet(
        &self,
        player: Player,
        board: &Board,
        reach: &[f64],
        worth: impl Fn(&Combo, &Combo) -> f64,
    ) -> Vec<f64> {
        let theirs = &self.hands[player.opponent().index()];
        let value = |(mine, _): &(Combo, f64)| {
            if mine.set().intersects(board.set()) {
                return 0.0;
            }
            let pairs = theirs
                .iter()
                .zip(reach)
                .filter(|((other, _), _)| !other.set().intersects(mine.set() | board.set()));
            pairs.map(|((other, _), reach)| reach * worth(mine, other)).sum()
        };
        self.hands[player.index()].iter().map(value).collect()
    }

    fn run_out(
        &self,
        player: Player,
        board: &Board,
        reach: &[f64],
        worth: &dyn Fn(std::cmp::Ordering) -> f64,
    ) -> Vec<f64> {
        if board.street() == Street::River {
            return self.meet(player, board, reach, |mine, theirs| {
                let rank = |combo: &Combo| rank_hand(combo, board).unwrap();
                worth(rank(mine).cmp(&rank(theirs)))
            });
        }
        let left = (52 - board.cards().len() - 4) as f64;
        let mut total = vec![0.0; self.hands[player.index()].len()];
        for card in board.set().complement().iter() {
            let next = board.with_next(card).unwrap();
            let reach = self.block(player.opponent(), &next, reach);
            for (total, value) in total.iter_mut().zip(self.run_out(player, &next, &reach, worth)) {
                *total += value / left;
            }
        }
        total
    }
}

fn agrees_with_plain_evaluation(spot: &Spot, iterations: u32) {
    let (solver, worth) = spot.solve(false, iterations);
    let mut plain = Plain::new(spot, solver);
    for player in Player::BOTH {
        let mean = plain.value(player, Play::Average);
        let best = plain.value(player, Play::Best);
        let side = player.index();
        assert!((mean - worth.values[side]).abs() < 1e-3, "{mean} {worth:?}");
        assert!((best - worth.best_responses[side]).abs() < 1e-3, "{best} {worth:?}");
    }
}

#[test]
fn a_river_agrees_with_plain_evaluation() {
    let ranges = ["AA,KQs,T9s,77:0.5,65s", "AK,QQ,98s,A5s:0.25,22"];
    let spot = Spot::new("Td9d6h2cAs", ranges, 100, 250, "50%,a", "60%");
    agrees_with_plain_evaluation(&spot, 30);
    let raked = Spot { rake: Rake::new(0.05, 12.0, false).unwrap(), ..spot };
    agrees_with_plain_evaluation(&raked, 30);
}

#[test]
fn a_turn_agrees_with_plain_evaluation() {
    let ranges = ["AdKd,KcQc,9s8s:0.5,7h7c", "AsKs,QhQd,Jd8d,6c5c:0.25"];
    let spot = Spot::new("Td9d6h2c", ranges, 100, 90, "70%", "a");
    agrees_with_plain_evaluation(&spot, 10);
    let raked = Spot { rake: Rake::new(0.05, 12.0, false).unwrap(), ..spot };
    agrees_with_plain_evaluation(&raked, 10);
}

#[test]
fn a_flop_agrees_with_plain_evaluation() {
    let spot = Spot::new("Td9d6h", ["AdKd,7h7c", "AsKs,Jd8d:0.5"], 100, 60, "a", "a");
    agrees_with_plain_evaluation(&spot, 3);
}

/// Deep enough for river rounds of many kinds, some of which share a stage.
#[test]
fn a_deep_flop_agrees_with_plain_evaluation() {
    let spot = Spot::new("Td9d6h", ["AdKd,7h7c", "AsKs,Jd8d:0.5"], 100, 350, "50%", "50%");
    let (solver, _) = spot.solve(true, 1);
    let stages = solver.game().tree().stages().iter().filter(|stage| stage.level() == 2);
    let turns = solver.game().tree().stages()[1].roots();
    assert!(stages.count() < turns, "rounds that continue several turns are in one stage");
    agrees_with_plain_evaluation(&spot, 3);
}

/// Merged suits or not, the players get the same, on flops with every kind of
/// symmetry.
#[test]
fn merging_suits_changes_no_value() {
    let ranges = ["AA,KQs,T9s,87o:0.5", "AKs,QQ,98,A5s:0.25"];
    for board in ["Td9d6d", "Td9d6h", "Td9h6c", "TdTh6c", "Td9d6h2h", "Td9d6d2d"] {
        let spot = Spot::new(board, ranges, 100, 150, "75%", "a");
        let (merged, with) = spot.solve(true, 4);
        let (all, without) = spot.solve(false, 4);
        let levels = merged.game().tree().levels();
        assert!(merged.game().boards(levels - 1) <= all.game().boards(levels - 1));
        for side in 0..2 {
            assert!(
                (with.values[side] - without.values[side]).abs() < 2e-3,
                "{board} {with:?} {without:?}"
            );
            let apart = (with.best_responses[side] - without.best_responses[side]).abs();
            assert!(apart < 2e-3, "{board} {with:?} {without:?}");
        }
    }
}

/// 1,755 canonical flops are merged as far as the ranges allow.
#[test]
fn ranges_that_break_a_symmetry_are_noticed() {
    let turns = |range: &str| {
        let spot = Spot::new("Td9d6d", [range, "AKs,QQ"], 100, 50, "a", "a");
        spot.game(true).boards(1)
    };
    // Ten diamonds, and one of three suits for each of 13 ranks.
    assert_eq!(turns("AA,KQs"), 10 + 13);
    // Spades are no longer like hearts and clubs.
    assert_eq!(turns("AA,KsQs"), 10 + 2 * 13);
    assert_eq!(turns("AA,KsQs,KhQh:0.5"), 49);
}

/// Relabelling the suits of everything changes nothing.
#[test]
fn relabelled_spots_have_the_same_value() {
    let one = Spot::new("Td9d6h2c", ["AdKd,7s7c,QhJh", "AsKs,Jd8d,66"], 100, 200, "75%", "a");
    let other = Spot::new("Ts9s6d2h", ["AsKs,7c7h,QdJd", "AcKc,Js8s,66"], 100, 200, "75%", "a");
    let (one, other) = (one.solve(true, 50).1, other.solve(true, 50).1);
    for side in 0..2 {
        assert!((one.values[side] - other.values[side]).abs() < 1e-3);
    }
}

#[test]
fn half_precision_and_threads_agree_with_full() {
    let ranges = ["AA,KQs,T9s,87o:0.5", "AKs,QQ,98,A5s:0.25"];
    let spot = Spot::new("Td9d6h2c", ranges, 100, 300, "75%", "a");
    let solve = |precision, threads| {
        let settings = Settings { precision, threads, ..Settings::default() };
        let mut solver = Solver::new(spot.game(true), settings).unwrap();
        (0..200).for_each(|_| solver.step().unwrap());
        solver.exploitability(Profile::Average).unwrap()
    };
    let full = solve(Precision::Full, 1);
    assert_eq!(full, solve(Precision::Full, 2));
    let half = solve(Precision::Half, 2);
    assert!(full.mean() < 0.5, "{full:?}");
    assert!(half.mean() < 0.5, "{half:?}");
    assert!((full.values[0] - half.values[0]).abs() < 0.1, "{full:?} {half:?}");
}

/// One hand each, so both know everything. With three deuces on the board kings win
/// 81 of 990 run-outs (a king, no ace and no deuce: 2 * 40 + 1), and tie 2 (the last
/// deuce and an ace).
///
/// With a stack of a pot kings cannot call a bet, and aces, who could be checked and
/// folded to all the way, can get no more than the pot by any other way of playing:
/// they win it in either position. With a stack of one chip kings call whenever it is
/// bet, on the flop or later, so that every deal is played for 102.
#[test]
fn single_hands_have_the_values_of_open_cards() {
    let hands = ["AsAd", "KsKd"];
    let aces = (907.0 + 1.0) / 990.0;
    for (ranges, stack, expected) in [
        (hands, 100, 50.0),
        ([hands[1], hands[0]], 100, -50.0),
        (hands, 1, aces * 102.0 - 51.0),
        ([hands[1], hands[0]], 1, 51.0 - aces * 102.0),
    ] {
        let spot = Spot::new("2c2d2h", ranges, 100, stack, "a", "a");
        let (_, worth) = spot.solve(true, 100);
        assert!(worth.mean() < 0.01, "{worth:?}");
        assert!((worth.values[0] - expected).abs() < 0.02, "{expected} {worth:?}");
    }
}

/// The same ranges and betting on another board, or for other stakes.
#[test]
fn a_checkpoint_of_another_spot_is_refused() {
    let solver = |board: &str, pot: u64| {
        let spot = Spot::new(board, ["AsKs,7h7c", "AhKh,8c8s"], pot, 50, "a", "a");
        Solver::new(spot.game(true), Settings::default()).unwrap()
    };
    let checkpoint = solver("Td9d6h2c3c", 100).checkpoint();
    assert!(solver("Td9d6h2c3c", 100).restore(&checkpoint).is_ok());
    assert!(solver("Td9d6h2c4c", 100).restore(&checkpoint).is_err());
    assert!(solver("Td9d6h2c3c", 102).restore(&checkpoint).is_err());
}

#[test]
fn spots_that_cannot_be_are_refused() {
    let spot = Spot::new("Td9d6h", ["AA", "KK"], 100, 100, "a", "a");
    let new = |board: &str, ranges: [&str; 2]| {
        let ranges = ranges.map(|text| Range::parse(quasar_cards::Game::Holdem, text).unwrap());
        let board = board.parse().unwrap();
        let Spot { betting, rake, .. } = &spot;
        HoldemGame::new(&HoldemSpec {
            board,
            ranges: &ranges,
            betting,
            rake: *rake,
            merge_suits: true,
        })
    };
    let streets = HoldemError::Street { betting: Street::Flop, board: Street::Turn };
    assert_eq!(new("Td9d6h2c", ["AA", "KK"]).unwrap_err(), streets);
    assert_eq!(new("TdTh9d", ["TdTh", "KK"]).unwrap_err(), HoldemError::EmptyRange(Player::Oop));
    let omaha = [Range::full(quasar_cards::Game::Plo4), Range::full(quasar_cards::Game::Plo4)];
    let Spot { board, betting, rake, .. } = &spot;
    let spec =
        HoldemSpec { board: *board, ranges: &omaha, betting, rake: *rake, merge_suits: true };
    assert_eq!(HoldemGame::new(&spec).unwrap_err(), HoldemError::Game);
    let same = new("Td9d6h", ["AsAh", "AsAh"]).unwrap();
    assert!(Solver::new(same, Settings::default()).is_err(), "the hands cannot be held together");
}

/// All weight of the opponent's less that of the hands with either card is the
/// rounding of a sum, for these weights above 0.
#[test]
fn hands_that_block_the_whole_range_meet_nothing() {
    for weights in ["AhKh:0.1,AcQh:0.7", "AhKh:0.21,AcQh:0.33"] {
        let clash = Spot::new("2c7d9h3sJd", ["KhQh", weights], 100, 200, "50%", "a");
        let refused = Solver::new(clash.game(true), Settings::default());
        assert_eq!(refused.err(), Some(SolverError::NoDeal), "{weights}");

        let some = Spot::new("2c7d9h3sJd", ["KhQh,TcTd", weights], 100, 200, "50%", "a");
        let mut solver = Solver::new(some.game(true), Settings::default()).unwrap();
        let blocked = solver.game().combos(BoardAt::START, Player::Oop);
        let blocked = blocked.map(|combo| combo.to_string() == "KhQh").collect::<Vec<_>>();
        let at = NodeAt { stage: 0, node: 0, deals: Vec::new() };
        let values = solver.values(&at, Profile::Average).unwrap();
        for (hand, blocked) in blocked.into_iter().enumerate() {
            assert_eq!(values.compatible_weight[0][hand] == 0.0, blocked);
            assert_eq!(values.values[0][hand].is_none(), blocked);
        }
    }
}
