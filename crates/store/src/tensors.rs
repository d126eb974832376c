//! Parameters of networks in the format safetensors: named arrays of numbers with a table of
//! texts.
//!
//! ```text
//! length of the header, u64 | header, JSON, padded with spaces | numbers, little-endian
//! ```
//!
//! The header has `__metadata__`, texts by name, and for each tensor its type (`F32` or `I8`), its
//! shape and where its bytes begin and end. A checksum of the numbers is in the texts (`crc32`); files of
//! other programs need not have one. This module does not know what tensors mean.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use serde_json::Value;
use thiserror::Error;

use crate::map::Bytes;
use crate::{ExportFile, Fault, StoreError};

/// The longest header.
const MOST_HEADER: u64 = 1 << 20;
/// The most dimensions of a tensor.
const MOST_DIMENSIONS: usize = 8;
/// The name of the checksum among the texts.
const CHECKSUM: &str = "crc32";

/// A named array of numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredTensor {
    /// Its name.
    pub name: String,
    /// Its shape; the last index runs fastest.
    pub shape: Vec<usize>,
    /// Its numbers.
    pub values: StoredValues,
}

/// The numbers of a tensor.
#[derive(Clone, PartialEq, Debug)]
pub enum StoredValues {
    /// Floating-point numbers of 32 bits.
    F32(Vec<f32>),
    /// Whole numbers of 8 bits with a sign.
    I8(Vec<i8>),
}

impl StoredValues {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            StoredValues::F32(values) => values.len(),
            StoredValues::I8(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers, if they have 32 bits.
    pub fn as_f32(&self) -> Option<&[f32]> {
        match self {
            StoredValues::F32(values) => Some(values),
            StoredValues::I8(_) => None,
        }
    }

    fn kind(&self) -> Kind {
        match self {
            StoredValues::F32(_) => Kind::F32,
            StoredValues::I8(_) => Kind::I8,
        }
    }
}

/// The type of a tensor's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    F32,
    I8,
}

impl Kind {
    fn read(name: &str) -> Option<Kind> {
        [Kind::F32, Kind::I8].into_iter().find(|kind| kind.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Kind::F32 => "F32",
            Kind::I8 => "I8",
        }
    }

    fn bytes(self) -> usize {
        match self {
            Kind::F32 => 4,
            Kind::I8 => 1,
        }
    }
}

/// Tensors with texts, read from a file or to be written to one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tensors {
    /// Texts by name.
    pub metadata: BTreeMap<String, String>,
    /// The tensors, in the order of their bytes.
    pub tensors: Vec<StoredTensor>,
}

/// What is wrong with a file of tensors.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TensorsFault {
    /// Too short for the length of its header, or that length is impossible.
    #[error(
        "not a safetensors file: the first eight bytes promise a longer header than its {found} bytes can hold"
    )]
    Header {
        /// The size of the file.
        found: usize,
    },
    /// A header that is not JSON of the right form.
    #[error("the header is not that of a safetensors file: {0}")]
    Json(String),
    /// A tensor whose entry is invalid.
    #[error("tensor `{name}`: {why}")]
    Tensor {
        /// Its name.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Bytes that belong to no tensor, or to two.
    #[error("the tensors must fill the {bytes} bytes after the header without gaps or overlaps")]
    Gap {
        /// Bytes after the header.
        bytes: usize,
    },
    /// A wrong checksum.
    #[error("the checksum of the tensors is wrong: the file is damaged")]
    Checksum,
}

