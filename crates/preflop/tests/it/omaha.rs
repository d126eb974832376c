//! Four-card Omaha before the flop, on a deck of 20 cards where every board can be swept,
//! and on the whole deck with few boards.

use quasar_cards::{Board, Card, CardSet, Combo, Game, Range};
use quasar_equity::{Holding, Progress, Question, heads_up};
use quasar_game::{Chips, NodeKind, Player, RoundId};
use quasar_preflop::{
    ConstantShare, FlopLeafValues, FlopLine, OmahaDeck, OmahaPreflopBatch, OmahaPreflopGame,
    OmahaPreflopSolver, PreflopError, PreflopSpec,
};
use quasar_solver::LeafError;

/// Ten to ace.
fn royal_deck() -> CardSet {
    Card::all().filter(|card| card.index() >= 32).collect()
}

/// Jack to ace, with 4,368 boards and 1,820 hands; ten to ace has 15,504 and 4,845.
fn court_deck() -> OmahaDeck {
    OmahaDeck::of(Card::all().filter(|card| card.index() >= 36).collect()).unwrap()
}

fn deck() -> OmahaDeck {
    OmahaDeck::of(royal_deck()).unwrap()
}

fn push_fold(stack: u64) -> PreflopSpec {
    PreflopSpec::push_fold(Chips(500), Chips(1_000), Chips(0), Chips(stack))
}

fn solved(spec: &PreflopSpec, iterations: usize, boards: usize) -> OmahaPreflopSolver {
    let game = OmahaPreflopGame::with_deck(spec, &deck()).unwrap();
    let mut solver = OmahaPreflopSolver::new(game, 1);
    for _ in 0..iterations {
        solver.step(boards, &Progress::new()).unwrap();
    }
    solver
}

fn class(hand: &str) -> usize {
    hand.parse::<Combo>().unwrap().suit_class()
}

/// What a call is worth, from the equity of the hand against the range that went all-in,
/// counted by another crate in another way.
#[test]
fn a_call_is_worth_its_equity_against_those_who_push() {
    let mut solver = solved(&push_fold(8_000), 6, 40);
    let worth = solver.measure(&Progress::new()).unwrap();
    let classes = solver.game().classes();
    let average = solver.average();
    let push = &average[0][classes..];
    let deck = royal_deck();
    let mut weights = vec![0.0; Game::Plo4.combos()];
    for combo in Combo::all(Game::Plo4, deck.complement()) {
        weights[combo.index()] = push[combo.suit_class()] as f32;
    }
    let range = Range::from_weights(Game::Plo4, weights).unwrap();
    let called = |hand: &str| {
        let combo: Combo = hand.parse().unwrap();
        let players = vec![Holding::Hand(combo), Holding::Range(range.clone())];
        let question = Question::new(players, Board::EMPTY, deck.complement()).unwrap();
        let tally = heads_up(&question, &Progress::new()).unwrap().unwrap().total();
        let lost = tally.total() - tally.win - tally.tie;
        // 1,820 hands of the other 16 cards, and 792 boards of the other 12.
        8_000.0 * (tally.win - lost) / (1_820.0 * 792.0)
    };
    let node = worth.values.iter().rposition(|values| !values.is_empty()).unwrap();
    let calls = &worth.values[node][classes..];
    for hand in ["AsAhKsKh", "AsKsQhJh", "TsThJsJd", "QsJdTsTc"] {
        let (found, expected) = (calls[class(hand)], called(hand));
        assert!((found - expected).abs() < 0.05, "{hand}: {found} {expected}");
    }
}

#[test]
fn a_target_is_reached_by_samples_and_measurements() {
    let mut solver = solved(&push_fold(8_000), 0, 0);
    let progress = Progress::new();
    let mut round = || {
        solver.learn_round(&progress).unwrap();
        solver.measure(&progress).unwrap()
    };
    let mut worth = round();
    for _ in 1..3 {
        if worth.exploitability() > 1.0 {
            worth = round();
        }
    }
    assert!(worth.exploitability() <= 1.0, "{:?}", worth.gains);
    assert!(worth.gains.iter().all(|gain| *gain > -1e-3), "{:?}", worth.gains);
    // Nobody loses more than by always folding.
    assert!((-500.0..=1_000.0).contains(&worth.value), "{}", worth.value);
}

