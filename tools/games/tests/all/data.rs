//! Training data: chunks, conversions, filters and duplicates.

mod mixer;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use tabiya::binpack::{self, Blocks, Entry, MARK};
use tabiya::{Color, Position};
use tabiya_games::convert::{ConvertOptions, Converter, Format};
use tabiya_games::data::{
    Chunks, Conversion, ConversionError, Converted, Counts, DataError, DataFormat, DataWriter,
    Duplicates, Facts, Filter, decode, map_in_order,
};
use tabiya_games::{ReadOptions, read_stream};

/// Games with gaps between scores, pawns that may be captured en passant, and a start position.
const SCORED_GAMES: &str = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.3]} a6 {[%eval #4]} 2. e5 \
    {[%eval -1.5]} d5 {[%eval 3]} 3. exd6 e.p. {[%eval 400]} cxd6 4. Nf3 {[%eval 1]} Nf6 {[%eval 1]} 5. Nc3 Nc6 1-0\n\n\
    [Event \"b\"]\n[Result \"1/2-1/2\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 7 90\"]\n[SetUp \"1\"]\n\n90... Kd8 {[%eval 0.1]} \
    91. Kd1 {[%eval 0.2]} Kc8 {[%eval #-3]} 92. e4 {[%eval 0.3]} 1/2-1/2\n\n\
    [Event \"c\"]\n[Result \"0-1\"]\n\n1. c4 {[%eval 0.1]} e5 *\n\n";

/// Returns entries of random games, with marks.
fn random_entries(games: usize, seed: u64) -> Vec<Entry> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut entries = Vec::new();
    for _ in 0..games {
        let mut position = Position::START;
        let winner = [None, Some(Color::White), Some(Color::Black)][random.usize(..3)];
        for ply in 0..random.u16(20..120) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.usize(..moves.len())];
            let score = if random.usize(..10) == 0 { MARK } else { random.i16(-2000..2000) };
            entries.push(Entry { position, mv: Some(mv), score, ply, winner });
            position = position.after(mv).with_legal_ep_square();
        }
    }
    entries
}

fn write(entries: &[Entry]) -> Vec<u8> {
    binpack::write(entries.iter().copied()).expect("entries of standard chess")
}

/// Returns the converted file, the counts, and the error that ends the reading.
fn convert_file(
    file: &[u8],
    conversion: &Conversion,
    from: DataFormat,
    to: DataFormat,
) -> (Vec<u8>, Counts, Option<DataError>) {
    let mut writer = DataWriter::new(to);
    let mut out = Vec::new();
    let mut counts = Counts::default();
    let mut end = None;
    for chunk in Chunks::new(from, file).expect("a file") {
        let converted = chunk.map(|chunk| conversion.convert(&chunk, None));
        end = converted
            .and_then(|Converted { chains, counts: found, error }| {
                writer.write(&chains, &mut out);
                counts += found;
                error.map_or(Ok(()), Err)
            })
            .err();
        if end.is_some() {
            break;
        }
    }
    writer.finish(&mut out);
    (out, counts, end)
}

fn convert(file: &[u8], from: DataFormat, to: DataFormat, filter: Filter) -> Vec<u8> {
    let conversion = Conversion::new(to, filter).expect("a conversion");
    let (out, _, error) = convert_file(file, &conversion, from, to);
    assert!(error.is_none(), "{error:?}");
    out
}

fn entries_of(format: DataFormat, file: &[u8]) -> Vec<Entry> {
    let chunks = Chunks::new(format, file).expect("a file");
    let mut entries = Vec::new();
    for chunk in chunks {
        let chunk = chunk.expect("a whole file");
        decode(&chunk, |entry, _| entries.push(*entry)).expect("valid entries");
    }
    entries
}

/// Returns a file with one block of any length.
fn one_block(file: &[u8]) -> Vec<u8> {
    let payloads: Vec<u8> =
        Blocks::new(file).flat_map(|block| block.expect("a block").payload.to_vec()).collect();
    [b"BINP", &(payloads.len() as u32).to_le_bytes()[..], &payloads].concat()
}

