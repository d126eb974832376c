//! `quasar eval`.

use std::io::Write;

use clap::Args;
use quasar::cards::{Board, CardSet, Game, parse_cards};
use quasar::{
    equity::{ShowdownReport, ShowdownSpec},
    request::read,
};

use crate::error::Failure;
use crate::output::{Output, left, right};

/// Rank hands and show who wins.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar eval AhKhQsJd --board Ts9s2c
  quasar eval AhKh QdQc --board Td9d6h2c3s
  quasar eval AhKhQhJhTh 9c9d9h9s2c")]
pub(crate) struct EvalArguments {
    /// The hands: hole cards if there is a board, otherwise 5 to 7 cards each.
    #[arg(required = true, value_name = "HAND")]
    hands: Vec<String>,
    /// The board: 3, 4 or 5 cards.
    #[arg(long, default_value = "", value_name = "CARDS", hide_default_value = true)]
    board: String,
    /// The game [default: by the number of hole cards].
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &EvalArguments, output: &mut Output) -> Result<(), Failure> {
    let board = read("board", &arguments.board, str::parse::<Board>)?;
    let game = match &arguments.game {
        Some(game) => Some(read("game", game, str::parse::<Game>)?),
        None => None,
    };
    let hands = arguments.hands.iter().enumerate().map(|(number, text)| {
        let cards = read(&format!("hand {}", number + 1), text, parse_cards)?;
        Ok(cards.into_iter().collect::<CardSet>())
    });
    let hands = hands.collect::<Result<Vec<_>, Failure>>()?;
    let report = ShowdownSpec::new(hands, board, game)?.report();
    if arguments.json { output.json(&report) } else { write_table(&report, output) }
}

fn write_table(report: &ShowdownReport, output: &mut Output) -> Result<(), Failure> {
    if let Some(game) = report.game {
        writeln!(output, "{game} on {}\n", report.board)?;
    }
    let alone = report.hands.len() == 1;
    let shared = report.hands.iter().filter(|hand| hand.winner).count() > 1;
    let rows: Vec<Vec<String>> = report
        .hands
        .iter()
        .map(|hand| {
            let result = match hand.winner {
                true if alone => "",
                true if shared => "ties",
                true => "wins",
                false => "",
            };
            vec![
                hand.cards.clone(),
                hand.category.to_string(),
                hand.description.clone(),
                hand.rank.to_string(),
                result.to_owned(),
            ]
        })
        .collect();
    let columns =
        [left("hand"), left("category"), left("description"), right("rank of 7462"), left("")];
    Ok(output.table(&columns, &rows)?)
}
