//! Files of other programs: what becomes of every line, and what is refused.

use crate::common::patched;
use quasar::cards::{Game, Range, Street};
use quasar::spot::{ImportFormat, ImportedSpot, SpotSpec, parse_piosolver_range, piosolver_range};

const PIO: &str = include_str!("../../testdata/import/3bet_pot_fast.piosolver.txt");
const TEXAS: &str = include_str!("../../testdata/import/3bet_pot_fast.texassolver.txt");
const SPEC: &str = include_str!("../../../../sample_configurations/3bet_pot_fast.yaml");

/// The smallest files that make a spot, on a river.
const SMALL_PIO: &str = "#Board#Ks 7d 4c 9h 2s\n#Pot#100\n#EffectiveStacks#300\n#Range0#AA,QQ:0.5\n\
    #Range1#KK\n#RiverConfig.BetSize#50 a\n#RiverConfigIP.BetSize#75\n";
const SMALL_TEXAS: &str = "set_pot 100\nset_effective_stack 300\nset_board Ks,7d,4c,9h,2s\n\
    set_range_oop AA,QQ:0.5\nset_range_ip KK\nset_bet_sizes oop,river,bet,50\n";

fn import(text: &str) -> ImportedSpot {
    ImportFormat::recognise(text).unwrap().import(text).unwrap()
}

fn spec(text: &str) -> SpotSpec {
    SpotSpec::parse(&import(text).spec).unwrap()
}

fn notes(text: &str) -> Vec<(usize, String)> {
    import(text).notes.into_iter().map(|note| (note.line, note.text)).collect()
}

/// The spot by which solvers are compared, written for PioSOLVER, is the sample.
#[test]
fn a_tree_configuration_is_the_spec_it_describes() {
    let (found, sample) = (spec(PIO), SpotSpec::parse(SPEC).unwrap());
    assert_eq!((found.board, &found.ranges), (sample.board, &sample.ranges));
    assert_eq!(found.betting.counts().unwrap(), sample.betting.counts().unwrap());
    assert_eq!((found.goal, found.rake), (sample.goal, sample.rake));
    assert_eq!(notes(PIO), []);
}

/// The same for TexasSolver, which adds all-in everywhere and allows three raises.
#[test]
fn a_console_script_is_the_spec_it_describes() {
    let all_in = [("bet", "52%, a"), ("turn.bet", "55%, a"), ("river.bet", "70%, a")];
    let more = [("raise", "45%, a"), ("raise_cap", "3"), ("iterations", "200"), ("threads", "2")];
    let sample = patched::spot(SPEC, &[&all_in[..], &more[..]].concat()).unwrap();
    let found = spec(TEXAS);
    assert_eq!((found.board, &found.ranges), (sample.board, &sample.ranges));
    assert_eq!(found.betting.counts().unwrap(), sample.betting.counts().unwrap());
    assert_eq!((found.goal, found.settings), (sample.goal, sample.settings));
    assert_eq!(notes(TEXAS), []);
}

#[test]
fn formats_are_recognised_by_their_lines() {
    assert_eq!(ImportFormat::recognise(PIO), Some(ImportFormat::PioSolver));
    assert_eq!(ImportFormat::recognise(TEXAS), Some(ImportFormat::TexasSolver));
    for other in [SPEC, "", "# a comment\nboard: Td9d6h\n", "{board: Td9d6h}"] {
        assert_eq!(ImportFormat::recognise(other), None, "{other}");
    }
    assert_eq!("PioSOLVER".parse(), Ok(ImportFormat::PioSolver));
    assert_eq!(
        "gto".parse::<ImportFormat>().unwrap_err().to_string(),
        "`gto` files cannot be imported; use piosolver or texassolver"
    );
}

#[test]
fn sizes_of_a_tree_configuration_go_to_their_places() {
    let turn = "#Board#Ks7d4c9h\n#Pot#100\n#EffectiveStacks#300\n#Range0#AA\n#Range1#KK\n\
        #TurnConfig.BetSize#33, 75\n#TurnConfig.RaiseSize#3x ai\n#RiverConfig.DonkBetSize#20c e\n\
        #TurnConfigIP.RaiseSize#50\n#Rake.Enabled#True\n#Rake.Fraction#0.05\n#Rake.Cap#2\n\
        #MergeSimilarBets#True\n#MergeSimilarBetsThreshold#12\n";
    let found = spec(turn);
    let sizes = |street: Street, player: usize| {
        let sizes = &found.betting.street(street).sizes[player];
        let raises: Vec<String> = sizes.raises.iter().map(ToString::to_string).collect();
        (sizes.bet.to_string(), raises.join("; "), sizes.donk.as_ref().map(ToString::to_string))
    };
    let text = |bet: &str, raise: &str, donk: Option<&str>| {
        (bet.to_owned(), raise.to_owned(), donk.map(str::to_owned))
    };
    assert_eq!(sizes(Street::Turn, 0), text("33%, 75%", "3x, a", None));
    assert_eq!(sizes(Street::Turn, 1), text("", "50%", None));
    assert_eq!(sizes(Street::River, 0), text("", "", Some("20c, e")));
    assert_eq!((found.rake.rate(), found.rake.cap()), (0.05, 2.0));
    assert_eq!(found.betting.thresholds.merge, 0.12);
}

