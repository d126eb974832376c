//! The schemas of requests: what specs look like as YAML and JSON.
//!
//! Numbers may also be written as texts, and an optional field may be null. Old names of
//! fields are included as deprecated. What fits its schema can be read, except for what
//! JSON Schema cannot say: what a text means, how many decimals a number may have, how
//! long some lists are, which fields go together. The reader checks that, and whether the request makes a game.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use super::NamedSchema;
use crate::buckets::BucketsDocument;
use crate::decision::DecisionDocument;
use crate::equity::{EquityBatchDocument, EquityDocument, ShowdownDocument};
use crate::job::JobSpec;
use crate::model::PostflopDocument;
use crate::preflop::{OmahaPreflopDocument, PreflopDocument, PushFoldDocument};
use crate::range::RangeDocument;
use crate::spot::{BoardsDocument, SpotDocument};
use crate::tables::PrecomputeDocument;
use crate::toy::ToyDocument;

/// The schemas of all requests.
pub(super) fn all() -> impl Iterator<Item = NamedSchema> {
    [
        schema::<EquityDocument>("equity-request"),
        schema::<EquityBatchDocument>("equity-batch-request"),
        schema::<ShowdownDocument>("showdown-request"),
        schema::<RangeDocument>("range-request"),
        schema::<PrecomputeDocument>("tables-request"),
        schema::<SpotDocument>("spot-request"),
        schema::<BoardsDocument>("boards-request"),
        schema::<DecisionDocument>("decision-request"),
        schema::<PostflopDocument>("model-request"),
        schema::<PreflopDocument>("preflop-request"),
        schema::<PushFoldDocument>("push-fold-request"),
        schema::<OmahaPreflopDocument>("omaha-preflop-request"),
        schema::<BucketsDocument>("buckets-request"),
        schema::<ToyDocument>("toy-request"),
        schema::<JobSpec>("job-request"),
    ]
    .into_iter()
}

pub(super) fn schema<D: JsonSchema>(name: &'static str) -> NamedSchema {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    let mut schema = settings.into_generator().into_root_schema_for::<D>();
    WithoutNull.transform(&mut schema);
    NamedSchema { name, schema }
}

/// Removes null from the types of fields: it means the same as leaving a field out.
struct WithoutNull;

impl Transform for WithoutNull {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            properties.values_mut().for_each(without_null);
        }
        transform_subschemas(self, schema);
    }
}

fn without_null(property: &mut Value) {
    let Some(keywords) = property.as_object_mut() else { return };
    if let Some(Value::Array(types)) = keywords.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            keywords["type"] = only.clone();
        }
    }
    let null = json!({ "type": "null" });
    if let Some(Value::Array(choices)) = keywords.get_mut("anyOf") {
        choices.retain(|choice| *choice != null);
        if let [only] = choices.as_slice() {
            let only = only.clone();
            keywords.remove("anyOf");
            keywords.extend(only.as_object().cloned().unwrap_or_default());
        }
    }
}
