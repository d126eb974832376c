//! Hashes that name specs.

use sha2::{Digest, Sha256};

/// 128 bits of the SHA-256 of a text, in hexadecimal.
pub(crate) fn content_hash(text: &str) -> String {
    content_hash_of([text.as_bytes()])
}

/// The same of bytes that come in parts.
pub(crate) fn content_hash_of<B: AsRef<[u8]>>(parts: impl IntoIterator<Item = B>) -> String {
    let mut hasher = Sha256::new();
    parts.into_iter().for_each(|part| hasher.update(part));
    hasher.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first half of a published digest (FIPS 180-2, appendix B.1).
    #[test]
    fn hashes_are_those_of_the_standard() {
        assert_eq!(content_hash("abc"), "ba7816bf8f01cfea414140de5dae2223");
        assert_eq!(content_hash_of(["a", "", "bc"]), content_hash("abc"));
    }
}
