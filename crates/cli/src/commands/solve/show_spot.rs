//! The solution of a spot as text.
//!
//! Folds are blue, checks and calls green, bets and raises amber to red from the
//! smallest to the largest. A cell of the grid is coloured by the part each action
//! has in it; without colour it names the most frequent one by its key.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use quasar::cards::HoldemClass;
use quasar::{ActionReport, ClassStrategyReport, SpotNodeReport, SpotPlan, SpotReport, SpotSize};

use super::show_toy::ended;
use crate::error::Failure;
use crate::grid::write_cells;
use crate::output::{Output, decimal, left, right, thousands};
use crate::units::{bytes, duration};

/// Letters of a coloured cell: a blank, a class, a blank and a percentage.
const CELL: usize = 7;

/// What is solved and how large it is.
pub(super) fn size(plan: &SpotPlan, output: &mut Output) -> Result<(), Failure> {
    let SpotSize { nodes, decisions, actions, boards, hands, memory } = plan.size();
    let start = &plan.spec().betting.start;
    let boards: Vec<String> = boards.iter().map(|&count| thousands(count as u64)).collect();
    writeln!(
        output,
        "{}: pot {}, {} behind, {} x {} hands",
        plan.spec().board,
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
        "memory: {}, {} of it for regrets and strategies",
        bytes(memory.total),
        bytes(memory.storage),
    )?)
}

pub(super) fn report(report: &SpotReport, output: &mut Output) -> Result<(), Failure> {
    let players = report.players.iter().map(|player| {
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
    output.table(&columns, &players.collect::<Vec<_>>())?;
    writeln!(
        output,
        "\nexploitability {:.3} chips, {:.3}% of the pot",
        report.exploitability, report.exploitability_percent,
    )?;
    writeln!(
        output,
        "{} {} iterations, {}\n",
        ended(report.ended),
        thousands(report.iterations.into()),
        duration(report.seconds).trim_end(),
    )?;
    node(&report.node, output)
}

fn node(node: &SpotNodeReport, output: &mut Output) -> Result<(), Failure> {
    let ev = node.ev.map_or(String::new(), |ev| format!(", EV {ev:.2}"));
    writeln!(
        output,
        "{} on {}: {} acts, pot {}{ev}",
        node.line,
        node.board,
        node.player,
        thousands(node.pot),
    )?;
    if let Some(solved) = &node.solved_as {
        writeln!(output, "(solved as {solved}, which is the same up to suits)")?;
    }
    writeln!(output)?;
    strategy(&node.actions, &node.classes, output)
}

/// The actions with their shares, and the grid of classes.
pub(crate) fn strategy(
    actions: &[ActionReport],
    classes: &[ClassStrategyReport],
    output: &mut Output,
) -> Result<(), Failure> {
    write_actions(actions, output)?;
    writeln!(output)?;
    grid(actions, classes, output)
}

fn write_actions(actions: &[ActionReport], output: &mut Output) -> Result<(), Failure> {
    let keys = keys(actions);
    let styles = styles(actions);
    let width = actions.iter().map(|action| action.action.len()).max().unwrap_or(0);
    let none = || "never here".to_owned();
    for ((action, key), style) in actions.iter().zip(&keys).zip(styles) {
        let share = action.frequency.map_or_else(none, |part| format!("{:.2}%", 100.0 * part));
        output.styled(style, &format!(" {key} "))?;
        let combos = decimal(action.combos);
        writeln!(output, " {:<width$}  {share:>7}  {combos:>8} combos", action.action)?;
    }
    Ok(())
}

/// F, X and C for fold, check and call; a, b, c for bets and raises, smallest first.
fn keys(actions: &[ActionReport]) -> Vec<char> {
    let mut letters = ('a'..='z').chain(std::iter::repeat('z'));
    let key = |action: &ActionReport| match action.kind {
        "fold" => 'F',
        "check" => 'X',
        "call" => 'C',
        _ => letters.next().unwrap_or('z'),
    };
    actions.iter().map(key).collect()
}

fn styles(actions: &[ActionReport]) -> Vec<Style> {
    const BETS: [u8; 6] = [220, 214, 208, 202, 196, 160];
    let bets = actions.iter().filter(|action| action.amount.is_some()).count();
    let mut bet = 0;
    let style = |action: &ActionReport| {
        let color = match action.kind {
            "fold" => 75,
            "check" | "call" => 114,
            _ => {
                bet += 1;
                let place = if bets > 1 { (bet - 1) * (BETS.len() - 1) / (bets - 1) } else { 2 };
                BETS[place]
            }
        };
        let text = Some(Ansi256Color(232).into());
        Style::new().fg_color(text).bg_color(Some(Ansi256Color(color).into()))
    };
    actions.iter().map(style).collect()
}

fn grid(
    actions: &[ActionReport],
    classes: &[ClassStrategyReport],
    output: &mut Output,
) -> Result<(), Failure> {
    let keys = keys(actions);
    let styles = styles(actions);
    let color = output.has_color();
    let cell = |class: HoldemClass| {
        let frequencies = &classes[class.index()].frequencies;
        let most =
            (0..frequencies.len()).max_by(|&a, &b| frequencies[a].total_cmp(&frequencies[b]));
        let Some(most) = most else {
            let text = if color { format!(" {class:<6}") } else { "  .     ".to_owned() };
            return vec![(Style::new().dimmed(), text)];
        };
        let percent = (100.0 * frequencies[most]).round();
        let percent = if percent >= 100.0 { String::new() } else { format!("{percent:02.0}") };
        let class = class.to_string();
        if color {
            spread(&format!(" {class:<3} {percent:<2}"), frequencies, &styles)
        } else {
            vec![(Style::new(), format!("{class:<3} {}{percent:<2} ", keys[most]))]
        }
    };
    Ok(write_cells(cell, output)?)
}

/// The letters of a cell, each in the style of the action whose part it stands on.
fn spread(text: &str, frequencies: &[f64], styles: &[Style]) -> Vec<(Style, String)> {
    let mut parts: Vec<(Style, String)> = Vec::new();
    for (place, letter) in text.chars().enumerate() {
        let middle = (place as f64 + 0.5) / CELL as f64;
        let mut sum = 0.0;
        let passed = frequencies.iter().take_while(|&&part| {
            sum += part;
            sum < middle
        });
        let style = styles[passed.count().min(styles.len() - 1)];
        match parts.last_mut() {
            Some((last, text)) if *last == style => text.push(letter),
            _ => parts.push((style, letter.to_string())),
        }
    }
    parts
}

/// The hands of a decision, one a row.
pub(super) fn csv(node: &SpotNodeReport, output: &mut Output) -> Result<(), Failure> {
    write!(output, "hand,weight,ev")?;
    for action in &node.actions {
        write!(output, ",{}", action.action)?;
    }
    writeln!(output)?;
    for hand in &node.hands {
        let ev = hand.ev.map_or(String::new(), |ev| format!("{ev:.4}"));
        write!(output, "{},{},{ev}", hand.hand, hand.weight)?;
        hand.frequencies
            .iter()
            .try_for_each(|part| -> io::Result<()> { write!(output, ",{part:.6}") })?;
        writeln!(output)?;
    }
    Ok(())
}
