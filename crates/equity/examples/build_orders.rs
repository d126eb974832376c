//! Computes the orders of starting hands that ship with the crate: Hold'em in a
//! moment, four-card Omaha in about a quarter of an hour on two cores.

use std::path::Path;

use quasar_cards::{Game, Range};
use quasar_equity::{Progress, order_against, order_against_top};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let progress = Progress::new();
    for (game, rounds) in [(Game::Holdem, 20), (Game::Plo4, 3)] {
        let order = order_against(&Range::full(game), &progress)?;
        write(game, "vs_random", &order)?;
        write(game, "vs_top20", &order_against_top(game, order, 20.0, rounds, &progress)?)?;
    }
    Ok(())
}

fn write(game: Game, name: &str, order: &[usize]) -> std::io::Result<()> {
    let file = format!("data/order_{game}_{name}.bin");
    let bytes: Vec<u8> = order.iter().flat_map(|&class| (class as u32).to_le_bytes()).collect();
    std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(file), bytes)
}
