//! Counting one board after another.

use quasar_cards::{CardSet, Combo};
use quasar_eval::{HandKey, HoldemBoard, rank_hand};

use super::cost::Method;
use super::sweep::{Outside, Sweep, SweepHand};
use super::tuples::{ByWinners, RankedHand};
use crate::Progress;
use crate::player::{MOST_PLAYERS, Splits};
use crate::runouts::Runout;

/// A hand that a player may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    combo: Combo,
    index: usize,
    key: HandKey,
    pub(super) weight: f64,
}

impl Held {
    pub(super) fn new(combo: Combo, weight: f32) -> Held {
        let key = combo.cards().collect();
        Held { combo, index: combo.index(), key, weight: f64::from(weight) }
    }
}

/// The splits of all players on the boards so far, in the order in which the
/// players' hands are given.
pub(super) struct Counter<'a> {
    method: Method,
    progress: &'a Progress,
    by_winners: ByWinners,
    /// The players' hands on the current board.
    ranked: Vec<Vec<RankedHand>>,
    sweep: Sweep,
    sorted: Vec<Vec<SweepHand>>,
    swept: [Splits<f64>; MOST_PLAYERS],
}

impl<'a> Counter<'a> {
    pub(super) fn new(method: Method, progress: &'a Progress) -> Counter<'a> {
        Counter {
            method,
            progress,
            by_winners: ByWinners::new(),
            ranked: Vec::new(),
            sweep: Sweep::new(),
            sorted: Vec::new(),
            swept: Default::default(),
        }
    }

    /// Counts all deals with this board, unless cancelled on the way.
    pub(super) fn add(&mut self, players: &[Vec<Held>], runout: &Runout) {
        match self.method {
            Method::Tuples => {
                self.ranked.resize(players.len(), Vec::new());
                for (ranked, hands) in self.ranked.iter_mut().zip(players) {
                    rank_into(hands, runout, ranked);
                }
                let count = f64::from(runout.count);
                self.by_winners.add_board(&self.ranked, count, self.progress);
            }
            Method::Sweep => {
                let ranks = HoldemBoard::new(&runout.river()).expect("a river");
                let strengths = ranks.strengths();
                let mut sorted = std::mem::take(&mut self.sorted);
                sorted.resize(players.len(), Vec::new());
                for (sorted, hands) in sorted.iter_mut().zip(players) {
                    sort_into(hands, runout.board, strengths.of_pairs(), sorted);
                }
                let (outside, inside) = sorted.split_at(sorted.len().saturating_sub(3));
                self.sweep_tuples(outside, 0, Leaders::nobody(f64::from(runout.count)), inside);
                self.sorted = sorted;
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
            if !self.progress.may_continue() {
                return;
            }
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
    /// No outside player yet, on a board that counts this many times.
    fn nobody(count: f64) -> Leaders {
        let outside = Outside { taken: CardSet::EMPTY, best: 0, leaders: 0, weight: count };
        Leaders { mask: 0, outside }
    }

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

/// Ranks the hands that the board leaves.
fn rank_into(hands: &[Held], runout: &Runout, ranked: &mut Vec<RankedHand>) {
    ranked.clear();
    let live = hands.iter().filter(|hand| !hand.combo.set().intersects(runout.board));
    let with_rank =
        |hand: &Held, rank| RankedHand { cards: hand.combo.set(), rank, weight: hand.weight };
    if hands.first().is_some_and(|hand| hand.combo.game().is_omaha()) {
        let board = runout.river();
        let rank = |hand: &Held| rank_hand(&hand.combo, &board).expect("a hand the river leaves");
        ranked.extend(live.map(|hand| with_rank(hand, rank(hand))));
    } else {
        let board: HandKey = runout.board.iter().collect();
        ranked.extend(live.map(|hand| with_rank(hand, hand.key.join(board).rank())));
    }
}

/// Sorts the hands that the board leaves, weakest first.
fn sort_into(hands: &[Held], board: CardSet, strengths: &[u8], sorted: &mut Vec<SweepHand>) {
    sorted.clear();
    let live = hands.iter().filter(|hand| !hand.combo.set().intersects(board));
    sorted.extend(live.map(|hand| {
        let cards = hand.combo.set();
        let low = cards.bits().trailing_zeros() as usize;
        let high = cards.bits().ilog2() as usize;
        let strength = strengths[hand.index];
        SweepHand { cards, two: [low, high], strength, weight: hand.weight }
    }));
    sorted.sort_unstable_by_key(|hand| (hand.strength, hand.cards));
}

fn add(to: &mut Splits<f64>, from: &Splits<f64>) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}