#[test]
fn large_files_are_read_in_chunks() {
    let entries: Vec<_> = random_entries(400, 1).into_iter().cycle().take(1_500_000).collect();
    let file = write(&entries);
    assert!(file.len() > 3 << 20, "{}", file.len());
    let mut block = one_block(&file);
    // Bytes that readers ignore, and another block.
    let len = block.len() as u32 - 8 + 33;
    block[4..8].copy_from_slice(&len.to_le_bytes());
    block.extend_from_slice(&[7; 33]);
    let all = [&block[..], &file].concat();
    assert!(entries_of(DataFormat::Binpack, &file) == entries);
    assert!(entries_of(DataFormat::Binpack, &block) == entries);
    let mut facts = Facts::default();
    let chunks = Chunks::new(DataFormat::Binpack, &all[..]).expect("a file");
    let mut count = 0;
    let mut end = 0;
    for chunk in chunks {
        let chunk = chunk.expect("a whole file");
        assert!(chunk.len() < 1_400_000, "{}", chunk.len());
        facts.add_chunk(&chunk).expect("valid entries");
        count += 1;
        end = chunk.end();
    }
    assert!(count > 6, "{count}");
    assert_eq!(end, all.len() as u64);
    assert_eq!((facts.numbers.positions, facts.numbers.ignored_bytes), (3_000_000, 33));
    assert_eq!(facts.numbers.blocks as usize, 1 + Blocks::new(&file).count());
    for format in [DataFormat::Viriformat, DataFormat::Plain] {
        let text = convert(&file, DataFormat::Binpack, format, Filter::new());
        let unmarked = entries.iter().filter(|entry| !entry.is_marked());
        assert!(entries_of(format, &text).iter().eq(unmarked), "{format:?}");
    }
    // A file goes on from every chunk.
    let mut chunks = Chunks::new(DataFormat::Binpack, &block[..]).expect("a file");
    let first = chunks.next().expect("a chunk").expect("a file");
    let mut rest = Chunks::new(DataFormat::Binpack, &block[..]).expect("a file");
    rest.skip_to(first.end(), first.left_in_block()).expect("a place in the file");
    let mut facts = [Facts::default(), Facts::default()];
    facts[0].add_chunk(&first).expect("valid entries");
    for chunk in rest {
        facts[1].add_chunk(&chunk.expect("a whole file")).expect("valid entries");
    }
    assert_eq!(facts[0].numbers.positions + facts[1].numbers.positions, entries.len() as u64);
}

#[test]
fn conversion_without_conditions_keeps_bytes_and_marks() {
    let file = write(&random_entries(200, 2));
    let to = DataFormat::Binpack;
    assert!(convert(&file, DataFormat::Binpack, to, Filter::new()) == file);
    assert!(entries_of(to, &file).iter().any(Entry::is_marked));
}

#[test]
fn marks_are_never_scores() {
    let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1").expect("a FEN");
    let mv = tabiya::uci::parse(&position, "e8d8").ok();
    let mark = Entry { position, mv, score: MARK, ply: 1, winner: None };
    let other = Entry { score: 100, ply: 3, ..mark };
    // A negated mark is a score, beyond the limit of conversions.
    let negated = Entry { score: -MARK, ply: 5, ..mark };
    let file = write(&[mark, other, negated]);
    let mut filter = Filter::new();
    filter.scale = 2.0;
    let scaled = entries_of(
        DataFormat::Binpack,
        &convert(&file, DataFormat::Binpack, DataFormat::Binpack, filter),
    );
    assert_eq!(scaled.iter().map(|entry| entry.score).collect::<Vec<_>>(), [MARK, 200, -32_000]);
    let text = convert(&file, DataFormat::Binpack, DataFormat::ScoredFen, Filter::new());
    let text = String::from_utf8(text).expect("text");
    assert_eq!(text.lines().count(), 2);
    assert!(text.contains("| -100 |") && text.contains("| 32000 |"), "{text}");
    let games = convert(&file, DataFormat::Binpack, DataFormat::Viriformat, Filter::new());
    let scores = entries_of(DataFormat::Viriformat, &games);
    assert_eq!(scores.iter().map(|entry| entry.score).collect::<Vec<_>>(), [100, -32_000]);
    let boards = convert(&file, DataFormat::Binpack, DataFormat::Bulletformat, Filter::new());
    assert_eq!(boards.len(), 2 * 32);
}

