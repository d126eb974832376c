//! A decision of a spot as text and CSV.
//!
//! Folds are blue, checks and calls green, bets and raises amber to red from the
//! smallest to the largest. A cell of the grid is coloured in proportion to its actions;
//! without colour, a second line has the letter of an action for each fifth.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use quasar::cards::HoldemClass;
use quasar::schema::names::ActionKind;
use quasar::spot::{ActionReport, ClassStrategyReport, SpotHandReport, SpotNodeReport};

use crate::error::Failure;
use crate::grid::{CELL, Styled, write_cells, write_lines};
use crate::kinds_text::kinds;
use crate::output::{Output, decimal, left, right, right_owned, thousands};
use crate::palette::{DARK, action_at, action_colors};
use crate::units::{self, fixed};

/// A decision: who acts, the actions, and the grid of Hold'em or the categories of Omaha.
pub(crate) fn node(node: &SpotNodeReport, output: &mut Output) -> Result<(), Failure> {
    let ev = node.ev.map_or(String::new(), |ev| format!(", EV {}", fixed(ev, 2)));
    writeln!(
        output,
        "{} on {}: {} acts, pot {}{ev}",
        node.line,
        node.board,
        node.player,
        thousands(node.pot),
    )?;
    if let Some(solved) = &node.solved_as {
        writeln!(output, "(solved as {solved}, which is equal up to suits)")?;
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

/// The actions and their frequencies.
pub(crate) fn actions(actions: &[ActionReport], output: &mut Output) -> Result<(), Failure> {
    let keys = keys(actions);
    let styles = styles(actions);
    let width = actions.iter().map(|action| action.action.len()).max().unwrap_or(0);
    let none = || "not reached".to_owned();
    for ((action, key), style) in actions.iter().zip(&keys).zip(styles) {
        let share = action.frequency.map_or_else(none, |part| units::percent(part, 2));
        output.styled(style, &format!(" {key} "))?;
        let combos = decimal(action.combos);
        let ev = action.ev.map_or_else(String::new, |ev| format!("  EV {}", fixed(ev, 2)));
        writeln!(output, " {:<width$}  {share:>7}  {combos:>8} combos{ev}", action.action)?;
    }
    Ok(())
}

/// F, X and C for fold, check and call; a, b, c for bets and raises, smallest first.
pub(crate) fn keys(actions: &[ActionReport]) -> Vec<char> {
    let mut letters = ('a'..='z').chain(std::iter::repeat('z'));
    let key = |action: &ActionReport| match action.kind.0 {
        ActionKind::Fold => 'F',
        ActionKind::Check => 'X',
        ActionKind::Call => 'C',
        ActionKind::Bet | ActionKind::Raise => letters.next().unwrap_or('z'),
    };
    actions.iter().map(key).collect()
}

fn styles(actions: &[ActionReport]) -> Vec<Style> {
    let style = |color| {
        let (text, background) = (Ansi256Color(DARK), Ansi256Color(color));
        Style::new().fg_color(Some(text.into())).bg_color(Some(background.into()))
    };
    action_colors(actions).into_iter().map(style).collect()
}

fn grid(
    actions: &[ActionReport],
    classes: &[ClassStrategyReport],
    output: &mut Output,
) -> Result<(), Failure> {
    let keys = keys(actions);
    let styles = styles(actions);
    let frequencies = |class: HoldemClass| &classes[class.index()].frequencies[..];
    let nothing = |text: String| vec![(Style::new().dimmed(), text)];
    if output.has_color() {
        let cell = |class: HoldemClass| match head(class, frequencies(class)) {
            Some(text) => spread(&text, frequencies(class), &styles),
            None => nothing(format!("{class:<CELL$}")),
        };
        return Ok(write_cells(cell, output)?);
    }
    let head = |class: HoldemClass| match head(class, frequencies(class)) {
        Some(text) => vec![(Style::new(), text)],
        None => nothing(format!("{:<CELL$}", "  .")),
    };
    let fifths = |class: HoldemClass| {
        let frequencies = frequencies(class);
        let key = |place| {
            if frequencies.is_empty() { ' ' } else { keys[action_at(place, CELL, frequencies)] }
        };
        vec![(Style::new(), (0..CELL).map(key).collect())]
    };
    write_lines(&[&head, &fifths], output)?;
    Ok(writeln!(
        output,
        "\nThe number is the frequency of the most frequent action in percent, if below\n\
         100. Each letter below it stands for a fifth of the time."
    )?)
}

/// A class and the frequency of its most frequent action, if below 100%.
fn head(class: HoldemClass, frequencies: &[f64]) -> Option<String> {
    let most = frequencies.iter().copied().max_by(f64::total_cmp)?;
    let percent = (100.0 * most).round();
    let percent = if percent >= 100.0 { String::new() } else { format!("{percent:02.0}") };
    Some(format!("{class:<3}{percent:<2}"))
}

/// The characters of a cell, each in the style of the action at its place.
fn spread(text: &str, frequencies: &[f64], styles: &[Style]) -> Vec<Styled> {
    let mut parts: Vec<Styled> = Vec::new();
    for (place, letter) in text.chars().enumerate() {
        let style = styles[action_at(place, CELL, frequencies)];
        match parts.last_mut() {
            Some((last, text)) if *last == style => text.push(letter),
            _ => parts.push((style, letter.to_string())),
        }
    }
    parts
}

/// Both ranges at a decision.
pub(crate) fn ranges(node: &SpotNodeReport, output: &mut Output) -> Result<(), Failure> {
    let row = |range: &quasar::spot::SpotRangeReport| {
        vec![
            range.player.to_string(),
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

/// Some hands of a decision, one per row.
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

/// One hand in detail: each action with its frequency and EV.
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

/// A fraction as a percentage.
pub(crate) fn percent(part: Option<f64>) -> String {
    part.map_or_else(none, |part| units::percent(part, 2))
}

/// An expected value.
pub(crate) fn chips(ev: Option<f64>) -> String {
    ev.map_or_else(none, |ev| fixed(ev, 2))
}

fn none() -> String {
    "none".to_owned()
}

/// The hands of a decision as CSV: fractions from 0 to 1, expected values in chips,
/// empty cells where there is none.
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
        number.map_or_else(String::new, |number| fixed(number, digits))
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
