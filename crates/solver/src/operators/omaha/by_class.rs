//! Showdowns of a river whose hands are known only by their class.
//!
//! Before the flop all hands of a class act alike, and only the sum over them is wanted. So
//! weights are read from a table by class, and what hands win is added to another, eight
//! columns at once. Rows of weights for every hand are never made: for eight columns and all
//! 178,365 four-card hands they would take 5.7 MB each way, the tables of 16,432
//! classes take 0.5 and 1 MB.

use std::ops::Range;

use quasar_cards::Game;

use super::showdown::{self, LANES, PIECE, Question, Scratch};
use super::total::Total;
use super::weights::Weights;
use crate::Player;
use crate::arch::{Arithmetic, Kernel, Lanes, dispatch};
use crate::omaha::hands::{BoardHands, Piece};

/// Columns by class, and where to add what hands win.
pub(crate) struct ByClass<'a> {
    /// The class of each hand.
    pub(crate) classes: &'a [u16],
    /// The weight of a hand of each class.
    pub(crate) weights: &'a [Lanes],
    /// What is won counts so many times.
    pub(crate) factor: f64,
    /// Sums over the hands of each class.
    pub(crate) sums: &'a mut [[f64; LANES]],
}

/// Adds what the hands of a river, the same ones for both players, win minus what they lose.
pub(crate) fn add(hands: &BoardHands, by_class: ByClass<'_>, lanes: &mut [Lanes]) {
    let question = Question { hands, player: Player::Oop, compare: true, parallel: false };
    match hands.game {
        Game::Plo5 => sweep::<4>(question, by_class, lanes),
        _ => sweep::<3>(question, by_class, lanes),
    }
}

fn sweep<const UPPER: usize>(question: Question<'_>, by_class: ByClass<'_>, lanes: &mut [Lanes]) {
    let ByClass { classes, weights, factor, sums: won } = by_class;
    let Scratch { sums, halves } = Scratch::new(question, lanes);
    let weights = ClassWeights { classes, weights };
    let (total, piece) = showdown::sweep::<UPPER>(question, &weights, sums, halves);
    dispatch(Collect { question, total: &total, sums, piece, classes, factor, won });
}

/// Weights of hands by class.
struct ClassWeights<'a> {
    classes: &'a [u16],
    weights: &'a [Lanes],
}

impl Weights for ClassWeights<'_> {
    #[inline(always)]
    fn load<A: Arithmetic>(&self, _: A, hands: Range<usize>, lanes: &mut [Lanes]) {
        for (lanes, &class) in lanes.iter_mut().zip(&self.classes[hands]) {
            *lanes = self.weights[usize::from(class)];
        }
    }
}

/// Adds what hands win to their classes.
struct Collect<'a, 't, const UPPER: usize> {
    question: Question<'a>,
    total: &'a Total<'t, UPPER>,
    sums: &'a [Lanes],
    /// Buffer for the compatible weights of the hands of a piece.
    piece: &'a mut [Lanes],
    classes: &'a [u16],
    factor: f64,
    won: &'a mut [[f64; LANES]],
}

impl<const UPPER: usize> Kernel for Collect<'_, '_, UPPER> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Collect { question, total, sums, piece, classes, factor, won } = self;
        let own = question.own();
        let middle = question.middle();
        for Piece { groups, hands } in own.pieces(0..own.groups.len(), PIECE) {
            let met = &mut piece[..hands.len()];
            total.meet(vectors, own, groups, met);
            let known = met.iter().zip(&sums[hands.clone()]).zip(&classes[hands.clone()]);
            for (hand, ((met, sum), &class)) in hands.zip(known) {
                let (sum, met) = (vectors.load(sum), vectors.load(met));
                let difference =
                    if hand < middle { vectors.minus(sum, met) } else { vectors.minus(met, sum) };
                let mut lanes = [0.0; LANES];
                vectors.store(difference, &mut lanes);
                let won = &mut won[usize::from(class)];
                for (won, difference) in won.iter_mut().zip(lanes) {
                    *won += factor * f64::from(difference);
                }
            }
        }
    }
}
