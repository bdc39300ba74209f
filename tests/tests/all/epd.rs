//! Tests for EPD: the suites, lines from Win at Chess, every syntax in a line, every error, and
//! arbitrary bytes.

use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use proptest::test_runner::TestCaseError;
use tabiya::epd::{self, Epd, EpdError, OperationError, Writer};
use tabiya::{
    ClockErrorKind, FenError, FenField, FenOptions, InputExcerpt, Move, Position, Square, uci,
};
use tabiya_suites::suite::{Row, all_suites, load, read_text};

/// Lines from "Win at Chess" by F. Reinfeld, with every form of best moves that the set contains.
const WAC: &str = r#"
2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id "WAC.004";
7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - bm Rb7; id "WAC.006";
r1bqk2r/ppp1nppp/4p3/n5N1/2BPp3/P1P5/2P2PPP/R1BQK2R w KQkq - bm Ba2 Nxf7; id "WAC.022";
rb3qk1/pQ3ppp/4p3/3P4/8/1P3N2/1P3PPP/3R2K1 w - - bm Qxa8 d6 dxe6 g3; id "WAC.031";
8/p1q2pkp/2Pr2p1/8/P3Q3/6P1/5P1P/2R3K1 w - - bm Qe5+ Qf4; id "WAC.033";
1k6/5RP1/1P6/1K6/6r1/8/8/8 w - - bm Ka5 Kc5; id "WAC.041";
r2q3k/p2P3p/1p3p2/3QP1r1/8/B7/P5PP/2R3K1 w - - bm Be7 Qxa8; id "WAC.043";
3rb1k1/pq3pbp/4n1p1/3p4/2N5/2P2QB1/PP3PPP/1B1R2K1 b - - bm dxc4; id "WAC.044";
2k5/pppr4/4R3/4Q3/2pp2q1/8/PPP2PPP/6K1 w - - bm f3 h3; id "WAC.069";
8/k1b5/P4p2/1Pp2p1p/K1P2P1P/8/3B4/8 w - - bm b6+ Be3 Kb3; id "WAC.100";
r4rk1/1bn2qnp/3p1B1Q/p2P1pP1/1pp5/5N1P/PPB2P2/2KR3R w - - bm g6 Rhg1; id "WAC.120";
6k1/1b2rp2/1p4p1/3P4/PQ4P1/2N2q2/5P2/3R2K1 b - - bm Bxd5 Rc7 Re6; id "WAC.123";
5rk1/p1q3pp/1p1r4/2p1pp1Q/1PPn1P2/3B3P/P2R2P1/3R2K1 b - - bm Rh6 e4 g6 Qe7 exf4; id "WAC.224";
2b5/1r6/2kBp1p1/p2pP1P1/2pP4/1pP3K1/1R3P2/8 b - - bm Rb4 Ra7 Rb5 Rb6 Rd7 Rf7 Rg7 Rh7 Kb5 Kb6 Kd7 Bd7 a4 Rc7; id "WAC.230";
3r3r/p4pk1/5Rp1/3q4/1p1P2RQ/5N2/P1P4P/2b4K w - - bm Rfxg6+; id "WAC.255";
r2r2k1/1R2qp2/p5pp/2P5/b1PN1b2/P7/1Q3PPP/1B1R2K1 b - - bm Rab8 Qe5 Qf6 Qe8; id "WAC.264";
2r1k2r/2pn1pp1/1p3n1p/p3PP2/4q2B/P1P5/2Q1N1PP/R4RK1 w k - bm exf6; id "WAC.265";
2kr2nr/pp1n1ppp/2p1p3/q7/1b1P1B2/P1N2Q1P/1PP1BPP1/R3K2R w KQ - bm axb4; id "WAC.269";
1nbq1r1k/3rbp1p/p1p1pp1Q/1p6/P1pPN3/5NP1/1P2PPBP/R4RK1 w - - bm Nfg5; id "WAC.293";
1n2rr2/1pk3pp/pNn2p2/2N1p3/8/6P1/PP2PPKP/2RR4 w - - bm Nca4; id "WAC.299";
"#;

/// Tests whether a line round-trips: the written line parses to an equal value and is written identically.
fn round_trips(epd: &Epd<'_>, options: FenOptions) -> Result<(), String> {
    let written = epd.to_string();
    let parsed =
        epd::read_with(options, &written).map_err(|error| format!("{written}: {error}"))?;
    if parsed != *epd || parsed.to_string() != written {
        return Err(format!("{written} became {parsed}"));
    }
    Ok(())
}

