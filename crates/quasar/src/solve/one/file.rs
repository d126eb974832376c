//! What a spot file says.

use quasar_cards::{Board, Game, Street};
use quasar_game::{
    Chips, Hand, HandSnapshot, Limit, MinBet, PotGrid, Rules, SeatSnapshot, SizeList, TreeError,
    TreeStart,
};

use super::buckets::MatrixFile;
use crate::solve::{SpotError, SpotSpec};
use crate::{FieldError, read};

/// The state of a hand between two players, and how it is to be solved.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotFile {
    /// `holdem`, `plo4` or `plo5`.
    pub game: String,
    /// `flop`, `turn` or `river`; that of the board if left out.
    pub street: Option<String>,
    /// The small blind.
    pub sb: u64,
    /// The big blind.
    pub bb: u64,
    /// What each seat put in before the blinds; part of `committed_total`.
    pub ante: u64,
    /// The seat whose turn it is.
    pub to_act: usize,
    /// The seat with the button.
    pub button: usize,
    /// What each seat has left.
    pub stacks: [u64; 2],
    /// What each seat has put in since the hand began.
    pub committed_total: [u64; 2],
    /// What each seat has put in on this street.
    pub committed_on_street: [u64; 2],
    /// The last full bet or raise of the street; 0 before there is one.
    pub last_raise_size: u64,
    /// The board, such as `Td9d6h2c`; not needed with buckets.
    pub board: String,
    /// `big_blind` or `one_chip`: the smallest first bet.
    pub min_bet_rule: Option<String>,
    /// Which bets and raises are considered.
    pub discretization: Discretization,
    /// How the spot is solved.
    pub solver: SolverFile,
    /// What each seat holds.
    pub players: [SeatFile; 2],
    /// What the buckets expect against each other, if ranges are buckets.
    pub matrix: Option<MatrixFile>,
    /// The text of the file that the matrix is in.
    pub(super) matrix_text: Option<String>,
}

/// Bets and raises as parts of the pot.
#[derive(Clone, PartialEq, Debug)]
pub struct Discretization {
    /// Parts of the pot: 0.5 is half of it.
    pub pot_fracs: Vec<f64>,
    /// Whether the smallest bet or raise is considered.
    pub include_min: bool,
    /// Whether a bet or raise of the pot is.
    pub include_pot: bool,
    /// Whether all-in is.
    pub include_all_in: bool,
}

impl Default for Discretization {
    fn default() -> Discretization {
        let PotGrid { fractions, include_min, include_pot, include_all_in } = PotGrid::default();
        Discretization { pot_fracs: fractions, include_min, include_pot, include_all_in }
    }
}

/// When to stop, and by which algorithm to get there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SolverFile {
    /// Iterations at most.
    pub iterations: Option<u32>,
    /// Exploitability in percent of the pot.
    pub target: Option<f64>,
    /// An algorithm of specs, such as `dcfr`.
    pub algorithm: Option<String>,
}

/// A seat.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatFile {
    /// What it holds.
    pub range: SeatRange,
}

/// What a seat holds.
#[derive(Clone, PartialEq, Debug)]
pub enum SeatRange {
    /// Hands.
    Text(String),
    /// The weight of each bucket of the matrix.
    Buckets(Vec<f64>),
}

impl SpotFile {
    /// The file that the matrix is in, if it is in one.
    pub fn matrix_path(&self) -> Option<&str> {
        match &self.matrix {
            Some(MatrixFile::Path(path)) => Some(path),
            _ => None,
        }
    }

    /// Sets what the file of the matrix says.
    pub fn set_matrix(&mut self, text: String) {
        self.matrix_text = Some(text);
    }

