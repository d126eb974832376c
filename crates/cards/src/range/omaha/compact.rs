//! Omaha ranges as short text.
//!
//! Hands of one weight are covered by patterns, the most general first:
//!
//! 1. sets of ranks that some hands hold, such as none (`*`), `AA` or `AK`, with any suits or
//!    with one of the suit patterns `$ds`, `$ss` and rainbow (`wxyz`), if the range holds
//!    *all* such hands;
//! 2. all ranks of a hand with one class of suits: `AxAyKxKy`;
//! 3. single hands.
//!
//! A pattern is written only if it covers a hand that those before it do not. Patterns that
//! differ in their last rank are then written as one with a list, `A[K-T]`, and pairs in a row
//! as a span, `KK-TT`. Hands that hold a dead card may be covered or not, so that what a
//! board takes away does not break a pattern.
//!
//! Each hand is looked at a few times for each weight, and each choice of ranks for each of
//! its at most 64 subsets. A range of many weights or classes would gain nothing and is
//! listed hand by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::{CardSet, Combo, Range, Rank, Suit};

use super::parse::MOST_PATTERNS;
use super::shape::{Shape, Suiting, shapes};

/// Most weights of a range that is not listed.
const MOST_WEIGHTS: usize = 16;

/// How suits are restricted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Suits {
    Any,
    Double,
    Single,
    Rainbow,
}

/// All restrictions, in the order in which they are tried.
const SUITS: [Suits; 4] = [Suits::Any, Suits::Double, Suits::Single, Suits::Rainbow];

impl Suits {
    /// Whether a hand passes, as `$ds`, `$ss` and `wxyz` say it.
    fn hold(self, suiting: &Suiting) -> bool {
        let counts = suiting.of_suit.map(|positions| positions.count_ones());
        let twice = counts.iter().filter(|&&count| count >= 2).count();
        let suits = counts.iter().filter(|&&count| count > 0).count();
        match self {
            Suits::Any => true,
            Suits::Double => twice >= 2,
            Suits::Single => suits >= 3 && twice == 1,
            Suits::Rainbow => suits == 4,
        }
    }

    fn filter(self) -> &'static str {
        match self {
            Suits::Any => "",
            Suits::Double => "$ds",
            Suits::Single => "$ss",
            Suits::Rainbow => ":wxyz",
        }
    }
}

/// Ranks with repetitions, from the highest down.
type Ranks = Vec<Rank>;

/// The text of an Omaha range, up to hands that hold dead cards.
pub(in crate::range) fn print(range: &Range, dead: CardSet) -> String {
    let mut weights: Vec<f32> = range.weights().iter().copied().filter(|w| *w > 0.0).collect();
    weights.sort_unstable_by(|a, b| b.total_cmp(a));
    weights.dedup();
    if weights.len() > MOST_WEIGHTS {
        return range.to_string();
    }
    let shapes = shapes(range.game().hole_cards());
    let mut items = Vec::new();
    let mut patterns = 0;
    for weight in weights {
        let mut cover = Cover::new(range, weight, dead, &shapes);
        let mut found = cover.patterns();
        patterns += found.len();
        if patterns > MOST_PATTERNS / 2 {
            return range.to_string();
        }
        found.extend(cover.hands());
        items.extend(found.into_iter().map(|item| weighted(&item, weight)));
    }
    items.join(",")
}

/// An item with its weight in percent, in as few digits as read back to the same.
fn weighted(item: &str, weight: f32) -> String {
    if weight == 1.0 {
        return item.to_owned();
    }
    let reads = |text: &String| format!("{text}e-2").parse() == Ok(weight);
    let short = format!("{weight}e2").parse::<f64>().map(|percent| percent.to_string()).ok();
    let long = || (100.0 * f64::from(weight)).to_string();
    format!("{item}@{}", short.filter(reads).unwrap_or_else(long))
}

/// What is known of a hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It holds a dead card.
    Dead,
    /// It has another weight.
    Other,
    /// It has to be covered.
    Open,
    /// A pattern covers it.
    Covered,
}

/// The hands of one choice of ranks, in the order of the suitings of its shape.
struct Choice<'a> {
    shape: &'a Shape,
    /// As in the shape.
    positions: &'a [Rank],
    /// From the highest down.
    ranks: Ranks,
    states: Vec<State>,
}

