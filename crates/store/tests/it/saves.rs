//! Saves: written in any order, read one block at a time, refused when wrong.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use quasar_cards::{Board, Card, Combo, Game};
use quasar_store::{
    DecisionNumbers, DecisionShape, Fault, FileKind, ResultFile, Save, SaveLayout, SaveResults,
    SaveWriter, StoreError, StreetLayout,
};

const SPEC: &str = "board: Ks7s4h9h";
const HEADER: usize = 116;
const RESULTS_AT: usize = HEADER + SPEC.len() + 4;
const LAYOUT_AT: usize = RESULTS_AT + 68;
const RESULTS: SaveResults = SaveResults {
    iterations: 77,
    seconds: 1.5,
    evs: [60.25, 39.75],
    best_responses: [60.5, 40.0],
    equities: [0.6, 0.4],
};

/// A turn, two rivers, some hands, and rounds of different shapes.
fn layout() -> SaveLayout {
    let board: Board = "Ks7s4h9h".parse().unwrap();
    let hands = ["AsAh AsAd AhAd QcQd 8c8d", "KcKd JcJd AsQs"].map(|text| {
        let mut hands: Vec<u32> =
            text.split(' ').map(|hand| hand.parse::<Combo>().unwrap().index() as u32).collect();
        hands.sort_unstable();
        hands
    });
    let shape = |player, actions| DecisionShape { player, actions };
    let river = |card: &str| board.with_next(card.parse::<Card>().unwrap()).unwrap();
    let streets = vec![
        StreetLayout { boards: vec![board], rounds: vec![vec![shape(0, 2), shape(1, 3)]] },
        StreetLayout {
            boards: vec![river("2c"), river("As"), river("Jd")],
            rounds: vec![vec![shape(0, 2)], vec![shape(0, 3), shape(1, 2), shape(1, 1)]],
        },
    ];
    SaveLayout { game: Game::Holdem, board, hands, streets }
}

/// Hands of each player on a board, counted one by one.
fn hands_on(layout: &SaveLayout, board: &Board) -> [usize; 2] {
    let live = |&hand: &u32| {
        let combo = Combo::from_index(layout.game, hand as usize).unwrap();
        !combo.set().intersects(board.set())
    };
    layout.hands.each_ref().map(|hands| hands.iter().filter(|&hand| live(hand)).count())
}

/// Numbers that differ from place to place.
struct Made {
    strategy: Vec<f32>,
    evs: Vec<Option<f32>>,
    other_evs: Vec<Option<f32>>,
    regrets: Vec<f32>,
}

fn made(seed: usize, shape: DecisionShape, hands: [usize; 2]) -> Made {
    let actions = usize::from(shape.actions);
    let own = hands[usize::from(shape.player)];
    let number = |place: usize| ((seed * 31 + place * 17) % 97) as f32;
    let total = |hand: usize| (0..actions).map(|a| number(a * own + hand)).sum::<f32>();
    let strategy =
        (0..actions * own).map(|place| number(place) / total(place % own).max(1.0)).collect();
    let ev = |place: usize| (!(seed + place).is_multiple_of(5)).then(|| number(place) - 40.0);
    Made {
        strategy,
        evs: (0..actions * own).map(ev).collect(),
        other_evs: (0..hands[1 - usize::from(shape.player)]).map(ev).collect(),
        regrets: (0..actions * own).map(|place| 1e4 * (number(place) - 50.0)).collect(),
    }
}

/// Every block of the layout and what is in it.
fn blocks(layout: &SaveLayout) -> Vec<([usize; 3], Vec<Made>)> {
    let mut blocks = Vec::new();
    for (street, of) in layout.streets.iter().enumerate() {
        for (board, cards) in of.boards.iter().enumerate() {
            for (round, shapes) in of.rounds.iter().enumerate() {
                let seed = 100 * street + 10 * board + round;
                let hands = hands_on(layout, cards);
                let decision = |(n, &shape)| made(seed + 7 * n, shape, hands);
                blocks.push((
                    [street, board, round],
                    shapes.iter().enumerate().map(decision).collect(),
                ));
            }
        }
    }
    blocks
}

