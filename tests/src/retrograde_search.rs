//! A search for the positions before a position, from their definition. It shares no code with the retractor.
//!
//! A position Q with a move m precedes a position P if Q is a valid FEN, m is legal there by the mailbox oracle, and m
//! leads to P. The search sets up every board on which one move can make the difference to P, with
//! each set of castling rights and each en passant square. It omits only moves that no board allows, squares without
//! the pushed pawn, and rights that the move keeps.

use tabiya::retrograde::Pocket;
use tabiya::{
    CastlingSide, CastlingStyle, Color, EnPassantStyle, FenOptions, File, Move, MoveKind, Piece,
    PieceType, Position, Rank, Square,
};
use tabiya_oracle::mailbox;

/// The styles of writing en passant squares.
pub const STYLES: [EnPassantStyle; 3] =
    [EnPassantStyle::Legal, EnPassantStyle::PseudoLegal, EnPassantStyle::Always];

/// The rules for FENs without the one for checks.
pub const ANY_CHECKS: FenOptions = FenOptions::new().allow_impossible_checks(true);

/// The men of a position by square.
#[derive(Clone, Debug)]
pub struct Men(pub [Option<Piece>; 64]);

impl Men {
    fn of(position: &Position) -> Self {
        Self(Square::ALL.map(|square| position.piece_on(square)))
    }

    /// Returns the man on a square.
    #[must_use]
    pub fn on(&self, square: Square) -> Option<Piece> {
        self.0[square as usize]
    }

    /// Returns the men with a change of one square.
    #[must_use]
    pub fn with(mut self, square: Square, piece: Option<Piece>) -> Self {
        self.0[square as usize] = piece;
        self
    }

    /// Returns the squares of a piece.
    #[must_use]
    pub fn squares_of(&self, piece: Piece) -> Vec<Square> {
        Square::ALL.into_iter().filter(|&square| self.on(square) == Some(piece)).collect()
    }

    /// Returns the rooks on their back rank, each with the king of its color.
    #[must_use]
    pub fn kings_and_rooks(&self) -> Vec<Right> {
        let rights = Color::ALL.into_iter().flat_map(|color| {
            let kings = self.squares_of(PieceType::King.of(color));
            let rooks = self.squares_of(PieceType::Rook.of(color)).into_iter();
            rooks.filter_map(move |rook| Some(Right { color, king: *kings.first()?, rook }))
        });
        rights.filter(|right| right.rook.rank() == Rank::First.relative_to(right.color)).collect()
    }

