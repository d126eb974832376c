//! `quasar equity`.

mod show;

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use quasar::cards::{Board, CardSet, Game, parse_cards};
use quasar::{
    equity::{EquityPlayer, EquitySpec, Method, Methods, hand_orders},
    job::Engine,
    request::read,
    request::values::Names,
};

use crate::error::Failure;
use crate::names::names;
use crate::output::{Output, tell, tell_warnings};
use crate::progress::{Shown, with_progress};
use crate::units::rough_time;

/// Compute equity: exactly if time allows, by sampling otherwise.
///
/// Two to ten players, each a hand (AhKh, AsAhKsKh) or a range (QQ+,AKs, 15%, AA:$ds).
/// Without players, a built-in example is computed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar equity AhKh \"QQ-88,AJs+\" --board Td9d6h
  quasar equity AsAhKsKh 15% --board 9c8d2h
  quasar equity AA KK 76s --method exact
  quasar equity \"QQ+,AK\" \"22+,A2s+\" --board Ks7s2d --per-combo
  quasar equity AsAhKsKh random --game plo4 --method sampled --error 0.05")]
pub(crate) struct EquityArguments {
    /// A hand or range for each player; see docs/NOTATION.md for every form.
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,
    /// holdem, plo4, plo5 or plo6 [default: the game of the first complete hand].
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The board: 3, 4 or 5 cards.
    #[arg(long, default_value = "", value_name = "CARDS", hide_default_value = true)]
    board: String,
    /// Cards out of play.
    #[arg(long, default_value = "", value_name = "CARDS", hide_default_value = true)]
    dead: String,
    /// The method.
    #[arg(long, default_value = "auto", value_parser = names::<Methods>())]
    method: Method,
    /// Time limit in milliseconds, for `auto` and for sampling [default for auto: 80].
    #[arg(long, value_name = "MS")]
    budget: Option<u64>,
    /// Maximum number of deals to sample.
    #[arg(long, value_name = "N")]
    samples: Option<NonZeroUsize>,
    /// Sample until the standard error is at most this percentage of the pot [default
    /// without other limits: 0.05].
    #[arg(long, value_name = "PERCENT")]
    error: Option<f64>,
    /// Seed of the sample; the same seed gives the same deals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Show the exact equity of every hand of two ranges.
    #[arg(long, conflicts_with_all = ["method", "budget", "samples", "error"])]
    per_combo: bool,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

/// Exact answers that are predicted to take at least this long are announced.
const LONG: Duration = Duration::from_secs(2);

/// The question that is answered by default.
const EXAMPLE: [&str; 2] = ["AhKh", "QQ-88,AJs+"];
const EXAMPLE_BOARD: &str = "Td9d6h";

pub(crate) fn run(arguments: &EquityArguments, output: &mut Output) -> Result<(), Failure> {
    let example = arguments.players.is_empty();
    let texts: Vec<&str> = match example {
        true => EXAMPLE.into(),
        false => arguments.players.iter().map(String::as_str).collect(),
    };
    let board = if example { EXAMPLE_BOARD } else { &arguments.board };
    let spec = spec(arguments, &texts, board)?;
    check_limits(&spec)?;
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    announce(&spec, &engine)?;
    let report =
        with_progress(Shown::Percent, |control| engine.equity(&spec, control, &mut |_| ()))?;
    tell_warnings(&report.warnings);
    if arguments.json {
        return output.json(&report);
    }
    if example {
        show::example(&EXAMPLE, EXAMPLE_BOARD, output)?;
    }
    show::report(&report, output)
}

/// Says how long an exact answer will take, if that is long.
fn announce(spec: &EquitySpec, engine: &Engine) -> Result<(), Failure> {
    if spec.method != Method::Exact && !spec.per_combo {
        return Ok(());
    }
    let predicted = engine.exact_time(spec)?;
    if predicted >= LONG {
        let time = rough_time(predicted.as_secs_f64());
        let instead = if spec.per_combo { "" } else { "; --method sampled is faster" };
        tell(format_args!("the exact answer takes about {time} on an idle machine{instead}"));
    }
    Ok(())
}

/// Refuses limits that the method does not have.
fn check_limits(spec: &EquitySpec) -> Result<(), Failure> {
    let method = Methods::name(spec.method);
    match spec.ignored_limit() {
        Some(limit) => Err(Failure::Usage(format!(
            "--{limit} limits sampling, which --method {method} does not use; use --method auto or sampled"
        ))),
        None => Ok(()),
    }
}

/// The arguments as a validated question.
fn spec(arguments: &EquityArguments, texts: &[&str], board: &str) -> Result<EquitySpec, Failure> {
    let game = match &arguments.game {
        Some(game) => read("game", game, str::parse::<Game>)?,
        None => EquityPlayer::game_of(texts),
    };
    let board = read("board", board, str::parse::<Board>)?;
    let dead: CardSet = read("dead cards", &arguments.dead, parse_cards)?.into_iter().collect();
    let players = texts.iter().enumerate().map(|(seat, text)| {
        let parse = |text: &str| EquityPlayer::parse(game, text, hand_orders());
        read(&format!("player {}", seat + 1), text, parse).map_err(|error| {
            match EquityPlayer::other_game(game, text, hand_orders()) {
                Some(game) => Failure::OtherGame { error, game },
                None => Failure::Input(error),
            }
        })
    });
    let mut spec = EquitySpec::new(players.collect::<Result<_, _>>()?, board, dead)?;
    spec.method = arguments.method;
    spec.budget = arguments.budget.map(Duration::from_millis);
    spec.samples = arguments.samples.map(|samples| samples.get() as u64);
    spec.standard_error = match arguments.error {
        Some(error) if error > 0.0 => Some(error / 100.0),
        Some(error) => return Err(Failure::Usage(format!("--error {error}: must be above 0"))),
        None => None,
    };
    spec.seed = arguments.seed;
    spec.per_combo = arguments.per_combo;
    Ok(spec)
}
