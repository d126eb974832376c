//! Where the browser is and what it shows. Keys change it; drawing only reads it.
//!
//! Reading a decision may take a moment, so a key only says where to go
//! ([`Browser::key`]), and [`Browser::settle`] goes there: in between, the screen can say
//! that something is being read.

use quasar::cards::{HoldemClass, Range};
use quasar::equity::hand_orders;
use quasar::game::{Line, Player};
use quasar::job::Engine;
use quasar::range::{RangeReport, RangeSpec};
use quasar::request::read;
use quasar::schema::names::Grouping;
use quasar::spot::{
    HandSort, LineEnd, NodeView, RunoutReport, SpotHandReport, SpotNodeReport, SpotSave,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::error::Failure;

/// Hands of Omaha that are listed at most.
const MOST_HANDS: usize = 500;

/// Rows that page up and page down move by.
const PAGE: usize = 10;

/// What is at the end of the line.
pub(super) enum At {
    Decision(Box<Decision>),
    /// The next card is chosen, or another one in the place of the last.
    Cards(Vec<RunoutReport>),
    /// The hand is over.
    End(&'static str),
}

/// A decision, and in Hold'em the range of each player there.
pub(super) struct Decision {
    pub(super) node: SpotNodeReport,
    pub(super) ranges: Option<[RangeReport; 2]>,
}

/// What the number and the colour of a cell mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Strategy,
    Ev,
    Equity,
    Weight,
}

/// What fills the screen below the strip, if there is room for only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Panel {
    /// The grid of Hold'em, or the categories of Omaha.
    Overview,
    Hands,
}

/// A text that is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typing {
    /// A part of a hand's name, which the list jumps to.
    Search(String),
    /// A range that hands must be in.
    Filter(String),
}

/// Whether the browser keeps running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Stay,
    Quit,
}

pub(super) struct Browser {
    save: SpotSave,
    engine: Engine,
    pub(super) line: Line,
    /// The steps of the line in words.
    pub(super) words: Vec<String>,
    pub(super) at: At,
    pub(super) mode: Mode,
    pub(super) panel: Panel,
    pub(super) sort: Option<HandSort>,
    pub(super) filter: Option<String>,
    /// Whether the grid shows the range of the player who does not act.
    pub(super) swapped: bool,
    /// The class of the grid, the row of the categories, the card of the map.
    pub(super) cursor: usize,
    /// The first row of the list of hands.
    pub(super) row: usize,
    /// The class whose hands are listed.
    pub(super) pinned: Option<HoldemClass>,
    /// Which way of grouping Omaha hands is shown.
    pub(super) grouping: usize,
    /// Categories that are open.
    pub(super) open: Vec<String>,
    pub(super) typing: Option<Typing>,
    pub(super) help: bool,
    pub(super) message: Option<String>,
    pending: Option<Pending>,
}

/// What [`Browser::settle`] is to read.
enum Pending {
    Go(Line),
    /// The cards that could have come in the place of the last.
    OtherCards,
    /// The same decision again: with another order of hands, or after a map of cards.
    Again,
    /// The same decision with another filter.
    Filter(Option<String>),
}

impl Browser {
    /// A browser of a save that starts at the end of a line.
    pub(super) fn new(save: SpotSave, engine: Engine, line: Line) -> Result<Browser, Failure> {
        let mut browser = Browser {
            save,
            engine,
            line: Line::default(),
            words: Vec::new(),
            at: At::End(""),
            mode: Mode::Strategy,
            panel: Panel::Overview,
            sort: None,
            filter: None,
            swapped: false,
            cursor: 0,
            row: 0,
            pinned: None,
            grouping: 0,
            open: Vec::new(),
            typing: None,
            help: false,
            message: None,
            pending: None,
        };
        browser.go(line)?;
        Ok(browser)
    }

    pub(super) fn save(&self) -> &SpotSave {
        &self.save
    }

