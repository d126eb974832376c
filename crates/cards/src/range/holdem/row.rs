//! The shortest way to write the hands of one high card.
//!
//! Kickers are a 13-bit mask, two lowest. A kicker that is held both suited and
//! offsuit can be written once without a mark (`AT`) or twice with one (`ATs`
//! and `ATo`); which is shorter depends on its neighbours. Once that is decided
//! for every kicker, the best text is the longest possible runs of each mark,
//! because a run is never longer than two pieces of it with their separator. So
//! all choices are tried: at most 4,096 for the ace, 8,190 for a whole range.

use std::iter;

use super::forms::{Run, Suits};
use crate::Rank;

/// The fewest bytes that write the `suited` and `offsuit` kickers of `high`
/// without naming a hand twice; among equals the fewest entries. Each entry
/// costs `overhead` bytes besides its name, for its separator and weight.
pub(super) fn shortest(high: Rank, suited: u16, offsuit: u16, overhead: usize) -> Vec<Run> {
    let cost = |&joined: &u16| {
        written(high, suited, offsuit, joined)
            .fold((0, 0), |(bytes, entries), run| (bytes + run.text_len() + overhead, entries + 1))
    };
    let best = subsets(suited & offsuit).min_by_key(cost).unwrap_or(0);
    written(high, suited, offsuit, best).collect()
}

/// The entries of a row when the `joined` kickers are written without a mark:
/// unmarked ones first, then suited, then offsuit, each from high to low.
fn written(high: Rank, suited: u16, offsuit: u16, joined: u16) -> impl Iterator<Item = Run> {
    let marked = [
        (joined, Suits::Any),
        (suited & !joined, Suits::Suited),
        (offsuit & !joined, Suits::Offsuit),
    ];
    marked.into_iter().flat_map(move |(kickers, suits)| {
        stretches(kickers).map(move |(bottom, top)| Run::kickers(high, bottom, top, suits))
    })
}

/// The unbroken stretches of a set of ranks as their lowest and highest rank,
/// from high to low.
pub(super) fn stretches(mut ranks: u16) -> impl Iterator<Item = (Rank, Rank)> {
    iter::from_fn(move || {
        let top = ranks.checked_ilog2()?;
        let bottom = top + 1 - (ranks << (15 - top)).leading_ones();
        ranks &= (1 << bottom) - 1;
        Some((Rank::from_index(bottom as usize)?, Rank::from_index(top as usize)?))
    })
}

/// All subsets of a set of ranks, the whole set first.
fn subsets(ranks: u16) -> impl Iterator<Item = u16> {
    iter::successors(Some(ranks), move |&subset| (subset != 0).then(|| (subset - 1) & ranks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Suited kickers in the low half, offsuit kickers in the high half.
    type Cells = u32;

    /// Every text that one entry of the row of `high` can be, with its cells,
    /// written out here letter by letter.
    fn all_entries(high: usize) -> Vec<(String, Cells)> {
        let name = |kicker: usize| format!("{}{}", Rank::ALL[high], Rank::ALL[kicker]);
        let mut entries = Vec::new();
        for bottom in 0..high {
            for top in bottom..high {
                let kickers: Cells = (bottom..=top).map(|kicker| 1 << kicker).sum();
                for (mark, cells) in
                    [("s", kickers), ("o", kickers << 16), ("", kickers | kickers << 16)]
                {
                    let span = format!("{}{mark}-{}{mark}", name(top), name(bottom));
                    if top == bottom {
                        entries.push((format!("{}{mark}", name(top)), cells));
                    } else {
                        entries.push((span, cells));
                        if top == high - 1 {
                            entries.push((format!("{}{mark}+", name(bottom)), cells));
                        }
                    }
                }
            }
        }
        entries
    }

    /// The fewest bytes over all ways of cutting `cells` into entries.
    fn brute_force(
        cells: Cells,
        entries: &[(String, Cells)],
        overhead: usize,
        known: &mut HashMap<Cells, usize>,
    ) -> usize {
        if cells == 0 {
            return 0;
        }
        if let Some(&bytes) = known.get(&cells) {
            return bytes;
        }
        let first = 1 << cells.trailing_zeros();
        let fitting = entries.iter().filter(|(_, of)| of & first != 0 && of & !cells == 0);
        let bytes = fitting
            .map(|(text, of)| {
                text.len() + overhead + brute_force(cells & !of, entries, overhead, known)
            })
            .min()
            .unwrap();
        known.insert(cells, bytes);
        bytes
    }

    #[test]
    fn no_way_of_writing_a_row_is_shorter() {
        for (high, overhead) in [(1, 1), (2, 1), (3, 1), (4, 5), (6, 1), (6, 2), (6, 5)] {
            let entries = all_entries(high);
            let mut known = HashMap::new();
            for suited in 0..1 << high {
                for offsuit in 0..1 << high {
                    let runs = shortest(Rank::ALL[high], suited, offsuit, overhead);
                    let texts: Vec<String> = runs.iter().map(Run::to_string).collect();
                    let bytes: usize = texts.iter().map(|text| text.len() + overhead).sum();
                    let cells = Cells::from(suited) | Cells::from(offsuit) << 16;
                    let fewest = brute_force(cells, &entries, overhead, &mut known);
                    assert_eq!(bytes, fewest, "{texts:?}");

                    let of = |text: &String| entries.iter().find(|(t, _)| t == text).unwrap().1;
                    let covered: Cells = texts.iter().map(of).sum();
                    assert_eq!(covered, cells, "{texts:?}");
                }
            }
        }
    }

    #[test]
    fn one_odd_kicker_does_not_break_a_run() {
        let kickers = |bottom: Rank, top: Rank| {
            (bottom.index()..=top.index()).fold(0, |mask, kicker| mask | 1 << kicker)
        };
        let suited = kickers(Rank::Two, Rank::Nine);
        let offsuit = kickers(Rank::Five, Rank::Five);
        let texts: Vec<String> =
            shortest(Rank::Ace, suited, offsuit, 1).iter().map(Run::to_string).collect();
        assert_eq!(texts, ["A9s-A2s", "A5o"]);
    }
}
