//! Questions from text, the slow answer to them, and the tables of all flops.
use std::sync::{Mutex, OnceLock};

use quasar_cards::{Board, Card, CardSet, Combo, Game, Range, canonical_flops, parse_cards};
use quasar_equity::{FlopTable, Holding, Progress, Question, flop_tables};
use quasar_eval::rank_hand;

/// The tables of all canonical flops, made once for all tests.
pub(crate) fn all_tables() -> &'static [FlopTable] {
    static TABLES: OnceLock<Vec<FlopTable>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let flops: Vec<Board> = canonical_flops().iter().map(|flop| flop.board).collect();
        let made = Mutex::new(Vec::new());
        flop_tables(&flops, &Progress::new(), |place, table| {
            made.lock().unwrap().push((place, table));
        })
        .unwrap();
        let mut made = made.into_inner().unwrap();
        made.sort_unstable_by_key(|(place, _)| *place);
        made.into_iter().map(|(_, table)| table).collect()
    })
}

/// A player: cards such as `AsKs`, `*` for anything, or a Hold'em range after
/// `r:`.
pub(crate) fn holding(game: Game, text: &str) -> Holding {
    if text == "*" {
        Holding::Range(Range::full(game))
    } else if let Some(range) = text.strip_prefix("r:") {
        Holding::Range(Range::parse(Game::Holdem, range).unwrap())
    } else {
        Holding::Hand(text.parse().unwrap())
    }
}

/// A question from texts of players, board and dead cards.
pub(crate) fn question(game: Game, players: &[&str], board: &str, dead: &str) -> Question {
    let players = players.iter().map(|text| holding(game, text)).collect();
    let dead = parse_cards(dead).unwrap().into_iter().collect();
    Question::new(players, board.parse().unwrap(), dead).unwrap()
}

/// For every player the weighted deals won alone, with one other, and so on, by
/// looking at every deal.
pub(crate) fn brute_force(question: &Question) -> Vec<[f64; 10]> {
    let mut splits = vec![[0.0; 10]; question.players().len()];
    let live: Vec<Card> = question.unavailable_cards().complement().iter().collect();
    let hands: Vec<Vec<(Combo, f32)>> = question
        .players()
        .iter()
        .map(|player| player.live_hands(question.unavailable_cards()))
        .collect();
    let mut tuples = Vec::new();
    extend(&hands, &mut Vec::new(), CardSet::EMPTY, 1.0, &mut tuples);
    let missing = 5 - question.board().cards().len();
    for_each_board(question.board().cards().to_vec(), &live, missing, &mut |board| {
        for (tuple, taken, weight) in &tuples {
            if taken.intersects(board.set()) {
                continue;
            }
            let ranks: Vec<_> = tuple.iter().map(|hand| rank_hand(hand, board).unwrap()).collect();
            let best = ranks.iter().max().unwrap();
            let winners = ranks.iter().filter(|rank| *rank == best).count();
            for (splits, rank) in splits.iter_mut().zip(&ranks) {
                if rank == best {
                    splits[winners - 1] += weight;
                }
            }
        }
    });
    splits
}

fn extend(
    hands: &[Vec<(Combo, f32)>],
    tuple: &mut Vec<Combo>,
    taken: CardSet,
    weight: f64,
    tuples: &mut Vec<(Vec<Combo>, CardSet, f64)>,
) {
    let Some(next) = hands.get(tuple.len()) else {
        tuples.push((tuple.clone(), taken, weight));
        return;
    };
    for (hand, factor) in next {
        if !hand.set().intersects(taken) {
            tuple.push(*hand);
            extend(hands, tuple, taken | hand.set(), weight * f64::from(*factor), tuples);
            tuple.pop();
        }
    }
}

fn for_each_board(cards: Vec<Card>, live: &[Card], missing: usize, found: &mut impl FnMut(&Board)) {
    if missing == 0 {
        return found(&Board::new(&cards).unwrap());
    }
    for (place, &card) in live.iter().enumerate() {
        let more = cards.iter().copied().chain([card]).collect();
        for_each_board(more, &live[place + 1..], missing - 1, found);
    }
}

/// The share of the pot that splits are worth.
pub(crate) fn equities(splits: &[[f64; 10]]) -> Vec<f64> {
    let pots: Vec<f64> = splits
        .iter()
        .map(|splits| splits.iter().zip(1..).map(|(count, k)| count / f64::from(k)).sum())
        .collect();
    let all: f64 = pots.iter().sum();
    pots.iter().map(|pot| pot / all).collect()
}
