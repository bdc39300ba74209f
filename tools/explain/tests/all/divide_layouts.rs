//! Divide output layouts: what is read, what is ignored, and where the refused text is.

use tabiya::Position;
use tabiya_explain::diagnosis::Reported;
use tabiya_explain::divide::{Comparison, Divide, DivideError, LineProblem};

/// Checks the rows and a text's total.
#[track_caller]
fn check(text: &str, rows: &[(&str, u128)], total: Option<u128>) {
    let divide = Divide::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let found: Vec<_> = divide.rows().iter().map(|row| (row.r#move.as_str(), row.count)).collect();
    assert_eq!(found, rows, "{text}");
    assert_eq!(divide.total(), total, "{text}");
}

/// Checks the message for a text that cannot be read, without the expected form.
#[track_caller]
fn check_error(text: &str, message: &str) {
    let error = Divide::parse(text).expect_err(text).to_string();
    let error = error.trim_end_matches("; expected lines like `e2e4: 20`");
    assert_eq!(error, message, "{text}");
}

#[test]
fn line_with_pair_is_row() {
    for line in [
        "e7e8q: 20",
        "e7e8q 20",
        "e7e8Q - 20",
        "E7E8Q\t20",
        "1. e7e8q: 20",
        "1.e7e8q: 20",
        "1...e7e8q 20",
        "e7-e8=q: 20",
        "e7-e8=Q+: 20",
        "e7e8(q): 20",
        "e7e8/Q 20",
        "3) e7e8q = 20",
        "3/20 e7e8q = 20",
        "[3] e7e8q 20",
        "#3 e7e8q 20",
        "e7e8q=20",
        "e7e8=Q=20",
        "e7e8q-20",
        "e7e8q(20)",
        "e7e8q....20",
        "e7e8q . . . . 20.",
        "e7e8q → 20",
        "e7e8q – 20",
        "│ e7e8q │ 20 │",
        "**e7e8q**: `20`",
        "move e7e8q nodes 20",
        "Move: e7-e8=Q Nodes: 20",
    ] {
        check(line, &[("e7e8q", 20)], None);
    }
    check("e2 e4 20", &[("e2e4", 20)], None);
    check("a7a8 q 1\na7-a8 (R): 2", &[("a7a8q", 1), ("a7a8r", 2)], None);
    check("a2a1 n = 1", &[("a2a1", 1)], None);
    check("g1f3: 340282366920938463463374607431768211455", &[("g1f3", u128::MAX)], None);
}

#[test]
fn line_with_pair_may_have_labels_and_values() {
    for line in [
        "Nodes for e7e8q: 20",
        "perft(e7e8q) = 20",
        "move 1 : e7e8q : 20",
        "    move: e7e8q  nodes: 20",
        "e7e8q | 20 | 0.1 s",
        "\"e7e8q\": 20,",
        "e7e8q: 20 nodes (12.5%)",
        "e7e8q: 20 (12,5 %)",
        "e7e8q: 20 nodes, 5 captures, 1 checks",
        "e7e8q: 20 captures 5 checks 1",
        "e7e8q has 20 leaf nodes",
        "e7e8q: 20 nodes in 5 ms, 4 kn/s",
        "e7e8q time 5 nodes 20",
        "e7e8q (e8=Q) 20",
        "info string e7e8q: 20",
        "Info String e7e8q 20",
        "[12:03:11] e7e8q: 20",
        "2024-05-01 12:03:11.250 INFO e7e8q: 20",
        "engine> e7e8q: 20",
        "After e7e8q: 20 nodes",
        "\u{feff}e7e8q: 20",
        "\u{1b}[32me7e8q\u{1b}[0m: 20",
        "2. e7e8q moves =         20 ( 0.000 sec)",
        "  e7e8q  ->  20",
        "e7e8q,20",
        "1,e7e8q,20,0.1",
        "\"e7e8q\",\"20\"",
        "e7-e8=Q,20",
        "e7e8q;20",
    ] {
        check(line, &[("e7e8q", 20)], None);
    }
}

#[test]
fn count_may_precede_its_move() {
    for line in [
        "20 e7e8q",
        "20\te7e8q",
        "20,e7e8q",
        "20;e7e8q",
        "20: e7e8q",
        "| 20 | e7e8q |",
        "  20 - e7-e8=Q",
    ] {
        check(line, &[("e7e8q", 20)], None);
    }
    check("4,865,609 Ng1f3\n1 e4", &[("Ng1f3", 4_865_609), ("e4", 1)], None);
    // These numbers are ordinals for moves without a count.
    for line in ["3. e7e8q", "3) e7e8q", "[3] e7e8q", "#3 e7e8q", "3/20 e7e8q", "(3) e7e8q"] {
        assert!(Divide::parse(line).is_err(), "{line}");
    }
}

#[test]
fn lines_that_are_not_read_are_counted_and_quoted() {
    let long = "x".repeat(1_000);
    let text = format!(
        "e2e4: 20\nTime: 1 ms\n\n \nsome text 12\n{long}\nd2d4: 20\nmore\nNodes searched: 40\n"
    );
    let divide = Divide::parse(&text).expect("two rows");
    let (lines, count) = divide.other_lines();
    assert_eq!(
        (&lines[..2], count),
        (&["Time: 1 ms".to_owned(), "some text 12".to_owned()][..], 4)
    );
    assert!(lines.len() == 3 && lines[2].len() < 100);
    assert_eq!(Divide::parse("e2e4: 20\n\nNodes searched: 20").expect("a row").other_lines().1, 0);
}

#[test]
fn count_groups_have_three_digits() {
    for separator in [",", ".", "_", "'", "’", "\u{a0}", "\u{2007}", "\u{2009}", "\u{202f}"] {
        let number = ["4", "865", "609"].join(separator);
        for line in [format!("g1f3: {number}"), format!("1. Ng1f3\t{number} nodes")] {
            let divide = Divide::parse(&line).expect(&line);
            assert_eq!(divide.rows()[0].count, 4_865_609, "{line}");
        }
    }
    check("g1f3,4,865,609", &[("g1f3", 4_865_609)], None);
    check("[3] g1f3: 4,865,609", &[("g1f3", 4_865_609)], None);
    check("[[\"g1f3\",\"4,865,609\"]]", &[("g1f3", 4_865_609)], None);
    check("move,nodes\ng1f3,4,865,609", &[("g1f3", 4_865_609)], None);
    check_error("[[\"g1f3\",20,100]]", "line 1, column 13: unexpected \"100\"");
    check_error("e2e4: 1,76", "line 1, column 9: unexpected \"76\"");
    check_error("e2e4: 1,768,45", "line 1, column 13: unexpected \"45\"");
    check_error("e2e4: 1234,567", "line 1, column 12: unexpected \"567\"");
    check_error("e2e4: 4 865 609", "line 1, column 9: unexpected \"865\"");
}

#[test]
fn san_keeps_its_text() {
    for mv in ["Nf3", "bxc4", "Bxc4+", "Nb1a3", "Pa2a3", "O-O", "0-0-0", "exd8=Q#", "♘f3", "e4"] {
        check(&format!("{mv}: 20"), &[(mv, 20)], None);
        check(&format!("12. {mv} 20"), &[(mv, 20)], None);
        check(&format!("{mv}=20"), &[(mv, 20)], None);
    }
    check("Nf3 (g1f3): 20", &[("Nf3", 20)], None);
    check("exd6 e.p. 20", &[("exd6", 20)], None);
}

#[test]
fn line_with_several_pairs_has_row_each() {
    let rows = [("e2e4", 600), ("d2d4", 560), ("g1f3", 440)];
    for text in [
        "e2e4 600 d2d4 560 g1f3 440",
        "e2e4: 600, d2d4: 560, g1f3: 440",
        "e2e4,600;d2d4,560;g1f3,440",
        "e2e4,600,d2d4,560,g1f3,440",
        "e2e4=600|d2d4=560|g1f3=440",
        "1. e2e4 600  2. d2d4 560  3. g1f3 440",
        "1 e2e4 600 2 d2d4 560\n3 g1f3 440",
        "e2e4: 600 nodes, d2d4: 560 nodes, g1f3: 440 nodes",
        "e2e4\t600\td2d4\t560\r\ng1f3\t440",
        "e2e4 600 (37%) d2d4 560 (35%) g1f3 440 (27%)",
        "{e2e4: 600, d2d4: 560, g1f3: 440}",
        "[(Move(e2e4), 600), (Move(d2d4), 560), (Move(g1f3), 440)]",
        "{Move.from_uci('e2e4'): 600, Move.from_uci('d2d4'): 560, Move.from_uci('g1f3'): 440}",
    ] {
        check(text, &rows, None);
    }
    check("e2e4 600 d2d4 560 g1f3 440 total 1600", &rows, Some(1600));
    check("Total: 1,600 = e2e4: 600 + d2d4: 560 + g1f3: 440", &rows, Some(1600));
}

#[test]
fn json_is_read() {
    let rows = [("e2e4", 20), ("d2d4", 30)];
    for (text, total) in [
        (r#"{"e2e4":20,"d2d4":30}"#, None),
        ("{'e2e4': 20, 'd2d4': 30}", None),
        (r#"{"e2e4":"20","d2d4":"30"}"#, None),
        (r#"[["e2e4",20],["d2d4",30]]"#, None),
        (r#"[[1,"e2e4",20,0.1],[2,"d2d4",30,0.2]]"#, None),
        (r#"["e2e4: 20","d2d4: 30"]"#, None),
        (r#"[{"move":"e2e4","nodes":20},{"move":"d2d4","nodes":30}]"#, None),
        (r#"[{"count":20,"move":"e2e4"},{"count":30,"move":"d2d4"}]"#, None),
        (r#"[{"from":"e2","to":"e4","nodes":20},{"from":"d2","to":"d4","nodes":30}]"#, None),
        (r#"[{"uci":"e2e4","san":"e4","nodes":20},{"uci":"d2d4","san":"d4","nodes":30}]"#, None),
        (r#"[{"uci":"e2e4","nodes":20,"san":"e4"},{"uci":"d2d4","nodes":30,"san":"d4"}]"#, None),
        (r#"{"e2e4":{"nodes":20,"captures":3},"d2d4":{"nodes":30,"captures":4}}"#, None),
        (r#"[{"move":"e2e4","is_check":false,"nodes":20},{"move":"d2d4","nodes":30}]"#, None),
        (
            r#"[{"from":"e2","to":"e4","promotion":null,"n":20},{"from":"d2","to":"d4","n":30}]"#,
            None,
        ),
        (r#"{"divide":{"e2e4":20,"d2d4":30},"total":50}"#, Some(50)),
        (r#"{"fen":"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1","e2e4":20,"d2d4":30,"sum":50}"#, Some(50)),
        (r#"{"depth":2,"nodes":50,"time_ms":1,"moves":{"e2e4":20,"d2d4":30},"nps":7}"#, Some(50)),
        (
            r#"{"nodes":50,"divide":[{"move":"e2e4","nodes":20},{"move":"d2d4","nodes":30}]}"#,
            Some(50),
        ),
        ("{\"move\":\"e2e4\",\"nodes\":20}\n{\"move\":\"d2d4\",\"nodes\":30}", None),
    ] {
        check(text, &rows, total);
        // A line per key and value.
        let spread = text.replace('{', "{\n").replace('[', "[\n").replace(',', ",\n");
        check(&spread.replace(']', "\n]").replace('}', "\n}"), &rows, total);
    }
}

#[test]
fn table_with_head_has_named_columns() {
    let rows = [("e2e4", 600), ("d2d4", 560)];
    for text in [
        "move,nodes\ne2e4,600\nd2d4,560",
        "move,nodes,captures\ne2e4,600,100\nd2d4,560,200",
        "Move Nodes Captures Checks\ne2e4 600 0 7\nd2d4 560 1 8",
        "| # | Move | Time | Nodes | E.p. |\n|--|\n| 1 | e2e4 | 12 | 600 | 0 |\n| 2 | d2d4 | 9 | 560 | 1 |",
        "\"move\",\"san\",\"nodes\",\"ms\"\n\"e2e4\",\"e4\",\"600\",\"12\"\n\"d2d4\",\"d4\",\"560\",\"9\"",
    ] {
        check(text, &rows, None);
    }
    check_error("e2e4 600 0 7", "line 1, column 10: unexpected \"0\"");
    check_error("move nodes time\ne2e4 600 0 7", "line 2, column 12: unexpected \"7\"");
}

#[test]
fn line_with_total_is_total() {
    for line in [
        "Nodes searched: 4865609",
        "Nodes searched  : 4865609",
        "nodes 4865609",
        "Nodes: 4,865,609",
        "nodes=4,865,609",
        "Total,4865609",
        "total,4,865,609",
        "Total: 4865609",
        "Sum: 4.865.609",
        "4865609",
        "4 nodes: 4865609",
        "total nodes = 4865609",
        "Total leafs: 4865609",
        "Total number of nodes: 4865609",
        "n = 4,865,609",
        "total moves=4865609  time=0.27",
        "perft(5)=4865609",
        "perft( 5)=      4865609 ( 0.120 sec)",
        "perft 5: 4865609",
        "Perft depth 5: 4865609",
        "Perft 5 4865609 nodes 12 ms",
        "4865609 nodes in 0.2 s",
        "Test Complete : 4865609 nodes visited",
        "Depth 5 nodes 4865609",
        "Nodes: 4865609 Time: 12 ms NPS: 405467",
        "info string Nodes searched: 4865609",
        "{\"depth\": 5, \"nodes\": 4865609}",
    ] {
        assert_eq!(Divide::parse(line), Err(DivideError::TotalOnly(4_865_609)), "{line}");
        check(&format!("{line}\na2a3 1"), &[("a2a3", 1)], Some(4_865_609));
    }
}

#[test]
fn line_without_pair_is_ignored() {
    for line in [
        "",
        "-1",
        "+--+",
        "Nodes/second: 20",
        "Nodes a second: 20",
        "1571331 nodes per second",
        "1571331 nodes / second",
        "info nodes 20",
        "info currmove e2e4 currmovenumber 1",
        "info depth 1 nodes 20 pv e2e4 e7e5",
        "info string NNUE evaluation using nn-b1a57edbea57.nnue (133MiB, (22528, 3072, 15, 32, 1))",
        "info string Available processors: 0-0",
        "Stockfish 11 64 POPCNT by T. Romstad, M. Costalba, J. Kiiski, G. Linscott",
        "readyok",
        "nps 20",
        "total",
        "Total time: 20",
        "Total: 0.5 s",
        "Time: 20",
        "time 12 ms",
        "Moves: 20",
        "perft 5",
        "perft(5)",
        "perft 5 took 3 s",
        "Depth: 5",
        "t = 183.013",
        "bestmove e2e4 ponder e7e5",
        "position startpos moves e2e4 e7e5",
        "Perft 2 from: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "En passant: e3",
        "Testing e2e4",
        "Checkers: e4 f5",
        "Key: 8F8F01D4562F59FB",
        "BMI2: 1",
        "3 .  .  .  .",
        "3 |   |   |",
        "1 ♖  ♘  ♗",
        "5 n . . . . . . n 5",
        "8 ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜",
        "  a b c d e f g h",
        "340282366920938463463374607431768211456",
        "1,23",
        "1234,567",
        "move,nodes",
    ] {
        let error = Divide::parse(line).expect_err(line);
        assert!(
            matches!(error, DivideError::Empty | DivideError::NoCounts { .. }),
            "{line}: {error}"
        );
        check(&format!("{line}\na2a3 1"), &[("a2a3", 1)], None);
    }
}

#[test]
fn leftover_is_error_with_place() {
    for (text, message) in [
        ("e2e4", "line 1, column 1: \"e2e4\" has no count"),
        ("a2a3: 20\n\n  e2e4", "line 3, column 3: \"e2e4\" has no count"),
        ("e2e4: many", "line 1, column 7: unexpected \"many\""),
        ("e2e4: 20 d2d4", "line 1, column 10: \"d2d4\" has no count"),
        ("e2e4 d2d4 20", "line 1, column 1: \"e2e4\" has no count"),
        ("e2e4 20 30", "line 1, column 9: unexpected \"30\""),
        ("e2e4 20 30 d2d4 20", "line 1, column 9: unexpected \"30\""),
        ("e2e4: 20 ms", "line 1, column 1: \"e2e4\" has no count"),
        ("e2e4: 20%", "line 1, column 1: \"e2e4\" has no count"),
        ("e2e4: 1e6", "line 1, column 7: unexpected \"1e6\""),
        ("e2e4: 0.5", "line 1, column 1: \"e2e4\" has no count"),
        ("e2e4: 20, kingside 30", "line 1, column 11: unexpected \"kingside\""),
        ("e2e4: 20 O-O-O-O: 30", "line 1, column 10: unexpected \"O-O-O-O\""),
        ("e2e9: 20", "line 1, column 1: \"e2e9\" is no move"),
        ("e2e4k: 20", "line 1, column 1: \"e2e4k\" is no move"),
        ("Nf9: 20", "line 1, column 1: \"Nf9\" is no move"),
        ("é e2e4: 20 i2i4: 20", "line 1, column 12: \"i2i4\" is no move"),
        ("e2e4: -1", "line 1, column 7: \"-1\": not a whole number; expected digits like 1234567"),
        (
            "e2e4: 340282366920938463463374607431768211456",
            "line 1, column 7: \"340282366920938463463374607431768211456\": too large; expected at most 128 bits",
        ),
        (r#"{"e2e4":{"e7e5":20}}"#, "line 1, column 2: \"e2e4\" has no count"),
        ("[\n\"e2e4\",\n\"d2d4\"\n]", "line 2, column 1: \"e2e4\" has no count"),
        ("{\"e2e4\":", "line 1, column 2: \"e2e4\" has no count"),
        (
            r#"{"moves":["e2e4","d2d4"],"counts":[20,30]}"#,
            "line 1, column 11: \"e2e4\" has no count",
        ),
    ] {
        check_error(text, message);
        check_error(&format!("{text}\nd2d3: 20\n"), message);
    }
    let error = Divide::parse("e2e4 20 x").expect_err("a word is left over");
    let DivideError::UnreadableLine { line, column, found, problem } = error else {
        panic!("{error}")
    };
    assert_eq!((line, column, &*found, problem), (1, 9, "x", LineProblem::Unexpected));
}

#[test]
fn san_promotions_without_piece_are_accepted() {
    let position = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").expect("a position");
    let correct: Vec<_> = position.legal_moves().into_iter().map(|mv| (mv, 1)).collect();
    for promotion in ["a7a8", "a8", "a7-a8"] {
        let text = format!("{promotion}: 1\n").repeat(4) + "Ka2 1, Kb1 1, Kb2 1";
        let divide = Divide::parse(&text).expect(&text);
        assert!(Comparison::new(&position, &correct, &divide).is_empty(), "{text}");
        let reported = Reported::from_divide(&position, &divide).expect("small counts");
        assert_eq!((reported.repeated_move(), reported.total()), (None, 7), "{text}");
        let Reported::Divide(moves) = reported else { panic!("{text}") };
        assert_eq!(moves[0], ("a7a8".to_owned(), 4), "{text}");
    }
}

/// Any text yields a value or an error within bounded time and memory.
#[test]
fn hostile_texts_are_bounded() {
    let pieces = [
        "e2e4 20 ",
        "e2e4 ",
        "\"e4 ",
        "'",
        "[{",
        "}",
        "1,000",
        "- -1 ",
        "e2é4",
        "\u{1b}[",
        "//////// w ",
        "\u{301}",
        "nodes ",
        "perft 1 ",
        "\"move\":",
        "0-0",
        "a:a(",
        "1,",
        "1111",
        ".... 1",
        "1/2 ",
        "♘f3",
    ];
    for piece in pieces {
        let text = piece.repeat(200_000 / piece.len());
        assert!(Divide::parse(&text).is_err(), "{piece}");
    }
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..20_000 {
        let length = random.usize(1..12);
        let text: String = (0..length).map(|_| *random.choice(&pieces).expect("pieces")).collect();
        let text: String = text.chars().filter(|_| random.u8(..) > 20).collect();
        let _ = Divide::parse(&text);
    }
}
