//! Progress of solving flops: full screen, or as lines of text.

use std::time::{Duration, Instant};

use quasar::job::Control;
use quasar::model::PostflopSnapshot;
use ratatui::DefaultTerminal;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Gauge, Paragraph, Row, Sparkline, Table};

use crate::output::tell;
use crate::units::{bytes, rate};

/// How often the screen is drawn, and how often a line is written.
const FRAME: Duration = Duration::from_millis(100);
const LINE: Duration = Duration::from_secs(2);

/// Where progress is shown.
pub(super) struct Shown {
    terminal: Option<DefaultTerminal>,
    next: Instant,
}

impl Shown {
    /// Full screen; lines if that is not possible.
    pub(super) fn full_screen() -> Shown {
        match ratatui::try_init() {
            Ok(terminal) => Shown { terminal: Some(terminal), next: Instant::now() },
            Err(_) => Shown::lines(),
        }
    }

    /// Lines on standard error.
    pub(super) fn lines() -> Shown {
        Shown { terminal: None, next: Instant::now() + LINE }
    }

    /// Shows the progress if it is due.
    pub(super) fn update(&mut self, snapshot: &PostflopSnapshot, control: &Control) {
        if self.terminal.is_some() && stop_is_asked_for() {
            control.cancel();
        }
        let now = Instant::now();
        if now < self.next {
            return;
        }
        match &mut self.terminal {
            // If a frame cannot be drawn, the next one may.
            Some(terminal) => {
                let _ = terminal.draw(|frame| draw(snapshot, frame));
            }
            None => tell(line(snapshot)),
        }
        self.next = now + if self.terminal.is_some() { FRAME } else { LINE };
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        if self.terminal.is_some() {
            ratatui::restore();
        }
    }
}

/// Whether q, Esc or Ctrl-C was pressed; in raw mode Ctrl-C is an ordinary key.
fn stop_is_asked_for() -> bool {
    let mut asked = false;
    while event::poll(Duration::ZERO).unwrap_or(false) {
        if let Ok(Event::Key(KeyEvent { code, modifiers, .. })) = event::read() {
            let control_c = code == KeyCode::Char('c') && modifiers == KeyModifiers::CONTROL;
            asked |= control_c || matches!(code, KeyCode::Char('q') | KeyCode::Esc);
        }
    }
    asked
}

/// `SPR 3.5 (1 of 2): 4 of 10 flops, 123.4 iterations per second, 12 s left`.
fn line(snapshot: &PostflopSnapshot) -> String {
    let PostflopSnapshot { sprs, depth, flops, done, .. } = snapshot;
    let spr = sprs.get(*depth).copied().unwrap_or_default();
    let mut text = format!("SPR {spr} ({} of {}): {done} of {flops} flops", depth + 1, sprs.len());
    for flop in &snapshot.in_flight {
        text += &format!(", {} at iteration {}", flop.board, flop.iteration);
        if let Some(exploitability) = flop.exploitability {
            text += &format!(" ({:.2}% of the pot)", 100.0 * exploitability);
        }
    }
    text += &format!(", {} iterations per second", rate(snapshot.rate()).trim_end());
    if let Some(pruned) = pruned(snapshot) {
        text += &format!(", {:.1}% pruned", 100.0 * pruned);
    }
    if let Some(left) = snapshot.time_left() {
        text += &format!(", {:.0} s left", left.as_secs_f64());
    }
    text
}

fn pruned(snapshot: &PostflopSnapshot) -> Option<f64> {
    (snapshot.seen > 0).then(|| snapshot.pruned as f64 / snapshot.seen as f64)
}

fn draw(snapshot: &PostflopSnapshot, frame: &mut Frame<'_>) {
    let flying = snapshot.in_flight.len() as u16;
    let [all, depth, facts, flops, sparkline] = Layout::vertical([
        Constraint::Length(3),
        Constraint::Length(3),
        Constraint::Length(6),
        Constraint::Length(3 + flying),
        Constraint::Min(4),
    ])
    .areas(frame.area());
    let spr = snapshot.sprs.get(snapshot.depth).copied().unwrap_or_default();
    draw_gauge("all depths", snapshot.solved, snapshot.to_solve, all, frame);
    let title = format!("SPR {spr}, {} of {}", snapshot.depth + 1, snapshot.sprs.len());
    draw_gauge(&title, snapshot.done, snapshot.flops, depth, frame);
    draw_facts(snapshot, facts, frame);
    draw_flops(snapshot, flops, frame);
    // Whole numbers: thousandths of a percent of the pot.
    let data: Vec<u64> =
        snapshot.exploitabilities.iter().map(|part| (1e5 * part).round() as u64).collect();
    let block = Block::bordered().title(" exploitability of the last flops ");
    frame.render_widget(Sparkline::default().block(block).data(data), sparkline);
}

