//! How much memory the system can give.

use std::fs;

/// Bytes that can be taken without swapping, where the system tells: on Linux.
pub(crate) fn available() -> Option<u64> {
    available_in(&fs::read_to_string("/proc/meminfo").ok()?)
}

fn available_in(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_system_is_read() {
        let text = "MemTotal:       24689764 kB\nMemAvailable:   23000000 kB\n";
        assert_eq!(available_in(text), Some(23_000_000 * 1024));
        assert_eq!(available_in("MemTotal: 1 kB\n"), None);
        assert_eq!(available_in("MemAvailable: many kB\n"), None);
    }
}
