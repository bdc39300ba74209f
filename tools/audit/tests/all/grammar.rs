//! Engines with each bug of the diagnosis grammar: the audit finds what they claim wrongly.

use std::thread;

use tabiya::uci::{self, CastlingNotation};
use tabiya::{Board, Position};
use tabiya_explain::audit::Finding;
use tabiya_explain::diagnosis::{Cause, Edit, Limits, POSITIONS, divide_leaves, moves_after};

use super::findings_in;

/// The parts of an edit that the audit found.
#[derive(Debug, Default)]
struct Found {
    /// An illegal move in a variation and as the best move.
    illegal_move: bool,
    /// The claim that there is no move.
    no_move: bool,
    /// Another count of `go perft`.
    count: bool,
}

/// A position that a line of legal moves reaches.
struct Node {
    board: Board,
    line: Vec<String>,
}

impl Node {
    fn children(&self) -> impl Iterator<Item = Self> + '_ {
        self.board.legal_moves().into_iter().map(|mv| {
            let mut line = self.line.clone();
            line.push(uci::display(mv, CastlingNotation::KingMove).to_string());
            Self { board: self.board.after(mv), line }
        })
    }

    /// Audits the first illegal move that an engine with an edit plays here, or its claim that there is none.
    fn audit(&self, start: &Position, edit: Edit, audited: &mut Found) {
        let line: Vec<_> = self.line.iter().map(String::as_str).collect();
        let Some(moves) = moves_after(start, &line, &edit.into()) else { return };
        let findings = |output: &str| {
            let moves = line.join(" ");
            let log = format!("position fen {} moves {moves}\ngo\n{output}\n", start.fen());
            findings_in(log.as_bytes())
        };
        let is_illegal = |mv: &&String| uci::parse(&self.board, mv.as_str()).is_err();
        if let Some(mv) = moves.iter().find(is_illegal) {
            let found = findings(&format!("info depth 1 score cp 0 pv {mv}\nbestmove {mv}"));
            for place in ["pv-", "bestmove-"] {
                let is_found =
                    |found: &Finding| found.claim == *mv && found.code.starts_with(place);
                assert!(found.iter().any(is_found), "{edit}: {mv} after {line:?}: {found:?}");
            }
            audited.illegal_move = true;
        }
        if moves.is_empty() && self.board.has_legal_move() {
            let found = findings("bestmove (none)");
            let is_found = |found: &Finding| found.code == "bestmove-null";
            assert!(found.iter().any(is_found), "{edit}: no move after {line:?}: {found:?}");
            audited.no_move = true;
        }
    }

    /// Audits the nodes of a tree, up to the first illegal move.
    fn audit_tree(start: &Position, depth: u8, edit: Edit, audited: &mut Found) {
        let mut nodes = vec![Self { board: Board::from(*start), line: Vec::new() }];
        for _ in 0..depth {
            for node in &nodes {
                node.audit(start, edit, audited);
                if audited.illegal_move {
                    return;
                }
            }
            nodes = nodes.iter().flat_map(Self::children).collect();
        }
    }
}

/// Audits an engine with an edit.
fn audit(edit: Edit) -> Found {
    let mut audited = Found::default();
    let Some(example) = edit.example() else { return audited };
    let (position, depth) = (&example.position, example.depth);
    let rows = divide_leaves(position, depth, &Cause::from(edit), Limits::default(), &mut || true);
    let rows = rows.expect("the example is small").into_iter();
    let rows: String = rows.map(|(mv, count)| format!("{mv}: {count}\n")).collect();
    let fen = position.fen();
    let total = example.wrong;
    let log = format!("position fen {fen}\ngo perft {depth}\n{rows}\nNodes searched: {total}\n");
    let mut findings = findings_in(log.as_bytes()).into_iter();
    audited.count = findings.any(|found| found.code.starts_with("perft"));
    assert!(audited.count, "{edit}: {log}");

    Node::audit_tree(position, depth, edit, &mut audited);
    // Other positions are shown for both colors only.
    let others = POSITIONS.lines().filter(|_| edit.color().is_none());
    for (fen, _) in others.filter_map(|line| line.split_once(" acd ")) {
        if audited.illegal_move {
            break;
        }
        let position = Position::from_fen(fen).expect(fen);
        Node::audit_tree(&position, 2, edit, &mut audited);
    }
    // Only moves that are generated twice, ends that are counted and tables add leaves without illegal moves.
    let adds = ["twice-", "end-is-leaf", "hash-key-"];
    let is_exception = adds.iter().any(|start| edit.code().starts_with(start));
    assert!(audited.illegal_move || example.wrong < example.right || is_exception, "{edit}");
    audited
}

#[test]
fn every_edit_is_found_in_a_log() {
    let edits: Vec<_> = Edit::all().collect();
    let audited: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|start| {
                let edits = edits.iter().skip(start).step_by(8);
                scope.spawn(|| edits.map(|&edit| (edit, audit(edit))).collect::<Vec<_>>())
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no edit fails")).collect()
    });
    // No leaf count shows a hash table whose key lacks the side to move.
    let invisible = audited.iter().filter(|(_, found)| !found.count).map(|(edit, _)| edit.code());
    assert_eq!(invisible.collect::<Vec<_>>(), ["hash-key-without-side"]);
    let count =
        |is_found: fn(&Found) -> bool| audited.iter().filter(|(_, found)| is_found(found)).count();
    let (illegal_moves, no_moves) =
        (count(|found| found.illegal_move), count(|found| found.no_move));
    assert!(illegal_moves > 630 && no_moves > 10, "{illegal_moves} {no_moves}");
}
