//! Saves of a solve to the river: one without rivers for each line that sees a flop and each
//! flop, as if the spot had been solved alone with the ranges that arrive.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use quasar_cards::{Board, Combo, Game, HoldemClass, Range};
use quasar_game::{NodeId, Place, Player, Rake, RoundId};
use quasar_preflop::PreflopSolverGame;
use quasar_solver::{
    BoardAt, DecisionExport, Profile, Solver, SolverGame, StageExport, StreetsGame, StreetsNode,
};
use quasar_store::ResultFolder;

use super::StreetsRun;
use crate::job::Engine;
use crate::preflop::PreflopSolveError;
use crate::spot::{PartSave, SaveError, SpotSpec};

/// Weights of ranges are rounded to this part; hands with less are left out.
const WEIGHT: f32 = 1e-4;

/// Levels of a solve whose decisions are saved: before the flop, flop, turn.
const LEVELS: usize = 3;

/// What saves say of the solve that they are a part of.
#[derive(Clone, Copy, Debug)]
pub(in crate::preflop) struct SolveFacts {
    pub(in crate::preflop) iterations: u32,
    pub(in crate::preflop) seconds: f64,
    /// The exploitability of the whole game, in chips.
    pub(in crate::preflop) exploitability: f64,
}

/// The name of the save of a line and a flop: `r-0-b2500-c_Ks9d4h.qsr`.
pub(in crate::preflop) fn save_name(line: &str, flop: &Board) -> String {
    format!("{}_{flop}.qsr", line.replace(':', "-"))
}

impl StreetsRun {
    /// Writes the saves into a folder and returns their names. Lines that nobody reaches have
    /// none.
    pub(in crate::preflop) fn save_lines(
        &self,
        solver: &mut Solver<PreflopSolverGame>,
        place: &ResultFolder,
        facts: SolveFacts,
    ) -> Result<Vec<String>, PreflopSolveError> {
        let Some(game) = solver.game().streets() else { return Ok(Vec::new()) };
        let saves = self.open_saves(game, place)?;
        let failed: Mutex<Option<SaveError>> = Mutex::new(None);
        let failure = || failed.lock().unwrap_or_else(PoisonError::into_inner);
        solver.export(Profile::Average, LEVELS, |game, stage| {
            if let Some(game) = game.streets().filter(|_| failure().is_none())
                && let Err(error) = saves.write(game, stage)
            {
                *failure() = Some(error);
            }
        })?;
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error.into());
        }
        saves.finish(facts)
    }

    fn open_saves(
        &self,
        game: &StreetsGame,
        place: &ResultFolder,
    ) -> Result<LineSaves, PreflopSolveError> {
        let mut saves = LineSaves { flop_of_turn: HashMap::new(), open: BTreeMap::new() };
        for flop in 0..game.boards(1) {
            let at = BoardAt { level: 1, board: flop };
            let Some(board) = game.board(at) else { continue };
            let mut boards = vec![vec![board]];
            let mut before = vec![at];
            for level in 2..game.tree().levels() {
                let deals = before.iter().flat_map(|&at| game.deals(at));
                before = deals.map(|deal| BoardAt { level, board: deal.board }).collect();
                boards.push(before.iter().filter_map(|&at| game.board(at)).collect());
                if level == 2 {
                    saves.flop_of_turn.extend(before.iter().map(|at| (at.board, flop)));
                }
            }
            for (number, line) in self.lines.iter().enumerate() {
                let Some(spec) = self.spot(number, board)? else { continue };
                let name = save_name(&line.line, &board);
                let file = place.claim_save(&name).map_err(SaveError::from)?;
                let save = PartSave::create(file, spec, boards.clone())?;
                let line = OpenSave { name, save, values: Mutex::new([0.0; 2]) };
                saves.open.insert((number, flop), line);
            }
        }
        Ok(saves)
    }

    /// A line on a flop as a spot; none if nobody gets there.
    fn spot(&self, line: usize, board: Board) -> Result<Option<SpotSpec>, PreflopSolveError> {
        let mut ranges = Vec::new();
        for side in 0..2 {
            let weight = |combo: Combo| {
                let class = HoldemClass::of(&combo).map_or(0, HoldemClass::index);
                (self.lines[line].reach[side][class] / WEIGHT).round() * WEIGHT
            };
            let all = Combo::all(Game::Holdem, quasar_cards::CardSet::EMPTY);
            let mut weights = vec![0.0; Game::Holdem.combos()];
            all.for_each(|combo| weights[combo.index()] = weight(combo).min(1.0));
            ranges.extend(Range::from_weights(Game::Holdem, weights).ok());
        }
        let [oop, ip] = &ranges[..] else { return Ok(None) };
        let betting = self.choice.line_specs[line].clone();
        let text = format!(
            "{{board: {board}, pot: {}, stack: {}, big_blind: {}, oop: AA, ip: AA}}",
            betting.start.pot, betting.start.stacks[0], betting.rules.big_blind
        );
        let read = |text: &str| SpotSpec::parse(text).map_err(SaveError::from);
        let rake = match self.rake.is_none() {
            true => Rake::NONE,
            false => Rake::new(self.rake.rate(), self.rake.cap(), false).unwrap_or(Rake::NONE),
        };
        let ranges = [oop.clone(), ip.clone()];
        let drawn = SpotSpec { ranges, betting, rake, ..read(&text)? };
        if drawn.check_hands(&board).is_err() {
            return Ok(None);
        }
        // What the text says is what a reader of the save will see.
        Ok(Some(read(&drawn.to_text())?))
    }
}

