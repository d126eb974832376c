//! The results of all Hold'em matchups before the flop.
//!
//! Two hands can be relabelled so that the first becomes the representative of
//! its class; the second then is one of 1,326 combos. So a table of 169 x 1,326
//! results answers every matchup with a few lookups. Most of it is repetition:
//! of two matchups that are equal up to suits or up to who is first, the file
//! keeps one, 47,008 in all, 8 bytes each. The order in the file is that of a
//! walk through the table which skips what follows from earlier entries.
//!
//! Opening takes about 5 ms, two hands 50 ns, any range against any range 5 ms.

use std::sync::LazyLock;

use quasar_cards::{CardSet, Combo, CompatibleWeights, Game, HoldemClass};

use super::relabelling::Relabelling;
use crate::{HandTally, HeadsUp, Tally};

const COMBOS: usize = Game::Holdem.combos();

/// How many matchups differ by more than suits and seats.
const COUNT: usize = 47_008;

/// Boards for two given hands: `C(48,5)`.
pub(super) const BOARDS: u32 = 1_712_304;

/// The results as they ship; `cargo run --release -p quasar-equity --example
/// build_matchups` computes the file again.
const SHIPPED: &[u8] = include_bytes!("../../data/holdem_matchups.bin");
const _: () = assert!(SHIPPED.len() == 8 * COUNT, "the file has every matchup");

/// The result of one hand against another over all boards. Hands that share a
/// card have zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Matchup {
    pub(super) win: u32,
    pub(super) tie: u32,
}

impl Matchup {
    fn reversed(self) -> Matchup {
        Matchup { win: BOARDS - self.win - self.tie, tie: self.tie }
    }
}

/// The result of every Hold'em hand against every other before the flop.
///
/// ```
/// use quasar_equity::Matchups;
/// let (aces, kings) = ("AcAd".parse()?, "KhKs".parse()?);
/// let tally = Matchups::shipped().hands(&aces, &kings).expect("they share no card");
/// assert_eq!((tally.win, tally.tie), (1_388_072.0, 6_538.0));
/// # Ok::<(), quasar_cards::ParseError>(())
/// ```
pub struct Matchups {
    relabelling: Relabelling,
    /// `COMBOS` results for the representative of each class.
    results: Vec<Matchup>,
    /// The results that the others follow from, in order.
    kept: Vec<Matchup>,
}

impl Matchups {
    /// The table that ships with Quasar, loaded on first use.
    pub fn shipped() -> &'static Matchups {
        static TABLE: LazyLock<Matchups> = LazyLock::new(|| {
            let mut kept = SHIPPED.chunks_exact(8).map(|bytes| {
                let number = |at: usize| {
                    let bytes = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
                    u32::from_le_bytes(bytes)
                };
                Matchup { win: number(0), tie: number(4) }
            });
            Matchups::from_results(Relabelling::new(), |_, _, _| kept.next().unwrap_or_default())
        });
        &TABLE
    }

    /// Fills the table from the results that the others follow from, asking for
    /// each by the class of the first hand and the second hand.
    pub(super) fn from_results(
        relabelling: Relabelling,
        mut result: impl FnMut(&Relabelling, HoldemClass, usize) -> Matchup,
    ) -> Matchups {
        let mut results = vec![Matchup::default(); HoldemClass::COUNT * COMBOS];
        let mut kept = Vec::with_capacity(COUNT);
        let combos: Vec<Combo> = Combo::all(Game::Holdem, CardSet::EMPTY).collect();
        for class in HoldemClass::all() {
            let first = relabelling.representative(class);
            let symmetries: Vec<usize> = relabelling.symmetries(class).collect();
            let smallest = |combo| {
                symmetries.iter().map(|&p| relabelling.image(p, combo)).min().unwrap_or(combo)
            };
            let row = class.index() * COMBOS;
            for second in 0..COMBOS {
                if combos[first].set().intersects(combos[second].set()) {
                    continue;
                }
                let equal = smallest(second);
                let other_class = relabelling.class(second);
                // The first hand as the second sees it when it is relabelled.
                let to_other = relabelling.to_representative(second);
                let swapped = relabelling.image(to_other, first);
                results[row + second] = if equal < second {
                    results[row + equal]
                } else if other_class < class {
                    results[other_class.index() * COMBOS + swapped].reversed()
                } else if other_class == class && smallest(swapped) < second {
                    results[row + smallest(swapped)].reversed()
                } else {
                    let matchup = result(&relabelling, class, second);
                    kept.push(matchup);
                    matchup
                };
            }
        }
        Matchups { relabelling, results, kept }
    }

    /// The file: win and tie of each kept result as 32-bit little-endian numbers.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.kept.iter().flat_map(|m| [m.win, m.tie]).flat_map(u32::to_le_bytes).collect()
    }

    /// The results of one hand against another; `None` if they share a card or
    /// are not Hold'em hands.
    pub fn hands(&self, first: &Combo, second: &Combo) -> Option<Tally> {
        let holdem = first.game() == Game::Holdem && second.game() == Game::Holdem;
        if !holdem || first.set().intersects(second.set()) {
            return None;
        }
        let (row, images) = self.row(first.index());
        let matchup = row[usize::from(images[second.index()])];
        Some(tally(f64::from(matchup.win), f64::from(matchup.tie), f64::from(BOARDS)))
    }

    /// The results of the first hand, and where in them to find each second hand.
    fn row(&self, first: usize) -> (&[Matchup], &[u16; COMBOS]) {
        let start = self.relabelling.class(first).index() * COMBOS;
        let images = self.relabelling.images(self.relabelling.to_representative(first));
        (&self.results[start..start + COMBOS], images)
    }

    /// The results of two weighted ranges, hand by hand.
    pub(crate) fn ranges(&self, players: [&[(Combo, f32)]; 2]) -> HeadsUp {
        let [first, second] = players;
        HeadsUp { hands: [self.against(first, second), self.against(second, first)] }
    }

    fn against(&self, hands: &[(Combo, f32)], opponent: &[(Combo, f32)]) -> Vec<HandTally> {
        let weights = opponent.iter().map(|(combo, weight)| (combo, *weight));
        let compatible = CompatibleWeights::new(Game::Holdem, weights);
        let opponent: Vec<(usize, f64)> =
            opponent.iter().map(|(combo, weight)| (combo.index(), f64::from(*weight))).collect();
        hands
            .iter()
            .map(|&(combo, weight)| {
                let (row, images) = self.row(combo.index());
                let (mut win, mut tie) = (0.0, 0.0);
                for &(other, other_weight) in &opponent {
                    let matchup = row[usize::from(images[other])];
                    win += other_weight * f64::from(matchup.win);
                    tie += other_weight * f64::from(matchup.tie);
                }
                let total = f64::from(BOARDS) * compatible.compatible_weight(&combo);
                HandTally { combo, weight, tally: tally(win, tie, total) }
            })
            .collect()
    }
}

/// A tally from its wins, its ties and all deals.
fn tally(win: f64, tie: f64, total: f64) -> Tally {
    Tally { win, tie, lose: total - win - tie }
}
