//! Computing orders of starting hands.

use quasar_cards::{Board, CardSet, Combo, Game, HandOrder, HandOrders, Range, SuitClasses};
use rayon::prelude::*;

use crate::{DealError, Holding, Progress, Question, SamplePlan, Sampler, heads_up};

/// The suit classes of a game's hands, best first, by exact equity against
/// `opponent` before the flop; equal ones by number.
pub fn order_against(opponent: &Range, progress: &Progress) -> Result<Vec<usize>, DealError> {
    let game = opponent.game();
    let everything = Holding::Range(Range::full(game));
    let question = before_the_flop(everything, opponent)?;
    let results = heads_up(&question, progress)?.ok_or(DealError::NoDeal)?;
    let mut sums = vec![(0.0, 0.0); SuitClasses::of_game(game).count()];
    for hand in &results.hands[0] {
        let (won, total) = &mut sums[hand.combo.suit_class()];
        *won += hand.tally.win + hand.tally.tie / 2.0;
        *total += hand.tally.total();
    }
    Ok(best_first(&sums.iter().map(|(won, total)| won / total).collect::<Vec<f64>>()))
}

/// Like [`order_against`], from `samples` random deals for each class.
pub fn order_against_sampled(opponent: &Range, samples: u64) -> Result<Vec<usize>, DealError> {
    let classes = SuitClasses::of_game(opponent.game());
    let plan = SamplePlan { seed: 1, samples, standard_error: None };
    let equities = (0..classes.count()).into_par_iter().map(|class| {
        let hand = classes.representative(class).ok_or(DealError::NoDeal)?;
        let hand = Combo::from_set(hand).map_err(|_| DealError::NoDeal)?;
        let question = before_the_flop(Holding::Hand(hand), opponent)?;
        let sampled = Sampler::new(&question)?.run(&plan, &Progress::new(), || false, |_| ())?;
        Ok(sampled.players[0].equity)
    });
    Ok(best_first(&equities.collect::<Result<Vec<f64>, DealError>>()?))
}

/// Orders against the best `percent` of the order before, starting from `order`
/// and made by `next`, until the best hands stay the same or after `rounds` rounds.
pub fn order_against_top(
    game: Game,
    mut order: Vec<usize>,
    percent: f64,
    rounds: usize,
    next: impl Fn(&Range) -> Result<Vec<usize>, DealError>,
) -> Result<Vec<usize>, DealError> {
    let mut opponent = Range::full(game);
    for _ in 0..rounds {
        let best = top(game, &order, percent);
        if best == opponent {
            break;
        }
        opponent = best;
        order = next(&opponent)?;
    }
    Ok(order)
}

fn before_the_flop(hero: Holding, opponent: &Range) -> Result<Question, DealError> {
    let players = vec![hero, Holding::Range(opponent.clone())];
    Question::new(players, Board::EMPTY, CardSet::EMPTY).map_err(|_| DealError::NoDeal)
}

/// The classes from the largest equity to the smallest.
fn best_first(equities: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..equities.len()).collect();
    order.sort_by(|&a, &b| equities[b].total_cmp(&equities[a]));
    order
}

/// The best `percent` of an order.
fn top(game: Game, order: &[usize], percent: f64) -> Range {
    let order = HandOrder::new(game, "order", order.iter().copied()).expect("every class once");
    let orders = HandOrders::new([order]).expect("one name");
    Range::parse_with(game, &format!("{percent}%"), &orders).expect("a percentage")
}
