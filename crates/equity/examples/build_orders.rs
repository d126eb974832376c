//! Computes the orders of starting hands that ship with the crate.

use std::path::Path;

use quasar_cards::{Game, Range};
use quasar_equity::{Progress, order_against, order_against_top};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let progress = Progress::new();
    for game in [Game::Holdem, Game::Plo4] {
        write(game, "vs_random", &order_against(&Range::full(game), &progress)?)?;
        write(game, "vs_top20", &order_against_top(game, 20.0, &progress)?)?;
    }
    Ok(())
}

fn write(game: Game, name: &str, order: &[usize]) -> std::io::Result<()> {
    let file = format!("data/order_{game}_{name}.bin");
    let bytes: Vec<u8> = order.iter().flat_map(|&class| (class as u32).to_le_bytes()).collect();
    std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(file), bytes)
}
