//! Tests for results: they equal the tables, and combinations that do not exist are errors.

use alloc::format;
use alloc::string::ToString;

use tabiya::tables::{self, setwise};
use tabiya::{Bitboard, Black, Color, Piece, PieceType, Square, White};

use super::super::{Derivation, DerivationError, SetKind, Step, Technique};
use super::{OCCUPANCIES, for_each_derivation, random_occupancy};

#[test]
fn technique_attacks_equal_the_tables() {
    let mut count = 0;
    for_each_derivation(&Technique::ALL, |derivation, square| {
        let Derivation { technique, piece, occupied, .. } = *derivation;
        let expected = tables::attacks(piece, square, occupied);
        assert_eq!(derivation.result, expected, "{technique} {piece}{square} {occupied:?}");
        let shown = derivation.steps.last().and_then(Step::set);
        assert_eq!(shown, Some(expected), "{technique} {piece}{square}");
        assert_eq!(derivation.squares, square.into());
        assert_eq!(derivation.kind, SetKind::Attacks);
        count += 1;
    });
    // Six techniques for three sliders; shifts, spans, look-up and two boards for the leapers.
    let sliders = 7 * 3 * 64 * OCCUPANCIES;
    let leapers = (4 * 6 + 4) * 64 * 2;
    assert_eq!(count, sliders + leapers);
}

#[test]
fn step_texts_fit_a_terminal() {
    for_each_derivation(&Technique::ALL, |derivation, square| {
        let Derivation { technique, piece, .. } = *derivation;
        for step in &derivation.steps {
            let Step { part, title, text, values, .. } = step;
            let is_title = (1..=Step::MAX_TITLE_LEN).contains(&title.len());
            let is_text = text.len() <= 88 && text.ends_with('.');
            let is_complete = is_title && is_text && !part.is_empty() && !values.is_empty();
            assert!(is_complete, "{technique} {piece}{square}: {step:?}");
        }
    });
}

#[test]
fn technique_for_another_piece_is_an_error() {
    let expected = [
        (PieceType::Pawn, "shifts, lookup, 8x8 or 0x88"),
        (PieceType::Knight, "shifts, spans, lookup, 8x8 or 0x88"),
        (PieceType::Bishop, "kogge-stone, hyperbola, lookup, 8x8, 0x88, magic or pext"),
        (PieceType::Rook, "kogge-stone, hyperbola, lookup, 8x8, 0x88, magic or pext"),
        (PieceType::Queen, "kogge-stone, hyperbola, lookup, 8x8, 0x88, magic or pext"),
        (PieceType::King, "shifts, spans, lookup, 8x8 or 0x88"),
    ];
    for (piece_type, names) in expected {
        for technique in Technique::ALL {
            let is_expected = names.split([',', ' ']).any(|name| name == technique.name());
            let piece = piece_type.of(Color::White);
            let result = Derivation::attacks(technique, piece, Square::D4, Bitboard::EMPTY);
            match result {
                Ok(_) => assert!(is_expected, "{technique} {piece}"),
                Err(error) => {
                    assert!(!is_expected, "{technique} {piece}");
                    assert_eq!(error, DerivationError::NotApplicable { technique, piece_type });
                    assert!(error.to_string().ends_with(names), "{error}");
                }
            }
        }
    }
}

#[test]
fn square_set_without_setwise_technique_is_an_error() {
    let pair = Square::A1.bitboard() | Square::H8.bitboard();
    for (squares, count) in [(pair, 2), (Bitboard::EMPTY, 0)] {
        let derive =
            |technique, piece| Derivation::set_attacks(technique, piece, squares, Bitboard::EMPTY);
        assert_eq!(
            derive(Technique::Magic, Piece::WhiteRook).map_err(|error| error.to_string()),
            Err(format!("squares: {count} with magic; expected one")),
        );
        let error = derive(Technique::Magic, Piece::WhiteKing);
        assert!(matches!(error, Err(DerivationError::NotApplicable { .. })), "{error:?}");
        let fill = derive(Technique::KoggeStone, Piece::WhiteRook).expect("the fill is set-wise");
        assert_eq!(fill.squares, squares);
    }
}

