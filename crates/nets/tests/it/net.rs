//! Networks: values by hand, gradients by finite differences, threads, memory, names.

use quasar_nets::net::{
    Adam, AdamSettings, ByteNetwork, ByteTensor, ByteValues, Layer, NetError, Network, Schedule,
    Tensor, Trainer, Workspace, huber, squared,
};

use crate::memory::allocations;

fn pseudo(count: usize, seed: u64) -> Vec<f32> {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as f32 / (1_u64 << 31) as f32) * 2.0 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn mixed() -> Vec<Layer> {
    vec![
        Layer::Linear(19),
        Layer::Norm,
        Layer::Gelu,
        Layer::Linear(17),
        Layer::LeakyRelu(0.1),
        Layer::Linear(8),
        Layer::Gelu,
        Layer::Linear(3),
    ]
}

/// The same network in double precision, layer by layer as the formulas say.
fn plain(network: &Network, inputs: &[f32]) -> Vec<f64> {
    let tensors: Vec<Tensor<'_>> = network.tensors().collect();
    let named = |index: usize, what: &str| {
        let name = format!("{index}.{what}");
        let tensor = tensors.iter().find(|tensor| tensor.name == name).expect("every layer has it");
        tensor.values.iter().map(|&value| f64::from(value)).collect::<Vec<f64>>()
    };
    let mut x: Vec<f64> = inputs.iter().map(|&input| f64::from(input)).collect();
    for (index, layer) in network.layers().enumerate() {
        x = match layer {
            Layer::Linear(outputs) => {
                let (weights, biases) = (named(index, "weight"), named(index, "bias"));
                let row = |out: usize| &weights[out * x.len()..][..x.len()];
                let dot = |out: usize| row(out).iter().zip(&x).map(|(w, x)| w * x).sum::<f64>();
                (0..outputs).map(|out| biases[out] + dot(out)).collect()
            }
            Layer::Norm => {
                let (scale, shift) = (named(index, "weight"), named(index, "bias"));
                let count = x.len() as f64;
                let mean = x.iter().sum::<f64>() / count;
                let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count;
                let normal = |x: f64| (x - mean) / (variance + 1e-5).sqrt();
                (0..x.len()).map(|at| scale[at] * normal(x[at]) + shift[at]).collect()
            }
            Layer::Gelu => x.iter().map(|&x| x * distribution(x)).collect(),
            Layer::LeakyRelu(slope) => {
                x.iter().map(|&x| if x > 0.0 { x } else { f64::from(slope) * x }).collect()
            }
        };
    }
    x
}

