//! How often two classes are dealt together, and who wins: 169 x 169 numbers each.
//!
//! A class is not a hand: `AKs` stands for four combos, and against `AA` only
//! some pairs of combos can be dealt. A game over classes is exact before the
//! flop if every pair of classes is weighted by its number of pairs of combos.

use quasar_cards::{Board, CardSet, Combo, Game, HoldemClass};
use quasar_equity::{FlopDeals, FlopTable, Matchups};
use quasar_solver::PairTable;

/// The classes of Hold'em hands.
pub const CLASSES: usize = HoldemClass::COUNT;

/// Pairs of combos and equities of every class against every class.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassTable {
    /// Row by row: the number of pairs of combos.
    pairs: Vec<u32>,
    /// What the class of the row wins of a pot; 1/2 where no pair can be dealt.
    equities: Vec<f64>,
    /// The flop, unless the table is about hands before the flop.
    flop: Option<Board>,
}

impl ClassTable {
    /// Before the flop, exact: from the results of all matchups on all boards.
    /// Takes about 10 ms.
    pub fn preflop() -> ClassTable {
        let matchups = Matchups::shipped();
        let combos: Vec<(Combo, usize)> = Combo::all(Game::Holdem, CardSet::EMPTY)
            .filter_map(|combo| Some((combo, HoldemClass::of(&combo)?.index())))
            .collect();
        let mut table = ClassTable::empty();
        for class in HoldemClass::all() {
            // All combos of a class have the same equity, since no suit is better than another.
            let Some(hero) = class.combos().next() else { continue };
            let (mut won, mut deals) = (vec![0.0; CLASSES], vec![0.0; CLASSES]);
            let row = class.index() * CLASSES;
            for (villain, other) in &combos {
                if let Some(tally) = matchups.hands(&hero, villain) {
                    won[*other] += tally.win + tally.tie / 2.0;
                    deals[*other] += tally.total();
                    table.pairs[row + other] += class.size() as u32;
                }
            }
            for (other, (won, deals)) in won.iter().zip(&deals).enumerate() {
                if *deals > 0.0 {
                    table.equities[row + other] = won / deals;
                }
            }
        }
        table
    }

    /// On a flop: the combos that it leaves, and all-in equities over all runouts.
    pub fn of_flop(flop: &FlopTable) -> ClassTable {
        let mut table = ClassTable { flop: Some(flop.flop()), ..ClassTable::empty() };
        flop.equities_f64_into(&mut table.equities);
        for hero in HoldemClass::all() {
            for villain in HoldemClass::all() {
                let place = hero.index() * CLASSES + villain.index();
                table.pairs[place] = flop.pairs(hero, villain);
                if table.pairs[place] == 0 {
                    table.equities[place] = 0.5;
                }
            }
        }
        table
    }

    fn empty() -> ClassTable {
        let cells = CLASSES * CLASSES;
        ClassTable { pairs: vec![0; cells], equities: vec![0.5; cells], flop: None }
    }

    /// The same pairs with the results of sampled deals; pairs of classes that were
    /// never dealt keep their equity.
    pub(crate) fn sampled(&self, deals: &FlopDeals) -> ClassTable {
        let mut table = self.clone();
        for hero in HoldemClass::all() {
            for villain in HoldemClass::all() {
                let count = f64::from(deals.count(hero, villain));
                if count > 0.0 {
                    let won = f64::from(deals.result(hero, villain)) / count;
                    table.equities[hero.index() * CLASSES + villain.index()] = 0.5 + won / 2.0;
                }
            }
        }
        table
    }

    /// A table of arbitrary equities, for tests and what-if questions.
    pub fn new(
        pairs: impl Fn(usize, usize) -> u32,
        equity: impl Fn(usize, usize) -> f64,
    ) -> ClassTable {
        let cells = || (0..CLASSES).flat_map(|hero| (0..CLASSES).map(move |other| (hero, other)));
        ClassTable {
            pairs: cells().map(|(hero, other)| pairs(hero, other)).collect(),
            equities: cells().map(|(hero, other)| equity(hero, other)).collect(),
            flop: None,
        }
    }

    /// The flop, in canonical suits; none before the flop.
    pub fn flop(&self) -> Option<Board> {
        self.flop
    }

    /// Pairs of combos of two classes that can be dealt together.
    pub fn pairs(&self, hero: usize, villain: usize) -> u32 {
        self.pairs[hero * CLASSES + villain]
    }

    /// What `hero` wins of a pot against `villain`, 0 to 1.
    pub fn equity(&self, hero: usize, villain: usize) -> f64 {
        self.equities[hero * CLASSES + villain]
    }

    /// What a class wins against all combos of every class.
    pub fn equity_against_all(&self, hero: usize) -> Option<f64> {
        let row = hero * CLASSES..(hero + 1) * CLASSES;
        let (pairs, equities) = (&self.pairs[row.clone()], &self.equities[row]);
        let total: u32 = pairs.iter().sum();
        let won: f64 = pairs.iter().zip(equities).map(|(&p, &e)| f64::from(p) * e).sum();
        (total > 0).then(|| won / f64::from(total))
    }

    /// Mean number of compatible pairs of combos of a class: the unit in which the
    /// tables of a game are weighted, so that regrets are chips.
    fn unit(&self) -> f64 {
        let all: u64 = self.pairs.iter().map(|&pairs| u64::from(pairs)).sum();
        (all as f64 / CLASSES as f64).max(1.0)
    }

    /// How often two classes are held together.
    pub(crate) fn together(&self) -> PairTable {
        let unit = self.unit();
        PairTable::shared([CLASSES; 2], |oop, ip| (f64::from(self.pairs(oop, ip)) / unit) as f32)
    }

    /// What the player out of position wins minus what the other does, where
    /// `share` is the fraction of the pot that the former gets.
    pub(crate) fn opposed(&self, share: impl Fn(usize, usize) -> f64) -> PairTable {
        let unit = self.unit();
        PairTable::opposed([CLASSES; 2], |oop, ip| {
            (f64::from(self.pairs(oop, ip)) / unit * (2.0 * share(oop, ip) - 1.0)) as f32
        })
    }

    /// Showdowns of the cards.
    pub(crate) fn showdown(&self) -> PairTable {
        self.opposed(|oop, ip| self.equity(oop, ip))
    }
}
