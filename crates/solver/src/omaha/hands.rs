//! The hands of both players on a board, in the order in which a sweep meets
//! them.
//!
//! Cards have places: those that make the weakest pairs on the board have the
//! lowest. Hands that share all cards but the lowest make a row; the hands of a
//! row mostly have one strength, because the lowest card is the least likely to
//! count. A *run* is the part of a row with one strength, a *group* the runs of
//! one strength that also share all but their two lowest cards. Hands are
//! numbered strength by strength, group by group, run by run, so that a sweep
//! goes through them one after the other.
//!
//! A full range of 178,365 four-card hands on a river is 18,000 to 30,000 runs.

use quasar_cards::{Board, Card, CardSet, Combo, Game, Range, Street};
use quasar_eval::OmahaBoard;

use super::OmahaError;
use super::sets::{PLACES, bits, choose};

/// Pairs of cards.
const PAIRS: usize = Game::Holdem.combos();

/// Most cards of a hand above its two lowest.
pub(super) const MOST_REST: usize = 3;

/// Hands of one strength that differ in their lowest card only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The places of the lowest cards.
    pub(super) lowest: u64,
    /// The number of the first hand.
    pub(super) first: u32,
    /// The place of the second lowest card.
    pub(super) second: u8,
}

/// Runs of one strength that differ in their two lowest cards only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The places of the second and the lowest cards of all runs.
    pub(super) places: u64,
    /// Where the runs end; they begin where those of the group before end.
    pub(super) end: u32,
    /// The places of the other cards, ascending.
    pub(super) rest: [u8; MOST_REST],
}

/// What a player can hold on a board, in the order of the game's numbers.
#[derive(Debug)]
pub(super) struct Side {
    /// Index of each combo.
    pub(super) combos: Vec<u32>,
    /// The number of the same hand among the opponent's; the number of the opponent's
    /// hands if there is none.
    pub(super) same: Vec<u32>,
    pub(super) runs: Vec<Run>,
    pub(super) groups: Vec<Group>,
    /// For each strength from the weakest: where its groups end.
    pub(super) strengths: Vec<u32>,
}

/// Both players' hands. Before the river all have one strength.
#[derive(Debug)]
pub(super) struct BoardHands {
    pub(super) game: Game,
    /// How many places there are.
    pub(super) places: usize,
    pub(super) sides: [Side; 2],
    /// The strength at which half of all hands are weaker.
    pub(super) middle: usize,
}

impl BoardHands {
    /// The hands of `ranges` that a board leaves, of the cards of `deck`.
    pub(super) fn new(
        board: &Board,
        deck: CardSet,
        ranges: &[Range; 2],
    ) -> Result<BoardHands, OmahaError> {
        let ranked = OmahaBoard::new(board)?;
        let cards = ranked.by_influence(deck);
        let game = ranges[0].game();
        let mut rows = Rows::new(game, &cards, ranges);
        if board.street() == Street::River {
            let strengths = ranked.strengths();
            rows.cut(&cards, strengths.of_pairs(), strengths.ranks().len());
        } else {
            rows.cut(&cards, &[1; PAIRS], 1);
        }
        Ok(rows.number(game, cards.len()))
    }
}

impl Side {
    /// How many hands there are.
    pub(super) fn len(&self) -> usize {
        self.combos.len()
    }

    /// The hands.
    pub(super) fn combos(&self, game: Game) -> impl Iterator<Item = Combo> + '_ {
        let combo = move |&index: &u32| Combo::from_index(game, index as usize);
        self.combos.iter().map(move |index| combo(index).expect("indices are of the game"))
    }

    /// The groups of some strengths.
    #[inline]
    pub(super) fn groups_of(&self, strengths: std::ops::Range<usize>) -> std::ops::Range<usize> {
        let end = |strength: usize| match strength {
            0 => 0,
            strength => self.strengths[strength - 1] as usize,
        };
        end(strengths.start)..end(strengths.end)
    }

    /// The runs of some groups.
    #[inline]
    pub(super) fn runs_of(&self, groups: std::ops::Range<usize>) -> std::ops::Range<usize> {
        let end = |group: usize| match group {
            0 => 0,
            group => self.groups[group - 1].end as usize,
        };
        end(groups.start)..end(groups.end)
    }

    /// The hands of some groups.
    #[inline]
    pub(super) fn hands_of(&self, groups: std::ops::Range<usize>) -> std::ops::Range<usize> {
        let runs = self.runs_of(groups);
        let first = |run: usize| self.runs.get(run).map_or(self.len(), |run| run.first as usize);
        first(runs.start)..first(runs.end)
    }
}

