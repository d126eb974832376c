//! The same game without the engine: double precision, one line after the other.

use std::collections::HashMap;

use quasar_solver::Player;

use super::game::{BOARDS, HANDS, Line, leaf_values};

type Reach = [Vec<f64>; 2];

/// What is done with a player's decisions.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Play {
    /// Values of the current strategy.
    Watch,
    /// The same, and regrets.
    Learn,
    /// Values of the average.
    Average,
    /// Values of the best response to averages.
    Best,
}

/// Two numbers for each hand.
#[derive(Clone, Default)]
struct Learned {
    regrets: [[f64; 2]; HANDS],
    sums: [[f64; 2]; HANDS],
}

/// Vanilla CFR.
pub(super) struct Plain {
    bonus: f64,
    weights: Reach,
    learned: HashMap<Line, Learned>,
}

impl Plain {
    pub(super) fn new(bonus: f64, weights: &[Vec<f32>; 2]) -> Plain {
        let weights =
            weights.each_ref().map(|row| row.iter().map(|&weight| f64::from(weight)).collect());
        Plain { bonus, weights, learned: HashMap::new() }
    }

    /// An iteration. A player's strategy is averaged whenever the opponent learns.
    pub(super) fn step(&mut self, simultaneous: bool) {
        let turns: &[[bool; 2]] =
            if simultaneous { &[[true, true]] } else { &[[true, false], [false, true]] };
        for &learns in turns {
            let plays = learns.map(|learns| if learns { Play::Learn } else { Play::Watch });
            self.walk(Line::Start, plays, &self.weights.clone());
        }
    }

    /// The mean of each player's values where the game begins.
    pub(super) fn means(&mut self, plays: [Play; 2]) -> [f64; 2] {
        let values = self.walk(Line::Start, plays, &self.weights.clone());
        let [oop, ip] = &self.weights;
        let others = |hand: usize| (0..HANDS).filter(move |&other| other != hand);
        let met = |hand: usize| others(hand).map(|other| oop[hand] * ip[other]).sum::<f64>();
        let all: f64 = (0..HANDS).map(met).sum();
        [0, 1].map(|side| {
            let weights = self.weights[side].iter();
            weights.zip(&values[side]).map(|(weight, value)| weight * value).sum::<f64>() / all
        })
    }

    pub(super) fn root_values(&mut self, plays: [Play; 2]) -> Reach {
        self.walk(Line::Start, plays, &self.weights.clone())
    }

    /// The strategy at a decision, hand by hand.
    pub(super) fn strategy(&self, line: Line, average: bool) -> Vec<[f64; 2]> {
        let learned = self.learned.get(&line).cloned().unwrap_or_default();
        let numbers = if average { learned.sums } else { learned.regrets };
        let normalise = |numbers: [f64; 2]| {
            let positive = numbers.map(|number| number.max(0.0));
            let sum = positive[0] + positive[1];
            if sum > 0.0 { positive.map(|number| number / sum) } else { [0.5; 2] }
        };
        numbers.map(normalise).to_vec()
    }

    fn walk(&mut self, line: Line, plays: [Play; 2], reach: &Reach) -> Reach {
        let Some((player, lines)) = line.decision() else { return self.leaf(line, reach) };
        let (side, other) = (player.index(), player.opponent().index());
        let play = plays[side];
        let average = matches!(play, Play::Average | Play::Best);
        let strategy = self.strategy(line, average);
        if !average && plays[other] == Play::Learn {
            let learned = self.learned.entry(line).or_default();
            for hand in 0..HANDS {
                for (sum, part) in learned.sums[hand].iter_mut().zip(strategy[hand]) {
                    *sum += reach[side][hand] * part;
                }
            }
        }
        let after = [0, 1].map(|action: usize| {
            let mut reach = reach.clone();
            for hand in 0..HANDS {
                reach[side][hand] *= strategy[hand][action];
            }
            self.walk(lines[action], plays, &reach)
        });
        let mut values = [vec![0.0; HANDS], vec![0.0; HANDS]];
        for hand in 0..HANDS {
            values[other][hand] = after[0][other][hand] + after[1][other][hand];
            let [first, second] = [after[0][side][hand], after[1][side][hand]];
            values[side][hand] = match play {
                Play::Best => first.max(second),
                _ => strategy[hand][0] * first + strategy[hand][1] * second,
            };
            if play == Play::Learn {
                let regrets = &mut self.learned.entry(line).or_default().regrets[hand];
                for (regret, after) in regrets.iter_mut().zip([first, second]) {
                    *regret += after - values[side][hand];
                }
            }
        }
        values
    }

    fn leaf(&self, line: Line, reach: &Reach) -> Reach {
        let both = |value: &dyn Fn(Player) -> Vec<f64>| Player::BOTH.map(value);
        match line {
            Line::Deal(added) => both(&|player| {
                let (own, other) = (&reach[player.index()], &reach[player.opponent().index()]);
                let mut mean = vec![0.0; HANDS];
                for board in 0..BOARDS {
                    let values = leaf_values(board, self.bonus, own, other);
                    for (mean, value) in mean.iter_mut().zip(values) {
                        *mean += f64::from(1 + added) * value / BOARDS as f64;
                    }
                }
                mean
            }),
            Line::Folded(who) => both(&|player| {
                let other = &reach[player.opponent().index()];
                let chips = if player == who { -1.0 } else { 1.0 };
                let met = |hand: usize| other.iter().sum::<f64>() - other[hand];
                (0..HANDS).map(|hand| chips * met(hand)).collect()
            }),
            line => unreachable!("{line:?} is no leaf"),
        }
    }
}
