//! Two ranges in the order of strength on a river, without card removal.
//!
//! Hands of one strength make a group. From the mass of each group follow, per hand, the
//! opponent's and the own mass below it, and per leaf the curve that maps quantiles of one
//! range to quantiles of the other.

use quasar_cards::{Board, Combo, Game};
use quasar_eval::{EvalError, HandRank, HoldemBoard, OmahaBoard};

use crate::arch::{Arithmetic, Kernel, LANES, Lanes, dispatch};

/// Points at which a curve between two ranges is read.
pub(super) const CURVE: usize = 16;

/// The strength of each player's hands on a river.
#[derive(Debug)]
pub(super) struct StrengthGroups {
    /// For each player, the group of each hand; 0 is the weakest.
    of: [Vec<u32>; 2],
    count: usize,
}

/// The masses of both ranges by group, for eight leaves side by side.
#[derive(Debug, Default)]
pub(super) struct Masses {
    /// For each player, the share of the range in each group.
    share: [Vec<Lanes>; 2],
    /// For each player, the share of the range in weaker groups.
    below: [Vec<Lanes>; 2],
    /// For each player, the reach of all hands.
    totals: [Lanes; 2],
}

impl StrengthGroups {
    pub(super) fn new(
        board: &Board,
        combos: &[Vec<Combo>; 2],
    ) -> Result<StrengthGroups, EvalError> {
        let game = combos.iter().flatten().next().map(Combo::game);
        let ranks: [Vec<HandRank>; 2] = match game {
            Some(Game::Holdem) => {
                let ranked = HoldemBoard::new(board)?;
                combos
                    .each_ref()
                    .map(|all| all.iter().map(|combo| ranked.ranks()[combo.index()]).collect())
            }
            _ => {
                let ranked = OmahaBoard::new(board)?;
                let rank = |side: &Vec<Combo>| -> Result<Vec<HandRank>, EvalError> {
                    side.iter().map(|combo| ranked.rank(combo)).collect()
                };
                [rank(&combos[0])?, rank(&combos[1])?]
            }
        };
        let mut all: Vec<HandRank> = ranks.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        let group = |rank: &HandRank| all.partition_point(|other| other < rank) as u32;
        let of = ranks.each_ref().map(|side| side.iter().map(group).collect());
        Ok(StrengthGroups { of, count: all.len() })
    }

    /// The larger number of hands of the two players.
    pub(super) fn hands(&self) -> usize {
        self.of[0].len().max(self.of[1].len())
    }

    pub(super) fn bytes(&self) -> usize {
        self.of.iter().map(|side| size_of_val(&side[..])).sum()
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The group of each of a player's hands.
    pub(super) fn of(&self, player: usize) -> &[u32] {
        &self.of[player]
    }
}

impl Masses {
    /// Room for so many groups.
    pub(super) fn reserve(&mut self, groups: usize) {
        for rows in self.share.iter_mut().chain(&mut self.below) {
            rows.resize(rows.len().max(groups), [0.0; LANES]);
        }
    }

    /// Sums the reach of each player's hands. A range without reach has no mass anywhere.
    pub(super) fn fill(&mut self, groups: &StrengthGroups, reach: [&[Lanes]; 2]) {
        for (player, reach) in reach.into_iter().enumerate() {
            self.totals[player] = dispatch(Fill {
                of: &groups.of[player],
                reach,
                share: &mut self.share[player][..groups.count],
                below: &mut self.below[player][..groups.count],
            });
        }
    }

    /// The reach of a player in each lane.
    pub(super) fn total(&self, player: usize) -> &Lanes {
        &self.totals[player]
    }

    /// The share of a range in each group.
    pub(super) fn shares(&self, player: usize) -> &[Lanes] {
        &self.share[player]
    }

    /// The share of a range in weaker groups.
    pub(super) fn below(&self, player: usize) -> &[Lanes] {
        &self.below[player]
    }

