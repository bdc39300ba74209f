//! Start positions in Chess960 and double Chess960, and their numbers.

use tabiya_core::{Bitboard, Color, File, Piece, PieceType, Rank, Square};

use crate::board::{GenericBoard, Position};
use crate::key::BoardKey;
use crate::placement::Placement;
use crate::state::State;

/// The number of start positions in Chess960.
const START_POSITION_COUNT: u16 = 960;

/// The two knights' squares among the five squares without bishops and queen.
///
/// Each entry has one bit per square; the entries are in the order of Scharnagl's numbering.
const KNIGHT_PLACEMENTS: [u8; 10] =
    [0b00011, 0b00101, 0b01001, 0b10001, 0b00110, 0b01010, 0b10010, 0b01100, 0b10100, 0b11000];

/// Returns a Chess960 start position's back rank, from the a-file to the h-file.
///
/// `None` if `number` is 960 or more.
///
/// The numbering is Reinhard Scharnagl's. Successive remainders modulo 4, 4 and 6 place the
/// light-squared bishop, the dark-squared bishop and the queen. The last quotient selects one of
/// ten knight placements. The king is between the rooks.
///
/// ```
/// use tabiya::{PieceType, chess960_back_rank};
///
/// let letters = |number| chess960_back_rank(number).map(|rank| rank.map(PieceType::to_char));
/// assert_eq!(letters(0), Some(['b', 'b', 'q', 'n', 'n', 'r', 'k', 'r']));
/// assert_eq!(letters(518), Some(['r', 'n', 'b', 'q', 'k', 'b', 'n', 'r']));
/// assert_eq!(letters(960), None);
/// ```
#[inline]
pub const fn chess960_back_rank(number: u16) -> Option<[PieceType; 8]> {
    if number >= START_POSITION_COUNT {
        return None;
    }
    let quotient = number as usize;
    let (quotient, light) = (quotient / 4, quotient % 4);
    let (quotient, dark) = (quotient / 4, quotient % 4);
    let knights = KNIGHT_PLACEMENTS[quotient / 6];
    let queen = quotient % 6;

    // Each square holds the king until another piece replaces it.
    let mut rank = [PieceType::King; 8];
    rank[2 * light + 1] = PieceType::Bishop;
    rank[2 * dark] = PieceType::Bishop;
    rank[nth_free_file(&rank, queen)] = PieceType::Queen;
    // In descending order, so that lower indices stay valid.
    let mut index = 5;
    while index > 0 {
        index -= 1;
        if knights >> index & 1 != 0 {
            rank[nth_free_file(&rank, index)] = PieceType::Knight;
        }
    }
    rank[nth_free_file(&rank, 2)] = PieceType::Rook;
    rank[nth_free_file(&rank, 0)] = PieceType::Rook;
    Some(rank)
}

/// Returns the file of the free square with an index among the free squares on a back rank.
///
/// A king marks a free square.
#[inline]
const fn nth_free_file(rank: &[PieceType; 8], index: usize) -> usize {
    let mut file = 0;
    let mut free_squares = 0;
    loop {
        if matches!(rank[file], PieceType::King) {
            if free_squares == index {
                return file;
            }
            free_squares += 1;
        }
        file += 1;
    }
}

