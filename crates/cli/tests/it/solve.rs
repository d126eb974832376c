//! `quasar solve` as a user sees it.

/// Runs `quasar solve` and returns standard output, standard error and the exit
/// code.
fn solve(arguments: &[&str]) -> (String, String, i32) {
    crate::common::quasar(&[&["solve"], arguments].concat())
}

fn shown(arguments: &[&str]) -> String {
    crate::common::shown(&[&["solve"], arguments].concat())
}

fn refused(arguments: &[&str]) -> String {
    crate::common::refused(&[&["solve"], arguments].concat())
}

fn json(arguments: &[&str]) -> serde_json::Value {
    crate::common::json(&[&["solve"], arguments].concat())
}

/// A king always calls and a jack never: rows that no rounding changes.
#[test]
fn kuhn_is_shown_with_its_value_and_every_decision() {
    let text = shown(&["--toy", "kuhn", "--iterations", "10000"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("kuhn: dcfr, alternating updates, full precision, "), "{text}");
    assert!(lines[2].starts_with("value for player 1  -0.0555"), "{text}");
    assert!(lines[2].ends_with("  (known: -1/18 = -0.055556)"), "{text}");
    assert!(lines[3].starts_with("exploitability       0.0000"), "{text}");
    assert!(lines[4].starts_with("done: 10,000 iterations, "), "{text}");
    assert_eq!(lines[6], "line     player  hand   check     bet");
    assert!(lines[7].starts_with("(start)  1       J     "), "{text}");
    assert_eq!(lines[13], "");
    assert_eq!(lines[14], "line       player  hand    fold    call");
    assert_eq!(lines[15], "bet        2       J     100.0%    0.0%");
    assert_eq!(lines[17], "bet        2       K       0.0%  100.0%");
    assert_eq!(lines[18], "check bet  1       J     100.0%    0.0%");
    assert_eq!(lines.len(), 21);
}

#[test]
fn large_games_show_their_first_decisions() {
    let few = ["--toy", "leduc", "--iterations", "20"];
    let text = shown(&few);
    assert!(text.ends_with("\nfirst 6 of 96 decisions; --all shows all of them\n"), "{text}");
    let all = shown(&[&few[..], &["--all"]].concat());
    assert!(!all.contains("--all"));
    assert!(all.contains("board  player  hand   check     bet\n"), "{all}");
}

#[test]
fn a_target_ends_the_solve() {
    let report = json(&["--toy", "liars-dice-1x4", "--target", "0.01", "--json"]);
    assert_eq!(report["ended"], "goal_reached");
    assert_eq!(report["known_value"], 0.0625);
    let number = |name: &str| report[name].as_f64().expect("a number");
    assert!(number("exploitability") <= 0.01);
    assert!((number("value") - 0.0625).abs() <= 0.02);
    assert_eq!(number("iterations") % 10.0, 0.0);
    assert_eq!(report["decisions"][0]["actions"][7], "2x4");
    assert_eq!(report["decisions"].as_array().map(Vec::len), Some(256));
    let bytes = |name: &str| report["memory"][name].as_u64().expect("bytes");
    assert_eq!(bytes("total"), bytes("storage") + bytes("scratch"));
}

#[test]
fn time_ends_the_solve() {
    let report = json(&["--toy", "kuhn", "--time", "20ms", "--json"]);
    assert_eq!(report["ended"], "time");
    assert!(report["seconds"].as_f64().expect("a number") >= 0.02);
}

#[test]
fn every_choice_is_taken_up() {
    for algorithm in ["dcfr", "linear", "cfrplus", "vanilla", "pcfrplus", "fp"] {
        let choices = ["--toy", "kuhn", "--updates", "simultaneous", "--json"];
        let report = json(&[&choices[..], &["--algorithm", algorithm]].concat());
        assert_eq!(report["algorithm"], algorithm);
        assert_eq!(report["updates"], "simultaneous");
        let value = report["value"].as_f64().expect("a number");
        assert!((value + 1.0 / 18.0).abs() < 0.02, "{algorithm} {value}");
    }
    let half = json(&["--toy", "kuhn", "--precision", "half", "--json"]);
    assert_eq!(half["precision"], "half");
}

#[test]
fn threads_change_nothing() {
    let ask = |threads| {
        let report =
            json(&["--toy", "leduc", "--iterations", "50", "--threads", threads, "--json"]);
        (report["decisions"].clone(), report["value"].clone())
    };
    assert_eq!(ask("1"), ask("2"));
    assert_eq!(ask("1"), ask("0"), "0 stands for every processor");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for (arguments, message) in [
        (
            vec!["--toy", "khun"],
            "error: unknown game `khun`; did you mean kuhn? The games are kuhn, leduc, leduc-no-limit and liars-dice-DxF, with D dice of F faces per player\n",
        ),
        (
            vec!["--toy", "liars-dice-4"],
            "error: `liars-dice-4`: write the dice per player and their faces after liars-dice-, as in liars-dice-1x4\n",
        ),
        (
            vec!["--toy", "liars-dice-9x9"],
            "error: dice is 9x9; the number of possible bids, 2 x dice x faces, is between 2 and 16\n",
        ),
        (
            vec!["--toy", "kuhn", "--target", "0"],
            "error: invalid value '0' for '--target <NUMBER>': expected a percentage of the pot \
             above 0, such as 0.5\n\nFor more information, try '--help'.\n",
        ),
        (
            vec!["--toy", "kuhn", "--target", "-1"],
            "error: invalid value '-1' for '--target <NUMBER>': expected a percentage of the pot \
             above 0, such as 0.5\n\nFor more information, try '--help'.\n",
        ),
        (
            vec!["--toy", "kuhn", "--threads", "513"],
            "error: invalid value '513' for '--threads <N>': expected up to 512 threads, 0 for one on \
             each processor\n\nFor more information, try '--help'.\n",
        ),
        (
            vec!["--toy", "kuhn", "--precision", "half", "--algorithm", "fp"],
            "error: 16-bit storage works only with vanilla, CFR+, linear and discounted CFR\n",
        ),
    ] {
        assert_eq!(refused(&arguments), message, "{arguments:?}");
    }
    let message = refused(&["--toy", "kuhn", "--time", "5d"]);
    assert!(message.contains("unknown unit `d`; use ms, s, m or h"), "{message}");
    let message = refused(&["--toy", "kuhn", "--print-spec"]);
    assert!(message.contains("'--toy <GAME>' cannot be used with '--print-spec'"), "{message}");
}

/// A river small enough to be solved at once.
const RIVER: [&str; 14] = [
    "--board",
    "Ks7d4c9h2s",
    "--pot",
    "100",
    "--stack",
    "100",
    "--oop",
    "KK,QQ",
    "--ip",
    "AA",
    "--bet",
    "100%",
    "--threads",
    "1",
];

fn river<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&RIVER[..], more].concat()
}