/// The normal distribution by its series.
fn distribution(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for k in 1..200 {
        term *= x * x / f64::from(2 * k + 1);
        sum += term;
    }
    0.5 + sum * (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[test]
fn outputs_are_those_of_the_formulas() {
    let mut network = Network::new(7, &mixed(), 3).unwrap();
    let shaken = pseudo(network.parameters().len(), 5);
    network.edit(|own| own.iter_mut().zip(shaken).for_each(|(own, other)| *own += 0.3 * other));
    let rows = 201;
    let inputs = pseudo(7 * rows, 1);
    let mut outputs = vec![0.0; 3 * rows];
    let mut workspace = Workspace::new(&network);
    network.forward(&inputs, &mut workspace, &mut outputs);
    for row in 0..rows {
        let exact = plain(&network, &inputs[7 * row..7 * row + 7]);
        let mut alone = [0.0; 3];
        network.forward(&inputs[7 * row..7 * row + 7], &mut workspace, &mut alone);
        assert_eq!(alone, outputs[3 * row..3 * row + 3], "a row alone has the same bits");
        for (found, exact) in alone.iter().zip(exact) {
            assert!((f64::from(*found) - exact).abs() < 1e-5, "{found} {exact}");
        }
    }
}

#[test]
fn gradients_are_finite_differences() {
    let mut network = Network::new(7, &mixed(), 11).unwrap();
    let rows = 5;
    let (inputs, targets) = (pseudo(7 * rows, 2), pseudo(3 * rows, 4));
    let mut trainer = Trainer::new(&network);
    for delta in [f32::INFINITY, 0.4] {
        trainer.pass(&network, &inputs, |rows, outputs, gradient| {
            let targets = &targets[3 * rows.start..3 * rows.end];
            match delta {
                f32::INFINITY => squared(outputs, targets, 0.5, gradient),
                delta => huber(outputs, targets, delta, 0.5, gradient),
            }
        });
        let gradient = trainer.gradient().to_vec();
        // In double precision, so that differences are exact to many digits.
        let loss = |network: &Network| -> f64 {
            let row = |row: usize| plain(network, &inputs[7 * row..7 * row + 7]);
            let errors = (0..rows).flat_map(row).zip(&targets);
            let errors = errors.map(|(output, &target)| (output - f64::from(target)).abs());
            let delta = f64::from(delta);
            let part = |error: f64| match error <= delta {
                true => error * error / 2.0,
                false => delta * (error - delta / 2.0),
            };
            0.5 * errors.map(part).sum::<f64>()
        };
        for index in 0..gradient.len() {
            let width = 1.0 / 1024.0;
            let start = network.parameters()[index];
            let sides = [width, -width].map(|change| {
                network.edit(|own| own[index] = start + change);
                (loss(&network), f64::from(network.parameters()[index]))
            });
            network.edit(|own| own[index] = start);
            let slope = (sides[0].0 - sides[1].0) / (sides[0].1 - sides[1].1);
            let found = f64::from(gradient[index]);
            assert!((found - slope).abs() < 2e-4 * (1.0 + slope.abs()), "{index}: {found} {slope}");
        }
    }
}

#[test]
fn threads_change_no_bit_of_a_gradient_or_a_step() {
    let layers = [Layer::Linear(24), Layer::Norm, Layer::Gelu, Layer::Linear(5)];
    let rows = 1500;
    let (inputs, targets) = (pseudo(11 * rows, 2), pseudo(5 * rows, 4));
    let train = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut network = Network::new(11, &layers, 1).unwrap();
            let mut trainer = Trainer::new(&network);
            let mut adam = Adam::new(&network, AdamSettings::default());
            let mut losses = Vec::new();
            for _ in 0..3 {
                let loss = trainer.pass(&network, &inputs, |rows, outputs, gradient| {
                    let targets = &targets[5 * rows.start..5 * rows.end];
                    huber(outputs, targets, 1.0, 1e-3, gradient)
                });
                losses.push(loss.to_bits());
                adam.step(&mut network, trainer.gradient(), 1e-2);
            }
            let bits: Vec<u32> = network.parameters().iter().map(|own| own.to_bits()).collect();
            (losses, bits)
        })
    };
    let one = train(1);
    assert_eq!(one, train(2));
    assert_eq!(one, train(5));
}

#[test]
fn slices_of_a_batch_add_up() {
    let network = Network::new(4, &[Layer::Linear(6), Layer::Gelu, Layer::Linear(2)], 1).unwrap();
    let rows = 1000;
    let (inputs, targets) = (pseudo(4 * rows, 2), pseudo(2 * rows, 4));
    let mut trainer = Trainer::new(&network);
    let mut gradient = |range: std::ops::Range<usize>| {
        let first = range.start;
        let loss =
            trainer.pass(&network, &inputs[4 * range.start..4 * range.end], |rows, out, to| {
                let targets = &targets[2 * (first + rows.start)..2 * (first + rows.end)];
                squared(out, targets, 1.0, to)
            });
        (loss, trainer.gradient().to_vec())
    };
    let (whole, all) = gradient(0..rows);
    let parts: Vec<(f64, Vec<f32>)> =
        (0..rows).step_by(50).map(|first| gradient(first..first + 50)).collect();
    assert!((whole - parts.iter().map(|part| part.0).sum::<f64>()).abs() < 1e-6 * whole);
    for (index, found) in all.iter().enumerate() {
        let sum: f64 = parts.iter().map(|part| f64::from(part.1[index])).sum();
        assert!((f64::from(*found) - sum).abs() < 1e-3 * (1.0 + sum.abs()), "{found} {sum}");
    }
    assert_eq!(gradient(0..0).0, 0.0, "an empty batch has no loss");
}

#[test]
fn inference_allocates_nothing() {
    let network = Network::new(33, &mixed(), 3).unwrap();
    let mut workspace = Workspace::new(&network);
    let inputs = pseudo(33 * 500, 1);
    let mut outputs = vec![0.0; 3 * 500];
    let before = allocations();
    for rows in [1, 7, 96, 500] {
        network.forward(&inputs[..33 * rows], &mut workspace, &mut outputs[..3 * rows]);
    }
    assert_eq!(allocations() - before, 0);
}

