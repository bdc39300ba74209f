//! Tests for making and unmaking moves and null moves, and for observers.

use std::sync::atomic::{AtomicU32, Ordering};

use tabiya::tables::keys;
use tabiya::uci::UciMove;
use tabiya::{
    Bitboard, Board, Color, CorrectionKeys, Mailbox, MakeObserver, Move, MoveKind, Piece,
    PieceType, Position, Square, uci,
};
use tabiya_tests::playouts::for_each_board;
use tabiya_tests::playouts::playout;

/// An observer that updates a mailbox, and asserts that removed pieces exist and target squares are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MailboxObserver([Option<Piece>; 64]);

impl MailboxObserver {
    fn from_board(board: &Board) -> Self {
        Self(Square::ALL.map(|square| board.piece_on(square)))
    }
}

impl MakeObserver for MailboxObserver {
    fn removed(&mut self, piece: Piece, square: Square) {
        let found = self.0[square.index()].take();
        assert_eq!(found, Some(piece), "removed from {square}");
    }

    fn placed(&mut self, piece: Piece, square: Square) {
        let found = self.0[square.index()].replace(piece);
        assert_eq!(found, None, "{piece} placed on {square}");
    }

    fn finished(&mut self, occupied: Bitboard) {
        let is_occupied = |&square: &Square| self.0[square.index()].is_some();
        assert_eq!(Square::ALL.into_iter().filter(is_occupied).collect::<Bitboard>(), occupied);
    }
}

/// An observer that records its calls as text: `-pa7` removed, `+pa5` placed, `pa7a5` moved, `.` finished.
#[derive(Default)]
struct CallRecorder(String);

impl MakeObserver for CallRecorder {
    fn removed(&mut self, piece: Piece, square: Square) {
        self.0 += &format!("-{piece}{square} ");
    }

    fn placed(&mut self, piece: Piece, square: Square) {
        self.0 += &format!("+{piece}{square} ");
    }

    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.0 += &format!("{piece}{from}{to} ");
    }

    fn finished(&mut self, _: Bitboard) {
        self.0 += ".";
    }
}

#[test]
fn unmake_move_restores_board_after_every_legal_move() {
    for_each_board(80_000, 1, |&board| {
        let mut copy = board;
        let mut position = board.position();
        for mv in board.legal_moves() {
            let undo = copy.make_move_undoable(mv, &mut ());
            assert_eq!(copy, board.after(mv), "{mv:?} in {board:?}");
            copy.unmake_move(undo, &mut ());
            assert_eq!(copy, board, "{mv:?} unmade in {board:?}");

            tabiya::by_side!(board.side_to_move(), S => {
                let undo = tabiya::BoardUndo::make_as::<S>(&mut copy, mv, &mut ());
                assert_eq!(copy, board.after(mv), "{mv:?} in {board:?}");
                undo.unmake_as::<S>(&mut copy, &mut ());
            });
            assert_eq!(copy, board, "{mv:?} unmade in {board:?}");

            let undo = position.make_move_undoable(mv, &mut ());
            assert_eq!(position, board.position().after(mv), "{mv:?} in {board:?}");
            position.unmake_move(undo, &mut ());
            assert_eq!(position, board.position(), "{mv:?} unmade in {board:?}");
        }
    });
}

#[test]
fn unmake_move_for_whole_game_restores_start() {
    let mut board = Board::default();
    let mut stack = Vec::new();
    playout(board, 300, 7, |next| {
        let moves = board.legal_moves();
        if let Some(&mv) = moves.iter().find(|&&mv| board.after(mv) == *next) {
            stack.push(board.make_move_undoable(mv, &mut ()));
        }
        assert_eq!(board, *next);
    });
    assert!(stack.len() > 100, "only {} moves", stack.len());
    while let Some(undo) = stack.pop() {
        board.unmake_move(undo, &mut ());
    }
    assert_eq!(board, Board::default());
}

