//! Solves and all other jobs over HTTP.

mod control;
mod events;
mod export;
mod inspect;
mod runs;
mod saves;
mod submit;

pub(crate) use control::{cancel, delete, get, list, pause, report, resume};
pub(crate) use events::events;
pub(crate) use export::{Format, StreetName, export};
pub(crate) use inspect::{curves, flops, node, ranges, runouts, tree};
pub(crate) use runs::{buckets, matrix, matrix_of_job, solve_one, solve_postflop, solve_preflop};
pub(crate) use saves::{SaveCache, download, upload};
pub(crate) use submit::{SolveRequest, answer, plan, submit};

use crate::problem::Problem;

/// The name of a job, which is all that may become part of a path.
pub(crate) fn checked_id(id: &str) -> Result<&str, Problem> {
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    match id.len() == 32 && id.bytes().all(hex) {
        true => Ok(id),
        false => Err(Problem::not_found("a job id has 32 hexadecimal digits")),
    }
}
