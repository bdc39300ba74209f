//! Bitboards as text: forms that programs print, layouts, literals, and hostile input.

use tabiya::{Bitboard, File, Rank, Square};
use tabiya_explain::bitboards::{
    Form, Language, Layout, TextForm, format_bitboard, parse_bitboard,
};

const FORMS: [TextForm; 12] = [
    TextForm::Literal(Language::Rust),
    TextForm::Literal(Language::C),
    TextForm::Literal(Language::Cpp),
    TextForm::Literal(Language::Java),
    TextForm::Literal(Language::CSharp),
    TextForm::Literal(Language::Go),
    TextForm::Literal(Language::Python),
    TextForm::Literal(Language::JavaScript),
    TextForm::Decimal,
    TextForm::Binary,
    TextForm::Squares,
    TextForm::Board,
];

/// Sets that have failed in parsers or literals: empty, full, the sign, single corners, and any bits.
fn sets() -> impl Iterator<Item = Bitboard> {
    let special = [0, 1, 1 << 63, u64::MAX, i64::MAX as u64, 0xff, 0x8100_0000_0000_0081];
    let mut random = fastrand::Rng::with_seed(1);
    special.into_iter().chain((0..200).map(move |_| random.u64(..))).map(Bitboard)
}

#[track_caller]
fn check(text: &str, bits: u64, form: Form) {
    let parsed = parse_bitboard(text, Layout::LERF).expect(text);
    assert_eq!((parsed.set, parsed.form), (Bitboard(bits), form), "{text}");
}

#[track_caller]
fn check_error(text: &str, at: usize, found: &str, expected: &str) {
    let error = parse_bitboard(text, Layout::LERF).expect_err(text);
    assert_eq!((error.at, error.found.as_str()), (at, found), "{text}");
    assert!(error.expected.contains(expected), "{text}: {error}");
}

#[test]
fn layout_index_counts_from_its_first_two_squares() {
    for (layout, first, second) in [
        (Layout::A1B1, Square::A1, Square::B1),
        (Layout::H1G1, Square::H1, Square::G1),
        (Layout::A8B8, Square::A8, Square::B8),
        (Layout::H8G8, Square::H8, Square::G8),
        (Layout::A1A2, Square::A1, Square::A2),
        (Layout::A8A7, Square::A8, Square::A7),
        (Layout::H1H2, Square::H1, Square::H2),
        (Layout::H8H7, Square::H8, Square::H7),
    ] {
        // The squares for the next bits follow by the same step, and then by rank or file.
        let step = |a: u8, b: u8| (a as i8) - (b as i8);
        let files = step(second as u8 % 8, first as u8 % 8);
        let ranks = step(second as u8 / 8, first as u8 / 8);
        let is_by_rank = ranks == 0;
        let next = |first: u8| if first == 0 { 1 } else { -1 };
        let (lines_files, lines_ranks) =
            if is_by_rank { (0, next(first as u8 / 8)) } else { (next(first as u8 % 8), 0) };
        for bit in 0..64_i8 {
            let low = bit % 8;
            let high = bit / 8;
            let square =
                first.offset(low * files + high * lines_files, low * ranks + high * lines_ranks);
            let square = square.expect("the steps stay on the board");
            assert_eq!(layout.index(square), bit as usize, "{layout} {square}");
            assert_eq!(layout.to_bits(square.bitboard()), 1 << bit);
        }
        assert!(layout.description().contains(&format!("bit 0 is {first}, bit 1 is {second}")));
        assert_eq!(layout.name().parse(), Ok(layout));
    }
}

#[test]
fn set_in_any_form_and_layout_reads_back() {
    for set in sets() {
        for layout in Layout::ALL {
            assert_eq!(layout.to_set(layout.to_bits(set)), set);
            for form in FORMS {
                let text = format_bitboard(set, form, layout);
                let parsed = parse_bitboard(&text, layout).expect(&text);
                assert_eq!(parsed.set, set, "{layout} {text}");
            }
        }
    }
}

