//! Making and unmaking: the way back is the identity, observers see what the board sees,
//! and passing changes whose turn it is.

use std::sync::atomic::{AtomicU32, Ordering};

use tabiya::{
    Bitboard, Board, Color, MakeObserver, Move, MoveKind, Piece, PieceType, Position, Square, uci,
};
use tabiya_tests::parallel::for_each_board;
use tabiya_tests::playouts::playout;

/// A board as an array, kept by what an observer is told; what cannot be is a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mirror([Option<Piece>; 64]);

impl Mirror {
    fn of(board: &Board) -> Self {
        Self(Square::ALL.map(|square| board.piece_on(square)))
    }
}

impl MakeObserver for Mirror {
    fn removed(&mut self, piece: Piece, square: Square) {
        let found = self.0[square.index()].take();
        assert_eq!(found, Some(piece), "removed from {square}");
    }

    fn placed(&mut self, piece: Piece, square: Square) {
        let found = self.0[square.index()].replace(piece);
        assert_eq!(found, None, "{piece} placed on {square}");
    }
}

/// Writes down what it is told, moves as such.
#[derive(Default)]
struct Diary(String);

impl MakeObserver for Diary {
    fn removed(&mut self, piece: Piece, square: Square) {
        self.0 += &format!("-{piece}{square} ");
    }

    fn placed(&mut self, piece: Piece, square: Square) {
        self.0 += &format!("+{piece}{square} ");
    }

    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.0 += &format!("{piece}{from}{to} ");
    }
}

#[test]
fn unmaking_is_the_identity_on_every_legal_move() {
    for_each_board(80_000, 1, |&board| {
        let mut copy = board;
        let mut position = board.position();
        for mv in board.legal_moves() {
            let undo = copy.make_move_undoable(mv);
            assert_eq!(copy, board.after(mv), "{mv} in {board:?}");
            copy.unmake_move(mv, undo);
            assert_eq!(copy, board, "{mv} taken back in {board:?}");

            let undo = position.make_move_undoable(mv);
            assert_eq!(position, board.position().after(mv), "{mv} in {board:?}");
            position.unmake_move(mv, undo);
            assert_eq!(position, board.position(), "{mv} taken back in {board:?}");
        }
    });
}

#[test]
fn whole_games_are_taken_back() {
    let mut board = Board::default();
    let mut stack = Vec::new();
    playout(board, 300, 7, |next| {
        let moves = board.legal_moves();
        if let Some(&mv) = moves.iter().find(|&&mv| board.after(mv) == *next) {
            stack.push((mv, board.make_move_undoable(mv)));
        }
        assert_eq!(board, *next);
    });
    assert!(stack.len() > 100, "only {} moves", stack.len());
    while let Some((mv, undo)) = stack.pop() {
        board.unmake_move(mv, undo);
    }
    assert_eq!(board, Board::default());
}

