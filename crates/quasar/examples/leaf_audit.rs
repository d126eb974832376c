//! Where the values that a network gives to leaves are wrong: a held-out spot is searched, and
//! leaves that the search queried are solved exactly at the same beliefs.
//!
//!     cargo run --release -p quasar --example leaf_audit -- plo4-turn-5 2 60 4 [MODEL]
//!
//! The arguments are a table of spots, the number of the spot from 0, iterations of the search,
//! next cards for each line, and the file of a network if it is not the one that ships. For each
//! leaf and player it prints errors in pots, then the groups of hands of equal strength and
//! equal number of aces that cause most of them.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

use quasar::cards::{Board, Card, Combo, Game, Street};
use quasar::nets::{Deck, HeldOut, Model, NetworkValues, RangeKind, Sample};
use quasar_nets::data::Effort;
use quasar_nets::measure::{CutSpot, LineBeliefs};
use quasar_nets::range::{Belief, HandFeature, LeafFeatures};
use quasar_solver::{Algorithm, Player, Profile};

/// The least weight of a hand, relative to the heaviest: others would have no values.
const LEAST: f32 = 1e-4;
/// Groups of hands that are printed.
const GROUPS: usize = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [table, number, iterations, cards, model @ ..] = &arguments[..] else {
        return Err("leaf_audit TABLE SPOT ITERATIONS CARDS [MODEL]".into());
    };
    let held_out = HeldOut::shipped();
    let spot = held_out.table(table).nth(number.parse()?).ok_or("no such spot")?;
    let next = if spot.board.street() == Street::Flop { Street::Turn } else { Street::River };
    let (game, deck) = match table.split('-').next() {
        Some("holdem") => (Game::Holdem, Deck::Full),
        Some("royal") => (Game::Plo4, Deck::Royal),
        _ => (Game::Plo4, Deck::Full),
    };
    let model = match model {
        [] => Model::shipped(next, game).ok_or("no network ships")?,
        [path, ..] => Model::open(Path::new(path))?,
    };
    let values = NetworkValues::new(model.network.clone());
    let cut = CutSpot::new(spot)?;
    let lines = cut.search(&values, iterations.parse()?, 2)?.lines(Profile::Average)?;
    let left: Vec<Card> = (deck.cards() & spot.board.set().complement()).iter().collect();
    let cards: usize = cards.parse()?;
    let effort = Effort { gap: 0.0005, iterations: 300, algorithm: Algorithm::default() };
    for (at, line) in lines.iter().enumerate() {
        for place in 0..cards {
            let card = left[(place * left.len() / cards + 5 * at) % left.len()];
            let board = spot.board.with_next(card)?;
            let Some(state) = state((game, deck), line, board) else { continue };
            let exact = state.solved_again(effort)?;
            let ratio = exact.stack_to_pot;
            let mut out = io::stdout().lock();
            writeln!(out, "line {at} {board}: pot {}, {ratio:.2} pots behind", line.pot)?;
            report(&model, &exact, &mut out)?;
        }
    }
    Ok(())
}

/// What is asked about a leaf; none if a player can hold nothing there.
fn state((game, deck): (Game, Deck), line: &LineBeliefs, board: Board) -> Option<Sample> {
    let (mut combos, mut weights) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for side in 0..2 {
        let hands = line.combos[side].iter().zip(&line.reach[side]);
        let hands = hands.filter(|(combo, _)| !combo.set().intersects(board.set()));
        let heaviest = hands.clone().map(|(_, reach)| *reach).fold(0.0, f32::max);
        if heaviest <= f32::MIN_POSITIVE {
            return None;
        }
        for (combo, reach) in hands {
            combos[side].push(combo.index() as u32);
            weights[side].push((reach / heaviest).clamp(LEAST, 1.0));
        }
    }
    let stack_to_pot = (line.stack / line.pot) as f32;
    let (kinds, values) = ([RangeKind::Search; 2], Default::default());
    Some(Sample { game, deck, board, stack_to_pot, kinds, gap: 0.0, combos, weights, values })
}

/// Hands of equal strength with the same number of aces: weight, and sums of equity, share
/// below, ties, exact value, the network's, and error.
#[derive(Default)]
struct Group {
    weight: f64,
    sums: [f64; 6],
}

fn report(model: &Model, exact: &Sample, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let board = exact.leaf_board()?;
    let mut scratch = model.network.scratch();
    let reach = [&exact.weights[0][..], &exact.weights[1][..]];
    let ratio = exact.stack_to_pot;
    scratch.features.compute(&board, &[Belief { reach, stack_to_pot: ratio }])?;
    let mut found = [Vec::new(), Vec::new()];
    model.network.values(&mut scratch, &[ratio], |_, player, values| {
        let bound = 0.5 + ratio;
        found[player.index()] = values.iter().map(|value| value.clamp(-bound, bound)).collect();
    });
    for player in Player::BOTH {
        show(exact, &scratch.features, player, &found[player.index()], out)?;
    }
    Ok(())
}

fn show(
    exact: &Sample,
    features: &LeafFeatures,
    player: Player,
    found: &[f32],
    out: &mut impl Write,
) -> io::Result<()> {
    let side = player.index();
    let compatible_weight = features.compatible_weight(0, player);
    let row = |feature: HandFeature| features.row(0, player, feature);
    let rows = [HandFeature::Equity, HandFeature::Below, HandFeature::Ties].map(row);
    let mut groups: BTreeMap<(u32, usize), Group> = BTreeMap::new();
    let (mut all, mut error, mut bias, mut alike) = (0.0, 0.0, 0.0, 0.0);
    for hand in (0..compatible_weight.len()).filter(|&hand| compatible_weight[hand] > 0.0) {
        let weight = f64::from(exact.weights[side][hand] * compatible_weight[hand]);
        let value = exact.values[side][hand];
        let difference = f64::from(found[hand] - value);
        all += weight;
        error += weight * difference.abs();
        bias += weight * difference;
        alike += difference.abs() / compatible_weight.len() as f64;
        let combo = Combo::from_index(exact.game, exact.combos[side][hand] as usize);
        let cards = combo.iter().flat_map(Combo::cards);
        let aces = cards.filter(|card| card.index() >= 48).count();
        let group = groups.entry(((rows[1][hand] * 1e4) as u32, aces)).or_default();
        group.weight += weight;
        let numbers = [rows[0][hand], rows[1][hand], rows[2][hand], value, found[hand]];
        for (sum, number) in group.sums.iter_mut().zip(numbers) {
            *sum += weight * f64::from(number);
        }
        group.sums[5] += weight * difference.abs();
    }
    let (error, bias) = (error / all, bias / all);
    writeln!(
        out,
        "  {player:?}: error {error:.4} by range, {alike:.4} all alike, bias {bias:+.4}"
    )?;
    let mut sorted: Vec<((u32, usize), Group)> = groups.into_iter().collect();
    sorted.sort_by(|one, other| other.1.sums[5].total_cmp(&one.1.sums[5]));
    for ((_, aces), group) in sorted.iter().take(GROUPS) {
        let [equity, below, ties, value, network, error] = group.sums.map(|sum| sum / group.weight);
        let share = group.weight / all;
        write!(out, "    {aces} aces, share {share:.3}: equity {equity:.3}, below {below:.3}")?;
        write!(out, ", ties {ties:.3}, exact {value:+.3}, network {network:+.3}")?;
        writeln!(out, ", error {error:.3}")?;
    }
    Ok(())
}
