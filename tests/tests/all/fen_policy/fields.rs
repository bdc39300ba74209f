//! Fields and what separates them, the side to move, the clocks, and EPD.

use tabiya::{ClockErrorKind, FenError, FenField, FenOptions, Position};

use super::{KINGS, accepted, kept, refused, unchanged};

#[test]
fn fields_may_be_missing_from_the_right() {
    let full = format!("{KINGS} w - - 0 1");
    for fields in ["w", "w -", "w - -", "w - - 0", "w - - 0 1"] {
        accepted(&format!("{KINGS} {fields}"), &full);
    }
    accepted(&format!("{KINGS} b - - 7"), &format!("{KINGS} b - - 7 1"));
    refused("", "placement: the field is missing");
    refused("     ", "placement: the field is missing");
    refused(KINGS, "side to move: the field is missing");
    refused(format!("{KINGS}  "), "side to move: the field is missing");
    refused(format!("{full} 0"), "found \"0\" after the last field");
    refused(format!("{full}  and text that goes on"), "found \"and\" after the last field");
}

#[test]
fn spaces_may_repeat_and_nothing_else_separates() {
    accepted(&format!("  {KINGS}   w  -    -  3  9   "), &format!("{KINGS} w - - 3 9"));
    refused(
        format!("{KINGS}\tw - - 0 1"),
        "placement: found \"\\t\" in rank 1; expected a piece (pnbrqkPNBRQK) or a digit from 1 to 8",
    );
    refused(
        format!("{KINGS} w - - 0 1\n"),
        "fullmove number: found \"1\\n\"; expected decimal digits",
    );
    refused(format!("{KINGS} w\t- - 0 1"), "side to move: found \"w\\t-\"; expected w or b");
}

#[test]
fn the_side_to_move_is_a_letter() {
    refused(format!("{KINGS} x"), "side to move: found \"x\"; expected w or b");
    refused(format!("{KINGS} W - - 0 1"), "side to move: found \"W\"; expected w or b");
    refused(format!("{KINGS} wb - - 0 1"), "side to move: found \"wb\"; expected w or b");
    refused(format!("{KINGS} - w - 0 1"), "side to move: found \"-\"; expected w or b");
    refused(
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
        let why = |field| format!("{field}: found \"{shown}\"; expected at most 65535");
        refused(format!("{KINGS} w - - {text} 1"), &why("halfmove clock"));
        refused(format!("{KINGS} w - - 0 {text}"), &why("fullmove number"));
    }
    for text in ["+1", "-1", "-", "1.0", "0x1", "1a", "w", "\u{661}"] {
        let shown = text.as_bytes().escape_ascii();
        let why = |field| format!("{field}: found \"{shown}\"; expected decimal digits");
        refused(format!("{KINGS} w - - {text} 1"), &why("halfmove clock"));
        refused(format!("{KINGS} w - - 0 {text}"), &why("fullmove number"));
    }
    for text in ["0", "000"] {
        let why = format!("fullmove number: found \"{text}\"; expected at least 1");
        refused(format!("{KINGS} w - - 0 {text}"), &why);
    }
}

/// EPD: four fields, and whatever follows is the caller's.
#[test]
fn epd_reads_four_fields_and_leaves_the_rest() {
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
        assert_eq!(kept(&position), format!("{KINGS} {written}"), "{epd}");
        assert_eq!(rest, operations.as_bytes(), "{epd}");
    }
    let error = FenOptions::new().read_epd(b"4k3/8/8/8/8/8/8/4K3 w bm - -").map(|_| ());
    assert_eq!(error.map_err(|error| error.field()), Err(FenField::Castling));
    let composed = b"4k3/8/8/8/r3K2r/8/8/8 w - - id \"both ends\";";
    assert!(FenOptions::new().read_epd(composed).is_err());
    assert!(FenOptions::new().allow_impossible_checks(true).read_epd(composed).is_ok());
}

/// The errors are values to match on, and each names its field.
#[test]
fn an_error_names_its_field() {
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
