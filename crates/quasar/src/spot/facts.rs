//! Everything known about one decision, from a running solve or from a save.
//!
//! Both give the same [`NodeFacts`]; reports and exports are made from them and need not
//! know the source.

use quasar_cards::{Board, Combo, Game, Range, SuitPermutation};
use quasar_game::{Action, BettingTree, Chips, Line, Place, Player};

use super::{SpotError, compatible, piosolver_range};

/// A decision, with everything that both players may hold there.
///
/// Hands are in the suits of the line and in the order of their indices. Matrices
/// are action by action, hand by hand.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeFacts {
    /// The game.
    pub game: Game,
    /// The line that leads here.
    pub line: Line,
    /// The board as the line names it.
    pub board: Board,
    /// The board that was solved instead, if the two are equal up to suits.
    pub solved_as: Option<Board>,
    /// Who acts.
    pub player: Player,
    /// The pot.
    pub pot: Chips,
    /// The actions: fold, check or call, then bets or raises by size.
    pub actions: Vec<Action>,
    /// Each player's range here, `oop` first.
    pub sides: [SideFacts; 2],
    /// How often each hand of the player who acts takes each action.
    pub strategy: Vec<f32>,
    /// The value of each action for each hand from here on, in chips; none where
    /// the hand is compatible with no hand of the other player.
    pub action_evs: Vec<Option<f32>>,
}

/// A player's range at a decision.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SideFacts {
    /// The hands.
    pub combos: Vec<Combo>,
    /// The weight of each hand: its weight in the range times the probability of its own
    /// actions so far.
    pub weights: Vec<f32>,
    /// The expected value of each from here on, in chips; none where it is compatible with
    /// no hand of the other player.
    pub evs: Vec<Option<f32>>,
}

/// A decision in the solver's suits and order of hands.
pub(super) struct RawNode {
    pub(super) combos: [Vec<Combo>; 2],
    pub(super) weights: [Vec<f32>; 2],
    pub(super) strategy: Vec<f32>,
    pub(super) action_evs: Vec<Option<f32>>,
    /// Values of the player who does not act.
    pub(super) other_evs: Vec<Option<f32>>,
}

/// The position of a decision in betting and cards.
pub(super) struct NodePlace<'a> {
    pub(super) game: Game,
    pub(super) line: &'a Line,
    pub(super) tree: &'a BettingTree,
    pub(super) place: Place,
    pub(super) board: Board,
    pub(super) solved: Board,
    /// From the solver's suits to those of the line.
    pub(super) relabel: SuitPermutation,
}

impl NodeFacts {
    pub(super) fn new(place: &NodePlace<'_>, player: Player, raw: RawNode) -> NodeFacts {
        let round = &place.tree[place.place.round];
        let node = &round[place.place.node];
        let side = player.index();
        let combos = raw.combos.map(|combos| {
            let relabelled = combos.into_iter().map(|combo| combo.permute(place.relabel));
            relabelled.collect::<Vec<_>>()
        });
        let orders = combos.each_ref().map(|combos| {
            let mut order: Vec<usize> = (0..combos.len()).collect();
            order.sort_by_key(|&hand| combos[hand].index());
            order
        });
        let strategy = in_order(&raw.strategy, &orders[side]);
        let action_evs = in_order(&raw.action_evs, &orders[side]);
        let sides = [0, 1].map(|of: usize| {
            let combos = in_order(&combos[of], &orders[of]);
            let evs = if of == side {
                means(&strategy, &action_evs, combos.len())
            } else {
                in_order(&raw.other_evs, &orders[of])
            };
            // Rounded frequencies could push weights above 1.
            let weights = in_order(&raw.weights[of], &orders[of]);
            let weights = weights.into_iter().map(|weight| weight.clamp(0.0, 1.0)).collect();
            SideFacts { combos, weights, evs }
        });
        NodeFacts {
            game: place.game,
            line: place.line.clone(),
            board: place.board,
            solved_as: (place.solved != place.board).then_some(place.solved),
            player,
            pot: place.tree.pot(node),
            actions: node.child_ids().filter_map(|child| round[child].action).collect(),
            sides,
            strategy,
            action_evs,
        }
    }

    /// The player who acts.
    pub fn actor(&self) -> &SideFacts {
        &self.sides[self.player.index()]
    }

    /// A player's range.
    pub fn range(&self, player: Player) -> Result<Range, SpotError> {
        let side = &self.sides[player.index()];
        let mut weights = vec![0.0; self.game.combos()];
        for (combo, &weight) in side.combos.iter().zip(&side.weights) {
            weights[combo.index()] = weight;
        }
        Range::from_weights(self.game, weights)
            .map_err(|error| SpotError::Equity(error.to_string()))
    }

    /// A player's range as text: in Hold'em the 1,326 weights of PioSOLVER, in Omaha as few
    /// patterns as were found.
    pub fn range_text(&self, player: Player) -> Result<String, SpotError> {
        let range = self.range(player)?;
        Ok(piosolver_range(&range).unwrap_or_else(|| range.compact(self.board.set())))
    }

    /// How often a hand of the player who acts takes each action.
    pub fn frequencies(&self, hand: usize) -> impl Iterator<Item = f32> {
        let hands = self.actor().combos.len();
        self.strategy.iter().skip(hand).step_by(hands.max(1)).copied()
    }

    /// The value of each action for a hand of the player who acts.
    pub fn evs(&self, hand: usize) -> impl Iterator<Item = Option<f32>> {
        let hands = self.actor().combos.len();
        self.action_evs.iter().skip(hand).step_by(hands.max(1)).copied()
    }

    /// For each hand of a player, the compatible weight: that of the other's hands
    /// that hold none of its cards.
    pub fn compatible_weight(&self, player: Player) -> Vec<f64> {
        compatible::compatible_weight(
            &self.sides[player.index()],
            &self.sides[player.opponent().index()],
        )
    }

    /// The weight of all pairs of hands that both players may hold here. Divided by
    /// that of a line before, with no card dealt between, it is how often this line
    /// is taken from there.
    pub fn pairs(&self) -> f64 {
        compatible::pairs(&self.sides)
    }
}

impl SideFacts {
    /// A range on a board before any action; values are not known.
    pub(super) fn at_start(range: &Range, board: Board) -> SideFacts {
        let live = range.iter().filter(|(combo, _)| !combo.set().intersects(board.set()));
        let (combos, weights) = live.unzip();
        SideFacts { combos, weights, evs: Vec::new() }
    }
}

/// Rows of numbers, each in another order of hands.
pub(super) fn in_order<T: Copy>(rows: &[T], order: &[usize]) -> Vec<T> {
    let rows = rows.chunks_exact(order.len().max(1));
    rows.flat_map(|row| order.iter().map(|&hand| row[hand])).collect()
}

/// The value of each hand under a strategy.
fn means(strategy: &[f32], evs: &[Option<f32>], hands: usize) -> Vec<Option<f32>> {
    let cells = |hand: usize| (hand..strategy.len()).step_by(hands);
    let mean = |hand: usize| {
        let sum: Option<f64> =
            cells(hand).map(|at| Some(f64::from(strategy[at]) * f64::from(evs[at]?))).sum();
        sum.map(|sum| sum as f32)
    };
    (0..hands).map(mean).collect()
}

/// What a player has put in at a decision, including half of the starting pot. Added to
/// the solver's values it makes them count from the decision on.
pub(crate) fn contributed(betting: &BettingTree, place: Place, player: Player) -> f64 {
    let committed = betting[place.round][place.node].committed[player.index()];
    betting.starting_pot().as_f64() / 2.0 + committed.as_f64()
}
