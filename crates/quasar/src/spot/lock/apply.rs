//! Converts the locks of a spec to frequencies of the solver's decisions.

use quasar_cards::{CardSet, Combo, Range};
use quasar_game::{Action, BettingTree, Player};
use quasar_solver::NodeAt;

use super::super::line::{Located, locate};
use super::{ActionName, LockError, LockedAction, SpotLock};
use crate::schema::names::{Names, Players};
use crate::spot::CardGame;
use crate::spot::{SpotError, SpotSpec};

/// A decision of the solver and its fixed strategy, action by action and
/// hand by hand; free hands have none.
#[derive(Debug)]
pub(in super::super) struct Locked {
    pub(in super::super) at: NodeAt,
    pub(in super::super) frequencies: Vec<Option<f32>>,
}

/// The locks of a spec, by their positions in the solver.
pub(in super::super) fn locked(
    spec: &SpotSpec,
    betting: &BettingTree,
    game: &CardGame,
) -> Result<Vec<Locked>, SpotError> {
    let mut all: Vec<Locked> = Vec::new();
    for lock in &spec.locks {
        let found = lock_of(lock, spec, betting, game, &all);
        all.push(found.map_err(|error| error.at(lock.written.0))?);
    }
    Ok(all)
}

/// A lock, given those before it.
fn lock_of(
    lock: &SpotLock,
    spec: &SpotSpec,
    betting: &BettingTree,
    game: &CardGame,
    before: &[Locked],
) -> Result<Locked, SpotError> {
    let located = locate(spec, betting, game, &lock.line)?;
    if before.iter().any(|known| known.at == located.at) {
        return Err(LockError::Twice { line: lock.line.to_string() }.into());
    }
    let decision = Decision::new(lock, betting, game, &located);
    decision.check_hands(lock, &spec.ranges[decision.player.index()])?;
    Ok(Locked { frequencies: decision.frequencies(lock)?, at: located.at })
}

/// A decision to lock.
struct Decision {
    line: String,
    player: Player,
    /// The actions, and whether each is all-in.
    actions: Vec<(Action, bool)>,
    /// The hands in the solver's order and the suits of the line.
    combos: Vec<Combo>,
}

impl Decision {
    fn new(lock: &SpotLock, betting: &BettingTree, game: &CardGame, located: &Located) -> Decision {
        let round = &betting[located.betting.round];
        let node = &round[located.betting.node];
        let player = node.player().unwrap_or(Player::Oop);
        let actions = node.child_ids().filter_map(|child| {
            let all_in = round[child].committed[player.index()] == betting.stack();
            Some((round[child].action?, all_in))
        });
        let combos = game.combos(located.place, player).into_iter();
        Decision {
            line: lock.line.to_string(),
            player,
            actions: actions.collect(),
            combos: combos.map(|combo| combo.permute(located.dealt.relabel)).collect(),
        }
    }

    /// Checks that every hand of a lock has one strategy and that some are in the player's
    /// range. Hands that the board blocks do not matter: a lock is valid on all boards or on
    /// none.
    fn check_hands(&self, lock: &SpotLock, range: &Range) -> Result<(), LockError> {
        let mut mentioned = vec![false; range.game().combos()];
        for (hands, _) in &lock.hands {
            let mut held = false;
            for (combo, _) in range.iter().filter(|(combo, _)| hands.weight(combo) > 0.0) {
                if std::mem::replace(&mut mentioned[combo.index()], true) {
                    let (line, hand) = (self.line.clone(), combo.to_string());
                    return Err(LockError::HandTwice { line, hand });
                }
                held = true;
            }
            if !held {
                return Err(LockError::NoHand {
                    line: self.line.clone(),
                    hands: shortened(hands.compact(CardSet::EMPTY)),
                    player: Players::name(self.player),
                });
            }
        }
        Ok(())
    }

    fn frequencies(&self, lock: &SpotLock) -> Result<Vec<Option<f32>>, SpotError> {
        let rest = lock.frequencies.as_deref().map(|actions| self.strategy(actions)).transpose()?;
        let mut strategies: Vec<Option<Vec<f32>>> = vec![rest; self.combos.len()];
        for (hands, actions) in &lock.hands {
            let strategy = self.strategy(actions)?;
            for (place, combo) in self.combos.iter().enumerate() {
                if hands.weight(combo) > 0.0 {
                    strategies[place] = Some(strategy.clone());
                }
            }
        }
        let of_action = |action: usize| {
            strategies.iter().map(move |strategy| strategy.as_ref().map(|parts| parts[action]))
        };
        Ok((0..self.actions.len()).flat_map(of_action).collect())
    }

    /// The frequencies of the decision's actions.
    fn strategy(&self, named: &[LockedAction]) -> Result<Vec<f32>, SpotError> {
        let mut strategy = vec![0.0; self.actions.len()];
        for &LockedAction { action: called, frequency } in named {
            let place = self.actions.iter().position(|&(action, all_in)| match called {
                ActionName::Fold => action == Action::Fold,
                ActionName::Check => action == Action::Check,
                ActionName::Call => action == Action::Call,
                ActionName::To(chips) => action.level() == Some(chips),
                ActionName::AllIn => action.level().is_some() && all_in,
            });
            let Some(place) = place else {
                let offered: Vec<String> =
                    self.actions.iter().map(|(action, _)| action.to_string()).collect();
                let no_action = LockError::NoAction {
                    line: self.line.clone(),
                    action: called,
                    player: Players::name(self.player),
                    offered: offered.join(", "),
                };
                return Err(no_action.into());
            };
            // All-in and its chips name the same action.
            strategy[place] += frequency as f32;
        }
        Ok(strategy)
    }
}

/// The beginning of a text: ranges of Omaha can be long.
fn shortened(text: String) -> String {
    const MOST: usize = 100;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
