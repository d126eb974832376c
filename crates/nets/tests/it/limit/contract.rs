//! Units, card removal, bounds and symmetry, with values that are easy to know.

use quasar_cards::{Board, Combo, Range, Street, Suit, SuitPermutation};
use quasar_game::Rake;
use quasar_nets::limit::{
    BoardValues, Constant, CutBoard, Equity, LeafValues, LimitError, LimitedGame, Query, cards,
};
use quasar_solver::{
    BoardAt, Deal, Expansion, HoldemGame, HoldemSpec, Leaf, LeafError, LeafOperator, NodeAt,
    OmahaGame, OmahaSpec, Player, Profile, PublicNode, PublicTree, Settings, Solver, SolverError,
    SolverGame, TreeNode, Updates,
};

use super::spots::{Spot, betting, leaf_values};
use crate::memory::allocations;

const UPDATES: [Updates; 2] = [Updates::Alternating, Updates::Simultaneous];

fn turn() -> Spot {
    let ranges = ["99+,AQs+,T9s,76s,KQo", "22-88,ATs+,KTs+,QJs,AJo"];
    Spot::holdem("Ks7s2d9h", ranges, 1000, 3000, ["50%", "100%"])
}

/// What a game is worth to each hand while both players act at random, in chips, and after so
/// many iterations to each player.
struct Worth {
    hands: [Vec<f32>; 2],
    players: [f64; 2],
}

fn worth<G: SolverGame>(game: G, updates: Updates, iterations: u32) -> Worth {
    let settings = Settings { updates, ..Settings::default() };
    let mut solver = Solver::new(game, settings).unwrap();
    let start = NodeAt { stage: 0, node: 0, deals: Vec::new() };
    let values = solver.values(&start, Profile::Average).unwrap().values;
    let hands = values.map(|row| row.into_iter().map(Option::unwrap_or_default).collect());
    (0..iterations).for_each(|_| solver.step().unwrap());
    let players = solver.exploitability(Profile::Average).unwrap().values;
    Worth { hands, players }
}

/// Values of hands are compared where nothing is learned, to rounding. Players who learn
/// from values that differ in the last place may break ties differently.
fn assert_same(found: &Worth, exact: &Worth, pot: f64) {
    for side in 0..2 {
        assert_close(&found.hands[side], &exact.hands[side], 1e-5 * pot as f32, "values of hands");
        let off = (found.players[side] - exact.players[side]).abs();
        assert!(off < 1e-3 * pot, "{:?} {:?}", found.players, exact.players);
    }
    let most = exact.hands.iter().flatten().fold(0.0f32, |most, value| most.max(value.abs()));
    assert!(f64::from(most) > 0.1 * pot, "values are not all nothing");
}

fn assert_close(found: &[f32], exact: &[f32], tolerance: f32, what: &str) {
    assert_eq!(found.len(), exact.len(), "{what}");
    for (place, (found, exact)) in found.iter().zip(exact).enumerate() {
        assert!((found - exact).abs() <= tolerance, "{what}, {place}: {found} {exact}");
    }
}

/// A game with another tree of the same shape.
struct WithTree<G> {
    game: G,
    tree: PublicTree,
}

impl<G: SolverGame> SolverGame for WithTree<G> {
    fn tree(&self) -> &PublicTree {
        &self.tree
    }
    fn weights(&self, player: Player) -> &[f32] {
        self.game.weights(player)
    }
    fn boards(&self, level: usize) -> usize {
        self.game.boards(level)
    }
    fn hands(&self, at: BoardAt, player: Player) -> usize {
        self.game.hands(at, player)
    }
    fn deals(&self, at: BoardAt) -> &[Deal] {
        self.game.deals(at)
    }
    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        self.game.leaf_operator(at)
    }
}

