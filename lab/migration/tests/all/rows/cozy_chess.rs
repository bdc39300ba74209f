//! The rows in `docs/migration/from-cozy-chess.md`.
#![expect(
    unused_imports,
    unused_mut,
    unused_variables,
    reason = "each row uses a few of the variables"
)]

use crate::ours::Ours;
use crate::row::{self, Row, rows};

/// The variables in the left column.
struct Theirs {
    board: cozy_chess::Board,
    mv: cozy_chess::Move,
    square: cozy_chess::Square,
    other: cozy_chess::Square,
    color: cozy_chess::Color,
    piece: cozy_chess::Piece,
    set: cozy_chess::BitBoard,
}

impl Theirs {
    fn new(ours: &Ours) -> Self {
        use cozy_chess::*;
        let square = |square: tabiya::Square| Square::index(square.index());
        Self {
            board: ours.fen.parse().expect("a valid FEN"),
            mv: Move {
                from: square(ours.from),
                to: square(ours.to),
                promotion: ours.mv.promotion().map(|piece| Piece::index(piece.index())),
            },
            square: square(ours.from),
            other: square(ours.to),
            color: Color::index(ours.color.index()),
            piece: Piece::index(ours.piece_type.index()),
            set: BitBoard(ours.set.0),
        }
    }
}