impl Choice<'_> {
    /// The states of hands that pass a restriction.
    fn of(&self, suits: Suits) -> impl Iterator<Item = State> {
        let hands = self.shape.suitings.iter().zip(&self.states);
        hands.filter(move |(suiting, _)| suits.hold(suiting)).map(|(_, state)| *state)
    }

    /// Whether no hand that passes has another weight.
    fn is_full(&self, suits: Suits) -> bool {
        self.of(suits).all(|state| state != State::Other)
    }

    /// Whether some hand that passes has to be covered.
    fn needs(&self, suits: Suits) -> bool {
        self.of(suits).any(|state| state == State::Open)
    }

    fn cover(&mut self, suits: Suits) {
        for (suiting, state) in self.shape.suitings.iter().zip(&mut self.states) {
            if *state == State::Open && suits.hold(suiting) {
                *state = State::Covered;
            }
        }
    }

    /// The hand with this suiting.
    fn hand(&self, place: usize) -> Option<Combo> {
        Combo::from_set(self.shape.suitings[place].hand(self.positions)).ok()
    }
}

/// The hands of one weight while patterns for them are looked for.
struct Cover<'a> {
    choices: Vec<Choice<'a>>,
}

impl<'a> Cover<'a> {
    fn new(range: &Range, weight: f32, dead: CardSet, shapes: &'a [Shape]) -> Cover<'a> {
        let mut indices = Vec::new();
        let mut choices = Vec::new();
        for shape in shapes {
            for positions in &shape.rank_choices {
                shape.indices_into(positions, &mut indices);
                let state = |(&index, suiting): (&u32, &Suiting)| {
                    if suiting.hand(positions).intersects(dead) {
                        State::Dead
                    } else if range.weights()[index as usize] == weight {
                        State::Open
                    } else {
                        State::Other
                    }
                };
                let states = indices.iter().zip(&shape.suitings).map(state).collect();
                let mut ranks = positions.clone();
                ranks.sort_unstable_by(|a, b| b.cmp(a));
                choices.push(Choice { shape, positions, ranks, states });
            }
        }
        Cover { choices }
    }

    /// Patterns that cover all they can, without weights.
    fn patterns(&mut self) -> Vec<String> {
        let mut items = Vec::new();
        for suits in SUITS {
            items.extend(join(&self.rank_patterns(suits), suits));
        }
        items.extend(self.class_patterns());
        items
    }

    /// Covers what patterns of ranks can with these suits, the shortest patterns first.
    fn rank_patterns(&mut self, suits: Suits) -> Vec<Ranks> {
        let mut broken: BTreeSet<Ranks> = BTreeSet::new();
        let mut wanted: BTreeMap<(usize, Ranks), Vec<usize>> = BTreeMap::new();
        let partial = self.choices.iter().filter(|choice| !choice.is_full(suits));
        broken.extend(partial.flat_map(|choice| subsets(&choice.ranks)));
        for (number, choice) in self.choices.iter().enumerate() {
            if !choice.needs(suits) {
                continue;
            }
            for ranks in subsets(&choice.ranks).into_iter().filter(|set| !broken.contains(set)) {
                wanted.entry((ranks.len(), ranks)).or_default().push(number);
            }
        }
        let mut patterns = Vec::new();
        for ((_, ranks), choices) in wanted {
            if choices.iter().any(|&number| self.choices[number].needs(suits)) {
                choices.iter().for_each(|&number| self.choices[number].cover(suits));
                patterns.push(ranks);
            }
        }
        // Aces first.
        patterns.reverse();
        patterns.sort_by_key(Vec::len);
        patterns
    }

    /// Covers whole classes of suits that are open.
    fn class_patterns(&mut self) -> Vec<String> {
        let mut items = Vec::new();
        for choice in self.choices.iter_mut().rev() {
            for class in 0..choice.shape.representatives.len() {
                let suitings = choice.shape.suitings.iter().enumerate();
                let of_class = suitings.filter(|(_, suiting)| suiting.class as usize == class);
                let places: Vec<usize> = of_class.map(|(place, _)| place).collect();
                let count = |state| places.iter().filter(|&&p| choice.states[p] == state).count();
                if count(State::Other) > 0 || count(State::Open) < 2 {
                    continue;
                }
                items.extend(choice.hand(places[0]).map(|hand| class_text(&hand)));
                for place in places {
                    if choice.states[place] == State::Open {
                        choice.states[place] = State::Covered;
                    }
                }
            }
        }
        items
    }

    /// The hands that no pattern covers.
    fn hands(&self) -> Vec<String> {
        let mut hands = Vec::new();
        for choice in &self.choices {
            let places = choice.states.iter().enumerate();
            let open = places.filter(|(_, state)| **state == State::Open);
            hands.extend(open.filter_map(|(place, _)| choice.hand(place)));
        }
        hands.iter().map(Combo::to_string).collect()
    }
}

/// All sets of ranks that a hand with these ranks holds, none and all included.
fn subsets(ranks: &[Rank]) -> Vec<Ranks> {
    let mut found: Vec<Ranks> = vec![Vec::new()];
    for &rank in ranks {
        let longer: Vec<Ranks> =
            found.iter().map(|set| set.iter().copied().chain([rank]).collect()).collect();
        found.extend(longer);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The class of a hand: ranks with suit variables.
fn class_text(hand: &Combo) -> String {
    let mut variables: Vec<Suit> = Vec::new();
    let mut text = String::new();
    for card in hand.cards().rev() {
        let known = variables.iter().position(|suit| *suit == card.suit());
        let place = known.unwrap_or_else(|| {
            variables.push(card.suit());
            variables.len() - 1
        });
        let variable = ['x', 'y', 'z', 'w'][place];
        let _ = write!(text, "{}{variable}", card.rank());
    }
    text
}

/// Patterns of ranks as texts: pairs in a row as a span, and those that differ in their last
/// rank only as one with a list.
fn join(patterns: &[Ranks], suits: Suits) -> Vec<String> {
    let is_pair = |ranks: &&Ranks| ranks.len() == 2 && ranks[0] == ranks[1];
    let pairs = patterns.iter().filter(is_pair).fold(0u16, |all, pair| all | 1 << pair[0].index());
    let spans = runs(pairs).into_iter().map(|(top, bottom)| match top == bottom {
        true => format!("{top}{top}{}", suits.filter()),
        // A span is one operand, which a filter applies to as a whole.
        false => format!("{top}{top}-{bottom}{bottom}{}", suits.filter()),
    });
    let mut texts: Vec<String> = spans.collect();
    let mut groups: Vec<(&[Rank], usize, u16)> = Vec::new();
    for ranks in patterns.iter().filter(|ranks| !is_pair(ranks)) {
        let (first, last) = match ranks.split_last() {
            Some((last, first)) => (first, 1 << last.index()),
            None => (&ranks[..], 0),
        };
        let known =
            groups.iter_mut().find(|(of, length, _)| (*of, *length) == (first, ranks.len()));
        match known {
            Some((_, _, lasts)) => *lasts |= last,
            None => groups.push((first, ranks.len(), last)),
        }
    }
    for (first, length, lasts) in groups {
        let mut text: String = first.iter().map(|rank| rank.to_char()).collect();
        match (length, lasts.count_ones()) {
            (0, _) => text.push('*'),
            (_, 1) => text.extend(runs(lasts).iter().map(|(rank, _)| rank.to_char())),
            _ => text += &list(lasts),
        }
        texts.push(text + suits.filter());
    }
    texts
}

/// Ranks that follow each other, as their highest and lowest, from the top.
fn runs(ranks: u16) -> Vec<(Rank, Rank)> {
    let mut found: Vec<(Rank, Rank)> = Vec::new();
    for rank in Rank::ALL.into_iter().rev().filter(|rank| ranks >> rank.index() & 1 == 1) {
        match found.last_mut() {
            Some((_, bottom)) if bottom.index() == rank.index() + 1 => *bottom = rank,
            _ => found.push((rank, rank)),
        }
    }
    found
}

/// Ranks as a list with spans: `[K-T,8]`.
fn list(ranks: u16) -> String {
    let text = |(top, bottom): (Rank, Rank)| match top.index() - bottom.index() {
        0 => top.to_string(),
        1 => format!("{top},{bottom}"),
        _ => format!("{top}-{bottom}"),
    };
    format!("[{}]", runs(ranks).into_iter().map(text).collect::<Vec<_>>().join(","))
}