#[test]
fn sign_bit_literal_is_valid_in_each_language() {
    let literals = Language::ALL.map(|language| language.literal(0x8000_0000_0000_00ff));
    assert_eq!(
        literals,
        [
            "0x8000_0000_0000_00ff_u64",
            "UINT64_C(0x80000000000000ff)",
            "0x80000000000000ffULL",
            "0x80000000000000ffL",
            "0x80000000000000ffUL",
            "uint64(0x80000000000000ff)",
            "0x80000000000000ff",
            "0x80000000000000ffn",
        ]
    );
    let layout = Layout::A8B8;
    let format = |form| format_bitboard(Rank::Eighth.into(), form, layout);
    assert_eq!(format(TextForm::Decimal), "255");
    assert_eq!(format(TextForm::Binary), format!("0b{:064b}", 255));
    assert_eq!(format(TextForm::Squares), "{a8, b8, c8, d8, e8, f8, g8, h8}");
    assert_eq!(format_bitboard(Bitboard::EMPTY, TextForm::Squares, layout), "{}");
}

#[test]
fn number_in_language_forms_is_parsed() {
    for text in [
        "0xff00",
        "0XFF00",
        "0x0000_0000_0000_ff00",
        "0xff00u64",
        "0xff00_u64",
        "0xFF00ULL",
        "0xff00UL",
        "0xff00L",
        "0xff00n",
        "0xff00u",
        "0xFF'00ull",
        " 0xff00;\n",
        "0xff00,",
        "UINT64_C(0xff00)",
        "C64( 0xff00 )",
        "uint64(0xff00)",
        "(0xff00)",
        "Bitboard(0x0000_0000_0000_ff00)",
        "000000000000ff00",
        "000000000000FF00",
    ] {
        check(text, 0xff00, Form::Hexadecimal);
    }
    check("65280", 65280, Form::Decimal);
    check("65_280ULL", 65280, Form::Decimal);
    check("18446744073709551615", u64::MAX, Form::Decimal);
    check("-1", u64::MAX, Form::Decimal);
    check("-9223372036854775808L", 1 << 63, Form::Decimal);
    check("-0x1L", u64::MAX, Form::Hexadecimal);
    check("0b1000_0001", 0x81, Form::Binary);
    check("0B1", 1, Form::Binary);
    // Without a prefix, 16 digits are decimal.
    check("8100000000000081", 8_100_000_000_000_081, Form::Decimal);
    let bitset = format!("{:064b}", 0x8000_0000_0000_0001_u64);
    check(&bitset, 0x8000_0000_0000_0001, Form::Binary);
}

#[test]
fn number_with_error_names_its_place() {
    check_error("", 0, "", "a number");
    check_error("  ", 2, "", "a number");
    check_error("0x", 2, "", "hexadecimal digits");
    check_error(" 0x12g4", 5, "g4", "hexadecimal digits");
    check_error("0b102", 4, "2", "binary digits");
    check_error("12f", 2, "f", "decimal digits");
    check_error("0x1_0000_0000_0000_0000", 0, "0x1_0000_0000_0000_0…", "64 bits");
    check_error("18446744073709551616", 0, "18446744073709551616", "64 bits");
    check_error("-9223372036854775809", 0, "-9223372036854775809", "at least -2^63");
    check_error("-99999999999999999999", 0, "-9999999999999999999…", "64 bits");
    check_error("UINT64_C(0x1p)", 12, "p", "hexadecimal digits");
    check_error("é", 0, "é", "a number");
    check_error("0xé", 2, "é", "hexadecimal digits");
}

