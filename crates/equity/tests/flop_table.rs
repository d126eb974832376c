//! Flop tables against counting every deal, against other naming of suits and
//! against the table of matchups before the flop.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use quasar_cards::{Board, Card, Combo, Game, HoldemClass};
use quasar_equity::{FLOP_TABLE_ENTRIES, FlopTable, FlopTableError};
use quasar_eval::HoldemBoard;

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// All numerators of a flop by ranking every hand on every runout and comparing
/// every pair of hands.
fn every_pair(flop: Board) -> Vec<u32> {
    const CLASSES: usize = HoldemClass::COUNT;
    let combos: Vec<Combo> = Combo::all(Game::Holdem, flop.set()).collect();
    let count = combos.len();
    let mut scores = vec![0u16; count * count];
    let live: Vec<Card> = flop.set().complement().iter().collect();
    for (place, &turn) in live.iter().enumerate() {
        for &river in &live[place + 1..] {
            let river = flop.with_next(turn).unwrap().with_next(river).unwrap();
            let river = HoldemBoard::new(&river).unwrap();
            let ranks: Vec<u16> =
                combos.iter().map(|combo| river.rank(combo).map_or(0, |r| r.number())).collect();
            for (&mine, scores) in ranks.iter().zip(scores.chunks_exact_mut(count)) {
                if mine == 0 {
                    continue;
                }
                for (score, &other) in scores.iter_mut().zip(&ranks) {
                    let shown = u16::from(mine >= other) + u16::from(mine > other);
                    *score += if other == 0 { 0 } else { shown };
                }
            }
        }
    }
    let mut table = vec![0; CLASSES * CLASSES];
    let class = |combo: &Combo| HoldemClass::of(combo).unwrap().index();
    for (one, scores) in combos.iter().zip(scores.chunks_exact(count)) {
        for (other, &score) in combos.iter().zip(scores) {
            if !one.set().intersects(other.set()) {
                table[class(one) * CLASSES + class(other)] += u32::from(score);
            }
        }
    }
    (0..CLASSES)
        .flat_map(|one| table[one * CLASSES + one + 1..(one + 1) * CLASSES].to_vec())
        .collect()
}

#[test]
fn whole_tables_agree_with_comparing_every_pair_on_every_runout() {
    for flop in ["AsKhQd", "Td9d6h", "9h8h7h", "7s7h2d", "7s7h2s", "AsAhAd", "5c4c2c"] {
        let table = FlopTable::of(board(flop)).unwrap();
        let expected = every_pair(board(flop));
        let wrong = table.numerators().iter().zip(&expected).filter(|(a, b)| a != b).count();
        assert_eq!(wrong, 0, "{flop}");
    }
}

#[test]
fn tables_from_elsewhere_are_checked() {
    let table = FlopTable::of(board("Td9d6h")).unwrap();
    let again = FlopTable::from_numerators(board("Tc9c6s"), table.numerators()).unwrap();
    assert_eq!(again, table);
    let error = FlopTable::from_numerators(table.flop(), &[0; 3]).unwrap_err();
    assert_eq!(error, FlopTableError::Length { found: 3 });
    let mut wrong = [0; FLOP_TABLE_ENTRIES];
    wrong[168] = 16 * 1_980 + 1;
    let error = FlopTable::from_numerators(table.flop(), &wrong).unwrap_err();
    assert_eq!(
        error.to_string(),
        "numerator 168 of a flop table is 31681, but its deals give at most 23760"
    );
    assert!(matches!(FlopTable::of(Board::EMPTY), Err(FlopTableError::NotAFlop(_))));
}