    /// The spec whose first decision is that of the file, with so many threads.
    pub fn spec(&self, threads: usize) -> Result<SpotSpec, SpotError> {
        let game = read("game", &self.game, str::parse::<Game>)?;
        let board = read("board", &self.board, str::parse::<Board>)?;
        self.check_street(board.street())?;
        let rules = self.rules(game)?;
        let hand = self.hand(rules, board.street())?;
        let start = start_of(&hand)?;
        // The seat left of the button acts first on every street.
        let [oop, ip] = [self.range_text(1 - self.button)?, self.range_text(self.button)?];
        let sizes = self.size_list().to_string();
        let mut fields = vec![
            ("game", game.name().to_owned()),
            ("board", self.board.clone()),
            ("pot", hand.pot().0.to_string()),
            ("stack", start.stacks[0].max(Chips(1)).0.to_string()),
            ("oop.range", oop.clone()),
            ("ip.range", ip.clone()),
            ("bet", sizes.clone()),
            ("raise", sizes),
        ];
        fields.extend(self.solver_fields(threads));
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(field, text)| (*field, text.as_str())).collect();
        let mut spec = SpotSpec::parse("", &fields)?;
        spec.betting.start = start;
        spec.betting.rules = rules;
        Ok(spec)
    }

    /// The fields of a spec that say how it is solved.
    pub(super) fn solver_fields(&self, threads: usize) -> Vec<(&'static str, String)> {
        let mut fields = vec![("threads", threads.to_string())];
        let SolverFile { iterations, target, algorithm } = &self.solver;
        fields.extend(iterations.map(|iterations| ("iterations", iterations.to_string())));
        fields.extend(target.map(|target| ("target", target.to_string())));
        fields.extend(algorithm.clone().map(|algorithm| ("algorithm", algorithm)));
        fields
    }

    fn range_text(&self, seat: usize) -> Result<&String, SpotError> {
        match &self.players[seat].range {
            SeatRange::Text(text) => Ok(text),
            SeatRange::Buckets(_) => {
                let expected = "a text where there is no matrix of buckets";
                Err(FieldError::Kind { field: format!("players[{seat}].range"), expected }.into())
            }
        }
    }

    /// All chips in the middle.
    pub fn pot(&self) -> u64 {
        let [first, second] = self.committed_total;
        first.saturating_add(second)
    }

    fn check_street(&self, of_board: Street) -> Result<(), SpotError> {
        let expected = match of_board {
            Street::Preflop => "flop, turn or river, with a board",
            Street::Flop => "flop, as the board has three cards",
            Street::Turn => "turn, as the board has four cards",
            Street::River => "river, as the board has five cards",
        };
        let named = self.street.as_deref().unwrap_or(match of_board {
            Street::Preflop => "preflop",
            Street::Flop => "flop",
            Street::Turn => "turn",
            Street::River => "river",
        });
        let fits = of_board != Street::Preflop && expected.split(',').next() == Some(named);
        let wrong =
            || FieldError::Value { field: "street".to_owned(), text: named.to_owned(), expected };
        if fits { Ok(()) } else { Err(wrong().into()) }
    }

    /// The street of a spot of buckets, which is the river: there they are compared.
    pub(super) fn bucket_street(&self) -> Result<Street, SpotError> {
        let of_board = match self.board.as_str() {
            "" => Street::River,
            text => read("board", text, str::parse::<Board>)?.street(),
        };
        let named = self.street.as_deref().unwrap_or("river");
        if of_board == Street::River && named == "river" {
            return Ok(Street::River);
        }
        let text = if named == "river" { &self.board } else { named };
        let field = if named == "river" { "board" } else { "street" };
        Err(FieldError::Value {
            field: field.to_owned(),
            text: text.to_owned(),
            expected: "a river, where buckets are compared",
        }
        .into())
    }

    pub(super) fn rules(&self, game: Game) -> Result<Rules, SpotError> {
        let min_bet = match self.min_bet_rule.as_deref() {
            None if self.bb == 0 => MinBet::OneChip,
            None | Some("big_blind") => MinBet::BigBlind,
            Some("one_chip") => MinBet::OneChip,
            Some(other) => {
                return Err(FieldError::Value {
                    field: "min_bet_rule".to_owned(),
                    text: other.to_owned(),
                    expected: "big_blind or one_chip",
                }
                .into());
            }
        };
        let limit = if game.is_omaha() { Limit::PotLimit } else { Limit::NoLimit };
        Ok(Rules { limit, min_bet, big_blind: Chips(self.bb) })
    }

    pub(super) fn hand(&self, rules: Rules, street: Street) -> Result<Hand, SpotError> {
        let seats = [0, 1].map(|seat: usize| SeatSnapshot {
            stack: Chips(self.stacks[seat]),
            committed_on_street: Chips(self.committed_on_street[seat]),
            committed_total: Chips(self.committed_total[seat]),
            folded: false,
        });
        let bets = self.committed_on_street;
        let snapshot = HandSnapshot {
            rules,
            street,
            button: self.button,
            to_act: self.to_act,
            last_raise: Some(Chips(self.last_raise_size)),
            raises: u32::from(bets.iter().all(|&bet| bet > 0)),
            dead: Chips::ZERO,
            seats: seats.to_vec(),
        };
        Hand::resume(&snapshot).map_err(|error| SpotError::Tree(TreeError::from(error)))
    }

    /// The grid as sizes.
    pub(super) fn size_list(&self) -> SizeList {
        let Discretization { pot_fracs, include_min, include_pot, include_all_in } =
            self.discretization.clone();
        let grid = PotGrid { fractions: pot_fracs, include_min, include_pot, include_all_in };
        SizeList::from_grid(&grid)
    }
}

/// Where the betting goes on from a hand.
pub(super) fn start_of(hand: &Hand) -> Result<TreeStart, FieldError> {
    let expected = "a seat that has something to decide";
    TreeStart::from_hand(hand).ok_or(FieldError::Missing { field: "to_act", expected })
}
