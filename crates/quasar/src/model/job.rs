//! Solving all flops of a spec into a bundle.
//!
//! If trees are small, each thread solves its own flop in its own memory. If they are
//! large, and for the last few flops, all threads work on one flop at a time. Results are
//! the same either way.

use std::path::Path;
use std::sync::Arc;

use quasar_cards::Board;
use quasar_equity::{FlopTable, SubsetFlop};
use quasar_preflop::{
    ClassTable, FlopSolution, FlopWorker, ModelSpec, ModelTree, ModelValues, solve_flops,
};
use quasar_solver::Settings;
use quasar_store::{BundleWriter, Depth, SolveWriter, SolvedFlop};

use super::watch::Tracker;
use super::{DepthReport, PostflopError, PostflopReport, PostflopSpec};
use crate::job::{Clock, Control, Engine};
use crate::tables::TablesError;

/// The number of regrets and sums of a flop above which all threads work on one flop.
pub(super) const LARGE: u64 = 128 << 20;

impl Engine {
    /// Solves the flops of a spec at every stack depth into a bundle; flops of an
    /// interrupted run are kept. Equity tables come from `tables`, or from the
    /// file at its default path, or are computed; once for all depths.
    pub fn solve_postflop(
        &self,
        spec: &PostflopSpec,
        folder: &Path,
        tables: Option<&Path>,
        control: &Control,
    ) -> Result<PostflopReport, PostflopError> {
        self.solve_model(spec, folder, tables, &Tracker::new(control, Clock::system(), None))
    }

    /// The same with a tracker of the progress.
    pub(super) fn solve_model(
        &self,
        spec: &PostflopSpec,
        folder: &Path,
        tables: Option<&Path>,
        tracker: &Tracker<'_>,
    ) -> Result<PostflopReport, PostflopError> {
        let start = tracker.now();
        let flops = spec.weighted_flops();
        let same = |text: &str| spec.is_written_as(text);
        let mut writer = BundleWriter::open_if(folder, &spec.to_yaml(), same)?;
        let depths = spec.sprs.iter().map(|&spr| Ok((spr, writer.depth(spr)?)));
        let depths = depths.collect::<Result<Vec<(f64, Depth)>, PostflopError>>()?;
        for (_, depth) in &depths {
            if let Depth::Open(writer) = depth {
                writer.reserve(flops.len())?;
            }
        }
        let left = |depth: &Depth| match depth {
            Depth::Done(_) => 0,
            Depth::Open(writer) => flops.len().saturating_sub(writer.flops().len()),
        };
        let to_solve: usize = depths.iter().map(|(_, depth)| left(depth)).sum();
        tracker.begin(&spec.sprs, to_solve, spec.model.iterations);
        let boards: Vec<Board> = match to_solve {
            0 => Vec::new(),
            _ => flops.iter().map(|flop| flop.board).collect(),
        };
        let total = flops.len() * depths.len();
        let found = match self.flop_tables(&boards, tables, tracker.control()) {
            Err(TablesError::Stopped) => {
                return Err(PostflopError::Stopped { done: total - to_solve, total });
            }
            found => found?,
        };
        let mut work = Work { engine: self, spec, flops: &flops, tables: &found.tables, tracker };
        let mut workers: Vec<FlopWorker> = Vec::new();
        let mut reports = Vec::new();
        for (place, (spr, depth)) in depths.into_iter().enumerate() {
            match work.solve_depth(place, spr, depth, &mut workers) {
                Err(PostflopError::Stopped { done, .. }) => {
                    let before = flops.len() * place;
                    return Err(PostflopError::Stopped { done: before + done, total });
                }
                other => reports.push(other?),
            }
        }
        let bundle = writer.finish()?;
        Ok(PostflopReport {
            folder: folder.display().to_string(),
            depths: reports,
            tables_loaded: found.loaded,
            tables_computed: found.computed,
            warnings: found.warnings.iter().map(ToString::to_string).collect(),
            bytes: bundle.size(),
            seconds: (tracker.now() - start).as_secs_f64(),
        })
    }
}

/// What all depths have in common.
struct Work<'a> {
    engine: &'a Engine,
    spec: &'a PostflopSpec,
    flops: &'a [SubsetFlop],
    tables: &'a [Arc<FlopTable>],
    tracker: &'a Tracker<'a>,
}

