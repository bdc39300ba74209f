//! Printed boards with eight rows, with or without frames and labels.

use alloc::vec::Vec;

use tabiya::{Bitboard, File, Piece, Rank, Square};

use super::error::BitboardError;

/// A description that covers all forms, for texts that resemble none.
pub const EXPECTED_ANY: &str = "a number (0x…, 0b… or decimal), a board or a list of squares";

const EXPECTED_ROW: &str = "a row of eight squares";

/// A character in a line and the index of its first byte in the text.
type Mark = (usize, char);

/// A row: eight marks, and the rank's label.
struct Row {
    marks: Vec<Mark>,
    label: Label,
}

/// The label's position among a row's marks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// There is none.
    Absent,
    /// The first mark.
    First,
    /// The last mark.
    Last,
    /// The first and the last mark.
    Both,
    /// The first or the last mark: `1 0 0 0 0 0 0 0 1` may be rank 1 with a label on either side.
    Unclear,
}

/// A line in a printed board.
enum Line {
    /// A line that shows no squares.
    Other,
    /// The file labels.
    Files {
        /// True if they begin with the h-file.
        is_descending: bool,
    },
    /// A row of squares.
    Row(Row),
}

/// Reads the set that a printed board shows.
///
/// # Errors
///
/// Returns an error if the text does not have eight rows, or a row does not have eight squares.
pub fn parse_board(text: &str) -> Result<Bitboard, BitboardError> {
    let mut rows: Vec<Row> = Vec::new();
    let mut are_files_descending = false;
    let mut at = 0;
    for line in text.split('\n') {
        let expected = if rows.is_empty() { EXPECTED_ANY } else { EXPECTED_ROW };
        match read_line(line, at, expected)? {
            Line::Other => {}
            Line::Files { is_descending } => are_files_descending = is_descending,
            Line::Row(row) if rows.len() < 8 => rows.push(row),
            Line::Row(_) => {
                let (start, found) = trim(line, at);
                return Err(BitboardError::new(start, found, "eight rows"));
            }
        }
        at += line.len() + 1;
    }
    if rows.len() < 8 {
        return Err(BitboardError::new(text.len(), "", "eight rows"));
    }
    resolve_labels(&mut rows);
    let mut ranks = Bitboard::EMPTY;
    let mut set = Bitboard::EMPTY;
    for (index, row) in rows.iter().enumerate() {
        let (label, cells) = row.split();
        let rank = label.map_or(Some(7 - index), |(_, label)| digit_rank(label));
        let rank = rank.and_then(Rank::from_index).unwrap_or(Rank::First);
        if !ranks.insert(Square::new(File::A, rank)) {
            let (at, label) = label.unwrap_or(cells[0]);
            let expected = "the label of another rank";
            return Err(BitboardError::new(at, label.encode_utf8(&mut [0; 4]), expected));
        }
        let members =
            cells.iter().zip(File::ALL).filter(|((_, mark), _)| is_member(*mark) == Some(true));
        set.extend(members.map(|(_, file)| Square::new(file, rank)));
    }
    Ok(if are_files_descending { set.flip_horizontal() } else { set })
}

impl Row {
    /// Returns the label, if there is one, and the eight marks for the squares.
    fn split(&self) -> (Option<Mark>, &[Mark]) {
        let marks = &self.marks;
        match self.label {
            Label::Absent => (None, &marks[..8]),
            Label::First | Label::Both => (Some(marks[0]), &marks[1..9]),
            Label::Last | Label::Unclear => (Some(marks[8]), &marks[..8]),
        }
    }

    /// Tests whether most marks stand for squares, so that the others are errors in a row.
    fn has_cells(&self) -> bool {
        let (_, cells) = self.split();
        cells.iter().filter(|(_, mark)| is_member(*mark).is_some()).count() > cells.len() / 2
    }

    /// Tests whether all marks stand for squares.
    fn check(&self) -> Result<(), BitboardError> {
        let (_, cells) = self.split();
        match cells.iter().find(|(_, mark)| is_member(*mark).is_none()) {
            None => Ok(()),
            Some((at, mark)) => {
                let expected = "`.` for an empty square, or X, 1, # or a piece";
                Err(BitboardError::new(*at, mark.encode_utf8(&mut [0; 4]), expected))
            }
        }
    }
}

/// Decides on which side the labels are where a row leaves it open.
fn resolve_labels(rows: &mut [Row]) {
    let has_first = rows.iter().any(|row| row.label == Label::First);
    for row in rows.iter_mut().filter(|row| row.label == Label::Unclear) {
        row.label = if has_first { Label::First } else { Label::Last };
    }
}

