//! Converts the fields of a decision to a checked spot file, and back.

use quasar_cards::{Board, Combo, Game, Street};
use quasar_game::{PotGrid, Rake, SizeList};

use super::buckets::MatrixFile;
use super::document::{DecisionDocument, GridDocument, SeatDocument, SeatText};
use super::file::{SeatRange, SpotFile};
use crate::job::Goal;
use crate::request::document::written_as;
use crate::request::solving::{LimitFields, SettingFields, shortest};
use crate::request::values::quantities::{AnyChips, Seat};
use crate::request::values::{
    CardEncoding, Cards, ChipScale, Name, Names, Num, Pair, Sizes, Streets, Text, Time, chip_sizes,
};
use crate::request::{
    AlgorithmDocument, At, Document, FieldError, LeftOut, Warnings, needed, read_spec,
};
use crate::spot::{
    NO_SIZES, SOME_HAND, SpotError, SpotSpec, rake, rake_document, read_scale, read_sizes,
};

impl SpotFile {
    /// Reads a decision from JSON or YAML.
    pub fn parse(text: &str) -> Result<SpotFile, SpotError> {
        read_spec::<DecisionDocument, _, _>(text)
    }

    /// Equal for files of the same decision and settings, whatever their goals
    /// and threads.
    pub fn canonical(&self) -> String {
        let mut document = DecisionDocument::from(self);
        if let (Some(MatrixFile::Path(_)), Some(text)) = (&self.matrix, &self.matrix_text) {
            document.matrix = Some(MatrixFile::Path(text.clone()).into());
        }
        DecisionDocument {
            target: None,
            iterations: None,
            time: None,
            check_every: None,
            threads: None,
            ..document
        }
        .to_json()
    }
}

written_as!(SpotFile, DecisionDocument);

impl TryFrom<DecisionDocument> for SpotFile {
    type Error = SpotError;

    fn try_from(document: DecisionDocument) -> Result<SpotFile, SpotError> {
        let document = document.with_solver_fields()?;
        let game = document.game.as_deref().map_or(Game::Holdem, |name| name.0);
        let seat = |given: &Option<At<Num<Seat>>>, field, expected| {
            needed(given.as_ref(), field, expected).map(|seat| seat.get())
        };
        let to_act = seat(&document.to_act, "to_act", "the seat whose turn it is, 0 or 1")?;
        let button = seat(&document.button, "button", "the seat with the button, 0 or 1")?;
        let expected = "the chips of each of the two seats";
        let stacks = needed(document.stacks.as_ref(), "stacks", expected)?;
        let committed = needed(document.committed_total.as_ref(), "committed_total", expected)?;
        let players =
            needed(document.players.as_ref(), "players", "what each of the two seats holds")?;
        let [first, second] = &players.0;
        let mut warnings = Warnings::default();
        let players =
            [holding(first, 0, game, &mut warnings)?, holding(second, 1, game, &mut warnings)?];
        let encoding = document.card_encoding.as_deref().map_or(CardEncoding::Text, |name| name.0);
        let board = document.board.as_ref().filter(|board| !board.0.is_empty());
        let board =
            board.map(|board| board.decoded("board", encoding)?.read("board", str::parse::<Board>));
        let board = board.transpose()?;
        let scale = document.scale()?;
        let chips = |given: &Option<At<Num<AnyChips>>>, field: &str| {
            given.as_ref().map_or(Ok(0), |given| scale.chips(given, field))
        };
        let seats = |given: &At<Pair<Num<AnyChips>>>, field: &str| {
            let [first, second] = given.0.each_ref().map(|chips| scale.amount(chips.get()));
            match (first, second) {
                (Some(first), Some(second)) => Ok([first, second]),
                _ => Err(given.must_be(field, scale.expected())),
            }
        };
        let (bet, raise) = sizes(&document, scale)?;
        let committed_total = seats(committed, "committed_total")?;
        let pot = committed_total[0].saturating_add(committed_total[1]) as f64;
        let limits = LimitFields {
            iterations: document.iterations.as_ref(),
            time: document.time.as_ref(),
            check_every: document.check_every.as_ref(),
        };
        let settings = SettingFields {
            algorithm: document.algorithm.as_ref(),
            updates: document.updates.as_ref(),
            precision: document.precision.as_ref(),
            threads: document.threads.as_ref(),
        };
        let target = document.target.as_deref().map(|percent| percent.get() / 100.0 * pot);
        let file = SpotFile {
            game,
            street: document.street.as_deref().map(|name| name.0),
            small_blind: chips(&document.small_blind, "small_blind")?,
            big_blind: chips(&document.big_blind, "big_blind")?,
            ante: chips(&document.ante, "ante")?,
            to_act,
            button,
            stacks: seats(stacks, "stacks")?,
            committed_total,
            committed_on_street: match &document.committed_on_street {
                Some(given) => seats(given, "committed_on_street")?,
                None => [0; 2],
            },
            last_raise: chips(&document.last_raise, "last_raise")?,
            hero: None,
            raise_cap: document.raise_cap.as_deref().map(|cap| cap.get()),
            rake: rake(document.rake.as_ref(), scale)?,
            chip_scale: scale.factor,
            board,
            min_bet: document.min_bet.as_deref().map(|name| name.0),
            bet,
            raise,
            settings: settings.settings(SpotSpec::DISCOUNTS)?,
            goal: limits.goal(target, Some(SpotSpec::DEFAULT_TARGET / 100.0 * pot)),
            players,
            matrix: document.matrix.map(At::into_inner),
            matrix_text: None,
            warnings,
        };
        check_street(&file, document.street.as_ref(), document.board.as_ref())?;
        if file.has_buckets() && file.rake != Rake::NONE {
            let expected = "left out: buckets are played without rake".into();
            return Err(FieldError::Kind { field: "rake".to_owned(), expected }.into());
        }
        let hero =
            document.hero.as_ref().map(|hero| read_hero(hero, encoding, &file)).transpose()?;
        Ok(SpotFile { hero, ..file })
    }
}

