//! Features against the definition, hand by hand.

use quasar_abstraction::features::EIGHTHS;
use quasar_abstraction::{AbstractionError, FeatureSet, HandFeatures};
use quasar_cards::{Board, Combo, Game};
use quasar_equity::Progress;
use quasar_eval::{HandRank, LiveCards, OmahaBoard};

fn features(board: &str, set: FeatureSet) -> HandFeatures {
    HandFeatures::new(&board.parse().unwrap(), set, &Progress::new()).unwrap()
}

/// Half-points won by a hand, and showdowns, against the hands of a list, over all rivers.
fn versus(rivers: &[OmahaBoard], hand: &Combo, others: &[Combo]) -> (u64, u64, u64) {
    let (mut points, mut better, mut meetings) = (0, 0, 0);
    for river in rivers {
        let Ok(mine) = river.rank(hand) else { continue };
        for other in others.iter().filter(|other| !other.set().intersects(hand.set())) {
            let Ok(rank) = river.rank(other) else { continue };
            points += u64::from(mine >= rank) + u64::from(mine > rank);
            better += u64::from(rank > mine);
            meetings += 1;
        }
    }
    (points, better, meetings)
}

/// All hands by their equity against all hands, as the sweep of a river has it.
fn eighths(river: &OmahaBoard, hands: &[Combo]) -> Vec<Vec<Combo>> {
    let mut ranks = vec![HandRank::BLOCKED; hands.len()];
    river.ranks_into(Game::Plo4, &mut ranks).unwrap();
    let mut order: Vec<usize> = (0..hands.len()).collect();
    order.sort_by_key(|&hand| ranks[hand]);
    let cut = |part: usize| part * order.len() / EIGHTHS;
    (0..EIGHTHS)
        .map(|part| order[cut(part)..cut(part + 1)].iter().map(|&hand| hands[hand]).collect())
        .collect()
}

#[test]
fn a_river_hand_by_hand() {
    let board: Board = "Ts9s2c2d7h".parse().unwrap();
    let found = features("Ts9s2c2d7h", FeatureSet::Real);
    let river = [OmahaBoard::new(&board).unwrap()];
    let hands: Vec<Combo> = Combo::all(Game::Plo4, board.set()).collect();
    let parts = eighths(&river[0], &hands);
    for text in ["AsKsQdJd", "2h2sAhAd", "8s8hJdJc", "3c4c5d6d", "TcTd9c9d"] {
        let hand: Combo = text.parse().unwrap();
        let row = found.of(LiveCards::new(board.set()).hand_index(&hand).unwrap());
        let (_, better, meetings) = versus(&river, &hand, &hands);
        let nut_rank = 2.0 * (1.0 - (better as f64).ln_1p() / (meetings as f64).ln_1p());
        assert!((f64::from(row[8]) - nut_rank).abs() < 1e-6, "{hand}: {row:?}");
        // The eighths of the features keep hands of equal equity together, so that
        // those of equal strength at a border may be on the other side of it.
        for (part, others) in parts.iter().enumerate() {
            let (points, _, meetings) = versus(&river, &hand, others);
            let equity = points as f64 / (2 * meetings) as f64;
            assert!((f64::from(row[part]) - equity).abs() < 0.3, "{hand}, {part}: {row:?}");
            let taken = 1.0 - meetings as f64 / others.len() as f64;
            assert!((f64::from(row[13 + part]) - taken).abs() < 0.15, "{hand}, {part}: {row:?}");
        }
        let mean = row[..8].iter().map(|&equity| f64::from(equity)).sum::<f64>() / 8.0;
        let (points, _, meetings) = versus(&river, &hand, &hands);
        assert!((mean - points as f64 / (2 * meetings) as f64).abs() < 0.05, "{hand}");
    }
}

/// The features of a board, with this many threads.
fn with_threads(threads: usize, board: &str, set: FeatureSet) -> HandFeatures {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| features(board, set))
}

#[test]
fn a_turn_over_all_rivers_whatever_the_threads() {
    let found = with_threads(3, "Ts9s2c2d", FeatureSet::Real);
    // A turn adds up the same sums for few features and for many.
    for (board, set) in [("Ts9s2c2d", FeatureSet::Small), ("Ts9s2c2d7h", FeatureSet::Real)] {
        let [two, three] = [2, 3].map(|threads| with_threads(threads, board, set));
        assert_eq!(two, three, "{board}");
    }
    let board = found.board();
    let rivers: Vec<OmahaBoard> = LiveCards::new(board.set())
        .cards()
        .map(|card| OmahaBoard::new(&board.with_next(card).unwrap()).unwrap())
        .collect();
    let hands: Vec<Combo> = Combo::all(Game::Plo4, board.set()).collect();
    for text in ["AsKsQdJd", "3c4c5d6d"] {
        let hand: Combo = text.parse().unwrap();
        let row = found.of(LiveCards::new(board.set()).hand_index(&hand).unwrap());
        let (points, better, meetings) = versus(&rivers, &hand, &hands);
        // Two hands that share no card are compared on 40 rivers.
        let share = |count: u64| (count as f64 / 40.0).ln_1p();
        let nut_rank = 2.0 * (1.0 - share(better) / share(meetings));
        assert!((f64::from(row[8]) - nut_rank).abs() < 1e-6, "{hand}: {row:?}");
        // The parts, weighted by what the hand leaves of them, are all hands; each has
        // an eighth of them, give or take those of one equity.
        let left: Vec<f64> = row[13..].iter().map(|&taken| 1.0 - f64::from(taken)).collect();
        let parts = row[..8].iter().zip(&left);
        let equity: f64 = parts.map(|(&equity, left)| f64::from(equity) * left).sum();
        let equity = equity / left.iter().sum::<f64>();
        assert!((equity - points as f64 / (2 * meetings) as f64).abs() < 2e-3, "{hand}");
    }
}

#[test]
fn relabelled_suits_have_the_same_features() {
    // Clubs and diamonds change places; hearts and spades too.
    let [one, other] = ["Ts9s2c2d7h", "Th9h2d2c7s"].map(|board| features(board, FeatureSet::Real));
    let relabel = |text: &str| -> String {
        text.chars()
            .map(|c| match c {
                'c' => 'd',
                'd' => 'c',
                'h' => 's',
                's' => 'h',
                c => c,
            })
            .collect()
    };
    for hand in Combo::all(Game::Plo4, one.board().set()).step_by(997) {
        let image: Combo = relabel(&hand.to_string()).parse().unwrap();
        let index = |features: &HandFeatures, hand: &Combo| {
            LiveCards::new(features.board().set()).hand_index(hand).unwrap()
        };
        assert_eq!(one.of(index(&one, &hand)), other.of(index(&other, &image)), "{hand}");
    }
}

#[test]
fn flops_have_no_features() {
    let flop: Board = "Ts9s2c".parse().unwrap();
    let error = HandFeatures::new(&flop, FeatureSet::Small, &Progress::new()).unwrap_err();
    assert_eq!(error, AbstractionError::NeitherTurnNorRiver(flop));
}
