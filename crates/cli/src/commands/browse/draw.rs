//! The screen of the browser: the strip, the grid, the map of cards, the keys.

use quasar::cards::HoldemClass;
use quasar::game::Player;
use quasar::spot::{ActionReport, RunoutReport};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::lists;
use super::state::{At, Browser, Decision, Mode, Panel, Typing, card_at};
use crate::grid::short;
use crate::output::{harmless, thousands};
use crate::palette::{DARK, action_at, action_colors, heat, suit_color};
use crate::units::{fixed, percent};

/// Characters of a cell and the blank after it.
const CELL: usize = 5;

/// Columns of a grid of 13 cells.
const GRID: u16 = 13 * (CELL as u16 + 1) - 1;

/// Columns from which hands have a place next to the grid.
const WIDE: u16 = GRID + 2 + 40;

/// Columns and rows that show the whole grid.
const WHOLE: (u16, u16) = (80, 24);

pub(super) fn draw(browser: &Browser, frame: &mut Frame<'_>) {
    let [strip, body, status] =
        Layout::vertical([Constraint::Length(4), Constraint::Min(0), Constraint::Length(1)])
            .areas(frame.area());
    frame.render_widget(Paragraph::new(strip_lines(browser, strip.width)), strip);
    match &browser.at {
        At::Decision(decision) => draw_decision(browser, decision, body, frame),
        At::Cards(runouts) => {
            let lines = card_map(browser, runouts);
            frame.render_widget(Paragraph::new(lines), body);
        }
        At::End(why) => {
            let text = format!("The hand is over: {why}. Backspace goes back.");
            frame.render_widget(Paragraph::new(text), body);
        }
    }
    frame.render_widget(Paragraph::new(status_line(browser, frame.area())), status);
    if browser.help {
        draw_help(frame);
    }
}

/// The spot, the line so far, and the actions.
fn strip_lines(browser: &Browser, width: u16) -> Vec<Line<'static>> {
    let save = browser.save();
    let (pot, stack) = (save.betting().starting_pot().0, save.betting().stack().0);
    let name = save.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut first = vec![bold(harmless(&name).into_owned()), Span::raw("  ")];
    let board = match &browser.at {
        At::Decision(decision) => decision.node.board.clone(),
        _ => save.spec().board.to_string(),
    };
    first.extend(cards(&board));
    first.push(Span::raw(format!("  pot {}, {} behind", thousands(pot), thousands(stack))));
    let mut line = vec![Span::raw("r:0")];
    for word in &browser.words {
        line.push(dim(" › "));
        line.extend(if is_card(word) { cards(word) } else { vec![Span::raw(word.clone())] });
    }
    // The end of a long line matters more than its beginning.
    let long: usize = line.iter().map(Span::width).sum();
    let mut cut = long.saturating_sub(usize::from(width));
    while cut > 0 && line.len() > 1 {
        cut = cut.saturating_sub(line.remove(0).width());
    }
    let (heading, actions) = match &browser.at {
        At::Decision(decision) => {
            let node = &decision.node;
            let ev = node.ev.map_or(String::new(), |ev| format!(", EV {}", fixed(ev, 2)));
            let heading = format!("{} acts, pot {}{ev}", node.player, thousands(node.pot));
            (heading, actions_line(&node.actions))
        }
        At::Cards(_) => ("choose a card: arrows, Enter".to_owned(), Line::default()),
        At::End(_) => (String::new(), Line::default()),
    };
    vec![Line::from(first), Line::from(line), Line::from(heading), actions]
}

/// `1 check 45.2%  2 bet 60 54.8%`, each in its colour.
fn actions_line(actions: &[ActionReport]) -> Line<'static> {
    let colors = action_colors(actions);
    let spans = actions.iter().zip(colors).enumerate().flat_map(|(number, (action, color))| {
        let share = action.frequency.map_or("not reached".to_owned(), |part| percent(part, 1));
        let text = format!(" {} {} {share} ", number + 1, action.action);
        [Span::styled(text, filled(color)), Span::raw(" ")]
    });
    Line::from(spans.collect::<Vec<_>>())
}