#[test]
fn squares_in_lists_are_parsed() {
    let set = Square::A1.bitboard().0 | Square::C3.bitboard().0;
    for text in ["a1 c3", "{a1, c3}", "[a1,c3]", "A1;C3", "c3\na1\n", "{ a1 c3 }", "a1, c3,"] {
        check(text, set, Form::Squares);
    }
    check("h8", 1 << 63, Form::Squares);
    check("{}", 0, Form::Squares);
    check_error("a1 c9 d4", 3, "c9", "squares");
    check_error("{a1, i1}", 5, "i1", "squares");
    check_error("{a1, c3", 7, "", "`}` at the end");
    check_error("a1, é", 4, "é", "squares");
}

/// A set without symmetry: d4, c2, a1 and h8.
fn asymmetric() -> u64 {
    [Square::A1, Square::C2, Square::D4, Square::H8].into_iter().collect::<Bitboard>().0
}

#[test]
fn board_in_engine_forms_is_parsed() {
    let bbc = "\n  8  0 0 0 0 0 0 0 1 \n  7  0 0 0 0 0 0 0 0 \n  6  0 0 0 0 0 0 0 0 \n  5  0 0 0 0 0 0 0 0 \n  \
               4  0 0 0 1 0 0 0 0 \n  3  0 0 0 0 0 0 0 0 \n  2  0 0 1 0 0 0 0 0 \n  1  1 0 0 0 0 0 0 0 \n\n     \
               a b c d e f g h\n\n     Bitboard: 12345d\n";
    let dense = ".......X\n........\n........\n........\n...X....\n........\n..X.....\nX.......\n";
    let dashes = "-------1\n--------\n--------\n--------\n---1----\n--------\n--1-----\n1-------";
    let trailing = "0 0 0 0 0 0 0 1 8\n0 0 0 0 0 0 0 0 7\n0 0 0 0 0 0 0 0 6\n0 0 0 0 0 0 0 0 5\n\
                    0 0 0 1 0 0 0 0 4\n0 0 0 0 0 0 0 0 3\n0 0 1 0 0 0 0 0 2\n1 0 0 0 0 0 0 0 1\nA B C D E F G H";
    let both = "  abcdefgh\n8 .......k 8\n7 ........ 7\n6 ........ 6\n5 ........ 5\n4 ...Q.... 4\n3 ........ 3\n\
                2 ..P..... 2\n1 R....... 1\n  abcdefgh";
    let framed = "+-----------------+\n| . . . . . . . # |\n| . . . . . . . . |\n| . . . . . . . . |\n| . . . . . . . . |\n\
                  | . . . # . . . . |\n| . . . . . . . . |\n| . . # . . . . . |\n| # . . . . . . . |\n+-----------------+";
    let windows = dense.replace('\n', "\r\n");
    for text in [bbc, dense, dashes, trailing, both, framed, &windows] {
        check(text, asymmetric(), Form::Board);
    }
    // Rows with 0 and 1 without spaces.
    check(&dense.replace('X', "1").replace('.', "0"), asymmetric(), Form::Board);
    check(&dense.replace('X', "♞").replace('.', "·"), asymmetric(), Form::Board);
    check(&"0 0 0 0 0 0 0 0\n".repeat(8), 0, Form::Board);
    check(&"--------\n".repeat(8), 0, Form::Board);
}

#[test]
fn board_with_blank_cells_is_parsed() {
    let frame = "+---+---+---+---+---+---+---+---+\n";
    let row = |file: Option<usize>, label: char| {
        let cell = |at| if file == Some(at) { " X |" } else { "   |" };
        let cells: String = (0..8).map(cell).collect();
        format!("{frame}|{cells} {label}\n")
    };
    let files = [Some(7), None, None, None, Some(3), None, Some(2), Some(0)];
    let rows: String = files.into_iter().zip("87654321".chars()).map(|(f, c)| row(f, c)).collect();
    let board = format!("{rows}{frame}  a   b   c   d   e   f   g   h\n");
    check(&board, asymmetric(), Form::Board);
    check(&board.replace('|', "│").replace("+---", "├───"), asymmetric(), Form::Board);
    let unlabeled: String = board
        .lines()
        .map(|line| line.trim_end_matches(|c| "87654321".contains(c)))
        .map(|line| format!("{line}\n"))
        .collect();
    check(&unlabeled, asymmetric(), Form::Board);
}

