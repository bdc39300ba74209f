//! A position's fields, independent of any generator.

use tabiya::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Position, Rank, Square,
};

/// A position's fields, which every adapter can fill.
///
/// ```
/// use tabiya::Position;
/// use tabiya_tests::differential::PositionFields;
///
/// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
/// let fields = PositionFields::from_position(&Position::START);
/// assert_eq!(PositionFields::from_shredder_fen(fen), Some(fields));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionFields {
    /// Each player's occupied squares.
    pub colors: [Bitboard; Color::COUNT],
    /// Each piece type's squares, from pawns to kings.
    pub pieces: [Bitboard; PieceType::COUNT],
    /// The side to move.
    pub side_to_move: Color,
    /// The castling rights.
    pub castling: CastlingRights,
    /// The en passant square, after any double push.
    pub ep_square: Option<Square>,
    /// The number of plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The current full move's number.
    pub fullmove_number: u32,
}

impl PositionFields {
    /// Returns the fields in a [`Position`].
    pub fn from_position(position: &Position) -> Self {
        Self {
            colors: Color::ALL.map(|color| position.colors(color)),
            pieces: PieceType::ALL.map(|piece_type| position.pieces(piece_type)),
            side_to_move: position.side_to_move(),
            castling: position.castling_rights(),
            ep_square: position.ep_square(),
            halfmove_clock: position.halfmove_clock().into(),
            fullmove_number: position.fullmove_number().into(),
        }
    }

    /// Parses a Shredder-FEN, as the oracles write it. Returns `None` if it is malformed.
    pub fn from_shredder_fen(fen: &str) -> Option<Self> {
        let mut tokens = fen.split(' ');
        let mut fields = Self {
            colors: [Bitboard::EMPTY; Color::COUNT],
            pieces: [Bitboard::EMPTY; PieceType::COUNT],
            side_to_move: Color::White,
            castling: CastlingRights::NONE,
            ep_square: None,
            halfmove_clock: 0,
            fullmove_number: 0,
        };
        fields.parse_placement(tokens.next()?)?;
        fields.side_to_move = match tokens.next()? {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return None,
        };
        for letter in tokens.next()?.bytes().filter(|&letter| letter != b'-') {
            fields.parse_castling_right(letter)?;
        }
        fields.ep_square = match tokens.next()?.as_bytes() {
            b"-" => None,
            &[file, rank] => Some(Square::from_ascii([file, rank])?),
            _ => return None,
        };
        fields.halfmove_clock = tokens.next()?.parse().ok()?;
        fields.fullmove_number = tokens.next()?.parse().ok()?;
        tokens.next().is_none().then_some(fields)
    }

    fn parse_placement(&mut self, placement: &str) -> Option<()> {
        let mut rank = 7u8;
        let mut file = 0u8;
        for letter in placement.bytes() {
            match letter {
                b'/' if file == 8 => (rank, file) = (rank.checked_sub(1)?, 0),
                b'1'..=b'8' => file += letter - b'0',
                _ if file < 8 => {
                    let piece = Piece::from_ascii(letter)?;
                    let square = Square::from_low_bits(8 * rank + file).bitboard();
                    self.colors[piece.color().index()] |= square;
                    self.pieces[piece.piece_type().index()] |= square;
                    file += 1;
                }
                _ => return None,
            }
        }
        ((rank, file) == (0, 8)).then_some(())
    }

    fn parse_castling_right(&mut self, letter: u8) -> Option<()> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let index = letter.to_ascii_lowercase().checked_sub(b'a')?;
        let file = *File::ALL.get(usize::from(index))?;
        let king = self.colors[color.index()] & self.pieces[PieceType::King.index()];
        let is_kingside = file > king.first()?.file();
        let side = if is_kingside { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        self.castling = self.castling.with(color, side, file);
        Some(())
    }

    /// Returns the first field that differs from the same field in `other`: its name and both
    /// values.
    pub fn difference(&self, other: &Self) -> Option<(&'static str, String, String)> {
        if self == other {
            return None;
        }
        let values = |fields: &Self| {
            let ep_square = fields.ep_square.map(|square| square.to_string());
            [
                ("placement", fields.placement()),
                ("side to move", fields.side_to_move.to_string()),
                ("castling", format!("{:?}", fields.castling)),
                ("en passant", ep_square.unwrap_or_else(|| "-".to_owned())),
                ("halfmove clock", fields.halfmove_clock.to_string()),
                ("fullmove number", fields.fullmove_number.to_string()),
                // Sets that overlap may print as equal placements.
                ("bitboards", format!("{:?} {:?}", fields.colors, fields.pieces)),
            ]
        };
        let mut pairs = values(self).into_iter().zip(values(other));
        let ((field, ours), (_, theirs)) = pairs.find(|(ours, theirs)| ours != theirs)?;
        Some((field, ours, theirs))
    }

    /// Returns the squares from rank 8 to rank 1: letters for pieces, and dots for empty squares.
    fn placement(&self) -> String {
        let letter = |square: Square| {
            let color = Color::ALL.into_iter().find(|c| self.colors[c.index()].contains(square));
            let piece_type =
                PieceType::ALL.into_iter().find(|kind| self.pieces[kind.index()].contains(square));
            match (color, piece_type) {
                (Some(color), Some(piece_type)) => Piece::new(color, piece_type).to_char(),
                (None, None) => '.',
                _ => '?',
            }
        };
        let rank = |rank: Rank| -> String {
            File::ALL.into_iter().map(|file| letter(Square::new(file, rank))).collect()
        };
        Rank::ALL.into_iter().rev().map(rank).collect::<Vec<_>>().join("/")
    }
}