/// Kings never check and the grid names what each class does most.
#[test]
fn a_river_is_shown_with_values_actions_and_the_grid() {
    let text = shown(&river(&["--iterations", "3000"]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Ks7d4c9h2s: pot 100, 100 behind, 9 x 6 hands");
    assert_eq!(lines[1], "tree: 9 nodes, 4 decisions, 8 actions; boards per street: river 1",);
    assert!(lines[2].starts_with("memory: "), "{text}");
    assert_eq!(lines[4], "player  combos   equity     EV  of the pot  best-response gain");
    assert!(lines[5].starts_with("oop          9  33.333%  "), "{text}");
    assert!(lines[6].starts_with("ip           6  66.667%  "), "{text}");
    assert!(lines[8].starts_with("exploitability 0.0"), "{text}");
    assert!(lines[9].starts_with("done: 3,000 iterations, "), "{text}");
    assert!(lines[11].starts_with("r:0 on Ks7d4c9h2s: oop acts, pot 100, EV "), "{text}");
    assert!(lines[13].starts_with(" X  check    "), "{text}");
    assert!(lines[14].starts_with(" a  bet 100  "), "{text}");
    let grid = lines[15..].join("\n");
    assert!(grid.contains("KK") && grid.contains("aaaaa"), "kings always bet: {text}");
    assert!(grid.contains("QQ 7") && grid.contains("XXXXa"), "queens mostly check: {text}");
    assert!(lines[16..42].iter().all(|line| line.chars().count() <= 80), "{text}");
    assert!(lines.iter().all(|line| !line.ends_with(' ')), "{text}");
}

#[test]
fn colours_are_those_of_the_actions() {
    let text = shown(&river(&["--iterations", "300", "--color", "always"]));
    assert!(text.contains("\u{1b}[38;5;232m\u{1b}[48;5;114m X "), "checks are green: {text:?}");
    assert!(text.contains("\u{1b}[38;5;232m\u{1b}[48;5;208mKK   "), "bets are not: {text:?}");
}

#[test]
fn reports_are_json_and_hands_csv() {
    let report = json(&river(&["--iterations", "100", "--line", "r:0:b100", "--json"]));
    assert_eq!(report["board"], "Ks7d4c9h2s");
    assert_eq!(report["players"][1]["player"], "ip");
    assert_eq!(report["size"]["hands"], serde_json::json!([9, 6]));
    assert_eq!(report["node"]["player"], "ip");
    assert_eq!(report["node"]["actions"][1]["kind"], "call");
    assert_eq!(report["node"]["classes"].as_array().map(Vec::len), Some(169));
    assert_eq!(report["node"]["hands"].as_array().map(Vec::len), Some(6));
    let evs = [0, 1].map(|side: usize| report["players"][side]["ev"].as_f64().expect("a number"));
    assert!((evs[0] + evs[1] - 100.0).abs() < 1e-3, "without rake the pot is shared: {evs:?}");
    let raked = json(&river(&["--iterations", "100", "--rake", "5%,3", "--json"]));
    let evs = [0, 1].map(|side: usize| raked["players"][side]["ev"].as_f64().expect("a number"));
    assert!((evs[0] + evs[1] - 97.0).abs() < 1e-3, "every pot pays the cap: {evs:?}");

    let csv = shown(&river(&["--iterations", "100", "--csv"]));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        (lines[0], lines.len()),
        ("hand,weight,equity,ev,eqr,check,bet 100,ev check,ev bet 100", 10)
    );
    assert!(lines[1].starts_with("KhKd,1,") || lines[1].starts_with("KdKc,1,"), "{csv}");
}

#[test]
fn a_dry_run_tells_the_size_only() {
    let text = shown(&river(&["--dry-run"]));
    assert_eq!(text.lines().count(), 3, "{text}");
    let size = json(&river(&["--dry-run", "--json"]));
    assert_eq!(size["nodes"], 9);
}

#[test]
fn a_checkpoint_is_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("spot.yaml");
    let spec = "board: Ks7d4c9h2s\npot: 100\nstack: 100\noop: KK,QQ\nip: AA\nbet: 100%\n";
    std::fs::write(&file, spec).expect("written");
    let file = file.to_str().expect("UTF-8");
    let kept = format!("{file}.checkpoint");
    let (_, told, code) = solve(&[file, "--iterations", "30", "--checkpoint", &kept]);
    assert_eq!(told, format!("checkpoint written to {kept}; use --resume to continue from it\n"));
    assert_eq!(code, 0);
    let (_, told, code) = solve(&[file, "--pot", "90", "--resume"]);
    assert_eq!(
        told,
        format!(
            "error: {kept}: the checkpoint cannot be used: it belongs to a different spot or to other settings\n"
        )
    );
    assert_eq!(code, 2);
    let resumed = json(&[file, "--iterations", "80", "--resume", "--json"]);
    let straight = json(&[file, "--iterations", "80", "--json"]);
    assert_eq!(resumed["node"], straight["node"]);
    assert_eq!(resumed["exploitability"], straight["exploitability"]);
    assert!(!std::path::Path::new(&kept).exists(), "it is removed where a solve writes its own");
}

