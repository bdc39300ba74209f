//! Bitboard expressions: precedence, names, functions, lost bits, errors, and hostile input.

use tabiya::tables::{self, setwise};
use tabiya::{Bitboard, Black, Direction, File, Position, Rank, Square, White};
use tabiya_explain::expression::{
    Context, Evaluation, FUNCTIONS, MAX_DEPTH, MAX_LENGTH, Problem, ValueType, evaluate,
};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn value(expression: &str) -> u64 {
    evaluate(expression, Context::default()).expect(expression).value
}

#[track_caller]
fn check(expression: &str, expected: u64) {
    let actual = value(expression);
    assert_eq!(actual, expected, "{expression}: {actual:#x}, expected {expected:#x}");
}

#[track_caller]
fn check_in(position: &Position, expression: &str, expected: Bitboard) {
    let context = Context { position: Some(position), ..Context::default() };
    let evaluation = evaluate(expression, context).expect(expression);
    assert_eq!(Bitboard(evaluation.value), expected, "{expression}");
}

#[track_caller]
fn check_error(expression: &str, problem: Problem, start: usize, end: usize) {
    let error = evaluate(expression, Context::default()).expect_err(expression);
    assert_eq!((error.problem, error.start, error.end), (problem, start, end), "{error}");
    assert!(expression.is_char_boundary(start) && expression.is_char_boundary(end));
}

/// Returns an expression's last step.
fn last(expression: &str) -> tabiya_explain::expression::Subexpression {
    let steps = evaluate(expression, Context::default()).expect(expression).steps;
    steps.last().expect("an expression has a step").clone()
}

#[test]
fn operators_have_c_precedence() {
    check("1 | 2 ^ 3 & 4 << 5 + 6 * 7", 1 | 2 ^ 3 & 4_u64.wrapping_shl(47));
    check("2 * 3 + 4", 10);
    check("2 + 3 * 4", 14);
    check("1 << 2 + 1", 8);
    check("0xff & 0x0f ^ 0x01", 0x0e);
    check("1 | 6 & 3", 3);
    check("10 - 4 - 3", 3);
    check("256 >> 2 << 1", 128);
    check("-1 >> 60", 15);
    check("~0 & 0xff", 0xff);
    check("-0xff & 0xff", 1);
    check("~-1", 0);
    check("- - 5", 5);
    check("(1 | 2) & 2", 2);
    check("a1|b1", 3);
    check("0xFFull & 0b1111'0000 & 65_280u64 | 0x1n", 1);
    check("{a1, h8} | {}", 1 << 63 | 1);
    check("FILE_A & RANK_1", 1);
    check("fileB", 0x0202_0202_0202_0202);
}

#[test]
fn lost_shift_bits_are_reported() {
    for (expression, value, lost) in [
        ("0x8000000000000000 << 1", 0, Some(1 << 63)),
        ("0xff << 60", 0xf << 60, Some(0xf0)),
        ("0xff << 8", 0xff00, None),
        ("0xff >> 4", 0xf, Some(0xf)),
        ("0xf0 >> 4", 0xf, None),
        ("0xff << 64", 0, Some(0xff)),
        ("0xff >> 18446744073709551615", 0, Some(0xff)),
        ("0 << 64", 0, None),
        ("h8 >> 63", 1, None),
        ("north({a8, b2})", Square::B3.bitboard().0, Some(Square::A8.bitboard().0)),
        ("south_west({a1, b2, h1})", 1, Some(Square::A1.bitboard().0 | Square::H1.bitboard().0)),
    ] {
        let step = last(expression);
        assert_eq!((step.value, step.lost, step.overflow), (value, lost, None), "{expression}");
        let needs_note = lost.is_some() || expression.ends_with("64");
        assert_eq!(step.note.is_some(), needs_note, "{expression}: {:?}", step.note);
    }
}

#[test]
fn arithmetic_overflow_is_reported() {
    for (expression, value, overflow) in [
        ("0xffffffffffffffff + 1", 0, Some(1)),
        ("1 + 1", 2, None),
        ("0xffffffffffffffff * 0xffffffffffffffff", 1, Some(u64::MAX - 1)),
        ("h8 * 4", 0, Some(2)),
        ("1 - 2", u64::MAX, Some(1)),
        ("2 - 1", 1, None),
        ("-1", u64::MAX, None),
    ] {
        let step = last(expression);
        assert_eq!((step.value, step.lost, step.overflow), (value, None, overflow), "{expression}");
        assert_eq!(step.note.is_some(), overflow.is_some(), "{expression}: {:?}", step.note);
    }
}