#[test]
fn adam_learns_a_function_and_clips() {
    let layers = [Layer::Linear(32), Layer::Gelu, Layer::Linear(32), Layer::Gelu, Layer::Linear(1)];
    let mut network = Network::new(2, &layers, 5).unwrap();
    let rows = 512;
    let inputs = pseudo(2 * rows, 9);
    let targets: Vec<f32> = inputs.chunks(2).map(|x| (3.0 * x[0]).sin() * x[1]).collect();
    let mut trainer = Trainer::new(&network);
    let settings = AdamSettings { clip: Some(1.0), ..AdamSettings::default() };
    let mut adam = Adam::new(&network, settings);
    let schedule = Schedule::Cosine { from: 1e-2, to: 0.0, steps: 600 };
    let mut losses = Vec::new();
    for step in 0..600 {
        let loss = trainer.pass(&network, &inputs, |rows, outputs, gradient| {
            squared(outputs, &targets[rows], 1.0 / 512.0, gradient)
        });
        losses.push(loss);
        adam.step(&mut network, trainer.gradient(), schedule.rate(step));
    }
    assert!(losses[0] > 0.05 && losses[599] < 1e-4, "{} {}", losses[0], losses[599]);
}

#[test]
fn the_first_step_of_adam_is_the_rate_in_each_direction() {
    let mut network = Network::new(1, &[Layer::Linear(1)], 5).unwrap();
    let start = network.parameters().to_vec();
    let mut adam = Adam::new(&network, AdamSettings::default());
    let length = adam.step(&mut network, &[3.0, -4.0], 0.125);
    assert!((length - 5.0).abs() < 1e-9);
    assert!((network.parameters()[0] - (start[0] - 0.125)).abs() < 1e-5);
    assert!((network.parameters()[1] - (start[1] + 0.125)).abs() < 1e-5);
    let state = adam.state().clone();
    let mut resumed = Adam::resume(&network, AdamSettings::default(), state).unwrap();
    let mut other = network.clone();
    adam.step(&mut network, &[1.0, 1.0], 0.1);
    resumed.step(&mut other, &[1.0, 1.0], 0.1);
    assert_eq!(network.parameters(), other.parameters());
    let wider = Network::new(2, &[Layer::Linear(1)], 5).unwrap();
    assert!(Adam::resume(&wider, AdamSettings::default(), adam.state().clone()).is_none());
}

#[test]
fn parameters_go_out_and_come_back_by_name() {
    let network = Network::new(7, &mixed(), 3).unwrap();
    let names: Vec<String> = network.tensors().map(|tensor| tensor.name).collect();
    assert_eq!(names[..4], ["0.weight", "0.bias", "1.weight", "1.bias"]);
    let mut other = Network::new(7, &mixed(), 4).unwrap();
    let mut tensors: Vec<Tensor<'_>> = network.tensors().collect();
    assert_eq!(tensors[0].shape, [19, 7]);
    tensors.reverse();
    other.load(tensors.clone()).unwrap();
    let (mut one, mut two) = ([0.0; 3], [0.0; 3]);
    let inputs = pseudo(7, 1);
    network.forward(&inputs, &mut Workspace::new(&network), &mut one);
    other.forward(&inputs, &mut Workspace::new(&other), &mut two);
    assert_eq!(one, two);

    let mut refused = |tensors: Vec<Tensor<'_>>| other.load(tensors).unwrap_err();
    assert_eq!(refused(tensors[1..].to_vec()), NetError::Missing("7.bias".into()));
    let twice: Vec<_> = tensors.iter().chain(&tensors[..1]).cloned().collect();
    assert_eq!(refused(twice), NetError::Unknown("7.bias".into()));
    let mut short = tensors.clone();
    short[0].values = &short[0].values[1..];
    assert!(matches!(refused(short), NetError::Shape { values: 2, .. }));
    let infinite = [f32::INFINITY, 0.0, 0.0];
    let mut bad = tensors.clone();
    bad[0].values = &infinite;
    assert_eq!(refused(bad), NetError::NotFinite("7.bias".into()));
    assert_eq!(other.parameters(), network.parameters(), "nothing changed");
}

