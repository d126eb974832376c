//! The numerators of one flop.

use quasar_cards::{Board, Card, CardSet, Combo, Game, HoldemClass};
use quasar_eval::HoldemBoard;

use super::pairs::{CLASSES, ClassPairs};
use super::{FLOP_TABLE_ENTRIES, RUNOUTS};

/// The numerators of a flop: the plain loop over pairs and runouts.
pub(super) fn numerators(flop: Board) -> Vec<u32> {
    let combos: Vec<Combo> = Combo::all(Game::Holdem, flop.set()).collect();
    let mut sums = vec![0i16; combos.len() * combos.len()];
    let live: Vec<Card> = flop.set().complement().iter().collect();
    for (place, &turn) in live.iter().enumerate() {
        for &river in &live[place + 1..] {
            let board = flop.with_next(turn).and_then(|board| board.with_next(river));
            let board = board.expect("cards that the flop leaves");
            let board = HoldemBoard::new(&board).expect("a river");
            let ranks: Vec<u16> =
                combos.iter().map(|combo| board.ranks()[combo.index()].number()).collect();
            for (hero, sums) in sums.chunks_exact_mut(combos.len()).enumerate() {
                let mine = ranks[hero];
                if mine == 0 {
                    continue;
                }
                for (sum, &other) in sums.iter_mut().zip(&ranks) {
                    let sign = i16::from(mine > other) - i16::from(mine < other);
                    *sum += if other == 0 { 0 } else { sign };
                }
            }
        }
    }
    let mut table = vec![0i32; CLASSES * CLASSES];
    let class = |combo: &Combo| HoldemClass::of(combo).map_or(0, HoldemClass::index);
    let sets: Vec<(usize, CardSet)> = combos.iter().map(|c| (class(c), c.set())).collect();
    for (&(one, cards), sums) in sets.iter().zip(sums.chunks_exact(combos.len())) {
        for (&(other, others), &sum) in sets.iter().zip(sums) {
            if !cards.intersects(others) {
                table[one * CLASSES + other] += i32::from(sum);
            }
        }
    }
    let pairs = ClassPairs::new(flop.set()).triangle();
    let mut numerators = Vec::with_capacity(FLOP_TABLE_ENTRIES);
    for one in 0..CLASSES {
        for other in one + 1..CLASSES {
            let deals = RUNOUTS * u32::from(pairs[numerators.len()]);
            numerators.push(deals.wrapping_add_signed(table[one * CLASSES + other]));
        }
    }
    numerators
}
