//! Tests for the lists "Same name, other meaning" on the pages: each test covers one difference.

use std::collections::HashSet;

use ::chess as chess3;
use tabiya::prelude::*;
use tabiya::{FenOptions, Outcome, san, tables, uci};

const BARE_KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
const CLOCK_OF_100: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 100 80";
const CLOCK_OF_150: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 150 99";
const DOUBLE_PUSH: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
const CASTLING: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

fn ours(fen: &str) -> Board {
    Board::from_fen(fen).expect(fen)
}

fn cozy(fen: &str) -> cozy_chess::Board {
    fen.parse().expect(fen)
}

fn chess(fen: &str) -> chess3::Board {
    fen.parse().expect(fen)
}

fn shakmaty(fen: &str) -> shakmaty::Chess {
    let fen: shakmaty::fen::Fen = fen.parse().expect(fen);
    fen.into_position(shakmaty::CastlingMode::Standard).expect("a valid position")
}

#[test]
fn outcome_adds_insufficient_material() {
    use shakmaty::Position;
    assert_eq!(ours(BARE_KINGS).outcome(), Some(Outcome::InsufficientMaterial));
    assert_eq!(cozy(BARE_KINGS).status(), cozy_chess::GameStatus::Ongoing);
    assert_eq!(chess(BARE_KINGS).status(), chess3::BoardStatus::Ongoing);
    assert!(shakmaty(BARE_KINGS).outcome().is_known());
}

#[test]
fn outcome_takes_75_move_rule() {
    use shakmaty::Position;
    assert_eq!(ours(CLOCK_OF_100).outcome(), None);
    assert!(ours(CLOCK_OF_100).is_fifty_move_draw());
    assert!(ours(CLOCK_OF_150).outcome().is_some());
    assert_eq!(cozy(CLOCK_OF_100).status(), cozy_chess::GameStatus::Drawn);
    assert_eq!(chess(CLOCK_OF_150).status(), chess3::BoardStatus::Ongoing);
    assert!(shakmaty(CLOCK_OF_150).outcome().is_unknown());
}

#[test]
fn equality_includes_clocks() {
    let [earlier, later] = ["0 1", "1 2"].map(|clocks| BARE_KINGS.replace("0 1", clocks));
    assert_ne!(ours(&earlier), ours(&later));
    assert!(ours(&earlier).same_position(&ours(&later)));
    assert_ne!(cozy(&earlier), cozy(&later));
    assert!(cozy(&earlier).same_position(&cozy(&later)));
    assert_eq!(chess(&earlier), chess(&later));
    assert_eq!(shakmaty(&earlier), shakmaty(&later));
}

#[test]
fn hash_sets_distinguish_clocks() {
    let fens = ["0 1", "1 2"].map(|clocks| BARE_KINGS.replace("0 1", clocks));
    assert_eq!(HashSet::from(fens.each_ref().map(|fen| ours(fen))).len(), 2);
    assert_eq!(HashSet::from(fens.each_ref().map(|fen| ours(fen).key())).len(), 1);
    assert_eq!(HashSet::from(fens.each_ref().map(|fen| chess(fen))).len(), 1);
    assert_eq!(HashSet::from(fens.each_ref().map(|fen| shakmaty(fen))).len(), 1);
}

#[test]
fn white_and_pawns_have_index_0() {
    assert_eq!([Color::White as usize, PieceType::Pawn as usize], [0, 0]);
    assert_eq!([Color::White.index(), PieceType::Pawn.index()], [0, 0]);
    assert_eq!([shakmaty::Color::White as usize, shakmaty::Role::Pawn as usize], [1, 1]);
    assert_eq!([cozy_chess::Color::White as usize, cozy_chess::Piece::Pawn as usize], [0, 0]);
}

