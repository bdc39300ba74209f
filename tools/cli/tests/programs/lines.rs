//! Lines from any source: every command reads the files in `tests/data/cases`, and a bad line stops
//! none.

use std::fs;
use std::path::{Path, PathBuf};

use crate::runs::run;

fn case(name: &str) -> String {
    format!("../../tests/data/cases/{name}")
}

/// Writes a file for a test and returns its path.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect(name);
    path.to_str().expect("the path is UTF-8").to_owned()
}

#[test]
fn fen_check_accepts_lines_with_operations() {
    for (name, summary) in [
        ("fen/lines-with-operations.txt", "4 FENs: 4 accepted, 0 refused\n"),
        ("fen/tabs.fen", "1 FENs: 1 accepted, 0 refused\n"),
        ("fen/byte-order-mark.fen", "1 FENs: 1 accepted, 0 refused\n"),
        ("epd/escaped-quotes.epd", "1 FENs: 1 accepted, 0 refused\n"),
    ] {
        let (stdout, _) = run(&["fen", "check", "--file", &case(name)], 0);
        assert_eq!(stdout, summary, "{name}");
    }
    let (stdout, _) = run(&["fen", "check", "--file", &case("epd/other-operations.epd")], 0);
    assert!(stdout.contains("warning: byte 52: found \"PV:\""), "{stdout}");
    assert!(
        stdout.ends_with("4 FENs: 4 accepted, 4 of them with warnings, 0 refused\n"),
        "{stdout}"
    );
    let (stdout, _) = run(&["fen", "check", "--file", &case("fen/same-colored-bishops.fen")], 1);
    assert!(stdout.contains("(2 bishops on dark squares)"), "{stdout}");
}

#[test]
fn commands_read_lines_with_operations() {
    let name = "../../tests/data/cases/fen/lines-with-operations.txt";
    for line in fs::read_to_string(name).expect(name).lines() {
        for command in [["moves", line], ["board", line], ["perft", line]] {
            let (stdout, stderr) =
                run(&[&command[..], &["1"][..usize::from(command[0] == "perft")]].concat(), 0);
            assert!(!stdout.is_empty() && stderr.is_empty(), "{command:?}: {stderr}");
        }
        run(&["moves", "--fen", line], 0);
        run(&["tables", "rook", "d4", "--occupied", line], 0);
    }
    let (_, stderr) = run(&["moves", "4k3/8/8/8/8/8/8/4K3 w - - [0.5] 32"], 0);
    assert!(stderr.starts_with("warning: --fen: byte 26: found \"[0.5]\""), "{stderr}");
}

#[test]
fn bad_lines_stop_no_comparison() {
    let engine = format!("'{}' uci", crate::PROGRAM);
    let compare = |suite: &str, code: i32| {
        run(&["compare", "--engine", &engine, "--depth", "1", "--suite", suite], code).0
    };
    let stdout = compare(&case("epd/other-operations.epd"), 0);
    assert!(
        stdout.contains("other-operations.epd:1: warning: byte 50: found \"00:00\""),
        "{stdout}"
    );
    assert!(stdout.contains("… and 1 more warning\n"), "{stdout}");
    assert!(stdout.ends_with("4 positions: 4 agree\n"), "{stdout}");
    let bad = "\u{feff}# A comment\n8/8 w - -\n4k3/8/8/8/8/8/8/4K3 w - - bm\u{a0}Kd2;\n\r\n\u{a0}\n4k3 x\n";
    let stdout = compare(&file("bad.epd", bad), 1);
    assert_eq!(stdout.matches("refused: ").count(), 2, "{stdout}");
    let only_bad = file("only-bad.epd", "8/8 w - -\n4k3 x\n");
    let (_, stderr) = run(&["compare", "--engine", &engine, "--suite", &only_bad], 2);
    assert!(
        stderr.contains("only-bad.epd:1: placement: found 2 ranks; expected 8; 1 more"),
        "{stderr}"
    );
    let json = ["compare", "--json", "--engine", &engine, "--depth", "1", "--suite"];
    let (stdout, _) = run(&[&json[..], &[&case("epd/escaped-quotes.epd")]].concat(), 0);
    assert!(stdout.contains("escaped-quotes.epd:1 a \\\"b\\\" c\""), "{stdout}");
}

