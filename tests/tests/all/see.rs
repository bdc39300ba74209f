//! Tests for static exchange evaluation: known exchanges, and comparison with a search over
//! captures.

use tabiya::{Board, Move, MoveKind, PieceType, Position, SeeValues, Square, uci};
use tabiya_suites::random::SplitMix;
use tabiya_tests::playouts::for_each_board;

/// Returns a legal move's value by making it and searching the recaptures.
fn searched_value(position: &Position, mv: Move, values: &SeeValues) -> i32 {
    if mv.is_castling() {
        return 0;
    }
    gain(position, mv, values) - best_reply(&position.after(mv), mv.to(), values)
}

/// Returns the captured piece's value, and a promotion's gain.
fn gain(position: &Position, mv: Move, values: &SeeValues) -> i32 {
    let captured = if mv.kind() == MoveKind::EnPassant {
        values.value(PieceType::Pawn)
    } else {
        position.piece_type_on(mv.to()).map_or(0, |piece_type| values.value(piece_type))
    };
    let promotion =
        mv.promotion().map_or(0, |piece| values.value(piece) - values.value(PieceType::Pawn));
    captured + promotion
}

/// Returns the value of the least valuable recapture on `target`, or 0 if it loses.
fn best_reply(position: &Position, target: Square, values: &SeeValues) -> i32 {
    let is_recapture = |mv: &Move| {
        let is_capture = !mv.is_castling() && mv.to() == target;
        is_capture && mv.promotion().is_none_or(|piece| piece == PieceType::Queen)
    };
    let moves = position.legal_moves();
    let least_valuable = moves.iter().copied().filter(is_recapture).min_by_key(|mv| {
        let attacker = position.piece_type_on(mv.from()).expect("a legal move moves a piece");
        (attacker, mv.from())
    });
    least_valuable.map_or(0, |mv| searched_value(position, mv, values).max(0))
}

/// Compares `SeeValues::see` and `see_ge` with the search.
fn check(position: &Position, mv: Move, values: &SeeValues) {
    let expected = searched_value(position, mv, values);
    assert_eq!(values.see(position, mv), expected, "{mv:?} in {position} by {values:?}");
    let near = [expected - 1, expected, expected + 1];
    let far = [-900, -100, 0, 1, 100, 300, i32::MIN, i32::MAX];
    for threshold in near.into_iter().chain(far) {
        let is_reached = values.see_ge(position, mv, threshold);
        assert_eq!(
            is_reached,
            expected >= threshold,
            "{mv:?} in {position} is worth {expected}; threshold {threshold} by {values:?}"
        );
    }
}

/// Values that are not in the usual piece type order.
const UNORDERED: SeeValues = SeeValues::new(400, 310, 330, -50, 120);
const EXTREME: SeeValues = SeeValues::new(i16::MIN, i16::MAX, 0, i16::MAX, i16::MAX);

#[test]
fn see_of_every_move_agrees_with_search() {
    for_each_board(40_000, 1, |board| {
        for mv in board.legal_moves() {
            let position = board.position();
            check(&position, mv, &SeeValues::DEFAULT);
            if board.key().is_multiple_of(8) {
                check(&position, mv, &UNORDERED);
                check(&position, mv, &EXTREME);
            }
        }
    });
}

/// Random boards with many pieces have long exchanges and many pins.
#[test]
fn see_on_crowded_boards_agrees_with_search() {
    let mut random = SplitMix(7);
    let mut boards = 0_u32;
    let mut moves = 0_u64;
    for _ in 0..40_000 {
        let Ok(position) = Position::from_fen(crowded_fen(&mut random)) else { continue };
        boards += 1;
        for mv in position.legal_moves() {
            moves += 1;
            check(&position, mv, &SeeValues::DEFAULT);
        }
    }
    println!("{moves} moves of {boards} boards");
    assert!(boards > 2_000, "only {boards} boards");
}

