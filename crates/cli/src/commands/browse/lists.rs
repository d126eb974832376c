//! The lists of the browser: hands, and the categories of Omaha.

use quasar::cards::HoldemClass;
use quasar::schema::names::{Groupings, Names};
use quasar::spot::{HandGroupReport, HandSort, SpotHandReport};
use ratatui::text::{Line, Span};

use super::draw::{bold, colored, cursor_style};
use super::state::{Browser, Decision};
use crate::output::decimal;
use crate::palette::action_colors;
use crate::units::{fixed, percent};

/// Characters of the bar that is split by action.
const BAR: usize = 20;

/// Characters of a category's name.
const NAME: usize = 24;

/// The hands from the first one shown on.
pub(super) fn hands(browser: &Browser, at: &Decision, height: u16) -> Vec<Line<'static>> {
    let hands = browser.hands();
    let order = match browser.sort {
        None => "",
        Some(HandSort::Ev) => ", by EV",
        Some(HandSort::Equity) => ", by equity",
        Some(HandSort::Combos) => ", by combos",
        Some(HandSort::Strength) => ", by strength",
    };
    let of = browser.pinned.map_or(String::new(), |class| format!(" of {class}"));
    let from = browser.row.min(hands.len().saturating_sub(1));
    let first = if hands.is_empty() { 0 } else { from + 1 };
    let title = format!("{first} of {} hands{of}{order}", hands.len());
    let shown = usize::from(height).saturating_sub(2);
    let mut lines = vec![Line::from(bold(title)), heading(at)];
    lines.extend(hands.iter().skip(from).take(shown).map(|hand| hand_line(hand, at)));
    lines
}

/// The hands of the class under the cursor, below the grid.
pub(super) fn class_hands(browser: &Browser, at: &Decision, height: u16) -> Vec<Line<'static>> {
    let class = browser.pinned.or_else(|| HoldemClass::all().nth(browser.cursor));
    let Some(class) = class else { return Vec::new() };
    let of_class = |hand: &&SpotHandReport| {
        let found = hand.hand.parse().ok().and_then(|combo| HoldemClass::of(&combo));
        hand.weight > 0.0 && found == Some(class)
    };
    let hands: Vec<&SpotHandReport> = at.node.hands.iter().filter(of_class).collect();
    if hands.is_empty() {
        return vec![Line::from(format!("{class}: not in the range of {}", at.node.player))];
    }
    let report = &at.node.classes[class.index()];
    let ev = report.ev.map_or("-".to_owned(), |ev| fixed(ev, 2));
    let equity = report.equity.map_or("-".to_owned(), |part| percent(part, 1));
    let combos = decimal(report.combos);
    let title = format!("{class}: {combos} combos, EV {ev}, equity {equity}");
    let mut lines = vec![Line::from(bold(title))];
    lines.extend(hands.iter().map(|hand| hand_line(hand, at)));
    let hidden = lines.len().saturating_sub(usize::from(height));
    if hidden > 0 && height > 1 {
        lines.truncate(usize::from(height) - 1);
        lines.push(Line::from(format!("and {} more; Enter and Tab list them", hidden + 1)));
    }
    lines
}

fn heading(at: &Decision) -> Line<'static> {
    let mut text = format!("{:<width$} weight  equity       EV", "hand", width = width(at));
    for action in &at.node.actions {
        text += &format!("  {:>7}", action.action);
    }
    Line::from(bold(text))
}

/// Characters of a hand's name.
fn width(at: &Decision) -> usize {
    at.node.hands.first().map_or(4, |hand| hand.hand.len()).max(4)
}

fn hand_line(hand: &SpotHandReport, at: &Decision) -> Line<'static> {
    let equity = hand.equity.map_or("-".to_owned(), |part| percent(part, 1));
    let ev = hand.ev.map_or("-".to_owned(), |ev| fixed(ev, 2));
    let weight = fixed(hand.weight.into(), 3);
    let name = format!("{:<width$}", hand.hand, width = width(at));
    let parts: Vec<f64> = hand.frequencies.iter().map(|&part| part.into()).collect();
    let mut spans = colored(&name, name.len(), &parts, &action_colors(&at.node.actions));
    spans.push(Span::raw(format!(" {weight:>6}  {equity:>6}  {ev:>7}")));
    for (action, part) in at.node.actions.iter().zip(&parts) {
        let width = action.action.len().max(7);
        spans.push(Span::raw(format!("  {:>width$}", percent(*part, 1))));
    }
    Line::from(spans)
}

/// The categories of Omaha hands as bars split by action.
pub(super) fn categories(browser: &Browser, at: &Decision) -> Vec<Line<'static>> {
    let groupings = browser.groupings();
    let by = groupings.get(browser.grouping).copied();
    let tabs = groupings.iter().map(|&grouping| {
        let name = Groupings::name(grouping);
        match Some(grouping) == by {
            true => bold(format!("[{name}] ")),
            false => Span::raw(format!(" {name}  ")),
        }
    });
    let mut lines = vec![Line::from(tabs.collect::<Vec<_>>())];
    let heading = format!("  {:<NAME$} {:>9}  {:<BAR$}      EV  equity", "", "combos", "actions");
    lines.push(Line::from(bold(heading)));
    for (row, (depth, name)) in browser.categories().into_iter().enumerate() {
        let found =
            at.node.groups.iter().filter(|group| Some(group.by.0) == by).find_map(|group| {
                let finer = group.groups.iter().find(|finer| depth == 1 && finer.name == name);
                if depth == 0 && group.name == name { Some(group) } else { finer }
            });
        if let Some(group) = found {
            lines.push(category(group, depth, row == browser.cursor, at));
        }
    }
    lines
}

fn category(group: &HandGroupReport, depth: usize, here: bool, at: &Decision) -> Line<'static> {
    let name = format!("{}{}", "  ".repeat(depth), group.name);
    let mark = if here { "▸ " } else { "  " };
    let mut spans = vec![
        Span::styled(mark, cursor_style()),
        Span::raw(format!("{name:<NAME$} {:>9}  ", decimal(group.combos))),
    ];
    spans.extend(colored("", BAR, &group.frequencies, &action_colors(&at.node.actions)));
    let ev = group.ev.map_or("-".to_owned(), |ev| fixed(ev, 2));
    let equity = group.equity.map_or("-".to_owned(), |part| percent(part, 1));
    spans.push(Span::raw(format!(" {ev:>7}  {equity:>6}")));
    Line::from(spans)
}
