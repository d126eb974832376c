//! Classes of hands before the flop: how often two of them are dealt, and who wins an all-in.

use quasar_cards::{Card, CardSet, Combo, Game, HoldemClass};

use super::StreetsError;
use super::boards::FlopBoards;
use crate::holdem::hands::BoardHands;
use crate::{MatrixTables, PairTable};

/// What classes are to each other.
#[derive(Debug)]
pub(super) struct ClassPairs {
    classes: Vec<HoldemClass>,
    /// The number of each class by its index; `u32::MAX` where no flop leaves one of its combos.
    numbers: Vec<u32>,
    /// Row by row, the mean number of pairs of combos over flops.
    together: Vec<f64>,
    /// The same, wins minus losses of all-ins.
    margins: Vec<f64>,
}

impl ClassPairs {
    /// Over flops with shares of all weight.
    pub(super) fn new(flops: &[FlopBoards], shares: &[f64]) -> ClassPairs {
        let mut present = [false; HoldemClass::COUNT];
        for flop in flops {
            flop.hands.sides[0].combos().for_each(|combo| present[class(&combo)] = true);
        }
        let classes: Vec<HoldemClass> =
            HoldemClass::all().filter(|class| present[class.index()]).collect();
        let mut numbers = vec![u32::MAX; HoldemClass::COUNT];
        classes.iter().zip(0..).for_each(|(class, number)| numbers[class.index()] = number);
        let cells = classes.len() * classes.len();
        let mut pairs =
            ClassPairs { classes, numbers, together: vec![0.0; cells], margins: vec![0.0; cells] };
        for (flop, &share) in flops.iter().zip(shares) {
            pairs.add(flop, share);
        }
        pairs
    }

    fn add(&mut self, flop: &FlopBoards, share: f64) {
        let numbers = self.of_hands(&flop.hands);
        let met = self.met(flop, &numbers);
        for (sum, met) in self.together.iter_mut().zip(met) {
            *sum += share * f64::from(met);
        }
        if flop.balance.is_empty() {
            return;
        }
        let all = self.classes.len();
        let cards: Vec<u64> =
            flop.hands.sides[0].combos().map(|combo| combo.set().bits()).collect();
        let hands = cards.len();
        let mut won = vec![0i64; all * all];
        for one in 0..hands {
            let row = &mut won[numbers[one] as usize * all..][..all];
            let balance = &flop.balance[one * hands..][..hands];
            for other in 0..hands {
                if cards[one] & cards[other] == 0 {
                    row[numbers[other] as usize] += i64::from(balance[other]);
                }
            }
        }
        let possible = flop.run_outs.max(1) as f64;
        for (sum, won) in self.margins.iter_mut().zip(won) {
            *sum += share * won as f64 / possible;
        }
    }

    /// The pairs of combos of two classes that share no card on a flop: all pairs, less those that
    /// share each card. A combo shares two cards with itself and was subtracted twice.
    fn met(&self, flop: &FlopBoards, numbers: &[u32]) -> Vec<i32> {
        let all = self.classes.len();
        let mut combos = vec![0; all];
        let mut holding = vec![vec![0; all]; Card::COUNT];
        for (combo, &class) in flop.hands.sides[0].combos().zip(numbers) {
            combos[class as usize] += 1;
            combo.cards().for_each(|card| holding[card.index()][class as usize] += 1);
        }
        let mut met = Vec::with_capacity(all * all);
        for class in 0..all {
            let mut row: Vec<i32> = combos.iter().map(|other| combos[class] * other).collect();
            for holding in holding.iter().filter(|holding| holding[class] > 0) {
                let own: i32 = holding[class];
                row.iter_mut().zip(holding).for_each(|(met, other)| *met -= own * other);
            }
            row[class] += combos[class];
            met.append(&mut row);
        }
        met
    }

    /// All-ins by a table of wins minus losses.
    pub(super) fn replace_all_ins(&mut self, all_ins: &[f64]) -> Result<(), StreetsError> {
        let (found, expected) = (all_ins.len(), self.together.len());
        if found != expected || all_ins.iter().any(|margin| !(-1.0..=1.0).contains(margin)) {
            return Err(StreetsError::AllIns { found, expected });
        }
        self.margins = self.together.iter().zip(all_ins).map(|(met, won)| met * won).collect();
        Ok(())
    }

    /// The classes, in the order of their numbers.
    pub(super) fn classes(&self) -> &[HoldemClass] {
        &self.classes
    }

    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    /// The number of the class of each hand.
    pub(super) fn of_hands(&self, hands: &BoardHands) -> Vec<u32> {
        hands.sides[0].combos().map(|combo| self.numbers[class(&combo)]).collect()
    }

    /// The probability of being dealt a class.
    pub(super) fn dealt(&self, class: usize) -> f64 {
        let row = &self.together[class * self.len()..][..self.len()];
        row.iter().sum::<f64>() / self.together.iter().sum::<f64>()
    }

    /// The same without flops.
    pub(super) fn dealt_evenly(&self, number: usize, deck: CardSet) -> f64 {
        let inside = |combo: &Combo| (combo.set() - deck).is_empty();
        let all = Combo::all(Game::Holdem, CardSet::EMPTY).filter(inside).count();
        let class =
            self.classes.get(number).map_or(0, |class| class.combos().filter(inside).count());
        class as f64 / all as f64
    }

    /// What leaves before the flop are worth.
    pub(super) fn tables(&self) -> MatrixTables {
        let (all, hands) = (self.len(), [self.len(); 2]);
        let together = |one: usize, other: usize| self.together[one * all + other] as f32;
        // What one wins the other loses, to the last bit.
        let margin = |one: usize, other: usize| {
            let [there, back] = [one * all + other, other * all + one];
            ((self.margins[there] - self.margins[back]) / 2.0) as f32
        };
        MatrixTables {
            together: PairTable::shared(hands, together),
            tests: vec![PairTable::opposed(hands, margin)],
        }
    }
}

fn class(combo: &Combo) -> usize {
    HoldemClass::of(combo).map_or(0, HoldemClass::index)
}
