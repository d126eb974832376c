//! Leaves that are worth the same whatever the players hold.

use quasar_solver::LeafError;

use super::{BoardValues, CutBoard, LeafValues, LimitError, Query};

/// The player out of position gets so many pots, the other loses them. With 0 this is the
/// weakest control there is: a network that knows nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Constant(pub f32);

impl LeafValues for Constant {
    fn on_board(&self, place: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError> {
        Ok(Box::new(OnBoard { value: self.0, hands: place.hands }))
    }

    fn fingerprint(&self) -> u64 {
        0x636f_6e73_0000_0000 | u64::from(self.0.to_bits())
    }
}

#[derive(Debug)]
struct OnBoard {
    value: f32,
    hands: [usize; 2],
}

impl BoardValues for OnBoard {
    fn values(&self, mut query: Query<'_>) -> Result<(), LeafError> {
        for number in 0..query.questions.len() {
            for (player, value) in [self.value, -self.value].into_iter().enumerate() {
                query.values[player].row(number)[..self.hands[player]].fill(value);
            }
        }
        Ok(())
    }
}
