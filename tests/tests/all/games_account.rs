//! Byte accounts for damaged PGN: no byte is lost silently.

use std::fs;
use std::path::Path;

use tabiya_suites::random::SplitMix;
use tabiya_tests::properties::check_games;

/// The texts that are put into games.
const TEXTS: [&[u8]; 24] = [
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b"\"",
    b";",
    b"%",
    b"\n",
    b"\n\n",
    b"\r",
    b"\0",
    b" ",
    b"1. ",
    b"0-0",
    b"--",
    b"$1",
    b"*",
    b"\xE2\x80\x93",
    b"\xA0",
    b"\x93",
    b"~",
    b"e4 ",
];

#[test]
fn games_with_changed_bytes_account_for_each_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/cases/pgn");
    let mut random = SplitMix(11);
    for entry in fs::read_dir(folder).expect("the folder of cases") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|end| end != "pgn") {
            continue;
        }
        let case = fs::read(&path).expect("a case");
        for _ in 0..150 {
            let mut bytes = case.clone();
            for _ in 0..random.below(4) + 1 {
                let start = random.below(bytes.len());
                let end = (start + random.below(3)).min(bytes.len());
                let text = TEXTS[random.below(TEXTS.len())];
                bytes.splice(start..end, text.iter().copied());
            }
            bytes.insert(0, random.next() as u8);
            let result = std::panic::catch_unwind(|| check_games(&bytes));
            assert!(result.is_ok(), "{}: {}", path.display(), bytes[1..].escape_ascii());
        }
    }
}
