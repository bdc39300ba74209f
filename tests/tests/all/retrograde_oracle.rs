//! Retractions compared with a search from their definition, which shares no code with the retractor.
//!
//! A position Q with a move m precedes a position P if Q is a valid FEN, m is legal there by the mailbox oracle, and m
//! leads to P. The search sets up every board on which one move can make the difference to P, with
//! each set of castling rights and each en passant square. It omits only moves that no board allows, squares without
//! the pushed pawn, and rights that the move keeps.

use std::fmt;

use tabiya::retrograde::{PriorCastling, RetractionOptions};
use tabiya::{
    CastlingSide, CastlingStyle, Color, EnPassantStyle, FenOptions, File, Move, MoveKind, Piece,
    PieceType, Position, Rank, Square,
};
use tabiya_oracle::mailbox;
use tabiya_suites::data;
use tabiya_suites::random::SplitMix;
use tabiya_suites::suite::{all_positions, read_text};
use tabiya_tests::playouts::Playouts;

const STYLES: [EnPassantStyle; 3] =
    [EnPassantStyle::Legal, EnPassantStyle::PseudoLegal, EnPassantStyle::Always];

/// The rules for FENs without the one for checks.
const ANY_CHECKS: FenOptions = FenOptions::new().allow_impossible_checks(true);

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

/// The men of a position by square.
#[derive(Clone)]
struct Men([Option<Piece>; 64]);

impl Men {
    fn of(position: &Position) -> Self {
        Self(Square::ALL.map(|square| position.piece_on(square)))
    }

    fn on(&self, square: Square) -> Option<Piece> {
        self.0[square as usize]
    }

    /// Returns the men with a change of one square.
    fn with(mut self, square: Square, piece: Option<Piece>) -> Self {
        self.0[square as usize] = piece;
        self
    }

    /// Returns the men with a piece on a random empty square.
    fn with_random(self, piece: Piece, random: &mut SplitMix) -> Self {
        let empty = Square::ALL.into_iter().filter(|&square| self.on(square).is_none());
        let empty: Vec<_> = empty.collect();
        self.with(empty[random.below(empty.len())], Some(piece))
    }

    /// Returns the squares of a piece.
    fn squares_of(&self, piece: Piece) -> Vec<Square> {
        Square::ALL.into_iter().filter(|&square| self.on(square) == Some(piece)).collect()
    }

    /// Returns the rooks on their back rank, each with the king of its color.
    fn kings_and_rooks(&self) -> Vec<Right> {
        let rights = Color::ALL.into_iter().flat_map(|color| {
            let kings = self.squares_of(PieceType::King.of(color));
            let rooks = self.squares_of(PieceType::Rook.of(color)).into_iter();
            rooks.filter_map(move |rook| Some(Right { color, king: *kings.first()?, rook }))
        });
        rights.filter(|right| right.rook.rank() == Rank::First.relative_to(right.color)).collect()
    }

    /// Writes the men as a FEN with the other fields.
    fn fen(&self, side: Color, rights: &str, ep_square: Option<Square>) -> String {
        let ranks = Rank::ALL.map(|rank| {
            let squares = File::ALL.map(|file| Square::new(file, rank));
            squares.map(|square| self.on(square).map_or('1', Piece::to_char)).iter().collect()
        });
        let ranks: Vec<String> = ranks.into_iter().rev().collect();
        let rights = if rights.is_empty() { "-" } else { rights };
        let ep_square = ep_square.map_or("-".to_owned(), |square| square.to_string());
        format!("{} {} {rights} {ep_square} 0 1", ranks.join("/"), side.to_char())
    }
}

/// A castling right by the squares of its king and rook.
#[derive(Clone, Copy, Debug)]
struct Right {
    color: Color,
    king: Square,
    rook: Square,
}

impl Right {
    /// Returns the letter of the right in a Shredder FEN.
    fn letter(self) -> char {
        let letter = self.rook.file().to_char();
        if self.color.is_white() { letter.to_ascii_uppercase() } else { letter }
    }

    /// Tests whether a move touches king or rook.
    fn is_lost_by(self, mv: Move) -> bool {
        mv.from() == self.king || mv.from() == self.rook || mv.to() == self.rook
    }
}

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

/// A board without rights and en passant square, and a move on it that may lead to the position.
struct Candidate {
    men: Men,
    mv: Move,
    captured: Option<PieceType>,
}

