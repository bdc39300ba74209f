//! Reasons and their evidence: each reason in the library, and all moves in some positions.

use tabiya::{Bitboard, IllegalMove, Move, MoveKind, Piece, Position, Square, san, uci};
use tabiya_explain::legality::{Evidence, Explanation, explain, explain_text};

/// A case for each reason: its code, a FEN and the illegal move.
const REASONS: [(&str, &str, Move); 22] = {
    use Square as S;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let castling = MoveKind::Castling;
    let en_passant = MoveKind::EnPassant;
    let promotion = MoveKind::PromoteToQueen;
    [
        ("no-piece", start, Move::new(S::E4, S::E5)),
        ("not-ours", start, Move::new(S::E7, S::E5)),
        ("own-piece", start, Move::new(S::A1, S::A2)),
        ("blocked", start, Move::new(S::F1, S::B5)),
        ("nothing-to-take", start, Move::new(S::E2, S::D3)),
        ("not-its-move", start, Move::new(S::B1, S::B3)),
        ("unexpected-promotion", start, Move::with_kind(S::E2, S::E4, promotion)),
        ("missing-promotion", "8/1P6/8/8/8/8/k7/2K5 w - - 0 1", Move::new(S::B7, S::B8)),
        ("takes-king", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Move::new(S::A1, S::E8)),
        (
            "no-castling-right",
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            Move::with_kind(S::E1, S::H1, castling),
        ),
        (
            "castling-blocked",
            "4k3/8/8/8/8/8/8/4KBNR w K - 0 1",
            Move::with_kind(S::E1, S::H1, castling),
        ),
        (
            "castling-in-check",
            "4k3/8/8/8/7b/8/8/4K2R w K - 0 1",
            Move::with_kind(S::E1, S::H1, castling),
        ),
        (
            "castling-through-attack",
            "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1",
            Move::with_kind(S::E1, S::H1, castling),
        ),
        (
            "castling-uncovers",
            "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
            Move::with_kind(S::D1, S::B1, castling),
        ),
        (
            "no-en-passant",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            Move::with_kind(S::E5, S::D6, en_passant),
        ),
        (
            "en-passant-uncovers",
            "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
            Move::with_kind(S::E5, S::D6, en_passant),
        ),
        ("king-attacked", "4k3/8/8/8/8/8/5r2/4K3 w - - 0 1", Move::new(S::E1, S::F1)),
        // The rook attacks f1 through the king.
        ("king-attacked", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", Move::new(S::E1, S::F1)),
        ("pinned", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", Move::new(S::E2, S::C3)),
        ("pinned", "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", Move::new(S::D2, S::F3)),
        ("double-check", "4k3/4r3/8/8/8/5n2/8/4KB2 w - - 0 1", Move::new(S::F1, S::D3)),
        ("still-in-check", "4k3/4r3/8/8/8/8/8/2n1KB2 w - - 0 1", Move::new(S::F1, S::D3)),
    ]
};

const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "4k3/4r3/8/8/8/5n2/8/4KB2 w - - 0 1",
    "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
    "1r2k3/8/8/8/8/8/8/rR1K3R w HB - 0 1",
];

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// Returns the occupied squares after a move, legal or not.
fn occupied_after(position: &Position, mv: Move) -> Bitboard {
    let occupied = position.occupied();
    match mv.castling_targets() {
        Some((king, rook)) => occupied.without(mv.from()).without(mv.to()).with(king).with(rook),
        None if mv.is_en_passant() => {
            let captured = Square::new(mv.to().file(), mv.from().rank());
            occupied.without(mv.from()).without(captured).with(mv.to())
        }
        None => occupied.without(mv.from()).with(mv.to()),
    }
}

/// Returns the squares that a sentence names, except a diagonal's ends.
fn named_squares(sentence: &str) -> Bitboard {
    let words = sentence.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let is_diagonal_end = |word: &&str| word.len() == 5 && sentence.contains("diagonal");
    let words = words.filter(|word| !is_diagonal_end(word));
    words.flat_map(|word| word.split('-')).filter_map(|name| name.parse::<Square>().ok()).collect()
}

/// Asserts that the evidence in an explanation holds in its position.
#[track_caller]
fn check(position: &Position, mv: Move, explanation: &Explanation) {
    let Explanation { sentence, evidence, is_legal, .. } = explanation;
    let context = || format!("{mv:?} in {position}: {explanation:?}");
    let Evidence { attackers, attacked, line, blockers, safe, captured, squares, .. } = *evidence;
    assert_eq!(*is_legal, position.is_legal(mv), "{}", context());
    assert!(squares.any() && named_squares(sentence).is_subset(squares), "{}", context());
    let them = !position.side_to_move();
    assert!(attackers.is_subset(position.colors(them)), "{}", context());
    assert_eq!(attackers.any(), attacked.any(), "{}", context());
    // Each attacker attacks a square in the evidence, before the move, after it, or without
    // blockers.
    for attacker in attackers {
        let occupied = [position.occupied(), occupied_after(position, mv)];
        let occupied = occupied.into_iter().chain([position.occupied() - blockers]);
        let attacks = |occupied| {
            let mut attacked = attacked.into_iter();
            attacked.any(|square| position.attackers_to(square, occupied).contains(attacker))
        };
        assert!(occupied.into_iter().any(attacks), "{attacker}: {}", context());
    }
    assert!(blockers.is_subset(position.occupied()), "{}", context());
    assert!((line & attackers).is_empty(), "{}", context());
    for square in safe {
        let by = position.attackers_to(square, position.occupied());
        assert!((by & position.colors(them)).is_empty(), "{square}: {}", context());
    }
    if let Some(captured) = captured {
        assert_eq!(position.piece_on(captured).map(Piece::color), Some(them), "{}", context());
    }
}

#[test]
fn reason_explanation_has_consistent_evidence() {
    for (code, fen, mv) in REASONS {
        let position = position(fen);
        let explanation = explain(&position, mv);
        assert_eq!(explanation.code, code, "{mv:?} in {fen}: {}", explanation.sentence);
        assert_eq!(explanation.reason, position.why_illegal(mv).err(), "{mv:?} in {fen}");
        check(&position, mv, &explanation);
        let Evidence { attackers, blockers, .. } = explanation.evidence;
        let expected = match explanation.reason.expect(code) {
            IllegalMove::CastlingInCheck(by)
            | IllegalMove::CastlingThroughAttack { by, .. }
            | IllegalMove::CastlingExposesKing(by)
            | IllegalMove::KingAttacked { by, .. }
            | IllegalMove::EnPassantExposesKing(by)
            | IllegalMove::Pinned { by, .. }
            | IllegalMove::StillInCheck(by) => by.square.into(),
            IllegalMove::DoubleCheck([one, two]) => Bitboard::from(one.square).with(two.square),
            _ => Bitboard::EMPTY,
        };
        assert_eq!(attackers, expected, "{mv:?} in {fen}");
        let has_blockers =
            ["castling-blocked", "castling-uncovers", "blocked", "own-piece", "pinned"];
        assert_eq!(blockers.any(), has_blockers.contains(&code), "{mv:?} in {fen}: {blockers}");
    }
}

#[test]
fn all_move_explanations_have_consistent_evidence() {
    for fen in POSITIONS {
        let position = position(fen);
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            check(&position, mv, &explain(&position, mv));
        }
    }
}

