//! Properties of the EPD, UCI and SAN parsers.

use tabiya::uci::{CastlingNotation, UciPositionError};
use tabiya::{Board, EnPassantStyle, FenOptions, Position, epd, move_text, san, uci, variation};

use super::{assert_plain_message, position_and_rest};

/// The maximum number of operations in a line that are checked.
const MAX_OPERATIONS: usize = 16;

/// Checks that bytes are rejected, or are an EPD line that round-trips and whose operations are readable.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_epd(bytes: &[u8]) {
    let options = FenOptions::new().allow_impossible_checks(true);
    check_lenient_epd(options, bytes);
    check_position_command(options, bytes);
    let line = match epd::read_with(options, bytes) {
        Ok(line) => line,
        Err(error) => return assert_plain_message(&error),
    };
    let written = line.to_string();
    let parsed = epd::read_with(options, &written);
    assert_eq!(parsed.as_ref(), Ok(&line), "{written}");
    assert_eq!(parsed.map(|parsed| parsed.to_string()).as_ref(), Ok(&written));
    assert!(line.operations().count() <= bytes.len(), "{written}");
    for operation in line.operations().take(MAX_OPERATIONS) {
        let operands = operation.operands().count();
        assert!(operands <= bytes.len(), "{written}");
        if let Err(error) = operation.number::<i64>() {
            assert_plain_message(&error);
        }
        let moves = line.moves(operation.opcode());
        for mv in moves.filter_map(Result::ok) {
            assert!(line.position().is_legal(mv), "{mv:?} in {written}");
        }
        for mv in line.line(operation.opcode()).into_iter().flatten() {
            if let Err(error) = mv {
                assert_plain_message(&error);
            }
        }
    }
}

/// Checks that lenient reading rejects bytes, or keeps what follows the position, and agrees with strict reading.
fn check_lenient_epd(options: FenOptions, bytes: &[u8]) {
    let line = match epd::read_lenient(options, bytes) {
        Ok(line) => line,
        Err(error) => return assert_plain_message(&error),
    };
    if let Ok(strict) = epd::read_with(options, bytes) {
        assert_eq!(line.position(), strict.position(), "{}", bytes.escape_ascii());
    }
    for raw in line.raw_operations().take(MAX_OPERATIONS) {
        assert!(bytes[raw.offset()..].starts_with(raw.text()), "{raw}");
        assert!(!raw.text().is_empty(), "{raw}");
        assert!(raw.to_string().ends_with("; kept as text"), "{raw}");
    }
    // Escapes depend on all operations in a line, which may be written in another order.
    if str::from_utf8(bytes).is_ok_and(|text| !text.contains('\\')) {
        let written = line.to_string();
        let parsed = epd::read_lenient(options, &written);
        assert_eq!(parsed, Ok(line), "{written}");
    }
}

/// Checks that UCI's `position` reads the position that lenient reading does, and legal moves.
fn check_position_command(options: FenOptions, bytes: &[u8]) {
    if let Ok(command) = epd::read_command(options, bytes) {
        let mut position = *command.start().position();
        for mv in command.moves() {
            match mv {
                Ok(mv) => {
                    assert!(position.is_legal(mv), "{mv:?} in {position:?}");
                    position.make_move(mv);
                }
                Err(error) => assert_plain_message(&error),
            }
        }
    }
    if let Ok(line) = epd::read_lenient(options, bytes)
        && bytes.windows(5).all(|word| word != b"moves")
    {
        let command = [b"position fen ", bytes, b" moves"].concat();
        let command = epd::read_command(options, &command);
        let start = command.map(|command| *command.start());
        assert_eq!(start, Ok(line), "{}", bytes.escape_ascii());
    }
}

