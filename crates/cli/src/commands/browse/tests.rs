//! The browser without a terminal: keys in, state and screen out.

use quasar::job::{Control, Engine};
use quasar::spot::{SaveSize, SpotSave, SpotSpec};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

#[cfg(target_os = "linux")]
#[path = "../../../tests/it/common/terminal.rs"]
#[allow(dead_code, reason = "shared with the integration tests")]
mod terminal;

use super::draw::draw;
use super::state::{At, Browser, Flow, Mode, Panel};

const TURN: &str = "board: Ks7s4h9h\npot: 100\nstack: 150\noop: AA:0.5,QQ-TT,AKs,87s\n\
    ip: KK,JJ,KQs:0.75,T8s\nbet: 60%\nraise: 2.5x\nraise_cap: 1\niterations: 30\nthreads: 1\n";
const OMAHA: &str = "game: plo4\nboard: AsKd9s4c4d\npot: 100\nstack: 100\noop: AA,KK99\n\
    ip: 9966,AK44\nbet: 100%\niterations: 5\nthreads: 1\n";

fn browser(text: &str) -> Browser {
    let mut job = SpotSpec::parse(text).unwrap().plan().unwrap().job(u64::MAX).unwrap();
    job.run(&Control::new(), |_| ()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spot.qsr");
    job.save(&path, SaveSize::Full, &Control::new()).unwrap();
    let save = SpotSave::from_bytes(&path, std::fs::read(&path).unwrap()).unwrap();
    let engine = Engine::new(1, Engine::DEFAULT_CACHE).unwrap();
    Browser::new(save, engine, "r:0".parse().unwrap()).unwrap()
}

/// Presses keys one after the other; returns whether the last one quits.
fn press(browser: &mut Browser, keys: &[KeyCode]) -> Flow {
    let mut flow = Flow::Stay;
    for &key in keys {
        flow = browser.key(KeyEvent::new(key, KeyModifiers::NONE));
        browser.settle();
    }
    flow
}

fn letters(text: &str) -> Vec<KeyCode> {
    text.chars().map(KeyCode::Char).collect()
}

/// The screen of this size as text.
fn screen(browser: &Browser, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(browser, frame)).unwrap();
    terminal.backend().to_string()
}

/// What a cell of the grid shows of a class, by the report.
fn number(browser: &Browser, name: &str) -> String {
    let At::Decision(decision) = &browser.at else { panic!("a decision") };
    let class = decision.node.classes.iter().find(|class| class.class == name).unwrap();
    match browser.mode {
        Mode::Strategy => name.to_owned(),
        Mode::Ev => format!("{:.2}", class.ev.unwrap()),
        Mode::Equity => format!("{:.1}", 100.0 * class.equity.unwrap()),
        Mode::Weight => "100".to_owned(),
    }
}

#[track_caller]
fn assert_shows(screen: &str, texts: &[&str]) {
    for text in texts {
        assert!(screen.contains(text), "{text} is not on\n{screen}");
    }
}

#[test]
fn digits_take_actions_and_backspace_goes_back() {
    let mut browser = browser(TURN);
    press(&mut browser, &letters("11"));
    assert!(matches!(browser.at, At::Cards(_)), "check, check: a card comes");
    assert_eq!((browser.line.to_string().as_str(), browser.words.len()), ("r:0:c:c", 2));
    assert_shows(&screen(&browser, 80, 24), &["check › check", "choose a card", "acts"]);
    // The ace of spades is the first card of the map.
    press(&mut browser, &[KeyCode::Enter]);
    assert_eq!(browser.line.to_string(), "r:0:c:c:As");
    let At::Decision(decision) = &browser.at else { panic!("a decision") };
    assert_eq!(decision.node.board, "Ks7s4h9hAs");
    press(&mut browser, &letters("2"));
    assert_eq!(browser.words, ["check", "check", "As", "bet 60"]);
    // Fold: the hand is over.
    press(&mut browser, &letters("1"));
    assert!(matches!(browser.at, At::End("a player has folded")));
    press(&mut browser, &[KeyCode::Backspace; 3]);
    assert_eq!(browser.line.to_string(), "r:0:c:c");
    press(&mut browser, &[KeyCode::Backspace; 3]);
    assert_eq!(browser.line.to_string(), "r:0");
    assert_eq!(browser.message.as_deref(), Some("this is the first decision"));
    press(&mut browser, &letters("9"));
    assert_eq!(browser.message.as_deref(), Some("there is no action 9"));
}

#[test]
fn other_cards_replace_the_last_one() {
    let mut browser = browser(TURN);
    press(&mut browser, &letters("11"));
    press(&mut browser, &[KeyCode::Enter, KeyCode::Char('c')]);
    assert!(matches!(browser.at, At::Cards(_)));
    // King of spades is on the board.
    press(&mut browser, &[KeyCode::Right, KeyCode::Enter]);
    assert_eq!(browser.message.as_deref(), Some("Ks cannot be dealt"));
    press(&mut browser, &[KeyCode::Right, KeyCode::Enter]);
    assert_eq!(browser.line.to_string(), "r:0:c:c:Qs");
    press(&mut browser, &letters("c"));
    press(&mut browser, &[KeyCode::Backspace]);
    assert!(matches!(browser.at, At::Decision(_)));
    assert_eq!(browser.line.to_string(), "r:0:c:c:Qs");
}

