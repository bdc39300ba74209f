//! Positions in lines from any source: white space, operations that are not EPD, and the files in
//! `data/cases`.

use std::fs;

use tabiya::{FenError, FenField, FenOptions, FenWaiver, epd};
use tabiya_suites::data;

/// The four fields before a test case's text.
const FIELDS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

/// Returns the FEN in a line, its operations and those that are kept as text.
#[track_caller]
fn describe(line: impl AsRef<[u8]>) -> Result<[String; 3], FenError> {
    let line = line.as_ref();
    let epd = epd::read_lenient(FenOptions::new(), line)?;
    let operations: String = epd.operations().map(|operation| operation.to_string()).collect();
    let raw: Vec<_> =
        epd.raw_operations().map(|raw| String::from_utf8_lossy(raw.text()).into_owned()).collect();
    Ok([epd.position().to_string(), operations, raw.join(" ; ")])
}

/// Asserts the clocks, the operations and a line's texts.
#[track_caller]
fn check(rest: impl AsRef<[u8]>, clocks: &str, operations: &str, raw: &str) {
    let rest = rest.as_ref();
    let found = describe([FIELDS.as_bytes(), rest].concat());
    let expected = [format!("{FIELDS} {clocks}"), operations.to_owned(), raw.to_owned()];
    assert_eq!(found, Ok(expected), "{}", rest.escape_ascii());
}

#[test]
fn any_white_space_separates_fields() {
    let fen = format!("{FIELDS} 3 9");
    let spaces = [
        "\t",
        "\x0b",
        "\x0c",
        "\u{a0}",
        "\u{ad}",
        "\u{1680}",
        "\u{2009}",
        "\u{200b}",
        "\u{2028}",
        "\u{2029}",
        "\u{202f}",
        "\u{205f}",
        "\u{2060}",
        "\u{3000}",
        "\u{feff}",
        " \u{a0}\t ",
    ];
    for space in spaces {
        let inside = fen.replace(' ', space);
        let around = format!("{space}{fen}{space}\r\n");
        for text in [inside, around] {
            let found = describe(&text).map(|[position, ..]| position);
            assert_eq!(found.as_ref(), Ok(&fen), "{}", text.escape_unicode());
        }
    }
    // The no-break space in Windows-1252 and Latin-1, but not as a byte within `à`.
    check(b"\xa03 9\xa0", "3 9", "", "");
    check(" c0 \"à\"; id voilà", "0 1", "c0 \"à\";id voilà;", "");
    for end in ["\n", "\r\n", "\r", "\n\n", " \n\t"] {
        check(format!(" 3 9{end}"), "3 9", "", "");
        check(format!(" bm Kd2;{end}"), "0 1", "bm Kd2;", "");
    }
    check("\r\n", "0 1", "", "");
    let lines = format!("\n\r\n  {fen}");
    assert_eq!(describe(&lines).map(|[position, ..]| position), Ok(fen));
}

#[test]
fn operations_may_follow_four_to_six_fields() {
    check("", "0 1", "", "");
    check(";", "0 1", "", "");
    check(" - -", "0 1", "", "");
    check(" - - bm Kd2", "0 1", "bm Kd2;", "");
    check(" - - ;D1 5", "0 1", "D1 5;", "");
    check(" 3 - bm Kd2;", "3 1", "bm Kd2;", "");
    check(" 3 bm Kd2", "3 1", "bm Kd2;", "");
    check(" 3 9 bm Kd2", "3 9", "bm Kd2;", "");
    check(" 3 9;", "3 9", "", "");
    check(";D1 5 ;D2 25", "0 1", "D1 5;D2 25;", "");
    check(" hmvc 3; bm Kd2; fmvn 9", "3 9", "bm Kd2;", "");
    check(" my_opcode 1;", "0 1", "my_opcode 1;", "");
    check("\tbm\u{a0}Kd2\u{a0}Kf2;", "0 1", "bm Kd2 Kf2;", "");
    let no_fields = "4k3/8/8/8/8/8/8/4K3 w;D1 5";
    assert_eq!(describe(no_fields), describe(format!("{FIELDS};D1 5")));
}

