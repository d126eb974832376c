//! Console scripts of TexasSolver: one command a line, such as
//! `set_bet_sizes oop,flop,bet,50`.
//!
//! The console offers all-in at every bet and raise, whether a line says so or not,
//! allows a bet and three raises a street, and has no donk bets but those that are
//! given (and all-in); so does the spec. Accuracy is in percent of the pot in both.
//! See <https://github.com/bupticybee/TexasSolver>, `src/tools/CommandLineTool.cpp`
//! and `src/GameTree.cpp`.

use quasar_game::{BetSize, Chips, SizeList};

use super::draft::{Draft, STREETS, SourceLine};
use super::range::parse_piosolver_range;
use super::{ImportError, ImportNote};
use crate::request::values::Num;

/// Raises that the console allows after a bet.
const RAISES: u32 = 3;

/// Reads a console script.
pub(super) fn import(text: &str) -> Result<(Draft, Vec<ImportNote>), ImportError> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim().trim_start_matches('\u{feff}');
        let (command, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if !command.is_empty() {
            reader.command(SourceLine { line: index + 1, what: command }, value.trim())?;
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    draft: Draft,
    notes: Vec<ImportNote>,
    /// What is written for pot and stack, with the lines.
    pot: Option<(usize, String)>,
    stack: Option<(usize, String)>,
    /// The line of donk bets on the flop.
    flop_donk: Option<usize>,
    raises: Option<u32>,
}

impl Reader {
    /// Runs a command; a second one of a kind replaces the first.
    fn command(&mut self, at: SourceLine<'_>, value: &str) -> Result<(), ImportError> {
        match at.what {
            "set_pot" => self.pot = Some((at.line, value.to_owned())),
            "set_effective_stack" => self.stack = Some((at.line, value.to_owned())),
            "set_board" => self.draft.board = Some(at.board(&value.replace(',', " "))?),
            "set_range_oop" | "set_range_ip" => {
                let range = parse_piosolver_range(value).map_err(|fault| at.error(fault))?;
                self.draft.ranges[usize::from(at.what == "set_range_ip")] = Some(range);
            }
            "set_bet_sizes" => self.sizes(at, value)?,
            "set_raise_limit" => {
                // The first bet counts.
                self.raises = Some(self.count(at, value)?.saturating_sub(1));
            }
            "set_accuracy" => {
                let accuracy = at.number(value)?;
                if accuracy == 0.0 {
                    return Err(at.wrong(value, "a percentage of the pot above 0"));
                }
                self.draft.fields.target = Some(Num::of(accuracy).into());
            }
            "set_max_iteration" => {
                let count = self.count(at, value)?;
                self.draft.fields.iterations = Some(Num::of(count).into());
            }
            "set_print_interval" => {
                let count = self.count(at, value)?;
                self.draft.fields.check_every = Some(Num::of(count).into());
            }
            "set_thread_num" => {
                let threads = (self.count(at, value)? as usize).min(quasar_solver::MOST_THREADS);
                self.draft.fields.threads = Some(Num::of(threads).into());
            }
            "set_allin_threshold" => {
                let threshold = at.number(value)?;
                if threshold < 1.0 {
                    self.notes.push(at.note(format!(
                        "set_allin_threshold {value}: bets of more than that part of the stack stay \
                         as they are; thresholds.force_all_in is the closest setting"
                    )));
                }
            }
            "set_use_isomorphism" | "build_tree" | "start_solve" | "set_dump_rounds" => {}
            "dump_result" => {
                self.notes.push(at.note("dump_result: ignored; save the solution instead"));
            }
            command => self.notes.push(at.note(format!("{command}: unknown, left out"))),
        }
        Ok(())
    }

    fn count(&self, at: SourceLine<'_>, value: &str) -> Result<u32, ImportError> {
        let count = value.parse().ok().filter(|count| *count > 0);
        count.ok_or_else(|| at.wrong(value, "a whole number, at least 1"))
    }

    /// `oop,flop,bet,50,100`, or `oop,flop,allin`.
    fn sizes(&mut self, at: SourceLine<'_>, value: &str) -> Result<(), ImportError> {
        let expected = "player, street, bet, raise, donk or allin, and sizes: oop,flop,bet,50,100";
        let wrong = || at.wrong(value, expected);
        let mut words = value.split(',').map(str::trim);
        let player = match words.next() {
            Some("oop") => 0,
            Some("ip") => 1,
            _ => return Err(wrong()),
        };
        let street = words.next().ok_or_else(wrong)?;
        let street = STREETS.iter().position(|(_, name)| *name == street).ok_or_else(wrong)?;
        let kind = words.next().ok_or_else(wrong)?;
        let number = |word: &str| at.number(word).map(BetSize::Percent);
        let list = words.map(number).collect::<Result<SizeList, _>>()?;
        // Errors of sizes have their position.
        let list = at.read(&list.to_string(), SizeList::parse_bets)?;
        let sizes = &mut self.draft.sizes[player][street];
        match kind {
            "bet" => sizes.bet = list,
            "raise" => sizes.raise = list,
            "donk" => {
                sizes.donk = list;
                if player == 1 {
                    self.notes.push(at.note("donk bets belong to the player out of position"));
                }
                self.flop_donk = self.flop_donk.or((street == 0).then_some(at.line));
            }
            "allin" => {}
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(Draft, Vec<ImportNote>), ImportError> {
        self.chips()?;
        for sizes in self.draft.sizes.iter_mut().flatten() {
            for list in [&mut sizes.bet, &mut sizes.raise, &mut sizes.donk] {
                *list = list.sizes().iter().copied().chain([BetSize::AllIn]).collect();
            }
        }
        let raises = self.raises.unwrap_or(RAISES);
        self.draft.fields.raise_cap = Some(Num::of(raises).into());
        if let (Some(line), 0) = (self.flop_donk, self.draft.streets().start) {
            let text = "donk bets on the flop: nobody has called before the first street";
            self.notes.push(ImportNote { line, text: text.to_owned() });
        }
        self.notes.sort_by_key(|note| note.line);
        Ok((self.draft, self.notes))
    }

    /// Pot and stack in whole chips: both are multiplied if they have decimals.
    fn chips(&mut self) -> Result<(), ImportError> {
        let decimals = |given: &Option<(usize, String)>| {
            let fraction = given.as_ref().and_then(|(_, text)| text.split_once('.'));
            fraction.map_or(0, |(_, digits)| digits.trim_end_matches('0').len() as u32)
        };
        let places = decimals(&self.pot).max(decimals(&self.stack)).min(3);
        let factor = 10u32.pow(places);
        for (given, what, chips) in [
            (&self.pot, "set_pot", &mut self.draft.pot),
            (&self.stack, "set_effective_stack", &mut self.draft.stack),
        ] {
            let Some((line, text)) = given else { continue };
            let at = SourceLine { line: *line, what };
            let number = at.number(text)? * f64::from(factor);
            let whole = number.round();
            if whole < 1.0 || whole > Chips::MOST.as_f64() || (number - whole).abs() > 1e-6 * whole
            {
                return Err(at.wrong(text, "chips above 0 with at most three decimals"));
            }
            *chips = Some(Chips(whole as u64));
        }
        if let (true, Some((line, _))) = (factor > 1, &self.pot) {
            let text = format!("chips are whole: pot and stack are multiplied by {factor}");
            self.notes.push(ImportNote { line: *line, text });
            self.draft.fields.chip_scale = Some(Num::of(factor.into()).into());
        }
        Ok(())
    }
}
