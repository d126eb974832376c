//! One known hand against a range, exactly.
//!
//! The hero has one rank on a board, and only the side of it matters on which
//! each villain falls. There are three ways, and the cheapest is taken:
//!
//! - **Every hand** with one weight: the losing hands of a board are the complete
//!   subgraphs of the [`graph`] of pairs below the hero's rank, which are counted
//!   with bit masks ([`cliques`]). 16 us a board for four cards.
//! - **A list**: each villain is compared with the same graph, 3 ns a hand and
//!   board.
//! - **Duels**: every villain against the hero by
//!   [`hand_against_hand`](crate::omaha::hand_against_hand), for few villains, and
//!   before the flop, where there are many boards.
//!
//! Suits that the hero, the board and the dead cards do not tell apart are not
//! told apart: boards of the first way, and villains of the others, are taken
//! once for each class.
//!
//! On two 2.4 GHz Zen 3 cores, one hand of four cards against every hand takes
//! TODO on a turn and TODO on a flop.

mod cliques;
mod graph;
mod list;

use quasar_cards::{Board, CardSet, Combo, Street, SuitPermutation, symmetries};
use quasar_eval::OmahaBoard;
use rayon::prelude::*;

use crate::omaha::arch::{Kernel, Vectors, dispatch};
use crate::omaha::binomial::binomial;
use crate::omaha::duel::{duel, duel_cost};
use crate::omaha::runouts::{Runout, runouts};
use crate::{Cancelled, Holding, OmahaError, Progress, Question, Tally};
use cliques::{cliques, further_cliques};
use graph::Graph;
use list::{Villain, Villains};

/// Ranking the pairs of a board and comparing them with the hero, in nanoseconds.
const BOARD_COST: u64 = 6_000;
/// Boards that one task takes.
const BOARDS_PER_TASK: usize = 16;

/// A known hand of one player against the range of the other, as the first
/// player sees it.
///
/// Runs in the current rayon pool; the result does not depend on its size. The
/// unit of `progress` is a board, or a villain before the flop.
pub fn hand_against_range(question: &Question, progress: &Progress) -> Result<Tally, OmahaError> {
    super::check_players(question)?;
    match question.players() {
        [Holding::Range(_), Holding::Range(_)] => Err(OmahaError::NotOneHand { player: 0 }),
        [Holding::Hand(hero), villain] => Ok(Versus::new(question, *hero, villain).run(progress)?),
        [villain, Holding::Hand(hero)] => {
            Ok(Versus::new(question, *hero, villain).run(progress)?.reversed())
        }
        _ => unreachable!("two players"),
    }
}

/// What [`hand_against_range`] takes, in nanoseconds of one 2.4 GHz Zen 3 core.
pub fn hand_against_range_cost(question: &Question) -> u64 {
    match question.players() {
        [Holding::Hand(hero), villain] | [villain, Holding::Hand(hero)] => {
            Versus::new(question, *hero, villain).cost()
        }
        _ => 0,
    }
}

struct Versus {
    hero: Combo,
    board: Board,
    /// Cards besides the board that nobody holds.
    dead: CardSet,
    /// Relabellings of suits that hero, board and dead cards do not notice.
    group: Vec<SuitPermutation>,
    villains: Villains,
}

impl Versus {
    fn new(question: &Question, hero: Combo, villain: &Holding) -> Versus {
        let (board, dead) = (question.board(), question.dead());
        let group: Vec<_> = symmetries([hero.set(), board.set(), dead]).collect();
        let villains = Villains::new(villain, question.gone() | hero.set(), &group);
        Versus { hero, board, dead, group, villains }
    }

    /// Cards that the villain can hold or the board can get.
    fn live(&self) -> CardSet {
        (self.board.set() | self.dead | self.hero.set()).complement()
    }

    /// How many cards are still to come.
    fn missing(&self) -> usize {
        Street::River.board_len() - self.board.cards().len()
    }

    fn hole(&self) -> usize {
        self.hero.game().hole_cards()
    }

    /// What duels with some villains cost, and what comparing them board by
    /// board costs, in nanoseconds.
    fn costs(&self, villains: &[Villain]) -> [u64; 2] {
        let (live, hole, villains) = (self.live().len(), self.hole(), villains.len() as u64);
        let boards = binomial(live, self.missing()) as u64;
        let each = [3, 4, 5][hole - 4];
        let duel = duel_cost(live.saturating_sub(hole), hole, self.missing());
        [villains * duel, boards * (BOARD_COST + each * villains)]
    }

    fn cost(&self) -> u64 {
        match &self.villains {
            Villains::All(_) => {
                let boards = binomial(self.live().len(), self.missing()) / self.group.len();
                boards as u64 * (BOARD_COST + [12_000, 100_000, 900_000][self.hole() - 4])
            }
            Villains::Some(villains) => {
                let [duels, list] = self.costs(villains);
                duels.min(list)
            }
        }
    }

