//! Range features against plain loops over pairs of hands.

use quasar_cards::{Board, Card, CardSet, Combo, Game, Range, SuitPermutation};
use quasar_eval::rank_hand;
use quasar_nets::range::{
    BATCH, Belief, HandFeature, LEAF_FEATURES, LeafBoard, LeafFeatures, SLICES,
};
use quasar_solver::Player;

/// Every `step`th hand from the `first` on, with weights that vary.
fn range(game: Game, board: &Board, (first, step): (usize, usize)) -> Range {
    let mut weights = vec![0.0; game.combos()];
    for (place, combo) in Combo::all(game, board.set()).skip(first).step_by(step).enumerate() {
        weights[combo.index()] = ((place * 7 + 3) % 11 + 1) as f32 / 11.0;
    }
    Range::from_weights(game, weights).unwrap()
}

struct Leaf {
    board: LeafBoard,
    reach: [Vec<f32>; 2],
}

impl Leaf {
    fn new(board: &str, ranges: &[Range; 2]) -> Leaf {
        let board = LeafBoard::new(&board.parse().unwrap(), CardSet::DECK, ranges).unwrap();
        let reach = Player::BOTH.map(|player| {
            let weight = |combo: &Combo| ranges[player.index()].weight(combo);
            board.combos(player).iter().map(weight).collect()
        });
        Leaf { board, reach }
    }

    fn features(&self, scales: [f32; 2]) -> LeafFeatures {
        let reach = [0, 1].map(|side: usize| -> Vec<f32> {
            self.reach[side].iter().map(|reach| reach * scales[side]).collect()
        });
        let belief = Belief { reach: [&reach[0], &reach[1]], stack_to_pot: 2.0 };
        // The same leaf twice: a batch does not mix them.
        let mut features = LeafFeatures::default();
        features.compute(&self.board, &[belief, belief]).unwrap();
        for player in Player::BOTH {
            assert_eq!(features.leaf(0, player), features.leaf(1, player));
            let rows = [0, 1].map(|leaf| features.row(leaf, player, HandFeature::Equity));
            assert_eq!(rows[0], rows[1]);
        }
        features
    }

    /// Compatible weight, and weight won less weight lost, of a hand on a river.
    fn compatible_weight(&self, player: Player, hand: usize, river: &Board) -> (f64, f64) {
        let own = &self.board.combos(player)[hand];
        if own.set().intersects(river.set()) {
            return (0.0, 0.0);
        }
        let opponent = player.opponent();
        let (mut compatible_weight, mut won) = (0.0, 0.0);
        for (other, &reach) in self.board.combos(opponent).iter().zip(&self.reach[opponent.index()])
        {
            if other.set().intersects(own.set() | river.set()) {
                continue;
            }
            let order = rank_hand(own, river).unwrap().cmp(&rank_hand(other, river).unwrap());
            compatible_weight += f64::from(reach);
            won += f64::from(reach) * f64::from(order as i8);
        }
        (compatible_weight, won)
    }

    fn rivers(&self) -> Vec<Board> {
        let board = self.board.board();
        match board.cards().len() {
            5 => vec![board],
            _ => Card::all().filter_map(|card| board.with_next(card).ok()).collect(),
        }
    }
}

fn close(found: f32, expected: f64) {
    assert!((f64::from(found) - expected).abs() < 2e-5, "{found} {expected}");
}

