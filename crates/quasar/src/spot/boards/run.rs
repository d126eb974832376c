//! Many flops as a job: the folder with its list of flops, the saves and the report.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use quasar_store::make_folder;
use schemars::JsonSchema;
use serde::Serialize;

use super::{BoardsError, BoardsPlan, BoardsReport, BoardsSpec, FlopChoice, WeightedFlop};
use crate::job::{
    BoardsRunReport, Detail, Finished, JobError, JobReport, Phase, SolveProgress, Work,
};

/// The list of flops in a folder, in the form that [`FlopChoice`] reads.
const FLOPS: &str = "flops.txt";

/// The flops to solve, and the memory they need.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct BoardsOutline {
    /// The requested flops.
    pub flops: usize,
    /// The sum of their weights.
    pub weight: f64,
    /// Those already solved.
    pub solved: usize,
    /// Those to solve.
    pub pending: usize,
    /// Those that leave no two hands that can be held together.
    pub blocked: usize,
    /// The largest flop to solve; none if there is nothing to do.
    pub largest: Option<LargestFlop>,
}

/// The largest flop to solve.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LargestFlop {
    /// The flop.
    pub flop: String,
    /// Bytes of memory that its solve needs.
    pub memory: u64,
    /// Bytes of its save.
    pub save: u64,
}

impl BoardsPlan {
    /// The flops to solve, and the memory they need.
    pub fn outline(&self) -> BoardsOutline {
        let flops = &self.spec().flops;
        let (pending, blocked) = (self.pending().len(), self.blocked().len());
        BoardsOutline {
            flops: flops.len(),
            weight: flops.iter().map(|flop| flop.weight).sum(),
            solved: flops.len() - pending - blocked,
            pending,
            blocked,
            largest: self.size().map(|size| LargestFlop {
                flop: size.board.to_string(),
                memory: size.memory,
                save: size.save,
            }),
        }
    }
}

/// Solves a spot on many flops into a folder.
pub(crate) fn run_boards(spec: &BoardsSpec, work: &Work<'_>) -> Result<Finished, JobError> {
    let limit = work.memory();
    let allowed = limit.bytes;
    let spec = &spec.clone().fitted(&limit)?;
    let plan = spec.clone().plan(allowed)?;
    work.warn_all(&spec.spot.warnings);
    if plan.blocked().len() == spec.flops.len() {
        return Err(BoardsError::NoHands.into());
    }
    work.tell(Detail::Boards(Box::new(plan.outline())));
    plan.check_memory(allowed)?;
    write_flops(&spec.folder, &spec.flops)?;
    work.enter(Phase::Solving);
    let start = work.clock().now();
    let solved = plan.run_by(work.clock(), allowed, work.control(), |progress| {
        let elapsed = work.clock().now() - start;
        // Time and progress are those of all flops.
        let all = SolveProgress { elapsed, share: Some(progress.share), ..progress.solve };
        work.progress(&all, Some(Detail::Flop(Box::new(*progress))));
    })?;
    work.control().rearm();
    if work.control().is_suspended() {
        // What is solved is saved; the next run reports it.
        return Err(JobError::Suspended);
    }
    work.enter(Phase::Measuring);
    let engine = work.engine()?;
    let boards = BoardsReport::read_by(&spec.folder, &spec.flops, &engine, work.control())?;
    let asked = spec.flops.len() - plan.blocked().len();
    let report = BoardsRunReport { asked, solved: asked - plan.pending().len() + solved, boards };
    let cancelled = report.solved < asked;
    let finished = Finished::new(JobReport::Boards(Box::new(report)));
    Ok(Finished { cancelled, ..finished })
}

/// Writes the list of flops, and the folder if it is missing.
fn write_flops(folder: &Path, flops: &[WeightedFlop]) -> Result<(), JobError> {
    let path = folder.join(FLOPS);
    make_folder(folder).map_err(BoardsError::from)?;
    let written = || -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        for flop in flops {
            writeln!(file, "{}:{}", flop.board, flop.weight)?;
        }
        file.as_file().sync_all()?;
        file.persist(&path)?;
        Ok(())
    };
    written().map_err(|source| JobError::Write { path: path.clone(), source })
}

/// The flops that a folder is about.
pub fn read_flops(folder: &Path) -> Result<Vec<WeightedFlop>, JobError> {
    let path = folder.join(FLOPS);
    let text = fs::read_to_string(&path)
        .map_err(|source| JobError::Read { path: path.clone(), source })?;
    match FlopChoice::parse(&text)? {
        FlopChoice::List(list) => {
            let flop = |(board, weight): (_, Option<f64>)| WeightedFlop {
                board,
                weight: weight.unwrap_or(1.0),
            };
            Ok(list.into_iter().map(flop).collect())
        }
        _ => Err(BoardsError::NoList { path }.into()),
    }
}
