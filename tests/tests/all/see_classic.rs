//! Tests for the classic static exchange evaluation: comparison with a recursion over a mailbox
//! board.

use tabiya::{
    Board, Color, Move, Piece, PieceType, Position, SeeValues, Square, pseudo_legal, uci,
};
use tabiya_suites::random::SplitMix;
use tabiya_tests::playouts::for_each_board;

use crate::see::crowded_fen;

/// The pieces on a board, one entry per square.
type Mailbox = [Option<Piece>; 64];

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Tests whether the piece on a square attacks `target`, with the mailbox's pieces as blockers.
fn attacks(mailbox: &Mailbox, from: Square, target: Square) -> bool {
    let Some(piece) = mailbox[from.index()] else { return false };
    let steps = |steps: &[(i8, i8)]| {
        steps.iter().any(|&(files, ranks)| from.offset(files, ranks) == Some(target))
    };
    let slides = |directions: &[(i8, i8)]| {
        directions.iter().any(|&(files, ranks)| {
            let mut square = from.offset(files, ranks);
            while let Some(reached) = square {
                if reached == target {
                    return true;
                }
                if mailbox[reached.index()].is_some() {
                    return false;
                }
                square = reached.offset(files, ranks);
            }
            false
        })
    };
    match piece.piece_type() {
        PieceType::Pawn if piece.color().is_white() => steps(&[(-1, 1), (1, 1)]),
        PieceType::Pawn => steps(&[(-1, -1), (1, -1)]),
        PieceType::Knight => steps(&KNIGHT),
        PieceType::Bishop => slides(&DIAGONAL),
        PieceType::Rook => slides(&ORTHOGONAL),
        PieceType::Queen => slides(&DIAGONAL) || slides(&ORTHOGONAL),
        PieceType::King => steps(&DIAGONAL) || steps(&ORTHOGONAL),
    }
}

/// Returns the squares from which a player's pieces attack `target`, the least valuable type first.
fn attackers(mailbox: &Mailbox, target: Square, color: Color) -> Vec<Square> {
    let is_attacker = |&square: &Square| {
        mailbox[square.index()].is_some_and(|piece| piece.color() == color)
            && attacks(mailbox, square, target)
    };
    let mut squares: Vec<_> = Square::ALL.into_iter().filter(is_attacker).collect();
    squares.sort_by_key(|square| mailbox[square.index()].map(Piece::piece_type));
    squares
}

/// Returns the best gain for a player who may capture on `target` or stop.
fn best_gain(mailbox: &Mailbox, target: Square, color: Color, values: &SeeValues) -> i32 {
    let Some(&from) = attackers(mailbox, target, color).first() else { return 0 };
    let mut after = *mailbox;
    let mut piece = after[from.index()].take().expect("an attacker");
    let captured = mailbox[target.index()].expect("a piece on the target");
    let mut gain = values.value(captured.piece_type());
    if piece.piece_type() == PieceType::Pawn && target.relative_to(color).rank() as u8 == 7 {
        piece = PieceType::Queen.of(color);
        gain += values.value(PieceType::Queen) - values.value(PieceType::Pawn);
    }
    after[target.index()] = Some(piece);
    // A king is the last attacker in order, and may not be captured in return.
    if piece.piece_type() == PieceType::King && !attackers(&after, target, !color).is_empty() {
        return 0;
    }
    (gain - best_gain(&after, target, !color, values)).max(0)
}

/// Returns a pseudo-legal move's value.
fn recursive_value(position: &Position, mv: Move, values: &SeeValues) -> i32 {
    if mv.is_castling() {
        return 0;
    }
    let us = position.side_to_move();
    let mut mailbox = Square::ALL.map(|square| position.piece_on(square));
    let mut piece = mailbox[mv.from().index()].take().expect("the moving piece");
    let captured_on =
        if mv.is_en_passant() { Square::new(mv.to().file(), mv.from().rank()) } else { mv.to() };
    let captured = mailbox[captured_on.index()].take();
    let mut gain = captured.map_or(0, |captured| values.value(captured.piece_type()));
    if let Some(promoted) = mv.promotion() {
        piece = promoted.of(us);
        gain += values.value(promoted) - values.value(PieceType::Pawn);
    }
    mailbox[mv.to().index()] = Some(piece);
    if piece.piece_type() == PieceType::King {
        return gain;
    }
    gain - best_gain(&mailbox, mv.to(), !us, values)
}

