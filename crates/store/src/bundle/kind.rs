//! Kinds of bundles.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::manifest::{CONFIG, MANIFEST, OLD_STRATEGY, STRATEGY, is_save, is_strategy};
use super::strategy;

/// The kinds of folders that Quasar writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FolderKind {
    /// A strategy before the flop: [`StrategyBundle`](crate::StrategyBundle).
    PreflopStrategy,
    /// Flops solved at stack depths: [`Bundle`](crate::Bundle).
    PostflopModel,
}

impl FolderKind {
    /// The name of such a folder in errors.
    pub(crate) fn named(self) -> &'static str {
        match self {
            FolderKind::PreflopStrategy => "a strategy before the flop",
            FolderKind::PostflopModel => "a postflop model",
        }
    }

    /// Whether such a folder has a file of this name at its top.
    pub(crate) fn has_file(self, name: &str) -> bool {
        match self {
            FolderKind::PreflopStrategy => {
                [CONFIG, MANIFEST].contains(&name) || is_strategy(name) || is_save(name)
            }
            FolderKind::PostflopModel => [CONFIG, MANIFEST].contains(&name),
        }
    }

    /// Whether a folder is one of this kind, finished or not.
    pub(crate) fn is_at(self, folder: &Path) -> bool {
        let names = [STRATEGY, OLD_STRATEGY];
        let ends = ["", ".partial"];
        let strategy = names.map(|name| ends.map(|end| folder.join(format!("{name}{end}"))));
        let strategy = strategy.as_flattened();
        match self {
            FolderKind::PreflopStrategy => strategy.iter().any(|path| begins_as_strategy(path)),
            FolderKind::PostflopModel => {
                folder.join(CONFIG).is_file() && !strategy.iter().any(|path| path.exists())
            }
        }
    }
}

/// Whether a file begins like one with a strategy, as far as it was written.
fn begins_as_strategy(path: &Path) -> bool {
    let mut found = Vec::new();
    let is_read = path.is_file()
        && File::open(path).is_ok_and(|file| file.take(4).read_to_end(&mut found).is_ok());
    is_read && strategy::MAGIC.starts_with(&found)
}

impl fmt::Display for FolderKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FolderKind::PreflopStrategy => "preflop strategy",
            FolderKind::PostflopModel => "postflop model",
        })
    }
}
