//! Ranges before the flop: a duel for each pair of hands.
//!
//! A duel visits all 1,086,008 boards in a millisecond, so this is for ranges of
//! a few hundred hands. Larger ones are swept board by board.

use quasar_cards::Combo;
use rayon::prelude::*;

use crate::omaha::duel::duel;
use crate::{DealError, HandTally, HeadsUp, Progress, Question, Tally};

/// Every hand against every hand of the other player.
pub(super) fn each_pair(
    question: &Question,
    ranges: [&[(Combo, f32)]; 2],
    progress: &Progress,
) -> Result<HeadsUp, DealError> {
    progress.set_total(ranges[0].len() as u64 * ranges[1].len() as u64);
    let mut hands = ranges.map(|range| {
        let nothing = |&(combo, weight)| HandTally { combo, weight, tally: Tally::default() };
        range.iter().map(nothing).collect::<Vec<_>>()
    });
    let [heroes, villains] = &mut hands;
    for hero in heroes {
        let against = |villain: &HandTally| {
            progress.check()?;
            let shared = hero.combo.set().intersects(villain.combo.set());
            let hands = [hero.combo, villain.combo];
            let boards = if shared {
                Tally::default()
            } else {
                duel(hands, question.board().cards(), question.dead())
            };
            progress.advance(1);
            Ok(boards)
        };
        let tallies: Vec<Tally> =
            villains.par_iter().map(against).collect::<Result<_, DealError>>()?;
        for (villain, tally) in villains.iter_mut().zip(tallies) {
            hero.tally += tally.weighted(f64::from(villain.weight));
            villain.tally += tally.reversed().weighted(f64::from(hero.weight));
        }
    }
    Ok(HeadsUp { hands })
}
