//! Exact Hold'em equity against dealing every card.

use quasar_cards::{Board, Card, CardSet, Combo, Game, Range, SuitPermutation, parse_cards};
use quasar_equity::{HeadsUp, Holding, Matchups, Progress, Question, Tally, heads_up};
use quasar_eval::rank_hand;

fn combo(text: &str) -> Combo {
    text.parse().expect("a hand")
}

fn range(text: &str) -> Holding {
    Holding::Range(Range::parse(Game::Holdem, text).expect("a range"))
}

fn set(text: &str) -> CardSet {
    parse_cards(text).expect("cards").into_iter().collect()
}

fn exact(first: &Holding, second: &Holding, board: &str, dead: &str) -> HeadsUp {
    let players = vec![first.clone(), second.clone()];
    let board = board.parse().expect("a board");
    let question = Question::new(players, board, set(dead)).expect("a question");
    heads_up(&question, &Progress::new()).expect("not cancelled").expect("two players")
}

/// Completes the board in every way and compares the two hands each time.
fn deal_out(first: &Combo, second: &Combo, board: &[Card], gone: CardSet) -> Tally {
    let mut tally = Tally::default();
    if board.len() == 5 {
        let board = Board::new(board).expect("a river");
        let rank = |hand| rank_hand(hand, &board).expect("a live hand");
        match rank(first).cmp(&rank(second)) {
            std::cmp::Ordering::Greater => tally.win = 1.0,
            std::cmp::Ordering::Equal => tally.tie = 1.0,
            std::cmp::Ordering::Less => tally.lose = 1.0,
        }
        return tally;
    }
    let gone = gone | first.set() | second.set() | board.iter().copied().collect();
    for card in gone.complement() {
        // Further cards in ascending order, so that every set comes once.
        let below = (0..=card.index()).filter_map(Card::from_index).collect::<CardSet>();
        let mut longer = board.to_vec();
        longer.push(card);
        tally += deal_out(first, second, &longer, gone | below);
    }
    tally
}

/// The definition: every pair of hands, every runout.
fn brute_force(first: &Holding, second: &Holding, board: &str, dead: &str) -> [Vec<Tally>; 2] {
    let board: Board = board.parse().expect("a board");
    let gone = board.set() | set(dead);
    let hands = [first.live_hands(gone), second.live_hands(gone)];
    [0, 1].map(|player| {
        let against = |hand: &Combo| {
            let mut sum = Tally::default();
            for (other, weight) in &hands[1 - player] {
                if !other.set().intersects(hand.set()) {
                    let tally = deal_out(hand, other, board.cards(), gone);
                    let weight = f64::from(*weight);
                    sum += Tally {
                        win: weight * tally.win,
                        tie: weight * tally.tie,
                        lose: weight * tally.lose,
                    };
                }
            }
            sum
        };
        hands[player].iter().map(|(hand, _)| against(hand)).collect()
    })
}

fn assert_agree(found: &HeadsUp, expected: &[Vec<Tally>; 2], tolerance: f64) {
    for (found, expected) in found.hands.iter().zip(expected) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            let pairs = [
                (found.tally.win, expected.win),
                (found.tally.tie, expected.tie),
                (found.tally.lose, expected.lose),
            ];
            for (a, b) in pairs {
                let allowed = tolerance * expected.total();
                assert!((a - b).abs() <= allowed, "{}: {a} {b}", found.combo);
            }
        }
    }
}

#[test]
fn rivers_turns_and_flops_agree_with_dealing_out() {
    for (first, second, board, dead) in [
        ("QQ+,AK,T9s,64s", "77-55,A9,J8,8d7d", "Td9d6h2c3s", ""),
        ("QQ+,AK", "77-66,A9s,J8s,87", "Td9d6h2c", ""),
        ("QQ+,AdKd", "77,A9s,87s", "Td9d6h", ""),
        ("JJ,T9s,AhKh", "AK,55", "7h7d2h", "AsKs"),
        ("AA,KhQh", "22,Th9h", "Ah8h3h", "2c"),
    ] {
        let (first, second) = (range(first), range(second));
        let found = exact(&first, &second, board, dead);
        assert_agree(&found, &brute_force(&first, &second, board, dead), 0.0);
    }
}

