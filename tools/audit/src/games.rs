//! Games that match runners write as PGN: moves, the variations and mate scores in comments, and results.

use tabiya::pgn::{RawGame, Termination, Token};
use tabiya::uci::{self, CastlingNotation, UciMove};
use tabiya::{EnPassantStyle, Game};
use tabiya_explain::audit::{Answer, Finding, GameEnd, Session, check_result};
use tabiya_explain::legality::explain_text;

/// The length of a command above which it begins with the position now: no draw depends on the moves before.
const MAX_COMMAND_LEN: usize = 1200;

/// A game that is replayed.
struct Replay {
    game: Game,
    /// The command that sets up the position, with the moves since the last irreversible one.
    command: String,
    /// The length of the command without the last move, or 0 before the first.
    before_len: usize,
    /// The command that begins with the position now.
    next_start: Option<String>,
    /// The reason for the end, from the last comment.
    reason: String,
    line: u64,
    findings: Vec<Finding>,
}

/// Returns the findings in a game, whose text begins in a line.
pub fn audit_game(text: &[u8], first_line: u64) -> Vec<Finding> {
    let raw = RawGame::new(&text);
    let start = match raw.start_position() {
        Ok(start) => start,
        Err(error) => {
            let finding = Finding::new("position-fen", b"-");
            let rule = "start".to_owned();
            let sentence = error.to_string();
            return vec![Finding { line: first_line, rule, sentence, ..finding }];
        }
    };
    let game = Game::new(start);
    let mut replay = Replay {
        command: start_command(&game),
        before_len: 0,
        next_start: None,
        game,
        reason: String::new(),
        line: first_line,
        findings: Vec::new(),
    };
    let mut depth = 0_u32;
    for token in raw.tokens() {
        match token {
            Token::VariationStart(_) => depth += 1,
            Token::VariationEnd(_) => depth = depth.saturating_sub(1),
            Token::Move(word) if depth == 0 && !replay.play(word) => break,
            Token::Comment(_) if depth == 0 => replay.read_comment(token.bytes()),
            Token::Termination(result, _) if depth == 0 => {
                replay.check_result(raw.tag_result(), result);
            }
            _ => {}
        }
        replay.line += token.bytes().iter().filter(|&&byte| byte == b'\n').count() as u64;
    }
    replay.findings
}

/// Returns the command that sets up the position of a game.
fn start_command(game: &Game) -> String {
    format!("position fen {} moves", game.position().fen().en_passant(EnPassantStyle::Always))
}

impl Replay {
    /// Plays a move. Returns `false` if it is illegal.
    fn play(&mut self, word: &[u8]) -> bool {
        self.reason.clear();
        if let Some(start) = self.next_start.take() {
            self.command = start;
        }
        if let Ok(mv) = self.game.play_text(word) {
            self.before_len = self.command.len();
            let text = uci::display(mv, CastlingNotation::KingTakesRook);
            self.command += &format!(" {text}");
            // A comment is about the position before the move.
            if self.game.board().halfmove_clock() == 0 || self.command.len() > MAX_COMMAND_LEN {
                self.next_start = Some(start_command(&self.game));
            }
            return true;
        }
        let position = self.game.position();
        let is_null = UciMove::parse(word).is_ok_and(|text| text.from == text.to);
        let (rule, sentence) = match explain_text(&position, &String::from_utf8_lossy(word)) {
            _ if is_null => ("null-move", "the move ends where it began".to_owned()),
            Ok(explanation) => (explanation.code, explanation.sentence),
            Err(error) => ("malformed", error.to_string()),
        };
        let fen = Some(position.fen().en_passant(EnPassantStyle::Always).to_string());
        self.add(Finding {
            rule: rule.to_owned(),
            sentence,
            fen,
            ..Finding::new("movetext-illegal", word)
        });
        false
    }

    /// Reads a comment after a move: `{+0.31/12 0.04s, pv="e2e4 e7e5", REASON}`. Scores of mates count half-moves.
    fn read_comment(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_matches(['{', '}']);
        let (start, rest) = text.split_once("pv=\"").unwrap_or((text, ""));
        let (pv, end) = rest.split_once('"').unwrap_or(("", start));
        // The reason follows other parts, and may contain commas.
        let rest = if pv.is_empty() { text } else { end };
        let is_reason =
            |part: &&str| ["White", "Black", "Draw"].iter().any(|who| part.starts_with(who));
        let parts = rest.split(", ").map(|part| part.trim_start_matches([',', ' ']));
        let reason = parts.skip_while(|part| !is_reason(part));
        self.reason = reason.collect::<Vec<_>>().join(", ");
        let score = start.split('/').next().unwrap_or_default();
        let plies = score.get(2..).and_then(|plies| plies.parse::<i64>().ok());
        let mate = match (score.get(..2), plies) {
            (Some("+M"), Some(plies)) => format!("score mate {} ", plies / 2 + plies % 2),
            (Some("-M"), Some(plies)) => format!("score mate -{} ", plies / 2 + plies % 2),
            _ => String::new(),
        };
        if pv.is_empty() || self.before_len == 0 {
            return;
        }
        let mut session = Session::new();
        session.command_line(self.line, &self.command.as_bytes()[..self.before_len]);
        session.command_line(self.line, b"go");
        // How the game went on is no claim of the engine.
        session.take_findings();
        session.response_line(self.line, format!("info {mate}pv {pv}").as_bytes());
        for finding in session.take_findings() {
            self.add(Finding { go: None, ..finding });
        }
    }

    /// Checks the result at the end of the game by its reason.
    fn check_result(&mut self, tag: Option<Termination>, token: Termination) {
        if let Some(tag) = tag.filter(|&tag| tag != token) {
            let sentence = format!("the tag pair and the movetext have other results: {token}");
            let finding = Finding::new("result-wrong", tag.to_string().as_bytes());
            self.add(Finding { rule: "token".to_owned(), sentence, ..finding });
            return;
        }
        let occurrences = self.game.repetitions() + 1;
        let end = GameEnd { board: *self.game.board(), occurrences, answer: Answer::Unknown };
        if let Some(finding) = check_result(&token.to_string(), &self.reason, &end) {
            self.add(finding);
        }
    }

    fn add(&mut self, finding: Finding) {
        self.findings.push(Finding { line: self.line, ..finding });
    }
}
