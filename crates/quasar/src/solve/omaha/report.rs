//! What is known of a spot of Omaha: both ranges, how close to an equilibrium, and
//! the strategy of one decision by kinds of hands.
//!
//! Expected values count from the decision on, as in reports of Hold'em. Equities
//! are against the hands with which the opponent gets to the decision.

use std::collections::BTreeMap;

use quasar_cards::{Combo, Range};
use quasar_game::{Action, Line, Player};
use quasar_solver::{
    Column, Game, LeafCall, NodeValues, OmahaGame, Place as Board, Profile, Rows, RowsMut,
};
use serde::Serialize;

use super::OmahaJob;
use super::groups::{By, Place, Sorter};
use super::line::Located;
use crate::solve::{ActionReport, Ended, SpotError, SpotPlayerReport, SpotSize};

/// What a report shows of a decision.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OmahaView {
    /// Only hands of this range.
    pub filter: Option<Range>,
    /// How many single hands, at most.
    pub hands: usize,
    /// The order of kinds and hands.
    pub sort: OmahaSort,
}

/// The order of kinds and hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OmahaSort {
    /// The strongest first.
    #[default]
    Strength,
    /// The most combos first.
    Combos,
    /// The largest expected value first.
    Ev,
    /// The largest equity first.
    Equity,
}

/// The solution of a spot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OmahaReport {
    /// `plo4` or `plo5`.
    pub game: &'static str,
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
    /// How large the spot is.
    pub size: SpotSize,
    /// The decision that was asked for.
    pub node: OmahaNodeReport,
}

/// A decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OmahaNodeReport {
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
    /// Kinds of hands, by each way of grouping.
    pub groups: Vec<OmahaGroupReport>,
    /// Single hands, as many as were asked for.
    pub hands: Vec<OmahaHandReport>,
}

/// Hands of one kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OmahaGroupReport {
    /// The way of grouping: `made`, `draws`, `blockers` or `suits`.
    pub by: &'static str,
    /// The kind, such as `set` or `2+2 double-suited`.
    pub name: String,
    /// Combos of the kind that get here.
    pub combos: f64,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f64>,
    /// What they get on average from here on, in chips.
    pub ev: Option<f64>,
    /// The part of the pot that they would win without further betting, 0 to 1.
    pub equity: Option<f64>,
    /// Finer kinds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<OmahaGroupReport>,
}

/// A hand of the player who acts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OmahaHandReport {
    /// The hand.
    pub hand: String,
    /// The weight in the range times the probability of having come here.
    pub weight: f32,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f32>,
    /// What the hand gets from here on, in chips; none if it meets no hand.
    pub ev: Option<f64>,
    /// The part of the pot that it would win without further betting, 0 to 1.
    pub equity: Option<f64>,
}

pub(super) fn make(
    job: &mut OmahaJob,
    ended: Ended,
    line: &Line,
    view: &OmahaView,
) -> Result<OmahaReport, SpotError> {
    let located = job.locate(line)?;
    let worth = job.job.exploitability();
    let progress = job.job.progress();
    let pot = job.betting.starting_pot();
    let game = job.job.solver().game();
    let weights = Player::BOTH.map(|player| game.weights(player));
    let players = Player::BOTH.map(|player| {
        let side = player.index();
        let won = equities(game, Board::START, player, weights);
        let mean = |of: fn(&Won) -> f64| -> f64 {
            weights[side].iter().zip(&won).map(|(&weight, won)| f64::from(weight) * of(won)).sum()
        };
        let ev = worth.values[side] + pot.as_f64() / 2.0;
        SpotPlayerReport {
            player: name(player),
            combos: weights[side].iter().map(|&weight| f64::from(weight)).sum(),
            equity: 0.5 + 0.5 * mean(|won| won.difference) / mean(|won| won.met),
            ev,
            ev_share: ev / pot.as_f64(),
            gain: worth.gains()[side],
        }
    });
    Ok(OmahaReport {
        game: job.spec.game().name(),
        board: job.spec.board.to_string(),
        pot: pot.0,
        stack: job.betting.stack().0,
        players,
        exploitability: worth.mean(),
        exploitability_percent: 100.0 * worth.mean() / pot.as_f64(),
        iterations: progress.iteration,
        ended,
        seconds: progress.elapsed.as_secs_f64(),
        size: job.size.clone(),
        node: node(job, line, &located, view)?,
    })
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Oop => "oop",
        Player::Ip => "ip",
    }
}

