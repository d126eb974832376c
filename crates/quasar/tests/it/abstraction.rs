//! Specs that ask for buckets.

use crate::common::patched;
use quasar::{
    buckets::AbstractedReport,
    job::{Control, Ended},
    spot::SpotSpec,
};

/// Three hands of each strength against a few that beat some of them.
const SPOT: &str = "
game: plo4
board: AsKd9s4c4d
pot: 100
stack: 100
oop: AhAd8c7c,AhAd8h7h,9h9d8c7c,8h7h6s3s,8c7c6h3h
ip: KhQhKc5c,KhJhKc5c,QhJhTc5c
bet: pot
iterations: 400
threads: 1
";

fn solved(abstraction: &str) -> AbstractedReport {
    let spec = SpotSpec::parse(&format!("{SPOT}{abstraction}")).unwrap();
    let mut job = spec.abstracted_job(u64::MAX, &Control::new()).unwrap().unwrap();
    let line = "r:0".parse().unwrap();
    let ended = job.run(&Control::new(), |_| ()).unwrap();
    job.report(ended, &line).unwrap()
}

/// What the first player gets when every hand is played for itself.
fn exact_value() -> f64 {
    let spec = SpotSpec::parse(SPOT).unwrap();
    assert!(spec.abstracted_job(u64::MAX, &Control::new()).unwrap().is_none());
    let mut job = spec.plan().unwrap().job(u64::MAX).unwrap();
    job.run(&Control::new(), |_| ()).unwrap();
    job.job().exploitability().unwrap().values[0] + 50.0
}

fn refused(more: &str) -> String {
    SpotSpec::parse(&format!("{SPOT}{more}")).unwrap_err().to_string()
}

/// With a bucket for each kind of hand that matters the lifted strategy is as good as
/// the exact one; with one bucket it cannot be.
#[test]
fn what_buckets_cost_is_measured_in_the_real_game() {
    let fine = solved("abstraction: {k: 300}");
    assert_eq!((fine.ended, fine.iterations), (Ended::Iterations, 400));
    assert_eq!((fine.features.text(), fine.asked, fine.seed), ("real", 300, 1));
    assert_eq!((fine.buckets, fine.node.strategy.len()), (300, 300));
    assert!(fine.bucket_exploitability_percent < 0.1, "{fine:?}");
    assert!(fine.exploitability_percent < 0.5, "{}", fine.exploitability_percent);
    let exact = exact_value();
    assert!((exact - fine.evs[0]).abs() < 0.5, "{exact} {:?}", fine.evs);
    let coarse = solved("abstraction: {k: 1, features: small, seed: 3}");
    assert_eq!((coarse.buckets, coarse.seed), (1, 3));
    assert!(coarse.bucket_exploitability_percent < 0.1, "{coarse:?}");
    assert!(coarse.exploitability_percent > 5.0, "{coarse:?}");
    // A bucket that is held shows hands of the range, and no others.
    let range = ["AhAd8c7c", "AdAh8h7h", "9h9d8c7c", "8h7h6s3s", "8c7c6h3h"];
    let sorted = |hand: &str| {
        let mut cards: Vec<&[u8]> = hand.as_bytes().chunks(2).collect();
        cards.sort_unstable();
        cards.concat()
    };
    for bucket in fine.node.strategy.iter().chain(&coarse.node.strategy) {
        assert_eq!(bucket.examples.is_empty(), bucket.combos == 0.0, "{bucket:?}");
        for hand in &bucket.examples {
            assert!(range.iter().any(|own| sorted(own) == sorted(hand)), "{hand}");
        }
    }
    for report in [&fine, &coarse] {
        let mean = report.gains.iter().sum::<f64>() / 2.0;
        assert!((mean - report.exploitability).abs() < 1e-6, "{report:?}");
        assert!((report.evs.iter().sum::<f64>() - 100.0).abs() < 1e-3, "{:?}", report.evs);
        let frequencies = report.node.actions.iter().filter_map(|action| action.frequency);
        assert!((frequencies.sum::<f64>() - 1.0).abs() < 1e-4);
        let combos: f64 = report.node.strategy.iter().map(|bucket| bucket.combos).sum();
        assert!((combos - 5.0).abs() < 1e-4, "{combos}");
    }
}

#[test]
fn fields_that_make_no_sense_are_refused() {
    assert!(refused("abstraction: {features: real}").contains("abstraction.k"));
    assert!(refused("abstraction: {k: 0}").contains("abstraction.k is `0`"));
    assert!(refused("abstraction: {k: 9, features: best}").contains("small or real"));
    assert!(refused("abstraction: {k: 9, sed: 1}").contains("abstraction.sed"));
    let turn = SPOT.replace("AsKd9s4c4d", "AsKd9s4c");
    let error = SpotSpec::parse(&format!("{turn}abstraction: {{k: 9}}")).unwrap_err();
    assert!(error.to_string().contains("rivers of plo4"), "{error}");
    let spec = SpotSpec::parse(&format!("{SPOT}abstraction: {{k: 9}}")).unwrap();
    assert!(spec.plan().unwrap_err().to_string().starts_with("abstraction"));
    let nobody = patched::spot(&format!("{SPOT}abstraction: {{k: 9}}"), &[("ip.range", "")]);
    assert!(nobody.unwrap_err().to_string().contains("expected at least one hand"));
    let blocked = patched::spot(&format!("{SPOT}abstraction: {{k: 9}}"), &[("ip.range", "AsKdQQ")]);
    let refused_job = blocked.unwrap().abstracted_job(u64::MAX, &Control::new()).err().unwrap();
    assert!(refused_job.to_string().starts_with("every hand in the range of ip"), "{refused_job}");
    let locked = "abstraction: {k: 5}\nlocks: [{line: \"r:0\", frequencies: {check: 100%}}]\n";
    assert!(refused(locked).contains("locks"), "{}", refused(locked));
}
