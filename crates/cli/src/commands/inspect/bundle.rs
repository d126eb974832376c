//! `quasar inspect FOLDER`: bundles of solved flops and of preflop strategies.

use std::io::Write;

use anstyle::Style;
use quasar::cards::{Board, HoldemClass};
use quasar::game::Line;
use quasar::{
    model::{AgainstReport, PostflopBundle},
    preflop::{OmahaPreflopBundle, PreflopBundle},
    request::read,
};

use super::InspectArguments;
use crate::commands::{postflop, preflop};
use crate::error::Failure;
use crate::grid::{short, write_grid, write_numbers};
use crate::output::{Output, size, thousands};
use crate::units::fixed;

/// A preflop strategy and one of its decisions.
pub(super) fn strategy(arguments: &InspectArguments, output: &mut Output) -> Result<(), Failure> {
    let folder = arguments.file.as_path();
    if OmahaPreflopBundle::is_at(folder)? {
        return omaha(arguments, output);
    }
    let bundle = PreflopBundle::open(folder)?;
    let line = arguments.line.as_deref().unwrap_or("r:0");
    let node = bundle.node(&read("--line", line, str::parse::<Line>)?)?;
    if arguments.json {
        return output.json(&node);
    }
    writeln!(output, "folder     {}", folder.display())?;
    writeln!(output, "kind       preflop strategy")?;
    writeln!(output, "version    {}", bundle.version())?;
    writeln!(output, "size       {} bytes ({})", thousands(bundle.size()), size(bundle.size()))?;
    writeln!(output, "checksums  all match")?;
    let value = match (&bundle.spec().exact, bundle.is_modelled()) {
        (Some(_), _) => "exact solves",
        (None, true) if bundle.spec().streets.is_some() => "play to the river",
        (None, true) => "a model",
        (None, false) => "equity",
    };
    writeln!(output, "flops      valued by {value}")?;
    writeln!(
        output,
        "solved     {} iterations, exploitability {:.3} mbb per hand, EV of the button {} mbb\n",
        thousands(bundle.iterations().into()),
        bundle.exploitability_mbb(),
        fixed(bundle.ev_mbb(), 2),
    )?;
    preflop::show::node(&node, output)
}

/// A strategy of four-card Omaha and one of its decisions.
fn omaha(arguments: &InspectArguments, output: &mut Output) -> Result<(), Failure> {
    let folder = arguments.file.as_path();
    let bundle = OmahaPreflopBundle::open(folder)?;
    let line = arguments.line.as_deref().unwrap_or("r:0");
    let node = bundle.node(&read("--line", line, str::parse::<Line>)?)?;
    if arguments.json {
        return output.json(&node);
    }
    writeln!(output, "folder     {}", folder.display())?;
    writeln!(output, "kind       plo4 preflop strategy")?;
    writeln!(output, "version    {}", bundle.version())?;
    writeln!(output, "size       {} bytes ({})", thousands(bundle.size()), size(bundle.size()))?;
    writeln!(output, "checksums  all match")?;
    writeln!(output, "game       {}", bundle.note())?;
    writeln!(
        output,
        "solved     {} iterations, exploitability {:.3} mbb per hand, EV of the button {} mbb\n",
        thousands(bundle.iterations().into()),
        bundle.exploitability_mbb(),
        fixed(bundle.ev_mbb(), 2),
    )?;
    preflop::omaha::node(&node, output)
}

/// Solved flops: an overview, or the value of a class against each other on a flop.
pub(super) fn flops(arguments: &InspectArguments, output: &mut Output) -> Result<(), Failure> {
    let bundle = PostflopBundle::open(&arguments.file)?;
    let Some(flop) = &arguments.flop else {
        let report = bundle.verify()?;
        if arguments.json {
            return output.json(&report);
        }
        postflop::show::bundle(&report, output)?;
        return class_means(&bundle, output);
    };
    let board = read("flop", flop, Board::parse_flop)?;
    let Some(hero) = &arguments.hero else {
        return Err(Failure::Usage("--flop of a bundle needs --hero".to_owned()));
    };
    let hero = read("hero", hero, str::parse::<HoldemClass>)?;
    let report = bundle.against_each(board, hero)?;
    if arguments.json {
        return output.json(&report);
    }
    for AgainstReport { spr, classes } in report.depths {
        writeln!(
            output,
            "{hero} out of position against each class in position on {board}, SPR {spr}, in percent of the pot\n"
        )?;
        write_grid(|class| classes[class.index()].value, "none", output)?;
        writeln!(output)?;
    }
    Ok(())
}

/// The mean value of each class over all flops, at each depth.
fn class_means(bundle: &PostflopBundle, output: &mut Output) -> Result<(), Failure> {
    for (spr, means) in bundle.class_means() {
        for (means, position) in means.iter().zip(["out of position", "in position"]) {
            writeln!(
                output,
                "\nSPR {spr}, {position}: mean over all flops, in percent of the pot\n"
            )?;
            let mean = |class: HoldemClass| {
                let mean = means[class.index()].map(|mean| short(100.0 * mean, 1));
                (Style::new(), mean.unwrap_or("-".to_owned()))
            };
            write_numbers(mean, output)?;
        }
    }
    Ok(())
}
