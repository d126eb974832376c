//! The two players.

/// Who acts first after the flop, or in a toy game, and who acts second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Out of position: first to act.
    Oop,
    /// In position: second to act.
    Ip,
}

impl Player {
    /// Both, in order.
    pub const BOTH: [Player; 2] = [Player::Oop, Player::Ip];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    pub const fn opponent(self) -> Player {
        match self {
            Player::Oop => Player::Ip,
            Player::Ip => Player::Oop,
        }
    }
}
