//! Exact Omaha equity against the definition, published counts and symmetries.
use proptest::prelude::*;
use quasar_cards::{Board, Card, CardSet, Combo, Game, Range, SuitPermutation};
use quasar_equity::{DealError, HeadsUp, Holding, Progress, Question, Tally, heads_up, omaha};
use quasar_eval::{HandRank, OmahaBoard};

fn hand(text: &str) -> Holding {
    Holding::Hand(text.parse().unwrap())
}

fn every_hand(game: Game) -> Holding {
    Holding::Range(Range::full(game))
}

/// The hands that can be made of these cards.
fn hands_of(game: Game, cards: &[Card]) -> Holding {
    let mut range = Range::full(game);
    range.remove(cards.iter().copied().collect::<CardSet>().complement());
    Holding::Range(range)
}

fn question(players: [Holding; 2], board: &str, dead: CardSet) -> Question {
    Question::new(players.to_vec(), board.parse().unwrap(), dead).unwrap()
}

fn exact(question: &Question) -> HeadsUp {
    heads_up(question, &Progress::new()).unwrap().unwrap()
}

fn versus(question: &Question) -> Tally {
    omaha::hand_against_range(question, &Progress::new()).unwrap().unwrap()
}

fn tally(win: u32, tie: u32, lose: u32) -> Tally {
    let [win, tie, lose] = [win, tie, lose].map(f64::from);
    Tally { win, tie, lose }
}

/// Every board, every pair of hands: what becomes of each hand of both players.
fn by_definition(question: &Question) -> [Vec<Tally>; 2] {
    let hands = [0, 1]
        .map(|player: usize| question.players()[player].live_hands(question.unavailable_cards()));
    let mut tallies = [0, 1].map(|player: usize| vec![Tally::default(); hands[player].len()]);
    for_each_board(question.board().cards(), question.unavailable_cards(), &mut |board| {
        let omaha = OmahaBoard::new(&board).unwrap();
        let ranks: [Vec<Option<HandRank>>; 2] = [0, 1].map(|player: usize| {
            hands[player].iter().map(|(hand, _)| omaha.rank(hand).ok()).collect()
        });
        for (i, (hero, weight)) in hands[0].iter().enumerate() {
            for (j, (villain, other_weight)) in hands[1].iter().enumerate() {
                let (Some(mine), Some(theirs)) = (ranks[0][i], ranks[1][j]) else { continue };
                if hero.set().intersects(villain.set()) {
                    continue;
                }
                let result = match mine.cmp(&theirs) {
                    std::cmp::Ordering::Greater => tally(1, 0, 0),
                    std::cmp::Ordering::Equal => tally(0, 1, 0),
                    std::cmp::Ordering::Less => tally(0, 0, 1),
                };
                tallies[0][i] += result.weighted(f64::from(*other_weight));
                tallies[1][j] += result.reversed().weighted(f64::from(*weight));
            }
        }
    });
    tallies
}

fn for_each_board(cards: &[Card], gone: CardSet, visit: &mut impl FnMut(Board)) {
    if cards.len() == 5 {
        return visit(Board::new(cards).unwrap());
    }
    let mut gone = gone;
    for card in gone.complement() {
        // Each set of cards to come once: this card is not dealt later.
        gone = gone.with(card);
        for_each_board(&[cards, &[card]].concat(), gone, visit);
    }
}

fn results(heads_up: &HeadsUp) -> [Vec<Tally>; 2] {
    [0, 1].map(|player: usize| heads_up.hands[player].iter().map(|hand| hand.tally).collect())
}

fn deck() -> impl Strategy<Value = Vec<Card>> {
    Just(Card::all().collect::<Vec<Card>>()).prop_shuffle()
}

fn game() -> impl Strategy<Value = Game> {
    prop_oneof![Just(Game::Plo4), Just(Game::Plo5), Just(Game::Plo6)]
}

/// Cards on the board of a street.
fn board_len() -> impl Strategy<Value = usize> {
    prop_oneof![Just(0), Just(3), Just(4), Just(5)]
}

#[test]
fn published_counts() {
    let hands = question([hand("AsAhKsKh"), hand("8c7c6d5d")], "", CardSet::EMPTY);
    let expected = tally(635_566, 0, 450_442);
    assert_eq!(omaha::hand_against_hand(&hands).unwrap(), Some(expected));
    assert_eq!(versus(&hands), expected);
    assert_eq!(exact(&hands).hands[0][0].tally, expected);
    assert_eq!(exact(&hands).hands[1][0].tally, expected.reversed());

    let flop = question([hand("AsAhKsKh"), every_hand(Game::Plo4)], "9c8d2h", CardSet::EMPTY);
    assert_eq!(versus(&flop), tally(69_531_629, 495_097, 52_149_174));
}

