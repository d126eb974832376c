//! Why a hand has its equity: hand types, draws and outs.

use quasar_equity::{Draws, Estimate, HandOnBoard, Holding, Question, draws, estimate};

use super::EquityError;
use super::report::{BreakdownReport, DrawReport, DrawsReport};

/// What is known at once about the first player's hand.
pub(super) struct Explanation {
    estimate: Result<Estimate, EquityError>,
    draws: Option<Draws>,
}

impl Explanation {
    /// Explains a hand from the flop on; nothing for other questions. The
    /// estimate is that of the canonical form, so that it is the same in all suits;
    /// the draws are in the suits of the question.
    pub(super) fn of(question: &Question, canonical: &Question) -> Explanation {
        Explanation {
            estimate: heuristic(canonical),
            draws: spot(question).ok().map(|spot| draws(&spot)),
        }
    }

    /// The heuristic's estimate, for one hand against one range from the flop on.
    pub(super) fn estimate(&self) -> Result<&Estimate, EquityError> {
        self.estimate.as_ref().map_err(Clone::clone)
    }

    pub(super) fn breakdown(&self) -> Option<BreakdownReport> {
        self.estimate.as_ref().ok().map(|estimate| BreakdownReport {
            vs_weaker: estimate.breakdown.vs_weaker / 100.0,
            vs_similar: estimate.breakdown.vs_similar / 100.0,
            vs_stronger: estimate.breakdown.vs_stronger / 100.0,
            without_draws: estimate.without_draws / 100.0,
            catch_up: estimate.catch_up / 100.0,
            fall_behind: estimate.fall_behind / 100.0,
        })
    }

    pub(super) fn texture(&self) -> Option<String> {
        self.estimate.as_ref().ok().map(|estimate| estimate.texture.to_string())
    }

    pub(super) fn draws(&self) -> Option<DrawsReport> {
        self.draws.as_ref().map(|draws| DrawsReport {
            current: draws.current.rank.describe(),
            nuts: draws.current.nuts,
            with_draws: draws.with_draws.exact / 100.0,
            rule_of_4_and_2: draws.with_draws.rule_of_4_and_2 / 100.0,
            outs: draws.outs.len(),
            nut_outs: draws.nut_outs.len(),
            list: draws
                .list
                .iter()
                .map(|draw| DrawReport {
                    name: draw.to_string(),
                    outs: draw.outs.len(),
                    nut_outs: draw.nut_outs.len(),
                    cards: draw.outs.to_string(),
                })
                .collect(),
        })
    }
}

fn heuristic(question: &Question) -> Result<Estimate, EquityError> {
    let [Holding::Hand(_), Holding::Range(range)] = question.players() else {
        return Err(EquityError::NoHeuristic);
    };
    Ok(estimate(&spot(question)?, range)?)
}

/// The first player's hand on the board.
fn spot(question: &Question) -> Result<HandOnBoard, EquityError> {
    let Some(Holding::Hand(hero)) = question.players().first() else {
        return Err(EquityError::NoHeuristic);
    };
    Ok(HandOnBoard::new(*hero, question.board(), question.dead())?)
}