#[test]
fn operations_outside_the_standard_are_kept_as_text() {
    let rows = [
        (" bm #1; ep; 00:00;", "bm #1;ep;", "00:00"),
        (" bm #2; PV: h5a5 c8d7;", "bm #2;", "PV: h5a5 c8d7"),
        (" [0.5] 32", "", "[0.5] 32"),
        (" | 12 | 0.5", "", "| 12 | 0.5"),
        (" {a comment} bm Kd2; id 1", "id 1;", "{a comment} bm Kd2"),
        (" bm Kd2; O-O-O; Duals(2); id 1", "bm Kd2;id 1;", "O-O-O ; Duals(2)"),
        (" an_opcode_of_over_fifteen 1; id 1;", "id 1;", "an_opcode_of_over_fifteen 1"),
        (" 1/2-1/2", "", "1/2-1/2"),
        (" 1-0", "", "1-0"),
        (" 0.5", "", "0.5"),
        (" *", "", "*"),
        (" ;-12;", "", "-12"),
        (" id \"a; bm Kd2;", "bm Kd2;", "id \"a"),
        (" id \"a\"b; bm Kd2;", "bm Kd2;", "id \"a\"b"),
        (" id a\"b; bm Kd2;", "bm Kd2;", "id a\"b"),
        (" x: \"a;b\"; bm Kd2;", "bm Kd2;", "x: \"a;b\""),
        (" id \"\u{1}\"; bm Kd2;", "bm Kd2;", "id \"\u{1}\""),
        (" hmvc x; bm Kd2;", "bm Kd2;", "hmvc x"),
        (" fmvn 1; fmvn 2; bm Kd2;", "bm Kd2;", "fmvn 2"),
        (" ä 1; bm Kd2;", "bm Kd2;", "ä 1"),
    ];
    for (rest, operations, raw) in rows {
        check(rest, "0 1", operations, raw);
        check(format!(" 0 1{rest}"), "0 1", operations, raw);
    }
    check(b" id \"Gr\xfcn\"; bm Kd2;", "0 1", "bm Kd2;", "id \"Gr\u{fffd}n\"");
}

#[test]
fn raw_operations_have_place_and_reason() {
    let line = format!("\u{feff}{FIELDS} bm Kd2; 00:00; hmvc x; id \"a");
    let epd = epd::read_lenient(FenOptions::new(), &line).expect("the position is valid");
    let warnings: Vec<_> = epd.raw_operations().map(|raw| raw.to_string()).collect();
    assert_eq!(
        warnings,
        [
            "byte 37: found \"00:00\"; expected an opcode (a letter, then up to 14 letters, digits or \
             underscores); kept as text",
            "byte 44: halfmove clock: found \"x\"; expected decimal digits; kept as text",
            "byte 55: unclosed quote; kept as text",
        ]
    );
}

/// A second value, which does not count, still does not count in the line as written.
#[test]
fn second_clock_values_are_kept_as_text() {
    for (rest, clocks, raw) in [
        (" fmvn 1; fmvn 9;", "0 1", "fmvn 9"),
        (" hmvc 0; hmvc 4;", "0 1", "hmvc 4"),
        (" 2 3 hmvc 4;", "2 3", "hmvc 4"),
    ] {
        check(rest, clocks, "", raw);
        let line = format!("{FIELDS}{rest}");
        let epd = epd::read_lenient(FenOptions::new(), &line).expect("the position is valid");
        let written = epd.to_string();
        assert_eq!(epd::read_lenient(FenOptions::new(), &written), Ok(epd), "{written}");
    }
}

