//! Rivers in buckets, corrected by rivers without buckets while strategies are learned.
//!
//! What a turn learns from a river in buckets is off by what buckets do not see: which hands of a
//! bucket are still there after the betting, and which hands each is up against. With A the value
//! of a river to a hand if leaves are swept without buckets, and B that with buckets, both players
//! following the strategies of their buckets, a turn learns from
//!
//! ```text
//! sum over all rivers of B + G * sum over the rivers of a group of (A - B)
//! ```
//!
//! where the n rivers of a turn are divided into G groups. Every visit takes one of them, and G
//! visits in a row take each once ([`Sampling`]): the mean is exact for given strategies, what is
//! left to chance is small because B is close to A, and a solve can be resumed anywhere.
//! Buckets themselves learn from B on every river. Cost: an exact iteration over one river in
//! G, less what leads to it.

use std::sync::Mutex;

use super::{At, Deals, Pass, Task, Walk};
use crate::plan::Plan;
use crate::scratch::{self, LevelScratch};
use crate::storage::{Precision, View};
use crate::{LeafError, Sampling, Settings, SolverGame};

/// What the order in which rivers are taken is drawn from, besides the seed: other samples
/// with the same seed take other rivers.
const ORDER: u64 = 0x6861_6e63;

/// What rivers are corrected with.
#[derive(Debug)]
pub(crate) struct ByHand {
    /// That of a walk over hands.
    plan: Plan,
    /// Which rivers are taken.
    sampling: Sampling,
    /// Scratch of the last level for each thread.
    workers: Vec<Mutex<Vec<LevelScratch>>>,
    /// The values of the rivers that are taken, if threads divide them.
    results: Mutex<[Vec<f32>; 2]>,
}

impl ByHand {
    /// Room for what settings ask for, if a game has rivers without buckets.
    pub(crate) fn new(
        game: &dyn SolverGame,
        plan: &Plan,
        settings: &Settings,
        threads: usize,
    ) -> Option<ByHand> {
        let one_in = settings.by_hand.filter(|_| merges(game, plan))?;
        let precision = settings.precision;
        let plan = plan.by_hand(game);
        let last = plan.levels.len() - 1;
        let worker = || Mutex::new(scratch::levels(&plan, last, precision));
        let workers = (0..threads).map(|_| worker()).collect();
        let results = Mutex::new(results(&plan, one_in, threads).map(|len| vec![0.0; len]));
        let seed = ORDER.wrapping_add(settings.by_hand_seed);
        let sampling = Sampling { one_in: [one_in; 3], seed, until: None };
        Some(ByHand { plan, sampling, workers, results })
    }

    /// Bytes of it.
    pub(crate) fn bytes(
        game: &dyn SolverGame,
        plan: &Plan,
        one_in: u32,
        threads: usize,
        precision: Precision,
    ) -> u64 {
        if !merges(game, plan) {
            return 0;
        }
        let plan = plan.by_hand(game);
        let scratch = scratch::bytes(&plan, plan.levels.len() - 1, precision);
        let results: usize = results(&plan, one_in, threads).iter().sum();
        threads as u64 * scratch + (results * size_of::<f32>()) as u64
    }
}

/// Whether a game has rivers in buckets, and plays some without.
fn merges(game: &dyn SolverGame, plan: &Plan) -> bool {
    let before = plan.levels.len().checked_sub(2);
    before.is_some_and(|level| game.by_hand(crate::BoardAt { level, board: 0 }).is_some())
}

/// Numbers for the values of the rivers that are taken of a game's only turn.
fn results(plan: &Plan, one_in: u32, threads: usize) -> [usize; 2] {
    let before = plan.levels.len() - 2;
    let deals = plan.levels[before].deals;
    if threads == 1 || plan.split != Some(before) || deals == 0 {
        return [0; 2];
    }
    let groups = deals.min(one_in as usize).max(1);
    plan.split_results.map(|all| all / deals * deals.div_ceil(groups))
}

impl Walk<'_> {
    /// Adds the values of some rivers without buckets to the nodes that these continue, and
    /// counts their values by buckets that much less. Before buckets learn, so that both are
    /// values of the same strategies.
    pub(super) fn correct_rivers(
        &self,
        at: At<'_>,
        view: &mut View<'_>,
        own: &mut LevelScratch,
    ) -> Result<(), LeafError> {
        let (Some(room), Deals::Learned { visit, .. }) = (self.by_hand, self.pass.deals) else {
            return Ok(());
        };
        let Some(part) = self.game.by_hand(at.place) else { return Ok(()) };
        let deals = self.game.deals(at.place).len();
        room.draw(at, visit, deals, own);
        let pass = self.pass.by_hand();
        let walk = Walk {
            plan: &room.plan,
            workers: &room.workers,
            pooled: self.pooled,
            ..self.over(part, pass)
        };
        let (_, rest) = view.again().split_at(at.stage.own);
        own.swap_drawn(deals);
        let added = if room.workers.len() > 1 && self.plan.split == Some(at.place.level) {
            let mut results = room.results.lock().expect("no walk panics");
            let [first, second] = &mut *results;
            walk.deal_shared(at, pass, rest, own, [first, second])
        } else {
            let worker = if self.pooled { rayon::current_thread_index().unwrap_or(0) } else { 0 };
            let mut levels = room.workers[worker].lock().expect("no walk panics");
            walk.deal_in_order(at, pass, rest, own, &mut levels, [&mut [], &mut []])
        };
        own.swap_drawn(deals);
        for (count, drawn) in own.counts[..deals].iter_mut().zip(&own.drawn) {
            *count -= drawn;
        }
        added
    }
}

