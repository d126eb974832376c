//! One flop table of each suit pattern, what a file costs to turn into floats,
//! and a slice of the plain loop: `cargo bench -p quasar-equity`.
#![allow(missing_docs, reason = "criterion generates the entry point")]

use criterion::{Criterion, criterion_group, criterion_main};
use quasar_cards::{Board, CardSet, Combo, Game, HoldemClass};
use quasar_equity::FlopTable;
use quasar_eval::rank_set;
use std::hint::black_box;

/// A flop of each suit pattern.
const FLOPS: [(&str, &str); 4] =
    [("rainbow", "AsKhQd"), ("two-tone", "Td9d6h"), ("monotone", "9h8h7h"), ("paired", "7s7h2d")];

fn board(text: &str) -> Board {
    text.parse().expect("a flop")
}

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("flop table");
    for (pattern, flop) in FLOPS {
        let flop = board(flop);
        group.bench_function(pattern, |bencher| bencher.iter(|| FlopTable::of(black_box(flop))));
    }
    let table = FlopTable::of(board("Td9d6h")).expect("a flop");
    let mut equities = vec![0.0f32; HoldemClass::COUNT * HoldemClass::COUNT];
    group.bench_function("check and spread to f32", |bencher| {
        bencher.iter(|| {
            let table = FlopTable::from_numerators(table.flop(), table.numerators());
            table.expect("numerators of this flop").equities_f32_into(black_box(&mut equities));
        });
    });
    group.finish();
}

/// One pair of combos on every runout with two evaluations each, of which the
/// plain loop needs 1,176 x 1,081 / 2.
fn plain(criterion: &mut Criterion) {
    let flop = board("Td9d6h").set();
    let [hero, villain]: [Combo; 2] = ["AhKh", "QsQc"].map(|text| text.parse().expect("a hand"));
    let gone = flop | hero.set() | villain.set();
    criterion.bench_function("plain loop, one pair", |bencher| {
        bencher.iter(|| {
            let mut score = 0;
            for runout in Combo::all(Game::Holdem, gone) {
                let board: CardSet = flop | runout.set();
                let [one, other] = [hero, villain]
                    .map(|hand| rank_set(board | black_box(hand).set()).expect("seven cards"));
                score += u32::from(one >= other) + u32::from(one > other);
            }
            score
        });
    });
}

criterion_group!(benches, tables, plain);
criterion_main!(benches);
