//! What must hold of any bytes given as a FEN, and of any position.

use std::collections::BTreeSet;
use std::num::NonZeroU16;

use tabiya::{
    Bitboard, Board, CastlingStyle, EnPassantStyle, FenError, FenOptions, PieceType, Position,
    Setup,
};

use super::is_sentence;

/// Any bytes are a position or refused; what is read is sound, and other ways of reading
/// agree.
///
/// # Panics
///
/// If anything of that does not hold.
pub fn check_fen(bytes: &[u8]) {
    let strict = FenOptions::new().read(bytes);
    let composed = FenOptions::new().allow_impossible_checks(true).read(bytes);
    if let Err(error) = &strict {
        is_sentence(error);
        let is_waived = matches!(error, FenError::ImpossibleCheck(_));
        assert_eq!(composed.is_ok(), is_waived, "{}", bytes.escape_ascii());
    } else {
        assert_eq!(strict, composed, "{}", bytes.escape_ascii());
    }
    let first_four = FenOptions::new().allow_impossible_checks(true).read_epd(bytes);
    if let Err(error) = &first_four {
        is_sentence(error);
    }
    let Ok(position) = composed else { return };
    let (first_four, _) = first_four.unwrap_or_else(|error| panic!("{position:?}: {error}"));
    assert_eq!(first_four, position.with_clocks(0, NonZeroU16::MIN), "{position:?}");
    is_sound(&position);
}

/// What must hold of every position: it comes back from each form, what is kept or found by
/// tricks is what a slower way finds, and every move leads to a position again.
///
/// # Panics
///
/// If anything of that does not hold; the message names the position.
pub fn is_sound(position: &Position) {
    assert_eq!(comes_back(position), Ok(()), "{position:?}");
    assert_eq!(position.pack().unpack().as_ref(), Ok(position), "{position:?}");
    let setup = FenOptions::new().allow_impossible_checks(true).check(&Setup::from(*position));
    assert_eq!(setup.as_ref(), Ok(position), "{position:?}");
    attackers_are_those_of_each_piece(position);
    let has_pawns = position.pieces(PieceType::Pawn).any();
    assert_eq!(position.pawn_key() != 0, has_pawns, "{position:?}");

    let board = Board::from(*position);
    assert_eq!(board.to_string(), position.fen().to_string(), "{position:?}");
    let moves = board.legal_moves();
    assert_eq!(moves.len(), board.legal_move_count(), "{board:?}");
    let distinct: BTreeSet<_> = moves.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "a move comes twice in {board:?}");
    for &mv in &moves {
        assert!(board.is_legal(mv), "{mv} in {board:?}");
        let after = board.after(mv);
        assert_eq!(after.key(), after.computed_key(), "{mv} in {board:?}");
        let mut again = *position;
        let undo = again.make_move_undoable(mv);
        assert_eq!(again, after.position(), "{mv} in {board:?}");
        again.unmake_move(mv, undo);
        assert_eq!(again, *position, "{mv} in {board:?}");
        // A move leads from any position, composed or not, to one that strict reading knows.
        let fen = after.fen().en_passant(EnPassantStyle::Always).to_string();
        let again = FenOptions::new().read(fen.as_bytes());
        assert_eq!(again, Ok(after.position()), "{mv} in {board:?}");
    }
}

/// Written in any style and read again, a position is the same; with everything kept, it is
/// equal.
///
/// # Errors
///
/// Which FEN is not the position.
pub fn comes_back(position: &Position) -> Result<(), String> {
    let read = |fen: &str| {
        let again = FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes());
        again.map_err(|error| format!("{fen}: {error}"))
    };
    for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        let written = position.fen().castling(castling);
        let fen = written.en_passant(EnPassantStyle::Always).to_string();
        if read(&fen)? != *position {
            return Err(format!("{fen} is another position"));
        }
        let fields = written.en_passant(EnPassantStyle::Always).clocks(false).to_string();
        if fen.strip_prefix(&fields).is_none_or(|clocks| clocks.split_whitespace().count() != 2) {
            return Err(format!("{fields} is not {fen} without clocks"));
        }
        for en_passant in [EnPassantStyle::Legal, EnPassantStyle::PseudoLegal] {
            let fen = written.en_passant(en_passant).to_string();
            let again = read(&fen)?;
            if !again.same_position(position) || again.computed_key() != position.computed_key() {
                return Err(format!("{fen} is not the same position"));
            }
        }
    }
    Ok(())
}

/// Checkers and pinned pieces, found one piece at a time.
pub(super) fn attackers_are_those_of_each_piece(position: &Position) {
    let us = position.side_to_move();
    let king = position.king(us);
    let theirs = position.colors(!us);
    let checkers: Bitboard =
        theirs.into_iter().filter(|&from| position.attacks_from(from).contains(king)).collect();
    assert_eq!(position.checkers(), checkers, "{position:?}");

    // A piece is pinned if the king is attacked anew without it.
    let ours = position.colors(us) - position.pieces(PieceType::King);
    let shields = |square| {
        let without = position.occupied().without(square);
        ((position.attackers_to(king, without) & theirs) - checkers).any()
    };
    let pinned: Bitboard = ours.into_iter().filter(|&square| shields(square)).collect();
    assert_eq!(position.pinned(), pinned, "{position:?}");
}