fn draw_decision(browser: &Browser, decision: &Decision, area: Rect, frame: &mut Frame<'_>) {
    let overview = match decision.node.classes.is_empty() {
        true => lists::categories(browser, decision),
        false => grid(browser, decision, area.height >= 2 * 13 + 6),
    };
    if area.width >= WIDE {
        let [left, right] =
            Layout::horizontal([Constraint::Length(GRID + 2), Constraint::Min(0)]).areas(area);
        frame.render_widget(Paragraph::new(overview), left);
        let hands = lists::hands(browser, decision, right.height);
        frame.render_widget(Paragraph::new(hands), right);
        return;
    }
    match browser.panel {
        Panel::Hands => {
            let hands = lists::hands(browser, decision, area.height);
            frame.render_widget(Paragraph::new(hands), area);
        }
        Panel::Overview => {
            let rows = overview.len() as u16 + 1;
            let [top, below] =
                Layout::vertical([Constraint::Length(rows), Constraint::Min(0)]).areas(area);
            frame.render_widget(Paragraph::new(overview), top);
            if !decision.node.classes.is_empty() {
                let hands = lists::class_hands(browser, decision, below.height);
                frame.render_widget(Paragraph::new(hands), below);
            }
        }
    }
}

/// The line of a cell that is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The only one.
    Only,
    /// The first of two.
    Name,
    /// The second of two.
    Number,
}

/// The 13 x 13 grid, suited classes above the diagonal. Tall cells have a second line.
fn grid(browser: &Browser, decision: &Decision, tall: bool) -> Vec<Line<'static>> {
    let classes: Vec<HoldemClass> = HoldemClass::all().collect();
    let mut lines = Vec::new();
    for (row, classes) in classes.chunks(13).enumerate() {
        for part in 0..if tall { 2 } else { 1 } {
            let mut spans = Vec::new();
            for (column, class) in classes.iter().enumerate() {
                let place = 13 * row + column;
                let line = match (tall, part) {
                    (false, _) => Part::Only,
                    (true, 0) => Part::Name,
                    (true, _) => Part::Number,
                };
                spans.extend(cell(browser, decision, *class, line));
                let cursor = place == browser.cursor;
                let mark =
                    if cursor { Span::styled("◂", cursor_style()) } else { Span::raw(" ") };
                if column < 12 || cursor {
                    spans.push(mark);
                }
            }
            lines.push(Line::from(spans));
        }
    }
    lines
}

/// A cell of the grid: the name of the class over its actions, or its number.
fn cell(browser: &Browser, at: &Decision, class: HoldemClass, part: Part) -> Vec<Span<'static>> {
    let report = &at.node.classes[class.index()];
    let name = format!("{class:<CELL$}");
    let number = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let nothing = |text: String| vec![Span::styled(text, Style::new().fg(Color::Indexed(240)))];
    let weight = |player: Player| {
        at.ranges
            .as_ref()
            .map_or(0.0, |ranges| ranges[player.index()].classes[class.index()].weight)
    };
    if browser.swapped {
        return weight_cell(&name, weight(at.node.player.0.opponent()), part);
    }
    if report.combos <= 0.0 {
        return nothing(if part == Part::Number { " ".repeat(CELL) } else { name });
    }
    match browser.mode {
        Mode::Strategy => {
            spread(if part == Part::Number { "" } else { &name }, &report.frequencies, at)
        }
        Mode::Weight => weight_cell(&name, weight(at.node.player.0), part),
        Mode::Equity => {
            let text = number(report.equity.map(|equity| fixed(100.0 * equity, 1)));
            let color = heat(report.equity.unwrap_or(0.5));
            vec![Span::styled(shown(&name, &text, part), filled(color))]
        }
        Mode::Ev => {
            let text = number(report.ev.map(|ev| short(ev, 2)));
            let color = heat(ev_heat(at, report.ev));
            vec![Span::styled(shown(&name, &text, part), filled(color))]
        }
    }
}

/// In a cell of one line the number alone, in one of two the name over the number.
fn shown(name: &str, number: &str, part: Part) -> String {
    let text = if part == Part::Name { name } else { number };
    format!("{text:<CELL$}")
}

