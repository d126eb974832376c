//! One river: what every hand beats and ties of a weighted range.
//!
//! Go through the hands from weakest to strongest, keeping the weight of all
//! hands passed so far, in total and by card. The weight of the passed hands
//! that share no card with hand {a, b} is `total - by_card[a] - by_card[b]`,
//! plus the hand itself once it has been passed, because both of its cards
//! subtract it. Hands of equal rank are passed together: before them stands what
//! they beat, after them what they beat or tie.
//!
//! Both players' ranges are swept at once as two lanes, so a river costs one
//! pass over its 1,081 hands.

use quasar_cards::{Board, Card, CardSet, Combo, Game};
use quasar_eval::{EvalError, HoldemBoard};

const COMBOS: usize = Game::Holdem.combos();

/// Two columns: lane 0 belongs to the first player's range, lane 1 to the
/// second's.
pub(super) type Lanes = [f64; 2];

fn plus(a: Lanes, b: Lanes) -> Lanes {
    [a[0] + b[0], a[1] + b[1]]
}

fn minus(a: Lanes, b: Lanes) -> Lanes {
    [a[0] - b[0], a[1] - b[1]]
}

/// What a hand beats and what it does not lose to, of either range.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Shown {
    pub(super) beaten: Lanes,
    pub(super) not_lost: Lanes,
}

/// Sweeps rivers and sums up what every combo beats.
pub(super) struct Sweeper<'a> {
    weights: &'a [Lanes],
    cards: Vec<[u8; 2]>,
    sums: Vec<Shown>,
    order: [u16; COMBOS],
    before: Vec<Lanes>,
}

impl<'a> Sweeper<'a> {
    /// A sweeper for two ranges, given as the weights of all combos.
    pub(super) fn new(weights: &'a [Lanes]) -> Sweeper<'a> {
        let cards = Combo::all(Game::Holdem, CardSet::EMPTY)
            .map(|combo| {
                let mut cards = combo.cards().map(|card| card.index() as u8);
                std::array::from_fn(|_| cards.next().unwrap_or_default())
            })
            .collect();
        let sums = vec![Shown::default(); COMBOS];
        Sweeper { weights, cards, sums, order: [0; COMBOS], before: vec![[0.0; 2]; COMBOS] }
    }

    /// What every combo beats, summed over the rivers swept so far.
    pub(super) fn into_sums(self) -> Vec<Shown> {
        self.sums
    }

    /// Adds the showdowns of a river, each counted `times` over.
    pub(super) fn add(&mut self, river: &Board, times: f64) -> Result<(), EvalError> {
        let board = HoldemBoard::new(river)?;
        let ranks = board.ranks();
        let mut rest = board.sorted_into(&mut self.order);
        let mut total = [0.0; 2];
        let mut by_card = [[0.0; 2]; Card::COUNT];
        while let Some(&weakest) = rest.first() {
            let rank = ranks[usize::from(weakest)];
            let equal = rest.iter().take_while(|&&combo| ranks[usize::from(combo)] == rank).count();
            let (group, stronger) = rest.split_at(equal);
            rest = stronger;

            let passed = |total: Lanes, by_card: &[Lanes; Card::COUNT], [a, b]: [u8; 2]| {
                minus(minus(total, by_card[usize::from(a)]), by_card[usize::from(b)])
            };
            for (&combo, before) in group.iter().zip(&mut self.before) {
                *before = passed(total, &by_card, self.cards[usize::from(combo)]);
            }
            for &combo in group {
                let weight = self.weights[usize::from(combo)];
                total = plus(total, weight);
                for card in self.cards[usize::from(combo)] {
                    let sum = &mut by_card[usize::from(card)];
                    *sum = plus(*sum, weight);
                }
            }
            for (&combo, before) in group.iter().zip(&self.before) {
                let combo = usize::from(combo);
                let after = passed(total, &by_card, self.cards[combo]);
                let after = plus(after, self.weights[combo]);
                let sum = &mut self.sums[combo];
                for lane in 0..2 {
                    sum.beaten[lane] += times * before[lane];
                    sum.not_lost[lane] += times * after[lane];
                }
            }
        }
        Ok(())
    }
}
