//! States of every version are read. Those of version 3 are from the program of that time;
//! those of version 4 were written by another program from `docs/FORMATS.md`.

use std::path::Path;

use quasar_solver::{
    Algorithm, Precision, Pruning, Sampling, Settings, Solver, SolverError, Updates, kuhn,
};

/// Ten iterations of Kuhn poker, under a name and with these settings.
fn samples() -> [(&'static str, Settings); 4] {
    let plain = Settings::default();
    let pruning = Pruning { warmup: 5, explore: 0.05, threshold: -100.0, floor: -200.0 };
    [
        ("discounted", plain),
        (
            "sampled",
            Settings {
                algorithm: Algorithm::Linear,
                updates: Updates::Simultaneous,
                exploration: 0.125,
                precision: Precision::Half,
                sampling: Some(Sampling { one_in: [2, 3, 1], seed: 7, until: Some(6) }),
                ..plain
            },
        ),
        (
            "fictitious",
            Settings {
                algorithm: Algorithm::FictitiousPlay { linear: true, optimistic: false },
                ..plain
            },
        ),
        ("pruned", Settings { algorithm: Algorithm::CfrPlus, pruning: Some(pruning), ..plain }),
    ]
}

fn read(version: u32, name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    std::fs::read(folder.join(format!("state_v{version}_{name}.bin"))).unwrap()
}

#[test]
fn states_of_every_version_are_resumed_alike() {
    for (name, settings) in samples() {
        let newest = read(4, name);
        for version in [3, 4] {
            let mut solver = Solver::new(kuhn().unwrap().game, settings).unwrap();
            solver.restore(&read(version, name)).unwrap();
            assert_eq!(solver.iteration(), 10);
            assert_eq!(solver.checkpoint(), newest, "{name} of version {version}");
        }
    }
}

#[test]
fn states_of_other_settings_are_refused() {
    for (name, settings) in samples() {
        let mut solver = Solver::new(kuhn().unwrap().game, settings).unwrap();
        for (other, _) in samples().into_iter().filter(|(other, _)| *other != name) {
            for (version, why) in [
                (3, "it belongs to a different game or different settings"),
                (4, "it belongs to different settings"),
            ] {
                let refused = solver.restore(&read(version, other));
                assert_eq!(refused, Err(SolverError::BadCheckpoint(why)), "{name} {other}");
            }
        }
    }
}

/// Each field of the settings is at a place of its own.
#[test]
fn every_setting_has_its_own_bytes() {
    let base = samples()[1].1;
    let state = |settings| Solver::new(kuhn().unwrap().game, settings).unwrap().checkpoint();
    let sampling = base.sampling.unwrap();
    let sampled = |sampling| Settings { sampling: Some(sampling), ..base };
    let table = [
        (24, Settings { algorithm: Algorithm::CfrPlus, ..base }),
        (28, Settings { updates: Updates::Alternating, ..base }),
        (62, Settings { exploration: 0.25, ..base }),
        (76, sampled(Sampling { one_in: [4, 3, 1], ..sampling })),
        (80, sampled(Sampling { one_in: [2, 4, 1], ..sampling })),
        (84, sampled(Sampling { one_in: [2, 3, 4], ..sampling })),
        (88, sampled(Sampling { until: Some(7), ..sampling })),
        (104, sampled(Sampling { seed: 8, ..sampling })),
    ];
    let first = state(base);
    for (place, settings) in table {
        let other = state(settings);
        let differ = (0..136).filter(|&byte| first[byte] != other[byte]);
        assert_eq!(differ.collect::<Vec<_>>(), [place], "{settings:?}");
    }
    assert_eq!(first, state(Settings { threads: 2, ..base }), "threads change nothing");
}
