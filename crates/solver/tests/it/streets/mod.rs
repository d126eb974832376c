//! The whole game on small decks, against a plain reference.

mod reference;

use quasar_cards::{
    Board, Card, CardSet, Combo, HoldemClass, Rank, Street, SuitPermutation, symmetries,
};
use quasar_game::{
    BettingTree, Chips, Limit, MinBet, NodeKind, PlayerSizes, Rake, RoundId, Rules, SizeList,
    StreetSpec, TreeSpec, TreeStart,
};
use quasar_solver::{
    BoardAt, MergeRivers, NodeAt, Player, Precision, Profile, Settings, Solver, SolverGame,
    StreetsGame, StreetsSpec, streets_size,
};

use std::collections::BTreeMap;

use crate::merged::by_strength::ByRank;
use reference::{Frequencies, Key, Reference};

const RULES: Rules =
    Rules { limit: Limit::NoLimit, min_bet: MinBet::BigBlind, big_blind: Chips(10) };

/// The cards of so many of the highest ranks.
fn deck(ranks: usize) -> CardSet {
    Card::all().filter(|card| card.rank().index() + ranks >= Rank::ALL.len()).collect()
}

fn sizes(text: &str) -> SizeList {
    text.parse().unwrap()
}

/// Blinds of 5 and 10, raises to 30 and all-in, limps.
fn preflop(stack: u64, raises: &[&str]) -> BettingTree {
    let raises = raises.iter().map(|text| sizes(text)).collect();
    let street = StreetSpec {
        raise_cap: Some(2),
        ..StreetSpec::both(PlayerSizes { bet: SizeList::default(), raises, donk: None })
    };
    let start = TreeStart::preflop(Chips(5), Chips(10), Chips::ZERO, Chips(stack));
    let spec = TreeSpec::new(RULES, start, street);
    BettingTree::build(&TreeSpec { last_street: Street::Preflop, ..spec }).unwrap()
}

/// The same betting on every line: one size, no raises but all-in.
fn lines(preflop: &BettingTree, bet: &str, raise: &str, last: Street) -> Vec<BettingTree> {
    let seen = preflop[RoundId::ROOT]
        .nodes()
        .iter()
        .filter(|node| node.kind == NodeKind::Showdown && !preflop.is_all_in(node, Player::Oop));
    seen.map(|node| {
        let behind = preflop.stack() - node.committed[0];
        let start = TreeStart::street(Street::Flop, preflop.pot(node), behind);
        let street = StreetSpec {
            raise_cap: Some(1),
            ..StreetSpec::both(PlayerSizes::new(sizes(bet), sizes(raise)))
        };
        let spec = TreeSpec::new(RULES, start, street);
        BettingTree::build(&TreeSpec { last_street: last, ..spec }).unwrap()
    })
    .collect()
}

struct Spot {
    deck: CardSet,
    flops: Vec<(Board, f64)>,
    preflop: BettingTree,
    lines: Vec<BettingTree>,
}

impl Spot {
    fn new(ranks: usize, flops: &[(&str, f64)], last: Street) -> Spot {
        let preflop = preflop(100, &["3bb, a", "a"]);
        let lines = lines(&preflop, "60%", "a", last);
        let flops = flops.iter().map(|(text, weight)| (text.parse().unwrap(), *weight)).collect();
        Spot { deck: deck(ranks), flops, preflop, lines }
    }

    fn spec<'a>(&'a self, merge: Option<&'a dyn MergeRivers>) -> StreetsSpec<'a> {
        StreetsSpec {
            deck: self.deck,
            flops: &self.flops,
            preflop: &self.preflop,
            lines: &self.lines,
            rake: Rake::NONE,
            merge_rivers: merge,
            all_ins: None,
        }
    }

    fn solver(&self, merge: Option<&dyn MergeRivers>, settings: Settings) -> Solver<StreetsGame> {
        Solver::new(StreetsGame::new(&self.spec(merge)).unwrap(), settings).unwrap()
    }

    fn reference(&self) -> Reference<'_> {
        Reference::new(self.deck, &self.flops, &self.preflop, &self.lines)
    }
}

