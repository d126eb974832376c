#![allow(clippy::needless_range_loop, reason = "one number of several matrices")]

use proptest::prelude::*;

use super::*;
use crate::arch::{Kernel, Portable, dispatch};
use crate::number::{NEAREST, Number};
use crate::schedule::Weights;

const STRIDE: usize = 24;

fn shape(actions: usize, hands: usize, packed: bool) -> Shape {
    let kept = if packed { hands } else { padded(hands) };
    Shape { actions, hands, kept, stride: STRIDE }
}

/// Any number of hands, with a last block of slots that is narrow or padded.
fn any_shape() -> impl Strategy<Value = Shape> {
    (1usize..9, 1..=STRIDE, any::<bool>())
        .prop_map(|(actions, hands, packed)| shape(actions, hands, packed))
}

fn matrix(actions: usize, range: std::ops::Range<f32>) -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec(range, actions * STRIDE)
}

fn inputs() -> impl Strategy<Value = (Shape, [Vec<f32>; 3], Vec<f32>)> {
    any_shape().prop_flat_map(|shape| {
        let matrices = [-3.0..3.0, 0.0..1.0, -5.0..5.0].map(|range| matrix(shape.actions, range));
        (Just(shape), matrices, prop::collection::vec(0.0f32..1.0, STRIDE))
    })
}

/// Regret matching of one hand by its definition.
fn match_hand(regrets: &[f32]) -> Vec<f32> {
    let total: f32 = regrets.iter().map(|regret| regret.max(0.0)).sum();
    let share = |regret: &f32| {
        if total > 0.0 { regret.max(0.0) / total } else { 1.0 / regrets.len() as f32 }
    };
    regrets.iter().map(share).collect()
}

/// A hand's numbers in rows.
fn hand(rows: &[f32], hand: usize) -> Vec<f32> {
    rows.chunks_exact(STRIDE).map(|row| row[hand]).collect()
}

/// A hand's numbers in slots.
fn slots(shape: Shape, slots: &[f32], hand: usize) -> Vec<f32> {
    (0..shape.actions).map(|action| slots[shape.slot(action, hand)]).collect()
}

fn run<K: Kernel>(wide: bool, kernel: K) {
    if wide { dispatch(kernel) } else { kernel.run(Portable) }
}

const WEIGHTS: Weights =
    Weights { positive: 0.75, negative: 0.5, keep: 0.9, add: 2.0, floor: -4.0 };

/// A regret after an iteration, by the formula.
fn learned(regret: f32, after: f32, mean: f32) -> f32 {
    let factor = if regret > 0.0 { 0.75 } else { 0.5 };
    (regret * factor + after - mean).max(-4.0)
}

#[test]
fn every_slot_has_a_place_of_its_own() {
    for hands in [8, 9, 15, STRIDE] {
        let shape = shape(3, hands, true);
        let mut places: Vec<usize> = (0..3)
            .flat_map(|action| (0..hands).map(move |hand| shape.slot(action, hand)))
            .collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..3 * hands));
    }
}

#[test]
fn all_but_the_narrow_block_are_where_padded_slots_have_them() {
    let (packed, filled_up) = (shape(3, 21, true), shape(3, 21, false));
    assert_eq!((packed.slots(), filled_up.slots()), (63, 72));
    for (action, hand) in (0..3).flat_map(|action| (0..16).map(move |hand| (action, hand))) {
        assert_eq!(packed.slot(action, hand), filled_up.slot(action, hand));
    }
    assert_eq!((packed.slot(2, 20), filled_up.slot(2, 20)), (62, 68));
}

/// Whether everything behind a decision's slots is as it was.
fn same_behind(shape: Shape, before: &[f32], after: &[f32]) -> bool {
    before[shape.slots()..] == after[shape.slots()..]
}

