//! The flops and weights whose mean deviation is least.
//!
//! With `G` for the products of deviations, weights `w` that add up to 1 make the
//! squared error `w G w`. For a set `S` of flops it is least for `w = u / q`, where `u`
//! is the inverse `P` of `G` on `S` times ones and `q` the sum of `u`; the error is then
//! `1 / q`. Taking flop `s` out and putting flop `g` in changes `q` by
//!
//! ```text
//! - u(s)^2 / P(s,s)  +  (r(g) + H(s,g) u(s) / P(s,s))^2 / (v(g) + H(s,g)^2 / P(s,s))
//! ```
//!
//! with `H = P G` (rows of `S`), `r = 1 - u G` and `v = diag G - sum of G H`. So all
//! exchanges of one flop for another are compared with one step each, and only those
//! that keep every weight above a floor are made. What keeps all weights positive is the
//! solution of least squares with weights that must not be negative.

/// The smallest weight of a flop, as a fraction of the mean weight: a flop that counts
/// less is not worth a solve.
const FLOOR: f64 = 0.1;

/// Exchanges must gain at least this part of `q`.
const LEAST_GAIN: f64 = 1e-6;

/// A set of flops with the best weights.
#[derive(Clone)]
pub(super) struct Exchange<'a> {
    /// Products of all flops, `all` x `all`.
    products: &'a [f64],
    all: usize,
    /// The flops of the set.
    set: Vec<usize>,
    /// `P`, row by row.
    inverse: Vec<f64>,
    /// `H`, a row for each flop of the set.
    reach: Vec<f64>,
    /// `u`.
    weights: Vec<f64>,
    /// `r`.
    rest: Vec<f64>,
    /// `v`; infinite for flops of the set.
    own: Vec<f64>,
}