/// What a solver plays, for any relabelling of its boards.
struct Played<'a> {
    solver: std::cell::RefCell<&'a mut Solver<StreetsGame>>,
    combos: Vec<Combo>,
    /// Whose numbers hands of rivers play by, if these are merged.
    merge: Option<&'a dyn MergeRivers>,
}

impl Played<'_> {
    fn frequencies(&self, (node, cards): &Key, actions: usize) -> Frequencies {
        let mut solver = self.solver.borrow_mut();
        let game = solver.game();
        let stages = 0..game.tree().stages().len();
        let find = |stage: usize| {
            let count = game.tree().stages()[stage].nodes().len();
            (0..count).find(|&at| game.node(stage, at) == Some(*node)).map(|at| (stage, at))
        };
        let (stage, at) = stages.clone().find_map(find).unwrap();
        // The cards dealt, and the relabelling from the cards asked for to them.
        let mut place = BoardAt::START;
        let mut deals = Vec::new();
        let mut suits = SuitPermutation::IDENTITY;
        let steps: Vec<&[Card]> = if cards.is_empty() {
            Vec::new()
        } else {
            std::iter::once(&cards[..3]).chain(cards[3..].chunks(1)).collect()
        };
        for step in steps {
            let wanted: CardSet = step.iter().map(|&card| suits.card(card)).collect();
            let known = match deals.is_empty() {
                true => CardSet::EMPTY,
                false => game.board(place).unwrap().set(),
            };
            let parts: Vec<CardSet> = match game.board(place) {
                None => vec![],
                Some(board) => {
                    let cards = board.cards();
                    let later = cards[3..].iter().map(|&card| CardSet::from(card));
                    std::iter::once(cards[..3].iter().copied().collect()).chain(later).collect()
                }
            };
            let fixes = |more: &SuitPermutation| parts.iter().all(|&part| more.apply(part) == part);
            let (number, more) = game
                .deals(place)
                .iter()
                .enumerate()
                .find_map(|(number, deal)| {
                    let next = BoardAt { level: place.level + 1, board: deal.board };
                    let new = game.board(next).unwrap().set() - known;
                    let more = SuitPermutation::all()
                        .filter(fixes)
                        .find(|more| more.apply(wanted) == new)?;
                    Some((number, more))
                })
                .unwrap();
            suits = suits.then(more);
            place = BoardAt { level: place.level + 1, board: game.deals(place)[number].board };
            deals.push(number);
        }
        let board = game.board(place);
        let hand_of: Vec<Option<usize>> =
            match (place.level, self.merge.filter(|_| place.level == 3)) {
                (0, _) => self
                    .combos
                    .iter()
                    .map(|combo| {
                        let class = HoldemClass::of(combo).unwrap();
                        game.classes().iter().position(|&known| known == class)
                    })
                    .collect(),
                (_, None) => {
                    let known: Vec<Combo> = game.combos(place).unwrap().collect();
                    let number = |combo: &Combo| {
                        let moved = combo.permute(suits);
                        known.iter().position(|known| *known == moved)
                    };
                    self.combos.iter().map(number).collect()
                }
                (_, Some(merge)) => {
                    let board = board.unwrap();
                    let left: Vec<u32> = self
                        .combos
                        .iter()
                        .filter(|combo| !combo.set().intersects(board.set()))
                        .map(|combo| combo.index() as u32)
                        .collect();
                    let weights = vec![1.0; left.len()];
                    // Buckets are those of the least of the equal boards.
                    let flop: CardSet = board.cards()[..3].iter().copied().collect();
                    let least = symmetries([flop])
                        .min_by_key(|more| more.apply(board.set()).bits())
                        .unwrap();
                    let cards: Vec<Card> = least.apply(board.set()).iter().collect();
                    let river = Board::new(&cards).unwrap();
                    let mut hands: Vec<u32> = left
                        .iter()
                        .map(|&index| {
                            let combo =
                                Combo::from_index(quasar_cards::Game::Holdem, index as usize);
                            combo.unwrap().permute(least).index() as u32
                        })
                        .collect();
                    hands.sort_unstable();
                    let given = quasar_solver::RiverHands {
                        board: &river,
                        hands: [&hands; 2],
                        weights: [&weights; 2],
                    };
                    let buckets = merge.merge(given).unwrap();
                    let number = |combo: &Combo| {
                        let moved = combo.permute(suits).permute(least).index() as u32;
                        let place = hands.binary_search(&moved).ok()?;
                        Some(usize::from(buckets.labels[0][place]))
                    };
                    self.combos.iter().map(number).collect()
                }
            };
        let rows = solver.strategy(&NodeAt { stage, node: at, deals }, Profile::Average).unwrap();
        let hands = rows.len() / actions;
        (0..actions)
            .map(|action| {
                let row = &rows[action * hands..][..hands];
                hand_of.iter().map(|hand| hand.map_or(0.0, |hand| f64::from(row[hand]))).collect()
            })
            .collect()
    }
}

