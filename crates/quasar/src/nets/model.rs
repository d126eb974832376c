//! Files of networks: safetensors with what the network is for.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use quasar_cards::{Game, Street};
use quasar_nets::data::Betting;
use quasar_nets::net::{Layer, Network, Tensor};
use quasar_nets::range::{Layers, NetworkSpec, Output, RangeNetwork, leaf_features};
use quasar_store::{ExportFile, OnnxLayer, Tensors, onnx_model};

use super::generate::street_name;
use super::stored::{byte_tensors, full_tensors, stored, stored_bytes};
use super::{ModelFault, NetsError, NetworkReport};
use crate::job::content_hash_of;
use crate::schema::names::{ModelKind, Name, Names, NetworkOutputs};

const KIND: &str = "quasar range network";
const HOLDEM_RIVER: &[u8] = include_bytes!("shipped/river.safetensors");
const OMAHA_RIVER: &[u8] = include_bytes!("shipped/omaha-river.safetensors");
const TURN: &[u8] = include_bytes!("shipped/turn.safetensors");

/// A network with what is known about it.
#[derive(Clone, Debug)]
pub struct Model {
    /// The network.
    pub network: RangeNetwork,
    /// What is known about it.
    pub info: ModelInfo,
}

/// What a file says about its network.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ModelInfo {
    /// The betting that follows its leaves.
    pub betting: String,
    /// The smallest and the largest stack to pot that it has seen.
    pub stack_to_pot: [f32; 2],
    /// How many samples of which games it has learned.
    pub samples: String,
    /// A hash of the training data.
    pub data: String,
    /// Errors on held-out samples.
    pub errors: String,
    /// How it was made.
    pub made_by: String,
}

impl Model {
    /// The network that ships with Quasar for leaves of a game at the start of a street, if
    /// there is one.
    pub fn shipped(street: Street, game: Game) -> Option<Model> {
        let bytes = match street {
            Street::River if game.is_omaha() => OMAHA_RIVER,
            Street::River => HOLDEM_RIVER,
            Street::Turn => TURN,
            _ => return None,
        };
        let tensors = Tensors::from_bytes(bytes).expect("shipped networks are undamaged");
        Some(Model::from_tensors(Path::new("default"), &tensors).expect("and of this version"))
    }

    /// Reads a file.
    pub fn open(path: &Path) -> Result<Model, NetsError> {
        Model::from_tensors(path, &Tensors::open(path)?)
    }

    /// The hash of a file, if it holds tensors: equal if it is moved, and another one if it is
    /// replaced.
    pub(crate) fn contents(path: &Path) -> Result<String, NetsError> {
        // Whatever else the path may lead to is not read to its end.
        Tensors::open(path)?;
        let failed = |error| NetsError::Folder { path: path.to_owned(), error };
        Ok(content_hash_of([std::fs::read(path).map_err(failed)?]))
    }

    /// Writes a file; returns its size.
    pub fn write(&self, path: &Path) -> Result<u64, NetsError> {
        Ok(self.to_tensors().write(path)?)
    }

    /// The same network with weights of 8 bits, made by a command; `None` if it has them already.
    pub fn in_bytes(&self, command: &str) -> Option<Model> {
        let Layers::Full(_) = self.network.layers() else { return None };
        let mut info = self.info.clone();
        if !info.errors.is_empty() {
            info.errors += "; before its weights were rounded";
        }
        info.made_by += &format!("; {command}");
        Some(Model { network: self.network.in_bytes(), info })
    }

    /// The layers in the format ONNX, all numbers with 32 bits: from the numbers of a leaf, or
    /// of a leaf and a hand, to knots or a value; see `docs/NETS.md`.
    pub fn to_onnx(&self) -> Vec<u8> {
        match self.network.layers() {
            Layers::Full(network) => onnx(network),
            Layers::Bytes(network) => onnx(&network.to_full()),
        }
    }

    /// Writes a file in the format ONNX; returns its size.
    pub fn write_onnx(&self, path: &Path) -> Result<u64, NetsError> {
        let bytes = self.to_onnx();
        let place = ExportFile::claim(path)?;
        let written = place.file()?.write_all(&bytes);
        written.map_err(|error| NetsError::Folder { path: path.to_owned(), error })?;
        place.put_in_place()?;
        Ok(bytes.len() as u64)
    }

    fn to_tensors(&self) -> Tensors {
        let (spec, info) = (self.network.spec(), &self.info);
        let texts = [
            ("kind", KIND.to_owned()),
            ("feature_version", spec.version.to_string()),
            ("street", street_name(spec.street).to_owned()),
            ("output", NetworkOutputs::name(spec.output).to_owned()),
            ("width", spec.width.to_string()),
            ("depth", spec.depth.to_string()),
            ("layers", spec.text()),
            ("weight_bits", self.weight_bits().to_string()),
            ("betting", info.betting.clone()),
            ("betting_hash", betting_hash(spec.street)),
            ("stack_to_pot", format!("{} {}", info.stack_to_pot[0], info.stack_to_pot[1])),
            ("samples", info.samples.clone()),
            ("data", info.data.clone()),
            ("errors", info.errors.clone()),
            ("made_by", info.made_by.clone()),
        ];
        let metadata = texts.map(|(name, text)| (name.to_owned(), text)).into();
        let tensors = match self.network.layers() {
            Layers::Full(network) => network.tensors().map(stored).collect(),
            Layers::Bytes(network) => stored_bytes(network.tensors()),
        };
        Tensors { metadata, tensors }
    }

    fn weight_bits(&self) -> u32 {
        match self.network.layers() {
            Layers::Full(_) => 32,
            Layers::Bytes(_) => 8,
        }
    }

