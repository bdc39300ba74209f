//! Explanations for rejected FENs, for each error in the library.

use tabiya::{FenError, FenOptions, epd};
use tabiya_explain::fen::{FenExplanation, explain_error};

fn explain(fen: &[u8]) -> (FenError, FenExplanation) {
    let options = FenOptions::new();
    let error = options.read(fen).expect_err("the FEN is invalid");
    (error, explain_error(fen, &error, options))
}

/// Asserts an error's field, the found text and a part of the rule.
#[track_caller]
fn check(fen: &str, field: &str, found: &str, rule: &str) {
    let (error, explanation) = explain(fen.as_bytes());
    assert_eq!(explanation.field, field, "{fen}");
    assert_eq!(explanation.found, found, "{fen}: {error}");
    assert!(explanation.rule.contains(rule), "{fen}: {}", explanation.rule);
    assert_eq!(explanation.message, error.to_string(), "{fen}");
    assert!(explanation.advice.is_some_and(|advice| !advice.is_empty()), "{fen}: {error}");
    // Each caret is below a found character, or after the end of the text.
    let at = explanation.at;
    assert!(at.is_sorted() && at.iter().all(|&index| index <= fen.len()), "{fen}: {at:?}");
    let marked: String = explanation
        .excerpt
        .text
        .chars()
        .zip(explanation.excerpt.carets.chars())
        .filter_map(|(c, caret)| (caret == '^').then_some(c))
        .collect();
    assert_eq!(marked, found, "{fen}");
    let valid = explanation.suggestion.map(|fen| FenOptions::new().read(fen.as_bytes()).is_ok());
    assert_ne!(valid, Some(false), "{fen}");
}

#[test]
fn error_explanation_has_field_text_and_rule() {
    let ranks = "4k3/8/8/8/8/8/8/";
    check("", "empty FEN", "", "six fields");
    check("8/8/8/8", "placement", "", "eight ranks");
    check("4k3/8/8/8/8/8/8/4K3", "side to move", "", "six fields");
    check("4k3/8/8/x7/8/8/8/4K3 w", "placement", "x", "piece letters");
    check("4k3/8/8/9/8/8/8/4K3 w", "placement", "9", "piece letters");
    check("4k3/8/8/p8/8/8/8/4K3 w", "placement", "8", "eight squares");
    check("4k3/8/8/pp/8/8/8/4K3 w", "placement", "pp", "eight squares");
    check("4k3/8/8/8/8/8/8/4K3/8/8 w", "placement", "8", "eight ranks");
    check("4k3/8/8/8/8/8/8/8 w", "placement", "4k3/8/8/8/8/8/8/8", "one king");
    check("4k3/8/8/8/8/8/K7/4K3 w", "placement", "KK", "one king");
    check("8/8/8/8/8/4k3/4K3/8 w", "placement", "kK", "never adjacent");
    check(&format!("{ranks}P3K3 w"), "placement", "P", "rank 1 or 8");
    check("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w", "placement", "PPPPPPPPP", "eight pawns");
    let queens = "4k3/8/8/8/8/Q7/QQQQQQQQ/QQQQKQQQ w";
    check(queens, "placement", "QQQQQQQQQQQQQKQQQ", "sixteen");
    check("4k3/8/8/8/8/QQQ5/PPPPPPP1/4K3 w", "placement", "QQQ", "promoted pawns");
    check(&format!("{ranks}4K3 x"), "side to move", "x", "w or b");
    check(&format!("{ranks}4R1K1 w"), "side to move", "w", "never in check");
    check(&format!("{ranks}4K2R w KQ -"), "castling", "Q", "castling right");
    check(&format!("{ranks}4K3 w - e4 0 1"), "en passant", "e4", "double push");
    check(&format!("{ranks}4K3 w - - x 1"), "halfmove clock", "x", "halfmove clock");
    check(&format!("{ranks}4K3 w - - 0 0"), "fullmove number", "0", "fullmove number");
    check(&format!("{ranks}4K3 w - - 0 1 z"), "trailing text", "z", "six fields");
    check("4k3/8/8/8/8/3n1n2/8/4K3 w - -", "impossible check", "nn", "all checks");
}

#[test]
fn any_bytes_explanation_is_short_and_printable() {
    let long = [b"4k3/8/8/8/8/8/8/4K3 ".as_slice(), &[b'x'; 10_000]].concat();
    for fen in [b"4k3/8/8/\xff8".as_slice(), b"\xff\x00\x0c", "4k3/♔".as_bytes(), &long] {
        let (error, explanation) = explain(fen);
        let FenExplanation { excerpt, found, .. } = explanation;
        assert!(excerpt.text.chars().count() <= 161 && found.chars().count() <= 40, "{error}");
        let is_printable = |text: &str| text.chars().all(|c| !c.is_control());
        assert!(is_printable(&excerpt.text) && is_printable(&found), "{error}");
        assert!(excerpt.carets.contains('^'), "{error}");
    }
}

#[test]
fn suggestion_depends_on_options() {
    let fen = b"4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 0";
    let strict = FenOptions::new();
    let lenient = strict.allow_impossible_checks(true);
    let suggestion = |options: FenOptions| {
        let error = options.read(fen).expect_err("the fullmove number is invalid");
        explain_error(fen, &error, options).suggestion
    };
    assert_eq!(suggestion(strict), None);
    assert_eq!(suggestion(lenient).as_deref(), Some("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1"));
}

#[test]
fn errors_in_lines_with_operations_have_place_and_keep_operations() {
    let rows = [
        ("\u{feff}4k3/8/8/8/8/8/8/4K2R\tw\tKQ\t-", 27, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - bm O-O;", 24, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm O-O;"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - ;D1 5", 24, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 5"),
    ];
    for (line, at, suggestion) in rows {
        let error = epd::read_lenient(FenOptions::new(), line).expect_err(line);
        let explanation = explain_error(line.as_bytes(), &error, FenOptions::new());
        assert_eq!(explanation.at, [at], "{line}");
        assert_eq!(explanation.suggestion.as_deref(), Some(suggestion), "{line}");
        assert!(epd::read_lenient(FenOptions::new(), suggestion).is_ok(), "{line}");
    }
    let lines = b"4k3/8/8/8/8/8/8/4K3 w - - ;D1 5\nxy\n";
    let error = epd::read_lenient(FenOptions::new(), lines).expect_err("two lines");
    assert_eq!(explain_error(lines, &error, FenOptions::new()).found, "xy");
}
