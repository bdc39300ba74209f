//! Games that match runners write as PGN: moves, the variations and mate scores in comments, and results.

use tabiya::pgn::{RawGame, Termination, Token};
use tabiya::uci::UciMove;
use tabiya::{Color, Game, Outcome};
use tabiya_explain::audit::{Fault, Finding, Session, Severity};
use tabiya_explain::legality::explain_text;

/// A game that is replayed.
struct Replay {
    game: Game,
    /// The FEN before the last move.
    before: String,
    findings: Vec<Finding>,
    /// The reason for the end, from the last comment.
    reason: String,
}

/// Returns the findings in a game, whose text begins in a line.
pub fn audit_game(text: &[u8], first_line: u64) -> Vec<Finding> {
    let raw = RawGame::new(&text);
    let start = match raw.start_position() {
        Ok(start) => start,
        Err(error) => {
            let finding = runner(first_line, "position-fen", Severity::Error, "-", "start");
            return vec![Finding { sentence: error.to_string(), ..finding }];
        }
    };
    let mut replay = Replay {
        game: Game::new(start),
        before: String::new(),
        findings: Vec::new(),
        reason: String::new(),
    };
    let mut line = first_line;
    let mut depth = 0_u32;
    for token in raw.tokens() {
        match token {
            Token::VariationStart(_) => depth += 1,
            Token::VariationEnd(_) => depth = depth.saturating_sub(1),
            Token::Move(word) if depth == 0 && !replay.play(line, word) => break,
            Token::Comment(_) if depth == 0 => replay.read_comment(line, token.bytes()),
            Token::Termination(token_result, _) if depth == 0 => {
                replay.check_result(line, raw.tag_result(), token_result);
            }
            _ => {}
        }
        line += token.bytes().iter().filter(|&&byte| byte == b'\n').count() as u64;
    }
    replay.findings
}

impl Replay {
    /// Plays a move. Returns `false` if it is illegal.
    fn play(&mut self, line: u64, word: &[u8]) -> bool {
        self.before = self.game.board().fen().to_string();
        self.reason.clear();
        if self.game.play_text(word).is_ok() {
            return true;
        }
        let claim = String::from_utf8_lossy(word).into_owned();
        let is_null = UciMove::parse(word).is_ok_and(|text| text.from == text.to);
        let explained = explain_text(&self.game.position(), &claim);
        let (rule, sentence) = match explained {
            _ if is_null => ("null-move", "the move ends where it began".to_owned()),
            Ok(explanation) => (explanation.code, explanation.sentence),
            Err(error) => ("malformed", error.to_string()),
        };
        let finding = runner(line, "movetext-illegal", Severity::Error, &claim, rule);
        self.findings.push(Finding { sentence, fen: Some(self.before.clone()), ..finding });
        false
    }

    /// Reads a comment after a move: `{+0.31/12 0.04s, pv="e2e4 e7e5", REASON}`. Scores of mates count half-moves.
    fn read_comment(&mut self, line: u64, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_matches(['{', '}']);
        let (before, rest) = text.split_once("pv=\"").unwrap_or((text, ""));
        let (pv, after) = rest.split_once('"').unwrap_or(("", rest));
        let reason = if rest.is_empty() {
            before.split_once(", ").map_or("", |(_, reason)| reason)
        } else {
            after
        };
        self.reason = reason.trim_start_matches([',', ' ']).to_owned();
        if pv.is_empty() || self.before.is_empty() {
            return;
        }
        let score = before.split('/').next().unwrap_or("");
        let plies = score.get(2..).and_then(|plies| plies.parse::<i64>().ok());
        let mate = match (score.get(..2), plies) {
            (Some("+M"), Some(plies)) => format!("score mate {} ", (plies + 1) / 2),
            (Some("-M"), Some(plies)) => format!("score mate -{} ", plies / 2),
            _ => String::new(),
        };
        let mut session = Session::new();
        session.command_line(line, format!("position fen {}", self.before).as_bytes());
        session.command_line(line, b"go");
        session.response_line(line, format!("info {mate}pv {pv}").as_bytes());
        let findings = session.take_findings().into_iter();
        self.findings.extend(findings.map(|finding| Finding { go: None, ..finding }));
    }

