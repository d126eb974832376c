//! The solution of a spot as text.

use std::io::Write;

use quasar::{
    job::Ended,
    spot::{CutReport, SampledBoundReport, SpotOutline, SpotPlayerReport, SpotReport, SpotSize},
};

use super::show_toy::ended;
use crate::error::Failure;
use crate::node_text;
use crate::output::{Output, decimal, left, right, thousands};
use crate::units::{bytes, duration, fixed, percent};

/// The spot and its size.
pub(super) fn size(outline: &SpotOutline, output: &mut Output) -> Result<(), Failure> {
    let SpotOutline { board, pot, stack, chip_scale, size } = outline;
    let SpotSize { nodes, decisions, actions, boards, hands, memory } = size;
    let streets = ["flop", "turn", "river"].into_iter().skip((board.len() / 2).saturating_sub(3));
    let boards = streets.zip(boards);
    let boards: Vec<String> =
        boards.map(|(street, &count)| format!("{street} {}", thousands(count as u64))).collect();
    writeln!(
        output,
        "{}: pot {}, {} behind, {} x {} hands",
        board,
        thousands(*pot),
        thousands(*stack),
        thousands(hands[0] as u64),
        thousands(hands[1] as u64),
    )?;
    if *chip_scale > 1 {
        writeln!(output, "chips: amounts of the spec are multiplied by {chip_scale} (chip_scale)")?;
    }
    writeln!(
        output,
        "tree: {} nodes, {} decisions, {} actions; boards per street: {}",
        thousands(*nodes),
        thousands(*decisions),
        thousands(*actions),
        boards.join(", "),
    )?;
    Ok(writeln!(
        output,
        "memory: {}, of which {} for regrets and strategies, {} for boards",
        bytes(memory.total),
        bytes(memory.storage),
        bytes(memory.game),
    )?)
}

/// The solution; single hands only if they are asked for.
pub(super) fn report(report: &SpotReport, hands: bool, output: &mut Output) -> Result<(), Failure> {
    players(&report.players, output)?;
    writeln!(output)?;
    match report.exploitability.zip(report.exploitability_percent) {
        Some((chips, percent)) => exploitability("exploitability", chips, percent, output)?,
        None => writeln!(output, "exploitability not measured in the exact game (--measure)")?,
    }
    if let Some(cut) = &report.cut {
        cut_tree(cut, output)?;
    }
    if let Some(buckets) = &report.river_buckets {
        if let Some((chips, percent)) = buckets.on_rivers.zip(buckets.on_rivers_percent) {
            exploitability("best-response gain on rivers alone", chips, percent, output)?;
        }
        if let Some(sampled) = &buckets.sampled {
            sampled_bound(sampled, output)?;
        }
        let name = format!(
            "exploitability in the game of {} buckets per river:",
            thousands(buckets.k as u64)
        );
        let gap = buckets.bucket_exploitability.zip(buckets.bucket_exploitability_percent);
        if let Some((chips, percent)) = gap {
            exploitability(&name, chips, percent, output)?;
        }
    }
    if let Some(start) = &report.start {
        let (iterations, k) = (thousands(start.iterations.into()), thousands(start.k as u64));
        writeln!(output, "started from {iterations} iterations with {k} buckets per river")?;
    }
    work(report.ended, report.iterations, report.seconds, output)?;
    if let Some(buckets) = &report.river_buckets {
        let evs = match buckets.on_rivers {
            Some(_) => "EVs above are from the exact game, EVs below from the bucket game",
            None => "all EVs are from the bucket game",
        };
        writeln!(output, "{evs}\n")?;
    }
    node_text::node(&report.node, output)?;
    if hands {
        writeln!(output)?;
        node_text::hands(&report.node, report.node.hands.iter(), output)?;
    }
    Ok(())
}

/// What samples of rivers say.
fn sampled_bound(sampled: &SampledBoundReport, output: &mut Output) -> Result<(), Failure> {
    let SampledBoundReport { samples, one_in, upper_bound, upper_bound_percent, .. } = sampled;
    exploitability("upper bound by samples", *upper_bound, *upper_bound_percent, output)?;
    let [low, high] = sampled.interval_percent.map(|percent| fixed(percent, 3));
    Ok(writeln!(
        output,
        "95% interval {low}% to {high}%: {samples} samples of one in {one_in} rivers of every turn"
    )?)
}

/// Where the tree is cut, and how well its strategies were measured.
fn cut_tree(cut: &CutReport, output: &mut Output) -> Result<(), Failure> {
    let CutReport { at, values, lines, boards, gap, gap_percent, measured } = cut;
    if let Some(measured) = measured {
        exploitability("of which after the cut", measured.rest, measured.rest_percent, output)?;
    }
    let (lines, boards) = (thousands(*lines as u64), thousands(*boards as u64));
    writeln!(output, "cut at the {at}: {lines} lines on {boards} boards, valued by {values}")?;
    exploitability("convergence gap of the cut tree:", *gap, *gap_percent, output)
}

fn exploitability(
    name: &str,
    chips: f64,
    percent: f64,
    output: &mut Output,
) -> Result<(), Failure> {
    let (chips, percent) = (fixed(chips, 3), fixed(percent, 3));
    Ok(writeln!(output, "{name} {chips} chips, {percent}% of the pot")?)
}

/// Why a solve ended, and how long it took.
pub(super) fn work(
    reason: Ended,
    iterations: u32,
    seconds: f64,
    output: &mut Output,
) -> Result<(), Failure> {
    let (iterations, time) = (thousands(iterations.into()), duration(seconds));
    Ok(writeln!(output, "{} {iterations} iterations, {}\n", ended(reason), time.trim_end())?)
}

/// Both players at the start.
pub(crate) fn players(players: &[SpotPlayerReport; 2], output: &mut Output) -> Result<(), Failure> {
    let players = players.iter().map(|player| {
        vec![
            player.player.to_string(),
            decimal(player.combos),
            percent(player.equity, 3),
            fixed(player.ev, 2),
            percent(player.ev_share, 2),
            player.gain.map_or("-".to_owned(), |gain| fixed(gain, 3)),
        ]
    });
    let columns = [
        left("player"),
        right("combos"),
        right("equity"),
        right("EV"),
        right("of the pot"),
        right("best-response gain"),
    ];
    Ok(output.table(&columns, &players.collect::<Vec<_>>())?)
}
