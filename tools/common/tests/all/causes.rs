//! Tests for joined error messages.

use anyhow::Context;
use tabiya::{FenError, epd};

use tabiya_program::causes::join_messages;

#[test]
fn join_messages_omits_repeated_source() {
    let error =
        epd::read("4k3/8/8/8/8/8/8/8 w - -").context("one.epd:3").expect_err("White has no king");
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
