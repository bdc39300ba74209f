//! The rows in `docs/migration/from-shakmaty.md`.
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
    position: shakmaty::Chess,
    m: shakmaty::Move,
    sq: shakmaty::Square,
    other: shakmaty::Square,
    color: shakmaty::Color,
    role: shakmaty::Role,
    set: shakmaty::Bitboard,
}

impl Theirs {
    fn new(ours: &Ours) -> Self {
        use shakmaty::*;
        let square = |square: tabiya::Square| Square::ALL[square.index()];
        let fen: fen::Fen = ours.fen.parse().expect("a valid FEN");
        let position: Chess = fen.into_position(CastlingMode::Chess960).expect("a valid position");
        let uci: uci::UciMove = ours.uci_text.parse().expect("a UCI move");
        Self {
            m: uci.to_move(&position).expect("a legal move"),
            position,
            sq: square(ours.from),
            other: square(ours.to),
            color: Color::from_white(ours.color.is_white()),
            role: Role::ALL[ours.piece_type.index()],
            set: Bitboard(ours.set.0),
        }
    }
}

#[expect(clippy::too_many_lines, reason = "a table of code, a row of the page each")]
fn rows_of(ours: &Ours) -> Vec<Row> {
    rows! {
        { |position|
            use shakmaty::fen::*;
            use shakmaty::packed::*;
            use shakmaty::san::*;
            use shakmaty::uci::*;
            use shakmaty::zobrist::*;
            use shakmaty::*;
            let Theirs { mut position, m, sq, other, color, role, mut set } = Theirs::new(ours);
            let file = sq.file();
            let rank = sq.rank();
            let occupied = set;
            let bits = set.0;
            let mode = CastlingMode::Chess960;
            let fen = &*ours.fen;
            let uci = &*ours.uci_text;
            let san = &*ours.san_text;
            let text: Fen = fen.parse().expect("a FEN");
            let setup = position.to_setup(EnPassantMode::Legal);
            let mut board = position.board().clone();
            let index = sq.to_u32();
            let side = CastlingSide::KingSide;
            let depth = 2;
            let fens = EnPassantMode::Legal;
            let third = Square::A1;
        }
        { |board|
            use tabiya::perft::perft;
            use tabiya::prelude::*;
            use tabiya::san::{San, SanError};
            use tabiya::uci::{CastlingNotation, Uci, UciError};
            use tabiya::*;
            let Ours { mut board, mv, from: square, to: other, color, piece_type, mut set, .. } = ours.clone();
            let file = square.file();
            let rank = square.rank();
            let occupied = set;
            let bits = set.0;
            let fen = &*ours.fen;
            let uci = &*ours.uci_text;
            let san = &*ours.san_text;
            let mut setup = Setup::from(&board);
            let castling_rights = board.castling_rights();
            let side_to_move = board.side_to_move();
            let side = CastlingSide::KingSide;
            let depth = 2;
            let style = EnPassantStyle::Legal;
            let index = square.index();
            let subset = set;
            let third = Square::A1;
        }
        // Types.
        types [Chess] [Board];
        types [Board] [Setup];
        types [Role] [PieceType];
        types [Piece] [Piece];
        types [Outcome, KnownOutcome] [Option<Outcome>];
        types [Castles] [CastlingRights];
        types [CastlingMode] [CastlingNotation, CastlingStyle];
        types [EnPassantMode] [EnPassantStyle];
        types [UciMove, San, SanPlus] [Move];
        types [ParseFenError, PositionError<Chess>] [FenError];
        types [PlayError<Chess>] [IllegalMove];
        types [ParseUciMoveError, IllegalUciMoveError] [UciError];
        types [ParseSanError, SanError] [SanError];
        types [ParseSquareError, ParseColorError] [ParseError];
        types [ByColor<u8>, ByRole<u8>, ByCastlingSide<u8>] [[u8; Color::COUNT], [u8; PieceType::COUNT]];
        types [PackedSetup] [PackedPosition];
        types [PackedUciMove] [u16];
        types [Zobrist64] [u64];
        types [Zobrist8, Zobrist16, Zobrist32, Zobrist128] [];
        types [RemainingChecks] [];
        // Positions.
        equal [Chess::default(), Chess::new()] [Board::default(), Board::START];
        compiled [fen.parse::<Fen>()] [Board::from_fen(fen), fen.parse::<Board>()];
        equal [text.into_position::<Chess>(mode)] [Board::from_fen(fen)];
        compiled [Fen::from_position(&position, fens)] [board.fen().en_passant(style)];
        compiled [Fen::empty(), Epd::from_position(&position, fens)] [board.fen().clocks(false)];
        compiled [setup.position::<Chess>(mode)] [setup.position()];
        compiled [setup.position::<Chess>(mode).or_else(PositionError::ignore_impossible_check)]
            [FenOptions::new().allow_impossible_checks(true).check(&setup)];
        compiled [position.to_setup(fens)] [Setup::from(&board)];
        compiled [Setup::empty(), Setup::initial()] [Setup::EMPTY, Setup::from(Board::START)];
        equal [setup.turn, setup.halfmoves, setup.fullmoves]
            [setup.side_to_move(), setup.halfmove_clock(), setup.fullmove_number()];
        compiled [setup.castling_rights, setup.ep_square] [setup.castling_rights(), setup.ep_square()];
        compiled [PackedSetup::pack_standard(&setup)] [PackedPosition::from(&board)];
        compiled [position.zobrist_hash::<Zobrist64>(fens)] [board.key(), board.polyglot_key()];
        // Queries.
        equal [position.turn()] [board.side_to_move()];
        equal [position.halfmoves(), position.fullmoves()]
            [board.halfmove_clock(), board.fullmove_number()];
        equal [position.maybe_ep_square()] [board.ep_square()];
        equal [position.ep_square(EnPassantMode::Legal), position.legal_ep_square()]
            [board.legal_ep_square()];
        equal [position.pseudo_legal_ep_square()] [board.pseudo_legal_ep_square()];
        equal [position.checkers(), position.is_check()] [board.checkers(), board.is_check()];
        equal [position.is_checkmate(), position.is_stalemate()]
            [board.is_checkmate(), board.is_stalemate()];
        equal [position.is_game_over()] [board.outcome().is_some()];
        compiled [position.outcome()] [board.outcome()];
        equal [position.is_insufficient_material(), position.has_insufficient_material(color)]
            [board.is_insufficient_material(), board.has_insufficient_material(color)];
        equal [position.us(), position.them()] [board.colors(side_to_move), board.colors(!side_to_move)];
        equal [position.our(role), position.their(role)]
            [board.colored_pieces(side_to_move, piece_type),
             board.colored_pieces(!side_to_move, piece_type)];
        equal [position.castles().castling_rights()] [board.castling_rooks()];
        equal [position.castles().has(color, side)]
            [board.castling_rights().rook_file(color, side).is_some()];
        equal [position.castles().has_color(color), position.castles().any()]
            [board.castling_rights().has_castling_rights(color), !board.castling_rights().is_empty()];
        compiled [position.castles().rook(color, side)] [board.castling_rights().rook_file(color, side)];
        compiled [position.castles().path(color, side), position.castles().mode()] [];
        compiled [position.is_variant_end(), position.variant_outcome(), position.promoted()] [];
        compiled [position.king_attackers(sq, color, occupied)] [board.attackers_to(square, occupied)];
        // The pieces on the board.
        equal [board.occupied(), board.white(), board.black()]
            [board.occupied(), board.colors(Color::White), board.colors(Color::Black)];
        equal [board.pawns(), board.knights(), board.kings()]
            [board.pieces(PieceType::Pawn), board.pieces(PieceType::Knight),
             board.pieces(PieceType::King)];
        equal [board.rooks_and_queens()]
            [board.pieces(PieceType::Rook) | board.pieces(PieceType::Queen)];
        equal [board.bishops_and_queens()]
            [board.pieces(PieceType::Bishop) | board.pieces(PieceType::Queen)];
        equal [board.sliders()]
            [board.pieces(PieceType::Rook)
                | board.pieces(PieceType::Bishop)
                | board.pieces(PieceType::Queen)];
        equal [board.by_color(color), board.by_role(role), board.by_piece(role.of(color))]
            [board.colors(color), board.pieces(piece_type), board.colored_pieces(color, piece_type)];
        equal [board.king_of(color)] [Some(board.king(color))];
        equal [board.piece_at(sq), board.role_at(sq), board.color_at(sq)]
            [board.piece_on(square), board.piece_type_on(square), board.piece_on(square).map(Piece::color)];
        equal [board.attacks_from(sq)] [board.attacks_from(square)];
        equal [board.attacks_to(sq, color, occupied)]
            [board.attackers_to(square, occupied) & board.colors(color)];
        compiled [board.set_piece_at(sq, role.of(color)), board.remove_piece_at(sq)]
            [setup.with(piece_type.of(color), square), setup.without(square)];
        equal [board.material_side(color).pawn] [board.colored_pieces(color, PieceType::Pawn).len()];
        compiled [board.board_fen()] [board.fen()];
        // Generation and moves.
        equal [position.legal_moves()] [board.legal_moves()];
        equal [position.legal_moves().is_empty()] [!board.has_legal_move()];
        equal [position.capture_moves()] [board.generator().moves(&MoveFilter::CAPTURES)];
        compiled [position.promotion_moves()] [board.generator().moves(&MoveFilter::PROMOTIONS)];
        compiled [position.castling_moves(side), position.en_passant_moves()] [board.legal_moves()];
        compiled [position.san_candidates(role, sq)] [board.legal_origins(Bitboard::FULL, piece_type, square)];
        equal [position.is_legal(m)] [board.is_legal(mv)];
        compiled [position.is_irreversible(m)] [];
        equal [u128::from(perft(&position, depth))] [perft(&board, depth)];
        equal [position.clone().play(m)] [board.after(mv)];
        compiled [position.clone().swap_turn()] [board.null_move()];
        after [position.play_unchecked(m)] [board.make_move(mv), board.make_move_unchecked(mv)];
        equal [m.from(), m.to(), m.promotion()] [Some(mv.from()), mv.to(), mv.promotion()];
        equal [m.role(), m.capture()]
            [board.piece_type_on(mv.from()).expect("a piece"), board.captured_piece(mv)];
        equal [m.is_capture(), m.is_en_passant(), m.is_castle(), m.is_promotion()]
            [board.is_capture(mv), mv.is_en_passant(), mv.is_castling(), mv.is_promotion()];
        equal [m.castling_side()] [mv.castling_side()];
        equal [m.is_zeroing()] [board.after(mv).halfmove_clock() == 0];
        // Notation.
        compiled [uci.parse::<UciMove>()] [uci.parse::<uci::UciMove>()];
        equal [UciMove::from_ascii(uci.as_bytes()).expect("a move").to_move(&position)]
            [uci::parse(&board, uci)];
        equal [m.to_uci(CastlingMode::Standard), UciMove::from_standard(m)]
            [uci::display(mv, CastlingNotation::KingMove)];
        equal [m.to_uci(CastlingMode::Chess960), UciMove::from_chess960(m)]
            [uci::display(mv, CastlingNotation::KingTakesRook)];
        equal [San::from_ascii(san.as_bytes()).expect("a move").to_move(&position)]
            [san::parse(&board, san)];
        compiled [San::from_move(&position, m)] [san::display(&board, mv)];
        equal [SanPlus::from_move(position, m)] [san::display(&board, mv)];
        // Squares, files and ranks.
        equal [Square::new(index)] [Square::ALL[index]];
        equal [Square::from_coords(file, rank)] [Square::new(file, rank)];
        equal [sq.coords()] [(square.file(), square.rank())];
        equal [sq.to_u32(), sq.to_usize()] [u8::from(square), square.index()];
        compiled [sq.offset(9)] [square.offset(1, 1)];
        equal [sq.rotate_90(), sq.rotate_180(), sq.rotate_270()]
            [square.rotate_90_clockwise(), square.rotate_180(), square.rotate_90_counterclockwise()];
        equal [sq.flip_diagonal(), sq.flip_anti_diagonal()]
            [square.flip_diagonal(), square.flip_anti_diagonal()];
        equal [sq.is_light(), sq.is_dark()] [square.is_light(), square.is_dark()];
        equal [sq.distance(other)] [square.distance(other)];
        equal [file.char(), rank.char(), color.char()] [file.to_char(), rank.to_char(), color.to_char()];
        equal [role.char(), role.of(color).char()] [piece_type.to_char(), piece_type.of(color).to_char()];
        equal [Role::from_char('n'), Piece::from_char('N')]
            [PieceType::from_ascii(b'n'), Piece::from_ascii(b'N')];
        equal [color.fold_wb(1, 2)] [if color.is_white() { 1 } else { 2 }];
        equal [color.backrank(), color.relative_rank(rank)]
            [Rank::First.relative_to(color), rank.relative_to(color)];
        equal [color.pawn(), color.king()] [PieceType::Pawn.of(color), PieceType::King.of(color)];
        equal [role.of(color).role] [piece_type.of(color).piece_type()];
        equal [side.king_to_file(), side.rook_to_file()]
            [side.king_destination(), side.rook_destination()];
        // Sets.
        equal [Bitboard::from_square(sq)] [square.bitboard()];
        equal [Bitboard::from_file(file)] [Bitboard::from_file(file)];
        equal [set.count()] [set.len()];
        equal [set.more_than_one()] [set.has_more_than_one()];
        equal [set.pop_front()] [set.pop_first()];
        equal [set.single_square()] [set.single()];
        compiled [set.pop_back()] [set.last()];
        equal [set.with(sq), set.without(other)] [set.with(square), set.without(other)];
        compiled [set.add(sq), set.discard(sq)] [set.insert(square), set.remove(square)];
        equal [set.with(occupied), set.without(occupied)] [set | occupied, set - occupied];
        equal [set.toggled(occupied), set.intersect(occupied)] [set ^ occupied, set & occupied];
        compiled [set.carry_rippler()] [set.subsets()];
        equal [set.shift(8), set.shift(-8)] [set.shift(Direction::North), set.shift(Direction::South)];
        equal [Bitboard::BACKRANKS, Bitboard::CORNERS, Bitboard::CENTER]
            [Bitboard::BACK_RANKS, Bitboard::CORNERS, Bitboard::CENTER];
        equal [set.rotate_90(), set.rotate_180(), set.rotate_270()]
            [set.rotate_90_clockwise(), set.rotate_180(), set.rotate_90_counterclockwise()];
        equal [set.flip_diagonal(), set.flip_anti_diagonal()]
            [set.flip_diagonal(), set.flip_anti_diagonal()];
        // Attacks.
        equal [attacks::rook_attacks(sq, occupied), attacks::bishop_attacks(sq, occupied)]
            [tables::rook_attacks(square, occupied), tables::bishop_attacks(square, occupied)];
        equal [attacks::queen_attacks(sq, occupied), attacks::knight_attacks(sq)]
            [tables::queen_attacks(square, occupied), tables::knight_attacks(square)];
        equal [attacks::king_attacks(sq), attacks::pawn_attacks(color, sq)]
            [tables::king_attacks(square), tables::pawn_attacks(color, square)];
        equal [attacks::attacks(sq, role.of(color), occupied)]
            [tables::attacks(piece_type.of(color), square, occupied)];
        equal [attacks::ray(sq, other), attacks::between(sq, other)]
            [tables::line(square, other), tables::between(square, other)];
        equal [attacks::aligned(sq, other, third)] [tables::aligned(square, other, third)];
    }
}

#[test]
fn page_from_shakmaty_has_compiled_rows() {
    row::check("docs/migration/from-shakmaty.md", rows_of);
}