/// What a hand wins minus what it loses, and all that it meets.
struct Won {
    difference: f64,
    met: f64,
}

impl Won {
    fn equity(&self) -> Option<f64> {
        (self.met > 0.0).then(|| (0.5 + 0.5 * self.difference / self.met).clamp(0.0, 1.0))
    }
}

/// Showdowns of a player's hands against the opponent's reach.
fn equities(game: &OmahaGame, place: Board, player: Player, reach: [&[f32]; 2]) -> Vec<Won> {
    let hands = reach[player.index()].len();
    let row = hands.next_multiple_of(8);
    let mut values = vec![0.0; 2 * row];
    let mut scratch = vec![0.0; game.leaf_scratch()];
    let columns = [(1.0, 0.0), (0.0, 1.0)].map(|(difference, sum)| Column {
        reach: [0; 2],
        value: usize::from(sum > 0.0),
        test: 0,
        difference,
        sum,
    });
    game.leaves(LeafCall {
        place,
        player,
        columns: &columns,
        reach: reach.map(|reach| Rows::new(reach, reach.len())),
        values: RowsMut::new(&mut values, row),
        scratch: &mut scratch,
        parallel: false,
    });
    let (differences, met) = values.split_at(row);
    let won = |(&difference, &met): (&f32, &f32)| Won {
        difference: f64::from(difference),
        met: f64::from(met),
    };
    differences[..hands].iter().zip(met).map(won).collect()
}

fn node(
    job: &mut OmahaJob,
    line: &Line,
    located: &Located,
    view: &OmahaView,
) -> Result<OmahaNodeReport, SpotError> {
    let solver = job.job.solver_mut();
    let strategy = solver.strategy(&located.at, Profile::Average)?;
    let values = solver.values(&located.at, Profile::Average)?;
    let game = job.job.solver().game();
    let solved = game.board(located.place);
    let round = &job.betting[located.betting.round];
    let at = &round[located.betting.node];
    let player = at.player().unwrap_or(Player::Oop);
    let put_in = job.betting.starting_pot().as_f64() / 2.0 + at.committed[player.index()].as_f64();
    let all = hands(game, located, &strategy, &values, player, put_in);
    let shown: Vec<Hand> = match &view.filter {
        Some(filter) => all.into_iter().filter(|hand| filter.weight(&hand.combo) > 0.0).collect(),
        None => all,
    };
    let actions = at.child_ids().filter_map(|child| round[child].action).enumerate();
    let sorter = Sorter::new(located.board).map_err(quasar_solver::OmahaError::from)?;
    Ok(OmahaNodeReport {
        line: line.to_string(),
        board: located.board.to_string(),
        solved_as: (solved != located.board).then(|| solved.to_string()),
        player: name(player),
        pot: job.betting.pot(at).0,
        ev: mean(shown.iter(), |hand| hand.ev),
        actions: actions.map(|(number, action)| action_report(&shown, number, action)).collect(),
        groups: groups(&shown, &sorter, view.sort),
        hands: hand_reports(shown, &sorter, view),
    })
}

/// A hand with all that is known of it.
struct Hand {
    combo: Combo,
    weight: f64,
    /// Weight times the weight of the opponent's hands that it can meet.
    meets: f64,
    frequencies: Vec<f32>,
    ev: Option<f64>,
    equity: Option<f64>,
}

fn hands(
    game: &OmahaGame,
    located: &Located,
    strategy: &[f32],
    values: &NodeValues,
    player: Player,
    put_in: f64,
) -> Vec<Hand> {
    let side = player.index();
    let [oop, ip] = &values.reach;
    let won = equities(game, located.place, player, [oop, ip]);
    let count = values.reach[side].len();
    let hand = |(number, combo): (usize, Combo)| {
        let weight = f64::from(values.reach[side][number]);
        Hand {
            combo: combo.permute(located.relabel),
            weight,
            meets: weight * f64::from(values.meets[side][number]),
            frequencies: strategy[number..].iter().step_by(count).copied().collect(),
            ev: values.values[side][number].map(|value| f64::from(value) + put_in),
            equity: won[number].equity().filter(|_| values.meets[side][number] > 0.0),
        }
    };
    game.combos(located.place, player).enumerate().map(hand).collect()
}

/// The mean over hands, weighted by what they meet; none if that is nothing.
fn mean<'a>(
    hands: impl Iterator<Item = &'a Hand>,
    of: impl Fn(&Hand) -> Option<f64>,
) -> Option<f64> {
    let (mut sum, mut total) = (0.0, 0.0);
    for hand in hands {
        if let Some(value) = of(hand) {
            sum += hand.meets * value;
            total += hand.meets;
        }
    }
    (total > 0.0).then(|| sum / total)
}

