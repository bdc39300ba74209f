//! Retractions compared with a search from their definition, which shares no code with the retractor.

use std::fmt;

use tabiya::retrograde::{PriorCastling, RetractionOptions};
use tabiya::{CastlingSide, Color, EnPassantStyle, File, Piece, PieceType, Position, Rank, Square};
use tabiya_suites::data;
use tabiya_suites::random::SplitMix;
use tabiya_suites::suite::{all_positions, read_text};
use tabiya_tests::playouts::Playouts;
use tabiya_tests::retrograde_search::{
    ANY_CHECKS, Men, Predecessor, Right, STYLES, board_and_ep_square,
};

/// The files of positions for which the Python search has results, which are not read here.
const FILES: [&str; 7] =
    ["chess960", "en_passant", "promotion", "checks", "material", "few_men", "no_last_move"];

/// Positions that no valid one leads to: too many promoted pieces or men, of either side.
const EXCESS_MATERIAL: [&str; 4] = [
    "4k3/8/8/8/8/8/PPPPPPPP/QR1QK2R b KQ - 0 1",
    "4k3/8/8/8/8/8/PPPPPPPP/QR1QK2R w KQ - 0 1",
    "4k3/8/8/8/8/N6N/PPPPPPP1/RNBQKBNR b KQ - 0 1",
    "4k3/8/8/8/8/N6N/PPPPPPP1/RNBQKBNR w KQ - 0 1",
];

/// The castling rights that an earlier position may have besides those of the position.
#[derive(Clone, Copy)]
enum Castling<'a> {
    None,
    Standard,
    From(&'a Position),
    Any,
}

/// The options of a comparison, by the definition.
#[derive(Clone, Copy)]
struct Policy<'a> {
    castling: Castling<'a>,
    en_passant: EnPassantStyle,
    allows_impossible_checks: bool,
}

impl<'a> Policy<'a> {
    /// Returns every combination of options, with a start position for castling.
    fn all(start: &'a Position) -> Vec<Self> {
        let castling =
            [Castling::None, Castling::Standard, Castling::From(start), Castling::Any].into_iter();
        let with_styles = castling.flat_map(|castling| STYLES.map(|style| (castling, style)));
        let policies = with_styles.flat_map(|(castling, en_passant)| {
            [false, true].map(|allows_impossible_checks| Self {
                castling,
                en_passant,
                allows_impossible_checks,
            })
        });
        policies.collect()
    }

    fn options(self) -> RetractionOptions {
        let castling = match self.castling {
            Castling::None => PriorCastling::None,
            Castling::Standard => PriorCastling::Standard,
            Castling::From(start) => PriorCastling::from_start(start),
            Castling::Any => PriorCastling::Any,
        };
        let options = RetractionOptions::new().castling(castling).en_passant(self.en_passant);
        options.allow_impossible_checks(self.allows_impossible_checks)
    }

    fn allows_right(self, right: Right) -> bool {
        let Right { color, king, rook } = right;
        match self.castling {
            Castling::None => false,
            Castling::Standard => {
                king.file() == File::E && [File::A, File::H].contains(&rook.file())
            }
            Castling::From(start) => {
                let has_rook =
                    |side| start.castling_rights().rook_file(color, side) == Some(rook.file());
                start.king(color).file() == king.file()
                    && CastlingSide::ALL.into_iter().any(has_rook)
            }
            Castling::Any => true,
        }
    }

    fn allows(self, predecessor: &Predecessor) -> bool {
        predecessor.styles.contains(&self.en_passant)
            && (self.allows_impossible_checks || predecessor.is_check_possible)
            && predecessor.rights.iter().all(|&right| self.allows_right(right))
    }
}

impl fmt::Display for Policy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.castling {
            Castling::None => f.write_str("no castling")?,
            Castling::Standard => f.write_str("standard castling")?,
            Castling::From(start) => write!(f, "castling from {}", board_and_ep_square(start).0)?,
            Castling::Any => f.write_str("any castling")?,
        }
        let checks = if self.allows_impossible_checks { "any" } else { "possible" };
        write!(f, ", en passant {:?}, {checks} checks", self.en_passant)
    }
}

