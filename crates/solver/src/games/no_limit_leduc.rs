//! No-limit Leduc Hold'em, as the public implementation of DeepStack for Leduc plays it
//! (Moravcik et al. 2017): bets and raises are the pot or all in.
//!
//! Both players ante, and no one puts in more than the stack, ante included. A raise is at least
//! as large as the bet that it answers and as the ante, unless it is all in. Folding is allowed even if
//! checking is free, as it is there: nobody gains by it, but strategies that act at random are
//! then worth the same.

use super::leduc::with_cards;
use super::toy::Toy;
use crate::{Expansion, Leaf, Player, PublicTree, SolverError};

/// The game, and what it costs to get to each of its nodes.
#[derive(Clone, Debug)]
pub struct NoLimitLeduc {
    /// The game with all names.
    pub toy: Toy,
    /// `committed[stage][node]`: chips of each player in the middle.
    pub committed: Vec<Vec<[u32; 2]>>,
    /// What each player can put in.
    pub stack: u32,
}

/// The game with an ante and a stack in chips; the stack includes the ante.
pub fn no_limit_leduc(ante: u32, stack: u32) -> Result<NoLimitLeduc, SolverError> {
    if ante == 0 || stack <= ante {
        return Err(SolverError::BadSetting {
            name: "stack",
            value: stack.to_string(),
            expected: "it must be more than the ante, and the ante at least one chip",
        });
    }
    let start = Line {
        text: String::new(),
        second: false,
        committed: [ante; 2],
        to_act: Player::Oop,
        next: Next::Act,
    };
    let grown = PublicTree::grow(start, |line| line.expand(ante, stack))?;
    let committed = grown
        .states
        .iter()
        .map(|stage| stage.iter().map(|line| line.committed).collect())
        .collect();
    let texts = |stage: Vec<Line>| stage.into_iter().map(|line| line.text).collect();
    let lines = grown.states.into_iter().map(texts).collect();
    Ok(NoLimitLeduc { toy: with_cards(grown.tree, lines)?, committed, stack })
}

#[derive(Clone)]
struct Line {
    text: String,
    /// Whether the card is dealt.
    second: bool,
    committed: [u32; 2],
    to_act: Player,
    next: Next,
}

#[derive(Clone, Copy, PartialEq)]
enum Next {
    Act,
    Fold,
    Deal,
    Showdown,
}

impl Line {
    fn then(&self, action: &str, own: u32, next: Next) -> Line {
        let mut committed = self.committed;
        committed[self.to_act.index()] = own;
        let text = format!("{} {action}", self.text).trim().to_owned();
        Line { text, committed, to_act: self.to_act.opponent(), next, ..self.clone() }
    }

    fn expand(&self, ante: u32, stack: u32) -> Expansion<Line> {
        match self.next {
            Next::Act => Expansion::Decision(self.to_act, self.actions(ante, stack)),
            Next::Fold => {
                let lost = self.committed[self.to_act.opponent().index()];
                Expansion::Leaf(Leaf::fold(self.to_act, lost as f32))
            }
            Next::Showdown => Expansion::Leaf(Leaf::showdown(0, self.committed[0] as f32)),
            Next::Deal => {
                let next = if self.committed[0] == stack { Next::Showdown } else { Next::Act };
                Expansion::Deal(Line {
                    text: format!("{} /", self.text).trim().to_owned(),
                    second: true,
                    to_act: Player::Oop,
                    next,
                    ..self.clone()
                })
            }
        }
    }

    fn actions(&self, ante: u32, stack: u32) -> Vec<Line> {
        let own = self.committed[self.to_act.index()];
        let other = self.committed[self.to_act.opponent().index()];
        let checks = own == other;
        let next = match (checks && self.to_act == Player::Oop, self.second) {
            (true, _) => Next::Act,
            (false, false) => Next::Deal,
            (false, true) => Next::Showdown,
        };
        let mut lines = vec![
            self.then("fold", own, Next::Fold),
            self.then(if checks { "check" } else { "call" }, other, next),
        ];
        let (pot, most) = (2 * other, stack - other);
        let name = if checks { "bet" } else { "raise" };
        let raise = |by: u32| self.then(&format!("{name} {}", other + by), other + by, Next::Act);
        let least = (other - own).max(ante);
        if pot >= least && pot < most {
            lines.push(raise(pot));
        }
        if most > 0 {
            lines.push(raise(most));
        }
        lines
    }
}
