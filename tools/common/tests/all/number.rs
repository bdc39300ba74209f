//! Tests for number parsers.

use tabiya_program::number::{parse_number, parse_size, parse_units};

#[test]
fn parse_size_units_are_binary() {
    for (text, bytes) in [
        ("0", 0),
        ("1000", 1000),
        ("64M", 64 << 20),
        ("2G", 2 << 30),
        ("1.5 KiB", 1536),
        ("1,000", 1000),
        ("1_024 K", 1 << 20),
    ] {
        assert_eq!(parse_size(text), Ok(bytes), "{text}");
    }
    for text in ["", "G", "-1", "+1", "2X", "1,00", "1e3", "1.5e3", "1.5.5", "99999999999G"] {
        assert!(parse_size(text).is_err(), "{text} was accepted");
    }
}

#[test]
fn parse_units_is_half_open_and_not_empty() {
    for (text, units) in [
        ("0..1", 0..1),
        ("3..8", 3..8),
        ("7", 7..8),
        ("1,000..2,000", 1000..2000),
        ("0..18446744073709551615", 0..u64::MAX),
    ] {
        assert_eq!(parse_units(text), Ok(units), "{text}");
    }
    for text in [
        "",
        "..",
        "1..",
        "..1",
        "1..1",
        "2..1",
        "-1..4",
        "+1..4",
        "1...4",
        "1..=4",
        "a..b",
        "18446744073709551615",
        "1..18446744073709551616",
    ] {
        assert!(parse_units(text).is_err(), "{text} was accepted");
    }
}

#[test]
fn parse_number_accepts_decimal_exponent() {
    for (text, number) in [
        ("0", 0),
        ("1e8", 100_000_000),
        ("25E3", 25_000),
        ("18446744073709551615", u64::MAX),
        ("1,768,453", 1_768_453),
        ("1.768.453", 1_768_453),
        ("1'768'453", 1_768_453),
        ("1 768 453", 1_768_453),
        ("1\u{a0}768\u{a0}453", 1_768_453),
        ("1\u{2009}768\u{2009}453", 1_768_453),
        ("1_000e3", 1_000_000),
    ] {
        assert_eq!(parse_number(text), Ok(number), "{text}");
    }
    for text in [
        "",
        "e8",
        "1e",
        "-1",
        "+1",
        "1e+2",
        "1.5e3",
        "1.500e3",
        "1,500e3",
        "1e20",
        "18446744073709551616",
        ",123",
    ] {
        let message = parse_number(text).expect_err(text);
        assert!(message.contains("expected a whole number"), "{text}: {message}");
    }
}

#[test]
fn parse_number_names_wrong_groups() {
    for text in ["1,76", "1234,567", "1,768.453", "0,123", "1.5", "1,,234", "12,34,567"] {
        let expected = "wrong groups of digits; expected groups of three like 1,234,567";
        assert_eq!(parse_number(text), Err(expected.to_owned()));
    }
}
