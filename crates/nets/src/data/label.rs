//! Making samples: a random state, and what an exact solve says about it.

use quasar_cards::{Board, CardsError, Combo, Game, Range, Street};
use quasar_equity::Progress;
use quasar_game::{Rake, TreeError};
use quasar_solver::{
    Algorithm, BoardAt, HoldemError, HoldemGame, HoldemSpec, LeafError, NodeAt, OmahaError,
    OmahaGame, OmahaSpec, Player, Profile, Settings, Solver, SolverError, SolverGame, StepGoal,
};
use rayon::prelude::*;
use thiserror::Error;

use super::ranges::{Draft, draft};
use super::{Betting, Deck, HeldOut, Random, RangeKind, Sample, SampleSplit, played};
use crate::limit::LeafValues;
use crate::measure::MeasureError;
use crate::range::{Belief, BoardError, HandFeature, LeafBoard, LeafFeatures};

/// Why a sample cannot be made.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum DataError {
    /// A street without samples.
    #[error("samples exist for turns and rivers only, not for the {0:?}")]
    Street(Street),
    /// A game without samples.
    #[error("samples exist for holdem and plo4 only, not for {0}")]
    Game(Game),
    /// A deck that is only for Omaha.
    #[error("the royal deck works only with Omaha")]
    Deck,
    /// Stopped by the caller.
    #[error("cancelled")]
    Cancelled,
    /// Cards that do not form a board.
    #[error(transparent)]
    Cards(#[from] CardsError),
    /// Features that cannot be computed.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A sweep that failed.
    #[error(transparent)]
    Leaf(#[from] LeafError),
    /// A betting tree that cannot be built.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A game of Hold'em that cannot be set up.
    #[error(transparent)]
    Holdem(#[from] HoldemError),
    /// A game of Omaha that cannot be set up.
    #[error(transparent)]
    Omaha(#[from] OmahaError),
    /// A game that cannot be solved.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// Samples from searches, without values for the leaves of searches.
    #[error("ranges from searches need a network to search with")]
    NoValues,
    /// A search that failed.
    #[error(transparent)]
    Search(#[from] MeasureError),
}

/// Where the ranges of samples come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangeSource {
    /// They are drawn at random.
    Random,
    /// Searches on the street before lead to them.
    Search,
    /// Both are of the very best starting hands, which hold the same cards again and again.
    Narrow,
}

impl RangeSource {
    /// All.
    pub const ALL: [RangeSource; 3] =
        [RangeSource::Random, RangeSource::Search, RangeSource::Narrow];

    /// The name in files and commands.
    pub fn name(self) -> &'static str {
        match self {
            RangeSource::Random => "random",
            RangeSource::Search => "search",
            RangeSource::Narrow => "narrow",
        }
    }
}

/// Samples that are made together and stand in one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The game.
    pub game: Game,
    /// The deck.
    pub deck: Deck,
    /// The street of all boards: turn or river.
    pub street: Street,
    /// Training or held out.
    pub part: SampleSplit,
    /// Where ranges come from.
    pub source: RangeSource,
    /// The seed of all shards of a run.
    pub seed: u64,
    /// Which shard of the run.
    pub number: u32,
    /// How many samples.
    pub count: u32,
}

/// Stack to pot of samples.
const RATIOS: (f64, f64) = (0.05, 8.0);

impl Shard {
    /// Checks that there are such samples.
    pub fn check(&self) -> Result<(), DataError> {
        if !matches!(self.street, Street::Turn | Street::River) {
            return Err(DataError::Street(self.street));
        }
        match (self.game, self.deck) {
            (Game::Holdem, Deck::Full) | (Game::Plo4, _) => Ok(()),
            (Game::Holdem, Deck::Royal) => Err(DataError::Deck),
            (game, _) => Err(DataError::Game(game)),
        }
    }

    /// The name of the shard: part of its file's name.
    pub fn id(&self) -> String {
        let street = format!("{:?}", self.street).to_lowercase();
        let game = self.game.to_string().to_lowercase();
        let deck = if self.deck == Deck::Royal { "-royal" } else { "" };
        let source = match self.source {
            RangeSource::Random => String::new(),
            source => format!("-{}", source.name()),
        };
        let (part, seed, number, count) = (self.part.name(), self.seed, self.number, self.count);
        format!("{game}{deck}-{street}{source}-{part}-{seed}-{number:05}-{count}")
    }

    /// All samples, made in the threads of the pool that this is called in; in order. `values`
    /// are those of leaves in searches.
    pub fn samples(
        &self,
        held_out: &HeldOut,
        values: Option<&dyn LeafValues>,
        progress: &Progress,
    ) -> Result<Vec<Sample>, DataError> {
        self.check()?;
        let check = || match progress.may_continue() {
            true => Ok(()),
            false => Err(DataError::Cancelled),
        };
        if self.source == RangeSource::Search {
            let values = values.ok_or(DataError::NoValues)?;
            let make = |group: u32| {
                check()?;
                let count = played::GROUP.min(self.count - group * played::GROUP) as usize;
                let mut random = self.random(group);
                let samples = played::samples(self, held_out, values, &mut random, count)?;
                progress.advance(samples.len() as u64);
                Ok(samples)
            };
            let groups = (0..self.count.div_ceil(played::GROUP)).into_par_iter().map(make);
            let groups: Result<Vec<Vec<Sample>>, DataError> = groups.collect();
            return Ok(groups?.concat());
        }
        let make = |number: u32| {
            check()?;
            let sample = self.sample(held_out, number)?;
            progress.advance(1);
            Ok(sample)
        };
        (0..self.count).into_par_iter().map(make).collect()
    }

    fn random(&self, number: u32) -> Random {
        let kind = [self.game as u64, self.deck as u64, self.street as u64, self.part as u64];
        let kind = kind.into_iter().fold(self.source as u64, |all, next| 8 * all + next);
        let place = u64::from(self.number) << 32 | u64::from(number);
        Random::new(self.seed ^ (kind << 48), place)
    }

    /// A sample with random ranges by its number in the shard.
    pub fn sample(&self, held_out: &HeldOut, number: u32) -> Result<Sample, DataError> {
        self.check()?;
        let mut random = self.random(number);
        let board = self.board(&mut random, held_out)?;
        let stack_to_pot = random.log_between(RATIOS.0, RATIOS.1);
        let stack = (stack_to_pot * Betting::POT as f64).round().max(1.0) as u64;
        let hands = self.sorted_hands(&mut random, &board)?;
        let mut one = || {
            let kind = match random.unit() {
                _ if self.source == RangeSource::Narrow => RangeKind::Narrow,
                place if place < 0.4 => RangeKind::Recursive,
                place if place < 0.7 => RangeKind::Smooth,
                _ => RangeKind::Preflop,
            };
            let (least, most) = self.thinning();
            let most = least + random.below(most - least + 1);
            (kind, draft(&mut random, kind, &hands, most))
        };
        let (one, other) = (one(), one());
        let kinds = [one.0, other.0];
        let ranges = [one.1, other.1].map(|draft| range(self.game, &draft));
        self.solve(board, stack, kinds, ranges)
    }

    /// The fewest and the most hands of a range: what a solve takes is proportional to them.
    pub(super) fn thinning(&self) -> (usize, usize) {
        match (self.game, self.street) {
            (Game::Holdem, Street::River) => (250, 1_081),
            (Game::Holdem, _) => (150, 400),
            (_, Street::River) => (1_000, 3_000),
            _ => (300, 800),
        }
    }

    fn board(&self, random: &mut Random, held_out: &HeldOut) -> Result<Board, DataError> {
        let cards = if self.street == Street::River { 5 } else { 4 };
        loop {
            let board = Board::new(&random.cards(self.deck.cards().iter(), cards))?;
            if self.accepts(held_out, &board) {
                return Ok(board);
            }
        }
    }

    /// Whether samples of the shard may have a board.
    pub(super) fn accepts(&self, held_out: &HeldOut, board: &Board) -> bool {
        // A royal deck has too few boards to keep some apart; only the list is.
        let kept = self.deck == Deck::Full && HeldOut::is_kept(board);
        let listed = held_out.contains(board, self.deck);
        match self.part {
            SampleSplit::Train => !kept && !listed,
            SampleSplit::HeldOut => (kept && !listed) || (self.deck == Deck::Royal && listed),
        }
    }

    /// Hands that a board leaves, by their equity against each other: all, or so many that
    /// ranges can be drawn from them.
    fn sorted_hands(&self, random: &mut Random, board: &Board) -> Result<Vec<Combo>, DataError> {
        const MOST: usize = 20_000;
        let deck = self.deck.cards();
        let dead = deck.complement() | board.set();
        let mut weights = vec![0.0; self.game.combos()];
        let mut combos: Vec<Combo> = Combo::all(self.game, dead).collect();
        if combos.len() > MOST {
            random.choose(&mut combos, MOST);
            combos.truncate(MOST);
        }
        for combo in combos {
            weights[combo.index()] = 1.0;
        }
        let all = Range::from_weights(self.game, weights).expect("weights are 0 and 1");
        let leaf = LeafBoard::new(board, deck, &[all.clone(), all])?;
        let reach = vec![1.0; leaf.hands(Player::Oop)];
        let mut features = LeafFeatures::default();
        let belief = Belief { reach: [&reach, &reach], stack_to_pot: 1.0 };
        features.compute(&leaf, &[belief])?;
        let equities = features.row(0, Player::Oop, HandFeature::Equity);
        let mut order: Vec<usize> = (0..equities.len()).collect();
        order.sort_by(|&one, &other| equities[one].total_cmp(&equities[other]));
        Ok(order.into_iter().map(|hand| leaf.combos(Player::Oop)[hand]).collect())
    }

    pub(super) fn solve(
        &self,
        board: Board,
        stack: u64,
        kinds: [RangeKind; 2],
        ranges: [Range; 2],
    ) -> Result<Sample, DataError> {
        let empty = Sample {
            game: self.game,
            deck: self.deck,
            board,
            stack_to_pot: (stack as f64 / Betting::POT as f64) as f32,
            kinds,
            gap: 0.0,
            combos: Default::default(),
            weights: Default::default(),
            values: Default::default(),
        };
        let effort = match self.street {
            Street::River => {
                Effort { gap: 0.0004, iterations: 200, algorithm: Algorithm::default() }
            }
            _ => Effort { gap: 0.0015, iterations: 150, algorithm: Algorithm::default() },
        };
        empty.labelled(stack, &ranges, effort)
    }
}

/// How exactly a state is solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// The gap to reach, in pots.
    pub gap: f64,
    /// The most iterations.
    pub iterations: u32,
    /// How strategies are learned.
    pub algorithm: Algorithm,
}