#[test]
fn a_constant_is_a_leaf_that_pays_part_of_the_pot() {
    let spot = turn();
    let share = 0.125;
    let game = spot.cut_holdem(true);
    let pots = cards::leaves(&spot.betting, game.frontier());
    let grown = PublicTree::grow(TreeNode::START, |&at| {
        let stage = &game.tree().stages()[at.stage];
        match &stage.nodes()[at.node] {
            PublicNode::Leaf(leaf) => Expansion::Leaf(match leaf.frontier_number() {
                Some(number) => Leaf::fold(Player::Oop, share * pots[number].pot),
                None => *leaf,
            }),
            PublicNode::Decision { player, children } => {
                let child = |node: usize| TreeNode { stage: at.stage, node };
                Expansion::Decision(*player, children.clone().map(child).collect())
            }
            PublicNode::Deal { stage: next, root } => {
                Expansion::Deal(TreeNode { stage: stage.next()[*next], node: *root })
            }
        }
    });
    for updates in UPDATES {
        let tree = grown.clone().unwrap().tree;
        let exact = worth(WithTree { game: spot.cut_holdem(true), tree }, updates, 40);
        let found = worth(spot.limited_holdem(true, &Constant(share)), updates, 40);
        assert_same(&found, &exact, 1000.0);
    }
}

#[test]
fn equities_are_the_game_without_betting_on_the_next_street() {
    let spot = turn();
    let checked_down = betting(&spot.board, Street::Turn, 1000, 3000, ["50%", "100%"]);
    for merge_suits in [true, false] {
        let spec = HoldemSpec { betting: &checked_down, ..spot.holdem_spec(merge_suits) };
        for updates in UPDATES {
            let exact = worth(HoldemGame::new(&spec).unwrap(), updates, 40);
            let found = worth(spot.limited_holdem(merge_suits, &Equity), updates, 40);
            assert_same(&found, &exact, 1000.0);
        }
    }
    let spot = Spot::royal("TcJdQhAs", 7, 1000, 3000, ["100%", "100%"]);
    let checked_down = betting(&spot.board, Street::Turn, 1000, 3000, ["100%", "100%"]);
    for merge_suits in [true, false] {
        let spec = OmahaSpec { betting: &checked_down, ..spot.omaha_spec(merge_suits) };
        let exact = worth(OmahaGame::new(&spec).unwrap(), Updates::Simultaneous, 20);
        let game = spot.limited_omaha(merge_suits, &Equity);
        let found = worth(game, Updates::Simultaneous, 20);
        assert_same(&found, &exact, 1000.0);
    }
}

#[test]
fn flops_are_cut_at_the_turn_and_their_all_ins_run_out() {
    let ranges = ["AA,KK,AKs", "QQ,KQs,T9s"];
    let spot = Spot::holdem("Ks7s2d", ranges, 100, 250, ["100%", "100%"]);
    let checked_down = betting(&spot.board, Street::Flop, 100, 250, ["100%", "100%"]);
    let spec = HoldemSpec { betting: &checked_down, ..spot.holdem_spec(true) };
    let exact = worth(HoldemGame::new(&spec).unwrap(), Updates::Alternating, 20);
    let found = worth(spot.limited_holdem(true, &Equity), Updates::Alternating, 20);
    assert_same(&found, &exact, 100.0);

    let spot = Spot::royal("TcJdQh", 40, 100, 250, ["100%", "100%"]);
    let checked_down = betting(&spot.board, Street::Flop, 100, 250, ["100%", "100%"]);
    let spec = OmahaSpec { betting: &checked_down, ..spot.omaha_spec(true) };
    let exact = worth(OmahaGame::new(&spec).unwrap(), Updates::Alternating, 40);
    let found = worth(spot.limited_omaha(true, &Equity), Updates::Alternating, 40);
    assert_same(&found, &exact, 100.0);
}

/// Reach that is not the same for any two hands.
fn uneven(hands: usize, seed: u32) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    };
    (0..hands).map(|_| next() + 0.01).collect()
}

fn first_river(game: &LimitedGame<HoldemGame>) -> (BoardAt, [usize; 2]) {
    let at = BoardAt { level: 1, board: 3 };
    (at, Player::BOTH.map(|player| game.hands(at, player)))
}

