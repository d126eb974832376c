//! An equity report on the terminal.

use std::io::{self, Write};

use quasar::cards::{Game, HoldemClass};
use quasar::equity::{DrawsReport, EquityReport, EquitySummary, HandEquityReport, PlayerReport};
use quasar::schema::names::EquityMethod;

use crate::error::Failure;
use crate::grid::write_grid;
use crate::output::{Output, decimal, left, right, thousands};
use crate::units::percent;

/// Shows the command line of the example.
pub(super) fn example(players: &[&str], board: &str, output: &mut Output) -> io::Result<()> {
    let players: Vec<String> = players.iter().map(|player| format!("\"{player}\"")).collect();
    writeln!(output, "example: quasar equity {} --board {board}\n", players.join(" "))
}

pub(super) fn report(report: &EquityReport, output: &mut Output) -> Result<(), Failure> {
    write_heading(report, output)?;
    write_players(&report.players, output)?;
    writeln!(output, "\n{}", method(report))?;
    if let Some(draws) = &report.draws {
        write_draws(draws, output)?;
    }
    if let Some(texture) = &report.texture {
        writeln!(output, "board: {texture}")?;
    }
    if let Some(breakdown) = &report.breakdown {
        writeln!(
            output,
            "opponent's current hands: {} weaker, {} of the same category, {} stronger",
            percent(breakdown.vs_weaker, 1),
            percent(breakdown.vs_similar, 1),
            percent(breakdown.vs_stronger, 1),
        )?;
    }
    if let Some(hands) = &report.hands {
        for (player, hands) in report.players.iter().zip(hands) {
            write_hands(report.game.0, &player.holding, hands, output)?;
        }
    }
    Ok(())
}

fn write_heading(report: &EquityReport, output: &mut Output) -> io::Result<()> {
    write!(output, "{}", report.game)?;
    match report.board.as_str() {
        "" => write!(output, ", preflop")?,
        board => write!(output, " on {board}")?,
    }
    if !report.dead.is_empty() {
        write!(output, ", {} dead", report.dead)?;
    }
    writeln!(output, "\n")
}

fn write_players(players: &[PlayerReport], output: &mut Output) -> io::Result<()> {
    let sampled = players.iter().any(|player| player.standard_error.is_some());
    let rows: Vec<Vec<String>> = players
        .iter()
        .map(|player| {
            let mut row = vec![
                player.holding.clone(),
                percent(player.equity, 2),
                percent(player.win, 2),
                percent(player.tie, 2),
                decimal(player.combos),
            ];
            if sampled {
                row.push(player.standard_error.map_or(String::new(), |error| percent(error, 3)));
            }
            row
        })
        .collect();
    let mut columns =
        vec![left("player"), right("equity"), right("win"), right("tie"), right("combos")];
    if sampled {
        columns.push(right("standard error"));
    }
    output.table(&columns, &rows)
}

/// The method: `exact, 1,234 deals, 12.3 ms`.
fn method(report: &EquityReport) -> String {
    let EquitySummary { method, samples, seed, confidence, .. } = &report.equity;
    let mut words = vec![method.to_string()];
    if let Some(counts) = report.players.first().and_then(|player| player.counts) {
        words.push(format!("{} deals", thousands(counts.deals)));
    }
    if let Some(samples) = samples {
        words.push(format!("{} random deals", thousands(*samples)));
    }
    if let Some(seed) = seed {
        words.push(format!("seed {seed}"));
    }
    if method.0 == EquityMethod::Heuristic {
        words.push(format!("{confidence} confidence"));
    }
    words.push(format!("{:.1} ms", report.elapsed_ms));
    words.join(", ")
}

fn write_draws(draws: &DrawsReport, output: &mut Output) -> io::Result<()> {
    let nuts = if draws.nuts { " (the nuts)" } else { "" };
    writeln!(output, "\ncurrent hand: {}{nuts}", draws.current)?;
    if draws.outs == 0 {
        return Ok(());
    }
    writeln!(
        output,
        "outs: {} ({} to the nuts), {} to hit by the river; {} by the rule of 4 and 2",
        draws.outs,
        draws.nut_outs,
        percent(draws.with_draws, 1),
        percent(draws.rule_of_4_and_2, 0),
    )?;
    for draw in &draws.list {
        let outs = if draw.outs == 1 { "out" } else { "outs" };
        writeln!(output, "  {}: {} {outs}, {}", draw.name, draw.outs, draw.cards)?;
    }
    Ok(())
}

/// Every hand of a player: a heat map for Hold'em, a list for Omaha.
fn write_hands(
    game: Game,
    holding: &str,
    hands: &[HandEquityReport],
    output: &mut Output,
) -> Result<(), Failure> {
    writeln!(output, "\n{holding}")?;
    if game == Game::Holdem {
        return Ok(write_heat_map(hands, output)?);
    }
    let share = |share: Option<f64>| share.map_or("none".to_owned(), |share| percent(share, 2));
    let rows: Vec<Vec<String>> = hands
        .iter()
        .map(|hand| {
            vec![
                hand.hand.clone(),
                share(hand.equity),
                share(hand.win),
                share(hand.tie),
                hand.weight.to_string(),
            ]
        })
        .collect();
    let columns = [left("hand"), right("equity"), right("win"), right("tie"), right("weight")];
    Ok(output.table(&columns, &rows)?)
}

/// The 13 x 13 grid of mean equities; each class is a weighted mean over its hands.
fn write_heat_map(hands: &[HandEquityReport], output: &mut Output) -> io::Result<()> {
    let mut sums = [(0.0, 0.0); HoldemClass::COUNT];
    for hand in hands {
        let class = hand.hand.parse().ok().and_then(|combo| HoldemClass::of(&combo));
        if let (Some(class), Some(equity)) = (class, hand.equity) {
            let (sum, weight) = &mut sums[class.index()];
            *sum += f64::from(hand.weight) * equity;
            *weight += f64::from(hand.weight);
        }
    }
    let mean = |class: HoldemClass| {
        let (sum, weight) = sums[class.index()];
        (weight > 0.0).then(|| sum / weight)
    };
    write_grid(mean, ".", output)
}
