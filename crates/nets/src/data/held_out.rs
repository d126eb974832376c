//! Spots on which results are measured, and boards that training must not see.
//!
//! The list is `data/held_out.csv`. A board is held out if, up to suits, it contains a board of
//! the list. Besides, one board in sixteen is kept for measuring errors: see
//! [`SampleSplit`](super::Part).

use quasar_cards::{Board, CardSet, SuitPermutation, canonical};

use super::Deck;

/// The list that ships with Quasar.
const LIST: &str = include_str!("../../data/held_out.csv");

/// A spot of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldOutSpot {
    /// The table that it belongs to, such as `holdem-turn`.
    pub table: String,
    /// Flop or turn.
    pub board: Board,
    /// Both ranges as texts, out of position first.
    pub ranges: [String; 2],
    /// Chips in the pot.
    pub pot: u64,
    /// Chips behind.
    pub stack: u64,
}

/// The spots of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldOut {
    spots: Vec<HeldOutSpot>,
}

impl HeldOut {
    /// The list that ships with Quasar.
    pub fn shipped() -> HeldOut {
        let lines = LIST.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let spot = |line: &str| {
            let fields: Vec<&str> = line.split(',').collect();
            let [table, board, oop, ip, pot, stack] = fields[..] else { return None };
            Some(HeldOutSpot {
                table: table.to_owned(),
                board: board.parse().ok()?,
                ranges: [oop.to_owned(), ip.to_owned()],
                pot: pot.parse().ok()?,
                stack: stack.parse().ok()?,
            })
        };
        let spots = lines.map(|line| spot(line).expect("a shipped list is well-formed")).collect();
        HeldOut { spots }
    }

    /// All spots.
    pub fn spots(&self) -> &[HeldOutSpot] {
        &self.spots
    }

    /// The spots of a table.
    pub fn table<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a HeldOutSpot> {
        self.spots.iter().filter(move |spot| spot.table == name)
    }

    /// Whether a board dealt from a deck contains a board of the list, up to suits. The royal
    /// deck has so few boards that nearly every river contains one of its flops; for it only
    /// turns count.
    pub fn contains(&self, board: &Board, deck: Deck) -> bool {
        let inside = |spot: &HeldOutSpot| {
            let relabelled = |suits: SuitPermutation| suits.apply(spot.board.set());
            SuitPermutation::all()
                .any(|suits| (relabelled(suits) & board.set()) == relabelled(suits))
        };
        let counts = |spot: &&HeldOutSpot| deck == Deck::Full || spot.board.cards().len() == 4;
        self.spots.iter().filter(counts).any(inside)
    }

    /// Whether a board is one of those kept for measuring errors.
    pub fn is_kept(board: &Board) -> bool {
        HeldOut::fold(board) == 0
    }

    /// One of sixteen parts of all boards; boards that are equal up to suits are together.
    pub fn fold(board: &Board) -> u64 {
        let ([set], _) = canonical([board.set()]);
        hash(set) % 16
    }
}

/// Mixes the bits of a set (SplitMix64).
fn hash(set: CardSet) -> u64 {
    let mixed = set.bits().wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
