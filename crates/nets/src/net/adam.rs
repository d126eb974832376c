//! The optimiser Adam (Kingma and Ba 2015).
//!
//! ```text
//! m = b1 m + (1 - b1) g        v = b2 v + (1 - b2) g^2
//! x -= rate m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + epsilon)
//! ```
//!
//! A gradient that is longer than `clip` is first shortened to it.

use super::Network;
use crate::arch::{Arithmetic, Kernel, dispatch};

/// How Adam works.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AdamSettings {
    /// How much of the mean of gradients stays in a step.
    pub mean_decay: f32,
    /// How much of the mean of their squares stays.
    pub square_decay: f32,
    /// Added to the root of the squares.
    pub epsilon: f32,
    /// The longest gradient, as a Euclidean norm; `None` leaves all as they are.
    pub clip: Option<f32>,
}

impl Default for AdamSettings {
    /// 0.9, 0.999, 1e-8, not clipped.
    fn default() -> AdamSettings {
        AdamSettings { mean_decay: 0.9, square_decay: 0.999, epsilon: 1e-8, clip: None }
    }
}

/// What Adam remembers, so that a run can be resumed.
#[derive(Clone, PartialEq, Debug)]
pub struct AdamState {
    /// Steps so far.
    pub steps: u64,
    /// Means of gradients.
    pub means: Vec<f32>,
    /// Means of their squares.
    pub squares: Vec<f32>,
}

/// An optimiser for one network.
#[derive(Clone, Debug)]
pub struct Adam {
    settings: AdamSettings,
    state: AdamState,
}

impl Adam {
    /// An optimiser that has seen no gradient.
    pub fn new(network: &Network, settings: AdamSettings) -> Adam {
        let zeros = vec![0.0; network.parameters().len()];
        Adam { settings, state: AdamState { steps: 0, means: zeros.clone(), squares: zeros } }
    }

    /// An optimiser as it was. `None` if the state is that of a network of another size.
    pub fn resume(network: &Network, settings: AdamSettings, state: AdamState) -> Option<Adam> {
        let count = network.parameters().len();
        let fits = state.means.len() == count && state.squares.len() == count;
        fits.then_some(Adam { settings, state })
    }

    /// What it remembers.
    pub fn state(&self) -> &AdamState {
        &self.state
    }

    /// Follows a gradient; returns how long it was.
    ///
    /// # Panics
    ///
    /// If the gradient is not that of the network.
    pub fn step(&mut self, network: &mut Network, gradient: &[f32], rate: f32) -> f64 {
        let AdamSettings { mean_decay, square_decay, epsilon, clip } = self.settings;
        assert_eq!(gradient.len(), self.state.means.len(), "one entry for each parameter");
        let length = gradient.iter().map(|&part| f64::from(part) * f64::from(part)).sum::<f64>();
        let length = length.sqrt();
        let scale = match clip {
            Some(clip) if length > f64::from(clip) => (f64::from(clip) / length) as f32,
            _ => 1.0,
        };
        self.state.steps += 1;
        let steps = self.state.steps.min(1 << 30) as i32;
        let missing = |decay: f32| 1.0 - f64::from(decay).powi(steps);
        let rate = (f64::from(rate) / missing(mean_decay)) as f32;
        let root = (1.0 / missing(square_decay).sqrt()) as f32;
        let state = &mut self.state;
        network.edit(|parameters| {
            dispatch(AdamStep {
                parameters,
                gradient,
                means: &mut state.means,
                squares: &mut state.squares,
                decay: [mean_decay, square_decay],
                epsilon,
                scale,
                rate,
                root,
            });
        });
        length
    }
}

struct AdamStep<'a> {
    parameters: &'a mut [f32],
    gradient: &'a [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
    decay: [f32; 2],
    epsilon: f32,
    scale: f32,
    rate: f32,
    root: f32,
}

impl Kernel for AdamStep<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let [mean_decay, square_decay] = self.decay;
        let count = self.parameters.len();
        let (means, squares) = (&mut self.means[..count], &mut self.squares[..count]);
        let gradient = &self.gradient[..count];
        for (index, parameter) in self.parameters.iter_mut().enumerate() {
            let part = self.scale * gradient[index];
            let mean = arithmetic.mul_add(mean_decay, means[index], (1.0 - mean_decay) * part);
            let square = arithmetic.mul_add(
                square_decay,
                squares[index],
                (1.0 - square_decay) * part * part,
            );
            (means[index], squares[index]) = (mean, square);
            *parameter -= self.rate * mean / (square.sqrt() * self.root + self.epsilon);
        }
    }
}
