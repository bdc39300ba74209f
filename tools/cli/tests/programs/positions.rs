//! Every command that takes a position reads it in each form.

#[path = "../../../common/tests/support/positions.rs"]
mod forms;

use forms::check_forms;

#[test]
fn perft_reads_each_position_form() {
    check_forms(&["perft", "POSITION", "2", "--divide"], 0);
    check_forms(&["perft", "--threads", "1", "POSITION", "3", "--by-depth"], 0);
    check_forms(&["perft", "2", "POSITION", "--categories"], 0);
}

#[test]
fn queries_read_each_position_form() {
    check_forms(&["moves", "--from", "e2", "POSITION", "--uci"], 0);
    check_forms(&["moves", "POSITION"], 0);
    check_forms(&["board", "POSITION", "--ascii"], 0);
    check_forms(&["board", "--json", "POSITION"], 0);
    check_forms(&["explain", "POSITION", "e2e5"], 1);
    check_forms(&["explain", "--link", "d7d3", "POSITION", "--json"], 1);
}

#[test]
fn diagnose_reads_each_position_form() {
    check_forms(&["diagnose", "POSITION", "2", "401"], 1);
}

#[test]
fn compare_reads_each_position_form() {
    let engine = format!("'{}' uci", crate::PROGRAM);
    let command = ["compare", "--json", "--depth", "1", "--engine", &engine, "POSITION"];
    check_forms(&command, 0);
}