/// All-in is added by a threshold where every list has it, else list by list.
#[test]
fn added_all_ins_are_a_threshold_or_sizes() {
    let full = "#RiverConfig.RaiseSize#60\n#RiverConfigIP.RaiseSize#60\n#RiverConfig.AddAllin#True\n\
        #AddAllinOnlyIfLessThanThisTimesThePot#250\n";
    let some = spec(&format!("{SMALL_PIO}{full}"));
    assert_eq!(some.betting.thresholds.add_all_in, 0.0);
    let sizes = &some.betting.street(Street::River).sizes;
    assert_eq!(
        (sizes[0].raises[0].to_string(), sizes[1].raises[0].to_string()),
        ("60%, a".into(), "60%".into())
    );
    let told = notes(&format!("{SMALL_PIO}{full}"));
    assert_eq!((told.len(), told[0].0), (1, 10), "300 are more than 250 % of 100: {told:?}");
    let all = spec(&format!("{SMALL_PIO}{full}#RiverConfigIP.AddAllin#True\n"));
    assert_eq!(all.betting.thresholds.add_all_in, 2.5);
    let large = full.replace("250", "300");
    assert_eq!(notes(&format!("{SMALL_PIO}{large}")), [], "never more than 300 %");
}

#[test]
fn what_has_no_counterpart_is_noted_with_its_line() {
    for (line, note) in [
        ("#AllinThreshold#60", "#AllinThreshold#60: bets of most of the stack stay as they are;"),
        ("#CapEnabled#True", "#CapEnabled#True: the cap on raises is left out; raise_cap can be"),
        ("#ForceIPBet#True", "#ForceIPBet#True: left out; remove_lines can take checks out"),
        ("#ExtraLines#Check, Bet", "#ExtraLines#Check, Bet: left out; add_lines of the spec"),
        (
            "#RiverConfigIP.Dont3bet#True",
            "#RiverConfigIP.Dont3bet#True: left out; an empty reraise",
        ),
        ("#RiverConfigIP.Colour#Red", "#RiverConfigIP.Colour#Red: unknown, left out"),
        ("#Colour#Red", "#Colour#Red: unknown, left out"),
        ("#ICM.Enabled#True", "#ICM.Enabled#True: ignored; chips are not converted"),
        (
            "add_line 0 0 100\nadd_line 1 1 100",
            "ignored 2 lines from here on that are not of the form #Name#value",
        ),
    ] {
        let found = notes(&format!("{SMALL_PIO}{line}\n"));
        assert_eq!((found.len(), found[0].0), (1, 8), "{found:?}");
        assert!(found[0].1.starts_with(note), "{found:?}");
    }
    for (line, note) in [
        ("set_allin_threshold 0.67", "set_allin_threshold 0.67: bets of more than that part of"),
        ("set_mode holdem", "set_mode: unknown, left out"),
        ("dump_result out.json", "dump_result: ignored; save the solution instead"),
        ("set_bet_sizes ip,river,donk,50", "donk bets belong to the player out of position"),
    ] {
        let found = notes(&format!("{SMALL_TEXAS}{line}\n"));
        assert_eq!((found.len(), found[0].0), (1, 7), "{found:?}");
        assert!(found[0].1.starts_with(note), "{found:?}");
    }
    let decimals = SMALL_TEXAS.replace("set_pot 100", "set_pot 5.50");
    assert_eq!(notes(&decimals)[0].1, "chips are whole: pot and stack are multiplied by 10");
    let found = spec(&decimals);
    assert_eq!((found.betting.start.pot.0, found.betting.start.stacks[0].0), (55, 3000));
}

