//! Lists of flops: no panic, and what is chosen is flops with positive weights, none
//! of them twice.
#![no_main]

use std::collections::HashSet;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quasar::FlopChoice;
use quasar::cards::{Game, Range, Street};

static RANGES: LazyLock<[Range; 2]> = LazyLock::new(|| {
    ["22+,A2s+", "AhKh,77"].map(|text| Range::parse(Game::Holdem, text).expect("a range"))
});

fuzz_target!(|text: &str| {
    let Ok(choice) = FlopChoice::parse(text) else { return };
    let [alike, apart] = &*RANGES;
    for ranges in [[alike.clone(), alike.clone()], [alike.clone(), apart.clone()]] {
        let Ok(flops) = choice.flops(&ranges) else { continue };
        assert!(!flops.is_empty());
        assert!(flops.iter().all(|flop| flop.board.street() == Street::Flop && flop.weight > 0.0));
        let boards: HashSet<_> = flops.iter().map(|flop| flop.board).collect();
        assert_eq!(boards.len(), flops.len());
    }
});
