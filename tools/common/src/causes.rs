//! The one-line form for an error and its causes.

use anyhow::Error;

/// Joins the messages from an error and its causes.
///
/// Some errors include the message of their source and also return it as their source. Such a
/// repetition is omitted.
pub fn join_messages(error: &Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}
