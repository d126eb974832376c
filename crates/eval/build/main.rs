//! Generates the rank tables of `src/key.rs` from the rules of poker.
//!
//! The same input gives the same bytes. Unoptimised, as build scripts are, it
//! runs for about three seconds.

mod displacement;
mod naive;
#[path = "../src/rank_keys.rs"]
mod rank_keys;

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

use displacement::Entry;
use rank_keys::{COLUMN, KEY_BITS, RANK_KEYS, ROW_BITS, SIXES_AND_FIVES};

#[allow(clippy::print_stdout, reason = "a build script talks to cargo by printing")]
fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/rank_keys.rs");

    let ranks = naive::ranks();
    let mut text = String::new();
    let mut table = ranks.flush;
    let mut all_offsets: Vec<u16> = Vec::new();
    for cards in [7, 6, 5] {
        let hands = naive::rank_counts(cards);
        let entries: Vec<Entry> =
            hands.iter().map(|counts| entry(counts, ranks.no_flush[counts])).collect();
        let offsets = displacement::displace(&mut table, &entries, 1 << ROW_BITS);
        let from = if cards == 7 { 0 } else { SIXES_AND_FIVES };
        for offset in offsets {
            all_offsets.push(u16::try_from(offset - from).map_err(io::Error::other)?);
        }
    }
    push_table(&mut text, "ROW_OFFSETS", &all_offsets);
    // As long as an offset and a column of 16 bits reach, so that a lookup for
    // seven cards needs no check.
    assert!(table.len() < 2 << 16, "the table is too long");
    table.resize((2 << 16) - 1, 0);
    push_table(&mut text, "RANKS", &table);

    let folder = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR is not set"))?;
    fs::write(Path::new(&folder).join("rank_tables.rs"), text)
}

/// Where the hash has the rank of a hand with these ranks.
fn entry(counts: &naive::RankCounts, value: u16) -> Entry {
    let sum_of = |bits: u32| -> u32 {
        let keys = RANK_KEYS.iter().zip(counts);
        keys.map(|(key, &count)| (key & bits) * u32::from(count)).sum()
    };
    let key = sum_of(u32::MAX) % (1 << KEY_BITS);
    let row = key >> (KEY_BITS - ROW_BITS);
    Entry { row: row as usize, column: sum_of(COLUMN) as usize, value }
}

fn push_table(text: &mut String, name: &str, values: &[u16]) {
    // Writing to a string cannot fail.
    let _ = write!(text, "static {name}: [u16; {}] = [", values.len());
    for value in values {
        let _ = write!(text, "{value},");
    }
    text.push_str("];\n");
}