#[test]
fn unmake_move_restores_clocks_at_their_maximum() {
    for (fen, moves) in [
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 65535 65535", ["e4d5", "e1f1", "e4e5"]),
        ("4k3/8/8/3q4/4P3/8/8/4K3 b - - 65535 65535", ["d5e4", "e8f8", "d5d1"]),
        ("4k3/8/8/3q4/4P3/8/8/4K3 b - - 65534 65534", ["d5e4", "e8f8", "d5d1"]),
    ] {
        let before = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for text in moves {
            let mv = uci::parse(&before, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let mut board = before;
            let undo = board.make_move_undoable(mv, &mut ());
            board.unmake_move(undo, &mut ());
            assert_eq!(board, before, "{text} in {fen}");
        }
    }
}

#[test]
fn observer_mailbox_equals_board_after_make_and_unmake() {
    for_each_board(50_000, 2, |&board| {
        let before = MailboxObserver::from_board(&board);
        for mv in board.legal_moves() {
            let mut copy = board;
            let mut after = before.clone();
            copy.make_move_observed(mv, &mut after);
            assert_eq!(copy, board.after(mv), "{mv:?} in {board:?}");
            assert_eq!(after, MailboxObserver::from_board(&copy), "{mv:?} in {board:?}");

            let mut copy = board;
            let mut pair = (before.clone(), before.clone());
            let undo = copy.make_move_undoable(mv, &mut pair);
            assert_eq!(pair, (after.clone(), after), "{mv:?} in {board:?}");
            copy.unmake_move(undo, &mut pair);
            assert_eq!(copy, board, "{mv:?} unmade in {board:?}");
            assert_eq!(pair, (before.clone(), before.clone()), "{mv:?} unmade in {board:?}");
        }
    });
}

#[test]
fn kept_observers_equal_new_ones_after_each_move() {
    for_each_board(20_000, 3, |board| {
        let hash = |is_part: &dyn Fn(Piece) -> bool| {
            let placed = |square| board.placed_pieces().find(|placed| placed.square == square);
            board.occupied().into_iter().for_each(|square| {
                assert_eq!(placed(square).map(|placed| placed.piece), board.piece_on(square));
            });
            let pieces = board.occupied().into_iter().filter_map(|square| {
                board.piece_on(square).filter(|&piece| is_part(piece)).map(|piece| (piece, square))
            });
            pieces.fold(0, |hash, (piece, square)| hash ^ keys::piece(piece, square))
        };
        let correction_keys = CorrectionKeys::from(board);
        let is_pawn = |piece: Piece| piece.piece_type() == PieceType::Pawn;
        let is_king = |piece: Piece| piece.piece_type() == PieceType::King;
        let is_major =
            |piece: Piece| matches!(piece.piece_type(), PieceType::Rook | PieceType::Queen);
        assert_eq!(correction_keys.pawns, hash(&is_pawn));
        assert_eq!(correction_keys.major_pieces, hash(&|piece| is_major(piece) || is_king(piece)));
        assert_eq!(
            correction_keys.minor_pieces,
            hash(&|piece| !is_major(piece) && !is_pawn(piece))
        );
        let non_pawns = |color| hash(&|piece| piece.color() == color && !is_pawn(piece));
        assert_eq!(correction_keys.non_pawns, Color::ALL.map(non_pawns));
        for mv in board.legal_moves() {
            let mut kept = (correction_keys, Mailbox::from(board));
            let mut after = *board;
            after.make_move_observed(mv, &mut kept);
            assert_eq!(kept, (CorrectionKeys::from(&after), Mailbox::from(&after)), "{mv:?}");
            Square::ALL.into_iter().for_each(|square| {
                assert_eq!(kept.1[square], after.piece_on(square), "{mv:?} in {board:?}");
            });
        }
    });
}

/// The rows have the calls when a move is made, and when it is unmade.
#[test]
fn observer_calls_for_each_move_kind_are_in_documented_order() {
    let rows = [
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4e5", "Pe4e5", "Pe5e4"),
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", "-qd5 Pe4d5", "Pd5e4 +qd5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "-pd5 Pe5d6", "Pd6e5 +pd5"),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "-rd8 -Pe7 +Qd8", "-Qd8 +Pe7 +rd8"),
        ("4k3/8/8/8/8/8/3p4/6K1 b - - 0 1", "d2d1n", "-pd2 +nd1", "-nd1 +pd2"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "-Ke1 -Rh1 +Kg1 +Rf1", "-Kg1 -Rf1 +Ke1 +Rh1"),
        // King and rook swap squares; only the rook moves; only the king moves.
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "-Kf1 -Rg1 +Kg1 +Rf1", "-Kg1 -Rf1 +Kf1 +Rg1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "-Kg1 -Rh1 +Kg1 +Rf1", "-Kg1 -Rf1 +Kg1 +Rh1"),
        ("1k6/8/8/8/8/8/8/3R1K2 w D - 0 1", "f1d1", "-Kf1 -Rd1 +Kc1 +Rd1", "-Kc1 -Rd1 +Kf1 +Rd1"),
    ];
    for (fen, text, made, unmade) in rows {
        let mut board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let legal = board.legal_moves();
        let matches_text = |mv: &&Move| UciMove::from(**mv).to_string() == text;
        let &mv = legal.iter().find(matches_text).unwrap_or_else(|| panic!("{text} in {fen}"));
        let mut mailbox = MailboxObserver::from_board(&board);
        let mut make = CallRecorder::default();
        let mut unmake = CallRecorder::default();
        let undo = board.make_move_undoable(mv, &mut (&mut make, &mut mailbox));
        assert_eq!(mailbox, MailboxObserver::from_board(&board), "{text} in {fen}");
        board.unmake_move(undo, &mut (&mut unmake, &mut mailbox));
        let calls = (make.0, unmake.0);
        assert_eq!(calls, (format!("{made} ."), format!("{unmade} .")), "{text} in {fen}");
    }
}

