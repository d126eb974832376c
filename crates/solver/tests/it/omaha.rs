//! Games of Omaha against a plain solver and closed forms.

use quasar_cards::{Board, Card, CardSet, Combo, Game, Range, Street};
use quasar_game::{BettingTree, Chips, PlayerSizes, Rake, Rules, StreetSpec, TreeSpec, TreeStart};
use quasar_solver::{
    BoardAt, Exploitability, MemoryEstimate, MergeRivers, OmahaError, OmahaGame, OmahaSpec, Player,
    Precision, Profile, Settings, Solver, SolverGame,
};

use crate::plain::{Plain, Play};

pub(crate) struct Spot {
    pub(crate) board: Board,
    pub(crate) deck: CardSet,
    pub(crate) ranges: [Range; 2],
    pub(crate) betting: BettingTree,
}

impl Spot {
    pub(crate) fn new(
        board: &str,
        deck: CardSet,
        ranges: [Range; 2],
        stack: u64,
        bet: &str,
    ) -> Spot {
        let board: Board = board.parse().unwrap();
        let sizes = PlayerSizes::new(bet.parse().unwrap(), bet.parse().unwrap());
        let start = TreeStart::street(board.street(), Chips(100), Chips(stack));
        let spec = TreeSpec::new(Rules::POT_LIMIT, start, StreetSpec::both(sizes));
        Spot { board, deck, ranges, betting: BettingTree::build(&spec).unwrap() }
    }

    fn try_game(&self, merge_suits: bool) -> Result<OmahaGame, OmahaError> {
        self.merged_game(merge_suits, None)
    }

    pub(crate) fn merged_game(
        &self,
        merge_suits: bool,
        merge_rivers: Option<&dyn MergeRivers>,
    ) -> Result<OmahaGame, OmahaError> {
        OmahaGame::new(&OmahaSpec {
            board: self.board,
            deck: self.deck,
            ranges: &self.ranges,
            betting: &self.betting,
            rake: Rake::NONE,
            merge_suits,
            merge_rivers,
        })
    }

    pub(crate) fn game(&self, merge_suits: bool) -> OmahaGame {
        self.try_game(merge_suits).unwrap()
    }

    fn solve_with(
        &self,
        merge: bool,
        iterations: u32,
        settings: Settings,
    ) -> (Solver<OmahaGame>, Exploitability) {
        let mut solver = Solver::new(self.game(merge), settings).unwrap();
        (0..iterations).for_each(|_| solver.step().unwrap());
        let worth = solver.exploitability(Profile::Average).unwrap();
        (solver, worth)
    }

    pub(crate) fn solve(
        &self,
        merge_suits: bool,
        iterations: u32,
    ) -> (Solver<OmahaGame>, Exploitability) {
        self.solve_with(merge_suits, iterations, Settings::default())
    }

    pub(crate) fn plain(&self) -> Plain<'_> {
        Plain::new(&self.betting, self.board, self.deck, &self.ranges)
    }
}

/// Ten to ace.
pub(crate) fn royal_deck() -> CardSet {
    Card::all().filter(|card| card.index() >= 32).collect()
}

pub(crate) fn parse(text: &str) -> Range {
    Range::parse(Game::Plo4, text).unwrap()
}

/// Every `step`th hand of the royal deck.
pub(crate) fn royal_hands(board: &str, step: usize) -> Range {
    let board: Board = board.parse().unwrap();
    let hands = Combo::all(Game::Plo4, royal_deck().complement() | board.set());
    let hands: Vec<String> = hands.step_by(step).map(|hand| hand.to_string()).collect();
    parse(&hands.join(","))
}

pub(crate) fn royal(board: &str, steps: [usize; 2], stack: u64) -> Spot {
    Spot::new(board, royal_deck(), steps.map(|step| royal_hands(board, step)), stack, "pot")
}

pub(crate) fn close(one: &Exploitability, other: [f64; 4], bound: f64) {
    let found = [one.values[0], one.values[1], one.best_responses[0], one.best_responses[1]];
    for (found, other) in found.into_iter().zip(other) {
        assert!((found - other).abs() < bound, "{one:?} {other:?}");
    }
}

