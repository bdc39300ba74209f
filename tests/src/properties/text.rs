//! What must hold of any text given as moves or as an EPD line.

use tabiya::uci::CastlingNotation;
use tabiya::{FenOptions, epd, san, uci, variation};

use super::{is_sentence, position_and_rest};

/// Operations of a line that are looked at one by one.
const OPERATIONS: usize = 16;

/// Any bytes are an EPD line or refused; what is read, written and read again, is equal, and
/// its operations can be asked for anything.
///
/// # Panics
///
/// If anything of that does not hold.
pub fn check_epd(bytes: &[u8]) {
    let options = FenOptions::new().allow_impossible_checks(true);
    let line = match epd::read_with(options, bytes) {
        Ok(line) => line,
        Err(error) => return is_sentence(&error),
    };
    let written = line.to_string();
    let again = epd::read_with(options, &written);
    assert_eq!(again.as_ref(), Ok(&line), "{written}");
    assert_eq!(again.map(|again| again.to_string()).as_ref(), Ok(&written));
    assert!(line.operations().count() <= bytes.len(), "{written}");
    for operation in line.operations().take(OPERATIONS) {
        let operands = operation.operands().count();
        assert!(operands <= bytes.len(), "{written}");
        if let Err(error) = operation.number::<i64>() {
            is_sentence(&error);
        }
        let moves = line.moves(operation.opcode());
        for mv in moves.filter_map(Result::ok) {
            assert!(line.position().is_legal(mv), "{mv} in {written}");
        }
        for mv in line.line(operation.opcode()).into_iter().flatten() {
            if let Err(error) = mv {
                is_sentence(&error);
            }
        }
    }
}

/// A word is a legal move or refused; a move, written and read again, is the same. Moves
/// that are read are made.
///
/// # Panics
///
/// If anything of that does not hold.
pub fn check_uci(bytes: &[u8]) {
    let (mut position, words) = position_and_rest(bytes);
    for word in String::from_utf8_lossy(words).split_whitespace() {
        match uci::parse(&position, word) {
            Ok(mv) => {
                assert!(position.is_legal(mv), "{word} is {mv} in {position:?}");
                let text = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
                assert_eq!(uci::parse(&position, &text), Ok(mv), "{text} in {position:?}");
                position.make_move(mv);
            }
            Err(error) => is_sentence(&error),
        }
    }
}

/// Each word is a legal move or refused, and so is the text as a variation; moves, written
/// and read again, are the same.
///
/// # Panics
///
/// If anything of that does not hold.
pub fn check_san(bytes: &[u8]) {
    let (start, text) = position_and_rest(bytes);
    let text = String::from_utf8_lossy(text);
    for word in text.split_whitespace() {
        match san::parse(&start, word) {
            Ok(mv) => {
                assert!(start.is_legal(mv), "{word} is {mv} in {start:?}");
                let written = san::display(&start, mv);
                assert_eq!(san::parse(&start, written), Ok(mv), "{written} in {start:?}");
            }
            Err(error) => is_sentence(&error),
        }
    }
    let mut reader = variation::read(&start, &*text);
    let (mut position, mut moves) = (start, Vec::new());
    for mv in &mut reader {
        match mv {
            Ok(mv) => {
                assert!(position.is_legal(mv), "{mv} in {position:?}");
                position.make_move(mv);
                moves.push(mv);
            }
            Err(error) => {
                is_sentence(&error);
                assert!(text.get(error.word).is_some_and(|word| !word.is_empty()), "{text}");
            }
        }
    }
    assert_eq!(reader.position(), &position, "{text}");
    for numbers in [true, false] {
        let line = variation::display(&start, &moves).numbers(numbers).to_string();
        let again: Result<Vec<_>, _> = variation::read(&start, &line).collect();
        assert_eq!(again.as_ref(), Ok(&moves), "{line} from {start:?}");
    }
}