#[test]
fn value_types_tell_numbers_from_sets() {
    for (expression, is_set) in [
        ("5", false),
        ("5 + 0x5", true),
        ("-5", false),
        ("~5", true),
        ("1 << 27", true),
        ("100 >> 2", false),
        ("popcount(0xff) * 2", false),
        ("lsb(d4)", false),
        ("pext(0xff, 0xf0)", false),
        ("pdep(5, 0xf0)", true),
        ("d4", true),
    ] {
        assert_eq!(last(expression).value_type == ValueType::Set, is_set, "{expression}");
    }
}

#[test]
fn position_names_refer_to_its_sets() {
    let position = Position::from_fen(KIWIPETE).expect("a position");
    let pieces = |piece| position.colored_pieces(tabiya::Color::White, piece);
    let knights = pieces(tabiya::PieceType::Knight);
    for name in
        ["white_knights", "white_knight", "whiteKnights", "WHITE_KNIGHTS", "N", "knights & white"]
    {
        check_in(&position, name, knights);
    }
    check_in(&position, "n", position.pieces(tabiya::PieceType::Knight) - knights);
    check_in(&position, "occ ^ occupied", Bitboard::EMPTY);
    check_in(&position, "~empty", position.occupied());
    check_in(&position, "us", position.colors(tabiya::Color::White));
    check_in(&position, "them", position.colors(tabiya::Color::Black));
    check_in(&position, "kings & black", Square::E8.into());
    check_in(&position, "file(b) & b", Bitboard::EMPTY);
    let pinned = Position::from_fen("4k3/4r3/8/8/8/8/4N3/4K2q w - - 0 1").expect("a position");
    check_in(&pinned, "pinned", Square::E2.into());
    check_in(&pinned, "checkers", Square::H1.into());
    check_in(&pinned, "rook(r, occ) & them", Square::E8.into());
    let black = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1").expect("a position");
    check_in(&black, "us", Square::E8.into());
}

#[test]
fn variables_hide_sets_but_not_squares() {
    let variables =
        [("occ", Bitboard(7)), ("magic", Bitboard(3)), ("d4", Bitboard(1)), ("magic", Bitboard(9))];
    let context = Context { position: Some(&Position::START), variables: &variables };
    let value = |text| evaluate(text, context).expect(text).value;
    assert_eq!(value("occ * magic"), 21);
    assert_eq!(value("d4"), Square::D4.bitboard().0);
    assert_eq!(value("occupied"), Position::START.occupied().0);
    assert!(evaluate("Magic", context).is_err());
}

/// Calls a function by its name on random sets.
#[track_caller]
fn check_sets(name: &str, expected: impl Fn(Bitboard) -> Bitboard) {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..50 {
        let set = Bitboard(random.u64(..) & random.u64(..));
        let variables = [("set", set)];
        let context = Context { variables: &variables, ..Context::default() };
        let evaluation = evaluate(&format!("{name}(set)"), context).expect(name);
        assert_eq!(Bitboard(evaluation.value), expected(set), "{name} of {set:?}");
    }
}

#[test]
fn set_functions_equal_tables_and_transformations() {
    check_sets("knight", setwise::knight_attacks);
    check_sets("king", setwise::king_attacks);
    check_sets("white_pawn", setwise::pawn_attacks::<White>);
    check_sets("black_pawn", setwise::pawn_attacks::<Black>);
    for (name, direction) in [
        ("north", Direction::North),
        ("north_east", Direction::NorthEast),
        ("east", Direction::East),
        ("southEast", Direction::SouthEast),
        ("south", Direction::South),
        ("south_west", Direction::SouthWest),
        ("west", Direction::West),
        ("NORTH_WEST", Direction::NorthWest),
    ] {
        check_sets(name, |set| set.shift(direction));
        let rays = |set: Bitboard| {
            set.into_iter().fold(set, |all, square| all | tables::ray(square, direction))
        };
        check_sets(&format!("fill_{name}"), rays);
    }
    check_sets("flip_vertical", Bitboard::flip_vertical);
    check_sets("mirror_horizontal", Bitboard::flip_horizontal);
    check_sets("flip_diagonal", Bitboard::flip_diagonal);
    check_sets("flip_antidiagonal", Bitboard::flip_anti_diagonal);
    check_sets("rotate180", Bitboard::rotate_180);
    check_sets("rotate90", Bitboard::rotate_90_clockwise);
    check_sets("byteswap", |set| Bitboard(set.0.swap_bytes()));
    check_sets("reverse", |set| Bitboard(set.0.reverse_bits()));
    check_sets("popcount", |set| Bitboard(set.len() as u64));
    check_sets("lsb", |set| Bitboard(set.first().map_or(0, |square| square as u64)));
    check_sets("msb", |set| Bitboard(set.last().map_or(0, |square| square as u64)));
    check_sets("lowest", |set| set.first().map_or(Bitboard::EMPTY, Bitboard::from));
    check_sets("file", |set| {
        File::ALL.into_iter().fold(Bitboard::EMPTY, |all, file| {
            if set.intersects(file.into()) { all | file.into() } else { all }
        })
    });
    check_sets("rank", |set| {
        Rank::ALL.into_iter().fold(Bitboard::EMPTY, |all, rank| {
            if set.intersects(rank.into()) { all | rank.into() } else { all }
        })
    });
}

