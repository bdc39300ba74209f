//! Generators with one bug each, which `tabiya compare` and `tabiya diagnose` must find.
//!
//! A bug is any diagnosis edit, by its code, or one in this file. The latter use the mailbox
//! oracle, and ignore one rule or reply incorrectly; they support only standard chess. `buggy BUG`
//! is a UCI engine with `go perft`; `buggy BUG DEPTH FEN` prints `move: count` lines.
#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use tabiya::{
    CastlingRights, CastlingSide, Color, FenOptions, File, Move, MoveKind, PieceType, Rank, Square,
    epd,
};
use tabiya_explain::diagnosis::{Cause, Edit, Limits, divide_leaves};
use tabiya_oracle::mailbox::Board;

/// Run perft with a bug
#[derive(Parser)]
#[command(name = "buggy")]
struct Arguments {
    /// The code of an edit, such as no-castling, codes joined by +, `none`, or a bug of this program
    #[arg(value_parser = parse_generator)]
    bug: GeneratorKind,
    #[arg(requires = "fen")]
    depth: Option<u8>,
    fen: Option<String>,
}

/// A generator under test.
#[derive(Clone)]
enum GeneratorKind {
    /// The mailbox oracle with a bug.
    Mailbox(Bug),
    /// The diagnosis's reference generator with a cause's edits.
    Edited(Cause),
}

/// Parses a bug's name, or else edit codes.
fn parse_generator(text: &str) -> Result<GeneratorKind, String> {
    if let Ok(bug) = Bug::from_str(text, false) {
        return Ok(GeneratorKind::Mailbox(bug));
    }
    let edit = |code| Edit::from_code(code).ok_or_else(|| format!("{code}: no such bug or edit"));
    Ok(GeneratorKind::Edited(match text.split_once('+') {
        _ if text == "none" => Cause::NONE,
        None => edit(text)?.into(),
        Some((first, second)) => [edit(first)?, edit(second)?].into(),
    }))
}

/// A bug: a rule that is ignored, or a wrong reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Bug {
    /// En passant is tested with the captured pawn on the board
    EnPassantDiscoveredCheck,
    /// The king castles across attacked squares
    MailboxCastlingThroughCheck,
    /// No pawn promotes to a knight
    MissingUnderPromotion,
    /// Pinned knights move
    PinnedKnightMoves,
    /// A block or the capture of one checker evades a double check
    MailboxDoubleCheckBlocked,
    /// The capture of a rook does not remove the castling right
    StaleCastlingRights,
    /// The program does not reply to `go perft`
    NoReply,
    /// The program exits at `go perft`
    Exits,
    /// The reply to `go perft` has no counts
    InvalidReply,
    /// The reply to `go perft` repeats a move without an end
    EndlessReply,
    /// The reply to `go perft` is a line without an end
    EndlessLine,
}

/// The buggy generator's position.
#[derive(Clone)]
struct Generator {
    bug: Bug,
    board: Board,
    /// The castling rights, from which [`Bug::StaleCastlingRights`] generates castling.
    rights: CastlingRights,
}

impl Generator {
    fn from_fen(bug: Bug, fen: &str) -> Result<Self, String> {
        let board = Board::from_fen(fen)?;
        let rights = board.castling_rights();
        Ok(Self { bug, board, rights })
    }

    fn moves(&self) -> Vec<Move> {
        let board = &self.board;
        let mut moves = board.legal_moves();
        let mut illegal = board.pseudo_legal_moves();
        illegal.retain(|mv| !moves.contains(mv));
        match self.bug {
            Bug::EnPassantDiscoveredCheck => {
                illegal.retain(|mv| mv.is_en_passant() && self.is_safe_with_captured_pawn(*mv));
                moves.extend(illegal);
            }
            Bug::MissingUnderPromotion => {
                moves.retain(|mv| mv.promotion() != Some(PieceType::Knight));
            }
            Bug::PinnedKnightMoves => {
                illegal.retain(|mv| self.moves_piece(*mv, PieceType::Knight) && !board.is_check());
                moves.extend(illegal);
            }
            Bug::MailboxDoubleCheckBlocked => {
                illegal.retain(|mv| self.evades_one_of_two_checkers(*mv));
                moves.extend(illegal);
            }
            Bug::MailboxCastlingThroughCheck | Bug::StaleCastlingRights => {
                moves.retain(|mv| !mv.is_castling());
                moves.extend(self.castling_moves());
            }
            Bug::NoReply
            | Bug::Exits
            | Bug::InvalidReply
            | Bug::EndlessReply
            | Bug::EndlessLine => {}
        }
        moves
    }

