//! The calls that an engine makes at a node, from the simplest ones to those in the row
//! `engine_nodes`.
//!
//! Each step replaces some calls and keeps the others. All visit the same nodes, so that the times
//! show what each replacement is worth.

use std::cell::RefCell;
use std::fmt::Write;
use std::fs;
use std::rc::Rc;

use ::tabiya::{AnyGenerator, Board, Move, MoveList, Piece, Square};
use anyhow::{Context, Result, ensure};
use tabiya_core::cpu;

use super::call_costs::{self, CallCost};
use super::move_code::MoveCode;
use super::node::{Candidate, Change, Node, Observer, Root, Stages};
use super::tabiya::{Forward, WhiteNode, candidate, code, to_move};
use super::table::Table;
use super::work;
use crate::adapter;
use crate::clock::{Clock, Stopwatch};
use crate::conditions::Conditions;
use crate::measure::Work;
use crate::sources::Sources;

/// All moves at a node from one list, in which the hash move is searched too.
const LIST: u8 = 0;
/// The hash move and the killer moves by `is_legal`, before a list.
const LEGALITY: u8 = 1;
/// Captures and promotions before quiet moves.
const STAGES: u8 = 2;
/// One generator for all calls at a node.
const GENERATOR: u8 = 3;
/// The changes that a move makes by an observer, instead of by piece look-ups.
const OBSERVER: u8 = 4;

/// The steps as rows on the page; the last one is the adapter for the row `engine_nodes`.
const STEPS: [&str; 6] = [
    "`board.legal_moves()`, `board.is_check()`, `board.after(mv)`",
    "`board.is_legal(mv)` for hash move and killer moves, before a list",
    "`noisy_into`, then `quiets_into` if no capture refutes the position",
    "one `board.generator()` per node, which makes all of these calls",
    "`make_observed`: the evaluation is updated by an observer",
    "`generator_as::<S>()`: the side to move is a type; a closure receives the captures",
];

/// A board in the search, with a step's calls.
struct StepNode<const STEP: u8>(Board);

impl<const STEP: u8> Node for StepNode<STEP> {
    type Move = Move;
    type After = Self;
    type Stages<'a> = StepStages<'a, STEP>;

    fn parse(fen: &str) -> Result<Root<Self>> {
        Ok(Root::This(Self(adapter::board(fen)?)))
    }

    #[inline(always)]
    fn stages(&mut self) -> StepStages<'_, STEP> {
        let board = &self.0;
        let generator = (STEP >= GENERATOR).then(|| board.generator());
        let is_check = generator.as_ref().map_or_else(|| board.is_check(), AnyGenerator::is_check);
        let moves = (STEP < LEGALITY).then(|| board.legal_moves());
        StepStages { board, generator, is_check, moves }
    }
}

struct StepStages<'a, const STEP: u8> {
    board: &'a Board,
    generator: Option<AnyGenerator<'a>>,
    is_check: bool,
    /// The legal moves, once they are listed.
    moves: Option<MoveList>,
}

impl<const STEP: u8> StepStages<'_, STEP> {
    #[inline(always)]
    fn moves(&mut self) -> &MoveList {
        self.moves.get_or_insert_with(|| match &self.generator {
            Some(generator) => generator.legal_moves(),
            None => self.board.legal_moves(),
        })
    }

    /// Passes the quiet moves or the others to a function.
    #[inline(always)]
    fn visit(&mut self, is_quiet: bool, mut visit: impl FnMut(Move)) {
        let board = self.board;
        if STEP < STAGES {
            let moves = self.moves().iter().copied();
            moves.filter(|&mv| board.is_quiet(mv) == is_quiet).for_each(visit);
            return;
        }
        let mut list = MoveList::new();
        match (&self.generator, is_quiet) {
            (Some(generator), true) => generator.quiets_into(&mut list),
            (Some(generator), false) => generator.noisy_into(&mut list),
            (None, true) => board.generator().quiets_into(&mut list),
            (None, false) => board.generator().noisy_into(&mut list),
        }
        list.iter().for_each(|&mv| visit(mv));
    }
}

