//! Error messages that point at the place where the input is wrong.

use std::io::{self, Write};

use clap::error::{ContextKind, ContextValue};
use quasar::request::{ErrorKind, ErrorReport, InputError, Mistake};
use quasar::schema::Report;
use quasar::spot::BoardsError;

use crate::error::Failure;
use crate::output::harmless;

/// Most characters shown on either side of the wrong place.
const AROUND: usize = 50;

/// Writes the failure to standard error; bad input is shown with carets under the place.
pub(crate) fn report_failure(failure: &Failure) {
    let mut text = format!("error: {failure}\n");
    match failure {
        Failure::Input(error) => text += &mark(error),
        Failure::Spot(error) => text.extend(error.input().map(mark)),
        Failure::Job(error) => text.extend(error.input().map(mark)),
        Failure::Import(error) => text.extend(error.input().map(mark)),
        Failure::Boards(BoardsError::Flop(error)) => text += &mark(error),
        Failure::OtherGame { error, game } => {
            text += &mark(error);
            text += &format!("hint: this is valid with --game {game}\n");
        }
        _ => {}
    }
    report_text(&text);
}

/// Writes the failure to standard error as one line of JSON.
pub(crate) fn report_json(report: &ErrorReport) {
    if let Ok(text) = report.to_json() {
        report_text(&(String::from_utf8_lossy(&text) + "\n"));
    }
}

/// What is wrong with the arguments, as data.
pub(crate) fn argument_report(error: &clap::Error) -> ErrorReport {
    let text = error.render().to_string();
    let said = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = said.trim_start_matches("error: ").split_whitespace().collect();
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    let field = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(argument)) => Some(argument.clone()),
        _ => None,
    };
    let mistake = Mistake { field, ..Mistake::new(words.join(" ")) };
    ErrorReport { hint: tip.map(str::to_owned), ..ErrorReport::new(ErrorKind::Input, mistake) }
}

/// Writes a text to standard error, without control characters.
pub(crate) fn report_text(text: &str) {
    // There is nowhere to report a failure of standard error.
    let _ = io::stderr().write_all(harmless(text).as_bytes());
}

/// The line of the input that is wrong, with carets under the wrong part. Long lines are
/// cut, and control characters are shown as `?`.
fn mark(error: &InputError) -> String {
    let text = error.text();
    let span = error.span();
    let start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[span.start..].find('\n').map_or(text.len(), |newline| span.start + newline);
    let shown = |part: &str| -> Vec<char> {
        part.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
    };
    let before = shown(&text[start..span.start]);
    let wrong_end = span.end.clamp(span.start, end);
    let wrong = shown(&text[span.start..wrong_end]);
    let after = shown(&text[wrong_end..end]);

    let before: String = match before.len().checked_sub(AROUND) {
        Some(cut) if cut > 0 => "...".chars().chain(before[cut..].iter().copied()).collect(),
        _ => before.iter().collect(),
    };
    let first = |part: &[char]| match part.len() > AROUND {
        true => part[..AROUND].iter().chain(&['.', '.', '.']).collect::<String>(),
        false => part.iter().collect(),
    };
    let (wrong, after) = (first(&wrong), first(&after));
    let carets = "^".repeat(wrong.chars().count().max(1));
    format!("  {before}{wrong}{after}\n  {}{carets}\n", " ".repeat(before.chars().count()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar::cards::{Board, parse_cards};
    use quasar::request::read;

    #[test]
    fn carets_are_under_the_wrong_part() {
        let marked = |text: &str| mark(&read("cards", text, parse_cards).unwrap_err());
        assert_eq!(marked("Td9x"), "  Td9x\n     ^\n");
        assert_eq!(marked("Td\n9d 6x\n2c"), "  9d 6x\n      ^\n");
        assert_eq!(marked("Td9"), "  Td9\n     ^\n");
    }

    #[test]
    fn long_lines_are_cut_and_control_characters_hidden() {
        let text = format!("{}?{}", " ".repeat(500), "x".repeat(500));
        let marked = mark(&read("board", &text, str::parse::<Board>).unwrap_err());
        assert!(marked.len() < 400, "{marked}");
        let marked = mark(&read("board", "\u{1b}[31m", str::parse::<Board>).unwrap_err());
        assert!(!marked.contains('\u{1b}'));
    }
}
