//! Variations: the named openings there and back, each way of writing a move down, each
//! refusal, and moves that are none.

use std::fs;
use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use tabiya::uci::{self, CastlingNotation};
use tabiya::variation::{self, VariationError, VariationFault};
use tabiya::{Move, Position, san};
use tabiya_tests::data;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn moves(position: &Position, text: &str) -> Result<Vec<Move>, VariationError> {
    variation::read(position, text).collect()
}

/// The moves of the named openings, as their files write them.
static OPENINGS: LazyLock<Vec<String>> = LazyLock::new(openings);

fn openings() -> Vec<String> {
    let mut lines = Vec::new();
    for name in ["a", "b", "c", "d", "e"] {
        let path = data("openings").join(name).with_extension("tsv");
        let text = fs::read_to_string(&path).expect("the file is there");
        let moves_of = |line: &str| line.split('\t').nth(2).expect(line).to_owned();
        lines.extend(text.lines().skip(1).map(moves_of));
    }
    lines
}

#[test]
fn every_opening_comes_back_letter_for_letter() {
    assert_eq!(OPENINGS.len(), 3_807);
    for line in OPENINGS.iter() {
        let start = Position::START;
        let found = moves(&start, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(variation::display(&start, &found).to_string(), *line);
        for castling in [CastlingNotation::KingMove, CastlingNotation::KingTakesRook] {
            let words: Vec<_> =
                found.iter().map(|&mv| uci::display(mv, castling).to_string()).collect();
            assert_eq!(moves(&start, &words.join(" ")), Ok(found.clone()), "{line}");
        }
    }
}

/// Reads a text as the variation that is written so, with its numbers.
#[track_caller]
fn reads(fen: &str, text: &str, written: &str) {
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
fn moves_are_numbered_in_many_ways() {
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
        reads(START, text, "1. e4 e5 2. Nf3");
    }
}

#[test]
fn a_result_ends_the_game() {
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        reads(START, result, "");
        reads(START, &format!("1. e4 {result}  "), "1. e4");
        refused(START, &format!("1. e4 {result} e5"), 1, "e5", Some(VariationFault::AfterResult));
        refused(START, &format!("{result} {result}"), 0, result, Some(VariationFault::AfterResult));
        refused(START, &format!("e4 {result} 1."), 1, "1.", Some(VariationFault::AfterResult));
    }
}

#[test]
fn the_number_is_the_positions() {
    reads(BLACK, "Kd7 O-O Kc7", "7... Kd7 8. O-O Kc7");
    reads(BLACK, "Kd7 e1g1 Kc7", "7... Kd7 8. O-O Kc7");
    let last = "4k3/8/8/8/8/8/4P3/4K2R b K - 0 65535";
    reads(last, "Kd7 e4 Kc7 e5", "65535... Kd7 65535. e4 Kc7 65535. e5");
    for fen in [START, BLACK] {
        reads(fen, "", "");
        reads(fen, " 1. ", "");
    }
}

#[test]
fn a_capture_in_passing_may_say_so() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for text in
        ["exd6", "exd6 e.p.", "e5d6 e.p.", "exd6 e.p. *", "exd6 ep", "exd6+ e.p.!", "exd6ep ep+"]
    {
        reads(fen, text, "1. exd6");
    }
    refused(fen, "exd6 e.p. e.p.", 1, "e.p.", None);
    refused(fen, "exd6 * e.p.", 1, "e.p.", Some(VariationFault::AfterResult));
    refused(fen, "e6 e.p.", 1, "e.p.", None);
    refused(fen, "e.p. exd6", 0, "e.p.", None);
    refused(fen, "exd6 + ep", 1, "+", None);
}

/// A text is refused by the last of these words in it, for this fault if one is given, and
/// nothing is read after it.
#[track_caller]
fn refused(fen: &str, text: &str, ply: usize, word: &str, fault: Option<VariationFault>) {
    let mut moves = variation::read(&position(fen), text);
    let Some(error) = moves.by_ref().find_map(Result::err) else {
        panic!("{text} in {fen} was read")
    };
    let start = text.rfind(word).expect(text);
    assert_eq!(
        (error.ply, error.word.clone()),
        (ply, start..start + word.len()),
        "{text}: {error}"
    );
    if let Some(fault) = fault {
        assert_eq!(error.fault, fault, "{text} in {fen}");
    }
    assert_eq!(moves.next(), None, "{text} in {fen}");
}