fn close(found: [f64; 2], expected: [f64; 2], bound: f64) {
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < bound, "{found} instead of {expected}");
    }
}

/// Values and best responses of a solver's average strategy, found by the reference.
fn check(spot: &Spot, merge: Option<&dyn MergeRivers>, iterations: u32, bound: f64) {
    let mut solver = spot.solver(merge, Settings::default());
    (0..iterations).for_each(|_| solver.step().unwrap());
    let measured = solver.measure(Profile::Average).unwrap();
    if merge.is_none() {
        let found = solver.exploitability(Profile::Average).unwrap();
        close(found.values, measured.values, 1e-4);
        close(found.best_responses, measured.best_responses, 1e-4);
    }
    let reference = spot.reference();
    let combos = reference.combos.clone();
    let played = Played { solver: std::cell::RefCell::new(&mut solver), combos, merge };
    let seen = std::cell::RefCell::new(std::collections::HashMap::new());
    let play = |key: &Key, actions: usize| -> Frequencies {
        let mut seen = seen.borrow_mut();
        seen.entry(key.clone()).or_insert_with(|| played.frequencies(key, actions)).clone()
    };
    close(measured.values, reference.worth(false, &play), bound);
    close(measured.best_responses, reference.worth(true, &play), bound);
}

#[test]
fn two_streets_agree_with_a_plain_reference() {
    let spot = Spot::new(3, &[("AsKhQd", 3.0), ("AsAhKs", 2.0), ("KsQsAs", 1.0)], Street::Flop);
    check(&spot, None, 40, 2e-3);
}

#[test]
fn two_streets_have_the_value_that_a_plain_solver_finds() {
    let spot = Spot::new(3, &[("AsKsQs", 2.0), ("QsQhKs", 1.0)], Street::Flop);
    let mut solver = spot.solver(None, Settings::default());
    (0..200).for_each(|_| solver.step().unwrap());
    let found = solver.exploitability(Profile::Average).unwrap();
    assert!(found.mean() < 0.05, "{found:?}");
    let reference = spot.reference();
    let learned = reference.solve(30);
    let hands = reference.combos.len();
    let play = |key: &Key, actions: usize| learned.average(key, [actions, hands]);
    let [values, best] = [false, true].map(|best| reference.worth(best, &play));
    let gap = (best[0] + best[1]) / 2.0;
    assert!(gap < 0.2, "{gap}");
    assert!(
        (values[0] - found.values[0]).abs() < 2.0 * (gap + found.mean()),
        "{values:?} {found:?}"
    );
}

#[test]
fn all_streets_agree_with_a_plain_reference() {
    let spot = Spot::new(3, &[("KsQsAs", 2.0), ("AsKsKh", 1.0)], Street::River);
    check(&spot, None, 15, 5e-3);
}

#[test]
fn rivers_in_buckets_are_measured_hand_by_hand() {
    let spot = Spot::new(3, &[("KsKhQs", 1.0)], Street::River);
    check(&spot, Some(&ByRank(4)), 15, 5e-3);
}

