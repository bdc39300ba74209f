//! An error and its causes in one line.

use anyhow::Error;

/// Joins the messages of an error and of its causes. An error that displays its source and
/// returns it too would repeat it: such a cause is left out.
pub fn joined(error: &Error) -> String {
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

    use super::joined;

    #[test]
    fn joined_does_not_repeat_a_displayed_source() {
        let error = epd::read("4k3/8/8/8/8/8/8/8 w - -").context("one.epd:3").expect_err("a king");
        assert!(error.chain().any(|cause| cause.is::<FenError>()), "the FEN's error is the source");
        assert_eq!(joined(&error), "one.epd:3: placement: found no white king");
    }

    #[test]
    fn joined_names_every_cause() {
        let error = anyhow::anyhow!("lost").context("reading").context("start");
        assert_eq!(joined(&error), "start: reading: lost");
    }
}
