//! Packed queries, and networks that answer them.

use quasar_cards::{Game, Street};
use quasar_nets::classic::packing::{HEAD, write_head, write_range};
use quasar_nets::classic::train::{BucketTraining, example, train, values};
use quasar_nets::classic::{
    BUCKETS, BucketNetwork, ClassicError, HandNetwork, PADDING, StrengthBuckets, ValueNet,
};
use quasar_nets::data::{Deck, HeldOut, RangeSource, Sample, SampleSplit, Shard};
use quasar_nets::net::Tensor;
use quasar_nets::range::{Belief, Layers, NetworkSpec, Output, RangeNetwork};
use quasar_solver::Player;

fn sample(number: u32) -> Sample {
    let (game, deck, street) = (Game::Holdem, Deck::Full, Street::River);
    let (part, source) = (SampleSplit::Train, RangeSource::Random);
    let shard = Shard { game, deck, street, part, source, seed: 5, number: 0, count: 100 };
    shard.sample(&HeldOut::shipped(), number).unwrap()
}

fn buckets(sample: &Sample) -> StrengthBuckets {
    StrengthBuckets::new(&sample.board, sample.game, sample.deck.cards()).unwrap()
}

/// Both players' rows of a sample in buckets.
fn packed(sample: &Sample) -> Vec<f32> {
    let buckets = buckets(sample);
    let mut rows = vec![0.0; 2 * (HEAD + BUCKETS)];
    for (player, row) in rows.chunks_exact_mut(HEAD + BUCKETS).enumerate() {
        write_head(&sample.board, sample.stack_to_pot, player, row);
        let mut weights = [0.0; BUCKETS];
        for (&combo, &weight) in sample.combos[player].iter().zip(&sample.weights[player]) {
            weights[buckets.of(combo as usize)] += weight;
        }
        write_range(&weights, &mut row[HEAD..]);
    }
    rows
}

#[test]
fn a_bucket_network_answers_each_query_alone_and_in_a_batch() {
    let network = BucketNetwork::new(24, 2, 3).unwrap();
    assert_eq!((network.input_size(), network.output_size()), (HEAD + BUCKETS, BUCKETS));
    assert!(!network.is_sparse());
    let samples = [sample(0), sample(1), sample(2)];
    let queries: Vec<Vec<f32>> = samples.iter().map(packed).collect();
    let mut together = vec![0.0; 3 * 2 * BUCKETS];
    network.compute_values(&queries.concat(), None, &mut together).unwrap();
    for ((sample, query), answer) in
        samples.iter().zip(&queries).zip(together.chunks_exact(2 * BUCKETS))
    {
        let mut alone = vec![0.0; 2 * BUCKETS];
        network.compute_values(query, None, &mut alone).unwrap();
        assert_eq!(alone, answer);
        let sum: f32 = [0, 1]
            .map(|player: usize| {
                let range = &query[player * (HEAD + BUCKETS) + HEAD..][..BUCKETS];
                let own = &answer[player * BUCKETS..][..BUCKETS];
                range.iter().zip(own).map(|(range, value)| range * value).sum::<f32>()
            })
            .iter()
            .sum();
        assert!(sum.abs() < 1e-4, "zero-sum: {sum}");
        // What training sees is what the contract answers.
        let found = values(&network, &example(sample).unwrap());
        let buckets = buckets(sample);
        for (hand, &combo) in sample.combos[0].iter().enumerate() {
            assert!((found[0][hand] - answer[buckets.of(combo as usize)]).abs() < 1e-5);
        }
    }
    let mut short = vec![0.0; 7];
    let told = network.compute_values(&queries[0], None, &mut short);
    assert!(matches!(told, Err(ClassicError::Size { what: "answers", .. })));
    let mut wrong = queries[0].clone();
    wrong[3] = 99.0;
    let told = network.compute_values(&wrong, None, &mut vec![0.0; 2 * BUCKETS]);
    assert!(matches!(told, Err(ClassicError::Invalid { query: 0, what: "board" })));
}

