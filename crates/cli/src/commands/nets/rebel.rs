//! `quasar nets rebel`.

use std::io::Write;

use clap::{Args, ValueEnum};
use quasar::job::Engine;
use quasar::nets::{
    Beliefs, RebelEvent, RebelReport, RebelSpec, Schedule, SearchSettings, SelfPlaySettings,
};

use crate::error::Failure;
use crate::output::{Output, tell, thousands};
use crate::progress::with_control;

/// Train a network for Liar's Dice by self-play, and measure search with it.
///
/// Search looks two actions ahead and asks the network about the states after them; what it
/// finds them to be worth is what the network learns. Exploitability is the mean of both
/// players' best-response gains in the whole game, exact. docs/NETS.md compares it with the paper's.
#[derive(Debug, Args)]
pub(super) struct RebelArguments {
    /// Dice of each player and faces of each die.
    #[arg(long, default_value = "1x4", value_parser = dice_and_faces, value_name = "DxF")]
    game: (usize, usize),
    /// Epochs of training.
    #[arg(long, default_value_t = 100, value_name = "N")]
    epochs: u32,
    /// Games per epoch.
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: usize,
    /// Batches per epoch, of 256 examples each.
    #[arg(long, default_value_t = 100, value_name = "N")]
    steps: usize,
    /// Units in each of the two hidden layers.
    #[arg(long, default_value_t = 128, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4_096))]
    width: u16,
    /// Initial learning rate; it decays along a cosine to one hundredth.
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// Iterations of a search in training; each updates both players.
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// How many of the latest examples to keep.
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    capacity: usize,
    /// Where states come from: self-play; random beliefs or no network at all as controls.
    #[arg(long, value_enum, default_value_t = StatesName::Play)]
    states: StatesName,
    /// Epochs between two measurements of average strategies; 0 for none but the last.
    #[arg(long, default_value_t = 10, value_name = "N")]
    measure_every: u32,
    /// Iterations of a search in measurements.
    #[arg(long, default_value_t = 128, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    measure_iterations: u32,
    /// Plays in the last measurement, each by the strategies of random iterations; 0 for none.
    #[arg(long, default_value_t = 512, value_name = "N")]
    plays: u32,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StatesName {
    Play,
    Random,
    Zero,
}

fn dice_and_faces(text: &str) -> Result<(usize, usize), String> {
    let wrong = || "expected dice and faces, such as 1x4".to_owned();
    let (dice, faces) = text.split_once('x').ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
    Ok((number(dice)?, number(faces)?))
}

impl RebelArguments {
    fn spec(&self) -> RebelSpec {
        let beliefs = match self.states {
            StatesName::Random => Beliefs::Random,
            StatesName::Play | StatesName::Zero => Beliefs::SelfPlay,
        };
        let all = u64::from(self.epochs) * self.steps as u64;
        RebelSpec {
            dice: self.game.0,
            faces: self.game.1,
            training: SelfPlaySettings {
                hidden: usize::from(self.width),
                search: SearchSettings { depth: 2, iterations: self.iterations },
                beliefs,
                games: self.games,
                capacity: self.capacity,
                steps: self.steps,
                schedule: Schedule::Cosine { from: self.rate, to: self.rate / 100.0, steps: all },
                seed: self.seed,
                ..SelfPlaySettings::default()
            },
            epochs: self.epochs,
            measure_every: self.measure_every,
            search: SearchSettings { depth: 2, iterations: self.measure_iterations },
            plays: self.plays,
            zero: self.states == StatesName::Zero,
        }
    }
}

pub(super) fn run(arguments: &RebelArguments, output: &mut Output) -> Result<(), Failure> {
    let spec = arguments.spec();
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let report = with_control(|control| spec.run(&engine, control, show))?;
    write_report(&spec, &report, output)
}

fn show(event: &RebelEvent) {
    match *event {
        RebelEvent::Epoch { epoch, examples, loss, averages, seconds } => {
            let averages = averages.map_or(String::new(), |found| format!("; averages {found:.4}"));
            let examples = thousands(examples);
            tell(format_args!(
                "epoch {epoch:4}: {examples} examples, loss {loss:.5}{averages}; {seconds:.0} s"
            ));
        }
        RebelEvent::Plays { plays, exploitability, seconds } => tell(format_args!(
            "{plays:5} plays: exploitability {exploitability:.4}; {seconds:.0} s"
        )),
    }
}

fn write_report(
    spec: &RebelSpec,
    report: &RebelReport,
    output: &mut Output,
) -> Result<(), Failure> {
    writeln!(output, "Liar's Dice {}, {}", report.game, spec.control())?;
    writeln!(output, "exploitability of average strategies {:.4}", report.averages)?;
    if let Some(found) = report.plays {
        let plays = thousands(u64::from(spec.plays));
        writeln!(output, "exploitability of the mean of {plays} plays {found:.4}")?;
    }
    Ok(())
}
