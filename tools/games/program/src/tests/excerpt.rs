//! Tests for line excerpts.

use crate::excerpt::Excerpt;

#[track_caller]
fn check(text: &str, marked: &str, line: &str, carets: &str) {
    let start = text.find(marked).expect("the text contains the error");
    let excerpt = Excerpt::new(text.as_bytes(), &(start..start + marked.len()));
    assert_eq!((excerpt.line.as_str(), excerpt.carets.as_str()), (line, carets));
}

#[test]
fn excerpt_is_the_line_with_carets() {
    check("1. e4\r\nNf9 e5\n", "Nf9", "Nf9 e5", "^^^");
    check("{ K\u{F6}nig\t} Nf9", "Nf9", "{ K\u{F6}nig } Nf9", "          ^^^");
    check("a {b\nc", "{b\nc", "a {b", "  ^^");
}

#[test]
fn long_line_excerpt_is_short_at_characters() {
    let [left, right] = ["\u{F6}".repeat(100), "\u{E9}".repeat(100)];
    let line = format!("…{}X{}…", "\u{F6}".repeat(25), "\u{E9}".repeat(24));
    check(&format!("{left}X{right}"), "X", &line, &format!("{}^", " ".repeat(26)));
}

#[test]
fn any_range_excerpt_does_not_panic() {
    let text = b"a\xF6\n\x80\x80\x80\x80\x80 \xE2\x99";
    for start in 0..text.len() + 2 {
        for end in 0..text.len() + 2 {
            assert!(!Excerpt::new(text, &(start..end)).carets.is_empty());
        }
    }
    assert_eq!(Excerpt::new(b"", &(0..0)), Excerpt { line: String::new(), carets: "^".into() });
}