#[test]
fn clocks_that_stand_still_come_back() {
    for (fen, moves) in [
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 65535 65535", ["e4d5", "e1f1", "e4e5"]),
        ("4k3/8/8/3q4/4P3/8/8/4K3 b - - 65535 65535", ["d5e4", "e8f8", "d5d1"]),
        ("4k3/8/8/3q4/4P3/8/8/4K3 b - - 65534 65534", ["d5e4", "e8f8", "d5d1"]),
    ] {
        let before = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for text in moves {
            let mv = uci::parse(&before, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let mut board = before;
            let undo = board.make_move_undoable(mv);
            board.unmake_move(mv, undo);
            assert_eq!(board, before, "{text} in {fen}");
        }
    }
}

#[test]
fn an_observer_sees_the_board_that_is() {
    for_each_board(50_000, 2, |&board| {
        let mirror = Mirror::of(&board);
        for mv in board.legal_moves() {
            let (mut copy, mut mirrored) = (board, mirror.clone());
            copy.make_move_observed(mv, &mut mirrored);
            assert_eq!(copy, board.after(mv), "{mv} in {board:?}");
            assert_eq!(mirrored, Mirror::of(&copy), "{mv} in {board:?}");

            let (mut copy, mut pair) = (board, (mirror.clone(), mirror.clone()));
            let undo = copy.make_move_undoable_observed(mv, &mut pair);
            assert_eq!(pair, (mirrored.clone(), mirrored), "{mv} in {board:?}");
            copy.unmake_move_observed(mv, undo, &mut pair);
            assert_eq!(copy, board, "{mv} taken back in {board:?}");
            assert_eq!(pair, (mirror.clone(), mirror.clone()), "{mv} taken back in {board:?}");
        }
    });
}

/// Each kind of move with what is told when it is made and when it is taken back.
#[test]
fn what_is_told_in_which_order() {
    let rows = [
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4e5", "Pe4e5", "Pe5e4"),
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", "-qd5 Pe4d5", "Pd5e4 +qd5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "-pd5 Pe5d6", "Pd6e5 +pd5"),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "-rd8 -Pe7 +Qd8", "-Qd8 +Pe7 +rd8"),
        ("4k3/8/8/8/8/8/3p4/6K1 b - - 0 1", "d2d1n", "-pd2 +nd1", "-nd1 +pd2"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "-Ke1 -Rh1 +Kg1 +Rf1", "-Kg1 -Rf1 +Ke1 +Rh1"),
        // King and rook swap squares; the king stays; the rook stays.
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "-Kf1 -Rg1 +Kg1 +Rf1", "-Kg1 -Rf1 +Kf1 +Rg1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "-Kg1 -Rh1 +Kg1 +Rf1", "-Kg1 -Rf1 +Kg1 +Rh1"),
        ("1k6/8/8/8/8/8/8/3R1K2 w D - 0 1", "f1d1", "-Kf1 -Rd1 +Kc1 +Rd1", "-Kc1 -Rd1 +Kf1 +Rd1"),
    ];
    for (fen, text, made, unmade) in rows {
        let mut board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let legal = board.legal_moves();
        let is_it = |mv: &&Move| mv.to_string() == text;
        let &mv = legal.iter().find(is_it).unwrap_or_else(|| panic!("{text} in {fen}"));
        let mut mirror = Mirror::of(&board);
        let (mut there, mut back) = (Diary::default(), Diary::default());
        let undo = board.make_move_undoable_observed(mv, &mut (&mut there, &mut mirror));
        assert_eq!(mirror, Mirror::of(&board), "{text} in {fen}");
        board.unmake_move_observed(mv, undo, &mut (&mut back, &mut mirror));
        assert_eq!((there.0.trim(), back.0.trim()), (made, unmade), "{text} in {fen}");
    }
}

#[test]
fn playouts_castle_across_each_other() {
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
    assert!(swaps > 10, "only {swaps} swaps");
}

#[test]
fn passing_changes_whose_turn_it_is_and_little_else() {
    for_each_board(100_000, 4, |board| {
        let Some(passed) = board.null_move() else {
            assert!(board.is_check(), "{board:?}");
            return;
        };
        assert!(!board.is_check(), "{board:?}");
        assert_eq!(Some(passed.position()), board.position().null_move(), "{board:?}");
        assert_eq!(passed.key(), passed.computed_key(), "{board:?}");
        assert_eq!(Mirror::of(&passed), Mirror::of(board), "{board:?}");
        assert_eq!(passed.castling_rights(), board.castling_rights(), "{board:?}");
        assert_eq!((passed.side_to_move(), passed.ep_square()), (!board.side_to_move(), None));
        assert_eq!(passed.halfmove_clock(), board.halfmove_clock() + 1, "{board:?}");
        let is_black = u16::from(board.side_to_move() == Color::Black);
        assert_eq!(passed.fullmove_number(), board.fullmove_number() + is_black, "{board:?}");
        let theirs = passed.colors(!board.side_to_move());
        let from_theirs = |mv: &Move| !theirs.is_disjoint(Bitboard::from(mv.from()));
        assert!(passed.legal_moves().iter().all(from_theirs), "{board:?}");
    });
}

/// Counts the null moves that are made and undone; refuses pieces.
#[derive(Debug, Default, PartialEq, Eq)]
struct NullMoves {
    made: u32,
    undone: u32,
}

