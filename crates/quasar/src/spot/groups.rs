//! Groups of hands by kind: Omaha hands do not fit a grid, and Hold'em players use these
//! groups as well.

use std::collections::BTreeMap;

use quasar_eval::kinds::{HandKind, Sorter};
use schemars::JsonSchema;
use serde::Serialize;

use super::HandSort;
use super::node_hands::{Descending, Hand, Hands, mean};
use crate::schema::names::{Grouping, Groupings, Name};

/// Hands of one kind.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct HandGroupReport {
    /// The way of grouping: `made`, `draws`, `blockers` or `suits`.
    pub by: Name<Groupings>,
    /// The kind, such as `set` or `2+2 double-suited`.
    pub name: String,
    /// Combos of the kind that reach the decision.
    pub combos: f64,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f64>,
    /// Their expected value from here on, in chips; null if they are compatible with no hand.
    pub ev: Option<f64>,
    /// Their equity, 0 to 1: the fraction of the pot they would win without further betting.
    pub equity: Option<f64>,
    /// Finer kinds of the same way. In Omaha, made hands are divided by the other ways, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<HandGroupReport>,
}

/// Hands of a kind with a kind of draw. The four draws are coarse, so that they fit into
/// the columns of a table: `both`, `flush draw`, `straight draw`, `no draw`.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct MadeDrawReport {
    /// The made hand, such as `set`.
    pub made: String,
    /// The draw.
    pub draw: String,
    /// Combos of both that reach the decision.
    pub combos: f64,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f64>,
    /// Their expected value from here on, in chips; null if they are compatible with no hand.
    pub ev: Option<f64>,
    /// Their equity, 0 to 1: the fraction of the pot they would win without further betting.
    pub equity: Option<f64>,
}

/// The kinds of the hands that reach a decision, by each way of grouping. In Omaha a made
/// hand is divided further by all other ways.
pub(super) fn groups(hands: &Hands, sorter: &Sorter, sort: HandSort) -> Vec<HandGroupReport> {
    let hands = &hands.0;
    let reach: Vec<usize> = (0..hands.len()).filter(|&hand| hands[hand].weight > 0.0).collect();
    let divided = |by: Grouping, members: &[usize]| {
        let kinds = kinds(by, members, hands, sorter);
        let mut own: Vec<HandGroupReport> = kinds
            .iter()
            .map(|(kind, (members, within))| {
                let mut finer: Vec<HandGroupReport> = within
                    .iter()
                    .map(|(finer, members)| group(by, &finer.name, members, hands))
                    .collect();
                sort_groups(&mut finer, sort);
                HandGroupReport { groups: finer, ..group(by, &kind.name, members, hands) }
            })
            .collect();
        sort_groups(&mut own, sort);
        (own, kinds)
    };
    let mut reports = Vec::new();
    for &by in sorter.ways() {
        let (mut own, kinds) = divided(by, &reach);
        if by == Grouping::Made && sorter.ways().len() > 2 {
            for report in &mut own {
                let made = kinds.iter().find(|(kind, _)| kind.name == report.name);
                let members = made.map_or(&[][..], |(_, (members, _))| members);
                let others = sorter.ways().iter().filter(|&&other| other != by);
                report.groups.extend(others.flat_map(|&other| divided(other, members).0));
            }
        }
        reports.extend(own);
    }
    reports
}

/// The indices of the hands of each kind, with those of its finer kinds.
type Kinds = BTreeMap<HandKind, (Vec<usize>, BTreeMap<HandKind, Vec<usize>>)>;

fn kinds(by: Grouping, members: &[usize], hands: &[Hand], sorter: &Sorter) -> Kinds {
    let mut kinds = Kinds::new();
    for &number in members {
        if let Some((kind, finer)) = sorter.place(by, &hands[number].combo) {
            let (members, within) = kinds.entry(kind).or_default();
            members.push(number);
            if let Some(finer) = finer {
                within.entry(finer).or_default().push(number);
            }
        }
    }
    kinds
}

/// Made hands by their draws, the strongest of both first; only before the river.
pub(super) fn made_and_draws(hands: &Hands, sorter: &Sorter) -> Vec<MadeDrawReport> {
    let mut cells: BTreeMap<(HandKind, HandKind), Vec<usize>> = BTreeMap::new();
    for (number, hand) in hands.0.iter().enumerate().filter(|(_, hand)| hand.weight > 0.0) {
        if let Some(cell) = sorter.made_and_draw(&hand.combo) {
            cells.entry(cell).or_default().push(number);
        }
    }
    let report = |((made, draw), members): ((HandKind, HandKind), Vec<usize>)| {
        let group = group(Grouping::Made, &made.name, &members, &hands.0);
        MadeDrawReport {
            made: group.name,
            draw: draw.name.into_owned(),
            combos: group.combos,
            frequencies: group.frequencies,
            ev: group.ev,
            equity: group.equity,
        }
    };
    cells.into_iter().map(report).collect()
}

fn group(by: Grouping, name: &str, members: &[usize], hands: &[Hand]) -> HandGroupReport {
    let members = || members.iter().map(|&number| &hands[number]);
    let over =
        |of: &dyn Fn(&Hand) -> Option<f64>| mean(members().map(|hand| (hand.pairs, of(hand))));
    let actions = members().next().map_or(0, |hand| hand.frequencies.len());
    let frequency =
        |action: usize| over(&|hand| Some(f64::from(hand.frequencies[action]))).unwrap_or_default();
    HandGroupReport {
        by: Name(by),
        name: name.to_owned(),
        combos: members().map(|hand| f64::from(hand.weight)).sum(),
        frequencies: (0..actions).map(frequency).collect(),
        ev: over(&|hand| hand.ev),
        equity: over(&|hand| hand.equity),
        groups: Vec::new(),
    }
}

/// Largest first; by strength they are already in order.
fn sort_groups(groups: &mut [HandGroupReport], sort: HandSort) {
    let key = |group: &HandGroupReport| match sort {
        HandSort::Strength => 0.0,
        HandSort::Combos => group.combos,
        HandSort::Ev => group.ev.unwrap_or(f64::MIN),
        HandSort::Equity => group.equity.unwrap_or(f64::MIN),
    };
    groups.sort_by_key(|group| Descending(key(group)));
}