    fn run(&self, progress: &Progress) -> Result<Tally, Cancelled> {
        match &self.villains {
            Villains::All(weight) => Ok(self.every_hand(progress)?.weighted(*weight)),
            Villains::Some(villains) => {
                let [duels, list] = self.costs(villains);
                if duels < list {
                    self.duels(villains, progress)
                } else {
                    self.list(villains, progress)
                }
            }
        }
    }

    fn river(&self, runout: &Runout) -> OmahaBoard {
        super::omaha_board(self.board.cards().iter().copied().chain(runout.cards))
    }

    fn every_hand(&self, progress: &Progress) -> Result<Tally, Cancelled> {
        let runouts = runouts(self.live(), self.missing(), &self.group);
        progress.set_total(runouts.len() as u64);
        let count = |some: &[Runout]| {
            let mut met = [0u64; 2];
            for runout in some {
                if progress.is_cancelled() {
                    return Err(Cancelled);
                }
                let river = self.river(runout);
                let counts = dispatch(CountHands { hero: &self.hero, river: &river, gone: self.dead });
                met = [0, 1].map(|i| met[i] + u64::from(runout.count) * counts[i]);
                progress.advance(1);
            }
            Ok(met)
        };
        let [below, at_most] = runouts
            .par_chunks(BOARDS_PER_TASK)
            .map(count)
            .try_reduce(|| [0; 2], |one, other| Ok([one[0] + other[0], one[1] + other[1]]))?;
        let left = self.live().len() - self.missing();
        let hands = binomial(left, self.hole()) * binomial(self.live().len(), self.missing());
        Ok(tally(below as f64, at_most as f64, hands as f64))
    }

    fn list(&self, villains: &[Villain], progress: &Progress) -> Result<Tally, Cancelled> {
        let runouts = runouts(self.live(), self.missing(), &[SuitPermutation::IDENTITY]);
        progress.set_total(runouts.len() as u64);
        let count = |some: &[Runout]| {
            let mut met = [0.0; 2];
            for runout in some {
                if progress.is_cancelled() {
                    return Err(Cancelled);
                }
                let river = self.river(runout);
                let weights = dispatch(Compare {
                    hero: &self.hero,
                    river: &river,
                    gone: self.dead,
                    villains,
                });
                met = [met[0] + weights[0], met[1] + weights[1]];
                progress.advance(1);
            }
            Ok(met)
        };
        let parts: Vec<[f64; 2]> =
            runouts.par_chunks(BOARDS_PER_TASK).map(count).collect::<Result<_, _>>()?;
        let [below, at_most] =
            parts.iter().fold([0.0; 2], |sum, part| [sum[0] + part[0], sum[1] + part[1]]);
        let left = self.live().len() - self.hole();
        let weight: f64 = villains.iter().map(|villain| villain.weight).sum();
        let total = weight * binomial(left, self.missing()) as f64;
        Ok(tally(below, at_most, total))
    }

    fn duels(&self, villains: &[Villain], progress: &Progress) -> Result<Tally, Cancelled> {
        progress.set_total(villains.len() as u64);
        let fight = |villain: &Villain| {
            if progress.is_cancelled() {
                return Err(Cancelled);
            }
            let tally = duel([self.hero, villain.hand], self.board.cards(), self.dead);
            progress.advance(1);
            Ok(tally.weighted(villain.weight))
        };
        let tallies: Vec<Tally> =
            villains.par_iter().map(fight).collect::<Result<_, _>>()?;
        let mut total = Tally::default();
        tallies.into_iter().for_each(|tally| total += tally);
        Ok(total)
    }
}

/// The showdowns of a hero who beats `below` of the villains, and beats or ties
/// `at_most`.
fn tally(below: f64, at_most: f64, total: f64) -> Tally {
    Tally { win: below, tie: (at_most - below).max(0.0), lose: (total - at_most).max(0.0) }
}

/// Counts all hands that rank below the hero's, and not above it.
struct CountHands<'a> {
    hero: &'a Combo,
    river: &'a OmahaBoard,
    gone: CardSet,
}

impl Kernel for CountHands<'_> {
    type Output = [u64; 2];

    #[inline(always)]
    fn run<V: Vectors>(self, vectors: V) -> [u64; 2] {
        let graph = Graph::new(vectors, self.hero, self.river, self.gone);
        let hole = self.hero.set().len();
        let below = cliques(hole, graph.live, &graph.below);
        let equal = further_cliques(hole, graph.live, &graph.below, &graph.at_most);
        [below, below + equal]
    }
}

/// The weight of the villains that rank below the hero, and not above.
struct Compare<'a> {
    hero: &'a Combo,
    river: &'a OmahaBoard,
    gone: CardSet,
    villains: &'a [Villain],
}

impl Kernel for Compare<'_> {
    type Output = [f64; 2];

    #[inline(always)]
    fn run<V: Vectors>(self, vectors: V) -> [f64; 2] {
        let graph = Graph::new(vectors, self.hero, self.river, self.gone);
        list::compare(&graph, self.villains)
    }
}
