//! The code on `docs/how-to/probe-syzygy.md`.

use std::num::NonZeroU32;

use pyrrhic_rs::{EngineAdapter, TBError, TableBases, WdlProbeResult};
use shakmaty::{ByColor, ByRole, CastlingMode, Chess, PositionError, Role};
use shakmaty_syzygy::{SyzygyError, Tablebase, Wdl};
use tabiya::prelude::*;
use tabiya::{Black, Side, White, tables};

use crate::ours::cases;
use crate::page::read;

const ROOK_ENDING: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

/// Returns the position of shakmaty that equals a board.
fn to_shakmaty(board: &Board) -> Result<Chess, Box<PositionError<Chess>>> {
    let set = |set: Bitboard| shakmaty::Bitboard(set.0);
    let by_role = ByRole::new_with(|role| set(board.pieces(PieceType::ALL[role as usize - 1])));
    let by_color =
        ByColor { white: set(board.colors(Color::White)), black: set(board.colors(Color::Black)) };
    let mut setup = shakmaty::Setup::empty();
    setup.board = shakmaty::Board::try_from_bitboards(by_role, by_color)
        .expect("each piece has one type and one color");
    setup.turn = shakmaty::Color::from_white(board.side_to_move().is_white());
    setup.castling_rights = set(board.castling_rooks());
    setup.ep_square = board.legal_ep_square().map(|square| shakmaty::Square::ALL[square.index()]);
    setup.halfmoves = board.halfmove_clock().into();
    setup.fullmoves = NonZeroU32::new(board.fullmove_number().into()).unwrap_or(NonZeroU32::MIN);
    setup.position(CastlingMode::Chess960).map_err(Box::new)
}

/// Returns the result for the side to move, if the tables have it.
fn probe(tables: &Tablebase<Chess>, board: &Board) -> Option<Wdl> {
    if board.occupied().len() > tables.max_pieces() || !board.castling_rights().is_empty() {
        return None;
    }
    let position = to_shakmaty(board).ok()?;
    tables.probe_wdl_after_zeroing(&position).ok()
}

/// Tabiya's attacks, for pyrrhic-rs.
#[derive(Clone, Debug)]
struct Attacks;

/// Returns a square from its index, as pyrrhic-rs numbers the squares.
fn square(index: u64) -> Square {
    Square::from_low_bits(index as u8)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, index: u64) -> u64 {
        let color = if color == pyrrhic_rs::Color::White { Color::White } else { Color::Black };
        tables::pawn_attacks(color, square(index)).0
    }

    fn knight_attacks(index: u64) -> u64 {
        tables::knight_attacks(square(index)).0
    }

    fn bishop_attacks(index: u64, occupied: u64) -> u64 {
        tables::bishop_attacks(square(index), Bitboard(occupied)).0
    }

    fn rook_attacks(index: u64, occupied: u64) -> u64 {
        tables::rook_attacks(square(index), Bitboard(occupied)).0
    }

    fn queen_attacks(index: u64, occupied: u64) -> u64 {
        tables::queen_attacks(square(index), Bitboard(occupied)).0
    }

    fn king_attacks(index: u64) -> u64 {
        tables::king_attacks(square(index)).0
    }
}

fn probe_wdl(tables: &TableBases<Attacks>, board: &Board) -> Result<WdlProbeResult, TBError> {
    let [pawns, knights, bishops, rooks, queens, kings] =
        PieceType::ALL.map(|piece_type| board.pieces(piece_type).0);
    let [white, black] = Color::ALL.map(|color| board.colors(color).0);
    let ep_square = board.legal_ep_square().map_or(0, |square| square.index() as u32);
    let is_white = board.side_to_move().is_white();
    tables
        .probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, ep_square, is_white)
}

#[test]
fn shakmaty_position_has_same_fen() {
    for case in cases() {
        let position = to_shakmaty(&case.board).expect("a valid position");
        let fen = shakmaty::fen::Fen::from_position(&position, shakmaty::EnPassantMode::Legal);
        assert_eq!(fen.to_string(), case.board.to_string());
        let roles = PieceType::ALL.map(|piece_type| piece_type.to_char());
        assert_eq!(Role::ALL.map(Role::char), roles, "both order the types from pawn to king");
    }
}

#[test]
fn probe_without_tables_finds_nothing() {
    let tables = Tablebase::new();
    let board = Board::from_fen(ROOK_ENDING).expect("a valid FEN");
    assert_eq!(probe(&tables, &board), None);
    let position = to_shakmaty(&board).expect("a valid position");
    let result = tables.probe_wdl_after_zeroing(&position);
    assert!(matches!(result, Err(SyzygyError::TooManyPieces)), "{result:?}");
    // The error names what no table has, so the position has arrived.
    let castling = ROOK_ENDING.replace(" w - ", " w Q ").parse().expect("a valid FEN");
    let result = tables.probe_wdl_after_zeroing(&to_shakmaty(&castling).expect("a valid position"));
    assert!(matches!(result, Err(SyzygyError::Castling)), "{result:?}");
}

#[test]
fn attacks_for_pyrrhic_agree_with_tables() {
    let occupied = Board::START.occupied();
    for square in Square::ALL {
        let index = square.index() as u64;
        let attacks = Attacks::queen_attacks(index, occupied.0);
        let [rook, bishop] = [Attacks::rook_attacks, Attacks::bishop_attacks];
        assert_eq!(attacks, rook(index, occupied.0) | bishop(index, occupied.0));
        assert_eq!(attacks, tables::queen_attacks(square, occupied).0);
        let pawns = [pyrrhic_rs::Color::White, pyrrhic_rs::Color::Black]
            .map(|color| Attacks::pawn_attacks(color, index));
        let expected =
            [White::COLOR, Black::COLOR].map(|color| tables::pawn_attacks(color, square).0);
        assert_eq!(pawns, expected);
        assert_eq!(Attacks::knight_attacks(index), tables::knight_attacks(square).0);
        assert_eq!(Attacks::king_attacks(index), tables::king_attacks(square).0);
    }
}

#[test]
fn pyrrhic_without_tables_finds_nothing() {
    let board = Board::from_fen(ROOK_ENDING).expect("a valid FEN");
    match TableBases::<Attacks>::new("no such folder") {
        Ok(tables) => assert!(probe_wdl(&tables, &board).is_err()),
        Err(error) => assert!(matches!(error, TBError::BadPath | TBError::InitFailed)),
    }
}

/// Each paragraph in a code block must occur in this file.
#[test]
fn page_code_blocks_occur_in_file() {
    let page = read("docs/how-to/probe-syzygy.md");
    let file = read("lab/migration/tests/all/syzygy.rs");
    let blocks: Vec<&str> =
        page.split("```").filter_map(|block| block.strip_prefix("rust\n")).collect();
    assert_eq!(blocks.len(), 3);
    for paragraph in blocks.iter().flat_map(|block| block.trim_end().split("\n\n")) {
        assert!(file.contains(&format!("\n{paragraph}\n")), "the file lacks\n{paragraph}");
    }
}
