//! The tables on a Markdown page.

use std::fs;
use std::path::Path;

/// The code in a row's two cells: the inline code spans in each, in order.
pub type Cells = [Vec<String>; 2];

/// Returns the text in a repository file.
pub fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).expect(path)
}

/// Returns the rows in all two-column tables, without their headings.
pub fn rows(page: &str) -> Vec<Cells> {
    let mut rows = Vec::new();
    let mut is_body = false;
    for line in page.lines() {
        match line {
            "|---|---|" => is_body = true,
            _ if !line.starts_with('|') => is_body = false,
            _ if is_body => rows.push(cells(line)),
            _ => {}
        }
    }
    rows
}

fn cells(line: &str) -> Cells {
    let line = line.replace("\\|", "\0");
    let cells: Vec<&str> = line.split('|').collect();
    let ["", left, right, ""] = cells[..] else { panic!("not a row of two cells: {line}") };
    [left, right].map(|cell| code(&cell.replace('\0', "|")))
}

/// Returns the inline code spans in a cell without white space.
fn code(cell: &str) -> Vec<String> {
    let spans: Vec<&str> = cell.split('`').collect();
    assert!(spans.len() % 2 == 1, "an unclosed code span: {cell}");
    spans.into_iter().skip(1).step_by(2).map(squeeze).collect()
}

/// Returns a text without white space, as code is compared.
pub fn squeeze(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn row_is_code_in_two_cells() {
    let page = "| a | b |\n|---|---|\n| `x(y, z)`, or `w` | none |\n\n| `u` | v |\n";
    let expected: Cells = [vec!["x(y,z)".to_owned(), "w".to_owned()], vec![]];
    assert_eq!(rows(page), [expected]);
    let expected: Cells = [vec!["|a|b".to_owned()], vec!["c".to_owned()]];
    assert_eq!(rows("|---|---|\n| `\\|a\\| b` | `c` |"), [expected]);
}
