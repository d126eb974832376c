//! Classic spots, and outs and nuts against their definitions by brute force.

use proptest::prelude::*;
use quasar_cards::{Board, Card, CardSet, Combo, Game, Rank, parse_cards};
use quasar_equity::{DrawKind, Draws, HandOnBoard, StraightDraw, draws};
use quasar_eval::{Category, HandKey, HandRank};

fn spot(hero: &str, board: &str) -> HandOnBoard {
    HandOnBoard::new(hero.parse().unwrap(), board.parse().unwrap(), CardSet::EMPTY).unwrap()
}

fn on(hero: &str, board: &str) -> Draws {
    draws(&spot(hero, board))
}

#[test]
fn classic_spots_have_the_outs_that_players_count() {
    // Hand, board, outs, nut outs, words.
    for (hero, board, outs, nut_outs, words) in [
        // Hold'em.
        ("6c5d", "Kh8s4c", 4, 4, "gutshot"),
        ("8c7d", "9h6s2c", 8, 8, "open-ended straight draw"),
        ("8c4d", "7h6sTc", 8, 0, "double gutshot"),
        ("7h5h", "KhQh2c", 9, 0, "7-high flush draw"),
        ("Ah5h", "KhQh2c", 12, 5, "nut flush draw, overcards"),
        (
            "8h7h",
            "9h6h2c",
            15,
            8,
            "straight flush draw, 8-high flush draw, open-ended straight draw",
        ),
        ("AcKd", "9h7s2c", 6, 0, "overcards"),
        ("JcTd", "9h7s2c", 10, 4, "gutshot, overcards"),
        ("AcKd", "Kh7s2c", 5, 0, "two pair or trips"),
        ("QcQd", "Jh7s2c", 2, 2, "two pair or trips"),
        ("9c9d", "9h8s4c", 7, 1, "full house draw"),
        ("Td9c", "Ts9h4c", 4, 2, "full house draw"),
        ("Ah2c", "Kh9h4h3s", 15, 5, "nut flush draw, gutshot, overcards"),
        ("5c4d", "Kh9s2c", 0, 0, "no draw"),
        // Omaha: wraps by their number of outs.
        ("JcTd9h2s", "8h7c3d", 13, 13, "13-out wrap"),
        ("JcTd9h6s", "8h7c3d", 16, 16, "16-out wrap"),
        ("Tc9d6h2s", "8h7c3d", 17, 11, "17-out wrap"),
        ("Tc9d6h5s", "8h7c3d", 20, 14, "20-out wrap"),
        ("AcKdQh2s", "JhTc5d", 13, 13, "13-out wrap"),
        // A set and its redraws: three each of two ranks, one for quads.
        ("9c9dAhKs", "9h8s4c", 7, 1, "full house draw"),
        ("Tc9dAhKs", "Ts9h4c", 4, 2, "full house draw"),
    ] {
        let found = on(hero, board);
        let counts = (found.outs.len(), found.nut_outs.len());
        assert_eq!(counts, (outs, nut_outs), "{hero} on {board}: {found:?}");
        assert_eq!(found.to_string(), words, "{hero} on {board}: {found:?}");
    }
}

#[test]
fn an_omaha_flush_draw_has_two_suited_cards_in_the_hand_and_two_on_the_board() {
    // Hand, board, outs and nut outs of the flush draw.
    for (hero, board, expected) in [
        ("Ah2hKc8d", "Qh7h2c", Some((9, 9, true))),
        ("Ah2h6hKd", "Qh7h2c", Some((8, 8, true))),
        ("Kh2h8d8c", "Qh7h2c", Some((9, 1, false))),
        ("Kh2h8d8c", "Ah7h2c", Some((9, 9, true))),
        ("AhKc7d3s", "Qh9h4c", None),
        ("AhKc7d3s", "Qh9h4h", None),
        ("AhKh7d3s", "Qh9c4s", None),
        ("AhKhQhJh", "Th9c4s", None),
        ("Ah3hKc7d", "Qh9h4h", None),
    ] {
        let found = on(hero, board);
        let flush = found.list.iter().find_map(|draw| match draw.kind {
            DrawKind::Flush(flush) => Some((draw.outs.len(), draw.nut_outs.len(), flush.nut)),
            _ => None,
        });
        assert_eq!(flush, expected, "{hero} on {board}: {found:?}");
    }
}

#[test]
fn dead_cards_are_no_outs_and_can_make_a_draw_the_nuts() {
    let dead = parse_cards("Ah2h").unwrap().into_iter().collect();
    let spot =
        HandOnBoard::new("Kh3h7d7c".parse().unwrap(), "Qh9h4c".parse().unwrap(), dead).unwrap();
    let found = draws(&spot);
    let flush = found.list.iter().find(|draw| matches!(draw.kind, DrawKind::Flush(f) if f.nut));
    assert_eq!(flush.unwrap().outs.len(), 7);
    assert!(!found.outs.intersects(dead));
}

#[test]
fn a_river_has_a_made_hand_and_no_outs() {
    let found = on("AhKh7d3s", "QhJhTh2c2d");
    assert_eq!(found.current.rank, HandRank::BEST);
    assert!(found.current.nuts && found.outs.is_empty() && found.list.is_empty());
    assert_eq!(found.with_draws.exact, 0.0);
}

