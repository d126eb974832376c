//! Two ranges in the order of strength on a river, without card removal.
//!
//! Hands of one strength make a group. From the mass of each group follow, per hand, the
//! opponent's and the own mass below it, and per leaf the curve that maps quantiles of one
//! range to quantiles of the other.

use quasar_cards::{Board, Combo, Game};
use quasar_eval::{EvalError, HandRank, HoldemBoard, OmahaBoard};

/// Points at which a curve between two ranges is read.
pub(super) const CURVE: usize = 16;

/// The strength of each player's hands on a river.
#[derive(Debug)]
pub(super) struct StrengthGroups {
    /// For each player, the group of each hand; 0 is the weakest.
    of: [Vec<u32>; 2],
    count: usize,
}

/// The masses of both ranges by group.
#[derive(Debug, Default)]
pub(super) struct Masses {
    /// For each player, the share of the range in each group.
    share: [Vec<f32>; 2],
    /// For each player, the share of the range in weaker groups.
    below: [Vec<f32>; 2],
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
        for row in self.share.iter_mut().chain(&mut self.below) {
            row.resize(row.len().max(groups), 0.0);
        }
    }

    /// Sums the reach of each player. A range without reach has no mass anywhere.
    pub(super) fn fill(&mut self, groups: &StrengthGroups, reach: [&[f32]; 2]) {
        for player in 0..2 {
            let share = &mut self.share[player][..groups.count];
            share.fill(0.0);
            for (&group, &reach) in groups.of[player].iter().zip(reach[player]) {
                share[group as usize] += reach;
            }
            let total: f64 = share.iter().map(|&mass| f64::from(mass)).sum();
            let scale = if total > 0.0 { 1.0 / total } else { 0.0 };
            let mut sum = 0.0;
            for (share, below) in share.iter_mut().zip(&mut self.below[player]) {
                *below = sum as f32;
                let scaled = f64::from(*share) * scale;
                *share = scaled as f32;
                sum += scaled;
            }
        }
    }

    /// The share of a range in a group.
    #[inline]
    pub(super) fn share(&self, player: usize, group: u32) -> f32 {
        self.share[player][group as usize]
    }

    /// The share of a range below the middle of a group.
    #[inline]
    pub(super) fn middle(&self, player: usize, group: u32) -> f32 {
        self.below[player][group as usize] + 0.5 * self.share[player][group as usize]
    }

    /// How much of a group lies between two quantiles of a range: 0 to 1.
    #[inline]
    pub(super) fn part(&self, player: usize, group: usize, from: f32, to: f32) -> f32 {
        let (below, share) = (self.below[player][group], self.share[player][group]);
        if share <= 0.0 {
            return 0.0;
        }
        ((below + share).min(to) - below.max(from)).max(0.0) / share
    }

    /// Adds to each point of `curve`, at the middles of equal parts of the player's range, the
    /// share of the opponent's range that is weaker.
    pub(super) fn add_curve(&self, player: usize, groups: usize, curve: &mut [f32]) {
        let opponent = 1 - player;
        let mut group = 0;
        for (point, value) in curve.iter_mut().enumerate() {
            let quantile = (point as f32 + 0.5) / CURVE as f32;
            let end = |group: usize| self.below[player][group] + self.share[player][group];
            while group + 1 < groups && end(group) < quantile {
                group += 1;
            }
            let share = self.share[player][group];
            let inside = match share > 0.0 {
                true => ((quantile - self.below[player][group]) / share).clamp(0.0, 1.0),
                false => 0.5,
            };
            *value += self.below[opponent][group] + inside * self.share[opponent][group];
        }
    }

    /// The chance that both hold hands of one strength, without card removal.
    pub(super) fn ties(&self, groups: usize) -> f32 {
        let [first, second] = &self.share;
        first[..groups].iter().zip(second).map(|(first, second)| first * second).sum()
    }
}
