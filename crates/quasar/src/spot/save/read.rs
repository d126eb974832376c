//! Opening a save and reading decisions from it.

use std::path::Path;

use quasar_cards::{Board, Card, Combo, Street};
use quasar_game::{BettingTree, Line, NodeId, NodeKind, Place, Player, RoundId, Step, TreeSpec};
use quasar_store::{
    FileKind, ResultFile, Save, SaveLayout, SaveResults, SavedBlock, SavedDecision,
};

use super::named::SaveNames;
use super::{BoardNumbers, SaveError, decision_number, round_number, street_layout, street_rounds};
use crate::job::Control;
use crate::request::Document;
use crate::spot::facts::{NodeFacts, NodePlace, RawNode};
use crate::spot::line::{self, level};
use crate::spot::{NO_SIZES, SpotDocument, SpotError, SpotSpec};

/// The spec of a save. One without any size has no bets: it was saved before there were
/// sizes by default.
fn complete_text(saved: &str) -> Result<String, SpotError> {
    let mut document = SpotDocument::parse(saved)?;
    if document.has_sizes() {
        return Ok(saved.to_owned());
    }
    document.set("bet", NO_SIZES)?;
    Ok(document.to_yaml())
}

/// An open save of a spot.
///
/// The file is mapped into memory: nothing may change or truncate it in the meantime.
#[derive(Debug)]
pub struct SpotSave {
    pub(super) save: Save,
    spec_text: String,
    pub(super) spec: SpotSpec,
    pub(super) betting: BettingTree,
    pub(super) boards: BoardNumbers,
    pub(super) names: SaveNames,
}

impl SpotSave {
    /// Opens a save; its decisions are checked as they are read.
    pub fn open(path: &Path) -> Result<SpotSave, SaveError> {
        SpotSave::new(Save::open(path)?)
    }

    /// The same for bytes that are in memory; `path` is for messages.
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<SpotSave, SaveError> {
        SpotSave::new(Save::from_bytes(path, bytes)?)
    }

    /// Claims the path of a save before a long solve: a new file, or one that is a
    /// save. [`SpotPlan::save_size`](crate::spot::SpotPlan::save_size) is the size to
    /// reserve.
    pub fn claim(path: &Path) -> Result<ResultFile, SaveError> {
        Ok(ResultFile::claim(path, FileKind::Save)?)
    }

    /// Whether a save can be written to `path`, without keeping the claim.
    pub fn check_target(path: &Path) -> Result<(), SaveError> {
        SpotSave::claim(path).map(drop)
    }

