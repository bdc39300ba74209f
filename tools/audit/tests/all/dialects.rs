//! One session in the shapes of all programs has the same findings.

use tabiya_audit::dialect::{LineKind, split_line};
use tabiya_audit::log::Log;

use super::{findings_in, row, text_of};

/// A dialect: the text before a command and before output.
struct Dialect {
    name: &'static str,
    command: &'static str,
    output: &'static str,
}

const DIALECTS: [Dialect; 11] = [
    Dialect { name: "bare", command: "", output: "" },
    Dialect { name: "transcript", command: "> ", output: "< " },
    Dialect { name: "Stockfish", command: ">> ", output: "<< " },
    Dialect {
        name: "fastchess",
        command: "[Engine] [14:02:11.937732] <     139739582944960>   alpha beta <--- ",
        output: "[Engine] [14:02:11.937732] <     139739582944960>   alpha beta ---> ",
    },
    Dialect {
        name: "cutechess",
        command: "1841 >alpha 1.0 (64 bit)(0): ",
        output: "1842 <alpha 1.0 (64 bit)(0): ",
    },
    Dialect { name: "cutechess GUI", command: ">alpha(0): ", output: "<alpha(0): " },
    Dialect { name: "c-chess-cli", command: "alpha <- ", output: "alpha -> " },
    Dialect {
        name: "python-chess",
        command: "2026-05-02 18:12:39,003 chess.engine (engine.py:949) DEBUG <UciProtocol (pid=4808)>: << ",
        output: "2026-05-02 18:12:39,003 chess.engine (engine.py:975) DEBUG <UciProtocol (pid=4808)>: >> ",
    },
    Dialect {
        name: "Arena",
        command: "2026-03-14 10:21:33,038-->1:",
        output: "2026-03-14 10:21:33.095<--1:",
    },
    Dialect { name: "Banksia", command: "09:47:11 alpha< ", output: "09:47:11 alpha> " },
    Dialect { name: "En Croissant", command: "gui, ", output: "engine, " },
];

/// Returns a bare session with wrong claims of several kinds.
fn session() -> Vec<String> {
    let names = ["12-mate-distance.log", "13-fifty-moves.log", "09-repetition-rights.log"];
    let texts = names.map(|name| String::from_utf8(text_of(name)).expect("the log is UTF-8"));
    let strip = |line: &str| line.trim_start_matches(['>', '<', ' ']).to_owned();
    texts.iter().flat_map(|text| text.lines()).map(strip).collect()
}

fn is_command(line: &str) -> bool {
    line.starts_with("position") || line.starts_with("go")
}

fn translate(lines: &[String], dialect: &Dialect) -> String {
    let prefix = |line: &str| if is_command(line) { dialect.command } else { dialect.output };
    lines.iter().map(|line| format!("{}{line}\r\n", prefix(line))).collect()
}

#[test]
fn dialects_have_equal_findings() {
    let lines = session();
    let expected: Vec<_> = findings_in(lines.join("\n").as_bytes()).iter().map(row).collect();
    assert!(expected.len() > 15, "{expected:?}");
    for dialect in &DIALECTS {
        let found: Vec<_> =
            findings_in(translate(&lines, dialect).as_bytes()).iter().map(row).collect();
        assert_eq!(found, expected, "{}", dialect.name);
    }
}

#[test]
fn interleaved_engines_have_their_own_findings() {
    let lines = session();
    let dialects = DIALECTS.iter().filter(|dialect| {
        !["bare", "transcript", "Stockfish", "En Croissant"].contains(&dialect.name)
    });
    let texts: Vec<_> = dialects.map(|dialect| translate(&lines, dialect)).collect();
    let mut text = String::new();
    for index in 0..lines.len() {
        for other in &texts {
            text.push_str(other.lines().nth(index).expect("all have the same number of lines"));
            text.push('\n');
        }
    }
    let single = findings_in(lines.join("\n").as_bytes()).len();
    assert_eq!(findings_in(text.as_bytes()).len(), texts.len() * single);
}

#[test]
fn other_lines_are_no_protocol() {
    for line in [
        "[Engine] [14:02:11.937732] <     139739582944960> <stderr>  alpha ---> bestmove e2e5",
        "[WARN  ] [14:02:11.938387] <     139739582944960> fastchess --- Engine alpha loses on time by 31ms",
        "2026-03-14 10:21:33,019*1*Start calc, move no: 120",
        "",
    ] {
        assert_eq!(split_line(line.as_bytes()).kind, LineKind::Other, "{line}");
    }
    // Signs in the text of an engine are no arrows.
    for line in ["info string score -> better", "info string a < b", "id name x> y"] {
        let split = split_line(line.as_bytes());
        assert_eq!((split.kind, split.engine), (LineKind::Response, &b""[..]), "{line}");
    }
}

#[test]
fn many_engines_are_forgotten_in_their_order() {
    let mut log = Log::default();
    let long = "position startpos moves ".to_owned() + &"g1f3 g8f6 f3g1 f6g8 ".repeat(2000);
    // Each session has 8,000 positions, so that 1,000 of them need more memory than there is.
    for number in 0..1000 {
        for line in [&*long, "go"] {
            log.read(format!("engine{number} <- {line}").as_bytes());
        }
    }
    let forgotten = log.summary().forgotten_sessions;
    assert!((400..1000).contains(&forgotten), "{forgotten}");
    // The first engine was forgotten, so its late answer has no position; the last one is known.
    assert!(log.read(b"engine0 -> bestmove e2e5").is_empty());
    assert_eq!(log.summary().unverifiable, 1);
    assert_eq!(log.read(b"engine999 -> bestmove e2e5").len(), 1);
    assert!(log.summary().sessions > 1000);
}

#[test]
fn lines_after_a_game_are_read() {
    let text = "[Event \"Test\"]\n\n1. e4 e5 {go on\nbestmove e2e4} 1-0\n\nalpha <- position startpos\nalpha <- go\n\
        alpha -> bestmove e2e5\n[Event \"Next\"]\n[FEN \"8/8\"]\n\n*\n";
    let rows: Vec<_> = findings_in(text.as_bytes()).iter().map(row).collect();
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows[0].starts_with("8\tbestmove-illegal\terror\te2e5"), "{rows:?}");
    assert!(rows[1].starts_with("9\tposition-fen\terror\t-"), "{rows:?}");
}

#[test]
fn other_variants_and_large_counts_are_unverifiable() {
    for text in [
        "setoption name UCI_Variant value atomic\nposition startpos\ngo\nbestmove e2e5\n",
        "position startpos\ngo perft 9\ne2e4: 1\nNodes searched: 1\n",
    ] {
        let mut log = Log::default();
        let findings: Vec<_> = text.lines().flat_map(|line| log.read(line.as_bytes())).collect();
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!(log.summary().unverifiable, 1, "{text}");
    }
}
