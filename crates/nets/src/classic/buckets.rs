//! Buckets of hands by strength.
//!
//! The hands that a board leaves in the deck are sorted and divided into [`BUCKETS`] of about
//! equal size; equal hands are together, so some buckets are empty. Rivers are sorted by
//! strength, turns by the mean over rivers of a hand's place in the order of strength: its
//! equity against all hands, but for card removal.
//!
//! A Hold'em turn takes about a millisecond of one core, a PLO4 river about five.

use quasar_cards::{Board, CardSet, Combo, Game, Street};
use quasar_eval::{EvalError, HandRank, HoldemBoard, OmahaBoard};

use crate::data::{Deck, Sample};

/// Changes whenever a hand may fall into another bucket: networks belong to one version.
pub const BUCKET_VERSION: u32 = 1;

/// How many there are.
pub const BUCKETS: usize = 64;

/// The states that a bucket network values: it belongs to one game, deck and street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BucketGame {
    /// The game.
    pub game: Game,
    /// The deck.
    pub deck: Deck,
    /// Turn or river.
    pub street: Street,
}

impl BucketGame {
    /// All that samples can be made of.
    pub fn all() -> impl Iterator<Item = BucketGame> {
        let dealt =
            [(Game::Holdem, Deck::Full), (Game::Plo4, Deck::Full), (Game::Plo4, Deck::Royal)];
        dealt.into_iter().flat_map(|(game, deck)| {
            [Street::Turn, Street::River].map(|street| BucketGame { game, deck, street })
        })
    }

    /// The game of a sample.
    pub fn of(sample: &Sample) -> BucketGame {
        BucketGame { game: sample.game, deck: sample.deck, street: sample.board.street() }
    }
}

/// The bucket of each hand on a board.
#[derive(Clone, Debug)]
pub struct StrengthBuckets {
    /// By number of the combo; 0 where a card of it is not left in the deck.
    of: Vec<u8>,
}

impl StrengthBuckets {
    /// The buckets of a turn or river.
    pub fn new(board: &Board, game: Game, deck: CardSet) -> Result<StrengthBuckets, EvalError> {
        let dead = board.set() | deck.complement();
        let combos: Vec<Combo> = Combo::all(game, dead).collect();
        let buckets = match board.street() {
            Street::Turn => divide(&mean_places(board, deck, &combos)?),
            _ => divide(&ranks(board, &combos)?),
        };
        let mut of = vec![0; game.combos()];
        for (combo, bucket) in combos.iter().zip(buckets) {
            of[combo.index()] = bucket;
        }
        Ok(StrengthBuckets { of })
    }

    /// The bucket of a combo by its number.
    pub fn of(&self, combo: usize) -> usize {
        usize::from(self.of[combo])
    }
}

/// The strength of hands on a river.
fn ranks(board: &Board, combos: &[Combo]) -> Result<Vec<HandRank>, EvalError> {
    if combos.first().is_some_and(|combo| combo.game() == Game::Holdem) {
        let ranked = HoldemBoard::new(board)?;
        return Ok(combos.iter().map(|combo| ranked.ranks()[combo.index()]).collect());
    }
    let ranked = OmahaBoard::new(board)?;
    combos.iter().map(|combo| ranked.rank(combo)).collect()
}

/// For each hand on a turn, twice its place summed over rivers. Every hand sees the same number
/// of rivers, with the same number of hands each, so sums have the order of means.
fn mean_places(board: &Board, deck: CardSet, combos: &[Combo]) -> Result<Vec<u64>, EvalError> {
    let mut sums = vec![0; combos.len()];
    for card in deck - board.set() {
        let river = board.with_next(card).expect("a card that is not on the board");
        let left: Vec<usize> =
            (0..combos.len()).filter(|&hand| !combos[hand].set().contains(card)).collect();
        let hands: Vec<Combo> = left.iter().map(|&hand| combos[hand]).collect();
        let ranks = ranks(&river, &hands)?;
        let places = Places::new(&ranks);
        for (&hand, rank) in left.iter().zip(&ranks) {
            sums[hand] += places.twice(rank) as u64;
        }
    }
    Ok(sums)
}

/// The bucket of each hand, given what orders them: the middle of all that are equal.
fn divide<T: Ord + Copy>(order: &[T]) -> Vec<u8> {
    let places = Places::new(order);
    let bucket = |of: &T| places.twice(of) * BUCKETS / (2 * order.len());
    order.iter().map(|of| bucket(of).min(BUCKETS - 1) as u8).collect()
}

/// How many hands are weaker than, or equal to, some.
struct Places<T> {
    /// Each strength with the number of hands up to it, in order.
    until: Vec<(T, usize)>,
}

