//! The heuristic against the truth over thousands of random spots.
//!
//! Hold'em is compared with exact equity, Omaha with 10,000 deals a spot from a
//! fixed seed (standard error at most 0.5 points). The documentation of the
//! heuristic quotes what this prints with `--nocapture`; the bounds are a little
//! above.

use std::collections::BTreeMap;

use quasar_cards::{Board, Card, CardSet, Combo, Game, Range, Rank};
use quasar_equity::{Confidence, HandOnBoard, estimate};
use quasar_eval::{HandRank, HoldemBoard, rank_hand};

/// SplitMix64: reproducible on every machine.
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }

    /// Distinct cards, none of them `gone`.
    fn deal(&mut self, mut gone: CardSet, count: usize) -> Vec<Card> {
        let mut cards = Vec::with_capacity(count);
        while cards.len() < count {
            let card = Card::from_index(self.below(Card::COUNT)).unwrap();
            if gone.insert(card) {
                cards.push(card);
            }
        }
        cards
    }

    fn spot(&mut self, game: Game, board_len: usize) -> HandOnBoard {
        let cards = self.deal(CardSet::EMPTY, game.hole_cards() + board_len);
        let (hero, board) = cards.split_at(game.hole_cards());
        HandOnBoard::new(Combo::new(hero).unwrap(), Board::new(board).unwrap(), CardSet::EMPTY)
            .unwrap()
    }
}

fn points(hero: HandRank, villain: HandRank) -> f64 {
    match hero.cmp(&villain) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    }
}

/// Hold'em equity in percent by enumeration of hands and runouts.
fn exact(spot: &HandOnBoard, hands: &[Combo]) -> f64 {
    let (mut won, mut deals) = (0.0, 0.0);
    let mut add = |board: Board| {
        let ranks = HoldemBoard::new(&board).unwrap();
        let hero = ranks.ranks()[spot.hero().index()];
        let gone = board.set() | spot.hero().set();
        for villain in hands.iter().filter(|hand| !hand.set().intersects(gone)) {
            won += points(hero, ranks.ranks()[villain.index()]);
            deals += 1.0;
        }
    };
    for first in spot.unseen() {
        let board = spot.board().with_next(first).unwrap();
        match spot.cards_to_come() {
            1 => add(board),
            _ => spot
                .unseen()
                .iter()
                .take_while(|&second| second < first)
                .for_each(|second| add(board.with_next(second).unwrap())),
        }
    }
    100.0 * won / deals
}

/// Equity in percent by dealing; a deal in which cards clash is dealt again.
fn sampled(spot: &HandOnBoard, hands: &[Combo], deals: usize, seeded: &mut Seeded) -> f64 {
    let mut won = 0.0;
    let mut dealt = 0;
    while dealt < deals {
        let villain = hands[seeded.below(hands.len())];
        let next = seeded.deal(spot.seen(), spot.cards_to_come());
        let gone = next.iter().fold(spot.seen(), |gone, &card| gone.with(card));
        if villain.set().intersects(gone) {
            continue;
        }
        let cards: Vec<Card> = spot.board().cards().iter().copied().chain(next).collect();
        let board = Board::new(&cards).unwrap();
        let rank = |hand| rank_hand(hand, &board).unwrap();
        won += points(rank(&spot.hero()), rank(&villain));
        dealt += 1;
    }
    100.0 * won / deals as f64
}

/// Mean and 95th percentile.
fn spread(errors: &mut [f64]) -> (f64, f64) {
    errors.sort_by(f64::total_cmp);
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    (mean, errors[errors.len() * 95 / 100])
}

/// The hands of which all cards are among these.
fn within(game: Game, cards: CardSet) -> Range {
    let mut range = Range::full(game);
    range.remove(cards.complement());
    range
}

/// What the opponent holds.
#[derive(Clone, Copy, Debug)]
enum Opponent {
    EveryHand,
    NineOrHigher,
    OneHand,
}

/// Measures estimates of a game and street: mean and 95th percentile of their
/// errors, which must lie below the bounds, and the margin of their confidence.
#[allow(clippy::print_stderr, reason = "the figures are for the documentation")]
fn calibrate(game: Game, board_len: usize, spots: usize, bounds: &[(Opponent, f64, f64)]) {
    let mut seeded = Seeded(board_len as u64);
    let mut of_confidence: BTreeMap<Confidence, Vec<f64>> = BTreeMap::new();
    for &(opponent, mean_bound, high_bound) in bounds {
        let cards = match opponent {
            Opponent::EveryHand => CardSet::DECK,
            _ => Card::all().filter(|card| card.rank() >= Rank::Nine).collect(),
        };
        let mut range = within(game, cards);
        let mut hands: Vec<Combo> = range.iter().map(|(hand, _)| hand).collect();
        let mut errors = Vec::new();
        for _ in 0..spots {
            let spot = seeded.spot(game, board_len);
            if let Opponent::OneHand = opponent {
                let hand = Combo::new(&seeded.deal(spot.seen(), game.hole_cards())).unwrap();
                range = within(game, hand.set());
                hands = vec![hand];
            }
            let answer = estimate(&spot, &range).unwrap();
            let truth = match game {
                Game::Holdem => exact(&spot, &hands),
                _ => sampled(&spot, &hands, 10_000, &mut seeded),
            };
            let error = (answer.estimated - truth).abs();
            errors.push(error);
            of_confidence.entry(answer.confidence).or_default().push(error);
        }
        let (mean, high) = spread(&mut errors);
        eprintln!("{game} {board_len} {opponent:?}: mean {mean:.2}, 95 % {high:.2}");
        assert!(mean <= mean_bound && high <= high_bound, "{opponent:?}: {mean:.2}, {high:.2}");
    }
    for (confidence, errors) in &mut of_confidence {
        let (_, high) = spread(errors);
        assert!(high <= confidence.margin(), "{confidence:?}: {high:.2}");
    }
}

#[test]
fn holdem_flops() {
    let bounds = [
        (Opponent::EveryHand, 1.5, 3.8),
        (Opponent::NineOrHigher, 1.7, 4.0),
        (Opponent::OneHand, 3.3, 8.8),
    ];
    calibrate(Game::Holdem, 3, 500, &bounds);
}

#[test]
fn holdem_turns_are_exact() {
    let opponents = [Opponent::EveryHand, Opponent::NineOrHigher, Opponent::OneHand];
    calibrate(Game::Holdem, 4, 1_000, &opponents.map(|opponent| (opponent, 1e-9, 1e-9)));
}

#[test]
fn omaha_flops() {
    let bounds = [
        (Opponent::EveryHand, 2.2, 5.3),
        (Opponent::NineOrHigher, 2.9, 7.0),
        (Opponent::OneHand, 4.4, 11.5),
    ];
    calibrate(Game::Plo4, 3, 500, &bounds);
    calibrate(Game::Plo5, 3, 200, &[(Opponent::EveryHand, 2.8, 7.0)]);
}

#[test]
fn omaha_turns() {
    let bounds = [
        (Opponent::EveryHand, 0.8, 1.8),
        (Opponent::NineOrHigher, 0.6, 1.4),
        (Opponent::OneHand, 0.4, 1.1),
    ];
    calibrate(Game::Plo4, 4, 500, &bounds);
}
