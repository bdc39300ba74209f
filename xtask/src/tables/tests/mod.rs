//! The tables derived a second time, by means that share no code with the first, and what
//! becomes of the files when something goes wrong.

mod castling;
mod folder;
mod leapers;
mod magics;
mod polyglot;
mod rendering;
mod sliders;

/// The square at (file, rank), if that is on the board.
fn square_at(file: i32, rank: i32) -> Option<usize> {
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| usize::try_from(rank * 8 + file).expect("no square is negative"))
}

/// The (file, rank) of every square, in order.
fn coordinates() -> Vec<(i32, i32)> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank))).collect()
}

/// The set of the squares at `steps` from (file, rank), as far as they are on the board.
fn at_steps((file, rank): (i32, i32), steps: &[(i32, i32)]) -> u64 {
    let squares = steps.iter().filter_map(|&(files, ranks)| square_at(file + files, rank + ranks));
    squares.fold(0, |set, square| set | 1 << square)
}

/// The set of the named squares, `"a1 h8"`.
fn set(names: &str) -> u64 {
    names.split_ascii_whitespace().fold(0, |set, name| {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else {
            panic!("{name} is no square");
        };
        set | 1 << (8 * (rank - b'1') + file - b'a')
    })
}
