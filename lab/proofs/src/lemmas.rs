//! The lemmas: each says that sets of the library equal what the rules say.

use std::array::from_fn;

use tabiya_core::{Black, CastlingSide, Color, File, White};
use tabiya_perft::symbolic::{SymbolicSets, WingSquares, sets, wing_squares};

use crate::boards::AnyBoard;
use crate::graph::Bit;
use crate::specification::{
    BISHOP, BISHOP_STEPS, Bug, KING, KNIGHT, KNIGHT_STEPS, PAWN, Place, QUEEN, ROOK, ROOK_STEPS,
    any, index, place, step, walk,
};
use crate::symbols::Symbols;

/// The directions, as the library orders them.
pub const DIRECTIONS: [Place; 8] =
    [(0, 1), (1, 1), (1, 0), (-1, 1), (0, -1), (-1, -1), (-1, 0), (1, -1)];

/// The knight steps, as the library orders them.
pub const KNIGHTS: [Place; 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];

/// A statement: the bit is 1 on boards where it is wrong.
pub struct Lemma {
    /// The statement.
    pub name: &'static str,
    /// 1 where the sets differ.
    pub difference: Bit,
}

/// Returns the sets of the library.
pub fn library_sets(any_board: &AnyBoard, wings: [WingSquares; 2]) -> SymbolicSets<Symbols> {
    if any_board.board.up > 0 {
        sets::<Symbols, White>(&any_board.boards, wings)
    } else {
        sets::<Symbols, Black>(&any_board.boards, wings)
    }
}

/// Returns a bit that is 1 where two sets differ.
fn difference(set: Symbols, expected: impl Fn(Place) -> Bit) -> Bit {
    let bits = set.bits();
    any((0..64).map(|square| bits[square] ^ expected(place(square))))
}

