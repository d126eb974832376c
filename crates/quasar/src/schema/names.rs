//! The names in reports: fields that hold one of a few values.
//!
//! A field is a [`Name`] of one of these sets, so a program compares values
//! (`node.player.0 == Player::Oop`), JSON has the name, and the schema lists all names with
//! their meanings. Sets that requests use too are in
//! [`request::values`](crate::request::values).

use quasar_cards::{CardSet, Rank, Suit};
use quasar_equity::Confidence;
use quasar_eval::Category;
pub use quasar_eval::kinds::Grouping;
use quasar_game::{Action, Player};
use quasar_nets::range::Output;

use crate::files::FileKind;
use crate::request::values::names;

pub use crate::request::values::{Name, Names};

/// What kind of action it is, whatever its size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ActionKind {
    /// Gives up the hand.
    Fold,
    /// Passes without a bet to call.
    Check,
    /// Matches the bet.
    Call,
    /// Bets first.
    Bet,
    /// Raises a bet; before the flop also the first raise of the blinds.
    Raise,
}

impl From<Action> for ActionKind {
    fn from(action: Action) -> ActionKind {
        match action {
            Action::Fold => ActionKind::Fold,
            Action::Check => ActionKind::Check,
            Action::Call => ActionKind::Call,
            Action::Bet(_) => ActionKind::Bet,
            Action::Raise(_) => ActionKind::Raise,
        }
    }
}

/// How an equity was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EquityMethod {
    /// Every deal was counted.
    Exact,
    /// Random deals were played out.
    Sampled,
    /// Estimated from outs and draws.
    Heuristic,
}

/// Where the values of flops come from, in a game before the flop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FlopValueSource {
    /// A solved model.
    Model,
    /// Exact solves of some flops.
    Exact,
    /// Equities, as if nobody bet after the flop.
    Equity,
    /// Play to the river in the same solve.
    Streets,
}

/// How many suits a flop has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FlopSuits {
    /// Three suits.
    Rainbow,
    /// Two suits.
    TwoTone,
    /// One suit.
    Monotone,
}

impl FlopSuits {
    pub(crate) fn of(flop: CardSet) -> FlopSuits {
        match Suit::ALL.into_iter().map(|suit| flop.ranks_of_suit(suit).count_ones()).max() {
            Some(3) => FlopSuits::Monotone,
            Some(2) => FlopSuits::TwoTone,
            _ => FlopSuits::Rainbow,
        }
    }
}

/// How many cards of a rank a flop has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FlopRanks {
    /// Three ranks.
    Unpaired,
    /// Two cards of a rank.
    Paired,
    /// Three cards of a rank.
    Trips,
}

impl FlopRanks {
    pub(crate) fn of(flop: CardSet) -> FlopRanks {
        match Rank::ALL.into_iter().map(|rank| flop.count_of_rank(rank)).max() {
            Some(3) => FlopRanks::Trips,
            Some(2) => FlopRanks::Paired,
            _ => FlopRanks::Unpaired,
        }
    }
}

/// How many suits of a hand of Omaha two cards share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OmahaSuits {
    /// Two suits.
    DoubleSuited,
    /// One suit.
    SingleSuited,
    /// None.
    Rainbow,
}

/// What a model is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ModelKind {
    /// Solved flops.
    Flops,
    /// A value network.
    Network,
}

/// By what states are grouped to measure a network.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ErrorGroup {
    /// By game and betting.
    Game,
    /// By the stack divided by the pot.
    StackToPot,
    /// By what the board makes possible.
    Board,
    /// By how ranges were made.
    Ranges,
    /// Those with the largest errors.
    Worst,
}

