//! Random ranges.
//!
//! | kind | how |
//! |---|---|
//! | recursive | the hands in order of strength are halved again and again, and the weight of a whole divided between its halves at random (Moravcik et al. 2017, R(S, p)) |
//! | smooth | smooth functions of strength, a factor for each rank held, and noise |
//! | preflop | the best hands before the flop, filtered smoothly; a few others with next to no weight |
//! | narrow | the very best hands before the flop, filtered or not |
//! | search | what play by search leads to: see [`played`](super::played) |
//!
//! Ranges of preflop kind hold the same cards again and again, as those of players do.

use quasar_cards::{Combo, Game};
use quasar_equity::hand_orders;

use super::Random;

/// How a range was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangeKind {
    /// By recursive splitting.
    Recursive,
    /// By smooth filters.
    Smooth,
    /// By smooth filters of the best starting hands.
    Preflop,
    /// By search on the street before.
    Search,
    /// The very best starting hands.
    Narrow,
}

impl RangeKind {
    /// All kinds.
    pub const ALL: [RangeKind; 5] = [
        RangeKind::Recursive,
        RangeKind::Smooth,
        RangeKind::Preflop,
        RangeKind::Search,
        RangeKind::Narrow,
    ];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            RangeKind::Recursive => "recursive",
            RangeKind::Smooth => "smooth",
            RangeKind::Preflop => "preflop",
            RangeKind::Search => "search",
            RangeKind::Narrow => "narrow",
        }
    }
}

/// The least weight of a hand, relative to the heaviest: hands without any would have no values.
const LEAST: f64 = 1e-4;

/// Hands of one player with weights up to 1.
pub(super) struct Draft {
    pub(super) combos: Vec<Combo>,
    pub(super) weights: Vec<f32>,
}

/// A range over `hands`, which are sorted by strength, of at most `most` hands.
pub(super) fn draft(random: &mut Random, kind: RangeKind, hands: &[Combo], most: usize) -> Draft {
    let mut places: Vec<usize> = (0..hands.len()).collect();
    let mut inside = vec![true; hands.len()];
    if kind == RangeKind::Narrow {
        inside = best_hands(random, hands, |game| match game {
            Game::Holdem => (5.0, 25.0),
            _ => (3.0, 12.0),
        });
        places.retain(|&place| inside[place]);
    }
    if kind == RangeKind::Preflop {
        inside = starting_hands(random, hands);
        let outside = random.between(0.0, 0.2);
        places.retain(|&place| inside[place] || random.unit() < outside);
    }
    if places.len() > most {
        random.choose(&mut places, most);
        places.truncate(most);
        places.sort_unstable();
    }
    let mut weights = vec![0.0; places.len()];
    match kind {
        RangeKind::Recursive => split(random, &mut weights, 1.0),
        // Ranges of players who have only checked are not filtered.
        RangeKind::Narrow if random.unit() < 0.4 => weights.fill(1.0),
        RangeKind::Smooth | RangeKind::Preflop | RangeKind::Search | RangeKind::Narrow => {
            let strengths = places.iter().map(|&place| (place as f64 + 0.5) / hands.len() as f64);
            weights = filters(random, strengths);
            let ranks: [f64; 13] = match random.unit() < 0.5 {
                true => std::array::from_fn(|_| (0.5 * random.normal()).exp()),
                false => [1.0; 13],
            };
            let noise = [0.0, 0.3, 0.8][random.below(3)];
            for (weight, &place) in weights.iter_mut().zip(&places) {
                let held = hands[place].cards().map(|card| ranks[card.index() / 4]);
                *weight *= held.product::<f64>() * (noise * random.normal()).exp();
                if !inside[place] {
                    *weight = 0.0;
                }
            }
        }
    }
    let heaviest = weights.iter().fold(f64::MIN_POSITIVE, |most, &weight| most.max(weight));
    let weights = weights.iter().map(|weight| (weight / heaviest).max(LEAST) as f32).collect();
    Draft { combos: places.into_iter().map(|place| hands[place]).collect(), weights }
}

/// Divides a weight among hands.
fn split(random: &mut Random, weights: &mut [f64], weight: f64) {
    match weights {
        [] => {}
        [only] => *only = weight,
        _ => {
            let first = weight * random.unit();
            let (weak, strong) = weights.split_at_mut(weights.len() / 2);
            split(random, weak, first);
            split(random, strong, weight - first);
        }
    }
}

/// One to three steps up, steps down or bumps in the order of strength.
fn filters(random: &mut Random, strengths: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut weights: Vec<f64> = strengths.collect();
    let filters: Vec<(usize, f64, f64, f64)> = (0..1 + random.below(3))
        .map(|_| {
            let (shape, centre) = (random.below(3), random.unit());
            (shape, centre, random.log_between(0.02, 0.4), random.between(0.0, 0.4))
        })
        .collect();
    for weight in &mut weights {
        let strength = *weight;
        let filter = |&(shape, centre, width, least): &(usize, f64, f64, f64)| {
            let distance = (strength - centre) / width;
            let kept = match shape {
                0 => 1.0 / (1.0 + (-4.0 * distance).exp()),
                1 => 1.0 / (1.0 + (4.0 * distance).exp()),
                _ => (-distance * distance).exp(),
            };
            least + (1.0 - least) * kept
        };
        *weight = filters.iter().map(filter).product();
    }
    weights
}

/// Whether each hand is among the best before the flop; at least one is.
pub(super) fn starting_hands(random: &mut Random, hands: &[Combo]) -> Vec<bool> {
    best_hands(random, hands, |game| match game {
        Game::Holdem => (8.0, 100.0),
        _ => (3.0, 70.0),
    })
}

/// Whether each hand is among the best before the flop, by a percentage between two that
/// depend on the game; at least one is.
fn best_hands(
    random: &mut Random,
    hands: &[Combo],
    percentages: impl Fn(Game) -> (f64, f64),
) -> Vec<bool> {
    let game = hands.first().map_or(Game::Holdem, Combo::game);
    let (least, most) = percentages(game);
    let percent = random.log_between(least, most);
    let Some(order) = hand_orders().default_of(game) else { return vec![true; hands.len()] };
    let inside = |combo: &Combo| order.in_top(combo.suit_class(), percent);
    let inside: Vec<bool> = hands.iter().map(inside).collect();
    match inside.iter().any(|&inside| inside) {
        true => inside,
        false => vec![true; hands.len()],
    }
}
