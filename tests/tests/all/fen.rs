//! Tests for FEN on the files with valid and invalid positions, on arbitrary bytes and on mutated
//! lines.

use std::fs;
use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, any, prop_assert, proptest};
use proptest::sample::Index;
use tabiya::{CastlingStyle, EnPassantStyle, FenError, FenOptions, Position};
use tabiya_suites::data;
use tabiya_tests::properties::{assert_position_invariants, check_fen, fen_round_trips};

static VALID: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| lines("fen/valid.fen"));

fn lines(name: &str) -> Vec<Vec<u8>> {
    let bytes = fs::read(data(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let lines: Vec<_> = bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

fn read(fen: &[u8]) -> Result<Position, FenError> {
    FenOptions::new().read(fen)
}

/// Returns the Shredder-FEN with the en passant square after any double push.
fn shredder_fen(position: &Position) -> String {
    let fen = position.fen().en_passant(EnPassantStyle::Always);
    fen.castling(CastlingStyle::Shredder).to_string()
}

/// Checks each line in a file, and reports all failures together.
#[track_caller]
fn check_file(name: &str, check: impl Fn(&[u8]) -> Result<(), String>) {
    let lines = lines(name);
    assert_eq!(lines.len(), 4_000, "{name}");
    let failures: Vec<_> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| {
            let reason = check(line).err()?;
            Some(format!("{name}:{}: {}: {reason}", index + 1, line.escape_ascii()))
        })
        .collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn invalid_fens_are_rejected() {
    check_file("fen/invalid.fen", |line| match read(line) {
        Ok(position) => Err(format!("accepted as {position}")),
        Err(_) => Ok(()),
    });
}

#[test]
fn valid_fens_are_accepted_and_round_trip() {
    check_file("fen/valid.fen", |line| {
        let position = read(line).map_err(|error| error.to_string())?;
        let written = shredder_fen(&position);
        if written.as_bytes() != line {
            return Err(format!("written as {written}"));
        }
        fen_round_trips(&position)
    });
}

/// EPD leaves the clocks unread and accepts tabs. A FEN may have a megabyte of spaces between its fields.
#[test]
fn read_megabyte_with_repeated_byte_is_error() {
    const MEGABYTE: usize = 1 << 20;
    let prefixes: [&str; 6] = [
        "",
        "4k3/8/8/8/8/8/8/",
        "4k3/8/8/8/8/8/8/4K3 ",
        "4k3/8/8/8/8/8/8/4K2R w ",
        "4k3/8/8/8/8/8/8/4K2R w K ",
        "4k3/8/8/8/8/8/8/4K2R w K - ",
    ];
    for byte in [b'/', b'1', b'8', b'9', 0, b'K', b'k', b'-', b'w', b'\t', 0x80, 0xff] {
        for prefix in prefixes {
            let text = [prefix.as_bytes(), &vec![byte; MEGABYTE]].concat();
            let case = format!("{prefix} and a megabyte of {}", byte.escape_ascii());
            assert!(read(&text).is_err(), "{case}");
            assert!(FenOptions::new().allow_impossible_checks(true).read(&text).is_err(), "{case}");
            let is_epd = prefix.ends_with("- ") || prefix.contains('w') && byte == b'\t';
            assert_eq!(FenOptions::new().read_epd(&text).is_ok(), is_epd, "{case}");
        }
    }
    let spaces = vec![b' '; MEGABYTE];
    assert!(read(&spaces).is_err());
    let fields: Vec<_> = "4k3/8/8/8/8/8/8/4K2R w K - 3 9".split(' ').map(str::as_bytes).collect();
    let position = read(&fields.join(&b' ')).expect("the FEN is valid");
    let padded = [&spaces[..], &fields.join(&spaces[..]), &spaces[..]].concat();
    assert_eq!(read(&padded), Ok(position));
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(10_000))]

    #[test]
    fn arbitrary_bytes_are_rejected(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for allow in [false, true] {
            let options = FenOptions::new().allow_impossible_checks(allow);
            // A placement with eight ranks is too improbable to occur.
            prop_assert!(options.read(&bytes).is_err());
            prop_assert!(options.read_epd(&bytes).is_err());
        }
    }

    #[test]
    fn arbitrary_fen_characters_are_rejected_or_valid_position(
        text in "[1-8/pnbrqkPNBRQK wb-]{0,100}",
    ) {
        check_fen(text.as_bytes());
    }

    #[test]
    fn mutated_fens_are_rejected_or_valid_position(
        line in any::<Index>(),
        mutations in proptest::collection::vec((any::<Index>(), 0..4u8, any::<u8>()), 1..4),
        fen_bytes_only in any::<bool>(),
    ) {
        let mut fen = line.get(&VALID).clone();
        for (index, kind, byte) in mutations {
            const FEN_BYTES: &[u8] = b"12345678/pnbrqkPNBRQK wbabcdefghAH-09";
            let byte =
                if fen_bytes_only { FEN_BYTES[usize::from(byte) % FEN_BYTES.len()] } else { byte };
            let index = index.index(fen.len());
            match kind {
                0 => fen.insert(index, byte),
                1 if fen.len() > 1 => drop(fen.remove(index)),
                2 => {
                    let other = index.saturating_sub(usize::from(byte) % 9);
                    fen.swap(index, other);
                }
                _ => fen[index] = byte,
            }
        }
        check_fen(&fen);
    }

    /// Fields that a lenient reader may change, with any material that a valid FEN has.
    #[test]
    fn fens_with_random_fields_are_rejected_or_valid_position(
        line in any::<Index>(),
        rights in "-|[KQkqA-Ha-h]{1,4}",
        ep_square in "-|[a-h][1-8]",
        clocks in "|-|- -|[0-9]{1,2} [0-2]",
    ) {
        let fen = line.get(&VALID);
        let fields: Vec<_> = fen.split(|&byte| byte == b' ').take(2).collect();
        let rest = format!(" {rights} {ep_square} {clocks}");
        check_fen(&[&fields.join(&b' '), rest.as_bytes()].concat());
    }

    #[test]
    fn valid_fens_have_position_invariants(line in any::<Index>()) {
        let position = read(&VALID[line.index(VALID.len())]).expect("the line is valid");
        assert_position_invariants(&position);
    }
}
