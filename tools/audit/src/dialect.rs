//! The lines of logs: whose they are, and what they say, in the shapes that programs write.
//!
//! Arrows contradict each other between programs, so the first word of a line decides its direction.

use bstr::ByteSlice;
use tabiya::uci::{Command, Response, Words};

/// A line of a log without what its program wrote before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLine<'a> {
    /// The game's number, if several games with the same names may be in the log.
    pub game: &'a [u8],
    /// The engine's name in the log, or an empty text if the line names none.
    pub engine: &'a [u8],
    /// The text that was sent.
    pub text: &'a [u8],
    /// The direction.
    pub kind: LineKind,
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A command to the engine.
    Command,
    /// Output of the engine.
    Response,
    /// A line of the match runner, such as a warning or a result.
    Runner,
    /// A line that is no part of the protocol, such as standard error or a comment.
    Other,
}

/// An engine's name, and the text, which is empty if the line is no part of the protocol.
type Parts<'a> = Option<(&'a [u8], &'a [u8])>;

/// Splits a line of a log. Any bytes are accepted.
#[must_use]
pub fn split_line(line: &[u8]) -> LogLine<'_> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    let bare = (&b""[..], &b""[..], line);
    let (game, engine, text) = match direction(line) {
        LineKind::Command | LineKind::Runner => bare,
        _ if is_output(line) => bare,
        _ => [fastchess, cutechess, arena, en_croissant, arrow, python_chess]
            .iter()
            .find_map(|split| split(line))
            .map(|(engine, text)| (&b""[..], engine, text))
            .or_else(|| banksia(line))
            .unwrap_or(bare),
    };
    let text = text.trim_ascii();
    LogLine { game, engine, text, kind: direction(text) }
}

/// Returns the direction of a text by its first word.
fn direction(text: &[u8]) -> LineKind {
    if text.is_empty() {
        LineKind::Other
    } else if is_runner(text) {
        LineKind::Runner
    } else if Command::parse(text).is_some() || matches!(first_word(text), b"debug" | b"register") {
        LineKind::Command
    } else {
        LineKind::Response
    }
}

/// Tests whether a line is one of a match runner, after the number of the game.
fn is_runner(line: &[u8]) -> bool {
    let line = match line.strip_prefix(b"[#").and_then(|rest| rest.split_once_str("]")) {
        Some((_, rest)) => rest,
        None => line,
    };
    matches!(first_word(line), b"Warning;" | b"Warning:" | b"Info;" | b"Position;" | b"Moves;")
        || matches!(first_word(line), b"From;" | b"Finished" | b"Started")
}

/// Tests whether a bare line is output of an engine: its words may contain any signs.
fn is_output(line: &[u8]) -> bool {
    Response::parse(line).is_some() || matches!(first_word(line), b"id" | b"option")
}

fn first_word(text: &[u8]) -> &[u8] {
    Words::new(text).next().unwrap_or_default()
}

/// `[Engine] [TIME] <  TID>  NAME <--- COMMAND`, `NAME ---> OUTPUT`, `<stderr>  NAME ---> TEXT`.
fn fastchess(line: &[u8]) -> Parts<'_> {
    let (_, rest) = line.strip_prefix(b"[")?.split_once_str("] <")?;
    let rest = rest.trim_ascii_start();
    if let Some((_, text)) = rest.split_once_str("fastchess --- ") {
        return Some((b"", if is_runner(text) { text } else { b"" }));
    }
    let (name, text) = split_at_first(rest, [b" <--- ", b" ---> "])?;
    Some((name, if name.contains_str("<stderr>") { b"" } else { text }))
}

/// `… <UciProtocol (pid=N)>: << COMMAND`, `>> OUTPUT`.
fn python_chess(line: &[u8]) -> Parts<'_> {
    let (_, rest) = line.split_once_str("<UciProtocol ")?;
    let (name, text) = rest.split_once_str(">: ")?;
    let is_protocol = text.starts_with(b"<< ") || text.starts_with(b">> ");
    Some((name, if is_protocol { &text[3..] } else { b"" }))
}