impl Candidate {
    /// Returns the candidates: all moves that go back to an empty square and put back any man, and castling.
    fn all(position: &Position) -> Vec<Self> {
        let men = Men::of(position);
        let mover = !position.side_to_move();
        let mut candidates = Vec::new();
        let is_empty = |square: &Square| men.on(*square).is_none();
        for to in Square::ALL {
            let Some(piece) = men.on(to).filter(|piece| piece.color() == mover) else { continue };
            for from in Square::ALL.into_iter().filter(is_empty) {
                Self::push_moves(&mut candidates, &men, piece, (from, to));
                let beside = Square::new(to.file(), from.rank());
                if piece.piece_type() == PieceType::Pawn && beside != from && is_empty(&beside) {
                    let pawn = PieceType::Pawn.of(!mover);
                    let men = men.clone().with(to, None).with(from, Some(piece));
                    candidates.push(Self {
                        men: men.with(beside, Some(pawn)),
                        mv: Move::with_kind(from, to, MoveKind::EnPassant),
                        captured: Some(PieceType::Pawn),
                    });
                }
            }
        }
        candidates.retain(|candidate| candidate.is_possible(mover));
        for side in CastlingSide::ALL {
            Self::push_castling(&mut candidates, &men, mover, side);
        }
        candidates
    }

    /// Appends the moves of a piece from one square to another, with each captured type.
    fn push_moves(
        candidates: &mut Vec<Self>,
        men: &Men,
        piece: Piece,
        (from, to): (Square, Square),
    ) {
        let pawn = PieceType::Pawn.of(piece.color());
        let promotions = MoveKind::PROMOTIONS.into_iter();
        let promotion = promotions.filter(|kind| kind.promotion() == Some(piece.piece_type()));
        let moved = promotion.map(|kind| (kind, pawn)).chain([(MoveKind::Normal, piece)]);
        for (kind, moved) in moved.filter(|(_, moved)| is_step(moved.piece_type(), from, to)) {
            let types = PieceType::ALL.into_iter().filter(|&captured| captured != PieceType::King);
            for captured in types.map(Some).chain([None]) {
                let returning = captured.map(|captured| captured.of(!piece.color()));
                candidates.push(Self {
                    men: men.clone().with(from, Some(moved)).with(to, returning),
                    mv: Move::with_kind(from, to, kind),
                    captured,
                });
            }
        }
    }

    /// Appends castling to one side, from all files on which king and rook may have stood.
    fn push_castling(candidates: &mut Vec<Self>, men: &Men, color: Color, side: CastlingSide) {
        let on_back_rank = |file| Square::new(file, Rank::First.relative_to(color));
        let (king, rook) = (PieceType::King.of(color), PieceType::Rook.of(color));
        let king_to = on_back_rank(side.king_destination());
        let rook_to = on_back_rank(side.rook_destination());
        if men.on(king_to) != Some(king) || men.on(rook_to) != Some(rook) {
            return;
        }
        let men = men.clone().with(king_to, None).with(rook_to, None);
        for from in File::ALL.map(on_back_rank) {
            for rook_from in File::ALL.map(on_back_rank) {
                if from != rook_from && men.on(from).is_none() && men.on(rook_from).is_none() {
                    candidates.push(Self {
                        men: men.clone().with(from, Some(king)).with(rook_from, Some(rook)),
                        mv: Move::with_kind(from, rook_from, MoveKind::Castling),
                        captured: None,
                    });
                }
            }
        }
    }

    /// Tests the board without rights and en passant square, on which only en passant captures and castling depend.
    fn is_possible(&self, mover: Color) -> bool {
        let fen = self.men.fen(mover, "", None);
        ANY_CHECKS.read(&fen).is_ok()
            && (self.mv.is_en_passant() || is_legal(&mailbox_board(&fen), self.mv))
    }

    /// Returns the en passant squares behind the opponent's pawns.
    fn ep_squares(&self, mover: Color) -> impl Iterator<Item = Square> {
        let pawn = Some(PieceType::Pawn.of(!mover));
        let on = move |file, rank: Rank| Square::new(file, rank.relative_to(mover));
        let is_pushed = move |file: &File| self.men.on(on(*file, Rank::Fifth)) == pawn;
        File::ALL.into_iter().filter(is_pushed).map(move |file| on(file, Rank::Sixth))
    }

    /// Returns the sets of rights that the move may have lost, besides those of the position.
    fn rights_sets(&self, kept: &str) -> impl Iterator<Item = Vec<Right>> {
        let mut rights = self.men.kings_and_rooks();
        rights.retain(|right| right.is_lost_by(self.mv) && !kept.contains(right.letter()));
        (0..1_u32 << rights.len()).map(move |set| {
            let numbered = (0..).zip(&rights);
            numbered.filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, &right)| right).collect()
        })
    }

    /// Returns the text of the retraction.
    fn text(&self) -> String {
        let (from, to) = (self.mv.from(), self.mv.to());
        let promotion = self.mv.promotion().map(|piece_type| piece_type.to_char());
        let promotion = promotion.map_or(String::new(), String::from);
        let captured = self.captured.map(|piece_type| piece_type.to_char().to_ascii_uppercase());
        let captured = match self.mv.kind() {
            MoveKind::EnPassant => " ep".to_owned(),
            MoveKind::Castling => " castles".to_owned(),
            _ => captured.map_or(String::new(), |letter| format!("x{letter}")),
        };
        format!("{from}{to}{promotion}{captured}")
    }
}