impl Sample {
    /// The same state solved once more, with another effort: how far its values are from those
    /// of the sample is the noise of labels.
    pub fn solved_again(&self, effort: Effort) -> Result<Sample, DataError> {
        let stack = (f64::from(self.stack_to_pot) * Betting::POT as f64).round() as u64;
        self.labelled(stack, &Player::BOTH.map(|player| self.range(player)), effort)
    }

    fn labelled(
        &self,
        stack: u64,
        ranges: &[Range; 2],
        effort: Effort,
    ) -> Result<Sample, DataError> {
        let street = self.board.street();
        let betting = &Betting::for_street(street).tree(stack)?;
        let (board, rake, empty) = (self.board, Rake::NONE, self.clone());
        match self.game {
            Game::Holdem => {
                let spec = HoldemSpec { board, ranges, betting, rake, merge_suits: true };
                let game = HoldemGame::new(&spec)?;
                let combos =
                    Player::BOTH.map(|player| numbers(game.combos(BoardAt::START, player)));
                solve(game, effort, Sample { combos, ..empty })
            }
            _ => {
                let (deck, merge_suits, merge_rivers) = (self.deck.cards(), true, None);
                let spec =
                    OmahaSpec { board, deck, ranges, betting, rake, merge_suits, merge_rivers };
                let game = OmahaGame::new(&spec)?;
                let combos =
                    Player::BOTH.map(|player| numbers(game.combos(BoardAt::START, player)));
                solve(game, effort, Sample { combos, ..empty })
            }
        }
    }
}

