//! The journal: which jobs there are, and what they are doing.
//!
//! A redb database, one table, a record of JSON for each job. A change is on the disk when
//! the call returns, so that a server that is killed at any moment finds every job that
//! it has promised to do.

use std::path::Path;

use redb::{Database, ReadableTable, TableDefinition};
use thiserror::Error;

use super::record::Record;

const JOBS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("jobs");

/// The journal of all jobs.
#[derive(Debug)]
pub(crate) struct Journal(Database);

/// Why the journal cannot be read or written.
#[derive(Debug, Error)]
pub(crate) enum JournalError {
    #[error("another server uses it")]
    InUse,
    #[error("{0}")]
    Database(Box<redb::Error>),
    #[error("the record of a job cannot be read: {0}")]
    Record(serde_json::Error),
}

impl<E: Into<redb::Error>> From<E> for JournalError {
    fn from(error: E) -> JournalError {
        match error.into() {
            redb::Error::DatabaseAlreadyOpen => JournalError::InUse,
            other => JournalError::Database(Box::new(other)),
        }
    }
}

impl Journal {
    /// Opens the journal, or begins one.
    pub(crate) fn open(path: &Path) -> Result<Journal, JournalError> {
        let database = Database::create(path)?;
        let begin = database.begin_write()?;
        begin.open_table(JOBS)?;
        begin.commit()?;
        Ok(Journal(database))
    }

    /// All records.
    pub(crate) fn all(&self) -> Result<Vec<Record>, JournalError> {
        let read = self.0.begin_read()?;
        let table = read.open_table(JOBS)?;
        let mut records = Vec::new();
        for entry in table.iter()? {
            let record = serde_json::from_slice(entry?.1.value());
            records.push(record.map_err(JournalError::Record)?);
        }
        Ok(records)
    }

    /// Writes a record, in the place of an older one.
    pub(crate) fn put(&self, record: &Record) -> Result<(), JournalError> {
        let bytes = serde_json::to_vec(record).map_err(JournalError::Record)?;
        let write = self.0.begin_write()?;
        write.open_table(JOBS)?.insert(record.id.as_str(), bytes.as_slice())?;
        Ok(write.commit()?)
    }

    /// Forgets a job.
    pub(crate) fn remove(&self, id: &str) -> Result<(), JournalError> {
        let write = self.0.begin_write()?;
        write.open_table(JOBS)?.remove(id)?;
        Ok(write.commit()?)
    }
}
