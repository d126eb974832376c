//! Checkpoints of solvers: no panic, and nothing changes where one is refused.
//!
//! The input is either a checkpoint itself, or a list of changes to a good one.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quasar_solver::{MatrixGame, Settings, Solver, kuhn};

fn solver() -> Solver<MatrixGame> {
    let game = kuhn().expect("Kuhn poker is a game").game;
    let mut solver = Solver::new(game, Settings::default()).expect("it is small");
    solver.step().unwrap();
    solver
}

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| solver().checkpoint());

fuzz_target!(|input: &[u8]| {
    let Some((&mode, rest)) = input.split_first() else { return };
    let mut bytes = rest.to_vec();
    if mode & 1 == 1 {
        bytes.clone_from(&GOOD);
        for change in rest.chunks_exact(3) {
            let place = usize::from(change[0]) | usize::from(change[1]) << 8;
            match bytes.get_mut(place) {
                Some(byte) => *byte ^= change[2],
                None => bytes.truncate(usize::from(change[2])),
            }
        }
    }
    let mut solver = solver();
    let before = solver.checkpoint();
    if solver.restore(&bytes).is_err() {
        assert_eq!(solver.checkpoint(), before);
    }
});