fn weight_cell(name: &str, weight: f64, part: Part) -> Vec<Span<'static>> {
    if weight <= 0.0 {
        let text = if part == Part::Number { " ".repeat(CELL) } else { name.to_owned() };
        return vec![Span::styled(text, Style::new().fg(Color::Indexed(240)))];
    }
    let shades = [22, 28, 34, 70, 76, 118];
    let color = shades[((weight * 5.0).round() as usize).min(5)];
    let text = shown(name, &fixed(100.0 * weight, 0), part);
    vec![Span::styled(text, filled(color))]
}

/// Red to green around the mean of the range: the whole colour is a quarter of the pot.
fn ev_heat(at: &Decision, ev: Option<f64>) -> f64 {
    let (Some(ev), Some(mean)) = (ev, at.node.ev) else { return 0.5 };
    let scale = (at.node.pot as f64 / 4.0).max(1e-9);
    0.5 + 0.5 * ((ev - mean) / scale).clamp(-1.0, 1.0)
}

/// A text over the colours of the actions, in proportion to their frequencies.
fn spread(text: &str, frequencies: &[f64], at: &Decision) -> Vec<Span<'static>> {
    colored(text, CELL, frequencies, &action_colors(&at.node.actions))
}

/// A text of so many characters over colours in proportion to frequencies.
pub(super) fn colored(
    text: &str,
    width: usize,
    frequencies: &[f64],
    colors: &[u8],
) -> Vec<Span<'static>> {
    let letters = text.chars().chain(std::iter::repeat(' ')).take(width);
    let spans = letters.enumerate().map(|(place, letter)| {
        let color = colors.get(action_at(place, width, frequencies)).copied().unwrap_or(240);
        Span::styled(letter.to_string(), filled(color))
    });
    spans.collect()
}

/// The 4 x 13 map of the cards that can come.
fn card_map(browser: &Browser, runouts: &[RunoutReport]) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for suit in 0..4 {
        let mut spans = Vec::new();
        for rank in 0..13 {
            let place = 13 * suit + rank;
            let card = card_at(place);
            match runouts.iter().find(|runout| runout.card == card) {
                Some(runout) => spans.extend(card_cell(browser, &card, runout)),
                None => spans.push(dim("  ·  ")),
            }
            let cursor = place == browser.cursor;
            spans.push(if cursor { Span::styled("◂", cursor_style()) } else { Span::raw(" ") });
        }
        lines.push(Line::from(spans));
        lines.push(Line::default());
    }
    let chosen = card_at(browser.cursor);
    if let Some(runout) = runouts.iter().find(|runout| runout.card == chosen) {
        let mut spans = cards(&runout.card);
        let chance = runout.frequency.map_or("none".to_owned(), |part| percent(part, 2));
        spans.push(Span::raw(format!(": chance {chance}, {} acts", runout.player)));
        lines.push(Line::from(spans));
        for range in &runout.ranges {
            let equity = range.equity.map_or("-".to_owned(), |part| percent(part, 1));
            let ev = range.ev.map_or("-".to_owned(), |ev| fixed(ev, 2));
            lines.push(Line::from(format!("{:<4} equity {equity:>6}  EV {ev}", range.player)));
        }
        lines.push(actions_line(&runout.actions));
    }
    lines
}

/// A card over the actions of the first decision after it, or with the number of the mode.
fn card_cell(browser: &Browser, card: &str, runout: &RunoutReport) -> Vec<Span<'static>> {
    let range = &runout.ranges[runout.player.0.index()];
    let cell = |text: String, color| vec![Span::styled(format!("{text:<CELL$}"), filled(color))];
    match browser.mode {
        Mode::Strategy => {
            let parts: Vec<f64> =
                runout.actions.iter().map(|action| action.frequency.unwrap_or(0.0)).collect();
            colored(card, CELL, &parts, &action_colors(&runout.actions))
        }
        Mode::Equity => {
            let part = range.equity.unwrap_or(0.5);
            cell(format!("{card} {}", fixed(100.0 * part, 0)), heat(part))
        }
        Mode::Ev => cell(range.ev.map_or("-".to_owned(), |ev| short(ev, 1)), 117),
        Mode::Weight => {
            let part = runout.frequency.unwrap_or(0.0);
            cell(short(100.0 * part, 2), 117)
        }
    }
}

