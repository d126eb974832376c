//! Documents: the typed fields of a request, before they are checked against each other.
//!
//! A document is declared once, by [`document!`], and can then be read with old names
//! accepted, written, described by a JSON Schema, and laid over another one. All of its
//! fields may be left out, so the same type is the *patch* that a command line or a program
//! lays over a file.

use schemars::{Schema, json_schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{At, FieldError, ParsedText};

/// The fields of a request.
pub trait Document: Patch + Default + PartialEq + Serialize + DeserializeOwned {
    /// The names of the fields.
    const FIELDS: &'static [&'static str];
    /// Old names of fields, each with the current name.
    const OLD_NAMES: &'static [(&'static str, &'static str)];
    /// The field that a plain text sets.
    const SHORT: Option<&'static str>;

    /// Reads a document from a parsed text.
    fn read(source: &ParsedText) -> Result<Self, FieldError>;

    /// Reads a document from YAML or JSON.
    fn parse(text: &str) -> Result<Self, FieldError> {
        Self::read(&ParsedText::parse(text)?)
    }

    /// Sets a field, such as `river.bet`, from a text; a text in brackets or braces is a list
    /// or fields, unless the field takes neither: `[AK]` is a range. `null` leaves the field out
    /// of what the document is laid over.
    fn set(&mut self, field: &str, text: &str) -> Result<(), FieldError> {
        let read = Self::read(&ParsedText::of_field(field, text));
        self.patch(match read {
            Err(error) if error.is_kind_of(field) => {
                Self::read(&ParsedText::of_literal(field, text)).map_err(|_| error)?
            }
            read => read?,
        });
        Ok(())
    }

    /// Whether a patch replaces a field, under any of its names.
    fn changes(&self, field: &str) -> bool;

    /// The document as YAML.
    fn to_yaml(&self) -> String;

    /// The document as JSON, without blanks: equal documents are equal texts.
    fn to_json(&self) -> String;
}

/// A value as YAML. Texts stay on one line, however long they are.
pub(crate) fn yaml(value: &impl Serialize) -> Result<String, serde_saphyr::ser::Error> {
    let options = serde_saphyr::ser_options! {
        prefer_block_scalars: false,
        compact_list_indent: false,
    };
    serde_saphyr::to_string_with_options(value, options)
}

