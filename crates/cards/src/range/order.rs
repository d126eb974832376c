//! Orders of hands from best to worst, from which percent ranges are cut.
//!
//! This crate does not know hand strength, so the caller supplies an order as
//! data: the suit classes of a game (169 for Hold'em, 16,432 / 134,459 / 962,988
//! for Omaha), the best first. A [`HandOrder`] keeps for each class how many
//! combos stand before its middle, and answers in constant time whether a class
//! is in the top x percent. Making one is a pass over the classes: 6, 40 or
//! 310 ms for four, five or six cards, and 4 MB for six.
//!
//! [`HandOrders`] is the list of orders that a text may name; those of other games need
//! never be made.

use std::sync::OnceLock;

use crate::{Game, OrderError, SuitClasses};

/// A named order of a game's hands, from best to worst.
///
/// A class is in the top x percent if its middle is: if the combos before it and
/// half of its own make up at most x percent of all combos. So whole classes are
/// in or out, 0 % is nothing, 100 % is everything, and a larger percentage never
/// loses a hand.
///
/// ```
/// use quasar_cards::{Game, HandOrder, HandOrders, Range, SuitClasses};
/// let classes = 0..SuitClasses::of_game(Game::Plo4).count();
/// let order = HandOrder::new(Game::Plo4, "by-number", classes)?;
/// assert!(order.in_top(0, 1.0) && !order.in_top(16_431, 99.0));
///
/// let orders = HandOrders::new([order])?;
/// let range = Range::parse_with(Game::Plo4, "15%:$ds, AA@50", &orders)?;
/// # assert!(!range.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandOrder {
    game: Game,
    name: String,
    /// By suit class, twice the number of combos before the class, plus those of
    /// the class. Doubled, the middles are integers.
    doubled_middles: Box<[u32]>,
}

impl HandOrder {
    /// The order in which the suit classes of `game` come as listed, the best
    /// first. A suit class is the number that [`Combo::suit_class`] gives, for
    /// Hold'em too, where it is not the index of the [`HoldemClass`].
    ///
    /// Fails unless every class is listed once and the name is a letter followed
    /// by letters, digits and dashes.
    ///
    /// [`Combo::suit_class`]: crate::Combo::suit_class
    /// [`HoldemClass`]: crate::HoldemClass
    pub fn new(
        game: Game,
        name: &str,
        best_first: impl IntoIterator<Item = usize>,
    ) -> Result<HandOrder, OrderError> {
        if !is_name(name) {
            return Err(OrderError::BadName(name.to_owned()));
        }
        let classes = SuitClasses::of_game(game);
        let count = classes.count();
        // A middle is at least 1, so 0 marks the classes not listed yet.
        let mut doubled_middles = vec![0; count].into_boxed_slice();
        let (mut listed, mut before) = (0, 0);
        for class in best_first {
            let Some(combos) = classes.size(class) else {
                return Err(OrderError::NoSuchClass { class, game, count });
            };
            if doubled_middles[class] != 0 {
                return Err(OrderError::RepeatedClass(class));
            }
            doubled_middles[class] = (2 * before + combos) as u32;
            before += combos;
            listed += 1;
        }
        if listed < count {
            return Err(OrderError::MissingClasses { listed, game, count });
        }
        Ok(HandOrder { game, name: name.to_owned(), doubled_middles })
    }

    /// The game whose hands are ordered.
    pub fn game(&self) -> Game {
        self.game
    }

    /// The name by which a text asks for this order.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the middle of a suit class stands among all combos, from 0 for the best to 1;
    /// none for a class that the game does not have.
    pub fn place(&self, class: usize) -> Option<f64> {
        let middle = self.doubled_middles.get(class)?;
        Some(f64::from(*middle) / (2 * self.game.combos()) as f64)
    }

    /// Whether a suit class belongs to the best `percent` (0 to 100) of all
    /// combos; false for a class that the game does not have.
    #[inline]
    pub fn in_top(&self, class: usize, percent: f64) -> bool {
        let limit = percent * (2 * self.game.combos()) as f64;
        self.doubled_middles.get(class).is_some_and(|&middle| 100.0 * f64::from(middle) <= limit)
    }
}

/// Whether a text can name an order.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_name_character)
}

/// Whether a character can stand in the name of an order; the first is a letter.
pub(super) fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

/// The orders that a range text can refer to, for any number of games. The first
/// one of a game is its default. The `Default` value has none.
#[derive(Clone, Default, Debug)]
pub struct HandOrders {
    orders: Vec<Entry>,
}

/// An order that may not be made yet.
#[derive(Clone, Debug)]
struct Entry {
    game: Game,
    name: String,
    made: OnceLock<HandOrder>,
    /// Makes the order, if it is not given.
    make: Option<fn() -> HandOrder>,
}

impl Entry {
    fn order(&self) -> Option<&HandOrder> {
        let make = || self.make.map(|make| self.made.get_or_init(make));
        self.made.get().or_else(make)
    }
}

impl HandOrders {
    /// A list of orders. Fails if two orders of one game share a name, in
    /// whatever case.
    pub fn new(orders: impl IntoIterator<Item = HandOrder>) -> Result<HandOrders, OrderError> {
        HandOrders::default().with(orders.into_iter().map(|order| Entry {
            game: order.game,
            name: order.name.clone(),
            made: order.into(),
            make: None,
        }))
    }

    /// A list of orders that are made when a text first needs them, each with its game and
    /// its name, which are those of the order made.
    pub fn lazy<'a>(
        orders: impl IntoIterator<Item = (Game, &'a str, fn() -> HandOrder)>,
    ) -> Result<HandOrders, OrderError> {
        HandOrders::default().with(orders.into_iter().map(|(game, name, make)| Entry {
            game,
            name: name.to_owned(),
            made: OnceLock::new(),
            make: Some(make),
        }))
    }

    fn with(mut self, entries: impl IntoIterator<Item = Entry>) -> Result<HandOrders, OrderError> {
        for entry in entries {
            if self.entry(entry.game, &entry.name).is_some() {
                return Err(OrderError::RepeatedName { name: entry.name, game: entry.game });
            }
            self.orders.push(entry);
        }
        Ok(self)
    }

    fn of_game(&self, game: Game) -> impl Iterator<Item = &Entry> {
        self.orders.iter().filter(move |entry| entry.game == game)
    }

    fn entry(&self, game: Game, name: &str) -> Option<&Entry> {
        self.of_game(game).find(|entry| entry.name.eq_ignore_ascii_case(name))
    }

    /// The names of the orders of a game, that of its default first.
    pub fn names(&self, game: Game) -> impl Iterator<Item = &str> {
        self.of_game(game).map(|entry| entry.name.as_str())
    }

    /// The order that a game uses if a text names none.
    pub fn default_of(&self, game: Game) -> Option<&HandOrder> {
        self.of_game(game).next()?.order()
    }

    /// The order of a game with this name, in either case.
    pub fn get(&self, game: Game, name: &str) -> Option<&HandOrder> {
        self.entry(game, name)?.order()
    }
}
