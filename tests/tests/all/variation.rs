//! Tests for variations: the named openings, every syntax for moves and move numbers, every error,
//! and arbitrary text.

use std::fs;
use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use tabiya::uci::{self, CastlingNotation};
use tabiya::variation::{self, VariationError, VariationErrorKind};
use tabiya::{Move, Position, san};
use tabiya_suites::data;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn moves(position: &Position, text: &str) -> Result<Vec<Move>, VariationError> {
    variation::read(position, text).collect()
}

/// The named openings' moves, as in their file.
static OPENINGS: LazyLock<Vec<String>> = LazyLock::new(openings);

fn openings() -> Vec<String> {
    let path = data("../../tools/games/src/eco/openings.tsv");
    let text = fs::read_to_string(&path).expect("the file exists");
    let moves_column = |line: &str| line.split('\t').nth(2).expect(line).to_owned();
    text.lines().skip(1).map(moves_column).collect()
}

#[test]
fn named_openings_round_trip_verbatim() {
    assert_eq!(OPENINGS.len(), 3_807);
    for line in OPENINGS.iter() {
        let start = Position::START;
        let found = moves(&start, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(variation::display(&start, &found).to_string(), *line);
        for castling in [CastlingNotation::KingMove, CastlingNotation::KingTakesRook] {
            let uci_moves: Vec<_> =
                found.iter().map(|&mv| uci::display(mv, castling).to_string()).collect();
            assert_eq!(moves(&start, &uci_moves.join(" ")), Ok(found.clone()), "{line}");
        }
    }
}

/// Asserts that a text is accepted and written as `written`.
#[track_caller]
fn accepted(fen: &str, text: &str, written: &str) {
    let position = position(fen);
    match moves(&position, text) {
        Ok(moves) => {
            let found = variation::display(&position, &moves).to_string();
            assert_eq!(found, written, "{text} in {fen}");
        }
        Err(error) => panic!("{text} in {fen}: {error}"),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BLACK: &str = "4k3/8/8/8/8/8/4P3/4K2R b K - 0 7";

#[test]
fn move_numbers_in_every_syntax_are_accepted() {
    for text in [
        "1. e4 e5 2. Nf3",
        "1.e4 e5 2.Nf3",
        "e4 e5 Nf3",
        "1 e4 e5 2 Nf3",
        " 1.\te4\n1... e5\r\n2.Nf3 ",
        "1. e4 1...e5 2… Nf3",
        "1 . e4 1 ... e5 2 . Nf3",
        "1.e4 ...e5 2. … Nf3",
        "9. e4 9. e5 99999999999999999999. Nf3",
        "1. e2e4 e5 2. g1f3",
        "1.e2e4 1…e7e5 2.Nf3",
    ] {
        accepted(START, text, "1. e4 e5 2. Nf3");
    }
}

#[test]
fn result_ends_variation() {
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        accepted(START, result, "");
        accepted(START, &format!("1. e4 {result}  "), "1. e4");
        rejected(
            START,
            &format!("1. e4 {result} e5"),
            1,
            "e5",
            Some(VariationErrorKind::AfterResult),
        );
        rejected(
            START,
            &format!("{result} {result}"),
            0,
            result,
            Some(VariationErrorKind::AfterResult),
        );
        rejected(START, &format!("e4 {result} 1."), 1, "1.", Some(VariationErrorKind::AfterResult));
    }
}

#[test]
fn display_numbers_moves_from_position_fullmove_number() {
    accepted(BLACK, "Kd7 O-O Kc7", "7... Kd7 8. O-O Kc7");
    accepted(BLACK, "Kd7 e1g1 Kc7", "7... Kd7 8. O-O Kc7");
    let last = "4k3/8/8/8/8/8/4P3/4K2R b K - 0 65535";
    accepted(last, "Kd7 e4 Kc7 e5", "65535... Kd7 65535. e4 Kc7 65535. e5");
    for fen in [START, BLACK] {
        accepted(fen, "", "");
        accepted(fen, " 1. ", "");
    }
}

#[test]
fn ep_annotation_is_accepted_after_ep_capture_only() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for text in
        ["exd6", "exd6 e.p.", "e5d6 e.p.", "exd6 e.p. *", "exd6 ep", "exd6+ e.p.!", "exd6ep ep+"]
    {
        accepted(fen, text, "1. exd6");
    }
    rejected(fen, "exd6 e.p. e.p.", 1, "e.p.", None);
    rejected(fen, "exd6 * e.p.", 1, "e.p.", Some(VariationErrorKind::AfterResult));
    rejected(fen, "e6 e.p.", 1, "e.p.", None);
    rejected(fen, "e.p. exd6", 0, "e.p.", None);
    rejected(fen, "exd6 + ep", 1, "+", None);
}

/// Asserts that a text is rejected where `token` last occurs, and that the iterator ends there.
#[track_caller]
fn rejected(fen: &str, text: &str, ply: usize, token: &str, fault: Option<VariationErrorKind>) {
    let mut moves = variation::read(&position(fen), text);
    let Some(error) = moves.by_ref().find_map(Result::err) else {
        panic!("{text} in {fen} was accepted")
    };
    let start = text.rfind(token).expect(text);
    assert_eq!(
        (error.ply, error.word.clone()),
        (ply, start..start + token.len()),
        "{text}: {error}"
    );
    if let Some(fault) = fault {
        assert_eq!(error.fault, fault, "{text} in {fen}");
    }
    assert_eq!(moves.next(), None, "{text} in {fen}");
}

#[test]
fn errors_have_ply_and_token() {
    rejected(START, "1. e4 e5 2. Nf9 Nc6", 2, "Nf9", None);
    rejected(START, "1.e4 e5 2.Nf6", 2, "Nf6", None);
    rejected(START, "1. e4 «e5»", 1, "«e5»", None);
    rejected(START, "e2e4 e2e4", 1, "e2e4", None);
    rejected(START, "1-0-1", 0, "1-0-1", None);
    rejected(START, "0-0", 0, "0-0", None);
    rejected(START, "e4 e5 --", 2, "--", Some(VariationErrorKind::San(san::SanError::NullMove)));
    rejected(START, "0000", 0, "0000", Some(VariationErrorKind::Uci(uci::UciError::NullMove)));
    for syntax in ["$1", "{best", "(e5", ")", "}", "; a remark", "[Event"] {
        let sign = syntax.chars().next().expect(syntax);
        let text = format!("e4 {syntax}");
        let token = syntax.split(' ').next().expect(syntax);
        rejected(START, &text, 1, token, Some(VariationErrorKind::Pgn(sign)));
        let joined = format!("e4{syntax}");
        let token = format!("e4{token}");
        rejected(START, &joined, 0, &token, Some(VariationErrorKind::Pgn(sign)));
    }
}

#[test]
fn position_is_that_after_last_legal_move() {
    let mut moves = variation::read(&Position::START, "1. e4 e5 2. Ke3");
    assert_eq!(moves.position(), &Position::START);
    assert!(moves.by_ref().any(|mv| mv.is_err()));
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(moves.position().to_string(), fen);
}

/// The moves after an illegal move are written as squares too.
#[test]
fn display_writes_illegal_move_as_squares() {
    let legal = moves(&Position::START, "e4 e5").expect("legal");
    let [e4, e5] = legal[..] else { unreachable!() };
    let written = variation::display(&Position::START, &[e4, e4, e5]).to_string();
    assert_eq!(written, "1. e4 e2e4 2. e7e5");
}

#[test]
fn read_megabyte_with_repeated_text_yields_legal_moves_only() {
    const MEGABYTE: usize = 1 << 20;
    for unit in [" ", "1", ".", "…", "1. ", "… ", "e", "e4", "e.p. ", "*", "(", "$", "\u{a0}", "a1"]
    {
        let text = unit.repeat(MEGABYTE / unit.len());
        assert!(variation::read(&Position::START, &text).count() <= 1, "{unit}");
    }
    let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(MEGABYTE / 16);
    assert_eq!(variation::read(&Position::START, &text).flatten().count(), MEGABYTE / 4);
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(5_000))]

    #[test]
    fn error_in_arbitrary_text_has_token_and_ends_iterator(text in "(?s).{0,100}") {
        let mut moves = variation::read(&Position::START, &text);
        if let Some(error) = moves.by_ref().find_map(Result::err) {
            let token = text.get(error.word.clone());
            prop_assert!(token.is_some_and(|token| !token.is_empty()), "{error}");
        }
        prop_assert_eq!(moves.next(), None);
    }

    #[test]
    fn arbitrary_move_characters_are_rejected_or_round_trip(
        text in "([a-h][1-8] ?|[NBRQKx1-3.…e=O*p-]| ){0,30}",
    ) {
        if let Ok(found) = moves(&Position::START, &text) {
            let written = variation::display(&Position::START, &found).to_string();
            prop_assert_eq!(moves(&Position::START, &written), Ok(found), "{}", text);
        }
    }

    #[test]
    fn display_of_arbitrary_moves_writes_one_token_per_move(
        bits in proptest::collection::vec(any::<u16>(), 0..20),
    ) {
        let moves: Vec<_> = bits.into_iter().filter_map(Move::from_bits).collect();
        for fen in [START, BLACK] {
            let written = variation::display(&position(fen), &moves).to_string();
            let tokens =
                written.split(' ').filter(|token| !token.ends_with('.') && !token.is_empty());
            prop_assert_eq!(tokens.count(), moves.len(), "{}", written);
        }
    }

    #[test]
    fn mutated_openings_are_rejected_or_round_trip(
        line in any::<Index>(),
        index in any::<Index>(),
        replacement in proptest::char::any(),
    ) {
        let mut text: Vec<char> = line.get(&OPENINGS).chars().collect();
        *index.get_mut(&mut text) = replacement;
        let text: String = text.into_iter().collect();
        if let Ok(found) = moves(&Position::START, &text) {
            let written = variation::display(&Position::START, &found).to_string();
            prop_assert_eq!(moves(&Position::START, &written), Ok(found), "{}", text);
        }
    }
}
