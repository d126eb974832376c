//! How much memory jobs may take.

use sysinfo::{MemoryRefreshKind, System};

/// Bytes that a job may take, and who says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryLimit {
    /// The bytes.
    pub bytes: u64,
    /// Who says so.
    pub source: MemorySource,
}

/// Who limits memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemorySource {
    /// The user.
    User,
    /// The system: what is available without swapping, or what a container leaves.
    System,
}

impl MemoryLimit {
    /// What the user allows, or else what the system has available now.
    pub fn new(user: Option<u64>) -> MemoryLimit {
        match user {
            Some(bytes) => MemoryLimit { bytes, source: MemorySource::User },
            None => MemoryLimit { bytes: available(), source: MemorySource::System },
        }
    }
}

/// Bytes that can be taken without swapping, within the limits of a container; no limit
/// where the system tells nothing.
fn available() -> u64 {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let free = Some(system.available_memory()).filter(|&bytes| bytes > 0);
    let container = system.cgroup_limits().map(|limits| limits.free_memory);
    free.into_iter().chain(container).min().unwrap_or(u64::MAX)
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