    /// The network of a file that was read; errors name `path`.
    pub fn from_tensors(path: &Path, tensors: &Tensors) -> Result<Model, NetsError> {
        let texts = Texts { path, texts: &tensors.metadata };
        if texts.get("kind")? != KIND {
            return Err(texts.wrong(ModelFault::Kind));
        }
        let found = texts.get("feature_version")?;
        let version = found.parse().ok().filter(|&version| leaf_features(version).is_some());
        let Some(version) = version else {
            let found = found.to_owned();
            return Err(NetsError::FeatureVersion { path: path.to_owned(), found });
        };
        let street = match texts.get("street")? {
            "river" => Street::River,
            "turn" => Street::Turn,
            other => return Err(texts.unknown("street", other)),
        };
        let output = match texts.get("output")? {
            "curve" => Output::Curve,
            "hand" => Output::Hand,
            other => return Err(texts.unknown("output", other)),
        };
        // Files of before the hash have the sizes in words only.
        let (learned, hash) = (texts.get("betting")?, tensors.metadata.get("betting_hash"));
        let same = match hash {
            Some(hash) => *hash == betting_hash(street),
            None => learned == Betting::for_street(street).text(),
        };
        if !same {
            return Err(texts.wrong(ModelFault::Betting { learned: learned.to_owned() }));
        }
        let spec = NetworkSpec {
            street,
            output,
            width: texts.number("width", 4_096)?,
            depth: texts.number("depth", 16)?,
            version,
        };
        // Files of before there were others have no such text.
        let network = match tensors.metadata.get("weight_bits").map_or("32", String::as_str) {
            "32" => RangeNetwork::load(spec, full_tensors(path, tensors)?)?,
            "8" => RangeNetwork::load_bytes(spec, byte_tensors(tensors))?,
            bits => {
                return Err(texts.wrong(ModelFault::WeightBits { bits: bits.to_owned() }));
            }
        };
        let ratios: Vec<f32> = texts.get("stack_to_pot")?.split(' ').flat_map(str::parse).collect();
        let [low, high] = ratios[..] else {
            return Err(texts.wrong(ModelFault::StackToPot));
        };
        let info = ModelInfo {
            betting: texts.get("betting")?.to_owned(),
            stack_to_pot: [low, high],
            samples: texts.get("samples")?.to_owned(),
            data: texts.get("data")?.to_owned(),
            errors: texts.get("errors")?.to_owned(),
            made_by: texts.get("made_by")?.to_owned(),
        };
        Ok(Model { network, info })
    }

    /// What the file says about it.
    pub fn report(&self) -> NetworkReport {
        let (spec, info) = (self.network.spec(), self.info.clone());
        let tensors = self.to_tensors().tensors;
        NetworkReport {
            parameters: tensors.iter().map(|tensor| tensor.values.len()).sum(),
            betting: info.betting,
            betting_hash: betting_hash(spec.street),
            data: info.data,
            depth: spec.depth,
            errors: info.errors,
            feature_version: spec.version,
            kind: Name(ModelKind::Network),
            layers: spec.text(),
            made_by: info.made_by,
            output: Name(spec.output),
            samples: info.samples,
            stack_to_pot: info.stack_to_pot,
            street: Name(spec.street),
            weight_bits: self.weight_bits(),
            width: spec.width,
        }
    }
}

/// Layers in the format ONNX.
fn onnx(network: &Network) -> Vec<u8> {
    let tensors: Vec<Tensor<'_>> = network.tensors().collect();
    let mut pairs = tensors.chunks_exact(2);
    let layers: Vec<OnnxLayer<'_>> = network
        .layers()
        .map(|layer| match layer {
            Layer::LeakyRelu(slope) => OnnxLayer::LeakyRelu(slope),
            // Range networks have no other layers with parameters.
            _ => {
                let pair = pairs.next().expect("each linear layer has weights and biases");
                OnnxLayer::Linear {
                    inputs: pair[0].shape[1],
                    weights: pair[0].values,
                    biases: pair[1].values,
                }
            }
        })
        .collect();
    onnx_model("quasar range network", &layers)
}

/// The betting that follows leaves of a street, as files name it.
pub(super) fn betting_hash(street: Street) -> String {
    format!("{:016x}", Betting::for_street(street).hash())
}

/// The texts of a file.
struct Texts<'a> {
    path: &'a Path,
    texts: &'a BTreeMap<String, String>,
}

impl<'a> Texts<'a> {
    fn wrong(&self, fault: ModelFault) -> NetsError {
        NetsError::Model { path: self.path.to_owned(), fault }
    }

    fn unknown(&self, what: &'static str, name: &str) -> NetsError {
        self.wrong(ModelFault::Unknown { what, name: name.to_owned() })
    }

    fn get(&self, name: &'static str) -> Result<&'a str, NetsError> {
        let found = self.texts.get(name).map(String::as_str);
        found.ok_or_else(|| self.wrong(ModelFault::NoText(name)))
    }

    fn number(&self, name: &'static str, most: usize) -> Result<usize, NetsError> {
        let found = self.get(name)?.parse::<usize>().ok().filter(|number| *number <= most);
        found.ok_or_else(|| self.wrong(ModelFault::Number { name, most }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report is made of fields, the file of texts.
    #[test]
    fn the_report_has_what_the_file_says() {
        for (street, game) in [(Street::River, Game::Holdem), (Street::Turn, Game::Holdem)] {
            let model = Model::shipped(street, game).unwrap();
            let lines = model.report().lines();
            let said = model.to_tensors().metadata;
            let texts = lines.iter().skip(1).map(|(name, text)| ((*name).to_owned(), text.clone()));
            assert_eq!(texts.collect::<BTreeMap<_, _>>(), said);
            assert_eq!(lines[0].0, "parameters");
        }
    }
}
