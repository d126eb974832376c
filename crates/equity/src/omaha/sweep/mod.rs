//! Range against range on rivers: every hand of both at once.
//!
//! Hands are visited from the weakest strength to the strongest. Before the
//! villain's hands of a strength join the table of weights ([`removal`]) the
//! hero's hands of that strength ask it what they beat, and after it what they
//! do not lose to.

mod deck;
mod removal;
mod runs;

use quasar_cards::{Board, CardSet, Combo};
use quasar_eval::OmahaBoard;

use deck::Deck;
use removal::{LANES, Removal};
use runs::{Run, Runs};

use crate::omaha::binomial::binomial;

/// The hands of one player in the order of a [`Deck`].
struct Side<const UPPER: usize> {
    rows: Vec<Run<UPPER>>,
    weights: Vec<f32>,
    /// What each hand beats, summed over the rivers so far.
    below: Vec<f32>,
    /// What each hand beats or ties.
    at_most: Vec<f32>,
}

impl<const UPPER: usize> Side<UPPER> {
    fn new(deck: &Deck, hands: &[(Combo, f32)]) -> Side<UPPER> {
        let slots = binomial(deck.len(), UPPER + 1);
        let mut weights = vec![0.0; slots + LANES];
        let mut present = vec![0; slots / 64 + 1];
        for (hand, weight) in hands {
            if let Some(slot) = deck.slot(hand) {
                weights[slot] = *weight;
                present[slot / 64] |= 1 << (slot % 64);
            }
        }
        let rows = runs::rows(deck.len(), &present);
        Side { rows, weights, below: vec![0.0; slots + LANES], at_most: vec![0.0; slots + LANES] }
    }
}

/// tmp
pub struct Sweep<const UPPER: usize> {
    deck: Deck,
    sides: [Side<UPPER>; 2],
    runs: [Runs<UPPER>; 2],
    table: Removal<UPPER>,
}

impl<const UPPER: usize> Sweep<UPPER> {
    /// tmp
    pub fn new(board: &OmahaBoard, dead: CardSet, hands: [&[(Combo, f32)]; 2]) -> Sweep<UPPER> {
        let deck = Deck::new(board, dead);
        let sides = hands.map(|hands| Side::new(&deck, hands));
        let table = Removal::new(deck.len());
        Sweep { deck, sides, runs: [Runs::default(), Runs::default()], table }
    }

    /// tmp
    pub fn river(&mut self, board: &Board) {
        let t0 = std::time::Instant::now();
        let omaha = OmahaBoard::new(board).unwrap();
        let strengths = omaha.strengths();
        let pairs = self.deck.strengths(&strengths);
        let blocked = 0;
        let count = strengths.ranks().len();
        let t1 = std::time::Instant::now();
        for (runs, side) in self.runs.iter_mut().zip(&self.sides) {
            runs.cut(&side.rows, &pairs, count, blocked);
        }
        let t2 = std::time::Instant::now();
        for hero in 0..2 {
            self.sweep(hero);
        }
        let t3 = std::time::Instant::now();
        let n: usize = self.runs[0].by_strength().iter().map(|r| r.len()).sum();
        let bl: usize = self.runs[0]
            .by_strength()
            .iter()
            .flatten()
            .map(|r| r.lowest.to_le_bytes().iter().filter(|b| **b != 0).count())
            .sum();
        eprintln!(
            "pairs {:?} cut {:?} sweep {:?} rows {} runs {n} blocks {bl} groups {count}",
            t1 - t0,
            t2 - t1,
            t3 - t2,
            self.sides[0].rows.len()
        );
    }

    fn sweep(&mut self, hero: usize) {
        let villain = 1 - hero;
        self.table.clear();
        let (first, second) = self.sides.split_at_mut(1);
        let (mine, theirs) =
            if hero == 0 { (&mut first[0], &second[0]) } else { (&mut second[0], &first[0]) };
        let runs = self.runs[hero].by_strength().iter().zip(self.runs[villain].by_strength());
        for (asking, joining) in runs {
            self.table.meet(asking, None, &mut mine.below);
            if !joining.is_empty() {
                self.table.add(joining, &theirs.weights);
                self.table.settle();
            }
            self.table.meet(asking, Some(&theirs.weights), &mut mine.at_most);
        }
    }

    /// tmp
    pub fn result(&self, player: usize, hand: &Combo) -> Option<(f32, f32)> {
        let slot = self.deck.slot(hand)?;
        Some((self.sides[player].below[slot], self.sides[player].at_most[slot]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_cards::*;
    #[test]
    fn tmp_sweep() {
        for b in ["Td9d6h2cAs", "KsQs7s4d2c", "8h8c5d3sJh", "AhKhQh2h9h"] {
            let board: Board = b.parse().unwrap();
            let omaha = OmahaBoard::new(&board).unwrap();
            let hands: Vec<(Combo, f32)> =
                Combo::all(Game::Plo4, board.set()).map(|c| (c, 1.0)).collect();
            let t = std::time::Instant::now();
            let mut sweep = Sweep::<3>::new(&omaha, CardSet::EMPTY, [&hands, &hands]);
            eprintln!("setup {:?}", t.elapsed());
            for _ in 0..4 {
                sweep.river(&board);
            }
            let mut s = Sweep::<3>::new(&omaha, CardSet::EMPTY, [&hands, &hands]);
            s.river(&board);
            let ranks: Vec<_> = hands.iter().map(|(c, _)| omaha.rank(c).unwrap()).collect();
            for i in (0..hands.len()).step_by(9173) {
                let (mut l, mut e) = (0, 0);
                for j in 0..hands.len() {
                    if !hands[i].0.set().intersects(hands[j].0.set()) {
                        l += u32::from(ranks[j] < ranks[i]);
                        e += u32::from(ranks[j] <= ranks[i]);
                    }
                }
                assert_eq!(s.result(0, &hands[i].0), Some((l as f32, e as f32)));
                assert_eq!(s.result(1, &hands[i].0), Some((l as f32, e as f32)));
            }
        }
    }
}