/// The rows in all suites, each with its line.
static ROWS: LazyLock<Vec<(Row, String)>> = LazyLock::new(|| {
    let mut rows = Vec::new();
    for path in all_suites().expect("the folder exists") {
        let text = read_text(&path).expect("the suite can be read");
        let lines = text.lines().map(str::to_owned);
        rows.extend(load(&path).expect("the suite can be read").into_iter().zip(lines));
    }
    rows
});

#[test]
fn read_suites_returns_positions_and_counts() {
    assert_eq!(ROWS.len(), 6_555);
    for (row, line) in ROWS.iter() {
        let options = FenOptions::new().allow_impossible_checks(row.is_composed);
        let epd = epd::read_with(options, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(Ok(*epd.position()), row.position(), "{line}");
        let count = |operation: epd::Operation<'_>| {
            let depth = operation.opcode().strip_prefix('D')?.parse().ok()?;
            Some((depth, operation.number().ok()?))
        };
        let counts: Vec<(u8, u64)> = epd.operations().map_while(count).collect();
        assert_eq!(counts, row.counts, "{line}");
        assert_eq!(round_trips(&epd, options), Ok(()), "{line}");
    }
}

#[test]
fn win_at_chess_round_trips_verbatim() {
    let lines: Vec<_> = WAC.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 21);
    for line in lines {
        let epd = epd::read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(epd.to_string(), line);
        let best: Result<Vec<Move>, _> = epd.moves("bm").collect();
        let best = best.unwrap_or_else(|error| panic!("{line}: {error}"));
        let mut written = String::new();
        write(epd.position(), &mut written, |writer| {
            writer.moves("bm", &best)?.text("id", epd.id().expect(line)).map(drop)
        })
        .unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(written, line);
    }
}

fn write<'a>(
    position: &Position,
    line: &'a mut String,
    operations: impl FnOnce(&mut Writer<&'a mut String>) -> Result<(), OperationError>,
) -> Result<(), OperationError> {
    operations(&mut Writer::new(position, line)?)
}

/// The four FEN fields before a test case's operations.
const FIELDS: &str = "4k3/8/8/8/8/8/4P3/4K2R w K -";

