//! Buckets of rivers against their definition, hand by hand and pair by pair.

use quasar_abstraction::{
    AbstractionError, RangesOnRiver, RiverBucketing, RiverBuckets, RiverMethod,
};
use quasar_cards::{Board, Card, Combo, Game, SuitPermutation};
use quasar_eval::rank_hand;

const METHODS: [RiverMethod; 3] =
    [RiverMethod::Strength, RiverMethod::Blockers, RiverMethod::Lloyd(2)];

/// Two players' hands of a board with their weights.
struct Case {
    game: Game,
    board: Board,
    hands: [Vec<u32>; 2],
    weights: [Vec<f32>; 2],
}

impl Case {
    /// Every so many hands of a board, other ones and with other weights for each player.
    fn new(game: Game, board: &str, every: [usize; 2]) -> Case {
        let board: Board = board.parse().unwrap();
        let hands = [0, 1].map(|player: usize| {
            let every = every[player];
            let live = Combo::all(game, board.set()).map(|hand| hand.index() as u32);
            live.filter(|&hand| (hand as usize * 7 + player).is_multiple_of(every)).collect()
        });
        let weights = hands.each_ref().map(|hands: &Vec<u32>| {
            hands.iter().map(|hand| [1.0, 0.5, 0.25, 1.0][*hand as usize / 3 % 4]).collect()
        });
        Case { game, board, hands, weights }
    }

    fn make(&self, k: usize, method: RiverMethod) -> Result<RiverBuckets, AbstractionError> {
        let river = RangesOnRiver {
            game: self.game,
            board: &self.board,
            hands: [&self.hands[0], &self.hands[1]],
            weights: [&self.weights[0], &self.weights[1]],
        };
        RiverBuckets::new(&river, &RiverBucketing { k, method })
    }

    fn combo(&self, player: usize, hand: usize) -> Combo {
        Combo::from_index(self.game, self.hands[player][hand] as usize).unwrap()
    }
}

/// Margins, parts held together and the compatible weight of each hand of the first player, from
/// all pairs of hands.
fn pair_by_pair(case: &Case, made: &RiverBuckets) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let [rows, columns] = made.buckets();
    let (mut margins, mut together) = (vec![0.0; rows * columns], vec![0.0; rows * columns]);
    let mut compatible = vec![0.0; case.hands[0].len()];
    let describe = |player: usize| -> Vec<_> {
        let hands = (0..case.hands[player].len()).map(|hand| {
            let combo = case.combo(player, hand);
            let rank = rank_hand(&combo, &case.board).unwrap();
            let weight = f64::from(case.weights[player][hand]);
            (combo.set(), rank, usize::from(made.labels(player)[hand]), weight)
        });
        hands.collect()
    };
    let (first, second) = (describe(0), describe(1));
    let mut totals = [vec![0.0; rows], vec![0.0; columns]];
    first.iter().for_each(|hand| totals[0][hand.2] += hand.3);
    second.iter().for_each(|hand| totals[1][hand.2] += hand.3);
    for (number, (cards, rank, row, weight)) in first.iter().enumerate() {
        for (others, other, column, second) in &second {
            if !cards.intersects(*others) {
                compatible[number] += second;
                let part = weight * second / (totals[0][*row] * totals[1][*column]).max(1e-9);
                together[row * columns + column] += part;
                margins[row * columns + column] += part * f64::from(rank.cmp(other) as i8);
            }
        }
    }
    (margins, together, compatible)
}

fn assert_near(found: f32, expected: f64, error: f64, what: &str) {
    assert!((f64::from(found) - expected).abs() <= error, "{what}: {found}, not {expected}");
}

