//! The section `streets`.

use quasar_cards::CANONICAL_FLOPS;
use quasar_game::SizeList;
use quasar_preflop::PotSizes;
use quasar_solver::Sampling;

use super::StreetsOptions;
use crate::model::{ModelFlops, read_boards, read_count};
use crate::preflop::FlopLeaf;
use crate::preflop::document::{
    PotDocument, PreflopDocument, StreetsDealsDocument, StreetsDocument,
};
use crate::request::values::quantities::Count;
use crate::request::values::{Flops, Num, Sizes};
use crate::request::{At, FieldError, LeftOut};

/// Reads the section; none unless `leaf` is `streets`.
pub(in crate::preflop) fn read_streets(
    document: &PreflopDocument,
) -> Result<Option<StreetsOptions>, FieldError> {
    let leaf = document.leaf.as_deref().map(|name| name.0);
    match (leaf == Some(FlopLeaf::Streets), &document.streets) {
        (false, None) => Ok(None),
        (false, Some(section)) => {
            let expected = "left out unless leaf is streets".into();
            let at = section.flops.as_ref().and_then(At::position);
            Err(FieldError::Kind { field: "streets".to_owned(), expected }.at(at))
        }
        (true, section) => {
            read_section(section.as_ref().unwrap_or(&StreetsDocument::default())).map(Some)
        }
    }
}

fn read_section(section: &StreetsDocument) -> Result<StreetsOptions, FieldError> {
    let flops = match &section.flops {
        None => None,
        Some(given) => Some(match &**given {
            Flops::All => ModelFlops::Sample(CANONICAL_FLOPS),
            Flops::Count(text) => ModelFlops::Sample(read_count(given, text, "streets.flops")?),
            Flops::List(items) => ModelFlops::Fixed(read_boards(given, items, "streets.flops")?),
        }),
    };
    let own = PotDocument {
        bet: section.bet.clone(),
        raise: section.raise.clone(),
        raise_cap: section.raise_cap.clone(),
        left_out: LeftOut::default(),
    };
    let sizes = match own == PotDocument::default() {
        true => None,
        false => Some(read_sizes(&own, "streets")?),
    };
    let pots = [
        (&section.limped, "streets.limped"),
        (&section.raised, "streets.raised"),
        (&section.three_bet, "streets.three_bet"),
        (&section.four_bet, "streets.four_bet"),
    ];
    let mut by_pot = [None, None, None, None];
    for (place, (given, field)) in by_pot.iter_mut().zip(pots) {
        *place = given.as_ref().map(|given| read_sizes(given, field)).transpose()?;
    }
    Ok(StreetsOptions {
        flops,
        sizes,
        by_pot,
        small_spr: section.small_spr.as_deref().map_or(1.0, |spr| spr.get()),
        river_buckets: section.river_buckets.as_deref().map_or(100, |count| count.get()),
        all_boards: section.all_boards.as_deref().copied().unwrap_or(false),
        memory_mb: section.memory_mb.as_deref().map(|memory| memory.get()),
        held_out: section.held_out.as_deref().map_or(0, |count| count.get()),
        sampling: section.sampling.as_ref().map(read_sampling),
    })
}

fn read_sampling(given: &StreetsDealsDocument) -> Sampling {
    let count = |given: &Option<At<Num<Count>>>| given.as_deref().map_or(1, |count| count.get());
    Sampling {
        one_in: [&given.flop, &given.turn, &given.river].map(count),
        seed: given.seed.as_deref().map_or(1, |seed| seed.get()),
        until: given.until.as_deref().map(|until| until.get()),
    }
}

impl From<&Sampling> for StreetsDealsDocument {
    fn from(sampling: &Sampling) -> StreetsDealsDocument {
        let count = |count: u32| (count > 1).then(|| Num::of(count).into());
        let [flop, turn, river] = sampling.one_in.map(count);
        let until = sampling.until.map(|until| Num::of(until).into());
        StreetsDealsDocument {
            flop,
            turn,
            river,
            until,
            seed: Some(Num::of(sampling.seed).into()),
            left_out: LeftOut::default(),
        }
    }
}

fn read_sizes(given: &PotDocument, field: &str) -> Result<PotSizes, FieldError> {
    let read = |sizes: &Option<At<Sizes>>, name: &str, default: &str| -> Result<SizeList, _> {
        let short = |Sizes(text): Sizes| Sizes(text.replace("all-in", "a").replace("allin", "a"));
        match sizes {
            Some(sizes) => sizes.clone().map(short).read(&format!("{field}.{name}"), str::parse),
            None => At::from(Sizes(default.to_owned())).read(name, str::parse),
        }
    };
    Ok(PotSizes {
        bet: read(&given.bet, "bet", "66%")?,
        raise: read(&given.raise, "raise", "50%")?,
        raise_cap: given.raise_cap.as_deref().map_or(1, |cap| cap.get()),
    })
}

impl From<&PotSizes> for PotDocument {
    fn from(sizes: &PotSizes) -> PotDocument {
        PotDocument {
            bet: Some(Sizes(sizes.bet.to_string()).into()),
            raise: Some(Sizes(sizes.raise.to_string()).into()),
            raise_cap: Some(Num::of(sizes.raise_cap).into()),
            left_out: LeftOut::default(),
        }
    }
}

impl From<&StreetsOptions> for StreetsDocument {
    fn from(options: &StreetsOptions) -> StreetsDocument {
        let flops = options.flops.as_ref().map(|flops| match flops {
            ModelFlops::Sample(count) => Flops::Count(count.to_string()).into(),
            ModelFlops::Fixed(boards) => Flops::list(boards).into(),
        });
        let own = options.sizes.as_ref().map(PotDocument::from).unwrap_or_default();
        let [limped, raised, three_bet, four_bet] =
            options.by_pot.each_ref().map(|sizes| sizes.as_ref().map(PotDocument::from));
        StreetsDocument {
            flops,
            bet: own.bet,
            raise: own.raise,
            raise_cap: own.raise_cap,
            limped,
            raised,
            three_bet,
            four_bet,
            small_spr: Some(Num::of(options.small_spr).into()),
            river_buckets: Some(Num::of(options.river_buckets).into()),
            all_boards: Some(options.all_boards.into()),
            memory_mb: options.memory_mb.map(|memory| Num::of(memory).into()),
            held_out: Some(Num::of(options.held_out).into()),
            sampling: options.sampling.as_ref().map(Into::into),
            left_out: LeftOut::default(),
        }
    }
}