/// Learns a few rivers by heart, the same for any number of threads.
#[test]
fn a_bucket_network_learns() {
    let examples: Vec<_> = (0..24).map(|number| example(&sample(number)).unwrap()).collect();
    let training =
        BucketTraining { width: 48, depth: 2, epochs: 60, batch: 8, ..BucketTraining::default() };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut losses = Vec::new();
        let network = pool.install(|| {
            train(&examples, training, |_, loss| {
                losses.push(loss);
                true
            })
        });
        (network.unwrap().network().parameters().to_vec(), losses)
    };
    let (parameters, losses) = run(1);
    assert_eq!((parameters, losses.clone()), run(3));
    assert!(losses[59] < 0.2 * losses[0], "{} {}", losses[0], losses[59]);
}

/// A network whose last layer is not 0.
fn taught(spec: NetworkSpec) -> RangeNetwork {
    let network = RangeNetwork::new(spec, 1).unwrap();
    let Layers::Full(layers) = network.layers() else { panic!("new networks have 32 bits") };
    let numbers: Vec<f32> = (0..layers.parameters().len()).map(|n| (n % 7) as f32 / 50.0).collect();
    let tensors = layers.tensors().map(|tensor| {
        let values = &numbers[..tensor.values.len()];
        Tensor { values, ..tensor }
    });
    RangeNetwork::load(spec, tensors).unwrap()
}

/// The sparse form gives what the range network gives, hand by hand, in any order.
#[test]
fn a_range_network_behind_the_contract_gives_its_values() {
    let sample = sample(3);
    let spec = NetworkSpec {
        street: Street::River,
        output: Output::Curve,
        width: 16,
        depth: 1,
        version: 1,
    };
    let network = taught(spec);
    let board = sample.leaf_board().unwrap();
    let mut scratch = network.scratch();
    let reach = [&sample.weights[0][..], &sample.weights[1][..]];
    let belief = Belief { reach, stack_to_pot: sample.stack_to_pot };
    scratch.features.compute(&board, &[belief]).unwrap();
    let mut expected = [Vec::new(), Vec::new()];
    let bound = 0.5 + sample.stack_to_pot;
    network.values(&mut scratch, &[sample.stack_to_pot], |_, player: Player, values| {
        expected[player.index()] = values.iter().map(|value| value.clamp(-bound, bound)).collect();
    });
    let most = sample.combos[0].len().max(sample.combos[1].len()) + 3;
    let sparse = HandNetwork::new(network, Game::Holdem, most);
    assert!(sparse.is_sparse());
    let (mut rows, mut indices) = (vec![0.0; 2 * (HEAD + most)], vec![PADDING; 2 * most]);
    for player in 0..2 {
        let row = &mut rows[player * (HEAD + most)..][..HEAD + most];
        write_head(&sample.board, sample.stack_to_pot, player, row);
        // Backwards, to show that order does not matter.
        let hands = sample.combos[player].iter().zip(&sample.weights[player]).rev();
        for (place, (&combo, &weight)) in hands.enumerate() {
            row[HEAD + place] = weight;
            indices[player * most + place] = combo;
        }
    }
    let mut answers = vec![9.0; 2 * most];
    sparse.compute_values(&rows, Some(&indices), &mut answers).unwrap();
    for player in 0..2 {
        let count = sample.combos[player].len();
        for hand in 0..count {
            let found = answers[player * most + count - 1 - hand];
            assert!((found - expected[player][hand]).abs() < 1e-6);
        }
        assert!(answers[player * most + count..][..most - count].iter().all(|&value| value == 0.0));
    }
    let missing = sparse.compute_values(&rows, None, &mut answers);
    assert!(matches!(missing, Err(ClassicError::Size { what: "indices", .. })));
    indices[0] = Game::Holdem.combos() as u32;
    let told = sparse.compute_values(&rows, Some(&indices), &mut answers);
    assert!(matches!(told, Err(ClassicError::Invalid { what: "index of a hand", .. })));
}