/// Compares `see_classic` and `see_classic_ge` with the recursion, and returns the value.
fn check(position: &Position, mv: Move, values: &SeeValues) -> i32 {
    let expected = recursive_value(position, mv, values);
    assert_eq!(values.see_classic(position, mv), expected, "{mv:?} in {position} by {values:?}");
    let near = [expected - 1, expected, expected + 1];
    for threshold in near.into_iter().chain([-900, -100, 0, 1, 100, 300, i32::MIN, i32::MAX]) {
        let is_reached = values.see_classic_ge(position, mv, threshold);
        let case =
            format_args!("{mv:?} in {position} is worth {expected}; {threshold}, {values:?}");
        assert_eq!(is_reached, expected >= threshold, "{case}");
    }
    expected
}

/// Values that are not in the usual piece type order.
const UNORDERED: SeeValues = SeeValues::new(400, 310, 330, -50, 120);
const EXTREME: SeeValues = SeeValues::new(i16::MIN, i16::MAX, 0, i16::MAX, i16::MAX);

#[test]
fn see_classic_agrees_with_recursion_for_every_pseudo_legal_move() {
    for_each_board(20_000, 1, |board| {
        let position = board.position();
        for mv in pseudo_legal::moves(board) {
            let value = check(&position, mv, &SeeValues::DEFAULT);
            assert_eq!(SeeValues::DEFAULT.see_classic(board, mv), value, "{mv:?} in {board:?}");
            assert!(SeeValues::DEFAULT.see_classic_ge(board, mv, value), "{mv:?} in {board:?}");
            if board.key().is_multiple_of(8) {
                check(&position, mv, &UNORDERED);
                check(&position, mv, &EXTREME);
            }
        }
    });
}

/// On random boards with many pieces, pins and checks make the legal evaluation differ often.
#[test]
fn see_classic_on_crowded_boards_agrees_with_recursion() {
    let mut random = SplitMix(11);
    let mut legal_moves = 0_u32;
    let mut differences = 0_u32;
    for _ in 0..12_000 {
        let Ok(position) = Position::from_fen(crowded_fen(&mut random)) else { continue };
        for mv in pseudo_legal::moves(&position) {
            let classic = check(&position, mv, &SeeValues::DEFAULT);
            if position.is_legal(mv) {
                legal_moves += 1;
                differences += u32::from(classic != position.see(mv));
            }
        }
    }
    println!("{differences} of {legal_moves} moves differ from the legal evaluation");
    assert!(differences > 1_000, "only {differences} differences");
}

#[test]
fn see_classic_for_known_exchanges_is_correct() {
    let rows = [
        // Both examples from the Chess Programming Wiki: a free pawn, and a knight for a pawn.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200),
        // An x-ray attack by the bishop behind the queen.
        ("6k1/8/3b4/4p3/8/2Q5/1B6/6K1 w - - 0 1", "c3e5", -500),
        // A pinned knight recaptures despite its pin.
        ("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1", "b3d5", -200),
        // A pawn recaptures despite the discovered check.
        ("4k3/8/1p6/2p5/4N3/8/8/4R1K1 w - - 0 1", "e4c5", -200),
        // A king captures an unprotected piece only; a rook behind the rook protects it.
        ("8/8/3k4/4p3/8/8/8/K3R3 w - - 0 1", "e1e5", -400),
        ("8/8/3k4/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100),
        // A recapture that promotes.
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("1N2k3/P7/8/8/8/8/1q6/7K b - - 0 1", "b2b8", -1400),
        // Castling has the value 0, even if the castled rook can be captured.
        ("4kr2/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0),
    ];
    for (fen, text, expected) in rows {
        let board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mv = uci::parse(&board, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(SeeValues::DEFAULT.see_classic(&board, mv), expected, "{text} in {fen}");
        check(&board.position(), mv, &SeeValues::DEFAULT);
    }
}

/// The knight move ignores a check by the rook, which then protects the pawn behind the king.
#[test]
fn see_classic_king_does_not_capture_piece_protected_through_its_square() {
    let knight_to_e3 = Move::new(Square::C2, Square::E3);
    for (rook, expected) in [("4r3", -300), ("3r4", -200)] {
        let fen = format!("{rook}/8/8/8/3pK3/8/2N5/7k w - - 0 1");
        let position = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(pseudo_legal::is_pseudo_legal(&position, knight_to_e3), "{fen}");
        assert_eq!(SeeValues::DEFAULT.see_classic(&position, knight_to_e3), expected, "{fen}");
        check(&position, knight_to_e3, &SeeValues::DEFAULT);
    }
}
