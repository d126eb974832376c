//! Counting on one board after the other.

use quasar_cards::{Board, Card, CardSet, Combo};
use quasar_eval::{HandKey, HandRank, HoldemBoard, rank_hand};

use super::cost::Method;
use super::sweep::{Outside, Sweep, SweepHand};
use super::tuples::{ByWinners, RankedHand};
use crate::player::{MOST_PLAYERS, Splits};
use crate::runouts::Runout;

/// A hand that a player may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    combo: Combo,
    index: usize,
    key: HandKey,
    weight: f64,
}

impl Held {
    pub(super) fn new(combo: Combo, weight: f32) -> Held {
        let key = combo.cards().collect();
        Held { combo, index: combo.index(), key, weight: f64::from(weight) }
    }

    /// The rank on a river that shares no card with the hand.
    fn rank(&self, board: &Board) -> HandRank {
        if self.combo.game().is_omaha() {
            return rank_hand(&self.combo, board).expect("a river that leaves the hand");
        }
        board.cards().iter().fold(self.key, |key, &card| key.with(card)).rank()
    }
}

/// The splits of all players on the boards so far, in the order in which the
/// players' hands are given.
pub(super) struct Counter {
    method: Method,
    by_winners: ByWinners,
    sweep: Sweep,
    swept: [Splits<f64>; MOST_PLAYERS],
}

impl Counter {
    pub(super) fn new(method: Method) -> Counter {
        let swept = Default::default();
        Counter { method, by_winners: ByWinners::new(), sweep: Sweep::new(), swept }
    }

    /// Counts all deals with this board.
    pub(super) fn add(&mut self, players: &[Vec<Held>], runout: &Runout) {
        let cards: Vec<Card> = runout.board.iter().collect();
        let board = Board::new(&cards).expect("a runout has five cards");
        match self.method {
            Method::Tuples => {
                let hands: Vec<_> = players.iter().map(|hands| ranked(hands, &board)).collect();
                self.by_winners.add_board(&hands, f64::from(runout.count));
            }
            Method::Sweep => {
                let ranks = HoldemBoard::new(&board).expect("a river");
                let strengths = ranks.strengths();
                let hands: Vec<_> = players
                    .iter()
                    .map(|hands| by_strength(hands, runout.board, strengths.of_pairs()))
                    .collect();
                let (outside, inside) = hands.split_at(hands.len().saturating_sub(3));
                let nobody = Leaders {
                    mask: 0,
                    outside: Outside {
                        taken: CardSet::EMPTY,
                        best: 0,
                        leaders: 0,
                        weight: f64::from(runout.count),
                    },
                };
                self.sweep_tuples(outside, 0, nobody, inside);
            }
        }
    }

    /// Sweeps the inside players for every tuple of the outside players' hands.
    fn sweep_tuples(
        &mut self,
        outside: &[Vec<SweepHand>],
        player: usize,
        leaders: Leaders,
        inside: &[Vec<SweepHand>],
    ) {
        let Some(hands) = outside.get(player) else {
            let found = self.sweep.run(inside, &leaders.outside);
            for (place, splits) in found.inside.iter().take(inside.len()).enumerate() {
                add(&mut self.swept[player + place], splits);
            }
            for place in (0..player).filter(|place| leaders.mask >> place & 1 == 1) {
                add(&mut self.swept[place], &found.outside);
            }
            return;
        };
        for hand in hands {
            if !hand.cards.intersects(leaders.outside.taken) {
                self.sweep_tuples(outside, player + 1, leaders.joined_by(player, hand), inside);
            }
        }
    }

    /// The splits in the order of the players' hands.
    pub(super) fn into_splits(mut self) -> [Splits<f64>; MOST_PLAYERS] {
        self.by_winners.add_to(&mut self.swept);
        self.swept
    }
}

/// The outside players of a sweep so far, and who of them leads.
#[derive(Clone, Copy)]
struct Leaders {
    mask: usize,
    outside: Outside,
}

impl Leaders {
    fn joined_by(mut self, player: usize, hand: &SweepHand) -> Leaders {
        if hand.strength > self.outside.best {
            (self.mask, self.outside.leaders) = (0, 0);
            self.outside.best = hand.strength;
        }
        if hand.strength == self.outside.best {
            self.mask |= 1 << player;
            self.outside.leaders += 1;
        }
        self.outside.taken |= hand.cards;
        self.outside.weight *= hand.weight;
        self
    }
}

fn ranked(hands: &[Held], board: &Board) -> Vec<RankedHand> {
    let cards = board.set();
    let live = hands.iter().filter(|hand| !hand.combo.set().intersects(cards));
    live.map(|hand| RankedHand {
        cards: hand.combo.set(),
        rank: hand.rank(board),
        weight: hand.weight,
    })
    .collect()
}

/// The hands that the board leaves, weakest first.
fn by_strength(hands: &[Held], board: CardSet, strengths: &[u8]) -> Vec<SweepHand> {
    let mut sorted: Vec<SweepHand> = hands
        .iter()
        .filter(|hand| !hand.combo.set().intersects(board))
        .map(|hand| {
            let cards = hand.combo.set();
            let low = cards.bits().trailing_zeros() as usize;
            let high = cards.bits().ilog2() as usize;
            let strength = strengths[hand.index];
            SweepHand { cards, two: [low, high], strength, weight: hand.weight }
        })
        .collect();
    sorted.sort_unstable_by_key(|hand| (hand.strength, hand.cards));
    sorted
}

fn add(to: &mut Splits<f64>, from: &Splits<f64>) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}
