//! The warnings and results of match runners, checked against the lines that they are about.

use tabiya_explain::audit::{Finding, GameEnd, Session, Severity, check_result};

/// A warning about a variation, whose parts may follow in other lines.
#[derive(Debug, Default)]
struct Warning {
    line: u64,
    text: String,
    info: String,
    position: String,
}

/// The ends after which a variation goes on, in the words of warnings, with the code and the rule of a finding.
const ENDS: [(&str, &str, &str); 6] = [
    ("checkmate", "pv-after-mate", ""),
    ("stalemate", "pv-after-stalemate", ""),
    ("repetition", "pv-after-draw", "fold"),
    ("fifty", "pv-after-draw", "fifty-moves"),
    ("fifty", "pv-after-draw", "seventy-five-moves"),
    ("material", "pv-after-draw", "dead-position"),
];

/// The state of a runner's lines.
#[derive(Debug, Default)]
pub struct Runner {
    warning: Option<Warning>,
    /// The engine that the last warning names, or an empty text.
    engine: String,
}

/// The result of a game in a log.
#[derive(Clone, Copy, Debug)]
pub struct GameResult<'a> {
    white: &'a str,
    black: &'a str,
    result: &'a str,
    reason: &'a str,
}

impl Runner {
    /// Reads a part of a line. `end_of` returns the last position that an engine's session knows.
    pub fn read(
        &mut self,
        line: u64,
        part: &str,
        end_of: impl FnMut(&str) -> Option<GameEnd>,
    ) -> Vec<Finding> {
        let (word, rest) = part.split_once([';', ':', ' ']).unwrap_or((part, ""));
        let rest = rest.trim();
        match (word, &mut self.warning) {
            ("Warning", _) => return self.start_warning(line, rest),
            ("Finished", _) => {
                self.engine.clear();
                let result = GameResult::parse(rest);
                return result.and_then(|result| result.check(line, end_of)).into_iter().collect();
            }
            ("Info", Some(warning)) => rest.clone_into(&mut warning.info),
            ("Position", Some(warning)) => warning.position = format!("position {rest}"),
            // Before March 2025, the whole command is in one line.
            ("From", Some(warning)) => {
                rest.clone_into(&mut warning.position);
                return self.check_warning();
            }
            // The word may stand alone: `Moves; `.
            ("Moves", Some(warning)) => {
                warning.position += &format!(" moves {rest}");
                return self.check_warning();
            }
            _ => {}
        }
        Vec::new()
    }

    /// Returns the engine of the last findings, or an empty text.
    pub fn engine(&self) -> &str {
        &self.engine
    }

    fn start_warning(&mut self, line: u64, text: &str) -> Vec<Finding> {
        self.warning = None;
        let name = text.rsplit_once(" from ").or_else(|| text.rsplit_once(" played by "));
        self.engine = name.map_or_else(String::new, |(_, name)| name.to_owned());
        if text.starts_with("Illegal move <none> played by ") {
            let sentence = "no move was played: <none> stands for an answer that did not arrive";
            let finding = Finding::new("warning-wrong", b"<none>");
            let rule = "no-move".to_owned();
            let sentence = sentence.to_owned();
            return vec![Finding { line, rule, sentence, ..finding }];
        }
        let lower = text.to_ascii_lowercase();
        if lower.contains("pv") {
            // Before March 2025, the output follows in the same line.
            let info = text.find("info ").map_or("", |start| &text[start..]).to_owned();
            self.warning = Some(Warning { line, text: lower, info, position: String::new() });
        }
        Vec::new()
    }

    /// Replays the variation of a warning. The findings are in the line of the warning.
    fn check_warning(&mut self) -> Vec<Finding> {
        let Some(Warning { line, text, info, position }) = self.warning.take() else {
            return Vec::new();
        };
        let mut session = Session::new();
        session.command_line(line, position.as_bytes());
        session.command_line(line, b"go");
        session.response_line(line, info.as_bytes());
        let mut findings = session.take_findings();
        let bears_out = |finding: &Finding| match () {
            // Nothing can be said about a position that is wrong itself.
            () if finding.code.starts_with("position") => true,
            () if text.contains("illegal") => {
                finding.severity == Severity::Error && finding.code.starts_with("pv-")
            }
            () if text.contains("incomplete") => finding.code.starts_with("mate-"),
            () => ENDS.into_iter().any(|(end, code, rule)| {
                text.contains(end) && finding.code == code && finding.rule.contains(rule)
            }),
        };
        let makes_claim = ["illegal", "incomplete", "continues after"];
        if makes_claim.iter().any(|claim| text.contains(claim)) && !findings.iter().any(bears_out) {
            findings.push(Finding { line, ..Finding::new("warning-wrong", b"-") });
        }
        findings.into_iter().map(|finding| Finding { go: None, ..finding }).collect()
    }
}

impl<'a> GameResult<'a> {
    /// Parses `game N (WHITE vs BLACK): RESULT {REASON}`.
    fn parse(text: &'a str) -> Option<Self> {
        let (_, rest) = text.split_once('(')?;
        let (names, rest) = rest.rsplit_once("): ")?;
        let (white, black) = names.split_once(" vs ")?;
        let (result, reason) = rest.split_once(' ')?;
        Some(Self { white, black, result, reason: reason.trim_matches(['{', '}']) })
    }

    /// Checks the result by the later of the two positions that the engines know.
    fn check(self, line: u64, mut end_of: impl FnMut(&str) -> Option<GameEnd>) -> Option<Finding> {
        let ends = [self.white, self.black].map(&mut end_of);
        let loser = match self.reason.split_once(' ') {
            Some((player, "makes an illegal move")) => Some(usize::from(player != "White")),
            _ => None,
        };
        let end = match (ends, loser) {
            // What the loser did, the loser's session knows.
            ([Some(end), _], Some(0)) | ([_, Some(end)], Some(1)) => end,
            ([Some(white), Some(black)], None) => {
                let plies = |end: &GameEnd| (end.board.fullmove_number(), end.board.side_to_move());
                if plies(&white) > plies(&black) { white } else { black }
            }
            _ => return None,
        };
        let finding = check_result(self.result, self.reason, &end)?;
        Some(Finding { line, ..finding })
    }
}