/// All flops of a deck that differ by more than suits, each with how many are equal to it.
fn all_flops(deck: CardSet) -> Vec<(Board, f64)> {
    let cards: Vec<Card> = deck.iter().collect();
    let mut found: BTreeMap<u64, (CardSet, f64)> = BTreeMap::new();
    for one in 0..cards.len() {
        for two in 0..one {
            for three in 0..two {
                let flop: CardSet = [one, two, three].into_iter().map(|at| cards[at]).collect();
                let images = SuitPermutation::all().map(|suits| suits.apply(flop));
                let least = images.min_by_key(|set| set.bits()).unwrap();
                found.entry(least.bits()).or_insert((least, 0.0)).1 += 1.0;
            }
        }
    }
    let board = |(set, weight): (CardSet, f64)| {
        (Board::new(&set.iter().collect::<Vec<_>>()).unwrap(), weight)
    };
    found.into_values().map(board).collect()
}

/// Wins minus losses of each class against all hands, over all boards of a deck.
fn margins(deck: CardSet) -> BTreeMap<usize, f64> {
    let inside = |combo: &Combo| (combo.set() - deck).is_empty();
    let combos: Vec<Combo> =
        Combo::all(quasar_cards::Game::Holdem, CardSet::EMPTY).filter(inside).collect();
    let cards: Vec<Card> = deck.iter().collect();
    let mut sums: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
    let five = (0u32..1 << cards.len()).filter(|chosen| chosen.count_ones() == 5);
    for chosen in five {
        let board: Vec<Card> =
            (0..cards.len()).filter(|&at| chosen >> at & 1 == 1).map(|at| cards[at]).collect();
        let board = Board::new(&board).unwrap();
        let live: Vec<_> = combos
            .iter()
            .filter(|combo| !combo.set().intersects(board.set()))
            .map(|combo| (combo, quasar_eval::rank_hand(combo, &board).unwrap()))
            .collect();
        for (one, rank) in &live {
            let sum = sums.entry(HoldemClass::of(one).unwrap().index()).or_default();
            for (other, against) in &live {
                if !one.set().intersects(other.set()) {
                    sum[0] += f64::from(rank.cmp(against) as i8);
                    sum[1] += 1.0;
                }
            }
        }
    }
    sums.into_iter().map(|(class, [won, all])| (class, won / all)).collect()
}

#[test]
fn without_bets_on_all_flops_classes_win_their_equity() {
    let deck = deck(4);
    let preflop = preflop(100, &[]);
    let lines = lines(&preflop, "", "", Street::Flop);
    let spot = Spot { deck, flops: all_flops(deck), preflop, lines };
    let mut solver = spot.solver(None, Settings::default());
    let expected = margins(deck);
    let deal = spot.preflop[RoundId::ROOT]
        .nodes()
        .iter()
        .position(|node| node.kind == NodeKind::Showdown)
        .unwrap();
    let at = NodeAt { stage: 0, node: deal, deals: Vec::new() };
    let found = solver.values(&at, Profile::Average).unwrap();
    let classes = solver.game().classes().to_vec();
    assert_eq!(classes.len(), expected.len());
    for (number, class) in classes.iter().enumerate() {
        for player in 0..2 {
            let value = f64::from(found.values[player][number].unwrap());
            // Ten chips of each are in the pot.
            let expected = 10.0 * expected[&class.index()];
            assert!((value - expected).abs() < 1e-3, "{class}: {value} instead of {expected}");
        }
        let [dealt, evenly] = solver.game().dealt(number);
        assert!((dealt - evenly).abs() < 1e-12, "{class}: {dealt} instead of {evenly}");
    }
}

#[test]
fn push_or_fold_agrees_with_a_plain_reference() {
    let deck = deck(3);
    let tree = preflop(60, &["a"]);
    let spot = Spot {
        deck,
        flops: all_flops(deck),
        lines: lines(&tree, "", "", Street::Flop),
        preflop: tree,
    };
    check(&spot, None, 60, 2e-3);
}