/// The rank of hole cards on a board by the rule of the game, the slow way.
fn rank(game: Game, hole: CardSet, board: CardSet) -> HandRank {
    if !game.is_omaha() {
        return (hole | board).iter().collect::<HandKey>().rank();
    }
    let board: Vec<Card> = board.iter().collect();
    let hole: Vec<Card> = hole.iter().collect();
    let mut best = HandRank::BLOCKED;
    for (i, a) in hole.iter().enumerate() {
        for b in &hole[..i] {
            for (j, c) in board.iter().enumerate() {
                for (k, d) in board[..j].iter().enumerate() {
                    for e in &board[..k] {
                        let five: HandKey = [*a, *b, *c, *d, *e].into_iter().collect();
                        best = best.max(five.rank());
                    }
                }
            }
        }
    }
    best
}

/// All pairs of cards of a set.
fn pairs(set: CardSet) -> impl Iterator<Item = CardSet> {
    set.iter().flat_map(move |high| {
        set.iter().take_while(move |low| *low < high).map(move |low| CardSet::from(high).with(low))
    })
}

/// The lowest category of any two unseen cards.
fn floor(game: Game, board: CardSet, unseen: CardSet) -> Category {
    pairs(unseen).map(|hole| rank(game, hole, board)).min().unwrap().category()
}

fn is_out(game: Game, hero: CardSet, board: CardSet, unseen: CardSet, card: Card) -> bool {
    let now = rank(game, hero, board).category();
    let after = rank(game, hero, board.with(card)).category();
    let above = |category, board, unseen| category as i32 - floor(game, board, unseen) as i32;
    let above_now = above(now, board, unseen);
    let above_then = above(after, board.with(card), unseen - card.into());
    let overcard = board.iter().all(|other| other.rank() < card.rank());
    let pair_only = after <= Category::TwoPair && above_then == 1;
    after > now && above_then > above_now && (!pair_only || overcard)
}

/// A game, hero's cards and a flop or turn.
fn any_spot() -> impl Strategy<Value = (Game, Vec<Card>, usize)> {
    let deck: Vec<Card> = Card::all().collect();
    let game = prop::sample::select(Game::ALL.to_vec());
    (game, Just(deck).prop_shuffle(), 3..=4usize)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn outs_and_nut_outs_are_what_brute_force_finds((game, deck, board_len) in any_spot()) {
        let (hero, rest) = deck.split_at(game.hole_cards());
        let hero = Combo::new(hero).unwrap();
        let board = Board::new(&rest[..board_len]).unwrap();
        let found = draws(&HandOnBoard::new(hero, board, CardSet::EMPTY).unwrap());
        let (hero, board) = (hero.set(), board.set());
        let unseen = (hero | board).complement();

        prop_assert_eq!(found.current.rank, rank(game, hero, board));
        let best_now = pairs(unseen).map(|hole| rank(game, hole, board)).max().unwrap();
        prop_assert_eq!(found.current.nuts, found.current.rank >= best_now);
        for card in unseen {
            let out = is_out(game, hero, board, unseen, card);
            prop_assert_eq!(found.outs.contains(card), out, "{}: {:?}", card, found);
            if out {
                let board = board.with(card);
                let live = unseen - card.into();
                let best = pairs(live).map(|hole| rank(game, hole, board)).max().unwrap();
                let nut = rank(game, hero, board) >= best;
                prop_assert_eq!(found.nut_outs.contains(card), nut, "{}: {:?}", card, found);
            }
        }
        let listed = found.list.iter().fold(CardSet::EMPTY, |all, draw| all | draw.outs);
        prop_assert_eq!(listed, found.outs);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_straight_draw_has_every_card_that_makes_a_straight((game, deck, board_len) in any_spot()) {
        let (hero, rest) = deck.split_at(game.hole_cards());
        let board = &rest[..board_len];
        let found = draws(&HandOnBoard::new(
            Combo::new(hero).unwrap(), Board::new(board).unwrap(), CardSet::EMPTY,
        ).unwrap());
        let (hero, board) = (hero.iter().copied().collect(), board.iter().copied().collect());
        let straight = found.list.iter().find_map(|draw| match draw.kind {
            DrawKind::Straight(shape) => Some((shape, draw.outs)),
            _ => None,
        });
        let (shape, outs) = straight.unwrap_or((StraightDraw::Gutshot, CardSet::EMPTY));
        let now = rank(game, hero, board).category();
        for card in found.outs {
            if rank(game, hero, board.with(card)).category() == Category::Straight {
                prop_assert!(outs.contains(card), "{} {:?}", card, found);
            }
        }
        prop_assert!(outs.is_empty() || now < Category::Straight, "{:?}", found);
        let ranks = Rank::ALL.into_iter().filter(|&rank| outs.count_of_rank(rank) > 0).count();
        let fits = match shape {
            StraightDraw::Gutshot => ranks <= 1,
            StraightDraw::DoubleGutshot | StraightDraw::OpenEnded => ranks == 2,
            StraightDraw::Wrap => ranks >= 3,
        };
        prop_assert!(fits, "{:?}", found);
    }
}
