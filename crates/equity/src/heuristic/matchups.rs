//! Hero against the sampled hands one by one: who leads now, who leads after
//! the next card.

use quasar_cards::{Card, CardSet, Combo};
use quasar_eval::Category;

use crate::draws::{HandOnBoard, Outlook, Outlooks};

/// Hero against one hand of the opponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matchup {
    /// The weight of the opponent's hand.
    pub(crate) weight: f64,
    /// The category of the opponent's hand now.
    pub(crate) category: Category,
    /// 1 if hero leads now, 1/2 if the hands are equal, 0 if hero is behind.
    pub(crate) now: f64,
    /// The same after the next card, averaged over the cards that can come; on the river
    /// the same as now.
    pub(crate) next: f64,
}

/// Hero against each of these hands, all of which must be possible.
pub(crate) fn matchups(
    spot: &HandOnBoard,
    outlooks: &Outlooks,
    hero: &Outlook,
    hands: &[(Combo, f32)],
) -> Vec<Matchup> {
    let mut live = [0u16; Card::COUNT];
    spot.unseen().iter().for_each(|card| live[card.index()] = 1);
    let unseen = spot.unseen().len();
    hands
        .iter()
        .map(|&(combo, weight)| {
            let villain = outlooks.of(combo.set());
            let now = f64::from(points(hero.now().number(), villain.now().number())) / 2.0;
            let next = match spot.cards_to_come() {
                0 => now,
                _ => {
                    let points = next_points(hero, &villain, &live, combo.set());
                    f64::from(points) / (2 * (unseen - combo.set().len())) as f64
                }
            };
            Matchup { weight: weight.into(), category: villain.now().category(), now, next }
        })
        .collect()
}

/// Half points: two for a win, one for a tie.
#[inline]
fn points(hero: u16, villain: u16) -> u16 {
    u16::from(hero > villain) + u16::from(hero >= villain)
}

/// Hero's half points summed over the cards that can come: the `live` ones that
/// the opponent does not hold.
fn next_points(hero: &Outlook, villain: &Outlook, live: &[u16; Card::COUNT], held: CardSet) -> u16 {
    let (hero, villain) = (hero.next_numbers(), villain.next_numbers());
    let mut total = 0;
    for ((&hero, &villain), &live) in hero.iter().zip(villain).zip(live) {
        total += live * points(hero, villain);
    }
    let blocked = held.iter().map(|card| points(hero[card.index()], villain[card.index()]));
    total - blocked.sum::<u16>()
}
