//! Colours of actions, cards and numbers, as indices of the 256-colour palette.

use quasar::schema::names::ActionKind;
use quasar::spot::ActionReport;

/// Text on a coloured cell.
pub(crate) const DARK: u8 = 232;

/// Folds are blue, checks and calls green, bets and raises amber to red from the smallest
/// to the largest.
pub(crate) fn action_colors(actions: &[ActionReport]) -> Vec<u8> {
    const BETS: [u8; 6] = [220, 214, 208, 202, 196, 160];
    let bets = actions.iter().filter(|action| action.amount.is_some()).count();
    let mut bet = 0;
    let color = |action: &ActionReport| match action.kind.0 {
        ActionKind::Fold => 75,
        ActionKind::Check | ActionKind::Call => 114,
        ActionKind::Bet | ActionKind::Raise => {
            bet += 1;
            BETS[if bets > 1 { (bet - 1) * (BETS.len() - 1) / (bets - 1) } else { 2 }]
        }
    };
    actions.iter().map(color).collect()
}

/// Red for 0, yellow for a half, green for 1.
pub(crate) fn heat(part: f64) -> u8 {
    const STEPS: [u8; 11] = [160, 166, 172, 178, 184, 226, 190, 154, 118, 82, 46];
    STEPS[(10.0 * part).round().clamp(0.0, 10.0) as usize]
}

/// The four-colour deck on a dark background: spades white, hearts red, diamonds blue,
/// clubs green.
pub(crate) fn suit_color(suit: char) -> u8 {
    match suit {
        's' => 255,
        'h' => 203,
        'd' => 75,
        _ => 114,
    }
}

/// The action at the middle of the `place`-th of `cells` characters, if the actions are
/// laid out one after the other in proportion to their frequencies.
pub(crate) fn action_at(place: usize, cells: usize, frequencies: &[f64]) -> usize {
    let middle = (place as f64 + 0.5) / cells as f64;
    let mut sum = 0.0;
    let passed = frequencies.iter().take_while(|&&part| {
        sum += part;
        sum < middle
    });
    passed.count().min(frequencies.len().saturating_sub(1))
}