/// Weights of 8 bits: the outputs are those of the formulas in double precision with the
/// rounded weights, a row has the same bits alone, and nothing is allocated.
#[test]
fn weights_of_8_bits_give_the_outputs_of_the_rounded_network() {
    let mut network = Network::new(7, &mixed(), 3).unwrap();
    let shaken = pseudo(network.parameters().len(), 5);
    network.edit(|own| own.iter_mut().zip(shaken).for_each(|(own, other)| *own += 0.3 * other));
    let bytes = ByteNetwork::of(&network);
    let rounded = bytes.to_full();
    for (own, other) in network.tensors().zip(rounded.tensors()) {
        let [_, inputs] = own.shape[..] else {
            assert_eq!(own, other, "biases and normalisations stay");
            continue;
        };
        for (own, other) in own.values.chunks(inputs).zip(other.values.chunks(inputs)) {
            let step = own.iter().fold(0.0, |most: f32, own| most.max(own.abs())) / 127.0;
            let near = |(own, other): (&f32, &f32)| (own - other).abs() <= 0.501 * step;
            assert!(own.iter().zip(other).all(near));
        }
    }
    let rows = 201;
    let inputs = pseudo(7 * rows, 1);
    let mut outputs = vec![0.0; 3 * rows];
    let mut workspace = Workspace::of_bytes(&bytes);
    let before = allocations();
    bytes.forward(&inputs, &mut workspace, &mut outputs);
    assert_eq!(allocations() - before, 0);
    for row in 0..rows {
        let exact = plain(&rounded, &inputs[7 * row..7 * row + 7]);
        let mut alone = [0.0; 3];
        bytes.forward(&inputs[7 * row..7 * row + 7], &mut workspace, &mut alone);
        assert_eq!(alone, outputs[3 * row..3 * row + 3], "a row alone has the same bits");
        for (found, exact) in alone.iter().zip(exact) {
            assert!((f64::from(*found) - exact).abs() < 5e-4, "{found} {exact}");
        }
    }
}

#[test]
fn parameters_of_8_bits_go_out_and_come_back_by_name() {
    let bytes = ByteNetwork::of(&Network::new(7, &mixed(), 3).unwrap());
    let mut tensors = bytes.tensors();
    let names: Vec<&str> = tensors.iter().map(|tensor| &*tensor.name).collect();
    assert_eq!(names[..5], ["0.weight", "0.scale", "0.bias", "1.weight", "1.bias"]);
    assert_eq!((&tensors[0].shape[..], &tensors[1].shape[..]), (&[19, 7][..], &[19][..]));
    tensors.reverse();
    assert_eq!(ByteNetwork::load(7, &mixed(), tensors.clone()).unwrap(), bytes);

    let refused = |change: &dyn Fn(&mut Vec<ByteTensor>)| {
        let mut changed = tensors.clone();
        change(&mut changed);
        ByteNetwork::load(7, &mixed(), changed).unwrap_err()
    };
    let last = tensors.len() - 1;
    let set =
        |values: ByteValues| move |all: &mut Vec<ByteTensor>| all[last].values = values.clone();
    let missing = refused(&|all| drop(all.remove(last)));
    assert_eq!(missing, NetError::Missing("0.weight".into()));
    let twice = refused(&|all| all.push(all[0].clone()));
    assert_eq!(twice, NetError::Unknown("7.bias".into()));
    assert!(matches!(refused(&|all| all[1].shape = vec![4]), NetError::Shape { values: 3, .. }));
    let steps = refused(&set(ByteValues::Steps(vec![-128; 7 * 19])));
    assert_eq!(steps, NetError::Step("0.weight".into()));
    let full = refused(&set(ByteValues::Full(vec![0.5; 7 * 19])));
    assert_eq!(full, NetError::Bits { name: "0.weight".into(), expected: 8 });
    let scale = |scale: f32| {
        refused(&|all: &mut Vec<ByteTensor>| {
            all[last - 1].values = ByteValues::Full(vec![scale; 19]);
        })
    };
    assert_eq!(scale(-1.0), NetError::Scale("0.scale".into()));
    assert_eq!(scale(f32::NAN), NetError::NotFinite("0.scale".into()));
    let biases = refused(&|all| all[0].values = ByteValues::Steps(vec![0; 3]));
    assert_eq!(biases, NetError::Bits { name: "7.bias".into(), expected: 32 });
}

#[test]
fn impossible_networks_are_refused() {
    let refused = |inputs: usize, layers: &[Layer]| Network::new(inputs, layers, 0).unwrap_err();
    assert_eq!(refused(3, &[]), NetError::NoLayers);
    assert!(matches!(refused(0, &[Layer::Gelu]), NetError::Width { layer: 0, width: 0, .. }));
    assert!(matches!(
        refused(3, &[Layer::Gelu, Layer::Linear(0)]),
        NetError::Width { layer: 1, .. }
    ));
    assert_eq!(refused(3, &[Layer::LeakyRelu(f32::NAN)]), NetError::Slope { layer: 0 });
    let wide = [Layer::Linear(1 << 16), Layer::Linear(1 << 16)];
    assert!(matches!(refused(1, &wide), NetError::TooLarge { .. }));
}
