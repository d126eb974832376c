//! The memory that a plan foretells beside the memory that its job takes.
//!
//! A binary of its own: the allocator counts the bytes of all threads, so no other test
//! may run beside it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use quasar::job::{Control, SolveProgress};
use quasar::solver::SolverError;
use quasar::spot::{SpotError, SpotSpec};

static TAKEN: AtomicU64 = AtomicU64::new(0);

/// The most that was taken at a time.
static MOST: AtomicU64 = AtomicU64::new(0);

/// Counts the bytes that are taken by all threads.
struct Counting;

// SAFETY: every call is passed on unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = layout.size() as u64;
        let before = TAKEN.fetch_add(size, Ordering::Relaxed);
        MOST.fetch_max(before + size, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        TAKEN.fetch_sub(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a spot is said to take, what of that its boards take, and what is taken.
fn memory(text: &str) -> [u64; 3] {
    let spec = SpotSpec::parse(text).unwrap();
    let before = TAKEN.load(Ordering::Relaxed);
    let plan = spec.plan().unwrap();
    let memory = plan.size().memory;
    let solve = memory.storage + memory.scratch + memory.game;
    assert_eq!(memory.total, solve + memory.start);
    MOST.store(before, Ordering::Relaxed);
    let mut job = plan.job(memory.total).unwrap();
    let taken = TAKEN.load(Ordering::Relaxed) - before;
    if memory.start > 0 {
        // Buckets to start from are estimated before they are made.
        let control = Control::new();
        let watch = |at: &SolveProgress| {
            if at.iteration == 2 {
                control.cancel();
            }
        };
        job.run(&control, watch).unwrap();
        let most = MOST.load(Ordering::Relaxed) - before;
        assert!(most > solve && most <= memory.total, "{most} of {memory:?}");
    }
    [solve, memory.game, taken]
}

/// Rivers of all hands of Omaha take hundreds of megabytes; that is told before any is
/// made.
fn boards_are_refused_before_they_are_made() {
    let allowed = 10_000_000;
    let text =
        "{game: plo4, board: Ts9s2c7h, pot: 100, stack: 300, oop: random, ip: random, bet: pot}";
    let spec = SpotSpec::parse(text).unwrap();
    let before = TAKEN.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let refused = spec.plan_within(allowed).unwrap_err();
    let taken = MOST.load(Ordering::Relaxed) - before;
    // 48 rivers, on each of which both hold any of 178,365 hands: 12 bytes at least.
    let needed = 48 * 178_365 * 12;
    let SpotError::Boards { needed: told, allowed: 10_000_000 } = refused else {
        panic!("{refused}")
    };
    assert!(told > needed && told < needed + needed / 10, "{told} {needed}");
    assert!(taken < 1_000_000, "{taken}");
    let text = refused.to_string();
    assert_eq!(
        text,
        format!("the boards alone need at least {told} bytes of memory; 10000000 are allowed")
    );
}

/// One test, so that nobody else takes memory meanwhile. Boards are much of
/// the flop, on which nothing but all-in is bet and every all-in has its table.
#[test]
fn the_memory_of_a_spot_is_known_before_it_is_taken() {
    let turn = include_str!("../../../sample_configurations/turn.yaml");
    let flop = "board: Td9d6h\npot: 100\nstack: 100\noop: 22+,A2s+,KTs+\nip: 22+,A2s+,KTs+,QTo+\n\
        bet: a\nthreads: 1\n";
    let omaha = "game: plo4\nboard: Ts9s2c7h\npot: 100\nstack: 300\noop: AA\nip: KK,QQ\nbet: pot\n\
        threads: 1\n";
    for text in [turn, flop, omaha] {
        let [told, boards, taken] = memory(text);
        let ratio = told as f64 / taken as f64;
        assert!((0.97..1.03).contains(&ratio), "{told} told, {taken} taken: {text}");
        assert!(text != flop || 3 * boards > told, "{boards} of {told}");
    }
    let plan = SpotSpec::parse(flop).unwrap().plan().unwrap();
    let needed = plan.size().memory.total;
    let allowed = needed - 1;
    let refused = plan.job(allowed).map(|_| ()).unwrap_err();
    assert_eq!(refused, SpotError::Solver(SolverError::TooLarge { needed, allowed }));
    boards_are_refused_before_they_are_made();
}
