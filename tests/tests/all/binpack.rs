//! Binpack files written by other programs: what is read from them, what is wrong with damaged ones, and the same bytes
//! when written again.

use std::error::Error;
use std::fmt::Write;
use std::iter::successors;

use sha2::{Digest, Sha256};
use tabiya::binpack::{
    BLOCK_LEN, BinpackError, BlockWriter, Blocks, ChainWriter, Entry, HEADER_LEN, MARK, STEM_LEN,
    WriteError, write,
};
use tabiya::uci::{CastlingNotation, UciMove};
use tabiya::{Board, Color, Move, Position, Square};
use tabiya_suites::data;
use tabiya_suites::random::SplitMix;
use tabiya_suites::suite::{all_positions, read_text};
use tabiya_tests::playouts::playout;

/// The entries of a file up to the first error.
struct Read {
    entries: Vec<Entry>,
    chains: usize,
    blocks: usize,
    ignored: usize,
    error: Option<BinpackError>,
}

fn read(bytes: &[u8]) -> Read {
    let mut read = Read { entries: Vec::new(), chains: 0, blocks: 0, ignored: 0, error: None };
    for block in Blocks::new(bytes) {
        let mut entries = match block {
            Ok(block) => block.entries(),
            Err(error) => return Read { error: Some(error), ..read },
        };
        read.blocks += 1;
        loop {
            let is_chain_start = entries.is_chain_start();
            match entries.next() {
                None => break,
                Some(Ok(entry)) => read.entries.push(*entry),
                Some(Err(error)) => return Read { error: Some(error), ..read },
            }
            read.chains += usize::from(is_chain_start);
        }
        read.ignored += entries.rest().len();
    }
    read
}

