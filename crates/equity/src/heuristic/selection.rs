//! A small, even selection of the hands of a range.
//!
//! A range has a list of up to 8,192 of its hands, spread evenly over it
//! ([`Range::spread`]), which is made once. Every fourth of them, or more if these
//! are too few, is compared with hero unless it shares a card with hero or the
//! board. A range of up to 2,048 hands, such as any of Hold'em, is compared in full.
//! So an estimate costs the same for any size of range and game. Only if hero's
//! cards leave almost nothing of a large range is the whole range searched.

use quasar_cards::{CardSet, Combo, Range};

/// Hands of the spread to begin with. Rather more than half of them remain of
/// four-card hands once the cards of hero and board are taken out, a third of
/// six-card hands.
const FIRST: usize = 2_048;
/// This many hands are enough.
const ENOUGH: usize = 400;
/// With fewer hands than this, the whole range is searched.
const FEWEST: usize = 50;

/// Hands of a range that hold none of the `gone` cards, with their weights and
/// few enough to be compared one by one; none only if the range has none.
pub(crate) fn select(range: &Range, gone: CardSet) -> Vec<(Combo, f32)> {
    let live = |(combo, _): &(Combo, f32)| !combo.set().intersects(gone);
    let spread = range.evenly_spaced_combos();
    let step = spread.len().div_ceil(FIRST).max(1);
    let hands: Vec<_> = spread.iter().step_by(step).copied().filter(live).collect();
    if hands.len() >= ENOUGH || step == 1 && spread.len() == range.hands() {
        return hands;
    }
    let hands: Vec<_> = spread.iter().copied().filter(live).collect();
    if hands.len() >= FEWEST || spread.len() == range.hands() {
        return hands;
    }
    range.iter().filter(live).take(FIRST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_cards::Game;

    #[test]
    fn a_small_range_is_taken_whole_and_a_large_one_evenly() {
        let gone = "AsKsQd2c3c".parse::<quasar_cards::Board>().unwrap().set();
        assert_eq!(select(&Range::full(Game::Holdem), gone).len(), 1_081);

        let hands = select(&Range::full(Game::Plo4), gone);
        // C(47,4) / C(52,4) of the spread.
        let expected = FIRST as f64 * 178_365.0 / 270_725.0;
        assert!((hands.len() as f64 / expected - 1.0).abs() < 0.05);
        assert!(hands.iter().all(|(combo, _)| !combo.set().intersects(gone)));
        for card in gone.complement() {
            let holding = hands.iter().filter(|(combo, _)| combo.set().contains(card)).count();
            let share = holding as f64 / hands.len() as f64;
            assert!((share - 4.0 / 47.0).abs() < 0.03, "{card} {share}");
        }
    }

    #[test]
    fn a_range_of_few_live_hands_is_taken_whole() {
        let pairs = "AsAhAdAc".parse::<Combo>().unwrap().set();
        let mut range = Range::full(Game::Plo4);
        range.remove(CardSet::DECK - pairs - "7c7d7h7s".parse::<Combo>().unwrap().set());
        let gone = CardSet::from("As".parse::<quasar_cards::Card>().unwrap());
        // Four of the remaining seven cards.
        assert_eq!(select(&range, gone).len(), 35);
    }
}
