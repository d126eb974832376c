//! Both players' ranges at a decision.

use quasar_game::Player;
use schemars::JsonSchema;
use serde::Serialize;

use super::{NodeFacts, SpotError};

/// Both players' ranges at a decision, as range text: in Hold'em the 1,326 weights
/// of PioSOLVER, `2d2c` first and `AsAh` last.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct SpotRangesReport {
    /// The line.
    pub line: String,
    /// The player out of position.
    pub oop: String,
    /// The player in position.
    pub ip: String,
}

impl SpotRangesReport {
    /// The ranges at a decision.
    pub fn new(facts: &NodeFacts) -> Result<SpotRangesReport, SpotError> {
        Ok(SpotRangesReport {
            line: facts.line.to_string(),
            oop: facts.range_text(Player::Oop)?,
            ip: facts.range_text(Player::Ip)?,
        })
    }
}
