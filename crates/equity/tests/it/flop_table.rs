//! Flop tables against comparing every two hands on every runout with another
//! library's ranks, and against the table of matchups before the flop.
use proptest::prelude::*;
use quasar_cards::{
    Board, Card, CardSet, Combo, Game, HoldemClass, SuitPermutation, canonical_flops,
};
use quasar_equity::{
    DealError, FLOP_TABLE_ENTRIES, FlopTable, FlopTableError, Matchups, Progress, flop_tables,
};
use quasar_eval::rank_set;

use crate::common::all_tables;

const CLASSES: usize = HoldemClass::COUNT;

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn class(combo: &Combo) -> usize {
    HoldemClass::of(combo).unwrap().index()
}

/// Entries above the diagonal of a square, row by row.
fn triangle<T: Copy>(square: &[T]) -> Vec<T> {
    let rows = square.chunks_exact(CLASSES).enumerate();
    rows.flat_map(|(row, entries)| entries[row + 1..].to_vec()).collect()
}

/// All numerators of a flop by ranking every hand on every runout and comparing
/// every two hands.
fn every_pair(flop: Board) -> Vec<u32> {
    // Below all ranks once their top bit is turned into a sign.
    const BLOCKED: i16 = i16::MIN;
    let cards: Vec<aya_poker::base::Card> =
        Card::all().map(|card| card.to_string().parse().unwrap()).collect();
    let combos: Vec<Combo> = Combo::all(Game::Holdem, flop.set()).collect();
    let mut won_less_lost = vec![vec![0i16; combos.len()]; combos.len()];
    for runout in &combos {
        let mut on_board = aya_poker::base::Hand::new();
        for card in flop.set() | runout.set() {
            on_board.insert_unchecked(&cards[card.index()]);
        }
        let rank = |combo: &Combo| {
            if combo.set().intersects(runout.set()) {
                return BLOCKED;
            }
            let mut hand = on_board;
            for card in combo.cards() {
                hand.insert_unchecked(&cards[card.index()]);
            }
            (aya_poker::poker_rank(&hand).0 ^ 1 << 15).cast_signed()
        };
        let ranks: Vec<i16> = combos.iter().map(rank).collect();
        for (hero, sums) in won_less_lost.iter_mut().enumerate() {
            let mine = ranks[hero];
            if mine != BLOCKED {
                for (sum, &theirs) in sums[hero + 1..].iter_mut().zip(&ranks[hero + 1..]) {
                    *sum += i16::from(mine > theirs) - i16::from(mine < theirs);
                }
            }
        }
    }
    let mut square = vec![0; CLASSES * CLASSES];
    for (hero, one) in combos.iter().enumerate() {
        for (villain, other) in combos.iter().enumerate().skip(hero + 1) {
            if !one.set().intersects(other.set()) {
                // On C(47,2) - C(45,2) = 91 runouts only villain was blocked, and lost.
                let score = u32::try_from(990 + won_less_lost[hero][villain] - 91).unwrap();
                square[class(one) * CLASSES + class(other)] += score;
                square[class(other) * CLASSES + class(one)] += 2 * 990 - score;
            }
        }
    }
    triangle(&square)
}

fn agrees_with_every_pair(flops: &[&str]) {
    for flop in flops {
        let table = FlopTable::of(board(flop)).unwrap();
        let wrong = table.numerators().iter().zip(every_pair(board(flop)));
        assert_eq!(wrong.filter(|(found, expected)| *found != expected).count(), 0, "{flop}");
    }
}

#[test]
fn rainbow_and_paired_flops_agree_with_every_pair_on_every_runout() {
    agrees_with_every_pair(&["As8h5d", "7s7h2d", "5s5h5d"]);
}

#[test]
fn two_tone_flops_agree_with_every_pair_on_every_runout() {
    agrees_with_every_pair(&["Td9d6h", "KsKh9s", "Ac4c2d"]);
}

