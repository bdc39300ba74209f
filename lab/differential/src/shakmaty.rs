//! The adapter for shakmaty.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _, PositionError, Role};
use tabiya::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, MoveKind, PieceType, Position, Square,
};
use tabiya_tests::differential::{
    GeneratorAdapter, PositionAdapter, PositionFields, SetUpError, Status, encoded_moves,
    pair_moves, shredder_fen,
};

/// The adapter for shakmaty, in Chess960 mode.
///
/// Impossible checks are accepted by `ignore_impossible_check`. Clocks are clamped to 65,535,
/// Tabiya's maximum.
#[derive(Clone, Copy, Debug)]
pub struct Shakmaty;

struct ShakmatyPosition {
    board: Chess,
    moves: Vec<(Move, shakmaty::Move)>,
}

impl GeneratorAdapter for Shakmaty {
    fn name(&self) -> &'static str {
        "shakmaty"
    }

    fn set_up(&self, position: &Position) -> Result<Box<dyn PositionAdapter>, SetUpError> {
        let unexpected = |error: &dyn ToString| SetUpError::Unexpected(error.to_string());
        let fen = Fen::from_ascii(shredder_fen(position).as_bytes())
            .map_err(|error| unexpected(&error))?;
        let board: Chess = fen
            .into_position(CastlingMode::Chess960)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|error| unexpected(&error))?;
        let moves = pair_moves(board.legal_moves(), encode);
        Ok(Box::new(ShakmatyPosition { board, moves }))
    }
}

impl PositionAdapter for ShakmatyPosition {
    fn moves(&self) -> Vec<Move> {
        encoded_moves(&self.moves)
    }

    fn status(&self) -> Status {
        Status {
            check: self.board.is_check(),
            checkmate: self.board.is_checkmate(),
            stalemate: self.board.is_stalemate(),
        }
    }

    fn fields_after(&self, index: usize) -> PositionFields {
        let mut after = self.board.clone();
        after.play_unchecked(self.moves[index].1);
        fields(&after)
    }
}

/// Converts a move.
///
/// # Panics
///
/// Panics if the move drops a piece, which occurs in variants only.
fn encode(mv: shakmaty::Move) -> Move {
    match mv {
        shakmaty::Move::Normal { from, to, promotion, .. } => {
            let kind = match promotion {
                None => MoveKind::Normal,
                Some(Role::Knight) => MoveKind::PromoteToKnight,
                Some(Role::Bishop) => MoveKind::PromoteToBishop,
                Some(Role::Rook) => MoveKind::PromoteToRook,
                Some(_) => MoveKind::PromoteToQueen,
            };
            Move::with_kind(square(from), square(to), kind)
        }
        shakmaty::Move::EnPassant { from, to } => {
            Move::with_kind(square(from), square(to), MoveKind::EnPassant)
        }
        shakmaty::Move::Castle { king, rook } => {
            Move::with_kind(square(king), square(rook), MoveKind::Castling)
        }
        shakmaty::Move::Put { .. } => panic!("{mv:?} in a game without drops"),
    }
}

fn fields(board: &Chess) -> PositionFields {
    let colors = [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)];
    let sides = [
        (CastlingSide::KingSide, shakmaty::CastlingSide::KingSide),
        (CastlingSide::QueenSide, shakmaty::CastlingSide::QueenSide),
    ];
    let mut castling = CastlingRights::NONE;
    for (color, their_color) in colors {
        for (side, their_side) in sides {
            if let Some(rook) = board.castles().rook(their_color, their_side) {
                castling = castling.with(color, side, square(rook).file());
            }
        }
    }
    PositionFields {
        colors: colors.map(|(_, color)| Bitboard(board.board().by_color(color).0)),
        pieces: PieceType::ALL
            .map(|piece_type| Bitboard(board.board().by_role(role(piece_type)).0)),
        side_to_move: match board.turn() {
            shakmaty::Color::White => Color::White,
            shakmaty::Color::Black => Color::Black,
        },
        castling,
        ep_square: board.maybe_ep_square().map(square),
        halfmove_clock: board.halfmoves().min(u16::MAX.into()),
        fullmove_number: board.fullmoves().get().min(u16::MAX.into()),
    }
}

fn square(theirs: shakmaty::Square) -> Square {
    Square::from_low_bits(theirs as u8)
}

fn role(ours: PieceType) -> Role {
    match ours {
        PieceType::Pawn => Role::Pawn,
        PieceType::Knight => Role::Knight,
        PieceType::Bishop => Role::Bishop,
        PieceType::Rook => Role::Rook,
        PieceType::Queen => Role::Queen,
        PieceType::King => Role::King,
    }
}
