//! How far the subsets of flops that ship with the crate are from all flops, compared
//! with random ones: the table of `docs/MODEL.md`.
//!
//! With the argument `build`, chooses the subsets again, writes the data file and prints
//! the table for these: about five minutes of one core. Numbers after it say how
//! often flops are replaced at random for each size, and up to which size.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::path::Path;

use quasar_cards::{CANONICAL_FLOPS, CanonicalFlop, canonical_flop_index, canonical_flops};
use quasar_equity::{
    FlopTable, LARGEST_SUBSET, Progress, SubsetError, SubsetFlop, build_flop_subsets, flop_subset,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const SEED: u64 = 1;
const SHAKES: u64 = 60;
const SIZES: [usize; 12] = [5, 10, 15, 25, 35, 49, 75, 95, 125, 184, 200, 500];
const RANDOM: u64 = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_none_or(|word| word != "build") {
        return print(&SIZES.map(flop_subset));
    }
    let shakes = arguments.get(1).map_or(Ok(SHAKES), |text| text.parse())?;
    let largest = arguments.get(2).map_or(Ok(LARGEST_SUBSET), |text| text.parse())?;
    let (mut bytes, mut chosen) = (Vec::new(), Vec::new());
    build_flop_subsets(largest, SEED, shakes, &Progress::new(), |flops| {
        for SubsetFlop { board, weight } in flops {
            let place = canonical_flop_index(board.set()).map_or(0, |(place, _)| place);
            bytes.extend((place as u16).to_le_bytes());
            bytes.extend((*weight as u16).to_le_bytes());
        }
        if SIZES.contains(&flops.len()) {
            eprintln!("{} flops", flops.len());
            chosen.push(flops.to_vec());
        }
    })?;
    if largest == LARGEST_SUBSET {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/flop_subsets.bin");
        std::fs::write(path, bytes)?;
    }
    print(&chosen)
}

fn print(subsets: &[Vec<SubsetFlop>]) -> Result<(), Box<dyn std::error::Error>> {
    let flops = canonical_flops();
    let tables: Vec<FlopTable> =
        flops.iter().map(|flop| FlopTable::of(flop.board)).collect::<Result<_, _>>()?;
    println!(
        "| flops | class v class | worst | v random hand | worst | dealt, worst | spread | random flops: class v class | worst | v random hand | dealt, worst |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for subset in subsets {
        let size = subset.len();
        let mut compared = vec![subset.clone()];
        compared.extend((1..=RANDOM).map(|seed| random(seed, size)));
        let errors = SubsetError::of(&tables, &compared);
        let mean = |number: &dyn Fn(&SubsetError) -> f64| {
            errors[1..].iter().map(number).sum::<f64>() / RANDOM as f64
        };
        let own = &errors[0];
        println!(
            "| {size} | {:.2} | {:.1} | {:.3} | {:.2} | {:.1} % | {:.2} | {:.2} | {:.0} | {:.2} | {:.0} % |",
            own.equity,
            own.worst_equity,
            own.against_all,
            own.worst_against_all,
            own.worst_dealt,
            own.spread,
            mean(&|error| error.equity),
            mean(&|error| error.worst_equity),
            mean(&|error| error.against_all),
            mean(&|error| error.worst_dealt),
        );
    }
    Ok(())
}

/// Flops dealt at random, each once, with equal weights.
fn random(seed: u64, size: usize) -> Vec<SubsetFlop> {
    let flops = canonical_flops();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < size {
        let mut left = random.next_u64() % 22_100;
        let dealt = |flop: &CanonicalFlop| {
            let size = u64::from(flop.multiplicity);
            let here = left < size;
            left = left.wrapping_sub(if here { 0 } else { size });
            here
        };
        let place = flops.iter().position(dealt).unwrap_or(CANONICAL_FLOPS - 1);
        if !chosen.contains(&place) {
            chosen.push(place);
        }
    }
    let flop = |place: usize| SubsetFlop { board: flops[place].board, weight: 1 };
    chosen.into_iter().map(flop).collect()
}
