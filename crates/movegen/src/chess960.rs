//! The start positions of Chess960 and double Chess960, by their numbers and back.

use tabiya_core::{Bitboard, Color, File, Piece, PieceType, Rank, Square};

use crate::board::GenericBoard;
use crate::key::BoardKey;
use crate::placement::Placement;
use crate::state::State;

/// How many start positions Chess960 has.
const COUNT: u16 = 960;

/// Where the two knights go among the five squares that bishops and queen leave, a bit a
/// square, in the order of the numbering.
const KNIGHTS: [u8; 10] =
    [0b00011, 0b00101, 0b01001, 0b10001, 0b00110, 0b01010, 0b10010, 0b01100, 0b10100, 0b11000];

/// The back rank of a Chess960 start position, from the a-file to the h-file; `None` from
/// 960 on.
///
/// Source of the numbering: Reinhard Scharnagl. The remainders of the number, divided by 4,
/// 4 and 6 in turn, place the bishop of the light squares, that of the dark ones, and the
/// queen among what is left; the last quotient chooses one of ten places for the knights,
/// and the king goes between the rooks.
///
/// ```
/// use tabiya_core::PieceType;
/// use tabiya_movegen::chess960_back_rank;
///
/// let letters = |number| chess960_back_rank(number).map(|rank| rank.map(PieceType::to_char));
/// assert_eq!(letters(0), Some(['b', 'b', 'q', 'n', 'n', 'r', 'k', 'r']));
/// assert_eq!(letters(518), Some(['r', 'n', 'b', 'q', 'k', 'b', 'n', 'r']));
/// assert_eq!(letters(960), None);
/// ```
#[inline]
pub const fn chess960_back_rank(number: u16) -> Option<[PieceType; 8]> {
    if number >= COUNT {
        return None;
    }
    let rest = number as usize;
    let (rest, light) = (rest / 4, rest % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (KNIGHTS[rest / 6], rest % 6);

    // Every square is the king's until another piece takes it.
    let mut rank = [PieceType::King; 8];
    rank[2 * light + 1] = PieceType::Bishop;
    rank[2 * dark] = PieceType::Bishop;
    rank[free_file(&rank, queen)] = PieceType::Queen;
    // From the last, so that those before keep their count.
    let mut place = 5;
    while place > 0 {
        place -= 1;
        if knights >> place & 1 != 0 {
            rank[free_file(&rank, place)] = PieceType::Knight;
        }
    }
    rank[free_file(&rank, 2)] = PieceType::Rook;
    rank[free_file(&rank, 0)] = PieceType::Rook;
    Some(rank)
}

/// The file of the free square, still the king's, that has `before` others before it.
#[inline]
const fn free_file(rank: &[PieceType; 8], before: usize) -> usize {
    let (mut file, mut passed) = (0, 0);
    loop {
        if matches!(rank[file], PieceType::King) {
            if passed == before {
                return file;
            }
            passed += 1;
        }
        file += 1;
    }
}

/// The number of a Chess960 back rank, read from the a-file to the h-file; `None` if no
/// game starts from it. The way back from [`chess960_back_rank`].
///
/// ```
/// use tabiya_core::PieceType::{Bishop, King, Knight, Queen, Rook};
/// use tabiya_movegen::chess960_number;
///
/// let standard = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
/// assert_eq!(chess960_number(standard), Some(518));
/// // Both bishops on dark squares.
/// let wrong = [Bishop, Knight, Bishop, Queen, Rook, King, Knight, Rook];
/// assert_eq!(chess960_number(wrong), None);
/// ```
#[inline]
pub fn chess960_number(back_rank: [PieceType; 8]) -> Option<u16> {
    let (mut light, mut dark, mut queen, mut knights) = (0, 0, 0, 0u8);
    // How many squares so far hold no bishop, and of those how many no queen.
    let (mut beside_bishops, mut beside_queen) = (0, 0);
    for (file, piece_type) in back_rank.into_iter().enumerate() {
        match piece_type {
            PieceType::Bishop if file % 2 == 1 => light = file / 2,
            PieceType::Bishop => dark = file / 2,
            PieceType::Queen => {
                queen = beside_bishops;
                beside_bishops += 1;
            }
            _ => {
                knights |= u8::from(piece_type == PieceType::Knight) << beside_queen;
                beside_bishops += 1;
                beside_queen += 1;
            }
        }
    }
    let knights = KNIGHTS.iter().position(|&places| places == knights)?;
    let number = u16::try_from(light + 4 * (dark + 4 * (queen + 6 * knights))).ok()?;
    // What was not asked on the way: how many pieces of each kind, the king between rooks.
    (chess960_back_rank(number) == Some(back_rank)).then_some(number)
}

impl<K: BoardKey> GenericBoard<K> {
    /// The start position of Chess960 with a number from 0 to 959; `None` from 960 on.
    ///
    /// Number 518 is [`START`](GenericBoard::START). See [`chess960_back_rank`] for the numbering.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// assert_eq!(Position::chess960(518), Some(Position::START));
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    #[inline]
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// The start position of double Chess960, where each player's back rank has its own
    /// number; `None` if one of them is 960 or more.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::double_chess960(518, 0).expect("both are below 960");
    /// let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1";
    /// assert_eq!(position, fen.parse()?);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
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
            let (first, eighth) = (Square::new(file, Rank::First), Square::new(file, Rank::Eighth));
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
        Some(Self { state, key: K::of(&state) })
    }

    /// The numbers of White's and Black's back ranks, if a game of Chess960 or double
    /// Chess960 starts here: nothing moved, White to move, all rights to castle. The clocks
    /// may say anything.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// assert_eq!(Position::START.chess960_numbers(), Some((518, 518)));
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
    /// assert_eq!(Position::from_fen(fen)?.chess960_numbers(), None);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn chess960_numbers(&self) -> Option<(u16, u16)> {
        let number_on = |rank| {
            let mut back_rank = [PieceType::King; 8];
            for (piece_type, file) in back_rank.iter_mut().zip(File::ALL) {
                *piece_type = self.piece_type_on(Square::new(file, rank))?;
            }
            chess960_number(back_rank)
        };
        let (white, black) = (number_on(Rank::First)?, number_on(Rank::Eighth)?);
        let start = Self::double_chess960(white, black)?;
        self.same_position(&start).then_some((white, black))
    }
}
