//! The results of every benchmark workload, pinned. A change here must be meant,
//! and its commit says why.

use std::time::Duration;

use quasar::bench::BenchSpec;

#[test]
fn results_of_all_workloads_are_unchanged() {
    let spec = BenchSpec { filter: String::new(), time: Duration::ZERO };
    let report = spec.run(|_| ());
    let found: Vec<(&str, &str)> =
        report.workloads.iter().map(|w| (w.name, w.signature.as_str())).collect();
    assert_eq!(found, PINNED);
}

const PINNED: &[(&str, &str)] = &[
    ("cards/combo index", "28c3f216781a7e00"),
    ("cards/suit class", "cbf87d80ddc35167"),
    ("cards/canonical", "0333e2f3ef3dbdb8"),
    ("cards/holdem range", "a64300dbef97f456"),
    ("cards/plo4 range", "e64300dbefcbaaca"),
    ("eval/seven cards", "d8d20531611b79e0"),
    ("eval/seven enumerated", "74c2c4fbf01141d2"),
    ("eval/plo4 hand", "f7a03fc0cc238d56"),
    ("eval/plo5 hand", "7fef20353f922d82"),
    ("eval/plo6 hand", "e0e6adf17db111b7"),
    ("eval/holdem board", "5fc154d64293a410"),
    ("eval/plo4 board", "83c374db051a0bd6"),
    ("eval/plo5 board", "8638001a2fd94454"),
    ("eval/plo4 board sorted", "3b2deb2968741106"),
];
