//! Solving many flops at once, in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::{FlopSolution, FlopWorker, ModelSpec, ModelTree};
use crate::{ClassTable, PreflopError};

/// The progress of a flop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlopProgress {
    /// Its position in the list.
    pub flop: usize,
    /// Iterations done.
    pub iteration: u32,
    /// The exploitability when last measured, as a fraction of the pot.
    pub exploitability: Option<f64>,
}

/// Solves flops, each worker one at a time, in the threads of the installed pool.
///
/// `classes` gives the table of a flop by its position; `watch` is called for every
/// iteration and stops all work by returning false; `sink` gets solutions in the
/// order of the flops and the first error that it returns ends the work.
pub fn solve_flops<E: From<PreflopError> + Send>(
    spec: &ModelSpec,
    tree: &ModelTree,
    workers: &mut [FlopWorker],
    flops: usize,
    classes: impl Fn(usize) -> ClassTable + Sync,
    watch: impl Fn(FlopProgress) -> bool + Sync,
    sink: impl FnMut(usize, &ClassTable, FlopSolution) -> Result<(), E> + Send,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let queue = Mutex::new(Queue { waiting: BTreeMap::new(), next: 0, failed: None, sink });
    workers.par_iter_mut().for_each(|worker| {
        loop {
            let flop = next.fetch_add(1, Ordering::Relaxed);
            if flop >= flops {
                return;
            }
            let table = classes(flop);
            let solved = worker.solve(spec, tree, &table, |iteration, exploitability| {
                watch(FlopProgress { flop, iteration, exploitability })
            });
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            if !queue.put(flop, table, solved) {
                next.store(flops, Ordering::Relaxed);
                return;
            }
        }
    });
    match queue.into_inner().unwrap_or_else(PoisonError::into_inner).failed {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Solutions on their way to a sink that wants them in order.
struct Queue<S, E> {
    waiting: BTreeMap<usize, (ClassTable, FlopSolution)>,
    next: usize,
    failed: Option<E>,
    sink: S,
}

impl<E, S> Queue<S, E>
where
    E: From<PreflopError>,
    S: FnMut(usize, &ClassTable, FlopSolution) -> Result<(), E>,
{
    /// Accepts a solution, and passes on all whose turn it is; false once something
    /// failed.
    fn put(
        &mut self,
        flop: usize,
        table: ClassTable,
        solved: Result<FlopSolution, PreflopError>,
    ) -> bool {
        match solved {
            Ok(solution) => {
                self.waiting.insert(flop, (table, solution));
            }
            Err(error) => {
                self.failed.get_or_insert(error.into());
            }
        }
        while self.failed.is_none()
            && let Some((table, solution)) = self.waiting.remove(&self.next)
        {
            if let Err(error) = (self.sink)(self.next, &table, solution) {
                self.failed = Some(error);
            }
            self.next += 1;
        }
        self.failed.is_none()
    }
}
