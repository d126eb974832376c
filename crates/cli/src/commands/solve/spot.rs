//! `quasar solve FILE`: spots of Hold'em and Omaha.

use std::io::Write;

use clap::ValueEnum;
use quasar::game::Line;
use quasar::{Ended, SpotError, SpotPlan, SpotReport, SpotSave, SpotSpec, read};

use super::{
    FieldArguments, SaveName, SolveArguments, buckets, checkpoint, import, limit, save, show_spot,
};
use crate::error::Failure;
use crate::node_text;
use crate::output::Output;
use crate::progress::{SolveShown, solve_with_progress};
use crate::units::bytes;

/// What is solved when nothing is asked for.
const EXAMPLE: &str = include_str!("../../../../../sample_configurations/turn.yaml");

pub(super) fn run(arguments: &SolveArguments, output: &mut Output) -> Result<(), Failure> {
    let line = read("--line", &arguments.line, str::parse::<Line>)?;
    let own = arguments.fields.board.is_some();
    let saved = save::open(arguments)?;
    let text = match &saved {
        Some(save) => save.spec_text().to_owned(),
        None => text(arguments, own)?,
    };
    if arguments.print_spec {
        return Ok(output.write_all(text.as_bytes())?);
    }
    let spec = spec(&text, &overrides(arguments)?)?;
    if spec.abstraction.is_some() {
        return buckets::run(arguments, &spec, &line, output);
    }
    let view = arguments.view.view(arguments.sort.as_deref(), spec.game(), arguments.csv)?;
    spec.check_line(&line)?;
    // What is available before there are boards, which are part of what is needed.
    let limit = MemoryLimit::of(arguments);
    let plan = spec.plan_within(limit.allowed).map_err(|error| limit.refusal(error))?;
    if arguments.dry_run {
        return match arguments.json {
            true => output.json(plan.size()),
            false => show_spot::size(plan.spec(), plan.size(), output),
        };
    }
    let keep = arguments.save.unwrap_or(SaveName::Full);
    if let Some(path) = &arguments.output {
        SpotSave::check_target(path)?;
        plan.save_size(keep.size())?;
    }
    let kept = checkpoint::path(arguments);
    if let Some(path) = &kept {
        checkpoint::check_target(path)?;
    }
    let resumed = match arguments.resume {
        true => Some(checkpoint::read(kept.clone())?),
        false => None,
    };
    if !arguments.json && !arguments.csv {
        let told = show_plan(&plan, arguments.file.is_none() && !own, output);
        // A reader who is gone ends the work, unless its result is kept.
        if arguments.output.is_none() && arguments.checkpoint.is_none() {
            told?;
        }
    }
    let allowed = limit.check(plan.size().memory.total)?;
    let shown = SolveShown::Spot {
        pot: plan.spec().betting.start.pot.as_f64(),
        memory: plan.size().memory.total,
    };
    let mut job = match &saved {
        Some(save) if !arguments.resume => save.resume(plan, allowed)?,
        _ => plan.job(allowed)?,
    };
    if let Some((path, bytes)) = resumed {
        job.restore(&bytes).map_err(|error| Failure::Checkpoint { path, error })?;
    }
    let ended = solve_with_progress(shown, |control, progress| job.run(control, progress));
    let kept = kept.filter(|_| ended == Ended::Cancelled || arguments.checkpoint.is_some());
    // What was found is kept and shown as far as can be: a reader who is gone takes no
    // save with it, and a full disk no report.
    let checkpointed = kept.map_or(Ok(()), |path| checkpoint::write(&job, &path));
    let report = job.report_with(ended, &line, &view).map_err(Failure::from);
    let told = report.and_then(|report| show_report(&report, arguments, output));
    let saved = match &arguments.output {
        Some(path) => save::write(&mut job, path, keep),
        None => Ok(()),
    };
    checkpointed.and(saved).and(told)
}

fn show_plan(plan: &SpotPlan, example: bool, output: &mut Output) -> Result<(), Failure> {
    if example {
        writeln!(output, "example: the spot of sample_configurations/turn.yaml\n")?;
    }
    show_spot::size(plan.spec(), plan.size(), output)?;
    output.flush()
}

fn show_report(
    report: &SpotReport,
    arguments: &SolveArguments,
    output: &mut Output,
) -> Result<(), Failure> {
    if arguments.json {
        output.json(report)?;
    } else if arguments.csv {
        node_text::csv(&report.node, output)?;
    } else {
        writeln!(output)?;
        show_spot::report(report, output)?;
    }
    output.flush()
}

