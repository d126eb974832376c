//! Buckets of hands by strength on a river.
//!
//! The hands that a river leaves are sorted by strength and divided into [`BUCKETS`] of about
//! equal size; hands of the same strength are together, so some buckets are empty.

use quasar_cards::{Board, CardSet, Combo, Game};
use quasar_eval::{EvalError, HandRank, HoldemBoard};

/// Changes whenever a hand may fall into another bucket: networks belong to one version.
pub const BUCKET_VERSION: u32 = 1;

/// How many there are.
pub const BUCKETS: usize = 64;

/// The bucket of each hand of Hold'em on a river.
#[derive(Clone, Debug)]
pub struct StrengthBuckets {
    /// By number of the combo; 0 where the board takes one of its cards.
    of: Vec<u8>,
}

impl StrengthBuckets {
    /// The buckets of a board of five cards.
    pub fn new(board: &Board) -> Result<StrengthBuckets, EvalError> {
        let ranked = HoldemBoard::new(board)?;
        let combos: Vec<Combo> = Combo::all(Game::Holdem, board.set() | CardSet::EMPTY).collect();
        let rank = |combo: &Combo| ranked.ranks()[combo.index()];
        let mut sorted: Vec<HandRank> = combos.iter().map(rank).collect();
        sorted.sort_unstable();
        let mut of = vec![0; Game::Holdem.combos()];
        for combo in &combos {
            let below = sorted.partition_point(|other| *other < rank(combo));
            let until = sorted.partition_point(|other| *other <= rank(combo));
            // The middle of all hands of the same strength.
            let middle = (below + until) * BUCKETS / (2 * sorted.len());
            of[combo.index()] = middle.min(BUCKETS - 1) as u8;
        }
        Ok(StrengthBuckets { of })
    }

    /// The bucket of a combo by its number.
    pub fn of(&self, combo: usize) -> usize {
        usize::from(self.of[combo])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_hands_are_in_higher_buckets_of_similar_size() {
        let board: Board = "Ks7s2d9hJc".parse().unwrap();
        let buckets = StrengthBuckets::new(&board).unwrap();
        let of = |text: &str| buckets.of(text.parse::<Combo>().unwrap().index());
        assert_eq!(of("QsTd"), BUCKETS - 1, "the best straight");
        assert_eq!(of("4c3c"), 0, "the worst hand");
        assert!(of("KdKc") > of("AsAd") && of("AsAd") > of("AdQd"));
        assert_eq!(of("AdQd"), of("AcQh"), "suits do not count without a flush");
        let mut counts = [0; BUCKETS];
        Combo::all(Game::Holdem, board.set())
            .for_each(|combo| counts[buckets.of(combo.index())] += 1);
        assert_eq!(counts.iter().sum::<usize>(), 1_081);
        // Hands of one strength stay together: up to 64 here.
        assert!(counts.iter().all(|&count| count <= 64), "{counts:?}");
    }
}
