//! Converts the locks of a spec to frequencies of the solver's decisions.

use quasar_cards::{CardSet, Combo, Range};
use quasar_game::{Action, BettingTree, Place, Player};
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
    let decision = decision(lock, betting, game, &located);
    let player = acts(betting, located.betting);
    decision.check_hands(lock, &spec.ranges[player.index()])?;
    Ok(Locked { frequencies: decision.frequencies(lock)?, at: located.at })
}

/// Who acts at a place.
fn acts(betting: &BettingTree, place: Place) -> Player {
    betting[place.round][place.node].player().unwrap_or(Player::Oop)
}

fn decision(
    lock: &SpotLock,
    betting: &BettingTree,
    game: &CardGame,
    located: &Located,
) -> LockedDecision {
    let player = acts(betting, located.betting);
    let combos = game.combos(located.place, player).into_iter();
    let combos = combos.map(|combo| combo.permute(located.dealt.relabel)).collect();
    LockedDecision::new(lock, Players::name(player).to_owned(), betting, located.betting, combos)
}

/// A decision to lock.
pub(crate) struct LockedDecision {
    line: String,
    player: String,
    /// The actions, and whether each is all-in.
    actions: Vec<(Action, bool)>,
    /// The hands in the solver's order and the suits of the line.
    combos: Vec<Combo>,
    /// Whether chips are thousandths of a big blind.
    counts_blinds: bool,
}

impl LockedDecision {
    /// The decision of a lock: who acts there, at which place of the betting, and the hands in the
    /// solver's order and the suits of the line.
    pub(crate) fn new(
        lock: &SpotLock,
        player: String,
        betting: &BettingTree,
        place: Place,
        combos: Vec<Combo>,
    ) -> LockedDecision {
        let round = &betting[place.round];
        let acts = acts(betting, place);
        let actions = round[place.node].child_ids().filter_map(|child| {
            let all_in = round[child].committed[acts.index()] == betting.stack();
            Some((round[child].action?, all_in))
        });
        LockedDecision {
            line: lock.line.to_string(),
            player,
            actions: actions.collect(),
            combos,
            counts_blinds: false,
        }
    }

    /// The same with chips that are thousandths of a big blind.
    pub(crate) fn in_blinds(self) -> LockedDecision {
        LockedDecision { counts_blinds: true, ..self }
    }

    /// Checks that every hand of a lock has one strategy and that some are in the player's
    /// range. Hands that the board blocks do not matter: a lock is valid on all boards or on
    /// none.
    pub(crate) fn check_hands(&self, lock: &SpotLock, range: &Range) -> Result<(), LockError> {
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
                    player: self.player.clone(),
                });
            }
        }
        Ok(())
    }

    /// The fixed strategy, action by action and hand by hand; free hands have none.
    pub(crate) fn frequencies(&self, lock: &SpotLock) -> Result<Vec<Option<f32>>, LockError> {
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

    /// An action as reports name it.
    fn words(&self, action: Action) -> String {
        match action.level() {
            Some(level) if self.counts_blinds => ActionName::ToBlinds(level).to_string(),
            _ => action.to_string(),
        }
    }

    /// The frequencies of the decision's actions.
    fn strategy(&self, named: &[LockedAction]) -> Result<Vec<f32>, LockError> {
        let mut strategy = vec![0.0; self.actions.len()];
        for &LockedAction { action: called, frequency } in named {
            let place = self.actions.iter().position(|&(action, all_in)| match called {
                ActionName::Fold => action == Action::Fold,
                ActionName::Check => action == Action::Check,
                ActionName::Call => action == Action::Call,
                ActionName::To(chips) => action.level() == Some(chips),
                ActionName::ToBlinds(chips) => self.counts_blinds && action.level() == Some(chips),
                ActionName::AllIn => action.level().is_some() && all_in,
            });
            let Some(place) = place else {
                let offered: Vec<String> =
                    self.actions.iter().map(|(action, _)| self.words(*action)).collect();
                return Err(LockError::NoAction {
                    line: self.line.clone(),
                    action: called,
                    player: self.player.clone(),
                    offered: offered.join(", "),
                });
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
