//! The adapter for owlchess.

use owlchess::movegen::legal;
use owlchess::{Board, Coord};
use tabiya::{
    Bitboard, CastlingRights, CastlingSide, Color, EnPassantStyle, File, Move, MoveKind, PieceType,
    Position, Rank, Square,
};
use tabiya_tests::differential::{
    GeneratorAdapter, PositionAdapter, PositionFields, SetUpError, Status, encoded_moves,
    pair_moves,
};

/// The adapter for owlchess, which supports standard castling only. A clock at 65,535 overflows.
#[derive(Clone, Copy, Debug)]
pub struct Owlchess;

struct OwlchessPosition {
    board: Board,
    moves: Vec<(Move, owlchess::Move)>,
}

impl GeneratorAdapter for Owlchess {
    fn name(&self) -> &'static str {
        "owlchess"
    }

    fn set_up(&self, position: &Position) -> Result<Box<dyn PositionAdapter>, SetUpError> {
        if !has_standard_castling_rights(position) {
            return Err(SetUpError::Unsupported("castling rights of Chess960"));
        }
        if position.halfmove_clock() == u16::MAX || position.fullmove_number() == u16::MAX {
            return Err(SetUpError::Unsupported("a clock that overflows in the next move"));
        }
        let fen = position.fen().en_passant(EnPassantStyle::Always).to_string();
        let board =
            Board::from_fen(&fen).map_err(|error| SetUpError::Unexpected(error.to_string()))?;
        let moves = pair_moves(legal::gen_all(&board).iter().copied(), encode);
        Ok(Box::new(OwlchessPosition { board, moves }))
    }
}

impl PositionAdapter for OwlchessPosition {
    fn moves(&self) -> Vec<Move> {
        encoded_moves(&self.moves)
    }

    fn status(&self) -> Status {
        let check = self.board.is_check();
        let is_over = !self.board.has_legal_moves();
        Status { check, checkmate: check && is_over, stalemate: !check && is_over }
    }

    fn fields_after(&self, index: usize) -> PositionFields {
        let mv = self.moves[index].1;
        let after = self.board.make_move(mv);
        fields(&after.unwrap_or_else(|error| panic!("owlchess rejects its move {mv}: {error}")))
    }
}

/// Tests whether all castling rights belong to a king on the e-file and a rook on the a- or h-file.
fn has_standard_castling_rights(position: &Position) -> bool {
    let rights = position.castling_rights();
    Color::ALL.into_iter().all(|color| {
        let is_standard = |side| {
            let rook = rights.rook_file(color, side);
            rook.is_none() || rook == CastlingRights::STANDARD.rook_file(color, side)
        };
        !rights.has_castling_rights(color)
            || position.king(color).file() == File::E
                && CastlingSide::ALL.into_iter().all(is_standard)
    })
}

/// Converts a move. owlchess encodes castling as a king move by two files.
fn encode(mv: owlchess::Move) -> Move {
    let from = square(mv.src());
    let to = square(mv.dst());
    let castling = |rook| Move::with_kind(from, Square::new(rook, from.rank()), MoveKind::Castling);
    let kind = match mv.kind() {
        owlchess::MoveKind::CastlingKingside => return castling(File::H),
        owlchess::MoveKind::CastlingQueenside => return castling(File::A),
        owlchess::MoveKind::Enpassant => MoveKind::EnPassant,
        owlchess::MoveKind::PromoteKnight => MoveKind::PromoteToKnight,
        owlchess::MoveKind::PromoteBishop => MoveKind::PromoteToBishop,
        owlchess::MoveKind::PromoteRook => MoveKind::PromoteToRook,
        owlchess::MoveKind::PromoteQueen => MoveKind::PromoteToQueen,
        _ => MoveKind::Normal,
    };
    Move::with_kind(from, to, kind)
}

fn fields(board: &Board) -> PositionFields {
    let raw = board.raw();
    let colors = [(Color::White, owlchess::Color::White), (Color::Black, owlchess::Color::Black)];
    let sides = [
        (CastlingSide::KingSide, owlchess::CastlingSide::King, File::H),
        (CastlingSide::QueenSide, owlchess::CastlingSide::Queen, File::A),
    ];
    let mut castling = CastlingRights::NONE;
    for (color, their_color) in colors {
        for (side, their_side, rook) in sides {
            if raw.castling.has(their_color, their_side) {
                castling = castling.with(color, side, rook);
            }
        }
    }
    let side_to_move = match board.side() {
        owlchess::Color::White => Color::White,
        owlchess::Color::Black => Color::Black,
    };
    // owlchess stores the pushed pawn's square instead of the en passant square.
    let ep_rank = Rank::Sixth.relative_to(side_to_move);
    PositionFields {
        colors: colors.map(|(_, color)| bitboard(board.color(color))),
        pieces: PieceType::ALL.map(|piece_type| {
            let pieces = |color| bitboard(board.piece2(color, piece(piece_type)));
            pieces(owlchess::Color::White) | pieces(owlchess::Color::Black)
        }),
        side_to_move,
        castling,
        ep_square: raw.ep_source.map(|pawn| Square::new(square(pawn).file(), ep_rank)),
        halfmove_clock: raw.move_counter.into(),
        fullmove_number: raw.move_number.into(),
    }
}

/// Converts a square set, whose first square is a8.
fn bitboard(theirs: owlchess::Bitboard) -> Bitboard {
    Bitboard(theirs.as_raw()).flip_vertical()
}

fn square(theirs: Coord) -> Square {
    Square::from_low_bits(theirs.index() as u8).flip_vertical()
}

fn piece(ours: PieceType) -> owlchess::Piece {
    match ours {
        PieceType::Pawn => owlchess::Piece::Pawn,
        PieceType::Knight => owlchess::Piece::Knight,
        PieceType::Bishop => owlchess::Piece::Bishop,
        PieceType::Rook => owlchess::Piece::Rook,
        PieceType::Queen => owlchess::Piece::Queen,
        PieceType::King => owlchess::Piece::King,
    }
}