#[test]
fn playouts_contain_castling_that_swaps_king_and_rook() {
    let swaps = AtomicU32::new(0);
    for_each_board(50_000, 3, |board| {
        for mv in board.legal_moves() {
            let after = board.after(mv);
            let rook = Piece::new(board.side_to_move(), PieceType::Rook);
            let is_swap = mv.kind() == MoveKind::Castling
                && after.king(board.side_to_move()) == mv.to()
                && after.piece_on(mv.from()) == Some(rook);
            swaps.fetch_add(is_swap.into(), Ordering::Relaxed);
        }
    });
    let swaps = swaps.into_inner();
    assert!(swaps > 10, "only {swaps} castling moves");
}

#[test]
fn null_move_changes_side_to_move_ep_square_and_clocks_only() {
    for_each_board(100_000, 4, |board| {
        let Some(after) = board.null_move() else {
            assert!(board.is_check(), "{board:?}");
            return;
        };
        assert!(!board.is_check(), "{board:?}");
        assert_eq!(Some(after.position()), board.position().null_move(), "{board:?}");
        assert_eq!(after.key(), after.computed_key(), "{board:?}");
        let mailbox = MailboxObserver::from_board;
        assert_eq!(mailbox(&after), mailbox(board), "{board:?}");
        assert_eq!(after.castling_rights(), board.castling_rights(), "{board:?}");
        assert_eq!((after.side_to_move(), after.ep_square()), (!board.side_to_move(), None));
        assert_eq!(after.halfmove_clock(), board.halfmove_clock() + 1, "{board:?}");
        let is_black = u16::from(board.side_to_move() == Color::Black);
        assert_eq!(after.fullmove_number(), board.fullmove_number() + is_black, "{board:?}");
        let theirs = after.colors(!board.side_to_move());
        let is_theirs = |mv: &Move| !theirs.is_disjoint(Bitboard::from(mv.from()));
        assert!(after.legal_moves().iter().all(is_theirs), "{board:?}");
    });
}

/// An observer that counts made and undone null moves, and panics if pieces change.
#[derive(Debug, Default, PartialEq, Eq)]
struct NullMoveCounter {
    made: u32,
    undone: u32,
}

impl MakeObserver for NullMoveCounter {
    fn removed(&mut self, piece: Piece, square: Square) {
        panic!("{piece} removed from {square} by a null move");
    }

    fn placed(&mut self, piece: Piece, square: Square) {
        panic!("{piece} placed on {square} by a null move");
    }

    fn null_move(&mut self) {
        self.made += 1;
    }

    fn null_move_undone(&mut self) {
        self.undone += 1;
    }
}