/// A run before the hands are numbered.
#[derive(Clone, Copy)]
struct Cut {
    lowest: u64,
    row: u32,
}

/// Hands that share all cards but the lowest.
struct Row {
    /// Which lowest cards each player can have with them.
    lowest: [u64; 2],
    /// Where the row begins in the list of all hands.
    first: u32,
    /// The places of the cards, ascending.
    upper: [u8; MOST_REST + 1],
}

/// All hands of the places, row by row.
struct Rows {
    upper: usize,
    rows: Vec<Row>,
    /// The combo of every hand.
    combos: Vec<u32>,
    /// The runs of each strength, for each player.
    runs: [Vec<Vec<Cut>>; 2],
}

impl Rows {
    fn new(game: Game, cards: &[Card], ranges: &[Range; 2]) -> Rows {
        let upper = game.hole_cards() - 1;
        let weights = [0, 1].map(|side: usize| ranges[side].weights());
        let mut rows = Vec::with_capacity(choose(cards.len(), upper));
        let mut combos = Vec::with_capacity(choose(cards.len(), upper + 1));
        let mut places: [u8; MOST_REST + 1] = std::array::from_fn(|place| place as u8 + 1);
        while upper < cards.len() && usize::from(places[upper - 1]) < cards.len() {
            let first = combos.len() as u32;
            let index = Indices::new(&places[..upper], cards);
            let mut lowest = [0; 2];
            for (place, card) in cards[..usize::from(places[0])].iter().enumerate() {
                let combo = index.with(*card);
                combos.push(combo);
                for (lowest, weights) in lowest.iter_mut().zip(weights) {
                    *lowest |= u64::from(weights[combo as usize] > 0.0) << place;
                }
            }
            rows.push(Row { lowest, first, upper: places });
            advance(&mut places[..upper]);
        }
        Rows { upper, rows, combos, runs: [Vec::new(), Vec::new()] }
    }

    /// Cuts the rows into runs by the strengths of pairs, from 1 to `count`.
    fn cut(&mut self, cards: &[Card], of_pairs: &[u8; PAIRS], count: usize) {
        let mut pairs = [[0; PLACES]; PLACES];
        for (high, &card) in cards.iter().enumerate() {
            for (low, &other) in cards[..high].iter().enumerate() {
                let strength = of_pairs[pair(card, other)];
                pairs[high][low] = strength;
                pairs[low][high] = strength;
            }
        }
        self.runs = [0, 1].map(|_| vec![Vec::new(); count + 1]);
        // The row in which each strength occurred last.
        let mut last = [vec![u32::MAX; count + 1], vec![u32::MAX; count + 1]];
        for (number, row) in self.rows.iter().enumerate() {
            let upper = &row.upper[..self.upper];
            let mut least = 0;
            let mut strengths = [0; PLACES];
            for (place, &high) in upper.iter().enumerate() {
                let pairs = &pairs[usize::from(high) % PLACES];
                for &low in &upper[..place] {
                    least = least.max(pairs[usize::from(low) % PLACES]);
                }
                for (strength, &pair) in strengths.iter_mut().zip(pairs) {
                    *strength = pair.max(*strength);
                }
            }
            for (side, last) in last.iter_mut().enumerate() {
                for place in bits(row.lowest[side]) {
                    let strength = usize::from(strengths[place % PLACES].max(least));
                    let runs = &mut self.runs[side][strength];
                    if last[strength] != number as u32 {
                        last[strength] = number as u32;
                        runs.push(Cut { lowest: 0, row: number as u32 });
                    }
                    if let Some(run) = runs.last_mut() {
                        run.lowest |= 1 << place;
                    }
                }
            }
        }
    }

