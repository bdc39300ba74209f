//! The lines of logs: whose they are, and what they say, in the shapes that programs write.
//!
//! Arrows contradict each other between programs, so the first word of a line decides its direction.

/// A line of a log without what its program wrote before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLine<'a> {
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

/// Words that begin the commands of UCI.
const COMMANDS: [&[u8]; 11] = [
    b"uci",
    b"debug",
    b"isready",
    b"setoption",
    b"register",
    b"ucinewgame",
    b"position",
    b"go",
    b"stop",
    b"ponderhit",
    b"quit",
];

/// Words that begin the lines of match runners.
const RUNNER: [&[u8]; 8] = [
    b"Warning;",
    b"Warning:",
    b"Info;",
    b"Position;",
    b"Moves;",
    b"From;",
    b"Finished",
    b"Started",
];

/// Splits a line of a log. Any bytes are accepted.
#[must_use]
pub fn split_line(line: &[u8]) -> LogLine<'_> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    if is_runner(line) {
        return LogLine { engine: b"", text: line, kind: LineKind::Runner };
    }
    let parts = fastchess(line)
        .or_else(|| python_chess(line))
        .or_else(|| cutechess(line))
        .or_else(|| arena(line))
        .or_else(|| en_croissant(line))
        .or_else(|| arrow(line))
        .or_else(|| banksia(line));
    match parts {
        Some((engine, None)) => LogLine { engine, text: b"", kind: LineKind::Other },
        Some((engine, Some(text))) => LogLine { engine, text, kind: direction(text) },
        None => LogLine { engine: b"", text: line, kind: direction(line) },
    }
}

/// Tests whether a line is one of a match runner, after the number of the game.
fn is_runner(line: &[u8]) -> bool {
    let line = match line.strip_prefix(b"[#") {
        Some(rest) => rest
            .iter()
            .position(|&byte| byte == b']')
            .map_or(line, |end| rest[end + 1..].trim_ascii()),
        None => line,
    };
    RUNNER.contains(&first_word(line))
}

/// Returns the direction of a text by its first word.
fn direction(text: &[u8]) -> LineKind {
    if COMMANDS.contains(&first_word(text)) {
        LineKind::Command
    } else if text.is_empty() {
        LineKind::Other
    } else {
        LineKind::Response
    }
}

fn first_word(text: &[u8]) -> &[u8] {
    text.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()).unwrap_or_default()
}

/// An engine's name, and the text unless the line is no part of the protocol.
type Parts<'a> = Option<(&'a [u8], Option<&'a [u8]>)>;

/// `[Engine] [TIME] <  TID>  NAME <--- COMMAND`, `NAME ---> OUTPUT`, `<stderr>  NAME ---> TEXT`.
fn fastchess(line: &[u8]) -> Parts<'_> {
    if !line.starts_with(b"[") {
        return None;
    }
    let thread = find(line, b"] <")? + 2;
    let rest = line[thread..].trim_ascii_start();
    if find(rest, b"<stderr>").is_some_and(|start| start < 64) {
        return Some((b"", None));
    }
    if let Some(start) = find(rest, b"fastchess --- ") {
        let text = &rest[start + b"fastchess --- ".len()..];
        return if is_runner(text) { Some((b"", Some(text))) } else { Some((b"", None)) };
    }
    let arrow = find(rest, b" <--- ").into_iter().chain(find(rest, b" ---> ")).min()?;
    Some((&rest[..arrow], Some(rest[arrow + 6..].trim_ascii())))
}

/// `… <UciProtocol (pid=N)>: << COMMAND`, `>> OUTPUT`.
fn python_chess(line: &[u8]) -> Parts<'_> {
    let start = find(line, b"<UciProtocol ")?;
    let end = start + find(&line[start..], b">: ")?;
    let text = &line[end + 3..];
    let is_protocol = text.starts_with(b"<< ") || text.starts_with(b">> ");
    Some((&line[start..end], is_protocol.then(|| text[3..].trim_ascii())))
}

