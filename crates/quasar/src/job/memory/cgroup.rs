//! The memory that the control groups of Linux leave to this process.
//!
//! `/proc/self/cgroup` names the group of the process. It and every group above it may have
//! a limit, in files below `/sys/fs/cgroup` (version 2) or `/sys/fs/cgroup/memory` (version
//! 1). What a group leaves is its limit minus its usage, where pages of files that the kernel
//! can drop (`inactive_file`) do not count. In a container the root is the container's own
//! group, and folders above it do not exist.

use std::fs;
use std::path::{Component, Path};

/// The files of a group.
struct Files {
    limit: &'static str,
    usage: &'static str,
    /// The line of `memory.stat` with the bytes that the kernel can drop.
    droppable: &'static str,
}

const FIRST: Files = Files {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    droppable: "total_inactive_file",
};
const SECOND: Files =
    Files { limit: "memory.max", usage: "memory.current", droppable: "inactive_file" };

/// The bytes that all groups of this process leave; none without a limit, and on other
/// systems.
pub(super) fn available() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    left(Path::new("/sys/fs/cgroup"), &groups)
}

/// The same for the text of `/proc/self/cgroup` and the folder of all groups.
fn left(root: &Path, groups: &str) -> Option<u64> {
    let left = groups.lines().filter_map(|line| {
        let (_, line) = line.split_once(':')?;
        let (controllers, path) = line.split_once(':')?;
        let (root, files) = match controllers {
            "" => (root.to_owned(), SECOND),
            list if list.split(',').any(|name| name == "memory") => (root.join("memory"), FIRST),
            _ => return None,
        };
        let path = Path::new(path.trim_start_matches('/'));
        let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        let path = if inside { path } else { Path::new("") };
        path.ancestors().filter_map(|group| left_by(&root.join(group), &files)).min()
    });
    left.min()
}

/// The bytes that one group leaves; none if it has no limit.
fn left_by(group: &Path, files: &Files) -> Option<u64> {
    let number = |name: &str| fs::read_to_string(group.join(name)).ok()?.trim().parse::<u64>().ok();
    let statistics = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let droppable = statistics.lines().find_map(|line| {
        let (name, bytes) = line.split_once(' ')?;
        (name == files.droppable).then(|| bytes.trim().parse::<u64>().ok())?
    });
    let used = number(files.usage)?.saturating_sub(droppable.unwrap_or(0));
    Some(number(files.limit)?.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes the files of a group.
    fn group(folder: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
    }

    #[test]
    fn the_tightest_group_counts_without_pages_that_can_be_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let stat = "anon 10\nactive_file 5\ninactive_file 300\n";
        group(
            &root.join("user.slice/app"),
            &[("memory.max", "max\n"), ("memory.current", "900\n"), ("memory.stat", stat)],
        );
        let own = "0::/user.slice/app\n";
        assert_eq!(left(root, own), None, "no group has a limit");
        group(&root.join("user.slice"), &[("memory.max", "2000"), ("memory.current", "1500")]);
        assert_eq!(left(root, own), Some(500), "the group above has one");
        group(&root.join("user.slice/app"), &[("memory.max", "1000\n")]);
        assert_eq!(left(root, own), Some(1_000 - (900 - 300)));
        group(&root.join("user.slice/app"), &[("memory.current", "5000\n")]);
        assert_eq!(left(root, own), Some(0), "more is used than allowed");
    }

    /// A container sees its own group as the root, whatever the process's group is called.
    #[test]
    fn containers_and_the_first_version_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let files = [
            ("memory.limit_in_bytes", "4000\n"),
            ("memory.usage_in_bytes", "1000\n"),
            ("memory.stat", "cache 900\ntotal_inactive_file 600\n"),
        ];
        group(&root.join("memory"), &files);
        let own = "5:devices:/\n4:cpu,memory:/docker/0123\n0::/\n";
        assert_eq!(left(root, own), Some(3_600));
        assert_eq!(left(root, "4:memory:/../outside\n"), Some(3_600));
        assert_eq!(left(root, "5:devices:/\nnonsense\n"), None);
    }
}
