//! The row `engine_nodes`: a small search, written once and run on several libraries.
//!
//! Every library visits the same nodes: moves with equal scores are ordered by origin, target and
//! promotion, and the search itself computes key, evaluation, castling rights and clock. An adapter
//! implements [`Node`](node::Node) and [`Stages`](node::Stages) by the calls that its library
//! recommends for speed.

mod call_costs;
mod calls;
mod cozy;
mod evaluation;
mod gigachess;
mod key;
mod move_code;
mod node;
mod ordering;
mod owlchess;
mod search;
mod shakmaty;
mod state;
pub(super) mod steps;
mod tabiya;
mod table;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::rc::Rc;

use anyhow::Result;

use self::node::{Node, Root};
use self::search::{Outcome, Search};
use self::state::State;
use self::table::Table;
use super::clock::Clock;
use super::competitors::Competitor;
use super::measure::{Case, PartsCase, Row, Statistic, Unit, Work};
use super::sources::Sources;

/// The number of positions, taken at equal distances from those in the rows that repeat them.
const POSITIONS: usize = 20;

/// The search depth, and the depth in a smoke test.
const DEPTH: i32 = 5;
const QUICK_DEPTH: i32 = 3;

/// Calls a function that is generic over a node, with a competitor's node; `None` without one.
macro_rules! with_node {
    ($competitor:expr, $function:ident, $($argument:expr),*) => {
        match $competitor {
            Competitor::Tabiya => Some($function::<tabiya::WhiteNode>($($argument),*)),
            Competitor::Cozy => Some($function::<cozy_chess::Board>($($argument),*)),
            Competitor::Shakmaty => Some($function::<::shakmaty::Chess>($($argument),*)),
            Competitor::Owlchess => Some($function::<::owlchess::Board>($($argument),*)),
            Competitor::Gigachess => Some($function::<::gigachess::Board>($($argument),*)),
            _ => None,
        }
    };
}
#[cfg(test)]
use with_node;

/// Returns the row's work.
///
/// # Errors
///
/// Returns an error if a library rejects a position.
pub(super) fn row(name: String, sources: &Sources) -> Result<Row> {
    let fens = fens(sources);
    let depth = if sources.is_quick { QUICK_DEPTH } else { DEPTH };
    // One table for all libraries: each has the same addresses and the same cache misses.
    let table = Rc::new(RefCell::new(Table::new()));
    let amount = work::<cozy_chess::Board, 1, 1>(&fens, depth, &table)?()?;
    let case = |works| Case {
        name: name.clone(),
        amount,
        expected: None,
        works,
        max_ratio: f64::INFINITY,
        statistic: Statistic::Minimum,
        clock: Clock::Thread,
    };
    let mut row_works = Vec::new();
    let mut parts = Vec::new();
    for &competitor in Competitor::ALL {
        let plain = with_node!(competitor, works, &fens, depth, &table).transpose()?;
        let repeated = with_node!(competitor, works, &fens, depth, &table).transpose()?;
        row_works.push(plain.map(|[work, ..]| work));
        parts.push(repeated.map(|works| PartsCase(case(works.map(Some).into()))));
    }
    let cases = vec![case(row_works)];
    Ok(Row { name, level: None, unit: Unit::MillionNodesPerSecond, cases, parts })
}

/// Returns the FENs of the positions that are searched.
fn fens(sources: &Sources) -> Vec<&str> {
    let step = sources.texts.len() / POSITIONS;
    let texts = sources.texts.iter().step_by(step).take(POSITIONS);
    texts.map(|text| text.fen.as_str()).collect()
}

/// Returns a library's searches: one, one in which every library call is made twice, and one with a
/// second key.
fn works<N: Node>(fens: &[&str], depth: i32, table: &Rc<RefCell<Table>>) -> Result<[Work; 3]> {
    Ok([
        work::<N, 1, 1>(fens, depth, table)?,
        work::<N, 2, 1>(fens, depth, table)?,
        work::<N, 1, 2>(fens, depth, table)?,
    ])
}

/// Returns the work that searches each position; the count is the number of nodes.
fn work<N: Node, const CALLS: usize, const KEYS: usize>(
    fens: &[&str],
    depth: i32,
    table: &Rc<RefCell<Table>>,
) -> Result<Work> {
    let root = |&fen: &&str| Ok((N::parse(fen)?, State::from_fen(fen)?));
    let mut roots = fens.iter().map(root).collect::<Result<Vec<(Root<N>, State<KEYS>)>>>()?;
    let table = Rc::clone(table);
    Ok(Box::new(move || {
        let mut table = table.borrow_mut();
        let mut nodes = 0;
        for (root, state) in &mut roots {
            nodes += search::<N, CALLS, KEYS>(root, *state, depth, &mut table).nodes;
        }
        Ok(nodes)
    }))
}

/// Searches a position, with as many calls and keys as [`Search`] has.
fn search<N: Node, const CALLS: usize, const KEYS: usize>(
    root: &mut Root<N>,
    state: State<KEYS>,
    depth: i32,
    table: &mut Table,
) -> Outcome {
    let search = Search::<N::Move, CALLS, KEYS>::new(table);
    match root {
        Root::This(node) => search.run(node, state, depth),
        Root::Other(node) => search.run(node, state, depth),
    }
}
