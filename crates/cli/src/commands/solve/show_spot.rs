//! The solution of a spot as text.

use std::io::Write;

use quasar::{Ended, SpotPlayerReport, SpotReport, SpotSize, SpotSpec};

use super::show_toy::ended;
use crate::error::Failure;
use crate::node_text;
use crate::output::{Output, decimal, left, right, thousands};
use crate::units::{bytes, duration};

/// What is solved and how large it is.
pub(super) fn size(spec: &SpotSpec, size: &SpotSize, output: &mut Output) -> Result<(), Failure> {
    let SpotSize { nodes, decisions, actions, boards, hands, memory } = size;
    let start = &spec.betting.start;
    let boards: Vec<String> = boards.iter().map(|&count| thousands(count as u64)).collect();
    writeln!(
        output,
        "{}: pot {}, {} behind, {} x {} hands",
        spec.board,
        thousands(start.pot.0),
        thousands(start.stacks[0].0),
        thousands(hands[0] as u64),
        thousands(hands[1] as u64),
    )?;
    writeln!(
        output,
        "tree: {} nodes, {} decisions, {} actions; boards street by street: {}",
        thousands(*nodes),
        thousands(*decisions),
        thousands(*actions),
        boards.join(", "),
    )?;
    Ok(writeln!(
        output,
        "memory: {}, {} of it for regrets and strategies, {} for boards",
        bytes(memory.total),
        bytes(memory.storage),
        bytes(memory.game),
    )?)
}

pub(super) fn report(report: &SpotReport, output: &mut Output) -> Result<(), Failure> {
    players(&report.players, output)?;
    writeln!(
        output,
        "\nexploitability {:.3} chips, {:.3}% of the pot",
        report.exploitability, report.exploitability_percent,
    )?;
    work(report.ended, report.iterations, report.seconds, output)?;
    node_text::node(&report.node, output)?;
    // The grid has the hands of Hold'em; those of Omaha are shown if asked for.
    let listed = report.node.classes.is_empty() && !report.node.hands.is_empty();
    if listed {
        writeln!(output)?;
        node_text::hands(&report.node, report.node.hands.iter(), output)?;
    }
    Ok(())
}

/// Why a solve ended, and what it took.
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
            player.player.to_owned(),
            decimal(player.combos),
            format!("{:.3}%", 100.0 * player.equity),
            format!("{:.2}", player.ev),
            format!("{:.2}%", 100.0 * player.ev_share),
            format!("{:.3}", player.gain),
        ]
    });
    let columns = [
        left("player"),
        right("combos"),
        right("equity"),
        right("EV"),
        right("of the pot"),
        right("could gain"),
    ];
    Ok(output.table(&columns, &players.collect::<Vec<_>>())?)
}
