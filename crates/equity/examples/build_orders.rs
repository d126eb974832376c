//! Computes the orders of starting hands that ship with the crate: Hold'em in a
//! moment, four-card Omaha in some 20 minutes on two cores.

use std::path::Path;

use quasar_cards::{Game, Range};
use quasar_equity::{Progress, order_against, order_against_sampled, order_against_top};

/// Deals for each class of Omaha hands: a standard error of 0.2 % of the pot.
const SAMPLES: u64 = 65_536;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let progress = Progress::new();
    for game in [Game::Holdem, Game::Plo4] {
        let order = order_against(&Range::full(game), &progress)?;
        write(game, "vs_random", &order)?;
        let order = match game {
            Game::Holdem => {
                order_against_top(game, order, 20.0, 20, |top| order_against(top, &progress))?
            }
            _ => {
                order_against_top(game, order, 20.0, 3, |top| order_against_sampled(top, SAMPLES))?
            }
        };
        write(game, "vs_top20", &order)?;
    }
    Ok(())
}

fn write(game: Game, name: &str, order: &[usize]) -> std::io::Result<()> {
    let file = format!("data/order_{game}_{name}.bin");
    let bytes: Vec<u8> = order.iter().flat_map(|&class| (class as u32).to_le_bytes()).collect();
    std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(file), bytes)
}
