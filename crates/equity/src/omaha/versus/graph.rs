//! Which pairs of hole cards do not beat a given hand on a river.
//!
//! An Omaha hand is as strong as its strongest pair, so a villain loses to the
//! hero exactly when every pair of the villain's cards ranks below the hero's hand. With an
//! edge between two cards that together rank below it, losing hands are the
//! complete subgraphs; with edges for equal pairs too, hands that do not win.

use quasar_cards::{Card, CardSet, Combo};
use quasar_eval::OmahaBoard;

use crate::arch::{ByteRow, Vectors};

/// For each card a mask of cards; a live card has an edge to itself, a dead one
/// has none.
pub(super) type Edges = [u64; 64];

/// The pairs of live cards compared with the hero's hand.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// Cards that can be held.
    pub(super) live: CardSet,
    /// Pairs that rank below the hero's hand.
    pub(super) below: Edges,
    /// Pairs that rank below it or the same.
    pub(super) at_most: Edges,
}

impl Graph {
    /// Compares the pairs of cards that are neither on the river nor `gone`; the
    /// hero's cards are gone.
    #[inline(always)]
    pub(super) fn new<V: Vectors>(
        vectors: V,
        hero: &Combo,
        river: &OmahaBoard,
        gone: CardSet,
    ) -> Graph {
        let strengths = river.strengths();
        let mut rows: [ByteRow; Card::COUNT] = [[0; 64]; Card::COUNT];
        let pairs = (1..Card::COUNT).flat_map(|high| (0..high).map(move |low| (high, low)));
        for ((high, low), &strength) in pairs.zip(strengths.of_pairs()) {
            rows[high][low] = strength;
            rows[low][high] = strength;
        }
        let mut mine = 0;
        for high in hero.set() {
            for low in hero.set() {
                mine = rows[high.index()][low.index()].max(mine);
            }
        }
        let live = river.live().set() - gone;
        let mut graph = Graph { live, below: [0; 64], at_most: [0; 64] };
        for card in live {
            let row = &rows[card.index()];
            graph.below[card.index()] = vectors.at_most(row, mine.saturating_sub(1)) & live.bits();
            graph.at_most[card.index()] = vectors.at_most(row, mine) & live.bits();
        }
        graph
    }
}