impl<const STEP: u8> Stages for StepStages<'_, STEP> {
    type Move = Move;
    type After = StepNode<STEP>;

    #[inline(always)]
    fn is_check(&self) -> bool {
        self.is_check
    }

    #[inline(always)]
    fn is_occupied(&self, square: u8) -> bool {
        self.board.occupied().contains(Square::ALL[usize::from(square & 63)])
    }

    #[inline(always)]
    fn find(&self, code: MoveCode) -> Option<Move> {
        let mv = to_move(code);
        let is_legal = match (&self.generator, &self.moves) {
            (Some(generator), _) => generator.is_legal(mv),
            (None, Some(moves)) if STEP < LEGALITY => moves.contains(&mv),
            (None, _) => self.board.is_legal(mv),
        };
        is_legal.then_some(mv)
    }

    #[inline(always)]
    fn all(&mut self, mut visit: impl FnMut(Candidate<Move>)) {
        let board = self.board;
        self.moves().iter().for_each(|&mv| visit(candidate(board, mv)));
    }

    #[inline(always)]
    fn noisy(&mut self, mut visit: impl FnMut(Candidate<Move>)) {
        let board = self.board;
        self.visit(false, |mv| visit(candidate(board, mv)));
    }

    #[inline(always)]
    fn quiets(&mut self, mut visit: impl FnMut(Move, MoveCode)) {
        self.visit(true, |mv| visit(mv, code(mv)));
    }

    #[inline(always)]
    fn make<O: Observer, R>(
        &mut self,
        mv: Move,
        mut observer: O,
        visit: impl FnOnce(&mut StepNode<STEP>, O) -> R,
    ) -> Option<R> {
        if STEP >= OBSERVER
            && let Some(generator) = &self.generator
        {
            let mut observer = Forward(observer);
            let board = generator.make_observed(mv, &mut observer);
            return Some(visit(&mut StepNode(board), observer.0));
        }
        let piece = self.board.piece_on(mv.from()).unwrap_or(Piece::WhitePawn);
        let captured = self.board.captured_piece(mv).map(|piece_type| piece_type as u8);
        Change { code: code(mv), piece: piece as u8, captured }.report(&mut observer);
        let board = match &self.generator {
            Some(generator) => generator.make(mv),
            None => self.board.after(mv),
        };
        Some(visit(&mut StepNode(board), observer))
    }
}

/// Measures the steps in interleaved rounds, and writes `docs/reference/engine-steps.md`.
///
/// # Errors
///
/// Returns an error if the steps visit different nodes, or the page cannot be written.
pub(crate) fn run(rounds: u32) -> Result<()> {
    let sources = Sources::read(false)?;
    let fens = super::fens(&sources);
    let mut works = works(&fens, super::DEPTH)?;
    let mut seconds = [f64::INFINITY; STEPS.len()];
    let mut nodes = [0; STEPS.len()];
    for _ in 0..rounds {
        for (index, work) in works.iter_mut().enumerate() {
            let stopwatch = Stopwatch::start(Clock::Thread);
            nodes[index] = work()?;
            seconds[index] = seconds[index].min(stopwatch.seconds());
        }
    }
    ensure!(nodes.iter().all(|&count| count == nodes[0]), "different nodes: {nodes:?}");
    let positions = call_costs::positions(sources.texts.iter().map(|text| text.fen.as_str()))?;
    let costs = call_costs::measure(&positions, 10 * rounds);
    let page = page(&Conditions::detect(rounds), nodes[0], seconds) + &call_table(&costs);
    let path = crate::repository::root().join("docs/reference/engine-steps.md");
    fs::write(&path, page).with_context(|| format!("{}", path.display()))
}

fn works(fens: &[&str], depth: i32) -> Result<[Work; STEPS.len()]> {
    let table = Rc::new(RefCell::new(Table::new()));
    Ok([
        work::<StepNode<LIST>, 1, 1>(fens, depth, &table)?,
        work::<StepNode<LEGALITY>, 1, 1>(fens, depth, &table)?,
        work::<StepNode<STAGES>, 1, 1>(fens, depth, &table)?,
        work::<StepNode<GENERATOR>, 1, 1>(fens, depth, &table)?,
        work::<StepNode<OBSERVER>, 1, 1>(fens, depth, &table)?,
        work::<WhiteNode, 1, 1>(fens, depth, &table)?,
    ])
}

fn page(conditions: &Conditions, nodes: u64, seconds: [f64; STEPS.len()]) -> String {
    let mut text = format!(
        "# What the calls of a node are worth\n\n\
         The search of [engine nodes](../explain/engine-nodes.md) with the calls of Tabiya replaced one after the\n\
         other. Each row keeps the calls of the rows above it that it does not replace. All rows visit the same\n\
         {nodes} nodes. `cargo run --release --bin engine-steps` in the folder `lab` writes this page; with\n\
         `TABIYA_CPU=avx2` in the environment, AVX-512 is off.\n\n\
         {}, CPU features up to {}, minima of {} rounds.\n\n\
         | calls | ns/node | speed |\n|---|---:|---:|\n",
        conditions.environment(),
        cpu::level().name(),
        conditions.rounds,
    );
    for (calls, time) in STEPS.iter().zip(seconds) {
        let per_node = time * 1e9 / nodes as f64;
        let _ = writeln!(text, "| {calls} | {per_node:.0} | {:.2} |", seconds[0] / time);
    }
    text
}

fn call_table(costs: &[CallCost]) -> String {
    let mut text = "\n## Calls alone\n\n\
        The same positions, once each per round. Calls per move are made for all legal moves of a node, so that\n\
        their rows contain a share of `board.generator()`, `board.check_info()` or `Mailbox::from`. The last row does not.\n\n\
        | call | per | ns |\n|---|---|---:|\n"
        .to_owned();
    for CallCost { call, per, nanoseconds } in costs {
        let _ = writeln!(text, "| {call} | {per} | {nanoseconds:.1} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_visit_same_nodes() {
        let sources = Sources::read(true).expect("texts");
        let mut works = works(&super::super::fens(&sources), 3).expect("valid positions");
        let nodes = works.each_mut().map(|work| work().expect("a search"));
        assert!(nodes[0] > 1000 && nodes.iter().all(|&count| count == nodes[0]), "{nodes:?}");
    }
}