impl Tensors {
    /// The bytes of the file: the same for equal contents.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut data = Vec::new();
        let mut entries = Vec::new();
        for tensor in &self.tensors {
            let start = data.len();
            match &tensor.values {
                StoredValues::F32(values) => {
                    data.extend(values.iter().flat_map(|value| value.to_le_bytes()));
                }
                StoredValues::I8(values) => data.extend(values.iter().map(|&value| value as u8)),
            }
            let entry = serde_json::json!({
                "dtype": tensor.values.kind().name(),
                "shape": tensor.shape,
                "data_offsets": [start, data.len()],
            });
            entries.push(format!("{}:{entry}", Value::from(tensor.name.as_str())));
        }
        let mut metadata = self.metadata.clone();
        metadata.insert(CHECKSUM.to_owned(), format!("{:08x}", crc32fast::hash(&data)));
        let texts: serde_json::Map<String, Value> =
            metadata.into_iter().map(|(name, text)| (name, Value::from(text))).collect();
        entries.insert(0, format!("\"__metadata__\":{}", Value::from(texts)));
        let mut header = format!("{{{}}}", entries.join(",")).into_bytes();
        header.resize(header.len().next_multiple_of(8), b' ');
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header);
        bytes.extend(data);
        bytes
    }

    /// Reads the bytes of a file; everything is checked but what the texts mean.
    pub fn from_bytes(bytes: &[u8]) -> Result<Tensors, TensorsFault> {
        let short = TensorsFault::Header { found: bytes.len() };
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(|| short.clone())?;
        let length = u64::from_le_bytes(*length);
        let length = usize::try_from(length).ok().filter(|_| length <= MOST_HEADER);
        let header = length.and_then(|length| rest.split_at_checked(length));
        let (header, data) = header.ok_or(short)?;
        let header: Value = serde_json::from_slice(header)
            .map_err(|error| TensorsFault::Json(error.to_string()))?;
        let Value::Object(entries) = header else {
            return Err(TensorsFault::Json("it is not an object".to_owned()));
        };
        let mut found = Tensors::default();
        let mut places = Vec::new();
        for (name, entry) in entries {
            if name == "__metadata__" {
                found.metadata = texts(&entry)?;
            } else {
                places.push(Entry::read(name, &entry)?);
            }
        }
        places.sort_by_key(|entry| (entry.start, entry.end));
        let mut end = 0;
        for entry in &places {
            if entry.start != end || entry.end > data.len() {
                return Err(TensorsFault::Gap { bytes: data.len() });
            }
            end = entry.end;
        }
        if end != data.len() {
            return Err(TensorsFault::Gap { bytes: data.len() });
        }
        if let Some(expected) = found.metadata.remove(CHECKSUM)
            && expected != format!("{:08x}", crc32fast::hash(data))
        {
            return Err(TensorsFault::Checksum);
        }
        let tensor = |entry: Entry| {
            let bytes = &data[entry.start..entry.end];
            let values = match entry.kind {
                Kind::F32 => {
                    let (words, _) = bytes.as_chunks::<4>();
                    let values = words.iter().map(|word| f32::from_le_bytes(*word));
                    StoredValues::F32(values.collect())
                }
                Kind::I8 => StoredValues::I8(bytes.iter().map(|&byte| byte as i8).collect()),
            };
            StoredTensor { name: entry.name, shape: entry.shape, values }
        };
        found.tensors = places.into_iter().map(tensor).collect();
        Ok(found)
    }

    /// Reads a file.
    pub fn open(path: &Path) -> Result<Tensors, StoreError> {
        let bytes = Bytes::open(path).map_err(|fault| StoreError::new(path, fault))?;
        Tensors::from_bytes(&bytes).map_err(|fault| StoreError::new(path, fault.into()))
    }

    /// Writes a file, whole or not at all; returns its size.
    pub fn write(&self, path: &Path) -> Result<u64, StoreError> {
        let bytes = self.to_bytes();
        let place = ExportFile::claim(path)?;
        let written = place.file()?.write_all(&bytes);
        written.map_err(|error| StoreError::new(path, Fault::system("write")(error)))?;
        place.put_in_place()?;
        Ok(bytes.len() as u64)
    }
}

/// The entry of a tensor in the header.
struct Entry {
    name: String,
    kind: Kind,
    shape: Vec<usize>,
    start: usize,
    end: usize,
}

impl Entry {
    fn read(name: String, entry: &Value) -> Result<Entry, TensorsFault> {
        let numbers = |field: &str| -> Option<Vec<usize>> {
            let list = entry.get(field)?.as_array()?;
            list.iter().map(|value| usize::try_from(value.as_u64()?).ok()).collect()
        };
        let wrong = |why: &'static str| TensorsFault::Tensor { name: name.clone(), why };
        let kind = entry.get("dtype").and_then(Value::as_str).and_then(Kind::read);
        let kind = kind.ok_or_else(|| wrong("its numbers are neither of type F32 nor I8"))?;
        let shape = numbers("shape").filter(|shape| shape.len() <= MOST_DIMENSIONS);
        let shape = shape.ok_or_else(|| wrong("its shape is not a short list of numbers"))?;
        let offsets = numbers("data_offsets").unwrap_or_default();
        let [start, end] = offsets[..] else { return Err(wrong("it does not have two offsets")) };
        let bytes = shape.iter().try_fold(kind.bytes(), |bytes, &size| bytes.checked_mul(size));
        if end < start || bytes != Some(end - start) {
            return Err(wrong("its offsets do not fit its shape"));
        }
        Ok(Entry { name, kind, shape, start, end })
    }
}

