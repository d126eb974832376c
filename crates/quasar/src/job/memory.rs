//! The memory limit of jobs.

mod cgroup;

use sysinfo::{MemoryRefreshKind, System};

/// The bytes that a job may use, and where the limit comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryLimit {
    /// The bytes.
    pub bytes: u64,
    /// Where the limit comes from.
    pub source: MemorySource,
}

/// Where a memory limit comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemorySource {
    /// The user.
    User,
    /// The system: memory available without swapping, within the limits of a container.
    System,
}

impl MemoryLimit {
    /// The user's limit, or else what the system has available now.
    pub fn new(user: Option<u64>) -> MemoryLimit {
        match user {
            Some(bytes) => MemoryLimit { bytes, source: MemorySource::User },
            None => MemoryLimit { bytes: available(), source: MemorySource::System },
        }
    }
}

/// Bytes available without swapping, within the limits of a container; no limit
/// if the system does not say.
fn available() -> u64 {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let free = Some(system.available_memory()).filter(|&bytes| bytes > 0);
    free.into_iter().chain(cgroup::available()).min().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_tells_what_is_available() {
        let MemoryLimit { bytes, source } = MemoryLimit::new(None);
        assert_eq!(source, MemorySource::System);
        assert!(bytes > 1 << 20, "a machine that runs tests has a megabyte: {bytes}");
        assert_eq!(MemoryLimit::new(Some(7)).bytes, 7);
    }
}
