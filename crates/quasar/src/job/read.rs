//! Reading and writing specs of jobs.
//!
//! ```yaml
//! kind: spot
//! spot: { board: Ks7d4c9h, pot: 100, stack: 200, oop: "QQ+", ip: "22+" }
//! output: { path: turn.qsr }
//! ```
//!
//! The kind decides which document the other fields are. Mistakes have the field with its
//! whole path (`spot.pot`), the line and the column.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _};
use thiserror::Error;

use super::spec::JobKinds;
use super::{
    BucketsRun, JobKind, JobSpec, ModelRun, OmahaPreflopRun, OmahaStacksRun, PreflopRun, SpotRun,
    ToyRun,
};
use crate::buckets::BucketsDocument;
use crate::decision::DecisionDocument;
use crate::equity::EquityDocument;
use crate::model::PostflopDocument;
use crate::preflop::{OmahaPreflopDocument, PreflopDocument};
use crate::request::document::yaml;
use crate::request::values::{Name, Names};
use crate::request::{At, Document, FieldError, Mistake, ParsedText, Position};
use crate::spot::{BoardsDocument, SpotDocument};
use crate::tables::PrecomputeDocument;
use crate::toy::ToyDocument;

/// Why the spec of a job cannot be read or written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", .0.message)]
pub struct JobSpecError(Box<Mistake>);

impl JobSpecError {
    /// What is wrong, and where.
    pub fn mistake(&self) -> &Mistake {
        &self.0
    }

    fn new<E>(error: &E) -> JobSpecError
    where
        for<'a> Mistake: From<&'a E>,
    {
        JobSpecError(Box::new(error.into()))
    }

    fn unwritten(error: impl fmt::Display) -> JobSpecError {
        JobSpecError(Box::new(Mistake::new(format!("the spec cannot be written: {error}"))))
    }
}

impl From<FieldError> for JobSpecError {
    fn from(error: FieldError) -> JobSpecError {
        JobSpecError::new(&error)
    }
}

impl From<&JobSpecError> for Mistake {
    fn from(error: &JobSpecError) -> Mistake {
        error.mistake().clone()
    }
}

impl JobSpec {
    /// Reads a spec from YAML or JSON: its `kind`, and the fields of that kind.
    ///
    /// ```
    /// use quasar::job::JobSpec;
    /// let error = JobSpec::parse("kind: toy\ngame: kuhn\niterations: few").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 3, column 13: iterations is `few`; expected a whole number from 1 to 4,294,967,295"
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<JobSpec, JobSpecError> {
        JobSpec::read(ParsedText::parse(text)?)
    }

    /// The spec as YAML. A path that is not UTF-8 cannot be written.
    pub fn to_yaml(&self) -> Result<String, JobSpecError> {
        yaml(self).map_err(JobSpecError::unwritten)
    }

    /// The spec as JSON on one line. A path that is not UTF-8 cannot be written.
    pub fn to_json(&self) -> Result<String, JobSpecError> {
        serde_json::to_string(self).map_err(JobSpecError::unwritten)
    }

    fn read(mut source: ParsedText) -> Result<JobSpec, JobSpecError> {
        let Some(kind) = source.take("kind") else {
            let expected = format!("one of {}", JobKinds::listed()).into();
            return Err(FieldError::Missing { field: "kind".to_owned(), expected }.into());
        };
        let Name(kind) = kind.read::<Name<JobKinds>>()?;
        // An optional field of a run may be null, as one of a document may.
        source.drop_nulls("show");
        Ok(match kind {
            JobKind::Equity => JobSpec::Equity(Box::new(spec::<EquityDocument, _, _>(&source)?)),
            JobKind::Tables => JobSpec::Tables(spec::<PrecomputeDocument, _, _>(&source)?),
            JobKind::Spot => JobSpec::Spot(Box::new(spot(source.read()?, &source)?)),
            JobKind::Boards => JobSpec::Boards(Box::new(spec::<BoardsDocument, _, _>(&source)?)),
            JobKind::Model => JobSpec::Model(Box::new(model(source.read()?, &source)?)),
            JobKind::Preflop => JobSpec::Preflop(Box::new(preflop(source.read()?, &source)?)),
            JobKind::OmahaPreflop => {
                JobSpec::OmahaPreflop(Box::new(omaha(source.read()?, &source)?))
            }
            JobKind::OmahaStacks => {
                JobSpec::OmahaStacks(Box::new(stacks(source.read()?, &source)?))
            }
            JobKind::Toy => JobSpec::Toy(Box::new(toy(source)?)),
            JobKind::Buckets => JobSpec::Buckets(buckets(source.read()?, &source)?),
            JobKind::Matrix => JobSpec::Matrix(spec::<BucketsDocument, _, _>(&source)?),
            JobKind::Decision => {
                JobSpec::Decision(Box::new(spec::<DecisionDocument, _, _>(&source)?))
            }
        })
    }
}

