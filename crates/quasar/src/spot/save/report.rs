//! Reports about a save: what it is, its lines, and the effect of the next cards.

use std::num::NonZeroUsize;

use quasar_game::{BettingTree, Line, NodeId, NodeKind, Place, Player};
use quasar_store::FileKind;
use schemars::JsonSchema;
use serde::Serialize;

use super::{SaveError, SpotSave};
use crate::job::Engine;
use crate::request::values::{Games, Streets};
use crate::schema::names::{FileKinds, Name, Players};
use crate::spot::equity::Equities;
use crate::spot::line;
use crate::spot::node_hands::Hands;
use crate::spot::node_report::range;
use crate::spot::report::live_weight;
use crate::spot::{ActionReport, SpotPlayerReport, SpotRangeReport};

/// A description of a save.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct SaveReport {
    /// The file.
    pub path: String,
    /// What kind of file it is.
    pub kind: Name<FileKinds>,
    /// The version of its format.
    pub version: u32,
    /// Its size.
    pub bytes: u64,
    /// `holdem`, `plo4` or `plo5`.
    pub game: Name<Games>,
    /// The board at the start.
    pub board: String,
    /// The pot at the start.
    pub pot: u64,
    /// Chips that each player has left at the start.
    pub stack: u64,
    /// Both players at the start, `oop` first.
    pub players: [SpotPlayerReport; 2],
    /// The exploitability: the mean of both players' best-response gains, in chips.
    pub exploitability: f64,
    /// The same in percent of the pot.
    pub exploitability_percent: f64,
    /// Iterations done.
    pub iterations: u32,
    /// Working time, pauses excluded.
    pub seconds: f64,
    /// The streets of the spot.
    pub streets: Vec<SaveStreetReport>,
    /// Whether the save can be resumed.
    pub resumable: bool,
    /// The spec.
    pub spec: String,
}

/// A street of a saved spot.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct SaveStreetReport {
    /// `flop`, `turn` or `river`.
    pub street: Name<Streets>,
    /// Whether it was saved.
    pub kept: bool,
    /// Boards that differ by more than suits.
    pub boards: usize,
    /// Decisions on each board.
    pub decisions: usize,
}

/// Decisions of a street, from one on.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct TreeReport {
    /// The decisions, each before those that follow it.
    pub lines: Vec<TreeLineReport>,
}

/// A decision in a list of lines.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct TreeLineReport {
    /// The line that leads to it.
    pub line: String,
    /// Actions since the decision at which the list begins.
    pub depth: usize,
    /// Who acts: `oop` or `ip`.
    pub player: Name<Players>,
    /// The pot.
    pub pot: u64,
    /// How often play reaches it from there, 0 to 1; none if play is never there.
    pub frequency: Option<f64>,
    /// The expected value of the player who acts from here on, in chips; none if
    /// the line is never reached.
    pub ev: Option<f64>,
    /// The actions.
    pub actions: Vec<ActionReport>,
}

/// The effect of each card that can be dealt.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct RunoutsReport {
    /// The cards, in the order of the deck.
    pub runouts: Vec<RunoutReport>,
}

/// The decision after a card.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct RunoutReport {
    /// The card.
    pub card: String,
    /// The decision after it.
    pub line: String,
    /// The board that was solved instead, if the two are equal up to suits.
    pub solved_as: Option<String>,
    /// The probability of the card, given both players' ranges, 0 to 1; none if the
    /// line is never reached.
    pub frequency: Option<f64>,
    /// Who acts: `oop` or `ip`.
    pub player: Name<Players>,
    /// Both ranges at the decision, `oop` first.
    pub ranges: [SpotRangeReport; 2],
    /// The actions.
    pub actions: Vec<ActionReport>,
}

