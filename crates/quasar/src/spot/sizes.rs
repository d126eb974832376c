//! Bet sizes of a spec.
//!
//! They are looked up from the particular to the general: those of a player on a
//! street, of both on that street, of the player on every street, of both on every
//! street. Each of `bet`, `raise`, `reraise` and `donk` is looked up separately.

use quasar_cards::Street;
use quasar_game::{PlayerSizes, SizeList, StreetSpec, TextError};

use super::document::{PlayerDocument, PlayerStreetDocument, SpotDocument, StreetDocument};
use crate::request::values::Sizes;
use crate::request::{At, FieldError};

/// Streets a spot can have betting on, and their fields.
pub(super) const STREETS: [(Street, &str); 3] =
    [(Street::Flop, "flop"), (Street::Turn, "turn"), (Street::River, "river")];

/// The sizes given at one place.
#[derive(Clone, Default)]
struct Written {
    bet: Option<SizeList>,
    raise: Option<SizeList>,
    reraise: Option<SizeList>,
    donk: Option<SizeList>,
    raise_cap: Option<u32>,
}

/// The size fields of a document.
macro_rules! written {
    ($document:expr, $at:expr) => {
        Written {
            bet: list(&$document.bet, $at, "bet")?,
            raise: list(&$document.raise, $at, "raise")?,
            reraise: list(&$document.reraise, $at, "reraise")?,
            donk: list(&$document.donk, $at, "donk")?,
            raise_cap: None,
        }
    };
}

impl Written {
    /// Each field from here, or else from `general`.
    fn or_general(self, general: &Written) -> Written {
        let general = general.clone();
        Written {
            bet: self.bet.or(general.bet),
            raise: self.raise.or(general.raise),
            reraise: self.reraise.or(general.reraise),
            donk: self.donk.or(general.donk),
            raise_cap: self.raise_cap.or(general.raise_cap),
        }
    }

    fn of_street(street: Option<&StreetDocument>, at: &str) -> Result<Written, FieldError> {
        let Some(street) = street else { return Ok(Written::default()) };
        let raise_cap = street.raise_cap.as_deref().map(|cap| cap.get());
        Ok(Written { raise_cap, ..written!(street, at) })
    }

    fn of_player_street(
        street: Option<&PlayerStreetDocument>,
        at: &str,
    ) -> Result<Written, FieldError> {
        let Some(street) = street else { return Ok(Written::default()) };
        Ok(written!(street, at))
    }
}

/// The sizes of a field at a place; first bets cannot be multiples of a bet.
fn list(given: &Option<At<Sizes>>, at: &str, field: &str) -> Result<Option<SizeList>, FieldError> {
    let first_bets = field == "bet" || field == "donk";
    let parse: fn(&str) -> Result<SizeList, TextError> =
        if first_bets { SizeList::parse_bets } else { str::parse };
    given.as_ref().map(|given| read_sizes(given, &format!("{at}{field}"), parse)).transpose()
}

/// The word for no sizes at all.
pub(crate) const NO_SIZES: &str = "none";

/// The sizes of a field, which may be `none`.
pub(crate) fn read_sizes(
    given: &At<Sizes>,
    field: &str,
    parse: fn(&str) -> Result<SizeList, TextError>,
) -> Result<SizeList, FieldError> {
    if given.0.trim().eq_ignore_ascii_case(NO_SIZES) {
        return Ok(SizeList::default());
    }
    given.read(field, parse)
}

/// The sizes of both, and of each player, on all streets and on each.
pub(super) struct SizeTexts {
    common: Written,
    common_streets: [Written; 3],
    own: [Written; 2],
    own_streets: [[Written; 3]; 2],
}

impl SizeTexts {
    /// Reads those of a spot.
    pub(super) fn read(spot: &SpotDocument) -> Result<SizeTexts, FieldError> {
        let raise_cap = spot.raise_cap.as_deref().map(|cap| cap.get());
        let nobody = PlayerDocument::default();
        let [oop, ip] = [&spot.oop, &spot.ip].map(|player| player.as_ref().unwrap_or(&nobody));
        Ok(SizeTexts {
            common: Written { raise_cap, ..written!(spot, "") },
            common_streets: [
                Written::of_street(spot.flop.as_ref(), "flop.")?,
                Written::of_street(spot.turn.as_ref(), "turn.")?,
                Written::of_street(spot.river.as_ref(), "river.")?,
            ],
            own: [written!(oop, "oop."), written!(ip, "ip.")],
            own_streets: [player_streets(oop, "oop")?, player_streets(ip, "ip")?],
        })
    }

    /// The betting options of each street, preflop first.
    pub(super) fn streets(&self) -> [StreetSpec; 4] {
        let mut specs: [StreetSpec; 4] = Default::default();
        for (place, (street, _)) in STREETS.into_iter().enumerate() {
            let cap = self.common_streets[place].raise_cap.or(self.common.raise_cap);
            let sizes = [0, 1].map(|side: usize| {
                let own = self.own_streets[side][place].clone();
                let written = own
                    .or_general(&self.common_streets[place])
                    .or_general(&self.own[side])
                    .or_general(&self.common);
                let raises = match (written.raise, written.reraise) {
                    (raise, Some(reraise)) => vec![raise.unwrap_or_default(), reraise],
                    (raise, None) => raise.into_iter().collect(),
                };
                PlayerSizes { bet: written.bet.unwrap_or_default(), raises, donk: written.donk }
            });
            specs[street as usize] = StreetSpec { sizes, raise_cap: cap };
        }
        specs
    }
}

fn player_streets(player: &PlayerDocument, name: &str) -> Result<[Written; 3], FieldError> {
    Ok([
        Written::of_player_street(player.flop.as_ref(), &format!("{name}.flop."))?,
        Written::of_player_street(player.turn.as_ref(), &format!("{name}.turn."))?,
        Written::of_player_street(player.river.as_ref(), &format!("{name}.river."))?,
    ])
}