fn claim(path: &Path) -> Result<ResultFile, StoreError> {
    ResultFile::claim(path, FileKind::Save)
}

/// Writes a save, the last block first.
fn write(path: &Path, kept: usize, regrets: bool) -> Result<u64, StoreError> {
    let writer = SaveWriter::create(claim(path)?, SPEC, layout(), kept, regrets)?;
    for ([street, board, round], decisions) in blocks(&layout()).iter().rev() {
        if *street < kept {
            let numbers: Vec<DecisionNumbers<'_>> = decisions.iter().map(numbers).collect();
            writer.write_block(*street, *board, *round, &numbers)?;
        }
    }
    writer.finish(&RESULTS)
}

fn numbers(made: &Made) -> DecisionNumbers<'_> {
    let Made { strategy, evs, other_evs, regrets } = made;
    DecisionNumbers { strategy, evs, other_evs, regrets }
}

fn bytes(kept: usize, regrets: bool) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.qsr");
    assert_eq!(write(&path, kept, regrets).unwrap(), fs::metadata(&path).unwrap().len());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    fs::read(path).unwrap()
}

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| bytes(2, true));

fn open(bytes: Vec<u8>) -> Result<Save, StoreError> {
    Save::from_bytes(Path::new("x.qsr"), bytes)
}

#[test]
fn what_is_written_is_read() {
    for (kept, regrets) in [(2, true), (2, false), (1, false)] {
        let save = open(bytes(kept, regrets)).unwrap();
        assert_eq!(save.spec(), SPEC);
        assert_eq!(save.results(), &RESULTS);
        assert_eq!(save.layout(), &layout());
        assert_eq!((save.kept(), save.has_regrets()), (kept, regrets));
        assert!(save.verify().all(|checked| checked.is_ok()));
        for ([street, board, round], decisions) in blocks(&layout()) {
            if street >= kept {
                let fault = save.block(street, board, round).unwrap_err();
                assert!(matches!(fault.fault(), Fault::NoStreet { .. }), "{fault}");
                continue;
            }
            let block = save.block(street, board, round).unwrap();
            assert_eq!(block.len(), decisions.len());
            for (read, made) in block.decisions().zip(&decisions) {
                assert_decision(&read.strategy(), &read.evs(), &read.other_evs(), made);
                assert_eq!(read.regrets().is_some(), regrets);
                for (one, other) in read.regrets().iter().flatten().zip(&made.regrets) {
                    assert!((one - other).abs() <= 5e5 * 0.51 / 32_767.0, "{one} {other}");
                }
            }
        }
    }
}

fn assert_decision(strategy: &[f32], evs: &[Option<f32>], other_evs: &[Option<f32>], made: &Made) {
    assert_eq!(strategy.len(), made.strategy.len());
    for (one, other) in strategy.iter().zip(&made.strategy) {
        assert!((one - other).abs() <= 1.01 / 65_535.0, "{one} {other}");
    }
    for (read, made) in [(evs, &made.evs), (other_evs, &made.other_evs)] {
        assert_eq!(read.len(), made.len());
        for (one, other) in read.iter().zip(made) {
            let error = one.zip(*other).map(|(one, other)| (one - other).abs());
            assert_eq!(one.is_some(), other.is_some());
            assert!(error.is_none_or(|error| error <= 57.0 * 0.51 / 32_767.0), "{one:?} {other:?}");
        }
    }
}

