//! Perfect hashing by row displacement.
//!
//! Keys are cut into rows by their top bits. Each row is shifted as a whole to
//! the first place where all its entries fall into free cells of one shared
//! table; the largest rows go first, small ones fill the gaps. A lookup is then
//! `table[offsets[row] + column]`.

use std::cmp::Reverse;

/// The shared table and the shift of each row.
pub(crate) struct Displaced {
    /// Where column 0 of each row lies.
    pub(crate) offsets: Vec<u16>,
    /// The values; 0 in the few cells that stay free.
    pub(crate) table: Vec<u16>,
}

/// Hashes distinct keys of `row_bits + column_bits` with non-zero values.
pub(crate) fn displace(entries: &[(u32, u16)], row_bits: u32, column_bits: u32) -> Displaced {
    let mut rows: Vec<Vec<(usize, u16)>> = vec![Vec::new(); 1 << row_bits];
    for &(key, value) in entries {
        let column = key & ((1 << column_bits) - 1);
        rows[(key >> column_bits) as usize].push((column as usize, value));
    }
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&row| Reverse(rows[row].len()));

    let mut table: Vec<u16> = Vec::new();
    let mut offsets = vec![0; rows.len()];
    let mut first_free = 0usize;
    for row in order {
        let Some(lowest) = rows[row].iter().map(|&(column, _)| column).min() else { continue };
        let taken = |offset: usize| {
            let mut cells = rows[row].iter().map(|&(column, _)| offset + column);
            cells.any(|cell| table.get(cell).is_some_and(|&value| value != 0))
        };
        let mut offset = first_free.saturating_sub(lowest);
        while taken(offset) {
            offset += 1;
        }
        for &(column, value) in &rows[row] {
            let cell = offset + column;
            if cell >= table.len() {
                table.resize(cell + 1, 0);
            }
            assert_eq!(table[cell], 0, "two hands with one key");
            table[cell] = value;
        }
        assert!(offset <= usize::from(u16::MAX), "the table is too long for its offsets");
        offsets[row] = offset as u16;
        while table.get(first_free).is_some_and(|&value| value != 0) {
            first_free += 1;
        }
    }
    Displaced { offsets, table }
}
