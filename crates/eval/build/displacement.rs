//! Perfect hashing by row displacement.
//!
//! Entries lie in rows. Each row is shifted as a whole to the first place where
//! all its entries fall into free cells of one shared table; the largest rows go
//! first, small ones fill the gaps. A lookup is then `table[offsets[row] + column]`.

use std::cmp::Reverse;

/// What belongs to a row and a column.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) row: usize,
    pub(crate) column: usize,
    /// Not zero, which marks free cells.
    pub(crate) value: u16,
}

/// Adds entries in distinct places to the end of a table and gives back the cell
/// of column 0 of each row, which may lie before that end.
pub(crate) fn displace(table: &mut Vec<u16>, entries: &[Entry], row_count: usize) -> Vec<usize> {
    let mut rows: Vec<Vec<Entry>> = vec![Vec::new(); row_count];
    for &entry in entries {
        rows[entry.row].push(entry);
    }
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&row| Reverse(rows[row].len()));

    let mut offsets = vec![table.len(); rows.len()];
    let mut first_free = table.len();
    for row in order {
        let Some(lowest) = rows[row].iter().map(|entry| entry.column).min() else { continue };
        let columns: Vec<usize> = rows[row].iter().map(|entry| entry.column).collect();
        let mut offset = first_free.saturating_sub(lowest);
        // The one loop that takes time; plain, because build scripts are not optimised.
        let mut fitting = 0;
        while fitting < columns.len() {
            let cell = offset + columns[fitting];
            if cell < table.len() && table[cell] != 0 {
                offset += 1;
                fitting = 0;
            } else {
                fitting += 1;
            }
        }
        for entry in &rows[row] {
            let cell = offset + entry.column;
            if cell >= table.len() {
                table.resize(cell + 1, 0);
            }
            assert_eq!(table[cell], 0, "two hands in one cell");
            table[cell] = entry.value;
        }
        offsets[row] = offset;
        while table.get(first_free).is_some_and(|&value| value != 0) {
            first_free += 1;
        }
    }
    offsets
}
