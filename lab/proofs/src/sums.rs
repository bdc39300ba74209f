//! Lemmas about the delta-counting sums: a move changes the reply count by the numbers on its two squares. Any pieces may
//! be pinned along any lines, so that no king matters.

use std::array::from_fn;

use tabiya_core::{Black, White};
use tabiya_perft::symbolic::{
    DeltaChoice, DeltaParts, ReplySets, SymbolicBoards, delta_parts, reply_sets,
};

use crate::boards::AnyBoard;
use crate::graph::Bit;
use crate::lemmas::{Lemma, all_steps};
use crate::numbers::{Number, count, sum};
use crate::rules::back;
use crate::specification::{
    Board, KNIGHT, KNIGHT_STEPS, PAWN, Place, any, index, place, step, walk,
};
use crate::symbols::Symbols;

pub fn library_parts(
    boards: &SymbolicBoards<Symbols>,
    choice: DeltaChoice<Symbols>,
    up: i32,
) -> DeltaParts<Symbols> {
    if up > 0 {
        delta_parts::<Symbols, White>(boards, choice)
    } else {
        delta_parts::<Symbols, Black>(boards, choice)
    }
}

fn library_replies(
    boards: &SymbolicBoards<Symbols>,
    choice: DeltaChoice<Symbols>,
    up: i32,
) -> ReplySets<Symbols> {
    if up > 0 {
        reply_sets::<Symbols, White>(boards, choice)
    } else {
        reply_sets::<Symbols, Black>(boards, choice)
    }
}

/// Returns free inputs: pieces that the opponent may move, squares around its king, and targets.
fn any_choice(any_board: &AnyBoard) -> DeltaChoice<Symbols> {
    let any_pieces =
        || Symbols::new(from_fn(|square| Bit::input() & any(any_board.board.theirs[square])));
    let any_set = || Symbols::new(from_fn(|_| Bit::input()));
    DeltaChoice {
        movable: from_fn(|_| any_pieces()),
        knights: any_pieces(),
        king_zone: any_set(),
        moves: from_fn(|_| any_set()),
    }
}

/// Returns the lemmas about the moves to a square, and about what is counted there.
pub fn sum_lemmas(any_board: &AnyBoard, to: Place) -> Vec<Lemma> {
    let up = any_board.board.up;
    let choice = any_choice(any_board);
    let parts = library_parts(&any_board.boards, choice, up);
    let mut lemmas = count_lemmas(any_board, &parts, &choice, to);
    lemmas.extend(move_lemmas(any_board, &parts, choice, to));
    lemmas
}

/// Returns the number on a square, by its digits.
fn number_on(digits: &[Symbols], at: Place) -> Number {
    Number::from_bits(digits.iter().map(|digit| digit.bits()[index(at)]))
}

fn move_lemmas(
    any_board: &AnyBoard,
    parts: &DeltaParts<Symbols>,
    choice: DeltaChoice<Symbols>,
    to: Place,
) -> Vec<Lemma> {
    let up = any_board.board.up;
    // A captured piece does not move.
    let others = !Symbols::new(from_fn(|square| Bit::constant(square == index(to))));
    let choice = DeltaChoice {
        movable: choice.movable.map(|pieces| pieces & others),
        knights: choice.knights & others,
        ..choice
    };
    let mut lemmas = Vec::new();
    for ((direction, length), targets) in all_steps().zip(parts.by_direction) {
        let mut is_clear = targets.bits()[index(to)];
        for from in walk(to, back(direction)).take(length) {
            let is_move = is_clear & any_board.board.is_ours(from);
            is_clear = is_clear & any_board.board.is_empty(from);
            let boards = after(&any_board.boards, from, to);
            let replies = library_replies(&boards, choice, up);
            let mv = CountedMove { parts, direction, from, to, replies };
            let is_pawn = any_board.board.ours[index(from)][PAWN];
            let mut add = |name, difference| {
                lemmas.push(Lemma { name, difference: is_move & difference });
            };
            for difference in mv.sliders_differ() {
                add("the sums change slider replies as the move does", difference);
            }
            for difference in mv.knights_differ() {
                add("the sums change knight replies as the move does", difference);
            }
            let difference = mv.pawns_differ(is_pawn, up);
            add("the sums change pawn replies as the move does", difference);
        }
    }
    lemmas
}

