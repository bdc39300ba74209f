//! Tests for lenient reading, by `tests/data/fen/lenient.tsv`, and for suggestions.

use std::fs;

use tabiya::prelude::*;
use tabiya::{
    CastlingErrorKind, CastlingRights, FenError, FenField, FenOptions, FenReport, FenWaiver,
    InputExcerpt, Setup, epd,
};
use tabiya_suites::data;
use tabiya_suites::suite::read_text;

use super::{KINGS, fen_with_ep_square};

/// The options that waive one rule, by name.
fn single_options() -> [(&'static str, FenOptions); 5] {
    let strict = FenOptions::new();
    [
        ("allow_impossible_checks", strict.allow_impossible_checks(true)),
        ("allow_fullmove_number_zero", strict.allow_fullmove_number_zero(true)),
        ("allow_clock_dashes", strict.allow_clock_dashes(true)),
        ("drop_invalid_castling_rights", strict.drop_invalid_castling_rights(true)),
        ("drop_invalid_ep_square", strict.drop_invalid_ep_square(true)),
    ]
}

/// Returns a report's lines, separated by semicolons, or a dash.
fn report_text(report: FenReport) -> String {
    let lines: Vec<_> = report.iter().map(|waiver| waiver.to_string()).collect();
    assert_eq!(lines.is_empty(), report.is_empty());
    if lines.is_empty() { "-".to_owned() } else { lines.join("; ") }
}

/// Reads a FEN with options, and compares the written position and the report.
#[track_caller]
fn check_accepted(options: FenOptions, fen: &str, written: &str, report: &str) {
    let read = options.read_with_report(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!((fen_with_ep_square(&read.0).as_str(), &*report_text(read.1)), (written, report));
    assert_eq!(options.read(fen), Ok(read.0), "{fen}");
    // The EPD report has no clocks: they are operations.
    let (position, _, epd_report) =
        options.read_epd_with_report(fen).expect("the fields are valid");
    assert_eq!(options.read_epd(fen).map(|(position, _)| position), Ok(position), "{fen}");
    let is_clock = |waiver: &FenWaiver| {
        matches!(waiver, FenWaiver::ClockDash(_) | FenWaiver::FullmoveNumberZero)
    };
    assert!(epd_report.iter().eq(read.1.iter().filter(|waiver| !is_clock(waiver))), "{fen}");
}

#[track_caller]
fn check_row(row: &str) {
    let columns: Vec<_> = row.split('\t').collect();
    let [fen, _problem, option, written, report, _readers] = columns[..] else {
        panic!("{row}: found {} columns; expected 6", columns.len());
    };
    let lenient = FenOptions::lenient();
    let strict = FenOptions::new().read(fen);
    assert_eq!(strict.is_ok(), option == "none", "{fen}: {strict:?}");
    match option {
        "none" => check_accepted(FenOptions::new(), fen, written, report),
        "read_epd" => {
            // The operations are not a fullmove number.
            let field = lenient.read(fen).map_err(|error| error.field());
            assert_eq!(field, Err(FenField::FullmoveNumber), "{fen}");
            let line = epd::read(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(fen_with_ep_square(line.position()), written);
            assert!(
                line.moves("bm").all(|mv| mv.is_ok()) && line.moves("bm").count() == 1,
                "{fen}"
            );
        }
        "Setup" => {
            assert_eq!(lenient.read(fen), strict, "{fen}");
            let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(setup.to_string(), written);
            assert_eq!(setup.position(), strict, "{fen}");
            assert_eq!(lenient.check(&setup), strict, "{fen}");
            return;
        }
        _ => {
            let mut accepting = Vec::new();
            for (name, options) in single_options() {
                match options.read(fen) {
                    Ok(_) => accepting.push((name, options)),
                    Err(error) => assert_eq!(Err(error), strict, "{fen}: {name}"),
                }
            }
            let [(name, options)] = accepting[..] else { panic!("{fen}: {accepting:?}") };
            assert_eq!(name, option, "{fen}");
            check_accepted(options, fen, written, report);
        }
    }
    if option != "read_epd" {
        check_accepted(lenient, fen, written, report);
    }
}

#[test]
fn table_fens_are_read_by_their_option_alone() {
    let text = read_text(&data("fen/lenient.tsv")).unwrap_or_else(|error| panic!("{error:#}"));
    let rows: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 13);
    rows.into_iter().for_each(check_row);
}

/// Material and syntax are never waived.
#[test]
fn other_rules_are_not_waived() {
    let rows = [
        "",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KK2 w - - 0 1",
        "8/8/8/3kK3/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 W - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w x - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KK - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w KH - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
        "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 65536",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 0 0",
    ];
    for fen in rows {
        let error = FenOptions::new().read(fen).expect_err(fen);
        let expected = match fen {
            // Without the rook, the strict error is the one for the first letter.
            "4k3/8/8/8/8/8/8/4K3 w KK - 0 1" => {
                FenError::Castling { found: 'K', fault: CastlingErrorKind::Repeated }
            }
            "4k3/8/8/8/8/8/8/4K3 w - - 0 0 0" => FenError::TrailingText(InputExcerpt::new("0")),
            _ => error,
        };
        assert_eq!(FenOptions::lenient().read(fen), Err(expected), "{fen}");
        assert_eq!(FenOptions::lenient().read_with_report(fen), Err(expected), "{fen}");
    }
}

/// The rook on e1 gives a check that no double push uncovered.
#[test]
fn ep_square_that_check_excludes_is_dropped() {
    let fen = "4k3/8/8/8/P7/8/8/K3R3 b - a3 0 1";
    let written = "4k3/8/8/8/P7/8/8/K3R3 b - - 0 1";
    let report = "en passant: dropped a3, not crossed by a double push";
    check_accepted(FenOptions::new().drop_invalid_ep_square(true), fen, written, report);
    // Accepted impossible checks keep the square.
    let report = "impossible check: the double push over the en passant square does not explain the \
                  check";
    check_accepted(FenOptions::lenient(), fen, fen, report);
    let suggestion = FenOptions::new().suggest(fen).expect("a FEN without the square is valid");
    assert_eq!(suggestion.to_string(), written);
    assert!(suggestion.changed_fields().eq([FenField::EnPassant]));
}

/// Both rights name the rook on h1, which is missing.
#[test]
fn rights_on_one_file_are_dropped_together() {
    let rights = CastlingRights::NONE.with(Color::White, CastlingSide::KingSide, File::H).with(
        Color::White,
        CastlingSide::QueenSide,
        File::H,
    );
    let setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("a setup");
    let setup = setup.with_castling_rights(rights);
    let (position, report) = FenOptions::lenient().check_with_report(&setup).expect("dropped");
    assert!(position.castling_rights().is_empty());
    assert_eq!(report_text(report), "castling: dropped 'H', king or rook not in place");
    // In text, a repeated letter is an error.
    let fault = CastlingErrorKind::Repeated;
    let error = FenError::Castling { found: 'H', fault };
    assert_eq!(FenOptions::lenient().read("4k3/8/8/8/8/8/8/4K3 w HH - 0 1"), Err(error));
}

#[test]
fn require_standard_castling_rejects_or_drops_chess960_rights() {
    let standard = FenOptions::new().require_standard_castling(true);
    let rows = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq"),
        ("r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "kq"),
        ("r3k1r1/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQq"),
        ("r3k2r/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "-"),
        ("r3k2r/8/8/8/8/8/8/R4K1R w kq - 0 1", "kq"),
        ("1r2k3/8/8/8/8/8/8/4K3 w q - 0 1", "-"),
    ];
    for (fen, kept) in rows {
        let read = FenOptions::new().read(fen).expect(fen);
        let is_standard = read.castling_rights().to_string() == kept;
        assert_eq!(read.is_standard_castling(), is_standard, "{fen}");
        for result in [standard.read(fen), standard.check(&Setup::from(read))] {
            match result {
                Ok(position) => assert!(is_standard && position == read, "{fen}"),
                Err(FenError::Castling { fault, .. }) => {
                    assert!(!is_standard && fault == CastlingErrorKind::NotStandard, "{fen}");
                }
                Err(error) => panic!("{fen}: {error}"),
            }
        }
        let dropping = standard.drop_invalid_castling_rights(true);
        for result in [dropping.read_with_report(fen), dropping.check_with_report(&read.into())] {
            let (position, report) = result.unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert!(position.is_standard_castling(), "{fen}");
            assert_eq!(position.castling_rights().to_string(), kept, "{fen}");
            assert_eq!(report.is_empty(), is_standard, "{fen}");
        }
    }
    let error = standard.read("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1").expect_err("the rook is on b1");
    let message = "castling: 'Q' requires the white king on e1 and its rook on a1 or h1";
    assert_eq!(error.to_string(), message);
}

/// A dash is a clock only before operations, and not beside a number.
#[test]
fn read_epd_skips_dashes_instead_of_clocks() {
    let rows = [
        ("- bm e4;", "bm e4;"),
        ("- - bm e4;", "bm e4;"),
        ("-\t-  bm e4;", "bm e4;"),
        ("-", ""),
        ("- -", ""),
        ("- - -", "-"),
        ("-bm e4;", "-bm e4;"),
        ("- -bm", "-bm"),
        ("- 7", "- 7"),
        ("- - 7", "- - 7"),
        ("0 -", "0 -"),
    ];
    for (text, operations) in rows {
        let line = format!("{KINGS} w - - {text}");
        let (position, rest) = FenOptions::new().read_epd(&line).expect(&line);
        assert_eq!(rest, operations.as_bytes(), "{line}");
        assert_eq!(position.to_string(), format!("{KINGS} w - - 0 1"));
        let is_valid = !operations.contains('-');
        assert_eq!(epd::read(&line).is_ok(), is_valid, "{line}");
    }
}

#[test]
fn suggestion_is_fen_with_each_error_fixed() {
    let rows = [
        (KINGS, "w - - 0 1"),
        ("4k3/8/8/8/8/8//4K2 w", "w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3/8/pp b - - 3 9", "b - - 3 9"),
        ("4k3/8/8/8/8/8/8/4K3 w KQxq♖K e3 70000 0 more of it", "w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - - -", "w - - 0 1"),
    ];
    for (fen, rest) in rows {
        let suggestion = FenOptions::new().suggest(fen).expect(fen);
        assert_eq!(suggestion.to_string(), format!("{KINGS} {rest}"), "{fen}");
    }
    let rows = [
        ("4k3/8/8/8/8/8/8/4R1K1 w", "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w KQK - 7", "4k3/8/8/8/8/8/8/4K2R w K - 7 1"),
        (
            "rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R b KQkq e3 0 2",
            "rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 2",
        ),
        // The square after a double push is kept.
        ("4k3/8/8/3p4/8/8/8/4K3 w K d6", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"),
    ];
    for (fen, fixed) in rows {
        let suggestion = FenOptions::new().suggest(fen).expect(fen);
        assert_eq!(suggestion.to_string(), fixed, "{fen}");
    }
    let standard = FenOptions::new().require_standard_castling(true);
    let suggestion = standard.suggest("r3k2r/8/8/8/8/8/8/R4K1R w KQkq -").expect("a fix");
    assert_eq!(suggestion.to_string(), "r3k2r/8/8/8/8/8/8/R4K1R w kq - 0 1");
}

/// Several fixes are possible, or none is needed.
#[test]
fn suggestion_is_none_if_fix_is_ambiguous() {
    let rows = [
        "",
        "4k3/8/8/8/8/8/8/8 w",
        "4k3/8/x7/8/8/8/8/4K3 w",
        "4k3/8/9/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4K3 x",
        "4k3/8/8/8/8/3n1n2/8/4K3 w",
        "R3k3/8/8/8/8/8/8/r3K3 w",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ];
    for fen in rows {
        assert_eq!(FenOptions::new().suggest(fen), None, "{fen}");
    }
    // An impossible check is no error for these options.
    let composed = FenOptions::new().allow_impossible_checks(true);
    assert!(composed.suggest("4k3/8/8/8/8/3n1n2/8/4K3 w KQ").is_some());
}

/// Each line in the invalid FEN corpora has no suggestion, or one that is valid.
#[test]
fn suggestions_are_valid_and_differ_in_changed_fields() {
    let mut lines = fs::read(data("fen/invalid.fen")).expect("the file exists");
    for name in ["fen/verdicts.tsv", "fen/lenient.tsv"] {
        lines.extend(fs::read(data(name)).expect("the file exists"));
    }
    let mut suggestions = 0;
    for line in lines.split(|&byte| byte == b'\n') {
        let fen = line.split(|&byte| byte == b'\t').next().unwrap_or(line);
        for options in [FenOptions::new(), FenOptions::lenient()] {
            let suggestion = options.suggest(fen);
            if options.read(fen).is_ok() {
                assert_eq!(suggestion, None, "{}", fen.escape_ascii());
            } else if let Some(suggestion) = suggestion {
                suggestions += 1;
                let text = suggestion.to_string();
                assert_eq!(
                    FenOptions::new().allow_impossible_checks(true).read(&text),
                    Ok(*suggestion.position())
                );
                assert!(suggestion.changed_fields().next().is_some(), "{text}");
            }
        }
    }
    assert!(suggestions > 500, "{suggestions}");
}
