//! Reading a bundle on disk.

use std::path::Path;

use quasar_cards::{Board, HoldemClass, canonical_flop_index, canonical_flops};
use quasar_preflop::{CLASSES, FlopModel, ModelTree};
use quasar_store::{Bundle, SolveFile};

use super::{
    AgainstReport, BundleReport, ClassValueReport, DepthReport, FlopValuesReport, PostflopError,
    PostflopSpec,
};
use crate::job::content_hash_of;
use crate::schema::names::{ModelKind, Name};

const _: () = assert!(CLASSES == HoldemClass::COUNT, "a bundle has values of every class");

/// An open bundle of solved flops.
///
/// Its files are mapped into memory: nothing may change or truncate them in the meantime.
#[derive(Debug)]
pub struct PostflopBundle {
    bundle: Bundle,
    spec: PostflopSpec,
}

impl PostflopBundle {
    /// Opens a bundle and checks everything but the values of single flops.
    pub fn open(folder: &Path) -> Result<PostflopBundle, PostflopError> {
        let bundle = Bundle::open(folder)?;
        let spec = PostflopSpec::parse(bundle.config())?;
        Ok(PostflopBundle { bundle, spec })
    }

    /// What was solved and how.
    pub fn spec(&self) -> &PostflopSpec {
        &self.spec
    }

    /// The hash of what a game before the flop takes from it: the mean values at each stack
    /// depth, and how they were found.
    pub(crate) fn contents(&self) -> String {
        let depth = |file: &SolveFile| {
            let means = file.means().iter().flat_map(|mean| mean.to_le_bytes());
            file.spr().to_le_bytes().into_iter().chain(means).collect()
        };
        let depths = self.bundle.depths().iter().map(depth);
        content_hash_of(
            depths.chain([self.spec.canonical().into_bytes()]).collect::<Vec<Vec<u8>>>(),
        )
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.bundle.folder()
    }

    /// The values of flops at any stack depth.
    pub fn model(&self) -> Result<FlopModel, PostflopError> {
        let depth = |file: &SolveFile| (file.spr(), file.means().to_vec());
        Ok(FlopModel::new(self.bundle.depths().iter().map(depth).collect())?)
    }

    /// The values of a flop, given in any suits, at each stack depth: the fraction of the pot
    /// of each class out of position (row) against each in position.
    pub fn flop(&self, flop: Board) -> Result<Vec<(f64, Vec<f32>)>, PostflopError> {
        let missing =
            || PostflopError::NoFlop { path: self.folder().to_owned(), flop: flop.to_string() };
        let (number, _) = canonical_flop_index(flop.set()).map_err(|_| missing())?;
        let canonical = canonical_flops()[number].board;
        let depth = |file: &SolveFile| {
            let place = file.flops().iter().position(|flop| flop.board == canonical);
            Ok((file.spr(), file.values(place.ok_or_else(missing)?)?))
        };
        self.bundle.depths().iter().map(depth).collect()
    }

    /// The value of a class out of position against each class on a flop, at each stack
    /// depth; none where the two cannot be dealt.
    pub fn against_each(
        &self,
        flop: Board,
        hero: HoldemClass,
    ) -> Result<FlopValuesReport, PostflopError> {
        let live = |class: HoldemClass| {
            class.combos().filter(move |combo| !combo.set().intersects(flop.set()))
        };
        let possible = |villain| {
            live(hero).any(|one| live(villain).any(|two| !one.set().intersects(two.set())))
        };
        let row = |(spr, values): (f64, Vec<f32>)| {
            let row = &values[hero.index() * CLASSES..][..CLASSES];
            let class = |villain: HoldemClass| ClassValueReport {
                class: villain.to_string(),
                value: possible(villain).then(|| f64::from(row[villain.index()])),
            };
            AgainstReport { spr, classes: HoldemClass::all().map(class).collect() }
        };
        let depths = self.flop(flop)?.into_iter().map(row).collect();
        Ok(FlopValuesReport { flop: flop.to_string(), hero: hero.to_string(), depths })
    }

    /// The mean value of each class at each stack depth, out of position and in
    /// position; none where no flop leaves it.
    pub fn class_means(&self) -> Vec<(f64, [Vec<Option<f64>>; 2])> {
        let known = |value: &f32| (!value.is_nan()).then_some(f64::from(*value));
        let depth = |file: &SolveFile| {
            let means = file.class_means().map(|means| means.iter().map(known).collect());
            (file.spr(), means)
        };
        self.bundle.depths().iter().map(depth).collect()
    }

    /// Reads and checks every byte, and describes the bundle.
    pub fn verify(&self) -> Result<BundleReport, PostflopError> {
        self.bundle.verify()?;
        let depth = |file: &SolveFile| {
            Ok(DepthReport {
                spr: file.spr(),
                actions: ModelTree::new(&self.spec.model, file.spr())?.actions(),
                memory: 0,
                reused: file.flops().len(),
                seconds: 0.0,
                standard_error: None,
                flops: file.flops().iter().map(Into::into).collect(),
            })
        };
        Ok(BundleReport {
            folder: self.folder().display().to_string(),
            kind: Name(ModelKind::Flops),
            version: self.bundle.version(),
            bytes: self.bundle.size(),
            config: self.bundle.config().to_owned(),
            depths: self.bundle.depths().iter().map(depth).collect::<Result<_, PostflopError>>()?,
        })
    }
}
