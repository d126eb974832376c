//! What hands are worth now and after each possible next card.
//!
//! Without flushes a hand's strength depends on ranks only, so the work is done
//! once per board for the 91 pairs of hole ranks: a row holds the rank of the
//! pair on the current board and with each of the 52 next cards. A hand's
//! [`Outlook`] is the maximum over the rows of its pairs, raised by the flushes
//! of the (at most two) suits of which the board holds two or more cards. In
//! Omaha a row is the best of the board's triples, which is the two-plus-three
//! rule; in Hold'em it is the best five of pair and board.
//!
//! Making the rows of an Omaha flop takes 3,640 five-card ranks, of a turn
//! 7,462; the outlook of a hand is then six row maxima.

use quasar_cards::{Board, Card, CardSet, Game, Rank, Street, Suit};
use quasar_eval::{HandKey, HandRank};

/// The position of the rank on the current board, after those of the 52 next cards.
const NOW: usize = Card::COUNT;
/// The length of a row, padded to whole vectors of eight.
const PLACES: usize = 56;
/// Pairs of hole ranks, equal ones included.
const RANK_PAIRS: usize = Rank::COUNT * (Rank::COUNT + 1) / 2;

/// The rank of one hand now and after each next card, as numbers of
/// [`HandRank`]. Entries of cards that cannot come next are meaningless.
#[derive(Clone, Copy)]
pub(crate) struct Outlook([u16; PLACES]);

impl Outlook {
    const NOTHING: Outlook = Outlook([0; PLACES]);

    /// The rank on the current board.
    pub(crate) fn now(&self) -> HandRank {
        HandRank::from_number(self.0[NOW]).unwrap_or(HandRank::BLOCKED)
    }

    /// The rank when `card` comes next.
    pub(crate) fn after(&self, card: Card) -> HandRank {
        HandRank::from_number(self.0[card.index()]).unwrap_or(HandRank::BLOCKED)
    }

    /// The numbers after each next card, in card order.
    pub(crate) fn next_numbers(&self) -> &[u16] {
        &self.0[..NOW]
    }

    #[inline]
    fn raise_all(&mut self, row: &[u16; PLACES]) {
        for (place, &number) in self.0.iter_mut().zip(row) {
            *place = (*place).max(number);
        }
    }

    #[inline]
    fn raise(&mut self, place: usize, number: u16) {
        self.0[place] = self.0[place].max(number);
    }
}

/// The outlooks of all hands of a game on one board.
pub(crate) struct Outlooks {
    game: Game,
    rows: Vec<[u16; PLACES]>,
    flushes: Vec<FlushSuit>,
}

/// A suit in which the board allows a flush now or with the next card.
struct FlushSuit {
    /// All cards of the suit.
    cards: CardSet,
    /// Suited board cards that two hole cards may complete.
    now: Vec<HandKey>,
    /// The same with each next card of the suit.
    next: Vec<(Card, Vec<HandKey>)>,
}

impl Outlooks {
    /// Prepares a board of three to five cards.
    pub(crate) fn new(game: Game, board: Board) -> Outlooks {
        Outlooks { game, rows: rank_rows(game, board), flushes: flush_suits(game, board) }
    }

    /// The outlook of a hand.
    pub(crate) fn of(&self, hole: CardSet) -> Outlook {
        let mut outlook = Outlook::NOTHING;
        for (high, low) in pairs(hole) {
            outlook.raise_all(&self.rows[rank_pair(high.rank(), low.rank())]);
        }
        for flush in &self.flushes {
            let suited = hole & flush.cards;
            if self.game == Game::Holdem {
                flush.add(suited, &mut outlook);
            } else if suited.len() >= 2 {
                for (high, low) in pairs(suited) {
                    flush.add(CardSet::from(high).with(low), &mut outlook);
                }
            }
        }
        outlook
    }

    /// For now and for each next card the best rank that two of the `live` cards
    /// make, the next card itself not being among them.
    pub(crate) fn best_of(&self, live: CardSet) -> Outlook {
        let mut best = Outlook::NOTHING;
        for high in Rank::ALL {
            for low in &Rank::ALL[..=high.index()] {
                let row = &self.rows[rank_pair(high, *low)];
                for (place, &number) in row[..=NOW].iter().enumerate() {
                    let held = Card::from_index(place).map_or(live, |card| live - card.into());
                    let needed = if high == *low { 2 } else { 1 };
                    if held.count_of_rank(high) >= needed && held.count_of_rank(*low) >= needed {
                        best.raise(place, number);
                    }
                }
            }
        }
        for flush in &self.flushes {
            let suited = live & flush.cards;
            for (high, low) in pairs(suited) {
                flush.add(CardSet::from(high).with(low), &mut best);
            }
            if self.game == Game::Holdem {
                suited.iter().for_each(|card| flush.add(card.into(), &mut best));
            }
        }
        best
    }
}

impl FlushSuit {
    /// Raises the outlook of a hand by the flushes that its `suited` cards make.
    fn add(&self, suited: CardSet, outlook: &mut Outlook) {
        let rank = |keys: &[HandKey]| {
            let ranks = keys.iter().map(|key| suited.iter().fold(*key, HandKey::with).rank());
            ranks.max().map_or(0, HandRank::number)
        };
        let now = rank(&self.now);
        if now > 0 {
            outlook.raise_all(&[now; PLACES]);
        }
        for (card, keys) in &self.next {
            if !suited.contains(*card) {
                outlook.raise(card.index(), rank(keys));
            }
        }
    }
}

