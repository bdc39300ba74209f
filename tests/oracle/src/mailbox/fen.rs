//! FEN parsing and formatting for the mailbox board.

use tabiya_core::{CastlingRights, CastlingSide, Color, File, Piece, PieceType, Square};

use super::Board;

impl Board {
    /// Parses a FEN with six fields, with castling as `KQkq` or as rook files.
    ///
    /// # Errors
    ///
    /// Returns a message that names the unreadable field. Invalid positions are not rejected.
    pub fn from_fen(fen: &str) -> Result<Self, String> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [placement, side, castling, en_passant, halfmove, fullmove] = fields[..] else {
            return Err(format!("{fen}: {} fields; expected 6", fields.len()));
        };
        let mut board = Self {
            cells: [[None; 8]; 8],
            side_to_move: match side {
                "w" => Color::White,
                "b" => Color::Black,
                other => return Err(format!("{fen}: side to move '{other}'; expected w or b")),
            },
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: halfmove.parse().map_err(|error| format!("{fen}: {error}"))?,
            fullmove_number: fullmove.parse().map_err(|error| format!("{fen}: {error}"))?,
        };
        board.parse_placement(placement)?;
        for letter in castling.chars().filter(|&letter| letter != '-') {
            board.parse_right(letter)?;
        }
        if en_passant != "-" {
            let square: Square = en_passant.parse().map_err(|error| format!("{fen}: {error}"))?;
            board.en_passant = Some(square);
        }
        Ok(board)
    }

    fn parse_placement(&mut self, placement: &str) -> Result<(), String> {
        let ranks: Vec<&str> = placement.split('/').collect();
        if ranks.len() != 8 {
            return Err(format!("{placement}: {} ranks; expected 8", ranks.len()));
        }
        for (row, rank) in ranks.into_iter().enumerate() {
            let mut cells = Vec::new();
            for character in rank.chars() {
                match character.to_digit(10) {
                    Some(empty) => cells.extend(vec![None; empty as usize]),
                    None => match u8::try_from(character).ok().and_then(Piece::from_ascii) {
                        Some(piece) => cells.push(Some(piece)),
                        None => return Err(format!("{placement}: unknown piece '{character}'")),
                    },
                }
            }
            self.cells[row] = cells
                .try_into()
                .map_err(|_| format!("{placement}: rank {rank}; expected 8 squares"))?;
        }
        Ok(())
    }

    fn parse_right(&mut self, letter: char) -> Result<(), String> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let row = if color == Color::White { 7 } else { 0 };
        let king = Some(PieceType::King.of(color));
        let rook = Some(PieceType::Rook.of(color));
        let king_column = (0..8)
            .find(|&column| self.piece_at((row, column)) == king)
            .ok_or(format!("{letter}: no king on the back rank"))?;
        let is_rook = |column: &i32| self.piece_at((row, *column)) == rook;
        let rook_column = match letter.to_ascii_lowercase() {
            'k' => (king_column..8).rev().find(is_rook),
            'q' => (0..king_column).find(is_rook),
            file => (0..8).find(|&column| file == char::from(b'a' + column as u8)),
        };
        let rook_column =
            rook_column.filter(is_rook).ok_or(format!("{letter}: no rook with this right"))?;
        let side = if rook_column > king_column {
            CastlingSide::KingSide
        } else {
            CastlingSide::QueenSide
        };
        self.castling = self.castling.with(color, side, File::ALL[rook_column as usize]);
        Ok(())
    }

    /// Returns the board's FEN, with the en passant square after every double push and castling as
    /// rook files.
    pub fn fen(&self) -> String {
        let mut fen = String::new();
        for row in 0..8 {
            if row > 0 {
                fen.push('/');
            }
            let mut empty = 0;
            for column in 0..8 {
                match self.piece_at((row, column)) {
                    Some(piece) => {
                        if empty > 0 {
                            fen += &empty.to_string();
                        }
                        empty = 0;
                        fen.push(piece.to_char());
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                fen += &empty.to_string();
            }
        }
        let en_passant = self.en_passant.map_or("-".to_string(), |square| square.to_string());
        format!(
            "{fen} {} {} {en_passant} {} {}",
            self.side_to_move.to_char(),
            self.format_rights(),
            self.halfmove_clock,
            self.fullmove_number,
        )
    }

    fn format_rights(&self) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(file) = self.castling.rook_file(color, side) {
                    let letter = file.to_char();
                    text.push(match color {
                        Color::White => letter.to_ascii_uppercase(),
                        Color::Black => letter,
                    });
                }
            }
        }
        if text.is_empty() { "-".to_string() } else { text }
    }
}
