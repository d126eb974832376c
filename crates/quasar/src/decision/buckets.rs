//! A decision whose players hold buckets of hands, solved with the equity matrix of
//! the buckets.
//!
//! Buckets represent similar hands, so cards no longer matter: each
//! player holds one of K buckets by weight, any two can be dealt together unless the matrix has
//! no entry for them, and a showdown pays the equity in the matrix. The answer is exact
//! for that game; it cannot see differences between hands of a bucket.

use quasar_abstraction::{CsvWarning, EquityMatrix};
use quasar_cards::Street;
use quasar_game::{BettingTree, NodeId, Rake, TreeSpec};
use quasar_solver::{MatrixGame, NodeAt, PairTable, Settings, Solver, public_tree};

use super::file::{SeatRange, start_of};
use super::{OneHandReport, OneReport, SpotFile};
use crate::buckets::BucketDecision;
use crate::job::{Clock, Control, Goal, SolveJob, SolveProgress, thread_count};
use crate::request::values::{Algorithms, Names};
use crate::request::{FieldError, Warning, WarningKind, needed};
use crate::spot::SpotError;

/// Equities of buckets against each other.
#[derive(Clone, PartialEq, Debug)]
pub enum MatrixFile {
    /// A file: CSV as `quasar matrix` writes it.
    Path(String),
    /// The rows; null where no two hands can be held together.
    Rows(Vec<Vec<Option<f64>>>),
}

impl MatrixFile {
    /// The matrix; `text` is the content of its file, if it is in one.
    fn read(&self, text: Option<&str>) -> Result<(EquityMatrix, Option<CsvWarning>), SpotError> {
        let (at, written) = match (self, text) {
            (MatrixFile::Path(path), Some(text)) => (format!("matrix {path}"), text.to_owned()),
            (MatrixFile::Path(path), None) => {
                return Err(FieldError::Value {
                    field: "matrix".to_owned(),
                    text: path.clone(),
                    expected: "rows, or a file that was read".into(),
                }
                .into());
            }
            (MatrixFile::Rows(rows), _) => {
                let entry =
                    |entry: &Option<f64>| entry.map_or("none".to_owned(), |e| e.to_string());
                let row = |row: &Vec<_>| row.iter().map(entry).collect::<Vec<_>>().join(",");
                ("matrix".to_owned(), rows.iter().map(row).collect::<Vec<_>>().join("\n"))
            }
        };
        EquityMatrix::parse(&written)
            .map_err(|error| SpotError::Matrix { at, error: Box::new(error) })
    }
}

/// What a matrix was read otherwise than written.
fn of_matrix(warning: CsvWarning) -> Warning {
    let message = format!("matrix: {warning}");
    Warning { field: "matrix".to_owned(), message, kind: WarningKind::Matrix }
}

/// A checked spot of buckets.
struct CheckedSpot {
    matrix: EquityMatrix,
    warning: Option<CsvWarning>,
    /// The players' weights, `oop` first.
    weights: [Vec<f32>; 2],
    betting: TreeSpec,
    settings: Settings,
    goal: Goal,
}

impl SpotFile {
    /// Whether the players hold buckets.
    pub(crate) fn has_buckets(&self) -> bool {
        let buckets = |seat: &SeatRange| matches!(seat, SeatRange::Buckets(_));
        self.matrix.is_some() || self.players.iter().any(buckets)
    }

    /// Solves a spot of buckets.
    pub(super) fn solve_buckets(
        &self,
        clock: &Clock,
        threads: usize,
        allowed: u64,
        control: &Control,
        progress: impl FnMut(&SolveProgress),
    ) -> Result<OneReport, SpotError> {
        let spot = self.bucket_spot(threads)?;
        let betting = BettingTree::build(&spot.betting)?;
        let tree = public_tree(&betting, Rake::NONE)?.tree;
        let size = [spot.matrix.buckets(); 2];
        let equity = |first, second| spot.matrix.equity(first, second);
        let together =
            PairTable::shared(size, |first, second| f32::from(equity(first, second).is_some()));
        let margin = PairTable::opposed(size, |first, second| {
            equity(first, second).map_or(0.0, |equity| (2.0 * equity - 1.0) as f32)
        });
        let game = MatrixGame::without_cards(tree, spot.weights, together, vec![margin])?;
        let mut job = SolveJob::new(Solver::within(game, spot.settings, allowed)?, spot.goal);
        job.set_clock(clock.clone());
        job.run(control, progress)?;
        let exploitability = job.exploitability()?.mean();
        let (done, seconds) = (job.progress().iteration, job.progress().elapsed.as_secs_f64());
        let at = NodeAt { stage: 0, node: 0, deals: Vec::new() };
        let root = BucketDecision::new(&betting, NodeId::ROOT, &at, job.solver_mut())?;
        let buckets = root.buckets();
        let hand = |bucket: usize| OneHandReport {
            hand: format!("bucket {bucket}"),
            weight: root.weight(bucket),
            frequencies: root.frequencies(bucket),
            ev: root.ev(bucket),
        };
        let algorithm = Algorithms::name(self.settings.algorithm.into());
        Ok(OneReport {
            method: format!(
                "{buckets} buckets by their matrix, {algorithm}, {done} iterations, average strategy"
            ),
            to_act: self.to_act,
            chip_scale: self.chip_scale,
            actions: root.actions(),
            ev: root.mean_ev(),
            exploitability,
            exploitability_percent: 100.0 * exploitability / self.pot().max(1) as f64,
            iterations: done,
            seconds,
            warnings: self.warnings.0.iter().cloned().chain(spot.warning.map(of_matrix)).collect(),
            hands: (0..buckets).map(hand).collect(),
        })
    }

    fn bucket_spot(&self, threads: usize) -> Result<CheckedSpot, SpotError> {
        let rules = self.rules();
        let hand = self.hand(rules, Street::River)?;
        let start = start_of(&hand)?;
        let expected = "what the buckets of the ranges expect against each other";
        let matrix = needed(self.matrix.as_ref(), "matrix", expected)?;
        let (matrix, warning) = matrix.read(self.matrix_text.as_deref())?;
        let [oop, ip] = [1 - self.button, self.button];
        let buckets = matrix.buckets();
        let weights = [self.bucket_weights(oop, buckets)?, self.bucket_weights(ip, buckets)?];
        let betting = self.betting(rules, start);
        let settings = Settings { threads: thread_count(threads), ..self.settings };
        let goal = self.goal;
        Ok(CheckedSpot { matrix, warning, weights, betting, settings, goal })
    }

    /// The weights of a seat's buckets.
    fn bucket_weights(&self, seat: usize, buckets: usize) -> Result<Vec<f32>, SpotError> {
        let field = format!("players[{seat}].range");
        let wrong = |expected: &'static str| {
            Err(FieldError::Kind { field: field.clone(), expected: expected.into() }.into())
        };
        let SeatRange::Buckets(weights) = &self.players[seat] else {
            return wrong("a list of weights, one for each bucket of the matrix");
        };
        if weights.len() != buckets {
            return Err(FieldError::Value {
                field,
                text: format!("{} weights", weights.len()),
                expected: "one for each bucket of the matrix".into(),
            }
            .into());
        }
        if !weights.iter().all(|weight| (0.0..=f64::from(f32::MAX)).contains(weight)) {
            return wrong("weights that are not below 0");
        }
        if weights.iter().all(|&weight| weight == 0.0) {
            return wrong("weights of which one is above 0");
        }
        Ok(weights.iter().map(|&weight| weight as f32).collect())
    }
}