    fn after(&self, mv: Move) -> Self {
        let us = self.board.side_to_move();
        let mut rights = self.rights;
        for side in CastlingSide::ALL {
            if self.moves_piece(mv, PieceType::King) || mv.from() == rook_origin(us, side) {
                rights = rights.without(us, side);
            }
        }
        Self { bug: self.bug, board: self.board.after(mv), rights }
    }

    fn moves_piece(&self, mv: Move, piece_type: PieceType) -> bool {
        self.board.piece_on(mv.from()).is_some_and(|piece| piece.piece_type() == piece_type)
    }

    /// Tests whether a capture en passant leaves no check while the captured pawn stays on the board.
    fn is_safe_with_captured_pawn(&self, mv: Move) -> bool {
        !self.board.after(Move::new(mv.from(), mv.to())).can_take_king()
    }

    /// Tests whether a move by a piece other than the king reduces two checkers to one.
    fn evades_one_of_two_checkers(&self, mv: Move) -> bool {
        let us = self.board.side_to_move();
        !self.moves_piece(mv, PieceType::King)
            && checker_count(&self.board, us) == 2
            && checker_count(&self.board.after(mv), us) == 1
    }

    fn castling_moves(&self) -> Vec<Move> {
        let us = self.board.side_to_move();
        let rights = match self.bug {
            Bug::StaleCastlingRights => self.rights,
            _ => self.board.castling_rights(),
        };
        let mut moves = Vec::new();
        for side in CastlingSide::ALL {
            let king = back_rank_square(us, File::E);
            let rook = rook_origin(us, side);
            let king_path = back_rank_square(us, side.rook_destination());
            let between: &[File] = match side {
                CastlingSide::KingSide => &[File::F, File::G],
                CastlingSide::QueenSide => &[File::B, File::C, File::D],
            };
            let is_empty = between
                .iter()
                .all(|&file| self.board.piece_on(back_rank_square(us, file)).is_none());
            let may_castle =
                rights.rook_file(us, side).is_some() && is_empty && !self.board.is_check();
            let is_path_safe = self.bug == Bug::MailboxCastlingThroughCheck
                || !self.board.after(Move::new(king, king_path)).can_take_king();
            let castling = Move::with_kind(king, rook, MoveKind::Castling);
            if may_castle && is_path_safe && !self.board.after(castling).can_take_king() {
                moves.push(castling);
            }
        }
        moves
    }

