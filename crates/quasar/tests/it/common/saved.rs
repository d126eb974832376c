//! Spots that are solved and saved, and whether the save tells what was found.

use quasar::game::Player;
use quasar::{
    job::Control,
    spot::{NodeFacts, SaveSize, SpotJob, SpotSave, SpotSpec},
};

use super::plain::Plain;

/// Solves a spot and saves it.
pub(crate) fn saved(text: &str, size: SaveSize) -> (SpotJob, SpotSave) {
    let plan = SpotSpec::parse(text).unwrap().plan().unwrap();
    let told = plan.save_size(size).unwrap();
    let mut job = plan.job(u64::MAX).unwrap();
    job.run(&Control::new(), |_| ()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spot.qsr");
    let bytes = job.save(&path, size, &Control::new()).unwrap();
    assert_eq!(bytes, told);
    let save = SpotSave::from_bytes(&path, std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(save.size(), bytes);
    (job, save)
}

/// Whether a decision of the save is that of the solve, but for 16 bits.
pub(crate) fn assert_same(live: &NodeFacts, kept: &NodeFacts) {
    let place = (&live.line, live.board, live.solved_as, live.player, live.pot);
    assert_eq!(place, (&kept.line, kept.board, kept.solved_as, kept.player, kept.pot));
    assert_eq!(live.actions, kept.actions);
    let close = |one: &[f32], other: &[f32], most: f32| {
        one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a - b).abs() <= most)
    };
    let line = &live.line;
    assert!(close(&live.strategy, &kept.strategy, 1.01 / 65_535.0), "{line}");
    for (one, other) in live.sides.iter().zip(&kept.sides) {
        assert_eq!(one.combos, other.combos, "{line}");
        // A frequency for each of the player's own actions on the line, of which
        // there are at most four.
        assert!(close(&one.weights, &other.weights, 4.1 / 65_535.0), "{line}");
    }
    // The largest EV is at most pot and stacks; half of a unit of it, and rounding.
    let chips = |evs: &[Option<f32>]| evs.iter().map(|ev| ev.unwrap_or(0.0)).collect::<Vec<_>>();
    let most = 400.0 * (0.5 / 32_767.0 + 1e-5);
    assert!(close(&chips(&live.action_evs), &chips(&kept.action_evs), most), "{line}");
    for (one, other) in live.sides.iter().zip(&kept.sides) {
        let known = |evs: &[Option<f32>]| evs.iter().map(Option::is_some).collect::<Vec<_>>();
        assert_eq!(known(&one.evs), known(&other.evs), "{line}");
        assert!(close(&chips(&one.evs), &chips(&other.evs), 3.0 * most), "{line}");
    }
}

/// Frequencies are wrong by 1/65,535 at most, on each of the decisions of a line,
/// for each of their actions; and a line wins or loses the largest pot at most.
fn rounding(save: &SpotSave) -> f64 {
    let largest = 2 * save.betting().stack().0 + save.betting().starting_pot().0;
    let (decisions, actions) = (8.0, 3.0);
    decisions * actions * largest as f64 / 65_535.0
}

/// The save alone, evaluated by other code than the solver's, is worth and gives away
/// what the solve reports.
pub(crate) fn assert_as_exploitable(job: &mut SpotJob, save: &SpotSave) {
    let reported = job.job().exploitability().unwrap().mean();
    let results = save.results();
    let plain = Plain::new(save);
    let rounding = rounding(save);
    let mut gain = 0.0;
    for player in Player::BOTH {
        let side = player.index();
        let (ev, best) = (plain.value(player, false), plain.value(player, true));
        assert!((ev - results.evs[side]).abs() < rounding, "{ev} {results:?}");
        assert!((best - results.best_responses[side]).abs() < rounding, "{best} {results:?}");
        gain += (best - ev) / 2.0;
    }
    assert!((gain - reported).abs() < rounding, "{gain} {reported}");
    // Much less than that in fact.
    assert!((gain - reported).abs() < 0.002, "{gain} {reported}");
    assert!(reported > 0.01, "{reported}");
}