#[test]
fn mistakes_are_told_with_their_line() {
    for (right, wrong, message) in [
        ("Ks 7d", "Ks 7x", "line 1: #Board#, column 5: expected a suit (c, d, h, s), found `x`"),
        ("Ks 7d 4c 9h 2s", "", "line 1: #Board# is ``; expected three to five cards"),
        (
            "#RiverConfigIP.BetSize#75",
            "#Rake.Fraction#5",
            "line 7: #Rake.Fraction# is `5`; expected",
        ),
        ("#Pot#100", "#Pot#5.5", "line 2: #Pot# is `5.5`; expected a whole number of chips"),
        ("AA,QQ:0.5", "AA,Q?", "line 4: range, column 5: "),
        (
            "AA,QQ:0.5",
            "0 0.5 1",
            "line 4: the range is `3 weights`; expected 1,326 weights, or text",
        ),
        (
            "50 a",
            "50 2x",
            "line 6: #RiverConfig.BetSize#, column 5: a first bet cannot be a multiple",
        ),
        ("#RiverConfigIP.BetSize#75", "#Pot#100", "line 7: #Pot# is given twice"),
        ("#RiverConfigIP.BetSize#75", "#Type#Limit", "line 7: #Type# is `Limit`; expected NoLimit"),
        ("#RiverConfigIP.BetSize#75", "#Rake.Enabled#x", "line 7: #Rake.Enabled# is `x`; expected"),
        ("#Range1#KK\n", "", "the PioSOLVER file has no #Range1#"),
    ] {
        let text = SMALL_PIO.replace(right, wrong);
        let found = ImportFormat::PioSolver.import(&text).unwrap_err().to_string();
        assert!(found.starts_with(message), "{found}");
    }
    for (right, wrong, message) in [
        ("Ks,7d", "Ks,7x", "line 3: set_board, column 5: expected a suit (c, d, h, s), found `x`"),
        ("set_pot 100", "set_pot many", "line 1: set_pot is `many`; expected a number"),
        ("set_pot 100", "set_pot 0.00001", "line 1: set_pot is `0.00001`; expected chips above 0"),
        ("river,bet,50", "river,bet,50,x", "line 6: set_bet_sizes is `x`; expected a number"),
        (
            "river,bet,50",
            "river,bat,50",
            "line 6: set_bet_sizes is `oop,river,bat,50`; expected pl",
        ),
        ("river,bet,50", "river,bet,0", "line 6: set_bet_sizes, column 1: "),
        ("set_range_ip KK\n", "", "the TexasSolver file has no set_range_ip"),
        (
            "set_range_ip KK",
            "set_accuracy 0",
            "line 5: set_accuracy is `0`; expected a percentage of",
        ),
        ("set_range_ip KK", "set_max_iteration -1", "line 5: set_max_iteration is `-1`; expected"),
    ] {
        let text = SMALL_TEXAS.replace(right, wrong);
        let found = ImportFormat::TexasSolver.import(&text).unwrap_err().to_string();
        assert!(found.starts_with(message), "{found}");
    }
}

/// The hands of PioSOLVER's `show_hand_order`, made card by card.
#[test]
fn weights_are_in_the_order_of_piosolver() {
    let cards: Vec<String> = "23456789TJQKA"
        .chars()
        .flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    let mut hands = Vec::new();
    for (high, one) in cards.iter().enumerate() {
        hands.extend(cards[..high].iter().map(|other| format!("{one}{other}")));
    }
    assert_eq!((hands.len(), hands[0].as_str(), hands[1325].as_str()), (1326, "2d2c", "AsAh"));
    for place in [0, 1, 2, 3, 77, 500, 1000, 1324, 1325] {
        let mut weights = vec!["0"; 1326];
        weights[place] = "0.25";
        let range = parse_piosolver_range(&weights.join(" ")).unwrap();
        let expected = Range::parse(Game::Holdem, &format!("{}:0.25", hands[place])).unwrap();
        assert_eq!(range, expected, "{place}");
        assert_eq!(piosolver_range(&range).unwrap(), weights.join(" "));
    }
    for text in ["22 33", "AA", "22+,AKs:0.333"] {
        let range = Range::parse(Game::Holdem, text).unwrap();
        assert_eq!(parse_piosolver_range(text).unwrap(), range);
        assert_eq!(parse_piosolver_range(&piosolver_range(&range).unwrap()).unwrap(), range);
    }
    let nothing = vec!["0"; 1326].join(" ");
    assert!(parse_piosolver_range(&nothing).unwrap().is_empty());
    assert!(parse_piosolver_range(&nothing.replacen('0', "1.5", 1)).is_err());
    assert!(parse_piosolver_range(&nothing.replacen('0', "NaN", 1)).is_err());
    assert_eq!(piosolver_range(&Range::empty(Game::Plo4)), None);
}
