//! A small library of neural networks: enough for value networks of 10,000 to a few million
//! parameters on a processor, and no more.
//!
//! A [`Network`] is a row of [`Layer`]s. [`Network::forward`] runs it on a batch of rows in a
//! [`Workspace`] and allocates nothing. A [`Trainer`] computes the gradient of any loss of
//! the outputs, and [`Adam`] follows it at the rate of a [`Schedule`].
//!
//! ```
//! use quasar_nets::net::{Adam, AdamSettings, Layer, Network, Schedule, Trainer, Workspace, huber};
//!
//! let layers = [Layer::Linear(16), Layer::Gelu, Layer::Linear(1)];
//! let mut network = Network::new(2, &layers, 7)?;
//! let inputs = [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0];
//! let targets = [0.0, 1.0, 1.0, 0.0];
//! let mut trainer = Trainer::new(&network);
//! let mut adam = Adam::new(&network, AdamSettings::default());
//! let schedule = Schedule::Cosine { from: 1e-2, to: 1e-4, steps: 500 };
//! for step in 0..500 {
//!     trainer.pass(&network, &inputs, |rows, outputs, gradient| {
//!         huber(outputs, &targets[rows], 1.0, 0.25, gradient)
//!     });
//!     adam.step(&mut network, trainer.gradient(), schedule.rate(step));
//! }
//! let mut outputs = [0.0; 4];
//! network.forward(&inputs, &mut Workspace::new(&network), &mut outputs);
//! assert!(outputs.iter().zip(targets).all(|(found, target)| (found - target).abs() < 0.05));
//! # Ok::<(), quasar_nets::net::NetError>(())
//! ```
//!
//! A [`ByteNetwork`] is a trained network whose weights were rounded to 8 bits, for inference
//! only.
//!
//! **Same bits for any number of threads.** Each output is one chain of multiply-adds in the
//! order of the inputs, whatever the batch. A gradient is summed over slices of the batch that
//! depend on its size alone, in their order.
//!
//! **Cost.** A linear layer runs at half of the processor's peak or better for batches of 64
//! rows or more; a step of training costs three passes.

mod adam;
mod byte_matrix;
mod byte_network;
mod error;
mod gelu;
mod layer;
mod loss;
mod matrix;
mod network;
mod norm;
mod schedule;
mod trainer;
mod workspace;

pub use adam::{Adam, AdamSettings, AdamState};
pub use byte_network::{ByteNetwork, ByteTensor, ByteValues};
pub use error::NetError;
pub use layer::Layer;
pub use loss::{huber, squared};
pub use network::{Network, Tensor};
pub use schedule::Schedule;
pub use trainer::Trainer;
pub use workspace::Workspace;