impl MakeObserver for NullMoves {
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
fn undoing_a_null_move_restores_everything() {
    for_each_board(100_000, 5, |board| {
        let (mut copy, mut position) = (*board, board.position());
        let (undo, position_undo) = (copy.make_null_move(), position.make_null_move());
        assert_eq!(undo.map(|_| copy), board.null_move(), "{board:?}");
        assert_eq!(position_undo.map(|_| position), board.position().null_move(), "{board:?}");
        if let (Some(undo), Some(position_undo)) = (undo, position_undo) {
            copy.unmake_null_move(undo);
            position.unmake_null_move(position_undo);
        }
        // Also in check, where nothing is made.
        assert_eq!((copy, position), (*board, board.position()), "{board:?}");
    });
}

#[test]
fn null_moves_are_reported_to_every_observer() {
    for_each_board(20_000, 6, |board| {
        let made = u32::from(!board.is_check());
        let (mut first, mut second) = (NullMoves::default(), NullMoves::default());
        let mut copy = *board;
        let undo = copy.make_null_move_observed(&mut (&mut first, &mut second));
        assert_eq!(first, NullMoves { made, undone: 0 }, "{board:?}");
        assert_eq!(second, first, "{board:?}");
        if let Some(undo) = undo {
            copy.unmake_null_move_observed(undo, &mut (&mut first, &mut second));
        }
        assert_eq!(first, NullMoves { made, undone: made }, "{board:?}");
        assert_eq!(second, first, "{board:?}");
        assert_eq!(copy, *board);
    });
}

#[test]
fn null_move_at_the_limit_of_the_clocks_is_undone() {
    let before = Board::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 65535 65535").expect("a legal FEN");
    let mut board = before;
    let undo = board.make_null_move().expect("not in check");
    assert_eq!((board.halfmove_clock(), board.fullmove_number()), (65_535, 65_535));
    board.unmake_null_move(undo);
    assert_eq!(board, before);
}

#[test]
fn make_move_unchecked_makes_legal_moves_as_make_move_does() {
    for_each_board(50_000, 7, |board| {
        for mv in board.legal_moves() {
            let mut after = *board;
            after.make_move_unchecked(mv);
            assert_eq!(after, board.after(mv), "{mv} in {board:?}");
        }
    });
}

/// A pawn may jump by it; whatever comes of that, nothing is tested.
#[test]
fn make_move_unchecked_tests_nothing() {
    let mut board = Board::default();
    board.make_move_unchecked(ILLEGAL);
    assert_eq!(board.piece_on(Square::E5), Some(Piece::WhitePawn));
}

/// A pawn would go three squares.
const ILLEGAL: Move = Move::new(Square::E2, Square::E5);

/// Each function that asserts that its move is legal.
#[cfg(debug_assertions)]
mod in_debug_builds {
    use super::*;

    #[test]
    #[should_panic(expected = "illegal move e2e5 on")]
    fn make_move_of_an_illegal_move_panics() {
        Board::default().make_move(ILLEGAL);
    }

    #[test]
    #[should_panic(expected = "illegal move e2e5 on")]
    fn make_move_of_an_illegal_move_panics_without_a_key() {
        let mut position = Position::START;
        position.make_move(ILLEGAL);
    }

    #[test]
    #[should_panic(expected = "illegal move e1h1 on")]
    fn make_move_of_illegal_castling_panics() {
        let castling = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
        Board::default().make_move(castling);
    }

    #[test]
    #[should_panic(expected = "illegal move e2e5 on")]
    fn after_an_illegal_move_panics() {
        let _ = Board::default().after(ILLEGAL);
    }

    #[test]
    #[should_panic(expected = "illegal move e2e5 on")]
    fn key_after_an_illegal_move_panics() {
        let _ = Board::default().key_after(ILLEGAL);
    }

    #[test]
    #[should_panic(expected = "illegal move e2e5 on")]
    fn make_move_observed_of_an_illegal_move_panics() {
        Board::default().make_move_observed(ILLEGAL, &mut ());
    }

    #[test]
    #[should_panic(expected = "illegal move e2e5 on")]
    fn make_move_undoable_of_an_illegal_move_panics() {
        let _ = Board::default().make_move_undoable(ILLEGAL);
    }
}