/// Returns the lemmas about boards with a king on a square, without castling.
pub fn lemmas(any_board: &AnyBoard) -> Vec<Lemma> {
    let AnyBoard { board, king, .. } = any_board;
    let king = *king;
    let sets = library_sets(any_board, [WingSquares::default(); 2]);
    let kind_of =
        |direction: Place| if direction.0 == 0 || direction.1 == 0 { ROOK } else { BISHOP };
    let back = |(files, ranks): Place| (-files, -ranks);
    let is_near = |at: Place| (at.0 - king.0).abs().max((at.1 - king.1).abs()) == 1;
    let mut lemmas = Vec::new();
    let mut add = |name, difference| lemmas.push(Lemma { name, difference });

    for (direction, &set) in DIRECTIONS.into_iter().zip(&sets.slider_attacks) {
        add(
            "their sliders attack the squares up to the first piece",
            difference(set, |at| {
                board.is_attacked_on_line(at, back(direction), kind_of(direction))
            }),
        );
    }
    add(
        "the king may not enter attacked squares",
        difference(sets.danger, |at| {
            // Elsewhere, the library may count squares that sliders attack behind the king.
            if is_near(at) {
                board.without(king).is_attacked(at)
            } else {
                sets.danger.bits()[index(at)]
            }
        }),
    );
    add(
        "the check mask has the squares that end every check",
        difference(sets.check_mask, |at| ends_every_check(any_board, at)),
    );
    add(
        "a pinned piece is alone between king and slider",
        difference(sets.pinned, |at| is_pinned(any_board, at)),
    );

    let up = board.up;
    let last_rank = if up > 0 { 7 } else { 0 };
    let safe = |from: Place, to: Place| board.is_safe(king, from, to, to);
    let is_beside_their_pawn = |at: Place| {
        let beside = [-1, 1].map(|side| step(at, (side, 0)));
        any(beside.into_iter().flatten().map(|at| board.theirs[index(at)][PAWN]))
    };
    // Moves of a pawn from a square: a push by one or two, or a capture.
    let pushes = |from: Place, to: Place| {
        let is_second_rank = from.1 == if up > 0 { 1 } else { 6 };
        let between = step(from, (0, up));
        let is_double = to == (from.0, from.1 + 2 * up);
        let is_free = board.unless(Bug::PushCaptures, board.is_empty(to)) & !board.is_ours(to);
        let single = if to == (from.0, from.1 + up) { is_free } else { Bit::ZERO };
        let double = match between {
            Some(between)
                if is_double && (is_second_rank || board.has(Bug::DoublePushAnywhere)) =>
            {
                board.unless(Bug::DoublePushJumps, board.is_empty(between)) & board.is_empty(to)
            }
            _ => Bit::ZERO,
        };
        let capture = if to.1 == from.1 + up && (to.0 - from.0).abs() == 1 {
            board.unless(Bug::CaptureOfNothing, board.is_theirs(to)) & !board.is_ours(to)
        } else {
            Bit::ZERO
        };
        (board.ours[index(from)][PAWN] & (single | capture), board.ours[index(from)][PAWN] & double)
    };
    let moves_in = |direction: Place, to: Place| {
        let mut is_clear = Bit::ONE;
        let mut found = Bit::ZERO;
        for (distance, from) in walk(to, back(direction)).enumerate() {
            let ours = board.ours[index(from)];
            let sliders = is_clear & (ours[kind_of(direction)] | ours[QUEEN]) & !board.is_ours(to);
            let king_step = if distance == 0 { ours[KING] & !board.is_ours(to) } else { Bit::ZERO };
            let (steps, doubles) = pushes(from, to);
            let steps = if to.1 == last_rank { Bit::ZERO } else { steps };
            let pawn = steps | doubles & !is_beside_their_pawn(to);
            found = found | (sliders | king_step | pawn) & safe(from, to);
            is_clear = is_clear & board.is_empty(from);
        }
        found
    };
    for (direction, &set) in DIRECTIONS.into_iter().zip(&sets.by_direction[..8]) {
        add("moves along a line are the legal ones", difference(set, |to| moves_in(direction, to)));
    }
    for (jump, &set) in KNIGHTS.into_iter().zip(&sets.by_direction[8..]) {
        add(
            "knight moves are the legal ones",
            difference(set, |to| {
                let Some(from) = step(to, back(jump)) else { return Bit::ZERO };
                board.ours[index(from)][KNIGHT] & !board.is_ours(to) & safe(from, to)
            }),
        );
    }
    for (files, &set) in [0, -1, 1].into_iter().zip(&sets.promotions) {
        add(
            "promotions are the legal ones",
            difference(set, |to| {
                let Some(from) = step(to, (-files, -up)).filter(|_| to.1 == last_rank) else {
                    return Bit::ZERO;
                };
                pushes(from, to).0 & safe(from, to)
            }),
        );
    }
    add(
        "double pushes beside a pawn are the legal ones",
        difference(sets.ep_double_pushes, |to| {
            let Some(from) = step(to, (0, -2 * up)) else { return Bit::ZERO };
            pushes(from, to).1 & is_beside_their_pawn(to) & safe(from, to)
        }),
    );
    add(
        "en passant captures are the legal ones",
        difference(sets.ep_capturers, |from| {
            any([-1, 1].into_iter().filter_map(|side| {
                let to = step(from, (side, up))?;
                let captured = step(from, (side, 0))?;
                let is_safe = board.is_safe(king, from, to, captured);
                Some(board.ours[index(from)][PAWN] & any_board.ep[index(to)] & is_safe)
            }))
        }),
    );
    lemmas
}

