//! The forms of a position, which every command that takes a position reads. Each program's tests
//! include this file.

use crate::runs::run;

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";

/// The forms for the start position and for the one after 1. e4, as positional argument or value
/// for `--fen`.
pub const FORMS: [&[&str]; 2] = [
    &[
        "startpos",
        START,
        "position startpos",
        "position fen START",
        "fen START",
        "startpos moves",
        "\u{feff}START\u{a0}\r\n",
        "START;D1 20 ;D2 400",
        "START c0 \"two moves\"; c1 \"moves e2e4\";",
        "START [0.5] 32",
    ],
    &[
        AFTER_E4,
        "startpos moves e2e4",
        "position startpos moves e2e4",
        "position fen START moves e2e4",
        "fen START moves e2e4",
        "position fen START bm e4; moves e2e4",
        "\u{feff}position\u{a0}fen START;moves\te2e4\r\n",
    ],
];

/// The argument in a command that stands for the form of a position.
const PLACE: &str = "POSITION";

/// Returns a command with the form of a position at its place, or else at its end.
fn with_form<'a>(command: &[&'a str], form: &[&'a str]) -> Vec<&'a str> {
    let place = command.iter().position(|argument| *argument == PLACE);
    let (before, after) = command.split_at(place.unwrap_or(command.len()));
    [before, form, &after[usize::from(place.is_some())..]].concat()
}

/// Runs a command with each form of each position, at [`PLACE`]. A command without it has `--fen`
/// only. The output must be the same for each form.
#[track_caller]
pub fn check_forms(command: &[&str], code: i32) {
    let has_place = command.contains(&PLACE);
    let output = |form: &[&str]| {
        let (stdout, _) = run(&with_form(command, form), code);
        let is_stable = |line: &&str| !line.contains("econd");
        stdout.lines().filter(is_stable).collect::<Vec<_>>().join("\n")
    };
    let expected = [output(&["--fen", START]), output(&["--fen", AFTER_E4])];
    assert_ne!(expected[0], expected[1], "{command:?}");
    // Without a position, `compare` has several.
    if command[0] != "compare" {
        assert_eq!([output(&[]), output(&["--moves", "e2e4"])], expected, "{command:?}");
    }
    for (forms, expected) in FORMS.iter().zip(&expected) {
        for form in *forms {
            let form = form.replace("START", START);
            assert_eq!(&output(&["--fen", &form]), expected, "{command:?}: {form}");
            assert_eq!(&output(&[&format!("--fen={form}")]), expected, "{command:?}: {form}");
            if has_place {
                assert_eq!(&output(&[&form]), expected, "{command:?}: {form}");
            }
        }
    }
    assert_eq!(output(&["--fen", "startpos", "--moves", "e4"]), expected[1], "{command:?}");
    if !has_place {
        return;
    }
    assert_eq!(output(&["startpos", "--moves", "e4"]), expected[1], "{command:?}");
    for (form, reason) in [
        (&["startpos", START][..], "second position rnbqkbnr/"),
        (&[START, "--fen", START], "second position --fen"),
        (&["--fen=startpos", "startpos"], "second position startpos"),
        (&["position", "startpos"], "position: several arguments; quote the position"),
        (&["startpos", "moves", "e2e4"], "startpos: several arguments; quote the position"),
        (&["4k3/8/8/8/8/8/8/4K3", "w"], "several arguments; quote the position"),
        (&["8/8 w - -"], "invalid FEN: placement: found 2 ranks; expected 8"),
        (&["startpos moves e2e5"], "invalid moves: "),
    ] {
        let (_, stderr) = run(&with_form(command, form), 2);
        assert!(stderr.contains(reason), "{command:?}: {form:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{command:?}: {form:?}: {stderr}");
    }
}
