//! Parquet files, read back by the reader of the library.

use std::io::Write;
use std::ops::ControlFlow;

use parquet::file::reader::{FileReader, SerializedFileReader};
use tabiya::{Move, Position, Square};
use tabiya_games::columns::{ColumnOptions, GameColumns};
use tabiya_games::parquet::{ParquetError, ParquetWriter};
use tabiya_games::{ReadOptions, read_stream};

/// Writes the games of a text, which is read in chunks.
fn write(text: &str, options: &ColumnOptions, workers: usize, chunk_len: usize) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = ParquetWriter::new(options).expect("valid options");
    let read = ReadOptions { workers, chunk_len, ..ReadOptions::default() };
    let end = read_stream(text.as_bytes(), &read, options, |batch| {
        writer.write(&batch.into_columns(), &mut file).expect("writing to a Vec");
        ControlFlow::Continue(())
    });
    assert!(end.is_ok(), "{end:?}");
    writer.finish(&mut file).expect("writing to a Vec");
    file
}

/// Returns the rows as text, and the number of row groups.
fn read(bytes: &[u8]) -> (Vec<String>, usize) {
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(bytes).expect("a temporary file");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    let rows = reader.get_row_iter(None).expect("rows");
    let rows = rows.map(|row| row.expect("a row").to_string()).collect();
    (rows, reader.num_row_groups())
}

#[test]
fn parquet_rows_are_those_of_the_games() {
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
            "{{game_id: 0, text_offset: 0, text_len: {len}, start_fen: \"{start}\", result: 1, moves: \
             [{e4}, {e5}], clocks: [6000, null], evals: [30, null], mates: [null, -2], error: null, \
             White: \"K\u{F6}nig\", FEN: null}}"
        )
    );
    let error = "\"Kg8\": not a legal move: no matching black king can move to g8";
    assert_eq!(
        rows[1],
        format!(
            "{{game_id: 1, text_offset: {len}, text_len: {}, start_fen: \"{fen}\", result: -1, moves: \
             [{kf2}], clocks: [null], evals: [null], mates: [null], error: \"{error}\", White: null, \
             FEN: \"{fen}\"}}",
            second.len()
        )
    );
    // A game without start position has empty lists.
    let empty =
        "start_fen: null, result: 0, moves: [], clocks: [], evals: [], mates: [], error: \"";
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
    for names in [vec!["White", "White"], vec!["moves"]] {
        let error = ParquetWriter::new(&ColumnOptions::new().tags(names)).expect_err("twice");
        assert!(matches!(error, ParquetError::Column { .. }), "{error:?}");
    }
    // The column exists only if selected.
    assert!(ParquetWriter::new(&ColumnOptions::new().tags(["clocks"])).is_ok());
}

#[test]
fn parquet_without_games_is_a_file() {
    let options = ColumnOptions::new();
    assert!(GameColumns::new(&options).is_empty());
    assert_eq!(read(&write("", &options, 1, 10)).0.len(), 0);
}
