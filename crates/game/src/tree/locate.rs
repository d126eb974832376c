//! From a line to its place in a tree, and back.

use quasar_cards::{Card, Street};
use thiserror::Error;

use super::{BettingTree, Line, NodeId, NodeKind, RoundId, Step};

/// A node of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The round.
    pub round: RoundId,
    /// The node in it.
    pub node: NodeId,
}

/// Why a line is not in a tree.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LineError {
    /// An action that is not offered.
    #[error("{line} is not in the tree; after {before} there is {}", .offered.join(", "))]
    NotOffered {
        /// The line up to the step that is wrong.
        line: Line,
        /// The line before it.
        before: Line,
        /// The steps that the tree has there.
        offered: Vec<String>,
    },
    /// A step after the hand's end.
    #[error("{line} continues after the hand is over")]
    HandOver {
        /// The line up to the step that is too much.
        line: Line,
    },
    /// Cards where none are dealt.
    #[error("{line} has cards where a player is to act")]
    UnexpectedCards {
        /// The line up to the cards.
        line: Line,
    },
    /// Too few or too many cards for the street.
    #[error("{line} has {found} cards where {expected} are dealt")]
    CardCount {
        /// The line up to the cards.
        line: Line,
        /// How many cards the line has there.
        found: usize,
        /// How many the street needs.
        expected: usize,
    },
    /// The same card twice.
    #[error("{line} deals {card} twice")]
    RepeatedCard {
        /// The line up to the card.
        line: Line,
        /// The card.
        card: Card,
    },
}

impl BettingTree {
    /// The place a line leads to, and the cards it names, in order.
    ///
    /// A line may leave its cards out. One that ends with the last action of a
    /// street leads to the node at which the next card comes, one that ends with
    /// that card to the decision after it.
    pub fn locate(&self, line: &Line) -> Result<(Place, Vec<Card>), LineError> {
        let mut place = Place { round: RoundId::ROOT, node: NodeId::ROOT };
        let mut cards = Vec::new();
        for (index, step) in line.steps().iter().enumerate() {
            let until = |end: usize| line.steps()[..end].iter().cloned().collect::<Line>();
            let here = || until(index + 1);
            let node = &self[place.round][place.node];
            if let NodeKind::NextStreet { round } = node.kind {
                place = Place { round, node: NodeId::ROOT };
                if let Step::Cards(dealt) = step {
                    let expected = if self[round].street == Street::Flop { 3 } else { 1 };
                    if dealt.len() != expected {
                        let found = dealt.len();
                        return Err(LineError::CardCount { line: here(), found, expected });
                    }
                    for &card in dealt {
                        if cards.contains(&card) {
                            return Err(LineError::RepeatedCard { line: here(), card });
                        }
                        cards.push(card);
                    }
                    continue;
                }
            }
            if self[place.round][place.node].player().is_none() {
                return Err(LineError::HandOver { line: here() });
            }
            if matches!(step, Step::Cards(_)) {
                return Err(LineError::UnexpectedCards { line: here() });
            }
            let mut children = self.steps(place);
            let Some((node, _)) = children.find(|(_, offered)| offered == step) else {
                let offered = self.steps(place).map(|(_, step)| step.to_string()).collect();
                return Err(LineError::NotOffered { line: here(), before: until(index), offered });
            };
            place.node = node;
        }
        Ok((place, cards))
    }

    /// The line to a node; `cards` are inserted where they are dealt, for as long
    /// as there are any.
    pub fn line(&self, place: Place, cards: &[Card]) -> Line {
        let mut steps = Vec::new();
        let mut streets = Vec::new();
        let Place { mut round, mut node } = place;
        loop {
            while let Some(parent) = self[round][node].parent {
                steps.push(self.step(Place { round, node: parent }, node));
                node = parent;
            }
            streets.push((self[round].street, std::mem::take(&mut steps)));
            let Some((before, leaf)) = self[round].parent else { break };
            (round, node) = (before, leaf);
        }
        let mut cards = cards.iter().copied();
        let mut line = Vec::new();
        for (index, (street, mut actions)) in streets.into_iter().rev().enumerate() {
            let dealt = if street == Street::Flop { 3 } else { 1 };
            if index > 0 && cards.len() >= dealt {
                line.push(Step::Cards(cards.by_ref().take(dealt).collect()));
            }
            actions.reverse();
            line.append(&mut actions);
        }
        line.into_iter().collect()
    }

    /// The children of a node and the steps that lead to them.
    fn steps(&self, place: Place) -> impl Iterator<Item = (NodeId, Step)> + '_ {
        let children = self[place.round][place.node].child_ids();
        children.map(move |child| (child, self.step(place, child)))
    }

    /// The step from a decision to one of its children.
    fn step(&self, place: Place, child: NodeId) -> Step {
        let round = &self[place.round];
        let player = round[place.node].player().expect("only a decision has children");
        let action = round[child].action.expect("every child follows an action");
        Step::of(action, round[child].committed[player.index()])
    }
}