#[test]
fn board_as_black_sees_it_is_turned_by_labels() {
    let black = "1 0 0 0 0 0 0 0 1\n2 0 0 0 0 0 1 0 0\n3 0 0 0 0 0 0 0 0\n4 0 0 0 0 1 0 0 0\n5 0 0 0 0 0 0 0 0\n\
                 6 0 0 0 0 0 0 0 0\n7 0 0 0 0 0 0 0 0\n8 1 0 0 0 0 0 0 0\n  h g f e d c b a\n";
    check(black, asymmetric(), Form::Board);
}

#[test]
fn corner_rank_1_with_label_is_read_by_other_rows() {
    let rows = "0 0 0 0 0 0 0 0";
    let leading: String = (2..=8).rev().map(|rank| format!("{rank} {rows}\n")).collect();
    check(&(leading + "1 0 0 0 0 0 0 0 1"), Square::H1.bitboard().0, Form::Board);
    let trailing: String = (2..=8).rev().map(|rank| format!("{rows} {rank}\n")).collect();
    check(&(trailing + "1 0 0 0 0 0 0 0 1"), Square::A1.bitboard().0, Form::Board);
    let full = "1 1 1 1 1 1 1 1\n".repeat(8);
    check(&full, u64::MAX, Form::Board);
}

#[test]
fn board_with_error_names_its_place() {
    let row = ". . . . . . . .\n";
    check_error(&row.repeat(7), 112, "", "eight rows");
    check_error(&row.repeat(9), 128, ". . . . . . . .", "eight rows");
    check_error(&(row.repeat(3) + ". . .\n"), 48, ". . .", "a row of eight squares");
    check_error(&(row.repeat(7) + ". . ? . . . . ."), 116, "?", "empty square");
    check_error("hello", 0, "hello", "a number");
    check_error(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        0,
        "rnbqkbnr/pppppppp/8/…",
        "a number",
    );
    check_error("8/8/8/8 w", 0, "8/8/8/8 w", "a number");
    check_error(". . . ? . . . .", 6, "?", "empty square");
    let twice: String = "88654321".chars().map(|rank| format!("{rank} {row}")).collect();
    check_error(&twice, 18, "8", "another rank");
}

#[test]
fn any_text_yields_set_or_error_in_text() {
    let mut random = fastrand::Rng::with_seed(7);
    let alphabet: Vec<char> = "01x_.-+|aAhH18XbBnuL'{},;[]() \n\t:é♞│─".chars().collect();
    let board: Vec<char> = format!("{}", Bitboard(asymmetric())).chars().collect();
    for round in 0..20_000 {
        let mut text: Vec<char> = if round % 2 == 0 { board.clone() } else { Vec::new() };
        for _ in 0..random.usize(1..30) {
            let at = random.usize(..=text.len());
            text.insert(at, alphabet[random.usize(..alphabet.len())]);
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = parse_bitboard(&text, Layout::LERF) {
            assert!(text.is_char_boundary(error.at), "{text:?}: {error:?}");
            let start = error.found.trim_end_matches('…');
            assert!(text[error.at..].starts_with(start), "{text:?}: {error:?}");
        }
    }
    for text in ["1", ".", "a1 ", "\n", "-", "|", "♞"] {
        let _ = parse_bitboard(&text.repeat(20_000), Layout::LERF);
        assert!(parse_bitboard(&text.repeat(70_000), Layout::LERF).is_err());
    }
}

#[test]
fn file_set_in_file_rank_layout_is_a_byte() {
    assert_eq!(Layout::LEFR.to_bits(File::B.into()), 0xff00);
    assert_eq!(Layout::H8H7.to_bits(File::H.into()), 0xff);
    assert!("berf".parse::<Layout>().is_err());
    assert_eq!("LERF".parse(), Ok(Layout::LERF));
}
