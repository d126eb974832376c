//! Perfect hashing by row displacement.
//!
//! Keys are cut into rows by their top bits. Each row is shifted as a whole to
//! the first place where all its entries fall into free cells of one shared
//! table; the largest rows go first, small ones fill the gaps. A lookup is then
//! `table[key + offsets[row of key]]`, modulo 2^16.

use std::cmp::Reverse;

/// The shared table and the shift of each row.
pub(crate) struct Displaced {
    /// To be added to a key of this row, modulo 2^16.
    pub(crate) offsets: Vec<u16>,
    /// The values; 0 in the few cells that stay free.
    pub(crate) table: Vec<u16>,
}

/// Hashes distinct keys of `key_bits` with non-zero values.
pub(crate) fn displace(entries: &[(u32, u16)], key_bits: u32, row_bits: u32) -> Displaced {
    let column_bits = key_bits - row_bits;
    let mut rows: Vec<Vec<(usize, u16)>> = vec![Vec::new(); 1 << row_bits];
    for &(key, value) in entries {
        let column = key & ((1 << column_bits) - 1);
        rows[(key >> column_bits) as usize].push((column as usize, value));
    }
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&row| Reverse(rows[row].len()));

    let mut table: Vec<u16> = Vec::new();
    let mut offsets = vec![0; rows.len()];
    let mut first_free = 0;
    for row in order {
        let Some(lowest) = rows[row].iter().map(|&(column, _)| column).min() else { continue };
        let taken = |place: usize| {
            let cells = rows[row].iter().map(|&(column, _)| place + column - lowest);
            cells.into_iter().any(|cell| table.get(cell).is_some_and(|&value| value != 0))
        };
        let mut place = first_free;
        while taken(place) {
            place += 1;
        }
        for &(column, value) in &rows[row] {
            let cell = place + column - lowest;
            if cell >= table.len() {
                table.resize(cell + 1, 0);
            }
            assert_eq!(table[cell], 0, "two hands with one key");
            table[cell] = value;
        }
        let start = row << column_bits;
        offsets[row] = place.wrapping_sub(lowest).wrapping_sub(start) as u16;
        while table.get(first_free).is_some_and(|&value| value != 0) {
            first_free += 1;
        }
    }
    assert!(table.len() <= 1 << 16, "offsets have 16 bits");
    Displaced { offsets, table }
}
