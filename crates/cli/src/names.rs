//! Choices on the command line, by the same names as in requests.

use std::ffi::OsStr;
use std::marker::PhantomData;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use quasar::request::values::Names;

/// A parser for one of a set of names, which `--help` lists.
pub(crate) fn names<N: Names>() -> NamesParser<N> {
    NamesParser(PhantomData)
}

/// See [`names`].
pub(crate) struct NamesParser<N>(PhantomData<fn() -> N>);

impl<N> Clone for NamesParser<N> {
    fn clone(&self) -> NamesParser<N> {
        NamesParser(PhantomData)
    }
}

impl<N: Names> TypedValueParser for NamesParser<N> {
    type Value = N::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<N::Value, Error> {
        let text = value.to_string_lossy();
        N::value(&text).ok_or_else(|| {
            let known = N::NAMES.iter().map(|(name, ..)| (*name).to_owned()).collect();
            let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
            let argument = argument.map_or_else(|| "...".to_owned(), ToString::to_string);
            error.insert(ContextKind::InvalidArg, ContextValue::String(argument));
            error.insert(ContextKind::InvalidValue, ContextValue::String(text.into_owned()));
            error.insert(ContextKind::ValidValue, ContextValue::Strings(known));
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |&(name, _, help): &(&'static str, N::Value, &'static str)| {
            PossibleValue::new(name).help(help.trim_end_matches('.'))
        };
        Some(Box::new(N::NAMES.iter().map(value)))
    }
}