#[test]
fn toy_games_and_buckets_are_resumed_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("spot.yaml");
    let spec = "game: plo4\nboard: Ts9s2c2d7h\npot: 100\nstack: 100\noop: AKQJ\nip: KQJT\n\
        bet: 100%\nabstraction: {k: 4, features: small}\n";
    std::fs::write(&file, spec).expect("written");
    let (file, kept) = (file.display().to_string(), folder.path().join("a").display().to_string());
    for (game, field) in [(vec!["--toy", "leduc"], "decisions"), (vec![&*file], "strategy")] {
        let run = |more: &[&str]| solve(&[&game[..], more].concat());
        let (_, told, code) = run(&["--iterations", "10", "--checkpoint", &kept]);
        let written = format!("checkpoint written to {kept}; use --resume to continue from it\n");
        assert_eq!((told.as_str(), code), (&*written, 0));
        let resume = ["--iterations", "25", "--checkpoint", &kept, "--resume", "--json"];
        let report = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        let resumed = report(&run(&resume).0);
        let straight = report(&run(&["--iterations", "25", "--json"]).0);
        assert_eq!(resumed[field], straight[field]);
        assert_eq!(resumed["exploitability"], straight["exploitability"]);
    }
    let (_, told, code) = solve(&["--toy", "kuhn", "--checkpoint", &kept, "--resume"]);
    let why = "the checkpoint belongs to a different game or to different settings";
    assert_eq!((told, code), (format!("error: {kept}: {why}\n"), 2));
}

