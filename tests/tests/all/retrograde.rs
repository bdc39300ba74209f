//! Retractions compared with a brute-force search, and with published counts.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};
use tabiya::retrograde::{PriorCastling, Retraction, RetractionOptions};
use tabiya::{CastlingStyle, EnPassantStyle, FenOptions, Position};
use tabiya_suites::data;
use tabiya_suites::suite::read_text;

const FILES: [&str; 8] = [
    "games",
    "chess960",
    "en_passant",
    "promotion",
    "checks",
    "material",
    "few_men",
    "no_last_move",
];

/// Returns the options of a policy such as `castling=any,ep=legal,checks=possible`.
fn options(policy: &str) -> RetractionOptions {
    let castling = match () {
        () if policy.contains("castling=none") => PriorCastling::None,
        () if policy.contains("castling=standard") => PriorCastling::Standard,
        () => PriorCastling::Any,
    };
    let is_always = policy.contains("ep=always");
    let style = if is_always { EnPassantStyle::Always } else { EnPassantStyle::Legal };
    let options = RetractionOptions::new().castling(castling).en_passant(style);
    options.allow_impossible_checks(policy.contains("checks=any"))
}

/// Returns a retraction in the notation of the data.
fn text(retraction: Retraction) -> String {
    retraction.to_string().replace(" castles", "c").replace(" ep", "e")
}

fn fen(position: &Position) -> String {
    let fen = position.fen().castling(CastlingStyle::Shredder).en_passant(EnPassantStyle::Always);
    fen.to_string().rsplitn(3, ' ').last().unwrap_or_default().to_owned()
}

#[test]
fn rows_of_brute_force_are_equal() {
    let mut rows = 0;
    for file in FILES {
        let table = read_text(&data("unmoves").join(file).with_extension("tsv")).expect(file);
        for row in table.lines().skip(1) {
            let fields: Vec<_> = row.split('\t').collect();
            let &[text_fen, policy, count, positions, hash, list, ..] = &fields[..] else {
                panic!("{row}");
            };
            let read = FenOptions::new().allow_impossible_checks(true).read(text_fen);
            let position = read.expect(text_fen);
            let options = options(policy);
            let retractor = position.retractor(&options);
            let found: BTreeSet<_> = retractor.retractions().iter().map(|&r| text(r)).collect();
            let expected: BTreeSet<_> =
                list.split(' ').filter(|&text| text != "-").map(str::to_owned).collect();
            let missing: Vec<_> = expected.difference(&found).collect();
            let extra: Vec<_> = found.difference(&expected).collect();
            assert!(
                missing.is_empty() && extra.is_empty(),
                "{file}: {text_fen} {policy}: missing {missing:?}, extra {extra:?}"
            );
            assert_eq!(retractor.retraction_count().to_string(), count, "{text_fen} {policy}");
            assert_eq!(retractor.retractions().len().to_string(), count, "{text_fen} {policy}");
            let mut lines: Vec<_> = retractor
                .predecessors()
                .map(|(retraction, before)| format!("{} {}\n", text(retraction), fen(&before)))
                .collect();
            lines.sort_unstable();
            assert_eq!(lines.len().to_string(), positions, "{text_fen} {policy}");
            let digest = Sha256::digest(lines.concat());
            let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(digest, hash, "{text_fen} {policy}: {lines:?}");
            rows += 1;
        }
    }
    assert_eq!(rows, 240);
}
