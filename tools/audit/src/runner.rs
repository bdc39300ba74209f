//! The warnings and results of match runners, checked against the lines that they are about.

use tabiya_explain::audit::{Fault, Finding, Session, Severity};

/// A warning about a variation, whose parts may follow in other lines.
#[derive(Debug, Default)]
struct Warning {
    line: u64,
    kind: String,
    info: Vec<u8>,
    position: Vec<u8>,
}

/// The state of a runner's lines.
#[derive(Debug, Default)]
pub struct Runner {
    warning: Option<Warning>,
    /// The engine that is said to have made the illegal move `<none>`.
    none_by: Option<String>,
}

impl Runner {
    /// Reads a line of the runner. `is_searching` tells whether the search of an engine waits for its answer, or
    /// `None` if the log has no lines of the engine.
    pub fn read(
        &mut self,
        line: u64,
        text: &[u8],
        is_searching: impl Fn(&str) -> Option<bool>,
    ) -> Vec<Finding> {
        let text = String::from_utf8_lossy(text);
        let text = text
            .split_once("] ")
            .filter(|(number, _)| number.starts_with("[#"))
            .map_or(&*text, |(_, text)| text);
        let mut findings = Vec::new();
        for part in text.split(" :: ") {
            findings.extend(self.read_part(line, part.trim(), &is_searching));
        }
        findings
    }

    fn read_part(
        &mut self,
        line: u64,
        part: &str,
        is_searching: &impl Fn(&str) -> Option<bool>,
    ) -> Vec<Finding> {
        let (word, rest) = part.split_once([';', ':', ' ']).unwrap_or((part, ""));
        let rest = rest.trim();
        match word {
            "Warning" => {
                self.warning = None;
                return self.read_warning(line, rest);
            }
            "Info" => {
                if let Some(warning) = &mut self.warning {
                    warning.info = rest.as_bytes().to_vec();
                }
            }
            // Before March 2025, the whole command is in one line.
            "From" => {
                if let Some(warning) = &mut self.warning {
                    warning.position = rest.as_bytes().to_vec();
                }
                return self.check_warning();
            }
            "Position" => {
                if let Some(warning) = &mut self.warning {
                    warning.position = format!("position {rest}").into_bytes();
                }
            }
            // The word may stand alone: `Moves; `.
            "Moves" => {
                if let Some(warning) = &mut self.warning {
                    warning.position.extend_from_slice(format!(" moves {rest}").as_bytes());
                }
                return self.check_warning();
            }
            "Finished" => return self.read_result(line, rest, is_searching),
            _ => {}
        }
        Vec::new()
    }

    fn read_warning(&mut self, line: u64, text: &str) -> Vec<Finding> {
        if let Some(name) = text.strip_prefix("Illegal move <none> played by ") {
            self.none_by = Some(name.to_owned());
            let sentence = "no move was played: <none> stands for an answer that did not arrive";
            return vec![wrong(
                line,
                "warning-wrong",
                Severity::Warning,
                "<none>",
                "no-move",
                sentence,
            )];
        }
        let lower = text.to_ascii_lowercase();
        if lower.contains("pv") {
            // Before March 2025, the output follows in the same line.
            let info = text.find("info ").map_or("", |start| &text[start..]);
            self.warning = Some(Warning {
                line,
                kind: lower,
                info: info.as_bytes().to_vec(),
                position: Vec::new(),
            });
        }
        Vec::new()
    }

    /// Replays the variation of a warning. The findings are in the line of the warning.
    fn check_warning(&mut self) -> Vec<Finding> {
        let Some(warning) = self.warning.take() else { return Vec::new() };
        let mut session = Session::new();
        session.command_line(warning.line, &warning.position);
        session.command_line(warning.line, b"go");
        session.response_line(warning.line, &warning.info);
        let mut findings = session.take_findings();
        for finding in &mut findings {
            finding.go = None;
        }
        let is_borne_out = |finding: &Finding| {
            if warning.kind.contains("illegal") {
                finding.severity == Severity::Error && finding.code.starts_with("pv-")
            } else if warning.kind.contains("continues after") {
                finding.code.starts_with("pv-after")
            } else {
                true
            }
        };
        if !findings.iter().any(is_borne_out)
            && (warning.kind.contains("illegal") || warning.kind.contains("continues"))
        {
            let sentence = "the variation is not what the warning says";
            findings.push(wrong(
                warning.line,
                "warning-wrong",
                Severity::Warning,
                "-",
                "-",
                sentence,
            ));
        }
        findings
    }

    /// Checks a result by an illegal move that no engine has made.
    fn read_result(
        &mut self,
        line: u64,
        text: &str,
        is_searching: &impl Fn(&str) -> Option<bool>,
    ) -> Vec<Finding> {
        let none_by = self.none_by.take();
        let parts = || {
            let (_, rest) = text.split_once('(')?;
            let (names, rest) = rest.rsplit_once("): ")?;
            let (white, black) = names.split_once(" vs ")?;
            let (result, reason) = rest.split_once(' ')?;
            Some((white, black, result, reason))
        };
        let Some((white, black, result, reason)) = parts() else { return Vec::new() };
        let loser = match reason {
            "{White makes an illegal move}" => white,
            "{Black makes an illegal move}" => black,
            _ => return Vec::new(),
        };
        if none_by.as_deref() != Some(loser) || is_searching(loser) != Some(true) {
            return Vec::new();
        }
        let sentence = "the player made no move: the search has no answer";
        vec![wrong(line, "result-wrong", Severity::Error, result, "no-move", sentence)]
    }
}

/// Returns a finding about the runner.
fn wrong(
    line: u64,
    code: &'static str,
    severity: Severity,
    claim: &str,
    rule: &str,
    sentence: &str,
) -> Finding {
    Finding {
        severity,
        fault: Fault::Runner,
        sentence: sentence.to_owned(),
        ..Finding::new(line, code, claim.to_owned(), rule.to_owned())
    }
}
