//! Buckets by strength, and their tables pair by pair: slow and plain.

use quasar_cards::{Board, Combo, Game};
use quasar_eval::rank_hand;
use quasar_solver::{BoardBuckets, MergeError, MergeRivers, RiverHands, ShortTable};

/// Hands in the order of their strength, in so many buckets of about as many hands each.
#[derive(Debug)]
pub(crate) struct ByStrength(pub(crate) usize);

impl MergeRivers for ByStrength {
    fn merge(&self, river: RiverHands<'_>) -> Result<BoardBuckets, MergeError> {
        let labels = river.hands.map(|hands| labels(river.board, hands, self.0));
        Ok(tables(Game::Plo4, river, labels))
    }
}

/// Hold'em hands with equal strengths together, in so many buckets of neighbouring strengths:
/// hands that differ by suits alone have the same bucket.
#[derive(Debug)]
pub(crate) struct ByRank(pub(crate) usize);

impl MergeRivers for ByRank {
    fn merge(&self, river: RiverHands<'_>) -> Result<BoardBuckets, MergeError> {
        let rank = |&hand: &u32| rank(Game::Holdem, river.board, hand);
        let labels = river.hands.map(|hands| -> Vec<u16> {
            let mut ranks: Vec<_> = hands.iter().map(rank).collect();
            ranks.sort_unstable();
            ranks.dedup();
            let buckets = self.0.min(ranks.len());
            let label = |hand| ranks.binary_search(&rank(hand)).unwrap() * buckets / ranks.len();
            hands.iter().map(|hand| label(hand) as u16).collect()
        });
        Ok(tables(Game::Holdem, river, labels))
    }
}

fn combo(game: Game, index: u32) -> Combo {
    Combo::from_index(game, index as usize).unwrap()
}

fn rank(game: Game, board: &Board, hand: u32) -> quasar_eval::HandRank {
    rank_hand(&combo(game, hand), board).unwrap()
}

fn labels(board: &Board, hands: &[u32], buckets: usize) -> Vec<u16> {
    let mut order: Vec<usize> = (0..hands.len()).collect();
    order.sort_by_key(|&hand| (rank(Game::Plo4, board, hands[hand]), hand));
    let mut labels = vec![0; hands.len()];
    let buckets = buckets.min(hands.len());
    for (place, hand) in order.into_iter().enumerate() {
        labels[hand] = (place * buckets / hands.len()) as u16;
    }
    labels
}

/// The tables of any labels.
fn tables(game: Game, river: RiverHands<'_>, labels: [Vec<u16>; 2]) -> BoardBuckets {
    let counts = labels.each_ref().map(|labels| usize::from(*labels.iter().max().unwrap()) + 1);
    let mut totals = counts.map(|count| vec![0.0; count]);
    for side in 0..2 {
        for (&label, &weight) in labels[side].iter().zip(river.weights[side]) {
            totals[side][usize::from(label)] += f64::from(weight);
        }
    }
    let known = river.hands.map(|hands| {
        let known = |&hand: &u32| (combo(game, hand).set(), rank(game, river.board, hand));
        hands.iter().map(known).collect::<Vec<_>>()
    });
    let mut met = vec![0.0; counts[0] * counts[1]];
    let mut won = met.clone();
    let mut compatible = river.hands.map(|hands| vec![0.0f32; hands.len()]);
    for (one, (cards, strength)) in known[0].iter().enumerate() {
        for (other, (held, against)) in known[1].iter().enumerate() {
            if cards.intersects(*held) {
                continue;
            }
            let weights = [river.weights[0][one], river.weights[1][other]];
            compatible[0][one] += weights[1];
            compatible[1][other] += weights[0];
            let [first, second] = [labels[0][one], labels[1][other]].map(usize::from);
            let share = f64::from(weights[0]) * f64::from(weights[1])
                / (totals[0][first] * totals[1][second]);
            met[first * counts[1] + second] += share;
            won[first * counts[1] + second] += share * f64::from(strength.cmp(against) as i8);
        }
    }
    BoardBuckets {
        counts,
        labels,
        compatible,
        margins: ShortTable::of_shares(won),
        together: ShortTable::of_shares(met),
        version: 1,
    }
}
