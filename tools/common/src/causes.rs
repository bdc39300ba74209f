//! The one-line form of an error and its causes.

use anyhow::Error;

/// Joins the messages of an error and its causes.
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

#[cfg(test)]
mod tests {
    use anyhow::Context;
    use tabiya::{FenError, epd};

    use super::join_messages;

    #[test]
    fn join_messages_omits_repeated_source() {
        let error = epd::read("4k3/8/8/8/8/8/8/8 w - -")
            .context("one.epd:3")
            .expect_err("White has no king");
        assert!(
            error.chain().any(|cause| cause.is::<FenError>()),
            "the source is the error of the FEN"
        );
        assert_eq!(join_messages(&error), format!("one.epd:3: {}", error.root_cause()));
    }

    #[test]
    fn join_messages_includes_each_cause() {
        let error = anyhow::anyhow!("lost").context("reading").context("start");
        assert_eq!(join_messages(&error), "start: reading: lost");
    }
}
