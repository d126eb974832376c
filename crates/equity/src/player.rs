//! What a player wins over many deals.

/// The most players of a question, and the most ways to split a pot.
pub(crate) const MOST_PLAYERS: usize = 10;

/// How often a player takes which fraction of the pot: entry `k - 1` is the number
/// of deals in which the player is one of `k` with the best hand.
pub(crate) type Splits<N> = [N; MOST_PLAYERS];

/// One player's share of the deals and of the pot, all from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerEquity {
    /// The expected share of the pot: a tie among `k` players is worth `1 / k`.
    pub equity: f64,
    /// The share of deals won outright.
    pub win: f64,
    /// The share of deals tied for the pot with one or more others.
    pub tie: f64,
    /// The standard error of `equity`; `None` if it is exact.
    pub standard_error: Option<f64>,
}

impl PlayerEquity {
    /// The exact shares of a player in `deals` deals, at least one.
    pub(crate) fn exact(splits: &Splits<f64>, deals: f64) -> PlayerEquity {
        let pots: f64 = splits.iter().zip(1..).map(|(&count, k)| count / f64::from(k)).sum();
        PlayerEquity {
            equity: pots / deals,
            win: splits[0] / deals,
            tie: splits[1..].iter().sum::<f64>() / deals,
            standard_error: None,
        }
    }

    /// The estimate from `deals` independent random deals, at least one.
    ///
    /// The standard error is that of the sample with two more deals, one lost
    /// and one won. Among thousands that changes nothing, but where the sample
    /// holds no variation (a player who lost every deal so far) it says about
    /// `1 / deals` instead of claiming certainty.
    pub(crate) fn sampled(splits: &Splits<u64>, deals: u64) -> PlayerEquity {
        let shares = PlayerEquity::exact(&splits.map(|count| count as f64), deals as f64);
        let squares: f64 =
            splits.iter().zip(1..).map(|(&count, k)| count as f64 / f64::from(k * k)).sum();
        let deals = deals as f64;
        let mean = (shares.equity * deals + 1.0) / (deals + 2.0);
        let variance = (squares + 1.0) / (deals + 2.0) - mean * mean;
        PlayerEquity { standard_error: Some((variance / (deals + 2.0)).sqrt()), ..shares }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pot_is_split_by_the_number_of_best_hands() {
        let mut splits = [0; MOST_PLAYERS];
        (splits[0], splits[1], splits[3]) = (30, 10, 20);
        let player = PlayerEquity::sampled(&splits, 100);
        assert!((player.equity - 0.4).abs() < 1e-15);
        assert_eq!((player.win, player.tie), (0.3, 0.3));
        // Mean 0.4 and mean square 0.3 + 0.1 / 4 + 0.2 / 16 of the plain sample.
        let plain = ((0.3375 - 0.16) / 100.0f64).sqrt();
        assert!((player.standard_error.unwrap() - plain).abs() < 0.002);
    }

    #[test]
    fn no_variation_is_not_certainty() {
        let player = PlayerEquity::sampled(&[0; MOST_PLAYERS], 1_000);
        let error = player.standard_error.unwrap();
        assert!((0.0005..0.002).contains(&error), "{error}");
    }
}