#[test]
fn weights_count() {
    let (first, second) = (range("QQ:0.5,AK:0.3,T9s"), range("77:0.9,A9s:0.1,87s"));
    let found = exact(&first, &second, "Td9d6h2c", "");
    assert_agree(&found, &brute_force(&first, &second, "Td9d6h2c", ""), 1e-12);
}

#[test]
fn matchups_before_the_flop_agree_with_dealing_out() {
    for (first, second) in [
        ("AcAd", "KhKs"),
        ("AsKs", "QhQd"),
        ("AsKs", "AhKh"),
        ("7h2d", "7d2c"),
        ("JhTh", "9h8h"),
        ("5c5d", "AhKd"),
    ] {
        let (first, second) = (combo(first), combo(second));
        let expected = deal_out(&first, &second, &[], CardSet::EMPTY);
        let table = Matchups::shipped();
        assert_eq!(table.hands(&first, &second), Some(expected), "{first} v {second}");
        assert_eq!(table.hands(&second, &first), Some(expected.reversed()));
        for permutation in SuitPermutation::all() {
            let relabelled = (first.permute(permutation), second.permute(permutation));
            assert_eq!(table.hands(&relabelled.0, &relabelled.1), Some(expected));
        }
    }
    assert_eq!(Matchups::shipped().hands(&combo("AcAd"), &combo("AcKd")), None);
}

#[test]
fn published_values() {
    let tally = exact(&range("AcAd"), &range("KhKs"), "", "").total();
    assert_eq!((tally.win, tally.tie, tally.total()), (1_388_072.0, 6_538.0, 1_712_304.0));
    // Every hand against every hand.
    let random = exact(&range("random"), &range("random"), "", "").total();
    assert_eq!(random.total(), 1_326.0 * 1_225.0 * 1_712_304.0);
    assert_eq!(random.win, random.lose);
}

#[test]
fn ranges_before_the_flop_are_sums_of_matchups() {
    let (first, second) = (range("QQ+,AKs,76s:0.25"), range("88+,AQ,KQo:0.75"));
    let found = exact(&first, &second, "", "");
    let none = CardSet::EMPTY;
    for (player, (mine, theirs)) in [(&first, &second), (&second, &first)].into_iter().enumerate() {
        let theirs = theirs.live_hands(none);
        for (hand, (combo, _)) in found.hands[player].iter().zip(mine.live_hands(none)) {
            let mut win = 0.0;
            for (other, weight) in &theirs {
                let tally = Matchups::shipped().hands(&combo, other);
                win += tally.map_or(0.0, |tally| f64::from(*weight) * tally.win);
            }
            assert_eq!(hand.combo, combo);
            assert!((hand.tally.win - win).abs() < 1e-9 * win.max(1.0));
        }
    }
}

#[test]
fn a_dead_card_before_the_flop_is_never_dealt() {
    // With 40 cards dead few boards are left to deal out by hand.
    let live = set("AsAhKsKh2c7d8d9cTcJd3h4s");
    let dead = live.complement().to_string();
    let (first, second) = (range("AA"), range("KK"));
    let found = exact(&first, &second, "", &dead);
    assert_agree(&found, &brute_force(&first, &second, "", &dead), 0.0);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let (first, second) = (range("QQ:0.5,AK:0.3,T9s"), range("random"));
    let answers = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| exact(&first, &second, "Td9d6h", ""))
    });
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_cancelled_question_has_no_answer() {
    let players = vec![range("random"), range("random")];
    let board = "Td9d6h".parse().expect("a board");
    let question = Question::new(players, board, CardSet::EMPTY).expect("a question");
    let progress = Progress::new();
    progress.cancel();
    assert!(heads_up(&question, &progress).is_err());
}
