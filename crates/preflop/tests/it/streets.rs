//! The whole game on the full deck: all-in or fold as a special case, and what fits into memory.

use quasar_cards::{Board, CardSet, HoldemClass, canonical_flops};
use quasar_equity::flop_subset;
use quasar_game::{Chips, Rake};
use quasar_preflop::{
    ClassTable, FlopValue, PotSizes, PotType, PreflopError, PreflopGame, PreflopSpec,
    StreetsBetting, StreetsRequest, choose_streets, held_out_flops,
};
use quasar_solver::{Precision, Profile, Settings, Solver, StreetsGame, StreetsSpec};

/// All flops with all-ins by all boards: the game over the 169 classes.
#[test]
fn push_or_fold_on_all_flops_is_push_or_fold() {
    let spec = PreflopSpec::push_fold(Chips(500), Chips(1_000), Chips(0), Chips(10_000));
    let today = PreflopGame::new(&spec, FlopValue::Equity).unwrap();
    let classes = ClassTable::preflop();
    let all = HoldemClass::COUNT;
    let margin = |cell: usize| 2.0 * classes.equity(cell / all, cell % all) - 1.0;
    let margins: Vec<f64> = (0..all * all).map(margin).collect();
    let flops: Vec<(Board, f64)> =
        canonical_flops().iter().map(|flop| (flop.board, f64::from(flop.multiplicity))).collect();
    let game = StreetsGame::new(&StreetsSpec {
        deck: CardSet::DECK,
        flops: &flops,
        preflop: today.betting(),
        lines: &[],
        rake: Rake::NONE,
        merge_rivers: None,
        all_ins: Some(&margins),
    })
    .unwrap();
    assert_eq!(game.classes().len(), all);
    for class in 0..all {
        let [dealt, evenly] = game.dealt(class);
        assert!((dealt - evenly).abs() < 1e-12);
    }
    let mut streets = Solver::new(game, Settings::default()).unwrap();
    let mut today = Solver::new(today.game().clone(), Settings::default()).unwrap();
    for _ in 0..200 {
        streets.step().unwrap();
        today.step().unwrap();
    }
    let [one, other] = [
        streets.exploitability(Profile::Average).unwrap(),
        today.exploitability(Profile::Average).unwrap(),
    ];
    for player in 0..2 {
        assert!((one.values[player] - other.values[player]).abs() < 0.05, "{one:?} {other:?}");
        let [a, b] = [one.best_responses[player], other.best_responses[player]];
        assert!((a - b).abs() < 0.05, "{one:?} {other:?}");
    }
}

fn sizes(bet: &str, raise_cap: u32) -> PotSizes {
    PotSizes { bet: bet.parse().unwrap(), raise: "50%".parse().unwrap(), raise_cap }
}

fn betting(bet: &str, raise_cap: u32) -> StreetsBetting {
    let by_pot = [None, None, None, None];
    StreetsBetting { usual: sizes(bet, raise_cap), by_pot, small_spr: 1.0 }
}

fn preflop() -> PreflopSpec {
    PreflopSpec {
        raises: ["2.5bb, a", "3x, a"].map(|text| text.parse().unwrap()).to_vec(),
        raise_cap: Some(3),
        limp: true,
        limit: quasar_game::Limit::NoLimit,
        ..PreflopSpec::push_fold(Chips(500), Chips(1_000), Chips(0), Chips(25_000))
    }
}

#[test]
fn the_largest_subset_and_the_richest_sizes_that_fit_are_chosen() {
    let preflop = preflop();
    let choose = |memory: u64| {
        choose_streets(&StreetsRequest {
            preflop: &preflop,
            flops: None,
            betting: vec![betting("33%, 75%", 1), betting("66%", 1), betting("66%", 0)],
            river_buckets: Some(100),
            settings: Settings { precision: Precision::Half, threads: 2, ..Settings::default() },
            memory,
        })
    };
    let mut last: Option<(usize, usize)> = None;
    for memory in [60_000_000_000, 16_000_000_000, 4_000_000_000, 1_500_000_000] {
        let chosen = choose(memory).unwrap();
        assert!(chosen.size.total() <= memory);
        let now = (chosen.flops.len(), chosen.betting);
        if let Some((flops, betting)) = last {
            assert!(now.0 <= flops || now.1 > betting, "{now:?} after {last:?}");
        }
        last = Some(now);
    }
    let Err(PreflopError::TooLarge { needed, allowed }) = choose(100_000_000) else {
        panic!("five flops take more than 100 MB")
    };
    assert!(needed > allowed);
}

#[test]
fn pots_have_sizes_of_their_own() {
    let preflop = preflop().betting().unwrap();
    let seen = PreflopGame::seen(&preflop);
    let types: Vec<PotType> = seen.iter().map(|seen| PotType::of(&preflop, seen.node)).collect();
    assert!(types.contains(&PotType::Limped) && types.contains(&PotType::ThreeBet));
    let mut by_pot = [None, None, None, None];
    by_pot[PotType::Limped as usize] = Some(sizes("50%", 0));
    let plain = betting("33%, 75%", 1);
    let own = StreetsBetting { by_pot, ..plain.clone() };
    let rules = quasar_game::Rules {
        limit: quasar_game::Limit::NoLimit,
        min_bet: quasar_game::MinBet::BigBlind,
        big_blind: Chips(1_000),
    };
    let [plain, own] = [plain, own].map(|betting| betting.lines(&preflop, &seen, rules));
    for ((plain, own), pot) in plain.iter().zip(&own).zip(types) {
        assert_eq!(plain == own, pot != PotType::Limped);
    }
}

#[test]
fn held_out_flops_are_others() {
    let used: Vec<Board> = flop_subset(25).into_iter().map(|flop| flop.board).collect();
    let drawn = held_out_flops(20, &used, 7);
    assert_eq!(drawn, held_out_flops(20, &used, 7));
    assert_ne!(drawn, held_out_flops(20, &used, 8));
    let mut distinct = drawn.clone();
    distinct.sort_by_key(|board| board.set().bits());
    distinct.dedup();
    assert_eq!(distinct.len(), 20);
    assert!(drawn.iter().all(|board| !used.contains(board)));
    assert_eq!(held_out_flops(5_000, &used, 7).len(), 1_755 - 25);
}