#[test]
fn technique_name_parses_to_the_technique() {
    for technique in Technique::ALL {
        assert_eq!(technique.name().parse(), Ok(technique));
        assert_eq!(technique.to_string(), technique.name());
    }
    let error = "Magic".parse::<Technique>().map_err(|error| error.to_string());
    let names = "shifts, kogge-stone, spans, hyperbola, lookup, 8x8, 0x88, magic or pext";
    assert_eq!(error, Err(format!("technique: unknown name; expected {names}")));
}

#[test]
fn setwise_attacks_equal_single_piece_attacks() {
    let mut random = fastrand::Rng::with_seed(1);
    for index in 0..200 {
        let occupied = random_occupancy(&mut random, index);
        let set = random_occupancy(&mut random, index / 2) & occupied;
        let attacks = |technique, piece| {
            let derivation = Derivation::set_attacks(technique, piece, set, occupied);
            derivation.expect("the technique is set-wise").result
        };
        for (piece, expected) in [
            (Piece::WhitePawn, setwise::pawn_attacks::<White>(set)),
            (Piece::BlackPawn, setwise::pawn_attacks::<Black>(set)),
            (Piece::WhiteKnight, setwise::knight_attacks(set)),
            (Piece::BlackKing, setwise::king_attacks(set)),
        ] {
            assert_eq!(attacks(Technique::Shifts, piece), expected, "{piece} {set:?}");
        }
        for piece in [Piece::WhiteBishop, Piece::WhiteRook, Piece::WhiteQueen] {
            let single = set.into_iter().map(|square| tables::attacks(piece, square, occupied));
            let expected = single.fold(Bitboard::EMPTY, |all, attacks| all | attacks);
            assert_eq!(attacks(Technique::KoggeStone, piece), expected, "{piece} {set:?}");
        }
    }
}

#[test]
fn pushes_stop_at_occupied_squares() {
    let mut random = fastrand::Rng::with_seed(2);
    for (color, up, start) in [(Color::White, 1, 1), (Color::Black, -1, 6)] {
        for square in Square::ALL {
            let pushes = |occupied| Derivation::pushes(color, square.into(), occupied).result;
            assert_eq!(pushes(Bitboard::EMPTY), tables::pawn_pushes(color, square), "{square}");
            for index in 0..OCCUPANCIES {
                let occupied = random_occupancy(&mut random, index);
                let limit = if square.rank().index() == start { 2 } else { 1 };
                let ahead = (1..=limit).map_while(|step| square.offset(0, up * step));
                let free: Bitboard = ahead.take_while(|&at| !occupied.contains(at)).collect();
                assert_eq!(pushes(occupied), free, "{square} {occupied:?}");
            }
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn derivation_in_json_has_names_and_hexadecimal_sets() {
    let occupied = Bitboard::from(Square::D6);
    let x88 = super::derive(Technique::X88, Piece::WhiteRook, Square::D5, occupied);
    let json = serde_json::to_value(&x88).expect("a derivation is JSON");
    let expected = serde_json::json!({
        "part": "Loops",
        "title": "+16",
        "text": "To the north: the first blocker is attacked and ends the loop.",
        "code": "cell += 16; cell & 0x88 == 0",
        "values": [
            {"type": "x88", "cell": 0x53, "outside": 0, "decision": "blocker"},
            {"type": "set", "set": "0x0000080000000000", "pieces": "0x0000000800000000"},
        ],
    });
    assert_eq!(json["steps"][1], expected);
    assert_eq!((&json["technique"], &json["kind"]), (&"0x88".into(), &"attacks".into()));
    assert_eq!((&json["piece"], &json["squares"]), (&"R".into(), &"0x0000000800000000".into()));
    for technique in Technique::ALL {
        let name = serde_json::to_value(technique).expect("a technique is JSON");
        assert_eq!(name, technique.name());
    }
}