fn check(board: &str, ranges: [Range; 2]) {
    let leaf = Leaf::new(board, &ranges);
    let features = leaf.features([1.0, 1.0]);
    let rivers = leaf.rivers();
    for player in Player::BOTH {
        let (mut all, mut mean) = (0.0, 0.0);
        for hand in 0..leaf.board.hands(player) {
            let found: Vec<(f64, f64)> =
                rivers.iter().map(|river| leaf.compatible_weight(player, hand, river)).collect();
            let compatible_weight: f64 =
                found.iter().map(|(compatible_weight, _)| compatible_weight).sum();
            let won: f64 = found.iter().map(|(_, won)| won).sum();
            let square = found.iter().filter(|(compatible_weight, _)| *compatible_weight > 0.0);
            let square: f64 =
                square.map(|(compatible_weight, won)| won * won / compatible_weight).sum();
            let (equity, square) = (won / compatible_weight, square / compatible_weight);
            let spread = (square - equity * equity).max(0.0).sqrt() / 2.0;
            close(features.row(0, player, HandFeature::Equity)[hand], 0.5 + equity / 2.0);
            // The square root makes much of rounding near 0.
            let close_spread = features.row(0, player, HandFeature::Spread)[hand];
            assert!((f64::from(close_spread) - spread).abs() < 1e-3, "{close_spread} {spread}");
            let weight = f64::from(leaf.reach[player.index()][hand]) * compatible_weight;
            (all, mean) = (all + weight, mean + weight * (0.5 + equity / 2.0));
        }
        close(features.leaf(0, player)[3], mean / all);
        assert!(features.leaf(0, player).iter().all(|number| number.is_finite()));
    }
    if rivers.len() == 1 {
        check_river(&leaf, &features);
        check_joint(&leaf, &features);
    }
}

/// Which hands are dealt together, by loops over pairs of hands.
fn check_joint(leaf: &Leaf, features: &LeafFeatures) {
    let river = leaf.board.board();
    let edges = [0.0, 0.3, 0.6, 0.8, 0.93, 1.0];
    let rank = |combo: &Combo| rank_hand(combo, &river).unwrap();
    // The parts of the marginal range in which a hand lies.
    let parts = |player: Player, hand: usize| -> [f64; 5] {
        let hands = leaf.board.combos(player);
        let reach = &leaf.reach[player.index()];
        let total: f64 = reach.iter().map(|&reach| f64::from(reach)).sum();
        let mass = |order: std::cmp::Ordering| -> f64 {
            let inside = |other: &&Combo| rank(other).cmp(&rank(&hands[hand])) == order;
            let found = hands.iter().zip(reach).filter(|(other, _)| inside(other));
            found.map(|(_, &reach)| f64::from(reach) / total).sum()
        };
        let (below, same) = (mass(std::cmp::Ordering::Less), mass(std::cmp::Ordering::Equal));
        std::array::from_fn(|part| {
            let inside = (below + same).min(edges[part + 1]) - below.max(edges[part]);
            inside.max(0.0) / same
        })
    };
    let all = Player::BOTH.map(|player| -> Vec<[f64; 5]> {
        (0..leaf.board.hands(player)).map(|hand| parts(player, hand)).collect()
    });
    let (mut cells, mut total) = ([[0.0; 5]; 5], 0.0);
    for (one, oop) in leaf.board.combos(Player::Oop).iter().enumerate() {
        for (two, ip) in leaf.board.combos(Player::Ip).iter().enumerate() {
            if oop.set().intersects(ip.set()) {
                continue;
            }
            let weight = f64::from(leaf.reach[0][one]) * f64::from(leaf.reach[1][two]);
            total += weight;
            for own in 0..5 {
                for other in 0..5 {
                    cells[own][other] += weight * all[0][one][own] * all[1][two][other];
                }
            }
        }
    }
    for own in 0..5 {
        for other in 0..5 {
            let expected = (edges[own + 1] - edges[own]) * (edges[other + 1] - edges[other]);
            let cell = (cells[own][other] / total - expected) / f64::sqrt(expected);
            close(features.leaf(0, Player::Oop)[85 + 32 + 5 * own + other], cell);
            close(features.leaf(0, Player::Ip)[85 + 32 + 5 * other + own], cell);
        }
    }
    for player in Player::BOTH {
        // Hands from the weakest on, each as often as it is held, and its equity; hands of one
        // strength share their mean.
        let hands = leaf.board.combos(player).iter().enumerate().map(|(hand, combo)| {
            let (compatible_weight, won) = leaf.compatible_weight(player, hand, &river);
            let reach = f64::from(leaf.reach[player.index()][hand]);
            (
                rank(combo),
                reach * compatible_weight / total,
                reach * (compatible_weight + won) / 2.0 / total,
            )
        });
        let mut hands: Vec<_> = hands.collect();
        hands.sort_by_key(|hand| hand.0);
        let mut groups: Vec<(f64, f64)> = Vec::new();
        for equal in hands.chunk_by(|one, other| one.0 == other.0) {
            let share = equal.iter().map(|hand| hand.1).sum::<f64>();
            groups.push((share, equal.iter().map(|hand| hand.2).sum::<f64>() / share));
        }
        for part in 0..16 {
            let (from, to) = (part as f64 / 16.0, (part + 1) as f64 / 16.0);
            let (mut place, mut sum) = (0.0_f64, 0.0);
            for (share, equity) in &groups {
                let inside = (place + share).min(to) - place.max(from);
                sum += 16.0 * inside.max(0.0) * equity;
                place += share;
            }
            close(features.leaf(0, player)[85 + part], sum);
            close(features.leaf(0, player.opponent())[85 + 16 + part], sum);
        }
    }
}

