//! Regrets and strategy sums: the only large buffers of a solve.
//!
//! Full precision keeps both as f32. Half precision keeps 16-bit numbers and,
//! for each decision on each board, two scales: regrets are signed, sums are
//! not, and the largest of each slice takes the whole range, so a number is
//! wrong by at most 1/65,534 (regrets) or 1/131,070 (sums) of the slice's
//! largest, and by what f32 rounds on the way.

use crate::arch::advise_pages;
use crate::plan::Extent;

/// How regrets and sums are kept.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Precision {
    /// 32-bit floating point.
    #[default]
    Full,
    /// 16-bit with a scale for each decision and board.
    Half,
}

/// All slots of a solve.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Storage {
    Full { regrets: Vec<f32>, sums: Vec<f32>, predictions: Vec<f32> },
    Half { regrets: Vec<i16>, sums: Vec<u16>, scales: Vec<Scales> },
}

/// Zeros, in large pages where they are many and the system has them, as a solver
/// takes its memory. A leaf operator over very many hands is faster in them: rows are
/// far apart. Public for those who call [`Game::leaves`](crate::Game::leaves) without a
/// solver, such as benchmarks, and would else measure another memory than a solve has.
pub fn zeros<T: Clone + Default>(count: usize) -> Vec<T> {
    let mut numbers = vec![T::default(); count];
    advise_pages(&mut numbers);
    numbers
}

fn clear<T: Clone + Default>(numbers: &mut Vec<T>, count: usize) {
    if count > numbers.capacity() {
        // What is there goes before more is taken.
        *numbers = Vec::new();
        *numbers = zeros(count);
    } else {
        numbers.clear();
        numbers.resize(count, T::default());
    }
}

/// What one unit of a 16-bit number stands for.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Scales {
    pub(crate) regrets: f32,
    pub(crate) sums: f32,
}

impl Storage {
    /// Zeros everywhere. Only full precision can keep predictions.
    pub(crate) fn new(size: Extent, precision: Precision, predictions: bool) -> Storage {
        match precision {
            Precision::Full => Storage::Full {
                regrets: zeros(size.slots),
                sums: zeros(size.slots),
                predictions: zeros(if predictions { size.slots } else { 0 }),
            },
            Precision::Half => Storage::Half {
                regrets: zeros(size.slots),
                sums: zeros(size.slots),
                scales: zeros(size.decisions),
            },
        }
    }

    /// No slots at all.
    pub(crate) fn nothing() -> Storage {
        Storage::Full { regrets: Vec::new(), sums: Vec::new(), predictions: Vec::new() }
    }

    /// Zeros everywhere, in the memory that there is if it is enough.
    pub(crate) fn clear(&mut self, size: Extent) {
        match self {
            Storage::Full { regrets, sums, predictions } => {
                clear(regrets, size.slots);
                clear(sums, size.slots);
                if !predictions.is_empty() {
                    clear(predictions, size.slots);
                }
            }
            Storage::Half { regrets, sums, scales } => {
                clear(regrets, size.slots);
                clear(sums, size.slots);
                clear(scales, size.decisions);
            }
        }
    }

    /// Bytes that [`new`](Self::new) would take.
    pub(crate) fn bytes(size: Extent, precision: Precision, predictions: bool) -> u64 {
        let (slots, decisions) = (size.slots as u64, size.decisions as u64);
        match precision {
            Precision::Full => slots * if predictions { 12 } else { 8 },
            Precision::Half => slots * 4 + decisions * size_of::<Scales>() as u64,
        }
    }

    /// Everything, to be written.
    pub(crate) fn view(&mut self) -> View<'_> {
        let numbers = match self {
            Storage::Full { regrets, sums, predictions } => {
                Numbers::Full { regrets, sums, predictions }
            }
            Storage::Half { regrets, sums, scales } => Numbers::Half { regrets, sums, scales },
        };
        View { start: Extent::default(), numbers }
    }
}

/// A part of the storage.
#[derive(Debug)]
pub(crate) struct View<'a> {
    start: Extent,
    numbers: Numbers<'a>,
}

#[derive(Debug)]
enum Numbers<'a> {
    Full { regrets: &'a mut [f32], sums: &'a mut [f32], predictions: &'a mut [f32] },
    Half { regrets: &'a mut [i16], sums: &'a mut [u16], scales: &'a mut [Scales] },
}

/// A decision's numbers, in the order of [`Shape::slot`](crate::kernels::Shape::slot).
/// Predictions are empty unless the algorithm uses them.
#[derive(Debug)]
pub(crate) struct Slots<'a> {
    pub(crate) regrets: &'a mut [f32],
    pub(crate) sums: &'a mut [f32],
    pub(crate) predictions: &'a mut [f32],
}

impl<'a> View<'a> {
    /// Where the part begins in the whole storage.
    pub(crate) fn start(&self) -> Extent {
        self.start
    }

    /// Whether predictions are kept.
    pub(crate) fn predicts(&self) -> bool {
        matches!(&self.numbers, Numbers::Full { predictions, .. } if !predictions.is_empty())
    }

    /// What comes before `at` and what begins there.
    pub(crate) fn split_at(self, at: Extent) -> (View<'a>, View<'a>) {
        let (before, after) = match self.numbers {
            Numbers::Full { regrets, sums, predictions } => {
                let (regrets, later_regrets) = regrets.split_at_mut(at.slots);
                let (sums, later_sums) = sums.split_at_mut(at.slots);
                let middle = at.slots.min(predictions.len());
                let (predictions, later_predictions) = predictions.split_at_mut(middle);
                (
                    Numbers::Full { regrets, sums, predictions },
                    Numbers::Full {
                        regrets: later_regrets,
                        sums: later_sums,
                        predictions: later_predictions,
                    },
                )
            }
            Numbers::Half { regrets, sums, scales } => {
                let (regrets, later_regrets) = regrets.split_at_mut(at.slots);
                let (sums, later_sums) = sums.split_at_mut(at.slots);
                let (scales, later_scales) = scales.split_at_mut(at.decisions);
                (
                    Numbers::Half { regrets, sums, scales },
                    Numbers::Half {
                        regrets: later_regrets,
                        sums: later_sums,
                        scales: later_scales,
                    },
                )
            }
        };
        let later = View { start: self.start + at, numbers: after };
        (View { start: self.start, numbers: before }, later)
    }

