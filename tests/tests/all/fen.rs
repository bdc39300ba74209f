//! FEN over the files of valid and invalid positions, over hostile bytes, and over
//! mutations of valid lines.

use std::fs;
use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, any, prop_assert, proptest};
use proptest::sample::Index;
use tabiya::{CastlingStyle, EnPassantStyle, FenError, FenOptions, Position};
use tabiya_tests::data;
use tabiya_tests::properties::{assert_position_invariants, fen_round_trips};

static VALID: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| lines("fen/valid.fen"));

fn lines(name: &str) -> Vec<Vec<u8>> {
    let bytes = fs::read(data(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let lines: Vec<_> = bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

fn read(fen: &[u8]) -> Result<Position, FenError> {
    FenOptions::new().read(fen)
}

/// Writes with everything kept, in the given letters.
fn kept(position: &Position, castling: CastlingStyle) -> String {
    position.fen().en_passant(EnPassantStyle::Always).castling(castling).to_string()
}

/// Goes over the lines of a file, and reports every line that fails at once.
#[track_caller]
fn check_file(name: &str, check: impl Fn(&[u8]) -> Result<(), String>) {
    let lines = lines(name);
    assert_eq!(lines.len(), 4_000, "{name}");
    let failures: Vec<_> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| {
            let why = check(line).err()?;
            Some(format!("{name}:{}: {}: {why}", index + 1, line.escape_ascii()))
        })
        .collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_invalid_line_is_refused() {
    check_file("fen/invalid.fen", |line| match read(line) {
        Ok(position) => Err(format!("was read as {position}")),
        Err(_) => Ok(()),
    });
}

#[test]
fn every_valid_line_is_accepted_and_comes_back() {
    check_file("fen/valid.fen", |line| {
        let position = read(line).map_err(|error| error.to_string())?;
        let shredder = kept(&position, CastlingStyle::Shredder);
        if shredder.as_bytes() != line {
            return Err(format!("was written as {shredder}"));
        }
        fen_round_trips(&position)
    });
}

/// A megabyte of anything is refused where it cannot stand, at once.
#[test]
fn a_megabyte_of_anything_is_no_trouble() {
    const MEGABYTE: usize = 1 << 20;
    let before: [&str; 6] = [
        "",
        "4k3/8/8/8/8/8/8/",
        "4k3/8/8/8/8/8/8/4K3 ",
        "4k3/8/8/8/8/8/8/4K2R w ",
        "4k3/8/8/8/8/8/8/4K2R w K ",
        "4k3/8/8/8/8/8/8/4K2R w K - ",
    ];
    for byte in [b'/', b'1', b'8', b'9', 0, b'K', b'k', b'-', b'w', b'\t', 0x80, 0xff] {
        for start in before {
            let text = [start.as_bytes(), &vec![byte; MEGABYTE]].concat();
            let case = format!("{start} and a megabyte of {}", byte.escape_ascii());
            assert!(read(&text).is_err(), "{case}");
            assert!(FenOptions::new().allow_impossible_checks(true).read(&text).is_err(), "{case}");
            // The clocks are operations to EPD, which it leaves unread, and tabs are gaps.
            let is_read = start.ends_with("- ") || start.contains('w') && byte == b'\t';
            assert_eq!(FenOptions::new().read_epd(&text).is_ok(), is_read, "{case}");
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
    fn arbitrary_bytes_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for composed in [false, true] {
            let options = FenOptions::new().allow_impossible_checks(composed);
            // Arbitrary bytes are never a board: they would need eight ranks.
            prop_assert!(options.read(&bytes).is_err());
            prop_assert!(options.read_epd(&bytes).is_err());
        }
    }

    /// The bytes of FENs, in any order.
    #[test]
    fn letters_of_fens_do_no_harm(text in "[1-8/pnbrqkPNBRQK wb-]{0,100}") {
        if let Ok(position) = read(text.as_bytes()) {
            assert_position_invariants(&position);
        }
    }

    #[test]
    fn mutated_lines_are_refused_or_sound(
        line in any::<Index>(),
        mutations in proptest::collection::vec((any::<Index>(), 0..4u8, any::<u8>()), 1..4),
        letters in any::<bool>(),
    ) {
        let mut fen = line.get(&VALID).clone();
        for (place, kind, byte) in mutations {
            const LETTERS: &[u8] = b"12345678/pnbrqkPNBRQK wbabcdefghAH-09";
            let byte = if letters { LETTERS[usize::from(byte) % LETTERS.len()] } else { byte };
            let place = place.index(fen.len());
            match kind {
                0 => fen.insert(place, byte),
                1 if fen.len() > 1 => drop(fen.remove(place)),
                2 => {
                    let other = place.saturating_sub(usize::from(byte) % 9);
                    fen.swap(place, other);
                }
                _ => fen[place] = byte,
            }
        }
        if let Ok(position) = read(&fen) {
            assert_position_invariants(&position);
        }
    }

    #[test]
    fn valid_lines_are_sound(line in any::<Index>()) {
        let position = read(&VALID[line.index(VALID.len())]).expect("the line is valid");
        assert_position_invariants(&position);
    }
}
