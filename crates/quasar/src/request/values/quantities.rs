//! The numbers of all requests, each declared once.

use std::ops::{Bound, RangeBounds};

use quasar_cards::CANONICAL_FLOPS;
use quasar_game::Chips;
use quasar_solver::MOST_THREADS;
use serde_json::{Value, json};

use super::decimals::Decimal;
use super::numbers::{PercentSign, Quantity};

macro_rules! quantities {
    ($($(#[$doc:meta])* $name:ident: $number:ty, $range:expr, $expected:literal $(, $percent:ident)?;)*) => {
    $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Quantity for $name {
            type Number = $number;
            const EXPECTED: &'static str = $expected;
            $(const PERCENT: PercentSign = PercentSign::$percent;)?

            fn range() -> (Bound<$number>, Bound<$number>) {
                let range = $range;
                (RangeBounds::<$number>::start_bound(&range).cloned(),
                 RangeBounds::<$number>::end_bound(&range).cloned())
            }
        }
    )*

        /// What is expected of each quantity, and its limits.
        #[cfg(test)]
        fn declared() -> Vec<(&'static str, [Bound<String>; 2])> {
            vec![$({
                let (least, most) = $name::range();
                let text = |limit: Bound<$number>| limit.map(|limit| limit.to_string());
                ($name::EXPECTED, [text(least), text(most)])
            }),*]
        }
    };
}

/// All positive numbers.
const ABOVE_ZERO: (Bound<f64>, Bound<f64>) = (Bound::Excluded(0.0), Bound::Included(f64::MAX));

/// All chips but none.
const ABOVE_NO_CHIPS: (Bound<Decimal>, Bound<Decimal>) =
    (Bound::Included(Decimal::SMALLEST), Bound::Included(Decimal::whole(Chips::MOST.0)));

quantities! {
    /// Chips in the pot or in a stack.
    SomeChips: Decimal, ABOVE_NO_CHIPS, "a number of chips above 0 and up to 1,000,000,000,000, such as 180 or 5.5";
    /// Chips, or none.
    AnyChips: Decimal, Decimal::whole(0)..=Decimal::whole(Chips::MOST.0), "a number of chips from 0 to 1,000,000,000,000, such as 180 or 5.5";
    /// How many units of a spec's chips a chip is.
    Scale: u64, 1..=1_000_000, "a power of ten from 1 to 1,000,000";
    /// The most chips that a house takes.
    RakeCap: f64, 0.0..=f64::MAX, "the maximum rake in chips, a number from 0";
    /// What a house takes.
    RakeRate: f64, 0.0..=1.0, "a share of the pot from 0 to 1, such as 5% or 0.05", Hundredth;
    /// A threshold of bet sizes.
    Pots: f64, 0.0..=1e6, "a number of pots from 0 to 1,000,000, 0 for never";
    /// How many raises a street may see.
    Raises: u32, 0..=u32::MAX, "the maximum number of raises per street, 0 to 4,294,967,295";
    /// The same where trees are small.
    FewRaises: u32, 0..=20, "the maximum number of raises per street, 0 to 20";
    /// Exploitability in percent of the pot.
    TargetPercent: f64, ABOVE_ZERO, "a percentage of the pot above 0, such as 0.5", Understood;
    /// Exploitability in percent of the pot, or none.
    AnyTargetPercent: f64, 0.0..=100.0, "a percentage of the pot from 0 to 100, 0 for none, such as 1", Understood;
    /// Exploitability as a fraction of the pot, or none.
    TargetPart: f64, 0.0..=1.0, "a fraction of the pot from 0 to 1, 0 for none, such as 0.01";
    /// Exploitability in chips.
    TargetChips: f64, ABOVE_ZERO, "a number of chips above 0";
    /// Exploitability in thousandths of a big blind, or none.
    TargetMbb: f64, 0.0..=1e6, "a number from 0 to 1,000,000, 0 for none";
    /// Iterations, or the like.
    Count: u32, 1..=u32::MAX, "a whole number from 1 to 4,294,967,295";
    /// Iterations, or none.
    AnyCount: u32, 0..=u32::MAX, "a whole number from 0 to 4,294,967,295";
    /// Threads.
    Threads: usize, 0..=MOST_THREADS, "up to 512 threads, 0 for one on each processor";
    /// An exponent of discounted CFR.
    Exponent: f64, .., "an exponent of discounted CFR";
    /// Buckets.
    Buckets: usize, 1..=quasar_abstraction::MOST_CLUSTERS, "1 to 100,000 buckets";
    /// How many buckets a river has.
    RiverBucketCount: usize, 1..=65_000, "1 to 65,000 buckets";
    /// A seed of random numbers.
    Seed: u64, 0..=u64::MAX, "a whole number from 0 to 18,446,744,073,709,551,615";
    /// How often an action is taken.
    Frequency: f64, 0.0..=1.0, "a frequency between 0 and 1, such as 0.7 or 70%", Hundredth;
    /// A seat of two.
    Seat: usize, 0..=1, "a seat, 0 or 1";
    /// A bet as a fraction of the pot.
    PotPart: f64, ABOVE_ZERO, "a fraction of the pot above 0, such as 0.5";
    /// A bet of a model as a fraction of the pot.
    ModelPart: f64, 1e-3..=100.0, "a fraction of the pot from 0.001 to 100, such as 0.5";
    /// A weight of a bucket.
    Weight: f64, .., "a weight";
    /// An equity of two buckets.
    Equity: f64, .., "an equity from 0 to 1, or null";
    /// A stack-to-pot ratio.
    Spr: f64, 0.01..=1e3, "a stack-to-pot ratio from 0.01 to 1,000";
    /// Deals of an iteration.
    DealShare: f64, (Bound::Excluded(0.0), Bound::Included(1.0)), "a share of all pairs of hands, above 0 and up to 1", Hundredth;
    /// Deals that values are read off.
    Deals: u32, 1..=1_000_000_000, "a number of deals, 1 to 1,000,000,000";
    /// A change of values that ends a solve.
    ValueChange: f64, 0.0..=1.0, "a fraction of the pot from 0 to 1, 0 for none";
    /// A regret below which actions are skipped.
    RegretPots: f64, -1e6..0.0, "a negative number of pots from -1,000,000";
    /// The fraction of iterations that skip nothing.
    ExploreShare: f64, 0.0..=1.0, "a share of iterations, 0 to 1", Hundredth;
    /// How often a player acts at random.
    Exploration: f64, 0.0..1.0, "a part of the time, from 0 to below 1", Hundredth;
    /// Big blinds.
    Blinds: f64, 0.0..=1e6, "a number of big blinds from 0 to 1,000,000";
    /// A change of values in big blinds.
    BlindsChange: f64, 0.0..=1e3, "a number of big blinds from 0 to 1,000, 0 for none";
    /// A fraction of hands.
    HandShare: f64, 0.0..=1.0, "a share of hands, 0 to 1", Hundredth;
    /// Memory.
    Megabytes: u64, 1..=1_000_000, "a number of megabytes, 1 to 1,000,000";
    /// How many flops.
    FlopCount: usize, 1..=CANONICAL_FLOPS, "a number of flops, 1 to 1,755";
    /// Standard error in percent of the pot.
    ErrorPercent: f64, ABOVE_ZERO, "percent of the pot above 0, such as 0.05", Understood;
    /// Milliseconds.
    Milliseconds: u64, 0..=86_400_000, "a whole number of milliseconds from 0 to 86,400,000, a day";
    /// Deals to sample.
    Samples: u64, 1..=u64::MAX, "a number of deals from 1 to 18,446,744,073,709,551,615";
}

/// Keywords of a schema: a scale is one of a few numbers, or their text.
pub(crate) fn scales() -> Value {
    let (Bound::Included(least), Bound::Included(most)) = Scale::range() else {
        return json!([]);
    };
    let powers = std::iter::successors(Some(least), |scale| Some(10 * scale));
    let powers: Vec<u64> = powers.take_while(|scale| *scale <= most).collect();
    json!([{ "enum": powers }, { "type": "string" }])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number beyond a limit is refused with a message that has the limit.
    #[test]
    fn what_is_expected_has_the_limits() {
        for (expected, limits) in declared() {
            let words: Vec<String> = expected
                .split(' ')
                .map(|word| word.trim_end_matches(',').replace(',', ""))
                .collect();
            for limit in limits {
                let (Bound::Included(limit) | Bound::Excluded(limit)) = limit else { continue };
                let limit = match limit.as_str() {
                    "0.000001" => "0",
                    limit => limit,
                };
                let endless = limit == f64::MAX.to_string();
                let negative = limit == "0" && words.iter().any(|word| word == "negative");
                let named = words.iter().any(|word| word == limit);
                assert!(endless || negative || named, "{expected}: {limit}");
            }
        }
    }
}