    /// Numbers the hands of the runs.
    fn number(self, game: Game, places: usize) -> BoardHands {
        let mut hands = [Vec::new(), Vec::new()];
        let mut sides = [0, 1].map(|side: usize| self.side(&self.runs[side], &mut hands[side]));
        let mut numbers = vec![0; self.combos.len()];
        for side in 0..2 {
            numbers.fill(hands[1 - side].len() as u32);
            for (number, &hand) in hands[1 - side].iter().enumerate() {
                numbers[hand as usize] = number as u32;
            }
            sides[side].same = hands[side].iter().map(|&hand| numbers[hand as usize]).collect();
        }
        let weaker = |strength: usize| -> usize {
            sides.iter().map(|side| side.hands_of(side.groups_of(0..strength)).len()).sum()
        };
        let all = sides[0].strengths.len();
        let middle = (0..all).find(|&strength| 2 * weaker(strength) >= weaker(all)).unwrap_or(all);
        BoardHands { game, places, sides, middle }
    }

    /// The hands of a player; writes to `hands` where each is in the list of all.
    fn side(&self, runs: &[Vec<Cut>], hands: &mut Vec<u32>) -> Side {
        let mut side = Side {
            combos: Vec::new(),
            same: Vec::new(),
            runs: Vec::with_capacity(runs.iter().map(Vec::len).sum()),
            groups: Vec::new(),
            strengths: Vec::with_capacity(runs.len()),
        };
        for runs in &runs[1..] {
            let first_group = side.groups.len();
            for run in runs {
                let row = &self.rows[run.row as usize];
                let [second, rest @ ..] = row.upper;
                side.runs.push(Run { lowest: run.lowest, first: hands.len() as u32, second });
                hands.extend(bits(run.lowest).map(|place| row.first + place as u32));
                let end = side.runs.len() as u32;
                let places = run.lowest | 1 << second;
                match side.groups[first_group..].last_mut() {
                    Some(group) if group.rest[..self.upper - 1] == rest[..self.upper - 1] => {
                        group.places |= places;
                        group.end = end;
                    }
                    _ => side.groups.push(Group { places, end, rest }),
                }
            }
            side.strengths.push(side.groups.len() as u32);
        }
        side.combos = hands.iter().map(|&hand| self.combos[hand as usize]).collect();
        side
    }
}

/// Moves on to the next set of places, ascending ones from 1 on, in
/// colexicographic order.
fn advance(places: &mut [u8]) {
    let last = places.len() - 1;
    let moving = (0..last).find(|&at| places[at] + 1 < places[at + 1]).unwrap_or(last);
    places[moving] += 1;
    for (at, place) in places[..moving].iter_mut().enumerate() {
        *place = at as u8 + 1;
    }
}

/// The combo indices of hands that share all but one card.
///
/// A combo's index is the sum of `C(card, place)` over its cards in ascending
/// order, places from 1: another card moves those above it up by one place.
struct Indices {
    cards: [u8; MOST_REST + 1],
    count: usize,
    /// What the shared cards add if so many of them are below the other one.
    shared: [u32; MOST_REST + 2],
}

impl Indices {
    fn new(places: &[u8], deck: &[Card]) -> Indices {
        let mut cards = [u8::MAX; MOST_REST + 1];
        for (card, &place) in cards.iter_mut().zip(places) {
            *card = deck[usize::from(place)].index() as u8;
        }
        let count = places.len();
        cards[..count].sort_unstable();
        let mut shared = [0; MOST_REST + 2];
        for (below, shared) in shared[..=count].iter_mut().enumerate() {
            for (at, &card) in cards[..count].iter().enumerate() {
                let place = if at < below { at + 1 } else { at + 2 };
                *shared += choose(usize::from(card), place) as u32;
            }
        }
        Indices { cards, count, shared }
    }

    #[inline]
    fn with(&self, card: Card) -> u32 {
        let below = |&&shared: &&u8| usize::from(shared) < card.index();
        let below = self.cards[..self.count].iter().filter(below).count();
        choose(card.index(), below + 1) as u32 + self.shared[below]
    }
}

/// The place of two different cards in a table of pairs.
fn pair(one: Card, other: Card) -> usize {
    let (low, high) = (one.min(other).index(), one.max(other).index());
    choose(high, 2) + low
}
