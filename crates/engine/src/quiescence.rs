//! Where alpha-beta ends: captures and promotions alone, until nothing hangs.

use tabiya::{Move, PieceType, SeeValues};

use crate::deepening::Stopped;
use crate::node::Node;
use crate::ordering::Picker;
use crate::search::{INFINITE, MATE_IN_SIGHT, MAX_PLY, Search, from_table, mated_in, to_table};
use crate::table::{Bound, Found};

impl Search {
    /// The score of a node when only what takes or promotes is tried, each side free to
    /// leave it; in check every answer is.
    pub(crate) fn quiesce(
        &mut self,
        node: &Node,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.watch.visit(ply)?;
        let board = &node.board;
        if self.is_draw(board) {
            return Ok(0);
        }
        if ply + 1 >= MAX_PLY {
            return Ok(node.evaluation());
        }
        let known = self.table.probe(board.key());
        if let Some(entry) = known {
            let score = from_table(entry.score.into(), ply);
            if entry.decides(score, alpha, beta) {
                return Ok(score);
            }
        }
        let in_check = board.is_check();
        let evaluation = match known {
            _ if in_check => -INFINITE,
            Some(entry) => entry.evaluation.into(),
            None => node.evaluation(),
        };
        let mut best = evaluation;
        if best >= beta {
            return Ok(best);
        }
        alpha = alpha.max(best);

        let (mut best_move, mut bound) = (None, Bound::Upper);
        let mut picker = match in_check {
            true => Picker::all(&self.ordering, known.and_then(|entry| entry.mv), ply),
            false => Picker::noisy(&self.ordering),
        };
        while let Some(mv) = picker.next(board, &mut self.ordering) {
            // Not even the piece for nothing would be enough.
            if !in_check && evaluation + gain(node, mv) + 150 <= alpha {
                continue;
            }
            // One answer to a check is enough, unless it is mate.
            if in_check && best > -MATE_IN_SIGHT && board.is_quiet(mv) {
                picker.skip_quiets();
                continue;
            }
            self.table.prefetch(board.key_after(mv));
            let after = node.after(mv);
            self.keys.push(after.board.key());
            let score = -self.quiesce(&after, (-beta, -alpha), ply + 1)?;
            self.keys.pop();
            best = best.max(score);
            if score > alpha {
                (alpha, best_move) = (score, Some(mv));
            }
            if score >= beta {
                bound = Bound::Lower;
                break;
            }
        }
        picker.finish(&mut self.ordering);
        if best == -INFINITE {
            return Ok(mated_in(ply));
        }
        let score = to_table(best, ply);
        let evaluation = if in_check { 0 } else { evaluation };
        self.table.store(board.key(), Found { mv: best_move, score, evaluation, depth: 0, bound });
        Ok(best)
    }
}

/// What a move takes and makes, in centipawns.
fn gain(node: &Node, mv: Move) -> i32 {
    let value = |piece: Option<PieceType>| piece.map_or(0, |piece| SeeValues::DEFAULT.of(piece));
    value(node.board.captured(mv)) + value(mv.promotion())
}
