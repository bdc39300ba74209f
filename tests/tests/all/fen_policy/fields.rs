//! Tests for fields and separators, the side to move, the clocks, and EPD.

use tabiya::{ClockErrorKind, FenError, FenField, FenOptions, Position};

use super::{KINGS, accepted, fen_with_ep_square, rejected, unchanged};

#[test]
fn trailing_fields_may_be_missing() {
    let full = format!("{KINGS} w - - 0 1");
    for fields in ["w", "w -", "w - -", "w - - 0", "w - - 0 1"] {
        accepted(&format!("{KINGS} {fields}"), &full);
    }
    accepted(&format!("{KINGS} b - - 7"), &format!("{KINGS} b - - 7 1"));
    rejected("", "the FEN is empty");
    rejected("     ", "the FEN is empty");
    rejected(KINGS, "side to move: the field is missing");
    rejected(format!("{KINGS}  "), "side to move: the field is missing");
    rejected(format!("{full} 0"), "found \"0\" after the last field");
    rejected(format!("{full}  and text that goes on"), "found \"and\" after the last field");
}

#[test]
fn repeated_spaces_are_accepted_but_no_other_separators() {
    accepted(&format!("  {KINGS}   w  -    -  3  9   "), &format!("{KINGS} w - - 3 9"));
    rejected(
        format!("{KINGS}\tw - - 0 1"),
        "placement: found \"\\t\" in rank 1; expected a piece (pnbrqkPNBRQK) or a digit from 1 to 8",
    );
    rejected(
        format!("{KINGS} w - - 0 1\n"),
        "fullmove number: found \"1\\n\"; expected decimal digits",
    );
    rejected(format!("{KINGS} w\t- - 0 1"), "side to move: found \"w\\t-\"; expected w or b");
}

#[test]
fn side_to_move_other_than_w_or_b_is_rejected() {
    rejected(format!("{KINGS} x"), "side to move: found \"x\"; expected w or b");
    rejected(format!("{KINGS} W - - 0 1"), "side to move: found \"W\"; expected w or b");
    rejected(format!("{KINGS} wb - - 0 1"), "side to move: found \"wb\"; expected w or b");
    rejected(format!("{KINGS} - w - 0 1"), "side to move: found \"-\"; expected w or b");
    rejected(
        format!("{KINGS} a-word-of-more-than-sixteen-bytes"),
        "side to move: found \"a-word-of-more-t…\"; expected w or b",
    );
}

#[test]
fn clocks_are_decimal_digits_up_to_65535() {
    unchanged(&format!("{KINGS} w - - 65535 65535"));
    unchanged(&format!("{KINGS} w - - 0 1"));
    accepted(&format!("{KINGS} w - - 007 0010"), &format!("{KINGS} w - - 7 10"));
    let zeros = "0".repeat(1_000);
    accepted(&format!("{KINGS} w - - {zeros} {zeros}1"), &format!("{KINGS} w - - 0 1"));

    let long = "9".repeat(1_000);
    for (text, shown) in [("65536", "65536"), ("99999", "99999"), (&long, "9999999999999999…")] {
        let message = |field| format!("{field}: found \"{shown}\"; expected at most 65535");
        rejected(format!("{KINGS} w - - {text} 1"), &message("halfmove clock"));
        rejected(format!("{KINGS} w - - 0 {text}"), &message("fullmove number"));
    }
    for text in ["+1", "-1", "-", "1.0", "0x1", "1a", "w", "\u{661}"] {
        let message = |field| format!("{field}: found \"{text}\"; expected decimal digits");
        rejected(format!("{KINGS} w - - {text} 1"), &message("halfmove clock"));
        rejected(format!("{KINGS} w - - 0 {text}"), &message("fullmove number"));
    }
    for text in ["0", "000"] {
        let message = format!("fullmove number: found \"{text}\"; expected at least 1");
        rejected(format!("{KINGS} w - - 0 {text}"), &message);
    }
}

#[test]
fn read_epd_parses_four_fields_and_returns_the_rest() {
    let rows = [
        ("w - - bm O-O; id \"x\";", "w - - 0 1", "bm O-O; id \"x\";"),
        ("w - -", "w - - 0 1", ""),
        ("b", "b - - 0 1", ""),
        ("  w  -  -    hmvc 3; ", "w - - 0 1", "hmvc 3; "),
        ("w - - 3 9", "w - - 0 1", "3 9"),
        ("w - - ;D1 5", "w - - 0 1", ";D1 5"),
        ("\tw\t-\t-\tbm\tKe2;", "w - - 0 1", "bm\tKe2;"),
        (" w - - \t \t3", "w - - 0 1", "3"),
        ("w - - \n3", "w - - 0 1", "\n3"),
    ];
    for (fields, written, operations) in rows {
        let epd = format!("{KINGS} {fields}");
        let (position, rest) = FenOptions::new()
            .read_epd(epd.as_bytes())
            .unwrap_or_else(|error| panic!("{epd}: {error}"));
        assert_eq!(fen_with_ep_square(&position), format!("{KINGS} {written}"), "{epd}");
        assert_eq!(rest, operations.as_bytes(), "{epd}");
    }
    let error = FenOptions::new().read_epd(b"4k3/8/8/8/8/8/8/4K3 w bm - -").map(|_| ());
    assert_eq!(error.map_err(|error| error.field()), Err(FenField::Castling));
    let composed = b"4k3/8/8/8/r3K2r/8/8/8 w - - id \"both ends\";";
    assert!(FenOptions::new().read_epd(composed).is_err());
    assert!(FenOptions::new().allow_impossible_checks(true).read_epd(composed).is_ok());
}

#[test]
fn errors_have_field_and_excerpt() {
    let rows = [
        ("", FenField::Placement),
        ("4k3/8/8/8/8/8/8/8 w", FenField::Placement),
        ("4k3/8/8/8/r3K2r/8/8/8 w", FenField::Placement),
        (KINGS, FenField::SideToMove),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", FenField::SideToMove),
        ("4k3/8/8/8/8/8/8/4K3 x", FenField::SideToMove),
        ("4k3/8/8/8/8/8/8/4K3 w Q", FenField::Castling),
        ("4k3/8/8/8/8/8/8/4K3 w - e6", FenField::EnPassant),
        ("4k3/8/8/8/8/8/8/4K3 w - - x", FenField::HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", FenField::FullmoveNumber),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", FenField::FullmoveNumber),
    ];
    for (fen, field) in rows {
        assert_eq!(Position::from_fen(fen).map_err(|error| error.field()), Err(field), "{fen}");
    }
    let error = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 0");
    let Err(FenError::Clock {
        field: FenField::FullmoveNumber,
        found,
        fault: ClockErrorKind::Zero,
    }) = error
    else {
        panic!("found {error:?}");
    };
    assert_eq!((found.as_bytes(), found.is_cut()), (&b"0"[..], false));
}