#[test]
fn mistakes_in_a_spot_point_at_the_place() {
    for (more, message) in [
        (vec!["--oop", "KK,Q?"], "error: oop.range, column 5: "),
        (
            vec!["--set", "river.bet=50%, 2x"],
            "error: river.bet, column 6: a first bet cannot be a multiple such as 2.5x: there is no bet to multiply\n",
        ),
        (vec!["--set", "rivr.bet=50%"], "error: unknown field rivr; did you mean river? "),
        (
            vec!["--set", "river"],
            "error: --set river: expected FIELD=VALUE, such as river.bet=75%\n",
        ),
        (vec!["--resume"], "error: cache/checkpoints/"),
        (
            vec!["--target", "-1"],
            "error: invalid value '-1' for '--target <NUMBER>': expected a percentage of the pot",
        ),
        (vec!["--set", "stack=-5"], "error: stack is `-5`; expected a number of chips"),
        (vec!["--line", "r:0:z"], "error: --line, column 5: "),
    ] {
        let mut arguments = RIVER.to_vec();
        arguments.retain(|text| !more.contains(&"--oop") || (*text != "--oop" && *text != "KK,QQ"));
        arguments.extend(more.iter().chain(&["--json"]));
        let found = refused(&arguments);
        assert!(found.starts_with(message), "{found}");
    }
    let found = refused(&["no-such-file.yaml"]);
    assert!(found.starts_with("error: cannot read no-such-file.yaml: "), "{found}");
    let found = refused(&river(&["--memory", "1KB", "--json"]));
    assert!(found.contains(" of memory, but --memory allows only 1.0 KB; "), "{found}");
}

/// A value that begins with a hyphen is read as a value, and refused as one.
#[test]
fn a_negative_rake_is_refused_for_its_limits() {
    for rake in [&["--rake", "-5%"][..], &["--rake=-5%"], &["--rake", "-0.05,3"]] {
        let found = refused(&river(rake));
        let expected = "expected a share of the pot from 0 to 1, such as 5% or 0.05";
        assert!(found.contains("for '--rake <RATE,CAP>'") && found.contains(expected), "{found}");
    }
}

/// A file of another program is solved like a spec, printed as one, and what it has
/// no words for is told.
#[test]
fn files_of_other_programs_are_imported() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tree.txt");
    let tree = "#Board#Ks 7d 4c 9h 2s\n#Pot#100\n#EffectiveStacks#100\n#Range0#KK,QQ\n#Range1#AA\n\
        #AllinThreshold#60\n#RiverConfig.BetSize#100\n#RiverConfigIP.BetSize#100\n";
    std::fs::write(&file, tree).expect("written");
    let path = file.to_str().expect("UTF-8");
    let note = format!("note: {path}, line 6: #AllinThreshold#60: bets of most of the stack ");
    let (shown, told, code) = solve(&[path, "--iterations", "100", "--csv"]);
    assert_eq!((shown, code), (self::shown(&river(&["--iterations", "100", "--csv"])), 0));
    assert!(told.starts_with(&note), "{told}");
    let (spec, told, code) = solve(&[path, "--import", "piosolver", "--print-spec"]);
    assert_eq!(code, 0);
    assert!(told.starts_with(&note), "{told}");
    let expected = "board: Ks7d4c9h2s\npot: 100\nstack: 100\n\
        oop:\n  range: KK-QQ\n  river:\n    bet: 100%\n    raise: \"\"\n\
        ip:\n  range: AA\n  river:\n    bet: 100%\n    raise: \"\"\n";
    assert_eq!(spec, expected);
    std::fs::write(&file, &spec).expect("written");
    assert_eq!(self::shown(&[path, "--print-spec"]), spec);

    // Options replace fields of what is printed.
    let patched = self::shown(&[
        path,
        "--pot",
        "120",
        "--set",
        "ip.river=null",
        "--ip",
        "KK",
        "--print-spec",
    ]);
    let expected = spec
        .replace("100\nstack", "120\nstack")
        .replace("  range: AA\n  river:\n    bet: 100%\n    raise: \"\"\n", "  range: KK\n");
    assert_eq!(patched, expected);
    // Whatever is printed is a spec, without the comments of the file.
    std::fs::write(&file, format!("# a spot\n{spec}")).expect("written");
    assert_eq!(self::shown(&[path, "--print-spec"]), spec);
    std::fs::write(&file, "nonsense: [\n").expect("written");
    let found = refused(&[path, "--print-spec"]);
    assert!(found.starts_with("error: line 1, column 11: the spec is not YAML"), "{found}");
    std::fs::write(&file, "nonsense: 5\n").expect("written");
    let found = refused(&[path, "--print-spec"]);
    assert!(found.starts_with("error: line 1, column 1: unknown field nonsense"), "{found}");

    std::fs::write(&file, tree.replace("7d", "7x")).expect("written");
    let found = refused(&[path]);
    assert!(found.starts_with("error: line 1: #Board#, column 5: "), "{found}");
    assert!(found.ends_with("  Ks 7x 4c 9h 2s\n      ^\n"), "{found}");
    let found = refused(&[path, "--import", "texassolver"]);
    assert_eq!(found, "error: the TexasSolver file has no set_board\n");
}
