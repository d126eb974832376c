//! The content of a spot file.

use quasar_cards::{Board, Combo, Game, Range, Street};
use quasar_game::{
    Chips, Hand, HandSnapshot, Limit, MinBet, PlayerSizes, Rake, Rules, SeatSnapshot, SizeList,
    StreetSpec, TreeError, TreeSpec, TreeStart,
};
use quasar_solver::Settings;

use super::buckets::MatrixFile;
use crate::job::{Goal, thread_count};
use crate::request::{FieldError, Warnings};
use crate::spot::{LinePlaces, SpotError, SpotSpec, SpotStart};

/// The state of a hand between two players, and how to solve it.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotFile {
    /// The game.
    pub game: Game,
    /// The street; that of the board if left out.
    pub street: Option<Street>,
    /// The small blind.
    pub small_blind: u64,
    /// The big blind.
    pub big_blind: u64,
    /// The ante of each seat; part of `committed_total`.
    pub ante: u64,
    /// The seat whose turn it is.
    pub to_act: usize,
    /// The seat with the button.
    pub button: usize,
    /// The chips that each seat has left.
    pub stacks: [u64; 2],
    /// The chips that each seat has put in since the hand began.
    pub committed_total: [u64; 2],
    /// The chips that each seat has put in on this street.
    pub committed_on_street: [u64; 2],
    /// The last full bet or raise of the street; 0 before there is one.
    pub last_raise: u64,
    /// The board; not needed with buckets.
    pub board: Option<Board>,
    /// The smallest first bet; the big blind where there is one, if left out.
    pub min_bet: Option<MinBet>,
    /// The hand that the answer is about; all hands if left out.
    pub hero: Option<Combo>,
    /// How many raises a street may see.
    pub raise_cap: Option<u32>,
    /// The rake.
    pub rake: Rake,
    /// How many units of its chips a chip of the text it was read from is.
    pub chip_scale: u64,
    /// Which first bets are considered.
    pub bet: SizeList,
    /// Which raises are considered.
    pub raise: SizeList,
    /// How the spot is solved.
    pub settings: Settings,
    /// When to stop; its exploitability is in chips.
    pub goal: Goal,
    /// What each seat holds.
    pub players: [SeatRange; 2],
    /// The equities of the buckets against each other, if the seats hold buckets.
    pub matrix: Option<MatrixFile>,
    /// The content of the matrix file.
    pub(super) matrix_text: Option<String>,
    /// What was noticed while it was read.
    pub warnings: Warnings,
}

/// What a seat holds.
#[derive(Clone, PartialEq, Debug)]
pub enum SeatRange {
    /// Hands.
    Hands(Range),
    /// The weight of each bucket of the matrix.
    Buckets(Vec<f64>),
}

impl SpotFile {
    /// The matrix file, if the matrix is in one.
    pub fn matrix_path(&self) -> Option<&str> {
        match &self.matrix {
            Some(MatrixFile::Path(path)) => Some(path),
            _ => None,
        }
    }

    /// Sets the content of the matrix file.
    pub fn set_matrix(&mut self, text: String) {
        self.matrix_text = Some(text);
    }

    /// The spec whose first decision is the one of the file, with so many threads.
    pub fn spec(&self, threads: usize) -> Result<SpotSpec, SpotError> {
        if self.game == Game::Plo6 {
            return Err(FieldError::Value {
                field: "game".to_owned(),
                text: self.game.name().to_owned(),
                expected: "holdem, plo4 or plo5".into(),
            }
            .into());
        }
        let expected = "three to five cards, such as QsJh2h";
        let board = self.board.ok_or_else(|| FieldError::missing("board", expected))?;
        let rules = self.rules();
        let hand = self.hand(rules, board.street())?;
        // The seat left of the button acts first on every street.
        let ranges = [self.range(1 - self.button)?, self.range(self.button)?];
        let spec = SpotSpec {
            board,
            ranges,
            betting: self.betting(rules, start_of(&hand)?),
            rake: self.rake,
            locks: Vec::new(),
            abstraction: None,
            river_buckets: None,
            cut: None,
            start: None,
            settings: Settings { threads: thread_count(threads), ..self.settings },
            goal: self.goal,
            warnings: self.warnings.clone(),
            places: LinePlaces::default(),
            chip_scale: self.chip_scale,
        };
        Ok(SpotSpec { start: SpotStart::by_default(&spec), ..spec })
    }

    /// The tree from a start, with the sizes of the file on every street.
    pub(super) fn betting(&self, rules: Rules, start: TreeStart) -> TreeSpec {
        let sizes = PlayerSizes::new(self.bet.clone(), self.raise.clone());
        let street = StreetSpec { raise_cap: self.raise_cap, ..StreetSpec::both(sizes) };
        TreeSpec::new(rules, start, street)
    }

    fn range(&self, seat: usize) -> Result<Range, SpotError> {
        match &self.players[seat] {
            SeatRange::Hands(range) => Ok(range.clone()),
            SeatRange::Buckets(_) => {
                let field = format!("players[{seat}].range");
                let expected = "a text where there is no matrix of buckets".into();
                Err(FieldError::Kind { field, expected }.into())
            }
        }
    }

    /// The pot.
    pub fn pot(&self) -> u64 {
        let [first, second] = self.committed_total;
        first.saturating_add(second)
    }

    /// What a target of 1 is in chips for a running solve: a percent of the pot before the street,
    /// or a chip if the decision is one of buckets.
    pub(crate) fn target_unit(&self) -> f64 {
        let [first, second] = self.committed_on_street;
        let before = self.pot().saturating_sub(first.saturating_add(second));
        if self.has_buckets() { 1.0 } else { before as f64 / 100.0 }
    }

    pub(super) fn rules(&self) -> Rules {
        let least = if self.big_blind == 0 { MinBet::OneChip } else { MinBet::BigBlind };
        let limit = if self.game.is_omaha() { Limit::PotLimit } else { Limit::NoLimit };
        Rules { limit, min_bet: self.min_bet.unwrap_or(least), big_blind: Chips(self.big_blind) }
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
            last_raise: Some(Chips(self.last_raise)),
            raises: u32::from(bets.iter().all(|&bet| bet > 0)),
            dead: Chips::ZERO,
            seats: seats.to_vec(),
        };
        Hand::resume(&snapshot).map_err(|error| SpotError::Tree(TreeError::from(error)))
    }
}

/// The point at which the betting of a hand continues.
pub(super) fn start_of(hand: &Hand) -> Result<TreeStart, FieldError> {
    let expected = "a seat that can still act";
    TreeStart::from_hand(hand).ok_or_else(|| FieldError::missing("to_act", expected))
}