/// A predecessor by the widest policy, with all by which narrower ones exclude it.
struct Predecessor {
    line: String,
    mv: Move,
    ep_square: Option<Square>,
    /// The rights that the position lacks.
    rights: Vec<Right>,
    /// The styles by which both en passant squares are as told.
    styles: Vec<EnPassantStyle>,
    is_check_possible: bool,
}

impl Predecessor {
    /// Returns all predecessors of a position.
    fn all(position: &Position) -> Vec<Self> {
        let mover = !position.side_to_move();
        let expected = board_and_ep_square(position);
        let kept = expected.0.rsplit(' ').next().unwrap_or_default().replace('-', "");
        let mut predecessors = Vec::new();
        for candidate in Candidate::all(position) {
            for rights in candidate.rights_sets(&kept) {
                let letters: String = rights.iter().map(|right| right.letter()).collect();
                for ep_square in candidate.ep_squares(mover).map(Some).chain([None]) {
                    let fen = candidate.men.fen(mover, &format!("{kept}{letters}"), ep_square);
                    let Some(styles) = styles(&fen, candidate.mv, &expected) else { continue };
                    let (board, square) = split_fen(&mailbox_board(&fen).fen());
                    predecessors.push(Self {
                        line: format!("{} {board} {square}", candidate.text()),
                        mv: candidate.mv,
                        ep_square,
                        rights: rights.clone(),
                        styles,
                        is_check_possible: FenOptions::new().read(&fen).is_ok(),
                    });
                }
            }
        }
        predecessors
    }
}

/// Returns the styles by which the move leads from a valid FEN to a position, or `None` if it does not.
fn styles(fen: &str, mv: Move, expected: &(String, String)) -> Option<Vec<EnPassantStyle>> {
    ANY_CHECKS.read(fen).ok()?;
    let before = mailbox_board(fen);
    if !is_legal(&before, mv) {
        return None;
    }
    let after = before.after(mv);
    let (board_after, ep_square_after) = split_fen(&after.fen());
    if board_after != expected.0 {
        return None;
    }
    let has_ep_square = split_fen(fen).1 != "-";
    let is_told = |style: &EnPassantStyle| {
        let is_same = ep_square_after == expected.1;
        (!has_ep_square || is_ep_square_written(&before, *style))
            && (is_same || expected.1 == "-" && !is_ep_square_written(&after, *style))
    };
    Some(STYLES.into_iter().filter(is_told).collect())
}

/// Tests whether a style writes the en passant square of a board that has one.
fn is_ep_square_written(board: &mailbox::Board, style: EnPassantStyle) -> bool {
    let moves = match style {
        EnPassantStyle::Legal => board.legal_moves(),
        EnPassantStyle::PseudoLegal => board.pseudo_legal_moves(),
        EnPassantStyle::Always => return true,
    };
    moves.into_iter().any(Move::is_en_passant)
}

/// Tests whether a move is legal: one of [`mailbox::Board::legal_moves`], of which only this one is made.
fn is_legal(board: &mailbox::Board, mv: Move) -> bool {
    board.pseudo_legal_moves().contains(&mv) && !board.after(mv).can_take_king()
}

/// Tests whether a piece can make a step on any board, of either color.
fn is_step(piece_type: PieceType, from: Square, to: Square) -> bool {
    let files = from.file().index().abs_diff(to.file().index());
    let ranks = from.rank().index().abs_diff(to.rank().index());
    match piece_type {
        PieceType::Pawn => files <= 1 && ranks <= 2,
        PieceType::Knight => files * ranks == 2,
        PieceType::Bishop => files == ranks,
        PieceType::Rook => files == 0 || ranks == 0,
        PieceType::Queen => files == ranks || files == 0 || ranks == 0,
        PieceType::King => files <= 1 && ranks <= 1,
    }
}

fn mailbox_board(fen: &str) -> mailbox::Board {
    mailbox::Board::from_fen(fen).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns a position's board, side and Shredder rights, and its en passant square.
fn board_and_ep_square(position: &Position) -> (String, String) {
    let fen = position.fen().castling(CastlingStyle::Shredder).en_passant(EnPassantStyle::Always);
    split_fen(&fen.to_string())
}

/// Returns the first three fields of a FEN, and the fourth.
fn split_fen(fen: &str) -> (String, String) {
    let mut fields = fen.rsplitn(4, ' ').skip(2).map(str::to_owned);
    let ep_square = fields.next().unwrap_or_default();
    (fields.next().unwrap_or_default(), ep_square)
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
                men = men.with_random(king, random);
            }
        }
        for _ in 0..random.below(5) {
            let piece_type = PieceType::ALL[random.below(5)];
            let piece = piece_type.of(Color::ALL[random.below(2)]);
            men = men.with_random(piece, random);
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
