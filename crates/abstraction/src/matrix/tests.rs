//! Counting against the definition, pair by pair.

use proptest::prelude::*;
use quasar_cards::{Card, CardSet, Combo, Game, Rank};
use quasar_eval::OmahaBoard;

use super::*;

/// Wins, ties and pairs of hands with these buckets, one pair after the other.
fn one_by_one(river: &Board, hands: &[(Combo, usize)], buckets: usize) -> Vec<[u64; 3]> {
    let board = OmahaBoard::new(river).unwrap();
    let mut counts = vec![[0; 3]; buckets * buckets];
    let ranked: Vec<_> =
        hands.iter().map(|(hand, label)| (hand.set(), board.rank(hand).unwrap(), *label)).collect();
    for (mine, rank, row) in &ranked {
        for (theirs, other, column) in &ranked {
            if !mine.intersects(*theirs) {
                let counts = &mut counts[row * buckets + column];
                counts[0] += u64::from(rank > other);
                counts[1] += u64::from(rank == other);
                counts[2] += 1;
            }
        }
    }
    counts
}

fn check(
    river: &Board,
    buckets: usize,
    held: impl Fn(&Combo) -> bool,
    label: impl Fn(usize) -> usize,
) {
    let all: Vec<Combo> = Combo::all(Game::Plo4, river.set()).collect();
    let labels: Vec<u32> = (0..all.len()).map(|hand| label(hand) as u32).collect();
    let weights: Vec<f32> = all.iter().map(|hand| f32::from(u8::from(held(hand)))).collect();
    let matrix =
        BucketMatrix::of_hands(river, &labels, buckets, &weights, &Progress::new()).unwrap();
    let hands: Vec<(Combo, usize)> = all
        .iter()
        .enumerate()
        .filter(|(_, hand)| held(hand))
        .map(|(number, hand)| (*hand, label(number)))
        .collect();
    let expected = one_by_one(river, &hands, buckets);
    for row in 0..buckets {
        for column in 0..buckets {
            let found =
                [matrix.wins(row, column), matrix.ties(row, column), matrix.pairs(row, column)];
            assert_eq!(found, expected[row * buckets + column], "{row} against {column}");
            match (matrix.equity(row, column), matrix.equity(column, row)) {
                (Some(one), Some(other)) => assert_eq!(one + other, 1.0),
                (one, other) => assert_eq!((one, other, found[2]), (None, None, 0)),
            }
        }
    }
}

/// Ten to ace, the cards of the board left out.
fn royal(hand: &Combo) -> bool {
    hand.cards().all(|card| card.rank() >= Rank::Ten)
}

#[test]
fn a_deck_of_twenty_cards_in_full() {
    // 1,365 hands of fifteen cards and 4,845 of twenty are not too many to compare.
    check(&"AsKsQd2c7h".parse().unwrap(), 37, royal, |hand| hand * 7 % 37);
    check(&"AsAhJdTcTh".parse().unwrap(), 3, royal, |hand| hand % 3);
    check(&"AsKsQsJdTd".parse().unwrap(), 1, royal, |_| 0);
}

/// Every few hundredth of all hands.
#[test]
fn a_sample_of_the_whole_deck() {
    let chosen = |hand: &Combo| hand.index() % 211 == 5;
    check(&"Ts9s2c2d7h".parse().unwrap(), 53, chosen, |hand| hand / 3_400);
    check(&"8h8d8c8s2c".parse().unwrap(), 20, chosen, |hand| hand % 20);
}

#[test]
fn one_bucket_of_all_hands_meets_itself_evenly() {
    let river: Board = "Ts9s2c2d7h".parse().unwrap();
    let matrix = BucketMatrix::new(&river, &vec![0; 178_365], 1, &Progress::new()).unwrap();
    assert_eq!(matrix.pairs(0, 0), 178_365 * 123_410);
    assert_eq!(2 * matrix.wins(0, 0) + matrix.ties(0, 0), matrix.pairs(0, 0));
    assert_eq!(matrix.equity(0, 0), Some(0.5));
}