#[test]
fn modes_and_panels_cycle() {
    let mut browser = browser(TURN);
    assert_shows(
        &screen(&browser, 80, 24),
        &["spot.qsr", "Ks7s4h9h", "pot 100, 150 behind", "oop acts", "1 check", "2 bet 60", "AKs"],
    );
    for (mode, text) in [
        (Mode::Ev, "mode: EV in chips"),
        (Mode::Equity, "mode: equity in percent"),
        (Mode::Weight, "mode: weight in percent"),
        (Mode::Strategy, "mode: strategy"),
    ] {
        press(&mut browser, &letters("m"));
        assert_eq!(browser.mode, mode);
        let number = number(&browser, "QQ");
        assert_shows(&screen(&browser, 80, 24), &[text, &number]);
    }
    press(&mut browser, &[KeyCode::Tab]);
    assert_eq!(browser.panel, Panel::Hands);
    let combos = 6 + 3 * 6 + 3 + 3;
    let title = format!("1 of {combos} hands");
    assert_shows(&screen(&browser, 80, 24), &[&title, "hand", "weight", "equity", "AhAd"]);
    press(&mut browser, &letters("s"));
    assert_shows(&screen(&browser, 80, 24), &["range of the other player"]);
}

/// The numbers of the grid are the means over the hands below it.
#[test]
fn a_wide_and_tall_screen_has_everything_at_once() {
    let mut browser = browser(TURN);
    press(&mut browser, &letters("mm"));
    let At::Decision(decision) = &browser.at else { panic!("a decision") };
    let queens = decision.node.classes.iter().find(|class| class.class == "QQ").unwrap();
    let equity = format!("{:.1}", 100.0 * queens.equity.unwrap());
    let screen = screen(&browser, 140, 50);
    assert_shows(&screen, &["AA", "QQ", &equity, "hands", "QhQd"]);
}

#[test]
fn hands_are_searched_filtered_pinned_and_sorted() {
    let mut browser = browser(TURN);
    press(&mut browser, &letters("/AKs"));
    press(&mut browser, &[KeyCode::Enter, KeyCode::Enter]);
    assert_eq!(browser.pinned.map(|class| class.to_string()).as_deref(), Some("AKs"));
    assert_eq!(browser.hands().len(), 3, "the king of spades is on the board");
    press(&mut browser, &[KeyCode::Esc]);
    press(&mut browser, &letters("fQQ,AKs"));
    press(&mut browser, &[KeyCode::Enter]);
    assert_eq!(browser.hands().len(), 6 + 3);
    press(&mut browser, &letters("o"));
    let evs: Vec<f64> = browser.hands().iter().filter_map(|hand| hand.ev).collect();
    assert!(evs.len() == 9 && evs.is_sorted_by(|one, other| one >= other), "{evs:?}");
    // A range that cannot be read is shown as a message, and nothing else changes.
    press(&mut browser, &letters("f?"));
    press(&mut browser, &[KeyCode::Enter]);
    assert!(browser.message.as_deref().unwrap_or_default().starts_with("filter, column "));
    assert_eq!(browser.hands().len(), 9);
}

#[test]
fn help_lists_the_keys_and_q_quits() {
    let mut browser = browser(TURN);
    press(&mut browser, &letters("?"));
    assert_shows(&screen(&browser, 80, 24), &["take an action", "Backspace", "quit"]);
    assert_eq!(press(&mut browser, &letters("q")), Flow::Stay, "closes the help");
    assert_eq!(press(&mut browser, &letters("q")), Flow::Quit);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(browser.key(control_c), Flow::Quit);
}

#[test]
fn omaha_has_categories() {
    let mut browser = browser(OMAHA);
    let closed = screen(&browser, 80, 24);
    assert_shows(&closed, &["[made]", "combos", "equity", "EV"]);
    let rows = browser.categories().len();
    press(&mut browser, &[KeyCode::Enter]);
    assert!(browser.categories().len() >= rows);
    press(&mut browser, &[KeyCode::Right]);
    assert_eq!(browser.grouping, 1);
    press(&mut browser, &[KeyCode::Tab]);
    assert_shows(&screen(&browser, 80, 24), &["hands", "weight"]);
}

#[test]
fn a_screen_that_cuts_the_grid_off_says_so() {
    let browser = browser(TURN);
    assert_shows(&screen(&browser, 60, 24), &["cut off: needs 80 x 24", "q quit"]);
    assert_shows(&screen(&browser, 80, 20), &["cut off: needs 80 x 24"]);
    assert!(!screen(&browser, 80, 24).contains("cut off"));
}

/// No size of the screen is too small to draw on.
#[test]
fn small_screens_do_not_panic() {
    let mut browser = browser(TURN);
    for keys in ["", "11"] {
        press(&mut browser, &letters(keys));
        for (width, height) in [(1, 1), (20, 5), (80, 10), (79, 24), (300, 100)] {
            screen(&browser, width, height);
        }
    }
}

/// Set in the process that panics on its terminal.
#[cfg(target_os = "linux")]
const PANICS: &str = "QUASAR_TEST_PANICS";

/// The test runs itself on a terminal of its own, and panics there.
#[cfg(target_os = "linux")]
#[test]
fn a_panic_restores_the_terminal() {
    if std::env::var_os(PANICS).is_some() {
        let _ = super::on_terminal(|terminal| {
            terminal.draw(|_| ())?;
            panic!("a mistake in the browser")
        });
    }
    let name = "commands::browse::tests::a_panic_restores_the_terminal";
    let program = std::env::current_exe().unwrap();
    let arguments = [name, "--exact", "--nocapture"];
    let session = terminal::Session::start(&program, &arguments, &[(PANICS, "1")], (80, 24));
    let ended = session.end();
    assert_ne!(ended.code, "0");
    ended.assert_restored();
    // The message comes after the screen is left, so that it can be read.
    let left = ended.output.rfind("\x1b[?1049l");
    assert!(ended.output.rfind("a mistake in the browser") > left, "{}", ended.output);
}