/// Pots before the stack is in are checked down; a tree with raises has them.
#[test]
fn raises_of_the_pot_are_solved_too() {
    let spec = PreflopSpec::pot_tree(Chips(500), Chips(1_000), Chips(0), Chips(6_000));
    let mut solver = solved(&spec, 15, 400);
    let worth = solver.measure(&Progress::new()).unwrap();
    assert!(worth.exploitability() < 60.0, "{:?}", worth.gains);
    let nodes = solver.game().betting().rounds()[0].nodes();
    let first = &nodes[0];
    assert_eq!(first.player(), Some(Player::Ip));
    // Fold, call, or raise to three blinds.
    assert_eq!(first.children.len(), 3);
    assert_eq!(nodes[first.children.end as usize - 1].committed[1], Chips(3_000));
}

#[test]
fn samples_of_boards_and_threads_change_no_bit() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut solver = solved(&push_fold(8_000), 3, 100);
            let worth = solver.measure(&Progress::new()).unwrap();
            (solver.average(), worth)
        })
    };
    assert!(run(1) == run(3));
}

/// Aces and kings, double-suited, are the best hand there is; four deuces are the worst.
#[test]
fn the_whole_deck_has_its_best_and_worst_hands() {
    let game = OmahaPreflopGame::new(&push_fold(8_000)).unwrap();
    assert_eq!((game.deck().boards(), game.classes()), (134_459, 16_432));
    let mut solver = OmahaPreflopSolver::new(game, 1);
    for _ in 0..4 {
        solver.step(8, &Progress::new()).unwrap();
    }
    let (average, classes) = (solver.average(), solver.game().classes());
    let last = average.iter().rposition(|node| !node.is_empty()).unwrap();
    for node in [0, last] {
        let plays = &average[node][classes..];
        assert!(plays[class("AsAhKsKh")] > 0.95, "{node}: {}", plays[class("AsAhKsKh")]);
    }
    assert!(average[last][classes..][class("2s2h2d2c")] < 0.2);
}

#[test]
fn stopping_and_bad_decks_are_errors() {
    let small: CardSet = Card::all().filter(|card| card.index() >= 44).collect();
    let refused = OmahaDeck::of(small).unwrap_err();
    assert_eq!(refused, PreflopError::Deck(8));
    let mut solver = solved(&push_fold(8_000), 0, 0);
    let progress = Progress::new();
    progress.cancel();
    assert_eq!(solver.step(10, &progress), Err(PreflopError::Stopped));
    assert_eq!(solver.iterations(), 0);
}

/// Each of several games ends up with what it finds alone, whichever columns share its sweeps
/// and although one leaves early.
#[test]
fn games_that_are_solved_together_are_solved_as_if_alone() {
    let progress = Progress::new();
    // 2 columns and 14, so the columns of the second lie across two sweeps.
    let pot = PreflopSpec::pot_tree(Chips(500), Chips(1_000), Chips(0), Chips(9_500));
    let specs = [push_fold(2_000), pot];
    let deck = court_deck();
    let mut batch = OmahaPreflopBatch::new(&specs, &deck, 1).unwrap();
    batch.learn_round(&progress).unwrap();
    let mut measured = batch.measure(&progress).unwrap();
    batch.leave(0);
    batch.learn_round(&progress).unwrap();
    measured.extend(batch.measure(&progress).unwrap());
    let numbers: Vec<usize> = measured.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [0, 1, 1]);
    for (number, spec) in specs.iter().enumerate() {
        let game = OmahaPreflopGame::with_deck(spec, &deck).unwrap();
        let mut alone = OmahaPreflopSolver::new(game, 1);
        let mut round = || {
            alone.learn_round(&progress).unwrap();
            alone.measure(&progress).unwrap()
        };
        let worth = (0..=number).map(|_| round()).last().unwrap();
        assert!(measured.iter().rfind(|(other, _)| *other == number) == Some(&(number, worth)));
        assert!(batch.solvers()[number].average() == alone.average(), "{number}");
    }
}

