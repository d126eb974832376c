//! The fields of buckets.

use std::num::NonZeroU32;

use quasar_abstraction::{FeatureSet, KMeans, RiverBucketing, RiverMethod};
use quasar_cards::{Board, Game, Street};
use quasar_solver::{Algorithm, Settings};

use super::{AbstractionSpec, BucketsError, BucketsSpec};
use crate::job::Goal;
use crate::request::document::{document, written_as};
use crate::request::values::quantities::{AnyCount, Buckets, Count, RiverBucketCount, Seed};
use crate::request::values::{Cards, FeatureSets, Name, Num, RiverMethods};
use crate::request::{At, Document, FieldError, LeftOut, needed, read_spec};

/// The default number of starts of the clustering.
const STARTS: u32 = 2;

/// The most iterations of a start by default.
const ITERATIONS: u32 = 100;

/// The seed of the clustering by default.
const SEED: u64 = 1;

document! {
    /// Buckets that replace the hands of a spot.
    pub struct AbstractionDocument ("fields") {
        /// How many buckets, in a spot that begins on the river.
        k: At<Num<Buckets>>,
        /// The features by which hands are compared; `real` if left out.
        features: At<Name<FeatureSets>>,
        /// The seed of the clustering; 1 if left out.
        seed: At<Num<Seed>>,
        /// Buckets of the rivers that are to come, in a spot that begins on the flop or turn.
        river: RiverBucketsDocument,
    }
}

document! {
    /// Buckets of the rivers that are to come. Earlier streets are played without buckets.
    pub struct RiverBucketsDocument ("fields") {
        /// The most buckets of a player on a river.
        #[schemars(required)]
        k: At<Num<RiverBucketCount>>,
        /// What hands are grouped by; `blockers` if left out.
        features: At<Name<RiverMethods>>,
        /// An iteration plays one in so many rivers without buckets, which corrects what is
        /// learned before the river; 48 if left out. 0 corrects all-ins alone.
        by_hand: At<Num<AnyCount>>,
        /// The seed of the order in which rivers are played without buckets; 1 if left out.
        /// Buckets are made without chance.
        seed: At<Num<Seed>>,
    }
}

document! {
    /// Buckets of the four-card hands of a turn or river.
    pub struct BucketsDocument ("fields") {
        /// The turn or river.
        #[schemars(required)]
        board: At<Cards>,
        /// The number of buckets; 200 if left out.
        k: At<Num<Buckets>>,
        /// The features by which hands are compared; `real` if left out.
        features: At<Name<FeatureSets>>,
        /// The seed of the clustering; 1 if left out.
        seed: At<Num<Seed>>,
        /// The number of starts, of which the best is kept; 2 if left out.
        starts: At<Num<Count>>,
        /// The most iterations of a start; 100 if left out.
        iterations: At<Num<Count>>,
    }
}

impl BucketsSpec {
    /// The default number of buckets.
    pub const DEFAULT_BUCKETS: usize = 200;

    /// Reads a spec from YAML or JSON.
    pub fn parse(text: &str) -> Result<BucketsSpec, BucketsError> {
        read_spec::<BucketsDocument, _, _>(text)
    }

    /// Equal for specs of the same buckets.
    pub fn canonical(&self) -> String {
        BucketsDocument::from(self).to_json()
    }
}

written_as!(BucketsSpec, BucketsDocument);

impl TryFrom<BucketsDocument> for BucketsSpec {
    type Error = BucketsError;

    fn try_from(document: BucketsDocument) -> Result<BucketsSpec, BucketsError> {
        let expected = "four or five cards, such as Ts9s2c2d7h";
        let board = needed(document.board.as_ref(), "board", expected)?;
        let read = board.read("board", str::parse::<Board>)?;
        if read.street() < Street::Turn {
            return Err(board.wrong("board", board.0.clone(), expected).into());
        }
        let count = |given: &Option<At<Num<Count>>>, default: u32| {
            given.as_deref().map_or(default, |count| count.get())
        };
        Ok(BucketsSpec {
            board: read,
            features: document.features.as_deref().map_or(FeatureSet::Real, |name| name.0),
            clustering: KMeans {
                clusters: document.k.as_deref().map_or(Self::DEFAULT_BUCKETS, |k| k.get()),
                seed: document.seed.as_deref().map_or(SEED, |seed| seed.get()),
                starts: count(&document.starts, STARTS),
                iterations: count(&document.iterations, ITERATIONS),
            },
        })
    }
}

impl From<&BucketsSpec> for BucketsDocument {
    fn from(spec: &BucketsSpec) -> BucketsDocument {
        let KMeans { clusters, seed, starts, iterations } = spec.clustering;
        BucketsDocument {
            board: Some(Cards::from(spec.board).into()),
            k: Some(Num::of(clusters).into()),
            features: Some(Name(spec.features).into()),
            seed: Some(Num::of(seed).into()),
            starts: Some(Num::of(starts).into()),
            iterations: Some(Num::of(iterations).into()),
            left_out: LeftOut::default(),
        }
    }
}

/// One in so many rivers is played without buckets by default: one of every turn.
const BY_HAND: u32 = 48;