/// A text names the same move as the value, so the evidence is the same.
#[test]
fn explain_text_for_illegal_move_equals_move_explanation() {
    for (code, fen, mv) in REASONS {
        // No text means these moves.
        if matches!(code, "unexpected-promotion" | "no-en-passant" | "takes-king") {
            continue;
        }
        let position = position(fen);
        let notation = uci::CastlingNotation::for_chess960(code == "castling-uncovers");
        let text = uci::display(mv, notation).to_string();
        let explanation = explain_text(&position, &text).expect(&text);
        assert_eq!(explanation, explain(&position, mv), "{text} in {fen}");
    }
}

#[test]
fn explain_text_for_legal_move_equals_move_explanation() {
    for fen in POSITIONS {
        let position = position(fen);
        for mv in position.legal_moves() {
            let expected = explain(&position, mv);
            let san = san::display(&position, mv).to_string();
            for text in [expected.uci.as_deref().expect(fen), &san] {
                assert_eq!(
                    explain_text(&position, text).as_ref(),
                    Ok(&expected),
                    "{text} in {fen}"
                );
            }
        }
    }
}

#[test]
fn explain_text_for_unmatched_san_names_target() {
    for (text, code, squares) in [
        ("Nf6", "no-such-piece", Bitboard::from(Square::F6)),
        ("Nxf3", "no-capture", Square::F3.into()),
        ("Bb1c3", "other-piece", Square::B1.into()),
        ("0000", "null-move", Bitboard::EMPTY),
        ("--", "null-move", Bitboard::EMPTY),
    ] {
        let explanation = explain_text(&Position::START, text).expect(text);
        assert_eq!((explanation.code, explanation.evidence.squares), (code, squares), "{text}");
        assert!(!explanation.is_legal && !explanation.sentence.is_empty(), "{text}");
    }
    let position = position("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1");
    let ambiguous = explain_text(&position, "Ne2").expect("a move of two knights");
    let squares: Bitboard = [Square::C3, Square::G1, Square::E2].into_iter().collect();
    assert_eq!((ambiguous.code, ambiguous.evidence.squares), ("ambiguous", squares));
}

#[test]
fn legal_moves_that_end_a_check_name_the_checker() {
    let position = position("4k3/4r3/8/8/8/8/8/4KB2 w - - 0 1");
    let block = explain_text(&position, "Be2").expect("a move").evidence;
    assert_eq!((block.attackers, block.attacked), (Square::E7.into(), Square::E1.into()));
    assert!(block.line.contains(Square::E2));
}

#[test]
fn legal_castling_names_safe_squares_and_path() {
    let position = position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    let evidence = explain_text(&position, "O-O-O").expect("a move").evidence;
    assert_eq!(evidence.safe, [Square::C1, Square::D1, Square::E1].into_iter().collect());
    assert_eq!(evidence.line, [Square::B1, Square::C1, Square::D1].into_iter().collect());
    assert_eq!(evidence.target, Some(Square::C1));
    assert!(evidence.squares.contains(Square::A1));
}

#[test]
fn legal_en_passant_names_captured_pawn_and_its_origin() {
    let position = position("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
    let evidence = explain_text(&position, "exd6").expect("a move").evidence;
    assert_eq!(evidence.captured, Some(Square::D5));
    assert!(evidence.squares.contains(Square::D7));
}

#[test]
fn pinned_piece_legal_move_names_pinner() {
    let position = position("4k3/4r3/8/8/8/4R3/8/4K3 w - - 0 1");
    let evidence = explain_text(&position, "Re5").expect("a move").evidence;
    assert_eq!((evidence.attackers, evidence.blockers), (Square::E7.into(), Square::E3.into()));
}