/// Compares the predecessors of a position by every policy, and returns those of the widest.
#[track_caller]
fn compare(position: &Position, start: &Position) -> Vec<Predecessor> {
    let predecessors = Predecessor::all(position);
    for policy in Policy::all(start) {
        let allowed = predecessors.iter().filter(|predecessor| policy.allows(predecessor));
        let mut expected: Vec<_> = allowed.map(|predecessor| predecessor.line.clone()).collect();
        let line = |(retraction, before)| {
            let (board, ep_square) = board_and_ep_square(&before);
            format!("{retraction} {board} {ep_square}")
        };
        let retractor = position.retractor(&policy.options());
        let mut found: Vec<_> = retractor.predecessors().map(line).collect();
        expected.sort_unstable();
        found.sort_unstable();
        if found != expected {
            let missing: Vec<_> = expected.iter().filter(|line| !found.contains(line)).collect();
            let extra: Vec<_> = found.iter().filter(|line| !expected.contains(line)).collect();
            let is_repeated = found.windows(2).any(|lines| lines[0] == lines[1]);
            panic!(
                "{position:?}, {policy}: missing {missing:#?}, extra {extra:#?}, \
                 a predecessor comes twice: {is_repeated}"
            );
        }
    }
    predecessors
}

/// The numbers of compared predecessors by what is special in them.
#[derive(Debug, Default)]
struct Tally {
    positions: usize,
    without_last_move: usize,
    predecessors: usize,
    captures: usize,
    ep_captures: usize,
    castling: usize,
    promotions: usize,
    with_rights: usize,
    with_ep_square: usize,
    impossible_checks: usize,
}

impl Tally {
    fn add(&mut self, predecessors: &[Predecessor]) {
        let count = |is_counted: fn(&Predecessor) -> bool| {
            let allowed = predecessors.iter().filter(|predecessor| !predecessor.styles.is_empty());
            allowed.filter(|predecessor| is_counted(predecessor)).count()
        };
        self.positions += 1;
        self.without_last_move += usize::from(count(|_| true) == 0);
        self.predecessors += count(|_| true);
        self.captures += count(|predecessor| predecessor.line.contains('x'));
        self.ep_captures += count(|predecessor| predecessor.mv.is_en_passant());
        self.castling += count(|predecessor| predecessor.mv.is_castling());
        self.promotions += count(|predecessor| predecessor.mv.is_promotion());
        self.with_rights += count(|predecessor| !predecessor.rights.is_empty());
        self.with_ep_square += count(|predecessor| predecessor.ep_square.is_some());
        self.impossible_checks += count(|predecessor| !predecessor.is_check_possible);
    }

    /// Asserts the number of positions, and that castling, squares and the like are not rare.
    #[track_caller]
    fn check(&self, positions: usize) {
        println!("{self:?}");
        let special = [
            self.ep_captures,
            self.castling,
            self.promotions,
            self.with_rights,
            self.with_ep_square,
            self.impossible_checks,
        ];
        assert!(self.positions == positions && special.iter().all(|&count| count > 5), "{self:?}");
    }
}

/// Returns the men with a piece on a random empty square.
fn with_random(men: Men, piece: Piece, random: &mut SplitMix) -> Men {
    let empty = Square::ALL.into_iter().filter(|&square| men.on(square).is_none());
    let empty: Vec<_> = empty.collect();
    men.with(empty[random.below(empty.len())], Some(piece))
}

/// A feature of a random position beside random men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Nothing,
    /// King and rook of the side that moved are where castling leaves them.
    Castled,
    /// A pawn is on the sixth rank, as after an en passant capture.
    PawnOnSixthRank,
    /// A pawn is on the fourth rank, and may capture or just have pushed.
    PawnsOnFourthRank,
    /// An en passant square is set.
    EnPassantSquare,
    /// A piece is on the eighth rank.
    Promoted,
    /// The side that moved has a piece in a corner, and the opponent's king is on its back rank.
    CornerTaken,
    /// Two pieces give check.
    DoubleCheck,
}

impl Feature {
    const ALL: [Self; 8] = [
        Self::Nothing,
        Self::Castled,
        Self::PawnOnSixthRank,
        Self::PawnsOnFourthRank,
        Self::EnPassantSquare,
        Self::Promoted,
        Self::CornerTaken,
        Self::DoubleCheck,
    ];

    /// Returns a random position with this feature and few men.
    fn position(self, random: &mut SplitMix) -> Position {
        loop {
            let mover = Color::ALL[random.below(2)];
            let (men, ep_square) = self.men(mover, random);
            let rights: String = {
                let rights = men.kings_and_rooks().into_iter().filter(|_| random.below(3) == 0);
                rights.map(Right::letter).collect()
            };
            let read = ANY_CHECKS.read(men.fen(!mover, &rights, ep_square));
            if let Ok(position) = read
                && (self != Self::DoubleCheck || position.checkers().len() == 2)
            {
                return position;
            }
        }
    }