    /// How much of a group lies between two quantiles of a range: 0 to 1.
    #[inline(always)]
    pub(super) fn part<A: Arithmetic>(
        &self,
        vectors: A,
        (player, group): (usize, usize),
        (from, to): (f32, f32),
    ) -> A::Vector {
        let below = vectors.load(&self.below[player][group]);
        let share = vectors.load(&self.share[player][group]);
        let end = vectors.smaller(vectors.plus(below, share), vectors.splat(to));
        let start = vectors.larger(below, vectors.splat(from));
        let inside = vectors.larger(vectors.minus(end, start), vectors.splat(0.0));
        // A group without mass has none between quantiles either.
        vectors.over(inside, vectors.larger(share, vectors.splat(f32::MIN_POSITIVE)))
    }

    /// Adds to each point of `curve`, at the middles of equal parts of the player's range, the
    /// share of the opponent's range that is weaker.
    pub(super) fn add_curve(&self, player: usize, groups: usize, curve: &mut [Lanes; CURVE]) {
        dispatch(AddCurve { masses: self, player, groups, curve });
    }

    /// Adds the chance that both hold hands of one strength, without card removal.
    pub(super) fn add_ties(&self, groups: usize, ties: &mut Lanes) {
        dispatch(AddTies { masses: self, groups, ties });
    }
}

/// Sums reach by group, and returns its total.
struct Fill<'a> {
    of: &'a [u32],
    reach: &'a [Lanes],
    share: &'a mut [Lanes],
    below: &'a mut [Lanes],
}

impl Kernel for Fill<'_> {
    type Output = Lanes;

    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) -> Lanes {
        let Fill { of, reach, share, below } = self;
        share.fill([0.0; LANES]);
        for (&group, reach) in of.iter().zip(reach) {
            let share = &mut share[group as usize];
            vectors.store(vectors.plus(vectors.load(share), vectors.load(reach)), share);
        }
        let mut totals = [0.0_f64; LANES];
        for share in &*share {
            for lane in 0..LANES {
                totals[lane] += f64::from(share[lane]);
            }
        }
        let scales = totals.map(|total| if total > 0.0 { 1.0 / total } else { 0.0 });
        let mut sums = [0.0_f64; LANES];
        for (share, below) in share.iter_mut().zip(below) {
            for lane in 0..LANES {
                below[lane] = sums[lane] as f32;
                let scaled = f64::from(share[lane]) * scales[lane];
                share[lane] = scaled as f32;
                sums[lane] += scaled;
            }
        }
        totals.map(|total| total as f32)
    }
}

struct AddCurve<'a> {
    masses: &'a Masses,
    player: usize,
    groups: usize,
    curve: &'a mut [Lanes; CURVE],
}

/// Where a curve is read.
fn quantile(point: usize) -> f32 {
    if point < CURVE { (point as f32 + 0.5) / CURVE as f32 } else { f32::INFINITY }
}

impl Kernel for AddCurve<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let AddCurve { masses, player, groups, curve } = self;
        let (own, opponent) = (player, 1 - player);
        let (shares, below) = (&masses.share[own][..groups], &masses.below[own][..groups]);
        let mut points = [0; LANES];
        // Most groups hold no point of any lane.
        let mut wanted = [quantile(0); LANES];
        for (group, (share, below)) in shares.iter().zip(below).enumerate() {
            let ends = vectors.plus(vectors.load(below), vectors.load(share));
            let is_last = group + 1 == groups;
            let reached = vectors.reaches(ends, vectors.load(&wanted));
            if reached == 0 && !is_last {
                continue;
            }
            let mut end = [0.0; LANES];
            vectors.store(ends, &mut end);
            for lane in 0..LANES {
                while points[lane] < CURVE && (is_last || end[lane] >= wanted[lane]) {
                    let inside = match share[lane] > 0.0 {
                        true => ((wanted[lane] - below[lane]) / share[lane]).clamp(0.0, 1.0),
                        false => 0.5,
                    };
                    let weaker = masses.below[opponent][group][lane];
                    let equal = masses.share[opponent][group][lane];
                    curve[points[lane]][lane] += weaker + inside * equal;
                    points[lane] += 1;
                    wanted[lane] = quantile(points[lane]);
                }
            }
        }
    }
}