fn numbers(combos: impl Iterator<Item = Combo>) -> Vec<u32> {
    combos.map(|combo| combo.index() as u32).collect()
}

fn range(game: Game, draft: &Draft) -> Range {
    let mut weights = vec![0.0; game.combos()];
    for (combo, weight) in draft.combos.iter().zip(&draft.weights) {
        weights[combo.index()] = *weight;
    }
    Range::from_weights(game, weights).expect("weights are at most 1")
}

/// Solves to a gap that is small compared with what a network can learn.
fn solve<G: SolverGame>(game: G, effort: Effort, sample: Sample) -> Result<Sample, DataError> {
    let pot = Betting::POT as f64;
    let goal = StepGoal {
        exploitability: Some(effort.gap * pot),
        iterations: Some(effort.iterations),
        check_every: const { std::num::NonZeroU32::new(25).expect("not zero") },
        check_last: true,
    };
    let mut solver =
        Solver::new(game, Settings { algorithm: effort.algorithm, ..Settings::default() })?;
    let mut reached = f64::INFINITY;
    let _ = solver.run(&goal, |_, advance| {
        reached = advance.exploitability.unwrap_or(reached);
        std::ops::ControlFlow::<()>::Continue(())
    })?;
    let root = NodeAt { stage: 0, node: 0, deals: Vec::new() };
    let found = solver.values(&root, Profile::Average)?;
    // With next to no compatible weight, the value of a hand is a quotient of rounding errors.
    let most = 0.5 + sample.stack_to_pot;
    let value = |value: &Option<f32>| {
        value.map_or(0.0, |value| (value / Betting::POT as f32).clamp(-most, most))
    };
    let values = found.values.map(|side| side.iter().map(value).collect());
    Ok(Sample { weights: found.reach, values, gap: (reached / pot) as f32, ..sample })
}
