//! Buckets and matrices in files.

use std::path::Path;

use quasar_abstraction::{CsvWarning, EquityMatrix, FeatureSet, KMeans};
use quasar_cards::Game;
use quasar_store::{BucketsHeader, FileKind, ResultFile, StoredBuckets};

use super::{Buckets, BucketsError, BucketsSpec};

/// The number of a feature set in files.
fn number(set: FeatureSet) -> u32 {
    match set {
        FeatureSet::Small => 0,
        FeatureSet::Real => 1,
    }
}

impl Buckets {
    /// Claims the path of a file of buckets before they are made: a new file, or one
    /// of buckets.
    pub fn claim(path: &Path) -> Result<ResultFile, BucketsError> {
        Ok(ResultFile::claim(path, FileKind::Buckets)?)
    }

    /// Writes a file, whole or not at all; returns its size.
    pub fn save(&self, path: &Path) -> Result<u64, BucketsError> {
        self.save_to(Buckets::claim(path)?)
    }

    /// The same for a path that is already claimed.
    pub fn save_to(&self, place: ResultFile) -> Result<u64, BucketsError> {
        let BucketsSpec { board, features, clustering } = self.spec;
        let stored = StoredBuckets {
            header: BucketsHeader {
                game: Game::Plo4,
                board,
                feature_set: number(features),
                feature_version: FeatureSet::VERSION,
                // At most 100,000, as the clustering has checked.
                asked: clustering.clusters as u32,
                buckets: self.len() as u32,
                dims: features.dims() as u32,
                seed: clustering.seed,
                starts: clustering.starts,
                iterations: clustering.iterations,
            },
            labels: self.labels.clone(),
            centres: self.centres.clone(),
            features: self.features.clone(),
        };
        Ok(stored.write_to(place)?)
    }

    /// Reads a file. Fails if it was made with another version of the features.
    pub fn open(path: &Path) -> Result<Buckets, BucketsError> {
        let stored = StoredBuckets::open(path)?;
        let header = stored.header;
        if header.feature_version != FeatureSet::VERSION {
            let found = header.feature_version;
            return Err(BucketsError::FeatureVersion { path: path.to_owned(), found });
        }
        let content = |why| BucketsError::Content { path: path.to_owned(), why };
        let features = FeatureSet::ALL.into_iter().find(|set| number(*set) == header.feature_set);
        let features = features.ok_or_else(|| content("its features are not known"))?;
        if header.dims as usize != features.dims() {
            return Err(content("its features have another number of columns"));
        }
        if header.game != Game::Plo4 {
            return Err(content("its hands do not have four cards"));
        }
        let clustering = KMeans {
            clusters: header.asked as usize,
            seed: header.seed,
            starts: header.starts,
            iterations: header.iterations,
        };
        Ok(Buckets {
            spec: BucketsSpec { board: header.board, features, clustering },
            labels: stored.labels,
            centres: stored.centres,
            features: stored.features,
        })
    }
}

/// Reads a matrix from text; `path` is for messages.
pub fn read_matrix(
    path: &Path,
    text: &str,
) -> Result<(EquityMatrix, Option<CsvWarning>), BucketsError> {
    EquityMatrix::parse(text).map_err(|error| BucketsError::Csv { path: path.to_owned(), error })
}