    fn new(save: Save) -> Result<SpotSave, SaveError> {
        let wrong = |why: String| SaveError::Content { path: save.path().to_owned(), why };
        let unreadable = |error: SpotError| wrong(format!("its spec cannot be read: {error}"));
        let spec_text = complete_text(save.spec()).map_err(unreadable)?;
        let spec = SpotSpec::parse(&spec_text).map_err(unreadable)?;
        // Whatever the spec says, no larger tree is built than the layout describes.
        let max_nodes = spec.betting.max_nodes.min(nodes(save.layout()));
        let betting = BettingTree::build(&TreeSpec { max_nodes, ..spec.betting.clone() })
            .map_err(|error| wrong(format!("its betting does not make a tree: {error}")))?;
        if !fits(&spec, &betting, save.layout()) {
            return Err(wrong("its hands or rounds are not those of its spec".to_owned()));
        }
        let numbers = |boards: &[Board]| {
            boards.iter().enumerate().map(|(number, &board)| (board, number)).collect()
        };
        let streets = &save.layout().streets;
        let boards = streets.iter().map(|street| numbers(&street.boards)).collect();
        Ok(SpotSave { save, spec_text, spec, betting, boards, names: SaveNames::default() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.save.path()
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.save.size()
    }

    /// The spot, with the default goal and threads.
    pub fn spec(&self) -> &SpotSpec {
        &self.spec
    }

    /// The spec as text, to read with other goals.
    pub fn spec_text(&self) -> &str {
        &self.spec_text
    }

    /// The state of the solve when it was saved.
    pub fn results(&self) -> &SaveResults {
        self.save.results()
    }

    /// The lines of the spot.
    pub fn betting(&self) -> &BettingTree {
        &self.betting
    }

    /// The streets of the spot, and whether each was saved.
    pub fn streets(&self) -> impl Iterator<Item = (Street, bool)> {
        let layout = self.save.layout();
        (0..layout.streets.len()).map(|number| (layout.street(number), number < self.save.kept()))
    }

    /// The boards of a street in the save: one of each set that is equal up to suits.
    /// None if the street was not saved.
    pub fn boards(&self, street: Street) -> &[Board] {
        let number = (street as usize).checked_sub(self.spec.board.street() as usize);
        let kept = number.filter(|&number| number < self.save.kept());
        kept.map_or(&[], |number| &self.save.layout().streets[number].boards)
    }

    /// Whether the save can be resumed.
    pub fn is_full(&self) -> bool {
        self.save.has_regrets() && self.save.kept() == self.save.layout().streets.len()
    }

    /// The lines to all decisions of a street that was saved, board by board.
    pub fn lines(&self, street: Street) -> impl Iterator<Item = Line> {
        let dealt = self.spec.board.cards().len();
        self.boards(street).iter().flat_map(move |board| {
            street_rounds(&self.betting, street).flat_map(move |round| {
                let nodes = self.betting[round].nodes().iter().enumerate();
                let decisions = nodes.filter(|(_, node)| node.player().is_some());
                decisions.map(move |(node, _)| {
                    let place = Place { round, node: NodeId(node as u32) };
                    self.betting.line(place, &self.names.board(board).cards()[dealt..])
                })
            })
        })
    }

    /// Everything known about the decision at the end of a line.
    pub fn node(&self, line: &Line) -> Result<NodeFacts, SaveError> {
        let (place, cards) = line::decision_at(&self.betting, line)?;
        self.check_kept(place.round)?;
        let shown = self.names.line(line);
        let dealt = self.spec.deal(&shown, &self.names.cards(&cards), |board| {
            let level = board.cards().len() - self.spec.board.cards().len();
            self.boards.get(level).is_some_and(|boards| boards.contains_key(board))
        })?;
        let way = self.way(place);
        let mut hands = Player::BOTH.map(|player| {
            self.spec.ranges[player.index()]
                .iter()
                .filter(|(combo, _)| !combo.set().intersects(self.spec.board.set()))
                .collect::<Vec<_>>()
        });
        for &(at, action) in &way {
            let decision = self.decision(at, &dealt.solved, &mut hands)?;
            let player = usize::from(decision.shape().player);
            let count = hands[player].len();
            let strategy = decision.strategy();
            for ((_, weight), frequency) in
                hands[player].iter_mut().zip(&strategy[action * count..])
            {
                *weight *= frequency;
            }
        }
        let decision = self.decision(place, &dealt.solved, &mut hands)?;
        let player = Player::BOTH[usize::from(decision.shape().player)];
        let [oop, ip] = hands.map(|hands| hands.into_iter().unzip::<Combo, f32, Vec<_>, Vec<_>>());
        let raw = RawNode {
            combos: [oop.0, ip.0],
            weights: [oop.1, ip.1],
            strategy: decision.strategy(),
            action_evs: decision.evs(),
            other_evs: decision.other_evs(),
        };
        let node = NodePlace {
            game: self.spec.game(),
            line: &shown,
            tree: &self.betting,
            place,
            board: self.names.board(&dealt.board),
            solved: dealt.solved,
            relabel: dealt.relabel.then(self.names.suits.inverse()),
        };
        Ok(NodeFacts::new(&node, player, raw))
    }

    /// What follows a line for each card that can be dealt: the first decision after it,
    /// if the line ends a street; otherwise the same decision with each other card in the
    /// place of the last.
    pub fn runouts(&self, line: &Line) -> Result<Vec<(Card, NodeFacts)>, SaveError> {
        let mut found = Vec::new();
        self.each_runout(line, |card, facts| {
            found.push((card, facts));
            Ok(())
        })?;
        Ok(found)
    }

    /// The same, one after the other.
    pub(super) fn each_runout(
        &self,
        line: &Line,
        mut see: impl FnMut(Card, NodeFacts) -> Result<(), SaveError>,
    ) -> Result<(), SaveError> {
        let (place, _) = self.betting.locate(line).map_err(SpotError::from)?;
        let mut steps = line.steps().to_vec();
        let at = match self.betting[place.round][place.node].kind {
            NodeKind::NextStreet { .. } => {
                steps.push(Step::Cards(Vec::new()));
                Some(steps.len() - 1)
            }
            _ => steps.iter().rposition(|step| matches!(step, Step::Cards(_))),
        };
        let why = "no card was dealt; --runouts needs a line that ends a street or has a card";
        let at = at.ok_or_else(|| SpotError::NoDecision { line: line.to_string(), why })?;
        let mut gone = self.names.board(&self.spec.board).set();
        for step in &steps[..at] {
            if let Step::Cards(cards) = step {
                gone |= cards.iter().copied().collect();
            }
        }
        for card in gone.complement().iter() {
            let mut steps = steps.clone();
            steps[at] = Step::Cards(vec![card]);
            match self.node(&steps.into_iter().collect()) {
                Ok(facts) => see(card, facts)?,
                // A card that leaves a player without hands, or that comes later on the line.
                Err(SaveError::Spot(SpotError::NoCard { .. } | SpotError::Line(_))) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Checks every block of the file. `control` counts them.
    pub fn verify(&self, control: &Control) -> Result<(), SaveError> {
        control.set_total(self.save.blocks());
        for checked in self.save.verify() {
            checked?;
            control.advance(1);
            if !control.may_continue() {
                return Err(SaveError::Stopped);
            }
        }
        Ok(())
    }

    /// The decisions on the way to a place, from the first on, each with the index of the
    /// action taken.
    fn way(&self, place: Place) -> Vec<(Place, usize)> {
        let mut way = Vec::new();
        let Place { mut round, mut node } = place;
        loop {
            while let Some(parent) = self.betting[round][node].parent {
                let first = self.betting[round][parent].children.start;
                let action = node.index() - first as usize;
                way.push((Place { round, node: parent }, action));
                node = parent;
            }
            let Some((before, leaf)) = self.betting[round].parent else { break };
            (round, node) = (before, leaf);
        }
        way.reverse();
        way
    }

    /// Reads a decision on the way to the board `last`, and removes the hands that
    /// its cards block.
    fn decision(
        &self,
        place: Place,
        last: &Board,
        hands: &mut [Vec<(Combo, f32)>; 2],
    ) -> Result<SavedDecision<'_>, SaveError> {
        let level = level(&self.betting, place.round);
        let cards = &last.cards()[..self.spec.board.cards().len() + level];
        let board = Board::new(cards).map_err(|error| SaveError::Content {
            path: self.path().to_owned(),
            why: error.to_string(),
        })?;
        for hands in hands {
            hands.retain(|(combo, _)| !combo.set().intersects(board.set()));
        }
        let block = self.block(place.round, &board)?;
        block.decision(decision_number(&self.betting, place)).ok_or_else(|| SaveError::Content {
            path: self.path().to_owned(),
            why: "a round has too few decisions".to_owned(),
        })
    }

    /// Fails if the street of a round was not saved.
    fn check_kept(&self, round: RoundId) -> Result<(), SaveError> {
        if level(&self.betting, round) < self.save.kept() {
            return Ok(());
        }
        let (street, hint) = match self.betting.street(round) {
            Street::River if self.spec.river_buckets.is_some() => {
                ("river", "its hands are in buckets")
            }
            Street::River => ("river", "a full save has it"),
            _ => ("turn", "a full save has it, and one without rivers"),
        };
        Err(SaveError::NotKept { path: self.path().to_owned(), street, hint })
    }

    /// Reads and checks a round on a board.
    pub(super) fn block(&self, round: RoundId, board: &Board) -> Result<SavedBlock<'_>, SaveError> {
        self.check_kept(round)?;
        let level = level(&self.betting, round);
        let number = self.boards[level].get(board).copied().unwrap_or(usize::MAX);
        Ok(self.save.block(level, number, round_number(&self.betting, round))?)
    }
}

/// Whether a layout has the hands and rounds of a spec. Its boards are checked as
/// lines name them.
/// The nodes of the tree that a layout describes: the first of each round, and one for
/// each action.
fn nodes(layout: &SaveLayout) -> u64 {
    let rounds = layout.streets.iter().flat_map(|street| &street.rounds);
    rounds.map(|round| 1 + round.iter().map(|shape| u64::from(shape.actions)).sum::<u64>()).sum()
}

fn fits(spec: &SpotSpec, betting: &BettingTree, layout: &SaveLayout) -> bool {
    let hands = spec.ranges.each_ref().map(|range| {
        let live = range.iter().filter(|(combo, _)| !combo.set().intersects(spec.board.set()));
        live.map(|(combo, _)| combo.index() as u32).collect::<Vec<_>>()
    });
    let streets = betting.rounds().iter().map(|round| round.street).max();
    let count = streets.map_or(0, |last| last as usize + 1 - spec.board.street() as usize);
    layout.game == spec.game()
        && layout.board == spec.board
        && layout.hands == hands
        && layout.streets.len() == count
        && layout.streets.iter().enumerate().all(|(number, street)| {
            let expected = street_layout(betting, layout.street(number), Vec::new());
            street.rounds == expected.rounds
        })
}
