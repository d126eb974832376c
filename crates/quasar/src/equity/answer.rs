//! The numbers of an answer, without text.

use std::time::Duration;

use quasar_equity::{
    Confidence, DealError, Estimate, Holding, Multiway, PlayerEquity, Progress, Question, Sampled,
    Tally, heads_up_total,
};

use super::report::CountsReport;
use super::{EquitySpec, Method};

/// What an answer may cost; part of its cache key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Limits {
    method: Method,
    budget: Option<Duration>,
    samples: Option<u64>,
    standard_error: Option<u64>,
    seed: u64,
}

impl Limits {
    pub(super) fn of(spec: &EquitySpec) -> Limits {
        Limits {
            method: spec.method,
            budget: spec.budget,
            samples: spec.samples,
            standard_error: spec.standard_error.map(f64::to_bits),
            seed: spec.seed,
        }
    }
}

/// The numbers of an answer. They do not depend on the labels of suits.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Answer {
    /// Every deal was counted; the counts are given if they are whole numbers.
    Exact { players: Vec<PlayerEquity>, counts: Option<Vec<CountsReport>> },
    /// Random deals.
    Sampled(Sampled),
    /// An estimate of the first player's equity, in percent.
    Heuristic { estimated: f64, confidence: Confidence },
}

impl Answer {
    /// Counts every deal, in the installed rayon pool.
    pub(super) fn exact(question: &Question, progress: &Progress) -> Result<Answer, DealError> {
        match heads_up_total(question, progress)? {
            Some(tally) => Answer::heads_up(question, tally),
            None => {
                let count = Multiway::new(question)?.run(progress)?;
                let ties = |splits: &[f64]| splits[1..].iter().sum::<f64>();
                let counts = count.splits().iter().map(|splits| CountsReport {
                    win: splits[0] as u64,
                    tie: ties(splits) as u64,
                    deals: count.deals() as u64,
                });
                Ok(Answer::Exact {
                    players: count.players(),
                    counts: is_unweighted(question).then(|| counts.collect()),
                })
            }
        }
    }

    /// The exact answer between two players, from the first one's side.
    pub(super) fn heads_up(question: &Question, first: Tally) -> Result<Answer, DealError> {
        let tallies = [first, first.reversed()];
        let player = |tally: &Tally| {
            let equity = tally.equity().ok_or(DealError::NoDeal)?;
            let total = tally.total();
            let (win, tie) = (tally.win / total, tally.tie / total);
            Ok(PlayerEquity { equity, win, tie, standard_error: None })
        };
        let counts = tallies.iter().map(|tally| CountsReport {
            win: tally.win as u64,
            tie: tally.tie as u64,
            deals: tally.total() as u64,
        });
        Ok(Answer::Exact {
            players: tallies.iter().map(player).collect::<Result<_, DealError>>()?,
            counts: is_unweighted(question).then(|| counts.collect()),
        })
    }
}

impl From<&Estimate> for Answer {
    fn from(estimate: &Estimate) -> Answer {
        Answer::Heuristic { estimated: estimate.estimated, confidence: estimate.confidence }
    }
}

/// Whether every hand of every range has weight 1, so that deals are counted in
/// whole numbers.
fn is_unweighted(question: &Question) -> bool {
    question.players().iter().all(|holding| match holding {
        Holding::Hand(_) => true,
        Holding::Range(range) => range.weights().iter().all(|&weight| weight.fract() == 0.0),
    })
}
