//! Tests for the en passant field: accepted squares, written forms, and its effect on keys and
//! repetitions.

use tabiya::{EnPassantStyle, Position, Square};

use super::{rejected, unchanged};

#[test]
fn ep_square_without_possible_double_push_is_rejected() {
    let not_a_square = |text: &str| format!("found \"{text}\"; expected - or a square");
    let wrong_rank = |square: &str| {
        let rank = &square[1..];
        format!(
            "{square} is on rank {rank}; \
             expected rank 6 with White to move, rank 3 with Black to move"
        )
    };
    let occupied = |square: &str| format!("{square} is occupied; expected an empty square");
    let origin = |origin: &str, square: &str| {
        format!("{origin} is occupied; expected the empty origin of a double push over {square}")
    };
    let no_pawn = |pawn: &str, square: &str| {
        format!("no {pawn}; expected one after a double push over {square}")
    };
    let rows = [
        ("4k3/8/8/3p4/8/8/8/4K3 w", "d", not_a_square("d")),
        ("4k3/8/8/3p4/8/8/8/4K3 w", "d66", not_a_square("d66")),
        ("4k3/8/8/3p4/8/8/8/4K3 w", "D6", not_a_square("D6")),
        ("4k3/8/8/3p4/8/8/8/4K3 w", "i6", not_a_square("i6")),
        ("4k3/8/8/3p4/8/8/8/4K3 w", "d9", not_a_square("d9")),
        ("4k3/8/8/3p4/8/8/8/4K3 w", "d0", not_a_square("d0")),
        ("4k3/8/8/3p4/8/8/8/4K3 w", "--", not_a_square("--")),
        ("4k3/8/8/3p4/8/8/8/4K3 w", "KQ", not_a_square("KQ")),
        ("4k3/8/8/3p4/8/8/8/4K3 w", "d5", wrong_rank("d5")),
        ("4k3/8/8/3p4/8/8/8/4K3 w", "d3", wrong_rank("d3")),
        ("4k3/8/8/8/3P4/8/8/4K3 b", "d6", wrong_rank("d6")),
        ("4k3/8/8/8/3P4/8/8/4K3 w", "d3", wrong_rank("d3")),
        ("4k3/8/3n4/3p4/8/8/8/4K3 w", "d6", occupied("d6")),
        ("4k3/8/8/8/3P4/3N4/8/4K3 b", "d3", occupied("d3")),
        ("4k3/3p4/8/3p4/8/8/8/4K3 w", "d6", origin("d7", "d6")),
        ("4k3/8/8/8/3P4/8/3B4/4K3 b", "d3", origin("d2", "d3")),
        ("4k3/8/8/8/8/8/8/4K3 w", "d6", no_pawn("black pawn on d5", "d6")),
        ("4k3/8/8/3P4/8/8/8/4K3 w", "d6", no_pawn("black pawn on d5", "d6")),
        ("4k3/8/8/3n4/8/8/8/4K3 w", "d6", no_pawn("black pawn on d5", "d6")),
        ("4k3/8/8/8/3p4/8/8/4K3 b", "d3", no_pawn("white pawn on d4", "d3")),
    ];
    for (start, field, reason) in rows {
        let fen = format!("{start} - {field} 0 1");
        rejected(&fen, &format!("en passant: {reason}"));
    }
    unchanged("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1");
    unchanged("4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1");
    unchanged("4k3/8/8/p7/8/8/8/4K3 w - a6 0 1");
}

/// The position keeps the square. Each style writes it under its condition.
#[test]
fn ep_square_is_kept_and_written_by_style() {
    // The columns: FEN, whether a capture is pseudo-legal, whether a capture is legal.
    let rows = [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true, true),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", true, true),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", false, false),
        // A pawn two files away, a pawn on the opposite edge, and a knight.
        ("4k3/8/8/3p1P2/8/8/8/4K3 w - d6 0 1", false, false),
        ("4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1", false, false),
        ("4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", false, false),
        ("4k3/8/8/3pN3/8/8/8/4K3 w - d6 0 1", false, false),
        // Pinned along the file, the rank and a diagonal.
        ("k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true, false),
        ("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", true, false),
        ("4k3/b7/8/2Pp4/8/8/8/6K1 w - d6 0 1", true, false),
        // Pinned along the capture's direction.
        ("4k3/2b5/8/3pP3/8/6K1/8/8 w - d6 0 1", true, true),
        // In check by a slider that the double push discovered.
        ("8/8/8/8/3Pp3/8/k6R/4K3 b - d3 0 1", true, false),
    ];
    for (fen, is_pseudo_legal, is_legal) in rows {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let square: Option<Square> = fen.split(' ').nth(3).and_then(|field| field.parse().ok());
        assert_eq!(position.ep_square(), square, "{fen}");
        assert_eq!(position.legal_ep_square(), square.filter(|_| is_legal), "{fen}");
        let without = fen.replace(square.expect(fen).to_string().as_str(), "-");
        let check = |style, is_written| {
            let expected = if is_written { fen } else { without.as_str() };
            assert_eq!(position.fen().en_passant(style).to_string(), expected, "{style:?}");
        };
        check(EnPassantStyle::Legal, is_legal);
        check(EnPassantStyle::PseudoLegal, is_pseudo_legal);
        check(EnPassantStyle::Always, true);
        assert_eq!(position.to_string(), position.fen().to_string());

        // The square counts for repetitions if a capture is legal, and always for equality.
        let without = Position::from_fen(&without).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_ne!(position, without, "{fen}");
        assert_eq!(position.same_position(&without), !is_legal, "{fen}");
        let same_key = position.computed_key() == without.computed_key();
        assert_eq!(same_key, !is_legal, "{fen}");
    }
}

/// `==` compares clocks, `same_position` does not. Both compare castling rights and the side to move.
#[test]
fn same_position_ignores_clocks() {
    let read = |fen: &str| Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let position = read("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 1 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 2"] {
        assert_ne!(position, read(fen), "{fen}");
        assert!(position.same_position(&read(fen)), "{fen}");
    }
    for fen in ["4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"] {
        assert!(!position.same_position(&read(fen)), "{fen}");
        assert_ne!(position.computed_key(), read(fen).computed_key(), "{fen}");
    }
}
