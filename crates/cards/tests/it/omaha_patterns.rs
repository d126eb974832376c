//! Omaha patterns against their definition, taken literally: try every way to
//! give the elements different cards, and compare the elements two by two.

use proptest::prelude::*;
use quasar_cards::{Card, Combo, Game, Range, Rank, Suit};

/// What an element says of its card's rank, or suit.
#[derive(Clone, Debug)]
enum Part<T> {
    Nothing,
    OneOf(Vec<T>),
    Variable(char),
}

/// One element of a pattern.
#[derive(Clone, Debug)]
enum Element {
    Parts(Part<Rank>, Part<Suit>),
    OneOfCards(Vec<Card>),
}

impl Element {
    /// The element in the notation.
    fn text(&self) -> String {
        let list = |names: Vec<String>| match &names[..] {
            [only] => only.clone(),
            _ => format!("[{}]", names.join(",")),
        };
        match self {
            Element::OneOfCards(cards) => list(cards.iter().map(Card::to_string).collect()),
            Element::Parts(rank, suit) => {
                let rank = match rank {
                    Part::Nothing => "*".to_owned(),
                    Part::OneOf(ranks) => list(ranks.iter().map(Rank::to_string).collect()),
                    Part::Variable(name) => name.to_string(),
                };
                let suit = match suit {
                    Part::Nothing => String::new(),
                    Part::OneOf(suits) => list(suits.iter().map(Suit::to_string).collect()),
                    Part::Variable(name) => name.to_string(),
                };
                rank + &suit
            }
        }
    }

    /// Whether the element can be this card, leaving variables aside.
    fn allows(&self, card: Card) -> bool {
        match self {
            Element::OneOfCards(cards) => cards.contains(&card),
            Element::Parts(rank, suit) => {
                let rank = !matches!(rank, Part::OneOf(ranks) if !ranks.contains(&card.rank()));
                let suit = !matches!(suit, Part::OneOf(suits) if !suits.contains(&card.suit()));
                rank && suit
            }
        }
    }

    fn rank(&self) -> Name {
        match self {
            Element::OneOfCards(_) | Element::Parts(Part::OneOf(_), _) => Name::Written,
            Element::Parts(Part::Variable(name), _) => Name::Variable(*name),
            Element::Parts(Part::Nothing, _) => Name::None,
        }
    }

    fn suit(&self) -> Name {
        match self {
            Element::OneOfCards(_) | Element::Parts(_, Part::OneOf(_)) => Name::Written,
            Element::Parts(_, Part::Variable(name)) => Name::Variable(*name),
            Element::Parts(_, Part::Nothing) => Name::None,
        }
    }
}

/// How an element refers to a rank or suit.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Name {
    None,
    Written,
    Variable(char),
}

/// Whether two elements may have equal (or different) ranks or suits: equal
/// variables are equal, different ones differ, and a variable never takes what
/// is written out.
fn agree(one: Name, other: Name, equal: bool) -> bool {
    match (one, other) {
        (Name::Variable(a), Name::Variable(b)) => (a == b) == equal,
        (Name::Variable(_), Name::Written) | (Name::Written, Name::Variable(_)) => !equal,
        _ => true,
    }
}

/// Whether the elements can be given different cards of the hand, in addition
/// to those already given.
fn fits(elements: &[Element], hand: &[Card], given: &mut Vec<Card>) -> bool {
    let Some(element) = elements.get(given.len()) else { return true };
    hand.iter().any(|&card| {
        let consistent = !given.contains(&card)
            && element.allows(card)
            && elements.iter().zip(given.iter()).all(|(other, other_card)| {
                agree(element.rank(), other.rank(), card.rank() == other_card.rank())
                    && agree(element.suit(), other.suit(), card.suit() == other_card.suit())
            });
        if !consistent {
            return false;
        }
        given.push(card);
        let found = fits(elements, hand, given);
        given.pop();
        found
    })
}

/// Few ranks, so that patterns and hands often have something in common.
fn rank() -> impl Strategy<Value = Rank> {
    prop::sample::select(vec![Rank::Ace, Rank::King, Rank::Queen, Rank::Ten, Rank::Two])
}

fn suit() -> impl Strategy<Value = Suit> {
    prop::sample::select(Suit::ALL.to_vec())
}

fn card() -> impl Strategy<Value = Card> {
    (rank(), suit()).prop_map(|(rank, suit)| Card::new(rank, suit))
}

fn element() -> impl Strategy<Value = Element> {
    let ranks = prop_oneof![
        2 => Just(Part::Nothing),
        3 => prop::collection::vec(rank(), 1..4).prop_map(Part::OneOf),
        3 => prop::sample::select(vec!['R', 'O', 'N', 'P']).prop_map(Part::Variable),
    ];
    let suits = prop_oneof![
        3 => Just(Part::Nothing),
        1 => prop::collection::vec(suit(), 1..4).prop_map(Part::OneOf),
        3 => prop::sample::select(vec!['w', 'x', 'y', 'z']).prop_map(Part::Variable),
    ];
    prop_oneof![
        8 => (ranks, suits).prop_map(|(rank, suit)| Element::Parts(rank, suit)),
        1 => prop::collection::vec(card(), 2..5).prop_map(Element::OneOfCards),
    ]
}

/// A hand: of the few ranks that patterns name, or of any.
fn hand(cards: usize) -> impl Strategy<Value = Vec<Card>> {
    let few: Vec<Card> = Card::all().filter(|card| card.rank() >= Rank::Ten).collect();
    let any: Vec<Card> = Card::all().collect();
    prop_oneof![prop::sample::subsequence(few, cards), prop::sample::subsequence(any, cards)]
}

fn case(game: Game) -> impl Strategy<Value = (Vec<Element>, Vec<Vec<Card>>)> {
    let cards = game.hole_cards();
    let patterns = prop::collection::vec(element(), 1..=cards).prop_filter(
        "a card twice is refused",
        |elements| {
            let texts: Vec<String> = elements.iter().map(Element::text).collect();
            !texts
                .iter()
                .enumerate()
                .any(|(i, text)| text.parse::<Card>().is_ok() && texts[..i].contains(text))
        },
    );
    (patterns, prop::collection::vec(hand(cards), 400))
}

fn check(game: Game, elements: &[Element], hands: &[Vec<Card>]) -> Result<(), TestCaseError> {
    let texts: Vec<String> = elements.iter().map(Element::text).collect();
    let text = texts.join(" ");
    let range = Range::parse(game, &text)
        .map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
    for hand in hands {
        let combo = Combo::new(hand).expect("different cards");
        let expected = fits(elements, hand, &mut Vec::new());
        prop_assert_eq!(range.weight(&combo) == 1.0, expected, "{} {}", text, combo);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn four_cards_fit_by_definition((elements, hands) in case(Game::Plo4)) {
        check(Game::Plo4, &elements, &hands)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn five_cards_fit_by_definition((elements, hands) in case(Game::Plo5)) {
        check(Game::Plo5, &elements, &hands)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn six_cards_fit_by_definition((elements, hands) in case(Game::Plo6)) {
        check(Game::Plo6, &elements, &hands)?;
    }
}