#[test]
fn suite_reads_counts_beside_other_operations() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - - 00:00; D1 5; PV: x;\n4k3/8/8/8/8/8/8/4K3 w - -\t;D1 5\n8/8 ;D1 1\n";
    let (stdout, _) = run(&["suite", &file("mixed-lines.epd", text)], 1);
    assert!(stdout.contains(":3: refused: placement: found 2 ranks; expected 8\n"), "{stdout}");
    assert_eq!(stdout.matches(":1: warning: ").count(), 2, "{stdout}");
    assert!(stdout.contains("2 positions, 2 counts, 0 skipped, 0 wrong, 1 refused\n"), "{stdout}");
}

#[test]
fn diagnose_reads_counts_as_people_write_them() {
    let kings = "8/8/8/8/8/8/6k1/4K3 b - - 0 1";
    run(&["diagnose", kings, "1", "--divide", &case("divide/commas.txt")], 0);
    let promotions = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
    let file = case("divide/promotions-without-letter.txt");
    assert!(Path::new(&file).exists());
    let (stdout, _) = run(&["diagnose", promotions, "5", "--divide", &file], 0);
    assert!(stdout.contains("found 3605103 leaves, expected 3605103"), "{stdout}");
    for number in
        ["197,281", "197281", "197'281", "197_281", "197 281", "197.281", "197\u{202f}281"]
    {
        run(&["diagnose", "startpos", "4", number], 0);
    }
    let (_, stderr) = run(&["diagnose", "startpos", "4", "197,28"], 2);
    assert!(stderr.contains("expected groups of three like 1,234,567"), "{stderr}");
}

#[test]
fn diagnose_reads_positions_with_counts() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let text = format!(
        "\u{feff}# Right counts\r\n{start} D1 20; D2 400;\r\n{start} 0 1\tD3 8,902 Captures 34 e.p. 0\n\
         startpos moves e2e4 ;D1 20\n{start} 0 1 ;3 checks 12; 4 197281 mates 8;\n"
    );
    let (stdout, _) = run(&["diagnose", "--counts", &file("counts.epd", &text)], 0);
    assert_eq!(stdout.matches(" leaves, expected ").count(), 9, "{stdout}");
    for right in
        ["found 8902 ", "captures: found 34 ", "en-passant: found 0 ", "checkmates: found 8 "]
    {
        assert!(stdout.contains(right), "{right}: {stdout}");
    }
    assert!(stdout.ends_with("The counts are right.\n"), "{stdout}");
}

#[test]
fn diagnose_refuses_bad_counts_with_place() {
    for (line, reason) in [
        ("startpos", "no count; expected e.g. `;D4 197281`"),
        ("startpos ;D3", "depth 3: no number; expected e.g. `;D3 197281`"),
        ("startpos ;D3 8902 400", "depth 400: out of range; expected 1 to 30"),
        ("startpos ;captures 34", "captures: no depth; expected DEPTH captures NUMBER"),
        ("startpos ;D3 captures D4", "\"D4\": expected a whole number"),
        ("startpos ;D3 8902; id \"start\";", "\"id\": no depth and no category"),
        ("startpos moves e2e5 ;D1 20", "invalid moves: "),
        ("8/8 w - - ;D1 20", "invalid FEN: placement: found 2 ranks; expected 8"),
    ] {
        let file = file("bad-counts.epd", &format!("startpos ;D1 20\n\n{line}\n"));
        let (_, stderr) = run(&["diagnose", "--counts", &file], 2);
        assert!(stderr.contains(&format!("bad-counts.epd:3: {reason}")), "{line}: {stderr}");
    }
}

#[test]
fn diagnose_reads_divide_as_whole() {
    let kings = "8/8/8/8/8/8/6k1/4K3 b - - 0 1";
    let divide = |text: &str, code| {
        let file = file("divide.txt", text);
        run(&["diagnose", kings, "1", "--divide", &file], code).1
    };
    // A line that starts with `#` is no comment here.
    let text = "{\"Kf3\": 1, \"Kg3\": 1,\n#3 Kh3 1, Kg1: 1\n\n[[\"g2h1\",1],\n[\"g2h2\",\n1]], \"total\": 6}";
    assert_eq!(divide(text, 0), "");
    let stderr = divide(&text.replace("6}", "7}"), 0);
    assert!(stderr.ends_with("divide.txt: total 7; the moves add up to 6\n"), "{stderr}");
    let stderr = divide("# Divide\n\ng2f3: 1, g2g3\n", 2);
    let expected =
        "divide.txt: line 3, column 10: \"g2g3\" has no count; expected lines like `e2e4: 20`\n";
    assert!(stderr.ends_with(expected), "{stderr}");
}
