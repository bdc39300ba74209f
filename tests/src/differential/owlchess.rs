//! owlchess as a contestant.

use owlchess::movegen::legal;
use owlchess::{Board, Coord};
use tabiya::{
    Bitboard, CastlingRights, CastlingSide, Color, EnPassantStyle, File, Move, MoveKind, PieceType,
    Position, Rank, Square,
};

use super::contestant::{Contestant, Game, Refusal, Status, first_halves, paired};
use super::fields::Fields;

/// owlchess, which knows standard castling only, and whose clocks must not reach 65,535.
#[derive(Clone, Copy, Debug)]
pub struct Owlchess;

struct Listed {
    board: Board,
    moves: Vec<(Move, owlchess::Move)>,
}

impl Contestant for Owlchess {
    fn name(&self) -> &'static str {
        "owlchess"
    }

    fn set_up(&self, position: &Position) -> Result<Box<dyn Game>, Refusal> {
        if !castles_as_standard(position) {
            return Err(Refusal::Explained("rights that standard chess does not have"));
        }
        if position.halfmove_clock() == u16::MAX || position.fullmove_number() == u16::MAX {
            return Err(Refusal::Explained("a clock that the next move would overflow"));
        }
        let fen = position.fen().en_passant(EnPassantStyle::Always).to_string();
        let board =
            Board::from_fen(&fen).map_err(|error| Refusal::Unexplained(error.to_string()))?;
        let moves = paired(legal::gen_all(&board).iter().copied(), encode);
        Ok(Box::new(Listed { board, moves }))
    }
}

impl Game for Listed {
    fn moves(&self) -> Vec<Move> {
        first_halves(&self.moves)
    }

    fn status(&self) -> Status {
        let (check, is_over) = (self.board.is_check(), !self.board.has_legal_moves());
        Status { check, checkmate: check && is_over, stalemate: !check && is_over }
    }

    fn after(&self, place: usize) -> Fields {
        let mv = self.moves[place].1;
        let after = self.board.make_move(mv);
        fields(&after.unwrap_or_else(|error| panic!("owlchess refuses its own {mv}: {error}")))
    }
}

/// Whether every right is one of a king on e with a rook on a or h.
fn castles_as_standard(position: &Position) -> bool {
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

/// Castling is written there as the king's two steps.
fn encode(mv: owlchess::Move) -> Move {
    let (from, to) = (square(mv.src()), square(mv.dst()));
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

fn fields(board: &Board) -> Fields {
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
    // It keeps the square of the pawn, not the one that was passed.
    let ep_rank = Rank::Sixth.relative_to(side_to_move);
    Fields {
        colors: colors.map(|(_, color)| flipped(board.color(color))),
        pieces: PieceType::ALL.map(|piece_type| {
            let of = |color| flipped(board.piece2(color, piece(piece_type)));
            of(owlchess::Color::White) | of(owlchess::Color::Black)
        }),
        side_to_move,
        castling,
        ep_square: raw.ep_source.map(|pawn| Square::new(square(pawn).file(), ep_rank)),
        halfmove_clock: raw.move_counter.into(),
        fullmove_number: raw.move_number.into(),
    }
}

/// Its first square is a8.
fn flipped(theirs: owlchess::Bitboard) -> Bitboard {
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
