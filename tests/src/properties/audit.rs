//! The check for the audit of logs.

use tabiya::{Board, FenOptions, uci};
use tabiya_audit::log::Log;
use tabiya_explain::audit::{CODES, Finding};

/// Checks the findings in a log of any bytes: what they print is true, and can be read again.
///
/// # Panics
///
/// Panics if a finding is wrong.
pub fn check_audit(bytes: &[u8]) {
    let mut log = Log::default();
    let mut findings = Vec::new();
    for line in bytes.split(|&byte| byte == b'\n') {
        findings.extend(log.read(line));
    }
    findings.extend(log.finish());
    let summary = log.summary();
    for (_, finding) in &findings {
        assert!((1..=summary.lines).contains(&finding.line), "{finding:?}");
        assert!(CODES.iter().any(|(code, ..)| *code == finding.code), "{finding:?}");
        check_finding(finding);
    }
}

fn check_finding(finding: &Finding) {
    let options = FenOptions::new().allow_impossible_checks(true);
    assert!(!finding.sentence.is_empty() && finding.claim.len() < 400, "{finding:?}");
    if let Some(fen) = &finding.fen {
        let board = Board::from(options.read(fen).expect("the FEN is valid"));
        let is_illegal = finding.code.ends_with("-illegal") && finding.code != "movetext-illegal";
        assert!(!is_illegal || uci::parse(&board, &finding.claim).is_err(), "{finding:?}");
    }
    // A command with an invalid FEN is shown as it was sent.
    let position = finding.position.as_ref().filter(|_| finding.code != "position-fen");
    if let Some(position) = position {
        let read = uci::parse_position(options, position);
        assert!(read.is_ok(), "{position}: {read:?}");
    }
    if let Some(go) = &finding.go {
        assert!(matches!(uci::Command::parse(go.as_bytes()), Some(uci::Command::Go(_))), "{go}");
    }
}
