//! Logs as people have them: what must be found, and what must not.

use tabiya_audit::log::Log;

use super::{findings_in, row};

/// Returns the findings as `LINE CODE CLAIM RULE`.
fn rows(log: &str) -> Vec<String> {
    let rows = findings_in(log.as_bytes());
    rows.iter()
        .map(|finding| {
            let row = row(finding);
            let fields: Vec<_> = row.split('\t').collect();
            format!("{} {} {} {}", fields[0], fields[1], fields[3], fields[5])
        })
        .collect()
}

#[test]
fn true_logs_have_no_findings() {
    let perft: String =
        ["a2a3", "a2a4", "b2b3", "b2b4", "c2c3", "c2c4", "d2d3", "d2d4", "e2e3", "e2e4"]
            .into_iter()
            .chain(["f2f3", "f2f4", "g2g3", "g2g4", "h2h3", "h2h4", "b1a3", "b1c3", "g1f3", "g1h3"])
            .map(|mv| format!("{mv}: 1\n"))
            .collect();
    for log in [
        // Commands do not end a count, and one without its total says nothing.
        &format!("position startpos\ngo perft 1\nisready\n{perft}\nNodes searched: 20\n"),
        "position startpos\ngo perft 3\n\nNodes searched: 8902\n",
        "position startpos\ngo perft 1\na2a3: 1\nposition startpos\ngo\nbestmove e2e4\n",
        "position startpos\ngo perft 1\nquit\n",
        // A restarted engine has forgotten its options.
        "uci\nuciok\nsetoption name UCI_Chess960 value true\nuci\nuciok\n\
            position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo\nbestmove e1g1\n",
        // Searches of another variant have answers, too.
        "setoption name UCI_Variant value atomic\nposition startpos\ngo\nbestmove a1a2\n\
            setoption name UCI_Variant value chess\nposition startpos\ngo\nbestmove e2e4\n",
        // The answer to a search in a wrong position.
        "position startpos\ngo\nbestmove e2e4\nposition startpos moves d2d4\ngo\nposition startpos\ngo\n\
            bestmove d7d5\nbestmove g1f3\n",
        // A log that is cut at its start, and words that are cut at the end of a line.
        "position startpos moves e2e4\nbestmove g1f3\ngo\nbestmove e7e5\n",
        "position startpos\ngo\ninfo depth 2 score cp 1 pv g1f3 b8c\ninfo depth 2 score cp 1 pv g1f3 b8\n\
            bestmove g1f3 ponder b8c\n",
        // A bound makes the exact variation void.
        "position startpos\ngo\ninfo depth 2 score cp 40 pv d2d4\n\
            info depth 3 score cp 20 upperbound nodes 100\nbestmove e2e4\n",
        // The sender's words are no moves.
        "position startpos\ngo searchmoves e2e5\nbestmove e2e4\n",
        // Two games of Banksia with the same names at once.
        "1.09:47:10 alpha< position startpos\n1.09:47:10 alpha< go\n\
            2.09:47:10 alpha< position startpos moves e2e4\n2.09:47:10 alpha< go\n\
            2.09:47:11 alpha> bestmove e7e5\n1.09:47:11 alpha> bestmove e2e4\n",
        // A result without a reason, at a mate.
        "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
        // Many searches in flight.
        &format!(
            "position startpos\n{}{}",
            "go infinite\nstop\n".repeat(100),
            "bestmove e2e4\n".repeat(100)
        ),
    ] {
        assert_eq!(rows(log), [""; 0], "{log}");
    }
}

