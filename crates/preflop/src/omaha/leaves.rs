//! The values of leaves, for one game or for several at once.
//!
//! A board that is set up serves the showdowns of all games, and a sweep takes eight of
//! their columns, whichever game they belong to. A column does not influence another, so a game
//! gets the same values alone and among others, to the last bit.

use quasar_equity::Progress;
use quasar_game::{Chips, Player};

use super::boards::Sample;
use super::flops::FlopLine;
use super::game::{ByNode, End, OmahaPreflopGame};
use crate::PreflopError;

/// What leaves are worth to each player.
pub(super) type LeafValues = [ByNode; 2];

/// A question about the leaves of a game.
pub(super) struct Question<'a> {
    pub(super) game: &'a OmahaPreflopGame,
    /// How often each player's own actions lead to each node.
    pub(super) reach: &'a [ByNode; 2],
    /// Showdowns that are known. A sample then only has to say how much those at `reach`
    /// differ, which is little if the reach is near.
    pub(super) anchor: Option<&'a Anchor>,
    /// Whether folds are wanted for players who have no choice that leads there.
    pub(super) all_folds: bool,
}

/// What leaves are worth, and the showdowns that they were made from.
pub(super) struct Leaves {
    pub(super) values: LeafValues,
    pub(super) anchor: Anchor,
}

/// Showdowns of a game, each seen by the player out of position, then by the other.
#[derive(Clone, Debug)]
pub(super) struct Anchor {
    /// The opponent's reach.
    pub(super) reach: Vec<Vec<f64>>,
    /// What is won minus what is lost, as a fraction of all compatible hands.
    pub(super) differences: Vec<Vec<f64>>,
}

/// The leaves of games with one deck: showdowns by the mean over a sample of boards, or over
/// all of them without one.
pub(super) fn leaves(
    questions: &[Question<'_>],
    sample: Option<Sample>,
    progress: &Progress,
) -> Result<Vec<Leaves>, PreflopError> {
    let Some(deck) = questions.first().map(|question| &question.game.deck) else {
        return Ok(Vec::new());
    };
    let met: Vec<Vec<Vec<f64>>> = questions.iter().map(Question::met).collect();
    let asked: Vec<Vec<f64>> = questions
        .iter()
        .zip(&met)
        .flat_map(|(question, met)| question.unknown(met, sample.is_some()))
        .collect();
    let columns: Vec<&[f64]> = asked.iter().map(|column| &column[..]).collect();
    let found = match sample {
        None => deck.boards.exact(&deck.classes, &columns, progress)?,
        Some(sample) => deck.boards.sampled(&deck.classes, &columns, sample, progress)?,
    };
    let mut found = found.into_iter();
    let mut leaves = Vec::with_capacity(questions.len());
    for (question, met) in questions.iter().zip(met) {
        let mut differences: Vec<Vec<f64>> = found.by_ref().take(met.len()).collect();
        if let Some(anchor) = question.anchor.filter(|_| sample.is_some()) {
            for (found, known) in differences.iter_mut().zip(&anchor.differences) {
                found.iter_mut().zip(known).for_each(|(found, known)| *found += known);
            }
        }
        let values = question.values(&differences)?;
        leaves.push(Leaves { values, anchor: Anchor { reach: met, differences } });
    }
    Ok(leaves)
}

impl Question<'_> {
    /// The ends whose showdowns are wanted.
    fn showdowns(&self) -> impl Iterator<Item = End> {
        let checked_down = self.game.flops.uses_showdowns();
        let wanted = move |end: &End| checked_down || end.behind == Chips::ZERO;
        self.game.ends().into_iter().filter(wanted)
    }

    /// The opponent's reach of each showdown.
    fn met(&self) -> Vec<Vec<f64>> {
        let sides = |end: End| {
            Player::BOTH
                .map(|player| self.reach[player.opponent().index()][end.node.index()].clone())
        };
        self.showdowns().flat_map(sides).collect()
    }

    /// What boards must say: all of it, or what differs from the anchor.
    fn unknown(&self, met: &[Vec<f64>], sampled: bool) -> Vec<Vec<f64>> {
        let Some(anchor) = self.anchor.filter(|_| sampled) else { return met.to_vec() };
        let less = |(met, known): (&Vec<f64>, &Vec<f64>)| {
            met.iter().zip(known).map(|(met, known)| met - known).collect()
        };
        met.iter().zip(&anchor.reach).map(less).collect()
    }

    /// What all leaves are worth, from their showdowns.
    fn values(&self, differences: &[Vec<f64>]) -> Result<LeafValues, PreflopError> {
        let mut values = [0, 1].map(|_| vec![Vec::new(); self.game.nodes().len()]);
        self.add_folds(&mut values);
        let mut showdowns = differences.chunks(Player::BOTH.len());
        let mut lines = Vec::new();
        for end in self.game.ends() {
            let all_in = end.behind == Chips::ZERO;
            let shown = (all_in || self.game.flops.uses_showdowns())
                .then(|| showdowns.next().unwrap_or_default());
            let node = end.node.index();
            if !all_in {
                lines.push(FlopLine {
                    node: end.node,
                    stake: end.stake,
                    behind: end.behind,
                    reach: [0, 1].map(|player: usize| &*self.reach[player][node]),
                    showdown: shown.and_then(|sides| match sides {
                        [oop, ip] => Some([&**oop, &**ip]),
                        _ => None,
                    }),
                });
                continue;
            }
            for (values, differences) in values.iter_mut().zip(shown.unwrap_or_default()) {
                values[node] =
                    differences.iter().map(|difference| end.stake * difference).collect();
            }
        }
        self.add_flops(&lines, &mut values)?;
        Ok(values)
    }

    fn add_folds(&self, values: &mut LeafValues) {
        let folds = self.game.folds(self.all_folds);
        let columns: Vec<&[f64]> = folds
            .iter()
            .map(|fold| &*self.reach[fold.player.opponent().index()][fold.node])
            .collect();
        for (fold, met) in folds.iter().zip(self.game.deck.compatible_chances(&columns)) {
            let won = met.iter().map(|met| fold.won * met).collect();
            values[fold.player.index()][fold.node] = won;
        }
    }

    fn add_flops(
        &self,
        lines: &[FlopLine<'_>],
        values: &mut LeafValues,
    ) -> Result<(), PreflopError> {
        if lines.is_empty() {
            return Ok(());
        }
        let found = self.game.flops.values(&self.game.deck, lines)?;
        let classes = self.game.classes();
        let whole = |sides: &[Vec<f64>; 2]| sides.iter().all(|side| side.len() == classes);
        let fits = found.iter().filter(|sides| whole(sides)).count();
        if found.len() != lines.len() || fits != lines.len() {
            return Err(PreflopError::LineCount { found: fits, expected: lines.len() });
        }
        for (line, sides) in lines.iter().zip(found) {
            for (values, side) in values.iter_mut().zip(sides) {
                values[line.node.index()] = side;
            }
        }
        Ok(())
    }
}
