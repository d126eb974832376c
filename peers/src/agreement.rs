//! Whether two evaluators say the same.
//!
//! Crates number strengths in their own ways, so what is compared is the order:
//! hands that Quasar calls equal must be equal for the peer, and a stronger hand
//! must be stronger.

use quasar_eval::HandRank;

/// A contender contradicts the expected answer.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub(crate) enum Disagreement {
    /// Two hands in another order, or apart where they should be equal.
    #[error("{contender} and Quasar differ on the order of «{}» and «{}»", .hands[0].describe(), .hands[1].describe())]
    Order {
        /// The contender that contradicts.
        contender: String,
        /// The two hands as Quasar ranks them.
        hands: [HandRank; 2],
    },
    /// Another number of hands than the published one.
    #[error("{contender} counts {found} hands where there are {expected}")]
    Count {
        /// The contender that contradicts.
        contender: String,
        /// What it counts.
        found: u64,
        /// What is right.
        expected: u64,
    },
}

/// The first two hands, weakest first, on whose order `theirs` differs from
/// `ours`; `None` if the orders are the same.
pub(crate) fn order_conflict<R: Ord + Copy>(
    ours: &[HandRank],
    theirs: &[R],
) -> Option<[HandRank; 2]> {
    assert_eq!(ours.len(), theirs.len(), "one rank for each hand");
    let mut hands: Vec<(HandRank, R)> = ours.iter().copied().zip(theirs.iter().copied()).collect();
    hands.sort_unstable();
    hands.dedup();
    let conflict = hands.windows(2).find(|two| two[0].0 == two[1].0 || two[0].1 >= two[1].1)?;
    Some([conflict[0].0, conflict[1].0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(numbers: &[u16]) -> Vec<HandRank> {
        numbers.iter().map(|&number| HandRank::from_number(number).unwrap()).collect()
    }

    #[test]
    fn any_numbering_in_the_same_order_agrees() {
        assert_eq!(order_conflict(&ranks(&[5, 1, 9, 5]), &[50, -3, 51, 50]), None);
    }

    #[test]
    fn conflicts_are_found() {
        for theirs in [[2, 1, 3, 4], [2, 1, 1, 2], [2, 2, 3, 2], [1, 2, 3, 1]] {
            assert!(order_conflict(&ranks(&[5, 1, 9, 5]), &theirs).is_some(), "{theirs:?}");
        }
    }
}
