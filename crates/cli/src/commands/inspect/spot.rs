//! `quasar inspect` of saved spots.

use std::io::Write;

use quasar::cards::{Combo, Game, HoldemClass, Range};
use quasar::{
    job::Engine,
    request::read,
    spot::{
        ActionReport, ClassHandsReport, NodeView, RunoutReport, SaveReport, SpotCurvesReport,
        SpotHandReport, SpotNodeReport, SpotSave, TreeLineReport,
    },
};

use super::{InspectArguments, export};
use crate::commands::solve::show_spot::players;
use crate::error::Failure;
use crate::file::write_file;
use crate::node_text::{self, chips, percent};
use crate::output::{Output, left, right, size, thousands};
use crate::progress::{Shown, with_progress};
use crate::units::{duration, fixed};

pub(super) fn run(arguments: &InspectArguments, output: &mut Output) -> Result<(), Failure> {
    show(&SpotSave::open(&arguments.file)?, arguments, output)
}

/// Shows what the arguments ask of a save.
pub(super) fn show(
    save: &SpotSave,
    arguments: &InspectArguments,
    output: &mut Output,
) -> Result<(), Failure> {
    let asked = arguments.is_of_save() || arguments.csv.is_some() || arguments.sort.is_some();
    if !asked {
        return verify(save, arguments, output);
    }
    if let Some(path) = &arguments.export {
        return export::run(save, arguments, path);
    }
    let line = export::node_line(arguments)?;
    if let Some(players) = arguments.ranges {
        return export::ranges(&save.node(&line)?, players, output);
    }
    if arguments.tree {
        let tree = save.tree(&line, arguments.depth)?;
        return if arguments.json { output.json(&tree) } else { write_tree(&tree.lines, output) };
    }
    let engine = Engine::new(0, Engine::DEFAULT_CACHE)?;
    if arguments.runouts {
        let runouts = save.runout_reports(&line, &engine)?;
        return if arguments.json {
            output.json(&runouts)
        } else {
            write_runouts(&runouts.runouts, output)
        };
    }
    if arguments.curves {
        let curves = SpotCurvesReport::new(&save.node(&line)?, &engine)?;
        return if arguments.json { output.json(&curves) } else { write_curves(&curves, output) };
    }
    let game = save.spec().game();
    let mut view = arguments.view.view(arguments.sort.as_deref(), game, arguments.csv.is_some())?;
    let combo = arguments.combo.as_deref().map(|text| chosen(text, game)).transpose()?;
    if let Some(chosen) = &combo {
        view = NodeView { filter: Some(chosen.range(game)), ..NodeView::default() };
    }
    let node = SpotNodeReport::with_view(&save.node(&line)?, &view, &engine)?;
    match (combo, &arguments.csv) {
        (Some(Chosen::Hand(combo)), _) => write_combo(&node, combo, arguments.json, output),
        (Some(Chosen::Class(class)), _) => write_class(node, class, arguments.json, output),
        (None, Some(path)) if path.as_os_str() == "-" => node_text::csv(&node, output),
        (None, Some(path)) => write_file(path, |file| node_text::csv(&node, file)),
        (None, None) if arguments.json => output.json(&node),
        (None, None) => write_node(&node, output),
    }
}

/// Every tenth percentile; the rest is in the JSON.
fn write_curves(curves: &SpotCurvesReport, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "{} on {}, by percentile of each range\n", curves.line, curves.board)?;
    let columns = ["percentile", "oop equity", "ip equity", "oop EV", "ip EV"].map(right);
    let rows = (0..=100).step_by(10).map(|at| {
        let equities = curves.players.iter().map(|player| percent(player.equity.get(at).copied()));
        let evs = curves.players.iter().map(|player| chips(player.ev.get(at).copied()));
        [at.to_string()].into_iter().chain(equities).chain(evs).collect::<Vec<String>>()
    });
    Ok(output.table(&columns, &rows.collect::<Vec<_>>())?)
}

/// What `--combo` shows.
enum Chosen {
    Hand(Combo),
    Class(HoldemClass),
}

/// A hand, or a class of Hold'em, which has a shorter text.
fn chosen(text: &str, game: Game) -> Result<Chosen, Failure> {
    let class = text.parse::<HoldemClass>().ok().filter(|_| game == Game::Holdem);
    match class {
        Some(class) => Ok(Chosen::Class(class)),
        None => Ok(Chosen::Hand(read("--combo", text, str::parse::<Combo>)?)),
    }
}

impl Chosen {
    /// The range of these hands; empty if they belong to another game.
    fn range(&self, game: Game) -> Range {
        let mut weights = vec![0.0; game.combos()];
        let mut add = |combo: Combo| {
            if combo.game() == game {
                weights[combo.index()] = 1.0;
            }
        };
        match self {
            Chosen::Hand(combo) => add(*combo),
            Chosen::Class(class) => class.combos().for_each(add),
        }
        Range::from_weights(game, weights).expect("a weight of 0 or 1 for every hand")
    }
}

