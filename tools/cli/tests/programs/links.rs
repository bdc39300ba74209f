//! Links that `tabiya compare` prints for an engine's wrong reply.

use crate::runs::run;

const START: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

/// Compares with an engine that changes the output of `tabiya perft` by a command. The last line is
/// the link, as `#perft?…`.
#[track_caller]
fn check_link(filter: &str, link: &str) {
    let program = env!("CARGO_BIN_EXE_tabiya");
    let script = format!(r#""$0" perft "$1" --divide --fen "$2" | {filter}"#);
    let engine = format!("sh -c '{script}' '{program}' {{depth}} {{fen}}");
    let arguments =
        ["compare", "--engine", &engine, "--depth", "2", "--fen", START, "--timeout", "60"];
    let (stdout, stderr) = run(&[&arguments[..], &["--link"]].concat(), 1);
    let line = stdout.lines().last().and_then(|line| line.strip_prefix("link: "));
    let fen = "fen=4k3/8/8/8/8/8/8/4K3+w+-+-+0+1";
    let expected = format!("https://tabiya-chess.github.io/tabiya/#perft?{fen}&{link}");
    assert_eq!(line, Some(&*expected), "{stdout}{stderr}");
}

#[test]
fn compare_link_to_missing_move_has_path_and_reply() {
    check_link(
        r"sed -e s/e1d1:.5/e1d1:\ 4/ -e /e8d7/d -e /Nodes/d",
        "moves=e1d1&depth=1&output=e8e7:+1%0Ae8f7:+1%0Ae8d8:+1%0Ae8f8:+1",
    );
}

#[test]
fn compare_link_to_wrong_count_has_reply_before_the_move() {
    // The reply after e1d1 is right.
    check_link(
        r"sed -e s/e1d1:.5/e1d1:\ 4/ -e /Nodes/d",
        "depth=2&output=e1d1:+4%0Ae1f1:+5%0Ae1d2:+5%0Ae1e2:+5%0Ae1f2:+5",
    );
}

#[test]
fn compare_link_to_wrong_leaf_has_reply_before_the_move() {
    check_link(
        r"sed -e s/e1d1:.5/e1d1:\ 6/ -e s/e8d7:.1/e8d7:\ 2/ -e /Nodes/d",
        "moves=e1d1&depth=1&output=e8d7:+2%0Ae8e7:+1%0Ae8f7:+1%0Ae8d8:+1%0Ae8f8:+1",
    );
}

#[test]
fn compare_link_without_long_output_notes_it() {
    let rows = format!("yes Nf3: {} | head -n 400", u128::MAX);
    let engine = format!("sh -c \"{rows} && : {{depth}}\"");
    let arguments = ["compare", "--engine", &engine, "--fen", "startpos", "--link"];
    let (stdout, stderr) = run(&arguments, 1);
    let link = "\nlink: https://tabiya-chess.github.io/tabiya/#perft?depth=1\n";
    assert!(stdout.ends_with(link), "{stdout}");
    assert_eq!(stderr, "note: link without output; expected at most 16384 encoded bytes\n");
}
