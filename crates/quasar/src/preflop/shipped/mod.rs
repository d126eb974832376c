//! Games that were solved to the river and ship with Quasar, one for each stack.
//!
//! A game is the configuration and the `preflop.qsr` of the folder that `quasar solve-preflop -o`
//! wrote, without the saves of flops; `index.csv` has what only the report of the solve knew.
//! `./scripts/charts streets STACK` makes all three.

use quasar_cards::HoldemClass;
use quasar_game::{BettingTree, Line};
use quasar_preflop::PreflopError;
use quasar_store::StoredStrategy;
use schemars::JsonSchema;
use serde::Serialize;

use super::node::{self, Decision};
use super::{PreflopNodeReport, PreflopSolveError, PreflopSolveSpec};

/// Columns of the index: the stack in big blinds, the exploitability by hand, its part on rivers.
const INDEX: &str = include_str!("index.csv");

/// Configuration and strategy of each row of the index.
const GAMES: &[(&str, &[u8])] = &[
    (include_str!("25bb.yaml"), include_bytes!("25bb.qsr")),
    (include_str!("100bb.yaml"), include_bytes!("100bb.qsr")),
];

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
        let &[stack, by_hand_mbb, on_rivers_mbb] = &numbers[..] else {
            unreachable!("a test reads every row of the index")
        };
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
}
