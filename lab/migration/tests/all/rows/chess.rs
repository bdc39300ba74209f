//! The rows in `docs/migration/from-chess.md`.
#![expect(
    unused_assignments,
    unused_imports,
    unused_mut,
    unused_variables,
    deprecated,
    reason = "each row uses a few of the variables"
)]

use crate::ours::Ours;
use crate::row::{self, Row, rows};

/// The variables in the left column.
struct Theirs {
    board: ::chess::Board,
    mv: ::chess::ChessMove,
    square: ::chess::Square,
    other: ::chess::Square,
    color: ::chess::Color,
    piece: ::chess::Piece,
    set: ::chess::BitBoard,
}

impl Theirs {
    fn new(ours: &Ours) -> Self {
        use ::chess::*;
        let piece = |piece: tabiya::PieceType| ALL_PIECES[piece.index()];
        let square = |square: tabiya::Square| ALL_SQUARES[square.index()];
        let to = ours.mv.castling_targets().map_or(ours.to, |(king, _)| king);
        Self {
            board: ours.fen.parse().expect("a valid FEN"),
            mv: ChessMove::new(square(ours.from), square(to), ours.mv.promotion().map(piece)),
            square: square(ours.from),
            other: square(ours.to),
            color: ALL_COLORS[ours.color.index()],
            piece: piece(ours.piece_type),
            set: BitBoard(ours.set.0),
        }
    }
}