#[test]
fn monotone_flops_agree_with_every_pair_on_every_runout() {
    agrees_with_every_pair(&["9h8h7h", "AhKhQh", "5c4c2c"]);
}

/// Every board of five cards is a flop and a runout in ten ways, so the tables of
/// all flops together hold what hands win before the flop ten times.
#[test]
fn all_tables_together_give_the_matchups_before_the_flop() {
    let mut sums = vec![0u64; FLOP_TABLE_ENTRIES];
    for (flop, table) in canonical_flops().iter().zip(all_tables()) {
        assert_eq!(table.flop(), flop.board);
        // Checks that no numerator is beyond its deals.
        assert_eq!(FlopTable::from_numerators(flop.board, table.numerators()).unwrap(), *table);
        let multiplicity = u64::from(flop.multiplicity);
        for (sum, &numerator) in sums.iter_mut().zip(table.numerators()) {
            *sum += multiplicity * u64::from(numerator);
        }
        let mut pairs = 0;
        for one in HoldemClass::all() {
            let before = HoldemClass::all().take(one.index());
            pairs += 2 * before.map(|other| table.pairs(one, other)).sum::<u32>();
            pairs += table.pairs(one, one);
        }
        assert_eq!(pairs, 1_176 * 1_081, "{:?}", table.flop());
    }

    let mut expected = vec![0u64; CLASSES * CLASSES];
    let combos: Vec<Combo> = Combo::all(Game::Holdem, CardSet::EMPTY).collect();
    for one in &combos {
        for other in &combos {
            if let Some(tally) = Matchups::shipped().hands(one, other) {
                let score = 2.0 * tally.win + tally.tie;
                expected[class(one) * CLASSES + class(other)] += 10 * score as u64;
            }
        }
    }
    assert!(sums == triangle(&expected));
}

#[test]
fn pair_counts_are_those_of_the_combos() {
    for flop in ["As8h5d", "Td9d6h", "9h8h7h", "7s7h2d", "KsKh9s", "5s5h5d"] {
        let mut expected = vec![0; CLASSES * CLASSES];
        let combos: Vec<Combo> = Combo::all(Game::Holdem, board(flop).set()).collect();
        for one in &combos {
            for other in combos.iter().filter(|other| !one.set().intersects(other.set())) {
                expected[class(one) * CLASSES + class(other)] += 1;
            }
        }
        let table = FlopTable::from_numerators(board(flop), &[0; FLOP_TABLE_ENTRIES]).unwrap();
        let found = HoldemClass::all()
            .flat_map(|one| HoldemClass::all().map(move |other| (one, other)))
            .map(|(one, other)| table.pairs(one, other));
        assert!(found.eq(expected), "{flop}");
    }
}

#[test]
fn floats_are_the_quotients_and_none_is_nan() {
    let table = FlopTable::of(board("AsAhKd")).unwrap();
    let (mut single, mut double) =
        (vec![0.0f32; CLASSES * CLASSES], vec![0.0f64; CLASSES * CLASSES]);
    table.equities_f32_into(&mut single);
    table.equities_f64_into(&mut double);
    for hero in HoldemClass::all() {
        for villain in HoldemClass::all() {
            let (there, back) = (
                hero.index() * CLASSES + villain.index(),
                villain.index() * CLASSES + hero.index(),
            );
            let deals = 990 * table.pairs(hero, villain);
            let both = table.numerator(hero, villain) + table.numerator(villain, hero);
            assert_eq!(both, 2 * deals);
            match table.equity(hero, villain) {
                Some(equity) => {
                    assert_eq!(double[there], equity);
                    assert_eq!(single[there], equity as f32);
                    assert!((0.0..=1.0).contains(&equity));
                    assert!((double[there] + double[back] - 1.0).abs() < 1e-15);
                }
                None => assert!(deals == 0 && double[there].is_nan() && single[there].is_nan()),
            }
        }
    }
    let [aces, kings] = ["AA", "KK"].map(|text| text.parse().unwrap());
    assert_eq!(table.equity(aces, aces), None);
    assert_eq!(table.equity(kings, kings), None, "three kings are left");
    assert_eq!(table.pairs(aces, kings), 3);
}