/// The hand that the answer is about: one that the seat to act may hold.
fn read_hero(
    given: &At<Cards>,
    encoding: CardEncoding,
    file: &SpotFile,
) -> Result<Combo, FieldError> {
    let decoded = given.decoded("hero", encoding)?;
    let hand = decoded.read("hero", str::parse::<Combo>)?;
    let wrong = |expected| Err(given.wrong("hero", given.0.clone(), expected));
    let SeatRange::Hands(range) = &file.players[file.to_act] else {
        return wrong("no hand where the players hold buckets");
    };
    if file.board.is_some_and(|board| board.set().intersects(hand.set())) {
        return wrong("cards that are not on the board");
    }
    if range.weight(&hand) == 0.0 {
        return wrong("a hand of the range of the seat that acts");
    }
    Ok(hand)
}

impl DecisionDocument {
    /// The power of ten that makes all chips whole.
    fn scale(&self) -> Result<ChipScale, FieldError> {
        let given = self.chip_scale.as_ref().map(read_scale).transpose()?;
        let single = [&self.small_blind, &self.big_blind, &self.ante, &self.last_raise];
        let single = single.into_iter().flatten().map(|chips| chips.get());
        let pairs = [&self.stacks, &self.committed_total, &self.committed_on_street];
        let pairs = pairs.into_iter().flatten().flat_map(|pair| pair.0.each_ref().map(Num::get));
        let sizes = [&self.bet, &self.raise].into_iter().flatten();
        let sizes = sizes.flat_map(|sizes| chip_sizes(sizes));
        Ok(ChipScale::new(given, single.chain(pairs).chain(sizes)))
    }

    /// The same with the fields of the old section `solver` moved to their new places.
    fn with_solver_fields(mut self) -> Result<DecisionDocument, FieldError> {
        let Some(solver) = self.solver.take() else { return Ok(self) };
        if let (Some(given), true) = (&solver.iterations, self.iterations.is_some()) {
            return Err(given.same_as("solver.iterations", "iterations"));
        }
        if let (Some(given), true) = (&solver.target, self.target.is_some()) {
            return Err(given.same_as("solver.target", "target"));
        }
        if let (Some(_), true) = (&solver.algorithm, self.algorithm.is_some()) {
            let (field, other) = ("solver.algorithm".to_owned(), "algorithm".to_owned());
            return Err(FieldError::Same { field, other });
        }
        self.iterations = self.iterations.or(solver.iterations);
        self.target = self.target.or(solver.target);
        self.algorithm = self.algorithm.or(solver.algorithm);
        Ok(self)
    }
}

impl From<&SpotFile> for DecisionDocument {
    fn from(file: &SpotFile) -> DecisionDocument {
        let chips = |chips: u64| (chips > 0).then(|| Num::of(chips.into()).into());
        let seats = |chips: [u64; 2]| Pair(chips.map(|chips| Num::of(chips.into()))).into();
        let sizes = |list: &SizeList| {
            let none = list.sizes().is_empty();
            let text = if none { NO_SIZES.to_owned() } else { list.to_string() };
            Some(Sizes(text).into())
        };
        let holding = |range: &SeatRange| SeatDocument {
            range: Some(
                match range {
                    SeatRange::Hands(range) => SeatText::Hands(Text::from(range)),
                    SeatRange::Buckets(weights) => {
                        SeatText::Buckets(weights.iter().map(|&weight| Num::of(weight)).collect())
                    }
                }
                .into(),
            ),
            left_out: LeftOut::default(),
        };
        let pot = file.pot() as f64;
        let percent =
            |chips: f64| shortest(chips, 100.0 * chips / pot, |percent| percent / 100.0 * pot);
        DecisionDocument {
            game: Some(Name(file.game).into()),
            street: file.street.map(|street| Name(street).into()),
            board: file.board.map(|board| Cards::from(board).into()),
            hero: file.hero.map(|hero| Cards::from(hero).into()),
            chip_scale: (file.chip_scale > 1).then(|| Num::of(file.chip_scale).into()),
            raise_cap: file.raise_cap.map(|cap| Num::of(cap).into()),
            rake: rake_document(file.rake),
            small_blind: chips(file.small_blind),
            big_blind: chips(file.big_blind),
            ante: chips(file.ante),
            button: Some(Num::of(file.button).into()),
            to_act: Some(Num::of(file.to_act).into()),
            stacks: Some(seats(file.stacks)),
            committed_total: Some(seats(file.committed_total)),
            committed_on_street: Some(seats(file.committed_on_street)),
            last_raise: chips(file.last_raise),
            min_bet: file.min_bet.map(|rule| Name(rule).into()),
            players: Some(Pair(file.players.each_ref().map(holding)).into()),
            matrix: file.matrix.clone().map(At::from),
            bet: sizes(&file.bet),
            raise: sizes(&file.raise),
            target: file.goal.exploitability.map(|chips| Num::of(percent(chips)).into()),
            iterations: file.goal.iterations.map(|count| Num::of(count).into()),
            time: file.goal.time.map(|time| Time(time).into()),
            check_every: (file.goal.check_every != Goal::DEFAULT_CHECK)
                .then(|| Num::of(file.goal.check_every.get()).into()),
            algorithm: Some(AlgorithmDocument::from(file.settings.algorithm)),
            updates: Some(Name(file.settings.updates).into()),
            precision: Some(Name(file.settings.precision).into()),
            threads: Some(Num::of(file.settings.threads).into()),
            ..DecisionDocument::default()
        }
    }
}