    /// Checks the result at the end of the game by its reason.
    fn check_result(&mut self, line: u64, tag: Option<Termination>, token: Termination) {
        let claim = token.to_string();
        if let Some(tag) = tag.filter(|&tag| tag != token) {
            let sentence = format!(
                "the tag pair and the end of the movetext contradict each other: {tag}, {token}"
            );
            let finding = runner(line, "result-wrong", Severity::Error, &tag.to_string(), "token");
            self.findings.push(Finding { sentence, ..finding });
            return;
        }
        let is_other_winner = self.winner().is_some_and(|winner| winner != token);
        let other_winner = is_other_winner.then(|| (Severity::Error, "token".to_owned()));
        let Some((severity, rule)) = self.wrong_reason().or(other_winner) else { return };
        let code = if severity == Severity::Error { "result-wrong" } else { "result-flag" };
        let sentence = format!("the reason is not what the game shows: {}", self.reason);
        let fen = Some(self.game.board().fen().to_string());
        let finding = runner(line, code, severity, &claim, &rule);
        self.findings.push(Finding { sentence, fen, ..finding });
    }

    /// Returns the result that follows from the reason, if it names a winner.
    fn winner(&self) -> Option<Termination> {
        let (player, what) = self.reason.split_once(' ')?;
        let is_win = what == "mates";
        let is_loss =
            what.starts_with("loses on time") || what.starts_with("makes an illegal move");
        match player {
            "White" if is_win => Some(Termination::WhiteWins),
            "White" if is_loss => Some(Termination::BlackWins),
            "Black" if is_win => Some(Termination::BlackWins),
            "Black" if is_loss => Some(Termination::WhiteWins),
            _ => None,
        }
    }

    /// Returns what the game shows if it is not the reason.
    fn wrong_reason(&self) -> Option<(Severity, String)> {
        let board = self.game.board();
        let outcome = board.position().outcome();
        let is_mate = matches!(outcome, Some(Outcome::Checkmate { .. }));
        let player = if self.reason.starts_with("White") { Color::White } else { Color::Black };
        let error = |rule: &str| Some((Severity::Error, rule.to_owned()));
        let (_, what) = self.reason.split_once(' ')?;
        match what {
            "mates" => (outcome != Some(Outcome::Checkmate { winner: player }))
                .then(|| error("no-mate"))?,
            "by 3-fold repetition" => {
                let occurrences = self.game.repetitions() + 1;
                (occurrences < 3).then(|| error(&format!("occurrences-{occurrences}")))?
            }
            "by fifty moves rule" if is_mate => error("checkmate"),
            "by fifty moves rule" => {
                let clock = board.halfmove_clock();
                (clock < 100).then(|| error(&format!("clock-{clock}")))?
            }
            "by stalemate" => {
                (outcome != Some(Outcome::Stalemate)).then(|| error("not-stalemate"))?
            }
            "by insufficient mating material" => {
                (!board.is_insufficient_material()).then(|| error("sufficient"))?
            }
            _ if what.starts_with("loses on time") => {
                let cannot_mate = board.has_insufficient_material(!player);
                let is_bare = board.colors(!player).count() == 1;
                let rule = if is_bare { "bare-king" } else { "insufficient-material" };
                cannot_mate.then(|| (Severity::Warning, rule.to_owned()))
            }
            _ => {
                let mv = what.strip_prefix("makes an illegal move: ")?;
                let is_legal = explain_text(&board.position(), mv)
                    .is_ok_and(|explanation| explanation.is_legal);
                is_legal.then(|| error("legal"))?
            }
        }
    }
}

/// Returns a finding about the runner.
fn runner(line: u64, code: &'static str, severity: Severity, claim: &str, rule: &str) -> Finding {
    let finding = Finding::new(line, code, claim.to_owned(), rule.to_owned());
    Finding { severity, fault: Fault::Runner, ..finding }
}
