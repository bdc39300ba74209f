//! Retractions compared with a brute-force search, and with published counts.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};
use tabiya::perft::{PriorPositions, retro_perft};
use tabiya::retrograde::{PriorCastling, Retraction, RetractionOptions};
use tabiya::uci::{CastlingNotation, UciMove};
use tabiya::{CastlingStyle, EnPassantStyle, FenOptions, Position};
use tabiya_suites::data;
use tabiya_suites::parallel::{cpu_count, parallel_for_each};
use tabiya_suites::suite::{all_positions, read_text};
use tabiya_tests::playouts::Playouts;
use tabiya_tests::retrograde::{check_forward, check_sound, options};

#[path = "../../../crates/tabiya/examples/retrograde_endings.rs"]
#[expect(dead_code, reason = "the main function of the example")]
mod retrograde_endings;

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

/// Returns a retraction in the notation of the data.
fn text(retraction: Retraction) -> String {
    retraction.to_string().replace(" castles", "c").replace(" ep", "e")
}

fn fen(position: &Position) -> String {
    let fen = position.fen().castling(CastlingStyle::Shredder).en_passant(EnPassantStyle::Always);
    fen.to_string().rsplitn(3, ' ').last().unwrap_or_default().to_owned()
}

#[test]
fn brute_force_rows_match() {
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

/// Returns the rows of a published table, as fields.
fn published_rows(name: &str) -> Vec<Vec<String>> {
    let table = read_text(&data("unmoves/published").join(name)).expect(name);
    table.lines().skip(1).map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

/// Returns the move in the notation of the published tables, which write castling as two steps of the king.
fn published_text(retraction: Retraction) -> String {
    UciMove::from_move(retraction.mv(), CastlingNotation::KingMove).to_string()
}

/// Returns the options under which the published tables were made.
fn published_options() -> RetractionOptions {
    RetractionOptions::new().allow_impossible_checks(true)
}

#[test]
fn published_moves_are_equal() {
    let reader = FenOptions::new().allow_impossible_checks(true);
    let rows = published_rows("moves.tsv");
    for row in &rows {
        let position = reader.read(&row[0]).expect(&row[0]);
        let list = position.retractor(&published_options()).retractions();
        let moves: BTreeSet<_> = list.iter().map(|&r| published_text(r)).collect();
        let moves: Vec<_> = moves.into_iter().collect();
        assert_eq!(moves.join(" "), row[1], "{}", row[0]);
    }
    assert_eq!(rows.len(), 33);
}

#[test]
fn published_prior_rights_are_equal() {
    let reader = FenOptions::new().allow_impossible_checks(true);
    let rows = published_rows("prior_rights.tsv");
    for row in &rows {
        let position = reader.read(&row[0]).expect(&row[0]);
        let retractor = position.retractor(&published_options());
        let rights: BTreeSet<_> = retractor
            .predecessors()
            .filter(|(retraction, _)| published_text(*retraction) == row[1])
            .map(|(_, before)| before.fen().to_string().split(' ').nth(2).unwrap_or("").to_owned())
            .collect();
        let rights: Vec<_> = rights.into_iter().collect();
        let found = if rights.is_empty() { "none".to_owned() } else { rights.join(" ") };
        assert_eq!(found, row[2], "{} {}", row[0], row[1]);
    }
    assert_eq!(rows.len(), 36);
}

#[test]
fn retro_perft_counts_are_equal() {
    let table = read_text(&data("unmoves/counts/retro_perft.tsv")).expect("the table");
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<_> = row.split('\t').collect();
        let fen = fields[0];
        let policy = fields[1];
        let prior = fields[2];
        let read = FenOptions::new().allow_impossible_checks(true).read(fen);
        let position = read.expect(fen);
        let prior = if prior == "all" { PriorPositions::All } else { PriorPositions::Least };
        for (depth, expected) in (1..).zip(&fields[3..]) {
            let Ok(expected) = expected.parse::<u128>() else { continue };
            if expected < 5_000_000 {
                let found = retro_perft(&position, depth, &options(policy), prior);
                assert_eq!(found, expected, "{fen} {policy} {prior:?} {depth}");
                rows += 1;
            }
        }
    }
    assert!(rows > 45, "{rows}");
}

/// Calls `check` with the options and the positions of random games, and with a style of writing en passant squares.
fn for_each_game_position(
    boards: u64,
    seed: u64,
    check: impl Fn(&Position, &RetractionOptions, EnPassantStyle) -> u64 + Sync,
) -> u64 {
    let rows = all_positions().expect("the suites");
    let total = AtomicU64::new(0);
    let styles = [EnPassantStyle::Legal, EnPassantStyle::PseudoLegal, EnPassantStyle::Always];
    parallel_for_each(Playouts::new(boards, seed, &rows), cpu_count(), |playout| {
        let any = RetractionOptions::new().castling(PriorCastling::Any);
        let start = playout.boards[0];
        let of_start = any.castling(PriorCastling::from_start(&start));
        for (index, board) in playout.boards.iter().enumerate() {
            let options =
                if index % 2 == 0 && start.is_standard_castling() { any } else { of_start };
            let style = styles[index % 3];
            total.fetch_add(check(&board.position(), &options, style), Ordering::Relaxed);
        }
    });
    total.into_inner()
}

#[test]
fn random_game_moves_are_retractions() {
    let pairs = for_each_game_position(30_000, 59, |position, options, style| {
        // Positions of suites may have checks that no move gives.
        check_forward(position, &options.allow_impossible_checks(true), style)
    });
    assert!(pairs > 500_000, "{pairs}");
}

#[test]
fn random_game_retractions_lead_forward() {
    let pairs = for_each_game_position(1_500, 60, |position, options, style| {
        check_sound(position, options, style, false) + check_sound(position, options, style, true)
    });
    assert!(pairs > 300_000, "{pairs}");
}

#[test]
fn endings_are_solved_by_retractions() {
    let solved = retrograde_endings::solve(&["KQK", "KRK", "KBK", "KNK", "KPK"]);
    let table = read_text(&data("unmoves/counts/endings.tsv")).expect("the table");
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<_> = row.split('\t').collect();
        let Some(numbers) = solved.get(fields[0]) else { continue };
        let found = if fields[1] == "w" { &numbers.won } else { &numbers.lost };
        let expected: Result<Vec<usize>, _> = fields[6].split(' ').map(str::parse).collect();
        assert_eq!(Ok(found), expected.as_ref(), "{}", fields[0]);
        rows += 1;
    }
    assert_eq!(rows, 6);
}