    /// Writes the men as a FEN with the other fields.
    #[must_use]
    pub fn fen(&self, side: Color, rights: &str, ep_square: Option<Square>) -> String {
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
pub struct Right {
    /// The player.
    pub color: Color,
    /// The square of the king.
    pub king: Square,
    /// The square of the rook.
    pub rook: Square,
}

impl Right {
    /// Returns the letter of the right in a Shredder FEN.
    #[must_use]
    pub fn letter(self) -> char {
        let letter = self.rook.file().to_char();
        if self.color.is_white() { letter.to_ascii_uppercase() } else { letter }
    }

    /// Tests whether a move touches king or rook.
    fn is_lost_by(self, mv: Move) -> bool {
        mv.from() == self.king || mv.from() == self.rook || mv.to() == self.rook
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
                Self::push_moves(&mut candidates, &men, piece, from, to);
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
    fn push_moves(candidates: &mut Vec<Self>, men: &Men, piece: Piece, from: Square, to: Square) {
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
        let king = PieceType::King.of(color);
        let rook = PieceType::Rook.of(color);
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
        let from = self.mv.from();
        let to = self.mv.to();
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
#[derive(Clone, Debug)]
pub struct Predecessor {
    /// The retraction, and the fields of the FEN without clocks.
    pub line: String,
    /// The FEN.
    pub fen: String,
    /// The move that leads to the position.
    pub mv: Move,
    /// The type of the captured piece.
    pub captured: Option<PieceType>,
    /// The en passant square.
    pub ep_square: Option<Square>,
    /// The rights that the position lacks.
    pub rights: Vec<Right>,
    /// The styles by which both en passant squares are as told.
    pub styles: Vec<EnPassantStyle>,
    /// `false` if no move can have given the check.
    pub is_check_possible: bool,
}

impl Predecessor {
    /// Returns all predecessors of a position.
    ///
    /// # Panics
    ///
    /// Panics if the mailbox oracle refuses a valid FEN.
    #[must_use]
    pub fn all(position: &Position) -> Vec<Self> {
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
                        captured: candidate.captured,
                        ep_square,
                        rights: rights.clone(),
                        styles,
                        is_check_possible: FenOptions::new().read(&fen).is_ok(),
                        fen,
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
#[must_use]
pub fn board_and_ep_square(position: &Position) -> (String, String) {
    let fen = position.fen().castling(CastlingStyle::Shredder).en_passant(EnPassantStyle::Always);
    split_fen(&fen.to_string())
}

/// Returns the first three fields of a FEN, and the fourth.
fn split_fen(fen: &str) -> (String, String) {
    let mut fields = fen.rsplitn(4, ' ').skip(2).map(str::to_owned);
    let ep_square = fields.next().unwrap_or_default();
    (fields.next().unwrap_or_default(), ep_square)
}

/// The rules by which [`count_sequences`] retracts moves.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// `false` if no castling is retracted.
    pub castles: bool,
    /// `true` to allow checks that no move can have given.
    pub allows_impossible_checks: bool,
    /// The pieces that may return, and the promotions that may be retracted, of White and of Black.
    pub pockets: [Pocket; 2],
    /// `true` to follow each retraction once, with the least prior state.
    pub is_least: bool,
}

/// Returns the pockets before a move of `mover`, or `None` if they forbid it.
fn pockets_before(
    mut pockets: [Pocket; 2],
    predecessor: &Predecessor,
    mover: Color,
) -> Option<[Pocket; 2]> {
    if let Some(captured) = predecessor.captured {
        let pocket = &mut pockets[!mover as usize];
        *pocket = pocket.with(captured, pocket.count(captured).checked_sub(1)?);
    }
    if predecessor.mv.is_promotion() {
        let pocket = &mut pockets[mover as usize];
        *pocket = pocket.with_unpromotions(pocket.unpromotions().checked_sub(1)?);
    }
    Some(pockets)
}

/// Counts the sequences of retractions of a length by the search, with standard castling and legal en passant squares.
///
/// # Panics
///
/// Panics if the library refuses a FEN that it accepted before.
#[must_use]
pub fn count_sequences(position: &Position, depth: u32, rules: Rules) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mover = !position.side_to_move();
    let mut before = Vec::new();
    for predecessor in Predecessor::all(position) {
        let is_standard = |right: &Right| {
            right.king.file() == File::E && [File::A, File::H].contains(&right.rook.file())
        };
        let is_allowed = predecessor.styles.contains(&EnPassantStyle::Legal)
            && (rules.allows_impossible_checks || predecessor.is_check_possible)
            && predecessor.rights.iter().all(|right| rules.castles && is_standard(right));
        let pockets = pockets_before(rules.pockets, &predecessor, mover);
        if let Some(pockets) = pockets.filter(|_| is_allowed) {
            before.push((predecessor, pockets));
        }
    }
    if rules.is_least {
        let key = |predecessor: &Predecessor| (predecessor.mv, predecessor.captured);
        before.sort_by_key(|(predecessor, _)| {
            (key(predecessor), predecessor.rights.len(), predecessor.ep_square)
        });
        before.dedup_by_key(|(predecessor, _)| key(predecessor));
    }
    if depth == 1 {
        return before.len() as u64;
    }
    let count = |(predecessor, pockets): &(Predecessor, [Pocket; 2])| {
        let position = ANY_CHECKS.read(&predecessor.fen).expect("a valid FEN");
        count_sequences(&position, depth - 1, Rules { pockets: *pockets, ..rules })
    };
    before.iter().map(count).sum()
}
