use proptest::prelude::*;

use super::*;
use crate::arch::{Portable, dispatch};

const STRIDE: usize = 24;
const HANDS: usize = 9;

fn shape(actions: usize) -> Shape {
    Shape { actions, hands: HANDS, stride: STRIDE }
}

fn matrix(actions: usize, range: std::ops::Range<f32>) -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec(range, actions * STRIDE)
}

fn inputs() -> impl Strategy<Value = (usize, [Vec<f32>; 3], Vec<f32>)> {
    (1usize..9).prop_flat_map(|actions| {
        let matrices =
            [matrix(actions, -3.0..3.0), matrix(actions, 0.0..1.0), matrix(actions, -5.0..5.0)];
        (Just(actions), matrices, prop::collection::vec(0.0f32..1.0, STRIDE))
    })
}

/// Regret matching of one hand, as the definition has it.
fn match_hand(regrets: &[f32]) -> Vec<f32> {
    let total: f32 = regrets.iter().map(|regret| regret.max(0.0)).sum();
    let share = |regret: &f32| {
        if total > 0.0 { regret.max(0.0) / total } else { 1.0 / regrets.len() as f32 }
    };
    regrets.iter().map(share).collect()
}

fn hand(matrix: &[f32], hand: usize) -> Vec<f32> {
    matrix.chunks_exact(STRIDE).map(|row| row[hand]).collect()
}

fn close(found: f32, expected: f32) -> bool {
    (found - expected).abs() <= 1e-4 * (1.0 + expected.abs())
}

proptest! {
    #[test]
    fn regret_matching_follows_its_definition((actions, [regrets, ..], _) in inputs()) {
        let shape = shape(actions);
        let mut strategy = vec![0.0; shape.len()];
        let kernel = MatchRegrets { shape, regrets: &regrets, predictions: &[], strategy: &mut strategy };
        kernel.run(Portable);
        for place in 0..HANDS {
            let expected = match_hand(&hand(&regrets, place));
            for (found, expected) in hand(&strategy, place).into_iter().zip(expected) {
                prop_assert!(close(found, expected));
            }
        }
    }

    #[test]
    fn predictions_add_to_regrets((actions, [regrets, predictions, _], _) in inputs()) {
        let shape = shape(actions);
        let mut strategy = vec![0.0; shape.len()];
        let (regrets, predictions) = (&regrets, &predictions);
        MatchRegrets { shape, regrets, predictions, strategy: &mut strategy }.run(Portable);
        let sums: Vec<f32> = regrets.iter().zip(predictions).map(|(a, b)| a + b).collect();
        for place in 0..HANDS {
            let expected = match_hand(&hand(&sums, place));
            for (found, expected) in hand(&strategy, place).into_iter().zip(expected) {
                prop_assert!(close(found, expected));
            }
        }
    }

    /// One hand after the other by the formulas; unrolled and row by row; with
    /// both kinds of arithmetic.
    #[test]
    fn learning_follows_its_formulas((actions, [regrets, strategy, after], reach) in inputs()) {
        let shape = shape(actions);
        let weights = Weights { positive: 0.75, negative: 0.5, keep: 0.9, add: 2.0, floor: -4.0 };
        for predict in [false, true] {
            for wide in [false, true] {
                let (mut new_regrets, mut sums) = (regrets.clone(), strategy.clone());
                let mut predictions = vec![0.0; if predict { shape.len() } else { 0 }];
                let mut value = vec![0.0; STRIDE];
                let kernel = Learn {
                    shape, weights, strategy: &strategy, reach: &reach, after: &after,
                    value: &mut value, regrets: &mut new_regrets, sums: &mut sums,
                    predictions: &mut predictions,
                };
                if wide { dispatch(kernel) } else { kernel.run(Portable) }
                for place in 0..HANDS {
                    let (after, played) = (hand(&after, place), hand(&strategy, place));
                    let mean: f32 = after.iter().zip(&played).map(|(a, b)| a * b).sum();
                    prop_assert!(close(value[place], mean));
                    for action in 0..actions {
                        let at = action * STRIDE + place;
                        let factor = if regrets[at] > 0.0 { 0.75 } else { 0.5 };
                        let expected = (regrets[at] * factor + after[action] - mean).max(-4.0);
                        prop_assert!(close(new_regrets[at], expected));
                        let sum = strategy[at] * 0.9 + 2.0 * reach[place] * played[action];
                        prop_assert!(close(sums[at], sum));
                        if predict {
                            prop_assert!(close(predictions[at], after[action] - mean));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn responses_choose_a_best_action((actions, [after, ..], _) in inputs()) {
        let shape = shape(actions);
        let mut value = vec![0.0; STRIDE];
        Best { shape, after: &after, value: &mut value }.run(Portable);
        let mut response = vec![9.0; shape.len()];
        respond(shape, &after, &value, &mut response);
        for (place, &value) in value[..HANDS].iter().enumerate() {
            let (after, response) = (hand(&after, place), hand(&response, place));
            let best = after.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            prop_assert_eq!(value, best);
            prop_assert_eq!(response.iter().sum::<f32>(), 1.0);
            let chosen = response.iter().position(|&chosen| chosen == 1.0).unwrap();
            prop_assert_eq!(after[chosen], best);
        }
    }
}