/// Returns the lemmas about the numbers on a square: moves from it, and attacks on squares around the king.
fn count_lemmas(
    any_board: &AnyBoard,
    parts: &DeltaParts<Symbols>,
    choice: &DeltaChoice<Symbols>,
    at: Place,
) -> Vec<Lemma> {
    let Board { ours, up, .. } = &any_board.board;
    let on = |digits: &[Symbols]| number_on(digits, at);
    let has = |digits: &[Symbols]| any(digits.iter().map(|digit| digit.bits()[index(at)]));
    let is_ours = any_board.board.is_ours(at);
    let mut lemmas = Vec::new();
    for (number, (direction, length)) in all_steps().enumerate() {
        let targets = choice.moves[number].bits();
        let mut is_clear = Bit::ONE;
        let moves = count(walk(at, direction).take(length).map(|to| {
            let is_move = is_clear & targets[index(to)];
            is_clear = is_clear & any_board.board.is_empty(to);
            is_move
        }));
        let counted = match number.checked_sub(8) {
            None => on(&parts.line_moves_from[number]),
            Some(jump) => on(&[parts.knight_moves_from[jump]]),
        };
        let name = "the sums count the moves from each square";
        lemmas.push(Lemma { name, difference: is_ours & moves.differs(&counted) });
    }
    // Squares on the way of a slider are counted, too. Their numbers for departures are 0.
    let opened = parts.sliders_opened.as_flattened();
    let [_, _, unblocked, captures_lost] = &parts.pawns;
    let departures = [opened, unblocked, captures_lost, &parts.leaper_attacks].concat();
    let name = "the sums count no departure from a square without a piece";
    lemmas.push(Lemma { name, difference: !is_ours & has(&departures) });
    // The library joins both numbers by "or".
    let difference = has(parts.sliders_lost.as_flattened()) & has(&parts.knights_lost);
    lemmas.push(Lemma { name: "no square loses moves of sliders and of a knight", difference });
    let zone = choice.king_zone.bits();
    let attacks = |steps: &[Place], is_there: Bit| {
        let squares = steps.iter().filter_map(|&there| step(at, there));
        count(squares.map(|to| zone[index(to)] & is_there).collect::<Vec<_>>())
    };
    let kinds = ours[index(at)];
    let leapers =
        sum([attacks(&KNIGHT_STEPS, kinds[KNIGHT]), attacks(&[(-1, *up), (1, *up)], kinds[PAWN])]);
    let name = "the sums count the king's squares that a knight or a pawn attacks";
    let knights = attacks(&KNIGHT_STEPS, Bit::ONE).differs(&on(&parts.knight_attacks));
    lemmas.push(Lemma { name, difference: knights });
    lemmas.push(Lemma { name, difference: leapers.differs(&on(&parts.leaper_attacks)) });
    lemmas
}

/// Returns the boards after a piece of ours went from one square to another.
fn after(boards: &SymbolicBoards<Symbols>, from: Place, to: Place) -> SymbolicBoards<Symbols> {
    let moved = |set: Symbols, on_target: Option<Bit>| {
        let mut bits = set.bits();
        bits[index(to)] = on_target.unwrap_or(bits[index(from)]);
        bits[index(from)] = Bit::ZERO;
        Symbols::new(bits)
    };
    let bitplanes = boards.bitplanes.map(|plane| moved(plane, None));
    SymbolicBoards { bitplanes, us: moved(boards.us, Some(Bit::ONE)), ..*boards }
}

/// A delta-counted move between two squares, and the replies to it.
struct CountedMove<'a> {
    parts: &'a DeltaParts<Symbols>,
    direction: Place,
    from: Place,
    to: Place,
    replies: ReplySets<Symbols>,
}

/// Returns the sizes of what is in the first set only, and in the second one only.
fn changes(before: Symbols, after: Symbols) -> [Number; 2] {
    let [before, after] = [before.bits(), after.bits()];
    let added = (0..64).map(|square| after[square] & !before[square]);
    let removed = (0..64).map(|square| before[square] & !after[square]);
    [count(removed), count(added)]
}

