//! Computing orders of starting hands.

use quasar_cards::{Board, CardSet, Game, HandOrder, HandOrders, Range, SuitClasses};

use crate::{DealError, Holding, Progress, Question, heads_up};

/// The suit classes of a game's hands, best first, by exact equity against
/// `opponent` before the flop; equal ones by number.
pub fn order_against(opponent: &Range, progress: &Progress) -> Result<Vec<usize>, DealError> {
    let game = opponent.game();
    let players = vec![Holding::Range(Range::full(game)), Holding::Range(opponent.clone())];
    let question =
        Question::new(players, Board::EMPTY, CardSet::EMPTY).map_err(|_| DealError::NoDeal)?;
    let results = heads_up(&question, progress)?.ok_or(DealError::NoDeal)?;

    let classes = SuitClasses::of_game(game);
    let mut sums = vec![(0.0, 0.0); classes.count()];
    for hand in &results.hands[0] {
        let (won, total) = &mut sums[hand.combo.suit_class()];
        *won += hand.tally.win + hand.tally.tie / 2.0;
        *total += hand.tally.total();
    }
    let equity = |class: usize| sums[class].0 / sums[class].1;
    let mut order: Vec<usize> = (0..classes.count()).collect();
    order.sort_by(|&a, &b| equity(b).total_cmp(&equity(a)));
    Ok(order)
}

/// The suit classes of a game's hands, best first, by exact equity against the
/// best `percent` of the order of the round before: starting from `order`, until
/// the best hands stay the same or the `rounds` are over.
pub fn order_against_top(
    game: Game,
    mut order: Vec<usize>,
    percent: f64,
    rounds: usize,
    progress: &Progress,
) -> Result<Vec<usize>, DealError> {
    let mut opponent = Range::full(game);
    for _ in 0..rounds {
        let best = top(game, &order, percent);
        if best == opponent {
            break;
        }
        opponent = best;
        order = order_against(&opponent, progress)?;
    }
    Ok(order)
}

/// The best `percent` of an order.
fn top(game: Game, order: &[usize], percent: f64) -> Range {
    let order = HandOrder::new(game, "order", order.iter().copied()).expect("every class once");
    let orders = HandOrders::new([order]).expect("one name");
    Range::parse_with(game, &format!("{percent}%"), &orders).expect("a percentage")
}
