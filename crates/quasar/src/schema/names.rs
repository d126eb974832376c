//! Schemas of fields that hold one of a few names.

use quasar_cards::Game;
use schemars::{Schema, SchemaGenerator, json_schema};

/// One of these names.
fn one_of(names: &[&str]) -> Schema {
    json_schema!({ "type": "string", "enum": names })
}

/// A game.
pub(crate) fn game(_: &mut SchemaGenerator) -> Schema {
    one_of(&Game::ALL.map(Game::name))
}

/// A game, or nothing.
pub(crate) fn game_or_none(_: &mut SchemaGenerator) -> Schema {
    let mut names: Vec<Option<&str>> = Game::ALL.iter().map(|game| Some(game.name())).collect();
    names.push(None);
    json_schema!({ "type": ["string", "null"], "enum": names })
}

/// A player after the flop.
pub(crate) fn player(_: &mut SchemaGenerator) -> Schema {
    one_of(&["oop", "ip"])
}

/// What kind of action it is.
pub(crate) fn action(_: &mut SchemaGenerator) -> Schema {
    one_of(&["fold", "check", "call", "bet", "raise"])
}

/// A street with betting after the flop.
pub(crate) fn street(_: &mut SchemaGenerator) -> Schema {
    one_of(&["flop", "turn", "river"])
}

/// How an equity was found.
pub(crate) fn method(_: &mut SchemaGenerator) -> Schema {
    one_of(&["exact", "sampled", "heuristic"])
}

/// How sure an equity is.
pub(crate) fn confidence(_: &mut SchemaGenerator) -> Schema {
    one_of(&["low", "medium", "high"])
}