/// Returns the scores of a chain after a conversion, and its counts.
fn filtered(scores: &[i16], edit: impl Fn(&mut Filter), drop: bool) -> (Vec<i16>, usize, Counts) {
    let mut position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("a FEN");
    let walk = ["e1d1", "e8d8", "d1e1", "d8e8"];
    let mut entries = Vec::new();
    for (ply, score) in (0..).zip(scores) {
        let mv = tabiya::uci::parse(&position, walk[usize::from(ply) % 4]).expect("a move");
        entries.push(Entry { position, mv: Some(mv), score: *score, ply, winner: None });
        position.make_move(mv);
    }
    let file = write(&entries);
    let mut filter = Filter::new();
    edit(&mut filter);
    let mut conversion = Conversion::new(DataFormat::Binpack, filter).expect("a conversion");
    conversion.drop = drop;
    let (out, counts, error) =
        convert_file(&file, &conversion, DataFormat::Binpack, DataFormat::Binpack);
    assert!(error.is_none());
    let mut facts = Facts::default();
    let chunks = Chunks::new(DataFormat::Binpack, &out[..]).expect("a file");
    for chunk in chunks {
        let chunk = chunk.expect("a file");
        facts.add_chunk(&chunk).expect("valid entries");
    }
    let scores = entries_of(DataFormat::Binpack, &out).iter().map(|entry| entry.score).collect();
    (scores, facts.numbers.chains as usize, counts)
}

#[test]
fn rejected_positions_are_marked_inside_a_chain_and_cut_at_its_ends() {
    let below = |filter: &mut Filter| filter.max_score = Some(100);
    let scores = [500, 1, 500, MARK, 2, 3, 500, MARK];
    let (found, chains, counts) = filtered(&scores, below, false);
    assert_eq!(found, [1, MARK, MARK, 2, 3]);
    assert_eq!((chains, counts.read, counts.written, counts.marked), (1, 8, 3, 2));
    assert_eq!((counts.beyond_score, counts.read_marked), (3, 2));
    let (found, chains, counts) = filtered(&scores, below, true);
    assert_eq!((found, chains), (vec![1, 2, 3], 2));
    assert_eq!((counts.written, counts.marked), (3, 0));
    // Without a condition, marks at the ends stay.
    assert_eq!(filtered(&[MARK, 1, MARK], |_| {}, false).0, [MARK, 1, MARK]);
    assert!(filtered(&[500, MARK], below, false).0.is_empty());
}

#[test]
fn conditions_count_what_they_reject() {
    let (_, _, counts) = filtered(&[1, 2, 3], |filter| filter.skip_plies = 2, false);
    assert_eq!((counts.before_ply, counts.written), (2, 1));
    let (_, _, counts) = filtered(&[1, -300, 3], |filter| filter.against_result = Some(200), false);
    assert_eq!((counts.against_result, counts.written), (1, 2));
    let (_, _, counts) = filtered(&[1, 2], |filter| filter.min_pieces = 3, false);
    assert_eq!((counts.other_pieces, counts.written), (2, 0));
    let (_, _, counts) = filtered(&[1, 2], |filter| filter.max_pieces = 2, false);
    assert_eq!(counts.written, 2);
    let (_, _, counts) = filtered(&[9; 1000], |filter| filter.sample = Some(0.25), false);
    assert!((200..300).contains(&counts.written), "{counts:?}");
    let other = |filter: &mut Filter| (filter.sample, filter.seed) = (Some(0.25), 1);
    assert_ne!(filtered(&[9; 1000], other, false).2, counts);
}

