//! Between the parameters of networks and those of files.

use std::path::Path;

use quasar_nets::net::{ByteTensor, ByteValues, Tensor};
use quasar_store::{StoredTensor, StoredValues, Tensors};

use super::{ModelFault, NetsError};

/// A parameter of 32 bits for a file.
pub(super) fn stored(tensor: Tensor<'_>) -> StoredTensor {
    let Tensor { name, shape, values } = tensor;
    StoredTensor { name, shape, values: StoredValues::F32(values.to_vec()) }
}

/// The parameters of a file all of whose numbers have 32 bits.
pub(super) fn full_tensors<'a>(
    path: &Path,
    tensors: &'a Tensors,
) -> Result<Vec<Tensor<'a>>, NetsError> {
    let full = |tensor: &'a StoredTensor| {
        let StoredTensor { name, shape, values } = tensor;
        let values = values.as_f32().ok_or_else(|| NetsError::Model {
            path: path.to_owned(),
            fault: ModelFault::ByteTensor { tensor: name.clone() },
        })?;
        Ok(Tensor { name: name.clone(), shape: shape.clone(), values })
    };
    tensors.tensors.iter().map(full).collect()
}

/// The parameters of a network with weights of 8 bits for a file: numbers of 32 bits first, so
/// that all are aligned.
pub(super) fn stored_bytes(tensors: Vec<ByteTensor>) -> Vec<StoredTensor> {
    let stored = |tensor: ByteTensor| {
        let ByteTensor { name, shape, values } = tensor;
        let values = match values {
            ByteValues::Full(values) => StoredValues::F32(values),
            ByteValues::Steps(steps) => StoredValues::I8(steps),
        };
        StoredTensor { name, shape, values }
    };
    let mut all: Vec<StoredTensor> = tensors.into_iter().map(stored).collect();
    all.sort_by_key(|tensor| tensor.values.as_f32().is_none());
    all
}

/// The parameters of a file with weights of 8 bits.
pub(super) fn byte_tensors(tensors: &Tensors) -> Vec<ByteTensor> {
    let read = |tensor: &StoredTensor| {
        let StoredTensor { name, shape, values } = tensor.clone();
        let values = match values {
            StoredValues::F32(values) => ByteValues::Full(values),
            StoredValues::I8(steps) => ByteValues::Steps(steps),
        };
        ByteTensor { name, shape, values }
    };
    tensors.tensors.iter().map(read).collect()
}
