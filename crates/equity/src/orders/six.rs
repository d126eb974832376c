//! An order of six-card hands from that of five cards.
//!
//! 962,988 classes take hours to sample well and megabytes to ship. A six-card hand is
//! six hands of five cards, so it is placed by the mean of their places in `vs-random`. That
//! is an estimate: over 150 random hands its rank correlation with equities against a random
//! hand, sampled with an error of 0.6 % of the pot, is 0.93. Making it takes one to three
//! seconds, when a text first asks for a percentage of six-card hands.

use quasar_cards::{CardSet, Combo, Game, HandOrder, SuitClasses};

/// What texts call the order.
pub(super) const NAME: &str = "by-five";

/// The order, best first.
pub(super) fn order() -> HandOrder {
    let five = super::hand_orders().get(Game::Plo5, "vs-random").expect("it is shipped");
    let classes = SuitClasses::of_game(Game::Plo6);
    let place = |class: usize| {
        let hand = classes.representative(class).expect("every number below the count");
        mean_place(five, hand)
    };
    let places: Vec<f32> = (0..classes.count()).map(place).collect();
    let mut best_first: Vec<usize> = (0..classes.count()).collect();
    best_first.sort_by(|&a, &b| places[a].total_cmp(&places[b]));
    HandOrder::new(Game::Plo6, NAME, best_first).expect("every class once")
}

/// The mean place of the hands of five cards in a hand of six.
fn mean_place(five: &HandOrder, hand: CardSet) -> f32 {
    let places = hand.iter().filter_map(|card| {
        let rest = Combo::from_set(hand - card.into()).ok()?;
        five.place(rest.suit_class())
    });
    (places.sum::<f64>() / hand.len() as f64) as f32
}

#[cfg(test)]
mod tests {
    use quasar_cards::{Board, Range};

    use super::*;
    use crate::{Holding, Progress, Question, SamplePlan, Sampler};

    /// The equity of a hand against a random one, sampled with an error of 0.6 % of the pot.
    fn equity(hand: CardSet, everything: &Range) -> f64 {
        let hand = Holding::Hand(Combo::from_set(hand).unwrap());
        let players = vec![hand, Holding::Range(everything.clone())];
        let question = Question::new(players, Board::EMPTY, CardSet::EMPTY).unwrap();
        let plan = SamplePlan { seed: 7, samples: 8_192, standard_error: None };
        let sampled =
            Sampler::new(&question).unwrap().run(&plan, &Progress::new(), || false, |_| ());
        sampled.unwrap().players[0].equity
    }

    /// Ranks of numbers, counted from 0.
    fn ranks(numbers: &[f64]) -> Vec<f64> {
        let rank = |number: &f64| numbers.iter().filter(|other| *other < number).count() as f64;
        numbers.iter().map(rank).collect()
    }

    #[test]
    fn the_order_of_six_cards_is_close_to_that_of_sampled_equities() {
        let order = order();
        let everything = Range::full(Game::Plo6);
        let hands: Vec<CardSet> = (0..150u64)
            .map(|number| (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize)
            .map(|number| {
                Combo::from_index(Game::Plo6, number % Game::Plo6.combos()).unwrap().set()
            })
            .collect();
        let class = |hand: &CardSet| Combo::from_set(*hand).unwrap().suit_class();
        let places: Vec<f64> = hands.iter().map(|hand| order.place(class(hand)).unwrap()).collect();
        let losses: Vec<f64> = hands.iter().map(|hand| 1.0 - equity(*hand, &everything)).collect();
        let (places, losses) = (ranks(&places), ranks(&losses));
        let squares: f64 = places.iter().zip(&losses).map(|(a, b)| (a - b).powi(2)).sum();
        let count = hands.len() as f64;
        let spearman = 1.0 - 6.0 * squares / (count * (count * count - 1.0));
        assert!(spearman > 0.9, "{spearman}");
    }
}
