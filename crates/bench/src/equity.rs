//! Workloads of the equity crate, on one thread.

use quasar_cards::{Board, CardSet, Combo, Game, Range};
use quasar_equity::omaha::RiverSweep;
use quasar_equity::{
    FlopTable, HandOnBoard, Holding, Matchups, Multiway, Progress, Question, SamplePlan, Sampler,
    estimate, heads_up, heads_up_total,
};
use quasar_eval::rank_set;

use super::{Signature, Workload};

const DEALS: u64 = 1 << 19;

/// River sweeps of a run.
const SWEEPS: u64 = 4;

pub(super) const WORKLOADS: &[Workload] = &[
    Workload {
        name: "equity/holdem matchup",
        operation: "a hand against a hand before the flop, exact",
        operations: 1_000,
        prepare: || {
            let [aces, kings] = ["AcAd", "KhKs"].map(|text| text.parse().expect("a hand"));
            Box::new(move || {
                (0..1_000).fold(Signature::EMPTY, |signature, _| {
                    let tally = Matchups::shipped().hands(&aces, &kings).unwrap_or_default();
                    signature.with(tally.win as u64)
                })
            })
        },
    },
    Workload {
        name: "equity/holdem preflop",
        operation: "every hand against every hand before the flop, hand by hand",
        operations: 1,
        prepare: || every_hand(Game::Holdem, ["random", "random"], ""),
    },
    Workload {
        name: "equity/holdem flop",
        operation: "every hand against every hand on AhKsQd, hand by hand",
        operations: 1,
        prepare: || every_hand(Game::Holdem, ["random", "random"], "AhKsQd"),
    },
    Workload {
        name: "equity/holdem three ranges",
        operation: "three ranges of a quarter on a flop, exact",
        operations: 1,
        prepare: || {
            let text = "22+,A2s+,K9s+,QTs+,JTs,T9s,ATo+,KTo+,QJo";
            let question = question(Game::Holdem, &[text; 3], "Td9d6h");
            in_one_thread(move || {
                let multiway = Multiway::new(&question).expect("hands are left");
                let count = multiway.run(&Progress::new()).expect("a deal is possible");
                let splits = count.splits().iter().map(|splits| splits[0] as u64);
                splits.fold(Signature::EMPTY, Signature::with)
            })
        },
    },
    Workload {
        name: "equity/plo4 duel",
        operation: "a hand against a hand before the flop, 1,086,008 boards",
        operations: 1,
        prepare: || total(Game::Plo4, ["AsAhKsKh", "8c7c6d5d"], ""),
    },
    Workload {
        name: "equity/plo4 hand, turn",
        operation: "a hand against every hand on a turn, exact",
        operations: 1,
        prepare: || total(Game::Plo4, ["AsAhKsKh", "random"], "9c8d2h3s"),
    },
    Workload {
        name: "equity/plo4 hand, flop",
        operation: "a hand against every hand on a flop, exact",
        operations: 1,
        prepare: || total(Game::Plo4, ["AsAhKsKh", "random"], "9c8d2h"),
    },
    Workload {
        name: "equity/plo4 river",
        operation: "every hand against every hand on a river, hand by hand, laid out before",
        operations: SWEEPS,
        prepare: || {
            let river = "9c8d2h3sKc".parse().expect("a board");
            let sweep = RiverSweep::new(&river, &Range::full(Game::Plo4));
            let mut sweep = sweep.expect("a river of four-card hands");
            Box::new(move || {
                (0..SWEEPS).for_each(|_| sweep.sweep());
                // Hashing every hand would take as long as a sweep.
                sweep.results().step_by(61).fold(Signature::EMPTY, |signature, [below, at_most]| {
                    signature.with(below as u64).with(at_most as u64)
                })
            })
        },
    },
    Workload {
        name: "equity/plo4 turn",
        operation: "every hand against every hand on a turn, hand by hand",
        operations: 1,
        prepare: || every_hand(Game::Plo4, ["random", "random"], "9c8d2h3s"),
    },
    Workload {
        name: "equity/holdem sampled",
        operation: "a random deal, a hand against a random hand",
        operations: DEALS,
        prepare: || sampled(Game::Holdem, ["AhKh", "random"]),
    },
    Workload {
        name: "equity/plo4 sampled",
        operation: "a random deal, a hand against a random hand",
        operations: DEALS,
        prepare: || sampled(Game::Plo4, ["AsAhKsKh", "random"]),
    },
    Workload {
        name: "equity/plo4 heuristic",
        operation: "an estimate with draws and breakdown against every hand",
        operations: 1,
        prepare: || heuristic("AsKsJh9h", "random"),
    },
    Workload {
        name: "equity/plo5 heuristic",
        operation: "an estimate with draws and breakdown against double-suited hands",
        operations: 1,
        prepare: || heuristic("AsKsJh9h3c", "$ds"),
    },
    Workload {
        name: "equity/flop-table rainbow",
        operation: "the 169 x 169 equities on AsKhQd, exact",
        operations: 1,
        prepare: || flop_table("AsKhQd"),
    },
    Workload {
        name: "equity/flop-table two-tone",
        operation: "the 169 x 169 equities on Td9d6h, exact",
        operations: 1,
        prepare: || flop_table("Td9d6h"),
    },
    Workload {
        name: "equity/flop-table monotone",
        operation: "the 169 x 169 equities on 9h8h7h, exact",
        operations: 1,
        prepare: || flop_table("9h8h7h"),
    },
    Workload {
        name: "equity/flop-table paired",
        operation: "the 169 x 169 equities on 7s7h2d, exact",
        operations: 1,
        prepare: || flop_table("7s7h2d"),
    },
    Workload {
        name: "equity/flop-table plain loop",
        operation: "one of the 635,628 pairs of hands of a table, ranked on every runout",
        operations: 1,
        prepare: || {
            let flop = "Td9d6h".parse::<Board>().expect("a flop").set();
            let hands = ["AhKh", "QsQc"].map(|text| text.parse::<Combo>().expect("a hand").set());
            let gone = flop | hands[0] | hands[1];
            Box::new(move || {
                let score = Combo::all(Game::Holdem, gone).fold(0, |score, runout| {
                    let board = flop | runout.set();
                    let [one, other] =
                        hands.map(|hand| rank_set(board | hand).expect("seven cards"));
                    score + u64::from(one >= other) + u64::from(one > other)
                });
                Signature::EMPTY.with(score)
            })
        },
    },
];

