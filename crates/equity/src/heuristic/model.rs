//! From matchups to the estimate.
//!
//! With one card to come a matchup's chance after the next card is the answer.
//! With two, the second card is estimated from the first. Where hero is behind,
//!
//! ```text
//! chance = next + second * quality * next + runner
//! ```
//!
//! `next` is the chance that the first card puts hero ahead. The same outs count
//! again on the second card, for a fraction `second` of it: they overlap with
//! the first card, and the opponent improves too. `quality` discounts the outs
//! that do not give the nuts by 30 %. `runner` is the chance of needing both
//! cards; it falls with the strength of the hand to be caught. Where hero is
//! ahead the same holds for the opponent, whose outs are not split into nut and
//! other outs.
//!
//! The fractions were fitted by least squares to 1,200 random flops per game.
//! Two rules follow what players expect: 30 % off outs that are not to the
//! nuts (with the fraction fitted to it the error is the same as without), and
//! at most 70 % for a drawing hand, one that is behind now and has outs (three of the
//! 4,800 flops had more, at most 70.9 %).

use quasar_cards::Game;
use quasar_eval::Category;

use super::matchups::Matchup;
use crate::draws::{Draws, HandOnBoard};

/// What an out that does not give the nuts counts for.
const NON_NUT: f64 = 0.7;
/// Most that a drawing hand is given.
const DRAWING_CAP: f64 = 0.7;

/// Hero's mean chances against all hands, each 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Chances {
    /// Share of the pot if no more cards came.
    pub(crate) now: f64,
    /// Share of the pot with all cards.
    pub(crate) river: f64,
    /// Chance that the next card puts hero ahead of a hand that leads now.
    pub(crate) catch_up: f64,
    /// Chance that the next card puts hero behind a hand that trails now.
    pub(crate) fall_behind: f64,
}

/// What the second card adds to the first.
struct SecondCard {
    /// Fraction of hero's chance on the first card.
    hero: f64,
    /// Fraction of the opponent's chance on the first card.
    opponent: f64,
    /// Chance of needing both cards, to beat a hand of up to a pair, two pair,
    /// three of a kind to a flush, and better.
    runner: [f64; 4],
}

impl SecondCard {
    /// The fitted fractions of a game.
    const fn of(game: Game) -> SecondCard {
        let (hero, opponent, runner) = match game {
            Game::Holdem => (0.70, 0.52, [0.046, 0.051, 0.031, 0.010]),
            Game::Plo4 => (0.49, 0.35, [0.067, 0.075, 0.046, 0.012]),
            Game::Plo5 => (0.33, 0.25, [0.074, 0.091, 0.065, 0.022]),
            Game::Plo6 => (0.24, 0.20, [0.062, 0.092, 0.084, 0.026]),
        };
        SecondCard { hero, opponent, runner }
    }

    fn runner(&self, leader: Category) -> f64 {
        self.runner[match leader {
            Category::HighCard | Category::Pair => 0,
            Category::TwoPair => 1,
            Category::ThreeOfAKind | Category::Straight | Category::Flush => 2,
            Category::FullHouse | Category::FourOfAKind | Category::StraightFlush => 3,
        }]
    }
}

/// Hero's mean chances over the matchups, which must have a positive weight.
pub(crate) fn chances(spot: &HandOnBoard, draws: &Draws, matchups: &[Matchup]) -> Chances {
    let second = SecondCard::of(spot.game());
    let quality = quality(draws);
    let hero = draws.current.rank.category();
    let river = |matchup: &Matchup| {
        let next = matchup.next;
        let chance = match matchup.now {
            _ if spot.cards_to_come() < 2 => next,
            0.0 => next + second.hero * quality * next + second.runner(matchup.category),
            1.0 => next - second.opponent * (1.0 - next) - second.runner(hero),
            _ => next,
        };
        chance.clamp(0.0, 1.0)
    };

    let now = mean(matchups.iter().map(|m| (m.weight, m.now)));
    let mut estimate = mean(matchups.iter().map(|m| (m.weight, river(m))));
    if now < 0.5 && !draws.outs.is_empty() {
        estimate = estimate.min(DRAWING_CAP);
    }
    let led_by = |lead: f64| matchups.iter().filter(move |m| m.now == lead);
    Chances {
        now,
        river: estimate,
        catch_up: mean(led_by(0.0).map(|m| (m.weight, m.next))),
        fall_behind: mean(led_by(1.0).map(|m| (m.weight, 1.0 - m.next))),
    }
}

/// What hero's outs count for on average: 1 if all of them give the nuts.
fn quality(draws: &Draws) -> f64 {
    let nut_share = draws.nut_outs.len() as f64 / draws.outs.len().max(1) as f64;
    NON_NUT + (1.0 - NON_NUT) * nut_share
}

/// The mean of values with weights; 0 if there are none.
fn mean(values: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (total, sum) = values
        .fold((0.0, 0.0), |(total, sum), (weight, value)| (total + weight, sum + weight * value));
    if total > 0.0 { sum / total } else { 0.0 }
}
