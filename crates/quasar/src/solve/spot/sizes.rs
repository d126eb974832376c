//! Bet sizes of a spec.
//!
//! They are looked up from the particular to the general: those of a player on a
//! street, of both on that street, of the player on every street, of both on every
//! street. Each of `bet`, `raise`, `reraise` and `donk` goes its own way.

use quasar_cards::Street;
use quasar_game::{PlayerSizes, SizeList, StreetSpec};

use crate::fields::{FieldError, Fields, Given};

/// Streets a spot can have betting on, and their fields.
pub(super) const STREETS: [(Street, &str); 3] =
    [(Street::Flop, "flop"), (Street::Turn, "turn"), (Street::River, "river")];

/// What is written about sizes at one place.
#[derive(Clone, Default)]
struct Written {
    bet: Option<SizeList>,
    raise: Option<SizeList>,
    reraise: Option<SizeList>,
    donk: Option<SizeList>,
    raise_cap: Option<u32>,
}

impl Written {
    fn take(fields: &mut Fields, with_cap: bool) -> Result<Written, FieldError> {
        let mut list = |field| -> Result<Option<SizeList>, FieldError> {
            let first_bets = field == "bet" || field == "donk";
            fields.texts(field)?.map(|texts| size_list(&texts, first_bets)).transpose()
        };
        let [bet, raise, reraise, donk] =
            [list("bet")?, list("raise")?, list("reraise")?, list("donk")?];
        let raise_cap = match with_cap.then(|| fields.text("raise_cap")).transpose()?.flatten() {
            Some(given) => {
                let expected = "how many raises a street may see";
                Some(given.parse(expected, |text| text.parse().ok())?)
            }
            None => None,
        };
        Ok(Written { bet, raise, reraise, donk, raise_cap })
    }

    /// Each field from here, or else from `general`.
    fn or(self, general: &Written) -> Written {
        let general = general.clone();
        Written {
            bet: self.bet.or(general.bet),
            raise: self.raise.or(general.raise),
            reraise: self.reraise.or(general.reraise),
            donk: self.donk.or(general.donk),
            raise_cap: self.raise_cap.or(general.raise_cap),
        }
    }
}

/// Several texts are one list.
fn size_list(texts: &[Given], first_bets: bool) -> Result<SizeList, FieldError> {
    let Some(first) = texts.first() else { return Ok(SizeList::default()) };
    let text = texts.iter().map(|given| given.text.as_str()).collect::<Vec<_>>().join(", ");
    let parse = if first_bets { SizeList::parse_bets } else { str::parse::<SizeList> };
    Given { text, ..first.clone() }.read(parse)
}

/// The sizes of both, and of each player, on all streets and on each.
pub(super) struct SizeTexts {
    common: Written,
    common_streets: [Written; 3],
    own: [Written; 2],
    own_streets: [[Written; 3]; 2],
}

impl SizeTexts {
    /// Takes them out of the fields of the spec and of both players.
    pub(super) fn take(
        top: &mut Fields,
        players: &mut [Fields; 2],
    ) -> Result<SizeTexts, FieldError> {
        let mut texts = SizeTexts {
            common: Written::take(top, true)?,
            common_streets: streets_of(top, true)?,
            own: Default::default(),
            own_streets: Default::default(),
        };
        for (side, fields) in players.iter_mut().enumerate() {
            texts.own[side] = Written::take(fields, false)?;
            texts.own_streets[side] = streets_of(fields, false)?;
        }
        Ok(texts)
    }

    /// The betting options of each street, preflop first.
    pub(super) fn streets(&self) -> [StreetSpec; 4] {
        let mut specs: [StreetSpec; 4] = Default::default();
        for (place, (street, _)) in STREETS.into_iter().enumerate() {
            let cap = self.common_streets[place].raise_cap.or(self.common.raise_cap);
            let sizes = [0, 1].map(|side: usize| {
                let own = self.own_streets[side][place].clone();
                let written =
                    own.or(&self.common_streets[place]).or(&self.own[side]).or(&self.common);
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

fn streets_of(fields: &mut Fields, with_cap: bool) -> Result<[Written; 3], FieldError> {
    let mut written: [Written; 3] = Default::default();
    for (place, (_, field)) in STREETS.into_iter().enumerate() {
        if let Some(mut street) = fields.fields(field)? {
            written[place] = Written::take(&mut street, with_cap)?;
            street.finish()?;
        }
    }
    Ok(written)
}