/// The saves of a solve, by line and flop.
struct LineSaves {
    flop_of_turn: HashMap<usize, usize>,
    open: BTreeMap<(usize, usize), OpenSave>,
}

struct OpenSave {
    name: String,
    save: PartSave,
    /// What each player wins on average, in chips.
    values: Mutex<[f64; 2]>,
}

impl LineSaves {
    /// Writes the decisions of a stage on a board.
    fn write(&self, game: &StreetsGame, stage: StageExport) -> Result<(), SaveError> {
        let at = stage.place;
        let flop = if at.level == 1 { Some(&at.board) } else { self.flop_of_turn.get(&at.board) };
        let Some((board, &flop)) = game.board(at).zip(flop) else { return Ok(()) };
        let Some(combos) = game.combos(at) else { return Ok(()) };
        let combos: Vec<Combo> = combos.collect();
        let mut by_line: BTreeMap<usize, Vec<(Place, DecisionExport)>> = BTreeMap::new();
        for decision in stage.decisions {
            if let Some(StreetsNode::Later { line, node: (round, node) }) =
                game.node(stage.stage, decision.node)
            {
                by_line.entry(line).or_default().push((Place { round, node }, decision));
            }
        }
        for (line, decisions) in by_line {
            let Some(open) = self.open.get(&(line, flop)) else { continue };
            let first = Place { round: RoundId::ROOT, node: NodeId::ROOT };
            if let Some((_, decision)) = decisions.iter().find(|(place, _)| *place == first) {
                let found = mean_values(open.save.spec(), &combos, decision);
                *open.values.lock().unwrap_or_else(PoisonError::into_inner) = found;
            }
            open.save.write(&board, &combos, decisions)?;
        }
        Ok(())
    }

    fn finish(self, facts: SolveFacts) -> Result<Vec<String>, PreflopSolveError> {
        let engine = Engine::new(0, Engine::DEFAULT_CACHE)
            .map_err(|error| crate::spot::SpotError::Equity(error.to_string()))
            .map_err(SaveError::from)?;
        let mut names = Vec::new();
        for OpenSave { name, save, values } in self.open.into_values() {
            let half_pot = save.spec().betting.start.pot.as_f64() / 2.0;
            let values = values.into_inner().unwrap_or_else(PoisonError::into_inner);
            let evs = values.map(|value| value + half_pot);
            let best = evs.map(|ev| ev + facts.exploitability);
            save.finish(facts.iterations, facts.seconds, [evs, best], &engine)?;
            names.push(name);
        }
        Ok(names)
    }
}

/// What each player wins on average where the first decision of a spot is, in chips.
fn mean_values(spec: &SpotSpec, combos: &[Combo], decision: &DecisionExport) -> [f64; 2] {
    let hands = combos.len();
    let mean = |hand: usize| -> Option<f64> {
        let cells = (0..decision.actions).map(|action| action * hands + hand);
        cells
            .map(|cell| {
                let value = decision.action_values[cell]?;
                Some(f64::from(decision.strategy[cell]) * f64::from(value))
            })
            .sum()
    };
    let acting: Vec<Option<f64>> = (0..hands).map(mean).collect();
    let waiting: Vec<Option<f64>> =
        decision.other_values.iter().map(|value| value.map(f64::from)).collect();
    Player::BOTH.map(|player| {
        let values = if player == decision.player { &acting } else { &waiting };
        let own = &spec.ranges[player.index()];
        let others = &spec.ranges[player.opponent().index()];
        let (mut all, mut won) = (0.0, 0.0);
        for (combo, value) in combos.iter().zip(values) {
            let weight = f64::from(own.weight(combo));
            let Some(value) = value.filter(|_| weight > 0.0) else { continue };
            let apart = combos.iter().filter(|other| !other.set().intersects(combo.set()));
            let met: f64 = apart.map(|other| f64::from(others.weight(other))).sum();
            all += weight * met;
            won += weight * met * value;
        }
        if all > 0.0 { won / all } else { 0.0 }
    })
}