fn action_report(hands: &[Hand], number: usize, action: Action) -> ActionReport {
    let takes = |hand: &Hand| f64::from(hand.frequencies[number]);
    let frequency = mean(hands.iter(), |hand| Some(takes(hand)));
    let combos = hands.iter().map(|hand| hand.weight * takes(hand)).sum();
    ActionReport::new(action, frequency, combos, None)
}

/// The hands of a kind, as numbers, with those of finer kinds.
type Kinds = BTreeMap<Place, (Vec<usize>, BTreeMap<Place, Vec<usize>>)>;

fn groups(hands: &[Hand], sorter: &Sorter, sort: OmahaSort) -> Vec<OmahaGroupReport> {
    let mut reports = Vec::new();
    for by in By::ALL {
        let mut kinds = Kinds::new();
        for (number, hand) in hands.iter().enumerate().filter(|(_, hand)| hand.weight > 0.0) {
            if let Some((kind, finer)) = sorter.place(by, &hand.combo) {
                let (members, finer_kinds) = kinds.entry(kind).or_default();
                members.push(number);
                if let Some(finer) = finer {
                    finer_kinds.entry(finer).or_default().push(number);
                }
            }
        }
        let mut own: Vec<OmahaGroupReport> = kinds
            .iter()
            .map(|(kind, (members, finer))| {
                let mut groups: Vec<OmahaGroupReport> =
                    finer.iter().map(|(kind, members)| group(kind, members, hands)).collect();
                sort_groups(&mut groups, sort);
                OmahaGroupReport { groups, ..group(kind, members, hands) }
            })
            .collect();
        sort_groups(&mut own, sort);
        reports.extend(own);
    }
    reports
}

fn group(kind: &Place, members: &[usize], hands: &[Hand]) -> OmahaGroupReport {
    let members = || members.iter().map(|&number| &hands[number]);
    let actions = members().next().map_or(0, |hand| hand.frequencies.len());
    let frequency = |action: usize| {
        mean(members(), |hand| Some(f64::from(hand.frequencies[action]))).unwrap_or_default()
    };
    OmahaGroupReport {
        by: kind.by.name(),
        name: kind.name.clone(),
        combos: members().map(|hand| hand.weight).sum(),
        frequencies: (0..actions).map(frequency).collect(),
        ev: mean(members(), |hand| hand.ev),
        equity: mean(members(), |hand| hand.equity),
        groups: Vec::new(),
    }
}

/// Largest first; by strength they are in order already.
fn sort_groups(groups: &mut [OmahaGroupReport], sort: OmahaSort) {
    let key = |group: &OmahaGroupReport| match sort {
        OmahaSort::Strength => 0.0,
        OmahaSort::Combos => group.combos,
        OmahaSort::Ev => group.ev.unwrap_or(f64::MIN),
        OmahaSort::Equity => group.equity.unwrap_or(f64::MIN),
    };
    groups.sort_by(|one, other| key(other).total_cmp(&key(one)));
}

fn hand_reports(hands: Vec<Hand>, sorter: &Sorter, view: &OmahaView) -> Vec<OmahaHandReport> {
    if view.hands == 0 {
        return Vec::new();
    }
    let key = |hand: &Hand| match view.sort {
        OmahaSort::Strength => match sorter.place(By::Made, &hand.combo) {
            Some((_, Some(finer))) => -f64::from(finer.order),
            _ => f64::MIN,
        },
        OmahaSort::Combos => hand.weight,
        OmahaSort::Ev => hand.ev.unwrap_or(f64::MIN),
        OmahaSort::Equity => hand.equity.unwrap_or(f64::MIN),
    };
    let mut keyed: Vec<(f64, Hand)> =
        hands.into_iter().filter(|hand| hand.weight > 0.0).map(|hand| (key(&hand), hand)).collect();
    keyed.sort_by(|one, other| {
        other.0.total_cmp(&one.0).then(one.1.combo.index().cmp(&other.1.combo.index()))
    });
    let report = |(_, hand): (f64, Hand)| OmahaHandReport {
        hand: hand.combo.to_string(),
        weight: hand.weight as f32,
        frequencies: hand.frequencies,
        ev: hand.ev,
        equity: hand.equity,
    };
    keyed.into_iter().take(view.hands).map(report).collect()
}