    /// Returns random men, and the en passant square.
    fn men(self, mover: Color, random: &mut SplitMix) -> (Men, Option<Square>) {
        let piece_types = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
        let king = PieceType::King.of(mover);
        let pawn = PieceType::Pawn.of(mover);
        let any_piece = piece_types[random.below(4)].of(mover);
        let file = File::ALL[random.below(8)];
        let on = |file, rank: Rank| Square::new(file, rank.relative_to(mover));
        let (mut men, mut ep_square) = (Men([None; 64]), None);
        match self {
            Self::Nothing => {}
            Self::Castled => {
                let side = CastlingSide::ALL[random.below(2)];
                let rook = PieceType::Rook.of(mover);
                men = men.with(on(side.king_destination(), Rank::First), Some(king));
                men = men.with(on(side.rook_destination(), Rank::First), Some(rook));
            }
            Self::PawnOnSixthRank => men = men.with(on(file, Rank::Sixth), Some(pawn)),
            Self::PawnsOnFourthRank | Self::EnPassantSquare => {
                men = men.with(on(file, Rank::Fourth), Some(pawn));
                let beside = file.index().checked_sub(1).unwrap_or(1);
                let beside = on(File::ALL[beside], Rank::Fourth);
                men = men.with(beside, Some(PieceType::Pawn.of(!mover)));
                let is_set = self == Self::EnPassantSquare;
                ep_square = is_set.then(|| on(file, Rank::Third));
            }
            Self::Promoted => men = men.with(on(file, Rank::Eighth), Some(any_piece)),
            Self::CornerTaken => {
                let corner = [File::A, File::H][random.below(2)];
                men = men.with(on(corner, Rank::Eighth), Some(any_piece));
                let file = [File::E, file][random.below(2)];
                men = men.with(on(file, Rank::Eighth), Some(PieceType::King.of(!mover)));
            }
            Self::DoubleCheck => {}
        }
        for king in Color::ALL.map(|color| PieceType::King.of(color)) {
            if men.squares_of(king).is_empty() {
                men = with_random(men, king, random);
            }
        }
        for _ in 0..random.below(5) {
            let piece_type = PieceType::ALL[random.below(5)];
            let piece = piece_type.of(Color::ALL[random.below(2)]);
            men = with_random(men, piece, random);
        }
        (men, ep_square)
    }
}

#[test]
fn random_position_predecessors_match_search() {
    const NUMBER: usize = 400;
    let mut random = SplitMix(0x0072_6574_726f);
    let mut tally = Tally::default();
    for feature in Feature::ALL.into_iter().cycle().take(NUMBER) {
        let position = feature.position(&mut random);
        let numbers = [random.below(960) as u16, random.below(960) as u16];
        let start = Position::double_chess960(numbers[0], numbers[1]).expect("numbers below 960");
        tally.add(&compare(&position, &start));
    }
    tally.check(NUMBER);
}

#[test]
fn random_game_predecessors_match_search() {
    const NUMBER: usize = 80;
    const STEP: usize = 61;
    let rows = all_positions().unwrap_or_else(|error| panic!("{error:#}"));
    let mut tally = Tally::default();
    let playouts = Playouts::new((NUMBER * STEP) as u64, 0x6f72_6163, &rows);
    let boards = playouts.flat_map(|playout| {
        let start = playout.boards[0].position();
        playout.boards.into_iter().map(move |board| (board.position(), start))
    });
    for (position, start) in boards.step_by(STEP) {
        tally.add(&compare(&position, &start));
    }
    println!("{tally:?}");
    assert!(tally.positions == NUMBER && tally.with_rights > 100, "{tally:?}");
}

#[test]
fn composed_position_predecessors_match_search() {
    let mut fens = Vec::new();
    for file in FILES {
        let table = read_text(&data("unmoves").join(file).with_extension("tsv")).expect(file);
        let rows = table.lines().skip(1);
        fens.extend(rows.filter_map(|row| row.split('\t').next()).map(str::to_owned));
    }
    // The file has a row for each of two policies.
    fens.dedup();
    fens.extend(EXCESS_MATERIAL.map(str::to_owned));
    let options = ANY_CHECKS.allow_excess_material(true);
    let mut tally = Tally::default();
    for fen in &fens {
        let position = options.read(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        tally.add(&compare(&position, &Position::START));
    }
    assert!(tally.without_last_move > EXCESS_MATERIAL.len(), "{tally:?}");
    tally.check(104);
}