#[expect(clippy::too_many_lines, reason = "a table of code, a row of the page each")]
fn rows_of(ours: &Ours) -> Vec<Row> {
    rows! {
        { |board|
            use cozy_chess::*;
            let Theirs { mut board, mv, square, other, color, piece, set } = Theirs::new(ours);
            let file = square.file();
            let rank = square.rank();
            let blockers = set;
            let mask = set;
            let bits = set.0;
            let from = mv.from;
            let to = mv.to;
            let promotion = mv.promotion;
            let fen = &*ours.fen;
            let text = &*ours.uci_text;
            let san = &*ours.san_text;
            let shredder = false;
            let n = u32::from(ours.mv.to_bits()) % 960;
            let index = ours.from.index() % 6;
            let files = if square.file() < File::E { 1 } else { -1 };
            let ranks = if square.rank() < Rank::Fifth { 1 } else { -1 };
            let mut builder = BoardBuilder::from_board(&board);
            let visit = |_: PieceMoves| false;
        }
        { |board|
            use tabiya::prelude::*;
            use tabiya::san::SanError;
            use tabiya::uci::{CastlingNotation, UciError};
            use tabiya::*;
            let Ours { mut board, mv, from: square, to: other, color, piece_type, set, .. } = ours.clone();
            let file = square.file();
            let rank = square.rank();
            let occupied = set;
            let mask = set;
            let bits = set.0;
            let from = mv.from();
            let to = mv.to();
            let kind = mv.kind();
            let fen = &*ours.fen;
            let text = &*ours.uci_text;
            let san = &*ours.san_text;
            let n = ours.mv.to_bits() % 960;
            let index = ours.from.index() % 6;
            let files = if square.file() < File::E { 1 } else { -1 };
            let ranks = if square.rank() < Rank::Fifth { 1 } else { -1 };
            let halfmove_clock = 3;
            let fullmove_number = std::num::NonZeroU16::MIN;
            let setup = Setup::from(&board);
            let mut sink = MoveList::new();
        }
        // Types.
        types [Piece] [PieceType];
        types [BitBoard] [Bitboard];
        types [CastleRights] [CastlingRights];
        types [BoardBuilder] [Setup];
        types [GameStatus] [Option<Outcome>];
        types [PieceMoves, PieceMovesIter] [];
        types [BitBoardIter, BitBoardSubsetIter] [Squares, Subsets];
        types [FenParseError, BoardBuilderError] [FenError];
        types [IllegalMoveError] [IllegalMove];
        types [MoveParseError] [UciError, SanError];
        types [SquareParseError, FileParseError, RankParseError, ColorParseError, PieceParseError]
            [ParseError];
        // Functions.
        equal [get_knight_moves(square), get_king_moves(square)]
            [tables::knight_attacks(square), tables::king_attacks(square)];
        equal [get_rook_moves(square, blockers), get_bishop_moves(square, blockers)]
            [tables::rook_attacks(square, occupied), tables::bishop_attacks(square, occupied)];
        compiled [get_rook_moves_const(square, blockers), get_bishop_moves_const(square, blockers)] [];
        equal [get_rook_rays(square), get_bishop_rays(square)]
            [tables::rook_rays(square), tables::bishop_rays(square)];
        equal [get_between_rays(square, other), get_line_rays(square, other)]
            [tables::between(square, other), tables::line(square, other)];
        equal [get_pawn_attacks(square, color)] [tables::pawn_attacks(color, square)];
        compiled [get_pawn_quiets(square, color, blockers)] [tables::pawn_pushes(color, square)];
        equal [util::parse_uci_move(&board, text)] [uci::parse(&board, text)];
        equal [util::parse_san_move(&board, san)] [san::parse(&board, san)];
        equal [util::display_uci_move(&board, mv).to_string()]
            [uci::display(mv, CastlingNotation::KingMove).to_string()];
        equal [util::display_san_move(&board, mv).to_string()] [san::display(&board, mv).to_string()];
        // Associated functions and constants.
        equal [Piece::NUM, Square::NUM, File::NUM, Rank::NUM, Color::NUM]
            [PieceType::COUNT, Square::COUNT, File::COUNT, Rank::COUNT, Color::COUNT];
        equal [Square::try_index(index)] [Square::from_index(index)];
        equal [Piece::index(index), Piece::index_const(index)]
            [PieceType::from_index(index).expect("below 6")];
        equal [piece as usize, square as usize] [piece_type.index(), square.index()];
        equal [Piece::try_from('n')] [PieceType::from_ascii(b'n')];
        equal [char::from(piece), char::from(file)] [piece_type.to_char(), file.to_char()];
        compiled [text.parse::<Move>()] [uci::parse(&board, text)];
        equal [Board::startpos()] [Board::default(), Board::START];
        equal [Board::chess960_startpos(n)] [Board::chess960(n).expect("below 960")];
        equal [Board::double_chess960_startpos(n, 518)]
            [Board::double_chess960(n, 518).expect("below 960")];
        equal [Board::from_fen(fen, shredder), fen.parse::<Board>()]
            [Board::from_fen(fen), fen.parse::<Board>()];
        compiled [format!("{board:#}")] [board.fen().castling(CastlingStyle::Shredder)];
        compiled [BoardBuilder::empty(), BoardBuilder::startpos(), BoardBuilder::from_board(&board)]
            [Setup::EMPTY, Setup::from(Board::START), Setup::from(&board)];
        // Methods on squares, files and ranks.
        equal [square.try_offset(files, ranks)] [square.offset(files, ranks)];
        equal [square.offset(files, ranks)] [square.offset(files, ranks).expect("on the board")];
        equal [square.flip_file(), square.flip_rank()]
            [square.flip_horizontal(), square.flip_vertical()];
        equal [file.flip(), rank.flip()]
            [File::ALL[7 - file.index()], rank.relative_to(Color::Black)];
        equal [file.bitboard(), rank.bitboard()] [Bitboard::from_file(file), Bitboard::from_rank(rank)];
        equal [file.adjacent()] [file.adjacent()];
        // Sets.
        equal [BitBoard(bits)] [Bitboard(bits)];
        equal [set.has(square)] [set.contains(square)];
        equal [set.next_square()] [set.first()];
        compiled [set.iter_subsets()] [set.subsets()];
        equal [set.flip_ranks(), set.flip_files()] [set.flip_vertical(), set.flip_horizontal()];
        equal [set.len()] [set.count()];
        equal [BitBoard::EDGES, BitBoard::CORNERS] [Bitboard::EDGES, Bitboard::CORNERS];
        // Boards.
        equal [board.castle_rights(color).short, board.castle_rights(color).long]
            [board.castling_rights().rook_file(color, CastlingSide::KingSide),
             board.castling_rights().rook_file(color, CastlingSide::QueenSide)];
        equal [board.en_passant()] [board.ep_square().map(Square::file)];
        equal [board.piece_on(square)] [board.piece_type_on(square)];
        compiled [board.hash()] [board.key()];
        compiled [board.hash_without_ep()] [];
        compiled [board.status()] [board.outcome()];
        compiled [board.set_halfmove_clock(3), board.set_fullmove_number(1)]
            [board.with_clocks(halfmove_clock, fullmove_number)];
        after [board.play(mv)] [board.try_make_move(mv).expect("a legal move")];
        after [board.try_play(mv)] [board.try_make_move(mv)];
        after [board.play_unchecked(mv)] [board.make_move(mv), board.make_move_unchecked(mv)];
        compiled [board.generate_moves(visit)] [board.legal_moves(), board.generator().generate_moves(&mut sink)];
        compiled [board.generate_moves_for(mask, visit)]
            [board.generator().generate_filtered(&MoveFilter::ALL.from_squares(mask), &mut sink)];
        // Moves.
        equal [mv.from, mv.to, mv.promotion] [mv.from(), mv.to(), mv.promotion()];
        equal [Move { from, to, promotion }] [Move::with_kind(from, to, kind)];
        // Setups.
        compiled [builder.square(square)] [setup.piece_on(square)];
        compiled [*builder.square_mut(square) = Some((piece, color))]
            [setup.with(piece_type.of(color), square)];
        compiled [*builder.square_mut(square) = None] [setup.without(square)];
        compiled [builder.castle_rights(color), builder.castle_rights_mut(color)]
            [setup.castling_rights(), setup.with_castling_rights(CastlingRights::NONE)];
        equal [builder.side_to_move, builder.halfmove_clock, builder.fullmove_number]
            [setup.side_to_move(), setup.halfmove_clock(), setup.fullmove_number()];
        equal [builder.en_passant] [setup.ep_square()];
        equal [builder.build()] [setup.position()];
    }
}

#[test]
fn page_from_cozy_chess_has_compiled_rows() {
    row::check("docs/migration/from-cozy-chess.md", rows_of);
}