/// Checks that each token is rejected, or is a legal UCI move that round-trips and is made, and
/// that the arguments to a `position` command are read likewise.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_uci(bytes: &[u8]) {
    let options = FenOptions::new().allow_impossible_checks(true);
    match uci::parse_position(options, bytes) {
        Ok(game) => assert_eq!(game.keys.as_slice().last(), Some(&game.board.computed_key())),
        Err(error) => assert_plain_message(&error),
    }
    let (mut position, tokens) = position_and_rest(bytes);
    check_uci_position(options, position, tokens);
    for token in String::from_utf8_lossy(tokens).split_whitespace() {
        match uci::parse(&position, token) {
            Ok(mv) => {
                assert!(position.is_legal(mv), "{token} is {mv:?} in {position:?}");
                let text = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
                assert_eq!(uci::parse(&position, &text), Ok(mv), "{text} in {position:?}");
                position.make_move(mv);
            }
            Err(error) => assert_plain_message(&error),
        }
    }
}

/// Checks that the moves in a `position` command are made up to the first one that is rejected.
fn check_uci_position(options: FenOptions, start: Position, tokens: &[u8]) {
    let arguments = [
        b"fen ",
        start.fen().en_passant(EnPassantStyle::Always).to_string().as_bytes(),
        b" moves ",
        tokens,
    ]
    .concat();
    let mut board = Board::from(start);
    let mut keys = vec![board.key()];
    let words = tokens.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let rejected = words.zip(1..).find_map(|(word, number)| match uci::parse(&board, word) {
        Ok(mv) => {
            board.make_move(mv);
            keys.push(board.key());
            None
        }
        Err(error) => Some(UciPositionError::Move { number, error }),
    });
    match (uci::parse_position(options, arguments), rejected) {
        (Ok(game), None) => assert_eq!((game.board, game.keys.as_slice()), (board, &*keys)),
        (result, rejected) => assert_eq!(result.err(), rejected, "{start:?}"),
    }
}

/// Checks that each token is rejected, or is a legal SAN move that round-trips, and the whole text as a
/// variation likewise.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_san(bytes: &[u8]) {
    let (start, text) = position_and_rest(bytes);
    let text = String::from_utf8_lossy(text);
    for token in text.split_whitespace() {
        match san::parse(&start, token) {
            Ok(mv) => {
                assert!(start.is_legal(mv), "{token} is {mv:?} in {start:?}");
                let written = san::display(&start, mv);
                assert_eq!(san::parse(&start, written), Ok(mv), "{written} in {start:?}");
            }
            Err(error) => assert_plain_message(&error),
        }
        check_any_notation(&start, token);
    }
    let mut reader = variation::read(&start, &*text);
    let mut position = start;
    let mut moves = Vec::new();
    for mv in &mut reader {
        match mv {
            Ok(mv) => {
                assert!(position.is_legal(mv), "{mv:?} in {position:?}");
                position.make_move(mv);
                moves.push(mv);
            }
            Err(error) => {
                assert_plain_message(&error);
                assert!(text.get(error.word).is_some_and(|word| !word.is_empty()), "{text}");
            }
        }
    }
    assert_eq!(reader.position(), &position, "{text}");
    for numbers in [true, false] {
        let line = variation::display(&start, &moves).numbers(numbers).to_string();
        let parsed: Result<Vec<_>, _> = variation::read(&start, &line).collect();
        assert_eq!(parsed.as_ref(), Ok(&moves), "{line} from {start:?}");
    }
}

/// Checks that a text has a legal move in any notation if and only if it has one in SAN or UCI.
fn check_any_notation(position: &Position, token: &str) {
    let by_san = san::parse(position, token).ok();
    let by_uci = uci::parse(position, token).ok();
    if let (Some(san), Some(uci)) = (by_san, by_uci) {
        assert_eq!(san, uci, "{token} in {position:?}");
    }
    match move_text::parse(position, token) {
        Ok(None) => {
            assert!(["--", "Z0", "0000", "@@@@", "null", "NULL"].contains(&token), "{token}");
        }
        Ok(mv) => assert_eq!(mv, by_san.or(by_uci), "{token} in {position:?}"),
        Err(error) => {
            assert_eq!(by_san.or(by_uci), None, "{token} in {position:?}");
            assert_plain_message(&error);
        }
    }
    if let Some(mv) = by_san {
        let long = san::display_long(position, mv);
        assert_eq!(san::parse(position, long), Ok(mv), "{long} in {position:?}");
    }
}