pub(crate) fn worth(plain: &mut Plain<'_>) -> [f64; 4] {
    let [oop, ip] = Player::BOTH;
    [
        plain.value(oop, Play::Average),
        plain.value(ip, Play::Average),
        plain.value(oop, Play::Best),
        plain.value(ip, Play::Best),
    ]
}

#[test]
fn a_whole_turn_of_the_royal_deck_is_worth_what_plain_evaluation_says() {
    let spot = royal("TcJdQhKs", [1, 1], 400);
    let (mut solver, engine) = spot.solve(false, 12);
    assert_eq!(solver.game().hands(BoardAt::START, Player::Oop), 1_820);
    assert_eq!(solver.game().boards(1), 16);
    let mut plain = spot.plain();
    plain.adopt(&mut solver);
    close(&engine, worth(&mut plain), 2e-3);
}

#[test]
fn a_flop_of_the_royal_deck_is_worth_what_plain_evaluation_says() {
    let spot = royal("TcJdQh", [53, 41], 150);
    let (mut solver, engine) = spot.solve(false, 12);
    assert_eq!((solver.game().boards(1), solver.game().boards(2)), (17, 17 * 16));
    let mut plain = spot.plain();
    plain.adopt(&mut solver);
    close(&engine, worth(&mut plain), 2e-3);
}

#[test]
fn a_plain_solver_finds_the_same_value() {
    let spots =
        [("TcJdQhKs", [11, 9], 250), ("AsKsQsTd", [8, 13], 250), ("TcJdQh", [149, 127], 150)];
    for (board, steps, stack) in spots {
        let spot = royal(board, steps, stack);
        let (_, engine) = spot.solve(true, 150);
        let mut plain = spot.plain();
        (1..=100).for_each(|iteration| plain.step(iteration));
        let [value, _, best_oop, best_ip] = worth(&mut plain);
        let gap = (best_oop + best_ip) / 2.0;
        assert!(engine.mean() < 0.3 && gap < 0.3, "{engine:?} {gap}");
        assert!(
            (engine.values[0] - value).abs() < 2.0 * (engine.mean() + gap),
            "{engine:?} {value}"
        );
    }
}

#[test]
fn merging_suits_changes_no_value() {
    for board in ["TcJcQcKc", "TcTdJcJd", "AsKsQdJd", "TcJdQhKs"] {
        let full = [1, 2].map(|_| royal_hands(board, 1));
        let spot = Spot::new(board, royal_deck(), full, 100, "pot");
        // After one iteration averages are even and nothing hangs on rounding.
        let (merged, with) = spot.solve(true, 1);
        let (all, without) = spot.solve(false, 1);
        assert!(merged.game().boards(1) < all.game().boards(1) || board == "TcJdQhKs");
        let [a, b] = [without.values, without.best_responses];
        close(&with, [a[0], a[1], b[0], b[1]], 2e-3);
    }
}

#[test]
fn a_polar_range_against_a_bluff_catcher_is_the_known_game() {
    // A full house or nothing against two pair, and a bet of the pot: half of the
    // nothings bluff, half of the bets are called, and the bettor gets three
    // quarters of the pot.
    let ranges = [parse("AhAd8c7c,8h7h6s3s"), parse("KhQhKc5c")];
    let spot = Spot::new("AsKd9s4c4d", CardSet::DECK, ranges, 100, "pot");
    let (_, worth) = spot.solve(true, 2_000);
    assert!(worth.mean() < 0.05, "{worth:?}");
    assert!((worth.values[0] - 25.0).abs() < 0.1, "{worth:?}");
}

#[test]
fn relabelled_suits_have_the_same_value() {
    let one = [parse("AsKsQd*,TT99"), parse("AsAh*Jd,9s8s7d6d,KK")];
    let other = [parse("AdKdQc*,TT99"), parse("AdAs*Jc,9d8d7c6c,KK")];
    let one = Spot::new("Ts9d6s2c", CardSet::DECK, one, 100, "pot");
    let other = Spot::new("Td9c6d2h", CardSet::DECK, other, 100, "pot");
    let (one, other) = (one.solve(true, 1).1, other.solve(true, 1).1);
    let [a, b] = [other.values, other.best_responses];
    close(&one, [a[0], a[1], b[0], b[1]], 2e-3);
}