/// The loser's score counts, from either view.
#[test]
fn score_against_the_result_is_that_of_the_loser() {
    let position = |fen: &str| Position::from_fen(fen).expect("a FEN");
    let white = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let black = position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    let entry = |position, score, winner| Entry { position, mv: None, score, ply: 0, winner };
    let entries = [
        entry(white, 500, Some(Color::White)),
        entry(white, 500, Some(Color::Black)),
        entry(white, -500, Some(Color::White)),
        entry(black, 500, Some(Color::Black)),
        entry(black, -500, Some(Color::Black)),
        entry(black, 500, Some(Color::White)),
        entry(black, -500, None),
    ];
    let mut filter = Filter::new();
    filter.against_result = Some(400);
    let kept = convert(&write(&entries), DataFormat::Binpack, DataFormat::Binpack, filter);
    let kept = entries_of(DataFormat::Binpack, &kept);
    assert_eq!(kept, [entries[0], entries[3]]);
}

#[test]
fn formats_without_moves_and_wrong_values_are_errors() {
    let error = Chunks::new(DataFormat::ScoredFen, &b""[..]).expect_err("no moves");
    let text = "byte 0: scored-fen has no moves, so that it can be written but not read";
    assert_eq!(error.to_string(), text);
    assert!(Chunks::new(DataFormat::Bulletformat, &b""[..]).is_err());
    let new = |edit: fn(&mut Filter)| {
        let mut filter = Filter::new();
        edit(&mut filter);
        Conversion::new(DataFormat::Binpack, filter).map(drop)
    };
    assert_eq!(new(|filter| filter.sample = Some(1.5)), Err(ConversionError::Sample(1.5)));
    assert_eq!(new(|filter| filter.scale = 0.0), Err(ConversionError::Scale(0.0)));
    assert!(new(|filter| filter.scale = f64::NAN).is_err());
}

#[test]
fn duplicates_after_the_first_are_left_out() {
    let entries = random_entries(100, 3);
    let file = write(&[&entries[..], &entries].concat());
    let conversion = Conversion::new(DataFormat::ScoredFen, Filter::new());
    let conversion = conversion.expect("a conversion");
    let chunks = Chunks::new(DataFormat::Binpack, &file[..]).expect("a file");
    let mut duplicates = Duplicates::new(8 << 20).expect("memory");
    let mut counts = Counts::default();
    let mut lines = Vec::new();
    for chunk in chunks {
        let chunk = chunk.expect("a file");
        let converted = conversion.convert(&chunk, Some(&mut duplicates));
        counts += converted.counts;
        lines.extend(converted.chains.bytes);
    }
    let mut distinct = BTreeMap::new();
    for entry in entries.iter().filter(|entry| !entry.is_marked()) {
        distinct.entry(entry.position.normalized().to_string()).or_insert(*entry);
    }
    assert_eq!(counts.written, distinct.len() as u64);
    assert_eq!(counts.read, counts.written + counts.duplicates + counts.read_marked);
    assert_eq!(String::from_utf8(lines).expect("text").lines().count(), distinct.len());
    // A small memory forgets, and never drops a position that is new.
    let mut small = Duplicates::new(1).expect("memory");
    let firsts = distinct.values().filter(|entry| small.insert(entry)).count();
    assert_eq!(firsts, distinct.len());
}

#[test]
fn truncated_files_deliver_whole_positions_and_their_place() {
    let entries = random_entries(3, 6);
    let file = write(&entries);
    for format in [DataFormat::Binpack, DataFormat::Viriformat, DataFormat::Plain] {
        let file = convert(&file, DataFormat::Binpack, format, Filter::new());
        let all = entries_of(format, &file);
        let conversion = Conversion::new(DataFormat::Binpack, Filter::new());
        let conversion = conversion.expect("a conversion");
        for len in (1..file.len()).step_by(7) {
            let (out, _, error) =
                convert_file(&file[..len], &conversion, format, DataFormat::Binpack);
            let found = entries_of(DataFormat::Binpack, &out);
            assert!(all.starts_with(&found), "{format:?} {len}");
            // Text and games may be cut where one ends.
            if let Some(error) = error {
                assert!(error.offset <= len as u64, "{format:?} {len} {error}");
                let is_text = format == DataFormat::Plain;
                assert!(is_text || error.is_truncation(), "{format:?} {len} {error}");
            } else {
                assert_ne!(format, DataFormat::Binpack, "{len}");
            }
        }
    }
}

