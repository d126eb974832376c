//! All-in or fold, in double precision.
//!
//! The button goes all-in or folds its small blind; the big blind calls or folds.
//! With the 169 classes as hands, that is two strategies of 169 numbers and one
//! matrix, so a dedicated solver is small: regret matching+ with the last regrets
//! as a forecast of the next, alternating players, and averages in which iteration t
//! counts t squared (predictive CFR+; Farina, Kroer and Sandholm, "Faster Game
//! Solving via Predictive Blackwell Approachability", 2021). The general solver
//! stores 32-bit floats, which cannot state an exploitability of a millionth of a
//! big blind.
//!
//! An iteration takes two products of a 169 x 169 matrix with a vector. Up to 30 big
//! blinds some 500 of them reach a millionth of a big blind, and 1,000 big blinds take
//! thousands.

use crate::{CLASSES, ClassTable};

/// How often each class goes all-in, and how often it calls.
#[derive(Clone, PartialEq, Debug)]
pub struct PushFoldCharts {
    /// How often each class of the button goes all-in, 0 to 1.
    pub push: Vec<f64>,
    /// How often each class of the big blind calls, 0 to 1.
    pub call: Vec<f64>,
}

/// What charts are worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PushFoldValue {
    /// What the button wins a hand.
    pub value: f64,
    /// The mean of what both players gain by the best response to the charts.
    pub exploitability: f64,
}

/// The game of all-in or fold between two players with equal stacks, without antes.
/// All amounts are in one unit of the caller's choice.
#[derive(Clone, Debug)]
pub struct PushFoldGame {
    small_blind: f64,
    /// What each class of the button gains by going all-in rather than folding if the big
    /// blind always folds, times its chance.
    stolen: Vec<f64>,
    /// What it gains in addition from each class of the big blind that calls, times the
    /// chance of both; a row for each class of the button.
    called: Vec<f64>,
    /// The same with a row for each class of the big blind.
    called_by: Vec<f64>,
}

impl PushFoldGame {
    /// The game with these blinds and stacks, exact for the equities of `classes`.
    pub fn new(classes: &ClassTable, small_blind: f64, big_blind: f64, stack: f64) -> Self {
        let cells = || (0..CLASSES).flat_map(|row| (0..CLASSES).map(move |column| (row, column)));
        let all: f64 = cells().map(|(ip, oop)| f64::from(classes.pairs(ip, oop))).sum();
        let chance = |ip, oop| f64::from(classes.pairs(ip, oop)) / all;
        let called = |ip, oop| {
            let won = stack * (classes.equity(ip, oop) - classes.equity(oop, ip));
            chance(ip, oop) * (won - big_blind)
        };
        let stolen = |ip| {
            let chances = (0..CLASSES).map(|oop| chance(ip, oop));
            chances.sum::<f64>() * (small_blind + big_blind)
        };
        PushFoldGame {
            small_blind,
            stolen: (0..CLASSES).map(stolen).collect(),
            called: cells().map(|(ip, oop)| called(ip, oop)).collect(),
            called_by: cells().map(|(oop, ip)| called(ip, oop)).collect(),
        }
    }

    /// What each class of the button gains by going all-in rather than folding,
    /// times its chance.
    fn push_gains(&self, call: &[f64]) -> Vec<f64> {
        let mut gains = self.stolen.clone();
        add_rows(&mut gains, &self.called_by, call, 1.0);
        gains
    }

    /// What each class of the big blind gains by calling rather than folding, times
    /// its chance.
    fn call_gains(&self, push: &[f64]) -> Vec<f64> {
        let mut gains = vec![0.0; CLASSES];
        add_rows(&mut gains, &self.called, push, -1.0);
        gains
    }

    /// What charts are worth, by the best responses to them.
    pub fn value_of(&self, charts: &PushFoldCharts) -> PushFoldValue {
        let PushFoldCharts { push, call } = charts;
        let gains = [self.push_gains(call), self.call_gains(push)];
        let missed = |gains: &[f64], chart: &[f64]| -> f64 {
            gains.iter().zip(chart).map(|(gain, part)| gain.max(0.0) - part * gain).sum()
        };
        let lost = missed(&gains[0], push) + missed(&gains[1], call);
        let won: f64 = gains[0].iter().zip(push).map(|(gain, part)| gain * part).sum();
        PushFoldValue { value: won - self.small_blind, exploitability: lost / 2.0 }
    }

    /// Solves to an exploitability of `target`, or as far as `iterations` go; at least
    /// one is done. Returns the charts, what they are worth and the iterations done.
    pub fn solve(&self, target: f64, iterations: u32) -> (PushFoldCharts, PushFoldValue, u32) {
        let mut players = [Learner::new(), Learner::new()];
        let mut iteration = 0;
        loop {
            iteration += 1;
            let weight = f64::from(iteration).powi(2);
            let gains = self.push_gains(&players[1].part);
            players[0].learn(&gains, weight);
            let gains = self.call_gains(&players[0].part);
            players[1].learn(&gains, weight);
            let last = iteration >= iterations;
            if last || iteration.is_multiple_of(CHECKED) {
                let [push, call] = [players[0].average(), players[1].average()];
                let charts = PushFoldCharts { push, call };
                let worth = self.value_of(&charts);
                if last || worth.exploitability <= target {
                    return (charts, worth, iteration);
                }
            }
        }
    }
}

/// Adds all rows of a matrix, each times its part and `sign`.
fn add_rows(sums: &mut [f64], matrix: &[f64], parts: &[f64], sign: f64) {
    for (row, part) in matrix.chunks(CLASSES).zip(parts) {
        if *part > 0.0 {
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += sign * part * value);
        }
    }
}

/// The exploitability is measured after this many iterations.
const CHECKED: u32 = 20;

/// One player: two actions for each class, of which the second is to be learned.
struct Learner {
    /// The regrets of folding and of the other action, never negative.
    regrets: Vec<[f64; 2]>,
    /// How often the other action is taken now.
    part: Vec<f64>,
    sum: Vec<f64>,
    weight: f64,
}

impl Learner {
    fn new() -> Learner {
        Learner {
            regrets: vec![[0.0; 2]; CLASSES],
            part: vec![0.5; CLASSES],
            sum: vec![0.0; CLASSES],
            weight: 0.0,
        }
    }

    /// Learns what the other action would have gained over folding, and adds the
    /// resulting strategy to the average.
    fn learn(&mut self, gains: &[f64], weight: f64) {
        for (((regrets, part), sum), gain) in
            self.regrets.iter_mut().zip(&mut self.part).zip(&mut self.sum).zip(gains)
        {
            let regret = [-*part * gain, (1.0 - *part) * gain];
            let learned = |side: usize| (regrets[side] + regret[side]).max(0.0);
            *regrets = [learned(0), learned(1)];
            // The same gain is expected again.
            let [fold, other] =
                [(regrets[0] + regret[0]).max(0.0), (regrets[1] + regret[1]).max(0.0)];
            *part = if fold + other > 0.0 { other / (fold + other) } else { 0.5 };
            *sum += weight * *part;
        }
        self.weight += weight;
    }

    fn average(&self) -> Vec<f64> {
        self.sum.iter().map(|sum| sum / self.weight).collect()
    }
}