/// Iterations after which a solve with rivers without buckets ends by default: buckets have a cost
/// that no number of iterations removes, and a target may be below it.
pub(crate) const BY_HAND_ITERATIONS: u32 = 200;

/// How often a solve with rivers without buckets is measured by default: exactly, which takes as
/// long as ten to twenty iterations.
const BY_HAND_CHECK: NonZeroU32 = NonZeroU32::new(30).expect("not zero");

/// How often a solve is measured by default.
pub(crate) fn default_check(settings: &Settings) -> NonZeroU32 {
    if settings.by_hand.is_some() { BY_HAND_CHECK } else { Goal::DEFAULT_CHECK }
}

/// How many rivers are played without buckets by default with these settings.
pub(crate) fn default_by_hand(settings: &Settings) -> Option<u32> {
    let fictitious = matches!(settings.algorithm, Algorithm::FictitiousPlay { .. });
    (!fictitious && settings.pruning.is_none()).then_some(BY_HAND)
}

/// Buckets of the rivers to come.
#[derive(Clone, Copy)]
pub(crate) struct RiversRead {
    pub(crate) bucketing: RiverBucketing,
    /// One in so many rivers is played without buckets, if given; 0 for none.
    pub(crate) by_hand: Option<u32>,
    /// Seed of the order in which these are taken, if that is said.
    pub(crate) seed: Option<u64>,
}

/// Reads the buckets of rivers to come, if a spot has them.
pub(crate) fn read_rivers(
    document: &AbstractionDocument,
    game: Game,
    board: &Board,
) -> Result<Option<RiversRead>, FieldError> {
    let Some(RiverBucketsDocument { k, features, by_hand, seed, left_out: _ }) = &document.river
    else {
        return Ok(None);
    };
    let refused = |field: &str, expected: &'static str, at| {
        Err(FieldError::Kind { field: field.to_owned(), expected: expected.into() }.at(at))
    };
    let at = k.as_ref().and_then(At::position);
    if board.street() == Street::River {
        let expected = "left out: the spot begins on the river, and no other is to come";
        return refused("abstraction.river", expected, at);
    }
    if !matches!(game, Game::Plo4 | Game::Plo5) {
        return refused(
            "abstraction.river",
            "left out: Hold'em is solved without buckets; buckets are for plo4 and plo5",
            at,
        );
    }
    if let Some(k) = &document.k {
        let expected = "left out: the spot does not begin on the river, whose buckets are \
                        abstraction.river.k";
        return refused("abstraction.k", expected, k.position());
    }
    let k = needed(k.as_ref(), "abstraction.river.k", "how many buckets, such as 200")?.get();
    let method = features.as_deref().map_or(RiverMethod::Blockers, |name| name.0);
    let by_hand = by_hand.as_deref().map(|count| count.get());
    let seed = seed.as_deref().map(|seed| seed.get());
    Ok(Some(RiversRead { bucketing: RiverBucketing { k, method }, by_hand, seed }))
}

/// The document of buckets of rivers to come.
pub(crate) fn write_rivers(spec: &RiverBucketing, settings: &Settings) -> AbstractionDocument {
    let river = RiverBucketsDocument {
        k: Some(Num::of(spec.k).into()),
        features: Some(Name(spec.method).into()),
        by_hand: Some(Num::of(settings.by_hand.unwrap_or(0)).into()),
        seed: (settings.by_hand_seed != Settings::default().by_hand_seed)
            .then(|| Num::of(settings.by_hand_seed).into()),
        left_out: LeftOut::default(),
    };
    AbstractionDocument { river: Some(river), ..AbstractionDocument::default() }
}

impl AbstractionSpec {
    /// Reads the field `abstraction` of a spot that begins on the river.
    pub(crate) fn read(
        document: &AbstractionDocument,
        game: Game,
        board: &Board,
    ) -> Result<AbstractionSpec, FieldError> {
        let AbstractionDocument { k, features, seed, .. } = document;
        if game != Game::Plo4 || board.street() != Street::River {
            let expected = "left out: buckets of a spot are for rivers of plo4, and before the \
                            river they are abstraction.river"
                .into();
            let at = k.as_ref().and_then(At::position);
            return Err(FieldError::Kind { field: "abstraction".to_owned(), expected }.at(at));
        }
        let clustering = KMeans {
            clusters: needed(k.as_ref(), "abstraction.k", "how many buckets, such as 200")?.get(),
            seed: seed.as_deref().map_or(SEED, |seed| seed.get()),
            starts: STARTS,
            iterations: ITERATIONS,
        };
        let features = features.as_deref().map_or(FeatureSet::Real, |name| name.0);
        Ok(AbstractionSpec { features, clustering })
    }
}

impl From<&AbstractionSpec> for AbstractionDocument {
    fn from(spec: &AbstractionSpec) -> AbstractionDocument {
        AbstractionDocument {
            k: Some(Num::of(spec.clustering.clusters).into()),
            features: Some(Name(spec.features).into()),
            seed: Some(Num::of(spec.clustering.seed).into()),
            river: None,
            left_out: LeftOut::default(),
        }
    }
}