/// What only rivers have, by loops over the order of strength.
fn check_river(leaf: &Leaf, features: &LeafFeatures) {
    let river = leaf.board.board();
    let edges = [0.3, 0.6, 0.8, 0.93, 1.0];
    for player in Player::BOTH {
        let opponent = player.opponent();
        let others = leaf.board.combos(opponent);
        let total: f64 = leaf.reach[opponent.index()].iter().map(|&reach| f64::from(reach)).sum();
        // The share of the opponent's range below a strength and at it.
        let place = |hand: &Combo| {
            let rank = rank_hand(hand, &river).unwrap();
            let (mut below, mut same) = (0.0, 0.0);
            for (other, &reach) in others.iter().zip(&leaf.reach[opponent.index()]) {
                match rank_hand(other, &river).unwrap().cmp(&rank) {
                    std::cmp::Ordering::Less => below += f64::from(reach) / total,
                    std::cmp::Ordering::Equal => same += f64::from(reach) / total,
                    std::cmp::Ordering::Greater => {}
                }
            }
            (below, same)
        };
        for (hand, own) in leaf.board.combos(player).iter().enumerate() {
            let (below, same) = place(own);
            close(features.row(0, player, HandFeature::Below)[hand], below + same / 2.0);
            close(features.row(0, player, HandFeature::Ties)[hand], same);
            let (compatible_weight, _) = leaf.compatible_weight(player, hand, &river);
            let mut within = [0.0; SLICES];
            for (other, &reach) in others.iter().zip(&leaf.reach[opponent.index()]) {
                if other.set().intersects(own.set()) {
                    continue;
                }
                let (below, same) = place(other);
                for slice in 0..SLICES {
                    let part = (below + same).min(edges[slice + 1]) - below.max(edges[slice]);
                    within[slice] += f64::from(reach) * part.max(0.0) / same;
                }
            }
            for slice in 0..SLICES {
                let excess = within[slice] / compatible_weight - (edges[slice + 1] - edges[slice]);
                close(features.row(0, player, HandFeature::Slice(slice))[hand], excess);
            }
        }
    }
}

#[test]
fn features_are_those_of_plain_loops() {
    for (game, board, one, other) in [
        (Game::Holdem, "AhKd7c7s2d", (0, 23), (5, 31)),
        (Game::Holdem, "9h8h7h2c", (3, 47), (1, 53)),
        (Game::Plo4, "AhAd8d9c3s", (11, 5_003), (2, 4_001)),
        (Game::Plo4, "Ts7h2c3h", (0, 9_001), (7, 11_003)),
    ] {
        let cards: Board = board.parse().unwrap();
        check(board, [range(game, &cards, one), range(game, &cards, other)]);
    }
}

