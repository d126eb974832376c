//! Omaha kernels give the same results with and without wide vectors. In a test
//! of its own, because the limit holds for the whole process.
use quasar_cards::{Board, Card, CardSet, Game, Range};
use quasar_equity::{HeadsUp, Holding, Progress, Question, Tally, heads_up, omaha};
use quasar_eval::simd;

fn answers() -> (Vec<Tally>, Vec<HeadsUp>) {
    let full = |game| Holding::Range(Range::full(game));
    let hand = |text: &str| Holding::Hand(text.parse().unwrap());
    let ask = |players: [Holding; 2], board: &str| {
        let board: Board = board.parse().unwrap();
        Question::new(players.to_vec(), board, CardSet::EMPTY).unwrap()
    };
    let progress = Progress::new();
    let tallies = vec![
        omaha::hand_against_hand(&ask([hand("AsAhKsKh"), hand("8c7c6d5d")], "")),
        omaha::hand_against_hand(&ask([hand("AsAhKsKh2c"), hand("8c7c6d5d2d")], "Td9d6h")),
        omaha::hand_against_range(&ask([hand("AsAh9s4h"), full(Game::Plo4)], "9c8d2h"), &progress),
        omaha::hand_against_range(
            &ask([hand("AsAh9s4h2c"), full(Game::Plo5)], "9c8d2s3d"),
            &progress,
        ),
    ];
    let ranges = [("QsJs9h3d2c", Game::Plo4), ("Td9d6h2s", Game::Plo4), ("QsJs9h3d2c", Game::Plo5)];
    let ranges = ranges.map(|(board, game)| {
        let mut most = Range::full(game);
        most.remove("Kc".parse::<Card>().unwrap().into());
        heads_up(&ask([full(game), Holding::Range(most)], board), &progress)
    });
    let tallies = tallies.into_iter().map(|tally| tally.unwrap().unwrap()).collect();
    (tallies, ranges.into_iter().map(|range| range.unwrap().unwrap()).collect())
}

#[test]
fn the_baseline_agrees_with_wide_vectors() {
    let wide = answers();
    simd::limit_to_baseline();
    let baseline = answers();
    assert_eq!(wide.0, baseline.0);
    assert!(wide.1 == baseline.1, "ranges differ");
}
