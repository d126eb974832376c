//! Games that were solved to the river and ship with Quasar, one for each stack.
//!
//! A game is the configuration and the `preflop.qsr` of the folder that `quasar solve-preflop -o`
//! wrote, without the saves of flops; `index.csv` holds the figures that only the
//! report of the solve contains. `./scripts/charts streets STACK` makes all three.

use quasar_cards::HoldemClass;
use quasar_game::{BettingTree, Line};
use quasar_preflop::PreflopError;
use quasar_store::StoredStrategy;
use schemars::JsonSchema;
use serde::Serialize;

use super::node::{self, Decision};
use super::{PreflopNodeReport, PreflopSolveError, PreflopSolveSpec};

/// Columns of the index: the stack in big blinds, the exploitability without river buckets, its
/// part on rivers.
const INDEX: &str = include_str!("index.csv");

/// Configuration and strategy of a stack.
macro_rules! game {
    ($stack:literal) => {
        (
            include_str!(concat!($stack, "bb.yaml")),
            include_bytes!(concat!($stack, "bb.qsr")).as_slice(),
        )
    };
}

/// The games, a row of the index each.
const GAMES: &[(&str, &[u8])] =
    &[game!(8), game!(10), game!(15), game!(25), game!(30), game!(40), game!(100)];

/// A solved game that ships with Quasar.
#[derive(Clone, Debug)]
pub struct ShippedPreflop {
    report: ShippedPreflopReport,
    spec: PreflopSolveSpec,
    betting: BettingTree,
    strategy: StoredStrategy,
}

/// What is known about a solved game that ships with Quasar.
#[derive(Clone, Copy, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ShippedPreflopReport {
    /// The stack of each player, in big blinds.
    pub stack: f64,
    /// How many flops stand for all.
    pub flops: usize,
    /// Iterations done.
    pub iterations: u32,
    /// The exploitability among players who see only the buckets of rivers, in thousandths of a
    /// big blind per hand.
    pub bucket_mbb: f64,
    /// The exploitability with every hand for itself on every street, on these flops.
    pub by_hand_mbb: f64,
    /// The part of it that is lost on rivers alone.
    pub on_rivers_mbb: f64,
    /// The button's expected win, in thousandths of a big blind per hand.
    pub ev_mbb: f64,
}

/// All games that ship with Quasar, by stack.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct ShippedPreflopsReport {
    /// The games.
    pub games: Vec<ShippedPreflopReport>,
}

impl ShippedPreflop {
    /// All of them, by stack.
    pub fn all() -> Result<Vec<ShippedPreflop>, PreflopSolveError> {
        let rows = INDEX.lines().skip(1);
        rows.zip(GAMES)
            .map(|(row, (config, bytes))| ShippedPreflop::read(row, config, bytes))
            .collect()
    }

    /// The one of a stack in big blinds.
    pub fn at(stack: f64) -> Result<ShippedPreflop, PreflopSolveError> {
        let mut all = ShippedPreflop::all()?;
        match all.iter().position(|game| game.report.stack == stack) {
            Some(place) => Ok(all.swap_remove(place)),
            None => {
                let known = all.iter().map(|game| game.report.stack.to_string()).collect();
                Err(PreflopSolveError::NotShipped { stack, known })
            }
        }
    }

    /// What is known about all of them.
    pub fn list() -> Result<ShippedPreflopsReport, PreflopSolveError> {
        let games = ShippedPreflop::all()?.iter().map(|game| game.report).collect();
        Ok(ShippedPreflopsReport { games })
    }

    fn read(row: &str, config: &str, bytes: &[u8]) -> Result<ShippedPreflop, PreflopSolveError> {
        let numbers: Vec<f64> = row.split(',').filter_map(|text| text.parse().ok()).collect();
        let numbers = <[f64; 3]>::try_from(numbers).expect("a test reads every row of the index");
        let [stack, by_hand_mbb, on_rivers_mbb] = numbers;
        let spec = PreflopSolveSpec::parse(config)?;
        let betting = spec.betting.betting().map_err(PreflopError::from)?;
        let strategy = StoredStrategy::from_bytes(bytes).expect("a test reads every shipped file");
        let flops = spec.streets.as_ref().and_then(|streets| streets.flops.as_ref());
        let report = ShippedPreflopReport {
            stack,
            flops: flops.map_or(0, |flops| flops.weighted().len()),
            iterations: strategy.iterations,
            bucket_mbb: strategy.exploitability,
            by_hand_mbb,
            on_rivers_mbb,
            ev_mbb: strategy.value,
        };
        Ok(ShippedPreflop { report, spec, betting, strategy })
    }