/// A leaf has the same bits alone and beside others, whatever its lane.
#[test]
fn leaves_of_a_batch_do_not_change_each_other() {
    for (game, board, step) in [
        (Game::Holdem, "AhKd7c7s2d", 17),
        (Game::Holdem, "9h8h7h2c", 41),
        (Game::Plo4, "AhAd8d9c3s", 4_001),
    ] {
        let cards: Board = board.parse().unwrap();
        let ranges = [(0, step), (3, step + 2)].map(|which| range(game, &cards, which));
        let leaf = Leaf::new(board, &ranges);
        let varied: Vec<[Vec<f32>; 2]> = (0..BATCH)
            .map(|number| {
                [0, 1].map(|side: usize| {
                    let vary = |(hand, reach): (usize, &f32)| {
                        reach * (hand * (number + 3) % 5) as f32 / (1 + number) as f32
                    };
                    leaf.reach[side].iter().enumerate().map(vary).collect()
                })
            })
            .collect();
        let beliefs: Vec<Belief<'_>> = varied
            .iter()
            .enumerate()
            .map(|(number, reach)| Belief {
                reach: [&reach[0], &reach[1]],
                stack_to_pot: 0.5 + number as f32,
            })
            .collect();
        let (mut all, mut alone) = (LeafFeatures::default(), LeafFeatures::default());
        all.compute(&leaf.board, &beliefs).unwrap();
        for (number, belief) in beliefs.iter().enumerate() {
            alone.compute(&leaf.board, &[*belief]).unwrap();
            for player in Player::BOTH {
                assert_eq!(all.leaf(number, player), alone.leaf(0, player));
                assert_eq!(
                    all.compatible_weight(number, player),
                    alone.compatible_weight(0, player)
                );
                let features = [
                    HandFeature::Equity,
                    HandFeature::Spread,
                    HandFeature::Below,
                    HandFeature::Ties,
                    HandFeature::Own,
                    HandFeature::Slice(0),
                    HandFeature::Slice(SLICES - 1),
                ];
                for feature in features {
                    let found = all.row(number, player, feature);
                    assert_eq!(found, alone.row(0, player, feature), "{feature:?}");
                }
            }
        }
    }
}

/// Multiplying reach changes nothing, nor does relabelling suits; swapping seats swaps views.
#[test]
fn features_depend_on_what_they_should() {
    let board: Board = "QsJs4d4h".parse().unwrap();
    let ranges = [(2, 29), (7, 37)].map(|which| range(Game::Holdem, &board, which));
    let leaf = Leaf::new("QsJs4d4h", &ranges);
    let plain = leaf.features([1.0, 1.0]);
    let scaled = leaf.features([0.03, 17.0]);
    let swapped = Leaf::new("QsJs4d4h", &[ranges[1].clone(), ranges[0].clone()]);
    let swapped = swapped.features([1.0, 1.0]);
    let suits = SuitPermutation::all().nth(17).unwrap();
    let cards: Vec<Card> = suits.apply(board.set()).iter().collect();
    let other = Board::new(&cards).unwrap();
    let relabelled =
        Leaf::new(&other.to_string(), &ranges.each_ref().map(|range| range.permute(suits)));
    let relabelled = relabelled.features([1.0, 1.0]);
    for player in Player::BOTH {
        for number in 0..LEAF_FEATURES {
            let expected = f64::from(plain.leaf(0, player)[number]);
            close(scaled.leaf(0, player)[number], expected);
            close(relabelled.leaf(0, player)[number], expected);
            if number > 0 {
                close(swapped.leaf(0, player.opponent())[number], expected);
            }
        }
    }
    // Curves and distributions rise.
    for player in Player::BOTH {
        for curve in plain.leaf(0, player)[5..69].chunks(16) {
            assert!(curve.is_sorted() && curve[15] <= 1.0 + 1e-6, "{curve:?}");
        }
    }
}

/// Reach that is nowhere, or has no compatible weight, gives finite numbers.
#[test]
fn empty_and_disjoint_ranges_are_finite() {
    let ranges = ["AsKs,AsQs", "AsJs,AsTs"].map(|text| Range::parse(Game::Holdem, text).unwrap());
    for scales in [[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]] {
        for board in ["2c3d5h8h9c", "2c3d5h8h"] {
            let features = Leaf::new(board, &ranges).features(scales);
            for player in Player::BOTH {
                assert!(features.leaf(0, player).iter().all(|number| number.is_finite()));
                assert!(
                    features
                        .compatible_weight(0, player)
                        .iter()
                        .all(|&compatible_weight| compatible_weight == 0.0)
                );
                let equities = features.row(0, player, HandFeature::Equity);
                assert!(equities.iter().all(|&equity| equity == 0.5), "{equities:?}");
            }
        }
    }
}
