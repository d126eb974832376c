//! The fields of a spot, as `docs/SOLVER.md` describes them.

use crate::buckets::AbstractionDocument;
use crate::request::document::document;
use crate::request::values::quantities::{
    Count, Pots, Raises, RakeCap, RakeRate, Scale, SomeChips, TargetPercent, Threads, scales,
};
use crate::request::values::{
    Cards, ChipScale, Decimal, List, Many, Name, Num, Precisions, Quantity, Sizes, SolvedGames,
    Text, Time, UpdateOrders, chip_sizes,
};
use crate::request::{AlgorithmDocument, At, DealsDocument, FieldError, Patch};

use super::cut::CutDocument;
use super::lock::LockDocument;
use super::start::StartDocument;

document! {
    /// A spot of Hold'em or Omaha after the flop, and how to solve it.
    pub struct SpotDocument ("fields") {
        /// The game; Hold'em if left out.
        game: At<Name<SolvedGames>>,
        /// Flop, turn or river: three to five cards, such as `QsJh2h`.
        #[schemars(required)]
        board: At<Cards>,
        /// The pot.
        #[schemars(required)]
        pot: At<Num<SomeChips>>,
        /// The effective stack: chips that each player has left.
        #[schemars(required)]
        stack: At<Num<SomeChips>>,
        /// The big blind, for sizes in `bb` and as the smallest bet; one chip without it.
        big_blind: At<Num<SomeChips>>,
        /// How many units of the chips written here a chip is, a power of ten; 1 if left
        /// out. Chips with decimals are scaled by the reader, which then sets this field.
        #[schemars(extend("anyOf" = scales()))]
        chip_scale: At<Num<Scale>>,
        /// The player out of position.
        #[schemars(required)]
        oop: PlayerDocument,
        /// The player in position.
        #[schemars(required)]
        ip: PlayerDocument,
        /// Sizes of first bets, of both players on every street; `none` for no bets. If no
        /// size is given anywhere, there are sizes by default, which the report names.
        bet: At<Sizes>,
        /// Sizes of raises, of both players on every street.
        raise: At<Sizes>,
        /// Sizes of all raises after the first; those of `raise` if left out.
        reraise: At<Sizes>,
        /// Sizes of first bets out of position after calling on the street before.
        donk: At<Sizes>,
        /// The most raises per street.
        raise_cap: At<Num<Raises>>,
        /// Sizes on the flop.
        flop: StreetDocument,
        /// Sizes on the turn.
        turn: StreetDocument,
        /// Sizes on the river.
        river: StreetDocument,
        /// When bets become all-in, and which are merged.
        thresholds: ThresholdsDocument,
        /// Lines to add to the tree, such as `r:0:b50`.
        add_lines: At<Many<At<Text>>>,
        /// Lines to remove from the tree.
        remove_lines: At<Many<At<Text>>>,
        /// The rake.
        rake: RakeDocument,
        /// Decisions with a fixed strategy.
        locks: At<List<LockDocument>>,
        /// Buckets instead of hands, on rivers of PLO4.
        abstraction: AbstractionDocument,
        /// River buckets that an exact turn of Omaha starts from; 60 iterations of 200 buckets
        /// if left out and ranges are not narrow.
        start: StartDocument,
        /// Where the tree ends before the hand does, and what its leaves are worth.
        cut: CutDocument,
        /// The exploitability to reach, in percent of the pot; 0.5 if nothing else ends the
        /// solve.
        target: At<Num<TargetPercent>>,
        /// The most iterations.
        iterations: At<Num<Count>>,
        /// The most working time, such as `30s`.
        time: At<Time>,
        /// Iterations between two measurements of the exploitability.
        check_every: At<Num<Count>>,
        /// How strategies are learned.
        algorithm: AlgorithmDocument,
        /// Whose strategy changes at a time.
        updates: At<Name<UpdateOrders>>,
        /// Which cards an iteration takes; all if left out.
        sampling: DealsDocument,
        /// How regrets and strategy sums are stored.
        precision: At<Name<Precisions>>,
        /// Threads; 0 means one for each processor. They do not change results.
        threads: At<Num<Threads>>,
    }
}

/// Fields of a spot that replace those in a file.
pub type SpotPatch = SpotDocument;

document! {
    /// A player: a range, or fields.
    pub struct PlayerDocument ("a range or fields", or range) {
        /// What the player holds, such as `QQ+,AKs:0.5`.
        #[schemars(required)]
        range: At<Text>,
        /// Sizes of first bets on every street.
        bet: At<Sizes>,
        /// Sizes of raises on every street.
        raise: At<Sizes>,
        /// Sizes of all raises after the first.
        reraise: At<Sizes>,
        /// Sizes of first bets out of position after calling on the street before.
        donk: At<Sizes>,
        /// Sizes on the flop.
        flop: PlayerStreetDocument,
        /// Sizes on the turn.
        turn: PlayerStreetDocument,
        /// Sizes on the river.
        river: PlayerStreetDocument,
    }
}

document! {
    /// Sizes of both players on a street.
    pub struct StreetDocument ("fields") {
        /// Sizes of first bets.
        bet: At<Sizes>,
        /// Sizes of raises.
        raise: At<Sizes>,
        /// Sizes of all raises after the first.
        reraise: At<Sizes>,
        /// Sizes of first bets out of position after calling on the street before.
        donk: At<Sizes>,
        /// The most raises on the street.
        raise_cap: At<Num<Raises>>,
    }
}