impl<'a> Exchange<'a> {
    /// The set of no flops.
    pub(super) fn new(products: &'a [f64], all: usize) -> Exchange<'a> {
        let own = (0..all).map(|flop| products[flop * all + flop]).collect();
        Exchange {
            products,
            all,
            set: Vec::new(),
            inverse: Vec::new(),
            reach: Vec::new(),
            weights: Vec::new(),
            rest: vec![1.0; all],
            own,
        }
    }

    /// The flops with their weights, which add up to 1.
    pub(super) fn weighted(&self) -> impl Iterator<Item = (usize, f64)> {
        let sum = self.quality();
        self.set.iter().zip(&self.weights).map(move |(&flop, weight)| (flop, weight / sum))
    }

    /// Flops of the set.
    pub(super) fn len(&self) -> usize {
        self.set.len()
    }

    /// `q`: one over the squared error.
    pub(super) fn quality(&self) -> f64 {
        self.weights.iter().sum()
    }

    /// Whether no weight is below the floor.
    fn is_fair(&self) -> bool {
        let least = FLOOR * self.quality() / self.len() as f64;
        self.weights.iter().all(|&weight| weight >= least)
    }

    /// Adds the best flop that leaves all weights above the floor; the best one if none
    /// does.
    pub(super) fn grow(&mut self) {
        let gain = |flop: usize| self.rest[flop].powi(2) / self.own[flop];
        let mut flops: Vec<usize> =
            (0..self.all).filter(|&flop| self.own[flop].is_finite()).collect();
        flops.sort_by(|&one, &other| gain(other).total_cmp(&gain(one)));
        let fair = flops.iter().copied().find(|&flop| self.stays_fair(None, flop));
        if let Some(flop) = fair.or(flops.first().copied()) {
            self.add(flop);
        }
    }

    /// Makes the most profitable exchange, again and again, until none gains.
    pub(super) fn improve(&mut self) {
        while let Some((out, flop)) = self.best_exchange() {
            self.remove(out);
            self.add(flop);
        }
    }

    /// Takes flops out, whichever `choose` says by their place, and refills the set with
    /// the best.
    pub(super) fn perturb(&mut self, count: usize, mut choose: impl FnMut(usize) -> usize) {
        let size = self.len();
        for _ in 0..count.min(size) {
            let place = choose(self.len());
            self.remove(place);
        }
        self.rebuild();
        while self.len() < size {
            self.grow();
        }
    }

    /// The place of a flop and the flop to replace it with.
    fn best_exchange(&self) -> Option<(usize, usize)> {
        let size = self.len();
        let unfair = !self.is_fair();
        let mut gains = Vec::new();
        for out in 0..size {
            let own = self.inverse[out * size + out];
            let weight = self.weights[out] / own;
            let lost = self.weights[out] * weight;
            let row = &self.reach[out * self.all..][..self.all];
            for (flop, reach) in row.iter().enumerate() {
                let rest = self.rest[flop] + reach * weight;
                let won = rest * rest / (self.own[flop] + reach * reach / own);
                let gain = won - lost;
                if gain > LEAST_GAIN * self.quality() {
                    gains.push((gain, out, flop));
                }
            }
        }
        gains.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
        let fair = |(_, out, flop): &(f64, usize, usize)| self.stays_fair(Some(*out), *flop);
        // From a set that is not fair, any way that gains is a way out.
        let found = gains.iter().find(|exchange| fair(exchange));
        found.or(if unfair { gains.first() } else { None }).map(|&(_, out, flop)| (out, flop))
    }

    /// Whether all weights are above the floor once a flop is in, and another one out.
    fn stays_fair(&self, out: Option<usize>, flop: usize) -> bool {
        let size = self.len();
        let ratio = |out: usize| self.reach[out * self.all + flop] / self.inverse[out * size + out];
        let (mut rest, mut own) = (self.rest[flop], self.own[flop]);
        if let Some(out) = out {
            rest += ratio(out) * self.weights[out];
            own += ratio(out) * self.reach[out * self.all + flop];
        }
        let new = rest / own;
        let weight = |place: usize| {
            let (mut weight, mut reach) =
                (self.weights[place], self.reach[place * self.all + flop]);
            if let Some(out) = out {
                let inverse = self.inverse[place * size + out];
                weight -= inverse * self.weights[out] / self.inverse[out * size + out];
                reach -= inverse * ratio(out);
            }
            weight - reach * new
        };
        let places = (0..size).filter(|&place| Some(place) != out);
        let (mut sum, mut least) = (new, new);
        for weight in places.map(weight) {
            sum += weight;
            least = least.min(weight);
        }
        let count = size + 1 - usize::from(out.is_some());
        least >= FLOOR * sum / count as f64
    }

    /// Adds a flop.
    fn add(&mut self, flop: usize) {
        let size = self.len();
        let (rest, own) = (self.rest[flop], self.own[flop]);
        let column: Vec<f64> = (0..size).map(|place| self.reach[place * self.all + flop]).collect();
        let mut inverse = Vec::with_capacity((size + 1) * (size + 1));
        for (place, reach) in column.iter().enumerate() {
            let row = &self.inverse[place * size..][..size];
            inverse.extend(row.iter().zip(&column).map(|(old, other)| old + reach * other / own));
            inverse.push(-reach / own);
        }
        inverse.extend(column.iter().map(|reach| -reach / own));
        inverse.push(1.0 / own);
        self.inverse = inverse;
        // What the flop has in common with all others, beyond what the set has.
        let mut common = self.products[flop * self.all..][..self.all].to_vec();
        for (place, &other) in self.set.iter().enumerate() {
            let product = self.products[flop * self.all + other];
            let row = &self.reach[place * self.all..][..self.all];
            common.iter_mut().zip(row).for_each(|(common, reach)| *common -= product * reach);
        }
        for (place, reach) in column.iter().enumerate() {
            let row = &mut self.reach[place * self.all..][..self.all];
            row.iter_mut().zip(&common).for_each(|(old, common)| *old -= reach * common / own);
            self.weights[place] -= reach * rest / own;
        }
        self.reach.extend(common.iter().map(|common| common / own));
        self.weights.push(rest / own);
        for ((old_rest, old_own), common) in self.rest.iter_mut().zip(&mut self.own).zip(&common) {
            *old_rest -= common * rest / own;
            *old_own -= common * common / own;
        }
        self.set.push(flop);
        self.own[flop] = f64::INFINITY;
    }

    /// Removes a flop.
    fn remove(&mut self, out: usize) {
        let size = self.len();
        let own = self.inverse[out * size + out];
        let column: Vec<f64> = (0..size).map(|place| self.inverse[place * size + out]).collect();
        let gone = self.reach[out * self.all..][..self.all].to_vec();
        let weight = self.weights[out];
        let mut inverse = Vec::with_capacity((size - 1) * (size - 1));
        for (place, factor) in column.iter().enumerate().filter(|(place, _)| *place != out) {
            let row = self.inverse[place * size..][..size].iter().zip(&column).enumerate();
            let row = row.filter(|(other, _)| *other != out);
            inverse.extend(row.map(|(_, (old, other))| old - factor * other / own));
        }
        self.inverse = inverse;
        for (place, factor) in column.iter().enumerate().filter(|(place, _)| *place != out) {
            let row = &mut self.reach[place * self.all..][..self.all];
            row.iter_mut().zip(&gone).for_each(|(old, gone)| *old -= factor * gone / own);
            self.weights[place] -= factor * weight / own;
        }
        self.reach.drain(out * self.all..(out + 1) * self.all);
        self.weights.remove(out);
        for ((rest, old_own), gone) in self.rest.iter_mut().zip(&mut self.own).zip(&gone) {
            *rest += gone * weight / own;
            *old_own += gone * gone / own;
        }
        let flop = self.set.remove(out);
        self.own[flop] = 1.0 / own;
    }

    /// The same set computed afresh, which removes rounding errors.
    pub(super) fn rebuild(&mut self) {
        let set = std::mem::take(&mut self.set);
        *self = Exchange::new(self.products, self.all);
        for flop in set {
            self.add(flop);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: usize = 12;

    /// Products of random deviations.
    fn products(seed: u64) -> Vec<f64> {
        let mut random = crate::sample::Random::for_batch(seed, 0);
        let rows: Vec<Vec<f64>> =
            (0..ALL).map(|_| (0..2 * ALL).map(|_| random.unit() - 0.4).collect()).collect();
        let product = |one: &Vec<f64>, other: &Vec<f64>| -> f64 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        rows.iter().flat_map(|one| rows.iter().map(move |other| product(one, other))).collect()
    }

    /// The weights that solve `G w = 1` on a set, by elimination.
    fn solve(products: &[f64], set: &[usize]) -> Vec<f64> {
        let size = set.len();
        let mut rows: Vec<Vec<f64>> = set
            .iter()
            .map(|&one| {
                let row = set.iter().map(|&other| products[one * ALL + other]);
                row.chain([1.0]).collect()
            })
            .collect();
        for pivot in 0..size {
            let row = rows[pivot].clone();
            for (place, other) in rows.iter_mut().enumerate().filter(|(place, _)| *place != pivot) {
                let factor = other[pivot] / row[pivot];
                assert!(factor.is_finite(), "{place}");
                other.iter_mut().zip(&row).for_each(|(other, own)| *other -= factor * own);
            }
        }
        (0..size).map(|place| rows[place][size] / rows[place][place]).collect()
    }

    #[test]
    fn weights_are_the_least_squares_after_any_changes() {
        for seed in 0..20 {
            let products = products(seed);
            let mut set = Exchange::new(&products, ALL);
            for flop in [3, 7, 1, 9, 4] {
                set.add(flop);
            }
            set.remove(1);
            set.add(11);
            set.remove(0);
            assert_eq!(set.set, [1, 9, 4, 11]);
            for (found, expected) in set.weights.iter().zip(solve(&products, &set.set)) {
                assert!((found - expected).abs() < 1e-9, "{found} {expected}");
            }
        }
    }

    /// After all exchanges are made, no exchange that keeps weights above the floor is
    /// better: each is solved for by itself.
    #[test]
    fn no_exchange_is_left_that_gains() {
        for seed in 0..20 {
            let products = products(seed);
            let mut set = Exchange::new(&products, ALL);
            (0..4).for_each(|_| set.grow());
            set.improve();
            let fair = |weights: &[f64]| {
                let mean = weights.iter().sum::<f64>() / weights.len() as f64;
                weights.iter().all(|&weight| weight >= FLOOR * mean)
            };
            if !fair(&set.weights) {
                continue;
            }
            for out in 0..4 {
                for flop in (0..ALL).filter(|flop| !set.set.contains(flop)) {
                    let mut other = set.set.clone();
                    other[out] = flop;
                    let weights = solve(&products, &other);
                    let quality: f64 = weights.iter().sum();
                    let gains = quality > set.quality() * (1.0 + 2.0 * LEAST_GAIN);
                    assert!(!(gains && fair(&weights)), "{seed}: {out} {flop}");
                }
            }
        }
    }
}
