//! `quasar browse`: a save on the whole screen.
//!
//! [`state`] is where the browser is and what keys do; [`draw`] shows it. This module
//! owns the terminal. It is restored on every way out: at the end, on a signal or when the
//! terminal is gone, and by the hook of ratatui on a panic.

mod draw;
mod lists;
mod state;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;
use std::{process, thread};

use clap::Args;
use quasar::game::Line;
use quasar::job::Engine;
use quasar::request::read;
use quasar::spot::SpotSave;
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::crossterm::execute;

use self::state::{Browser, Flow};
use crate::error::Failure;
use crate::{mark, signals};

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(100);

/// Browse a saved spot on the terminal.
///
/// Shows the decisions of a save that `quasar solve -o` wrote: the line so far and the
/// actions on top, below them the 13 x 13 grid of Hold'em or the categories of Omaha, the
/// hands, and the cards that can come. Press ? for the keys.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar browse spot.qsr
  quasar browse spot.qsr --node r:0:c:b60

Keys:
  1 to 9       take an action             Backspace  one step back
  arrows       move                       Enter      pin a class, open a category, deal a card
  m            mode: strategy, EV, equity, weight
  Tab          overview or hands          o          order of hands
  c            other cards                s          range of the other player
  /            search for a hand          f          filter by a range
  ?            list the keys              q          quit")]
pub(crate) struct BrowseArguments {
    /// The save.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The decision to start at.
    #[arg(long, value_name = "LINE", default_value = "r:0")]
    node: String,
}

pub(crate) fn run(arguments: &BrowseArguments) -> Result<(), Failure> {
    let line = read("--node", &arguments.node, str::parse::<Line>)?;
    let save = SpotSave::open(&arguments.file)?;
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Failure::Usage(
            "browse needs a terminal; quasar inspect prints decisions".to_owned(),
        ));
    }
    let engine = Engine::new(0, Engine::DEFAULT_CACHE)?;
    let mut browser = Browser::new(save, engine, line)?;
    signals::listen();
    thread::spawn(watch);
    on_terminal(|terminal| browse(&mut browser, terminal))
}

/// Does something on the whole terminal, and restores it afterwards.
fn on_terminal(
    work: impl FnOnce(&mut DefaultTerminal) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut terminal = ratatui::try_init()?;
    let ended = work(&mut terminal);
    ratatui::restore();
    ended
}

/// Ends the process on a signal, or when the terminal is gone: reading keys from a terminal
/// that was closed may never return.
fn watch() {
    loop {
        thread::sleep(LOOK);
        if signals::came() || !io::stdin().is_terminal() {
            ratatui::restore();
            // Drawing hid the cursor, and nothing is dropped at the end of a process.
            let _ = execute!(io::stdout(), Show);
            let failure = Failure::Signalled;
            mark::report_failure(&failure);
            process::exit(failure.code().into());
        }
    }
}

/// Draws and reads keys until the user quits.
fn browse(browser: &mut Browser, terminal: &mut DefaultTerminal) -> Result<(), Failure> {
    loop {
        terminal.draw(|frame| draw::draw(browser, frame))?;
        if browser.is_waiting() {
            browser.settle();
            continue;
        }
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
            && browser.key(key) == Flow::Quit
        {
            return Ok(());
        }
    }
}