fn file(name: &str) -> Vec<u8> {
    let path = data("binpack").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the rows of a table, each as fields.
fn rows(name: &str) -> Vec<Vec<String>> {
    let table = read_text(&data("binpack").join(name)).expect(name);
    table.lines().skip(1).map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

fn result(entry: &Entry) -> i32 {
    match entry.winner {
        None => 0,
        Some(color) if color == entry.position.side_to_move() => 1,
        Some(_) => -1,
    }
}

fn uci(entry: &Entry) -> String {
    let text = |mv| UciMove::from_move(mv, CastlingNotation::KingMove).to_string();
    entry.mv.map_or("-".to_owned(), text)
}

fn line(entry: &Entry) -> String {
    let Entry { position, score, ply, .. } = entry;
    format!("{position} | {} | {score} | {ply} | {}\n", uci(entry), result(entry))
}

fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Tests whether trainers usually keep an entry.
fn is_kept(entry: &Entry) -> bool {
    let is_quiet = |mv: Move| !entry.position.is_capture(mv) && !mv.is_promotion();
    entry.ply >= 16
        && entry.score.unsigned_abs() <= 10_000
        && !entry.position.is_check()
        && entry.mv.is_some_and(is_quiet)
}

fn kept_line(entry: &Entry) -> String {
    let score = entry.white_score().expect("no mark");
    let result = match entry.winner {
        Some(Color::White) => "1.0",
        Some(Color::Black) => "0.0",
        None => "0.5",
    };
    format!("{} | {score} | {result}\n", entry.position)
}

#[test]
fn binpack_files_are_read_as_by_other_programs() {
    let rows = rows("facts.tsv");
    for row in &rows {
        let bytes = file(&row[0]);
        let found = read(&bytes);
        assert_eq!(found.error, None, "{}", row[0]);
        let entries = &found.entries;
        let count = |is_counted: fn(&Entry) -> bool| {
            entries.iter().filter(|&entry| is_counted(entry)).count()
        };
        let scores = entries.iter().filter(|entry| !entry.is_marked()).map(|entry| entry.score);
        let moves = |is_counted: fn(&Position, Move) -> bool| {
            let moves = entries.iter().filter_map(|entry| Some((entry, entry.mv?)));
            moves.filter(|(entry, mv)| is_counted(&entry.position, *mv)).count()
        };
        let kept: String = entries.iter().filter(|entry| is_kept(entry)).map(kept_line).collect();
        let facts = [
            bytes.len().to_string(),
            found.blocks.to_string(),
            found.chains.to_string(),
            entries.len().to_string(),
            count(Entry::is_marked).to_string(),
            count(|entry| entry.winner == Some(Color::White)).to_string(),
            count(|entry| entry.winner.is_none()).to_string(),
            count(|entry| entry.winner == Some(Color::Black)).to_string(),
            count(|entry| entry.position.is_check()).to_string(),
            moves(|position, mv| position.is_capture(mv)).to_string(),
            moves(|_, mv| mv.is_promotion()).to_string(),
            moves(|_, mv| mv.is_castling()).to_string(),
            moves(|_, mv| mv.is_en_passant()).to_string(),
            count(is_kept).to_string(),
            scores.clone().min().expect("a score").to_string(),
            scores.max().expect("a score").to_string(),
            entries.iter().map(|entry| entry.ply).max().expect("an entry").to_string(),
            sha256(&entries.iter().map(line).collect::<String>()),
            sha256(&kept),
        ];
        assert_eq!(facts.as_slice(), &row[1..], "{}", row[0]);
    }
    assert_eq!(rows.len(), 8);
}

#[test]
fn binpack_files_are_written_with_the_same_bytes() {
    for row in rows("facts.tsv") {
        let name = row[0].as_str();
        let mut bytes = file(name);
        let written = write(read(&bytes).entries).expect(name);
        match name {
            "three-chunks.binpack" => {
                let payloads: Vec<u8> = Blocks::new(&bytes)
                    .flat_map(|block| block.expect("a block").payload.to_vec())
                    .collect();
                assert_eq!(written[HEADER_LEN..], payloads, "{name}");
                assert_eq!(written[4..HEADER_LEN], (payloads.len() as u32).to_le_bytes());
                continue;
            }
            "odd-stems.binpack" => {
                // The pawn that nobody can capture is no longer marked, so its code is that of a pawn.
                let is_other = |&index: &usize| bytes[index] != written[index];
                let others: Vec<_> = (0..bytes.len()).filter(is_other).collect();
                let &[index] = others.as_slice() else { panic!("{name}: {others:?}") };
                assert!(bytes[index] >> 4 == 12 || bytes[index] & 15 == 12, "{name}");
                bytes[index] = written[index];
            }
            _ => {}
        }
        assert!(written == bytes, "{name}");
    }
}

/// Returns the texts of an error and its sources.
fn message(error: &BinpackError) -> String {
    let sources = successors(Some(error as &dyn Error), |&error| error.source());
    sources.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

#[test]
fn hostile_binpack_files_are_refused_with_their_place() {
    let mut messages = String::new();
    let rows = rows("hostile/expected.tsv");
    for row in &rows {
        let bytes = file(&row[0]);
        assert_eq!(bytes.len().to_string(), row[1], "{}", row[0]);
        let found = read(&bytes);
        let name = row[0].trim_start_matches("hostile/").trim_end_matches(".binpack");
        let entries = match found.entries.len() {
            1 => "1 entry".to_owned(),
            len => format!("{len} entries"),
        };
        let expected = row[2].split(" (").next().unwrap_or_default();
        match &found.error {
            None if found.ignored > 0 => {
                let ignored = found.ignored;
                let found = format!("accepted: {entries}, {ignored} bytes ignored");
                assert_eq!(found, expected, "{name}");
            }
            None => assert_eq!(format!("accepted: {entries}"), expected, "{name}"),
            Some(error) => {
                let (place, _) = expected.split_once(": ").expect("a reason");
                let offset = error.offset;
                let found = match found.entries.len() {
                    0 => format!("error at byte {offset}"),
                    _ => format!("{entries}, then error at byte {offset}"),
                };
                assert_eq!(found, place, "{name}: {}", message(error));
                let _ = writeln!(messages, "{name}: {}", message(error));
            }
        }
    }
    assert_eq!(rows.len(), 27);
    let expected = include_str!("../../data/binpack/hostile/messages.txt");
    assert!(messages == expected, "{messages}");
}

#[test]
fn changed_bytes_have_the_expected_effect() {
    let rows = rows("mutants.tsv");
    for row in &rows {
        let mut bytes = file(&row[0]);
        let index: usize = row[1].parse().expect("an offset");
        bytes[index] = row[2].parse().expect("a byte");
        let found = read(&bytes);
        let text = format!("{} {index}", row[0]);
        assert_eq!(found.entries.len().to_string(), row[3], "{text}: {:?}", found.error);
        let verdict = if found.error.is_some() { "error" } else { "ok" };
        assert_eq!(verdict, row[4], "{text}");
        let offset = found.error.map_or(String::new(), |error| error.offset.to_string());
        assert_eq!(offset, row[5], "{text}: {:?}", found.error);
        let hash = sha256(&found.entries.iter().map(line).collect::<String>());
        assert!(hash.starts_with(&row[6]), "{text}");
    }
    assert_eq!(rows.len(), 120);
}

/// Returns entries of random games, from positions of the suites and from the start.
fn random_entries(games: u64) -> Vec<Entry> {
    let starts = all_positions().expect("the suites");
    let standard: Vec<_> = starts.iter().filter(|start| start.is_standard_castling()).collect();
    let mut random = SplitMix(0x0062_696e_7061_636b);
    let mut entries = Vec::new();
    for game in 0..games {
        let start = Board::from(*standard[random.below(standard.len())]);
        let winner = [None, Some(Color::White), Some(Color::Black)][random.below(3)];
        let mut boards = Vec::new();
        playout(start, 120, game, |board| boards.push(board.position().with_legal_ep_square()));
        for (ply, positions) in (0..).zip(boards.windows(2)) {
            let [position, after] = positions else { continue };
            let mv = position
                .legal_moves()
                .into_iter()
                .find(|mv| position.after(*mv).with_legal_ep_square() == *after);
            let scores = [0, MARK, i16::MIN, i16::MAX, random.below(1 << 16) as u16 as i16];
            let score = scores[random.below(scores.len())];
            entries.push(Entry { position: *position, mv, score, ply, winner });
        }
    }
    entries
}

#[test]
fn written_entries_are_read_back() {
    let entries = random_entries(300);
    assert!(entries.len() > 20_000, "{}", entries.len());
    let bytes = write(entries.iter().copied()).expect("entries of standard chess");
    let found = read(&bytes);
    assert_eq!(found.error, None);
    // A start position's clocks are lost: they follow from the ply.
    let is_equal = |a: &Entry, b: &Entry| {
        a.position.same_position(&b.position) && Entry { position: a.position, ..*b } == *a
    };
    let is_read = entries.iter().zip(&found.entries).all(|(a, b)| is_equal(a, b));
    assert!(is_read && entries.len() == found.entries.len());
    assert_eq!(
        read(&write(found.entries.iter().copied()).expect("read entries")).entries,
        found.entries
    );
}

/// A king that walks between two squares, in a chain beyond the limit of its count.
#[test]
fn chain_beyond_its_limit_continues_as_another() {
    const LIMIT: usize = u16::MAX as usize + 1;
    let mut position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("a valid FEN");
    let walk = ["e1d1", "e8d8", "d1e1", "d8e8"];
    let entries: Vec<_> = (0..LIMIT + 3)
        .map(|index| {
            let mv = tabiya::uci::parse(&position, walk[index % 4]).expect("a legal move");
            let ply = index as u16;
            let entry = Entry { position, mv: Some(mv), score: 0, ply, winner: None };
            position.make_move(mv);
            entry
        })
        .collect();
    let found = read(&write(entries[..LIMIT].iter().copied()).expect("one chain"));
    assert_eq!((found.chains, found.entries.len(), found.error), (1, LIMIT, None));
    assert_eq!(found.entries[LIMIT - 1].ply, u16::MAX);
    // The next chain begins with ply 0, which is that of the entry.
    let found = read(&write(entries.iter().copied()).expect("two chains"));
    assert_eq!((found.chains, found.entries.len(), found.error), (2, LIMIT + 3, None));
    // A chain cannot begin between.
    let error = write(entries[20_000..].iter().copied()).expect_err("a ply above 16,383");
    assert_eq!(error.to_string(), "ply: found 20000; expected at most 16383");
}

#[test]
fn block_ends_with_the_first_chain_behind_its_size() {
    let entries = random_entries(300);
    // Without their moves, all entries are chains.
    let stems = entries.iter().cycle().map(|entry| Entry { mv: None, ..*entry });
    let count = BLOCK_LEN / STEM_LEN + 1;
    let lens = |count| -> Vec<usize> {
        let bytes = write(stems.clone().take(count)).expect("valid entries");
        Blocks::new(&bytes).map(|block| block.expect("a block").payload.len()).collect()
    };
    assert_eq!(lens(count), [count * STEM_LEN]);
    assert_eq!(lens(count + 1), [count * STEM_LEN, STEM_LEN]);
    assert_eq!(lens(2 * count), [count * STEM_LEN; 2]);
    assert!(lens(0).is_empty());
}

#[test]
fn entries_that_binpack_cannot_express_are_refused() {
    let entry = |fen: &str, uci: &str| {
        let position = Position::from_fen(fen).expect(fen);
        let mv = tabiya::uci::parse(&position, uci).ok();
        Entry { position, mv, score: 0, ply: 0, winner: None }
    };
    let chess960 = entry("4k3/8/8/8/8/8/8/R3K1R1 w G - 0 1", "e1d1");
    let error = write([chess960]).expect_err("Chess960");
    assert_eq!(error, WriteError::Chess960(chess960.position.castling_rights()));
    let ply = Entry { ply: 16_384, ..entry("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1") };
    assert_eq!(write([ply]), Err(WriteError::Ply(16_384)));
    let illegal = Some(Move::new(Square::E1, Square::E3));
    let error = write([Entry { ply: 0, mv: illegal, ..ply }]).expect_err("an illegal move");
    assert_eq!(error.to_string(), "e1e3 is illegal");
    assert!(error.source().is_some());
}

#[test]
fn chain_may_be_ended_twice() {
    let entries = read(&file("rules.binpack")).entries;
    let mut chains = ChainWriter::new();
    let mut is_start = true;
    for entry in &entries {
        if is_start {
            chains.finish_chain();
            chains.finish_chain();
        }
        chains.push(entry).expect("an entry of a file");
        is_start = false;
    }
    chains.finish_chain();
    let mut written = Vec::new();
    let mut blocks = BlockWriter::new();
    blocks.push(&chains.finish(), &mut written);
    blocks.finish(&mut written);
    assert!(written == file("rules.binpack"));
}

#[test]
fn chains_may_be_taken_at_any_entry() {
    let name = "special.binpack";
    let mut chains = ChainWriter::new();
    let mut blocks = BlockWriter::new();
    let mut written = Vec::new();
    for (index, entry) in read(&file(name)).entries.iter().enumerate() {
        chains.push(entry).expect("an entry of a file");
        if index % 7 == 0 {
            blocks.push(&chains.take(), &mut written);
        }
    }
    blocks.push(&chains.finish(), &mut written);
    blocks.finish(&mut written);
    assert!(written == file(name));
}

#[test]
fn en_passant_square_without_legal_capture_is_not_written() {
    let fen = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1";
    let position = Position::from_fen(fen).expect(fen);
    assert_eq!(position.ep_square(), Some(Square::E3));
    let entry = Entry { position, mv: None, score: 0, ply: 1, winner: None };
    let found = read(&write([entry]).expect("a valid entry"));
    assert_eq!(found.entries[0].position, position.with_legal_ep_square());
}

#[test]
fn every_truncated_file_delivers_whole_entries() {
    let bytes = file("en-passant.binpack");
    let all = read(&bytes).entries;
    for len in 1..bytes.len() {
        let found = read(&bytes[..len]);
        assert!(found.error.is_some(), "{len}");
        assert!(all.starts_with(&found.entries), "{len}");
        assert!(found.error.is_some_and(|error| error.offset <= len as u64), "{len}");
    }
}
