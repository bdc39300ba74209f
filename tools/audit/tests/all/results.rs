//! Results of games in logs with the lines of the engines, and hints.

use super::{findings_in, row};

/// A game up to a fool's mate, without the result.
const MATE: &str = "alpha <- position startpos moves f2f3 e7e5
alpha <- go
alpha -> bestmove g2g4
beta <- position startpos moves f2f3 e7e5 g2g4
beta <- go
beta -> bestmove d8h4
";

fn rows(text: &str) -> Vec<String> {
    findings_in(text.as_bytes()).iter().map(row).collect()
}

#[test]
fn results_are_compared_with_the_last_position() {
    let finished = |result: &str| format!("{MATE}Finished game 1 (alpha vs beta): {result}\n");
    for right in ["0-1 {Black mates}", "1/2-1/2 {Draw by adjudication}", "0-1 {White resigns}"] {
        assert_eq!(rows(&finished(right)), [""; 0], "{right}");
    }
    for (wrong, rule) in [
        ("1-0 {White mates}", "no-mate"),
        ("1-0 {Black mates}", "token"),
        ("1/2-1/2 {Draw by stalemate}", "not-stalemate"),
        ("1/2-1/2 {Draw by 3-fold repetition}", "occurrences-1"),
        ("1/2-1/2 {Draw by fifty moves rule}", "checkmate"),
        ("1-0 {Black makes an illegal move}", "legal"),
        ("1-0 {White loses on time}", "token"),
    ] {
        let (result, _) = wrong.split_once(' ').expect("a reason");
        assert_eq!(
            rows(&finished(wrong)),
            [format!("7\tresult-wrong\terror\t{result}\t-\t{rule}")]
        );
    }
}

#[test]
fn illegal_moves_bear_out_a_loss() {
    let text = "alpha <- position startpos\nalpha <- go\nalpha -> bestmove e2e5\n\
        Finished game 1 (alpha vs beta): 0-1 {White makes an illegal move}\n";
    assert_eq!(rows(text), ["3\tbestmove-illegal\terror\te2e5\t-\tnot-its-move"]);
}

#[test]
fn unknown_game_results_are_not_judged() {
    let result = "Finished game 1 (alpha vs beta): 1-0 {White mates}\n";
    // The lines of all games come before all results.
    let late = format!("{MATE}alpha <- ucinewgame\nbeta <- ucinewgame\n{MATE}{result}{result}");
    // A pondering engine has the move that it expects.
    let ponder = format!(
        "{MATE}alpha <- position startpos moves f2f3 e7e5 g2g4 d8h4\nalpha <- go ponder\n\
        alpha <- stop\nalpha -> bestmove 0000\nFinished game 1 (alpha vs beta): 0-1 {{Black mates}}\n"
    );
    for text in [result.repeat(2), late, ponder, format!("alpha <- go\n{result}")] {
        assert_eq!(rows(&text), [""; 0], "{text}");
    }
}

#[test]
fn flags_without_winning_material_are_warnings() {
    let text = "alpha <- position fen 8/8/8/8/8/5k2/7P/K7 w - - 0 1 moves h2h4\nalpha <- go\n\
        beta <- position fen 8/8/8/8/8/5k2/7P/K7 w - - 0 1\nbeta <- go\nbeta -> bestmove h2h4\n\
        Finished game 1 (beta vs alpha): 0-1 {White loses on time}\n";
    assert_eq!(rows(text), ["6\tresult-flag\twarning\t0-1\t-\tbare-king"]);
}

#[test]
fn hints_name_the_position_in_which_a_move_is_legal() {
    let hints = |lines: &str| {
        let findings = findings_in(lines.as_bytes()).into_iter();
        findings.map(|finding| finding.hint.unwrap_or_default()).collect::<Vec<_>>()
    };
    let position = "position startpos moves e2e4 e7e5";
    for (line, hint) in [
        ("bestmove e7e5", "legal one move earlier"),
        ("info pv f8c5", "legal for the opponent"),
        ("bestmove a1a8", ""),
    ] {
        assert_eq!(hints(&format!("{position}\ngo\n{line}\n")), [hint], "{line}");
    }
    let searched = "position startpos\ngo\nbestmove g1f3\nposition startpos moves g1f3 g8f6\ngo\n";
    assert_eq!(
        hints(&format!("{searched}info pv g1f3\n")),
        ["legal in the position of the last search"]
    );
    // Black is mated, and says so as if from White's view.
    let mate = "position fen 7k/4Q3/5K2/8/8/8/8/8 b - - 0 1\ngo\ninfo score mate 1 pv h8g8 e7g7\n";
    assert_eq!(hints(mate), ["the score may be from White's view"]);
}