impl<T: Ord + Copy> Places<T> {
    fn new(order: &[T]) -> Places<T> {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        let groups = sorted.chunk_by(|one, other| one == other);
        let mut count = 0;
        let until = groups.map(|group| {
            count += group.len();
            (group[0], count)
        });
        Places { until: until.collect() }
    }

    /// Twice the place of the middle of all that are equal to one of them.
    fn twice(&self, of: &T) -> usize {
        let group = self.until.partition_point(|(other, _)| other < of);
        let below = group.checked_sub(1).map_or(0, |group| self.until[group].1);
        below + self.until[group].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(board: &Board, game: Game, deck: CardSet, buckets: &StrengthBuckets) -> Vec<usize> {
        let mut counts = vec![0; BUCKETS];
        Combo::all(game, board.set() | deck.complement())
            .for_each(|combo| counts[buckets.of(combo.index())] += 1);
        counts
    }

    #[test]
    fn stronger_hands_are_in_higher_buckets_of_similar_size() {
        let board: Board = "Ks7s2d9hJc".parse().unwrap();
        let buckets = StrengthBuckets::new(&board, Game::Holdem, CardSet::DECK).unwrap();
        let of = |text: &str| buckets.of(text.parse::<Combo>().unwrap().index());
        assert_eq!(of("QsTd"), BUCKETS - 1, "the best straight");
        assert_eq!(of("4c3c"), 0, "the worst hand");
        assert!(of("KdKc") > of("AsAd") && of("AsAd") > of("AdQd"));
        assert_eq!(of("AdQd"), of("AcQh"), "suits do not count without a flush");
        let counts = counts(&board, Game::Holdem, CardSet::DECK, &buckets);
        assert_eq!(counts.iter().sum::<usize>(), 1_081);
        // Hands of one strength stay together: up to 64 here.
        assert!(counts.iter().all(|&count| count <= 64), "{counts:?}");
    }

    /// Omaha rivers: the bucket is the one that a count over all pairs of hands gives.
    #[test]
    fn omaha_hands_are_where_a_plain_count_puts_them() {
        let board: Board = "AhKcTdQsJs".parse().unwrap();
        let deck = Deck::Royal.cards();
        let buckets = StrengthBuckets::new(&board, Game::Plo4, deck).unwrap();
        let ranked = OmahaBoard::new(&board).unwrap();
        let hands: Vec<Combo> = Combo::all(Game::Plo4, board.set() | deck.complement()).collect();
        assert_eq!(hands.len(), 1_365);
        let ranks: Vec<HandRank> = hands.iter().map(|hand| ranked.rank(hand).unwrap()).collect();
        for (hand, rank) in hands.iter().zip(&ranks) {
            let below = ranks.iter().filter(|other| *other < rank).count();
            let equal = ranks.iter().filter(|other| *other == rank).count();
            let place = (2 * below + equal) * BUCKETS / (2 * hands.len());
            assert_eq!(buckets.of(hand.index()), place.min(BUCKETS - 1));
        }
    }

    /// Turns: hands lie in the order of their equity against all others, counted pair by pair;
    /// without card removal, as in the order of rivers.
    #[test]
    fn hands_of_a_turn_are_in_the_order_of_mean_equity() {
        let board: Board = "Ks7s2d9h".parse().unwrap();
        let buckets = StrengthBuckets::new(&board, Game::Holdem, CardSet::DECK).unwrap();
        let counts = counts(&board, Game::Holdem, CardSet::DECK, &buckets);
        assert_eq!(counts.iter().sum::<usize>(), 1_128);
        assert!(counts.iter().all(|&count| (8..=36).contains(&count)), "{counts:?}");
        let equity = |text: &str| -> f64 {
            let hand: Combo = text.parse().unwrap();
            let rivers = CardSet::DECK - board.set() - hand.set();
            let sum: f64 = rivers
                .iter()
                .map(|card| {
                    let river = board.with_next(card).unwrap();
                    let ranked = HoldemBoard::new(&river).unwrap();
                    let own = ranked.rank(&hand).unwrap();
                    let others: Vec<Combo> = Combo::all(Game::Holdem, river.set()).collect();
                    let won = |other: &Combo| match ranked.rank(other).unwrap().cmp(&own) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                    others.iter().map(won).sum::<f64>() / others.len() as f64
                })
                .sum();
            sum / rivers.len() as f64
        };
        let hands = ["4c3c", "8d6d", "QhJh", "As5s", "Kd4c", "AdAc", "KhKd"];
        for pair in hands.windows(2) {
            assert!(equity(pair[0]) < equity(pair[1]), "{pair:?}");
            let [low, high] =
                [pair[0], pair[1]].map(|text| buckets.of(text.parse::<Combo>().unwrap().index()));
            assert!(low < high, "{pair:?}: {low} {high}");
        }
    }
}
