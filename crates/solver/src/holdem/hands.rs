//! The hands of both players on a board.

use quasar_cards::{Board, CardSet, Combo, Game, Range};
use quasar_eval::{EvalError, HoldemBoard};

use crate::kernels::padded;

/// What a player can hold on a board, in the order of the game's hand indices.
#[derive(Debug)]
pub(crate) struct Side {
    /// Index of each combo.
    pub(crate) combos: Vec<u16>,
    /// The two cards of each hand, padded to a multiple of eight hands.
    cards: Vec<CardPlaces>,
    /// The index of the same hand among the opponent's; the number of the opponent's
    /// hands if there is none. Padded in the same way.
    same: Vec<u32>,
}

/// Where sums of a hand's two cards are in a table of eight numbers for each card.
pub(crate) type CardPlaces = [u16; 2];

/// Where a table has zeros: after all cards.
const NO_CARD: u16 = 8 * 63;

/// Both players' hands. On a river they are sorted by strength, weakest first.
#[derive(Debug)]
pub(crate) struct BoardHands {
    pub(crate) sides: [Side; 2],
    /// On a river, for each strength from the weakest: where it ends on each side.
    pub(crate) groups: Vec<[u32; 2]>,
}

/// Every combo of Hold'em, by its index.
fn combo(index: u16) -> Combo {
    Combo::from_index(Game::Holdem, usize::from(index)).expect("ranges have the combos of the game")
}

/// The cards of each hand that a range holds apart from `dead` ones, as combo
/// indices in ascending order.
pub(crate) fn live(range: &Range, dead: CardSet) -> Vec<u16> {
    let live =
        range.iter().filter(|(combo, weight)| *weight > 0.0 && !combo.set().intersects(dead));
    live.map(|(combo, _)| combo.index() as u16).collect()
}

impl BoardHands {
    /// Hands before the river, in the order of their combos.
    pub(crate) fn unsorted(combos: [Vec<u16>; 2]) -> BoardHands {
        let [first, second] = combos;
        let sides = [Side::new(&first, &second), Side::new(&second, &first)];
        BoardHands { sides, groups: Vec::new() }
    }

    /// Hands of a river, sorted by strength.
    pub(crate) fn river(board: &Board, combos: [Vec<u16>; 2]) -> Result<BoardHands, EvalError> {
        let ranked = HoldemBoard::new(board)?;
        let rank = |combo: u16| ranked.ranks()[usize::from(combo)];
        let [first, second] = combos.map(|mut combos| {
            combos.sort_by_key(|&combo| (rank(combo), combo));
            combos
        });
        let mut groups = Vec::new();
        let mut ends = [0; 2];
        while ends[0] < first.len() || ends[1] < second.len() {
            let next = [first.get(ends[0]), second.get(ends[1])];
            let weakest = next.into_iter().flatten().map(|&combo| rank(combo)).min();
            for (end, combos) in ends.iter_mut().zip([&first, &second]) {
                let same = |&&combo: &&u16| Some(rank(combo)) == weakest;
                *end += combos[*end..].iter().take_while(same).count();
            }
            groups.push(ends.map(|end| end as u32));
        }
        Ok(BoardHands { groups, ..BoardHands::unsorted([first, second]) })
    }

    /// Bytes of both players' hands.
    pub(crate) fn bytes(&self) -> usize {
        let side = |side: &Side| {
            size_of_val(&side.combos[..])
                + size_of_val(&side.cards[..])
                + size_of_val(&side.same[..])
        };
        size_of_val(self)
            + size_of_val(&self.groups[..])
            + self.sides.iter().map(side).sum::<usize>()
    }
}

/// The items, padded with `more` to `count`.
fn filled_up<T: Copy>(items: impl Iterator<Item = T>, count: usize, more: T) -> Vec<T> {
    let mut all = Vec::with_capacity(count);
    all.extend(items);
    all.resize(count, more);
    all
}

impl Side {
    fn new(own: &[u16], opponent: &[u16]) -> Side {
        let mut places = vec![opponent.len() as u32; Game::Holdem.combos()];
        for (place, &combo) in opponent.iter().enumerate() {
            places[usize::from(combo)] = place as u32;
        }
        let cards = |&index: &u16| {
            let combo = combo(index);
            let mut cards = combo.cards().map(|card| 8 * card.index() as u16);
            std::array::from_fn(|_| cards.next().expect("a hand has two cards"))
        };
        let all = padded(own.len());
        let same = |&combo: &u16| places[usize::from(combo)];
        Side {
            combos: own.to_vec(),
            cards: filled_up(own.iter().map(cards), all, [NO_CARD; 2]),
            same: filled_up(own.iter().map(same), all, opponent.len() as u32),
        }
    }

    /// The cards of each hand.
    pub(crate) fn cards(&self) -> &[CardPlaces] {
        &self.cards[..self.len()]
    }

    /// The same, padded to a multiple of eight hands.
    pub(crate) fn padded_cards(&self) -> &[CardPlaces] {
        &self.cards
    }

    /// The index of the same hand among the opponent's, or the index after the last; padded
    /// to a multiple of eight hands.
    pub(crate) fn padded_same(&self) -> &[u32] {
        &self.same
    }

    /// The number of hands.
    pub(crate) fn len(&self) -> usize {
        self.combos.len()
    }

    /// The hands.
    pub(crate) fn combos(&self) -> impl Iterator<Item = Combo> + '_ {
        self.combos.iter().map(|&index| combo(index))
    }
}
