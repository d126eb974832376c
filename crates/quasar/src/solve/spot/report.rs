//! What is known of a spot: both ranges, how close to an equilibrium, and the
//! strategy of one decision.
//!
//! Expected values are in chips and count from the decision on: what a player
//! gets of the pot minus what is still put in, so that folding is worth nothing
//! and both values at the start add up to the pot less rake. Frequencies of a
//! range weigh each hand by the hands of the opponent that it leaves possible.

use quasar_cards::{CardSet, Combo, HoldemClass};
use quasar_equity::{HeadsUp, Holding, Progress, Question, heads_up};
use quasar_game::{Action, Line, Player};
use quasar_solver::{NodeValues, Profile};
use serde::Serialize;

use super::line::Located;
use super::{SpotError, SpotJob, SpotSize};
use crate::solve::{Ended, Look};
use crate::{Engine, EngineError};

/// The solution of a spot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpotReport {
    /// The board at the start.
    pub board: String,
    /// Chips in the middle at the start.
    pub pot: u64,
    /// What each player has left at the start.
    pub stack: u64,
    /// Both players at the start, `oop` first.
    pub players: [SpotPlayerReport; 2],
    /// The mean of what both could gain by the best response, in chips.
    pub exploitability: f64,
    /// The same in percent of the pot.
    pub exploitability_percent: f64,
    /// Iterations done.
    pub iterations: u32,
    /// Why the solve ended.
    pub ended: Ended,
    /// Time at work.
    pub seconds: f64,
    /// Every look at the exploitability on the way.
    pub history: Vec<Look>,
    /// How large the spot is.
    pub size: SpotSize,
    /// The decision that was asked for.
    pub node: SpotNodeReport,
}

/// A player at the start.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpotPlayerReport {
    /// `oop` or `ip`.
    pub player: &'static str,
    /// The sum of the weights that the board leaves.
    pub combos: f64,
    /// The part of the pot that would be won without betting, 0 to 1.
    pub equity: f64,
    /// What the player gets on average, in chips.
    pub ev: f64,
    /// The same as a part of the pot, 0 to 1.
    pub ev_share: f64,
    /// What the best response would get more, in chips.
    pub gain: f64,
}

/// A decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpotNodeReport {
    /// The line that leads to it.
    pub line: String,
    /// The board there.
    pub board: String,
    /// The board that was solved in its place, where suits make them equal.
    pub solved_as: Option<String>,
    /// Who acts: `oop` or `ip`.
    pub player: &'static str,
    /// All chips in the middle.
    pub pot: u64,
    /// What the player who acts gets on average from here on; none if the line
    /// is never reached.
    pub ev: Option<f64>,
    /// What can be done: fold, check or call, then bets or raises by size.
    pub actions: Vec<ActionReport>,
    /// The 169 classes, row by row of the grid.
    pub classes: Vec<ClassStrategyReport>,
    /// The hands of the player who acts, by class.
    pub hands: Vec<SpotHandReport>,
}

/// Something that can be done.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ActionReport {
    /// In words: `check`, `bet 94`, `raise to 260`.
    pub action: String,
    /// `fold`, `check`, `call`, `bet` or `raise`.
    pub kind: &'static str,
    /// The level of a bet or raise: what the player has then put in on the street.
    pub amount: Option<u64>,
    /// How often the range does it, 0 to 1; none if the line is never reached.
    pub frequency: Option<f64>,
    /// How many combos do it.
    pub combos: f64,
}

/// A class of the grid.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClassStrategyReport {
    /// The class, such as `AKs`.
    pub class: String,
    /// Combos that get here.
    pub combos: f64,
    /// How often each action is taken, 0 to 1; empty if no combo gets here.
    pub frequencies: Vec<f64>,
}

/// A hand of the player who acts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpotHandReport {
    /// The hand.
    pub hand: String,
    /// The weight in the range times the probability of having come here.
    pub weight: f32,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f32>,
    /// What the hand gets from here on, in chips; none if it meets no hand.
    pub ev: Option<f64>,
}

pub(super) fn make(job: &mut SpotJob, ended: Ended, line: &Line) -> Result<SpotReport, SpotError> {
    let located = job.locate(line)?;
    let worth = job.job.exploitability();
    let progress = job.job.progress();
    let pot = job.betting.starting_pot();
    let equities = equities(job)?;
    let tally = equities.total();
    let equity = tally.equity().unwrap_or(0.5);
    let players = Player::BOTH.map(|player| {
        let side = player.index();
        let ev = worth.values[side] + pot.as_f64() / 2.0;
        SpotPlayerReport {
            player: name(player),
            combos: live_weight(job, player),
            equity: if player == Player::Oop { equity } else { 1.0 - equity },
            ev,
            ev_share: ev / pot.as_f64(),
            gain: worth.gains()[side],
        }
    });
    Ok(SpotReport {
        board: job.spec.board.to_string(),
        pot: pot.0,
        stack: job.betting.stack().0,
        players,
        exploitability: worth.mean(),
        exploitability_percent: 100.0 * worth.mean() / pot.as_f64(),
        iterations: progress.iteration,
        ended,
        seconds: progress.elapsed.as_secs_f64(),
        history: job.job.history().to_vec(),
        size: job.size.clone(),
        node: node(job, line, &located)?,
    })
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Oop => "oop",
        Player::Ip => "ip",
    }
}

/// The weight of a player's hands that the board leaves.
fn live_weight(job: &SpotJob, player: Player) -> f64 {
    let board = job.spec.board.set();
    let hands = job.spec.ranges[player.index()].iter();
    let live = hands.filter(|(combo, _)| !combo.set().intersects(board));
    live.map(|(_, weight)| f64::from(weight)).sum()
}