#[test]
fn square_functions_equal_tables() {
    let mut random = fastrand::Rng::with_seed(5);
    for square in Square::ALL {
        let occupied = Bitboard(random.u64(..) & random.u64(..));
        let variables = [("occ", occupied)];
        let context = Context { variables: &variables, ..Context::default() };
        let value = |text: String| Bitboard(evaluate(&text, context).expect(&text).value);
        assert_eq!(value(format!("rook({square}, occ)")), tables::rook_attacks(square, occupied));
        assert_eq!(
            value(format!("bishop({square}, occ)")),
            tables::bishop_attacks(square, occupied)
        );
        assert_eq!(value(format!("queen({square}, occ)")), tables::queen_attacks(square, occupied));
        let rays = value(format!("(diagonal({square}) | antidiagonal({square})) ^ {square}"));
        assert_eq!(rays, tables::bishop_rays(square));
        assert!(value(format!("diagonal({square}) & {{a1, h8}}")).len() != 1);
        let other = Square::ALL[random.usize(..64)];
        assert_eq!(value(format!("between({square}, {other})")), tables::between(square, other));
        assert_eq!(value(format!("line({square}, {other})")), tables::line(square, other));
    }
    check("rook(a1 | h8, 0)", (tables::rook_rays(Square::A1) | tables::rook_rays(Square::H8)).0);
    check("rook(0, 0)", 0);
    check("diagonal(a1)", 0x8040_2010_0804_0201);
    check("antidiagonal(h1)", 0x0102_0408_1020_4080);
    check("file(H) & rank(8)", 1 << 63);
    check("rank(1 + 1)", 0xff00);
    check("pext(0xabcd, 0xf0f0)", 0xac);
    check("pdep(0xac, 0xf0f0)", 0xa0c0);
    check("pext(-1, -1)", u64::MAX);
}

#[test]
fn all_functions_in_help_are_callable_by_signature() {
    for function in &FUNCTIONS {
        let variables =
            [("set", Bitboard(1)), ("x", Bitboard(2)), ("mask", Bitboard(3)), ("occ", Bitboard(4))];
        let context = Context { variables: &variables, ..Context::default() };
        let evaluation = evaluate(function.signature, context).expect(function.signature);
        assert_eq!(evaluation.steps.last().map(|step| step.end), Some(function.signature.len()));
        assert!(function.signature.starts_with(function.name) && !function.text.is_empty());
    }
}

#[test]
fn number_as_square_has_a_note() {
    let note = last("rook(27, 0)").note.expect("27 is hardly meant as a set");
    assert_eq!(note, "the number 27 is the set of 4 squares; 1 << n is a square");
    assert_eq!(last("rook(1 << 27, 0)").note, None);
    assert_eq!(last("rook(0x27, 0)").note, None);
}

#[test]
fn steps_have_tree_ranges_and_depths() {
    let expression = " ~(a1 | b2)  & rook( d4 , (c3) ) ";
    let Evaluation { steps, value, .. } = evaluate(expression, Context::default()).expect("valid");
    let actual: Vec<_> =
        steps.iter().map(|step| (&expression[step.start..step.end], step.depth)).collect();
    let expected = [
        ("a1", 3),
        ("b2", 3),
        ("a1 | b2", 2),
        ("~(a1 | b2)", 1),
        ("d4", 2),
        ("c3", 2),
        ("rook( d4 , (c3) )", 1),
        ("~(a1 | b2)  & rook( d4 , (c3) )", 0),
    ];
    assert_eq!(actual, expected);
    assert_eq!(steps.last().map(|step| step.value), Some(value));
}

