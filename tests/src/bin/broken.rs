//! Generators with one fault each, for `tabiya compare` to find: the slow oracle with one
//! rule left out, or with bad manners.
//!
//! `broken FAULT` speaks UCI; `broken FAULT DEPTH FEN` prints `move: count` lines. Standard
//! chess alone.
#![forbid(unsafe_code)]

use std::io;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use tabiya::{CastlingRights, CastlingSide, Color, File, Move, MoveKind, PieceType, Rank, Square};
use tabiya_oracle::mailbox::Board;

/// Count with a fault
#[derive(Parser)]
#[command(name = "broken")]
struct Arguments {
    fault: Fault,
    #[arg(requires = "fen")]
    depth: Option<u8>,
    fen: Option<String>,
}

/// The rule that is left out, or the manners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Fault {
    /// A capture en passant is tested with the pawn that it takes still on the board.
    EnPassantDiscoveredCheck,
    /// The king may cross attacked squares when it castles.
    CastlingThroughCheck,
    /// No pawn becomes a knight.
    MissingUnderPromotion,
    /// Knights know no pins.
    PinnedKnightMoves,
    /// One of two checkers taken or stopped is enough.
    DoubleCheckBlocked,
    /// The right to castle with a rook outlives its capture.
    RightsKept,
    /// Moves are right, but nothing is answered.
    Hangs,
    /// Moves are right, but it ends when it is to count.
    Dies,
    /// Moves are right, but what is answered is no count.
    Babbles,
}

/// A position as the broken generator sees it.
#[derive(Clone)]
struct Generator {
    fault: Fault,
    board: Board,
    /// Rights as [`Fault::RightsKept`] keeps them.
    rights: CastlingRights,
}

impl Generator {
    fn from_fen(fault: Fault, fen: &str) -> Result<Self, String> {
        let board = Board::from_fen(fen)?;
        let rights = board.castling_rights();
        Ok(Self { fault, board, rights })
    }

    fn moves(&self) -> Vec<Move> {
        let board = &self.board;
        let mut moves = board.legal_moves();
        let mut illegal = board.pseudo_legal_moves();
        illegal.retain(|mv| !moves.contains(mv));
        match self.fault {
            Fault::EnPassantDiscoveredCheck => {
                illegal.retain(|mv| mv.is_en_passant() && self.is_safe_with_victim(*mv));
                moves.extend(illegal);
            }
            Fault::MissingUnderPromotion => {
                moves.retain(|mv| mv.promotion() != Some(PieceType::Knight));
            }
            Fault::PinnedKnightMoves => {
                illegal.retain(|mv| self.moves_piece(*mv, PieceType::Knight) && !board.is_check());
                moves.extend(illegal);
            }
            Fault::DoubleCheckBlocked => {
                illegal.retain(|mv| self.answers_one_of_two(*mv));
                moves.extend(illegal);
            }
            Fault::CastlingThroughCheck | Fault::RightsKept => {
                moves.retain(|mv| !mv.is_castling());
                moves.extend(self.castling_moves());
            }
            Fault::Hangs | Fault::Dies | Fault::Babbles => {}
        }
        moves
    }

    fn after(&self, mv: Move) -> Self {
        let us = self.board.side_to_move();
        let mut rights = self.rights;
        for side in CastlingSide::ALL {
            if self.moves_piece(mv, PieceType::King) || mv.from() == rook_home(us, side) {
                rights = rights.without(us, side);
            }
        }
        Self { fault: self.fault, board: self.board.after(mv), rights }
    }

    fn moves_piece(&self, mv: Move, piece_type: PieceType) -> bool {
        self.board.piece_on(mv.from()).is_some_and(|piece| piece.piece_type() == piece_type)
    }

    fn is_safe_with_victim(&self, mv: Move) -> bool {
        !self.board.after(Move::new(mv.from(), mv.to())).can_take_king()
    }

    fn answers_one_of_two(&self, mv: Move) -> bool {
        let us = self.board.side_to_move();
        !self.moves_piece(mv, PieceType::King)
            && checkers(&self.board, us) == 2
            && checkers(&self.board.after(mv), us) == 1
    }