/// What a seat holds.
fn holding(
    seat: &SeatDocument,
    number: usize,
    game: Game,
    warnings: &mut Warnings,
) -> Result<SeatRange, FieldError> {
    let field = format!("players[{number}].range");
    let given =
        needed(seat.range.as_ref(), &field, "a range, or a list with the weights of buckets")?;
    match &**given {
        SeatText::Buckets(weights) => {
            Ok(SeatRange::Buckets(weights.iter().map(Num::get).collect()))
        }
        SeatText::Hands(text) => {
            let range = warnings.range(given, &field, game)?;
            if range.is_empty() {
                return Err(given.wrong(&field, &text.0, SOME_HAND));
            }
            Ok(SeatRange::Hands(range))
        }
    }
}

impl AsRef<str> for SeatText {
    fn as_ref(&self) -> &str {
        match self {
            SeatText::Hands(text) => text.as_ref(),
            SeatText::Buckets(_) => "",
        }
    }
}

/// Sizes of bets and of raises: those given, or else a grid of fractions of the pot.
fn sizes(
    document: &DecisionDocument,
    scale: ChipScale,
) -> Result<(SizeList, SizeList), FieldError> {
    let grid = SizeList::from_grid(&grid(document.discretization.as_ref()));
    let bet = match &document.bet {
        Some(given) => read_sizes(&scale.sizes(given), "bet", SizeList::parse_bets)?,
        None => grid.clone(),
    };
    let raise = match &document.raise {
        Some(given) => read_sizes(&scale.sizes(given), "raise", str::parse)?,
        None => grid,
    };
    Ok((bet, raise))
}

fn grid(given: Option<&GridDocument>) -> PotGrid {
    let default = PotGrid::default();
    let Some(GridDocument { pot_fracs, include_min, include_pot, include_all_in, left_out: _ }) =
        given
    else {
        return default;
    };
    let flag = |given: &Option<At<bool>>, default| given.as_deref().copied().unwrap_or(default);
    let fractions = pot_fracs.as_deref().map(|parts| parts.0.iter().map(Num::get).collect());
    PotGrid {
        fractions: fractions.unwrap_or(default.fractions),
        include_min: flag(include_min, default.include_min),
        include_pot: flag(include_pot, default.include_pot),
        include_all_in: flag(include_all_in, default.include_all_in),
    }
}

/// The street must be that of the board; with buckets it is the river, where they are
/// compared.
fn check_street(
    file: &SpotFile,
    street: Option<&At<Name<Streets>>>,
    board: Option<&At<Cards>>,
) -> Result<(), FieldError> {
    let of_board = file.board.map(|board| board.street());
    let wrong = |expected: &'static str| match (street, board) {
        (Some(street), _) => street.wrong("street", Streets::name(street.0), expected),
        (None, Some(board)) => board.wrong("board", board.0.clone(), expected),
        (None, None) => FieldError::missing("board", expected),
    };
    if file.has_buckets() {
        let river = |street: Option<Street>| street.is_none_or(|street| street == Street::River);
        let expected = "a river, where buckets are compared";
        return match (river(file.street), river(of_board), board) {
            (true, true, _) => Ok(()),
            (true, false, Some(board)) => Err(board.wrong("board", board.0.clone(), expected)),
            _ => Err(wrong(expected)),
        };
    }
    let expected = match of_board {
        None | Some(Street::Preflop) => return Err(wrong("flop, turn or river, with a board")),
        Some(Street::Flop) => "flop, as the board has three cards",
        Some(Street::Turn) => "turn, as the board has four cards",
        Some(Street::River) => "river, as the board has five cards",
    };
    if file.street.is_none_or(|street| Some(street) == of_board) {
        Ok(())
    } else {
        Err(wrong(expected))
    }
}
