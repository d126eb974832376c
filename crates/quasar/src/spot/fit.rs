//! Chooses river buckets and 16-bit numbers when a spot needs more memory than the user
//! allows.
//!
//! The size of a spot is estimated before anything large is made: regrets and sums are
//! counted, the rest is approximate. The first of these choices that fits is taken: the
//! spot as it is, 16-bit numbers, and 16-bit numbers with fewer and fewer buckets on rivers.
//! Nothing changes in a spec that names its buckets, in a limit that the user did not set, or
//! where nothing fits: the error then says so.

use quasar_abstraction::{RiverBucketing, RiverMethod};
use quasar_cards::{Card, Street, SuitPermutation};
use quasar_game::TreeCounts;
use quasar_solver::{Precision, Settings};

use super::minimum_bytes::HandCounts;
use super::{SpotError, SpotSpec};
use crate::buckets::{BY_HAND_ITERATIONS, default_by_hand, default_check};
use crate::job::{MemoryLimit, MemorySource};
use crate::request::{Warning, WarningKind};

/// Numbers of buckets that are tried.
const BUCKETS: [usize; 5] = [500, 200, 100, 50, 20];

/// Streets after the flop is dealt.
const STREETS: [Street; 3] = [Street::Flop, Street::Turn, Street::River];

/// Bytes of a hand of Omaha on a board: its combo, and its part of groups and runs.
const HAND: u64 = 12;

/// Bytes of a board besides its hands: lists, deals and the operator of its leaves.
const BOARD: u64 = 4096;

/// Bytes of the place of a hand on the previous board, or of its bucket and factor.
const PLACE: u64 = 4;

/// Bytes of an entry of a table of buckets.
const ENTRY: u64 = 2;

/// What a sweep works in, in bytes: two tables of 17,343 sets of cards in eight lanes.
const SWEEP: u64 = 2 * 17_343 * 32;

impl SpotSpec {
    /// The same spot with 16-bit numbers or buckets of rivers if it would not fit into the
    /// user's limit otherwise; a warning says what was chosen and why.
    pub fn fitted(self, limit: &MemoryLimit) -> Result<SpotSpec, SpotError> {
        let named =
            self.abstraction.is_some() || self.river_buckets.is_some() || self.cut.is_some();
        let rivers_to_come = self.game().is_omaha() && self.board.street() < Street::River;
        if limit.source != MemorySource::User || named || !rivers_to_come {
            return Ok(self);
        }
        let counts = self.betting.counts().map_err(|error| self.places.place(error))?;
        self.check_hands(&self.board)?;
        let sizes = Sizes::new(&self, &counts);
        let needed = sizes.bytes(None, self.settings.precision);
        if needed <= limit.bytes {
            return Ok(self);
        }
        // Decisions on rivers in buckets cannot be locked.
        let merged = self.clone().merged(BUCKETS[0]);
        let may_merge = self.locks.iter().all(|lock| merged.check_line(&lock.line).is_ok());
        let exact = std::iter::once(None);
        let mut choices = exact.chain(BUCKETS.into_iter().filter(|_| may_merge).map(Some));
        let fits = |k: &Option<usize>| sizes.bytes(*k, Precision::Half) <= limit.bytes;
        let Some(k) = choices.find(fits) else { return Ok(self) };
        let mut spec = match k {
            Some(k) => self.merged(k),
            None => self,
        };
        spec.settings.precision = Precision::Half;
        let chosen = match k {
            Some(k) => format!("rivers use {k} buckets and numbers are stored in 16 bits"),
            None => "numbers have 16 bits".to_owned(),
        };
        let message = format!(
            "memory: the spot as given needs about {}, but only {} is allowed, so {chosen}",
            megabytes(needed),
            megabytes(limit.bytes)
        );
        let kind = WarningKind::Other;
        spec.warnings.0.push(Warning { field: "memory".to_owned(), message, kind });
        Ok(spec)
    }

    /// The same spot with so many buckets on rivers.
    pub(super) fn merged(self, k: usize) -> SpotSpec {
        let method = RiverMethod::Blockers;
        let settings = Settings { by_hand: default_by_hand(&self.settings), ..self.settings };
        let mut goal = self.goal;
        if goal.check_every == default_check(&self.settings) {
            goal.check_every = default_check(&settings);
        }
        if goal.time.is_none() && settings.by_hand.is_some() {
            goal.iterations = goal.iterations.or(Some(BY_HAND_ITERATIONS));
        }
        let river_buckets = Some(RiverBucketing { k, method });
        SpotSpec { river_buckets, start: None, settings, goal, ..self }
    }
}

/// About the bytes that a spot takes with river buckets.
pub(super) fn merged_bytes(spec: &SpotSpec, counts: &TreeCounts, k: usize) -> u64 {
    Sizes::new(spec, counts).bytes(Some(k), spec.settings.precision)
}

