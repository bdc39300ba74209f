//! Movetext lines and tokens.

use tabiya_oracle::mailbox::Board;

use super::rule::{Rule, VariationForm, Violation, require};
use super::san;

/// A token, or a word in a comment, with its line.
struct Unit<'t> {
    text: &'t str,
    line: usize,
    is_in_comment: bool,
}

/// Checks a game's movetext.
pub(super) fn check(
    text: &str,
    start: Board,
    result: &str,
    form: VariationForm,
) -> Result<(), Violation> {
    let mut units = Vec::new();
    let mut is_in_comment = false;
    for (line, text) in text.split('\n').enumerate() {
        require(!text.is_empty(), Rule::EmptyLine, line)?;
        split_line(text, line, &mut is_in_comment, &mut units)?;
    }
    require(!is_in_comment, Rule::Comment, "no end of a comment")?;
    Moves::new(start, form).check(&units, result)?;
    check_layout(text, &units)
}

/// Splits a line at spaces. A command in a comment is one unit.
fn split_line<'t>(
    line: &'t str,
    index: usize,
    is_in_comment: &mut bool,
    units: &mut Vec<Unit<'t>>,
) -> Result<(), Violation> {
    // A space hides a sign that other readers would find at a line's start.
    let is_hidden = line.starts_with(" %") || line.starts_with(" [") && !line.starts_with(" [%");
    let mut rest = if is_hidden && *is_in_comment { &line[1..] } else { line };
    let is_shown = rest.starts_with('%') || rest.starts_with('[') && !rest.starts_with("[%");
    require(!is_shown || is_hidden && *is_in_comment, Rule::Spacing, line)?;
    loop {
        let len = if *is_in_comment { word_len(rest) } else { rest.find(' ') };
        let text = &rest[..len.unwrap_or(rest.len())];
        let is_spaced = !text.is_empty() && !text.contains(|character| character < ' ');
        require(is_spaced, Rule::Spacing, line)?;
        let is_brace = text == "{" && !*is_in_comment || text == "}";
        units.push(Unit { text, line: index, is_in_comment: *is_in_comment && !is_brace });
        if is_brace {
            *is_in_comment = text == "{";
        }
        match len {
            Some(len) => rest = &rest[len + 1..],
            None => return Ok(()),
        }
    }
}

/// Returns a comment word's length, up to a space; `None` to the end of the line.
///
/// A word with `[%` extends to the word with `]`, or to the comment's end if there is none.
fn word_len(text: &str) -> Option<usize> {
    let len = text.find(' ')?;
    let Some(start) = text[..len].rfind("[%").filter(|&start| !text[start..len].contains(']'))
    else {
        return Some(len);
    };
    let end = text.find(" }").unwrap_or(text.len());
    let close = text[start..end].find(']').map_or(end, |close| start + close);
    text[close..].find(' ').map(|space| close + space)
}

/// Checks line lengths.
fn check_layout(text: &str, units: &[Unit<'_>]) -> Result<(), Violation> {
    let lines: Vec<&str> = text.split('\n').collect();
    let len = |text: &str| text.chars().count();
    for pair in units.windows(2) {
        let line = lines[pair[0].line];
        if pair[0].line == pair[1].line {
            require(len(line) < 80, Rule::LineLength, line)?;
        } else {
            let len = len(line) + 1 + len(pair[1].text);
            require(len >= 80, Rule::LineFill, format_args!("{line} | {}", pair[1].text))?;
        }
    }
    Ok(())
}

/// A line of moves.
#[derive(Clone)]
struct Line {
    board: Board,
    /// The board before the last move, where a variation begins.
    before: Board,
    has_move: bool,
}

/// The termination markers: those in the standard, and the one for a double forfeit, which it
/// lacks.
const TERMINATIONS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "*", "0-0"];

/// The moves that were read.
struct Moves {
    line: Line,
    /// The lines whose variations are open.
    open: Vec<Line>,
    /// `true` if a Black move needs a number.
    needs_number: bool,
    form: VariationForm,
}

