//! Damaged logs: no line makes the audit fail, and what it prints is true.

use tabiya::{Board, FenOptions, uci};

use super::{findings_in, log_names, text_of};

#[test]
fn damaged_logs_have_true_findings() {
    let mut random = fastrand::Rng::with_seed(58);
    let mut checked = 0;
    for name in log_names() {
        let text = text_of(&name);
        for _ in 0..40 {
            let mut damaged = text.clone();
            for _ in 0..random.usize(1..12) {
                let index = random.usize(..damaged.len());
                match random.u8(..4) {
                    0 => damaged[index] = random.u8(..),
                    1 => drop(damaged.remove(index)),
                    2 => damaged.insert(index, b"a1h8q0 \n\0"[random.usize(..9)]),
                    _ => damaged.truncate(damaged.len().max(2) - 1),
                }
            }
            for finding in findings_in(&damaged) {
                let Some(fen) = finding.fen.as_ref().filter(|_| finding.code.ends_with("-illegal"))
                else {
                    continue;
                };
                let options = FenOptions::new().allow_impossible_checks(true);
                let board = Board::from(options.read(fen).expect("the FEN is valid"));
                assert!(
                    uci::parse(&board, &finding.claim).is_err(),
                    "{name}: {} in {fen}",
                    finding.claim
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "{checked}");
}
