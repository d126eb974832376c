//! With leaves that are solved exactly, a limited game is the whole game; with a mistake in
//! its leaves it is not.

use quasar_nets::limit::cards::{HoldemStreets, OmahaStreets, Streets};
use quasar_nets::limit::finish::{FinishGoal, Finished, Locked, before_the_card, lock_and_finish};
use quasar_nets::limit::{LeafValues, LimitedGame, Oracle, OracleSettings, tables};
use quasar_solver::{
    HoldemGame, MatrixGame, OmahaGame, Profile, PublicNode, Settings, Solver, SolverGame, Toy,
    TreeNode, Updates, leduc, liars_dice,
};

use super::spots::{Shared, Spot};
use super::wrong::{Mistake, Wrong};

/// How a limited game compares with the whole one.
struct Compared {
    /// The value of the first player, in each.
    values: [f64; 2],
    finished: Finished,
}

impl Compared {
    fn exploitability(&self) -> f64 {
        self.finished.exploitability()
    }
}

fn settings(updates: Updates) -> Settings {
    Settings { updates, ..Settings::default() }
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
fn toy(toy: &Toy, mistake: Option<Mistake>, updates: Updates, iterations: u32) -> Compared {
    let game: &MatrixGame = &toy.game;
    let part = game.tree().part(TreeNode::START, |at| ends(toy, at, 2)).unwrap();
    let oracle = OracleSettings { iterations: 200, accuracy: 1e-3, ..OracleSettings::default() };
    let lines = tables::Lines { game, frontier: &part.frontier };
    let right = Oracle::new(lines, oracle);
    let wrong = mistake.map(|mistake| Wrong { values: &right, mistake });
    let values: &dyn LeafValues = wrong.as_ref().map_or(&right, |wrong| wrong);
    let (pot, stack) = if game.tree().levels() == 1 { (2.0, 0.0) } else { (2.0, 12.0) };
    let (limited, part) = tables::limited(game, |at| ends(toy, at, 2), pot, stack, values).unwrap();
    let mut limited = Solver::new(limited, settings(updates)).unwrap();
    (0..iterations).for_each(|_| limited.step().unwrap());
    let found = limited.exploitability(Profile::Average).unwrap().values[0];
    let mut whole = Solver::new(game.clone(), Settings::default()).unwrap();
    let goal = FinishGoal { iterations: 2000, rest: 2e-4 };
    let node = |at: TreeNode| part.nodes[at.stage][at.node];
    let finished =
        lock_and_finish(&mut limited, &mut whole, node, Locked::Each, goal, |_| true).unwrap();
    let exact = solve(game.clone(), 2000).exploitability(Profile::Average).unwrap().values[0];
    Compared { values: [found, exact], finished }
}

#[test]
fn liars_dice_and_leduc_are_reproduced() {
    let games = [
        ("1x3", liars_dice(1, 3).unwrap(), 200, 0.004),
        ("1x4", liars_dice(1, 4).unwrap(), 200, 0.004),
        ("leduc", leduc().unwrap(), 150, 0.01),
    ];
    for (name, game, iterations, most) in games {
        for updates in [Updates::Alternating, Updates::Simultaneous] {
            let found = toy(&game, None, updates, iterations);
            let [value, exact] = found.values;
            println!(
                "{name} {updates:?}: value {value:.5} exact {exact:.5} exploitability {:.5} rest {:.5}",
                found.exploitability(),
                found.finished.rest
            );
            assert!((value - exact).abs() < most, "{name} {updates:?}: {value} {exact}");
            assert!(
                found.exploitability() < most,
                "{name} {updates:?}: {}",
                found.exploitability()
            );
        }
    }
}

/// A limited game of cards against the whole one, in parts of the pot.
fn cards<G, W>(limited: LimitedGame<G>, whole: W, pot: f64, iterations: u32) -> Compared
where
    G: SolverGame + std::fmt::Debug + Send,
    W: SolverGame + Clone,
{
    let mut limited = Solver::new(limited, settings(Updates::Alternating)).unwrap();
    (0..iterations).for_each(|_| limited.step().unwrap());
    let found = limited.exploitability(Profile::Average).unwrap().values[0];
    let exact = solve(whole.clone(), 400).exploitability(Profile::Average).unwrap().values[0];
    let mut whole = Solver::new(whole, Settings::default()).unwrap();
    let goal = FinishGoal { iterations: 400, rest: 1e-3 * pot };
    let finished =
        lock_and_finish(&mut limited, &mut whole, before_the_card, Locked::Each, goal, |_| true);
    let finished = finished.unwrap();
    Compared { values: [found / pot, exact / pot], finished }
}

/// A narrow turn of Hold'em, with few rivers that differ by more than suits.
fn holdem(mistake: Option<Mistake>, iterations: u32) -> Compared {
    let ranges = ["AA,QQ,JTs,87s", "KK,TT,AQs,98s"];
    let spot = Spot::holdem("KsQsJs2s", ranges, 100, 150, ["100%", "100%"]);
    let Spot { ranges, betting, .. } = &spot;
    let oracle = OracleSettings { iterations: 120, accuracy: 1e-3, ..OracleSettings::default() };
    let streets = Streets { ranges, betting, merge_suits: true };
    let right = Oracle::new(HoldemStreets(streets), oracle);
    let wrong = mistake.map(|mistake| Wrong { values: &right, mistake });
    let values: &dyn LeafValues = wrong.as_ref().map_or(&right, |wrong| wrong);
    let whole = HoldemGame::new(&spot.holdem_spec(true)).unwrap();
    cards(spot.limited_holdem(true, values), Shared(whole.into()), 100.0, iterations)
}

/// A turn of PLO4 with twenty cards.
fn omaha(mistake: Option<Mistake>, iterations: u32) -> Compared {
    let spot = Spot::royal("TcJcQcAc", 60, 100, 150, ["100%", "100%"]);
    let Spot { ranges, betting, .. } = &spot;
    let oracle = OracleSettings { iterations: 80, accuracy: 1e-3, ..OracleSettings::default() };
    let streets = Streets { ranges, betting, merge_suits: true };
    let right = Oracle::new(OmahaStreets(streets), oracle);
    let wrong = mistake.map(|mistake| Wrong { values: &right, mistake });
    let values: &dyn LeafValues = wrong.as_ref().map_or(&right, |wrong| wrong);
    let whole = OmahaGame::new(&spot.omaha_spec(true)).unwrap();
    cards(spot.limited_omaha(true, values), Shared(whole.into()), 100.0, iterations)
}

fn report(name: &str, found: &Compared, pot: f64) -> f64 {
    let [value, exact] = found.values;
    let part = found.exploitability() / pot;
    let rest = found.finished.rest / pot;
    println!("{name}: value {value:.5} exact {exact:.5} exploitability {part:.5} rest {rest:.5}");
    part
}

#[test]
fn narrow_turns_are_reproduced() {
    for (name, found) in [("holdem", holdem(None, 60)), ("omaha", omaha(None, 60))] {
        let part = report(name, &found, 100.0);
        let [value, exact] = found.values;
        assert!((value - exact).abs() < 0.005, "{name}: {value} {exact}");
        assert!(part < 0.01, "{name}: {part}");
    }
}

#[test]
fn mistakes_are_found() {
    let dice = liars_dice(1, 3).unwrap();
    let cards = leduc().unwrap();
    let found = [
        ("dice, units", toy(&dice, Some(Mistake::Units), Updates::Simultaneous, 100)),
        ("dice, seats", toy(&dice, Some(Mistake::Seats), Updates::Simultaneous, 100)),
        ("dice, cached", toy(&dice, Some(Mistake::Cached), Updates::Simultaneous, 100)),
        ("leduc, units", toy(&cards, Some(Mistake::Units), Updates::Simultaneous, 60)),
        ("leduc, seats", toy(&cards, Some(Mistake::Seats), Updates::Simultaneous, 60)),
        ("leduc, cached", toy(&cards, Some(Mistake::Cached), Updates::Simultaneous, 60)),
        ("leduc, no removal", toy(&cards, Some(Mistake::NoRemoval), Updates::Simultaneous, 60)),
    ];
    for (name, found) in found {
        let part = report(name, &found, 1.0);
        assert!(part > 0.008, "{name}: {part}");
    }
    let found = [
        ("holdem, units", holdem(Some(Mistake::Units), 40)),
        ("holdem, cached", holdem(Some(Mistake::Cached), 40)),
        ("holdem, seats", holdem(Some(Mistake::Seats), 40)),
        ("omaha, no removal", omaha(Some(Mistake::NoRemoval), 40)),
    ];
    for (name, found) in found {
        let part = report(name, &found, 100.0);
        assert!(part > 0.015, "{name}: {part}");
    }
}
