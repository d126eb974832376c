//! Range against range on rivers: every hand of both at once.
//!
//! Hands are visited from the weakest strength to the strongest. Before the
//! villain's hands of a strength join the table of weights ([`removal`]) the
//! hero's hands of that strength ask it what they beat, and after it what they
//! do not lose to.

mod deck;
mod lanes;
mod numbering;
mod removal;
mod runs;

use quasar_cards::{Board, CardSet, Combo};
use quasar_eval::OmahaBoard;

use deck::Deck;
use lanes::{LANES, Lanes};
use numbering::padded;
use removal::Removal;
use runs::{Run, Runs};


static mut MIN: [f64; 3] = [1.0; 3];
/// The hands of one player in the order of a [`Deck`].
struct Side<const UPPER: usize> {
    rows: Vec<Run<UPPER>>,
    weights: Vec<Lanes>,
    /// What each hand beats, summed over the rivers so far.
    below: Vec<Lanes>,
    /// What each hand beats or ties.
    at_most: Vec<Lanes>,
}

impl<const UPPER: usize> Side<UPPER> {
    fn new(deck: &Deck, hands: &[(Combo, f32)]) -> Side<UPPER> {
        let vectors = padded(deck.len(), UPPER + 1) / LANES;
        let mut weights = vec![Lanes::default(); vectors];
        let mut present = vec![0; vectors];
        for (hand, weight) in hands {
            if let Some(slot) = deck.slot(hand) {
                weights[slot / LANES].0[slot % LANES] = *weight;
                present[slot / LANES] |= 1 << (slot % LANES);
            }
        }
        let rows = runs::rows(deck.len(), &present);
        let none = vec![Lanes::default(); vectors];
        Side { rows, weights, below: none.clone(), at_most: none }
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
        let m = unsafe { &mut *std::ptr::addr_of_mut!(MIN) };
        m[0] = m[0].min((t1 - t0).as_secs_f64());
        m[1] = m[1].min((t2 - t1).as_secs_f64());
        m[2] = m[2].min((t3 - t2).as_secs_f64());
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
        let side = &self.sides[player];
        Some((side.below[slot / LANES].0[slot % LANES], side.at_most[slot / LANES].0[slot % LANES]))
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
            for _ in 0..60 {
                sweep.river(&board);
            }
            eprintln!("{b} pairs/cut/sweep us {:?}", unsafe { MIN.map(|m| (m * 1e6) as u32) });
            unsafe { MIN = [1.0; 3] };
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