    /// What is known about it.
    pub fn report(&self) -> &ShippedPreflopReport {
        &self.report
    }

    /// The spec.
    pub fn spec(&self) -> &PreflopSolveSpec {
        &self.spec
    }

    /// The strategy at the end of a line.
    pub fn node(&self, line: &Line) -> Result<PreflopNodeReport, PreflopSolveError> {
        let decision = Decision::stored(&self.strategy, &self.betting, line, HoldemClass::COUNT)?;
        Ok(node::report(&self.betting, &self.spec.positions, &decision))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every file is whole, and what the button's classes win at the start is what it wins in all,
    /// but for how often the flops of a subset leave each class.
    #[test]
    fn files_are_whole_and_values_add_up() {
        assert_eq!(INDEX.lines().count(), 1 + GAMES.len());
        let games = ShippedPreflop::all().unwrap();
        assert!(games.is_sorted_by(|one, other| one.report.stack < other.report.stack));
        for game in games {
            let ShippedPreflopReport { stack, by_hand_mbb, bucket_mbb, .. } = *game.report();
            assert_eq!(game.spec().stack(), stack);
            assert!(by_hand_mbb >= bucket_mbb && by_hand_mbb < 100.0, "{stack}: {by_hand_mbb}");
            let root = game.node(&Line::default()).unwrap();
            let won = HoldemClass::all().zip(&root.classes).map(|(class, found)| {
                let cells = found.frequencies.iter().zip(&found.evs);
                let mean: f64 = cells.map(|(part, ev)| part * ev.unwrap_or(0.0)).sum();
                class.size() as f64 * mean / 1.326
            });
            let won: f64 = won.sum();
            assert!((won - game.report().ev_mbb).abs() < 30.0, "{stack}: {won}");
        }
    }

    /// What a coach looks at first: nobody folds aces or kings after any line, and better pairs are
    /// worth more. So are better kickers if there are flops enough: on 16 of them AQo is worth
    /// more than AKo.
    #[test]
    fn charts_play_the_best_hands_and_order_hands_as_players_do() {
        for game in ShippedPreflop::all().unwrap() {
            let ShippedPreflopReport { stack, flops, .. } = *game.report();
            let mut lines = vec![Line::default()];
            while let Some(line) = lines.pop() {
                let Ok(node) = game.node(&line) else { continue };
                let class = |name: &str| node.classes.iter().find(|found| found.class == name);
                let best = |name: &str| {
                    let evs = class(name).unwrap().evs.iter().flatten().copied();
                    evs.fold(f64::NEG_INFINITY, f64::max)
                };
                for pair in ["AA", "KK"] {
                    let found = class(pair).filter(|found| found.combos > 0.01);
                    let Some(found) = found else { continue };
                    let folds = node.actions.iter().position(|action| action.action == "fold");
                    let often = folds.map_or(0.0, |fold| found.frequencies[fold]);
                    assert!(often < 0.01, "{stack}: {pair} folds {often} after {line}");
                }
                if line == Line::default() {
                    let pairs = ["AA KK", "KK QQ", "QQ JJ", "JJ TT", "AKs AKo", "AQo KQo"];
                    let kickers = ["AKo AQo", "AQo AJo"].into_iter().filter(|_| flops >= 25);
                    for order in pairs.into_iter().chain(kickers) {
                        let (better, worse) = order.split_once(' ').unwrap();
                        assert!(best(better) > best(worse), "{stack}: {order}");
                    }
                }
                lines.extend(node.actions.iter().filter_map(|action| action.line.parse().ok()));
            }
        }
    }
}