/// Play, Learn, Sum and Best of many hands, by one thread or by those of the pool.
fn of_many_hands(packed: bool, parallel: bool) -> [Vec<f32>; 6] {
    let shape = Shape { stride: 70_016, ..shape(3, 70_001, packed) };
    let numbers = |seed: usize| -> Vec<f32> {
        (0..shape.len()).map(|at| (at * 2_654_435_761 % (997 + seed)) as f32 - 400.0).collect()
    };
    let [mut regrets, mut sums, mut after] = [1, 2, 3].map(numbers);
    let reach = &numbers(4)[..shape.stride];
    let mut values = [1, 2, 3].map(|_| vec![0.0; shape.stride]);
    let [learned, summed, best] = &mut values;
    let (weights, dither) = (WEIGHTS, 0);
    let played = RowsOut::Whole(&mut after);
    let play =
        Play { shape, weights, regrets: &regrets, sums: &mut sums, dither, reach, after: played };
    run_split(play, parallel);
    let regrets_mut = &mut regrets;
    run_split(
        Learn { shape, weights, after: &after, value: learned, regrets: regrets_mut, dither },
        parallel,
    );
    run_split(Sum { shape, after: &after, value: summed }, parallel);
    run_split(Best { shape, after: &after, value: best }, parallel);
    let [learned, summed, best] = values;
    [regrets, sums, after, learned, summed, best]
}

#[test]
fn sharing_hands_among_threads_changes_nothing() {
    for packed in [false, true] {
        assert!(of_many_hands(packed, false) == of_many_hands(packed, true));
    }
}

fn close(found: f32, expected: f32) -> bool {
    (found - expected).abs() <= 1e-4 * (1.0 + expected.abs())
}