impl Work<'_> {
    fn solve_depth(
        &mut self,
        place: usize,
        spr: f64,
        depth: Depth,
        workers: &mut Vec<FlopWorker>,
    ) -> Result<DepthReport, PostflopError> {
        let start = self.tracker.now();
        let tree = ModelTree::new(&self.spec.model, spr)?;
        let mut report = DepthReport {
            spr,
            actions: tree.actions(),
            memory: 0,
            reused: 0,
            seconds: 0.0,
            standard_error: None,
            flops: Vec::new(),
        };
        let mut writer = match depth {
            Depth::Open(writer) => writer,
            Depth::Done(file) => {
                self.check_flops(file.path(), file.flops())?;
                self.tracker.begin_depth(place, self.flops.len(), self.flops.len(), 0);
                report.reused = file.flops().len();
                report.flops = file.flops().iter().map(Into::into).collect();
                return Ok(report);
            }
        };
        let done = writer.flops().len();
        report.reused = done;
        let (settings, count) = self.plan(&tree, self.flops.len().saturating_sub(done))?;
        if workers
            .first_mut()
            .and_then(FlopWorker::solver)
            .is_some_and(|s| *s.settings() != settings)
        {
            workers.clear();
        }
        workers.resize_with(count, FlopWorker::new);
        let memory = FlopWorker::memory(&tree, &settings)?.total() * count as u64;
        report.memory = memory;
        self.tracker.begin_depth(place, self.flops.len(), done, memory);
        let mut means = self.means_so_far(&writer)?;
        let model = ModelSpec { settings, ..self.spec.model.clone() };
        let error = self.solve_rest(&model, &tree, workers, &mut writer, &mut means)?;
        report.standard_error = error;
        report.flops = writer.flops().iter().map(Into::into).collect();
        let classes = means.class_means().map(|means| {
            means.into_iter().map(|mean| mean.map_or(f32::NAN, |mean| mean as f32)).collect()
        });
        let classes: [Vec<f32>; 2] = classes;
        writer.finish(&means.means(), [&classes[0], &classes[1]])?;
        report.seconds = (self.tracker.now() - start).as_secs_f64();
        Ok(report)
    }

    /// Threads that work on a flop, and how many flops are solved at a time.
    fn plan(&self, tree: &ModelTree, flops: usize) -> Result<(Settings, usize), PostflopError> {
        let threads = self.engine.threads();
        let settings = self.spec.model.settings;
        let memory = FlopWorker::memory(tree, &settings)?;
        Ok(match memory.storage >= LARGE || flops < threads {
            true => (Settings { threads, ..settings }, 1),
            false => (settings, threads),
        })
    }

    /// The means over the flops of an earlier run.
    fn means_so_far(&self, writer: &SolveWriter) -> Result<ModelValues, PostflopError> {
        let mut means = ModelValues::new();
        self.check_flops(Path::new("solve.bin.partial"), writer.flops())?;
        for place in 0..writer.flops().len() {
            let classes = ClassTable::of_flop(&self.tables[place]);
            means.add(&classes, self.flops[place].weight, &writer.values(place)?);
        }
        Ok(means)
    }

    /// Flops of a file must be those of the spec, in its order.
    fn check_flops(&self, path: &Path, found: &[SolvedFlop]) -> Result<(), PostflopError> {
        for (place, found) in found.iter().enumerate() {
            let expected = self.flops.get(place).map(|flop| flop.board);
            if expected != Some(found.board) {
                return Err(PostflopError::OtherFlops {
                    path: path.to_owned(),
                    place,
                    found: found.board.to_string(),
                    expected: expected.map_or("none".to_owned(), |board| board.to_string()),
                });
            }
        }
        Ok(())
    }

    /// Solves the flops that the file does not have yet; returns the largest
    /// standard error of the class means if deals were sampled.
    fn solve_rest(
        &self,
        model: &ModelSpec,
        tree: &ModelTree,
        workers: &mut [FlopWorker],
        writer: &mut SolveWriter,
        means: &mut ModelValues,
    ) -> Result<Option<f64>, PostflopError> {
        let mut largest: Option<f64> = None;
        let first = writer.flops().len();
        let rest = &self.flops[first.min(self.flops.len())..];
        let solved = self.engine.pool().install(|| {
            solve_flops(
                model,
                tree,
                workers,
                rest.len(),
                |flop| ClassTable::of_flop(&self.tables[first + flop]),
                |progress| self.tracker.iterated(rest[progress.flop].board, progress),
                |flop, classes, solution: FlopSolution| -> Result<(), PostflopError> {
                    let SubsetFlop { board, weight } = rest[flop];
                    if let Some(error) = solution.standard_error {
                        largest = Some(largest.map_or(error, |largest| largest.max(error)));
                    }
                    means.add(classes, weight, &solution.values);
                    self.tracker.finished(flop, &solution);
                    let record = SolvedFlop {
                        board,
                        weight,
                        iterations: solution.iterations,
                        exploitability: solution.exploitability,
                        seen: solution.pruned.seen,
                        pruned: solution.pruned.pruned,
                    };
                    Ok(writer.append(record, &solution.values)?)
                },
            )
        });
        match solved {
            Err(PostflopError::Stopped { total, .. }) => {
                Err(PostflopError::Stopped { done: writer.flops().len(), total })
            }
            other => other.map(|()| largest),
        }
    }
}
