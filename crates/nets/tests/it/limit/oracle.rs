//! With leaves that are solved exactly, a limited game is the whole game; with a mistake in
//! its leaves it is not.

use quasar_nets::limit::cards::{HoldemStreets, OmahaStreets, Streets};
use quasar_nets::limit::finish::{
    FinishGoal, Locked, LockedMeasurement, before_the_card, lock_and_finish,
};
use quasar_nets::limit::{LeafValues, LimitedGame, Oracle, OracleSettings, tables};
use quasar_solver::{
    Algorithm, HoldemGame, MatrixGame, OmahaGame, Profile, PublicNode, Settings, Solver,
    SolverGame, Toy, TreeNode, Updates, leduc, liars_dice,
};

use super::spots::{Shared, Spot};
use super::wrong::{Mistake, Wrong};

/// How a limited game compares with the whole one.
struct Compared {
    /// The value of the first player, in each; that of the whole game only where leaves are exact.
    values: [f64; 2],
    finished: LockedMeasurement,
}

/// Solves a whole game.
fn solve<G: SolverGame>(game: G, iterations: u32) -> Solver<G> {
    let mut solver = Solver::new(game, Settings::default()).unwrap();
    (0..iterations).for_each(|_| solver.step().unwrap());
    solver
}

/// Where a toy is cut.
fn ends(toy: &Toy, at: TreeNode, depth: usize) -> bool {
    let decides = |node: &PublicNode| matches!(node, PublicNode::Decision { .. });
    let node = &toy.game.tree().stages()[at.stage].nodes()[at.node];
    let line = &toy.lines[at.stage][at.node];
    match toy.game.tree().levels() {
        1 => decides(node) && line.split_whitespace().count() == depth,
        _ => at.stage > 0,
    }
}

/// Cuts a toy, solves it with an oracle, and compares.
fn toy(toy: &Toy, mistake: Option<Mistake>, settings: Settings, iterations: u32) -> Compared {
    let game: &MatrixGame = &toy.game;
    let part = game.tree().part(TreeNode::START, |at| ends(toy, at, 2)).unwrap();
    let oracle = OracleSettings { iterations: 200, accuracy: 1e-3, ..OracleSettings::default() };
    let lines = tables::Lines { game, frontier: &part.frontier };
    let right = Oracle::new(lines, oracle);
    let wrong = mistake.map(|mistake| Wrong { values: &right, mistake });
    let values: &dyn LeafValues = wrong.as_ref().map_or(&right, |wrong| wrong);
    let (pot, stack) = if game.tree().levels() == 1 { (2.0, 0.0) } else { (2.0, 12.0) };
    let (limited, part) = tables::limited(game, |at| ends(toy, at, 2), pot, stack, values).unwrap();
    let mut limited = Solver::new(limited, settings).unwrap();
    (0..iterations).for_each(|_| limited.step().unwrap());
    let found = limited.exploitability(Profile::Average).unwrap().values[0];
    let mut whole = Solver::new(game.clone(), Settings::default()).unwrap();
    let goal = FinishGoal { iterations: 1000, rest: 5e-4 };
    let node = |at: TreeNode| part.nodes[at.stage][at.node];
    let finished =
        lock_and_finish(&mut limited, &mut whole, node, Locked::Each, goal, |_| true).unwrap();
    let exact = solve(game.clone(), 1000).exploitability(Profile::Average).unwrap().values[0];
    Compared { values: [found, exact], finished }
}

/// A limited game of cards against the whole one, in fractions of the pot.
fn cards<G, W>(
    limited: LimitedGame<G>,
    whole: W,
    pot: f64,
    (iterations, compared): (u32, bool),
) -> Compared
where
    G: SolverGame + std::fmt::Debug + Send,
    W: SolverGame + Clone,
{
    let mut limited = Solver::new(limited, Settings::default()).unwrap();
    (0..iterations).for_each(|_| limited.step().unwrap());
    let found = limited.exploitability(Profile::Average).unwrap().values[0];
    let value = || solve(whole.clone(), 300).exploitability(Profile::Average).unwrap().values[0];
    let exact = if compared { value() } else { f64::NAN };
    let mut whole = Solver::new(whole, Settings::default()).unwrap();
    let goal = FinishGoal { iterations: 300, rest: 1e-3 * pot };
    let finished =
        lock_and_finish(&mut limited, &mut whole, before_the_card, Locked::Each, goal, |_| true);
    Compared { values: [found / pot, exact / pot], finished: finished.unwrap() }
}