#[test]
fn values_scale_with_the_opponents_reach_alone() {
    let game = turn().limited_holdem(true, &Equity);
    let (at, hands) = first_river(&game);
    let reach = [uneven(hands[0], 1), uneven(hands[1], 2)];
    let plain = leaf_values(&game, at, 1, [&reach[0], &reach[1]]);
    let scaled = [(0.25, 0), (8.0, 1)].map(|(factor, player)| {
        reach[player].iter().map(|reach| factor * reach).collect::<Vec<f32>>()
    });
    let found = leaf_values(&game, at, 1, [&scaled[0], &scaled[1]]);
    for (player, factor) in [8.0, 0.25].into_iter().enumerate() {
        for (found, plain) in found[player].iter().zip(&plain[player]) {
            assert!((found - factor * plain).abs() <= 1e-5 * plain.abs() + 1e-3);
        }
    }
}

/// Values that favour both players and exceed what can be won.
#[derive(Debug)]
struct Generous([usize; 2]);

impl LeafValues for Generous {
    fn on_board(&self, place: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError> {
        Ok(Box::new(Generous(place.hands)))
    }
    fn fingerprint(&self) -> u64 {
        7
    }
}

impl BoardValues for Generous {
    fn values(&self, mut query: Query<'_>) -> Result<(), LeafError> {
        for number in 0..query.questions.len() {
            for player in 0..2 {
                let row = &mut query.values[player].row(number)[..self.0[player]];
                for (hand, value) in row.iter_mut().enumerate() {
                    *value = [0.3, 5.0, -0.2, 0.9][(hand + player) % 4];
                }
            }
        }
        Ok(())
    }
}

#[test]
fn what_one_player_wins_the_other_loses() {
    let spot = turn();
    let games = [&Generous([0; 2]) as &dyn LeafValues, &Equity];
    for values in games {
        let game = spot.limited_holdem(true, values);
        let (at, hands) = first_river(&game);
        for leaf in 0..game.leaves().len() {
            let reach = [uneven(hands[0], 3), uneven(hands[1], 4)];
            let found = leaf_values(&game, at, leaf, [&reach[0], &reach[1]]);
            let sum = |player: usize| -> f64 {
                let both = reach[player].iter().zip(&found[player]);
                both.map(|(&reach, &value)| f64::from(reach) * f64::from(value)).sum()
            };
            let mass: f64 = compatible_weight(&game, at, &reach)
                .iter()
                .zip(&reach[0])
                .map(|(compatible_weight, &reach)| compatible_weight * f64::from(reach))
                .sum();
            let pot = f64::from(game.leaves()[leaf].pot);
            let off = (sum(0) + sum(1)) / (mass * pot);
            assert!(off.abs() < 1e-5, "{off} of the pot");
        }
    }
}

/// The compatible weight of each hand of the first player, pair by pair.
fn compatible_weight(
    game: &LimitedGame<HoldemGame>,
    at: BoardAt,
    reach: &[Vec<f32>; 2],
) -> Vec<f64> {
    let [own, opponent] =
        Player::BOTH.map(|player| game.base().combos(at, player).collect::<Vec<Combo>>());
    let meets = |hand: &Combo| {
        let others = opponent.iter().zip(&reach[1]);
        let apart = others.filter(|(other, _)| !other.set().intersects(hand.set()));
        apart.map(|(_, &reach)| f64::from(reach)).sum()
    };
    own.iter().map(meets).collect()
}

#[test]
fn values_stay_within_what_can_be_won_and_count_only_hands_that_fit() {
    let game = turn().limited_holdem(true, &Constant(0.25));
    let (at, hands) = first_river(&game);
    let reach = [uneven(hands[0], 5), uneven(hands[1], 6)];
    let found = leaf_values(&game, at, 0, [&reach[0], &reach[1]]);
    let pot = f64::from(game.leaves()[0].pot);
    for (found, compatible_weight) in found[0].iter().zip(compatible_weight(&game, at, &reach)) {
        let exact = 0.25 * pot * compatible_weight;
        assert!((f64::from(*found) - exact).abs() < 1e-5 * exact + 1e-3, "{found} {exact}");
    }
    let game = turn().limited_holdem(true, &Constant(1e6));
    let found = leaf_values(&game, at, 0, [&reach[0], &reach[1]]);
    let leaf = game.leaves()[0];
    for (found, compatible_weight) in found[0].iter().zip(compatible_weight(&game, at, &reach)) {
        let most = f64::from(leaf.pot / 2.0 + leaf.stack) * compatible_weight;
        assert!((f64::from(*found) - most).abs() < 1e-5 * most + 1e-2, "{found} {most}");
    }
}

#[test]
fn empty_and_disjoint_ranges_are_worth_nothing_and_deviations_something() {
    let game = turn().limited_holdem(true, &Equity);
    let (at, hands) = first_river(&game);
    let [oop, ip] = [uneven(hands[0], 7), uneven(hands[1], 8)];
    let nobody = hands.map(|hands| vec![0.0; hands]);
    let found = leaf_values(&game, at, 1, [&nobody[0], &nobody[1]]);
    assert!(found.iter().flatten().all(|&value| value == 0.0));

    // Nobody holds anything on one side: the other side's values are 0, and its own are
    // those against the other's belief.
    let found = leaf_values(&game, at, 1, [&nobody[0], &ip]);
    assert!(found[1].iter().all(|&value| value == 0.0));
    let exact = leaf_values(&game, at, 1, [game_weights(&game, at).as_slice(), &ip]);
    assert_eq!(found[0], exact[0]);
    assert!(found[0].iter().any(|&value| value != 0.0));
    let found = leaf_values(&game, at, 1, [&oop, &nobody[1]]);
    assert!(found[0].iter().all(|&value| value == 0.0));
    assert!(found[1].iter().any(|&value| value != 0.0) && found[1].iter().all(|v| v.is_finite()));

    // One hand each, and both have the same card.
    let [own, other] =
        Player::BOTH.map(|player| game.base().combos(at, player).collect::<Vec<Combo>>());
    let pair = own.iter().enumerate().find_map(|(first, hand)| {
        let second = other.iter().position(|other| other.set().intersects(hand.set()))?;
        Some((first, second))
    });
    let (first, second) = pair.unwrap();
    let [mut oop, mut ip] = nobody.clone();
    (oop[first], ip[second]) = (1.0, 1.0);
    let found = leaf_values(&game, at, 1, [&oop, &ip]);
    for (player, hands) in [&own, &other].into_iter().enumerate() {
        let against = if player == 0 { &other[second] } else { &own[first] };
        for (hand, &value) in hands.iter().zip(&found[player]) {
            assert!(value.is_finite());
            assert!(!hand.set().intersects(against.set()) || value == 0.0, "{hand} meets nothing");
        }
        assert!(found[player].iter().any(|&value| value != 0.0), "deviations are worth something");
    }
}

/// The first player's weights on a board: all hands of these ranges have weight 1.
fn game_weights(game: &LimitedGame<HoldemGame>, at: BoardAt) -> Vec<f32> {
    vec![1.0; game.hands(at, Player::Oop)]
}

#[test]
fn suits_have_no_names_and_seats_no_favourites() {
    let spot = turn();
    let relabelled = {
        let suits = SuitPermutation::new([Suit::Hearts, Suit::Spades, Suit::Clubs, Suit::Diamonds]);
        let suits = suits.unwrap();
        let cards: Vec<_> = spot.board.cards().iter().map(|&card| suits.card(card)).collect();
        let ranges = spot.ranges.each_ref().map(|range: &Range| range.permute(suits));
        Spot { board: Board::new(&cards).unwrap(), ranges, ..turn() }
    };
    let mean = |spot: &Spot, merge_suits: bool| {
        let game = spot.limited_holdem(merge_suits, &Equity);
        let mut solver = Solver::new(game, Settings::default()).unwrap();
        (0..30).for_each(|_| solver.step().unwrap());
        solver.exploitability(Profile::Average).unwrap().values
    };
    let [plain, other, unmerged] = [mean(&spot, true), mean(&relabelled, true), mean(&spot, false)];
    for found in [other, unmerged] {
        let off = plain.iter().zip(&found).map(|(plain, found)| (plain - found).abs());
        assert!(off.fold(0.0, f64::max) < 0.05, "{plain:?} {found:?}");
    }
    // Equities know no position: with ranges and reach exchanged, so are values.
    let game = spot.limited_holdem(false, &Equity);
    let [first, second] = spot.ranges.clone();
    let swapped = Spot { ranges: [second, first], ..turn() }.limited_holdem(false, &Equity);
    let (at, hands) = first_river(&game);
    let reach = [uneven(hands[0], 9), uneven(hands[1], 10)];
    let found = leaf_values(&game, at, 2, [&reach[0], &reach[1]]);
    let other = leaf_values(&swapped, at, 2, [&reach[1], &reach[0]]);
    assert_close(&found[0], &other[1], 0.05, "exchanged seats");
    assert_close(&found[1], &other[0], 0.05, "exchanged seats");
}

#[test]
fn other_values_are_another_game_and_rake_is_refused() {
    let spot = turn();
    let identities = [&Constant(0.0) as &dyn LeafValues, &Constant(0.1), &Equity]
        .map(|values| spot.limited_holdem(true, values).identity());
    assert!(identities[0] != identities[1] && identities[1] != identities[2]);
    let mut first =
        Solver::new(spot.limited_holdem(true, &Constant(0.0)), Settings::default()).unwrap();
    first.step().unwrap();
    let mut other = Solver::new(spot.limited_holdem(true, &Equity), Settings::default()).unwrap();
    assert!(other.restore(&first.checkpoint()).is_err(), "a checkpoint of other values");
    let rake = Rake::new(0.05, 10.0, false).unwrap();
    let spec = HoldemSpec { rake, ..spot.holdem_spec(true) };
    assert_eq!(cards::holdem(&spec, &Equity).unwrap_err(), LimitError::Rake);
    let river = Spot::holdem("Ks7s2d9hJc", ["AA,KK", "QQ,JJ"], 100, 100, ["100%", "100%"]);
    let cut = cards::holdem(&river.holdem_spec(true), &Equity);
    assert_eq!(cut.unwrap_err(), LimitError::NothingToCut);
}

/// Values that are not numbers.
#[derive(Debug)]
struct Broken;

impl LeafValues for Broken {
    fn on_board(&self, _: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError> {
        Ok(Box::new(Broken))
    }
    fn fingerprint(&self) -> u64 {
        8
    }
}

impl BoardValues for Broken {
    fn values(&self, mut query: Query<'_>) -> Result<(), LeafError> {
        for number in 0..query.questions.len() {
            query.values.iter_mut().for_each(|rows| rows.row(number).fill(f32::NAN));
        }
        Ok(())
    }
}

#[test]
fn values_that_are_no_numbers_end_the_solve() {
    let mut solver =
        Solver::new(turn().limited_holdem(true, &Broken), Settings::default()).unwrap();
    let SolverError::Leaf(error) = solver.step().unwrap_err() else { panic!("another error") };
    let error = error.downcast_ref::<LimitError>();
    assert!(matches!(error, Some(LimitError::NotFinite { .. })), "{error:?}");
}

#[test]
fn threads_change_nothing() {
    let checkpoints = [1, 2].map(|threads| {
        let settings = Settings { threads, ..Settings::default() };
        let mut solver = Solver::new(turn().limited_holdem(true, &Equity), settings).unwrap();
        (0..10).for_each(|_| solver.step().unwrap());
        solver.checkpoint()
    });
    assert_eq!(checkpoints[0], checkpoints[1]);
}

#[test]
fn an_iteration_allocates_nothing() {
    let spot = turn();
    for values in [&Constant(0.1) as &dyn LeafValues, &Equity] {
        for updates in UPDATES {
            let settings = Settings { updates, ..Settings::default() };
            let mut solver = Solver::new(spot.limited_holdem(true, values), settings).unwrap();
            solver.step().unwrap();
            let before = allocations();
            (0..3).for_each(|_| solver.step().unwrap());
            assert_eq!(allocations(), before, "{values:?} {updates:?}");
        }
    }
}
