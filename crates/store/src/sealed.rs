//! Sections that end with a checksum: CRC-32, as in zlib.

/// Bytes of a checksum.
pub(crate) const CHECKSUM: usize = 4;

/// Puts the checksum of all other bytes into the last four.
pub(crate) fn seal(bytes: &mut [u8]) {
    if let Some((content, checksum)) = bytes.split_last_chunk_mut::<CHECKSUM>() {
        *checksum = crc32fast::hash(content).to_le_bytes();
    }
}

/// Whether the last four bytes are the checksum of all others.
pub(crate) fn is_sealed(bytes: &[u8]) -> bool {
    bytes
        .split_last_chunk::<CHECKSUM>()
        .is_some_and(|(content, checksum)| crc32fast::hash(content).to_le_bytes() == *checksum)
}

/// Four bytes as a number.
pub(crate) fn word(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "123456789" is the check value that catalogues of checksums list.
    #[test]
    fn the_checksum_is_that_of_zlib() {
        let mut bytes = *b"123456789\0\0\0\0";
        seal(&mut bytes);
        assert_eq!(word(&bytes[9..]), 0xCBF4_3926);
        assert!(is_sealed(&bytes) && !is_sealed(&bytes[1..]) && !is_sealed(&[0; 3]));
    }
}