/// Reads a line that begins at an index in the text.
fn read_line(line: &str, at: usize, expected: &'static str) -> Result<Line, BitboardError> {
    let (start, found) = trim(line, at);
    let is_frame = |c: char| matches!(c, '+' | '-' | '=' | '_' | '|') || is_box_drawing(c);
    let mut marks: Vec<Mark> = line
        .char_indices()
        .filter(|&(_, c)| !c.is_whitespace() && !is_bar(c) && !is_box_drawing(c))
        .map(|(index, c)| (at + index, c))
        // More are not a row.
        .take(11)
        .collect();
    let is_only_frame = found.chars().all(|c| c.is_whitespace() || is_frame(c));
    let has_blanks = line.chars().filter(|&c| is_bar(c)).count() == 9;
    // A line with eight dashes is a row of empty squares.
    let is_row = marks.len() == 8 && marks.iter().all(|&(_, c)| is_member(c).is_some());
    if found.contains(':') || is_only_frame && !is_row && !(has_blanks && marks.is_empty()) {
        return Ok(Line::Other);
    }
    if marks.iter().map(|(_, c)| c.to_ascii_lowercase()).eq("abcdefgh".chars()) {
        return Ok(Line::Files { is_descending: false });
    }
    if marks.iter().map(|(_, c)| c.to_ascii_lowercase()).eq("hgfedcba".chars()) {
        return Ok(Line::Files { is_descending: true });
    }
    if has_blanks {
        marks = fill_blanks(line, at);
    }
    let label = match (&*marks, marks.first(), marks.last()) {
        (marks, Some(&(_, first)), Some(&(_, last))) => find_label(marks.len(), first, last),
        _ => None,
    };
    let row = label.map(|label| Row { marks, label });
    match row {
        Some(row) if row.has_cells() => row.check().map(|()| Line::Row(row)),
        _ => Err(BitboardError::new(start, found, expected)),
    }
}

/// Returns the marks in a line with nine bars, with a point for each cell without a mark.
fn fill_blanks(line: &str, at: usize) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut start = at;
    for (index, cell) in line.split(is_bar).enumerate() {
        let inner = cell.trim();
        let is_cell = (1..9).contains(&index);
        if inner.is_empty() && is_cell {
            marks.push((start, '.'));
        }
        let first = start + cell.len() - cell.trim_start().len();
        marks.extend(inner.char_indices().map(|(index, c)| (first + index, c)).take(11));
        start += cell.len();
        start += line[start - at..].chars().next().map_or(0, char::len_utf8);
    }
    marks
}

/// Returns where the label is in a row with some marks, or `None` if this is not a row.
fn find_label(count: usize, first: char, last: char) -> Option<Label> {
    let is_first = digit_rank(first).is_some();
    let is_last = digit_rank(last).is_some();
    // A mark may be 1, but no other digit.
    let is_only_label = |c| matches!(c, '2'..='8');
    match count {
        8 => Some(Label::Absent),
        9 if is_only_label(first) => Some(Label::First),
        9 if is_only_label(last) => Some(Label::Last),
        9 if is_first && is_last => Some(Label::Unclear),
        9 if is_first => Some(Label::First),
        9 if is_last => Some(Label::Last),
        10 if is_first && first == last => Some(Label::Both),
        _ => None,
    }
}

/// Returns the index of the rank that a label names.
fn digit_rank(label: char) -> Option<usize> {
    matches!(label, '1'..='8').then(|| label as usize - '1' as usize)
}

/// Tests whether a mark stands for a square in the set; `None` for any other character.
fn is_member(mark: char) -> Option<bool> {
    match mark {
        '.' | '0' | '-' | '_' | '·' => Some(false),
        '1' | 'X' | 'x' | '#' | '*' | 'o' | 'O' | '♔'..='♟' => Some(true),
        _ => u8::try_from(mark).ok().and_then(Piece::from_ascii).map(|_| true),
    }
}

/// Tests whether a character separates cells.
fn is_bar(character: char) -> bool {
    matches!(character, '|' | '│' | '┃' | '║')
}

/// Tests whether a Unicode character belongs to a frame.
fn is_box_drawing(character: char) -> bool {
    matches!(character, '\u{2500}'..='\u{257f}')
}

/// Returns a line's text without space around it, and its index.
fn trim(line: &str, at: usize) -> (usize, &str) {
    (at + line.len() - line.trim_start().len(), line.trim())
}