    fn castling_moves(&self) -> Vec<Move> {
        let us = self.board.side_to_move();
        let rights = match self.fault {
            Fault::RightsKept => self.rights,
            _ => self.board.castling_rights(),
        };
        let mut moves = Vec::new();
        for side in CastlingSide::ALL {
            let (king, rook) = (home(us, File::E), rook_home(us, side));
            let crossed = home(us, side.rook_destination());
            let between: &[File] = match side {
                CastlingSide::KingSide => &[File::F, File::G],
                CastlingSide::QueenSide => &[File::B, File::C, File::D],
            };
            let is_free = between.iter().all(|&file| self.board.piece_on(home(us, file)).is_none());
            let is_right =
                rights.rook_file(us, side).is_some() && is_free && !self.board.is_check();
            let crosses = self.fault == Fault::CastlingThroughCheck
                || !self.board.after(Move::new(king, crossed)).can_take_king();
            let castle = Move::with_kind(king, rook, MoveKind::Castling);
            if is_right && crosses && !self.board.after(castle).can_take_king() {
                moves.push(castle);
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

    fn divide(&self, depth: u8) -> Result<(), String> {
        match self.fault {
            Fault::Hangs => thread::sleep(Duration::from_secs(60)),
            Fault::Dies => return Err("out of memory".to_owned()),
            Fault::Babbles => {
                println!("about {} moves, roughly", self.moves().len());
                return Ok(());
            }
            _ => {}
        }
        let mut total = 0;
        for mv in self.moves() {
            let nodes = self.after(mv).perft(depth - 1);
            println!("{}: {nodes}", text(mv));
            total += nodes;
        }
        println!("\nNodes searched: {total}");
        Ok(())
    }

    /// `fen FEN [moves MOVE…]`
    fn read_position(fault: Fault, rest: &str) -> Result<Self, String> {
        let (start, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
        let fen = start.strip_prefix("fen ").ok_or("only `position fen` is known")?;
        let mut generator = Self::from_fen(fault, fen)?;
        for word in moves.split_whitespace() {
            let mut moves = generator.moves().into_iter();
            let mv = moves.find(|&mv| text(mv) == word).ok_or(format!("{word} is unknown"))?;
            generator = generator.after(mv);
        }
        Ok(generator)
    }
}

/// How many pieces attack the king of a player.
fn checkers(board: &Board, us: Color) -> usize {
    let stands = |square: &Square, color| {
        board.piece_on(*square).is_some_and(|piece| piece.color() == color)
    };
    let king = Square::ALL.into_iter().find(|&square| {
        stands(&square, us)
            && board.piece_on(square).is_some_and(|piece| piece.piece_type() == PieceType::King)
    });
    let Some(king) = king else { return 0 };
    let theirs = Square::ALL.into_iter().filter(|square| stands(square, !us));
    theirs.filter(|&square| board.attacks_from(square).contains(&king)).count()
}

fn home(color: Color, file: File) -> Square {
    Square::new(file, Rank::First.relative_to(color))
}

fn rook_home(color: Color, side: CastlingSide) -> Square {
    match side {
        CastlingSide::KingSide => home(color, File::H),
        CastlingSide::QueenSide => home(color, File::A),
    }
}

fn text(mv: Move) -> String {
    let to = mv.castling_targets().map_or(mv.to(), |(king, _)| king);
    let promotion = mv.promotion().map_or(String::new(), |piece| piece.to_string());
    format!("{}{to}{promotion}", mv.from())
}

fn main() -> ExitCode {
    let Arguments { fault, depth, fen } = Arguments::parse();
    let result = match (depth, fen) {
        (Some(depth), Some(fen)) => {
            Generator::from_fen(fault, &fen).and_then(|it| it.divide(depth))
        }
        _ => listen(fault),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn listen(fault: Fault) -> Result<(), String> {
    let mut generator = None;
    for line in io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match (word, rest.strip_prefix("perft "), &generator) {
            ("uci", ..) => println!("uciok"),
            ("isready", ..) => println!("readyok"),
            ("position", ..) => generator = Some(Generator::read_position(fault, rest)?),
            ("go", Some(depth), Some(generator)) => {
                generator.divide(depth.parse().map_err(|_| format!("{depth} is no depth"))?)?;
            }
            _ => {}
        }
    }
    Ok(())
}
