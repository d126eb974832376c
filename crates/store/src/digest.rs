//! SHA-256, which identifies whole files and specs.
//!
//! A checksum of four bytes finds damage, but not deliberate changes; and
//! the CRC-32 of a file whose sections each end with their own CRC-32 is the same for
//! every content.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// The digest of some bytes.
pub(crate) type Digest = [u8; 32];

/// The digest of bytes in memory.
pub(crate) fn digest(bytes: &[u8]) -> Digest {
    Sha256::digest(bytes).into()
}

/// The digest of a file.
pub(crate) fn digest_file(path: &Path) -> io::Result<Digest> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize().into()),
            count => hasher.update(&buffer[..count]),
        }
    }
}

/// Bytes in hexadecimal.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digest that the standard publishes (FIPS 180-2, appendix B.1).
    #[test]
    fn digests_are_those_of_the_standard() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hexadecimal(&digest(b"abc")), expected);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc");
        std::fs::write(&path, "abc").unwrap();
        assert_eq!(digest_file(&path).unwrap(), digest(b"abc"));
    }
}
