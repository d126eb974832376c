//! Computes many tables in parallel and passes them on in order.
//!
//! The order makes the written file independent of the number of
//! threads. Tables are computed in batches, so that few wait for an earlier one:
//! waiting tables take memory, and an interruption loses them.

use std::sync::{Mutex, PoisonError};

use quasar_cards::Board;
use quasar_equity::{FlopTable, Progress, flop_tables};

use super::TablesError;
use crate::job::Engine;

/// Flops of a batch for each thread; the last of a batch leave threads idle for
/// about one table in sixteen, halved.
const PER_THREAD: usize = 16;
const SMALLEST: usize = 64;

/// The most tables that may wait at once.
pub(super) fn batch(threads: usize) -> usize {
    (PER_THREAD * threads).max(SMALLEST)
}

/// Computes the tables of these flops and passes them to `sink` in order,
/// until it fails or `progress` is cancelled.
pub(super) fn compute_in_order(
    engine: &Engine,
    flops: &[Board],
    progress: &Progress,
    mut sink: impl FnMut(FlopTable) -> Result<(), TablesError> + Send,
) -> Result<(), TablesError> {
    progress.set_total(flops.len() as u64);
    for flops in flops.chunks(batch(engine.threads())) {
        if !progress.may_continue() {
            return Err(TablesError::Stopped);
        }
        let queue = Mutex::new(Queue::new(flops.len(), &mut sink));
        // Counts this batch only, while `progress` counts them all.
        let of_batch = Progress::new();
        let computed = engine.pool().install(|| {
            flop_tables(flops, &of_batch, |place, table| {
                let good = queue.lock().unwrap_or_else(PoisonError::into_inner).put(place, table);
                progress.advance(1);
                if !good || !progress.may_continue() {
                    of_batch.cancel();
                }
            })
        });
        queue.into_inner().unwrap_or_else(PoisonError::into_inner).result?;
        computed?;
    }
    Ok(())
}

/// Tables waiting for a sink that needs them in order.
struct Queue<'a, S> {
    waiting: Vec<Option<FlopTable>>,
    next: usize,
    sink: &'a mut S,
    result: Result<(), TablesError>,
}

impl<'a, S: FnMut(FlopTable) -> Result<(), TablesError>> Queue<'a, S> {
    fn new(tables: usize, sink: &'a mut S) -> Self {
        Queue { waiting: vec![None; tables], next: 0, sink, result: Ok(()) }
    }

    /// Adds a table, and passes on all whose turn it is; false once the sink has failed.
    fn put(&mut self, place: usize, table: FlopTable) -> bool {
        self.waiting[place] = Some(table);
        while self.result.is_ok()
            && let Some(table) = self.waiting.get_mut(self.next).and_then(Option::take)
        {
            self.result = (self.sink)(table);
            self.next += 1;
        }
        self.result.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> FlopTable {
        let numerators = vec![0; quasar_equity::FLOP_TABLE_ENTRIES];
        FlopTable::from_numerators(text.parse().unwrap(), &numerators).unwrap()
    }

    #[test]
    fn tables_leave_in_order_whatever_order_they_come_in() {
        let flops = ["AsAhAd", "KsKhKd", "QsQhQd", "JsJhJd"];
        let mut seen = Vec::new();
        let mut sink = |table: FlopTable| {
            seen.push(table.flop().to_string());
            if seen.len() == 3 { Err(TablesError::Stopped) } else { Ok(()) }
        };
        let mut queue = Queue::new(4, &mut sink);
        assert!(queue.put(1, table(flops[1])));
        assert!(queue.put(0, table(flops[0])));
        assert!(queue.put(3, table(flops[3])));
        assert!(!queue.put(2, table(flops[2])), "the sink takes three");
        assert!(queue.result.is_err());
        assert_eq!(seen, flops[..3]);
    }
}