    fn perft(&self, depth: u8) -> u64 {
        match depth {
            0 => 1,
            _ => self.moves().into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }

    /// Returns each root move's count.
    fn divide(&self, depth: u8) -> Vec<(String, u64)> {
        let count = |mv: Move| (uci_text(mv), self.after(mv).perft(depth - 1));
        self.moves().into_iter().map(count).collect()
    }

    /// Parses the arguments to `position`: `fen FEN [moves MOVE…]`.
    fn parse_position(bug: Bug, arguments: &str) -> Result<Self, String> {
        let (start, moves) = arguments.split_once(" moves ").unwrap_or((arguments, ""));
        let fen = start.strip_prefix("fen ").ok_or("expected `position fen`")?;
        let mut generator = Self::from_fen(bug, fen)?;
        for text in moves.split_whitespace() {
            let mut moves = generator.moves().into_iter();
            let mv = moves.find(|&mv| uci_text(mv) == text).ok_or(format!("{text}: illegal"))?;
            generator = generator.after(mv);
        }
        Ok(generator)
    }
}

/// Replies to `go perft` at a position, which is given as the arguments to `position`.
fn reply(kind: &GeneratorKind, position: &str, depth: u8) -> Result<(), String> {
    let rows = match kind {
        GeneratorKind::Mailbox(Bug::NoReply) => {
            thread::sleep(Duration::from_secs(60));
            Vec::new()
        }
        GeneratorKind::Mailbox(Bug::Exits) => return Err("out of memory".to_owned()),
        GeneratorKind::Mailbox(Bug::InvalidReply) => {
            let moves = Generator::parse_position(Bug::InvalidReply, position)?.moves();
            println!("about {} moves, roughly", moves.len());
            return Ok(());
        }
        GeneratorKind::Mailbox(Bug::EndlessReply) => return print_forever("e2e4: 1\n"),
        GeneratorKind::Mailbox(Bug::EndlessLine) => return print_forever("e2e4: 1 "),
        GeneratorKind::Mailbox(bug) => Generator::parse_position(*bug, position)?.divide(depth),
        GeneratorKind::Edited(cause) => divide_with_edits(cause, position, depth)?,
    };
    let total: u64 = rows.iter().map(|(_, nodes)| nodes).sum();
    for (mv, nodes) in rows {
        println!("{mv}: {nodes}");
    }
    println!("\nNodes searched: {total}");
    Ok(())
}

/// Returns each root move's count with a cause's edits.
///
/// The moves before the root are made by the rules, because a position cannot hold all effects
/// of edits.
fn divide_with_edits(
    cause: &Cause,
    position: &str,
    depth: u8,
) -> Result<Vec<(String, u64)>, String> {
    let command =
        epd::read_command(FenOptions::new(), position).map_err(|error| error.to_string())?;
    let mut moves = command.moves();
    moves.by_ref().try_for_each(|mv| mv.map(drop)).map_err(|error| error.to_string())?;
    let divide = divide_leaves(moves.position(), depth, cause, Limits::default(), &mut || true);
    divide.map_err(|error| error.to_string())
}

/// Prints a text again and again, until the reader closes the pipe.
fn print_forever(text: &str) -> Result<(), String> {
    let text = text.repeat(4096);
    loop {
        io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    }
}

/// Counts the pieces that attack the king of `us`.
fn checker_count(board: &Board, us: Color) -> usize {
    let has_piece_of = |square: &Square, color| {
        board.piece_on(*square).is_some_and(|piece| piece.color() == color)
    };
    let king = Square::ALL.into_iter().find(|&square| {
        has_piece_of(&square, us)
            && board.piece_on(square).is_some_and(|piece| piece.piece_type() == PieceType::King)
    });
    let Some(king) = king else { return 0 };
    let theirs = Square::ALL.into_iter().filter(|square| has_piece_of(square, !us));
    theirs.filter(|&square| board.attacks_from(square).contains(&king)).count()
}

fn back_rank_square(color: Color, file: File) -> Square {
    Square::new(file, Rank::First.relative_to(color))
}

fn rook_origin(color: Color, side: CastlingSide) -> Square {
    match side {
        CastlingSide::KingSide => back_rank_square(color, File::H),
        CastlingSide::QueenSide => back_rank_square(color, File::A),
    }
}

fn uci_text(mv: Move) -> String {
    let to = mv.castling_targets().map_or(mv.to(), |(king, _)| king);
    let promotion = mv.promotion().map_or(String::new(), |piece| piece.to_string());
    format!("{}{to}{promotion}", mv.from())
}

fn main() -> ExitCode {
    let Arguments { bug, depth, fen } = Arguments::parse();
    let result = match (depth, fen) {
        (Some(depth), Some(fen)) => reply(&bug, &format!("fen {fen}"), depth),
        _ => run_uci(&bug),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the UCI subset that `tabiya compare` uses, until the input ends.
fn run_uci(kind: &GeneratorKind) -> Result<(), String> {
    let mut position = String::new();
    for line in io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let (command, arguments) = line.split_once(' ').unwrap_or((&line, ""));
        match (command, arguments.strip_prefix("perft ")) {
            ("uci", _) => println!("uciok"),
            ("isready", _) => println!("readyok"),
            ("position", _) => arguments.clone_into(&mut position),
            ("go", Some(depth)) => {
                let depth = depth.parse().map_err(|_| format!("{depth}: expected a depth"))?;
                reply(kind, &position, depth)?;
            }
            _ => {}
        }
    }
    Ok(())
}
