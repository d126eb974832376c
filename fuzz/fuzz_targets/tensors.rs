//! Files of networks and of training data: no panic, and what is read is written alike.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar_store::{Records, Tensors};

fuzz_target!(|input: &[u8]| {
    if let Ok(found) = Tensors::from_bytes(input) {
        for tensor in &found.tensors {
            assert_eq!(tensor.shape.iter().product::<usize>(), tensor.values.len());
        }
        // Numbers that are no numbers are not equal to themselves: their bytes are compared.
        let bytes = found.to_bytes();
        let again = Tensors::from_bytes(&bytes).map(|again| again.to_bytes());
        assert_eq!(again, Ok(bytes));
    }
    if let Ok(found) = Records::from_bytes(input) {
        assert_eq!(Records::from_bytes(&found.to_bytes()), Ok(found));
    }
    // A header of the right length around the input reaches what lies behind it.
    let mut framed = (input.len() as u64).to_le_bytes().to_vec();
    framed.extend(input);
    let _ = Tensors::from_bytes(&framed);
});