#[test]
fn escaped_quotes_are_read_where_quotes_would_be_unbalanced() {
    let rows = [
        (r#"id "a \"b\" c"; bm Kd2;"#, &["a \"b\" c"][..]),
        (r#"id "a \"; b"; bm Kd2;"#, &["a \"; b"]),
        (r#"id "\"a\" \\ \n"; bm Kd2;"#, &["\"a\" \\ \\n"]),
        // Backslashes in a line without escapes.
        (r#"id "C:\"; c0 "x"; bm Kd2;"#, &["C:\\", "x"]),
        (r#"id "C:\"; c0 "; x"; bm Kd2;"#, &["C:\\", "; x"]),
        (r#"id "C:\\x"; bm Kd2;"#, &[r"C:\\x"]),
    ];
    for (rest, expected) in rows {
        let line = format!("{FIELDS} {rest}");
        let epd = epd::read_lenient(FenOptions::new(), &line).expect("the position is valid");
        assert_eq!(epd.raw_operations().count(), 0, "{line}");
        let operands = epd.operations().flat_map(|operation| operation.operands());
        let texts: Vec<String> = operands
            .filter(|operand| operand.is_quoted())
            .map(|operand| operand.unescaped().collect())
            .collect();
        assert_eq!(texts, expected, "{line}");
        assert_eq!(epd.to_string(), line);
    }
}

#[test]
fn malformed_clocks_and_second_lines_are_errors() {
    let error = |rest: &str| describe(format!("{FIELDS}{rest}")).expect_err(rest).to_string();
    for word in ["x", "-1", "+1", "0x1", "1a", "3+3", "\u{661}", "65536", "eval"] {
        assert!(error(&format!(" {word} 1")).starts_with("halfmove clock: "), "{word}");
        assert!(error(&format!(" 0 {word}")).starts_with("fullmove number: "), "{word}");
    }
    assert!(error(" 0 0").starts_with("fullmove number: "));
    assert!(error(" - 9").starts_with("halfmove clock: "));
    for text in ["and more", "2", "+0+0", "♞"] {
        let word = text.split(' ').next().expect("a word");
        assert_eq!(
            error(&format!(" 0 1 {text}")),
            format!("found \"{word}\" after the last field")
        );
    }
    for text in [" bm Kd2;\nx", ";\r\nx", " 0 1;D1 5;\r\rx"] {
        assert_eq!(error(text), "found \"x\" after the last field", "{text:?}");
    }
    // Two FENs in one text.
    assert!(describe(format!("{FIELDS} 0 1\n{FIELDS} 0 1")).is_err());
    let castling = describe("4k3/8/8/8/8/8/8/4K3 w bm Kd2;");
    assert_eq!(castling.map_err(|error| error.field()), Err(FenField::Castling));
    assert_eq!(describe(" \u{feff}\r\n"), Err(FenError::Empty));
}

#[test]
fn waived_rules_are_reported_with_operations_and_without() {
    let waivers = |line: &str| {
        let epd = epd::read_lenient(FenOptions::lenient(), line).expect(line);
        epd.report().iter().collect::<Vec<_>>()
    };
    let zero = vec![FenWaiver::FullmoveNumberZero];
    assert_eq!(waivers(&format!("{FIELDS} 0 0")), zero);
    assert_eq!(waivers(&format!("{FIELDS}\t0 0 bm Kd2;")), zero);
    assert_eq!(waivers(&format!("{FIELDS} - -")).len(), 2);
    assert_eq!(waivers(FIELDS), []);
}

#[test]
fn blank_lines_and_comments_hold_no_position() {
    for line in ["", "\r", "\r\n", " \t", "\u{a0}\r\n", "\u{feff}", "# x", "\u{feff}\t# x", "\n#"] {
        assert!(epd::is_blank_or_comment(line), "{line:?}");
    }
    for line in [";", "4k3 # x", "x", "\0", "à"] {
        assert!(!epd::is_blank_or_comment(line), "{line:?}");
    }
}

/// Returns the lines in a file in `data/cases`.
fn lines(name: &str) -> Vec<Vec<u8>> {
    let bytes = fs::read(data("cases").join(name)).expect(name);
    bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
}

#[test]
fn cases_are_read_or_refused_with_the_cause() {
    let files = [
        ("epd/other-operations.epd", 4),
        ("epd/escaped-quotes.epd", 1),
        ("fen/lines-with-operations.txt", 4),
        ("fen/tabs.fen", 1),
        ("fen/byte-order-mark.fen", 1),
    ];
    for (name, expected) in files {
        let lines = lines(name);
        assert_eq!(lines.len(), expected, "{name}");
        for line in lines {
            assert!(describe(&line).is_ok(), "{name}: {:?}", describe(&line));
        }
    }
    let bishops = lines("fen/same-colored-bishops.fen");
    let message = describe(&bishops[0]).map_err(|error| error.to_string());
    assert_eq!(
        message,
        Err("placement: White has 1 promoted piece (2 bishops on dark squares); \
             expected at most 0, the number of missing pawns"
            .to_owned())
    );
}