impl CountedMove<'_> {
    fn sliders_differ(&self) -> impl Iterator<Item = Bit> {
        let Self { parts, from, to, replies, .. } = self;
        (0..8).map(move |line| {
            let [removed, added] = changes(parts.replies.sliders[line], replies.sliders[line]);
            let lost = number_on(&parts.sliders_lost[line], *to);
            let opened = number_on(&parts.sliders_opened[line], *from);
            let recaptures = number_on(&[parts.slider_recaptures[line]], *to);
            sum([added, lost]).differs(&sum([removed, opened, recaptures]))
        })
    }

    fn knights_differ(&self) -> impl Iterator<Item = Bit> {
        let Self { parts, to, replies, .. } = self;
        (0..8).map(move |jump| {
            let [removed, added] = changes(parts.replies.knights[jump], replies.knights[jump]);
            let lost = number_on(&[parts.knights_lost[jump]], *to);
            let recaptures = number_on(&[parts.knight_recaptures[jump]], *to);
            sum([added, lost]).differs(&sum([removed, recaptures]))
        })
    }

    /// A promotion is four moves. A pawn of ours that captures, or is pushed, also has changes that both squares count.
    fn pawns_differ(&self, is_pawn: Bit, up: i32) -> Bit {
        let Self { parts, direction, from, to, replies } = self;
        let last_rank = if up > 0 { 0 } else { 7 };
        let promotions = Symbols::new(from_fn(|s| Bit::constant(place(s).1 == last_rank)));
        let mut removed = Vec::new();
        let mut added = Vec::new();
        for (before, after) in parts.replies.pawns.into_iter().zip(replies.pawns) {
            let weights = [(!promotions, 0), (promotions, 2)];
            for (ranks, doublings) in weights {
                let [less, more] = changes(before & ranks, after & ranks);
                removed.push(less.doubled(doublings));
                added.push(more.doubled(doublings));
            }
        }
        let [gained, lost, unblocked, captures_lost] = &parts.pawns;
        let is_step = (from.1 - to.1).abs() == 1;
        let on_target = |set: Symbols| Number::from_bits([set.bits()[index(*to)] & is_pawn]);
        let zero = || Number::from_bits([]);
        let twice = match *direction {
            (-1, ranks) if ranks == up && is_step => on_target(parts.lost_twice[0]),
            (1, ranks) if ranks == up && is_step => on_target(parts.lost_twice[1]),
            _ => zero(),
        };
        let blocked =
            if *direction == (0, up) && is_step { on_target(parts.blocked) } else { zero() };
        let more = [number_on(gained, *to), number_on(unblocked, *from), twice];
        let less = [number_on(lost, *to), number_on(captures_lost, *from), blocked];
        sum(added.into_iter().chain(less)).differs(&sum(removed.into_iter().chain(more)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Problem;
    use crate::symbols;

    /// Tests whether a lemma about moves to d6 is wrong if the sums lack something.
    fn is_wrong_without(remove: impl Fn(&mut DeltaParts<Symbols>, Symbols)) -> bool {
        symbols::clear();
        let board = AnyBoard::with_any_kings(1);
        let to = (3, 5);
        let choice = any_choice(&board);
        let mut parts = library_parts(&board.boards, choice, 1);
        remove(&mut parts, Symbols::new([Bit::ZERO; 64]));
        let mut lemmas = count_lemmas(&board, &parts, &choice, to);
        lemmas.extend(move_lemmas(&board, &parts, choice, to));
        let mut problem = Problem::new(&board.conditions);
        lemmas.into_iter().any(|lemma| problem.can_be_one(&[lemma.difference]))
    }

    #[test]
    fn every_number_is_needed() {
        assert!(is_wrong_without(|parts, zero| parts.line_moves_from[0] = [zero; 3]));
        assert!(is_wrong_without(|parts, zero| parts.knight_moves_from[0] = zero));
        assert!(is_wrong_without(|parts, zero| parts.slider_recaptures[0] = zero));
        assert!(is_wrong_without(|parts, zero| parts.sliders_lost[0] = [zero; 3]));
        assert!(is_wrong_without(|parts, zero| parts.sliders_opened[0] = [zero; 3]));
        assert!(is_wrong_without(|parts, zero| parts.knight_recaptures[0] = zero));
        assert!(is_wrong_without(|parts, zero| parts.knights_lost[0] = zero));
        for number in 0..4 {
            assert!(is_wrong_without(|parts, zero| parts.pawns[number] = [zero; 7]), "{number}");
        }
        for side in 0..2 {
            assert!(is_wrong_without(|parts, zero| parts.lost_twice[side] = zero), "{side}");
        }
        assert!(is_wrong_without(|parts, zero| parts.blocked = zero));
        assert!(is_wrong_without(|parts, zero| parts.knight_attacks = [zero; 4]));
        assert!(is_wrong_without(|parts, zero| parts.leaper_attacks = [zero; 7]));
    }
}
