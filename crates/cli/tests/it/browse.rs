//! `quasar browse` on a real terminal.

use std::path::Path;

use crate::common::solved;
use crate::common::terminal::Session;

/// Starts the browser on a save; the folder holds it.
fn browse(size: (u16, u16)) -> (tempfile::TempDir, Session) {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("spot.qsr");
    let save = save.to_str().unwrap();
    let spot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample_configurations/river.yaml");
    solved(&["solve", spot, "--iterations", "1", "-o", save]);
    let program = Path::new(env!("CARGO_BIN_EXE_quasar"));
    let session = Session::start(program, &["browse", save], &[], size);
    (folder, session)
}

#[test]
fn quitting_restores_the_terminal() {
    for size in [(80, 24), (40, 12), (200, 60)] {
        let (_folder, mut session) = browse(size);
        session.wait_for("pot");
        session.press("?");
        session.wait_for("quit");
        session.press("qq");
        let ended = session.end();
        assert_eq!(ended.code, "0", "{}", ended.output);
        ended.assert_restored();
    }
}

#[test]
fn signals_restore_the_terminal() {
    for signal in ["TERM", "HUP", "INT"] {
        let (_folder, session) = browse((80, 24));
        session.wait_for("acts");
        session.signal(signal);
        let ended = session.end();
        assert_eq!(ended.code, "130", "{signal}: {}", ended.output);
        ended.assert_restored();
    }
}
