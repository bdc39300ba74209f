//! Parquet and Arrow files, read back by their libraries' readers.

use std::fs::File;
use std::io::{Cursor, Write};
use std::ops::ControlFlow;

use arrow_ipc::reader::FileReader as ArrowReader;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::reader::{FileReader, SerializedFileReader};
use tabiya::{Move, Position, Square};
use tabiya_games::columns::{ColumnOptions, GameColumns, Rows};
use tabiya_games::tables::{TableError, TableFormat, TableWriter};
use tabiya_games::{ReadOptions, read_stream};

/// Writes the games in a text, which is read in chunks.
fn write(text: &str, options: &ColumnOptions, workers: usize, chunk_len: usize) -> Vec<u8> {
    let writer = new_writer(TableFormat::Parquet, Rows::Game, options);
    write_with(writer, text, options, ReadOptions { workers, chunk_len, ..ReadOptions::default() })
}

fn new_writer(format: TableFormat, rows: Rows, options: &ColumnOptions) -> TableWriter {
    TableWriter::new(format, rows, options).expect("valid options")
}

fn write_with(
    mut writer: TableWriter,
    text: &str,
    options: &ColumnOptions,
    read: ReadOptions<'_>,
) -> Vec<u8> {
    let mut file = Vec::new();
    let end = read_stream(text.as_bytes(), &read, options, |batch| {
        writer.write(&batch.into_columns(), &mut file).expect("writing to a Vec");
        ControlFlow::Continue(())
    });
    assert!(end.is_ok(), "{end:?}");
    writer.finish(&mut file).expect("writing to a Vec");
    file
}

fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(bytes).expect("a temporary file");
    file
}

/// Returns the rows as text, and the number of row groups.
fn read(bytes: &[u8]) -> (Vec<String>, usize) {
    let reader = SerializedFileReader::new(file(bytes)).expect("a Parquet file");
    let rows = reader.get_row_iter(None).expect("rows");
    let rows = rows.map(|row| row.expect("a row").to_string()).collect();
    (rows, reader.num_row_groups())
}

#[test]
fn parquet_rows_equal_the_games() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let first =
        "[White \"K\u{F6}nig\"]\n\n1. e4 {[%eval 0.3] [%clk 0:01:00]} e5 {[%eval #-2]} 1-0\n\n";
    let second = format!("[FEN \"{fen}\"]\n\n1. Kf2 Kg8 0-1\n\n");
    let text = format!("{first}{second}[FEN \"8\"] 1/2-1/2\n");
    let options = ColumnOptions::new().tags(["White", "FEN"]).clocks(true).evals(true);
    let (rows, _) = read(&write(&text, &options, 1, 1000));
    let start = Position::START;
    let bits = |from: Square, to: Square| Move::new(from, to).to_bits();
    let [e4, e5] = [bits(Square::E2, Square::E4), bits(Square::E7, Square::E5)];
    let len = first.len();
    let kf2 = bits(Square::E1, Square::F2);
    assert_eq!(
        rows[0],
        format!(
            "{{game_id: 0, text_offset: 0, text_len: {len}, start_fen: \"{start}\", outcome: 1, moves: \
             [{e4}, {e5}], clocks: [6000, null], evals: [30, null], mates: [null, -2], depths: [null, null], error: null, \
             White: \"K\u{F6}nig\", FEN: null}}"
        )
    );
    let error = "\"Kg8\": not a legal move: no matching black king can move to g8";
    assert_eq!(
        rows[1],
        format!(
            "{{game_id: 1, text_offset: {len}, text_len: {}, start_fen: \"{fen}\", outcome: -1, moves: \
             [{kf2}], clocks: [null], evals: [null], mates: [null], depths: [null], error: \"{error}\", White: null, \
             FEN: \"{fen}\"}}",
            second.len()
        )
    );
    // A game without start position has empty lists.
    let empty = "start_fen: null, outcome: 0, moves: [], clocks: [], evals: [], mates: [], depths: [], error: \"";
    assert!(rows[2].contains(empty), "{}", rows[2]);
    assert_eq!(rows.len(), 3);
}

#[test]
fn parquet_does_not_depend_on_threads_and_chunks() {
    let game = |n: usize| format!("[Round \"{n}\"]\n\n{} *\n\n", ["1. e4 e5", "", "1. d4"][n % 3]);
    let text: String = (0..66_000).map(game).collect();
    let options = ColumnOptions::new().tags(["Round"]);
    let expected = write(&text, &options, 1, 1 << 20);
    for (workers, chunk_len) in [(2, 1 << 16), (3, 333_333)] {
        assert!(write(&text, &options, workers, chunk_len) == expected);
    }
    let (rows, groups) = read(&expected);
    assert_eq!((rows.len(), groups), (66_000, 2), "a row group has at most 65,536 games");
    let last = rows.last().expect("rows");
    assert!(last.contains("game_id: 65999,") && last.ends_with("Round: \"65999\"}"), "{last}");
}

