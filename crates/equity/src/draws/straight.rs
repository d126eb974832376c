//! Straight draws and their names.
//!
//! A straight is one of ten windows of five ranks. In Hold'em it is complete when
//! hand and board cover the window. In Omaha exactly two ranks of the window
//! must come from the hand and the other three from the board.

use quasar_cards::{Game, Rank};

/// The shape of a straight draw, by the ranks that complete it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StraightDraw {
    /// One rank completes a straight.
    Gutshot,
    /// Two ranks, each filling a gap.
    DoubleGutshot,
    /// Two ranks, one at each end of four in a row.
    OpenEnded,
    /// Three or more ranks: hole cards on both sides of, or between, the board's.
    Wrap,
}

/// Ranks of the ten straights as masks, from the wheel to ace high.
const WINDOWS: [u16; 10] = {
    let mut windows = [0b1_0000_0000_1111; 10];
    let mut place = 1;
    while place < windows.len() {
        windows[place] = 0b1_1111 << (place - 1);
        place += 1;
    }
    windows
};

/// The straights that a hand has, as a mask over [`WINDOWS`].
fn straights(game: Game, hole: u16, board: u16) -> u16 {
    let mut made = 0;
    for (place, &window) in WINDOWS.iter().enumerate() {
        let missing = window & !board;
        let complete = missing & !hole == 0
            && (game == Game::Holdem
                || missing.count_ones() <= 2 && (window & hole).count_ones() >= 2);
        made |= u16::from(complete) << place;
    }
    made
}

/// The ranks (two lowest, as a mask) that give a straight to a hand that has
/// none, with the shape of the draw. Only the ranks of `outs` count: a card that
/// makes a straight with the board alone is not an out.
///
/// `hole`, `board` and `outs` are masks of ranks.
pub(crate) fn straight_draw(
    game: Game,
    hole: u16,
    board: u16,
    outs: u16,
) -> Option<(u16, StraightDraw)> {
    if straights(game, hole, board) != 0 {
        return None;
    }
    let mut completing = 0u16;
    // Straights reached by their lowest and by their highest rank.
    let (mut from_below, mut from_above) = (0u16, 0u16);
    for rank in 0..Rank::COUNT {
        if outs >> rank & 1 == 0 {
            continue;
        }
        let made = straights(game, hole, board | 1 << rank);
        completing |= u16::from(made != 0) << rank;
        let lowest_of = (rank + 1) % Rank::COUNT;
        from_below |= made & (1 << lowest_of);
        from_above |= made & (1u16 << rank >> 3);
    }
    let shape = match completing.count_ones() {
        0 => return None,
        1 => StraightDraw::Gutshot,
        2 if from_above & from_below << 1 != 0 => StraightDraw::OpenEnded,
        2 => StraightDraw::DoubleGutshot,
        _ => StraightDraw::Wrap,
    };
    Some((completing, shape))
}

/// The number of different straights that the board makes possible.
pub(crate) fn possible_straights(board: u16) -> usize {
    WINDOWS.iter().filter(|&window| (window & board).count_ones() >= 3).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(ranks: &str) -> u16 {
        ranks.chars().fold(0, |mask, c| mask | 1 << Rank::from_char(c).unwrap().index())
    }

    #[test]
    fn completing_ranks_and_shapes_are_the_known_ones() {
        for (game, hole, board, ranks, shape) in [
            (Game::Holdem, "87", "962", "T5", StraightDraw::OpenEnded),
            (Game::Holdem, "43", "52K", "A6", StraightDraw::OpenEnded),
            (Game::Holdem, "A2", "34K", "5", StraightDraw::Gutshot),
            (Game::Holdem, "AK", "QJ2", "T", StraightDraw::Gutshot),
            (Game::Holdem, "84", "76T", "95", StraightDraw::DoubleGutshot),
            (Game::Plo4, "JT76", "982", "QT76J5", StraightDraw::Wrap),
            (Game::Plo4, "AKQ2", "JT5", "AKQ9", StraightDraw::Wrap),
            (Game::Plo4, "8732", "96K", "T5", StraightDraw::OpenEnded),
        ] {
            let found = straight_draw(game, mask(hole), mask(board), 0x1fff);
            assert_eq!(found, Some((mask(ranks), shape)), "{hole} on {board}");
        }
    }
}
