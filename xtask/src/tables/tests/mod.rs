//! Tests for the derivations, by independent code, and for the generated files in case of failures.

mod castling;
mod folder;
mod leapers;
mod magics;
mod polyglot;
mod rendering;
mod sliders;

/// Returns the square at (file, rank); `None` outside the board.
fn square_at(file: i32, rank: i32) -> Option<usize> {
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then(|| usize::try_from(rank * 8 + file).expect("a square index"))
}

/// Returns the (file, rank) of every square, in order.
fn coordinates() -> Vec<(i32, i32)> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank))).collect()
}

/// Returns the squares at `steps` from (file, rank) that are on the board.
fn squares_at_steps((file, rank): (i32, i32), steps: &[(i32, i32)]) -> u64 {
    let squares = steps.iter().filter_map(|&(files, ranks)| square_at(file + files, rank + ranks));
    squares.fold(0, |set, square| set | 1 << square)
}

/// Returns the set with the named squares, such as `"a1 h8"`.
fn parse_set(names: &str) -> u64 {
    names.split_ascii_whitespace().fold(0, |set, name| {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else {
            panic!("{name}: not a square");
        };
        set | 1 << (8 * (rank - b'1') + file - b'a')
    })
}
