//! How many pairs of two opponents' hands share no card, in one formula.
//!
//! Two hands of two cards share `|h ∩ g|` cards, and
//! `1 - |h ∩ g| + [h = g]` is 1 if they are disjoint and 0 otherwise. Summed over
//! the weights of two players' hands, with their totals T and U, the weights
//! S(c) and R(c) of the hands that hold card c, and the products E of the
//! weights of equal hands:
//!
//! ```text
//! pairs without a common card = T U - sum over c of S(c) R(c) + E
//! ```
//!
//! For the pairs that also avoid a third hand {a, b}, each term loses the hands
//! with a or b: inclusion-exclusion again, one lookup for each term but the sum,
//! which has a lookup for each card c. A query costs some 52 multiplications and
//! needs no list of hands; hands are added and removed in a few steps.

use quasar_cards::Card;

/// How many opponents' pairs three players make.
const PLAYERS: usize = 3;

/// A weight for each card.
type PerCard = [f64; Card::COUNT];

/// The hands of one player.
#[derive(Clone)]
struct Hands {
    total: f64,
    /// The hands with each card.
    with_card: PerCard,
    /// The hand of two cards.
    hand: Box<[PerCard; Card::COUNT]>,
}

/// The products of two players' weights of the same hand.
#[derive(Clone)]
struct Same {
    total: f64,
    with_card: PerCard,
}

/// The hands of three players; any two of them can be queried.
#[derive(Clone)]
pub(super) struct Pairs {
    hands: [Hands; PLAYERS],
    /// By the player who is left out.
    same: [Same; PLAYERS],
}

/// Two cards, by their indices.
pub(super) type TwoCards = [usize; 2];

impl Pairs {
    /// Nobody holds anything.
    pub(super) fn new() -> Pairs {
        let none = [0.0; Card::COUNT];
        let hands = Hands { total: 0.0, with_card: none, hand: Box::new([none; Card::COUNT]) };
        let same = Same { total: 0.0, with_card: none };
        Pairs {
            hands: [hands.clone(), hands.clone(), hands],
            same: [same.clone(), same.clone(), same],
        }
    }

    /// Makes a player absent: one way to hold nothing.
    pub(super) fn set_absent(&mut self, player: usize) {
        self.hands[player].total = 1.0;
    }

    /// Adds to the weight of a player's hand.
    #[inline]
    pub(super) fn add(&mut self, player: usize, [a, b]: TwoCards, weight: f64) {
        let hands = &mut self.hands[player];
        hands.total += weight;
        hands.with_card[a] += weight;
        hands.with_card[b] += weight;
        hands.hand[a][b] += weight;
        hands.hand[b][a] += weight;
        for (other, left_out) in
            [((player + 1) % 3, (player + 2) % 3), ((player + 2) % 3, (player + 1) % 3)]
        {
            let product = weight * self.hands[other].hand[a][b];
            let same = &mut self.same[left_out];
            same.total += product;
            same.with_card[a] += product;
            same.with_card[b] += product;
        }
    }

    /// Removes a player's hand; the sums are wrong until all hands are removed and
    /// [`Pairs::clear_sums`] is called.
    pub(super) fn forget(&mut self, player: usize, [a, b]: TwoCards) {
        self.hands[player].hand[a][b] = 0.0;
        self.hands[player].hand[b][a] = 0.0;
    }

    /// Sets all sums to those of no hands.
    pub(super) fn clear_sums(&mut self) {
        for hands in &mut self.hands {
            hands.total = 0.0;
            hands.with_card = [0.0; Card::COUNT];
        }
        for same in &mut self.same {
            *same = Same { total: 0.0, with_card: [0.0; Card::COUNT] };
        }
    }

    /// The weight of all pairs of hands of the players besides `hero` that share
    /// no card with each other nor with the hero's hand.
    pub(super) fn query(&self, hero: usize, [a, b]: TwoCards) -> f64 {
        let (one, two) = (&self.hands[(hero + 1) % 3], &self.hands[(hero + 2) % 3]);
        let same = &self.same[hero];
        let avoiding = |hands: &Hands| {
            hands.total - hands.with_card[a] - hands.with_card[b] + hands.hand[a][b]
        };
        let same =
            same.total - same.with_card[a] - same.with_card[b] + one.hand[a][b] * two.hand[a][b];
        avoiding(one) * avoiding(two) - common(one, two, [a, b]) + same
    }
}

/// The sum over all cards but `a` and `b` of the products of the two players'
/// hands with that card and without `a` and `b`.
fn common(one: &Hands, two: &Hands, [a, b]: TwoCards) -> f64 {
    const LANES: usize = 4;
    fn lanes(cards: &PerCard) -> &[[f64; LANES]] {
        cards.as_chunks().0
    }
    let one_lanes = lanes(&one.with_card).iter().zip(lanes(&one.hand[a])).zip(lanes(&one.hand[b]));
    let two_lanes = lanes(&two.with_card).iter().zip(lanes(&two.hand[a])).zip(lanes(&two.hand[b]));
    let mut sums = [0.0; LANES];
    for (((s, sa), sb), ((r, ra), rb)) in one_lanes.zip(two_lanes) {
        for lane in 0..LANES {
            sums[lane] += (s[lane] - sa[lane] - sb[lane]) * (r[lane] - ra[lane] - rb[lane]);
        }
    }
    let own = |hands: &Hands, card| hands.with_card[card] - hands.hand[a][b];
    sums.iter().sum::<f64>() - own(one, a) * own(two, a) - own(one, b) * own(two, b)
}
