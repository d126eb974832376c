//! Regrets and strategy sums: the only large buffers of a solve.
//!
//! Full precision stores both as f32, half precision as 16-bit [numbers](crate::number).

use crate::arch::advise_pages;
use crate::number::Number;
use crate::plan::Extent;

/// How regrets and sums are stored.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Precision {
    /// 32-bit floating point.
    #[default]
    Full,
    /// 16-bit floating point.
    Half,
}

/// All slots of a solve.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Storage {
    Full { regrets: Vec<f32>, sums: Vec<f32>, predictions: Vec<f32> },
    Half { regrets: Vec<i16>, sums: Vec<u16> },
}

/// Zeros in the kind of memory that a solver uses: large pages, if there are many numbers
/// and the system has such pages. A leaf operator over very many hands is faster in them,
/// because rows are far apart. Public for callers of
/// [`LeafOperator`](crate::LeafOperator) without a solver, such as benchmarks.
pub fn zeros<T: Clone + Default>(count: usize) -> Vec<T> {
    let mut numbers = vec![T::default(); count];
    advise_pages(&mut numbers);
    numbers
}

fn clear<T: Clone + Default>(numbers: &mut Vec<T>, count: usize) {
    if count > numbers.capacity() {
        // Free the old memory before allocating more.
        *numbers = Vec::new();
        *numbers = zeros(count);
    } else {
        numbers.clear();
        numbers.resize(count, T::default());
    }
}

impl Storage {
    /// Zeros everywhere. Only full precision can store predictions.
    pub(crate) fn new(size: Extent, precision: Precision, predictions: bool) -> Storage {
        match precision {
            Precision::Full => Storage::Full {
                regrets: zeros(size.slots),
                sums: zeros(size.slots),
                predictions: zeros(if predictions { size.slots } else { 0 }),
            },
            Precision::Half => {
                Storage::Half { regrets: zeros(size.slots), sums: zeros(size.slots) }
            }
        }
    }

    /// No slots at all.
    pub(crate) fn nothing() -> Storage {
        Storage::Full { regrets: Vec::new(), sums: Vec::new(), predictions: Vec::new() }
    }

    /// Resets everything to zeros, in the same memory if it is large enough.
    pub(crate) fn clear(&mut self, size: Extent) {
        match self {
            Storage::Full { regrets, sums, predictions } => {
                clear(regrets, size.slots);
                clear(sums, size.slots);
                if !predictions.is_empty() {
                    clear(predictions, size.slots);
                }
            }
            Storage::Half { regrets, sums } => {
                clear(regrets, size.slots);
                clear(sums, size.slots);
            }
        }
    }

    /// Bytes that [`new`](Self::new) would allocate.
    pub(crate) fn bytes(size: Extent, precision: Precision, predictions: bool) -> u64 {
        let slots = size.slots as u64;
        match precision {
            Precision::Full => slots * if predictions { 12 } else { 8 },
            Precision::Half => slots * 4,
        }
    }

    /// Regrets and sums of a decision.
    pub(crate) fn numbers(&self, at: Extent, slots: usize) -> [Vec<f32>; 2] {
        fn values<T: Number>(kept: &[T]) -> Vec<f32> {
            kept.iter().map(|number| number.value()).collect()
        }
        let range = at.slots..at.slots + slots;
        match self {
            Storage::Full { regrets, sums, .. } => {
                [&regrets[range.clone()], &sums[range]].map(<[f32]>::to_vec)
            }
            Storage::Half { regrets, sums } => {
                [values(&regrets[range.clone()]), values(&sums[range])]
            }
        }
    }

    /// Everything, mutable, with the [dither](crate::number::dither) for writing.
    pub(crate) fn view(&mut self, dither: u32) -> View<'_> {
        let numbers = match self {
            Storage::Full { regrets, sums, predictions } => {
                Numbers::Full { regrets, sums, predictions }
            }
            Storage::Half { regrets, sums } => Numbers::Half { regrets, sums },
        };
        View { start: Extent::default(), dither, numbers }
    }
}

/// A part of the storage.
#[derive(Debug)]
pub(crate) struct View<'a> {
    start: Extent,
    dither: u32,
    numbers: Numbers<'a>,
}