names! {
    /// Suits of a hand of Omaha.
    OmahaSuitNames: OmahaSuits {
        "double-suited" = OmahaSuits::DoubleSuited, "Two suits with two or more cards.";
        "single-suited" = OmahaSuits::SingleSuited, "One suit with two or more cards.";
        "rainbow" = OmahaSuits::Rainbow, "Four suits, or no two cards of a suit.";
    }
    /// Kinds of models.
    ModelKinds: ModelKind {
        "postflop model" = ModelKind::Flops, "Solved flops at stack depths.";
        "quasar range network" = ModelKind::Network, "A value network.";
    }
    /// What a network has outputs for.
    NetworkOutputs: Output {
        "curve" = Output::Curve, "A curve over hands.";
        "hand" = Output::Hand, "A value for each hand.";
    }
    /// Groups of states to measure a network.
    ErrorGroups: ErrorGroup {
        "game" = ErrorGroup::Game, "By game.";
        "stack_to_pot" = ErrorGroup::StackToPot, "By the stack divided by the pot.";
        "board" = ErrorGroup::Board, "By what the board makes possible.";
        "ranges" = ErrorGroup::Ranges, "By how ranges were made.";
        "worst" = ErrorGroup::Worst, "The states with the largest errors.";
    }
    /// Players after the flop.
    Players: Player {
        "oop" = Player::Oop, "Out of position: acts first after the flop.";
        "ip" = Player::Ip, "In position: acts last after the flop.";
    }
    /// Kinds of actions.
    ActionKinds: ActionKind {
        "fold" = ActionKind::Fold, "Gives up the hand.";
        "check" = ActionKind::Check, "Passes without a bet to call.";
        "call" = ActionKind::Call, "Matches the bet.";
        "bet" = ActionKind::Bet, "Bets first.";
        "raise" = ActionKind::Raise, "Raises a bet; before the flop also the first raise of the blinds.";
    }
    /// Ways of finding an equity.
    EquityMethods: EquityMethod {
        "exact" = EquityMethod::Exact, "Every deal was counted.";
        "sampled" = EquityMethod::Sampled, "Random deals were played out.";
        "heuristic" = EquityMethod::Heuristic, "Estimated from outs and draws.";
    }
    /// How sure an equity is.
    Confidences: Confidence {
        "low" = Confidence::Low, "Within 12 points, or sampled with a standard error above 2 points.";
        "medium" = Confidence::Medium, "Within 7 points, or sampled with a standard error of at most 2 points.";
        "high" = Confidence::High, "Exact, within 2 points, or sampled with a standard error of at most half a point.";
    }
    /// Where the values of flops come from.
    FlopValueSources: FlopValueSource {
        "model" = FlopValueSource::Model, "A solved model.";
        "exact" = FlopValueSource::Exact, "Exact solves of some flops.";
        "streets" = FlopValueSource::Streets, "Play to the river in the same solve.";
        "equity" = FlopValueSource::Equity, "Equities, as if nobody bet after the flop.";
    }
    /// Suits of a flop.
    FlopSuitNames: FlopSuits {
        "rainbow" = FlopSuits::Rainbow, "Three suits.";
        "two-tone" = FlopSuits::TwoTone, "Two suits.";
        "monotone" = FlopSuits::Monotone, "One suit.";
    }
    /// Ranks of a flop.
    FlopRankNames: FlopRanks {
        "unpaired" = FlopRanks::Unpaired, "Three ranks.";
        "paired" = FlopRanks::Paired, "Two cards of a rank.";
        "trips" = FlopRanks::Trips, "Three cards of a rank.";
    }
    /// Ways of grouping hands.
    Groupings: Grouping {
        "made" = Grouping::Made, "By made hand.";
        "draws" = Grouping::Draws, "By draw.";
        "blockers" = Grouping::Blockers, "By blocker.";
        "suits" = Grouping::Suits, "By suits.";
    }
    /// Kinds of files.
    FileKinds: FileKind {
        "equity tables" = FileKind::EquityTables, "Equity tables of flops.";
        "save of a spot" = FileKind::Save, "A solved spot.";
        "buckets of hands" = FileKind::Buckets, "Buckets of the hands of a board.";
        "solved flops" = FileKind::SolvedFlops, "The flops of one stack depth in a model.";
        "checkpoint" = FileKind::Checkpoint, "An unfinished solve.";
    }
    /// Categories of hands.
    Categories: Category {
        "high card" = Category::HighCard, "No pair.";
        "pair" = Category::Pair, "Two cards of a rank.";
        "two pair" = Category::TwoPair, "Two pairs.";
        "three of a kind" = Category::ThreeOfAKind, "Three cards of a rank.";
        "straight" = Category::Straight, "Five ranks in a row.";
        "flush" = Category::Flush, "Five cards of a suit.";
        "full house" = Category::FullHouse, "Three of a kind and a pair.";
        "four of a kind" = Category::FourOfAKind, "Four cards of a rank.";
        "straight flush" = Category::StraightFlush, "Five ranks in a row, of one suit.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_lower_layers_are_the_same() {
        for category in Category::ALL {
            assert_eq!(Categories::name(category), category.name());
        }
        assert_eq!(Categories::NAMES.len(), Category::ALL.len());
        for &(name, kind, _) in FileKinds::NAMES {
            assert_eq!(name, kind.to_string());
        }
    }
}