proptest! {
    #[test]
    fn regret_matching_follows_its_definition((shape, [regrets, ..], _) in inputs()) {
        let mut strategy = vec![0.0; shape.len()];
        let kernel = MatchRegrets { shape, regrets: &regrets, predictions: &[], strategy: &mut strategy };
        kernel.run(Portable);
        for place in 0..shape.hands {
            let expected = match_hand(&slots(shape, &regrets, place));
            for (found, expected) in hand(&strategy, place).into_iter().zip(expected) {
                prop_assert!(close(found, expected));
            }
        }
    }

    #[test]
    fn predictions_add_to_regrets((shape, [regrets, predictions, _], _) in inputs()) {
        let mut strategy = vec![0.0; shape.len()];
        let (regrets, predictions) = (&regrets, &predictions);
        MatchRegrets { shape, regrets, predictions, strategy: &mut strategy }.run(Portable);
        let sums: Vec<f32> = regrets.iter().zip(predictions).map(|(a, b)| a + b).collect();
        for place in 0..shape.hands {
            let expected = match_hand(&slots(shape, &sums, place));
            for (found, expected) in hand(&strategy, place).into_iter().zip(expected) {
                prop_assert!(close(found, expected));
            }
        }
    }

    /// One hand after the other by the formulas, with both kinds of arithmetic.
    #[test]
    fn playing_follows_its_formulas((shape, [regrets, sums, _], reach) in inputs()) {
        for wide in [false, true] {
            let (mut new_sums, mut after) = (sums.clone(), vec![0.0; shape.len()]);
            run(wide, Play {
                shape, weights: WEIGHTS, regrets: &regrets, sums: &mut new_sums, dither: 0,
                reach: &reach, after: RowsOut::Whole(&mut after),
            });
            for place in 0..shape.hands {
                let strategy = match_hand(&slots(shape, &regrets, place));
                for (action, (share, after)) in strategy.iter().zip(hand(&after, place)).enumerate() {
                    prop_assert!(close(after, share * reach[place]));
                    let slot = shape.slot(action, place);
                    prop_assert!(close(new_sums[slot], sums[slot] * 0.9 + 2.0 * share * reach[place]));
                }
            }
            prop_assert!(same_behind(shape, &sums, &new_sums));
            let mut added = sums.clone();
            run(wide, AddPlayed { shape, weights: WEIGHTS, after: &after, sums: &mut added });
            for place in 0..shape.hands {
                let both = slots(shape, &added, place).into_iter().zip(slots(shape, &new_sums, place));
                for (added, played) in both {
                    prop_assert!(close(added, played));
                }
            }
            prop_assert!(same_behind(shape, &sums, &added));
        }
    }

    #[test]
    fn learning_follows_its_formulas((shape, [regrets, _, after], _) in inputs()) {
        for wide in [false, true] {
            let (mut new_regrets, mut value) = (regrets.clone(), vec![0.0; STRIDE]);
            run(wide, Learn {
                shape, weights: WEIGHTS, after: &after, value: &mut value, regrets: &mut new_regrets,
                dither: 0,
            });
            for place in 0..shape.hands {
                let old = slots(shape, &regrets, place);
                let after = hand(&after, place);
                let mean: f32 = match_hand(&old).iter().zip(&after).map(|(a, b)| a * b).sum();
                prop_assert!(close(value[place], mean));
                let new = slots(shape, &new_regrets, place);
                for ((new, old), after) in new.into_iter().zip(old).zip(after) {
                    prop_assert!(close(new, learned(old, after, mean)));
                }
            }
            prop_assert!(same_behind(shape, &regrets, &new_regrets));
        }
    }

    /// Short numbers are read, worked on as f32 and rounded.
    #[test]
    fn short_numbers_play_and_learn_as_their_values_do(
        (shape, [regrets, sums, after], reach) in inputs(), dither: u32, wide: bool,
    ) {
        let (weights, after) = (WEIGHTS, &after);
        let mut short_regrets: Vec<i16> = regrets.iter().map(|&number| i16::of(number, NEAREST)).collect();
        let mut short_sums: Vec<u16> = sums.iter().map(|&number| u16::of(number, NEAREST)).collect();
        let mut regrets: Vec<f32> = short_regrets.iter().map(|number| number.value()).collect();
        let mut sums: Vec<f32> = short_sums.iter().map(|number| number.value()).collect();
        let [mut played, mut short_played] = [(); 2].map(|()| vec![0.0; shape.len()]);
        run(wide, Play {
            shape, weights, regrets: &regrets, sums: &mut sums, dither, reach: &reach,
            after: RowsOut::Whole(&mut played),
        });
        run(wide, Play {
            shape, weights, regrets: &short_regrets, sums: &mut short_sums, dither, reach: &reach,
            after: RowsOut::Whole(&mut short_played),
        });
        prop_assert_eq!(played, short_played);
        let [mut value, mut short_value] = [(); 2].map(|()| vec![0.0; STRIDE]);
        run(wide, Learn { shape, weights, after, value: &mut value, regrets: &mut regrets, dither });
        run(wide, Learn {
            shape, weights, after, value: &mut short_value, regrets: &mut short_regrets, dither,
        });
        prop_assert_eq!(value, short_value);
        for slot in 0..shape.slots() {
            prop_assert_eq!(i16::of(regrets[slot], dither), short_regrets[slot]);
            prop_assert_eq!(u16::of(sums[slot], dither), short_sums[slot]);
        }
    }

    #[test]
    fn learning_from_a_strategy_follows_its_formulas(
        (shape, [regrets, strategy, after], _) in inputs(), predict: bool, wide: bool,
    ) {
        let (mut new_regrets, mut value) = (regrets.clone(), vec![0.0; STRIDE]);
        let mut predictions = vec![0.0; if predict { shape.len() } else { 0 }];
        run(wide, LearnFrom {
            shape, weights: WEIGHTS, strategy: &strategy, after: &after, value: &mut value,
            regrets: &mut new_regrets, predictions: &mut predictions,
        });
        for place in 0..shape.hands {
            let (after, played) = (hand(&after, place), hand(&strategy, place));
            let mean: f32 = after.iter().zip(&played).map(|(a, b)| a * b).sum();
            prop_assert!(close(value[place], mean));
            for action in 0..shape.actions {
                let slot = shape.slot(action, place);
                prop_assert!(close(new_regrets[slot], learned(regrets[slot], after[action], mean)));
                if predict {
                    prop_assert!(close(predictions[slot], after[action] - mean));
                }
            }
        }
        prop_assert!(same_behind(shape, &regrets, &new_regrets));
    }

    #[test]
    fn responses_choose_a_best_action((shape, [after, ..], _) in inputs()) {
        let mut value = vec![0.0; STRIDE];
        Best { shape, after: &after, value: &mut value }.run(Portable);
        let mut response = vec![9.0; shape.len()];
        respond(shape, &after, &value, &mut response);
        for (place, &value) in value[..shape.hands].iter().enumerate() {
            let (after, response) = (hand(&after, place), slots(shape, &response, place));
            let best = after.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            prop_assert_eq!(value, best);
            prop_assert_eq!(response.iter().sum::<f32>(), 1.0);
            let chosen = response.iter().position(|&chosen| chosen == 1.0).unwrap();
            prop_assert_eq!(after[chosen], best);
        }
    }
}