    /// Whether something is about to be read.
    pub(super) fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Does what the last key asked for. What fails is shown, and nothing changes.
    pub(super) fn settle(&mut self) {
        let done = match self.pending.take() {
            None => return,
            Some(Pending::Go(line)) => self.go(line),
            Some(Pending::OtherCards) => self.other_cards(),
            Some(Pending::Again) => self.go(self.line.clone()),
            Some(Pending::Filter(filter)) => {
                let old = std::mem::replace(&mut self.filter, filter);
                self.go(self.line.clone()).inspect_err(|_| self.filter = old)
            }
        };
        if let Err(failure) = done {
            self.message = Some(failure.to_string());
        }
    }

    /// Reacts to a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> Flow {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return Flow::Quit;
        }
        self.message = None;
        if self.typing.is_some() {
            self.type_key(key.code);
            return Flow::Stay;
        }
        if self.help {
            self.help = false;
            return Flow::Stay;
        }
        match key.code {
            KeyCode::Char('q') => return Flow::Quit,
            KeyCode::Char('?') => self.help = true,
            KeyCode::Char(digit @ '1'..='9') => self.take(digit as usize - '1' as usize),
            KeyCode::Backspace => self.back(),
            KeyCode::Char('m') => self.mode = self.next_mode(),
            KeyCode::Char('s') => self.swapped = !self.swapped,
            KeyCode::Char('c') => self.deal(),
            KeyCode::Char('o') => self.next_sort(),
            KeyCode::Char('/') => self.typing = Some(Typing::Search(String::new())),
            KeyCode::Char('f') => {
                self.typing = Some(Typing::Filter(self.filter.clone().unwrap_or_default()));
            }
            KeyCode::Tab => {
                self.panel = match self.panel {
                    Panel::Overview => Panel::Hands,
                    Panel::Hands => Panel::Overview,
                };
            }
            KeyCode::Enter => self.enter(),
            KeyCode::Esc => (self.pinned, self.row) = (None, 0),
            KeyCode::PageDown => self.scroll(PAGE as isize),
            KeyCode::PageUp => self.scroll(-(PAGE as isize)),
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => self.arrow(key.code),
            _ => {}
        }
        Flow::Stay
    }

    /// Takes the n-th action.
    fn take(&mut self, action: usize) {
        if !matches!(self.at, At::Decision(_)) {
            return;
        }
        match self.save.line_after(&self.line, action) {
            Ok(Some(line)) => self.pending = Some(Pending::Go(line)),
            Ok(None) => self.message = Some(format!("there is no action {}", action + 1)),
            Err(error) => self.message = Some(error.to_string()),
        }
    }

    /// One step back; from a map of other cards, to the decision.
    fn back(&mut self) {
        let steps = self.line.steps();
        let is_decision = self.save.line_end(&self.line).is_ok_and(|end| end == LineEnd::Decision);
        if matches!(self.at, At::Cards(_)) && is_decision {
            self.pending = Some(Pending::Again);
        } else if let Some((_, before)) = steps.split_last() {
            self.pending = Some(Pending::Go(before.iter().cloned().collect()));
        } else {
            self.message = Some("this is the first decision".to_owned());
        }
    }

    fn deal(&mut self) {
        match &self.at {
            At::Decision(_) => self.pending = Some(Pending::OtherCards),
            At::Cards(_) => {}
            At::End(_) => self.message = Some("the hand is over".to_owned()),
        }
    }

    fn enter(&mut self) {
        match &self.at {
            At::Cards(runouts) => {
                let card = card_at(self.cursor);
                match runouts.iter().find(|runout| runout.card == card) {
                    Some(runout) => match runout.line.parse() {
                        Ok(line) => self.pending = Some(Pending::Go(line)),
                        Err(_) => self.message = Some(format!("{} is not a line", runout.line)),
                    },
                    None => self.message = Some(format!("{card} cannot be dealt")),
                }
            }
            At::Decision(decision) if decision.node.classes.is_empty() => {
                let rows = self.categories();
                let Some((_, name)) = rows.get(self.cursor) else { return };
                match self.open.iter().position(|open| open == name) {
                    Some(place) => drop(self.open.remove(place)),
                    None => self.open.push(name.clone()),
                }
            }
            At::Decision(_) => {
                let class = HoldemClass::all().nth(self.cursor);
                self.pinned = if self.pinned == class { None } else { class };
                self.row = 0;
            }
            At::End(_) => {}
        }
    }

    fn next_mode(&self) -> Mode {
        match self.mode {
            Mode::Strategy => Mode::Ev,
            Mode::Ev => Mode::Equity,
            Mode::Equity => Mode::Weight,
            Mode::Weight => Mode::Strategy,
        }
    }

    fn next_sort(&mut self) {
        self.sort = match self.sort {
            None => Some(HandSort::Ev),
            Some(HandSort::Ev) => Some(HandSort::Equity),
            Some(HandSort::Equity) => Some(HandSort::Combos),
            Some(HandSort::Combos) => Some(HandSort::Strength),
            Some(HandSort::Strength) => None,
        };
        self.pending = Some(Pending::Again);
    }

    fn arrow(&mut self, key: KeyCode) {
        if self.panel == Panel::Hands && matches!(self.at, At::Decision(_)) {
            match key {
                KeyCode::Down => self.scroll(1),
                KeyCode::Up => self.scroll(-1),
                _ => {}
            }
            return;
        }
        let (rows, columns) = match &self.at {
            At::Cards(_) => (4, 13),
            At::Decision(decision) if decision.node.classes.is_empty() => {
                if matches!(key, KeyCode::Left | KeyCode::Right) {
                    let groupings = self.groupings().len().max(1);
                    let by = if key == KeyCode::Right { 1 } else { groupings - 1 };
                    (self.grouping, self.cursor) = ((self.grouping + by) % groupings, 0);
                    return;
                }
                (self.categories().len().max(1), 1)
            }
            At::Decision(_) => (13, 13),
            At::End(_) => return,
        };
        let (mut row, mut column) = (self.cursor / columns, self.cursor % columns);
        match key {
            KeyCode::Up => row = row.saturating_sub(1),
            KeyCode::Down => row = (row + 1).min(rows - 1),
            KeyCode::Left => column = column.saturating_sub(1),
            _ => column = (column + 1).min(columns - 1),
        }
        self.cursor = row * columns + column;
    }

    fn scroll(&mut self, by: isize) {
        let last = self.hands().len().saturating_sub(1);
        self.row = self.row.saturating_add_signed(by).min(last);
    }

    fn type_key(&mut self, key: KeyCode) {
        let Some(typing) = &mut self.typing else { return };
        let (Typing::Search(text) | Typing::Filter(text)) = typing;
        match key {
            KeyCode::Char(letter) => text.push(letter),
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                match self.typing.take() {
                    Some(Typing::Search(text)) => self.search(&text),
                    Some(Typing::Filter(text)) => {
                        let filter = Some(text).filter(|text| !text.trim().is_empty());
                        self.pending = Some(Pending::Filter(filter));
                    }
                    None => {}
                }
                return;
            }
            _ => {}
        }
        if let Some(Typing::Search(text)) = &self.typing {
            self.search(&text.clone());
        }
    }

    /// Moves to the first hand, or class of the grid, whose name begins so.
    fn search(&mut self, text: &str) {
        let begins = |name: &str| name.to_lowercase().starts_with(&text.to_lowercase());
        if text.is_empty() {
            return;
        }
        let class = HoldemClass::all().position(|class| begins(&class.to_string()));
        let hand = self.hands().iter().position(|hand| begins(&hand.hand));
        let is_grid = matches!(&self.at, At::Decision(at) if !at.node.classes.is_empty());
        match (class.filter(|_| is_grid), hand) {
            (None, None) => self.message = Some(format!("no hand begins with {text}")),
            (class, hand) => {
                self.cursor = class.unwrap_or(self.cursor);
                self.row = hand.unwrap_or(self.row);
            }
        }
    }

    /// The hands that are listed: all, or those of the class that is pinned.
    pub(super) fn hands(&self) -> Vec<&SpotHandReport> {
        let At::Decision(decision) = &self.at else { return Vec::new() };
        let shown = |hand: &&SpotHandReport| {
            let class = || hand.hand.parse().ok().and_then(|combo| HoldemClass::of(&combo));
            hand.weight > 0.0 && self.pinned.is_none_or(|pinned| class() == Some(pinned))
        };
        decision.node.hands.iter().filter(shown).collect()
    }

    /// The ways of grouping Omaha hands that there are.
    pub(super) fn groupings(&self) -> Vec<Grouping> {
        let At::Decision(decision) = &self.at else { return Vec::new() };
        let mut found: Vec<Grouping> = Vec::new();
        for group in &decision.node.groups {
            if !found.contains(&group.by.0) {
                found.push(group.by.0);
            }
        }
        found
    }

    /// The rows of the categories that are shown, each with its depth and name.
    pub(super) fn categories(&self) -> Vec<(usize, String)> {
        let At::Decision(decision) = &self.at else { return Vec::new() };
        let by = self.groupings().get(self.grouping).copied();
        let mut rows = Vec::new();
        for group in decision.node.groups.iter().filter(|group| Some(group.by.0) == by) {
            rows.push((0, group.name.clone()));
            if self.open.contains(&group.name) {
                let finer = group.groups.iter().filter(|finer| finer.by == group.by);
                rows.extend(finer.map(|finer| (1, finer.name.clone())));
            }
        }
        rows
    }

    fn view(&self) -> Result<NodeView, Failure> {
        let game = self.save.spec().game();
        let parse = |text: &str| Range::parse_with(game, text, hand_orders());
        let filter = self.filter.as_ref().map(|text| read("filter", text, parse)).transpose();
        let hands = if game.is_omaha() { MOST_HANDS } else { usize::MAX };
        Ok(NodeView { filter: filter?, hands, sort: self.sort })
    }

    fn other_cards(&mut self) -> Result<(), Failure> {
        let runouts = self.save.runout_reports(&self.line, &self.engine)?.runouts;
        (self.at, self.cursor) = (At::Cards(runouts), 0);
        Ok(())
    }

    fn go(&mut self, line: Line) -> Result<(), Failure> {
        let at = match self.save.line_end(&line)? {
            LineEnd::Decision => {
                let facts = self.save.node(&line)?;
                let node = SpotNodeReport::with_view(&facts, &self.view()?, &self.engine)?;
                let range = |player| {
                    let range = facts.range(player)?;
                    Ok::<_, Failure>(
                        RangeSpec { range, board: facts.board, warnings: Vec::new() }.report(),
                    )
                };
                let ranges = match node.classes.is_empty() {
                    true => None,
                    false => Some([range(Player::Oop)?, range(Player::Ip)?]),
                };
                At::Decision(Box::new(Decision { node, ranges }))
            }
            LineEnd::Card => At::Cards(self.save.runout_reports(&line, &self.engine)?.runouts),
            LineEnd::Fold => At::End("a player has folded"),
            LineEnd::Showdown => At::End("the hands are shown down"),
        };
        self.words = self.save.line_in_words(&line)?;
        let is_same = line == self.line;
        let both_grids = matches!((&self.at, &at), (At::Decision(_), At::Decision(_)));
        (self.line, self.at) = (line, at);
        if !is_same {
            self.row = 0;
            self.swapped = false;
        }
        if !both_grids {
            self.cursor = 0;
        }
        Ok(())
    }
}

/// The card of a place in the map: spades first, aces first.
pub(super) fn card_at(place: usize) -> String {
    const RANKS: &str = "AKQJT98765432";
    const SUITS: &str = "shdc";
    let letter = |text: &str, place: usize| text[place..=place].to_owned();
    letter(RANKS, place % 13) + &letter(SUITS, place / 13)
}
