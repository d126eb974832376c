//! Every tuple of hands, one after another.
//!
//! For any game and any number of players: nested loops over the hands that
//! share no card with those of the outer loops. Who has the best hand is kept as
//! a mask of players, so that a tuple costs one comparison and one addition to
//! the mask's sum. The cost is the product of the numbers of hands, which is
//! small when most players' hands are known.

use quasar_cards::CardSet;
use quasar_eval::HandRank;

use crate::Progress;
use crate::player::{MOST_PLAYERS, Splits};

/// One hand of a player on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedHand {
    pub(super) cards: CardSet,
    pub(super) rank: HandRank,
    pub(super) weight: f64,
}

/// The weight of all deals in which exactly the players of a mask share the pot.
pub(super) struct ByWinners(Box<[f64; 1 << MOST_PLAYERS]>);

/// The players of some tuple so far: their cards, and who of them leads.
#[derive(Clone, Copy)]
struct Leaders {
    taken: CardSet,
    best: HandRank,
    mask: usize,
    weight: f64,
}

impl ByWinners {
    pub(super) fn new() -> ByWinners {
        ByWinners(Box::new([0.0; 1 << MOST_PLAYERS]))
    }

    /// Adds every tuple of the players' hands on a board that counts `count`
    /// times, unless cancelled on the way.
    pub(super) fn add_board(&mut self, hands: &[Vec<RankedHand>], count: f64, progress: &Progress) {
        let nobody =
            Leaders { taken: CardSet::EMPTY, best: HandRank::BLOCKED, mask: 0, weight: count };
        self.add_player(hands, 0, nobody, progress);
    }

    fn add_player(
        &mut self,
        hands: &[Vec<RankedHand>],
        player: usize,
        leaders: Leaders,
        progress: &Progress,
    ) {
        let last = player + 1 == hands.len();
        for hand in &hands[player] {
            if !last && !progress.may_continue() {
                return;
            }
            if hand.cards.intersects(leaders.taken) {
                continue;
            }
            let mask = match hand.rank.cmp(&leaders.best) {
                std::cmp::Ordering::Less => leaders.mask,
                std::cmp::Ordering::Equal => leaders.mask | 1 << player,
                std::cmp::Ordering::Greater => 1 << player,
            };
            let weight = leaders.weight * hand.weight;
            if last {
                self.0[mask] += weight;
            } else {
                let taken = leaders.taken | hand.cards;
                let best = leaders.best.max(hand.rank);
                self.add_player(hands, player + 1, Leaders { taken, best, mask, weight }, progress);
            }
        }
    }

    /// Adds the sums to every player's splits.
    pub(super) fn add_to(&self, splits: &mut [Splits<f64>]) {
        for (mask, &weight) in self.0.iter().enumerate() {
            for (player, splits) in splits.iter_mut().enumerate() {
                if mask >> player & 1 == 1 {
                    splits[mask.count_ones() as usize - 1] += weight;
                }
            }
        }
    }
}
