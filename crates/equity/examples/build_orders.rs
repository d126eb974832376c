//! Computes the orders of starting hands that ship with the crate: Hold'em in a
//! moment, four-card Omaha in about 20 minutes on two cores, five-card Omaha in
//! five on one. Arguments choose games by name.

use std::path::Path;

use quasar_cards::{Game, Range};
use quasar_equity::{Progress, order_against, order_against_sampled, order_against_top};

/// Deals for each class of four-card hands: a standard error of 0.2 % of the pot.
const PLO4_SAMPLES: u64 = 65_536;
/// Deals for each class of five-card hands: a standard error of 0.4 %.
const PLO5_SAMPLES: u64 = 16_384;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted: Vec<Game> =
        std::env::args().skip(1).map(|name| name.parse()).collect::<Result<_, _>>()?;
    let progress = Progress::new();
    let exact = |opponent: &Range| order_against(opponent, &progress);
    let plo4 = |opponent: &Range| order_against_sampled(opponent, PLO4_SAMPLES);
    let plo5 = |opponent: &Range| order_against_sampled(opponent, PLO5_SAMPLES);
    for game in [Game::Holdem, Game::Plo4, Game::Plo5] {
        if !wanted.is_empty() && !wanted.contains(&game) {
            continue;
        }
        let everything = Range::full(game);
        let order = match game {
            Game::Holdem | Game::Plo4 => exact(&everything)?,
            _ => plo5(&everything)?,
        };
        write(game, "vs_random", &order)?;
        let order = match game {
            Game::Holdem => order_against_top(game, order, 20.0, 20, exact)?,
            Game::Plo4 => order_against_top(game, order, 20.0, 3, plo4)?,
            _ => continue,
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