#[test]
fn errors_in_text_have_their_line() {
    let line = "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nmove e1d1\nscore 5\nply 0\nresult 0\ne\n";
    let error = |from: &str, to: &str| {
        let text = format!("{line}\n{}", line.replace(from, to));
        let mut chunks = Chunks::new(DataFormat::Plain, text.as_bytes()).expect("text");
        let chunk = chunks.next().expect("a chunk").expect("text");
        let mut count = 0;
        let error = decode(&chunk, |_, _| count += 1).expect_err("an error");
        assert_eq!(count, 1);
        let text = error.to_string();
        text.strip_prefix(&format!("byte {}: ", error.offset)).expect("the place").to_owned()
            + &format!(" at {}", error.offset as usize - line.len() - 1)
    };
    assert_eq!(error("fen 4k3", "fen 5k3"), "invalid FEN at 0");
    assert_eq!(error("e1d1", "e1e3"), "e1e3 is illegal at 34");
    assert_eq!(error("score 5", "score x"), "invalid number after \"score\" at 44");
    assert_eq!(error("score 5", "score 40000"), "invalid number after \"score\" at 44");
    assert_eq!(error("ply 0", "ply -1"), "invalid number after \"ply\" at 52");
    assert_eq!(error("result 0", "result 2"), "invalid number after \"result\" at 58");
    assert_eq!(error("\ne\n", "\nf\n"), "expected a line \"e\" at 67");
    assert_eq!(error("\nresult 0\ne\n", ""), "unexpected end of data at 57");
}

#[test]
fn pgn_by_binpack_equals_viriformat() {
    let text = SCORED_GAMES.repeat(50);
    let convert_to = |format, skip_plies| {
        let mut options = ConvertOptions::new(format);
        options.skip_plies = skip_plies;
        let converter = Converter::new(options).expect("valid options");
        let mut file = Vec::new();
        let mut writer = DataWriter::new(if format == Format::Binpack {
            DataFormat::Binpack
        } else {
            DataFormat::Viriformat
        });
        let mut written = 0;
        let read = ReadOptions { chunk_len: 700, ..ReadOptions::default() };
        let end = read_stream(text.as_bytes(), &read, &converter, |batch| {
            written += batch.value.summary.positions_written;
            writer.write(&batch.value.chains(), &mut file);
            ControlFlow::Continue(())
        });
        end.expect("games");
        writer.finish(&mut file);
        (file, written)
    };
    for skip_plies in 0..5 {
        let (games, written) = convert_to(Format::Viriformat, skip_plies);
        let (chains, same) = convert_to(Format::Binpack, skip_plies);
        assert!(written > 100 && written == same, "{written} {same}");
        let by_way = convert(&chains, DataFormat::Binpack, DataFormat::Viriformat, Filter::new());
        assert!(by_way == games, "{skip_plies}");
    }
}

