//! Requests of every other kind: no panic, and what is written reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quasar::decision::SpotFile;
use quasar::equity::EquitySpec;
use quasar::job::JobSpec;
use quasar::model::PostflopSpec;
use quasar::preflop::PreflopSolveSpec;
use quasar::toy::ToySpec;

fuzz_target!(|text: &str| {
    if let Ok(spec) = PostflopSpec::parse(text) {
        assert_eq!(PostflopSpec::parse(&spec.to_yaml()).expect("a model"), spec);
    }
    if let Ok(spec) = PreflopSolveSpec::parse(text) {
        assert_eq!(PreflopSolveSpec::parse(&spec.to_yaml()).expect("a game"), spec);
    }
    if let Ok(file) = SpotFile::parse(text) {
        let read = SpotFile::parse(&file.canonical()).expect("a decision");
        assert_eq!(read.canonical(), file.canonical());
    }
    if let Ok(spec) = EquitySpec::parse(text) {
        let read = EquitySpec::parse(&spec.canonical()).expect("a question");
        assert_eq!(read.canonical(), spec.canonical());
    }
    let _ = ToySpec::parse(text);
    if let Ok(spec) = JobSpec::parse(text) {
        let written = spec.to_json().expect("paths of a text are UTF-8");
        assert_eq!(JobSpec::parse(&written).expect("a job").hash(), spec.hash());
    }
});
