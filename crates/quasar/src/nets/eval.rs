//! Errors of a network on held-out samples, by kind of state, compared with simple predictors.

use std::path::PathBuf;

use quasar_cards::Board;
use quasar_nets::classic::BucketGame;
use quasar_nets::classic::train::{example, values as bucket_values};
use quasar_nets::data::{Effort, RangeKind, Sample, SampleSplit};
use quasar_nets::range::{Belief, HandFeature};
use quasar_solver::{Algorithm, Player};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::bucket_model::bucket_game_name;
use super::generate::{read_shard, shard_files, street_name};
use super::train::shard_game;
use super::{BucketModel, Model, NetsError, NetworkReport};
use crate::job::{Control, Engine};
use crate::schema::names::{ErrorGroup, ErrorGroups, Name};

/// A network to be measured.
#[derive(Clone, Debug)]
pub struct EvalSpec {
    /// The folder of held-out shards.
    pub folder: PathBuf,
    /// The network.
    pub model: Model,
    /// A bucket network to compare with, on samples of its game.
    pub buckets: Option<BucketModel>,
    /// How many samples are solved again for the noise of labels.
    pub noise: usize,
}

/// Who predicts values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Predictor {
    /// The network.
    Network,
    /// The bucket network.
    Buckets,
    /// Hands are worth their equity.
    Equity,
    /// Hands are worth nothing beyond half of the pot.
    Zero,
    /// A second solve of the same state: the noise of labels.
    Noise,
}

impl Predictor {
    const ALL: [Predictor; 5] = [
        Predictor::Network,
        Predictor::Buckets,
        Predictor::Equity,
        Predictor::Zero,
        Predictor::Noise,
    ];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Predictor::Network => "network",
            Predictor::Buckets => "bucket network",
            Predictor::Equity => "equity",
            Predictor::Zero => "zero",
            Predictor::Noise => "label noise",
        }
    }
}

/// Errors of a predictor on a group of states, in pots.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ErrorRow {
    /// What groups are by.
    pub by: Name<ErrorGroups>,
    /// The group.
    pub group: String,
    /// Who predicts.
    pub predictor: Predictor,
    /// Players' views of states: two for each sample.
    pub views: usize,
    /// Mean absolute error, all hands alike.
    pub mean: f64,
    /// The same, hands weighted by range.
    pub by_range: f64,
    /// Mean Huber loss, delta 1.
    pub huber: f64,
}

/// Errors of a network.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct EvalReport {
    /// The network.
    pub model: NetworkReport,
    /// Samples measured.
    pub samples: usize,
    /// Their mean residual gap, in pots.
    pub gap: f64,
    /// Errors by group.
    pub rows: Vec<ErrorRow>,
    /// Some hands: exact value and the network's.
    pub points: Vec<[f32; 2]>,
}

/// Errors of one player's view of a sample.
#[derive(Clone, Debug)]
struct View {
    game: String,
    stack_to_pot: f32,
    board: &'static str,
    kind: RangeKind,
    /// Mean, mean by range and Huber loss of each predictor.
    errors: [Option<[f64; 3]>; 5],
    points: Vec<[f32; 2]>,
}

/// The class of a board in tables.
fn board_class(board: &Board) -> &'static str {
    let cards = board.cards();
    let count = |same: &dyn Fn(usize) -> usize| {
        let mut counts = [0; 13];
        cards.iter().for_each(|card| counts[same(card.index())] += 1);
        counts.into_iter().max().unwrap_or(0)
    };
    if count(&|card| card / 4) > 1 {
        "paired"
    } else if count(&|card| card % 4) > 2 {
        "flush possible"
    } else if cards.iter().any(|card| card.index() >= 48) {
        "ace high"
    } else {
        "other"
    }
}

/// The largest stack to pot of each group.
const RATIOS: [(f32, &str); 5] = [
    (0.2, "up to 0.2"),
    (0.7, "0.2 to 0.7"),
    (2.0, "0.7 to 2"),
    (4.0, "2 to 4"),
    (f32::MAX, "above 4"),
];