#[test]
fn wrong_claims_are_found_in_unusual_shapes() {
    for (log, expected) in [
        ("position startpos\ngo perft 1\n\nNodes searched: 21\n", "4 perft-total 21 count-20"),
        ("position startpos\ngo\ninfo currmove 0000\n", "3 currmove-illegal 0000 null-move"),
        (
            "09:47:10 Stockfish 15 x64< position startpos\n09:47:10 Stockfish 15 x64< go\n\
                09:47:11 Stockfish 15 x64> bestmove e2e5\n",
            "3 bestmove-illegal e2e5 not-its-move",
        ),
        (
            "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1\ngo\nbestmove e1g1\n",
            "3 bestmove-notation e1g1 king-move",
        ),
        (
            "\u{feff}[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# {+M1/1 0.01s, n=30, White mates} 1-0\n",
            "3 result-wrong 1-0 no-mate",
        ),
        ("[Event \"?\"]\n\n1. e4 {White mates} 1-0\n", "3 result-wrong 1-0 no-mate"),
        ("[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n", "3 result-wrong 1-0 token"),
        ("position startpos\ngo\ninfo pv 0-0\n", "3 pv-malformed 0-0 -"),
        (
            "position startpos moves f2f3 e7e5 g2g4\ngo\ninfo pv d8h4 0000\n",
            "3 pv-after-mate 0000 -",
        ),
        (
            // The answer fits the second search and the third, so that only the first has none.
            "position startpos\ngo\nposition startpos moves d2d4\ngo\n\
                position startpos moves c2c4\ngo\nbestmove e7e5\nbestmove d7d5\n",
            "2 bestmove-missing - -",
        ),
        (
            "[Event \"?\"]\n\n1. e4 *\n\n[Engine] [14:02:11.9] <     7>  alpha <--- position startpos\n\
                [Engine] [14:02:11.9] <     7>  alpha <--- go\n\
                [Engine] [14:02:11.9] <     7>  alpha ---> bestmove e2e5\n",
            "7 bestmove-illegal e2e5 not-its-move",
        ),
        (
            "Warning; Incomplete mating PV - from a\nInfo; info score mate 1 pv e2e4\n\
                Position; fen 7k/5K2/6Q1/8/8/8/8/8 w - - 0 1\nMoves; \n",
            "1 pv-illegal e2e4 no-piece",
        ),
    ] {
        let found = rows(log);
        assert_eq!(found.first().map(String::as_str), Some(expected), "{log}{found:?}");
    }
}

#[test]
fn warnings_must_say_what_is_wrong() {
    let warning = |text: &str, pv: &str| {
        let log = format!(
            "Warning; {text} from alpha\nInfo; info score mate 1 pv {pv}\n\
                Position; fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\nMoves; \n"
        );
        let found = rows(&log);
        found.iter().any(|row| row.contains("warning-wrong"))
    };
    assert!(warning("Incomplete mating PV -", "g6g7"));
    assert!(!warning("Incomplete mating PV -", "g6f7"));
    assert!(warning("PV continues after checkmate -", "g6f7 h8h7"));
    assert!(!warning("PV continues after stalemate -", "g6f7 h8h7"));
    assert!(!warning("PV continues after checkmate -", "g6g7 h8h7"));
}

#[test]
fn warnings_count_for_the_engine_that_they_name() {
    let mut log = Log::default();
    let lines = "beta <- position startpos\nWarning; Illegal PV move e2e5 from alpha\nInfo; info pv e2e5\n\
        Position; startpos\nMoves; \n";
    let found: Vec<_> = lines.lines().flat_map(|line| log.read(line.as_bytes())).collect();
    assert_eq!((found[0].0.as_str(), found[0].1.code), ("alpha", "pv-illegal"));
    assert_eq!(log.summary().claims, 2);
}

#[test]
fn reproduction_sets_chess960() {
    let log = "setoption name UCI_Chess960 value true\nposition startpos\ngo\nbestmove e2e5\n";
    assert!(findings_in(log.as_bytes())[0].chess960);
}

#[test]
fn long_position_is_not_replaced_by_an_earlier_one() {
    let mut log = Log::default();
    log.read(b"a <- position startpos");
    log.skip_line(b"a <- position startpos moves e2e4 ...");
    log.read(b"a <- go");
    assert!(log.read(b"a -> bestmove e7e5").is_empty());
    assert_eq!(log.summary().unverifiable, 1);
}

#[test]
fn count_without_total_is_unverifiable() {
    let mut log = Log::default();
    for line in ["position startpos", "go perft 1", "a2a3: 1", "position startpos"] {
        assert!(log.read(line.as_bytes()).is_empty());
    }
    assert_eq!(log.summary().unverifiable, 1);
}

#[test]
fn sessions_without_commands_need_bounded_memory() {
    let mut log = Log::default();
    for number in 0..300_000 {
        log.read(format!("engine{number} -> info depth 1").as_bytes());
    }
    assert!(log.summary().forgotten_sessions > 100_000, "{:?}", log.summary());
}

#[test]
fn long_games_are_read_in_linear_time() {
    let moves = "Nf3 {0.00/1, pv=\"g1f3 g8f6\"} Nf6 {0.00/1, pv=\"g8f6\"} Ng1 {0.00/1, pv=\"f3g1\"} Ng8 {0.00/1, pv=\"f6g8\"} ";
    let mut log = Log::default();
    log.read(b"[Event \"?\"]");
    for _ in 0..4000 {
        log.read(moves.as_bytes());
    }
    log.read(b"1/2-1/2");
    let findings = log.finish();
    assert!(findings.iter().all(|(_, finding)| finding.code == "pv-after-draw"));
}
