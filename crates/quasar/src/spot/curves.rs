//! What the hands of both ranges are worth at a decision, by percentile: the curves that
//! show which range has the better top, middle and bottom.
//!
//! A curve has a point for each whole percent of a range, from its worst hand to its best.
//! The value at p % is that of the hand at which the running total of weights, sorted from
//! worst to best, reaches p % of the range. Cost: equities of both ranges and two sorts.

use quasar_game::Player;
use schemars::JsonSchema;
use serde::Serialize;

use super::equity::Equities;
use super::{NodeFacts, SideFacts, SpotError};
use crate::job::Engine;
use crate::schema::names::{Name, Players};

/// Points of a curve: 0 to 100 percent.
const POINTS: usize = 101;

/// Both ranges at a decision, by percentile.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct SpotCurvesReport {
    /// The line that leads to the decision.
    pub line: String,
    /// The board there.
    pub board: String,
    /// Both players, `oop` first.
    pub players: [RangeCurveReport; 2],
}

/// A range by percentile, from its worst hands to its best. Lists are empty if no hand
/// reaches the decision.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct RangeCurveReport {
    /// `oop` or `ip`.
    pub player: Name<Players>,
    /// Combos that reach the decision.
    pub combos: f64,
    /// The equity at 0 %, 1 %, … 100 % of the range, each 0 to 1.
    pub equity: Vec<f64>,
    /// The expected value from here on at the same percentiles of its own order, in chips.
    pub ev: Vec<f64>,
}

impl SpotCurvesReport {
    /// The curves at a decision; equities are computed by the engine.
    pub fn new(facts: &NodeFacts, engine: &Engine) -> Result<SpotCurvesReport, SpotError> {
        let equities = Equities::at(facts, engine)?;
        let players = Player::BOTH.map(|player| {
            let SideFacts { combos, weights, evs } = &facts.sides[player.index()];
            let hands = || combos.iter().zip(weights);
            let known = hands().filter_map(|(combo, &weight)| {
                Some((equities.hand(player, combo)?, f64::from(weight)))
            });
            let valued = evs.iter().zip(weights);
            let valued =
                valued.filter_map(|(ev, &weight)| Some((f64::from((*ev)?), weight.into())));
            RangeCurveReport {
                player: Name(player),
                combos: weights.iter().map(|&weight| f64::from(weight)).sum(),
                equity: percentiles(known.collect()),
                ev: percentiles(valued.collect()),
            }
        });
        Ok(SpotCurvesReport {
            line: facts.line.to_string(),
            board: facts.board.to_string(),
            players,
        })
    }
}

/// Values with their weights at 0 % to 100 % of the weight.
fn percentiles(mut values: Vec<(f64, f64)>) -> Vec<f64> {
    values.retain(|&(_, weight)| weight > 0.0);
    values.sort_by(|one, other| one.0.total_cmp(&other.0));
    let total: f64 = values.iter().map(|&(_, weight)| weight).sum();
    let Some(&(_, first)) = values.first() else { return Vec::new() };
    let (mut place, mut below) = (0, first);
    let point = |percent: usize| {
        // Sums of weights that are equal on paper may differ in their last digits.
        let goal = percent as f64 / (POINTS - 1) as f64 * total * (1.0 - 1e-12);
        while below < goal && place + 1 < values.len() {
            place += 1;
            below += values[place].1;
        }
        values[place].0
    };
    (0..POINTS).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_give_the_sorted_list() {
        for count in [1, 2, 3, 7, 50, 100, 101, 997] {
            // Every order: 31 is no divisor of any count above.
            let values = (0..count).map(|number| (f64::from(number * 31 % count), 0.25));
            let found = percentiles(values.collect());
            let mut sorted: Vec<f64> = (0..count).map(|n| f64::from(n * 31 % count)).collect();
            sorted.sort_by(f64::total_cmp);
            for (percent, value) in found.iter().enumerate() {
                let rank = (percent * count as usize).div_ceil(100).max(1);
                assert_eq!(*value, sorted[rank - 1], "{percent} % of {count}");
            }
        }
        assert!(percentiles(Vec::new()).is_empty());
        assert!(percentiles(vec![(1.0, 0.0)]).is_empty());
    }

    #[test]
    fn a_heavy_hand_takes_its_share() {
        let found = percentiles(vec![(5.0, 3.0), (1.0, 1.0)]);
        assert_eq!(found[..26], [1.0; 26]);
        assert_eq!(found[26..], [5.0; 75]);
    }
}
