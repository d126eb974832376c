//! A network as the value of leaves, against values that are computed in another way.

use quasar_cards::Street;
use quasar_nets::data::HeldOutSpot;
use quasar_nets::limit::finish::Locked;
use quasar_nets::limit::{Constant, Equity, LeafValues, LimitError};
use quasar_nets::measure::{CutSpot, MeasureError};
use quasar_nets::range::{NetworkSpec, NetworkValues, Output, RangeNetwork};

fn spot(table: &str, board: &str, ranges: [&str; 2], stack: u64) -> CutSpot {
    let spot = HeldOutSpot {
        table: table.to_owned(),
        board: board.parse().unwrap(),
        ranges: ranges.map(str::to_owned),
        pot: 100,
        stack,
    };
    CutSpot::new(&spot).unwrap()
}

fn untrained(street: Street, output: Output) -> NetworkValues {
    let spec = NetworkSpec { street, output, width: 8, depth: 1, version: 1 };
    NetworkValues::new(RangeNetwork::new(spec, 1).unwrap())
}

fn exploitability(spot: &CutSpot, values: &dyn LeafValues) -> f64 {
    let mut searched = spot.search(values, 2, 1).unwrap();
    searched.finish(Locked::Both, 0.0001, 200, 1).unwrap().exploitability
}

/// A network that has learned nothing says that hands are worth their equity, so a search with
/// it is one with equities, which come from other operators: units, seats, the order of hands
/// and the average over rivers agree. What follows the cut is solved to a ten-thousandth of the
/// pot, so results agree to about that.
#[test]
fn an_untrained_network_is_equity() {
    let both = [Output::Curve, Output::Hand];
    for (street, outputs, cut) in [
        (
            Street::River,
            &both[..],
            spot("holdem-turn", "Ks7s2d9h", ["TT+,AKs,76s", "55-66,AQs+,QJs"], 200),
        ),
        (
            Street::River,
            &both[..1],
            spot("plo4-turn", "AhAd8d9c", ["AK98:$ds,KKQQ:$ds", "KQJT:$ds,QQJJ:$ds"], 150),
        ),
        (Street::Turn, &both[..1], spot("holdem-flop", "Ks7s2d", ["AKs,99", "KQs,77"], 80)),
    ] {
        let expected = exploitability(&cut, &Equity);
        for &output in outputs {
            let found = exploitability(&cut, &untrained(street, output));
            assert!((found - expected).abs() < 2e-4, "{street:?}: {found} {expected}");
        }
        // It would be noticed if it were not.
        let other = exploitability(&cut, &Constant(0.0));
        assert!((other - expected).abs() > 1e-3, "{street:?}: {other} {expected}");
    }
}

#[test]
fn networks_of_another_street_are_refused() {
    let turn = spot("holdem-turn", "Ks7s2d9h", ["99+", "22-66"], 200);
    let found = turn.search(&untrained(Street::Turn, Output::Curve), 1, 1).err();
    let street =
        matches!(found, Some(MeasureError::Limit(LimitError::Street { expected: 4, found: 5 })));
    assert!(street);
}
