//! The tables behind all Omaha ranks, filled on first use.
//!
//! Whether two hole cards and three of the board make a flush concerns one suit
//! only, so a rank is the larger of an entry by ranks ([`Rows`]) and an entry by
//! the ranks of that suit ([`Flushes`]). Filling both takes about 3 ms and
//! keeps two megabytes out of the program.

use std::sync::LazyLock;

use crate::omaha::flushes::Flushes;
use crate::omaha::rows::Rows;

/// Ranks by ranks, and ranks by the ranks of one suit.
pub(crate) struct Tables {
    pub(crate) rows: Rows,
    pub(crate) flushes: Flushes,
}

static TABLES: LazyLock<Tables> =
    LazyLock::new(|| Tables { rows: Rows::build(), flushes: Flushes::build() });

/// The tables, filled by the first call.
#[inline(always)]
pub(crate) fn tables() -> &'static Tables {
    &TABLES
}