#[test]
fn weighted_ranges_are_sums_of_products() {
    let river: Board = "Ts9s2c2d7h".parse().unwrap();
    let board = OmahaBoard::new(&river).unwrap();
    let hands: Vec<Combo> = Combo::all(Game::Plo4, river.set()).collect();
    let labels: Vec<u32> = (0..hands.len()).map(|hand| (hand % 5) as u32).collect();
    let weights = [3usize, 5].map(|step| -> Vec<f32> {
        let weight = |hand: usize| {
            if hand.is_multiple_of(100 * step + 1) { 1.0 / (1 + hand % step) as f32 } else { 0.0 }
        };
        (0..hands.len()).map(weight).collect()
    });
    let pairs =
        BucketPairs::new(&river, &labels, 5, [&weights[0], &weights[1]], &Progress::new()).unwrap();
    let mut expected = [[[0.0; 2]; 5]; 5];
    for (one, first) in hands.iter().enumerate().filter(|(hand, _)| weights[0][*hand] > 0.0) {
        for (other, second) in hands.iter().enumerate().filter(|(hand, _)| weights[1][*hand] > 0.0)
        {
            if !first.set().intersects(second.set()) {
                let weight = f64::from(weights[0][one]) * f64::from(weights[1][other]);
                let sign = match board.rank(first).unwrap().cmp(&board.rank(second).unwrap()) {
                    std::cmp::Ordering::Less => -1.0,
                    std::cmp::Ordering::Equal => 0.0,
                    std::cmp::Ordering::Greater => 1.0,
                };
                let entry = &mut expected[one % 5][other % 5];
                entry[0] += weight;
                entry[1] += sign * weight;
            }
        }
    }
    for (first, row) in expected.iter().enumerate() {
        for (second, [together, margin]) in row.iter().enumerate() {
            assert!((pairs.compatible_weight(first, second) - together).abs() < 1e-6);
            assert!((pairs.margin(first, second) - margin).abs() < 1e-6);
            assert!(*together > 0.0, "the test compares something");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let river: Board = "Ts9s2c2d7h".parse().unwrap();
    let turn: Board = "Ts9s2c2d".parse().unwrap();
    let new = |board: &Board, labels: &[u32]| {
        BucketMatrix::new(board, labels, 2, &Progress::new()).unwrap_err()
    };
    assert_eq!(new(&turn, &[]), AbstractionError::NotARiver(turn));
    let missing = AbstractionError::HandCount { what: "labels", found: 3, expected: 178_365 };
    assert_eq!(new(&river, &[0; 3]), missing);
    let mut labels = vec![0; 178_365];
    labels[7] = 2;
    assert_eq!(new(&river, &labels), AbstractionError::Label { hand: 7, label: 2, buckets: 2 });
    labels[7] = 1;
    let (ones, mut bad) = (vec![1.0; 178_365], vec![1.0; 178_365]);
    bad[9] = f32::NAN;
    let error = BucketPairs::new(&river, &labels, 2, [&ones, &bad], &Progress::new()).unwrap_err();
    assert_eq!(error, AbstractionError::Weight { hand: 9, weight: "NaN".to_owned() });
    let progress = Progress::new();
    progress.cancel();
    assert_eq!(BucketMatrix::new(&river, &labels, 2, &progress), Err(AbstractionError::Stopped));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_river_and_any_buckets(
        deck in Just(Card::all().collect::<Vec<Card>>()).prop_shuffle(), buckets in 1usize..40, factor in 1usize..1_000,
    ) {
        let river = Board::new(&deck[..5]).unwrap();
        let used: CardSet = deck[5..18].iter().copied().collect();
        check(&river, buckets, |hand| (hand.set() - used).is_empty(), |hand| hand * factor % buckets);
    }
}
