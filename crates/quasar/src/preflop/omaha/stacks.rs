//! Several stacks that are solved together.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use quasar_game::Chips;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use super::OmahaPreflopReport;
use crate::preflop::spec::BLIND;

/// The most stacks of a list.
const MOST: usize = 100;

/// Stacks in big blinds, as they are written: numbers and spans of whole numbers, such as `8`,
/// `2,4,7.5` or `2-10,12,15`.
///
/// ```
/// use quasar::preflop::Stacks;
/// let stacks: Stacks = "12,2-4".parse()?;
/// assert_eq!(stacks.blinds(), [2.0, 3.0, 4.0, 12.0]);
/// # Ok::<(), quasar::preflop::StacksError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Stacks(Vec<f64>);

/// A text that is not a list of stacks.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a list of different stacks, such as 8, 2,4,8 or 2-10,12")]
pub struct StacksError(String);

impl Stacks {
    /// The stacks, ascending.
    pub fn blinds(&self) -> &[f64] {
        &self.0
    }

    /// The stack, if there is only one.
    pub fn single(&self) -> Option<f64> {
        match self.0[..] {
            [stack] => Some(stack),
            _ => None,
        }
    }
}

impl FromStr for Stacks {
    type Err = StacksError;

    fn from_str(text: &str) -> Result<Stacks, StacksError> {
        let wrong = || StacksError(text.to_owned());
        let number =
            |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let mut stacks = Vec::new();
        for item in text.split(',') {
            let span = item.trim().split_once('-').filter(|(first, _)| !first.is_empty());
            let whole = |text: &str| text.trim().parse::<u32>().ok();
            match span {
                None => stacks.push(number(item).ok_or_else(wrong)?),
                Some((first, last)) => {
                    let (first, last) = whole(first).zip(whole(last)).ok_or_else(wrong)?;
                    stacks.extend((first..=last).take(MOST + 1).map(f64::from));
                }
            }
        }
        stacks.sort_by(f64::total_cmp);
        let different = stacks.windows(2).all(|pair| pair[0] < pair[1]);
        match different && (1..=MOST).contains(&stacks.len()) {
            true => Ok(Stacks(stacks)),
            false => Err(wrong()),
        }
    }
}

impl fmt::Display for Stacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(f64::to_string).collect();
        f.write_str(&texts.join(","))
    }
}

/// Four-card Omaha before the flop, solved with several stacks.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct OmahaStacksReport {
    /// Each stack, ascending.
    pub stacks: Vec<OmahaPreflopReport>,
}

/// The folder of a stack in the folder of all: `8bb`, `7.5bb`.
pub fn stack_folder(folder: &Path, stack: Chips) -> PathBuf {
    folder.join(format!("{}bb", stack.as_f64() / BLIND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_stacks_are_read() {
        for (text, stacks) in [
            ("8", &[8.0][..]),
            ("2,4,8", &[2.0, 4.0, 8.0]),
            ("7.5, 2-4", &[2.0, 3.0, 4.0, 7.5]),
            ("15,2-3", &[2.0, 3.0, 15.0]),
        ] {
            let read: Stacks = text.parse().unwrap();
            assert_eq!(read.blinds(), stacks, "{text}");
            assert_eq!(read.to_string().parse(), Ok(read));
        }
        for wrong in ["", "8,", "a", "4-2", "2-2.5", "8,8", "2-4,3", "1-1000000", "nan", "inf"] {
            assert_eq!(wrong.parse::<Stacks>(), Err(StacksError(wrong.to_owned())));
        }
    }
}