/// A narrow turn of Hold'em, with few rivers that differ by more than suits.
fn holdem(mistake: Option<Mistake>, iterations: u32) -> Compared {
    let ranges = ["AA,QQ,JTs,87s", "KK,TT,AQs,98s"];
    let spot = Spot::holdem("KsQsJs2s", ranges, 100, 150, ["100%", "100%"]);
    let Spot { ranges, betting, .. } = &spot;
    let oracle = OracleSettings { iterations: 100, accuracy: 1e-3, ..OracleSettings::default() };
    let streets = Streets { ranges, betting, merge_suits: true };
    let right = Oracle::new(HoldemStreets(streets), oracle);
    let wrong = mistake.map(|mistake| Wrong { values: &right, mistake });
    let values: &dyn LeafValues = wrong.as_ref().map_or(&right, |wrong| wrong);
    let whole = HoldemGame::new(&spot.holdem_spec(true)).unwrap();
    let steps = (iterations, mistake.is_none());
    cards(spot.limited_holdem(true, values), Shared(whole.into()), 100.0, steps)
}

/// A turn of PLO4 with twenty cards.
fn omaha(mistake: Option<Mistake>, iterations: u32) -> Compared {
    let spot = Spot::royal("TcJcQcAc", 90, 100, 150, ["100%", "100%"]);
    let Spot { ranges, betting, .. } = &spot;
    let oracle = OracleSettings { iterations: 100, accuracy: 2e-3, ..OracleSettings::default() };
    let streets = Streets { ranges, betting, merge_suits: true };
    let right = Oracle::new(OmahaStreets(streets), oracle);
    let wrong = mistake.map(|mistake| Wrong { values: &right, mistake });
    let values: &dyn LeafValues = wrong.as_ref().map_or(&right, |wrong| wrong);
    let whole = OmahaGame::new(&spot.omaha_spec(true)).unwrap();
    let steps = (iterations, mistake.is_none());
    cards(spot.limited_omaha(true, values), Shared(whole.into()), 100.0, steps)
}

/// With exact leaves a strategy before the cut costs at most `most`, and the value of the
/// whole game is reproduced as closely.
fn assert_right(name: &str, found: &Compared, pot: f64, most: f64) -> f64 {
    let cost = cost(found, pot);
    let [value, exact] = found.values;
    assert!((value - exact).abs() < most, "{name}: {value} {exact}");
    assert!(cost < most, "{name}: {cost}");
    cost
}

/// A mistake costs at least twice as much as exact leaves.
fn assert_wrong(name: &str, found: &Compared, pot: f64, right: f64) {
    let cost = cost(found, pot);
    assert!(cost > 2.0 * right, "{name}: {cost} {right}");
}

/// The exploitability, as a fraction of the pot.
fn cost(found: &Compared, pot: f64) -> f64 {
    found.finished.exploitability() / pot
}

#[test]
fn small_dice_are_reproduced_and_mistakes_are_found() {
    let dice = liars_dice(1, 3).unwrap();
    let both = |updates| Settings { updates, ..Settings::default() };
    let simultaneous = toy(&dice, None, both(Updates::Simultaneous), 150);
    assert_right("1x3, simultaneous", &simultaneous, 1.0, 0.004);
    let settings = Settings::default();
    let right = assert_right("1x3", &toy(&dice, None, settings, 150), 1.0, 0.004);
    for mistake in [Mistake::Units, Mistake::Seats, Mistake::Cached] {
        let found = toy(&dice, Some(mistake), settings, 100);
        assert_wrong(&format!("1x3, {mistake:?}"), &found, 1.0, right.max(0.002));
    }
}

/// Exact leaves jump when beliefs change a little, so the gap closes no faster than one over the
/// square root of the iterations, and plain averages close it best.
#[test]
fn dice_with_four_faces_are_reproduced() {
    let dice = liars_dice(1, 4).unwrap();
    let settings = Settings { algorithm: Algorithm::Vanilla, ..Settings::default() };
    assert_right("1x4", &toy(&dice, None, settings, 600), 1.0, 0.01);
}

#[test]
fn leduc_is_reproduced_and_mistakes_are_found() {
    let cards = leduc().unwrap();
    let settings = Settings::default();
    let right = assert_right("leduc", &toy(&cards, None, settings, 150), 1.0, 0.02);
    for mistake in [Mistake::Units, Mistake::Seats, Mistake::Cached] {
        let found = toy(&cards, Some(mistake), settings, 40);
        assert_wrong(&format!("leduc, {mistake:?}"), &found, 1.0, right);
    }
}

#[test]
fn a_narrow_turn_of_holdem_is_reproduced() {
    let right = assert_right("holdem", &holdem(None, 60), 100.0, 0.01);
    assert_wrong("holdem, units", &holdem(Some(Mistake::Units), 20), 100.0, right);
}

#[test]
fn a_turn_of_omaha_with_twenty_cards_is_reproduced_and_mistakes_are_found() {
    let right = assert_right("omaha", &omaha(None, 30), 100.0, 0.01);
    for mistake in [Mistake::Units, Mistake::Seats, Mistake::Cached, Mistake::NoRemoval] {
        let found = omaha(Some(mistake), 8);
        assert_wrong(&format!("omaha, {mistake:?}"), &found, 100.0, right);
    }
}