fn megabytes(bytes: u64) -> String {
    match bytes {
        0..10_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{} GB", bytes.div_ceil(1_000_000_000)),
    }
}

/// What the memory of a spot depends on.
struct Sizes<'a> {
    spec: &'a SpotSpec,
    counts: &'a TreeCounts,
    /// By street from the first on.
    levels: Vec<Level>,
}

/// The boards of a street.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Boards that differ by more than suits.
    boards: u64,
    /// Cards that lead to them, all suits counted.
    deals: u64,
    /// The most hands of each player.
    hands: [u64; 2],
}

impl<'a> Sizes<'a> {
    fn new(spec: &'a SpotSpec, counts: &'a TreeCounts) -> Sizes<'a> {
        let hands = spec.ranges.each_ref().map(|range| HandCounts::new(range, &spec.board));
        let mut levels = vec![Level::default(); 6 - spec.board.cards().len()];
        count(spec, &hands, &mut Vec::new(), &spec.relabellings(), &mut levels);
        Sizes { spec, counts, levels }
    }

    /// About what the spot takes with so many buckets on rivers.
    fn bytes(&self, buckets: Option<usize>, precision: Precision) -> u64 {
        let slot = if precision == Precision::Half { 4 } else { 8 };
        let threads = self.spec.settings.threads as u64;
        let last = self.levels.len() - 1;
        let both = |by_player: [u64; 2]| by_player[0].saturating_add(by_player[1]);
        let same = self.spec.ranges[0] == self.spec.ranges[1];
        let mut bytes = 0u64;
        for (place, level) in self.levels.iter().enumerate() {
            let street = self.counts.street(STREETS[self.spec.board.cards().len() - 3 + place]);
            let merged = buckets.filter(|_| place == last).map(|k| k as u64);
            let held = level.hands.map(|hands| merged.map_or(hands, |k| k.min(hands)));
            let slots = [0, 1].map(|side: usize| street.actions[side].saturating_mul(held[side]));
            bytes = bytes.saturating_add(both(slots).saturating_mul(level.boards * slot));
            let rows =
                |side: usize| street.nodes().saturating_add(street.actions[side].saturating_mul(2));
            let scratch = [0, 1].map(|side: usize| rows(side).saturating_mul(4 * held[side]));
            let scratch = both(scratch).saturating_add(SWEEP + 32 * level.hands[0]);
            bytes = bytes.saturating_add(scratch.saturating_mul(threads + 1));
            if merged.is_some() {
                // Some rivers are played without buckets, so that their boards are there twice.
                bytes = bytes.saturating_add(level.boards.saturating_mul(BOARD));
                let rows =
                    [0, 1].map(|side: usize| rows(side).saturating_mul(4 * level.hands[side]));
                let scratch = both(rows).saturating_add(SWEEP + 32 * level.hands[0]);
                bytes = bytes.saturating_add(scratch.saturating_mul(threads));
            }
            let hands = if same { level.hands[0] } else { both(level.hands) };
            // Both orders of turn and river share their hands and tables.
            let rivers = if place == 2 { level.boards.div_ceil(2) } else { level.boards };
            bytes = bytes.saturating_add(level.boards.saturating_mul(BOARD));
            let exact = rivers.saturating_mul(HAND * hands);
            // Players with the same hands share their places.
            let places = level.deals.saturating_mul(PLACE * hands);
            bytes = bytes.saturating_add(match merged {
                Some(k) => {
                    let tables = rivers * ENTRY * k * k * if same { 2 } else { 4 };
                    // All-ins are run out without buckets.
                    let all_ins = exact.saturating_add(places);
                    (level.deals * PLACE * hands).saturating_add(tables).saturating_add(all_ins)
                }
                None => exact.saturating_add(places),
            });
        }
        // What is not counted is up to a tenth.
        bytes.saturating_add(bytes / 6)
    }
}

/// Counts a board and all that follow, where `group` has the relabellings of suits that do
/// not change it.
fn count(
    spec: &SpotSpec,
    hands: &[HandCounts; 2],
    dealt: &mut Vec<Card>,
    group: &[SuitPermutation],
    levels: &mut [Level],
) {
    let Some((own, later)) = levels.split_first_mut() else { return };
    own.boards += 1;
    for (most, hands) in own.hands.iter_mut().zip(hands) {
        *most = (*most).max(hands.left(dealt));
    }
    if later.is_empty() {
        return;
    }
    let gone = dealt.iter().fold(spec.board.set(), |gone, &card| gone.with(card));
    for card in gone.complement().iter() {
        later[0].deals += 1;
        if group.iter().all(|suits| suits.card(card) >= card) {
            let fixed: Vec<_> =
                group.iter().copied().filter(|suits| suits.card(card) == card).collect();
            dealt.push(card);
            count(spec, hands, dealt, &fixed, later);
            dealt.pop();
        }
    }
}
