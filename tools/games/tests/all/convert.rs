//! Conversions: contents for each format, errors, choice of positions, independence from threads.

use std::io::Read;
use std::ops::ControlFlow;

use tabiya::pgn;
use tabiya::uci::UciMove;
use tabiya::{PackedPosition, Position, bulletformat, viriformat};
use tabiya_games::columns::Rows;
use tabiya_games::convert::{
    ConvertOptions, Converted, Converter, ErrorPolicy, Format, MoveNotation, Summary,
    ViriPgnErrorKind, viriformat_to_pgn,
};
use tabiya_games::{ReadEnd, ReadOptions, read_stream};

use crate::samples::{Folder, gzip, pzstd, zstd_frame};

/// Three games: one with scores from the first move on, an illegal move, and an unknown result.
const GAMES: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.3]} d5 {[%eval #4]} 2. exd5 \
    {[%eval -1.5]} Qxd5 1-0\n\n1. d4 {[%eval 0.1]} d5 2. Nf9 0-1\n\n1. c4 {[%eval 0.1]} e5 *\n";

fn options(format: Format) -> ConvertOptions {
    ConvertOptions::new(format)
}

/// Converts a text in chunks of a given length.
fn convert_chunks(text: &[u8], options: &ConvertOptions, workers: usize, len: usize) -> Converted {
    let converter = Converter::new(options.clone()).unwrap_or_else(|error| panic!("{error}"));
    let mut whole = Converted::default();
    whole.bytes = converter.header();
    let read = ReadOptions { workers, chunk_len: len, ..ReadOptions::default() };
    let end = read_stream(text, &read, &converter, |batch| {
        let part = batch.value;
        whole.bytes.extend(part.bytes);
        whole.summary += part.summary;
        whole.first_error = whole.first_error.take().or(part.first_error);
        whole.is_failed = part.is_failed;
        if part.is_failed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(end, Ok(ReadEnd::Complete | ReadEnd::Stopped)), "{end:?}");
    whole
}

fn convert(text: impl AsRef<[u8]>, options: &ConvertOptions) -> Converted {
    convert_chunks(text.as_ref(), options, 1, 1 << 20)
}

fn lines(converted: &Converted) -> Vec<&str> {
    str::from_utf8(&converted.bytes).expect("UTF-8").lines().collect()
}

/// Checks that each game and position is counted once.
#[track_caller]
fn check_counts(summary: Summary, positions: Option<u64>) {
    let games = summary.games_written
        + summary.games_skipped
        + summary.games_with_null_moves
        + summary.games_of_chess960
        + summary.games_without_result
        + summary.games_without_records;
    assert_eq!(games, summary.games, "{summary:?}");
    if let Some(positions) = positions {
        let counted = summary.positions_written
            + summary.positions_before_ply
            + summary.positions_not_quiet
            + summary.positions_without_score
            + summary.positions_not_sampled;
        assert_eq!(counted, positions, "{summary:?}");
    }
}

#[test]
fn scores_belong_to_the_position_before_the_move() {
    let converted = convert(GAMES, &options(Format::ScoredFen));
    let expected = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 30 | 1.0",
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 | 31996 | 1.0",
        "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 | -150 | 1.0",
    ];
    assert_eq!(lines(&converted), expected);
    let summary = converted.summary;
    assert_eq!((summary.games, summary.games_written), (3, 1));
    assert_eq!((summary.games_skipped, summary.games_without_result), (1, 1));
    assert_eq!((summary.positions_written, summary.positions_without_score), (3, 1));
    check_counts(summary, Some(4));
    let error = converted.first_error.expect("an illegal move").to_string();
    let offset = GAMES.find("Nf9").expect("the illegal move");
    assert!(error.starts_with(&format!("byte {offset}, ply 2: \"Nf9\": ")), "{error}");
}

#[test]
fn engine_comment_scores_the_position_before_the_move() {
    let text = "1. e4 {+0.31/20 1.3s} e5 {-0.28/19 0.9s} 2. Nf3 {+0.30/21, n=1200345} Nc6 {book} \
        3. Bb5 {+M15/30 0.1s} 1-0\n\n1. d4 {+0.10/9 1s [%eval 0.2]} d5 {+0.40/9 1s} 0-1";
    let converted = convert(text, &options(Format::ScoredFen));
    let scores = |fen: &&str| fen.split(" | ").nth(1).map(str::to_owned).expect("a score");
    let found: Vec<_> = lines(&converted).iter().map(scores).collect();
    assert_eq!(found, ["31", "28", "30", "31992", "10", "20"], "the mate is before 3. Bb5");
    assert_eq!(converted.summary.positions_without_score, 1, "after 2. Nf3");
    let json = convert(text, &options(Format::JsonLines));
    let value: serde_json::Value = serde_json::from_str(lines(&json)[0]).expect("JSON");
    let cp = |value: i32| serde_json::json!({ "cp": value });
    let mate = serde_json::json!({"mate": 8});
    assert_eq!(value["evals"], serde_json::json!([cp(31), cp(28), cp(30), null, mate]));
}

#[test]
fn default_score_serves_positions_without_eval() {
    let mut options = options(Format::Bulletformat);
    options.default_score = Some(7);
    let converted = convert(GAMES, &options);
    let (entries, rest) = converted.bytes.as_chunks::<32>();
    assert_eq!((entries.len(), rest), (4, &[][..]));
    let read = |index: usize| bulletformat::Entry::from_bytes(&entries[index]).expect("an entry");
    assert_eq!(read(0).score, 7);
    // The format has no castling rights.
    assert_eq!(read(0).position.to_string(), Position::START.to_string().replace("KQkq", "-"));
    // Black to move: the score is negated.
    assert_eq!((read(1).score, read(3).score), (-30, 150));
    check_counts(converted.summary, Some(4));
}

#[test]
fn viriformat_has_a_game_per_score_run() {
    let text = "1. e4 {[%eval 0.1]} e5 {[%eval 0.2]} 2. Nf3 Nc6 {[%eval 0.3]} 3. Bb5 a6 1/2-1/2";
    let converted = convert(text, &options(Format::Viriformat));
    let mut rest = &converted.bytes[..];
    let mut runs = Vec::new();
    while !rest.is_empty() {
        let mut game = viriformat::Game::read(rest).expect("a game");
        let steps = game.by_ref().map(|step| step.expect("a step"));
        runs.push(
            steps.map(|step| (UciMove::from(step.mv).to_string(), step.eval)).collect::<Vec<_>>(),
        );
        rest = game.rest();
    }
    let run = |steps: &[(&str, i16)]| {
        steps.iter().map(|&(mv, eval)| (mv.to_owned(), eval)).collect::<Vec<_>>()
    };
    assert_eq!(runs, [run(&[("e7e5", 10), ("g1f3", 20)]), run(&[("f1b5", 30)])]);
    assert_eq!((converted.summary.games_written, converted.summary.positions_written), (1, 3));
    check_counts(converted.summary, Some(6));
}

#[test]
fn viriformat_as_pgn_yields_the_same_bytes() {
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha - 2 9\"]\n\n\
        9. O-O {[%eval -0.07]} O-O-O {[%eval #-3]} 10. a4 0-1\n\n";
    let text = [GAMES, chess960].concat();
    let mut options = options(Format::Viriformat);
    options.default_score = Some(-12);
    let bytes = convert(&text, &options).bytes;
    let mut pgn = Vec::new();
    assert_eq!(viriformat_to_pgn(&bytes[..], &mut pgn).ok(), Some(2));
    options.default_score = None;
    assert_eq!(convert(&pgn, &options).bytes, bytes, "{}", pgn.escape_ascii());
}

#[test]
fn viriformat_with_error_is_converted_up_to_it() {
    let bytes = convert(GAMES, &options(Format::Viriformat)).bytes;
    let twice = [&bytes[..], &bytes].concat();
    for len in bytes.len() + 1..twice.len() {
        let mut pgn = Vec::new();
        let error = viriformat_to_pgn(&twice[..len], &mut pgn).expect_err("truncated");
        assert_eq!((error.games, error.offset), (1, bytes.len() as u64));
        assert_eq!(pgn::games(&pgn).count(), 1);
    }
    let mut illegal = twice;
    illegal[bytes.len() + 32] ^= 1;
    let error = viriformat_to_pgn(&illegal[..], Vec::new()).expect_err("an illegal move");
    assert_eq!(error.to_string(), format!("game 2 at byte {}: not converted", bytes.len()));
    // A game without end is not held in memory.
    let endless = bytes[..32].chain(std::io::repeat(1));
    let error = viriformat_to_pgn(endless, Vec::new()).expect_err("too long");
    assert!(matches!(error.fault, ViriPgnErrorKind::TooLong), "{error:?}");
}

#[test]
fn packed_and_fen_positions_are_those_before_moves() {
    let packed = convert(GAMES, &options(Format::Packed));
    let fens = convert(GAMES, &options(Format::Fen));
    let (positions, _) = packed.bytes.as_chunks::<{ PackedPosition::LEN }>();
    let positions = positions.iter().map(|&bytes| PackedPosition::from_bytes(bytes).unpack());
    let positions: Vec<_> =
        positions.map(|position| position.expect("valid").to_string()).collect();
    assert_eq!(lines(&fens), positions);
    assert_eq!((positions.len(), &positions[0]), (6, &Position::START.to_string()));
    assert_eq!(packed.summary.games_written, 2);
    check_counts(fens.summary, Some(6));
}

#[test]
fn options_choose_positions() {
    let text = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. Be2 c6 1-0";
    let plies = |options: &ConvertOptions| {
        let converted = convert(text, options);
        check_counts(converted.summary, Some(8));
        let number = |fen: &str| {
            let position = Position::from_fen(fen).expect("valid");
            2 * usize::from(position.fullmove_number())
                - 1
                - usize::from(position.side_to_move().is_white())
        };
        lines(&converted).into_iter().map(number).collect::<Vec<_>>()
    };
    let mut options = options(Format::Fen);
    assert_eq!(plies(&options), [0, 1, 2, 3, 4, 5, 6, 7]);
    options.quiet_only = true;
    assert_eq!(plies(&options), [0, 1, 4, 5, 7], "without captures and the check");
    options.skip_plies = 1;
    assert_eq!(plies(&options), [1, 4, 5, 7]);
    options.interval = 2.try_into().expect("positive");
    assert_eq!(plies(&options), [1, 5]);
    options.sample = Some(0.0);
    assert_eq!(plies(&options), [0; 0]);
    options.sample = Some(1.0);
    assert_eq!(plies(&options), [1, 5]);
}

#[test]
fn sample_has_its_size_and_depends_on_the_seed() {
    let text: String =
        (0..500).map(|n| format!("[Round \"{n}\"]\n\n1. e4 e5 2. Nf3 *\n\n")).collect();
    let mut options = options(Format::Fen);
    options.sample = Some(0.25);
    let first = convert(&text, &options);
    let written = first.summary.positions_written;
    assert!((300..450).contains(&written), "{written} of 1500");
    // Equal positions in different games are independent.
    let starts = lines(&first).iter().filter(|fen| fen.ends_with("0 1")).count();
    assert!((180..320).contains(&starts), "{starts} of 1000");
    options.seed = 1;
    assert_ne!(convert(&text, &options).bytes, first.bytes);
}

#[test]
fn error_policy_decides_what_is_written() {
    let with_policy = |format, errors| {
        let mut options = options(format);
        options.errors = errors;
        convert(format!("{GAMES}\n[FEN \"x\"]\n\n1. e4 *\n\n1. g4 1-0\n"), &options)
    };
    let skip = with_policy(Format::Uci, ErrorPolicy::Skip);
    assert_eq!(lines(&skip), ["e2e4 d7d5 e4d5 d8d5", "c2c4 e7e5", "g2g4"]);
    assert_eq!((skip.summary.games_skipped, skip.summary.games_with_errors), (2, 2));

    let truncate = with_policy(Format::Uci, ErrorPolicy::Keep);
    assert_eq!(lines(&truncate), ["e2e4 d7d5 e4d5 d8d5", "d2d4 d7d5", "c2c4 e7e5", "g2g4"]);
    assert_eq!((truncate.summary.games_skipped, truncate.summary.games_with_errors), (1, 2));
    check_counts(truncate.summary, None);

    let fail = with_policy(Format::Uci, ErrorPolicy::Stop);
    assert_eq!(lines(&fail), ["e2e4 d7d5 e4d5 d8d5"]);
    assert!(fail.is_failed && !truncate.is_failed);
    assert_eq!(fail.first_error.map(|error| error.game), Some(1));

    let json = with_policy(Format::JsonLines, ErrorPolicy::Keep);
    assert_eq!(json.summary.games_written, 5);
    let bad: serde_json::Value = serde_json::from_str(lines(&json)[3]).expect("JSON");
    assert_eq!(bad["error"]["kind"], "fen");
}

#[test]
fn uci_line_has_another_start_position() {
    let text = "[FEN \"rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1\"]\n\n1. O-O-O O-O-O *\n\n\
        [FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*\n\n1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O *";
    let converted = convert(text, &options(Format::Uci));
    let expected = [
        "fen rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1 moves b1a1 b8a8",
        "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1",
    ];
    assert_eq!(lines(&converted), expected);
}

#[test]
fn json_line_has_everything() {
    let text = b"[White \"K\xF6nig \\\"X\\\" \\\\ \x01\"]\n[White \"second\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w \
        - - 0 1\"]\n\n{[%eval 0.5]} 1. e4 {a [%clk 0:01:00.5] [%eval 1.25]} (1. e3 {[%clk 1]}) Ke7 \
        {[%eval #-2]} 1/2-1/2";
    let mut options = options(Format::JsonLines);
    options.moves = MoveNotation::Both;
    let converted = convert(text, &options);
    let lines = lines(&converted);
    let value: serde_json::Value = serde_json::from_str(lines[0]).expect("JSON");
    let expected = serde_json::json!({
        "tags": {"White": "König \"X\" \\ \u{1}", "FEN": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
        "fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "result": "1/2-1/2",
        "uci": ["e2e4", "e8e7"],
        "san": ["e4", "Ke7"],
        "clocks": [6050, null],
        "start_eval": {"cp": 50},
        "evals": [{"cp": 125}, {"mate": -2}],
        "comments": [{"ply": 1, "text": "a [%clk 0:01:00.5] [%eval 1.25]"}],
        "variations": [{
            "ply": 0,
            "uci": ["e2e3"],
            "san": ["e3"],
            "comments": [{"ply": 1, "text": "[%clk 1]"}],
        }],
    });
    assert_eq!((lines.len(), value), (1, expected));
}

#[test]
fn json_line_has_comments_glyphs_and_variations() {
    let text = b"{ by X } 1. e4! $10 (1. d4 d5 (1... Nf6 {K\xF6nig}) 2. c4 -- 3. Nf9 e5) (1. c4?!) {after} e5 \
        !!! {[%clk 1]} {[%emt 2]} 2. Ke3 {lost} *";
    let mut options = options(Format::JsonLines);
    options.errors = ErrorPolicy::Keep;
    let converted = convert(text, &options);
    let value: serde_json::Value = serde_json::from_str(lines(&converted)[0]).expect("JSON");
    let comments = serde_json::json!([
        {"ply": 0, "text": "by X"},
        {"ply": 1, "text": "after"},
        {"ply": 2, "text": "[%emt 2]"},
    ]);
    assert_eq!(value["comments"], comments, "none after the error");
    let glyphs = serde_json::json!([
        {"ply": 1, "nag": 1}, {"ply": 1, "nag": 10}, {"ply": 2, "sign": "!!!"},
    ]);
    assert_eq!(value["glyphs"], glyphs);
    let first = &value["variations"][0];
    assert_eq!(first["uci"], serde_json::json!(["d2d4", "d7d5", "c2c4", "0000"]));
    assert!(first["error"].as_str().is_some_and(|error| error.contains("Nf9")), "{first}");
    let inner = serde_json::json!([{
        "ply": 1, "uci": ["g8f6"], "comments": [{"ply": 2, "text": "König"}],
    }]);
    assert_eq!(first["variations"], inner);
    let second = serde_json::json!({"ply": 0, "uci": ["c2c4"], "glyphs": [{"ply": 1, "nag": 6}]});
    assert_eq!(value["variations"][1], second);
}

#[test]
fn null_move_is_written_except_in_training_data() {
    for sign in ["--", "Z0", "null", "@@@@", "0000"] {
        let text = format!("1. e4 {sign} {{pass}} 2. d4 (2. c4 {sign}) d5 1-0\n\n1. c4 1-0\n");
        let found = |format: Format, moves: MoveNotation, columns: &str| {
            let mut options = options(format);
            options.moves = moves;
            if format.has_scores() {
                options.default_score = Some(0);
            }
            options.columns = columns.split_whitespace().map(str::to_owned).collect();
            convert(&text, &options)
        };
        let whole = |format| found(format, MoveNotation::Both, "@moves @plies @error");
        let uci = whole(Format::Uci);
        assert_eq!(lines(&uci), ["e2e4 0000 d2d4 d7d5", "c2c4"], "{sign}");
        assert_eq!(lines(&whole(Format::Csv))[1], "e2e4 0000 d2d4 d7d5,4,", "{sign}");
        let json = whole(Format::JsonLines);
        let value: serde_json::Value = serde_json::from_str(lines(&json)[0]).expect("JSON");
        assert_eq!(value["san"], serde_json::json!(["e4", "--", "d4", "d5"]));
        assert_eq!(value["uci"], serde_json::json!(["e2e4", "0000", "d2d4", "d7d5"]));
        assert_eq!(value["comments"], serde_json::json!([{"ply": 2, "text": "pass"}]));
        assert_eq!(value["variations"][0]["san"], serde_json::json!(["c4", "--"]));
        assert_eq!(value.get("error"), None, "{sign}");
        let fens = whole(Format::Fen);
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2";
        assert_eq!((lines(&fens).len(), lines(&fens)[2]), (5, after), "{sign}");
        assert_eq!(whole(Format::Packed).bytes.len(), 5 * PackedPosition::LEN);
        for (format, converted) in Format::ALL.map(|format| (format, whole(format))) {
            let summary = converted.summary;
            let skipped = u64::from(format.has_scores());
            let found = (summary.games_written, summary.games_with_null_moves);
            assert_eq!(found, (2 - skipped, skipped), "{format:?}");
            assert_eq!((summary.games_with_errors, converted.first_error), (0, None));
            check_counts(summary, format.has_scores().then_some(1));
        }
        let mut rows = options(Format::Csv);
        (rows.rows, rows.columns) = (Rows::Move, Vec::new());
        let rows = move_rows(&text, &rows, 1, 1 << 20);
        let row = |line: usize| rows.lines().nth(line).unwrap_or_default();
        assert!(row(2).ends_with(",--,0000,,,,,") && row(4).contains(",d5,d7d5,"), "{rows}");
    }
    let in_check = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- 4. d4 *";
    let mut keep = options(Format::Uci);
    keep.errors = ErrorPolicy::Keep;
    let converted = convert(in_check, &keep);
    assert_eq!(lines(&converted), ["e2e4 e7e5 d1h5 b8c6 h5f7"]);
    assert_eq!(converted.summary.games_with_errors, 1);
}

/// Returns move rows, complete, for chunks of a given length.
fn move_rows(text: &str, options: &ConvertOptions, workers: usize, len: usize) -> String {
    let converter = Converter::new(options.clone()).unwrap_or_else(|error| panic!("{error}"));
    let mut bytes = converter.header();
    let mut games = 0;
    let read = ReadOptions { workers, chunk_len: len, ..ReadOptions::default() };
    let end = read_stream(text.as_bytes(), &read, &converter, |batch| {
        batch.value.write_to(games, &mut bytes).expect("writing to a Vec");
        games += batch.value.summary.games;
        ControlFlow::Continue(())
    });
    assert!(matches!(end, Ok(ReadEnd::Complete)), "{end:?}");
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn move_rows_are_main_line_moves() {
    let text = "[White \"a,\\\"b\\\" \"]\n\n1. e4 {+0.31/20 1.3s, tl=58.7s} (1. d4) e5 {[%eval #-2]} 1-0\n\n\
        1. d4 Nf3 *\n\n1. c4 *\n";
    let mut options = options(Format::Csv);
    options.rows = Rows::Move;
    options.columns = vec!["White".to_owned(), "@plies".to_owned()];
    let start = Position::START;
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let expected = [
        "game_id,ply,fen,san,uci,clock,elapsed_time,eval,mate,depth,White,@plies".to_owned(),
        format!("0,0,{start},e4,e2e4,5870,130,31,,20,\"a,\"\"b\"\" \",2"),
        format!("0,1,{after},e5,e7e5,,,,-2,,\"a,\"\"b\"\" \",2"),
        format!("2,0,{start},c4,c2c4,,,,,,,1"),
    ];
    let csv = move_rows(text, &options, 1, 1 << 20);
    assert_eq!(csv.lines().collect::<Vec<_>>(), expected);
    options.format = Format::JsonLines;
    let json = move_rows(text, &options, 1, 1 << 20);
    let first: serde_json::Value =
        serde_json::from_str(json.lines().next().expect("rows")).expect("JSON");
    let expected = serde_json::json!({
        "game_id": 0, "ply": 0, "fen": start.to_string(), "san": "e4", "uci": "e2e4", "clock": 5870,
        "elapsed_time": 130, "eval": 31, "mate": null, "depth": 20, "White": "a,\"b\" ", "@plies": "2",
    });
    assert_eq!(first, expected);
    options.columns.clear();
    let json = move_rows(text, &options, 1, 1 << 20);
    assert!(json.lines().all(|line| line.ends_with("}") && line.starts_with("{\"game_id\":")));
    for format in [Format::Csv, Format::JsonLines] {
        options.format = format;
        let whole = move_rows(&text.repeat(50), &options, 1, 1 << 20);
        assert_eq!(move_rows(&text.repeat(50), &options, 3, 50), whole);
        assert!(whole.contains("149"), "the number of the last game");
    }
}

/// A game's object has its tags, and the other columns only if they are selected.
#[test]
fn json_games_have_columns_beside_tags() {
    let text = "[White \"a\"]\n\n1. e4 c5 1-0\n\n1. d4 *\n";
    let mut options = options(Format::JsonLines);
    options.columns = ["White", "Black", "@plies", "@result"].map(str::to_owned).into();
    let json = convert(text.as_bytes(), &options).bytes;
    let expected = "{\"tags\":{\"White\":\"a\"},\"@plies\":\"2\",\"@result\":\"1-0\",\"result\":\"1-0\",\"uci\":[\"e2e4\",\"c7c5\"]}\n\
        {\"tags\":{},\"@plies\":\"1\",\"@result\":\"*\",\"result\":\"*\",\"uci\":[\"d2d4\"]}\n";
    assert_eq!(String::from_utf8(json).expect("UTF-8"), expected);
}

#[cfg(feature = "eco")]
#[test]
fn openings_are_game_and_move_columns() {
    let text = "[ECO \"A00\"]\n\n1. Nf3 d5 2. d4 1-0\n\n1. e4 c5 2. Nf9 *\n\n\
        [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n";
    let mut options = options(Format::Csv);
    options.errors = ErrorPolicy::Keep;
    options.columns = ["@opening", "ECO", "@eco"].map(str::to_owned).into();
    let csv = String::from_utf8(convert(text.as_bytes(), &options).bytes).expect("UTF-8");
    let expected = "@opening,ECO,@eco\nQueen's Pawn Game: Zukertort Variation,A00,D02\n\
        Sicilian Defense,,B20\n,,\n";
    assert_eq!(csv, expected);
    options.rows = Rows::Move;
    let csv = move_rows(text, &options, 1, 1 << 20);
    let last: Vec<_> = csv.lines().skip(1).map(|row| row.rsplit(',').next()).collect();
    assert_eq!(last, ["D02", "D02", "D02", "B20", "B20", ""].map(Some));
}

#[test]
fn csv_is_read_back_by_another_reader() {
    let hostile = b"[White \"a,\\\"b\\\"\"]\n[Black \"K\xF6ln \xC3\xB6 \0\"]\n[Event \" =1+1\"]\n\n1. e4 *\n\n\
        [White \"\"]\n\n1. e5 0-1\n";
    let mut options = options(Format::Csv);
    options.columns =
        ["White", "Black", "Event", "@plies", "@moves", "@result", "@fen", "@error", "White"]
            .map(str::to_owned)
            .into();
    options.errors = ErrorPolicy::Keep;
    let converted = convert(hostile, &options);
    let mut reader = csv::Reader::from_reader(&converted.bytes[..]);
    assert_eq!(reader.headers().expect("a header"), &options.columns);
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    let start = &Position::START.to_string()[..];
    let first = ["a,\"b\"", "Köln ö \0", " =1+1", "1", "e2e4", "*", start, "", "a,\"b\""];
    assert_eq!(rows[0], first[..]);
    let error = "\"e5\": not a legal move: no matching white pawn can move to e5";
    assert_eq!(rows[1], ["", "", "", "0", "", "0-1", start, error, ""][..]);
    assert_eq!(rows.len(), 2);
}

#[test]
fn tag_csv_reads_no_moves() {
    let converted = convert(GAMES, &options(Format::Csv));
    assert_eq!(converted.summary.games_written, 3);
    assert_eq!(converted.summary.games_with_errors, 0);
    assert_eq!(lines(&converted)[..2], ["Event,Site,Date,Round,White,Black,Result", ",,,,A,,1-0"]);
}

#[test]
fn bytes_do_not_depend_on_threads_chunks_and_codec() {
    let text: String = (0..60)
        .map(|n| format!("[Round \"{n}\"]\n\n{GAMES}[FEN \"x\"] {{\n\n[Event \"no\"]\n}} *\n\n"))
        .collect();
    let folder = Folder::new();
    for format in Format::ALL {
        let mut options = options(format);
        options.errors = ErrorPolicy::Keep;
        options.sample = format.is_per_position().then_some(0.5);
        let expected = convert(&text, &options);
        assert!(expected.bytes.len() > 1000, "{format:?}");
        for (workers, len) in [(1, 40), (2, 100), (3, 1000)] {
            let found = convert_chunks(text.as_bytes(), &options, workers, len);
            assert_eq!(found.bytes, expected.bytes, "{format:?}, {workers}, {len}");
            assert_eq!(found.summary, expected.summary, "{format:?}, {workers}, {len}");
        }
        let converter = Converter::new(options).expect("valid options");
        for compressed in
            [gzip(text.as_bytes()), zstd_frame(text.as_bytes(), true), pzstd(text.as_bytes(), 500)]
        {
            let mut bytes = converter.header();
            let read = ReadOptions { workers: 2, chunk_len: 700, ..ReadOptions::default() };
            let end = folder.open(&compressed).read(&read, &converter, |batch| {
                bytes.extend(batch.value.bytes);
                ControlFlow::Continue(())
            });
            assert!(matches!(end, Ok(ReadEnd::Complete)), "{end:?}");
            assert!(bytes == expected.bytes, "{format:?}");
        }
    }
}

#[test]
fn options_without_effect_are_errors() {
    let message = |change: fn(&mut ConvertOptions), format| {
        let mut options = options(format);
        change(&mut options);
        Converter::new(options).map_err(|error| error.to_string()).err().unwrap_or_default()
    };
    for (expected, change, format) in [
        (
            "default score: no effect on the format packed",
            (|options| options.default_score = Some(0)) as fn(&mut ConvertOptions),
            Format::Packed,
        ),
        (
            "every: no effect on the format viriformat",
            |o| o.interval = 2.try_into().unwrap(),
            Format::Viriformat,
        ),
        ("plies to skip: no effect on the format csv", |o| o.skip_plies = 1, Format::Csv),
        ("sample NaN: out of range; expected 0 to 1", |o| o.sample = Some(f64::NAN), Format::Fen),
        ("column \"\": not the name of a tag", |o| o.columns = vec![String::new()], Format::Csv),
        (
            if cfg!(feature = "eco") {
                "column \"@x\": unknown; expected @result, @fen, @moves, @plies, @eco, @opening or @error"
            } else {
                "column \"@x\": unknown; expected @result, @fen, @moves, @plies or @error"
            },
            |o| o.columns = vec!["@x".to_owned()],
            Format::Csv,
        ),
        (
            "column \"@plies\": defined twice; expected names that differ in more than case",
            |o| o.columns = vec!["@plies".to_owned(); 2],
            Format::JsonLines,
        ),
        ("rows of moves: no effect on the format uci", |o| o.rows = Rows::Move, Format::Uci),
        (
            "column \"FEN\": defined twice; expected names that differ in more than case",
            |o| {
                o.rows = Rows::Move;
                o.columns = vec!["FEN".to_owned()];
            },
            Format::Csv,
        ),
        ("", |o| o.skip_plies = 1, Format::Viriformat),
    ] {
        assert_eq!(message(change, format), expected);
    }
}