/// The diagram of `docs/FORMATS.md`, once more: from the layout to every length.
#[test]
fn blocks_are_where_the_documentation_says() {
    let sections: Vec<(usize, usize)> = (0..6)
        .map(|number| {
            let at = |at: usize| u64::from_le_bytes(GOOD[at..at + 8].try_into().unwrap()) as usize;
            (at(16 + 16 * number), at(24 + 16 * number))
        })
        .collect();
    assert_eq!(sections[0], (HEADER, SPEC.len() + 4));
    assert_eq!(sections[1].1, 68);
    assert_eq!(sections[3].1, 0, "there is no flop");
    let layout = layout();
    let mut expected = Vec::new();
    for street in &layout.streets {
        let mut length = 0;
        for board in &street.boards {
            let hands = hands_on(&layout, board);
            for shape in street.rounds.iter().flatten() {
                let own = hands[usize::from(shape.player)];
                let other = hands[1 - usize::from(shape.player)];
                length += 12 + 6 * usize::from(shape.actions) * own + 2 * other;
            }
            length += 4 * street.rounds.len();
        }
        expected.push(length);
    }
    assert_eq!([sections[4].1, sections[5].1], expected[..]);
    assert_eq!(sections[5].0 + sections[5].1, GOOD.len());
    // Of five hands the ace of spades blocks two, of three one.
    assert_eq!(hands_on(&layout, &layout.streets[1].boards[1]), [3, 2]);
}

/// Two cards after a flop block hands that hold either, and those with both once.
#[test]
fn hands_of_every_game_are_counted_on_later_boards() {
    let flop: Board = "Ks7s4h".parse().unwrap();
    let next = |board: &Board, card: &str| board.with_next(card.parse().unwrap()).unwrap();
    let turns = ["2c", "As"].map(|card| next(&flop, card));
    let rivers = [(0, "2d"), (0, "As"), (1, "Ah"), (1, "2c")].map(|(t, c)| next(&turns[t], c));
    for (game, every) in [(Game::Holdem, 1), (Game::Plo4, 23), (Game::Plo5, 211)] {
        let live =
            |hand: &usize| !Combo::from_index(game, *hand).unwrap().set().intersects(flop.set());
        let hands = [7, 11].map(|part| {
            let some = (0..game.combos()).step_by(part * every);
            some.filter(live).map(|hand| hand as u32).collect()
        });
        let rounds = || vec![vec![DecisionShape { player: 1, actions: 3 }]];
        let streets = [&[flop][..], &turns, &rivers]
            .map(|boards| StreetLayout { boards: boards.to_vec(), rounds: rounds() });
        let layout = SaveLayout { game, board: flop, hands, streets: streets.to_vec() };
        let size = |kept: usize| SaveWriter::size("", &layout, kept, false).unwrap();
        for (kept, boards) in [(1, &turns[..]), (2, &rivers)] {
            let expected: usize = boards
                .iter()
                .map(|board| {
                    let [oop, ip] = hands_on(&layout, board);
                    8 + 3 * 4 * ip + 2 * oop + 4
                })
                .sum();
            assert_eq!((size(kept + 1) - size(kept)) as usize, expected, "{game:?} {kept}");
        }
    }
}

#[test]
fn a_damaged_block_is_found_when_it_is_read_and_no_other_suffers() {
    let save = open(GOOD.clone()).unwrap();
    let all = save.blocks();
    for place in [GOOD.len() - 1, GOOD.len() - 40, GOOD.len() - 400] {
        let mut bytes = GOOD.clone();
        bytes[place] ^= 1;
        let save = open(bytes).unwrap();
        let bad: Vec<String> =
            save.verify().filter_map(Result::err).map(|error| error.to_string()).collect();
        assert_eq!((bad.len(), save.verify().count() as u64), (1, all));
        assert!(bad[0].starts_with("x.qsr: the checksum of river board "), "{bad:?}");
    }
}

/// Where a section begins and ends.
fn section(bytes: &[u8], number: usize) -> (usize, usize) {
    let at = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    let (start, length) = (at(16 + 16 * number), at(24 + 16 * number));
    (start, start + length)
}

