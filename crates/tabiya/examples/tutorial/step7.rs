//! Step 7: the UCI loop.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use tabiya::FenOptions;
use tabiya::prelude::*;
use tabiya::uci::{self, CastlingNotation, UciPosition};

use super::step6::Search;

/// Reads commands until `quit` or the end of the input.
pub fn run(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut game = Some(UciPosition::default());
    for line in input.lines() {
        let line = line?;
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match command {
            "uci" => writeln!(output, "id name Tutorial\nid author You\nuciok")?,
            "isready" => writeln!(output, "readyok")?,
            "position" => {
                let parsed = uci::parse_position(FenOptions::lenient(), rest);
                if let Err(error) = &parsed {
                    writeln!(output, "info string {error}")?;
                }
                game = parsed.ok();
            }
            "go" => match &game {
                Some(game) => writeln!(output, "{}", go(game, rest))?,
                None => writeln!(output, "bestmove 0000")?,
            },
            "quit" => break,
            _ => {}
        }
    }
    Ok(())
}

/// Searches within the limits of a `go` command. Returns the response.
fn go(game: &UciPosition, limits: &str) -> String {
    let limit = |name| {
        let mut words = limits.split_ascii_whitespace().skip_while(|&word| word != name);
        words.nth(1)?.parse::<u32>().ok()
    };
    let clock = limit(if game.board.side_to_move().is_white() { "wtime" } else { "btime" });
    let time = limit("movetime").or(clock.map(|clock| clock / 20));
    let depth = limit("depth").unwrap_or(if time.is_some() { 64 } else { 6 }).clamp(1, 64);
    let time = time.map_or(Duration::MAX, |time| Duration::from_millis(time.into()));

    let mut search = Search::new(game.keys.clone(), 1 << 18);
    let (score, best) = search.think(&game.board, depth as i32, time);
    let text = |mv: Move| uci::display(mv, CastlingNotation::KingMove).to_string();
    let best = best.map_or("0000".to_owned(), text);
    format!("info score cp {score} nodes {}\nbestmove {best}", search.nodes)
}

/// Returns the output of the loop.
#[cfg(test)]
pub fn response(input: &str) -> String {
    let mut output = Vec::new();
    run(input.as_bytes(), &mut output).expect("a vector accepts all output");
    String::from_utf8(output).expect("the loop writes UTF-8")
}

#[test]
fn commands_have_responses() {
    assert_eq!(
        response("uci\nisready\nquit\nuci\n"),
        "id name Tutorial\nid author You\nuciok\nreadyok\n"
    );
    let refused = response("position startpos moves e2e5\ngo depth 1\n");
    assert_eq!(refused, "info string move 1: e2e5 is illegal\nbestmove 0000\n");
    assert!(response("go wtime 10 btime 10\n").contains("\nbestmove "));
    let mated = "position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 2\n";
    assert!(response(mated).ends_with("\nbestmove 0000\n"));
}

#[test]
fn best_moves_make_a_game() {
    let mut moves = String::new();
    let mut game = uci::parse_position(FenOptions::new(), "startpos").expect("a position");
    for _ in 0..60 {
        let output = response(&format!("position startpos moves{moves}\ngo depth 2\n"));
        moves += output.trim_end().rsplit_once("bestmove").expect("a response").1;
        let position = format!("startpos moves{moves}");
        game = uci::parse_position(FenOptions::new(), position).expect("legal moves");
        if game.board.outcome().is_some() {
            break;
        }
    }
    println!("{moves}\n{}", game.board);
    assert!(game.board.fullmove_number() > 10);
}