/// Returns a FEN with most pieces from both sides on random squares. Many such FENs are invalid.
pub(crate) fn crowded_fen(random: &mut SplitMix) -> String {
    let mut squares = [' '; 64];
    for piece in "KkQqQqRRrrBBbbNnRrQqPPPPpppp".chars() {
        // No pawn is on a back rank.
        let is_available = |index: usize| {
            let is_back_rank = !(8..56).contains(&index);
            squares[index] == ' ' && !(is_back_rank && piece.eq_ignore_ascii_case(&'p'))
        };
        let index = loop {
            let index = random.below(64);
            if is_available(index) {
                break index;
            }
        };
        if random.below(8) > 0 || piece.eq_ignore_ascii_case(&'k') {
            squares[index] = piece;
        }
    }
    let ranks: Vec<String> = squares
        .chunks(8)
        .map(|rank| rank.iter().map(|&c| if c == ' ' { '1' } else { c }).collect())
        .collect();
    let placement = merge_digits(&ranks.join("/"));
    let side = if random.below(2) == 0 { 'w' } else { 'b' };
    format!("{placement} {side} - - 0 1")
}

/// Replaces each run of `1` in a placement by one digit.
fn merge_digits(placement: &str) -> String {
    (2..=8).rev().fold(placement.to_owned(), |text, len: usize| {
        text.replace(&"1".repeat(len), &len.to_string())
    })
}

#[test]
fn see_for_known_exchanges_is_correct() {
    let rows = [
        // Both examples from the Chess Programming Wiki: a free pawn, and a knight for a pawn.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200),
        // A quiet move to an attacked square.
        ("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", -300),
        // An x-ray attack by the bishop behind the queen.
        ("6k1/8/3b4/4p3/8/2Q5/1B6/6K1 w - - 0 1", "c3e5", -500),
        // A pinned knight cannot recapture, unless the pinning rook itself made the capture.
        ("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1", "b3d5", 100),
        ("4k3/4n3/8/3pR3/8/8/8/6K1 w - - 0 1", "e5d5", -400),
        // A king captures an unprotected piece, wherever other sliders are.
        ("R7/8/4k3/3p4/8/8/8/B2RK3 w - - 0 1", "d1d5", -400),
        // A king captures an unprotected piece only; a rook behind the rook protects it.
        ("8/8/3k4/4p3/8/8/8/K3R3 w - - 0 1", "e1e5", -400),
        ("8/8/3k4/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100),
        // A pinned defender still prevents the recapture by the king.
        ("8/8/3k4/4p3/8/4R3/8/r3R1K1 w - - 0 1", "e3e5", 100),
        // The discovered check prevents the recapture.
        ("4k3/8/1p6/2p5/4N3/8/8/4R1K1 w - - 0 1", "e4c5", 100),
        // En passant captures a pawn that is not on the target square.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        // Promotions: safe, recaptured, with a capture, to a knight; and a recapture that promotes.
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1300),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", -100),
        ("1N2k3/P7/8/8/8/8/1q6/7K b - - 0 1", "b2b8", -1400),
        // Castling has the value 0, even if the castled rook can be captured.
        ("4kr2/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0),
        ("3rk3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ];
    for (fen, text, expected) in rows {
        let board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mv = uci::parse(&board, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(board.see(mv), expected, "{text} in {fen}");
        for threshold in [expected - 1, expected, expected + 1] {
            let is_reached = board.see_ge(mv, threshold);
            assert_eq!(is_reached, expected >= threshold, "{text} in {fen}, {threshold}");
        }
        check(&board.position(), mv, &SeeValues::DEFAULT);
    }
}

/// The choice matters: the first black rook that recaptures opens a line for two white rooks, or does not.
#[test]
fn see_recaptures_from_lowest_square_among_equal_attackers() {
    let knight_captures = Move::new(Square::E4, Square::C5);
    let rows = [
        // The rook on c3 recaptures before that on g5, and opens the c-file.
        ("7k/8/8/2p3r1/4N3/2r5/2R5/2R4K w - - 0 1", 100),
        // The rook on c3 recaptures before that on f5, which keeps the rank closed.
        ("k7/8/8/2p2rRR/4N3/2r5/8/7K w - - 0 1", -200),
    ];
    for (fen, expected) in rows {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.see(knight_captures), expected, "{fen}");
        check(&position, knight_captures, &SeeValues::DEFAULT);
    }
}
