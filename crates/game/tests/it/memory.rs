//! The memory of counting a tree: what is open along one line, not the tree.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use quasar_cards::Street;
use quasar_game::{Chips, PlayerSizes, Rules, StreetSpec, TreeError, TreeSpec, TreeStart};

thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
}

/// Counts the bytes that each thread holds. Other tests run on other threads and do
/// not disturb it.
struct Counting;

// SAFETY: every call is passed on unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.with(|live| {
            live.set(live.get().wrapping_add(layout.size()));
            live.get()
        });
        MOST.with(|most| most.set(most.get().max(live)));
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

/// The bytes that `work` held at most, beside those held before.
fn most_bytes<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.with(Cell::get);
    MOST.with(|most| most.set(before));
    let result = work();
    (result, MOST.with(Cell::get) - before)
}

#[test]
fn a_tree_is_counted_in_the_memory_of_one_line() {
    // One river round: its nodes alone would take some 100 MB at the limit.
    let start = TreeStart::street(Street::River, Chips(10), Chips(100_000));
    for (bets, raises) in [("min", "min"), ("min, 30%, 50%, a", "min, 30%, 60%, a")] {
        let sizes = PlayerSizes::new(bets.parse().unwrap(), raises.parse().unwrap());
        let spec = TreeSpec::new(Rules::NO_LIMIT, start.clone(), StreetSpec::both(sizes));
        let mut small = spec.clone();
        small.max_nodes = 200_000;
        let (counts, bytes) = most_bytes(|| small.counts());
        match counts {
            Ok(counts) => assert!(counts.nodes() > 100_000, "{}", counts.nodes()),
            Err(error) => assert!(matches!(error, TreeError::TooLarge { .. }), "{error}"),
        }
        assert!(bytes < 1 << 20, "{bets}: {bytes} bytes");
    }
}
