//! What public belief states are worth.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use crate::net::{Network, Workspace};

/// Values of public belief states, many at a time. [`Dice`](super::Dice) says what a query
/// and its answer hold.
pub trait BeliefValues: Debug + Send + Sync {
    /// Writes one answer for each query.
    fn compute_values(&self, queries: &[f32], answers: &mut [f32]);
}

/// Every state is worth nothing to anybody: the control that shows what a network adds.
#[derive(Clone, Copy, Debug)]
pub struct ZeroValues;

impl BeliefValues for ZeroValues {
    fn compute_values(&self, _: &[f32], answers: &mut [f32]) {
        answers.fill(0.0);
    }
}

/// What a network says, with scratch of its own to compute it. Meant for one thread; several
/// wait for each other.
#[derive(Debug)]
pub struct BeliefNetworkValues {
    network: Arc<Network>,
    workspace: Mutex<Workspace>,
}

impl BeliefNetworkValues {
    /// The values of a network.
    pub fn new(network: Arc<Network>) -> BeliefNetworkValues {
        let workspace = Mutex::new(Workspace::new(&network));
        BeliefNetworkValues { network, workspace }
    }
}

impl BeliefValues for BeliefNetworkValues {
    fn compute_values(&self, queries: &[f32], answers: &mut [f32]) {
        // What a workspace holds between two calls does not matter.
        let mut workspace = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        self.network.forward(queries, &mut workspace, answers);
    }
}