#[test]
fn results_keep_their_order_and_a_sink_may_end_the_loop() {
    for threads in 1..5 {
        let mut sum = 0;
        let work = |number| {
            if number % 7 == 0 {
                std::thread::yield_now();
            }
            number
        };
        map_in_order(threads, 0..1000_u64, work, |number| {
            assert_eq!(number, sum);
            sum += 1;
            if sum == 500 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(sum, 500);
    }
    let panics = || {
        map_in_order(2, std::iter::repeat(()), |()| panic!("work"), |()| ControlFlow::Continue(()));
    };
    assert!(std::panic::catch_unwind(panics).is_err());
}

/// Every chain of text is one chain, although a chunk has about a megabyte.
#[test]
fn text_is_divided_between_games() {
    let entries: Vec<_> =
        random_entries(400, 8).into_iter().map(|entry| Entry { score: 7, ..entry }).collect();
    let file = write(&entries);
    let text = convert(&file, DataFormat::Binpack, DataFormat::Plain, Filter::new());
    assert!(text.len() > 2 << 20);
    assert!(convert(&text, DataFormat::Plain, DataFormat::Binpack, Filter::new()) == file);
    // Lines may end as on Windows, and blank ones may be between.
    let text = String::from_utf8(text).expect("text").replace('\n', "\r\n");
    let text = text.replace("\r\ne\r\n", "\r\ne\r\n\r\n");
    assert!(
        convert(text.as_bytes(), DataFormat::Plain, DataFormat::Binpack, Filter::new()) == file
    );
}

#[test]
fn text_names_castling_of_chess960_by_the_rook() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1").expect("a FEN");
    let mv =
        tabiya::Move::with_kind(tabiya::Square::F1, tabiya::Square::H1, tabiya::MoveKind::Castling);
    let start = tabiya::viriformat::Entry { position, eval: 0, winner: None, extra: 0 };
    let mut file = Vec::new();
    let Ok(()) = tabiya::viriformat::write_game(&start, [(mv, 5)], |part| {
        file.extend_from_slice(part);
        Ok::<_, std::convert::Infallible>(())
    });
    let text = convert(&file, DataFormat::Viriformat, DataFormat::Plain, Filter::new());
    assert!(String::from_utf8_lossy(&text).contains("move f1h1\n"));
    assert!(convert(&text, DataFormat::Plain, DataFormat::Viriformat, Filter::new()) == file);
}

#[test]
fn chain_cut_inside_a_file_is_no_truncation() {
    let file = write(&random_entries(2, 11));
    let conversion = Conversion::new(DataFormat::Plain, Filter::new());
    let conversion = conversion.expect("formats");
    // The block ends inside a chain, and another block follows.
    let mut damaged = file[..file.len() - 20].to_vec();
    let len = damaged.len() as u32 - 8;
    damaged[4..8].copy_from_slice(&len.to_le_bytes());
    damaged.extend_from_slice(&file);
    let (_, _, error) = convert_file(&damaged, &conversion, DataFormat::Binpack, DataFormat::Plain);
    assert!(!error.expect("an error").is_truncation());
}

#[test]
fn damaged_compression_delivers_what_was_decoded() {
    let file = write(&random_entries(20, 12));
    let all = entries_of(DataFormat::Binpack, &file);
    let compressed = crate::samples::gzip(&file);
    let cut = &compressed[..compressed.len() - 9];
    let mut chunks = Chunks::new(DataFormat::Binpack, cut).expect("a file");
    let mut entries = Vec::new();
    let error = chunks.find_map(|chunk| {
        let chunk = chunk.map(|chunk| decode(&chunk, |entry, _| entries.push(*entry)));
        chunk.err()
    });
    assert!(error.expect("a cut file").is_truncation());
    assert!(chunks.next().is_none());
    assert!(all.starts_with(&entries) && entries.len() > all.len() / 2, "{}", entries.len());
}

#[test]
fn scores_of_games_stay_below_the_mark() {
    for score in [MARK, -MARK, i16::MAX, i16::MIN] {
        let mut options = ConvertOptions::new(Format::Binpack);
        options.default_score = Some(score);
        let converter = Converter::new(options).expect("valid options");
        let mut writer = DataWriter::new(DataFormat::Binpack);
        let mut file = Vec::new();
        let text = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n";
        let end = read_stream(text.as_bytes(), &ReadOptions::default(), &converter, |batch| {
            writer.write(&batch.value.chains(), &mut file);
            ControlFlow::Continue(())
        });
        end.expect("a game");
        writer.finish(&mut file);
        let scores = entries_of(DataFormat::Binpack, &file).into_iter().map(|entry| entry.score);
        let white = if score > 0 { 32_000 } else { -32_000 };
        assert!(scores.eq([white, -white, white]), "{score}");
    }
}
