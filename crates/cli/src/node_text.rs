//! A decision of a spot as text and CSV.
//!
//! Folds are blue, checks and calls green, bets and raises amber to red from the
//! smallest to the largest. A cell of the grid is coloured by the part each action
//! has in it; without colour it names the most frequent one by its key.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use quasar::cards::HoldemClass;
use quasar::{ActionReport, ClassStrategyReport, SpotHandReport, SpotNodeReport};

use crate::error::Failure;
use crate::grid::write_cells;
use crate::kinds_text::kinds;
use crate::output::{Output, decimal, left, right, right_owned, thousands};

/// Letters of a coloured cell: a blank, a class, a blank and a percentage.
const CELL: usize = 7;

/// A decision: who acts, what is done, and the grid of Hold'em or kinds of Omaha.
pub(crate) fn node(node: &SpotNodeReport, output: &mut Output) -> Result<(), Failure> {
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
    if node.classes.is_empty() {
        actions(&node.actions, output)?;
        writeln!(output)?;
        return kinds(node, output);
    }
    strategy(&node.actions, &node.classes, output)
}

/// The actions with their shares, and the grid of classes.
pub(crate) fn strategy(
    given: &[ActionReport],
    classes: &[ClassStrategyReport],
    output: &mut Output,
) -> Result<(), Failure> {
    actions(given, output)?;
    writeln!(output)?;
    grid(given, classes, output)
}

/// What can be done, and how often it is.
pub(crate) fn actions(actions: &[ActionReport], output: &mut Output) -> Result<(), Failure> {
    let keys = keys(actions);
    let styles = styles(actions);
    let width = actions.iter().map(|action| action.action.len()).max().unwrap_or(0);
    let none = || "never here".to_owned();
    for ((action, key), style) in actions.iter().zip(&keys).zip(styles) {
        let share = action.frequency.map_or_else(none, |part| format!("{:.2}%", 100.0 * part));
        output.styled(style, &format!(" {key} "))?;
        let combos = decimal(action.combos);
        let ev = action.ev.map_or_else(String::new, |ev| format!("  EV {ev:.2}"));
        writeln!(output, " {:<width$}  {share:>7}  {combos:>8} combos{ev}", action.action)?;
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

/// Both ranges at a decision.
pub(crate) fn ranges(node: &SpotNodeReport, output: &mut Output) -> Result<(), Failure> {
    let row = |range: &quasar::SpotRangeReport| {
        vec![
            range.player.to_owned(),
            decimal(range.combos),
            percent(range.equity),
            chips(range.ev),
            percent(range.eqr),
        ]
    };
    let rows: Vec<Vec<String>> = node.ranges.iter().map(row).collect();
    let columns = [left("player"), right("combos"), right("equity"), right("EV"), right("EQR")];
    Ok(output.table(&columns, &rows)?)
}

/// Some hands of a decision, one a row.
pub(crate) fn hands<'a>(
    node: &SpotNodeReport,
    hands: impl Iterator<Item = &'a SpotHandReport>,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut columns =
        vec![left("hand"), right("weight"), right("equity"), right("EV"), right("EQR")];
    columns.extend(node.actions.iter().map(|action| right_owned(action.action.clone())));
    let rows = hands.map(|hand| {
        let mut row = vec![
            hand.hand.clone(),
            format!("{:.3}", hand.weight),
            percent(hand.equity),
            chips(hand.ev),
            percent(hand.eqr),
        ];
        row.extend(hand.frequencies.iter().map(|&part| percent(Some(part.into()))));
        row
    });
    Ok(output.table(&columns, &rows.collect::<Vec<_>>())?)
}

/// One hand in detail: each action with its frequency and worth.
pub(crate) fn hand(
    node: &SpotNodeReport,
    hand: &SpotHandReport,
    output: &mut Output,
) -> Result<(), Failure> {
    writeln!(output, "{} on {}, pot {}", node.line, node.board, thousands(node.pot))?;
    writeln!(
        output,
        "{}: weight {:.3}, equity {}, EV {}, EQR {}\n",
        hand.hand,
        hand.weight,
        percent(hand.equity),
        chips(hand.ev),
        percent(hand.eqr),
    )?;
    let actions = node.actions.iter().zip(&hand.frequencies).zip(&hand.evs);
    let rows = actions.map(|((action, &part), &ev)| {
        vec![action.action.clone(), percent(Some(part.into())), chips(ev)]
    });
    let columns = [left("action"), right("frequency"), right("EV")];
    Ok(output.table(&columns, &rows.collect::<Vec<_>>())?)
}

/// A part of something in percent.
pub(crate) fn percent(part: Option<f64>) -> String {
    part.map_or_else(none, |part| format!("{:.2}%", 100.0 * part))
}

/// An expected value.
pub(crate) fn chips(ev: Option<f64>) -> String {
    ev.map_or_else(none, |ev| format!("{ev:.2}"))
}

fn none() -> String {
    "none".to_owned()
}

/// The hands of a decision as CSV: shares from 0 to 1, expected values in chips,
/// nothing where there is none.
pub(crate) fn csv(node: &SpotNodeReport, output: &mut Output) -> Result<(), Failure> {
    write!(output, "hand,weight,equity,ev,eqr")?;
    for action in &node.actions {
        write!(output, ",{}", action.action)?;
    }
    for action in &node.actions {
        write!(output, ",ev {}", action.action)?;
    }
    writeln!(output)?;
    let number = |number: Option<f64>, digits: usize| {
        number.map_or_else(String::new, |number| format!("{number:.digits$}"))
    };
    for hand in &node.hands {
        let (equity, ev, eqr) = (number(hand.equity, 6), number(hand.ev, 4), number(hand.eqr, 4));
        write!(output, "{},{},{equity},{ev},{eqr}", hand.hand, hand.weight)?;
        hand.frequencies
            .iter()
            .try_for_each(|part| -> io::Result<()> { write!(output, ",{part:.6}") })?;
        hand.evs
            .iter()
            .try_for_each(|&ev| -> io::Result<()> { write!(output, ",{}", number(ev, 4)) })?;
        writeln!(output)?;
    }
    Ok(())
}
