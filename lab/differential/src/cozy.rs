//! The adapter for cozy-chess.

use cozy_chess::{Board, FenParseError, GameStatus};
use tabiya::{
    Bitboard, CastlingRights, CastlingSide, Color, FenError, File, Move, MoveKind, PieceType,
    Position, Rank, Square,
};
use tabiya_tests::differential::{
    GeneratorAdapter, PositionAdapter, PositionFields, SetUpError, Status, encoded_moves,
    pair_moves, shredder_fen,
};

/// The adapter for cozy-chess, whose halfmove clock is limited to 100.
#[derive(Clone, Copy, Debug)]
pub struct Cozy;

/// cozy-chess's maximum halfmove clock.
const MAX_HALFMOVE_CLOCK: u32 = 100;

struct CozyPosition {
    board: Board,
    moves: Vec<(Move, cozy_chess::Move)>,
}

impl GeneratorAdapter for Cozy {
    fn name(&self) -> &'static str {
        "cozy-chess"
    }

    fn set_up(&self, position: &Position) -> Result<Box<dyn PositionAdapter>, SetUpError> {
        let fen = shredder_fen(position);
        let board = Board::from_fen(&fen, true).map_err(|error| set_up_error(position, &error))?;
        let mut moves = Vec::new();
        board.generate_moves(|piece_moves| {
            moves.extend(piece_moves);
            false
        });
        let moves = pair_moves(moves, |mv| encode(&board, mv));
        Ok(Box::new(CozyPosition { board, moves }))
    }

    fn expected_fields(&self, fields: PositionFields) -> PositionFields {
        PositionFields { halfmove_clock: fields.halfmove_clock.min(MAX_HALFMOVE_CLOCK), ..fields }
    }
}

impl PositionAdapter for CozyPosition {
    fn moves(&self) -> Vec<Move> {
        encoded_moves(&self.moves)
    }

    /// A draw with legal moves is one by the fifty-move rule, not a stalemate.
    fn status(&self) -> Status {
        let status = self.board.status();
        Status {
            check: !self.board.checkers().is_empty(),
            checkmate: status == GameStatus::Won,
            stalemate: status == GameStatus::Drawn && self.moves.is_empty(),
        }
    }

    fn fields_after(&self, index: usize) -> PositionFields {
        let mut after = self.board.clone();
        after.play_unchecked(self.moves[index].1);
        fields(&after)
    }
}

/// Returns [`SetUpError::Unsupported`] for known limitations in cozy-chess.
fn set_up_error(position: &Position, error: &FenParseError) -> SetUpError {
    // Tabiya's strict FEN options reject the same positions.
    let is_impossible_check =
        || matches!(Position::from_fen(shredder_fen(position)), Err(FenError::ImpossibleCheck(_)));
    match error {
        FenParseError::InvalidHalfMoveClock
            if u32::from(position.halfmove_clock()) > MAX_HALFMOVE_CLOCK =>
        {
            SetUpError::Unsupported("a halfmove clock over 100")
        }
        FenParseError::InvalidEnPassant if is_impossible_check() => {
            SetUpError::Unsupported("a check that the double push cannot have given")
        }
        _ => SetUpError::Unexpected(error.to_string()),
    }
}

/// Converts a move. Both encode castling as the king capturing its rook. The board shows whether a capture
/// is en passant.
fn encode(board: &Board, mv: cozy_chess::Move) -> Move {
    let from = square(mv.from);
    let to = square(mv.to);
    let is_pawn = board.pieces(cozy_chess::Piece::Pawn).has(mv.from);
    let kind = match mv.promotion {
        Some(cozy_chess::Piece::Knight) => MoveKind::PromoteToKnight,
        Some(cozy_chess::Piece::Bishop) => MoveKind::PromoteToBishop,
        Some(cozy_chess::Piece::Rook) => MoveKind::PromoteToRook,
        Some(_) => MoveKind::PromoteToQueen,
        None if board.colors(board.side_to_move()).has(mv.to) => MoveKind::Castling,
        None if is_pawn && from.file() != to.file() && !board.occupied().has(mv.to) => {
            MoveKind::EnPassant
        }
        None => MoveKind::Normal,
    };
    Move::with_kind(from, to, kind)
}

fn fields(board: &Board) -> PositionFields {
    let side_to_move = match board.side_to_move() {
        cozy_chess::Color::White => Color::White,
        cozy_chess::Color::Black => Color::Black,
    };
    let mut castling = CastlingRights::NONE;
    let colors =
        [(Color::White, cozy_chess::Color::White), (Color::Black, cozy_chess::Color::Black)];
    for (ours, theirs) in colors {
        let rights = board.castle_rights(theirs);
        for (side, rook) in
            [(CastlingSide::KingSide, rights.short), (CastlingSide::QueenSide, rights.long)]
        {
            if let Some(rook) = rook {
                castling = castling.with(ours, side, file(rook));
            }
        }
    }
    let ep_rank = Rank::Sixth.relative_to(side_to_move);
    PositionFields {
        colors: colors.map(|(_, color)| Bitboard(board.colors(color).0)),
        pieces: PieceType::ALL.map(|piece_type| Bitboard(board.pieces(piece(piece_type)).0)),
        side_to_move,
        castling,
        ep_square: board.en_passant().map(|ep_file| Square::new(file(ep_file), ep_rank)),
        halfmove_clock: board.halfmove_clock().into(),
        fullmove_number: board.fullmove_number().into(),
    }
}

fn square(theirs: cozy_chess::Square) -> Square {
    Square::from_low_bits(theirs as u8)
}

fn file(theirs: cozy_chess::File) -> File {
    File::ALL[theirs as usize]
}

fn piece(ours: PieceType) -> cozy_chess::Piece {
    match ours {
        PieceType::Pawn => cozy_chess::Piece::Pawn,
        PieceType::Knight => cozy_chess::Piece::Knight,
        PieceType::Bishop => cozy_chess::Piece::Bishop,
        PieceType::Rook => cozy_chess::Piece::Rook,
        PieceType::Queen => cozy_chess::Piece::Queen,
        PieceType::King => cozy_chess::Piece::King,
    }
}
