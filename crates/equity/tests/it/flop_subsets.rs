//! The subsets of flops that ship, compared with equities over all boards.

use quasar_cards::{CardSet, Combo, Game, HoldemClass, canonical_flops};
use quasar_equity::{FlopTable, Matchups, SubsetError, SubsetFlop, flop_subset};

use crate::common::all_tables;

const CLASSES: usize = HoldemClass::COUNT;

/// The equity of every class against every other over all boards, from the matchups of
/// combos; a way that knows no flops.
fn equities() -> Vec<f64> {
    let matchups = Matchups::shipped();
    let combos: Vec<Combo> = Combo::all(Game::Holdem, CardSet::EMPTY).collect();
    let mut equities = Vec::new();
    for class in HoldemClass::all() {
        let hero = class.combos().next().unwrap();
        let (mut won, mut deals) = (vec![0.0; CLASSES], vec![0.0; CLASSES]);
        for villain in &combos {
            let other = HoldemClass::of(villain).unwrap().index();
            if let Some(tally) = matchups.hands(&hero, villain) {
                won[other] += tally.win + tally.tie / 2.0;
                deals[other] += tally.total();
            }
        }
        equities.extend(won.iter().zip(deals).map(|(won, deals)| won / deals));
    }
    equities
}

/// The same of each class against later ones over a subset of flops, NaN elsewhere; and how many percent too often or too rarely each
/// class is dealt at worst.
fn by_subset(flops: &[SubsetFlop]) -> (Vec<f64>, f64) {
    let (mut won, mut deals) = (vec![0.0; CLASSES * CLASSES], vec![0.0; CLASSES * CLASSES]);
    let mut dealt = [0.0; CLASSES];
    for flop in flops {
        let table = FlopTable::of(flop.board).unwrap();
        let weight = f64::from(flop.weight);
        let mut numerators = table.numerators().iter();
        for hero in HoldemClass::all() {
            dealt[hero.index()] += weight * f64::from(table.combos(hero)) / 1_176.0;
            for villain in HoldemClass::all().filter(|villain| *villain > hero) {
                let place = hero.index() * CLASSES + villain.index();
                let pairs = table.pairs(hero, villain);
                won[place] += weight * f64::from(*numerators.next().unwrap());
                deals[place] += weight * f64::from(2 * 990 * pairs);
            }
        }
    }
    let off = HoldemClass::all().map(|class| {
        let expected = 22_100.0 * class.size() as f64 / 1_326.0;
        100.0 * (dealt[class.index()] / expected - 1.0).abs()
    });
    let worst = off.fold(0.0, f64::max);
    (won.iter().zip(deals).map(|(won, deals)| won / deals).collect(), worst)
}

/// The mean and the largest difference of equities, in points, where there are any.
fn off(found: &[f64], expected: &[f64]) -> (f64, f64) {
    let pairs = found.iter().zip(expected).filter(|(found, _)| !found.is_nan());
    let off: Vec<f64> = pairs.map(|(a, b)| 100.0 * (a - b).abs()).collect();
    assert_eq!(off.len(), CLASSES * (CLASSES - 1) / 2);
    (off.iter().sum::<f64>() / off.len() as f64, off.iter().copied().fold(0.0, f64::max))
}

/// The bounds are those that `docs/MODEL.md` states, rounded up.
#[test]
fn subsets_reproduce_equities_and_hands_dealt() {
    let expected = equities();
    for (size, mean, worst, dealt) in
        [(10, 2.7, 16.0, 3.6), (25, 0.99, 5.7, 1.0), (49, 0.47, 3.0, 0.6), (95, 0.27, 1.9, 0.3)]
    {
        let (found, worst_dealt) = by_subset(&flop_subset(size));
        let (found_mean, found_worst) = off(&found, &expected);
        assert!(found_mean <= mean, "{size}: mean {found_mean}");
        assert!(found_worst <= worst, "{size}: worst {found_worst}");
        assert!(worst_dealt <= dealt, "{size}: dealt {worst_dealt}");
    }
}

#[test]
fn errors_are_those_counted_from_matchups() {
    let all = canonical_flops()
        .iter()
        .map(|flop| SubsetFlop { board: flop.board, weight: flop.multiplicity })
        .collect();
    let errors = SubsetError::of(all_tables(), &[flop_subset(15), all]);
    let none = errors[1];
    assert!(none.worst_equity < 1e-9 && none.worst_dealt < 1e-9 && none.spread < 1e-9);
    let (found, worst_dealt) = by_subset(&flop_subset(15));
    let expected = equities();
    let (mean, worst) = off(&found, &expected);
    assert!((errors[0].equity - mean).abs() < 1e-6, "{} {mean}", errors[0].equity);
    assert!((errors[0].worst_equity - worst).abs() < 1e-6);
    assert!((errors[0].worst_dealt - worst_dealt).abs() < 1e-6);
    assert!(errors[0].against_all < errors[0].equity);
}