/// The sweep over all rivers agrees with the count of complete subgraphs in every hand
/// that is looked at.
#[test]
fn full_ranges_on_a_flop_agree_with_single_hands() {
    let board = "Td9d6h";
    let full = [every_hand(Game::Plo4), every_hand(Game::Plo4)];
    let all = exact(&question(full, board, CardSet::EMPTY));
    assert_eq!(all.hands[0].len(), 211_876);
    assert_eq!(all.hands[0], all.hands[1]);
    for hand in all.hands[0].iter().step_by(30_011) {
        let players = [Holding::Hand(hand.combo), every_hand(Game::Plo4)];
        assert_eq!(hand.tally, versus(&question(players, board, CardSet::EMPTY)), "{}", hand.combo);
    }
}

#[test]
fn full_ranges_on_a_river_agree_with_single_hands() {
    for (game, step) in [(Game::Plo4, 9_001), (Game::Plo5, 300_007)] {
        let all =
            exact(&question([every_hand(game), every_hand(game)], "KsQs7s4d4c", CardSet::EMPTY));
        for hand in all.hands[1].iter().step_by(step) {
            let players = [every_hand(game), Holding::Hand(hand.combo)];
            let single = versus(&question(players, "KsQs7s4d4c", CardSet::EMPTY));
            assert_eq!(hand.tally, single.reversed(), "{}", hand.combo);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn two_hands_fare_as_defined(deck in deck(), game in game(), board in board_len()) {
        let hole = game.hole_cards();
        let players = [&deck[..hole], &deck[hole..2 * hole]]
            .map(|cards| Holding::Hand(Combo::new(cards).unwrap()));
        // Before the flop most cards are dead, so that few boards are left.
        let rest = &deck[2 * hole..];
        let dead = if board == 0 { &rest[9..] } else { &rest[board..board + 2] };
        let board = Board::new(&rest[..board]).unwrap();
        let dead = dead.iter().copied().collect();
        let question = Question::new(players.to_vec(), board, dead).unwrap();
        let expected = by_definition(&question)[0][0];
        prop_assert_eq!(omaha::hand_against_hand(&question).unwrap(), Some(expected));
        prop_assert_eq!(versus(&question), expected);
        prop_assert_eq!(results(&exact(&question)), by_definition(&question));
    }

    #[test]
    fn ranges_fare_as_defined(deck in deck(), game in prop_oneof![Just(Game::Plo4), Just(Game::Plo5)], board in 4..=5usize, known: bool) {
        let first = if known {
            Holding::Hand(Combo::new(&deck[5..5 + game.hole_cards()]).unwrap())
        } else {
            hands_of(game, &deck[5..13])
        };
        // Some cards in common, some on the board, some dead.
        let second = hands_of(game, &[&deck[2..3], &deck[9..17]].concat());
        let board = Board::new(&deck[..board]).unwrap();
        let dead = [deck[16], deck[20]].into_iter().collect();
        let question = Question::new(vec![first, second], board, dead).unwrap();
        let expected = by_definition(&question);
        prop_assert_eq!(results(&exact(&question)), expected.clone());
        if known {
            prop_assert_eq!(versus(&question), expected[0][0]);
        }
    }

    /// A small deck, in which every hand against every hand can be looked at, and
    /// suits are often alike.
    #[test]
    fn every_hand_fares_as_defined(
        ranks in prop::sample::subsequence((0..13usize).collect::<Vec<_>>(), 4),
        deck in deck(),
        game in game(),
        board in board_len(),
    ) {
        let deck: Vec<Card> =
            deck.into_iter().filter(|card| ranks.contains(&card.rank().index())).collect();
        let dead = deck.iter().copied().collect::<CardSet>().complement();
        let hero = Holding::Hand(Combo::new(&deck[5..5 + game.hole_cards()]).unwrap());
        let board = Board::new(&deck[..board]).unwrap();
        let ask = |first| {
            let dead = if game == Game::Plo4 { dead.with(deck[15]) } else { dead };
            let dead = dead - board.set();
            Question::new(vec![first, every_hand(game)], board, dead).unwrap()
        };
        let single = ask(hero);
        let needed = 2 * game.hole_cards() + 5 - board.cards().len();
        if needed > single.unavailable_cards().complement().len() {
            let error = omaha::hand_against_range(&single, &Progress::new());
            let refused = matches!(error, Err(DealError::TooFewCards { .. }));
            prop_assert!(refused);
            return Ok(());
        }
        prop_assert_eq!(versus(&single), by_definition(&single)[0][0]);
        if board.cards().len() >= 3 {
            let all = ask(every_hand(game));
            prop_assert_eq!(results(&exact(&all)), by_definition(&all));
        }
    }

    #[test]
    fn seats_and_suits_do_not_matter(deck in deck(), relabel in 0..24usize) {
        let relabel = SuitPermutation::all().nth(relabel).unwrap();
        let ask = |cards: &[Card], swapped: bool| {
            let board = Board::new(&cards[..4]).unwrap();
            let mut players =
                vec![hands_of(Game::Plo4, &cards[4..12]), hands_of(Game::Plo4, &cards[9..18])];
            if swapped {
                players.reverse();
            }
            exact(&Question::new(players, board, cards[18].into()).unwrap())
        };
        let original = ask(&deck, false);
        let swapped = ask(&deck, true);
        prop_assert_eq!(&original.hands[0], &swapped.hands[1]);
        prop_assert_eq!(&original.hands[1], &swapped.hands[0]);
        prop_assert_eq!(original.total(), swapped.total().reversed());

        let moved: Vec<Card> = deck.iter().map(|&card| relabel.card(card)).collect();
        let moved = ask(&moved, false);
        for hand in &original.hands[0] {
            let image = hand.combo.permute(relabel);
            let other = moved.hands[0].iter().find(|other| other.combo == image).unwrap();
            prop_assert_eq!(hand.tally, other.tally);
        }
    }
}

/// Ranges that do not distinguish suits are swept on one river of each class.
#[test]
fn weighted_ranges_fare_as_defined() {
    let range = |game, text| Holding::Range(Range::parse(game, text).unwrap());
    let spots = [
        (Game::Plo4, "AAKK@50,AA99", "T987@30,KQJT", "Td9d6h2h"),
        (Game::Plo4, "AAKK@50,AA99", "T987@30,KQJT", "TdTh6h6d"),
        (Game::Plo5, "AAKK9@50", "T9876@30,AAKQJ", "Td9d6d2h"),
    ];
    for (game, first, second, board) in spots {
        let players = [range(game, first), range(game, second)];
        let question = question(players, board, CardSet::EMPTY);
        let progress = Progress::new();
        let found = results(&heads_up(&question, &progress).unwrap().unwrap());
        assert!(progress.total() < 48, "{board}: classes of rivers");
        let expected = by_definition(&question);
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            let parts =
                [(found.win, expected.win), (found.tie, expected.tie), (found.lose, expected.lose)];
            let near = |(one, other): &(f64, f64)| (one - other).abs() < 1e-6 * 48.0 * 500.0;
            assert!(parts.iter().all(near), "{board}: {found:?} {expected:?}");
        }
    }
}

#[test]
fn threads_do_not_change_results_and_a_cancelled_job_stops() {
    let cards: Vec<Card> = Card::all().step_by(3).collect();
    let players = || [hands_of(Game::Plo4, &cards), every_hand(Game::Plo4)];
    let turn = question(players(), "Td9d6h2s", CardSet::EMPTY);
    let in_pool = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| exact(&turn))
    };
    assert_eq!(in_pool(1), in_pool(3));

    let progress = Progress::new();
    heads_up(&turn, &progress).unwrap();
    assert_eq!(progress.done(), progress.total());
    progress.cancel();
    assert_eq!(heads_up(&turn, &progress), Err(DealError::Stopped));
    let single = question([hand("AsAhKsKh"), every_hand(Game::Plo4)], "", CardSet::EMPTY);
    assert_eq!(omaha::hand_against_range(&single, &progress), Err(DealError::Stopped));
}

#[test]
fn other_questions_are_not_answered() {
    let holdem = question([hand("AsAh"), hand("KsKh")], "", CardSet::EMPTY);
    assert_eq!(omaha::hand_against_hand(&holdem), Ok(None));
    assert_eq!(omaha::hand_against_range(&holdem, &Progress::new()), Ok(None));
    let ranges = question([every_hand(Game::Plo4), every_hand(Game::Plo4)], "", CardSet::EMPTY);
    assert_eq!(omaha::hand_against_hand(&ranges), Ok(None));
    assert_eq!(omaha::hand_against_range(&ranges, &Progress::new()), Ok(None));
    let minute = 60_000_000_000;
    assert!(omaha::range_against_range_cost(&ranges) > minute);
}