#[expect(clippy::too_many_lines, reason = "a table of code, a row of the page each")]
fn rows_of(ours: &Ours) -> Vec<Row> {
    rows! {
        { |board|
            use std::str::FromStr;
            use ::chess::*;
            let Theirs { mut board, mv, square, other, color, piece, mut set } = Theirs::new(ours);
            let file = square.get_file();
            let rank = square.get_rank();
            let blockers = set;
            let mask = set;
            let bits = set.0;
            let source = mv.get_source();
            let dest = mv.get_dest();
            let promotion = mv.get_promotion();
            let fen = &*ours.fen;
            let text = &*ours.uci_text;
            let san = &*ours.san_text;
            let index = ours.from.index() % 6;
            let number = square.to_int();
            let shift = 60;
            let depth = 2;
            let mut result = board;
            let rights = board.castle_rights(color);
            let mut builder = BoardBuilder::from(&board);
            let mut moves = MoveGen::new_legal(&board);
            let mut buffer = [ChessMove::default(); 256];
            let pieces: [(Square, Piece, Color); 0] = [];
            let name = square.to_string();
            let mut game = Game::new();
            let maybe = Some(square);
        }
        { |board|
            use tabiya::perft::perft;
            use tabiya::prelude::*;
            use tabiya::san::SanError;
            use tabiya::uci::{CastlingNotation, UciError};
            use tabiya::*;
            let Ours { mut board, mv, from: square, to: other, color, piece_type, mut set, .. } = ours.clone();
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
            let index = ours.from.index() % 6;
            let number = u8::from(square);
            let shift = 60;
            let depth = 2;
            let forward = if color.is_white() { 1 } else { -1 };
            let mut result = board;
            let mut setup = Setup::from(&board);
            let castling_rights = board.castling_rights();
            let ep_square: Option<Square> = None;
            let mut list = board.legal_moves();
            let mut sink = MoveList::new();
            let keys = [board.key()];
            let history = History::new(&keys);
            let mut game = Game::default();
            let maybe = Some(square);
            let name = square.to_string();
        }
        // Types.
        types [Piece] [PieceType];
        types [BitBoard] [Bitboard];
        types [ChessMove] [Move];
        types [MoveGen] [MoveList];
        types [BoardStatus, GameResult] [Option<Outcome>];
        types [CastleRights] [CastlingRights];
        types [BoardBuilder] [Setup];
        types [Game] [Game];
        types [Action, CacheTable<u64>] [];
        types [Error] [FenError, UciError, SanError, ParseError];
        // Functions and constants.
        equal [EMPTY, !EMPTY] [Bitboard::EMPTY, Bitboard::FULL];
        equal [EDGES] [Bitboard::EDGES];
        equal [NUM_PIECES, NUM_SQUARES, NUM_FILES, NUM_RANKS, NUM_COLORS]
            [PieceType::COUNT, Square::COUNT, File::COUNT, Rank::COUNT, Color::COUNT];
        equal [ALL_PIECES, ALL_SQUARES, ALL_FILES, ALL_RANKS, ALL_COLORS]
            [PieceType::ALL, Square::ALL, File::ALL, Rank::ALL, Color::ALL];
        compiled [PROMOTION_PIECES] [MoveKind::PROMOTIONS];
        equal [NUM_PROMOTION_PIECES] [MoveKind::PROMOTIONS.len()];
        compiled [ALL_CASTLE_RIGHTS, NUM_CASTLE_RIGHTS] [];
        equal [get_knight_moves(square), get_king_moves(square)]
            [tables::knight_attacks(square), tables::king_attacks(square)];
        equal [get_rook_moves(square, blockers), get_bishop_moves(square, blockers)]
            [tables::rook_attacks(square, occupied), tables::bishop_attacks(square, occupied)];
        equal [get_rook_rays(square), get_bishop_rays(square)]
            [tables::rook_rays(square), tables::bishop_rays(square)];
        equal [get_pawn_attacks(square, color, blockers)]
            [tables::pawn_attacks(color, square) & occupied];
        compiled [get_pawn_quiets(square, color, blockers)] [tables::pawn_pushes(color, square)];
        compiled [get_pawn_moves(square, color, blockers)] [board.generator().generate_moves(&mut sink)];
        equal [between(square, other), line(square, other)]
            [tables::between(square, other), tables::line(square, other)];
        equal [get_rank(rank), get_file(file)] [Bitboard::from_rank(rank), Bitboard::from_file(file)];
        equal [get_adjacent_files(file)] [file.adjacent()];
        // Squares, files, ranks, colors and pieces.
        // SAFETY: the number is a square's, below 64.
        compiled [unsafe { Square::new(number) }] [Square::from_low_bits(number)];
        equal [Square::make_square(rank, file)] [Square::new(file, rank)];
        compiled [Square::from_string(name)] [name.parse::<Square>()];
        equal [square.get_rank(), square.get_file()] [square.rank(), square.file()];
        equal [square.to_int(), square.to_index()] [u8::from(square), square.index()];
        equal [square.up(), square.down()] [square.offset(0, 1), square.offset(0, -1)];
        equal [square.left(), square.right()] [square.offset(-1, 0), square.offset(1, 0)];
        equal [square.forward(color), square.backward(color)]
            [square.offset(0, forward), square.offset(0, -forward)];
        compiled [square.uup(), square.udown(), square.uleft(), square.uright()]
            [square.offset(0, 1), square.offset(0, -1), square.offset(-1, 0), square.offset(1, 0)];
        compiled [square.uforward(color), square.ubackward(color)]
            [square.offset(0, forward), square.offset(0, -forward)];
        equal [Rank::from_index(index), File::from_index(index)]
            [Rank::from_index(index).expect("below 8"), File::from_index(index).expect("below 8")];
        compiled [rank.up(), rank.down(), file.left(), file.right()]
            [Rank::from_index(rank.index() + 1), File::from_index(file.index() + 1)];
        equal [rank.to_index(), file.to_index(), color.to_index(), piece.to_index()]
            [rank.index(), file.index(), color.index(), piece_type.index()];
        equal [color.to_my_backrank(), color.to_their_backrank()]
            [Rank::First.relative_to(color), Rank::Eighth.relative_to(color)];
        equal [color.to_second_rank(), color.to_fourth_rank(), color.to_seventh_rank()]
            [Rank::Second.relative_to(color), Rank::Fourth.relative_to(color),
             Rank::Seventh.relative_to(color)];
        equal [piece.to_string(color)] [piece_type.of(color).to_string()];
        // Sets.
        equal [BitBoard(bits), BitBoard::new(bits)] [Bitboard(bits)];
        equal [BitBoard::from_square(square)] [square.bitboard()];
        equal [BitBoard::from_maybe_square(maybe)] [maybe.map(Square::bitboard)];
        equal [BitBoard::set(rank, file)] [Square::new(file, rank).bitboard()];
        equal [set.to_square()] [set.first().expect("not empty")];
        equal [set.popcnt()] [set.len() as u32];
        equal [set.reverse_colors()] [set.flip_vertical()];
        equal [set.to_size(shift)] [(set.0 >> shift) as usize];
        equal [set.next()] [set.pop_first()];
        // Boards.
        compiled [Board::from_fen(fen.to_owned()), Board::from_str(fen)] [Board::from_fen(fen)];
        equal [board.combined()] [board.occupied()];
        equal [board.color_combined(color)] [board.colors(color)];
        equal [*board.pieces(piece)] [board.pieces(piece_type)];
        equal [board.king_square(color)] [board.king(color)];
        equal [board.piece_on(square)] [board.piece_type_on(square)];
        equal [board.castle_rights(color).has_kingside(), board.castle_rights(color).has_queenside()]
            [board.castling_rights().rook_file(color, CastlingSide::KingSide).is_some(),
             board.castling_rights().rook_file(color, CastlingSide::QueenSide).is_some()];
        equal [board.castle_rights(color).unmoved_rooks(color)]
            [board.castling_rooks() & board.colors(color)];
        compiled [board.my_castle_rights(), board.their_castle_rights()] [board.castling_rights()];
        compiled [rights.kingside_squares(color), rights.queenside_squares(color)] [];
        compiled [CastleRights::square_to_castle_rights(color, square)] [];
        compiled [board.add_castle_rights(color, rights), board.remove_castle_rights(color, rights)]
            [setup.with_castling_rights(castling_rights)];
        compiled [board.add_my_castle_rights(rights), board.remove_my_castle_rights(rights)]
            [setup.with_castling_rights(castling_rights)];
        compiled [board.add_their_castle_rights(rights), board.remove_their_castle_rights(rights)]
            [setup.with_castling_rights(castling_rights)];
        compiled [board.set_piece(piece, color, square), board.clear_square(square)]
            [setup.with(piece_type.of(color), square), setup.without(square)];
        equal [board.is_sane()] [setup.position().is_ok()];
        compiled [board.get_hash()] [board.key()];
        compiled [board.get_pawn_hash()] [CorrectionKeys::from(&board).pawns];
        compiled [board.en_passant()] [board.ep_square()];
        compiled [board.status()] [board.outcome()];
        // Moves.
        compiled [ChessMove::new(source, dest, promotion)] [Move::with_kind(from, to, kind)];
        equal [mv.get_source(), mv.get_promotion()] [mv.from(), mv.promotion()];
        compiled [mv.get_dest()] [mv.to()];
        equal [mv.to_string()] [uci::display(mv, CastlingNotation::KingMove).to_string()];
        compiled [ChessMove::from_str(text)] [uci::parse(&board, text)];
        compiled [ChessMove::from_san(&board, san)] [san::parse(&board, san)];
        compiled [board.make_move_new(mv)] [board.after(mv)];
        compiled [board.make_move(mv, &mut result)] [result = board.after(mv)];
        equal [board.legal(mv), MoveGen::legal_quick(&board, mv)] [board.is_legal(mv)];
        // Generation.
        compiled [MoveGen::new_legal(&board), board.enumerate_moves(&mut buffer)] [board.legal_moves()];
        equal [MoveGen::new_legal(&board).len()] [board.legal_move_count()];
        compiled [moves.set_iterator_mask(mask)]
            [board.generator().generate_filtered(&MoveFilter::ALL.to_squares(mask), &mut sink)];
        compiled [moves.remove_mask(mask)] [list.retain(|mv| !mask.contains(mv.to()))];
        compiled [moves.remove_move(mv)] [list.retain(|listed| listed != mv)];
        equal [MoveGen::movegen_perft_test(&board, depth) as u128] [perft(&board, depth)];
        // Setups.
        compiled [BoardBuilder::new()] [Setup::EMPTY];
        compiled [BoardBuilder::setup(&pieces, color, rights, rights, Some(file))]
            [Setup::EMPTY.with(piece_type.of(color), square)];
        compiled [builder.piece(square, piece, color), builder.clear_square(square)]
            [setup.with(piece_type.of(color), square), setup.without(square)];
        compiled [builder.side_to_move(color), builder.get_side_to_move()]
            [setup.with_side_to_move(color), setup.side_to_move()];
        compiled [builder.castle_rights(color, rights), builder.get_castle_rights(color)]
            [setup.with_castling_rights(castling_rights), setup.castling_rights()];
        compiled [builder.en_passant(Some(file)), builder.get_en_passant()]
            [setup.with_ep_square(ep_square), setup.ep_square()];
        compiled [Board::try_from(&builder)] [setup.position()];
        // Games.
        compiled [Game::new(), Game::new_with_board(board)] [Game::default(), Game::new(board)];
        compiled [game.make_move(mv)] [game.play(mv)];
        compiled [Game::new_from_fen(fen)] [Board::from_fen(fen).map(Game::new)];
        compiled [game.can_declare_draw()] [game.can_claim_draw()];
        compiled [game.declare_draw()] [game.claim_draw(DrawClaim::Threefold)];
        compiled [game.offer_draw(color), game.accept_draw()] [game.agree_draw()];
        compiled [game.resign(color)] [game.resign(color)];
        compiled [game.side_to_move()] [game.board().side_to_move()];
        compiled [game.current_position(), game.actions(), game.result()]
            [game.board(), game.moves(), game.outcome()];
    }
}

#[test]
fn page_from_chess_has_compiled_rows() {
    row::check("docs/migration/from-chess.md", rows_of);
}