/// Too long for every run: they run only when they are named.
pub(super) const SLOW: &[Workload] = &[Workload {
    name: "equity/plo4 flop, every hand",
    operation: "every hand against every hand on a flop, hand by hand",
    operations: 1,
    prepare: || every_hand(Game::Plo4, ["random", "random"], "9c8d2h"),
}];

fn heuristic(hand: &str, range: &str) -> Box<dyn FnMut() -> Signature> {
    let hand: Combo = hand.parse().expect("a hand");
    let board = "Ts8s2h".parse().expect("a board");
    let spot = HandOnBoard::new(hand, board, CardSet::EMPTY).expect("a spot");
    let range = Range::parse(spot.game(), range).expect("a range");
    // Computed once for each range, as when it is parsed.
    range.evenly_spaced_combos();
    Box::new(move || {
        let answer = estimate(&spot, &range).expect("hands are left");
        Signature::EMPTY.with((1e6 * answer.estimated) as u64).with(answer.draws.outs.bits())
    })
}

fn question(game: Game, players: &[&str], board: &str) -> Question {
    let holding = |text: &&str| match text.parse::<Combo>() {
        Ok(combo) => Holding::Hand(combo),
        Err(_) => Holding::Range(Range::parse(game, text).expect("a range")),
    };
    let players = players.iter().map(holding).collect();
    let board = board.parse().expect("a board");
    Question::new(players, board, CardSet::EMPTY).expect("a question")
}

fn flop_table(flop: &'static str) -> Box<dyn FnMut() -> Signature> {
    let flop: Board = flop.parse().expect("a flop");
    Box::new(move || {
        let table = FlopTable::of(flop).expect("a flop");
        table.numerators().iter().fold(Signature::EMPTY, |hash, &n| hash.with(u64::from(n)))
    })
}

/// A workload in a pool of one thread.
fn in_one_thread(
    mut work: impl FnMut() -> Signature + Send + 'static,
) -> Box<dyn FnMut() -> Signature> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    Box::new(move || pool.install(&mut work))
}

fn every_hand(
    game: Game,
    players: [&str; 2],
    board: &'static str,
) -> Box<dyn FnMut() -> Signature> {
    let question = question(game, &players, board);
    in_one_thread(move || {
        let results = heads_up(&question, &Progress::new()).expect("not cancelled");
        let hands = results.map(|results| results.hands).unwrap_or_default();
        hands[0].iter().fold(Signature::EMPTY, |signature, hand| {
            signature.with(hand.tally.win as u64).with(hand.tally.tie as u64)
        })
    })
}

fn total(game: Game, players: [&str; 2], board: &'static str) -> Box<dyn FnMut() -> Signature> {
    let question = question(game, &players, board);
    in_one_thread(move || {
        let tally = heads_up_total(&question, &Progress::new()).expect("not cancelled");
        let tally = tally.unwrap_or_default();
        Signature::EMPTY.with(tally.win as u64).with(tally.tie as u64).with(tally.lose as u64)
    })
}

fn sampled(game: Game, players: [&str; 2]) -> Box<dyn FnMut() -> Signature> {
    let sampler = Sampler::new(&question(game, &players, "")).expect("a deal is possible");
    let plan = SamplePlan { seed: 1, samples: DEALS, standard_error: None };
    in_one_thread(move || {
        let sampled = sampler.run(&plan, &Progress::new(), || false, |_| ()).expect("not stopped");
        Signature::EMPTY.with((1e9 * sampled.players[0].equity) as u64)
    })
}