/// The fields of a patch that are null: they are left out of what it is laid over.
#[derive(Clone, Debug, Default)]
pub struct LeftOut(Vec<&'static str>);

impl LeftOut {
    pub(crate) fn has(&self, field: &str) -> bool {
        self.0.contains(&field)
    }

    pub(crate) fn add(&mut self, field: &'static str) {
        if !self.has(field) {
            self.0.push(field);
        }
    }
}

/// A document means the same whether a field is null or not there.
impl PartialEq for LeftOut {
    fn eq(&self, _: &LeftOut) -> bool {
        true
    }
}

/// Something that a patch of the same kind can be laid over.
pub trait Patch {
    /// Replaces what `by` has.
    fn patch(&mut self, by: Self);
}

/// Single values are replaced.
impl<T> Patch for At<T> {
    fn patch(&mut self, by: At<T>) {
        *self = by;
    }
}

impl<T: Patch> Patch for Option<T> {
    fn patch(&mut self, by: Option<T>) {
        match (self, by) {
            (Some(this), Some(by)) => this.patch(by),
            (this, by @ Some(_)) => *this = by,
            (_, None) => {}
        }
    }
}

impl<T: Patch> Patch for Box<T> {
    fn patch(&mut self, by: Box<T>) {
        (**self).patch(*by);
    }
}

/// Describes the old names of a document's fields, and its short form, in its schema.
pub(crate) fn describe<D: Document>(schema: &mut Schema) {
    describe_names(schema, D::OLD_NAMES, D::SHORT);
}

fn describe_names(schema: &mut Schema, old_names: &[(&str, &str)], short: Option<&str>) {
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    let Some(properties) = properties else { return };
    for (old, name) in old_names {
        let Some(mut described) = properties.get(*name).cloned() else { continue };
        if let Some(fields) = described.as_object_mut() {
            fields.insert("description".to_owned(), json!(format!("Old name of `{name}`.")));
            fields.insert("deprecated".to_owned(), json!(true));
        }
        properties.insert((*old).to_owned(), described);
    }
    let short = short.and_then(|field| properties.get(field).cloned());
    if let Some(short) = short {
        let fields = std::mem::take(schema);
        let description = fields.get("description").cloned();
        *schema = json_schema!({ "anyOf": [short, fields] });
        if let Some(description) = description {
            schema.insert("description".to_owned(), description);
        }
    }
}

/// Declares a document: its fields with their old names, what errors say was expected,
/// and the field that a plain text sets.
macro_rules! document {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident ($expected:literal $(, or $short:ident)?) {
            $(
                $(#[$field_meta:meta])*
                $field:ident $(| $old:literal)* : $type:ty
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug, Default, serde::Serialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        #[schemars(transform = $crate::request::document::describe::<$name>)]
        $visibility struct $name {
            $(
                $(#[$field_meta])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<$type>,
            )*
            /// The fields that are null.
            #[serde(skip)]
            pub left_out: $crate::request::LeftOut,
        }

        impl $crate::request::Document for $name {
            const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];
            const OLD_NAMES: &'static [(&'static str, &'static str)] =
                &[$($(($old, stringify!($field)),)*)*];
            const SHORT: Option<&'static str> =
                $crate::request::document::first!($(Some(stringify!($short)),)? None);

            // These three are written out for each document, and not once in the trait, so
            // that they are compiled in this crate and not again in those that call them.
            fn read(
                source: &$crate::request::ParsedText,
            ) -> Result<$name, $crate::request::FieldError> {
                source.read()
            }

            fn changes(&self, field: &str) -> bool {
                match field {
                    $(
                        stringify!($field) $(| $old)* => {
                            self.$field.is_some() || self.left_out.has(stringify!($field))
                        }
                    )*
                    _ => false,
                }
            }

            fn to_yaml(&self) -> String {
                $crate::request::document::yaml(self).expect("texts and numbers in maps")
            }

            fn to_json(&self) -> String {
                serde_json::to_string(self).expect("texts and numbers in maps")
            }
        }

        impl $crate::request::Patch for $name {
            fn patch(&mut self, by: $name) {
                $(
                    if by.left_out.has(stringify!($field)) {
                        self.$field = None;
                        self.left_out.add(stringify!($field));
                    }
                    $crate::request::Patch::patch(&mut self.$field, by.$field);
                )*
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                struct Fields;

                impl<'de> serde::de::Visitor<'de> for Fields {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        mut map: A,
                    ) -> Result<$name, A::Error> {
                        let mut found = $name::default();
                        while let Some(field) = map.next_key::<String>()? {
                            match field.as_str() {
                                $(
                                    stringify!($field) $(| $old)* => {
                                        if found.$field.is_some() {
                                            let name = stringify!($field);
                                            return Err(serde::de::Error::duplicate_field(name));
                                        }
                                        found.$field = map.next_value()?;
                                        if found.$field.is_none() {
                                            found.left_out.add(stringify!($field));
                                        }
                                    }
                                )*
                                other => {
                                    let known = <$name as $crate::request::Document>::FIELDS;
                                    return Err(serde::de::Error::unknown_field(other, known));
                                }
                            }
                        }
                        Ok(found)
                    }

                    $($crate::request::document::short_form!($name, $short);)?
                }

                $crate::request::document::begin!(deserializer, Fields, $name $(, $short)?)
            }
        }
    };
}

/// Reads a document from the plain text that sets one of its fields.
macro_rules! short_form {
    ($name:ident, $short:ident) => {
        /// From our reader, which keeps the place of the text.
        fn visit_some<D: serde::Deserializer<'de>>(self, text: D) -> Result<$name, D::Error> {
            let $short = Some(serde::Deserialize::deserialize(text)?);
            let mut document = $name::default();
            document.$short = $short;
            Ok(document)
        }

        fn visit_newtype_struct<D: serde::Deserializer<'de>>(
            self,
            deserializer: D,
        ) -> Result<$name, D::Error> {
            deserializer.deserialize_any(self)
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$name, E> {
            self.visit_some(serde::de::value::StrDeserializer::new(text))
        }

        fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<$name, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<$name, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<$name, E> {
            self.visit_str(&number.to_string())
        }
    };
}

/// Requests fields, or fields or a text, from the deserializer.
macro_rules! begin {
    ($deserializer:ident, $visitor:ident, $name:ident) => {
        $deserializer.deserialize_struct(
            stringify!($name),
            <$name as $crate::request::Document>::FIELDS,
            $visitor,
        )
    };
    ($deserializer:ident, $visitor:ident, $name:ident, $short:ident) => {
        $deserializer.deserialize_newtype_struct($crate::request::SHORT, $visitor)
    };
}

macro_rules! first {
    ($first:expr $(, $other:expr)*) => {
        $first
    };
}

/// Reads, writes and describes a spec through its document.
macro_rules! written_as {
    ($spec:ty, $document:ty) => {
        impl serde::Serialize for $spec {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(&<$document>::from(self), serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $spec {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$spec, D::Error> {
                let document = <$document as serde::Deserialize>::deserialize(deserializer)?;
                <$spec>::try_from(document).map_err(serde::de::Error::custom)
            }
        }

        impl schemars::JsonSchema for $spec {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$document as schemars::JsonSchema>::schema_name()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                <$document as schemars::JsonSchema>::schema_id()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$document as schemars::JsonSchema>::json_schema(generator)
            }
        }
    };
}

pub(crate) use {begin, document, first, short_form, written_as};
