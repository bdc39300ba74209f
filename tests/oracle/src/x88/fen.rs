//! FEN parsing and formatting for the 0x88 board.

use tabiya_core::{CastlingRights, CastlingSide, Color, File, Piece, PieceType};

use super::{
    Board, Cell, RANK_OFFSET, back_rank_start, castling_side, cell_of, is_off_board, square_of,
};

impl Board {
    /// Parses a FEN with six fields, with castling as `KQkq` or as rook files.
    ///
    /// # Errors
    ///
    /// Returns a message that names the unreadable field. Invalid positions are not rejected.
    pub fn from_fen(fen: &str) -> Result<Self, String> {
        let mut fields = fen.split(' ').filter(|field| !field.is_empty());
        let mut field = |name| fields.next().ok_or(format!("{fen}: missing {name}"));
        let mut board = Self {
            cells: [None; 128],
            kings: [0; 2],
            side_to_move: Color::White,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        board.parse_placement(field("placement")?)?;
        board.side_to_move = match field("side to move")? {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(format!("{fen}: side to move '{other}'; expected w or b")),
        };
        let rights = field("castling")?;
        for letter in rights.bytes().filter(|_| rights != "-") {
            board.parse_right(letter)?;
        }
        board.en_passant = match field("en passant")? {
            "-" => None,
            square => match square.parse() {
                Ok(square) => Some(cell_of(square)),
                Err(error) => return Err(format!("{fen}: {error}")),
            },
        };
        let number = |text: &str| text.parse().map_err(|_| format!("{fen}: invalid clock {text}"));
        board.halfmove_clock = number(field("halfmove clock")?)?;
        board.fullmove_number = number(field("fullmove number")?)?;
        Ok(board)
    }

    fn parse_placement(&mut self, placement: &str) -> Result<(), String> {
        let mut cell = 7 * RANK_OFFSET;
        for letter in placement.bytes() {
            match letter {
                // Moves from the cell after the h-file to the a-file on the rank below.
                b'/' if cell & 0x0f == 8 => cell -= RANK_OFFSET + 8,
                b'1'..=b'8' => cell += Cell::from(letter - b'0'),
                _ => match Piece::from_ascii(letter) {
                    Some(piece) if (0..128).contains(&cell) && !is_off_board(cell) => {
                        self.set_cell(cell, Some(piece));
                        cell += 1;
                    }
                    _ => return Err(format!("{placement}: unexpected byte {letter}")),
                },
            }
        }
        if cell == 8 { Ok(()) } else { Err(format!("{placement}: too short")) }
    }

    fn parse_right(&mut self, letter: u8) -> Result<(), String> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let first = back_rank_start(color);
        let king = self.kings[color.index()];
        let rook = Some(PieceType::Rook.of(color));
        // The candidates run from the corner to the king, or are the rook's file alone.
        let mut candidates = match letter.to_ascii_uppercase() {
            b'K' => (king..first + 8).rev().collect(),
            b'Q' => (first..king).collect(),
            file @ b'A'..=b'H' => vec![first + Cell::from(file - b'A')],
            _ => Vec::new(),
        };
        candidates.retain(|&cell| self.piece_at(cell) == rook);
        let Some(&rook) = candidates.first() else {
            return Err(format!("{}: no rook with this right", char::from(letter)));
        };
        let file = File::ALL[(rook & 7) as usize];
        self.castling = self.castling.with(color, castling_side(king, rook), file);
        Ok(())
    }

    /// Returns the board's FEN, with the en passant square after every double push and castling as
    /// rook files.
    pub fn fen(&self) -> String {
        let mut fen = String::new();
        for rank in (0..8).rev() {
            let mut empty = 0;
            // The off-board cell after the h-file ends the last run of empty squares.
            for cell in RANK_OFFSET * rank..=RANK_OFFSET * rank + 8 {
                let piece = if is_off_board(cell) { None } else { self.piece_at(cell) };
                if piece.is_none() && !is_off_board(cell) {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    fen.push(char::from(b'0' + empty));
                    empty = 0;
                }
                fen.extend(piece.map(Piece::to_char));
            }
            fen.push(if rank > 0 { '/' } else { ' ' });
        }
        fen.push(self.side_to_move.to_char());
        fen.push(' ');
        let before = fen.len();
        for (color, side) in [
            (Color::White, CastlingSide::KingSide),
            (Color::White, CastlingSide::QueenSide),
            (Color::Black, CastlingSide::KingSide),
            (Color::Black, CastlingSide::QueenSide),
        ] {
            let Some(file) = self.castling.rook_file(color, side) else { continue };
            let shift = if color == Color::White { b'A' } else { b'a' };
            fen.push(char::from(shift + file as u8));
        }
        if fen.len() == before {
            fen.push('-');
        }
        let en_passant = match self.en_passant {
            Some(cell) => square_of(cell).to_string(),
            None => String::from("-"),
        };
        format!("{fen} {en_passant} {} {}", self.halfmove_clock, self.fullmove_number)
    }
}
