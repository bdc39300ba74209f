//! shakmaty as a contestant.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _, PositionError, Role};
use tabiya::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, MoveKind, PieceType, Position, Square,
};

use super::contestant::{Contestant, Game, Refusal, Status, first_halves, paired, shredder_fen};
use super::fields::Fields;

/// shakmaty, always in its mode for Chess960. Checks that cannot have arisen are let in by
/// the option that it has for them. Its clocks go beyond ours, which stop at 65,535.
#[derive(Clone, Copy, Debug)]
pub struct Shakmaty;

struct Listed {
    board: Chess,
    moves: Vec<(Move, shakmaty::Move)>,
}

impl Contestant for Shakmaty {
    fn name(&self) -> &'static str {
        "shakmaty"
    }

    fn set_up(&self, position: &Position) -> Result<Box<dyn Game>, Refusal> {
        let unexplained = |error: &dyn ToString| Refusal::Unexplained(error.to_string());
        let fen = Fen::from_ascii(shredder_fen(position).as_bytes())
            .map_err(|error| unexplained(&error))?;
        let board: Chess = fen
            .into_position(CastlingMode::Chess960)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|error| unexplained(&error))?;
        let moves = paired(board.legal_moves(), encode);
        Ok(Box::new(Listed { board, moves }))
    }
}

impl Game for Listed {
    fn moves(&self) -> Vec<Move> {
        first_halves(&self.moves)
    }

    fn status(&self) -> Status {
        Status {
            check: self.board.is_check(),
            checkmate: self.board.is_checkmate(),
            stalemate: self.board.is_stalemate(),
        }
    }

    fn after(&self, place: usize) -> Fields {
        let mut after = self.board.clone();
        after.play_unchecked(self.moves[place].1);
        fields(&after)
    }
}

/// # Panics
///
/// If the move drops a piece, which only variants have.
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

fn fields(board: &Chess) -> Fields {
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
    Fields {
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