#[test]
fn each_refusal_names_its_word() {
    refused(START, "1. e4 e5 2. Nf9 Nc6", 2, "Nf9", None);
    refused(START, "1.e4 e5 2.Nf6", 2, "Nf6", None);
    refused(START, "1. e4 «e5»", 1, "«e5»", None);
    refused(START, "e2e4 e2e4", 1, "e2e4", None);
    refused(START, "1-0-1", 0, "1-0-1", None);
    refused(START, "0-0", 0, "0-0", None);
    refused(START, "e4 e5 --", 2, "--", Some(VariationFault::San(san::SanError::NullMove)));
    refused(START, "0000", 0, "0000", Some(VariationFault::Uci(uci::UciError::NullMove)));
    for word in ["$1", "{best", "(e5", ")", "}", "; a remark", "[Event"] {
        let sign = word.chars().next().expect(word);
        let text = format!("e4 {word}");
        let first = word.split(' ').next().expect(word);
        refused(START, &text, 1, first, Some(VariationFault::Pgn(sign)));
        let (glued, first) = (format!("e4{word}"), format!("e4{first}"));
        refused(START, &glued, 0, &first, Some(VariationFault::Pgn(sign)));
    }
}

#[test]
fn the_position_is_that_after_the_moves_read() {
    let mut moves = variation::read(&Position::START, "1. e4 e5 2. Ke3");
    assert_eq!(moves.position(), &Position::START);
    assert!(moves.by_ref().any(|mv| mv.is_err()));
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(moves.position().to_string(), fen);
}

/// From the first illegal move on, moves are their squares.
#[test]
fn an_illegal_move_is_written_as_its_squares() {
    let legal = moves(&Position::START, "e4 e5").expect("legal");
    let [e4, e5] = legal[..] else { unreachable!() };
    let written = variation::display(&Position::START, &[e4, e4, e5]).to_string();
    assert_eq!(written, "1. e4 e2e4 2. e7e5");
}

#[test]
fn a_megabyte_of_anything_is_no_trouble() {
    const MEGABYTE: usize = 1 << 20;
    for word in [" ", "1", ".", "…", "1. ", "… ", "e", "e4", "e.p. ", "*", "(", "$", "\u{a0}", "a1"]
    {
        let text = word.repeat(MEGABYTE / word.len());
        assert!(variation::read(&Position::START, &text).count() <= 1, "{word}");
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
    fn any_text_does_no_harm(text in "(?s).{0,100}") {
        let mut moves = variation::read(&Position::START, &text);
        if let Some(error) = moves.by_ref().find_map(Result::err) {
            prop_assert!(text.get(error.word.clone()).is_some_and(|word| !word.is_empty()), "{error}");
        }
        prop_assert_eq!(moves.next(), None);
    }

    /// The letters of moves, in any order: what is read comes back as it is written.
    #[test]
    fn letters_of_moves_do_no_harm(text in "([a-h][1-8] ?|[NBRQKx1-3.…e=O*p-]| ){0,30}") {
        if let Ok(found) = moves(&Position::START, &text) {
            let written = variation::display(&Position::START, &found).to_string();
            prop_assert_eq!(moves(&Position::START, &written), Ok(found), "{}", text);
        }
    }

    #[test]
    fn moves_that_are_none_do_no_harm(bits in proptest::collection::vec(any::<u16>(), 0..20)) {
        let moves: Vec<_> = bits.into_iter().filter_map(Move::from_bits).collect();
        for fen in [START, BLACK] {
            let written = variation::display(&position(fen), &moves).to_string();
            let words = written.split(' ').filter(|word| !word.ends_with('.') && !word.is_empty());
            prop_assert_eq!(words.count(), moves.len(), "{}", written);
        }
    }

    #[test]
    fn mutated_openings_are_refused_or_sound(
        line in any::<Index>(),
        place in any::<Index>(),
        letter in proptest::char::any(),
    ) {
        let mut text: Vec<char> = line.get(&OPENINGS).chars().collect();
        *place.get_mut(&mut text) = letter;
        let text: String = text.into_iter().collect();
        if let Ok(found) = moves(&Position::START, &text) {
            let written = variation::display(&Position::START, &found).to_string();
            prop_assert_eq!(moves(&Position::START, &written), Ok(found), "{}", text);
        }
    }
}