impl SpotSave {
    /// Describes the save.
    pub fn report(&self) -> SaveReport {
        let results = self.results();
        let pot = self.betting.starting_pot();
        let gains = [0, 1].map(|side| results.best_responses[side] - results.evs[side]);
        let exploitability = (gains[0] + gains[1]) / 2.0;
        let players = Player::BOTH.map(|player| {
            let side = player.index();
            SpotPlayerReport {
                player: Name(player),
                combos: live_weight(&self.spec, player),
                equity: results.equities[side],
                ev: results.evs[side],
                ev_share: results.evs[side] / pot.as_f64(),
                gain: Some(gains[side]),
            }
        });
        let streets = self.streets().zip(&self.save.layout().streets);
        let streets = streets.map(|((street, kept), layout)| SaveStreetReport {
            street: Name(street),
            kept,
            boards: layout.boards.len(),
            decisions: layout.rounds.iter().map(Vec::len).sum(),
        });
        SaveReport {
            path: self.path().display().to_string(),
            kind: Name(FileKind::Save),
            version: self.save.version(),
            bytes: self.size(),
            game: Name(self.spec.game()),
            board: self.names.board(&self.spec.board).to_string(),
            pot: pot.0,
            stack: self.betting.stack().0,
            players,
            exploitability,
            exploitability_percent: 100.0 * exploitability / pot.as_f64(),
            iterations: results.iterations,
            seconds: results.seconds,
            streets: streets.collect(),
            resumable: self.is_full(),
            spec: self.spec_text().to_owned(),
        }
    }

    /// The decisions of a street from the one at the end of a line on, each after at
    /// most `depth` more actions. Cards are not dealt on the way.
    pub fn tree(&self, from: &Line, depth: Option<NonZeroUsize>) -> Result<TreeReport, SaveError> {
        let (place, cards) = line::decision_at(&self.betting, from)?;
        let mut found = Vec::new();
        let mut pending = vec![(place, 0)];
        let mut start = None;
        while let Some((place, deep)) = pending.pop() {
            let facts = self.node(&self.betting.line(place, &cards))?;
            let pairs = facts.pairs();
            let all = *start.get_or_insert(pairs);
            let hands = Hands::new(
                &facts,
                &facts.compatible_weight(facts.player),
                &Equities::default(),
                None,
            );
            found.push(TreeLineReport {
                line: facts.line.to_string(),
                depth: deep,
                player: Name(facts.player),
                pot: facts.pot.0,
                frequency: (all > 0.0).then(|| pairs / all),
                ev: hands.ev(),
                actions: hands.actions(&facts.actions),
            });
            if depth.is_none_or(|most| deep < most.get()) {
                pending.extend(decisions_after(&self.betting, place).map(|next| (next, deep + 1)));
            }
        }
        Ok(TreeReport { lines: found })
    }

    /// The effect of each card that can be dealt: see [`runouts`](Self::runouts).
    pub fn runout_reports(&self, line: &Line, engine: &Engine) -> Result<RunoutsReport, SaveError> {
        let (mut reports, mut pairs) = (Vec::new(), Vec::new());
        self.each_runout(line, |card, facts| {
            let equities = Equities::at(&facts, engine)?;
            let compatible_weight = Player::BOTH.map(|player| facts.compatible_weight(player));
            let hands =
                Hands::new(&facts, &compatible_weight[facts.player.index()], &equities, None);
            pairs.push(facts.pairs());
            reports.push(RunoutReport {
                card: card.to_string(),
                line: facts.line.to_string(),
                solved_as: facts.solved_as.map(|board| board.to_string()),
                frequency: None,
                player: Name(facts.player),
                ranges: Player::BOTH
                    .map(|player| range(&facts, player, &compatible_weight, &equities)),
                actions: hands.actions(&facts.actions),
            });
            Ok(())
        })?;
        let all: f64 = pairs.iter().sum();
        for (report, pairs) in reports.iter_mut().zip(pairs) {
            report.frequency = (all > 0.0).then(|| pairs / all);
        }
        Ok(RunoutsReport { runouts: reports })
    }
}

/// The decisions that directly follow one, last first.
fn decisions_after(betting: &BettingTree, place: Place) -> impl Iterator<Item = Place> {
    let round = &betting[place.round];
    let children = round[place.node].child_ids().collect::<Vec<NodeId>>().into_iter().rev();
    let decides = |node: &NodeId| matches!(round[*node].kind, NodeKind::Decision { .. });
    children.filter(decides).map(move |node| Place { round: place.round, node })
}
