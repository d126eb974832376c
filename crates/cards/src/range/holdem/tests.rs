//! Properties of reading and printing together.

use proptest::prelude::*;
use proptest::sample::select;

use super::print;
use crate::{Combo, Game, HoldemClass, ParseError, Range};

fn parse(text: &str) -> Result<Range, ParseError> {
    Range::parse(Game::Holdem, text)
}

/// A weight above 0, often one that other hands share, sometimes any float.
fn weight() -> impl Strategy<Value = f32> {
    let any = (1..=1f32.to_bits()).prop_map(f32::from_bits);
    prop_oneof![
        4 => Just(1.0),
        3 => select(vec![0.5, 0.25, 0.1, 1.0 / 3.0, 1.0 - f32::EPSILON, f32::MIN_POSITIVE]),
        1 => any,
    ]
}

/// Ranges of whole classes in which single combos differ.
fn range() -> impl Strategy<Value = Range> {
    let maybe = || prop_oneof![Just(0.0), weight()];
    let classes = prop::collection::vec(maybe(), HoldemClass::COUNT);
    let combos = prop::collection::vec((0..Game::Holdem.combos(), maybe()), 0..30);
    (classes, combos).prop_map(|(classes, combos)| {
        let mut range = Range::empty(Game::Holdem);
        for (class, weight) in HoldemClass::all().zip(classes) {
            for combo in class.combos() {
                range.weights_mut()[combo.index()] = weight;
            }
        }
        for (combo, weight) in combos {
            range.weights_mut()[combo] = weight;
        }
        range
    })
}

/// The length of a range written class by class, and combo by combo where a
/// class has more than one weight.
fn listed_len(range: &Range) -> usize {
    let mut entries = Vec::new();
    let mut list = |name: String, weight: f32| match weight {
        0.0 => {}
        1.0 => entries.push(name),
        _ => entries.push(format!("{name}:{weight}")),
    };
    for class in HoldemClass::all() {
        let combos: Vec<Combo> = class.combos().collect();
        let first = range.weight(&combos[0]);
        if combos.iter().all(|combo| range.weight(combo) == first) {
            list(class.to_string(), first);
        } else {
            combos.iter().for_each(|combo| list(combo.to_string(), range.weight(combo)));
        }
    }
    entries.join(",").len()
}

/// Whether a printed entry is of a form that means the same in every tool.
fn is_universal(entry: &str) -> bool {
    let name = entry.split(':').next().unwrap();
    let ranks: Vec<usize> = name.chars().map(|c| "23456789TJQKA".find(c).unwrap_or(99)).collect();
    match name.split_once('-') {
        Some((top, bottom)) => {
            let pairs = ranks[0] == ranks[1];
            top.len() == bottom.len() && (pairs || top[..1] == bottom[..1])
        }
        None if name.ends_with('+') => ranks[0] == ranks[1] || ranks[0] > ranks[1] + 1,
        None => true,
    }
}

/// One entry without its weight.
fn hands() -> impl Strategy<Value = &'static str> {
    select(vec![
        "AA", "77+", "TT-77", "AK", "AKs", "T9o", "ATs+", "K9+", "87s+", "A5s-A2s", "JTs-76s",
        "AsKh", "2c2d", "A5-A2", "QJo-54o",
    ])
}

/// Text made of the letters that ranges use, where most errors are near misses.
fn almost_a_range() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "A", "K", "T", "9", "2", "s", "o", "h", "+", "-", ":", "@", "0.5", "50", ".", "%", "[",
        "[/", "]", ",", ";", " ", "\n", "random", "*", "é", "\u{a0}", "AKs", "77",
    ]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn printed_ranges_read_back_unchanged(range in range()) {
        let text = print(&range);
        prop_assert_eq!(parse(&text), Ok(range), "{}", text);
    }

    #[test]
    fn printed_entries_are_plain_and_never_overlap(range in range()) {
        let text = print(&range);
        let mut combos = 0;
        for entry in text.split(',').filter(|entry| !entry.is_empty()) {
            prop_assert!(is_universal(entry), "{}", entry);
            combos += parse(entry).unwrap().iter().count();
        }
        prop_assert_eq!(combos, range.iter().count());
        prop_assert!(text.len() <= listed_len(&range));
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place_inside_it(
        text in prop_oneof![any::<String>(), almost_a_range()],
    ) {
        if let Err(error) = parse(&text) {
            prop_assert!(text.get(error.span()).is_some(), "{:?} in {:?}", error, text);
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn dialects_agree(
        entries in prop::collection::vec((hands(), 0..=1000u32), 0..12),
        separator in select(vec![",", ";", " ", "\n", ", ", " ;\t"]),
    ) {
        let write = |entry: &dyn Fn(&str, u32) -> String| {
            let texts: Vec<String> = entries.iter().map(|(hands, w)| entry(hands, *w)).collect();
            texts.join(separator)
        };
        let of_one = |w: u32| format!("{}.{:03}", w / 1000, w % 1000);
        let of_hundred = |w: u32| format!("{}.{}", w / 10, w % 10);

        let pio = write(&|hands, w| format!("{hands}:{}", of_one(w)));
        let expected = parse(&pio).unwrap();
        for other in [
            write(&|hands, w| format!("{hands}@{}", of_hundred(w))),
            write(&|hands, w| format!("{hands} @ {}%", of_hundred(w))),
            write(&|hands, w| format!("[{0}]{hands}[/{0}]", of_hundred(w))),
            write(&|hands, w| format!("[{0}%] {hands} [/{0}%]", of_hundred(w))),
            pio.to_uppercase(),
            pio.to_lowercase(),
            pio.replace('-', " - ").replace(':', " : "),
        ] {
            prop_assert_eq!(parse(&other), Ok(expected.clone()), "{}", other);
        }
    }
}
