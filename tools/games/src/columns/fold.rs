//! The fold of games into columns.

use tabiya::pgn::{Command, Comment, Eval, MainLine, RawGame, ReadErrorKind, Termination};

use super::column::NullableColumn;
use super::error::GameError;
use super::games::{EvalColumns, GameColumns};
use super::options::ColumnOptions;
use crate::GameFold;
use crate::result::result_of;

/// The bits of a null move in the column of moves.
const NULL_MOVE: u16 = 0;

impl GameFold for ColumnOptions {
    type Output = GameColumns;

    fn start(&self) -> GameColumns {
        GameColumns::new(self)
    }

    fn add(&self, columns: &mut GameColumns, game: RawGame<'_>) {
        if self.filter.as_ref().is_some_and(|filter| !filter.matches(&game)) {
            return;
        }
        self.add_tags(columns, &game);
        let termination = match game.main_line() {
            Ok(line) => {
                columns.starts.push(Some(line.position().pack().to_bytes()), [0; _]);
                self.add_moves(columns, &game, line)
            }
            Err(error) => {
                columns.starts.push(None, [0; _]);
                columns.errors.push(GameError::of_start(columns.len(), &game, &error));
                game.termination()
            }
        };
        columns.terminations.push(termination);
        columns.results.push(result_of(&game, termination));
        columns.end_game(game.range());
    }
}

impl ColumnOptions {
    /// Appends the values of the tags. The first tag pair of a name counts.
    fn add_tags(&self, columns: &mut GameColumns, game: &RawGame<'_>) {
        let row = columns.len();
        if !self.tags.is_empty() {
            for tag in game.tags() {
                let name = tag.name();
                for (column, expected) in columns.tags.iter_mut().zip(&self.tags) {
                    if name == expected && column.validity.len() == row {
                        column.push(Some(tag.value()));
                    }
                }
            }
        }
        for column in &mut columns.tags {
            if column.validity.len() == row {
                column.push(None);
            }
        }
    }

    /// Appends the moves of a game and returns its termination marker.
    fn add_moves<'a>(
        &self,
        columns: &mut GameColumns,
        game: &RawGame<'a>,
        mut line: MainLine<'a>,
    ) -> Option<Termination> {
        let first = columns.moves.len();
        loop {
            let next = if self.reads_comments() {
                let last = columns.moves.len().checked_sub(1).filter(|&last| last >= first);
                line.next_with_comments(|comment| {
                    if let Some(ply) = last {
                        add_comment(columns, ply, comment);
                    }
                })
            } else {
                line.next()
            };
            match next {
                Some(Ok(mv)) => columns.moves.push(mv.to_bits()),
                Some(Err(error)) => {
                    columns.errors.push(GameError::of_move(columns.len(), game, &error));
                    if error.fault != ReadErrorKind::NullMove {
                        return game.termination();
                    }
                    columns.moves.push(NULL_MOVE);
                }
                None => return line.termination(),
            }
        }
    }
}

/// Sets the values of a ply that a comment has.
fn add_comment(columns: &mut GameColumns, ply: usize, comment: Comment<'_>) {
    for command in comment.commands() {
        match command {
            Command::Clock { centiseconds } => {
                if let Some(clocks) = &mut columns.clocks {
                    clocks.set_once(ply, centiseconds);
                }
            }
            Command::ElapsedTime { centiseconds } => {
                if let Some(times) = &mut columns.elapsed_times {
                    times.set_once(ply, centiseconds);
                }
            }
            Command::Eval { eval, .. } => {
                if let Some(evals) = &mut columns.evals {
                    add_eval(evals, ply, eval);
                }
            }
            _ => {}
        }
    }
}

fn add_eval(evals: &mut EvalColumns, ply: usize, eval: Eval) {
    let has_eval = |column: &NullableColumn<i32>| column.get(ply).is_some();
    if has_eval(&evals.centipawns) || has_eval(&evals.mates) {
        return;
    }
    match eval {
        Eval::Centipawns(value) => evals.centipawns.set_once(ply, value),
        Eval::Mate(moves) => evals.mates.set_once(ply, moves),
        _ => {}
    }
}