fn texts(entry: &Value) -> Result<BTreeMap<String, String>, TensorsFault> {
    let entries = entry.as_object().into_iter().flatten();
    let text = |(name, value): (&String, &Value)| match value.as_str() {
        Some(text) => Ok((name.clone(), text.to_owned())),
        None => Err(TensorsFault::Json(format!("the metadata `{name}` is not a string"))),
    };
    entries.map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(name: &str, shape: &[usize], values: StoredValues) -> StoredTensor {
        StoredTensor { name: name.to_owned(), shape: shape.to_vec(), values }
    }

    fn sample() -> Tensors {
        let metadata = [("kind", "test"), ("of", "a \"quoted\" text")];
        Tensors {
            metadata: metadata.map(|(name, text)| (name.to_owned(), text.to_owned())).into(),
            tensors: vec![
                tensor("a", &[2, 3], StoredValues::F32(vec![1.5; 6])),
                tensor("b", &[1, 3], StoredValues::I8(vec![-128, 0, 127])),
                tensor("c", &[1], StoredValues::F32(vec![-0.25])),
            ],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = sample().to_bytes();
        assert_eq!(Tensors::from_bytes(&bytes), Ok(sample()));
        assert_eq!(u64::from_le_bytes(bytes[..8].try_into().unwrap()) % 8, 0);
        assert_eq!(&bytes[bytes.len() - 4..], (-0.25_f32).to_le_bytes());
        assert_eq!(&bytes[bytes.len() - 7..bytes.len() - 4], [0x80, 0x00, 0x7f]);
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = sample().to_bytes();
        for length in 0..bytes.len() {
            assert!(Tensors::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        let mut damaged = bytes.clone();
        *damaged.last_mut().unwrap() ^= 1;
        assert_eq!(Tensors::from_bytes(&damaged), Err(TensorsFault::Checksum));
        let mut huge = bytes.clone();
        huge[..8].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(matches!(Tensors::from_bytes(&huge), Err(TensorsFault::Header { .. })));
    }

    /// As the format's own library writes them, without texts.
    #[test]
    fn entries_are_checked() {
        let file = |header: &str, data: usize| {
            let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
            bytes.extend(header.as_bytes());
            bytes.resize(bytes.len() + data, 0);
            Tensors::from_bytes(&bytes)
        };
        let good = r#"{"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#;
        assert_eq!(file(good, 8).unwrap().tensors[0].values, StoredValues::F32(vec![0.0; 2]));
        let bytes = r#"{"x":{"dtype":"I8","shape":[8],"data_offsets":[0,8]}}"#;
        assert_eq!(file(bytes, 8).unwrap().tensors[0].values, StoredValues::I8(vec![0; 8]));
        for (header, data) in [
            (r#"{"x":{"dtype":"F16","shape":[2],"data_offsets":[0,8]}}"#, 8),
            (r#"{"x":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}}"#, 8),
            (r#"{"x":{"dtype":"I8","shape":[2],"data_offsets":[0,8]}}"#, 8),
            (r#"{"x":{"dtype":"U8","shape":[8],"data_offsets":[0,8]}}"#, 8),
            (r#"{"x":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}}"#, 8),
            (r#"{"x":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}}"#, 12),
            (r#"{"x":{"dtype":"F32","shape":[4611686018427387904],"data_offsets":[0,0]}}"#, 0),
            (r#"{"x":{"dtype":"F32","shape":[-1],"data_offsets":[0,0]}}"#, 0),
            (r#"{"__metadata__":{"a":1}}"#, 0),
            (r#"[]"#, 0),
            (good, 12),
        ] {
            assert!(file(header, data).is_err(), "{header}");
        }
    }
}
