//! The schemas of what only the server takes and answers. Together with those of the library
//! they are all that `openapi.json` has, and `quasar schema` prints both.

use quasar::schema::NamedSchema;

use crate::health::Health;
use crate::jobs::{Job, JobList};
use crate::problem::Details;
use crate::solves::SolveRequest;

/// The name of the schema of problem details.
pub(crate) const PROBLEM: &str = "problem";

/// The schemas of the server itself.
pub fn schemas() -> Vec<NamedSchema> {
    vec![
        NamedSchema::of_request::<SolveRequest>("solve-request"),
        NamedSchema::of_report::<Job>(),
        NamedSchema::of_report::<JobList>(),
        NamedSchema::of_report::<Health>(),
        NamedSchema::of_answer::<Details>(PROBLEM),
    ]
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// `openapi.json` merges the types of all schemas by name, so a name must not stand for
    /// two types.
    #[test]
    fn types_have_the_same_schema_as_in_the_library() {
        let library = quasar::schema::document_of(quasar::schema::all());
        for NamedSchema { name, schema } in schemas() {
            assert!(quasar::schema::all().iter().all(|other| other.name != name), "{name}");
            let Some(Value::Object(types)) = schema.get("$defs") else { continue };
            for (of, schema) in types {
                let known = library["$defs"].get(of);
                assert!(known.is_none_or(|known| known == schema), "{of} in {name}");
            }
        }
    }
}
