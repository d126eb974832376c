//! The numbers of a decision as bytes.

use super::blocks::{decision_bytes, scales};
use super::layout::DecisionShape;

/// The frequency 1.
const WHOLE: u16 = u16::MAX;

/// The largest number of a kind, in units of its scale.
const MOST: f32 = i16::MAX as f32;

/// Where there is no number.
const NONE: i16 = i16::MIN;

/// The numbers of a decision to write. Matrices are action by action, hand by hand.
#[derive(Clone, Copy, Debug)]
pub struct DecisionNumbers<'a> {
    /// The frequency of each action.
    pub strategy: &'a [f32],
    /// The value of each action.
    pub evs: &'a [Option<f32>],
    /// The value of each hand of the other player.
    pub other_evs: &'a [Option<f32>],
    /// The regrets; a save without regrets ignores them.
    pub regrets: &'a [f32],
}

impl DecisionNumbers<'_> {
    /// Appends the bytes; false if there are more or fewer numbers than the shape
    /// has.
    pub(super) fn write(
        &self,
        shape: DecisionShape,
        hands: [usize; 2],
        regrets: bool,
        bytes: &mut Vec<u8>,
    ) -> bool {
        let own = hands[usize::from(shape.player)];
        let cells = own * usize::from(shape.actions);
        let fits = self.strategy.len() == cells
            && self.evs.len() == cells
            && self.other_evs.len() == hands[1 - usize::from(shape.player)]
            && (!regrets || self.regrets.len() == cells);
        if !fits {
            return false;
        }
        let regrets_given = || self.regrets.iter().map(|&regret| Some(regret));
        let ev_scale = scale(self.evs.iter().copied());
        let other_scale = scale(self.other_evs.iter().copied());
        let regret_scale = scale(regrets_given());
        bytes.extend(ev_scale.to_le_bytes());
        bytes.extend(other_scale.to_le_bytes());
        if regrets {
            bytes.extend(regret_scale.to_le_bytes());
        }
        write_frequencies(self.strategy, own, bytes);
        write_scaled(self.evs.iter().copied(), ev_scale, bytes);
        write_scaled(self.other_evs.iter().copied(), other_scale, bytes);
        if regrets {
            write_scaled(regrets_given(), regret_scale, bytes);
        }
        true
    }
}

/// The value of one unit, such that the largest number has [`MOST`] of them.
fn scale(numbers: impl Iterator<Item = Option<f32>>) -> f32 {
    let sizes = numbers.flatten().map(f32::abs).filter(|size| size.is_finite());
    sizes.fold(0.0, f32::max) / MOST
}

fn write_scaled(numbers: impl Iterator<Item = Option<f32>>, scale: f32, bytes: &mut Vec<u8>) {
    let factor = if scale > 0.0 { 1.0 / scale } else { 0.0 };
    for number in numbers {
        let units = match number.filter(|number| number.is_finite()) {
            Some(number) => (number * factor).round().clamp(-MOST, MOST) as i16,
            None => NONE,
        };
        bytes.extend(units.to_le_bytes());
    }
}

/// Rounds sums over the actions instead of the frequencies, so that those of a
/// hand add up to [`WHOLE`] and each is wrong by less than one unit.
fn write_frequencies(strategy: &[f32], hands: usize, bytes: &mut Vec<u8>) {
    let start = bytes.len();
    bytes.resize(start + 2 * strategy.len(), 0);
    let (units, _) = bytes[start..].as_chunks_mut::<2>();
    for hand in 0..hands {
        let row = || (hand..strategy.len()).step_by(hands);
        let total: f64 = row().map(|place| f64::from(strategy[place])).sum();
        let (mut sum, mut written) = (0.0, 0u16);
        for place in row() {
            sum += f64::from(strategy[place]);
            let share = if total > 0.0 { sum / total } else { 0.0 };
            let until = ((share * f64::from(WHOLE)).round() as u16).max(written);
            units[place] = (until - written).to_le_bytes();
            written = until;
        }
    }
}

/// A decision that was read. Matrices are action by action, hand by hand.
#[derive(Clone, Copy, Debug)]
pub struct SavedDecision<'a> {
    shape: DecisionShape,
    hands: [usize; 2],
    regrets: bool,
    bytes: &'a [u8],
}

impl<'a> SavedDecision<'a> {
    /// The decision at the beginning of `bytes`, and what follows it.
    pub(super) fn split(
        bytes: &'a [u8],
        shape: DecisionShape,
        hands: [usize; 2],
        regrets: bool,
    ) -> Option<(SavedDecision<'a>, &'a [u8])> {
        let (bytes, rest) = bytes.split_at_checked(decision_bytes(shape, hands, regrets))?;
        Some((SavedDecision { shape, hands, regrets, bytes }, rest))
    }

    /// Who acts, and how many actions there are.
    pub fn shape(&self) -> DecisionShape {
        self.shape
    }

    /// How often each hand takes each action; those of a hand add up to 1.
    pub fn strategy(&self) -> Vec<f32> {
        let (units, _) = self.part(0).as_chunks::<2>();
        let hands = self.hands[usize::from(self.shape.player)];
        let units: Vec<u16> = units.iter().map(|&unit| u16::from_le_bytes(unit)).collect();
        let mut totals = vec![0u32; hands];
        for row in units.chunks_exact(hands.max(1)) {
            totals.iter_mut().zip(row).for_each(|(total, &unit)| *total += u32::from(unit));
        }
        let even = 1.0 / f32::from(self.shape.actions);
        let share = |(place, &unit): (usize, &u16)| match totals[place % hands] {
            0 => even,
            total => (f64::from(unit) / f64::from(total)) as f32,
        };
        units.iter().enumerate().map(share).collect()
    }

    /// The value of each action for each hand, in chips.
    pub fn evs(&self) -> Vec<Option<f32>> {
        self.scaled(1, 0)
    }

    /// The value of each hand of the other player, in chips.
    pub fn other_evs(&self) -> Vec<Option<f32>> {
        self.scaled(2, 4)
    }

    /// The regrets, if the save has them.
    pub fn regrets(&self) -> Option<Vec<f32>> {
        let regrets = self.regrets.then(|| self.scaled(3, 8))?;
        Some(regrets.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// The frequencies, EVs, other EVs or regrets.
    fn part(&self, number: usize) -> &'a [u8] {
        let own = self.hands[usize::from(self.shape.player)];
        let cells = 2 * own * usize::from(self.shape.actions);
        let others = 2 * self.hands[1 - usize::from(self.shape.player)];
        let lengths = [cells, cells, others, cells];
        let start = scales(self.regrets) + lengths[..number].iter().sum::<usize>();
        &self.bytes[start..start + lengths[number]]
    }

    fn scaled(&self, part: usize, scale: usize) -> Vec<Option<f32>> {
        let scale = self.bytes[scale..].first_chunk::<4>().map_or(0.0, |&b| f32::from_le_bytes(b));
        let (units, _) = self.part(part).as_chunks::<2>();
        let number = |&unit: &[u8; 2]| {
            let units = i16::from_le_bytes(unit);
            let number = f32::from(units) * scale;
            (units != NONE && number.is_finite()).then_some(number)
        };
        units.iter().map(number).collect()
    }
}