/// The text of the spec: that of the file, none if fields say everything, else the
/// example.
pub(super) fn text(arguments: &SolveArguments, fields: bool) -> Result<String, Failure> {
    match &arguments.file {
        Some(path) => import::spec(path, arguments.import),
        None if fields => Ok(String::new()),
        None => Ok(EXAMPLE.to_owned()),
    }
}

/// The spec of a text, with fields in the place of its own.
pub(super) fn spec(text: &str, fields: &[(String, String)]) -> Result<SpotSpec, Failure> {
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(field, value)| (field.as_str(), value.as_str())).collect();
    Ok(SpotSpec::parse(text, &fields)?)
}

/// The memory that may be taken.
#[derive(Clone, Copy)]
pub(super) struct MemoryLimit {
    pub(super) allowed: u64,
    whose: &'static str,
}

impl MemoryLimit {
    /// What the arguments allow, or what is available now.
    pub(super) fn of(arguments: &SolveArguments) -> MemoryLimit {
        match arguments.memory {
            Some(allowed) => MemoryLimit { allowed, whose: "--memory allows" },
            None => MemoryLimit {
                allowed: limit::available().unwrap_or(u64::MAX),
                whose: "the system has available",
            },
        }
    }

    /// The limit, or an error if a spot needs more.
    pub(super) fn check(self, needed: u64) -> Result<u64, Failure> {
        let MemoryLimit { allowed, whose } = self;
        if needed <= allowed {
            return Ok(allowed);
        }
        Err(Failure::Usage(format!(
            "the spot needs {} of memory, and {whose} {}; fewer sizes, a raise cap, smaller ranges or --precision half need less",
            bytes(needed),
            bytes(allowed),
        )))
    }

    /// The failure of a plan; one that needs too much memory is told in the same words.
    pub(super) fn refusal(self, error: SpotError) -> Failure {
        let SpotError::Boards { needed, allowed } = error else { return error.into() };
        Failure::Usage(format!(
            "the boards of the spot alone need at least {} of memory, and {} {}; smaller ranges or a later street need less",
            bytes(needed),
            self.whose,
            bytes(allowed),
        ))
    }
}

/// The arguments as fields of a spec.
pub(super) fn overrides(arguments: &SolveArguments) -> Result<Vec<(String, String)>, Failure> {
    let FieldArguments { game, board, pot, stack, oop, ip, bet, raise, donk, raise_cap, rake, set } =
        &arguments.fields;
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut add = |field: &str, value: Option<String>| {
        fields.extend(value.map(|value| (field.to_owned(), value)));
    };
    add("game", game.clone());
    add("board", board.clone());
    add("pot", pot.clone());
    add("stack", stack.clone());
    add("oop.range", oop.clone());
    add("ip.range", ip.clone());
    add("bet", bet.clone());
    add("raise", raise.clone());
    add("donk", donk.clone());
    add("raise_cap", raise_cap.clone());
    if let Some(rake) = rake {
        let (rate, cap) = rake.split_once(',').unwrap_or((rake, "inf"));
        add("rake.rate", Some(rate.trim().to_owned()));
        add("rake.cap", (cap != "inf").then(|| cap.trim().to_owned()));
    }
    add("target", arguments.target.map(|target| target.to_string()));
    add("iterations", arguments.iterations.map(|iterations| iterations.to_string()));
    add("time", arguments.time.map(|time| format!("{}s", time.as_secs_f64())));
    add("check_every", arguments.check_every.map(|every| every.to_string()));
    add("algorithm", name(arguments.algorithm));
    add("updates", name(arguments.updates));
    add("precision", name(arguments.precision));
    add("threads", arguments.threads.map(|threads| threads.to_string()));
    for field in set {
        let given = field.split_once('=').filter(|(field, _)| !field.trim().is_empty());
        let Some((field, value)) = given else {
            return Err(Failure::Usage(format!(
                "--set {field}: expected FIELD=VALUE, such as river.bet=75%"
            )));
        };
        fields.push((field.trim().to_owned(), value.to_owned()));
    }
    Ok(fields)
}

/// The name of a choice on the command line, which is that in a spec.
fn name(choice: Option<impl ValueEnum>) -> Option<String> {
    Some(choice?.to_possible_value()?.get_name().to_owned())
}