/// `MS >NAME(ID): COMMAND`, `MS <NAME(ID): OUTPUT`. The log of the user interface has no time.
fn cutechess(line: &[u8]) -> Parts<'_> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = line[digits..].trim_ascii_start();
    let name = rest.strip_prefix(b">").or_else(|| rest.strip_prefix(b"<"))?;
    let end = find(name, b"): ")?;
    let open = name[..end].iter().rposition(|&byte| byte == b'(')?;
    let is_number =
        !name[open + 1..end].is_empty() && name[open + 1..end].iter().all(u8::is_ascii_digit);
    is_number.then(|| (&name[..=end], Some(name[end + 3..].trim_ascii())))
}

/// `TIME-->K:COMMAND`, `TIME<--K:OUTPUT`, `TIME*K*comment`.
fn arena(line: &[u8]) -> Parts<'_> {
    let is_time = |byte: &u8| byte.is_ascii_digit() || b"-:., ".contains(byte);
    let end = line.iter().position(|byte| !is_time(byte))?;
    // The time ends before the first hyphen of the arrow.
    let end = if line[..end].ends_with(b"--") { end - 2 } else { end };
    if end == 0 {
        return None;
    }
    let rest = &line[end..];
    if rest.starts_with(b"*") {
        return Some((b"", None));
    }
    let rest = rest.strip_prefix(b"-->").or_else(|| rest.strip_prefix(b"<--"))?;
    let colon = rest.iter().position(|&byte| byte == b':')?;
    let is_number = colon > 0 && rest[..colon].iter().all(u8::is_ascii_digit);
    is_number.then(|| (&rest[..colon], Some(rest[colon + 1..].trim_ascii())))
}

/// `gui, COMMAND`, `engine, OUTPUT`.
fn en_croissant(line: &[u8]) -> Parts<'_> {
    let text = line.strip_prefix(b"gui, ").or_else(|| line.strip_prefix(b"engine, "))?;
    Some((b"", Some(text.trim_ascii())))
}

/// `>> COMMAND`, `<< OUTPUT`, `> COMMAND`, `< OUTPUT`, `NAME <- COMMAND`, `NAME -> OUTPUT`.
fn arrow(line: &[u8]) -> Parts<'_> {
    for sign in [&b">> "[..], b"<< ", b"> ", b"< "] {
        if let Some(text) = line.strip_prefix(sign) {
            return Some((b"", Some(text.trim_ascii())));
        }
    }
    let arrow = find(line, b" <- ").into_iter().chain(find(line, b" -> ")).min()?;
    // A name has no words of the protocol.
    let is_name =
        arrow > 0 && arrow < 64 && direction(line) == LineKind::Response && !is_output(line);
    is_name.then(|| (&line[..arrow], Some(line[arrow + 4..].trim_ascii())))
}

/// `[G.][H:M:S ]NAME< COMMAND`, `NAME> OUTPUT`.
fn banksia(line: &[u8]) -> Parts<'_> {
    let end = find(line, b"< ").into_iter().chain(find(line, b"> ")).min()?;
    let name = &line[..end];
    let start = name.iter().rposition(|&byte| byte == b' ').map_or(0, |space| space + 1);
    let has_time = start > 0
        && name[..start].iter().all(|byte| byte.is_ascii_digit() || b":. ".contains(byte));
    let is_name = start < end && (start == 0 || has_time) && !is_output(line);
    is_name.then(|| (&line[start..end], Some(line[end + 2..].trim_ascii())))
}

/// Tests whether a bare line is output of an engine: its words may contain any signs.
fn is_output(line: &[u8]) -> bool {
    matches!(first_word(line), b"info" | b"bestmove" | b"id" | b"option" | b"uciok" | b"readyok")
}

/// Returns the index at which a part of a text begins.
fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}
