//! Liar's Dice: players roll in secret and bid on what all dice show together.
//!
//! A bid is a number of dice and a face; each must be higher than the last, by
//! number, then by face. The highest face is wild: it counts as every face. A
//! challenge ends the game: if the last bid was true the bidder wins 1, else the
//! challenger does.

use super::toy::Toy;
use super::{MatrixBoard, MatrixGame};
use crate::operators::PairTable;
use crate::{Expansion, Leaf, Player, PublicTree, SolverError};

/// The most bids: each doubles the tree. A player then has at most ten rolls.
const MOST_BIDS: usize = 16;

/// A line of bids: the last one, and who made it.
#[derive(Clone)]
enum Line {
    Bids { text: String, last: Option<usize>, to_act: Player },
    Challenge { text: String, bid: usize, bidder: Player },
}

/// The game in which each player has `dice` dice with `faces` faces.
pub fn liars_dice(dice: usize, faces: usize) -> Result<Toy, SolverError> {
    let bids = dice.saturating_mul(2).saturating_mul(faces);
    if dice == 0 || faces == 0 || bids > MOST_BIDS {
        return Err(SolverError::BadSetting {
            name: "dice",
            value: format!("{dice}x{faces}"),
            expected: "the number of possible bids, 2 x dice x faces, is between 2 and 16",
        });
    }
    let rolls = rolls(dice, faces);
    let start = Line::Bids { text: String::new(), last: None, to_act: Player::Oop };
    let grown = PublicTree::grow(start, |line| expand(line, bids, faces))?;
    let count = rolls.len();
    let together = PairTable::shared([count; 2], |_, _| 1.0);
    let tests = (0..bids).map(|bid| {
        let (number, face) = (bid / faces + 1, bid % faces);
        PairTable::opposed([count; 2], |first, second| {
            let shown = [first, second].map(|roll| rolls[roll].shows(face));
            if shown[0] + shown[1] >= number { 1.0 } else { -1.0 }
        })
    });
    let board = MatrixBoard::new(together, tests.collect(), Vec::new());
    let weights: Vec<f32> = rolls.iter().map(|roll| roll.ways as f32).collect();
    Ok(Toy {
        game: MatrixGame::new(grown.tree, [weights.clone(), weights], vec![vec![board]])?,
        lines: vec![grown.states.into_iter().flatten().map(Line::into_text).collect()],
        hands: vec![vec![rolls.iter().map(Roll::text).collect()]],
        boards: vec![vec![String::new()]],
    })
}

impl Line {
    fn into_text(self) -> String {
        match self {
            Line::Bids { text, .. } | Line::Challenge { text, .. } => text,
        }
    }
}

fn expand(line: &Line, bids: usize, faces: usize) -> Expansion<Line> {
    match line {
        Line::Challenge { bid, bidder, .. } => {
            // The test is whether the bid is true, from the first player's point of view.
            let amount = if *bidder == Player::Oop { 1.0 } else { -1.0 };
            Expansion::Leaf(Leaf::showdown(*bid, amount))
        }
        Line::Bids { text, last, to_act } => {
            let with = |action: &str| format!("{text} {action}").trim().to_owned();
            let challenge = last.map(|bid| Line::Challenge {
                text: with("liar"),
                bid,
                bidder: to_act.opponent(),
            });
            let higher = last.map_or(0, |bid| bid + 1)..bids;
            let raised = higher.map(|bid| Line::Bids {
                text: with(&format!("{}x{}", bid / faces + 1, bid % faces + 1)),
                last: Some(bid),
                to_act: to_act.opponent(),
            });
            Expansion::Decision(*to_act, challenge.into_iter().chain(raised).collect())
        }
    }
}

/// A roll without its order: how many dice show each face.
struct Roll {
    counts: Vec<usize>,
    /// How many ordered rolls this one represents.
    ways: usize,
}

impl Roll {
    /// Dice that count as `face`.
    fn shows(&self, face: usize) -> usize {
        let wild = self.counts.len() - 1;
        self.counts[face] + if face == wild { 0 } else { self.counts[wild] }
    }

    fn text(&self) -> String {
        let faces = self.counts.iter().enumerate();
        faces.map(|(face, &count)| (face + 1).to_string().repeat(count)).collect()
    }
}

/// Every roll, each once.
fn rolls(dice: usize, faces: usize) -> Vec<Roll> {
    if faces == 1 {
        return vec![Roll { counts: vec![dice], ways: 1 }];
    }
    let mut all = Vec::new();
    let mut choose = 1;
    for high in 0..=dice {
        // `choose` is the number of ways to pick which dice show the last face.
        for mut roll in rolls(dice - high, faces - 1) {
            roll.counts.push(high);
            roll.ways *= choose;
            all.push(roll);
        }
        choose = choose * (dice - high) / (high + 1);
    }
    all
}