#[test]
fn players_who_cannot_bet_change_places() {
    let ranges = [parse("AsKsQd*,TT99@50"), parse("AsAh*Jd,9s8s7d6d,KK@25")];
    let value = |ranges: [Range; 2]| {
        let mut spot = Spot::new("Ts9d6s2c3h", CardSet::DECK, ranges, 100, "pot");
        let start = TreeStart::street(Street::River, Chips(100), Chips(100));
        let spec = TreeSpec::new(Rules::POT_LIMIT, start, StreetSpec::default());
        spot.betting = BettingTree::build(&spec).unwrap();
        spot.solve(true, 1).1.values
    };
    let [oop, ip] = ranges;
    let (one, other) = (value([oop.clone(), ip.clone()]), value([ip, oop]));
    assert!(
        (one[0] - other[1]).abs() < 1e-4 && (one[0] + other[0]).abs() < 1e-4,
        "{one:?} {other:?}"
    );
    assert!(one[0].abs() > 1.0, "{one:?}");
}

#[test]
fn threads_change_nothing_and_half_precision_little() {
    for board in ["TcJdQhKs", "TcJdQhKsAd"] {
        let spot = royal(board, [1, 2], 300);
        let solve = |precision, threads| {
            let settings = Settings { precision, threads, ..Settings::default() };
            spot.solve_with(true, 40, settings).1
        };
        let full = solve(Precision::Full, 1);
        assert_eq!(full, solve(Precision::Full, 2));
        let half = solve(Precision::Half, 2);
        assert!((full.values[0] - half.values[0]).abs() < 0.2, "{full:?} {half:?}");
    }
}

#[test]
fn memory_is_known_before_it_is_allocated() {
    let spot = royal("TcJdQhKs", [1, 3], 300);
    let settings = Settings { threads: 2, ..Settings::default() };
    let estimate = MemoryEstimate::new(&spot.game(true), &settings).unwrap();
    let solver = Solver::new(spot.game(true), settings).unwrap();
    assert_eq!(estimate, solver.memory());
    assert!(Solver::within(spot.game(true), settings, estimate.total() - 1).is_err());
}

#[test]
fn five_cards_are_solved_on_the_river() {
    let range = |text: &str| Range::parse(Game::Plo5, text).unwrap();
    let ranges = [range("AhAd8c7c6c,8h7h6s3s2h"), range("KhQhKc5c5h")];
    let spot = Spot::new("AsKd9s4c4d", CardSet::DECK, ranges, 100, "pot");
    let (_, worth) = spot.solve(true, 2_000);
    assert!((worth.values[0] - 25.0).abs() < 0.1, "{worth:?}");
}

#[test]
fn spots_that_cannot_be_are_refused() {
    let aces = || [parse("AA"), parse("KK")];
    let river = Spot::new("Ts9d6s2c3h", CardSet::DECK, aces(), 100, "pot");
    let turn = Spot { board: "Ts9d6s2c".parse().unwrap(), ..river };
    let streets = OmahaError::Street { betting: Street::River, board: Street::Turn };
    assert_eq!(turn.try_game(true).unwrap_err(), streets);
    let holdem = [Range::full(Game::Holdem), Range::full(Game::Holdem)];
    let spot = Spot::new("Ts9d6s2c3h", CardSet::DECK, holdem, 100, "pot");
    assert_eq!(spot.try_game(true).unwrap_err(), OmahaError::Game);
    let mixed = [parse("AA"), Range::full(Game::Plo5)];
    let spot = Spot::new("Ts9d6s2c3h", CardSet::DECK, mixed, 100, "pot");
    assert_eq!(spot.try_game(true).unwrap_err(), OmahaError::Game);
    let spot = Spot::new("Ts9d6s2c3h", royal_deck(), aces(), 100, "pot");
    assert_eq!(spot.try_game(true).unwrap_err(), OmahaError::Deck(20));
    let empty = [parse("AA"), parse("TsTh99")];
    let spot = Spot::new("Ts9d6s2c3h", CardSet::DECK, empty, 100, "pot");
    assert_eq!(spot.try_game(true).unwrap_err(), OmahaError::EmptyRange(Player::Ip));
}
