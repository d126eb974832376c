//! The ten names that nearly every program needs: `use quasar::prelude::*`.
//!
//! Everything else is in its room: reports and their parts in [`equity`](crate::equity),
//! [`spot`](crate::spot) and the others, rarer parts of jobs in [`job`](crate::job).
//!
//! ```
//! use quasar::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let runtime = Runtime::new(RuntimeOptions::default())?;
//! let spot = SpotSpec::parse(
//!     "{board: Ks7d4c9h2s, pot: 100, stack: 100, oop: 'KK,65s', ip: '99', bet: 100%}",
//! )?;
//! let job = runtime.submit(JobSpec::Spot(Box::new(SpotRun::new(spot))));
//! for event in job.events() {
//!     println!("{:?}: iteration {:?}", event.phase, event.iteration);
//! }
//! let finished = job.report()?;
//! let JobReport::Spot(report) = &finished.report else { unreachable!("a spot was solved") };
//! assert!(report.exploitability_percent.is_some_and(|percent| percent <= 0.5));
//! # Ok(())
//! # }
//! ```

pub use crate::equity::EquitySpec;
pub use crate::job::{
    Control, JobHandle, JobReport, JobSpec, NodeQuery, Runtime, RuntimeOptions, SpotRun,
};
pub use crate::spot::SpotSpec;
