//! Orders of starting hands, for ranges such as `15%`.
//!
//! Two for Hold'em and for four-card Omaha, one for five-card Omaha, by equity
//! before the flop:
//! `vs-random` against every hand, exactly; and `vs-top20` against the best 20 %
//! of the previous order, iterated: Hold'em exactly until it stays the same, Omaha
//! three rounds with 65,536 deals for each class (a standard error of 0.2 % of
//! the pot, which is about 80 places of 16,432). The latter is the default:
//! against a random hand any ace looks good, against a hand that somebody chose
//! to play it does not. Five cards have `vs-random` only, from 16,384 deals for
//! each of 134,459 classes: a standard error of 0.4 % of the pot.
//!
//! Six cards have `by-five`, an estimate ([`mod@six`]).
//!
//! The orders ship as lists of suit classes, best first, 32 bits each;
//! `cargo run --release -p quasar-equity --example build_orders` computes them
//! again. An order is unpacked when a text first asks for it.

mod build;
mod six;

use std::sync::LazyLock;

use quasar_cards::{Game, HandOrder, HandOrders};

pub use build::{order_against, order_against_sampled, order_against_top};

/// The files, the default of each game first.
const SHIPPED: [(Game, &str, &[u8]); 5] = [
    (Game::Holdem, "vs-top20", include_bytes!("../../data/order_holdem_vs_top20.bin")),
    (Game::Holdem, "vs-random", include_bytes!("../../data/order_holdem_vs_random.bin")),
    (Game::Plo4, "vs-top20", include_bytes!("../../data/order_plo4_vs_top20.bin")),
    (Game::Plo4, "vs-random", include_bytes!("../../data/order_plo4_vs_random.bin")),
    (Game::Plo5, "vs-random", include_bytes!("../../data/order_plo5_vs_random.bin")),
];

/// The order of a file.
fn shipped<const PLACE: usize>() -> HandOrder {
    let (game, name, bytes) = SHIPPED[PLACE];
    let (classes, _) = bytes.as_chunks::<4>();
    let classes = classes.iter().map(|class| u32::from_le_bytes(*class) as usize);
    HandOrder::new(game, name, classes).expect("a shipped order is complete")
}

/// The orders that ship with Quasar, each loaded on first use.
///
/// ```
/// use quasar_cards::{Game, Range};
/// let range = Range::parse_with(Game::Holdem, "5%", quasar_equity::hand_orders())?;
/// assert!(range.weight(&"AsAh".parse()?) == 1.0);
/// assert!((60.0..72.0).contains(&range.total()));
/// # Ok::<(), quasar_cards::ParseError>(())
/// ```
pub fn hand_orders() -> &'static HandOrders {
    static ORDERS: LazyLock<HandOrders> = LazyLock::new(|| {
        let makers: [fn() -> HandOrder; SHIPPED.len()] =
            [shipped::<0>, shipped::<1>, shipped::<2>, shipped::<3>, shipped::<4>];
        let files = SHIPPED.iter().zip(makers).map(|((game, name, _), make)| (*game, *name, make));
        let six: fn() -> HandOrder = six::order;
        let orders = HandOrders::lazy(files.chain([(Game::Plo6, six::NAME, six)]));
        orders.expect("shipped orders have different names")
    });
    &ORDERS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Progress, order_against, order_against_top};
    use quasar_cards::{Combo, Range};

    #[test]
    fn the_shipped_holdem_orders_are_what_the_builder_makes() {
        let game = Game::Holdem;
        let next = |opponent: &Range| order_against(opponent, &Progress::new());
        let random = next(&Range::full(game)).unwrap();
        let top = order_against_top(game, random.clone(), 20.0, 20, next).unwrap();
        for (order, (_, _, shipped)) in [&top, &random].into_iter().zip(SHIPPED) {
            let bytes: Vec<u8> = order.iter().flat_map(|&c| (c as u32).to_le_bytes()).collect();
            assert_eq!(bytes, shipped);
        }
    }

    #[test]
    fn shipped_orders_put_good_hands_first() {
        let place = |game, name, hand: &str, percent| {
            let class = hand.parse::<Combo>().unwrap().suit_class();
            hand_orders().get(game, name).unwrap().in_top(class, percent)
        };
        for name in ["vs-top20", "vs-random"] {
            assert!(place(Game::Holdem, name, "AsAh", 1.0));
            assert!(!place(Game::Holdem, name, "3s2h", 90.0));
            assert!(place(Game::Plo4, name, "AsAhKsKh", 1.0));
            assert!(place(Game::Plo4, name, "AsAhJsTh", 2.0));
            assert!(!place(Game::Plo4, name, "2s2h2d2c", 90.0));
        }
        assert!(place(Game::Plo5, "vs-random", "AsAhKsKhQd", 1.0));
        assert!(place(Game::Plo5, "vs-random", "AsAhJsTh9d", 2.0));
        assert!(!place(Game::Plo5, "vs-random", "7d2s2h2d2c", 90.0));
    }

    #[test]
    fn against_hands_that_are_played_connected_cards_gain() {
        let rank = |name, hand: &str| {
            let class = hand.parse::<Combo>().unwrap().suit_class();
            let order = hand_orders().get(Game::Plo4, name).unwrap();
            (0..1_000).find(|&tenth| order.in_top(class, f64::from(tenth) / 10.0))
        };
        assert!(rank("vs-top20", "8s7s6h5h") < rank("vs-random", "8s7s6h5h"));
    }
}