impl ByHand {
    /// Finds what each deal counts without buckets: of the deals that are taken, some stand for
    /// all.
    fn draw(&self, at: At<'_>, visit: u32, deals: usize, own: &mut LevelScratch) {
        let LevelScratch { counts, drawn, taken, .. } = own;
        let mut many = taken[..deals].iter().filter(|&&taken| taken).count();
        self.sampling.take(at.place, visit, &mut drawn[..many]);
        for deal in (0..deals).rev() {
            if taken[deal] {
                many -= 1;
                drawn[deal] = counts[deal] * drawn[many];
            } else {
                drawn[deal] = 0.0;
            }
        }
    }
}

impl Pass {
    /// The values of the same strategies.
    fn by_hand(self) -> Pass {
        let task = |task: Task| if task.wants_values() { Task::Mean } else { Task::Nothing };
        Pass {
            tasks: self.tasks.map(task),
            averages: [None; 2],
            prune_below: None,
            deals: Deals::All,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use quasar_cards::{Board, Card, CardSet, Combo, Game, Range};
    use quasar_game::{
        BettingTree, Chips, PlayerSizes, Rake, Rules, StreetSpec, TreeSpec, TreeStart,
    };

    use super::*;
    use crate::buckets::{BoardBuckets, MergeError, MergeRivers, RiverHands, ShortTable};
    use crate::walk::Source;
    use crate::{Algorithm, OmahaGame, OmahaSpec, Player, Profile, Solver};

    /// Four buckets whose hands have nothing in common, and in which nobody wins: what is
    /// corrected does not depend on how good buckets are.
    #[derive(Debug)]
    struct Careless;

    impl MergeRivers for Careless {
        fn merge(&self, river: RiverHands<'_>) -> Result<BoardBuckets, MergeError> {
            let counts = river.hands.map(<[u32]>::len);
            Ok(BoardBuckets {
                counts: [4; 2],
                labels: counts.map(|hands| (0..hands).map(|hand| hand as u16 % 4).collect()),
                compatible: counts.map(|hands| vec![1.0; hands]),
                margins: ShortTable::of_shares([0.0; 16]),
                together: ShortTable::of_shares([0.5; 16]),
                version: 1,
            })
        }
    }

    /// Every `step`th hand of ten to ace.
    fn hands(board: &Board, deck: CardSet, step: usize) -> Range {
        let hands = Combo::all(Game::Plo4, deck.complement() | board.set());
        let hands: Vec<String> = hands.step_by(step).map(|hand| hand.to_string()).collect();
        Range::parse(Game::Plo4, &hands.join(",")).unwrap()
    }

    /// A turn of a deck from ten to ace whose rivers have four buckets each.
    fn solver(one_in: u32) -> Solver<OmahaGame> {
        let deck: CardSet = Card::all().filter(|card| card.index() >= 32).collect();
        let board: Board = "TcJdQhKs".parse().unwrap();
        let ranges = [hands(&board, deck, 3), hands(&board, deck, 4)];
        let sizes = PlayerSizes::new("pot".parse().unwrap(), "pot".parse().unwrap());
        let start = TreeStart::street(board.street(), Chips(100), Chips(250));
        let spec = TreeSpec::new(Rules::POT_LIMIT, start, StreetSpec::both(sizes));
        let game = OmahaGame::new(&OmahaSpec {
            board,
            deck,
            ranges: &ranges,
            betting: &BettingTree::build(&spec).unwrap(),
            rake: Rake::NONE,
            merge_suits: false,
            merge_rivers: Some(&Careless),
        });
        let settings = Settings { by_hand: Some(one_in), ..Settings::default() };
        Solver::new(game.unwrap(), settings).unwrap()
    }

    /// The value of each hand where the game begins, as a visit would learn it.
    fn learned(solver: &mut Solver<OmahaGame>, visit: u32) -> [Vec<f32>; 2] {
        let deals = Deals::Learned { sampling: None, algorithm: Algorithm::default(), visit };
        let pass = Pass { deals, ..Pass::plain([Source::Current; 2], [Task::Mean; 2]) };
        solver.walk(pass).unwrap();
        Player::BOTH.map(|player| solver.root_values(player).to_vec())
    }

    #[test]
    fn a_round_of_visits_is_right_in_the_mean_for_given_strategies() {
        let mut all = solver(1);
        let mut some = solver(4);
        (0..5).for_each(|_| all.step().unwrap());
        let state = all.storage.clone();
        some.storage = state;
        let exact = all.measure(Profile::Current).unwrap();
        let expected = learned(&mut all, 1);
        let round: Vec<_> = (9..13).map(|visit| learned(&mut some, visit)).collect();
        for player in Player::BOTH {
            let side = player.index();
            let close = |found: f64, expected: f64| (found - expected).abs() < 2e-3;
            assert!(close(all.mean_value(player, &expected[side]), exact.values[side]));
            let mean = |hand: usize| round.iter().map(|one| one[side][hand]).sum::<f32>() / 4.0;
            let means: Vec<f32> = (0..expected[side].len()).map(mean).collect();
            let most = expected[side].iter().fold(0.0f32, |most, value| most.max(value.abs()));
            let near = |found: &[f32]| {
                let mut pairs = found.iter().zip(&expected[side]);
                pairs.all(|(found, expected)| (found - expected).abs() < 1e-4 * most)
            };
            assert!(near(&means));
            assert!(!near(&round[0][side]), "a visit takes some rivers only");
        }
        // Buckets alone say something else.
        some.walk(Pass::plain([Source::Current; 2], [Task::Mean; 2])).unwrap();
        let merged = some.mean_value(Player::Oop, some.root_values(Player::Oop));
        assert!((merged - exact.values[0]).abs() > 0.01, "{merged} {exact:?}");
    }
}
