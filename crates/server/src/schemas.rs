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