/// Asserts that operations are accepted and written as `written`.
#[track_caller]
fn accepted(operations: &str, written: &str) {
    let line = format!("{FIELDS}{operations}");
    let epd = epd::read(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(epd.to_string(), format!("{FIELDS}{written}"), "{line}");
    assert_eq!(round_trips(&epd, FenOptions::new()), Ok(()), "{line}");
}

#[test]
fn operations_are_written_in_normal_form() {
    accepted("", "");
    accepted(" \r\n", "");
    accepted(";", "");
    accepted(" ;;; ; ", "");
    accepted(";D1 2", " D1 2;");
    accepted(" 0 1", "");
    accepted(" 0 1;D1 2;", " D1 2;");
    accepted("  3\t;D1 2", " hmvc 3; D1 2;");
    accepted(" 3 4 bm e4", " hmvc 3; fmvn 4; bm e4;");
    accepted(" fmvn 4; bm e4; hmvc 3;", " hmvc 3; fmvn 4; bm e4;");
    accepted(" 3 4 hmvc 03; hmvc 3; fmvn 4", " hmvc 3; fmvn 4;");
    accepted(" bm\te4   O-O\t;am Ke2\n", " bm e4 O-O; am Ke2;");
    accepted("\tbm e4;", " bm e4;");
    accepted(" \t bm e4;", " bm e4;");
    accepted("\t3\t4\tbm e4;", " hmvc 3; fmvn 4; bm e4;");
    accepted(" noop;noop ;  noop", " noop; noop; noop;");
    accepted(r#" id "a;b" ;"#, r#" id "a;b";"#);
    accepted(r#" id"#, " id;");
    accepted(r#" id """#, r#" id "";"#);
    accepted(
        " c0 \"  two\t spaces \" \"Zürich ♞\" naïve",
        " c0 \"  two\t spaces \" \"Zürich ♞\" naïve;",
    );
    accepted(" A_2345678901234 x-y, (1.5) 50%", " A_2345678901234 x-y, (1.5) 50%;");
}

/// Asserts that bytes after the four fields are rejected with this error.
#[track_caller]
fn rejected(operations: impl AsRef<[u8]>, error: EpdError) {
    let line = [FIELDS.as_bytes(), operations.as_ref()].concat();
    assert_eq!(epd::read(&line), Err(error), "{}", line.escape_ascii());
}

#[test]
fn read_accepts_tabs_between_fields() {
    let tabbed = format!("\t{}\t \tbm e4;", FIELDS.replace(' ', "\t"));
    assert_eq!(epd::read(&tabbed), epd::read(&format!("{FIELDS} bm e4;")));
    assert!(epd::read(&tabbed).is_ok(), "{tabbed:?}");
}

#[test]
fn read_errors_have_kind_and_offset() {
    let start = FIELDS.len();
    let opcode = |offset, found: &str| EpdError::Opcode {
        offset: start + offset,
        found: InputExcerpt::new(found.as_bytes()),
    };
    rejected(" -1 1", opcode(1, "-1"));
    rejected(" 0 1 2", opcode(5, "2"));
    rejected(" bm e4; 3e", opcode(8, "3e"));
    rejected(" bm e4; _a", opcode(8, "_a"));
    rejected(" \"bm\" e4", opcode(1, "\"bm\""));
    rejected(" bm\"e4\"", opcode(1, "bm\"e4\""));
    rejected(" bm. e4", opcode(1, "bm."));
    rejected(" abcdefghijklmnop", opcode(1, "abcdefghijklmnop"));
    rejected(" ä 1", opcode(1, "ä"));
    rejected(" id \"a", EpdError::UnclosedQuote { offset: start + 4 });
    rejected(" id a; id \"", EpdError::UnclosedQuote { offset: start + 10 });
    rejected(" id \"a\"b", EpdError::StrayQuote { offset: start + 6 });
    rejected(" id \"a\"\"b\"", EpdError::StrayQuote { offset: start + 6 });
    rejected(" id a\"b\"", EpdError::StrayQuote { offset: start + 5 });
    rejected(" \nbm e4", EpdError::Control { offset: start + 1, found: '\n' });
    rejected(" id a\nbm e4", EpdError::Control { offset: start + 5, found: '\n' });
    rejected(" id \"\0\"", EpdError::Control { offset: start + 5, found: '\0' });
    rejected(" id \"\u{85}\"", EpdError::Control { offset: start + 5, found: '\u{85}' });
    rejected(b" id \"\xc3\"", EpdError::NotUtf8 { offset: start + 5 });
    rejected(b" \xff", EpdError::NotUtf8 { offset: start + 1 });
    assert!(matches!(epd::read(b"\xff"), Err(EpdError::Fen(_))));
    assert!(matches!(epd::read(""), Err(EpdError::Fen(FenError::Empty))));
}

#[test]
fn clocks_obey_fen_rules() {
    let clock = |field, found: &str, fault| {
        EpdError::Fen(FenError::Clock { field, found: InputExcerpt::new(found.as_bytes()), fault })
    };
    let half = FenField::HalfmoveClock;
    let full = FenField::FullmoveNumber;
    rejected(" 0x 1", clock(half, "0x", ClockErrorKind::NotDigits));
    rejected(" 65536", clock(half, "65536", ClockErrorKind::TooLarge));
    rejected(" 0 0", clock(full, "0", ClockErrorKind::Zero));
    rejected(" hmvc", clock(half, "", ClockErrorKind::NotDigits));
    rejected(" hmvc 1 2", clock(half, "1 2", ClockErrorKind::NotDigits));
    rejected(" hmvc \"1\"", clock(half, "\"1\"", ClockErrorKind::NotDigits));
    rejected(" hmvc +1", clock(half, "+1", ClockErrorKind::NotDigits));
    rejected(" fmvn -1", clock(full, "-1", ClockErrorKind::NotDigits));
    rejected(" fmvn 0", clock(full, "0", ClockErrorKind::Zero));
    rejected(" fmvn 65536", clock(full, "65536", ClockErrorKind::TooLarge));
    rejected(" hmvc 1; hmvc 2", EpdError::TwoClocks(half));
    rejected(" 0 1 fmvn 2", EpdError::TwoClocks(full));
}

#[test]
fn move_lines_and_move_sets_are_read_and_written() {
    let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e4 e5 Nf3 Nc6; bm e4 d4;";
    let epd = epd::read(line).expect(line);
    let pv: Vec<Move> = epd.line("pv").expect(line).collect::<Result<_, _>>().expect(line);
    let best: Vec<Move> = epd.moves("bm").collect::<Result<_, _>>().expect(line);
    assert_eq!((pv.len(), best.len()), (4, 2));
    let mut written = String::new();
    let outcome = write(epd.position(), &mut written, |writer| {
        writer.line("pv", &pv)?.moves("bm", &best).map(drop)
    });
    assert_eq!((outcome, written.as_str()), (Ok(()), line));
    // Operands for `moves` belong to one position, in which the second is illegal.
    let error = epd.moves("pv").nth(1).expect(line);
    assert!(error.is_err(), "{error:?}");
}

/// Asserts that an operation is rejected and nothing from it is written.
#[track_caller]
fn assert_not_written(
    operation: impl FnOnce(&mut Writer<&mut String>) -> Result<(), OperationError>,
    is_expected: impl FnOnce(&OperationError) -> bool,
) {
    let mut line = String::new();
    let mut writer = Writer::new(&Position::START, &mut line).expect("writing to a string");
    let error = operation(&mut writer).expect_err("the operation was accepted");
    assert!(is_expected(&error), "{error}");
    assert_eq!(line, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "{error}");
}

#[test]
fn rejected_operations_are_not_written() {
    let e4 = uci::parse(&Position::START, "e2e4").expect("legal");
    for opcode in ["", "1a", "a b", "a;", "a\"", "é", "abcdefghijklmnop"] {
        let is_opcode = |error: &OperationError| matches!(error, OperationError::Opcode(_));
        assert_not_written(|writer| writer.number(opcode, 1).map(drop), is_opcode);
        assert_not_written(|writer| writer.text(opcode, "").map(drop), is_opcode);
        assert_not_written(|writer| writer.moves(opcode, &[e4]).map(drop), is_opcode);
        assert_not_written(|writer| writer.line(opcode, &[e4]).map(drop), is_opcode);
    }
    for (opcode, field) in [("hmvc", FenField::HalfmoveClock), ("fmvn", FenField::FullmoveNumber)] {
        let is_clock = |error: &OperationError| *error == OperationError::Clock(field);
        assert_not_written(|writer| writer.number(opcode, 1).map(drop), is_clock);
    }
    for (text, offset, found) in [("\"", 0, '"'), ("é\r", 2, '\r'), ("a\u{7f}", 1, '\u{7f}')] {
        let is_text = |error: &OperationError| *error == OperationError::Text { offset, found };
        assert_not_written(|writer| writer.text("id", text).map(drop), is_text);
    }
    assert_not_written(
        |writer| writer.text("id", b"a\xff").map(drop),
        |error| *error == OperationError::NotUtf8 { offset: 1 },
    );
    let is_illegal = |error: &OperationError| matches!(*error, OperationError::Illegal { index: 1, mv, .. } if mv == e4);
    assert_not_written(|writer| writer.line("pv", &[e4, e4]).map(drop), is_illegal);
    let e5 = Move::new(Square::E7, Square::E5);
    assert_not_written(
        |writer| writer.moves("bm", &[e4, e5]).map(drop),
        |error| matches!(*error, OperationError::Illegal { index: 1, mv, .. } if mv == e5),
    );
}

#[test]
fn operations_are_equal_if_opcode_and_operands_are() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - - am Kd1 Kf1; bm Kd1 Kf1; am  Kd1  Kf1; am Kd1;";
    let epd = epd::read(line).expect(line);
    let operations: Vec<_> = epd.operations().collect();
    let [first, other_opcode, spaced, fewer_operands] = operations[..] else {
        panic!("{operations:?}")
    };
    assert_eq!(first, spaced);
    assert_ne!(first, other_opcode);
    assert_ne!(first, fewer_operands);
}

#[test]
fn opcodes_and_texts_are_accepted_as_bytes() {
    let mut line = String::new();
    let mut writer = Writer::new(&Position::START, &mut line).expect("writing to a string");
    writer.text(b"id", b"bytes").and_then(|writer| writer.number(b"D1", 20)).expect("written");
    let epd = epd::read(line.as_bytes()).expect("read");
    assert_eq!(epd.operation(b"id").and_then(|operation| operation.text()), Some("bytes"));
    assert_eq!(epd.number(b"D1"), Some(Ok(20)));
    assert!(epd.operation([0xff]).is_none() && epd.line(*b"pv").is_none());
    assert_eq!(epd.moves(String::from("bm")).count(), 0);
}

#[test]
fn writer_with_failing_output_returns_output_error() {
    struct FailingOutput;
    impl std::fmt::Write for FailingOutput {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            if text.contains("id") { Err(std::fmt::Error) } else { Ok(()) }
        }
    }
    let mut writer = Writer::new(&Position::START, FailingOutput).expect("the fields are written");
    assert_eq!(writer.text("id", "x").err(), Some(OperationError::Output));
}

#[test]
fn repeated_megabyte_is_error_or_round_trips() {
    const MEGABYTE: usize = 1 << 20;
    for unit in [" ", ";", "\"", "a", "a ", "a;", "\"a\" ", "1", "1 ", "\n", "é", "\u{a0}", "\0"] {
        for prefix in ["", " ", " bm ", " id \"", " hmvc 1;", " hmvc ", " 0 1 ;", " 0 "] {
            let line = [FIELDS, prefix, &unit.repeat(MEGABYTE / unit.len())].concat();
            if let Ok(epd) = epd::read(&line) {
                assert_eq!(round_trips(&epd, FenOptions::new()), Ok(()), "{prefix}{unit}…");
            }
        }
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Checks that a line is rejected, or round-trips and has readable operations.
fn check_bytes(line: &[u8]) -> Result<(), TestCaseError> {
    tabiya_tests::properties::check_epd(line);
    let Ok(epd) = epd::read(line) else { return Ok(()) };
    prop_assert_eq!(round_trips(&epd, FenOptions::new()), Ok(()));
    for operation in epd.operations() {
        let opcode = operation.opcode();
        prop_assert!(epd.operation(opcode).is_some(), "{}", epd);
        prop_assert!(epd.moves(opcode).count() <= line.len());
        prop_assert!(epd.line(opcode).is_some_and(|moves| moves.count() <= line.len()));
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(5_000))]

    #[test]
    fn arbitrary_bytes_are_rejected_or_round_trip(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        check_bytes(&bytes)?;
        check_bytes(&[FIELDS.as_bytes(), b" ", &bytes].concat())?;
    }

    #[test]
    fn arbitrary_operation_characters_are_rejected_or_round_trip(
        text in "([a-z][a-z_0-9]{0,3} | e4|[ \t;\"0-9.é]| \"){0,40}",
    ) {
        check_bytes([FIELDS, " ", &text].concat().as_bytes())?;
    }

    #[test]
    fn mutated_lines_are_rejected_or_round_trip(
        line in any::<Index>(),
        is_suite_line in any::<bool>(),
        mutations in proptest::collection::vec((any::<Index>(), 0..3u8, any::<u8>()), 1..4),
    ) {
        let mut bytes = if is_suite_line {
            line.get(&ROWS).1.clone().into_bytes()
        } else {
            let lines: Vec<_> = WAC.trim().lines().collect();
            line.get(&lines).as_bytes().to_vec()
        };
        for (index, kind, byte) in mutations {
            let index = index.index(bytes.len());
            match kind {
                0 => bytes.insert(index, byte),
                1 => drop(bytes.remove(index)),
                _ => bytes[index] = byte,
            }
        }
        check_bytes(&bytes)?;
    }

    /// Texts with a quote or a control character other than a tab are rejected.
    #[test]
    fn written_text_round_trips_or_is_rejected(text in "(?s).{0,40}", number in any::<i64>()) {
        let mut line = String::new();
        let outcome = write(&Position::START, &mut line, |writer| {
            writer.number("ce", number)?.text("id", &text).map(drop)
        });
        let epd = epd::read(&line).expect("a written line is valid");
        prop_assert_eq!(epd.number("ce"), Some(Ok(number)));
        let is_plain = text.chars().all(|c| c == '\t' || c != '"' && !c.is_control());
        prop_assert_eq!(outcome.is_ok(), is_plain);
        prop_assert_eq!(epd.id(), is_plain.then_some(text.as_str()));
    }
}