#[test]
fn relabelled_suits_change_nothing() {
    let flops = [("AsKhQd", 3.0), ("AsAhKs", 2.0), ("KsQsAs", 1.0)];
    let moved = [("AdKcQh", 3.0), ("AcAdKc", 2.0), ("KhQhAh", 1.0)];
    let worth = |flops: &[(&str, f64)], iterations: u32| {
        let spot = Spot::new(3, flops, Street::River);
        let mut solver = spot.solver(Some(&ByRank(3)), Settings::default());
        (0..iterations).for_each(|_| solver.step().unwrap());
        solver.exploitability(Profile::Average).unwrap()
    };
    // Even strategies, those after an iteration, and the best responses to them. Later on rounding
    // decides between actions that are worth the same, and only the value of the game is the same.
    for iterations in [0, 1] {
        let [one, other] = [worth(&flops, iterations), worth(&moved, iterations)];
        close(one.values, other.values, 1e-3);
        close(one.best_responses, other.best_responses, 1e-3);
    }
    let [one, other] = [worth(&flops, 100), worth(&moved, 100)];
    close(one.values, other.values, one.mean() + other.mean());
}

#[test]
fn threads_change_no_bit_and_half_precision_little() {
    let spot = Spot::new(3, &[("AsKhQd", 2.0), ("AsKsKh", 1.0)], Street::River);
    let worth = |threads, precision| {
        let settings = Settings { threads, precision, ..Settings::default() };
        let mut solver = spot.solver(Some(&ByRank(3)), settings);
        (0..12).for_each(|_| solver.step().unwrap());
        let measured = solver.measure(Profile::Average).unwrap();
        (solver.exploitability(Profile::Average).unwrap(), measured)
    };
    let one = worth(1, Precision::Full);
    assert_eq!(one, worth(3, Precision::Full));
    let half = worth(2, Precision::Half);
    close(half.0.values, one.0.values, 0.3);
}

#[test]
fn the_size_is_known_before_boards_are_made() {
    let flops = [("AsKhQd", 2.0), ("AsKsJh", 1.0), ("TsJsAs", 1.0)];
    let spot = Spot::new(5, &flops, Street::River);
    for (threads, buckets) in [(1, None), (2, Some(6))] {
        let settings = Settings { threads, precision: Precision::Half, ..Settings::default() };
        let merger = buckets.map(ByRank);
        let merge = merger.as_ref().map(|merger| merger as &dyn MergeRivers);
        let size = streets_size(&spot.spec(merge), buckets, &settings).unwrap();
        let solver = spot.solver(merge, settings);
        let memory = solver.memory();
        assert_eq!(size.storage, memory.storage);
        assert_eq!(size.decisions, solver.decisions() as u64);
        let boards = [1, 2, 3].map(|level| solver.game().boards(level) as u64);
        assert_eq!(size.board_counts, boards);
        let near =
            |found: u64, actual: u64| found >= actual && found < actual + actual / 3 + 10_000;
        assert!(near(size.scratch, memory.scratch), "{} {}", size.scratch, memory.scratch);
        let bytes = solver.game().bytes();
        assert!(near(size.boards, bytes), "{} instead of {bytes}", size.boards);
    }
}

#[test]
fn what_is_no_game_is_refused() {
    let spot = Spot::new(3, &[("AsKhQd", 1.0)], Street::Flop);
    let refused = |spec: StreetsSpec<'_>| StreetsGame::new(&spec).unwrap_err().to_string();
    let none: &[(Board, f64)] = &[];
    assert_eq!(refused(StreetsSpec { flops: none, ..spot.spec(None) }), "the game needs a flop");
    let twice = [spot.flops[0], spot.flops[0]];
    assert!(refused(StreetsSpec { flops: &twice, ..spot.spec(None) }).contains("occurs twice"));
    let outside = [("2s3h4d".parse().unwrap(), 1.0)];
    assert!(refused(StreetsSpec { flops: &outside, ..spot.spec(None) }).contains("not a flop"));
    let weight = [(spot.flops[0].0, f64::NAN)];
    assert!(refused(StreetsSpec { flops: &weight, ..spot.spec(None) }).contains("positive"));
    assert!(refused(StreetsSpec { lines: &[], ..spot.spec(None) }).contains("betting trees"));
    let mut others = spot.lines.clone();
    others.reverse();
    assert!(refused(StreetsSpec { lines: &others, ..spot.spec(None) }).contains("line 0"));
    let all_ins = [0.0; 3];
    assert!(
        refused(StreetsSpec { all_ins: Some(&all_ins), ..spot.spec(None) })
            .contains("all-in results")
    );
}