    /// The same part for a shorter time.
    pub(crate) fn again(&mut self) -> View<'_> {
        let numbers = match &mut self.numbers {
            Numbers::Full { regrets, sums, predictions } => {
                Numbers::Full { regrets, sums, predictions }
            }
            Numbers::Half { regrets, sums, scales } => Numbers::Half { regrets, sums, scales },
        };
        View { start: self.start, numbers }
    }

    /// Hands a decision's numbers to `work`, which may change what `uses` says.
    /// `buffer` has room for twice as many.
    pub(crate) fn with<T>(
        &mut self,
        at: Extent,
        slots: usize,
        buffer: &mut [f32],
        uses: Uses,
        work: impl FnOnce(Slots<'_>) -> T,
    ) -> T {
        let range = at.slots..at.slots + slots;
        match &mut self.numbers {
            Numbers::Full { regrets, sums, predictions } => work(Slots {
                regrets: &mut regrets[range.clone()],
                sums: &mut sums[range.clone()],
                predictions: predictions.get_mut(range).unwrap_or_default(),
            }),
            Numbers::Half { regrets, sums, scales } => {
                let scales = &mut scales[at.decisions];
                let (regrets, sums) = (&mut regrets[range.clone()], &mut sums[range]);
                let (full_regrets, rest) = buffer.split_at_mut(slots);
                let full_sums = &mut rest[..slots];
                if uses.regrets != Use::Not {
                    for (full, &half) in full_regrets.iter_mut().zip(&*regrets) {
                        *full = f32::from(half) * scales.regrets;
                    }
                }
                if uses.sums != Use::Not {
                    for (full, &half) in full_sums.iter_mut().zip(&*sums) {
                        *full = f32::from(half) * scales.sums;
                    }
                }
                let result = work(Slots {
                    regrets: full_regrets,
                    sums: full_sums,
                    predictions: Default::default(),
                });
                if uses.regrets == Use::Write {
                    scales.regrets = scale_of(full_regrets, f32::from(i16::MAX));
                    let factor = inverse(scales.regrets);
                    for (half, full) in regrets.iter_mut().zip(full_regrets) {
                        *half = (*full * factor).round_ties_even() as i16;
                    }
                }
                if uses.sums == Use::Write {
                    scales.sums = scale_of(full_sums, f32::from(u16::MAX));
                    let factor = inverse(scales.sums);
                    for (half, full) in sums.iter_mut().zip(full_sums) {
                        *half = (*full * factor).round_ties_even() as u16;
                    }
                }
                result
            }
        }
    }
}

/// What is done with regrets and with sums that are handed out. What is not used
/// may be anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Uses {
    pub(crate) regrets: Use,
    pub(crate) sums: Use,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    Not,
    Read,
    Write,
}

/// The scale that lets the largest number use `top` units.
fn scale_of(numbers: &[f32], top: f32) -> f32 {
    numbers.iter().fold(0.0f32, |most, number| most.max(number.abs())) / top
}

fn inverse(scale: f32) -> f32 {
    if scale > 0.0 { 1.0 / scale } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip(regrets: &[f32], sums: &[f32]) -> (Vec<f32>, Vec<f32>) {
        let size = Extent { slots: regrets.len(), decisions: 1 };
        let mut storage = Storage::new(size, Precision::Half, false);
        let mut buffer = vec![0.0; 2 * regrets.len()];
        let mut view = storage.view();
        view.with(
            Extent::default(),
            regrets.len(),
            &mut buffer,
            Uses { regrets: Use::Write, sums: Use::Write },
            |slots| {
                slots.regrets.copy_from_slice(regrets);
                slots.sums.copy_from_slice(sums);
            },
        );
        view.with(
            Extent::default(),
            regrets.len(),
            &mut buffer,
            Uses { regrets: Use::Read, sums: Use::Read },
            |slots| (slots.regrets.to_vec(), slots.sums.to_vec()),
        )
    }

    proptest! {
        #[test]
        fn half_precision_keeps_numbers_to_half_a_unit(
            numbers in prop::collection::vec((-1e6f32..1e6, 0f32..1e6), 1..40),
        ) {
            let (regrets, sums): (Vec<f32>, Vec<f32>) = numbers.into_iter().unzip();
            let (kept_regrets, kept_sums) = round_trip(&regrets, &sums);
            // Scaling rounds three times, each by half of epsilon.
            let rounding = 1.5 * f64::from(f32::EPSILON) * 1.01;
            for (full, kept, units) in [(&regrets, kept_regrets, 65_534.0), (&sums, kept_sums, 131_070.0)] {
                let most = full.iter().fold(0.0f32, |most, number| most.max(number.abs()));
                for (number, kept) in full.iter().zip(kept) {
                    let error = (f64::from(*number) - f64::from(kept)).abs();
                    prop_assert!(error <= f64::from(most) * (1.0 / units + rounding));
                }
            }
        }
    }

    #[test]
    fn zeros_stay_zeros() {
        assert_eq!(round_trip(&[0.0; 3], &[0.0; 3]), (vec![0.0; 3], vec![0.0; 3]));
    }
}
