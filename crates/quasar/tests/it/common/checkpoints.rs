//! Checkpoints with another header.

use std::fs;
use std::path::Path;

use quasar::files::{Checkpoint, CheckpointHeader};

/// Changes the header of a checkpoint.
pub(crate) fn edit(path: &Path, change: impl FnOnce(&mut CheckpointHeader)) {
    let checkpoint = Checkpoint::open(path).unwrap();
    let (mut header, state) = (checkpoint.header().clone(), checkpoint.state().unwrap().to_vec());
    drop(checkpoint);
    change(&mut header);
    let bytes = Checkpoint::to_bytes(&header, |output| output.write_all(&state)).unwrap();
    fs::write(path, bytes).unwrap();
}