#[test]
fn parquet_column_defined_twice_is_an_error() {
    let new = |rows, name| {
        let options = ColumnOptions::new().tags(name);
        TableWriter::new(TableFormat::Parquet, rows, &options)
    };
    for (rows, names) in [
        (Rows::Game, vec!["White", "White"]),
        (Rows::Game, vec!["White", "white"]),
        (Rows::Game, vec!["moves"]),
        (Rows::Game, vec!["Error"]),
        (Rows::Move, vec!["FEN"]),
    ] {
        let error = new(rows, names).expect_err("twice");
        assert!(matches!(error, TableError::Column { .. }), "{error:?}");
    }
    // The column exists only if selected.
    assert!(new(Rows::Game, vec!["clocks"]).is_ok());
    assert!(new(Rows::Game, tabiya::pgn::ROSTER.to_vec()).is_ok(), "the tag Result");
}

/// The games for the move tests: comments from an engine match and from Lichess, an error,
/// Chess960.
const GAMES: &str = "[White \"A\"]\n\n1. e4 {+0.31/20 1.3s, tl=58.7s} e5 {[%eval #-2]} 1-0\n\n1. d4 Nf3 *\n\n\
    [FEN \"rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1\"]\n\n1. O-O-O *\n";

#[test]
fn move_rows_are_equal_in_both_formats() {
    let options = ColumnOptions::new().tags(["White"]).clocks(true).elapsed_times(true).evals(true);
    let text = GAMES.repeat(100);
    let read = |workers, chunk_len| ReadOptions { workers, chunk_len, ..ReadOptions::default() };
    let write = |format, workers, chunk_len| {
        let writer = new_writer(format, Rows::Move, &options);
        write_with(writer, &text, &options, read(workers, chunk_len))
    };
    let parquet = write(TableFormat::Parquet, 1, 1 << 20);
    assert!(write(TableFormat::Parquet, 2, 77) == parquet, "any chunks");
    let (rows, _) = self::read(&parquet);
    let start = Position::START;
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let expected = [
        format!(
            "{{game_id: 0, ply: 0, fen: \"{start}\", san: \"e4\", uci: \"e2e4\", clock: 5870, \
             elapsed_time: 130, eval: 31, mate: null, depth: 20, White: \"A\"}}"
        ),
        format!(
            "{{game_id: 0, ply: 1, fen: \"{after}\", san: \"e5\", uci: \"e7e5\", clock: null, \
             elapsed_time: null, eval: null, mate: -2, depth: null, White: \"A\"}}"
        ),
    ];
    assert_eq!(rows[..2], expected);
    assert!(rows[2].contains("game_id: 1, ply: 0") && rows[2].contains("san: \"d4\""));
    assert!(rows[3].contains("game_id: 2, ply: 0") && rows[3].contains("uci: \"b1a1\""));
    assert_eq!(rows.len(), 400, "with the move before the error");

    let arrow = write(TableFormat::Arrow, 2, 77);
    let reader = ArrowReader::try_new(Cursor::new(arrow), None).expect("an Arrow file");
    let schema = reader.schema();
    let batches: Vec<_> = reader.map(|batch| batch.expect("rows")).collect();
    let builder = ParquetRecordBatchReaderBuilder::try_new(file(&parquet)).expect("a Parquet file");
    assert_eq!(builder.schema().fields(), schema.fields(), "one schema");
    let others = builder.with_batch_size(1 << 20).build().expect("a reader");
    let others: Vec<_> = others.map(|batch| batch.expect("rows")).collect();
    assert!(batches == others, "equal values");
}

#[test]
fn null_move_is_a_move_with_an_error() {
    let options = ColumnOptions::new();
    let writer = new_writer(TableFormat::Parquet, Rows::Move, &options);
    let text = "1. e4 -- 2. d4 -- 3. Nf9 *\n\n1. c4 -- -- *\n\n1. e5 *";
    let bytes = write_with(writer, text, &options, ReadOptions::default());
    let (rows, _) = read(&bytes);
    let expected = ["e4", "--", "d4", "--", "c4", "--", "--"];
    let sans: Vec<_> = rows.iter().filter_map(|row| row.split('"').nth(3)).collect();
    assert_eq!(sans, expected);
    assert!(rows[1].contains("uci: \"0000\"") && rows[4].contains("game_id: 1, ply: 0"));
    // The error that ends the moves comes last, and each game has its own.
    let (rows, _) = read(&write(text, &options, 1, 1 << 20));
    let reasons = ["Nf9", "null move", "e5"];
    assert!(rows.iter().zip(reasons).all(|(row, reason)| row.contains(reason)), "{rows:?}");
}

#[test]
fn parquet_without_games_is_a_file() {
    let options = ColumnOptions::new();
    assert!(GameColumns::new(&options).is_empty());
    assert_eq!(read(&write("", &options, 1, 10)).0.len(), 0);
}