impl EvalSpec {
    /// Measures. `control` counts samples.
    pub fn run(&self, engine: &Engine, control: &Control) -> Result<EvalReport, NetsError> {
        let progress = control.progress();
        let street = self.model.network.spec().street;
        let mut samples = Vec::new();
        for path in shard_files(&self.folder)? {
            let (shard, found) = read_shard(&path)?;
            if shard.street == street && shard.part == SampleSplit::HeldOut {
                let game = shard_game(shard.game, shard.deck);
                samples.extend(found.into_iter().map(|sample| (game.clone(), sample)));
            }
        }
        if samples.is_empty() {
            let (path, street) = (self.folder.clone(), street_name(street).to_owned());
            return Err(NetsError::NoSamples { path, what: "held-out", street });
        }
        if let Some(BucketModel { game, .. }) = self.buckets
            && !samples.iter().any(|(_, sample)| BucketGame::of(sample) == game)
        {
            let (path, game) = (self.folder.clone(), bucket_game_name(game));
            return Err(NetsError::NoBucketSamples { path, part: SampleSplit::HeldOut, game });
        }
        progress.set_total(samples.len() as u64);
        let step = samples.len().div_ceil(self.noise.max(1));
        let view = |(number, (game, sample)): (usize, &(String, Sample))| {
            if !progress.may_continue() {
                return Err(NetsError::Cancelled);
            }
            let again = self.noise > 0 && number % step == 0;
            let views = self.views(game, sample, again);
            progress.advance(1);
            views
        };
        let views: Result<Vec<[View; 2]>, NetsError> =
            engine.pool().install(|| samples.par_iter().enumerate().map(view).collect());
        let views: Vec<View> = views?.into_iter().flatten().collect();
        let gap = samples.iter().map(|(_, sample)| f64::from(sample.gap)).sum::<f64>();
        Ok(EvalReport {
            model: self.model.report(),
            samples: samples.len(),
            gap: gap / samples.len() as f64,
            rows: rows(&views),
            points: views.iter().flat_map(|view| view.points.iter().copied()).collect(),
        })
    }

    fn views(&self, game: &str, sample: &Sample, again: bool) -> Result<[View; 2], NetsError> {
        let network = &self.model.network;
        let board = sample.leaf_board()?;
        let mut scratch = network.scratch();
        let reach = [&sample.weights[0][..], &sample.weights[1][..]];
        let belief = Belief { reach, stack_to_pot: sample.stack_to_pot };
        scratch.features.compute(&board, &[belief])?;
        let mut predicted = sample.values.each_ref().map(|side| vec![0.0; side.len()]);
        let bound = 0.5 + sample.stack_to_pot;
        network.values(&mut scratch, &[sample.stack_to_pot], |_, player, values| {
            let bounded = values.iter().map(|value| value.clamp(-bound, bound));
            predicted[player.index()] = bounded.collect();
        });
        let buckets = self.buckets.as_ref().filter(|model| model.game == BucketGame::of(sample));
        let in_buckets = match buckets {
            Some(model) => Some(bucket_values(&model.network, &example(sample)?)),
            None => None,
        };
        let solved = match again {
            true => {
                let effort = Effort { gap: 0.0, iterations: 600, algorithm: Algorithm::CfrPlus };
                Some(sample.solved_again(effort)?)
            }
            false => None,
        };
        Ok(Player::BOTH.map(|player| {
            let side = player.index();
            let compatible_weight = scratch.features.compatible_weight(0, player);
            let equities = scratch.features.row(0, player, HandFeature::Equity);
            let errors = Predictor::ALL.map(|predictor| {
                let value = |hand: usize| match predictor {
                    Predictor::Network => predicted[side][hand],
                    Predictor::Buckets => {
                        let found = in_buckets.as_ref().map_or(0.0, |values| values[side][hand]);
                        found.clamp(-bound, bound)
                    }
                    Predictor::Equity => equities[hand] - 0.5,
                    Predictor::Zero => 0.0,
                    Predictor::Noise => {
                        solved.as_ref().map_or(0.0, |again| again.values[side][hand])
                    }
                };
                let known = match predictor {
                    Predictor::Buckets => in_buckets.is_some(),
                    Predictor::Noise => solved.is_some(),
                    _ => true,
                };
                known.then(|| errors(sample, side, compatible_weight, value))
            });
            let some =
                (0..compatible_weight.len()).step_by(compatible_weight.len().div_ceil(4).max(1));
            View {
                game: game.to_owned(),
                stack_to_pot: sample.stack_to_pot,
                board: board_class(&sample.board),
                kind: sample.kinds[side],
                errors,
                points: some
                    .map(|hand| [sample.values[side][hand], predicted[side][hand]])
                    .collect(),
            }
        }))
    }
}