fn draw_gauge(title: &str, done: usize, total: usize, area: Rect, frame: &mut Frame<'_>) {
    let share = if total == 0 { 1.0 } else { (done as f64 / total as f64).min(1.0) };
    let gauge = Gauge::default()
        .block(Block::bordered().title(format!(" {title} ")))
        .gauge_style(Style::new().fg(Color::Cyan))
        .ratio(share)
        .label(format!("{done} of {total} flops"));
    frame.render_widget(gauge, area);
}

fn draw_facts(snapshot: &PostflopSnapshot, area: Rect, frame: &mut Frame<'_>) {
    let left = snapshot.time_left().map_or("unknown".to_owned(), seconds);
    let pruned =
        pruned(snapshot).map_or("nothing".to_owned(), |part| format!("{:.1}%", 100.0 * part));
    let lines = vec![
        Line::from(format!("time        {}, {left} left", seconds(snapshot.elapsed))),
        Line::from(format!(
            "throughput  {} iterations per second",
            rate(snapshot.rate()).trim_end()
        )),
        Line::from(format!("pruned      {pruned}")),
        Line::from(format!(
            "memory      {}    q stops; repeat the command to resume",
            bytes(snapshot.memory)
        )),
    ];
    frame.render_widget(Paragraph::new(lines).block(Block::bordered()), area);
}

fn draw_flops(snapshot: &PostflopSnapshot, area: Rect, frame: &mut Frame<'_>) {
    let rows = snapshot.in_flight.iter().map(|flop| {
        let exploitability =
            flop.exploitability.map_or("-".to_owned(), |part| format!("{:.3}%", 100.0 * part));
        let iteration = format!("{} of {}", flop.iteration, snapshot.most_iterations);
        Row::new([flop.board.to_string(), iteration, exploitability])
    });
    let widths = [Constraint::Length(10), Constraint::Length(16), Constraint::Length(16)];
    let heading = Row::new(["flop", "iteration", "of the pot"]).style(Style::new().bold());
    let table = Table::new(rows, widths).header(heading).block(Block::bordered());
    frame.render_widget(table, area);
}

fn seconds(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds >= 3_600 => format!("{} h {} min", seconds / 3_600, seconds / 60 % 60),
        seconds if seconds >= 60 => format!("{} min {} s", seconds / 60, seconds % 60),
        seconds => format!("{seconds} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar::model::FlopInFlight;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn snapshot() -> PostflopSnapshot {
        PostflopSnapshot {
            sprs: vec![2.0, 8.0],
            depth: 1,
            flops: 10,
            done: 4,
            solved: 14,
            to_solve: 20,
            in_flight: vec![FlopInFlight {
                board: "AsKhQd".parse().expect("a flop"),
                place: 4,
                iteration: 30,
                exploitability: Some(0.012),
            }],
            iterations: 2_000,
            most_iterations: 200,
            seen: 100,
            pruned: 25,
            memory: 1_500_000,
            elapsed: Duration::from_secs(10),
            ..PostflopSnapshot::default()
        }
    }

    #[test]
    fn a_line_shows_the_progress() {
        let expected = "SPR 8 (2 of 2): 4 of 10 flops, AsKhQd at iteration 30 (1.20% of the pot), 200.0 iterations per second, 25.0% pruned, 4 s left";
        assert_eq!(line(&snapshot()), expected);
    }

    #[test]
    fn the_screen_shows_the_progress() {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
        terminal.draw(|frame| draw(&snapshot(), frame)).expect("a frame");
        let screen = terminal.backend().to_string();
        for text in [
            "14 of 20 flops",
            "SPR 8, 2 of 2",
            "4 of 10 flops",
            "AsKhQd",
            "30 of 200",
            "1.200%",
            "25.0%",
            "1.5 MB",
            "4 s left",
        ] {
            assert!(screen.contains(text), "{text} is not on\n{screen}");
        }
    }
}