struct AddTies<'a> {
    masses: &'a Masses,
    groups: usize,
    ties: &'a mut Lanes,
}

impl Kernel for AddTies<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let AddTies { masses, groups, ties } = self;
        let [first, second] = masses.share.each_ref().map(|share| &share[..groups]);
        let mut sum = vectors.splat(0.0);
        for (first, second) in first.iter().zip(second) {
            sum = vectors.times_plus(vectors.load(first), vectors.load(second), sum);
        }
        vectors.store(vectors.plus(vectors.load(ties), sum), ties);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::Portable;
    use proptest::prelude::*;

    /// One leaf, hand by hand and group by group.
    fn plain(groups: usize, of: &[u32], reach: &[f32]) -> (Vec<f64>, Vec<f64>) {
        let mut share = vec![0.0; groups];
        for (&group, &reach) in of.iter().zip(reach) {
            share[group as usize] += f64::from(reach);
        }
        let total: f64 = share.iter().sum();
        share.iter_mut().for_each(|share| *share /= if total > 0.0 { total } else { 1.0 });
        let below = (0..groups).map(|group| share[..group].iter().sum()).collect();
        (share, below)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn lanes_are_leaves_with_and_without_vectors(
            groups in 1_usize..30,
            hands in prop::collection::vec((0_u32..1000, 0_u32..50), 1..60),
        ) {
            let of: Vec<u32> = hands.iter().map(|hand| hand.0 % groups as u32).collect();
            // Every lane has other weights, and the last none.
            let weight = |seed: u32, lane: usize| match lane + 1 {
                LANES => 0.0,
                lane => (seed * lane as u32 % 7) as f32,
            };
            let reach: Vec<Lanes> = hands
                .iter()
                .map(|hand| std::array::from_fn(|lane| weight(hand.1, lane)))
                .collect();
            let both = StrengthGroups { of: [of.clone(), of.clone()], count: groups };
            let mut masses = Masses::default();
            masses.reserve(groups);
            masses.fill(&both, [&reach, &reach]);
            let mut share = vec![[0.0; LANES]; groups];
            let mut below = share.clone();
            Fill { of: &of, reach: &reach, share: &mut share, below: &mut below }.run(Portable);
            let (mut curves, mut portable) = ([[0.0; LANES]; CURVE], [[0.0; LANES]; CURVE]);
            masses.add_curve(0, groups, &mut curves);
            AddCurve { masses: &masses, player: 0, groups, curve: &mut portable }.run(Portable);
            prop_assert_eq!(curves, portable);
            let mut ties = [0.0; LANES];
            masses.add_ties(groups, &mut ties);
            for lane in 0..LANES {
                let row: Vec<f32> = reach.iter().map(|reach| reach[lane]).collect();
                let (shares, belows) = plain(groups, &of, &row);
                for group in 0..groups {
                    for (found, exact) in [
                        (masses.share[0][group][lane], shares[group]),
                        (masses.below[0][group][lane], belows[group]),
                        (share[group][lane], shares[group]),
                        (below[group][lane], belows[group]),
                    ] {
                        prop_assert!((f64::from(found) - exact).abs() < 1e-6, "{found} {exact}");
                    }
                }
                let squares: f64 = shares.iter().map(|share| share * share).sum();
                prop_assert!((f64::from(ties[lane]) - squares).abs() < 1e-5);
                // Both ranges are the same, so every quantile is its own share.
                if shares.iter().any(|&share| share > 0.0) {
                    for (point, lanes) in curves.iter().enumerate() {
                        prop_assert!((lanes[lane] - quantile(point)).abs() < 1e-5);
                    }
                }
            }
        }
    }
}