#[test]
fn tables_from_elsewhere_are_checked() {
    let table = FlopTable::of(board("Td9d6h")).unwrap();
    let again = FlopTable::from_numerators(board("Tc9c6s"), table.numerators()).unwrap();
    assert_eq!(again, table);
    let error = FlopTable::from_numerators(table.flop(), &[0; 3]).unwrap_err();
    assert_eq!(error.to_string(), "a flop table has 14196 numerators, not 3");
    let mut wrong = [0; FLOP_TABLE_ENTRIES];
    wrong[168] = 12 * 1_980 + 1;
    let error = FlopTable::from_numerators(table.flop(), &wrong).unwrap_err();
    let message = "numerator 168 of a flop table is 23761, but its deals give at most 23760";
    assert_eq!(error.to_string(), message);
    for text in ["", "Td9d6h2c"] {
        let error = FlopTable::of(board(text)).unwrap_err();
        assert_eq!(error, FlopTableError::NotAFlop(board(text)));
    }
}

#[test]
fn many_tables_can_be_watched_and_stopped() {
    let flops = ["Td9d6h", "2c2d2h", "AsKsQs"].map(board);
    let progress = Progress::new();
    flop_tables(&flops, &progress, |place, table| {
        assert_eq!(table, FlopTable::of(flops[place]).unwrap());
    })
    .unwrap();
    assert_eq!((progress.done(), progress.total()), (3, 3));
    progress.cancel();
    let stopped = flop_tables(&flops, &progress, |_, _| panic!("nothing is computed"));
    assert_eq!(stopped, Err(DealError::Stopped.into()));
    let error = flop_tables(&[Board::EMPTY], &Progress::new(), |_, _| ()).unwrap_err();
    assert_eq!(error.to_string(), "a flop has three cards, but the board [] has 0");
}

fn flop() -> impl Strategy<Value = Board> {
    proptest::sample::subsequence(Card::all().collect::<Vec<_>>(), 3)
        .prop_map(|cards| Board::new(&cards).unwrap())
}

fn holdem_class() -> impl Strategy<Value = HoldemClass> {
    (0..CLASSES).prop_map(|index| HoldemClass::from_index(index).unwrap())
}

/// Twice the wins plus the ties of a class by dealing everything out.
fn dealt_out(flop: Board, hero: HoldemClass, villain: HoldemClass) -> u32 {
    let mut score = 0;
    for one in hero.combos().filter(|one| !one.set().intersects(flop.set())) {
        let gone = flop.set() | one.set();
        for other in villain.combos().filter(|other| !other.set().intersects(gone)) {
            for runout in Combo::all(Game::Holdem, gone | other.set()) {
                let on_board = flop.set() | runout.set();
                let [mine, theirs] =
                    [one, other].map(|hand| rank_set(on_board | hand.set()).unwrap());
                score += u32::from(mine >= theirs) + u32::from(mine > theirs);
            }
        }
    }
    score
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn entries_are_what_dealing_everything_out_gives(
        flop in flop(),
        hero in holdem_class(),
        villain in holdem_class(),
    ) {
        let table = FlopTable::of(flop).unwrap();
        prop_assert_eq!(table.numerator(hero, villain), dealt_out(flop, hero, villain));
    }

    #[test]
    fn suits_of_a_flop_do_not_matter(flop in flop(), permutation in 0..24usize) {
        let permutation = SuitPermutation::all().nth(permutation).unwrap();
        let cards: Vec<Card> = permutation.apply(flop.set()).iter().collect();
        let relabelled = Board::new(&cards).unwrap();
        prop_assert_eq!(FlopTable::of(flop).unwrap(), FlopTable::of(relabelled).unwrap());
    }
}
