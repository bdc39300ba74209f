//! The error messages in findings.

use std::error::Error;
use std::iter::successors;

use tabiya::pgn::{ReadError, ReadErrorKind};

/// Returns an error's message without its place, with all causes.
#[must_use]
pub fn read_message(error: &ReadError) -> String {
    let text = error.text.to_string();
    let message = sentence(&error.fault);
    if is_sign_error(error.fault) || message.starts_with(&text) {
        message
    } else {
        format!("{text}: {message}")
    }
}

/// Tests whether an error concerns a sign in the format, which its message names.
pub(super) const fn is_sign_error(fault: ReadErrorKind) -> bool {
    matches!(
        fault,
        ReadErrorKind::Depth
            | ReadErrorKind::NoVariation
            | ReadErrorKind::UnclosedVariation
            | ReadErrorKind::UnclosedComment
    )
}

/// Returns an error's message, followed by those from its sources that it does not repeat.
pub(crate) fn sentence(error: &dyn Error) -> String {
    let mut text = error.to_string();
    for source in successors(error.source(), |&error| error.source()).map(ToString::to_string) {
        if !text.ends_with(&source) {
            text = format!("{text}: {source}");
        }
    }
    text
}
