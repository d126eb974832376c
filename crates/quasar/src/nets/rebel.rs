//! ReBeL on Liar's Dice: a network trained by self-play, and how exploitable search with it is.
//!
//! Two ways to play by search are measured. *Averages* play the average strategy of every
//! search, once through the game. *Plays* play in every search the strategy of a random
//! iteration, as the paper does; their mean over many plays is what an opponent plays against, and
//! its exploitability falls with the number of plays.

use std::sync::Arc;
use std::time::Instant;

use quasar_nets::belief::{
    BeliefNetworkValues, BeliefValues, Beliefs, Dice, Policy, Search, SearchSettings, SelfPlay,
    SelfPlaySettings, ZeroValues,
};
use quasar_nets::net::Network;

use super::NetsError;
use crate::job::{Control, Engine};

/// A training by self-play, and its measurements.
#[derive(Clone, PartialEq, Debug)]
pub struct RebelSpec {
    /// Dice of each player.
    pub dice: usize,
    /// Faces of each die.
    pub faces: usize,
    /// How the network is trained.
    pub training: SelfPlaySettings,
    /// Epochs of training.
    pub epochs: u32,
    /// Epochs between two measurements of averages; 0 for none but the last.
    pub measure_every: u32,
    /// Search in measurements.
    pub search: SearchSettings,
    /// Plays of the last measurement.
    pub plays: u32,
    /// Whether to measure a network that knows nothing instead of training one.
    pub zero: bool,
}

/// What is known while training and measuring.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RebelEvent {
    /// An epoch is done.
    Epoch {
        /// Its number, from 1.
        epoch: u64,
        /// Examples so far.
        examples: u64,
        /// The mean loss of its batches.
        loss: f64,
        /// Exploitability of averages, if it was measured.
        averages: Option<f64>,
        /// Seconds since the start.
        seconds: f64,
    },
    /// Some plays are done.
    Plays {
        /// How many.
        plays: u32,
        /// Exploitability of their mean.
        exploitability: f64,
        /// Seconds since the start.
        seconds: f64,
    },
}

/// What was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct RebelReport {
    /// Dice and faces, such as `1x4`.
    pub game: String,
    /// Exploitability of averages after the last epoch.
    pub averages: f64,
    /// Exploitability of the mean of all plays; none if there were none.
    pub plays: Option<f64>,
    /// Everything on the way.
    pub events: Vec<RebelEvent>,
}

/// Whether exploitability is measured after so many plays: doubling numbers, and the last.
fn is_measured(plays: u32, all: u32) -> bool {
    plays == all || (plays.is_power_of_two() && plays >= 16)
}

impl RebelSpec {
    /// Trains and measures, and shows every event. `control` is checked between two epochs and
    /// between two groups of plays.
    pub fn run(
        &self,
        engine: &Engine,
        control: &Control,
        mut show: impl FnMut(&RebelEvent) + Send,
    ) -> Result<RebelReport, NetsError> {
        let start = Instant::now();
        let rules = Arc::new(Dice::new(self.dice, self.faces)?);
        let mut events = Vec::new();
        let mut tell = |event: RebelEvent| {
            events.push(event);
            show(&event);
        };
        let check = || if control.may_continue() { Ok(()) } else { Err(NetsError::Cancelled) };
        engine
            .pool()
            .install(|| {
                let mut play = SelfPlay::new(Arc::clone(&rules), self.training)?;
                let epochs = if self.zero { 0 } else { u64::from(self.epochs) };
                for number in 1..=epochs {
                    check()?;
                    let done = play.epoch()?;
                    let due = self.measure_every > 0 && number % u64::from(self.measure_every) == 0;
                    let averages =
                        due.then(|| self.averages(&rules, play.network())).transpose()?;
                    tell(RebelEvent::Epoch {
                        epoch: done.number,
                        examples: done.examples,
                        loss: done.loss,
                        averages,
                        seconds: start.elapsed().as_secs_f64(),
                    });
                }
                check()?;
                let averages = self.averages(&rules, play.network())?;
                let (mut found, mut checked) = (None, Ok(()));
                if self.plays > 0 {
                    let values = || self.values(play.network());
                    Policy::sampled(&rules, self.search, &values, self.plays, |policy, plays| {
                        if is_measured(plays, self.plays) {
                            let exploitability = policy.exploitability();
                            found = Some(exploitability);
                            let seconds = start.elapsed().as_secs_f64();
                            tell(RebelEvent::Plays { plays, exploitability, seconds });
                        }
                        checked = check();
                        checked.is_ok()
                    })?;
                }
                checked?;
                Ok((averages, found))
            })
            .map(|(averages, plays)| {
                let game = format!("{}x{}", self.dice, self.faces);
                RebelReport { game, averages, plays, events }
            })
    }

    /// What values states in measurements.
    fn values(&self, network: &Arc<Network>) -> Arc<dyn BeliefValues> {
        match self.zero {
            true => Arc::new(ZeroValues),
            false => Arc::new(BeliefNetworkValues::new(Arc::clone(network))),
        }
    }

    fn averages(&self, rules: &Arc<Dice>, network: &Arc<Network>) -> Result<f64, NetsError> {
        let mut search = Search::new(Arc::clone(rules), self.search, self.values(network));
        Ok(Policy::averages(&mut search)?.exploitability())
    }

    /// Where states of the training come from, in words.
    pub fn control(&self) -> &'static str {
        match (self.zero, self.training.beliefs) {
            (true, _) => "zero network",
            (_, Beliefs::SelfPlay) => "self-play",
            (_, Beliefs::Random) => "random beliefs",
        }
    }
}
