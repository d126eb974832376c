//! Dry runs say what the solves themselves would.

use quasar::job::{JobError, MemoryLimit, MemorySource};
use quasar::solver::SolverError;
use quasar::spot::{BoardsSpec, FlopChoice, SaveSize, SpotError, SpotSpec};

const SPOT: &str = "{board: AhKsQd, pot: 100, stack: 60, oop: 'AA,QQ,87s', ip: 'KK,JJ', bet: a}";

fn limit(bytes: u64) -> MemoryLimit {
    MemoryLimit { bytes, source: MemorySource::User }
}

#[test]
fn a_spot_fits_into_what_it_needs_and_not_a_byte_less() {
    let spot = SpotSpec::parse(SPOT).unwrap();
    let needed = spot.clone().dry_run(&limit(u64::MAX)).unwrap().outline.size.memory.total;
    assert!(spot.clone().plan().unwrap().job(needed).is_ok());
    assert!(spot.clone().dry_run(&limit(needed)).unwrap().fits.is_ok());
    let short = spot.clone().dry_run(&limit(needed - 1)).unwrap().fits.unwrap_err();
    let refused = spot.plan().unwrap().job(needed - 1).err().expect("it takes a byte more");
    let too_large = SolverError::TooLarge { needed, allowed: needed - 1 };
    for error in [short, refused] {
        assert!(matches!(&error, SpotError::Solver(found) if *found == too_large), "{error}");
        let shortage = JobError::from(error).shortage().unwrap();
        assert_eq!((shortage.needed, shortage.allowed), (needed, needed - 1));
        assert!(!shortage.boards_alone);
    }
    let tiny = SpotSpec::parse(SPOT).unwrap().dry_run(&limit(1)).unwrap_err();
    assert!(JobError::from(tiny).shortage().unwrap().boards_alone);
}

#[test]
fn many_flops_fit_if_the_largest_does() {
    let folder = tempfile::tempdir().unwrap();
    let spot = SpotSpec::parse(SPOT).unwrap();
    let flops = FlopChoice::parse("AhKsQd,7s7h2d").unwrap().flops(&spot).unwrap();
    let keep = SaveSize::NoRivers;
    let spec = BoardsSpec { spot, flops, folder: folder.path().to_owned(), keep };
    let outline = spec.clone().dry_run(&limit(u64::MAX)).unwrap().outline;
    assert_eq!((outline.pending, outline.solved), (2, 0));
    let needed = outline.largest.unwrap().memory;
    assert!(spec.clone().dry_run(&limit(needed)).unwrap().fits.is_ok());
    let short = spec.dry_run(&limit(needed - 1)).unwrap().fits.unwrap_err();
    assert_eq!(JobError::from(short).shortage().unwrap().needed, needed);
    assert_eq!(folder.path().read_dir().unwrap().count(), 0, "nothing is written");
}
