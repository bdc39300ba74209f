//! Tests for the castling field: `KQkq`, rook files as in Shredder-FEN, and X-FEN with inner rooks.

use tabiya::{CastlingSide, CastlingStyle, Color, File, Position};

use super::{accepted, rejected, unchanged};

/// Parses a placement with a castling field, and compares the written X-FEN and Shredder-FEN.
#[track_caller]
fn check(placement: &str, field: &str, x_fen: &str, shredder: &str) {
    let fen = format!("{placement} w {field} - 0 1");
    let position = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let written = |style| position.fen().castling(style).to_string();
    assert_eq!(written(CastlingStyle::XFen), format!("{placement} w {x_fen} - 0 1"), "{fen}");
    assert_eq!(
        written(CastlingStyle::Shredder),
        format!("{placement} w {shredder} - 0 1"),
        "{fen}"
    );
}

const STANDARD: &str = "r3k2r/8/8/8/8/8/8/R3K2R";

#[test]
fn castling_letters_are_accepted_in_any_order() {
    check(STANDARD, "KQkq", "KQkq", "HAha");
    check(STANDARD, "qkQK", "KQkq", "HAha");
    check(STANDARD, "qK", "Kq", "Ha");
    check(STANDARD, "HAha", "KQkq", "HAha");
    check(STANDARD, "aAhH", "KQkq", "HAha");
    check(STANDARD, "KAkq", "KQkq", "HAha");
    check(STANDARD, "-", "-", "-");
}

/// `K` and `Q` denote a wing's outermost rook. X-FEN writes an inner rook as its file.
#[test]
fn x_fen_writes_inner_rook_as_file() {
    let two_per_wing = "rr2k1rr/8/8/8/8/8/8/RR2K1RR";
    check(two_per_wing, "KQkq", "KQkq", "HAha");
    check(two_per_wing, "GBgb", "GBgb", "GBgb");
    check(two_per_wing, "GQkb", "GQkb", "GAhb");
    check("4k3/8/8/8/8/8/8/R1R1K3", "C", "C", "C");
    check("4k3/8/8/8/8/8/8/R1R1K3", "Q", "Q", "A");
    // Enemy rooks and rooks on the other wing are ignored.
    check("4k3/8/8/8/8/8/8/rRK4R", "B", "Q", "B");
    check("4k3/8/8/8/8/8/8/R3KR2", "F", "K", "F");
    check("4k3/8/8/8/8/8/8/R3KR2", "QK", "KQ", "FA");
    // The wing depends on which side of the king the rook is.
    check("4k3/8/8/8/8/8/8/1K1R4", "K", "K", "D");
    check("4k3/8/8/8/8/8/8/3R2K1", "D", "Q", "D");
}

#[test]
fn castling_rights_have_rook_files() {
    let position = Position::from_fen("1r2k3/8/8/8/8/8/8/4KR1R w Fb - 0 1").expect("valid");
    let rights = position.castling_rights();
    assert_eq!(rights.rook_file(Color::White, CastlingSide::KingSide), Some(File::F));
    assert_eq!(rights.rook_file(Color::White, CastlingSide::QueenSide), None);
    assert_eq!(rights.rook_file(Color::Black, CastlingSide::KingSide), None);
    assert_eq!(rights.rook_file(Color::Black, CastlingSide::QueenSide), Some(File::B));
    unchanged("1r2k3/8/8/8/8/8/8/4KR1R w Fq - 0 1");
    accepted("1r2k3/8/8/8/8/8/8/4KR1R w Fb - 0 1", "1r2k3/8/8/8/8/8/8/4KR1R w Fq - 0 1");
}

#[test]
fn castling_right_without_king_or_rook_is_rejected() {
    const KINGSIDE: &str =
        "'K' (white kingside) requires a white rook on rank 1, on the h-file side of the king";
    let rows = [
        ("4k3/8/8/8/8/8/8/4K3", "K", KINGSIDE),
        ("4k3/8/8/8/8/8/8/R3K3", "K", KINGSIDE),
        ("4k3/8/8/8/8/8/7R/4K3", "K", KINGSIDE),
        ("4k3/8/8/8/8/8/8/4K2R", "G", "'G' requires a white castling rook on g1"),
        ("4k3/8/8/8/8/8/8/4K2R", "E", "'E' requires a white castling rook on e1"),
        ("4k3/8/8/8/8/8/8/4K2N", "H", "'H' requires a white castling rook on h1"),
        (
            "4k1nR/8/8/8/8/8/8/4K3",
            "k",
            "'k' (black kingside) requires a black rook on rank 8, on the h-file side of the king",
        ),
        ("4k3/8/8/8/8/8/4K3/R6R", "K", "'K' requires the white king on rank 1"),
        ("4k3/8/8/8/8/8/4K3/R6R", "A", "'A' requires the white king on rank 1"),
        ("r6r/4k3/8/8/8/8/8/4K3", "Kq", KINGSIDE),
        ("r6r/4k3/8/8/8/8/8/4K3", "q", "'q' requires the black king on rank 8"),
        (STANDARD, "KK", "'K' gives White a second right on the same wing"),
        (STANDARD, "KQkqK", "'K' gives White a second right on the same wing"),
        (STANDARD, "KH", "'H' gives White a second right on the same wing"),
        (STANDARD, "aq", "'q' gives Black a second right on the same wing"),
        ("4k3/8/8/8/8/8/8/R1R1K3", "CA", "'A' gives White a second right on the same wing"),
        (STANDARD, "KQkq-", "found '-'; expected KQkq or the file of a rook"),
        (STANDARD, "--", "found '-'; expected KQkq or the file of a rook"),
        (STANDARD, "Kx", "found 'x'; expected KQkq or the file of a rook"),
        (STANDARD, "I", "found 'I'; expected KQkq or the file of a rook"),
        (STANDARD, "1", "found '1'; expected KQkq or the file of a rook"),
    ];
    for (placement, field, reason) in rows {
        let fen = format!("{placement} w {field} - 0 1");
        rejected(&fen, &format!("castling: {reason}"));
    }
    let unknown = |found| format!("castling: found '{found}'; expected KQkq or the file of a rook");
    rejected(format!("{STANDARD} w K♖ - 0 1"), &unknown("♖"));
    let not_utf_8 = [STANDARD.as_bytes(), b" w K\xff - 0 1"].concat();
    rejected(not_utf_8, &unknown("\u{fffd}"));
}
