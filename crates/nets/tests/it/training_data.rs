//! Samples and what networks learn from them.

use quasar_cards::{Game, Street};
use quasar_equity::Progress;
use quasar_nets::data::{
    Deck, HeldOut, RangeKind, RangeSource, Sample, SampleFault, SampleSplit, Shard,
};
use quasar_nets::limit::Equity;
use quasar_nets::range::train::{Example, Run, Training, errors, examples};
use quasar_nets::range::{Belief, Layers, LeafFeatures, NetworkSpec, Output, RangeNetwork};
use quasar_solver::Player;

fn shard(game: Game, street: Street, count: u32) -> Shard {
    let (deck, part, source) = (Deck::Full, SampleSplit::Train, RangeSource::Random);
    Shard { game, deck, street, part, source, seed: 3, number: 1, count }
}

/// The same shard again, on one thread and on several, and from bytes.
#[test]
fn shards_are_the_same_everywhere() {
    let (held_out, progress) = (HeldOut::shipped(), Progress::new());
    let shard = shard(Game::Holdem, Street::River, 4);
    let samples = shard.samples(&held_out, None, &progress).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(pool.install(|| shard.samples(&held_out, None, &progress)).unwrap(), samples);
    for (number, sample) in samples.iter().enumerate() {
        assert_eq!(shard.sample(&held_out, number as u32).unwrap(), *sample);
        assert_eq!(Sample::from_bytes(&sample.to_bytes()).unwrap(), *sample);
        assert!(sample.fits(&sample.leaf_board().unwrap()));
        assert!(!HeldOut::is_kept(&sample.board) && !held_out.contains(&sample.board, Deck::Full));
        assert!((0.0..0.002).contains(&sample.gap), "{}", sample.gap);
    }
    let bytes = samples[0].to_bytes();
    assert!((0..bytes.len()).all(|length| Sample::from_bytes(&bytes[..length]).is_err()));
    let mut other = bytes.clone();
    other[0] = 3;
    assert_eq!(Sample::from_bytes(&other), Err(SampleFault::Invalid("game")));
    let kept = Shard { part: SampleSplit::HeldOut, ..shard };
    assert!(HeldOut::is_kept(&kept.sample(&held_out, 0).unwrap().board));
}

/// Searches lead to ranges that differ from line to line, on boards that training may see.
#[test]
fn ranges_of_searches_are_the_same_everywhere() {
    let (held_out, progress) = (HeldOut::shipped(), Progress::new());
    let shard = Shard { source: RangeSource::Search, ..shard(Game::Holdem, Street::River, 6) };
    assert!(shard.samples(&held_out, None, &progress).is_err(), "nothing to search with");
    let samples = shard.samples(&held_out, Some(&Equity), &progress).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let again = pool.install(|| shard.samples(&held_out, Some(&Equity), &progress)).unwrap();
    assert_eq!(again, samples);
    let flop = &samples[0].board.cards()[..3];
    for sample in &samples {
        assert_eq!(sample.kinds, [RangeKind::Search; 2]);
        assert_eq!(Sample::from_bytes(&sample.to_bytes()).unwrap(), *sample);
        assert!(sample.fits(&sample.leaf_board().unwrap()));
        assert!(!HeldOut::is_kept(&sample.board) && !held_out.contains(&sample.board, Deck::Full));
        assert!(flop.iter().all(|card| sample.board.cards().contains(card)), "one search");
    }
    assert!(samples.iter().any(|sample| sample.weights[0] != samples[0].weights[0]));
}

/// What one player wins the other loses, and nobody wins more than there is.
#[test]
fn labels_are_zero_sum_and_within_bounds() {
    let held_out = HeldOut::shipped();
    for (game, street) in
        [(Game::Holdem, Street::River), (Game::Holdem, Street::Turn), (Game::Plo4, Street::River)]
    {
        let sample = shard(game, street, 1).sample(&held_out, 0).unwrap();
        let board = sample.leaf_board().unwrap();
        let mut features = LeafFeatures::default();
        let reach = [&sample.weights[0][..], &sample.weights[1][..]];
        let belief = Belief { reach, stack_to_pot: sample.stack_to_pot };
        features.compute(&board, &[belief]).unwrap();
        let mean = |player: Player| {
            let side = player.index();
            let compatible_weight = features.compatible_weight(0, player);
            let weights = sample.weights[side]
                .iter()
                .zip(compatible_weight)
                .map(|(weight, compatible_weight)| weight * compatible_weight);
            let sums =
                weights.zip(&sample.values[side]).fold((0.0, 0.0), |sums, (weight, value)| {
                    (sums.0 + f64::from(weight), sums.1 + f64::from(weight * value))
                });
            sums.1 / sums.0
        };
        let sum = mean(Player::Oop) + mean(Player::Ip);
        assert!(sum.abs() < 1e-4, "{sum}");
        let most =
            sample.values.iter().flatten().fold(0.0, |most: f32, value| most.max(value.abs()));
        assert!(most <= 0.5 + sample.stack_to_pot + 1e-3);
        // What betting adds is worth something to somebody.
        let equities = features.row(0, Player::Oop, quasar_nets::range::HandFeature::Equity);
        let differs = |(equity, value): (&f32, &f32)| (equity - 0.5 - value).abs() > 0.02;
        assert!(equities.iter().zip(&sample.values[0]).any(differs));
    }
}

/// A few samples are learned nearly by heart, the same for any number of threads, and a run that
/// is interrupted ends with the same bits.
#[test]
fn networks_learn_and_resume() {
    let (held_out, progress) = (HeldOut::shipped(), Progress::new());
    let samples =
        shard(Game::Holdem, Street::River, 6).samples(&held_out, None, &progress).unwrap();
    let training =
        Training { epochs: 200, batch: 4, rate: 1e-2, hands: 64, patience: 200, seed: 1 };
    let mut features = LeafFeatures::default();
    let mut all: Vec<Example> = Vec::new();
    for sample in &samples {
        all.extend(examples(sample, &training, &mut features).unwrap().unwrap());
    }
    for output in [Output::Curve, Output::Hand] {
        let spec = NetworkSpec { street: Street::River, output, width: 24, depth: 2, version: 1 };
        let network = RangeNetwork::new(spec, 1).unwrap();
        let before = errors(&network, &all);
        let run = |threads: usize, pause: bool| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut run = Run::new(spec, training).unwrap();
                while !run.is_over() {
                    run.epoch(&all, &all);
                    if pause {
                        run = Run::new(spec, training).unwrap().resume(run.state()).unwrap();
                    }
                }
                run.best()
            })
        };
        let best = run(1, false);
        let after = errors(&best, &all);
        assert!(after.plain < 0.5 * before.plain, "{before:?} {after:?}");
        assert_eq!(parameters(&run(3, true)), parameters(&best));
    }
}

fn parameters(network: &RangeNetwork) -> &[f32] {
    let Layers::Full(network) = network.layers() else { panic!("training gives 32 bits") };
    network.parameters()
}

/// The shipped list: at least twenty spots in each table.
#[test]
fn held_out_spots_are_enough_and_excluded() {
    let held_out = HeldOut::shipped();
    for table in
        ["holdem-turn", "plo4-turn-20", "plo4-turn-5", "royal-turn", "royal-flop", "holdem-flop"]
    {
        assert!(held_out.table(table).count() >= 20, "{table}");
    }
    let river = "3sQh6h2hTc".parse().unwrap();
    assert!(held_out.contains(&river, Deck::Full), "3hQd6d2d of the list with other suits");
    assert!(!held_out.contains(&"2c3d5h8h9c".parse().unwrap(), Deck::Royal));
}