impl Moves {
    fn new(start: Board, form: VariationForm) -> Self {
        let line = Line { board: start.clone(), before: start, has_move: false };
        Self { line, open: Vec::new(), needs_number: true, form }
    }

    fn check(mut self, units: &[Unit<'_>], result: &str) -> Result<(), Violation> {
        let Some((last, units)) = units.split_last() else {
            return Err(Violation::new(Rule::Termination, "no movetext"));
        };
        let is_result = TERMINATIONS.contains(&result);
        require(is_result && last.text == result, Rule::Termination, last.text)?;
        let mut index = 0;
        while let Some(unit) = units.get(index) {
            index += match unit.text {
                "{" => self.check_comment(&units[index..])?,
                "(" => self.start_variation()?,
                ")" => self.end_variation()?,
                text if text.starts_with('$') => self.check_glyph(text)?,
                _ => self.check_move(&units[index..])?,
            };
        }
        require(self.open.is_empty(), Rule::Variation, "an open variation")
    }

    /// Checks a comment and returns how many units it has.
    fn check_comment(&mut self, units: &[Unit<'_>]) -> Result<usize, Violation> {
        let len = units[1..].iter().take_while(|unit| unit.is_in_comment).count();
        require(len > 0, Rule::Comment, "an empty comment")?;
        let text = units[1..=len].iter().find(|unit| unit.text.contains('}'));
        require(text.is_none(), Rule::Comment, text.map_or("", |unit| unit.text))?;
        self.needs_number = true;
        Ok(len + 2)
    }

    fn start_variation(&mut self) -> Result<usize, Violation> {
        let is_complete = self.line.has_move || self.form == VariationForm::Any;
        require(is_complete, Rule::Variation, "a variation that replaces no move")?;
        let board = self.line.before.clone();
        let variation = Line { board: board.clone(), before: board, has_move: false };
        self.open.push(std::mem::replace(&mut self.line, variation));
        self.needs_number = true;
        Ok(1)
    }

    fn end_variation(&mut self) -> Result<usize, Violation> {
        let is_complete = self.line.has_move || self.form == VariationForm::Any;
        require(is_complete, Rule::Variation, "a variation without a move")?;
        let line = self.open.pop();
        self.line = line.ok_or_else(|| Violation::new(Rule::Variation, ") without ("))?;
        self.needs_number = true;
        Ok(1)
    }

    fn check_glyph(&mut self, text: &str) -> Result<usize, Violation> {
        let number: Option<u32> = text[1..].parse().ok();
        let is_canonical = number.is_some_and(|number| format!("${number}") == text);
        require(is_canonical, Rule::Glyph, text)?;
        self.needs_number = true;
        Ok(1)
    }

    /// Checks a move with its number, if any, and returns how many units it has.
    fn check_move(&mut self, units: &[Unit<'_>]) -> Result<usize, Violation> {
        let text = units[0].text;
        let is_termination = TERMINATIONS.contains(&text);
        require(!is_termination, Rule::Termination, text)?;
        require(!text.contains('}'), Rule::Comment, text)?;
        let fen = self.line.board.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let is_white = fields[1] == "w";
        let number = fields[5];
        let expected = format!("{number}{}", if is_white { "." } else { "..." });
        let needs_number = is_white || self.needs_number;
        let is_number = text.ends_with('.');
        require(is_number == needs_number, Rule::MoveNumber, text)?;
        require(!is_number || text == expected, Rule::MoveNumber, text)?;
        let count = if is_number { 2 } else { 1 };
        let Some(mv) = units.get(count - 1) else {
            return Err(Violation::new(Rule::MoveNumber, text));
        };
        let board = &self.line.board;
        let after = match mv.text {
            "--" => san::after_null_move(board),
            text => san::find(board, text).map(|mv| board.after(mv)),
        };
        let after = after.ok_or_else(|| Violation::new(Rule::Move, mv.text))?;
        let before = std::mem::replace(&mut self.line.board, after);
        (self.line.before, self.line.has_move) = (before, true);
        self.needs_number = false;
        Ok(count)
    }
}