fn flush_suits(game: Game, board: Board) -> Vec<FlushSuit> {
    let mut suits = Vec::new();
    for suit in Suit::ALL {
        let cards: CardSet = Rank::ALL.into_iter().map(|rank| Card::new(rank, suit)).collect();
        let suited: Vec<Card> = (board.set() & cards).iter().collect();
        if suited.len() < 2 {
            continue;
        }
        let next = match board.street() {
            Street::River => CardSet::EMPTY,
            _ => cards - board.set(),
        };
        let next = next.iter().map(|card| (card, keys_with(game, &suited, card))).collect();
        suits.push(FlushSuit { cards, now: keys(game, &suited), next });
    }
    suits
}

/// The ranks without flushes of every pair of hole ranks.
fn rank_rows(game: Game, board: Board) -> Vec<[u16; PLACES]> {
    let ranks: Vec<Rank> = board.cards().iter().map(|card| card.rank()).collect();
    let plain = without_flush(&ranks);
    let now = keys(game, &plain);
    let next: Vec<(Rank, Vec<HandKey>)> = if board.street() == Street::River {
        Vec::new()
    } else {
        let left = Rank::ALL.into_iter().filter(|&rank| board.set().count_of_rank(rank) < 4);
        left.map(|rank| {
            let mut ranks = ranks.clone();
            ranks.push(rank);
            let plain = without_flush(&ranks);
            (rank, keys_with(game, &plain[..ranks.len() - 1], plain[ranks.len() - 1]))
        })
        .collect()
    };

    let mut rows = vec![[0; PLACES]; RANK_PAIRS];
    for high in Rank::ALL {
        for &low in &Rank::ALL[..=high.index()] {
            let hole = plain_pair(high, low);
            let copies = |rank| board.set().count_of_rank(rank) + hole.count_of_rank(rank);
            if copies(high) > 4 || copies(low) > 4 {
                continue;
            }
            let rank = |keys: &[HandKey]| {
                let ranks = keys.iter().map(|key| hole.iter().fold(*key, HandKey::with).rank());
                ranks.max().map_or(0, HandRank::number)
            };
            let row = &mut rows[rank_pair(high, low)];
            row.fill(rank(&now));
            for (next, keys) in &next {
                if copies(*next) < 4 {
                    let first = Card::new(*next, Suit::Clubs).index();
                    let number = rank(keys).max(row[NOW]);
                    row[first..first + Suit::COUNT].fill(number);
                }
            }
        }
    }
    rows
}

/// What hole cards may be added to: every triple of the board in Omaha, the
/// whole board in Hold'em.
fn keys(game: Game, board: &[Card]) -> Vec<HandKey> {
    match board {
        _ if game == Game::Holdem => vec![board.iter().copied().collect()],
        [older @ .., last] if older.len() >= 2 => {
            let mut keys = keys(game, older);
            keys.extend(keys_with(game, older, *last));
            keys
        }
        _ => Vec::new(),
    }
}

/// Those of [`keys`] that hold the next card.
fn keys_with(game: Game, board: &[Card], next: Card) -> Vec<HandKey> {
    let next = HandKey::EMPTY.with(next);
    if game == Game::Holdem {
        return vec![board.iter().fold(next, |key, &card| key.with(card))];
    }
    let pairs = board.iter().enumerate().flat_map(|(i, a)| board[..i].iter().map(move |b| (a, b)));
    pairs.map(|(&a, &b)| next.with(a).with(b)).collect()
}

/// Board cards of these ranks, clubs and diamonds as far as possible, so that
/// no five of a suit arise with the hole cards of [`plain_pair`]. Distinct for at
/// most four of a rank; spades are used only for the fourth.
fn without_flush(ranks: &[Rank]) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::with_capacity(ranks.len());
    for (place, &rank) in ranks.iter().enumerate() {
        let order = match place % 2 {
            0 => [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades],
            _ => [Suit::Diamonds, Suit::Clubs, Suit::Hearts, Suit::Spades],
        };
        let free = order.map(|suit| Card::new(rank, suit));
        cards.extend(free.into_iter().find(|card| !cards.contains(card)));
    }
    cards
}

/// Hole cards of these ranks that share no card with [`without_flush`], unless there
/// are more than four of a rank.
fn plain_pair(high: Rank, low: Rank) -> CardSet {
    let second = if high == low { Suit::Hearts } else { Suit::Spades };
    CardSet::from(Card::new(high, Suit::Spades)).with(Card::new(low, second))
}

#[inline]
fn rank_pair(a: Rank, b: Rank) -> usize {
    let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
    high * (high + 1) / 2 + low
}

/// All pairs of a set, higher card first.
#[inline]
fn pairs(set: CardSet) -> impl Iterator<Item = (Card, Card)> {
    set.iter().flat_map(move |high| {
        set.iter().take_while(move |&low| low < high).map(move |low| (high, low))
    })
}
