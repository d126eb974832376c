//! Computes the results of all Hold'em matchups before the flop, and writes the
//! data file that ships with the crate.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/holdem_matchups.bin");
    std::fs::write(path, quasar_equity::build_matchups().to_bytes())
}