#[test]
fn unmake_null_move_restores_board() {
    for_each_board(100_000, 5, |board| {
        let mut copy = *board;
        let mut position = board.position();
        let undo = copy.make_null_move(&mut ());
        let position_undo = position.make_null_move(&mut ());
        assert_eq!(undo.as_ref().map(|_| copy), board.null_move(), "{board:?}");
        assert_eq!(
            position_undo.as_ref().map(|_| position),
            board.position().null_move(),
            "{board:?}"
        );
        if let (Some(undo), Some(position_undo)) = (undo, position_undo) {
            copy.unmake_null_move(undo, &mut ());
            position.unmake_null_move(position_undo, &mut ());
        }
        // In check no null move is made, and the board is unchanged too.
        assert_eq!((copy, position), (*board, board.position()), "{board:?}");
    });
}

#[test]
fn null_move_calls_each_observer_in_a_pair() {
    for_each_board(20_000, 6, |board| {
        let made = u32::from(!board.is_check());
        let mut first = NullMoveCounter::default();
        let mut second = NullMoveCounter::default();
        let mut copy = *board;
        let undo = copy.make_null_move(&mut (&mut first, &mut second));
        assert_eq!(first, NullMoveCounter { made, undone: 0 }, "{board:?}");
        assert_eq!(second, first, "{board:?}");
        if let Some(undo) = undo {
            copy.unmake_null_move(undo, &mut (&mut first, &mut second));
        }
        assert_eq!(first, NullMoveCounter { made, undone: made }, "{board:?}");
        assert_eq!(second, first, "{board:?}");
        assert_eq!(copy, *board);
    });
}

#[test]
fn unmake_null_move_restores_clocks_at_their_maximum() {
    let before = Board::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 65535 65535").expect("a legal FEN");
    let mut board = before;
    let undo = board.make_null_move(&mut ()).expect("not in check");
    assert_eq!((board.halfmove_clock(), board.fullmove_number()), (65_535, 65_535));
    board.unmake_null_move(undo, &mut ());
    assert_eq!(board, before);
}

#[test]
fn make_move_unchecked_with_legal_move_agrees_with_make_move() {
    for_each_board(50_000, 7, |board| {
        for mv in board.legal_moves() {
            let mut after = *board;
            after.make_move_unchecked(mv);
            assert_eq!(after, board.after(mv), "{mv:?} in {board:?}");
        }
    });
}

#[test]
fn make_move_unchecked_with_illegal_move_moves_piece() {
    let mut board = Board::default();
    board.make_move_unchecked(ILLEGAL);
    assert_eq!(board.piece_on(Square::E5), Some(Piece::WhitePawn));
}

/// A pawn move by three squares.
const ILLEGAL: Move = Move::new(Square::E2, Square::E5);

/// Tests for the functions that assert that a move is legal.
#[cfg(debug_assertions)]
mod in_debug_builds {
    use super::*;

    #[test]
    #[should_panic(expected = "illegal Move(e2e5 Normal) on")]
    fn make_move_on_board_with_illegal_move_panics() {
        Board::default().make_move(ILLEGAL);
    }

    #[test]
    #[should_panic(expected = "illegal Move(e2e5 Normal) on")]
    fn make_move_on_position_with_illegal_move_panics() {
        let mut position = Position::START;
        position.make_move(ILLEGAL);
    }

    #[test]
    #[should_panic(expected = "illegal Move(e1h1 Castling) on")]
    fn make_move_with_illegal_castling_panics() {
        let castling = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
        Board::default().make_move(castling);
    }

    #[test]
    #[should_panic(expected = "illegal Move(e2e5 Normal) on")]
    fn after_with_illegal_move_panics() {
        let _ = Board::default().after(ILLEGAL);
    }

    #[test]
    #[should_panic(expected = "illegal Move(e2e5 Normal) on")]
    fn key_after_with_illegal_move_panics() {
        let _ = Board::default().key_after(ILLEGAL);
    }

    #[test]
    #[should_panic(expected = "illegal Move(e2e5 Normal) on")]
    fn make_move_observed_with_illegal_move_panics() {
        Board::default().make_move_observed(ILLEGAL, &mut ());
    }

    #[test]
    #[should_panic(expected = "illegal Move(e2e5 Normal) on")]
    fn make_move_undoable_with_illegal_move_panics() {
        let _ = Board::default().make_move_undoable(ILLEGAL, &mut ());
    }
}