/// Compares with all pairs. Entries may be off by so much on average; those of small buckets by
/// more, unless every pair was counted.
fn check(case: &Case, k: usize, method: RiverMethod, error: f64) {
    let made = case.make(k, method).unwrap();
    let [rows, columns] = made.buckets();
    assert!(rows <= k && columns <= k);
    let (margins, together, compatible) = pair_by_pair(case, &made);
    assert_eq!((made.margins().rows(), made.compatible_weights().columns()), (rows, columns));
    let mut off = 0.0;
    for row in 0..rows {
        for column in 0..columns {
            let place = row * columns + column;
            let what = format!("{} {method:?} {row} against {column}", case.board);
            for (found, expected) in
                [(made.compatible_weights(), &together), (made.margins(), &margins)]
            {
                let found = found.entry(row, column);
                let most = if error < 1e-3 { 10.0 * error } else { 0.5 };
                assert_near(found, expected[place], most, &what);
                off += (f64::from(found) - expected[place]).abs() / 2.0;
            }
        }
    }
    assert!(off <= error * (rows * columns) as f64, "{method:?}: entries are off by {off}");
    for (hand, expected) in compatible.iter().enumerate() {
        let found = made.compatible(0)[hand];
        assert_near(found, *expected, 1e-4 * expected + 0.02, "compatible");
    }
}

#[test]
fn few_hands_are_compared_pair_by_pair() {
    for method in METHODS {
        check(&Case::new(Game::Plo4, "Ts9s2c2d7h", [211, 307]), 40, method, 3e-5);
        check(&Case::new(Game::Holdem, "Ks9s4s2d7h", [2, 3]), 30, method, 3e-5);
        check(&Case::new(Game::Plo5, "8h7c6d5s2h", [1_999, 2_503]), 25, method, 3e-5);
        check(&Case::new(Game::Plo6, "AsAhJdTc4d", [20_011, 20_021]), 25, method, 3e-5);
    }
}

/// Enough hands that sets of cards are counted instead of pairs of hands.
#[test]
fn many_hands_meet_as_pairs_do() {
    let case = Case::new(Game::Plo4, "Ts9s2c2d7h", [83, 79]);
    assert!(case.hands[0].len() * case.hands[1].len() > 4_000_000);
    // A bucket for each strength, so that margins are as good as the parts held together.
    check(&case, 200, RiverMethod::Strength, 0.02);
    check(&case, 20, RiverMethod::Blockers, 0.02);
    check(&Case::new(Game::Plo4, "Ks9s4s2d7h", [89, 73]), 20, RiverMethod::Blockers, 0.02);
}

#[test]
fn players_with_few_hands_have_a_bucket_for_each() {
    let case = Case::new(Game::Plo4, "8h7c6d5s2h", [401, 40_009]);
    let made = case.make(100, RiverMethod::Blockers).unwrap();
    assert_eq!(made.buckets()[1], case.hands[1].len());
    let mut labels = made.labels(1).to_vec();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), case.hands[1].len());
    check(&case, 100, RiverMethod::Blockers, 3e-5);
}

#[test]
fn hands_without_weight_change_nothing() {
    let case = Case::new(Game::Plo4, "Ts9s2c2d7h", [101, 103]);
    let mut more = Case::new(Game::Plo4, "Ts9s2c2d7h", [101, 103]);
    let added = |hand: &u32| hand.is_multiple_of(997);
    let live: Vec<u32> =
        Combo::all(Game::Plo4, more.board.set()).map(|hand| hand.index() as u32).collect();
    for player in 0..2 {
        for &hand in live.iter().filter(|hand| added(hand)) {
            if !more.hands[player].contains(&hand) {
                more.hands[player].push(hand);
                more.weights[player].push(0.0);
            }
        }
    }
    for method in METHODS {
        let (one, other) = (case.make(50, method).unwrap(), more.make(50, method).unwrap());
        assert_eq!(one.buckets(), other.buckets());
        for player in 0..2 {
            let hands = case.hands[player].len();
            assert_eq!(one.labels(player), &other.labels(player)[..hands]);
            let buckets = other.buckets()[player];
            assert!(other.labels(player).iter().all(|&label| usize::from(label) < buckets));
        }
        assert_eq!(
            (one.margins(), one.compatible_weights()),
            (other.margins(), other.compatible_weights())
        );
    }
    let nothing =
        Case { weights: case.hands.each_ref().map(|hands| vec![0.0; hands.len()]), ..case };
    let made = nothing.make(50, RiverMethod::Blockers).unwrap();
    assert_eq!(made.buckets(), [1, 1]);
    assert_eq!((made.compatible_weights().entry(0, 0), made.margins().entry(0, 0)), (0.0, 0.0));
}

