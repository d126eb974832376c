//! Networks of linear layers in the format ONNX, for other programs.
//!
//! A model is a protocol buffer: nested messages of (field number, type, value). Only what a
//! chain of `Gemm` and `LeakyRelu` needs is written; numbers are raw little-endian. The field
//! numbers are those of `onnx.proto`, IR version 8, operator set 13.

/// A layer of the network.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OnnxLayer<'a> {
    /// `y = W x + b`, weights as `[outputs, inputs]`.
    Linear {
        /// Numbers that go in.
        inputs: usize,
        /// The weights; the last index runs fastest.
        weights: &'a [f32],
        /// The biases, one for each output.
        biases: &'a [f32],
    },
    /// `x` where it is positive, elsewhere this multiple of it.
    LeakyRelu(f32),
}

const FLOAT: u64 = 1;

/// The bytes of a model with one input and one output, `[batch, numbers]` each.
pub fn onnx_model(name: &str, layers: &[OnnxLayer<'_>]) -> Vec<u8> {
    let mut graph = Message::default();
    let mut value = "input".to_owned();
    let (mut first, mut last) = (0, 0);
    for (number, layer) in layers.iter().enumerate() {
        let is_last = number + 1 == layers.len();
        let next = if is_last { "output".to_owned() } else { format!("value{number}") };
        let mut node = Message::default();
        node.text(1, &value);
        match layer {
            OnnxLayer::Linear { inputs, weights, biases } => {
                let names = [format!("{number}.weight"), format!("{number}.bias")];
                node.text(1, &names[0]);
                node.text(1, &names[1]);
                node.text(2, &next);
                node.text(4, "Gemm");
                let mut transposed = Message::default();
                transposed.text(1, "transB");
                transposed.number(3, 1);
                transposed.number(20, 2);
                node.message(5, &transposed);
                graph.message(1, &node);
                graph.message(5, &tensor(&names[0], &[biases.len(), *inputs], weights));
                graph.message(5, &tensor(&names[1], &[biases.len()], biases));
                if number == 0 {
                    first = *inputs;
                }
                last = biases.len();
            }
            OnnxLayer::LeakyRelu(slope) => {
                node.text(2, &next);
                node.text(4, "LeakyRelu");
                let mut alpha = Message::default();
                alpha.text(1, "alpha");
                alpha.float(2, *slope);
                alpha.number(20, 1);
                node.message(5, &alpha);
                graph.message(1, &node);
            }
        }
        value = next;
    }
    graph.text(2, name);
    graph.message(11, &described("input", first));
    graph.message(12, &described("output", last));
    let mut operators = Message::default();
    operators.text(1, "");
    operators.number(2, 13);
    let mut model = Message::default();
    model.number(1, 8);
    model.text(2, "quasar");
    model.message(7, &graph);
    model.message(8, &operators);
    model.0
}

/// A tensor of 32-bit numbers.
fn tensor(name: &str, shape: &[usize], values: &[f32]) -> Message {
    let mut tensor = Message::default();
    for &size in shape {
        tensor.number(1, size as u64);
    }
    tensor.number(2, FLOAT);
    tensor.text(8, name);
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    tensor.bytes(9, &bytes);
    tensor
}

/// An input or output: its name, type and shape; the first size is that of the batch.
fn described(name: &str, numbers: usize) -> Message {
    let (mut batch, mut size) = (Message::default(), Message::default());
    batch.text(2, "batch");
    size.number(1, numbers as u64);
    let mut shape = Message::default();
    shape.message(1, &batch);
    shape.message(1, &size);
    let mut tensor = Message::default();
    tensor.number(1, FLOAT);
    tensor.message(2, &shape);
    let mut kind = Message::default();
    kind.message(1, &tensor);
    let mut value = Message::default();
    value.text(1, name);
    value.message(2, &kind);
    value
}

/// A protocol buffer that is being written.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn number(&mut self, field: u64, number: u64) {
        self.varint(field << 3);
        self.varint(number);
    }

    fn float(&mut self, field: u64, number: f32) {
        self.varint(field << 3 | 5);
        self.0.extend(number.to_le_bytes());
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
    }

    fn text(&mut self, field: u64, text: &str) {
        self.bytes(field, text.as_bytes());
    }

    fn message(&mut self, field: u64, message: &Message) {
        self.bytes(field, &message.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples of the encoding from the documentation of protocol buffers.
    #[test]
    fn fields_are_encoded_as_documented() {
        let mut message = Message::default();
        message.number(1, 150);
        assert_eq!(message.0, [0x08, 0x96, 0x01]);
        let mut message = Message::default();
        message.text(2, "testing");
        assert_eq!(message.0, b"\x12\x07testing");
    }

    #[test]
    fn a_model_has_its_layers_and_numbers() {
        let (weights, biases) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [0.5, -0.5]);
        let layers = [
            OnnxLayer::Linear { inputs: 3, weights: &weights, biases: &biases },
            OnnxLayer::LeakyRelu(0.01),
        ];
        let bytes = onnx_model("test", &layers);
        let has = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
        assert!(has(b"Gemm") && has(b"LeakyRelu") && has(b"0.weight") && has(b"output"));
        let raw: Vec<u8> = weights.iter().flat_map(|value: &f32| value.to_le_bytes()).collect();
        assert!(has(&raw));
    }
}