/// Mean error, mean error by range, and Huber loss.
fn errors(
    sample: &Sample,
    side: usize,
    compatible_weight: &[f32],
    value: impl Fn(usize) -> f32,
) -> [f64; 3] {
    let (mut sums, mut hands, mut weights) = ([0.0; 3], 0.0, 0.0);
    for hand in (0..compatible_weight.len()).filter(|&hand| compatible_weight[hand] > 0.0) {
        let error = f64::from((value(hand) - sample.values[side][hand]).abs());
        let weight = f64::from(sample.weights[side][hand] * compatible_weight[hand]);
        let bounded = error.min(1.0);
        sums[0] += error;
        sums[1] += weight * error;
        sums[2] += bounded * (error - 0.5 * bounded);
        (hands, weights) = (hands + 1.0, weights + weight);
    }
    let share = |sum: f64, all: f64| if all > 0.0 { sum / all } else { 0.0 };
    [share(sums[0], hands), share(sums[1], weights), share(sums[2], hands)]
}

fn rows(views: &[View]) -> Vec<ErrorRow> {
    let mut rows = Vec::new();
    let mut games: Vec<&str> = views.iter().map(|view| &*view.game).collect();
    games.sort_unstable();
    games.dedup();
    for game in games {
        add(&mut rows, ErrorGroup::Game, game, views.iter().filter(|view| view.game == game));
    }
    let mut low = 0.0;
    for (high, name) in RATIOS {
        let fits = |view: &&View| (low..high).contains(&view.stack_to_pot);
        add(&mut rows, ErrorGroup::StackToPot, name, views.iter().filter(fits));
        low = high;
    }
    for class in ["paired", "flush possible", "ace high", "other"] {
        add(&mut rows, ErrorGroup::Board, class, views.iter().filter(|view| view.board == class));
    }
    for kind in RangeKind::ALL {
        add(
            &mut rows,
            ErrorGroup::Ranges,
            kind.name(),
            views.iter().filter(|view| view.kind == kind),
        );
    }
    let mut sorted: Vec<&View> = views.iter().collect();
    let error = |view: &View| view.errors[0].map_or(0.0, |errors| errors[1]);
    sorted.sort_by(|one, other| error(other).total_cmp(&error(one)));
    add(
        &mut rows,
        ErrorGroup::Worst,
        "worst 1 %",
        sorted.into_iter().take(views.len().div_ceil(100)),
    );
    rows
}

fn add<'a>(
    rows: &mut Vec<ErrorRow>,
    by: ErrorGroup,
    group: &str,
    views: impl Iterator<Item = &'a View> + Clone,
) {
    for (place, predictor) in Predictor::ALL.into_iter().enumerate() {
        let found: Vec<[f64; 3]> = views.clone().filter_map(|view| view.errors[place]).collect();
        if found.is_empty() {
            continue;
        }
        let mean = |which: usize| {
            found.iter().map(|errors| errors[which]).sum::<f64>() / found.len() as f64
        };
        rows.push(ErrorRow {
            by: Name(by),
            group: group.to_owned(),
            predictor,
            views: found.len(),
            mean: mean(0),
            by_range: mean(1),
            huber: mean(2),
        });
    }
}
