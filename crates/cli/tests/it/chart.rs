//! `quasar chart`.

use std::fs;

use serde_json::Value;

use crate::common::{json, refused, schema, shown};

/// By the published charts (holdemresources.net), `K2s` is pushed up to 19.3 big blinds
/// and `QJo` called up to 19.5.
#[test]
fn a_hand_does_what_published_charts_say() {
    for (stack, push, call) in [("18", "100.0%", "100.0%"), ("21", "0.0%", "0.0%")] {
        let text = shown(&["chart", "--stack", stack, "--hand", "K2s"]);
        let expected = format!("K2s, {stack} big blinds, button, first to act: fold ");
        let line = text.lines().find(|line| line.starts_with(&expected)).expect("the button");
        assert!(line.ends_with(&format!("all-in {push}")), "{line}");
        let text = shown(&["chart", "--stack", stack, "--hand", "QJo"]);
        let line = text.lines().find(|line| line.contains("after an all-in")).expect("the blind");
        assert!(line.ends_with(&format!("call {call}")), "{line}");
    }
}

#[test]
fn charts_are_files_for_other_programs() {
    let csv = shown(&["chart", "--stack", "10", "--format", "csv"]);
    // Two players, 169 classes, two actions, and the names of columns.
    assert_eq!(csv.lines().count(), 1 + 2 * 169 * 2);
    assert!(csv.contains("\n10,button,first to act,AA,all-in,1.0000\n"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chart.svg");
    let path = file.to_str().unwrap();
    assert_eq!(shown(&["chart", "--stack", "10", "--format", "svg", "-o", path]), "");
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches(">AKs</text>").count(), 2);
    let report = json(&["chart", "--stack", "10", "--json"]);
    let same = json(&["solve-preflop", "--push-fold", "10", "--json"]);
    assert_eq!(report["charts"][0]["actions"][1]["range"], same["push_range"]);
    assert_eq!(report["charts"][1]["actions"][1]["range"], same["call_range"]);
    assert_eq!(report["charts"][0]["actions"][1]["classes"], same["push"]);
}

/// The picture has the size that its header says, and colours of cells where they belong.
#[test]
fn a_chart_is_a_picture_of_pixels() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chart.png");
    let path = file.to_str().unwrap();
    assert_eq!(shown(&["chart", "--stack", "10", "--format", "png", "-o", path]), "");
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(&file).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let width = info.width as usize;
    assert_eq!(pixels.len(), 3 * width * info.height as usize);
    // A corner of the first cell of the first chart, aces, and of the last but one of its last row, 32o.
    let colour = |x: usize, y: usize| &pixels[3 * (y * width + x)..][..3];
    let cell = |row: usize, column: usize| (2 * (12 + 36 * column) + 4, 2 * (52 + 36 * row) + 4);
    let at = |(x, y): (usize, usize)| colour(x, y).to_vec();
    let (aces, deuces, folded) = (at(cell(0, 0)), at(cell(12, 12)), at(cell(12, 11)));
    assert_eq!(aces, deuces, "both are pushed");
    assert_ne!(aces, folded);
    assert_eq!(at((0, 0)), [255, 255, 255]);
}

/// Games that ship: what nobody disputes of heads-up play.
#[test]
fn games_that_ship_play_sensibly() {
    let list = json(&["chart", "--list", "--json"]);
    let games = list["games"].as_array().unwrap();
    assert!(!games.is_empty());
    for game in games {
        let stack = game["stack"].to_string();
        let stack = stack.trim_end_matches(".0");
        let chart = json(&["chart", "--stack", stack, "--line", "r:0", "--json"]);
        let actions = chart["charts"][0]["actions"].as_array().unwrap();
        let frequency = |class: &str| {
            let of = |action: &serde_json::Value| {
                let classes = action["classes"].as_array().unwrap();
                let found = classes.iter().find(|each| each["class"] == class).unwrap();
                found["frequency"].as_f64().unwrap()
            };
            actions.iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!(actions[0]["kind"], "fold", "{stack}");
        for class in ["AA", "KK", "AKs", "87s"] {
            assert!(frequency(class)[0] < 0.01, "{stack}: {class} is folded");
        }
        let folds = actions[0]["frequency"].as_f64().unwrap();
        assert!((0.0..0.35).contains(&folds), "{stack}: the button folds {folds}");
        for class in ["AA", "72o", "T9s"] {
            assert!((frequency(class).iter().sum::<f64>() - 1.0).abs() < 1e-4, "{stack}: {class}");
        }
        let text = shown(&["chart", "--stack", stack, "--line", "r:0", "--hand", "AA"]);
        assert!(text.starts_with(&format!("AA, {stack} big blinds")), "{text}");
    }
}

#[test]
fn mistakes_are_refused() {
    let refusal = refused(&["chart", "--stack", "33", "--line", "r:0"]);
    assert!(refusal.contains("no solved game with 33 big blinds"), "{refusal}");
    assert!(refused(&["chart", "--list", "--stack", "10"]).contains("--stack"));
    assert!(refused(&["chart", "--stack", "0.5"]).contains("stack"));
    assert!(refused(&["chart", "--stack", "10", "--hand", "K9x"]).contains("--hand, column 3"));
    assert!(refused(&["chart"]).contains("--stack"));
}

/// The published charts of four-card Omaha: with deeper stacks fewer hands push and fewer call,
/// aces always push, and no action that is taken is much worse than another.
#[test]
fn published_charts_of_omaha_are_sane() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/charts");
    let chart = |stack: u32, player: &str| -> Value {
        let path = format!("{folder}/plo4_push_fold_{stack}bb_{player}.json");
        let chart = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        schema::check("omaha-preflop-node-report", &chart);
        chart
    };
    let mut before = [1.0, 1.0];
    for stack in (2..=12).chain([15]) {
        for (player, before) in ["button", "big_blind"].iter().zip(&mut before) {
            let chart = chart(stack, player);
            let plays = chart["actions"][1]["frequency"].as_f64().unwrap();
            assert!(plays < *before, "{stack} {player}: {plays}");
            *before = plays;
            for kind in chart["categories"].as_array().unwrap() {
                let part = kind["frequencies"][1].as_f64().unwrap();
                let [fold, play] = [0, 1].map(|action| kind["evs"][action].as_f64().unwrap());
                if kind["ranks"] == "AA" {
                    assert!(part > 0.9999, "{stack} {player}: {kind}");
                }
                // A kind that always plays, or never, is right to do so on average.
                assert!(part < 0.999 || play > fold, "{stack} {player}: {kind}");
                assert!(part > 0.001 || play < fold, "{stack} {player}: {kind}");
            }
        }
    }
}