/// Returns a Chess960 back rank's number, given the rank from the a-file to the h-file.
///
/// This is the inverse of [`chess960_back_rank`]. It returns `None` if the rank is not a start
/// position.
///
/// ```
/// use tabiya::chess960_number;
/// use tabiya::PieceType::{Bishop, King, Knight, Queen, Rook};
///
/// let standard = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
/// assert_eq!(chess960_number(standard), Some(518));
/// // Both bishops on dark squares.
/// let wrong = [Bishop, Knight, Bishop, Queen, Rook, King, Knight, Rook];
/// assert_eq!(chess960_number(wrong), None);
/// ```
#[inline]
pub fn chess960_number(back_rank: [PieceType; 8]) -> Option<u16> {
    let mut light = 0;
    let mut dark = 0;
    let mut queen = 0;
    let mut knights = 0u8;
    // The number of squares so far without a bishop, and without bishop and queen.
    let mut without_bishop = 0;
    let mut without_queen = 0;
    for (file, piece_type) in back_rank.into_iter().enumerate() {
        match piece_type {
            PieceType::Bishop if file % 2 == 1 => light = file / 2,
            PieceType::Bishop => dark = file / 2,
            PieceType::Queen => {
                queen = without_bishop;
                without_bishop += 1;
            }
            _ => {
                knights |= u8::from(piece_type == PieceType::Knight) << without_queen;
                without_bishop += 1;
                without_queen += 1;
            }
        }
    }
    let knights = KNIGHT_PLACEMENTS.iter().position(|&squares| squares == knights)?;
    let number = u16::try_from(light + 4 * (dark + 4 * (queen + 6 * knights))).ok()?;
    // Verifies the rest: how many pieces each type has, and the king between the rooks.
    (chess960_back_rank(number) == Some(back_rank)).then_some(number)
}

/// Returns the numbers of White's and Black's back ranks, if the board is a start position.
///
/// It is a start position in Chess960 or double Chess960 if no piece has moved, White is to move,
/// and all castling rights are present. The clocks are ignored.
///
/// ```
/// use tabiya::{Position, chess960_numbers};
///
/// assert_eq!(chess960_numbers(&Position::START), Some((518, 518)));
/// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
/// assert_eq!(chess960_numbers(&Position::from_fen(fen)?), None);
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[inline]
pub fn chess960_numbers<K: BoardKey>(board: &GenericBoard<K>) -> Option<(u16, u16)> {
    let number_on = |rank| {
        let mut back_rank = [PieceType::King; 8];
        for (piece_type, file) in back_rank.iter_mut().zip(File::ALL) {
            *piece_type = board.piece_type_on(Square::new(file, rank))?;
        }
        chess960_number(back_rank)
    };
    let white = number_on(Rank::First)?;
    let black = number_on(Rank::Eighth)?;
    let start = Position::double_chess960(white, black)?;
    board.position().same_position(&start).then_some((white, black))
}

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the Chess960 start position with a number; `None` if it is 960 or more.
    ///
    /// Number 518 is [`START`](GenericBoard::START). See [`chess960_back_rank`] for the numbering.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// assert_eq!(Position::chess960(518), Some(Position::START));
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    #[doc(alias = "chess960_startpos")]
    #[inline]
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// Returns a double Chess960 start position, in which each player's back rank has its own
    /// number.
    ///
    /// `None` if a number is 960 or more.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let position = Position::double_chess960(518, 0).expect("both are below 960");
    /// let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1";
    /// assert_eq!(position, fen.parse()?);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "double_chess960_startpos")]
    #[inline]
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        let (Some(white), Some(black)) = (chess960_back_rank(white), chess960_back_rank(black))
        else {
            return None;
        };
        let mut placement = Placement::EMPTY;
        let mut castling_rooks = Bitboard::EMPTY;
        let mut index = 0;
        while index < 8 {
            let file = File::ALL[index];
            let first = Square::new(file, Rank::First);
            let eighth = Square::new(file, Rank::Eighth);
            placement = placement
                .with(white[index].of(Color::White), first)
                .with(Piece::WhitePawn, Square::new(file, Rank::Second))
                .with(Piece::BlackPawn, Square::new(file, Rank::Seventh))
                .with(black[index].of(Color::Black), eighth);
            if matches!(white[index], PieceType::Rook) {
                castling_rooks = castling_rooks.with(first);
            }
            if matches!(black[index], PieceType::Rook) {
                castling_rooks = castling_rooks.with(eighth);
            }
            index += 1;
        }
        let state = State { placement, castling_rooks, ..State::START };
        Some(Self { state, key: K::from_state(&state) })
    }
}
