//! Which flops are solved, and how much each counts.
//!
//! A number of flops is a subset that stands for all of them, with weights:
//! [`quasar_equity::flop_subset`].

use std::collections::HashSet;

use quasar_cards::{
    Board, CANONICAL_FLOPS, SuitPermutation, canonical_flop_index, canonical_flops,
};
use quasar_equity::flop_subset;

use super::{BoardsError, check_locks};
use crate::request::read;
use crate::spot::SpotSpec;

/// A flop and its weight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightedFlop {
    /// The flop.
    pub board: Board,
    /// How many flops it represents, or the weight that the user gave.
    pub weight: f64,
}

/// Which flops to solve.
#[derive(Clone, PartialEq, Debug)]
pub enum FlopChoice {
    /// All that differ by more than suits.
    All,
    /// A number of flops that represent all.
    Subset(usize),
    /// A list, each flop with its weight; the default weight is the number of flops that
    /// are equal to it up to suits.
    List(Vec<(Board, Option<f64>)>),
}

impl FlopChoice {
    /// The most flops of a subset.
    pub const MOST: usize = CANONICAL_FLOPS;

    /// Reads `all`, a number, or flops such as `AhKsQd, Td9d6h:12`, each with a
    /// weight or without, separated by commas, blanks or lines.
    ///
    /// ```
    /// use quasar::spot::FlopChoice;
    /// assert_eq!(FlopChoice::parse("25").unwrap(), FlopChoice::Subset(25));
    /// assert!(matches!(FlopChoice::parse("AhKsQd,Td9d6h"), Ok(FlopChoice::List(_))));
    /// ```
    pub fn parse(text: &str) -> Result<FlopChoice, BoardsError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("all") {
            return Ok(FlopChoice::All);
        }
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let count = text.parse().ok().filter(|count| (1..=FlopChoice::MOST).contains(count));
            let none = || BoardsError::Subset { found: text.to_owned() };
            return Ok(FlopChoice::Subset(count.ok_or_else(none)?));
        }
        let items = text.split([',', ' ', '\t', '\r', '\n']).filter(|item| !item.is_empty());
        let item = |(number, item): (usize, &str)| {
            let (flop, weight) = match item.split_once(':') {
                Some((flop, weight)) => (flop, Some(weight)),
                None => (item, None),
            };
            let board = read(&format!("flop {}", number + 1), flop, Board::parse_flop)?;
            let weight = weight.map(|weight| FlopChoice::weight(flop, weight));
            Ok((board, weight.transpose()?))
        };
        let list: Vec<_> = items.enumerate().map(item).collect::<Result<_, BoardsError>>()?;
        if list.is_empty() { Err(BoardsError::NoFlops) } else { Ok(FlopChoice::List(list)) }
    }

    /// Reads the weight of a flop.
    pub(super) fn weight(flop: &str, text: &str) -> Result<f64, BoardsError> {
        let positive = |weight: &f64| *weight > 0.0 && *weight <= BoardsError::MOST_WEIGHT;
        let wrong = || BoardsError::Weight { flop: flop.to_owned(), text: text.to_owned() };
        text.trim().parse().ok().filter(positive).ok_or_else(wrong)
    }

    /// The flops for a spot. If its ranges and locks treat all suits alike,
    /// flops are in canonical suits and occur once; otherwise only a list can be
    /// solved, in its own suits.
    pub fn flops(&self, spot: &SpotSpec) -> Result<Vec<WeightedFlop>, BoardsError> {
        check_locks(spot)?;
        let alike = SuitPermutation::all().all(|suits| {
            spot.ranges.iter().all(|range| range.is_symmetric(suits))
                && !spot.locks.iter().any(|lock| lock.is_changed_by(suits))
        });
        let list = match self {
            FlopChoice::List(list) => list,
            _ if !alike => return Err(BoardsError::SuitsMatter),
            FlopChoice::Subset(count) => {
                let flop = |flop: quasar_equity::SubsetFlop| WeightedFlop {
                    board: flop.board,
                    weight: f64::from(flop.weight),
                };
                return Ok(flop_subset(*count).into_iter().map(flop).collect());
            }
            FlopChoice::All => {
                let flop = |flop: &quasar_cards::CanonicalFlop| WeightedFlop {
                    board: flop.board,
                    weight: f64::from(flop.multiplicity),
                };
                return Ok(canonical_flops().iter().map(flop).collect());
            }
        };
        let mut seen = HashSet::new();
        let mut flops = Vec::new();
        for &(board, weight) in list {
            let Ok((place, _)) = canonical_flop_index(board.set()) else { continue };
            let canonical = canonical_flops()[place];
            let board = if alike { canonical.board } else { board };
            if seen.insert(board) {
                let weight = weight.unwrap_or(f64::from(canonical.multiplicity));
                flops.push(WeightedFlop { board, weight });
            }
        }
        Ok(flops)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(range: &str) -> SpotSpec {
        let text = format!("board: AsKhQd\npot: 10\nstack: 10\noop: {range}\nip: 22+\n");
        SpotSpec::parse(&text).unwrap()
    }

    #[test]
    fn a_number_is_the_subset_of_that_size() {
        for count in [1, 25, 1_000, FlopChoice::MOST] {
            let flops = FlopChoice::Subset(count).flops(&spot("22+")).unwrap();
            let boards: HashSet<Board> = flops.iter().map(|flop| flop.board).collect();
            assert_eq!(boards.len(), count);
            assert_eq!(flops.iter().map(|flop| flop.weight).sum::<f64>(), 22_100.0);
        }
    }

    #[test]
    fn lists_are_read_with_and_without_weights() {
        let list = FlopChoice::parse("2c3c4d, Td9d6h:1.5\nTh9h6s").unwrap();
        let flops = list.flops(&spot("22+")).unwrap();
        let found: Vec<(String, f64)> =
            flops.iter().map(|flop| (flop.board.to_string(), flop.weight)).collect();
        // The third is the second in other suits.
        let expected = [("4s3h2h".to_owned(), 12.0), ("Ts9s6h".to_owned(), 1.5)];
        assert_eq!(found, expected);
        // Hearts are special: nothing is relabelled, and nothing the same.
        let flops = list.flops(&spot("AhKh")).unwrap();
        let boards: Vec<String> = flops.iter().map(|flop| flop.board.to_string()).collect();
        assert_eq!(boards, ["4d3c2c", "Td9d6h", "Th9h6s"]);
    }

    #[test]
    fn mistakes_are_told() {
        let message = |text: &str| FlopChoice::parse(text).unwrap_err().to_string();
        assert!(message("").starts_with("no flops: "));
        assert!(message("0").starts_with("a subset has 1 to 1755 flops, not 0"));
        assert!(message("1756").contains("not 1756"));
        assert!(message("99999999999999999999999").contains("a subset has"));
        assert!(message("AhKsQd,Td9d").starts_with("flop 2, column 1: expected a flop of 3 cards"));
        for weight in ["0", "-1", "nan", "inf", "1e300", "x", ""] {
            let expected = format!("AhKsQd has the weight `{weight}`; expected a number above 0, ");
            assert!(message(&format!("AhKsQd:{weight}")).starts_with(&expected));
        }
        for choice in [FlopChoice::All, FlopChoice::Subset(25)] {
            let refused = choice.flops(&spot("AhKh")).unwrap_err();
            assert!(matches!(refused, BoardsError::SuitsMatter));
        }
        assert_eq!(FlopChoice::All.flops(&spot("22+")).unwrap().len(), 1_755);
    }
}
