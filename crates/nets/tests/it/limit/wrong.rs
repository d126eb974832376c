//! Mistakes that an implementation of leaf values could make.

use std::collections::HashMap;
use std::sync::Mutex;

use quasar_nets::limit::{BoardValues, CutBoard, LeafValues, LimitError, Query};
use quasar_solver::{LeafError, RowsMut};

/// A mistake.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Mistake {
    /// Values in half pots instead of pots.
    Units,
    /// Each player gets the other's values.
    Seats,
    /// A leaf is solved once, at the first beliefs asked about.
    Cached,
    /// Values are multiplied by the opponent's total weight instead of the compatible weight.
    NoRemoval,
}

/// Right values with a mistake.
#[derive(Debug)]
pub(super) struct Wrong<'a> {
    pub(super) values: &'a dyn LeafValues,
    pub(super) mistake: Mistake,
}

impl LeafValues for Wrong<'_> {
    fn on_board(&self, place: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError> {
        let values = self.values.on_board(place)?;
        let known = Mutex::new(HashMap::new());
        Ok(Box::new(WrongBoard { values, mistake: self.mistake, hands: place.hands, known }))
    }

    fn fingerprint(&self) -> u64 {
        self.values.fingerprint() ^ 1
    }
}

#[derive(Debug)]
struct WrongBoard {
    values: Box<dyn BoardValues>,
    mistake: Mistake,
    hands: [usize; 2],
    known: Mutex<HashMap<usize, [Vec<f32>; 2]>>,
}

impl BoardValues for WrongBoard {
    fn values(&self, query: Query<'_>) -> Result<(), LeafError> {
        let Query { questions, mut values, scratch, parallel } = query;
        let again = values.each_mut().map(RowsMut::again);
        self.values.values(Query { questions, values: again, scratch, parallel })?;
        let mut known = self.known.lock().unwrap();
        for (number, question) in questions.iter().enumerate() {
            let rows = |values: &mut [RowsMut<'_>; 2]| {
                [0, 1].map(|player| values[player].row(number)[..self.hands[player]].to_vec())
            };
            let right = rows(&mut values);
            let wrong = match self.mistake {
                Mistake::Units => right.map(|row| row.iter().map(|value| 2.0 * value).collect()),
                Mistake::Seats => {
                    let [oop, ip] = right;
                    [ip, oop]
                }
                Mistake::Cached => known.entry(question.leaf).or_insert(right).clone(),
                Mistake::NoRemoval => [0, 1].map(|player: usize| {
                    let total: f32 = question.belief[1 - player].iter().sum();
                    let compatible_weight =
                        right[player].iter().zip(question.compatible_weight[player]);
                    compatible_weight
                        .map(|(value, &compatible_weight)| {
                            if compatible_weight > 0.0 {
                                value * total / compatible_weight
                            } else {
                                0.0
                            }
                        })
                        .collect::<Vec<f32>>()
                }),
            };
            for (player, wrong) in wrong.iter().enumerate() {
                let row = &mut values[player].row(number)[..self.hands[player]];
                row.iter_mut().zip(wrong).for_each(|(value, wrong)| *value = *wrong);
            }
        }
        Ok(())
    }

    fn scratch(&self, questions: usize) -> usize {
        self.values.scratch(questions)
    }
}
