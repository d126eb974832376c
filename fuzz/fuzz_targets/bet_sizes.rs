//! Bet-size text: no panic, errors inside the text, print-parse identity, and
//! only legal levels.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar_game::{Chips, Levels, SizeList, Sizing, Thresholds};

fuzz_target!(|input: (&str, u32, u32, u32)| {
    let (text, pot, bet, stack) = input;
    match text.parse::<SizeList>() {
        Ok(list) => {
            assert_eq!(list.to_string().parse().as_ref(), Ok(&list));
            let [pot, bet, stack] = [pot, bet, stack].map(u64::from);
            let all_in = Chips(bet + stack + 1);
            let sizing = Sizing {
                legal: Levels { smallest: Chips(bet + 1), largest: all_in },
                all_in,
                current_bet: Chips(bet),
                pot: Chips(pot),
                big_blind: Chips(2),
                streets_left: 3,
                raises: 1,
            };
            let thresholds = Thresholds { add_all_in: 1.5, force_all_in: 0.15, merge: 0.1 };
            let levels = sizing.levels(list.sizes(), thresholds);
            assert!(levels.iter().all(|&level| sizing.legal.contains(level)));
        }
        Err(error) => assert!(text.get(error.span()).is_some()),
    }
});
