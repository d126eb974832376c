//! Lines: no panic, errors inside the text, print-parse identity, and a line that
//! is in a tree is found again.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quasar_cards::Street;
use quasar_game::{BettingTree, Chips, Line, PlayerSizes, Rules, StreetSpec, TreeSpec, TreeStart};

static TREE: LazyLock<BettingTree> = LazyLock::new(|| {
    let sizes = |text: &str| text.parse().expect("the sizes are well written");
    let start = TreeStart::street(Street::Flop, Chips(10), Chips(50));
    let street = StreetSpec::both(PlayerSizes::new(sizes("50, pot"), sizes("pot")));
    BettingTree::build(&TreeSpec::new(Rules::NO_LIMIT, start, street)).expect("the tree is small")
});

fuzz_target!(|text: &str| {
    let line = match text.parse::<Line>() {
        Ok(line) => line,
        Err(error) => return assert!(text.get(error.span()).is_some()),
    };
    assert_eq!(line.to_string().parse().as_ref(), Ok(&line));
    if let Ok((place, cards)) = TREE.locate(&line)
        && cards.len() + Street::Flop.board_len() == TREE.street(place.round).board_len()
    {
        assert_eq!(TREE.line(place, &cards), line);
    }
});