#[test]
fn equal_moves_may_have_other_pieces() {
    let fens = ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1"];
    let [first, second] = fens.map(|fen| uci::parse(&ours(fen), "a1a8").expect("legal"));
    assert_eq!(first, second);
    let text: shakmaty::uci::UciMove = "a1a8".parse().expect("a move");
    let [first, second] = fens.map(|fen| text.to_move(&shakmaty(fen)).expect("legal"));
    assert_ne!(first, second);
}

#[test]
fn material_beyond_promotions_is_refused() {
    let fen = "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1";
    assert!(Board::from_fen(fen).is_err());
    assert!(fen.parse::<chess3::Board>().is_ok());
    assert!(fen.parse::<cozy_chess::Board>().is_ok());
    let text: shakmaty::fen::Fen = fen.parse().expect(fen);
    let refused = text.into_position::<shakmaty::Chess>(shakmaty::CastlingMode::Standard);
    assert!(refused.is_err_and(|error| error.ignore_too_much_material().is_ok()));
}

#[test]
fn castling_target_is_rook_square() {
    let board = ours(CASTLING);
    let castling = san::parse(&board, "O-O").expect("castling is legal");
    assert_eq!(castling.to(), Square::H1);
    assert_eq!(uci::parse(&board, "e1g1"), Ok(castling));
    assert_eq!(uci::parse(&board, "e1h1"), Ok(castling));
    let cozy_castling = cozy_chess::util::parse_san_move(&cozy(CASTLING), "O-O").expect("legal");
    assert_eq!(cozy_castling.to, cozy_chess::Square::H1);
    let chess_castling = chess3::ChessMove::from_san(&chess(CASTLING), "O-O").expect("legal");
    assert_eq!(chess_castling.get_dest(), chess3::Square::G1);
    let position = shakmaty(CASTLING);
    let san: shakmaty::san::San = "O-O".parse().expect("a move");
    assert_eq!(san.to_move(&position).expect("legal").to(), shakmaty::Square::H1);
}

#[test]
fn pinned_pieces_belong_to_side_to_move() {
    // Black's knight on e5 is the only piece between the rook and White's king.
    let fen = "4r2k/8/8/4n3/8/8/8/4K3 w - - 0 1";
    assert_eq!(ours(fen).generator().pinned(), Bitboard::EMPTY);
    assert_eq!(cozy(fen).pinned().len(), 1);
    assert_eq!(chess(fen).pinned().popcnt(), 1);
}

#[test]
fn ep_square_is_set_after_every_double_push() {
    use shakmaty::Position;
    assert_eq!(ours(DOUBLE_PUSH).ep_square(), Some(Square::E3));
    assert_eq!(ours(DOUBLE_PUSH).legal_ep_square(), None);
    assert_eq!(cozy(DOUBLE_PUSH).en_passant(), Some(cozy_chess::File::E));
    assert_eq!(chess(DOUBLE_PUSH).en_passant(), None);
    let position = shakmaty(DOUBLE_PUSH);
    assert_eq!(position.ep_square(shakmaty::EnPassantMode::Legal), None);
}

#[test]
fn chess_en_passant_is_pawn_square() {
    let before = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    let mv = uci::parse(&ours(before), "e2e4").expect("legal");
    assert_eq!(ours(before).after(mv).ep_square(), Some(Square::E3));
    let mv = chess3::ChessMove::new(chess3::Square::E2, chess3::Square::E4, None);
    assert_eq!(chess(before).make_move_new(mv).en_passant(), Some(chess3::Square::E4));
}

#[test]
fn key_has_ep_file_only_if_capture_is_legal() {
    let without = DOUBLE_PUSH.replace(" e3 ", " - ");
    assert_eq!(ours(DOUBLE_PUSH).key(), ours(&without).key());
    assert_ne!(cozy(DOUBLE_PUSH).hash(), cozy(&without).hash());
}

