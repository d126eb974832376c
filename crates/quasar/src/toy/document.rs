//! The fields of a small game.

use quasar_solver::{Discounts, Settings};

use super::{SolveError, ToySpec};
use crate::job::Goal;
use crate::request::document::{document, written_as};
use crate::request::solving::{LimitFields, SettingFields};
use crate::request::values::quantities::{Count, TargetChips, Threads};
use crate::request::values::{Name, Num, Precisions, Text, Time, UpdateOrders};
use crate::request::{AlgorithmDocument, At, Document, LeftOut, needed, read_spec};

document! {
    /// A small game with a known value, and how to solve it.
    pub struct ToyDocument ("fields") {
        /// `kuhn`, `leduc`, `leduc-no-limit`, or `liars-dice-DxF` with D dice of F faces for each player.
        #[schemars(required)]
        game: At<Text>,
        /// The exploitability to reach, in chips.
        target: At<Num<TargetChips>>,
        /// The most iterations; 1,000 if nothing else ends the solve.
        iterations: At<Num<Count>>,
        /// The most working time, such as `30s`.
        time: At<Time>,
        /// Iterations between two measurements of the exploitability.
        check_every: At<Num<Count>>,
        /// How strategies are learned.
        algorithm: AlgorithmDocument,
        /// Whose strategy changes at a time.
        updates: At<Name<UpdateOrders>>,
        /// How regrets and strategy sums are stored.
        precision: At<Name<Precisions>>,
        /// Threads; 0 means one for each processor, 1 if left out. They do not change results.
        threads: At<Num<Threads>>,
    }
}

impl ToySpec {
    /// Reads a spec from YAML or JSON.
    pub fn parse(text: &str) -> Result<ToySpec, SolveError> {
        read_spec::<ToyDocument, _, _>(text)
    }

    /// Equal for specs of the same game and settings, whatever their goals and
    /// threads.
    pub fn canonical(&self) -> String {
        ToyDocument {
            target: None,
            iterations: None,
            time: None,
            check_every: None,
            threads: None,
            ..ToyDocument::from(self)
        }
        .to_json()
    }
}

written_as!(ToySpec, ToyDocument);

impl TryFrom<ToyDocument> for ToySpec {
    type Error = SolveError;

    fn try_from(document: ToyDocument) -> Result<ToySpec, SolveError> {
        let game = needed(
            document.game.as_ref(),
            "game",
            "kuhn, leduc, leduc-no-limit or liars-dice-DxF",
        )?;
        let settings = SettingFields {
            algorithm: document.algorithm.as_ref(),
            updates: document.updates.as_ref(),
            precision: document.precision.as_ref(),
            threads: None,
        };
        let Settings { algorithm, updates, precision, .. } =
            settings.settings(Discounts::default())?;
        let limits = LimitFields {
            iterations: document.iterations.as_ref(),
            time: document.time.as_ref(),
            check_every: document.check_every.as_ref(),
        };
        let goal = limits.goal(document.target.as_deref().map(|target| target.get()), None);
        let limited = goal.exploitability.is_some() || goal.time.is_some();
        let default = (!limited).then_some(ToySpec::DEFAULT_ITERATIONS);
        Ok(ToySpec {
            game: game.0.parse()?,
            algorithm,
            updates,
            precision,
            threads: document.threads.as_deref().map_or(1, |threads| threads.get()),
            goal: Goal { iterations: goal.iterations.or(default), ..goal },
        })
    }
}

impl From<&ToySpec> for ToyDocument {
    fn from(spec: &ToySpec) -> ToyDocument {
        let Goal { exploitability, iterations, time, check_every } = spec.goal;
        ToyDocument {
            game: Some(Text::from(spec.game).into()),
            target: exploitability.map(|chips| Num::of(chips).into()),
            iterations: iterations.map(|count| Num::of(count).into()),
            time: time.map(|time| Time(time).into()),
            check_every: (check_every != Goal::DEFAULT_CHECK)
                .then(|| Num::of(check_every.get()).into()),
            algorithm: Some(AlgorithmDocument::from(spec.algorithm)),
            updates: Some(Name(spec.updates).into()),
            precision: Some(Name(spec.precision).into()),
            threads: Some(Num::of(spec.threads).into()),
            left_out: LeftOut::default(),
        }
    }
}