fn equities(job: &SpotJob) -> Result<HeadsUp, SpotError> {
    let players = job.spec.ranges.iter().cloned().map(Holding::Range).collect();
    let question = Question::new(players, job.spec.board, CardSet::EMPTY)
        .map_err(|error| SpotError::Equity(error.to_string()))?;
    let engine = Engine::new(job.spec.settings.threads, Engine::DEFAULT_CACHE)
        .map_err(|error: EngineError| SpotError::Equity(error.to_string()))?;
    let answer = engine.pool().install(|| heads_up(&question, &Progress::new()));
    let answer = answer.map_err(|error| SpotError::Equity(error.to_string()))?;
    answer.ok_or_else(|| SpotError::Equity("it needs two players".to_owned()))
}

fn node(job: &mut SpotJob, line: &Line, located: &Located) -> Result<SpotNodeReport, SpotError> {
    let solver = job.job.solver_mut();
    let strategy = solver.strategy(&located.at, Profile::Average)?;
    let values = solver.values(&located.at, Profile::Average)?;
    let game = job.job.solver().game();
    let solved = game.board(located.place);
    let round = &job.betting[located.betting.round];
    let at = &round[located.betting.node];
    let player = at.player().unwrap_or(Player::Oop);
    let combos: Vec<Combo> =
        game.combos(located.place, player).map(|combo| combo.permute(located.relabel)).collect();
    let put_in = job.betting.starting_pot().as_f64() / 2.0 + at.committed[player.index()].as_f64();
    let hands = Hands::new(&combos, &strategy, &values, player, put_in);
    let actions = at.child_ids().filter_map(|child| round[child].action).enumerate();
    Ok(SpotNodeReport {
        line: line.to_string(),
        board: located.board.to_string(),
        solved_as: (solved != located.board).then(|| solved.to_string()),
        player: name(player),
        pot: job.betting.pot(at).0,
        ev: hands.mean(|hand| hand.ev.unwrap_or_default()),
        actions: actions.map(|(number, action)| hands.action(number, action)).collect(),
        classes: HoldemClass::all().map(|class| hands.class(class)).collect(),
        hands: hands.reports(),
    })
}

/// A hand with all that is known of it.
struct Hand {
    combo: Combo,
    class: HoldemClass,
    weight: f64,
    /// Weight times the weight of the opponent's hands that it can meet.
    meets: f64,
    frequencies: Vec<f32>,
    ev: Option<f64>,
}

struct Hands(Vec<Hand>);

impl Hands {
    /// `strategy` is given action by action, hand by hand; `put_in` is added to
    /// values, which count from the start and from half of the pot.
    fn new(
        combos: &[Combo],
        strategy: &[f32],
        values: &NodeValues,
        player: Player,
        put_in: f64,
    ) -> Hands {
        let side = player.index();
        let hand = |(number, &combo): (usize, &Combo)| {
            let weight = f64::from(values.reach[side][number]);
            Some(Hand {
                combo,
                class: HoldemClass::of(&combo)?,
                weight,
                meets: weight * f64::from(values.meets[side][number]),
                frequencies: strategy[number..].iter().step_by(combos.len()).copied().collect(),
                ev: values.values[side][number].map(|value| f64::from(value) + put_in),
            })
        };
        let mut hands: Vec<Hand> = combos.iter().enumerate().filter_map(hand).collect();
        hands.sort_by_key(|hand| (hand.class, hand.combo.index()));
        Hands(hands)
    }

    /// The mean over the range; none if it never gets here.
    fn mean(&self, of: impl Fn(&Hand) -> f64) -> Option<f64> {
        let total: f64 = self.0.iter().map(|hand| hand.meets).sum();
        let sum: f64 = self.0.iter().map(|hand| hand.meets * of(hand)).sum();
        (total > 0.0).then(|| sum / total)
    }

    fn action(&self, number: usize, action: Action) -> ActionReport {
        let takes = |hand: &Hand| f64::from(hand.frequencies[number]);
        ActionReport {
            action: action.to_string(),
            kind: match action {
                Action::Fold => "fold",
                Action::Check => "check",
                Action::Call => "call",
                Action::Bet(_) => "bet",
                Action::Raise(_) => "raise",
            },
            amount: action.level().map(|level| level.0),
            frequency: self.mean(takes),
            combos: self.0.iter().map(|hand| hand.weight * takes(hand)).sum(),
        }
    }

    fn class(&self, class: HoldemClass) -> ClassStrategyReport {
        let hands = || self.0.iter().filter(|hand| hand.class == class);
        let combos: f64 = hands().map(|hand| hand.weight).sum();
        let actions = self.0.first().map_or(0, |hand| hand.frequencies.len());
        let frequency = |action: usize| {
            let takes = hands().map(|hand| hand.weight * f64::from(hand.frequencies[action]));
            takes.sum::<f64>() / combos
        };
        let frequencies =
            if combos > 0.0 { (0..actions).map(frequency).collect() } else { Vec::new() };
        ClassStrategyReport { class: class.to_string(), combos, frequencies }
    }

    fn reports(self) -> Vec<SpotHandReport> {
        let report = |hand: Hand| SpotHandReport {
            hand: hand.combo.to_string(),
            weight: hand.weight as f32,
            frequencies: hand.frequencies,
            ev: hand.ev,
        };
        self.0.into_iter().map(report).collect()
    }
}