fn status_line(browser: &Browser, screen: Rect) -> Line<'static> {
    match &browser.typing {
        Some(Typing::Search(text)) => return Line::from(format!("search: {text}_")),
        Some(Typing::Filter(text)) => return Line::from(format!("filter: {text}_")),
        None => {}
    }
    if browser.is_waiting() {
        return Line::from("reading …");
    }
    if let Some(message) = &browser.message {
        return Line::from(Span::styled(
            harmless(message).into_owned(),
            Style::new().fg(Color::Indexed(203)),
        ));
    }
    let (width, height) = WHOLE;
    if screen.width < width || screen.height < height {
        return Line::from(format!("cut off: needs {width} x {height}  ? keys  q quit"));
    }
    let mode = match browser.mode {
        Mode::Strategy => "strategy",
        Mode::Ev => "EV in chips",
        Mode::Equity => "equity in percent",
        Mode::Weight => "weight in percent",
    };
    let mut text = format!("mode: {mode}");
    if browser.swapped {
        text = "range of the other player: weight in percent".to_owned();
    }
    if let Some(filter) = &browser.filter {
        text += &format!("  filter: {}", harmless(filter));
    }
    text += "  ? keys  q quit";
    Line::from(dim_owned(text))
}

fn draw_help(frame: &mut Frame<'_>) {
    const KEYS: [(&str, &str); 14] = [
        ("1 to 9", "take an action"),
        ("Backspace", "one step back"),
        ("arrows", "move in the grid, the list or the map"),
        ("Enter", "pin a class, open a category, deal a card"),
        ("Esc", "unpin"),
        ("Tab", "overview or hands"),
        ("PgUp, PgDn", "scroll the hands"),
        ("m", "mode: strategy, EV, equity, weight"),
        ("o", "order of hands: class, EV, equity, combos, strength"),
        ("c", "other cards in place of the last one"),
        ("s", "range of the other player"),
        ("/", "search for a hand"),
        ("f", "filter by a range"),
        ("q", "quit"),
    ];
    let area = frame.area();
    let (width, height) = (68.min(area.width), (KEYS.len() as u16 + 2).min(area.height));
    let place = Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
    let lines: Vec<Line<'_>> =
        KEYS.iter().map(|(key, what)| Line::from(format!(" {key:<11} {what}"))).collect();
    frame.render_widget(Clear, place);
    let block = Block::bordered().title(" keys (press any key to close) ");
    frame.render_widget(Paragraph::new(lines).block(block), place);
}

/// Cards in the colours of their suits.
fn cards(text: &str) -> Vec<Span<'static>> {
    let letters: Vec<char> = text.chars().collect();
    let card = |card: &[char]| {
        let color = suit_color(card.last().copied().unwrap_or('s'));
        let style = Style::new().fg(Color::Indexed(color)).add_modifier(Modifier::BOLD);
        Span::styled(card.iter().collect::<String>(), style)
    };
    letters.chunks(2).map(card).collect()
}

fn is_card(word: &str) -> bool {
    word.len() == 2 && word.ends_with(['s', 'h', 'd', 'c'])
}

pub(super) fn filled(color: u8) -> Style {
    Style::new().fg(Color::Indexed(DARK)).bg(Color::Indexed(color))
}

pub(super) fn cursor_style() -> Style {
    Style::new().fg(Color::Indexed(231)).add_modifier(Modifier::BOLD)
}

pub(super) fn bold(text: String) -> Span<'static> {
    Span::styled(text, Style::new().add_modifier(Modifier::BOLD))
}

fn dim(text: &'static str) -> Span<'static> {
    dim_owned(text.to_owned())
}

fn dim_owned(text: String) -> Span<'static> {
    Span::styled(text, Style::new().fg(Color::Indexed(245)))
}
