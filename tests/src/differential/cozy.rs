//! cozy-chess as a contestant.

use cozy_chess::{Board, FenParseError, GameStatus};
use tabiya::{
    Bitboard, CastlingRights, CastlingSide, Color, FenError, File, Move, MoveKind, PieceType,
    Position, Rank, Square,
};

use super::contestant::{Contestant, Game, Refusal, Status, first_halves, paired, shredder_fen};
use super::fields::Fields;

/// cozy-chess. Its halfmove clock stops at 100.
#[derive(Clone, Copy, Debug)]
pub struct Cozy;

/// Where cozy-chess's halfmove clock stops.
const CLOCK_LIMIT: u32 = 100;

struct Listed {
    board: Board,
    moves: Vec<(Move, cozy_chess::Move)>,
}

impl Contestant for Cozy {
    fn name(&self) -> &'static str {
        "cozy-chess"
    }

    fn set_up(&self, position: &Position) -> Result<Box<dyn Game>, Refusal> {
        let fen = shredder_fen(position);
        let board = Board::from_fen(&fen, true).map_err(|error| refusal(position, &error))?;
        let mut moves = Vec::new();
        board.generate_moves(|piece_moves| {
            moves.extend(piece_moves);
            false
        });
        let moves = paired(moves, |mv| encode(&board, mv));
        Ok(Box::new(Listed { board, moves }))
    }

    fn expected(&self, ours: Fields) -> Fields {
        Fields { halfmove_clock: ours.halfmove_clock.min(CLOCK_LIMIT), ..ours }
    }
}

impl Game for Listed {
    fn moves(&self) -> Vec<Move> {
        first_halves(&self.moves)
    }

    /// A draw with moves left is one by the clock.
    fn status(&self) -> Status {
        let status = self.board.status();
        Status {
            check: !self.board.checkers().is_empty(),
            checkmate: status == GameStatus::Won,
            stalemate: status == GameStatus::Drawn && self.moves.is_empty(),
        }
    }

    fn after(&self, place: usize) -> Fields {
        let mut after = self.board.clone();
        after.play_unchecked(self.moves[place].1);
        fields(&after)
    }
}

/// Which refusals are explained.
fn refusal(position: &Position, error: &FenParseError) -> Refusal {
    // The same positions that our strict reading refuses.
    let is_impossible_check =
        || matches!(Position::from_fen(shredder_fen(position)), Err(FenError::ImpossibleCheck(_)));
    match error {
        FenParseError::InvalidHalfMoveClock
            if u32::from(position.halfmove_clock()) > CLOCK_LIMIT =>
        {
            Refusal::Explained("a halfmove clock over 100")
        }
        FenParseError::InvalidEnPassant if is_impossible_check() => {
            Refusal::Explained("a check that the double push cannot have given")
        }
        _ => Refusal::Unexplained(error.to_string()),
    }
}

/// Castling is the king taking its rook in both encodings; en passant is told by the board.
fn encode(board: &Board, mv: cozy_chess::Move) -> Move {
    let (from, to) = (square(mv.from), square(mv.to));
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

fn fields(board: &Board) -> Fields {
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
    Fields {
        colors: colors.map(|(_, color)| Bitboard(board.colors(color).0)),
        pieces: PieceType::ALL.map(|piece_type| Bitboard(board.pieces(piece(piece_type)).0)),
        side_to_move,
        castling,
        ep_square: board.en_passant().map(|passed| Square::new(file(passed), ep_rank)),
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