/// With a fixed share of the pot for every line with chips behind, hands do not matter there:
/// a tree of numbers has the same values.
#[test]
fn a_constant_share_of_the_pot_pays_what_it_says() {
    let spec = PreflopSpec::pot_tree(Chips(500), Chips(1_000), Chips(0), Chips(50_000));
    let share = 0.25;
    let game = OmahaPreflopGame::with_deck(&spec, &deck()).unwrap();
    assert_eq!(game.flops(), Some("check-down".to_owned()));
    let game = game.with_flops(std::sync::Arc::new(ConstantShare(share)));
    assert_eq!(game.flops(), Some("share 0.25".to_owned()));
    let mut solver = OmahaPreflopSolver::new(game, 1);
    for _ in 0..3 {
        solver.step(30, &Progress::new()).unwrap();
    }
    let worth = solver.measure(&Progress::new()).unwrap();
    let average = solver.average();
    let deck = solver.game().deck();
    let classes = deck.classes();
    let betting = solver.game().betting();
    // Limp, check: three quarters of two blinds for the button, who put one in.
    let nodes = betting[RoundId::ROOT].nodes();
    let limp = nodes[0].child_ids().nth(1).unwrap();
    let check = nodes[limp.index()].child_ids().next().unwrap();
    assert_eq!(nodes[check.index()].kind, NodeKind::Showdown);
    // The big blind's check with a class is worth minus half of a blind against each hand
    // that limps.
    let limps = &average[0][classes..2 * classes];
    let met = &deck.compatible_chances(&[limps])[0];
    let checks = &worth.values[limp.index()][..classes];
    for class in (0..classes).filter(|&class| deck.size(class) > 0) {
        assert!((checks[class] + 500.0 * met[class]).abs() < 1e-6, "{class}");
    }
}

/// Leaves that fail.
#[derive(Debug)]
struct Missing;

impl FlopLeafValues for Missing {
    fn identity(&self) -> String {
        "missing".to_owned()
    }

    fn uses_showdowns(&self) -> bool {
        false
    }

    fn values(
        &self,
        _: &OmahaDeck,
        lines: &[FlopLine<'_>],
    ) -> Result<Vec<[Vec<f64>; 2]>, LeafError> {
        assert!(lines.iter().all(|line| line.behind > Chips::ZERO && line.showdown.is_none()));
        Err(LeafError::new(PreflopError::EmptyModel))
    }
}

#[test]
fn errors_of_flop_leaves_reach_the_caller() {
    let leaf = std::sync::Arc::new(Missing);
    let pot = PreflopSpec::pot_tree(Chips(500), Chips(1_000), Chips(0), Chips(8_000));
    let game = OmahaPreflopGame::with_deck(&pot, &deck()).unwrap().with_flops(leaf.clone());
    let mut solver = OmahaPreflopSolver::new(game, 1);
    let error = solver.step(5, &Progress::new()).unwrap_err();
    assert!(matches!(error, PreflopError::Flops(_)), "{error:?}");
    assert_eq!(solver.iterations(), 0);
    // All-in or fold has no such lines, and asks nobody.
    let game = OmahaPreflopGame::with_deck(&push_fold(8_000), &deck()).unwrap().with_flops(leaf);
    assert_eq!(game.flops(), None);
    OmahaPreflopSolver::new(game, 1).step(5, &Progress::new()).unwrap();
}

/// With next to nothing behind, an all-in costs next to nothing more than the blinds: the big
/// blind calls with every hand, and the button's win has a closed form.
#[test]
fn tiny_stacks_are_worth_their_closed_form() {
    let mut solver = solved(&push_fold(1_001), 30, 200);
    let worth = solver.measure(&Progress::new()).unwrap();
    let deck = solver.game().deck();
    let average = solver.average();
    let classes = deck.classes();
    let last = average.iter().rposition(|node| !node.is_empty()).unwrap();
    assert!(deck.mean(&average[last][classes..]) > 0.999);
    // Against every hand, a hand that wins `d` more than it loses pushes if 1,001 d > -500.
    let all = vec![1.0; classes];
    let everybody = OmahaPreflopSolver::new(solver.game().clone(), 1);
    let against_all = everybody.estimate(usize::MAX, &Progress::new()).unwrap();
    // Nothing learned, both act half of the time: twice the value is that against every call.
    let pushes = &against_all.values[last][classes..];
    assert_eq!(pushes.len(), all.len());
    let best: Vec<f64> = pushes.iter().map(|value| (2.0 * value).max(-500.0)).collect();
    let expected = deck.mean(&best);
    assert!((worth.value - expected).abs() < 1.0, "{} {expected}", worth.value);
}
