//! Files of networks with weights of 8 bits.

use std::path::Path;

use quasar::nets::Model;
use quasar_nets::range::Layers;
use quasar_store::{StoredTensor, StoredValues, Tensors};

/// A network of 142-2-224, kept since files have weights of 8 bits.
fn sample() -> Tensors {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/network-8-bits.safetensors");
    Tensors::open(&path).unwrap()
}

fn read(tensors: &Tensors) -> Result<Model, String> {
    Model::from_tensors(Path::new("sample"), tensors).map_err(|error| error.to_string())
}

fn tensor<'a>(tensors: &'a mut Tensors, name: &str) -> &'a mut StoredTensor {
    tensors.tensors.iter_mut().find(|tensor| tensor.name == name).unwrap()
}

/// Weights are steps times scales; biases and scales have 32 bits.
#[test]
fn the_kept_sample_is_read() {
    let mut file = sample();
    let model = read(&file).unwrap();
    assert_eq!(model.network.spec().text(), "142-2-224");
    let Layers::Bytes(network) = model.network.layers() else { panic!("weights of 8 bits") };
    let full = network.to_full();
    for layer in [0, 2] {
        let StoredTensor { shape, values, .. } = tensor(&mut file, &format!("{layer}.weight"));
        let StoredValues::I8(steps) = values.clone() else { panic!("steps") };
        let inputs = shape[1];
        let scales = tensor(&mut file, &format!("{layer}.scale")).values.as_f32().unwrap();
        let decoded: Vec<f32> = steps
            .iter()
            .enumerate()
            .map(|(place, &step)| scales[place / inputs] * f32::from(step))
            .collect();
        let name = format!("{layer}.weight");
        let found = full.tensors().find(|tensor| tensor.name == name).unwrap();
        assert_eq!(found.values, decoded);
    }
    assert!(model.in_bytes("again").is_none(), "its weights are rounded already");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("again.safetensors");
    model.write(&path).unwrap();
    let again = Tensors::open(&path).unwrap();
    assert_eq!(again, file, "what is read is written alike");
}

#[test]
fn damaged_weights_of_8_bits_are_refused() {
    let refused = |change: &dyn Fn(&mut Tensors)| {
        let mut file = sample();
        change(&mut file);
        read(&file).unwrap_err()
    };
    let bits = |bits: &'static str| {
        refused(&move |file| drop(file.metadata.insert("weight_bits".into(), bits.into())))
    };
    assert!(bits("4").contains("its weights have `4` bits; this program reads 8 and 32"));
    assert!(bits("32").contains("has 8-bit numbers, but the metadata of the file says 32"));
    let set = |name: &'static str, values: StoredValues| {
        refused(&move |file| tensor(file, name).values = values.clone())
    };
    let told = set("0.weight", StoredValues::I8(vec![-128; 2 * 142]));
    assert!(told.contains("a weight of -128"), "{told}");
    let told = set("0.weight", StoredValues::F32(vec![0.5; 2 * 142]));
    assert!(told.contains("the 8 bits for each number"), "{told}");
    let told = set("0.scale", StoredValues::F32(vec![-1.0; 2]));
    assert!(told.contains("negative scales"), "{told}");
    let told = set("2.bias", StoredValues::F32(vec![f32::NAN; 224]));
    assert!(told.contains("not finite"), "{told}");
    let told = refused(&|file| file.tensors.retain(|tensor| tensor.name != "2.scale"));
    assert!(told.contains("there is no `2.scale`"), "{told}");
}
