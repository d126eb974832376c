//! Walking the lines of a save, action by action and card by card.

use quasar_game::{Line, NodeKind, Place, Step};

use super::{SaveError, SpotSave};
use crate::spot::{SpotError, line};

/// What is at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// A player acts.
    Decision,
    /// A card is dealt.
    Card,
    /// A player has folded.
    Fold,
    /// The hands are shown; before the river, both players are all-in.
    Showdown,
}

impl SpotSave {
    /// What is at the end of a line.
    pub fn line_end(&self, line: &Line) -> Result<LineEnd, SaveError> {
        let (place, _) = self.betting().locate(line).map_err(SpotError::from)?;
        Ok(match self.betting()[place.round][place.node].kind {
            NodeKind::Decision { .. } => LineEnd::Decision,
            NodeKind::NextStreet { .. } => LineEnd::Card,
            NodeKind::Fold { .. } => LineEnd::Fold,
            NodeKind::Showdown => LineEnd::Showdown,
        })
    }

    /// The line after an action of the decision at the end of a line, numbered as in its
    /// report; none if it has fewer actions.
    pub fn line_after(&self, line: &Line, action: usize) -> Result<Option<Line>, SaveError> {
        let (place, cards) = line::decision_at(self.betting(), line)?;
        let next = self.betting()[place.round][place.node].child_ids().nth(action);
        let line = |node| self.betting().line(Place { round: place.round, node }, &cards);
        Ok(next.map(line))
    }

    /// The steps of a line in words: `check`, `bet 60`, `8h`.
    pub fn line_in_words(&self, line: &Line) -> Result<Vec<String>, SaveError> {
        let words = (1..=line.steps().len()).map(|length| {
            let steps = &line.steps()[..length];
            if let Some(Step::Cards(cards)) = steps.last() {
                return Ok(cards.iter().map(ToString::to_string).collect());
            }
            let before = steps.iter().cloned().collect();
            let (place, _) = self.betting().locate(&before).map_err(SpotError::from)?;
            let action = self.betting()[place.round][place.node].action;
            Ok(action.map_or_else(String::new, |action| action.to_string()))
        });
        words.collect()
    }
}