/// Makes the checksums of header, spec, results and layout right.
fn seal(bytes: &mut [u8]) {
    let mut ranges = vec![(0, HEADER)];
    ranges.extend((0..3).map(|number| section(bytes, number)));
    for (start, end) in ranges {
        if start + 4 <= end && end <= bytes.len() {
            let checksum = crc32fast::hash(&bytes[start..end - 4]);
            bytes[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
        }
    }
}

#[test]
fn every_corruption_has_its_own_error() {
    type Change = fn(&mut Vec<u8>);
    assert_eq!([1, 2].map(|number| section(&GOOD, number).0), [RESULTS_AT, LAYOUT_AT]);
    // What is done, whether checksums are mended after it, what is said.
    let table: &[(Change, bool, &str)] = &[
        (|b| b.clear(), false, "the file is empty"),
        (
            |b| *b = b"PK".to_vec(),
            false,
            "not a save: begins with the bytes 50 4b, not 51 53 53 56",
        ),
        (
            |b| b[4] = 3,
            true,
            "format version 3 is newer than 2, the newest that this program reads",
        ),
        (|b| b[4] = 0, true, "there is no format version 0"),
        (|b| b[20] ^= 1, false, "the checksum of the header is wrong"),
        (|b| b[8] = 2, true, "the header: it has flags that this version does not know"),
        (|b| b[12] = 0, true, "the file is unfinished: the run that wrote it was interrupted"),
        (|b| b[12] = 7, true, "the header: it has a wrong number of sections"),
        (|b| b[16] += 1, true, "the header: its sections do not follow each other"),
        (|b| b[104..112].fill(0xFF), true, "the header: its sections are too long"),
        (|b| b.push(0), false, "the file has 1214 bytes; it should have 1213"),
        (|b| b.truncate(1_000), false, "the file is truncated: it has 1000 bytes of 1213"),
        (|b| b.truncate(50), false, "the file is truncated: it has 50 bytes of 116"),
        (|b| b[HEADER] ^= 1, false, "the checksum of the spec is wrong"),
        (|b| b[HEADER] = 0xFF, true, "the spec: it is not UTF-8"),
        (|b| b[RESULTS_AT] ^= 1, false, "the checksum of the results is wrong"),
        (|b| b[RESULTS_AT + 4] = 1, true, "the results: it has unexpected bytes"),
        (
            |b| {
                b[RESULTS_AT + 8..RESULTS_AT + 16].fill(0xFF);
            },
            true,
            "the results: a number is infinite or NaN",
        ),
        (|b| b[LAYOUT_AT] ^= 1, false, "the checksum of the layout is wrong"),
        (|b| b[LAYOUT_AT] = 200, true, "the layout: it is truncated"),
        (|b| b[LAYOUT_AT] = 2, true, "the layout: a board is invalid"),
        (|b| b[LAYOUT_AT + 1] = 52, true, "the layout: a card is invalid"),
        (|b| b[LAYOUT_AT + 1] = b[LAYOUT_AT + 2], true, "the layout: a board is invalid"),
        (|b| b[LAYOUT_AT + 5] = 3, true, "the layout: it is truncated"),
        (|b| b[LAYOUT_AT + 5] = 1, true, "the layout: it has unexpected bytes at its end"),
        (|b| b[LAYOUT_AT + 6] = 3, true, "the layout: no game has such hands"),
        (|b| b[LAYOUT_AT + 10] = 0xFF, true, "the layout: it is truncated"),
        (
            |b| {
                let hand = LAYOUT_AT + 11;
                b.copy_within(hand..hand + 4, hand + 4);
            },
            true,
            "the layout: a player's hands are missing or not in order",
        ),
        (
            |b| {
                let last = LAYOUT_AT + 11 + 4 * 4;
                b[last..last + 4].fill(0xFF);
            },
            true,
            "the layout: a player has a hand that the board blocks",
        ),
    ];
    for (number, (change, mend, message)) in table.iter().enumerate() {
        let mut bytes = GOOD.clone();
        change(&mut bytes);
        if *mend {
            seal(&mut bytes);
        }
        let error = open(bytes).unwrap_err().to_string();
        assert_eq!(error, format!("x.qsr: {message}"), "{number}");
    }
}

#[test]
fn layouts_without_sense_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.qsr");
    type Change = fn(&mut SaveLayout);
    let table: &[(Change, &str)] = &[
        (|l| l.hands[1].clear(), "a player's hands are missing or not in order"),
        (|l| l.hands[0][4] = 1_326, "a player has a hand that the board blocks"),
        (|l| l.streets.clear(), "there is a wrong number of streets"),
        (|l| l.streets.push(l.streets[1].clone()), "there is a wrong number of streets"),
        (|l| l.streets[0].boards.clear(), "the board of the first street does not match"),
        (
            |l| l.streets[1].boards[0] = l.board,
            "a board does not continue one of the previous street",
        ),
        (|l| l.streets[1].boards[0] = l.streets[1].boards[1], "a board occurs twice"),
        (|l| l.streets[1].rounds.clear(), "a street has no rounds, or a round no decisions"),
        (|l| l.streets[1].rounds[0].clear(), "a street has no rounds, or a round no decisions"),
        (|l| l.streets[1].rounds[0][0].player = 2, "a decision has no actions or no player"),
        (|l| l.streets[1].rounds[0][0].actions = 0, "a decision has no actions or no player"),
    ];
    for (change, why) in table {
        let mut layout = layout();
        change(&mut layout);
        let error = SaveWriter::create(claim(&path).unwrap(), SPEC, layout, 2, true).unwrap_err();
        assert!(error.to_string().ends_with(&format!("x.qsr: the layout: {why}")), "{error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn an_unfinished_save_leaves_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.qsr");
    write(&path, 1, false).unwrap();
    let old = fs::read(&path).unwrap();
    {
        let writer = SaveWriter::create(claim(&path).unwrap(), SPEC, layout(), 2, true).unwrap();
        let block = &blocks(&layout())[0];
        let numbers: Vec<DecisionNumbers<'_>> = block.1.iter().map(numbers).collect();
        writer.write_block(0, 0, 0, &numbers).unwrap();
        // What a killed process would leave.
        let partial = fs::read(folder.path().join("x.qsr.partial")).unwrap();
        let fault = open(partial).unwrap_err();
        assert!(matches!(fault.fault(), Fault::Unfinished), "{fault}");
        let second = claim(&path).unwrap_err();
        assert!(matches!(second.fault(), Fault::Locked), "{second}");
        let error = writer.finish(&RESULTS).unwrap_err();
        assert!(
            error.to_string().ends_with("only 1 of 7 blocks of the save were written"),
            "{error}"
        );
    }
    assert_eq!(fs::read(&path).unwrap(), old);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // A partial file that was left is written anew.
    fs::write(folder.path().join("x.qsr.partial"), &GOOD[..500]).unwrap();
    write(&path, 2, true).unwrap();
    assert_eq!(fs::read(&path).unwrap(), *GOOD);
}

#[test]
fn what_is_not_a_save_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spot.yaml");
    fs::write(&path, "board: Ks7s4h9h").unwrap();
    let message = "is not a save (it begins with the bytes 62 6f 61 72) and was not replaced";
    let error = write(&path, 1, false).unwrap_err().to_string();
    assert!(error.ends_with(message), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "board: Ks7s4h9h");
    let fault = write(folder.path(), 1, false).unwrap_err();
    assert!(matches!(fault.fault(), Fault::NotAFile), "{fault}");
    // Nor is somebody's partial file.
    let other = folder.path().join("other.qsr");
    fs::write(folder.path().join("other.qsr.partial"), "my thesis").unwrap();
    assert!(write(&other, 1, false).is_err());
    assert!(!other.exists());
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = claim(&folder.path().join("x.qsr")).unwrap();
    let writer = SaveWriter::create(place, SPEC, layout(), 1, true).unwrap();
    let made = &blocks(&layout())[0].1;
    let good: Vec<DecisionNumbers<'_>> = made.iter().map(numbers).collect();
    let why = |result: Result<(), StoreError>| result.unwrap_err().fault().to_string();
    let few = "turn board 0, round 0: it has the wrong number of values";
    assert_eq!(why(writer.write_block(0, 0, 0, &good[1..])), few);
    let short = DecisionNumbers { regrets: &[], ..good[0] };
    assert_eq!(why(writer.write_block(0, 0, 0, &[short, good[1]])), few);
    let none = "turn board 1, round 0: there is no such board or round";
    assert_eq!(why(writer.write_block(0, 1, 0, &good)), none);
    assert_eq!(why(writer.write_block(1, 0, 0, &good)), "the river is not in this save");
    let infinite = SaveResults { seconds: f64::INFINITY, ..RESULTS };
    writer.write_block(0, 0, 0, &good).unwrap();
    let error = writer.finish(&infinite).unwrap_err();
    assert!(error.to_string().ends_with("the results: a number is infinite or NaN"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Frequencies of a hand add up to one, whatever they were.
    #[test]
    fn frequencies_stay_a_strategy(
        actions in 1u8..6,
        numbers in prop::collection::vec(0f32..1.0, 5 * 5),
    ) {
        let mut layout = layout();
        layout.streets.truncate(1);
        let shape = DecisionShape { player: 0, actions };
        layout.streets[0].rounds = vec![vec![shape]];
        let cells = 5 * usize::from(actions);
        let (strategy, evs) = (&numbers[..cells], vec![None; cells]);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.qsr");
        let writer = SaveWriter::create(claim(&path).unwrap(), "", layout, 1, false).unwrap();
        let other = [None; 3];
        let made = DecisionNumbers { strategy, evs: &evs, other_evs: &other, regrets: &[] };
        writer.write_block(0, 0, 0, &[made]).unwrap();
        writer.finish(&RESULTS).unwrap();
        let save = Save::open(&path).unwrap();
        let read = save.block(0, 0, 0).unwrap().decision(0).unwrap().strategy();
        for hand in 0..5 {
            let row = |of: &[f32]| of.iter().skip(hand).step_by(5).copied().collect::<Vec<f32>>();
            let (read, given) = (row(&read), row(strategy));
            prop_assert!((read.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            let total: f32 = given.iter().sum();
            if total > 0.0 {
                for (read, given) in read.iter().zip(given) {
                    prop_assert!((read - given / total).abs() <= 1.01 / 65_535.0);
                }
            }
        }
    }
}

proptest! {
    /// No damage panics, and what is read in spite of it is what was written.
    #[test]
    fn damage_never_panics(
        changes in prop::collection::vec((0usize..1_213, any::<u8>()), 1..6),
        mend in any::<bool>(),
        cut in prop::option::of(0usize..1_213),
    ) {
        let mut bytes = GOOD.clone();
        for (place, change) in changes {
            bytes[place] ^= change;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut);
        }
        if mend && bytes.len() >= HEADER {
            seal_checked(&mut bytes);
        }
        if let Ok(save) = open(bytes) {
            let sound = save.verify().filter(Result::is_ok).count() as u64;
            prop_assert!(sound <= save.blocks());
            if !mend {
                let good = open(GOOD.clone()).unwrap();
                prop_assert_eq!(save.layout(), good.layout());
                prop_assert_eq!((save.spec(), save.results()), (good.spec(), good.results()));
            }
        }
    }
}

/// As [`seal`], for headers that may say anything.
fn seal_checked(bytes: &mut [u8]) {
    let length = bytes.len();
    let sane = (0..3).all(|number| {
        let at = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        let end = at(16 + 16 * number).checked_add(at(24 + 16 * number));
        end.is_some_and(|end| end <= length as u64)
    });
    if sane {
        seal(bytes);
    }
}
