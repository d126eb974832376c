//! Lists of flops: no panic, and what is chosen is flops with positive weights, none
//! of them twice.
#![no_main]

use std::collections::HashSet;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quasar::cards::Street;
use quasar::spot::{FlopChoice, SpotSpec};

/// A spot in which suits are alike, and one in which they are not.
static SPOTS: LazyLock<[SpotSpec; 2]> = LazyLock::new(|| {
    ["22+,A2s+", "AhKh,77"].map(|ip| {
        let text = format!("board: AsKhQd\npot: 10\nstack: 10\noop: 22+,A2s+\nip: {ip}\n");
        SpotSpec::parse(&text).expect("a spot")
    })
});

fuzz_target!(|text: &str| {
    let Ok(choice) = FlopChoice::parse(text) else { return };
    for spot in &*SPOTS {
        let Ok(flops) = choice.flops(spot) else { continue };
        assert!(!flops.is_empty());
        assert!(flops.iter().all(|flop| flop.board.street() == Street::Flop && flop.weight > 0.0));
        let boards: HashSet<_> = flops.iter().map(|flop| flop.board).collect();
        assert_eq!(boards.len(), flops.len());
    }
});