document! {
    /// Sizes of one player on a street.
    pub struct PlayerStreetDocument ("fields") {
        /// Sizes of first bets.
        bet: At<Sizes>,
        /// Sizes of raises.
        raise: At<Sizes>,
        /// Sizes of all raises after the first.
        reraise: At<Sizes>,
        /// Sizes of first bets out of position after calling on the street before.
        donk: At<Sizes>,
    }
}

document! {
    /// When bets become all-in, and which are merged; all in pots, 0 for never.
    pub struct ThresholdsDocument ("fields") {
        /// Offer all-in when it is at most this.
        add_all_in: At<Num<Pots>>,
        /// Bet all-in when a call would leave at most this.
        force_all_in: At<Num<Pots>>,
        /// Drop a size that is this close to a larger one.
        merge: At<Num<Pots>>,
    }
}

document! {
    /// The rake.
    pub struct RakeDocument ("fields, such as {rate: 5%, cap: 3}") {
        /// The fraction of the pot: `5%` or `0.05`.
        rate: At<Num<RakeRate>>,
        /// The most chips; no limit if left out.
        cap: At<Num<RakeCap>>,
    }
}

impl SpotDocument {
    /// Lays a patch over the document. Sizes and the raise cap for every street in the patch
    /// replace those of each street and player here.
    pub(super) fn apply_patch(&mut self, patch: SpotPatch) {
        macro_rules! clear {
            ($($field:ident)*) => {$(
                if patch.$field.is_some() {
                    self.streets().for_each(|street| street.$field = None);
                    for player in self.oop.iter_mut().chain(&mut self.ip) {
                        player.$field = None;
                        player.streets().for_each(|street| street.$field = None);
                    }
                }
            )*};
        }
        clear!(bet raise reraise donk);
        // Another algorithm does not have the exponents of this one.
        if patch.algorithm.as_ref().is_some_and(|algorithm| algorithm.name.is_some()) {
            self.algorithm = None;
        }
        if patch.raise_cap.is_some() {
            self.streets().for_each(|street| street.raise_cap = None);
        }
        self.patch(patch);
    }

    /// All sizes, wherever they are given.
    fn all_sizes(&mut self) -> impl Iterator<Item = &mut At<Sizes>> {
        macro_rules! sizes {
            ($document:expr) => {{
                let document = $document;
                [&mut document.bet, &mut document.raise, &mut document.reraise, &mut document.donk]
            }};
        }
        let SpotDocument { bet, raise, reraise, donk, flop, turn, river, oop, ip, .. } = self;
        let streets = [flop, turn, river].into_iter().flatten().flat_map(|street| sizes!(street));
        let players = [oop, ip].into_iter().flatten().flat_map(|player| {
            let PlayerDocument { bet, raise, reraise, donk, flop, turn, river, .. } = player;
            let streets = [flop, turn, river].into_iter().flatten();
            [bet, raise, reraise, donk].into_iter().chain(streets.flat_map(|s| sizes!(s)))
        });
        [bet, raise, reraise, donk].into_iter().chain(streets).chain(players).flatten()
    }

    /// The same with whole chips, and the power of ten that they are multiplied by.
    pub(super) fn with_whole_chips(mut self) -> Result<(SpotDocument, ChipScale), FieldError> {
        let given = self.chip_scale.as_ref().map(read_scale).transpose()?;
        let fields = [&self.pot, &self.stack, &self.big_blind];
        let fields = fields.into_iter().flatten().map(|chips| chips.get());
        let mut amounts: Vec<Decimal> = fields.collect();
        self.all_sizes().for_each(|sizes| amounts.extend(chip_sizes(sizes)));
        let scale = ChipScale::new(given, amounts.into_iter());
        self.all_sizes().for_each(|sizes| *sizes = scale.sizes(sizes));
        Ok((self, scale))
    }

    /// Whether any size is given, be it none.
    pub(in crate::spot) fn has_sizes(&self) -> bool {
        macro_rules! any {
            ($document:expr) => {
                $document.bet.is_some()
                    || $document.raise.is_some()
                    || $document.reraise.is_some()
                    || $document.donk.is_some()
            };
        }
        let streets = [&self.flop, &self.turn, &self.river];
        let players = [&self.oop, &self.ip].into_iter().flatten();
        any!(self)
            || streets.into_iter().flatten().any(|street| any!(street))
            || players.into_iter().any(|player| {
                let streets = [&player.flop, &player.turn, &player.river];
                any!(player) || streets.into_iter().flatten().any(|street| any!(street))
            })
    }

    fn streets(&mut self) -> impl Iterator<Item = &mut StreetDocument> {
        [&mut self.flop, &mut self.turn, &mut self.river].into_iter().flatten()
    }
}

/// The scale that a field gives.
pub(crate) fn read_scale(given: &At<Num<Scale>>) -> Result<u64, FieldError> {
    let scale = given.get();
    let power = 10u64.checked_pow(scale.ilog10()) == Some(scale);
    let wrong = || given.wrong("chip_scale", scale.to_string(), Scale::EXPECTED);
    power.then_some(scale).ok_or_else(wrong)
}

impl PlayerDocument {
    fn streets(&mut self) -> impl Iterator<Item = &mut PlayerStreetDocument> {
        [&mut self.flop, &mut self.turn, &mut self.river].into_iter().flatten()
    }
}
