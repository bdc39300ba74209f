//! The table rows as code: each expression in both columns is compiled, and evaluated in many
//! positions.

use std::collections::BTreeSet;

use crate::ours::{Ours, cases};
use crate::page::{self, Cells, squeeze};

/// A table row.
pub struct Row {
    /// The code in both cells.
    pub cells: Cells,
    /// The results of the expressions in both cells, if they are comparable.
    pub values: Option<[Vec<String>; 2]>,
}

impl Row {
    /// Creates a row from its expressions' source code.
    pub fn new(left: &[&str], right: &[&str], values: Option<[Vec<String>; 2]>) -> Self {
        let code = |cell: &[&str]| cell.iter().map(|text| squeeze(text)).collect();
        Self { cells: [code(left), code(right)], values }
    }

    /// Checks the results. Cells with equally many expressions are compared in pairs; otherwise all
    /// expressions have the same result.
    fn check(&self, case: &str) {
        let Some([left, right]) = &self.values else { return };
        if left.len() == right.len() {
            assert_eq!(left, right, "{:?} in {case}", self.cells);
        } else {
            let all: BTreeSet<&String> = left.iter().chain(right).collect();
            assert_eq!(all.len(), 1, "{all:?}: {:?} in {case}", self.cells);
        }
    }
}

/// Returns rows, each with a kind and the code in both cells.
///
/// The first two arguments are the statements before each side's code. The kinds are:
///
/// - `equal`: the expressions have the same results;
/// - `after`: the expressions leave the same board, the variable that the statements name first;
/// - `compiled`: the expressions compile, are not evaluated, and may have different results;
/// - `types`: types instead of expressions.
macro_rules! rows {
    ($theirs:tt $ours:tt $($kind:ident [$($left:tt)*] [$($right:tt)*];)*) => {
        vec![$(rows!(@row $kind $theirs [$($left)*] $ours [$($right)*])),*]
    };
    (@row equal $theirs:tt [$($left:expr),*] $ours:tt [$($right:expr),*]) => {
        $crate::row::Row::new(
            &[$(stringify!($left)),*],
            &[$(stringify!($right)),*],
            Some([
                vec![$(rows!(@value $theirs $left)),*],
                vec![$(rows!(@value $ours $right)),*],
            ]),
        )
    };
    (@row after $theirs:tt [$($left:expr),*] $ours:tt [$($right:expr),*]) => {
        $crate::row::Row::new(
            &[$(stringify!($left)),*],
            &[$(stringify!($right)),*],
            Some([
                vec![$(rows!(@after $theirs $left)),*],
                vec![$(rows!(@after $ours $right)),*],
            ]),
        )
    };
    (@row compiled $theirs:tt [$($left:expr),*] $ours:tt [$($right:expr),*]) => {{
        $(rows!(@run $theirs $left);)*
        $(rows!(@run $ours $right);)*
        $crate::row::Row::new(&[$(stringify!($left)),*], &[$(stringify!($right)),*], None)
    }};
    (@row types $theirs:tt [$($left:ty),*] $ours:tt [$($right:ty),*]) => {{
        $(rows!(@type $theirs $left);)*
        $(rows!(@type $ours $right);)*
        $crate::row::Row::new(&[$(stringify!($left)),*], &[$(stringify!($right)),*], None)
    }};
    (@value { |$board:ident| $($before:tt)* } $code:expr) => {
        $crate::row::evaluate(&|| {
            $($before)*
            $crate::value::Value::value(&$code)
        })
    };
    (@after { |$board:ident| $($before:tt)* } $code:expr) => {
        $crate::row::evaluate(&|| {
            $($before)*
            let _ = $code;
            $crate::value::Value::value(&$board)
        })
    };
    (@run { |$board:ident| $($before:tt)* } $code:expr) => {{
        let _ = || {
            $($before)*
            let _ = $code;
        };
    }};
    (@type { |$board:ident| $($before:tt)* } $type:ty) => {{
        let _ = || {
            $($before)*
            let _: Option<$type> = None;
        };
    }};
}
pub(crate) use rows;

/// Evaluates a row's code. One closure per expression keeps the functions small for the compiler.
pub fn evaluate(code: &dyn Fn() -> String) -> String {
    code()
}

/// Checks that a page has exactly the given rows, and that their results agree in all cases.
#[track_caller]
pub fn check(path: &str, rows_of: fn(&Ours) -> Vec<Row>) {
    let mut count = 0;
    for case in cases() {
        rows_of(&case).iter().for_each(|row| row.check(&format!("{} {:?}", case.board, case.mv)));
        count += 1;
    }
    assert!(count > 100, "{count} cases");
    let case = &cases()[0];
    let compiled: BTreeSet<Cells> = rows_of(case).into_iter().map(|row| row.cells).collect();
    let on_page = page::rows(&page::read(path));
    let missing: Vec<_> = on_page.iter().filter(|row| !compiled.contains(*row)).collect();
    assert!(missing.is_empty(), "{path} has rows that are not compiled: {missing:#?}");
    let on_page: BTreeSet<Cells> = on_page.into_iter().collect();
    let missing: Vec<_> = compiled.iter().filter(|row| !on_page.contains(*row)).collect();
    assert!(missing.is_empty(), "{path} lacks rows: {missing:#?}");
}
