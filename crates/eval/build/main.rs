//! Generates the rank tables of `src/key.rs` from the rules of poker.
//!
//! The same input gives the same bytes. Unoptimised, as build scripts are, it
//! runs for about two seconds.

mod displacement;
mod naive;
#[path = "../src/rank_keys.rs"]
mod rank_keys;

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

use rank_keys::{COLUMN_BITS, KEY_BITS, RANK_KEYS, ROW_BITS};

#[allow(clippy::print_stdout, reason = "a build script talks to cargo by printing")]
fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/rank_keys.rs");

    let ranks = naive::ranks();
    let mut text = String::new();
    for cards in 5..=7 {
        let hands = naive::rank_counts(cards);
        let entries: Vec<(u32, u16)> =
            hands.iter().map(|counts| (key(counts), ranks.no_flush[counts])).collect();
        let mut hash = displacement::displace(&entries, ROW_BITS, COLUMN_BITS);
        if cards == 7 {
            // As long as an offset and a column reach, so that a lookup needs no
            // check.
            hash.table.resize((1 << 16) + (1 << COLUMN_BITS), 0);
        }
        push_table(&mut text, &format!("ROW_OFFSETS_{cards}"), &hash.offsets);
        push_table(&mut text, &format!("RANKS_{cards}"), &hash.table);
    }
    push_table(&mut text, "FLUSH_RANKS", &ranks.flush);

    let folder = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR is not set"))?;
    fs::write(Path::new(&folder).join("rank_tables.rs"), text)
}

/// The key of a hand with these ranks.
fn key(counts: &naive::RankCounts) -> u32 {
    let keys = RANK_KEYS.iter().zip(counts);
    keys.map(|(key, &count)| key * u32::from(count)).sum::<u32>() & ((1 << KEY_BITS) - 1)
}

fn push_table(text: &mut String, name: &str, values: &[u16]) {
    // Writing to a string cannot fail.
    let _ = write!(text, "static {name}: [u16; {}] = [", values.len());
    for value in values {
        let _ = write!(text, "{value},");
    }
    text.push_str("];\n");
}