/// Relabelled suits and another order of hands give the same buckets with the same numbers.
#[test]
fn suits_and_order_do_not_matter() {
    let permutation = SuitPermutation::all().nth(13).unwrap();
    for board in ["Ts9s2c2d7h", "Ks9s4s2d7h"] {
        let case = Case::new(Game::Plo4, board, [61, 67]);
        let relabel = |hand: &u32| {
            let combo = Combo::from_index(Game::Plo4, *hand as usize).unwrap();
            combo.permute(permutation).index() as u32
        };
        let cards: Vec<Card> =
            case.board.cards().iter().map(|&card| permutation.card(card)).collect();
        let mut other = Case {
            game: case.game,
            board: Board::new(&cards).unwrap(),
            hands: case.hands.each_ref().map(|hands| hands.iter().map(relabel).collect()),
            weights: case.weights.clone(),
        };
        for player in 0..2 {
            other.hands[player].reverse();
            other.weights[player].reverse();
        }
        for method in METHODS {
            let (one, other) = (case.make(60, method).unwrap(), other.make(60, method).unwrap());
            for player in 0..2 {
                let mut labels = other.labels(player).to_vec();
                labels.reverse();
                assert_eq!(one.labels(player), labels, "{board} {method:?}");
            }
        }
    }
}

#[test]
fn equal_players_have_equal_buckets() {
    let mut case = Case::new(Game::Plo4, "AsAhJdTc4d", [53, 53]);
    case.hands[1] = case.hands[0].clone();
    case.weights[1] = case.weights[0].clone();
    let made = case.make(64, RiverMethod::Blockers).unwrap();
    assert_eq!(made.labels(0), made.labels(1));
    let [rows, columns] = made.buckets();
    for row in 0..rows {
        for column in 0..columns {
            assert_eq!(
                made.compatible_weights().entry(row, column),
                made.compatible_weights().entry(column, row)
            );
        }
    }
}

#[test]
fn every_bucket_has_a_hand_whatever_the_number_of_threads() {
    let case = Case::new(Game::Plo4, "Ts9s2c2d7h", [31, 37]);
    for method in METHODS {
        let made = case.make(77, method).unwrap();
        for player in 0..2 {
            let mut used = vec![false; made.buckets()[player]];
            made.labels(player).iter().for_each(|&label| used[usize::from(label)] = true);
            assert!(used.iter().all(|&used| used));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        assert_eq!(pool.install(|| case.make(77, method)).unwrap(), made);
    }
}

#[test]
fn wrong_input_is_refused() {
    let case = || Case::new(Game::Plo4, "Ts9s2c2d7h", [997, 997]);
    let refused = |case: Case, k: usize| case.make(k, RiverMethod::Blockers).unwrap_err();
    assert_eq!(refused(case(), 0), AbstractionError::ClusterCount(0));
    assert_eq!(refused(case(), 70_000), AbstractionError::ClusterCount(70_000));
    let turn: Board = "Ts9s2c2d".parse().unwrap();
    assert_eq!(refused(Case { board: turn, ..case() }, 5), AbstractionError::NotARiver(turn));
    let mut blocked = case();
    blocked.hands[1][3] = "Ts9s8s7s".parse::<Combo>().unwrap().index() as u32;
    let index = blocked.hands[1][3];
    assert_eq!(refused(blocked, 5), AbstractionError::Hand { hand: 3, index });
    let mut short = case();
    short.weights[0].pop();
    assert!(matches!(refused(short, 5), AbstractionError::HandCount { .. }));
    let mut negative = case();
    negative.weights[0][2] = -1.0;
    assert!(matches!(refused(negative, 5), AbstractionError::Weight { hand: 2, .. }));
}
