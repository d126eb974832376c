//! The results of the benchmark workloads, pinned. A change here must be meant, and
//! its commit says why. Workloads of seconds are left out: that of the flop is the
//! sum of rivers and turns like the two that are here.

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
    ("cards/combo index", "0f7a1d4853f5d289"),
    ("cards/suit class", "cbf87d80ddc35167"),
    ("cards/canonical", "0333e2f3ef3dbdb8"),
    ("cards/holdem range", "c1fd5be1aa342ff6"),
    ("cards/plo4 range", "1893cc221d459a3a"),
    ("eval/seven cards", "d8d20531611b79e0"),
    ("eval/seven enumerated", "74c2c4fbf01141d2"),
    ("eval/plo4 hand", "f7a03fc0cc238d56"),
    ("eval/plo5 hand", "7fef20353f922d82"),
    ("eval/plo6 hand", "e0e6adf17db111b7"),
    ("eval/holdem board", "5fc154d64293a410"),
    ("eval/plo4 board", "83c374db051a0bd6"),
    ("eval/plo5 board", "8638001a2fd94454"),
    ("eval/plo4 board sorted", "3b2deb2968741106"),
    ("equity/holdem matchup", "86cdefa763d7c0e1"),
    ("equity/holdem preflop", "da96d54d1cfdbef1"),
    ("equity/holdem flop", "41fdf6e96bddec13"),
    ("equity/holdem three ranges", "477db5b0324a0e4c"),
    ("equity/plo4 duel", "39d73004973f0733"),
    ("equity/plo4 hand, turn", "146a2670a4459dfe"),
    ("equity/plo4 hand, flop", "1a69c9521e9f5ea4"),
    ("equity/plo4 river", "8a2440e4a47e0d33"),
    ("equity/plo4 turn", "0f393e58bb1d2a7a"),
    ("equity/holdem sampled", "412d9212662ed54e"),
    ("equity/plo4 sampled", "4a09a00cd36598ad"),
    ("equity/plo4 heuristic", "7a5bb64d316a6a4f"),
    ("equity/plo5 heuristic", "2a28e37c2497702e"),
    ("equity/flop-table rainbow", "24cae921a9c5ebdf"),
    ("equity/flop-table two-tone", "aa6f5ef8f0deb4a4"),
    ("equity/flop-table monotone", "79fd3187379b8d4f"),
    ("equity/flop-table paired", "2b2ba8e08171d408"),
    ("equity/flop-table plain loop", "2642ff171857b0d4"),
    ("solver/matrix showdown, 64 columns", "cb3e3d7325d238f8"),
    ("solver/matrix showdown, 1 column", "cb3e3d7325d238f8"),
    ("solver/holdem showdown, 64 columns", "0c0dd3be0cce2bd7"),
    ("solver/holdem showdown, 1 column", "0c0dd3be0cce2bd7"),
    ("solver/plo4 showdown, 8 columns", "2f92b79969a58a2f"),
    ("solver/plo4 showdown, 1 column", "2f92b79969a58a2f"),
    ("solver/plo4 showdown, every ninth hand", "c0fcbd5377f68e71"),
    ("solver/plo4 set-up", "59f89fd76d794ba8"),
    ("solver/plo4 river", "ed1b63727bbc2693"),
    ("solver/leduc", "c81bfe39f4923987"),
    ("solver/three streets, 169 classes", "1c87be562c35842a"),
    ("abstraction/plo4 river buckets", "fdad64b9951adb12"),
    ("abstraction/plo4 river features", "8e94a3c9fe3c51aa"),
    ("preflop/flop model", "7c1d40bf842dc456"),
    ("preflop/push or fold", "878841b94d2dc635"),
    ("nets/holdem river leaf", "c3db3db5f2436e69"),
    ("nets/holdem river leaf, features known", "c3db3db5f2436e69"),
    ("nets/plo4 river leaf, every fifth hand", "d58686a0c4ac64cd"),
    ("nets/plo4 river leaf, every fifth hand, features known", "d58686a0c4ac64cd"),
    ("nets/plo4 river leaf, every fifth hand, sweeps alone", "4b26d6465650c0cf"),
    ("nets/layers", "bfc5eccc87c801b4"),
    ("nets/layers, weights of 8 bits", "bfc5eccc87c801b4"),
];