/// `MS >NAME(ID): COMMAND`, `MS <NAME(ID): OUTPUT`. The log of the user interface has no time.
fn cutechess(line: &[u8]) -> Parts<'_> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = line[digits..].trim_ascii_start();
    let rest = rest.strip_prefix(b">").or_else(|| rest.strip_prefix(b"<"))?;
    let (name, text) = rest.split_once_str("): ")?;
    let (_, number) = name.rsplit_once_str("(")?;
    is_number(number).then_some((name, text))
}

/// `TIME-->K:COMMAND`, `TIME<--K:OUTPUT`, `TIME*K*comment`.
fn arena(line: &[u8]) -> Parts<'_> {
    let is_time = |byte: &u8| byte.is_ascii_digit() || b"-:., ".contains(byte);
    let len = line.iter().take_while(|byte| is_time(byte)).count();
    let (time, rest) = line.split_at(len);
    let rest = match (time, rest) {
        ([_, ..], [b'*', ..]) => return Some((b"", b"")),
        // The time ends before the hyphens of the arrow.
        ([_, .., b'-', b'-'], [b'>', rest @ ..]) | ([_, ..], [b'<', b'-', b'-', rest @ ..]) => rest,
        _ => return None,
    };
    rest.split_once_str(":").filter(|(number, _)| is_number(number))
}

/// `gui, COMMAND`, `engine, OUTPUT`.
fn en_croissant(line: &[u8]) -> Parts<'_> {
    let text = line.strip_prefix(b"gui, ").or_else(|| line.strip_prefix(b"engine, "))?;
    Some((b"", text))
}

/// `>> COMMAND`, `<< OUTPUT`, `> COMMAND`, `< OUTPUT`, `NAME <- COMMAND`, `NAME -> OUTPUT`.
fn arrow(line: &[u8]) -> Parts<'_> {
    for sign in [&b">> "[..], b"<< ", b"> ", b"< "] {
        if let Some(text) = line.strip_prefix(sign) {
            return Some((b"", text));
        }
    }
    split_at_first(line, [b" <- ", b" -> "]).filter(|(name, _)| (1..64).contains(&name.len()))
}

/// `[G.][H:M:S ]NAME< COMMAND`, `NAME> OUTPUT`: game, name and text.
fn banksia(line: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (start, text) = split_at_first(line, [b"< ", b"> "])?;
    let (game, name) = split_game(start);
    // Without a time, other text of an engine may have such a sign.
    let is_named =
        name.len() < start.len() || is_output(text) || direction(text) == LineKind::Command;
    (is_named && !name.is_empty()).then_some((game, name, text))
}

/// Splits the game's number and the time before a name of Banksia from the name: `1.09:47:10 alpha`.
fn split_game(engine: &[u8]) -> (&[u8], &[u8]) {
    let is_time = |text: &[u8]| {
        text.split_str(":").count() == 3
            && text.split_str(":").all(|part| part.len() == 2 && is_number(part))
    };
    let (game, rest) =
        engine.split_once_str(".").filter(|(game, _)| is_number(game)).unwrap_or((b"", engine));
    match rest.split_once_str(" ") {
        Some((time, name)) if is_time(time) => (game, name),
        _ if game.is_empty() => (b"", engine),
        _ => (game, rest),
    }
}

fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Splits a text at the first of some signs, each of which has one angle bracket.
fn split_at_first<'a>(text: &'a [u8], signs: [&[u8]; 2]) -> Parts<'a> {
    let is_bracket = |byte: &u8| matches!(byte, b'<' | b'>');
    let brackets = text.iter().enumerate().filter(|(_, byte)| is_bracket(byte));
    brackets.flat_map(|bracket| signs.map(|sign| (bracket.0, sign))).find_map(|(bracket, sign)| {
        let start = bracket.checked_sub(sign.iter().position(is_bracket)?)?;
        Some((&text[..start], text[start..].strip_prefix(sign)?))
    })
}
