//! A lower bound on the memory of a spot's boards, before any of them is built.
//!
//! Boards can be the larger part of a spot: tables of all-ins in Hold'em, all hands on
//! every river in Omaha. How many hands a board leaves follows from how many hold each
//! card and each two cards, since with cards a and b dealt of n hands
//!
//! ```text
//! n - n(a) - n(b) + n(a, b)
//! ```
//!
//! are left. The bound counts what every layout needs: the hands of each board, the
//! place of each on the previous board, and a number for every two hands that may be all-in.
//! Cost: one pass over the ranges, then some thousand boards by arithmetic.

use quasar_cards::{Board, Card, CardSet, Range, Street, SuitPermutation};
use quasar_game::TreeCounts;

use super::SpotSpec;

/// The least bytes of a hand of Hold'em on a board: its combo, its cards, its index among
/// the opponent's.
const HOLDEM_HAND: u64 = 8;

/// Bytes of a hand of Omaha on a board: its combo.
const OMAHA_HAND: u64 = 4;

/// Bytes of the place of a hand on the previous board.
const PLACE: u64 = 4;

/// Bytes of two hands that may be all-in: a number for either player.
const ALL_IN: u64 = 8;

/// The least bytes that the boards of a spot with this betting need.
pub(super) fn minimum_bytes(spec: &SpotSpec, counts: &TreeCounts) -> u64 {
    let hands = spec.ranges.each_ref().map(|range| HandCounts::new(range, &spec.board));
    let omaha = spec.game().is_omaha();
    let shows = |street: Street| counts.street(street).showdowns > 0;
    let later = [Street::Turn, Street::River].into_iter();
    let bet = later.filter(|&street| {
        let after = street > spec.board.street();
        // All-ins of Omaha are run out river by river.
        let runs_out = (Street::Flop as usize..street as usize).any(|before| {
            shows(if before == Street::Flop as usize { Street::Flop } else { Street::Turn })
        });
        after && (counts.street(street).rounds > 0 || omaha && runs_out)
    });
    // A cut tree of Hold'em ends after the next card; all-ins of Omaha are still run out.
    let deals = bet.count().min(if spec.cut.is_some() && !omaha { 1 } else { 2 });
    let boards = Boards { spec, hands, deals, omaha, shows: &shows };
    boards.bytes(&mut Vec::new(), &spec.relabellings())
}

/// The number of hands of a range with each card, and with each two cards.
pub(super) struct HandCounts {
    all: u64,
    one: [u64; 52],
    two: Box<[[u64; 52]; 52]>,
}

impl HandCounts {
    /// Of the hands that a board leaves.
    pub(super) fn new(range: &Range, board: &Board) -> HandCounts {
        let mut counts = HandCounts { all: 0, one: [0; 52], two: Box::new([[0; 52]; 52]) };
        for (combo, weight) in range.iter() {
            if weight > 0.0 && !combo.set().intersects(board.set()) {
                counts.all += 1;
                for card in combo.set().iter().map(Card::index) {
                    counts.one[card] += 1;
                    for other in combo.set().iter().map(Card::index) {
                        counts.two[card][other] += 1;
                    }
                }
            }
        }
        counts
    }

    /// The number left when up to two more cards are dealt.
    pub(super) fn left(&self, dealt: &[Card]) -> u64 {
        let gone: u64 = dealt.iter().map(|card| self.one[card.index()]).sum();
        let twice = match dealt {
            [one, other] => self.two[one.index()][other.index()],
            _ => 0,
        };
        self.all + twice - gone
    }
}

/// The boards of a spot.
struct Boards<'a, F> {
    spec: &'a SpotSpec,
    hands: [HandCounts; 2],
    /// The number of cards dealt.
    deals: usize,
    omaha: bool,
    /// Whether a street has showdowns.
    shows: &'a F,
}

impl<F: Fn(Street) -> bool> Boards<'_, F> {
    /// Bytes of a board and of all that follow, where `group` has the relabellings of
    /// suits that do not change it: boards that these make equal count once.
    fn bytes(&self, dealt: &mut Vec<Card>, group: &[SuitPermutation]) -> u64 {
        let merged = self.spec.river_buckets.is_some();
        let left = |dealt: &[Card]| [0, 1].map(|side: usize| self.hands[side].left(dealt));
        let [oop, ip] = left(dealt);
        let mut bytes = match self.omaha {
            // Rivers in buckets have no hands of their own.
            true if merged && dealt.len() == self.deals => 0,
            // Players who hold the same hands share them, and both orders of turn and river.
            true => OMAHA_HAND * oop.max(ip) / if dealt.len() == 2 { 2 } else { 1 },
            // Rivers are the same in whichever order their two cards come.
            false => HOLDEM_HAND * (oop + ip) / if dealt.len() == 2 { 2 } else { 1 },
        };
        let cards = self.spec.board.cards().len() + dealt.len();
        let street = if cards == 3 { Street::Flop } else { Street::Turn };
        let played = self.spec.cut.is_none() || dealt.is_empty();
        if !self.omaha && cards < 5 && played && (self.shows)(street) {
            bytes += ALL_IN * oop * ip;
        }
        if dealt.len() == self.deals {
            return bytes;
        }
        let gone = dealt.iter().fold(self.spec.board.set(), |gone: CardSet, &card| gone.with(card));
        for card in gone.complement().iter() {
            dealt.push(card);
            let [oop, ip] = left(dealt);
            if oop > 0 && ip > 0 {
                bytes += PLACE * if merged { oop.max(ip) } else { oop + ip };
                if group.iter().all(|suits| suits.card(card) >= card) {
                    let fixed = group.iter().copied().filter(|suits| suits.card(card) == card);
                    bytes += self.bytes(dealt, &fixed.collect::<Vec<_>>());
                }
            }
            dealt.pop();
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with boards that are built: if there are many, the bound is at least a third
    /// of their memory.
    #[test]
    fn boards_take_no_less() {
        let texts = [
            "{board: Td9d6h, pot: 100, stack: 300, oop: '22+,A2s+', ip: 'QQ-22,KTs+', bet: 50%}",
            "{board: Td9d6h, pot: 100, stack: 100, oop: '22+,A2s+', ip: 'QQ-22,KTs+', bet: a}",
            "{board: 7c7d7h, pot: 100, stack: 100, oop: '22+,A2s+', ip: 'QQ-22,KTs+', bet: a}",
            "{board: Td9d6h2c, pot: 100, stack: 300, oop: '22+', ip: '22+', bet: '50%, a'}",
            "{board: Td9d6h2c2d, pot: 100, stack: 300, oop: '22+', ip: '22+', bet: 50%}",
            "{game: plo4, board: Ts9s2c7h, pot: 100, stack: 300, oop: AA, ip: AA, bet: pot}",
            "{game: plo4, board: Ts9s2c7h, pot: 100, stack: 50, oop: AA, ip: 'KK,QQ', bet: a}",
            "{game: plo5, board: Ts9s2c7h3d, pot: 100, stack: 50, oop: AAK, ip: KKQ, bet: a}",
        ];
        for text in texts {
            let spec = SpotSpec::parse(text).unwrap();
            let least = minimum_bytes(&spec, &spec.betting.counts().unwrap());
            let size = spec.plan().unwrap().size().clone();
            let made = size.memory.game;
            assert!(least <= made, "{least} {made} {text}");
            assert!(size.boards.len() == 1 || 3 * least > made, "{least} {made} {text}");
        }
    }
}