/// Tests whether a move to a square, of another piece than the king, ends every check: it captures the checker or stands
/// between it and the king.
fn ends_every_check(any_board: &AnyBoard, at: Place) -> Bit {
    let AnyBoard { board, king, .. } = any_board;
    let king = *king;
    let mut all_end = Bit::ONE;
    for line in [ROOK_STEPS, BISHOP_STEPS].concat() {
        let kind = if line.0 == 0 || line.1 == 0 { ROOK } else { BISHOP };
        let mut is_clear = Bit::ONE;
        let mut is_reached = false;
        for from in walk(king, line) {
            let their = board.theirs[index(from)];
            is_reached |= from == at;
            let checks = is_clear & (their[kind] | their[QUEEN]);
            all_end = all_end & !(checks & Bit::constant(!is_reached));
            is_clear = is_clear & board.is_empty(from);
        }
    }
    let pawns = [-1, 1].map(|side| (PAWN, step(king, (side, board.up))));
    let knights = KNIGHT_STEPS.map(|jump| (KNIGHT, step(king, jump)));
    for (kind, from) in pawns.into_iter().chain(knights) {
        if let Some(from) = from.filter(|&from| from != at) {
            all_end = all_end & !board.theirs[index(from)][kind];
        }
    }
    all_end
}

/// Tests whether one of our pieces is the only one between our king and one of their sliders.
fn is_pinned(any_board: &AnyBoard, at: Place) -> Bit {
    let AnyBoard { board, king, .. } = any_board;
    let lines = [ROOK_STEPS, BISHOP_STEPS].concat();
    let Some(line) = lines.into_iter().find(|&line| walk(*king, line).any(|on| on == at)) else {
        return Bit::ZERO;
    };
    let kind = if line.0 == 0 || line.1 == 0 { ROOK } else { BISHOP };
    let between = walk(*king, line).take_while(|&on| on != at);
    let is_clear = between.fold(Bit::ONE, |clear, on| clear & board.is_empty(on));
    board.is_ours(at) & is_clear & board.is_attacked_on_line(at, line, kind)
}

/// Returns the lemma about castling with a king and a rook on their files.
pub fn castling_lemma(any_board: &AnyBoard, rook_file: i32) -> Lemma {
    let AnyBoard { board, king, rooks, .. } = any_board;
    let (king, rook) = (*king, (rook_file, king.1));
    let color = if board.up > 0 { Color::White } else { Color::Black };
    let is_king_side = rook_file > king.0;
    let (wing, king_to, rook_to) = if is_king_side {
        (CastlingSide::KingSide, (6, king.1), (5, king.1))
    } else {
        (CastlingSide::QueenSide, (2, king.1), (3, king.1))
    };
    let [king_file, file] = [king.0, rook_file].map(|file| File::ALL[file as usize]);
    let mut wings = [WingSquares::default(); 2];
    wings[wing as usize] = wing_squares(color, wing, king_file, file);
    let sets = library_sets(any_board, wings);

    let squares = |from: Place, to: Place| {
        (from.0.min(to.0)..=from.0.max(to.0)).map(move |file| (file, from.1))
    };
    let mut is_legal = board.unless(Bug::CastlingWithoutRight, rooks[index(rook)]);
    for at in squares(king, king_to).chain(squares(rook, rook_to)) {
        if at != king && at != rook {
            is_legal = is_legal & board.unless(Bug::CastlingJumps, board.is_empty(at));
        }
    }
    for at in squares(king, king_to) {
        let bug = if at == king { Bug::CastlingInCheck } else { Bug::CastlingThroughAttack };
        is_legal = is_legal & board.unless(bug, !board.is_attacked(at));
    }
    let mut after = board.without(king).without(rook);
    after.ours[index(king_to)] = from_fn(|kind| Bit::constant(kind == KING));
    after.ours[index(rook_to)] = from_fn(|kind| Bit::constant(kind == ROOK));
    is_legal = is_legal & board.unless(Bug::CastlingUncovers, !after.is_attacked(king_to));
    // A right belongs to a rook of ours on that square.
    let is_position = !rooks[index(rook)] | board.ours[index(rook)][ROOK];
    let differs = difference(sets.castling[wing as usize], |_| is_legal);
    Lemma { name: "castling is legal as the rules say", difference: is_position & differs }
}
