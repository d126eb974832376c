//! Networks with weights of 8 bits: no panic, and those that are read can be shown and exported.
//!
//! The input is the parameters and some texts of a small network, behind a sound header.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quasar::nets::Model;
use quasar_store::{StoredValues, Tensors};

static SAMPLE: LazyLock<Tensors> = LazyLock::new(|| {
    let bytes = include_bytes!("../../crates/quasar/tests/data/network-8-bits.safetensors");
    Tensors::from_bytes(bytes).expect("the kept sample is undamaged")
});

/// Texts that say what the parameters are.
const TEXTS: [&str; 5] = ["weight_bits", "width", "depth", "street", "feature_version"];

fuzz_target!(|input: (Option<(u8, String)>, &[u8])| {
    let (text, mut bytes) = input;
    let mut file = SAMPLE.clone();
    if let Some((which, text)) = text {
        file.metadata.insert(TEXTS[usize::from(which) % TEXTS.len()].to_owned(), text);
    }
    for tensor in &mut file.tensors {
        let length = tensor.values.len();
        let mut next = |count: usize| {
            let (now, rest) = bytes.split_at(count.min(bytes.len()));
            bytes = rest;
            now
        };
        match &mut tensor.values {
            StoredValues::F32(values) => {
                let (words, _) = next(4 * length).as_chunks::<4>();
                for (value, word) in values.iter_mut().zip(words) {
                    *value = f32::from_le_bytes(*word);
                }
            }
            StoredValues::I8(values) => {
                for (value, byte) in values.iter_mut().zip(next(length)) {
                    *value = *byte as i8;
                }
            }
        }
    }
    if let Ok(model) = Model::from_tensors(Path::new("fuzz"), &file) {
        assert!(!model.to_onnx().is_empty());
        assert!(model.report().parameters > 0);
    }
});
