//! Timing by turns.
//!
//! Clock speeds and other users of the machine change over seconds. Contenders
//! therefore alternate in short turns, and the fastest pass of each is compared:
//! it is the one that was disturbed least.

use std::time::{Duration, Instant};

use crate::contender::Contender;

/// A turn lasts about this long, but at least one pass: long enough to fill the
/// caches again that the others have used.
const TURN: Duration = Duration::from_millis(10);

/// Turns that every contender gets, however long they take.
const MIN_TURNS: usize = 3;

/// The times of one contender's passes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Timing {
    pub(crate) passes: usize,
    pub(crate) fastest: Duration,
    pub(crate) median: Duration,
}

impl Timing {
    fn new(mut passes: Vec<Duration>) -> Timing {
        passes.sort_unstable();
        Timing { passes: passes.len(), fastest: passes[0], median: passes[passes.len() / 2] }
    }
}

/// Lets the contenders take turns for about `time` in all.
pub(crate) fn take_turns(contenders: &mut [Box<dyn Contender>], time: Duration) -> Vec<Timing> {
    let mut passes = vec![Vec::new(); contenders.len()];
    let start = Instant::now();
    let mut turns = 0;
    while turns < MIN_TURNS || start.elapsed() < time {
        for (contender, passes) in contenders.iter_mut().zip(&mut passes) {
            turn(contender.as_mut(), passes);
        }
        turns += 1;
    }
    passes.into_iter().map(Timing::new).collect()
}

fn turn(contender: &mut dyn Contender, passes: &mut Vec<Duration>) {
    let start = Instant::now();
    while start.elapsed() < TURN {
        let pass = Instant::now();
        contender.pass();
        passes.push(pass.elapsed());
    }
}