#[derive(Debug)]
enum Numbers<'a> {
    Full { regrets: &'a mut [f32], sums: &'a mut [f32], predictions: &'a mut [f32] },
    Half { regrets: &'a mut [i16], sums: &'a mut [u16] },
}

/// A decision's numbers, in the order of [`Shape::slot`](crate::kernels::Shape::slot).
/// Predictions are empty unless the algorithm uses them.
#[derive(Debug)]
pub(crate) struct Slots<'a, R = f32, S = f32> {
    pub(crate) regrets: &'a mut [R],
    pub(crate) sums: &'a mut [S],
    pub(crate) predictions: &'a mut [f32],
    pub(crate) dither: u32,
}

/// A decision's numbers in their storage format.
#[derive(Debug)]
pub(crate) enum Kept<'a> {
    Full(Slots<'a>),
    Half(Slots<'a, i16, u16>),
}

impl<'a> View<'a> {
    /// Where the part begins in the whole storage.
    pub(crate) fn start(&self) -> Extent {
        self.start
    }

    /// Whether predictions are stored.
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
            Numbers::Half { regrets, sums } => {
                let (regrets, later_regrets) = regrets.split_at_mut(at.slots);
                let (sums, later_sums) = sums.split_at_mut(at.slots);
                (
                    Numbers::Half { regrets, sums },
                    Numbers::Half { regrets: later_regrets, sums: later_sums },
                )
            }
        };
        let later = View { start: self.start + at, numbers: after, ..self };
        (View { numbers: before, ..self }, later)
    }

    /// The same part for a shorter time.
    pub(crate) fn again(&mut self) -> View<'_> {
        let numbers = match &mut self.numbers {
            Numbers::Full { regrets, sums, predictions } => {
                Numbers::Full { regrets, sums, predictions }
            }
            Numbers::Half { regrets, sums } => Numbers::Half { regrets, sums },
        };
        View { start: self.start, dither: self.dither, numbers }
    }

    /// A decision's numbers, in their storage format.
    pub(crate) fn slots(&mut self, at: Extent, slots: usize) -> Kept<'_> {
        let (range, dither) = (at.slots..at.slots + slots, self.dither);
        match &mut self.numbers {
            Numbers::Full { regrets, sums, predictions } => Kept::Full(Slots {
                regrets: &mut regrets[range.clone()],
                sums: &mut sums[range.clone()],
                predictions: predictions.get_mut(range).unwrap_or_default(),
                dither,
            }),
            Numbers::Half { regrets, sums } => Kept::Half(Slots {
                regrets: &mut regrets[range.clone()],
                sums: &mut sums[range],
                predictions: Default::default(),
                dither,
            }),
        }
    }

    /// Calls `work` with a decision's numbers as f32. `uses` says which of them it may
    /// change. `buffer` has room for twice as many.
    pub(crate) fn with<T>(
        &mut self,
        at: Extent,
        slots: usize,
        buffer: &mut [f32],
        uses: Uses,
        work: impl FnOnce(Slots<'_>) -> T,
    ) -> T {
        match self.slots(at, slots) {
            Kept::Full(kept) => work(kept),
            Kept::Half(kept) => {
                let (regrets, rest) = buffer.split_at_mut(slots);
                let sums = &mut rest[..slots];
                lengthen(kept.regrets, regrets, uses.regrets);
                lengthen(kept.sums, sums, uses.sums);
                let (predictions, dither) = (Default::default(), kept.dither);
                let result = work(Slots { regrets, sums, predictions, dither });
                shorten(regrets, kept.regrets, uses.regrets, dither);
                shorten(sums, kept.sums, uses.sums, dither);
                result
            }
        }
    }
}

fn lengthen<T: Number>(kept: &[T], values: &mut [f32], used: Use) {
    if used != Use::Not {
        for (value, number) in values.iter_mut().zip(kept) {
            *value = number.value();
        }
    }
}

fn shorten<T: Number>(values: &[f32], kept: &mut [T], used: Use, dither: u32) {
    if used == Use::Write {
        for (number, &value) in kept.iter_mut().zip(values) {
            *number = T::of(value, dither);
        }
    }
}

/// How `work` uses regrets and sums. Unused numbers may hold anything.
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
