//! Places in texts.

use crate::place::LinePlace;

#[test]
fn every_line_break_counts_once() {
    let end = |text: &str| {
        let LinePlace { breaks, column } = LinePlace::end_of(text.as_bytes());
        [breaks, column]
    };
    assert_eq!(end(""), [0, 0]);
    assert_eq!(end("a b"), [0, 3]);
    for line_break in ["\n", "\r", "\r\n"] {
        assert_eq!(end(line_break), [1, 0], "{line_break:?}");
        let text = format!("{line_break}[A \"x\"]{line_break}{line_break}1. e4").repeat(300);
        assert_eq!(end(&text), [900, 5], "{line_break:?}");
    }
    assert_eq!(end("a\n\rb\r\n\nc"), [4, 1]);
}
