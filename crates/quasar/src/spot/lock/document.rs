//! The fields of locks.

use std::borrow::Cow;
use std::fmt;

use quasar_game::Chips;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{ActionName, LockedAction, SpotLock};
use crate::request::document::document;
use crate::request::values::quantities::Frequency;
use crate::request::values::{Listed, Num, Text};
use crate::request::{At, LeftOut};

document! {
    /// A decision with a fixed strategy.
    pub struct LockDocument ("fields: line, and frequencies or hands") {
        /// The line that leads to the decision, with the cards of later streets.
        #[schemars(required)]
        line: At<Text>,
        /// The strategy of the hands that `hands` does not mention.
        frequencies: At<Strategy>,
        /// Some hands, and how often they take each action.
        hands: At<LockedHands>,
    }
}

impl Listed for LockDocument {
    const EXPECTED: &'static str = "a list of locks, each with line, and frequencies or hands";
}

document! {
    /// Hands that are locked.
    pub struct HandsDocument ("fields: range and frequencies") {
        /// The hands: a range without weights.
        #[schemars(required)]
        range: At<Text>,
        /// How often they take each action.
        #[schemars(required)]
        frequencies: At<Strategy>,
    }
}

/// Actions and how often each is taken, in the order in which they are written.
#[derive(Clone, PartialEq, Debug)]
pub struct Strategy(pub Vec<(ActionName, Num<Frequency>)>);

/// Hands and their strategies: a list, or a map from ranges to strategies.
#[derive(Clone, PartialEq, Debug)]
pub struct LockedHands(pub Vec<HandsDocument>);

impl From<&SpotLock> for LockDocument {
    fn from(lock: &SpotLock) -> LockDocument {
        let hands = lock.hands.iter().map(|(range, actions)| HandsDocument {
            range: Some(Text::from(range).into()),
            frequencies: Some(Strategy::from(actions.as_slice()).into()),
            left_out: LeftOut::default(),
        });
        let strategy = |actions: &Vec<LockedAction>| Strategy::from(actions.as_slice()).into();
        LockDocument {
            line: Some(Text::from(&lock.line).into()),
            frequencies: lock.frequencies.as_ref().map(strategy),
            hands: (!lock.hands.is_empty()).then(|| LockedHands(hands.collect()).into()),
            left_out: LeftOut::default(),
        }
    }
}

impl From<&[LockedAction]> for Strategy {
    fn from(actions: &[LockedAction]) -> Strategy {
        let part = |locked: &LockedAction| (locked.action, Num::of(locked.frequency));
        Strategy(actions.iter().map(part).collect())
    }
}

impl Serialize for Strategy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (action, frequency) in &self.0 {
            map.serialize_entry(&action.to_string(), frequency)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Strategy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strategy, D::Error> {
        deserializer.deserialize_map(StrategyVisitor)
    }
}

struct StrategyVisitor;

impl<'de> Visitor<'de> for StrategyVisitor {
    type Value = Strategy;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("actions, each with its frequency")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Strategy, A::Error> {
        let mut actions = Vec::new();
        while let Some(entry) = map.next_entry()? {
            actions.push(entry);
        }
        Ok(Strategy(actions))
    }
}

impl JsonSchema for Strategy {
    fn schema_name() -> Cow<'static, str> {
        "Strategy".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let frequency = generator.subschema_for::<Num<Frequency>>();
        json_schema!({
            "description": "How often each action is taken: `fold`, `check`, `call`, `bet 120`, `raise to 260` or `allin`. Frequencies add up to 1.",
            "type": "object",
            "additionalProperties": frequency
        })
    }
}

impl Serialize for LockedHands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for LockedHands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LockedHands, D::Error> {
        deserializer.deserialize_any(LockedHandsVisitor)
    }
}

struct LockedHandsVisitor;

impl<'de> Visitor<'de> for LockedHandsVisitor {
    type Value = LockedHands;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ranges, each with the frequencies of its actions")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LockedHands, A::Error> {
        let mut hands = Vec::new();
        while let Some((range, frequencies)) = map.next_entry()? {
            hands.push(HandsDocument {
                range: Some(range),
                frequencies: Some(frequencies),
                left_out: LeftOut::default(),
            });
        }
        Ok(LockedHands(hands))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<LockedHands, A::Error> {
        let mut hands = Vec::new();
        while let Some(some) = list.next_element()? {
            hands.push(some);
        }
        Ok(LockedHands(hands))
    }
}

impl JsonSchema for LockedHands {
    fn schema_name() -> Cow<'static, str> {
        "LockedHands".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (hands, strategy) =
            (generator.subschema_for::<HandsDocument>(), generator.subschema_for::<Strategy>());
        json_schema!({
            "description": "Hands with their strategies: a list, or a map from ranges to strategies.",
            "anyOf": [
                { "type": "array", "items": hands },
                { "type": "object", "additionalProperties": strategy }
            ]
        })
    }
}

impl<'de> Deserialize<'de> for ActionName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ActionName, D::Error> {
        deserializer.deserialize_str(ActionVisitor)
    }
}

struct ActionVisitor;

impl Visitor<'_> for ActionVisitor {
    type Value = ActionName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an action: fold, check, call, bet 120, raise to 260 or allin")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<ActionName, E> {
        ActionName::parse(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl ActionName {
    /// Reads an action as reports name it, or its first letter with the chips.
    fn parse(text: &str) -> Option<ActionName> {
        let text = text.trim().to_ascii_lowercase();
        Some(match text.as_str() {
            "fold" | "f" => ActionName::Fold,
            "check" | "x" => ActionName::Check,
            "call" | "c" => ActionName::Call,
            "allin" | "all-in" | "a" => ActionName::AllIn,
            _ => {
                let words = ["raise to", "raise", "bet", "all-in", "r", "b"];
                let amount = words.into_iter().find_map(|word| text.strip_prefix(word))?.trim();
                match amount.strip_suffix("bb") {
                    Some(blinds) => ActionName::ToBlinds(thousandths(blinds.trim())?),
                    None => ActionName::To(amount.parse().ok().map(Chips)?),
                }
            }
        })
    }
}

/// A number of big blinds as thousandths of one; none if it is not exactly that.
fn thousandths(text: &str) -> Option<Chips> {
    let all = 1_000.0 * text.parse::<f64>().ok().filter(|blinds| (0.0..1e9).contains(blinds))?;
    ((all - all.round()).abs() < 1e-6).then(|| Chips(all.round() as u64))
}
