//! Fields of a request as arguments.

use quasar::request::Document;

use crate::error::Failure;

/// Sets the fields that are given as `FIELD=VALUE`. The message about one that is not
/// ends with `example`.
pub(crate) fn set_fields<D: Document>(
    patch: &mut D,
    fields: &[String],
    example: &str,
) -> Result<(), Failure> {
    for text in fields {
        let given = text.split_once('=').filter(|(field, _)| !field.trim().is_empty());
        let Some((field, value)) = given else {
            return Err(Failure::Usage(format!("--set {text}: expected FIELD=VALUE{example}")));
        };
        patch.set(field.trim(), value.trim())?;
    }
    Ok(())
}
