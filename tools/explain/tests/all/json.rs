//! JSON for each family of results.

use serde::Serialize;
use tabiya::{FenOptions, Move, Position, Square};
use tabiya_explain::bitboards::{Layout, parse_bitboard};
use tabiya_explain::diagram::{Arrow, ArrowKind, Mark};
use tabiya_explain::divide::{Comparison, Divide};
use tabiya_explain::expression::{Context, evaluate};
use tabiya_explain::fen::explain_error;
use tabiya_explain::leaf_categories::LeafCategories;
use tabiya_explain::legality::explain_text;

#[track_caller]
fn check(value: &impl Serialize, json: &str) {
    assert_eq!(serde_json::to_string(value).expect("results can be serialized"), json);
}

#[test]
fn explanation_has_sentence_and_evidence() {
    let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1").expect("a position");
    check(
        &explain_text(&position, "Nc3").expect("a move"),
        "{\"is_legal\":false,\"code\":\"pinned\",\"sentence\":\"the white knight on e2 is pinned on the \
         e-file by the black rook on e8\",\"uci\":null,\"san\":null,\"evidence\":{\"origin\":\"e2\",\
         \"target\":\"c3\",\"attackers\":[\"e8\"],\"attacked\":[\"e1\"],\"line\":[\"e2\",\"e3\",\"e4\",\
         \"e5\",\"e6\",\"e7\"],\"blockers\":[\"e2\"],\"safe\":[],\"captured\":null,\
         \"squares\":[\"e1\",\"e2\",\"c3\",\"e8\"]}}",
    );
}

#[test]
fn divide_and_comparison_have_rows() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
    let divide = Divide::parse("e1d1: 7\ne1e5: 1\nTotal: 9").expect("counts");
    check(
        &divide,
        r#"{"rows":[{"move":"e1d1","count":7},{"move":"e1e5","count":1}],"totals":[9]}"#,
    );
    let correct = [(Move::new(Square::E1, Square::D1), 5)];
    let comparison = Comparison::new(&position, &correct, &divide);
    check(
        &comparison,
        "{\"moves\":[{\"error\":\"extra\",\"move\":\"e1e5\",\"san\":null,\"reason\":\"the white king on e1 \
         cannot move to e5\",\"category\":\"piece movement\",\"evidence\":{\"origin\":\"e1\",\
         \"target\":\"e5\",\"attackers\":[],\"attacked\":[],\"line\":[],\"blockers\":[],\"safe\":[],\
         \"captured\":null,\"squares\":[\"e1\",\"e5\"]}}],\"counts\":[{\"uci\":\"e1d1\",\"expected\":5,\
         \"found\":7}],\"total\":{\"sum\":8,\"found\":9}}",
    );
    check(&Divide::parse("").expect_err("no counts"), r#""empty""#);
}

#[test]
fn fen_explanation_has_excerpt_and_suggestion() {
    let fen = b"4k3/8/8/8/8/8/8/4K3 w - - 0 0";
    let error = FenOptions::new().read(fen).expect_err("the number is invalid");
    check(
        &explain_error(fen, &error, FenOptions::new()),
        "{\"field\":\"fullmove number\",\"message\":\"fullmove number: found \\\"0\\\"; expected at least 1\",\
         \"at\":[28],\"found\":\"0\",\"excerpt\":{\"text\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 0\",\
         \"carets\":\"                            ^\"},\"rule\":\"the fullmove number is from 1 to \
         65535\",\"advice\":\"write 1\",\"suggestion\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"}",
    );
}

#[test]
fn leaf_categories_have_a_number_each() {
    check(
        &LeafCategories::count(&Position::START, 3),
        "{\"nodes\":8902,\"captures\":34,\"en_passant\":0,\"castles\":0,\"promotions\":0,\"checks\":12,\
         \"discovered_checks\":0,\"double_checks\":0,\"checkmates\":0}",
    );
}

#[test]
fn arrows_have_square_names() {
    let arrow = Arrow { from: Square::E2, to: Square::E4, kind: ArrowKind::Move };
    check(&arrow, r#"{"from":"e2","to":"e4","kind":"move"}"#);
    check(&Mark::Attacked, r#""attacked""#);
}

#[test]
fn bitboard_and_evaluation_have_bits_as_numbers() {
    let parse = |text| parse_bitboard(text, Layout::A8B8);
    check(&parse("0xff").expect("valid"), r#"{"set":18374686479671623680,"form":"hexadecimal"}"#);
    check(
        &parse("0x?").expect_err("invalid"),
        r#"{"at":2,"found":"?","expected":"hexadecimal digits"}"#,
    );
    check(
        &evaluate("h8 << 1", Context::default()).expect("valid"),
        "{\"value\":0,\"value_type\":\"set\",\"steps\":[\
         {\"start\":0,\"end\":2,\"depth\":1,\"value_type\":\"set\",\"value\":9223372036854775808,\
         \"lost\":null,\"overflow\":null,\"note\":null},\
         {\"start\":6,\"end\":7,\"depth\":1,\"value_type\":\"number\",\"value\":1,\
         \"lost\":null,\"overflow\":null,\"note\":null},\
         {\"start\":0,\"end\":7,\"depth\":0,\"value_type\":\"set\",\"value\":0,\
         \"lost\":9223372036854775808,\"overflow\":null,\"note\":\"lost: bit 63\"}]}",
    );
    check(
        &evaluate("foo", Context::default()).expect_err("invalid"),
        "{\"problem\":\"unknown-name\",\"start\":0,\"end\":3,\"found\":\"foo\",\"expected\":\"e.g. d4, occ, \
         white_pawns or rook(d4, occ)\"}",
    );
}