fn verify(
    save: &SpotSave,
    arguments: &InspectArguments,
    output: &mut Output,
) -> Result<(), Failure> {
    let report = save.report();
    match arguments.json {
        true => output.json(&report)?,
        false => write_report(&report, output)?,
    }
    output.flush()?;
    with_progress(Shown::Count("blocks"), |control| save.verify(control))?;
    match arguments.json {
        true => Ok(()),
        false => Ok(writeln!(output, "checksums       all match")?),
    }
}

fn write_report(report: &SaveReport, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "file            {}", report.path)?;
    writeln!(output, "kind            {}", report.kind)?;
    writeln!(output, "version         {}", report.version)?;
    writeln!(output, "size            {} bytes ({})", thousands(report.bytes), size(report.bytes))?;
    let game = if report.game.0 == Game::Holdem { "" } else { report.game.text() };
    writeln!(
        output,
        "spot            {game}{}{}, pot {}, {} behind",
        if game.is_empty() { "" } else { " on " },
        report.board,
        thousands(report.pot),
        thousands(report.stack),
    )?;
    for street in &report.streets {
        let kept = if street.kept { "" } else { "; not saved" };
        writeln!(
            output,
            "{:<15} {}, {} on each{kept}",
            street.street,
            counted(street.boards, "board"),
            counted(street.decisions, "decision"),
        )?;
    }
    writeln!(
        output,
        "exploitability  {} chips, {}% of the pot, after {} iterations, {}",
        fixed(report.exploitability, 3),
        fixed(report.exploitability_percent, 3),
        thousands(report.iterations.into()),
        duration(report.seconds).trim_end(),
    )?;
    let resumable = if report.resumable { "yes" } else { "no; only a full save can" };
    writeln!(output, "can be resumed  {resumable}\n")?;
    players(&report.players, output)?;
    Ok(writeln!(output)?)
}

/// `1 board`, `48 boards`.
fn counted(count: usize, thing: &str) -> String {
    format!("{} {thing}{}", thousands(count as u64), if count == 1 { "" } else { "s" })
}

fn write_node(node: &SpotNodeReport, output: &mut Output) -> Result<(), Failure> {
    node_text::node(node, output)?;
    writeln!(output)?;
    node_text::ranges(node, output)?;
    if node.hands.is_empty() {
        return Ok(());
    }
    writeln!(output)?;
    node_text::hands(node, node.hands.iter().filter(|hand| hand.weight > 0.0), output)
}

fn write_combo(
    node: &SpotNodeReport,
    combo: Combo,
    json: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(hand) = node.hands.first() else {
        return Err(Failure::Usage(format!(
            "{} does not hold {combo} on {}",
            node.player, node.board
        )));
    };
    if json { output.json(hand) } else { node_text::hand(node, hand, output) }
}

fn write_class(
    node: SpotNodeReport,
    class: HoldemClass,
    json: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    let held = |hand: &SpotHandReport| hand.weight > 0.0;
    if !node.hands.iter().any(held) {
        let text = format!("{} does not hold {class} on {}", node.player, node.board);
        return Err(Failure::Usage(text));
    }
    if json {
        let SpotNodeReport { ev, actions, hands, .. } = node;
        return output.json(&ClassHandsReport { class: class.to_string(), ev, actions, hands });
    }
    let ev = chips(node.ev);
    writeln!(output, "{} on {}, pot {}", node.line, node.board, thousands(node.pot))?;
    writeln!(output, "{class}: EV {ev}\n")?;
    node_text::actions(&node.actions, output)?;
    writeln!(output)?;
    node_text::hands(&node, node.hands.iter().filter(|hand| held(hand)), output)
}

/// Actions with their frequencies, on one line.
fn in_a_row(actions: &[ActionReport]) -> String {
    let action = |action: &ActionReport| format!("{} {}", action.action, percent(action.frequency));
    actions.iter().map(action).collect::<Vec<_>>().join(", ")
}

fn write_tree(tree: &[TreeLineReport], output: &mut Output) -> Result<(), Failure> {
    let row = |line: &TreeLineReport| {
        vec![
            line.line.clone(),
            line.player.to_string(),
            thousands(line.pot),
            percent(line.frequency),
            chips(line.ev),
            in_a_row(&line.actions),
        ]
    };
    let columns = [
        left("line"),
        left("player"),
        right("pot"),
        right("reached"),
        right("EV"),
        left("actions"),
    ];
    Ok(output.table(&columns, &tree.iter().map(row).collect::<Vec<_>>())?)
}

fn write_runouts(runouts: &[RunoutReport], output: &mut Output) -> Result<(), Failure> {
    let Some(first) = runouts.first() else {
        return Ok(writeln!(output, "no card can be dealt here")?);
    };
    writeln!(
        output,
        "{} acts at {} and at the same point after every other card\n",
        first.player, first.line
    )?;
    let row = |runout: &RunoutReport| {
        let [oop, ip] = &runout.ranges;
        vec![
            runout.card.clone(),
            percent(runout.frequency),
            percent(oop.equity),
            chips(oop.ev),
            percent(ip.equity),
            chips(ip.ev),
            in_a_row(&runout.actions),
        ]
    };
    let columns = [
        left("card"),
        right("chance"),
        right("oop equity"),
        right("oop EV"),
        right("ip equity"),
        right("ip EV"),
        left("actions"),
    ];
    Ok(output.table(&columns, &runouts.iter().map(row).collect::<Vec<_>>())?)
}