/// From any format, such as the record of a job: without places.
impl<'de> Deserialize<'de> for JobSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JobSpec, D::Error> {
        JobSpec::read(ParsedText::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A spec whose fields stand beside the kind.
fn spec<D, S, E>(source: &ParsedText) -> Result<S, JobSpecError>
where
    D: Document,
    S: TryFrom<D, Error = E>,
    for<'a> Mistake: From<&'a E>,
{
    S::try_from(D::read(source)?).map_err(|error| {
        let mistake = Mistake::from(&error);
        let at = mistake.field.as_ref().and_then(|field| source.place(field));
        JobSpecError(Box::new(placed(mistake, at, "")))
    })
}

/// A spec within a field. What is wrong with it as a whole is wrong at that field.
fn within<D, S, E>(document: At<D>, field: &str, source: &ParsedText) -> Result<S, JobSpecError>
where
    S: TryFrom<D, Error = E>,
    for<'a> Mistake: From<&'a E>,
{
    let (outer, position) = (document.field(field), document.position());
    S::try_from(document.into_inner()).map_err(|error| {
        let mut mistake = Mistake::from(&error);
        let field = match mistake.field.take() {
            Some(field) if field.starts_with(&format!("{outer}.")) => field,
            Some(field) => format!("{outer}.{field}"),
            None => outer.clone(),
        };
        let mut mistake = placed(mistake, source.place(&field).or(position), &outer);
        mistake.field = Some(field);
        JobSpecError(Box::new(mistake))
    })
}

/// A mistake with a position, unless it has one, and with the field that it is within.
fn placed(mut mistake: Mistake, at: Option<Position>, outer: &str) -> Mistake {
    if mistake.position.is_some() {
        return mistake;
    }
    if !outer.is_empty() {
        mistake.message = format!("{outer}: {}", mistake.message);
    }
    if let Some(Position { line, column }) = at {
        mistake.message = format!("line {line}, column {column}: {}", mistake.message);
        mistake.position = at;
    }
    mistake
}

fn spot(run: SpotRun<At<SpotDocument>>, source: &ParsedText) -> Result<SpotRun, JobSpecError> {
    let SpotRun { spot, resume, output, checkpoint, show, measure, sampled } = run;
    let spot = within(spot, "spot", source)?;
    Ok(SpotRun { spot, resume, output, checkpoint, show, measure, sampled })
}

fn model(
    run: ModelRun<At<PostflopDocument>>,
    source: &ParsedText,
) -> Result<ModelRun, JobSpecError> {
    let ModelRun { model, output, tables } = run;
    Ok(ModelRun { model: within(model, "model", source)?, output, tables })
}

fn preflop(
    run: PreflopRun<At<PreflopDocument>>,
    source: &ParsedText,
) -> Result<PreflopRun, JobSpecError> {
    let PreflopRun { game, resume, output, checkpoint, show } = run;
    Ok(PreflopRun { game: within(game, "game", source)?, resume, output, checkpoint, show })
}

fn omaha(
    run: OmahaPreflopRun<At<OmahaPreflopDocument>>,
    source: &ParsedText,
) -> Result<OmahaPreflopRun, JobSpecError> {
    let OmahaPreflopRun { game, output, show } = run;
    Ok(OmahaPreflopRun { game: within(game, "game", source)?, output, show })
}

fn stacks(
    run: OmahaStacksRun<At<OmahaPreflopDocument>>,
    source: &ParsedText,
) -> Result<OmahaStacksRun, JobSpecError> {
    let OmahaStacksRun { games, output, show } = run;
    let games =
        games.into_iter().map(|game| within(game, "games", source)).collect::<Result<_, _>>()?;
    Ok(OmahaStacksRun { games, output, show })
}

/// The fields of a small game stand beside those of its run.
fn toy(mut source: ParsedText) -> Result<ToyRun, JobSpecError> {
    let resume = source.take("resume").map(|path| path.read()).transpose()?;
    let checkpoint = source.take("checkpoint").map(|place| place.read()).transpose()?;
    let game = spec::<ToyDocument, _, _>(&source)?;
    Ok(ToyRun { game, resume, checkpoint: checkpoint.unwrap_or_default() })
}

fn buckets(
    run: BucketsRun<At<BucketsDocument>>,
    source: &ParsedText,
) -> Result<BucketsRun, JobSpecError> {
    let BucketsRun { buckets, output } = run;
    Ok(BucketsRun { buckets: within(buckets, "buckets", source)?, output })
}