#[test]
fn piece_on_returns_piece_with_color() {
    assert_eq!(Board::START.piece_on(Square::E8), Some(Piece::BlackKing));
    assert_eq!(Board::START.piece_type_on(Square::E8), Some(PieceType::King));
    let board = cozy_chess::Board::default();
    assert_eq!(board.piece_on(cozy_chess::Square::E8), Some(cozy_chess::Piece::King));
}

#[test]
fn halfmove_clock_counts_after_100() {
    let king = uci::parse(&ours(CLOCK_OF_100), "e1e2").expect("legal");
    assert_eq!(ours(CLOCK_OF_100).after(king).halfmove_clock(), 101);
    let mut board = cozy(CLOCK_OF_100);
    board.play("e1e2".parse().expect("a move"));
    assert_eq!(board.halfmove_clock(), 100);
}

#[test]
fn null_move_advances_clocks() {
    use shakmaty::Position;
    assert_eq!(ours(BARE_KINGS).null_move().map(|board| board.halfmove_clock()), Some(1));
    assert_eq!(cozy(BARE_KINGS).null_move().map(|board| board.halfmove_clock()), Some(1));
    assert_eq!(shakmaty(BARE_KINGS).swap_turn().map(|position| position.halfmoves()).ok(), Some(0));
}

#[test]
fn offset_is_none_off_the_board() {
    assert_eq!(Square::H4.offset(1, 0), None);
    assert_eq!(cozy_chess::Square::H4.try_offset(1, 0), None);
    assert!(std::panic::catch_unwind(|| cozy_chess::Square::H4.offset(1, 0)).is_err());
    assert_eq!(shakmaty::Square::H4.offset(1), Some(shakmaty::Square::A5));
}

#[test]
fn from_index_is_none_above_7() {
    assert_eq!((File::from_index(8), Rank::from_index(8)), (None, None));
    assert_eq!(chess3::File::from_index(8), chess3::File::A);
    assert_eq!(chess3::Rank::from_index(8), chess3::Rank::First);
}

#[test]
fn fen_with_tail_is_refused() {
    let tail = format!("{BARE_KINGS} bm e2;");
    assert!(Board::from_fen(&tail).is_err());
    assert!(tail.parse::<chess3::Board>().is_ok());
    let epd = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;";
    let (position, operations) = FenOptions::new().read_epd(epd).expect("an EPD line");
    assert!(position.same_position(&ours(BARE_KINGS)));
    assert_eq!(operations.trim_ascii(), b"bm Kd2;");
}

#[test]
fn fen_with_four_fields_is_accepted() {
    let fields = BARE_KINGS.trim_end_matches(" 0 1");
    assert_eq!(Board::from_fen(fields), Ok(ours(BARE_KINGS)));
    assert!(fields.parse::<cozy_chess::Board>().is_err());
    let shredder = CASTLING.replace(" K ", " H ");
    assert_eq!(Board::from_fen(&shredder), Ok(ours(CASTLING)));
    assert!(cozy_chess::Board::from_fen(&shredder, false).is_err());
}

#[test]
fn see_ignores_captures_by_pinned_pieces() {
    // The rook on e3 pins the pawn's only defender, the knight on e6.
    let board = ours("4k3/8/4n3/2p5/8/B3R3/8/4K3 w - - 0 1");
    let capture = uci::parse(&board, "a3c5").expect("legal");
    assert_eq!(board.see(capture), 100);
    // Without the rook, the knight recaptures.
    let board = ours("4k3/8/4n3/2p5/8/B7/8/4K3 w - - 0 1");
    assert_eq!(board.see(capture), -200);
}

#[test]
fn ray_starts_at_its_square() {
    use tabiya::Direction;
    let ray = tables::ray(Square::A1, Direction::North);
    assert_eq!(ray, Bitboard::from_file(File::A).without(Square::A1));
    let line = tables::line(Square::A2, Square::A4);
    assert_eq!(line, Bitboard::from_file(File::A));
    let ray = shakmaty::attacks::ray(shakmaty::Square::A2, shakmaty::Square::A4);
    assert_eq!(ray.0, line.0);
}
