//! The model's memory: a worker allocates once, an iteration allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use crate::common::spec;
use quasar_equity::FlopTable;
use quasar_preflop::{CLASSES, ClassTable, FlopWorker, ModelSpec, ModelTree};
use quasar_solver::Settings;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static LARGEST: Cell<usize> = const { Cell::new(0) };
    static LIVE: Cell<usize> = const { Cell::new(0) };
}

/// Counts the allocations of each thread, and its bytes that are not freed. Other tests
/// run on other threads and do not disturb it.
struct Counting;

// SAFETY: every call is passed on unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        LARGEST.with(|most| most.set(most.get().max(layout.size())));
        LIVE.with(|live| live.set(live.get().wrapping_add(layout.size())));
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.with(|live| live.set(live.get().wrapping_sub(layout.size())));
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A tree whose regrets take more than a table of 169 x 169 values.
fn large_spec() -> ModelSpec {
    ModelSpec { bet_sizes: vec![0.5, 1.0], iterations: 11, ..spec() }
}

/// Allocations between two iterations, and the largest of a whole flop.
fn watched(worker: &mut FlopWorker, tree: &ModelTree, classes: &ClassTable) -> (u64, usize) {
    let (mut last, mut between) = (None, 0);
    LARGEST.with(|most| most.set(0));
    worker
        .solve(&large_spec(), tree, classes, |_, _| {
            let now = ALLOCATIONS.with(Cell::get);
            between += last.map_or(0, |last| now - last);
            last = Some(now);
            true
        })
        .unwrap();
    (between, LARGEST.with(Cell::get))
}

#[test]
fn iterations_allocate_nothing_and_flops_share_their_memory() {
    let tree = ModelTree::new(&large_spec(), 3.5).unwrap();
    let storage = FlopWorker::memory(&tree, &Settings::default()).unwrap().storage as usize;
    let flops = ["AhKsQd", "9h8h7h"]
        .map(|text| ClassTable::of_flop(&FlopTable::of(text.parse().unwrap()).unwrap()));
    let mut worker = FlopWorker::new();
    let (between, largest) = watched(&mut worker, &tree, &flops[0]);
    assert_eq!(between, 0, "an iteration allocates");
    assert!(largest >= storage / 2, "regrets and sums are half of the storage each");
    let (between, largest) = watched(&mut worker, &tree, &flops[1]);
    assert_eq!(between, 0, "an iteration allocates");
    assert!(largest < storage / 2, "{largest} bytes at once for the second flop");
}

/// What a worker keeps after a flop: regrets and sums, which are its largest buffers,
/// scratch, and besides the plan of the lines and the flop's tables.
#[test]
fn a_worker_keeps_what_was_estimated() {
    let spec = ModelSpec { max_raises: 3, iterations: 1, ..large_spec() };
    let tree = ModelTree::new(&spec, 20.0).unwrap();
    let memory = FlopWorker::memory(&tree, &spec.settings).unwrap();
    let classes = ClassTable::of_flop(&FlopTable::of("AhKsQd".parse().unwrap()).unwrap());
    let before = LIVE.with(Cell::get);
    LARGEST.with(|most| most.set(0));
    let mut worker = FlopWorker::new();
    worker.solve(&spec, &tree, &classes, |_, _| true).unwrap();
    let kept = LIVE.with(Cell::get).wrapping_sub(before) as u64;
    assert_eq!(LARGEST.with(Cell::get) as u64, memory.storage / 2);
    let besides = kept.checked_sub(memory.total()).unwrap();
    assert!(besides < memory.total() / 8, "{kept} bytes, {memory:?}");
}

/// Twenty pots deep with three sizes and three raises, 47.7 million numbers of each
/// kind: two buffers of f32 without padding, and scratch, in less than 380 MiB.
#[test]
fn deep_trees_need_two_numbers_for_every_line_action_and_class() {
    let deep = ModelSpec { bet_sizes: vec![0.3, 0.5, 0.75], max_raises: 3, ..spec() };
    let tree = ModelTree::new(&deep, 20.0).unwrap();
    let entries = (tree.actions() * CLASSES) as u64;
    assert_eq!(entries, 47_658_338);
    let memory = FlopWorker::memory(&tree, &Settings::default()).unwrap();
    assert_eq!(memory.storage, 2 * 4 * entries);
    assert!(memory.total() < 380 << 20, "{memory:?}");
}
