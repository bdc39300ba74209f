//! Divide outputs from a dozen programs, and how they compare with the correct counts.

use std::fs;
use std::path::Path;

use tabiya::{Move, Position};
use tabiya_explain::diagnosis::{Limits, Observation, Reported, SearchExtent, diagnose};
use tabiya_explain::divide::{Category, Comparison, Divide, DivideError, MoveError};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// The files in `tests/data/divide` with their positions and depths.
const OUTPUTS: [(&str, &str, u8); 14] = [
    ("stockfish", START, 5),
    ("roce", PROMOTIONS, 5),
    ("qperft", START, 3),
    ("vice", POSITION_3, 3),
    ("vice_js", START, 3),
    ("bbc", START, 3),
    ("tabiya", POSITION_3, 3),
    ("san", POSITION_3, 3),
    ("dash", CASTLING, 2),
    ("info_string", POSITION_3, 3),
    ("table", START, 3),
    ("long_algebraic", CASTLING, 2),
    ("capitals", PROMOTIONS, 2),
    ("octopus_perft", START, 8),
];

fn output(name: &str) -> String {
    let path = Path::new("tests/data/divide").join(name).with_extension("txt");
    fs::read_to_string(path).expect(name)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

fn perft(position: &Position, depth: u8) -> u128 {
    match depth {
        0 => 1,
        1 => position.legal_move_count() as u128,
        _ => position.legal_moves().iter().map(|&mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}

fn correct_counts(position: &Position, depth: u8) -> Vec<(Move, u128)> {
    let count = |mv| (mv, perft(&position.after(mv), depth - 1));
    position.legal_moves().into_iter().map(count).collect()
}

fn compare(fen: &str, depth: u8, text: &str) -> Comparison {
    let position = position(fen);
    let divide = Divide::parse(text).expect(text);
    Comparison::new(&position, &correct_counts(&position, depth), &divide)
}

#[test]
fn outputs_from_a_dozen_programs_agree_with_recount() {
    for (name, fen, depth) in OUTPUTS {
        let text = output(name);
        let divide = Divide::parse(&text).expect(name);
        assert_eq!(divide.rows().len(), position(fen).legal_move_count(), "{name}: {divide:?}");
        assert_eq!(divide.total(), Some(divide.sum()), "{name}: {divide:?}");
        if depth <= 5 {
            let comparison = compare(fen, depth, &text);
            assert!(comparison.is_empty(), "{name}: {comparison:?}");
        }
    }
}

#[test]
fn every_output_has_a_file_and_every_file_is_tested() {
    let files = fs::read_dir("tests/data/divide").expect("the folder exists");
    let texts = files.filter(|file| {
        file.as_ref().is_ok_and(|file| file.path().extension().is_some_and(|kind| kind == "txt"))
    });
    assert_eq!(texts.count(), OUTPUTS.len());
}

/// Any line may be lost or damaged: the comparison names the move.
#[test]
fn output_without_a_line_lacks_its_move() {
    for (name, fen, depth) in OUTPUTS.into_iter().filter(|(.., depth)| *depth <= 3) {
        let text = output(name);
        let lines: Vec<_> = text.lines().collect();
        let is_row = |line: &str| Divide::parse(line).is_ok();
        for index in (0..lines.len()).filter(|&index| is_row(lines[index])) {
            let rest = [&lines[..index], &lines[index + 1..]].concat().join("\n");
            let comparison = compare(fen, depth, &rest);
            let [missing] = &comparison.moves[..] else { panic!("{name}: {comparison:?}") };
            assert_eq!(missing.error, MoveError::Missing, "{name}: {}", lines[index]);
            let total = comparison.total.expect(name);
            assert!(total.found > total.sum, "{name}: {}", lines[index]);
        }
    }
}

#[test]
fn comparison_finds_extra_missing_duplicate_and_counts() {
    let text = "e1g1: 26\nO-O-O: 26\ne1c1: 26\ne1e2: 1\na1a8 24\na1a8 24\nb1b2 3\n";
    let comparison = compare(CASTLING, 2, text);
    let errors: Vec<_> = comparison
        .moves
        .iter()
        .filter(|wrong| wrong.error != MoveError::Missing)
        .map(|wrong| (wrong.error, wrong.r#move.as_str(), wrong.category, wrong.reason.as_str()))
        .collect();
    let twice = "the list contains the move more than once";
    assert_eq!(
        errors,
        [
            (MoveError::Duplicate, "a1a8", Category::Duplicate, twice),
            (MoveError::Extra, "b1b2", Category::Movement, "no piece on b1"),
            (MoveError::Duplicate, "e1c1", Category::Duplicate, twice),
        ]
    );
    let counts: Vec<_> = comparison.counts.iter().map(|count| (&*count.uci, count.found)).collect();
    assert!(counts.contains(&("e1e2", 1)), "{counts:?}");
    assert!(comparison.moves.iter().any(|wrong| wrong.r#move == "h1h8"));
}

/// A wrong count for unlabelled promotions belongs to the queen.
#[test]
fn unlabelled_promotions_with_wrong_count_name_queen() {
    let text = output("roce").replace("g2g1 196031", "g2g1 7");
    let comparison = compare(PROMOTIONS, 5, &text);
    let [count] = &comparison.counts[..] else { panic!("{comparison:?}") };
    assert_eq!((count.uci.as_str(), count.found), ("g2g1q", 7));
    assert!(comparison.moves.is_empty() && comparison.total.is_some(), "{comparison:?}");
    // A fifth promotion is extra.
    let comparison = compare(PROMOTIONS, 5, &(output("roce") + "g2g1 5\n"));
    let [extra] = &comparison.moves[..] else { panic!("{comparison:?}") };
    assert_eq!((extra.error, extra.category), (MoveError::Extra, Category::Promotion));
}

#[test]
fn parse_without_counts_is_typed_error() {
    let lines = ["Usage: perft DEPTH", "  depth: 1 to 9", "Try --help", "more"];
    let found = lines[..3].iter().map(ToString::to_string).collect();
    assert_eq!(Divide::parse(&lines.join("\n")), Err(DivideError::NoCounts { found }));
    assert_eq!(Divide::parse("\n\n"), Err(DivideError::Empty));
    assert_eq!(Divide::parse("Nodes: 20"), Err(DivideError::TotalOnly(20)));
    assert!(Divide::parse("Nodes: 0").is_ok());
    let many = "e2e4: 1\n".repeat(1000);
    assert_eq!(Divide::parse(&many), Err(DivideError::TooManyMoves));
    let messages = [Divide::parse(""), Divide::parse("Nodes: 20"), Divide::parse(&many)];
    let messages = messages.map(|result| result.unwrap_err().to_string());
    assert_eq!(
        messages,
        [
            "no counts; expected lines like `e2e4: 20`",
            "found only a total of 20; expected lines like `e2e4: 20`",
            "more than 1000 root moves",
        ]
    );
}

/// Long lines and many lines need bounded memory and time.
#[test]
fn huge_output_parse_is_bounded() {
    let long = "x".repeat(1 << 20);
    let Err(DivideError::NoCounts { found }) = Divide::parse(&long) else { panic!("no counts") };
    assert_eq!(found, [&long[..60]]);
    let totals = "Nodes: 1\n".repeat(100_000);
    assert_eq!(Divide::parse(&(totals + "e2e4 1")).expect("a count").total(), Some(1));
    for text in ["\u{0}\u{ffff}é: 20", "♔♔♔♔ 20", "e2e4\u{301}: 20", "e2é4: 20", "(((( 1"]
    {
        assert!(Divide::parse(text).is_err(), "{text}");
    }
}

/// Reads a file from `tests/data/cases/divide` in the workspace.
fn case(name: &str) -> Divide {
    let path = Path::new("../../tests/data/cases/divide").join(name);
    Divide::parse(&fs::read_to_string(path).expect(name)).expect(name)
}

#[test]
fn cases_have_right_counts() {
    for (name, fen, depth, total) in [
        ("promotions-without-letter.txt", PROMOTIONS, 5, 3_605_103),
        ("commas.txt", "8/8/8/8/8/8/6k1/4K3 b - - 0 1", 1, 6),
    ] {
        let position = position(fen);
        let divide = case(name);
        assert_eq!(divide.sum(), total, "{name}");
        let correct = correct_counts(&position, depth);
        assert!(Comparison::new(&position, &correct, &divide).is_empty(), "{name}");
        let reported = Reported::from_divide(&position, &divide).expect(name);
        assert_eq!(u128::from(reported.total()), total, "{name}");
        let observation = Observation { position, depth, reported };
        let diagnosis = diagnose(&[observation], Limits::default(), &mut || true).expect(name);
        assert_eq!(diagnosis.extent, SearchExtent::CountsAreRight, "{name}");
    }
}

#[test]
fn diagnosis_finds_missing_promotions_without_piece() {
    let position = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    let diagnose_rows = |promotions: usize| {
        let rows = "a7a8: 1\n".repeat(promotions) + "a1a2: 1\na1b1: 1\na1b2: 1\n";
        let divide = Divide::parse(&rows).expect("rows");
        let reported = Reported::from_divide(&position, &divide).expect("small counts");
        let observation = Observation { position, depth: 1, reported };
        diagnose(&[observation], Limits::default(), &mut || true).expect("a small tree")
    };
    assert_eq!(diagnose_rows(4).extent, SearchExtent::CountsAreRight);
    let names: Vec<_> = diagnose_rows(3).candidates.iter().map(ToString::to_string).collect();
    assert!(names.contains(&"no-knight-promotions".to_owned()), "{names:?}");
}
