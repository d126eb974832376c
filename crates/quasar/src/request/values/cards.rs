//! Cards: a text, or a list of them.

use std::borrow::Cow;
use std::fmt;

use quasar_cards::{Card, Rank, Suit};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use super::{CardEncoding, Text, scalars_as_texts};
use crate::request::{At, FieldError};

/// Cards: one text, or a list whose texts make one. `[Td, 9d, 6h]` is a list in YAML.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cards(pub String);

impl AsRef<str> for Cards {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl<T: ToString> From<T> for Cards {
    fn from(cards: T) -> Cards {
        Cards(cards.to_string())
    }
}

impl At<Cards> {
    /// The same as text, where cards are numbers of an encoding.
    pub(crate) fn decoded(
        &self,
        field: &str,
        encoding: CardEncoding,
    ) -> Result<At<Cards>, FieldError> {
        if encoding == CardEncoding::Text {
            return Ok(self.clone());
        }
        let words = self.0.split([' ', ',', '[', ']']).filter(|word| !word.is_empty());
        let card = |word: &str| {
            let number = word.parse::<usize>().ok();
            let card = number.and_then(|number| decode(number, encoding));
            let card = card.map(|card| card.to_string());
            card.ok_or_else(|| self.wrong(field, word, "numbers of cards, 0 to 51"))
        };
        let cards = words.map(card).collect::<Result<Vec<_>, _>>()?;
        Ok(self.clone().map(|_| Cards(cards.concat())))
    }
}

/// The card with a number in an encoding.
fn decode(number: usize, encoding: CardEncoding) -> Option<Card> {
    match encoding {
        CardEncoding::Text => None,
        CardEncoding::Index => Card::from_index(number),
        CardEncoding::RankMod13 => {
            let rank = Rank::from_index(number % Rank::COUNT)?;
            Some(Card::new(rank, Suit::from_index(number / Rank::COUNT)?))
        }
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        deserializer.deserialize_any(CardsVisitor)
    }
}

struct CardsVisitor;

impl<'de> Visitor<'de> for CardsVisitor {
    type Value = Cards;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cards, such as Td9d6h or [Td, 9d, 6h]")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Cards, E> {
        Ok(Cards(text.to_owned()))
    }

    scalars_as_texts!(Cards);

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Cards, A::Error> {
        let mut cards = Vec::new();
        while let Some(Text(card)) = list.next_element()? {
            cards.push(card);
        }
        Ok(Cards(cards.join(" ")))
    }
}

impl JsonSchema for Cards {
    fn schema_name() -> Cow<'static, str> {
        "Cards".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Cards, such as `Td9d6h`, `10♦ 9♦ 6♥` or `[Td, 9d, 6h]`.",
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": ["string", "integer"] } }
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of the 52 numbers is one card, and the deck is complete.
    #[test]
    fn encodings_number_the_deck() {
        for encoding in [CardEncoding::RankMod13, CardEncoding::Index] {
            let mut cards: Vec<Card> = (0..52).map(|n| decode(n, encoding).unwrap()).collect();
            cards.sort();
            assert_eq!(cards, Card::all().collect::<Vec<_>>());
            assert_eq!(decode(52, encoding), None);
        }
        let text = |number| decode(number, CardEncoding::RankMod13).unwrap().to_string();
        assert_eq!([0, 12, 13, 21, 51].map(text), ["2c", "Ac", "2d", "Td", "As"]);
    }
}
