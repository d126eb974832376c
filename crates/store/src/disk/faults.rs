//! A disk that fails, for tests: at the step with a given number, in this thread.

use std::cell::{Cell, RefCell};
use std::io;

use super::DiskChange;

/// What happens at the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// It fails, and everything after it works, as when a disk is full.
    Fails,
    /// It and everything after it fails, as when a process is killed: nothing is
    /// cleaned up.
    Dies,
}

thread_local! {
    static PLAN: Cell<Option<(usize, Mode)>> = const { Cell::new(None) };
    static STEPS: RefCell<Vec<DiskChange>> = const { RefCell::new(Vec::new()) };
    static EXCHANGE: Cell<bool> = const { Cell::new(true) };
}

/// Runs a function on a disk that fails at a step, counted from 0; returns its result
/// and the steps that it took or tried.
pub(crate) fn with<T>(
    plan: Option<(usize, Mode)>,
    run: impl FnOnce() -> T,
) -> (T, Vec<DiskChange>) {
    PLAN.set(plan);
    STEPS.take();
    let result = run();
    PLAN.set(None);
    (result, STEPS.take())
}

/// Sets whether the system can swap names.
pub(crate) fn set_exchange(can: bool) {
    EXCHANGE.set(can);
}

pub(super) fn can_exchange() -> bool {
    EXCHANGE.get()
}

pub(super) fn step(step: DiskChange) -> io::Result<()> {
    let number = STEPS.with_borrow_mut(|steps| {
        steps.push(step);
        steps.len() - 1
    });
    let fails = PLAN.get().is_some_and(|(at, mode)| match mode {
        Mode::Fails => number == at,
        Mode::Dies => number >= at,
    });
    if fails { Err(io::Error::other("this step was meant to fail")) } else { Ok(()) }
}