#[test]
fn errors_name_their_place() {
    check_error("", Problem::Syntax, 0, 0);
    check_error("a1 |", Problem::Syntax, 4, 4);
    check_error("a1 && b1", Problem::Syntax, 4, 5);
    check_error("a1 b1", Problem::Syntax, 3, 5);
    check_error("a1)", Problem::Syntax, 2, 3);
    check_error("(a1", Problem::Syntax, 3, 3);
    check_error("!a1", Problem::Syntax, 0, 1);
    check_error("a1 ; b1", Problem::Syntax, 3, 4);
    check_error("a1 | é", Problem::Syntax, 5, 7);
    check_error("{a1, b9}", Problem::Syntax, 5, 7);
    check_error("a1 | {b2", Problem::Syntax, 8, 8);
    check_error("1 + 0x1g", Problem::Number, 7, 8);
    check_error("0x1ffffffffffffffff", Problem::Number, 0, 19);
    check_error("1 << 99999999999999999999", Problem::Number, 5, 25);
    check_error("a1 | foo", Problem::UnknownName, 5, 8);
    check_error("i1", Problem::UnknownName, 0, 2);
    check_error("~foo(a1)", Problem::UnknownFunction, 1, 4);
    check_error("d4(a1)", Problem::UnknownFunction, 0, 2);
    check_error("occ & white_pawns", Problem::NoPosition, 0, 3);
    check_error("P", Problem::NoPosition, 0, 1);
    check_error("1 | rook(d4)", Problem::ArgumentCount, 4, 12);
    check_error("knight(a1, b1)", Problem::ArgumentCount, 0, 14);
    check_error("knight()", Problem::ArgumentCount, 0, 8);
    check_error("knight(a1,)", Problem::Syntax, 10, 11);
    check_error("file(a, b)", Problem::UnknownName, 5, 6);
    check_error("file(1)", Problem::Syntax, 5, 6);
    check_error("rank(9)", Problem::Syntax, 5, 6);
    check_error("rank(0)", Problem::Syntax, 5, 6);
    check_error("between(a1 | b1, h8)", Problem::NotOneSquare, 8, 15);
    check_error("line(a1, 0)", Problem::NotOneSquare, 9, 10);
    check_error("lsb(a1 & b1)", Problem::EmptySet, 4, 11);
    check_error("msb((0))", Problem::EmptySet, 5, 6);
}

#[test]
fn expressions_at_limits_are_evaluated_and_beyond_refused() {
    let nested = |depth| "(".repeat(depth) + "1" + &")".repeat(depth);
    check(&nested(MAX_DEPTH), 1);
    check_error(&nested(MAX_DEPTH + 1), Problem::TooDeep, MAX_DEPTH, MAX_DEPTH + 1);
    let calls = |depth| "king(".repeat(depth) + "a1" + &")".repeat(depth);
    assert_eq!(value(&calls(MAX_DEPTH)), u64::MAX);
    check_error(&calls(MAX_DEPTH + 1), Problem::TooDeep, 5 * MAX_DEPTH + 4, 5 * MAX_DEPTH + 5);
    // Parentheses in a row are not nested.
    check("(1)|".repeat(900).trim_end_matches('|'), 1);
    let sum = "1+".repeat(MAX_LENGTH / 2 - 1) + "1";
    check(&sum, MAX_LENGTH as u64 / 2);
    check(&("~".repeat(MAX_LENGTH - 2) + "0"), 0);
    let long = "1".to_owned() + &" ".repeat(MAX_LENGTH);
    check_error(&long, Problem::TooLong, 0, MAX_LENGTH + 1);
    for text in ["(", "~", "-", "1|2^3&4<<5+6*(", "rook(", "a1", "{", "é", "1 ", "<<"] {
        let text: String = text.repeat(MAX_LENGTH).chars().take(MAX_LENGTH / 2).collect();
        assert!(evaluate(&text, Context::default()).is_err(), "{text}");
    }
}

#[test]
fn any_text_yields_value_or_error_in_text() {
    const PARTS: [&str; 30] = [
        "a1", "d4", "occ", "0x1", "12", "0b1", "(", ")", "{", "}", ",", "~", "-", "+", "*", "<<",
        ">>", "&", "^", "|", "rook(", "file(", "rank(", "between(", "lsb(", " ", "é", "64",
        "pext(", "!",
    ];
    let mut random = fastrand::Rng::with_seed(11);
    let mut valid = 0;
    for _ in 0..50_000 {
        let parts = (0..random.usize(1..12)).map(|_| PARTS[random.usize(..PARTS.len())]);
        let text: String = parts.collect();
        let context = Context { position: Some(&Position::START), ..Context::default() };
        match evaluate(&text, context) {
            Ok(evaluation) => {
                valid += 1;
                let whole = evaluation.steps.last().expect("an expression has a step");
                assert_eq!((whole.depth, whole.value), (0, evaluation.value));
                for step in &evaluation.steps {
                    assert!(step.start < step.end && text.get(step.start..step.end).is_some());
                }
            }
            Err(error) => {
                assert!(text.get(error.start..error.end).is_some(), "{text:?}: {error:?}");
            }
        }
    }
    assert!(valid > 500, "{valid} expressions were valid");
}
