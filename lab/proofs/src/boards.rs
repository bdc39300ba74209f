//! Every board with our king on a square: symbolic bits that both the library and the rules read.

use std::array::from_fn;

use tabiya_perft::symbolic::SymbolicBoards;

use crate::graph::Bit;
use crate::specification::{Board, Bug, KING, PAWN, Place, any, index, place, step};
use crate::symbols::Symbols;

/// A board of symbolic bits.
pub struct AnyBoard {
    /// The board as the rules see it.
    pub board: Board,
    /// The board as the library sees it.
    pub boards: SymbolicBoards<Symbols>,
    /// The square of the king that is fixed: ours, or theirs where replies are counted.
    pub king: Place,
    /// The en passant square, one bit per square.
    pub ep: [Bit; 64],
    /// The castling rooks of both players.
    pub rooks: [Bit; 64],
    /// The conditions of the contract on a position.
    pub conditions: Vec<Bit>,
}

impl AnyBoard {
    /// Returns the boards with our king on a square. Our pawns step by `up` ranks, and a rule may be wrong.
    pub fn new(king: Place, up: i32, bug: Option<Bug>) -> Self {
        let mut any_board = Self::with_pieces(king, Some(Bit::ONE), up);
        any_board.demand_contract();
        // The contract is that of right rules.
        any_board.board.bug = bug;
        any_board
    }

    /// Returns the boards with their king on a square.
    pub fn with_their_king(king: Place, up: i32) -> Self {
        let mut any_board = Self::with_pieces(king, Some(Bit::ZERO), up);
        any_board.demand_contract();
        any_board
    }

    /// Returns all boards without a pawn on the first and last rank, with any number of kings.
    pub fn with_any_kings(up: i32) -> Self {
        let mut any_board = Self::with_pieces((0, 0), None, up);
        any_board.demand_pawns();
        any_board
    }

    /// Returns the boards with a king on a square, which is ours or not, or with any pieces.
    fn with_pieces(king: Place, is_ours: Option<Bit>, up: i32) -> Self {
        // Three bits of a kind, from 1 to 6, and one for our pieces.
        let mut planes = [[Bit::ZERO; 64]; 3];
        let mut us = [Bit::ZERO; 64];
        for square in 0..64 {
            if let Some(is_ours) = is_ours.filter(|_| square == index(king)) {
                for (bit, plane) in planes.iter_mut().enumerate() {
                    plane[square] = Bit::constant((KING + 1) >> bit & 1 == 1);
                }
                us[square] = is_ours;
            } else {
                planes.iter_mut().for_each(|plane| plane[square] = Bit::input());
                us[square] = Bit::input();
            }
        }
        let is_kind = |square: usize, kind: usize| {
            (0..3).fold(Bit::ONE, |all, bit| {
                let plane = planes[bit][square];
                all & if (kind + 1) >> bit & 1 == 1 { plane } else { !plane }
            })
        };
        let sides = |ours: bool| {
            from_fn(|square| {
                from_fn(|kind| is_kind(square, kind) & if ours { us[square] } else { !us[square] })
            })
        };
        let board = Board { ours: sides(true), theirs: sides(false), up, bug: None };
        let ep: [Bit; 64] = from_fn(|square| {
            let is_possible = place(square).1 == if up > 0 { 5 } else { 2 };
            if is_possible { Bit::input() } else { Bit::ZERO }
        });
        let rooks: [Bit; 64] = from_fn(|square| match place(square).1 {
            0 | 7 => Bit::input(),
            _ => Bit::ZERO,
        });
        let [ones, twos, fours] = planes.map(Symbols::new);
        let boards = SymbolicBoards {
            bitplanes: [ones, twos, fours],
            us: Symbols::new(us),
            castling_rooks: Symbols::new(rooks),
            ep_squares: Symbols::new(ep),
        };
        let mut conditions = Vec::new();
        for square in 0..64 {
            let is_seven = planes.iter().fold(Bit::ONE, |all, plane| all & plane[square]);
            let is_occupied = any(planes.iter().map(|plane| plane[square]));
            // There is no seventh kind, and an empty square belongs to nobody.
            conditions.extend([!is_seven, is_occupied | !us[square]]);
        }
        Self { board, boards, king, ep, rooks, conditions }
    }

    /// Adds the conditions of the contract: kings, pawns, a safe king of the side that moved, the en passant square.
    fn demand_contract(&mut self) {
        let Self { board, ep, .. } = &*self;
        let mut conditions = Vec::new();
        let kings = |side: &[[Bit; 6]; 64]| side.map(|kinds| kinds[KING]);
        for kings in [kings(&board.ours), kings(&board.theirs)] {
            let mut before = Bit::ZERO;
            for king in kings {
                conditions.push(!(before & king));
                before = before | king;
            }
            conditions.push(before);
        }
        // Their king is not attacked, as seen from their side.
        let mirrored = board.mirrored();
        for square in 0..64 {
            conditions.push(!(board.theirs[square][KING] & mirrored.is_attacked(place(square))));
        }
        let mut before = Bit::ZERO;
        for (square, &bit) in ep.iter().enumerate().filter(|(_, bit)| **bit != Bit::ZERO) {
            let at = place(square);
            let pawn =
                step(at, (0, -board.up)).map_or(Bit::ZERO, |at| board.theirs[index(at)][PAWN]);
            let origin = step(at, (0, board.up)).map_or(Bit::ZERO, |at| board.is_empty(at));
            conditions.push(!bit | board.is_empty(at) & pawn & origin);
            conditions.push(!(before & bit));
            before = before | bit;
        }
        self.conditions.extend(conditions);
        self.demand_pawns();
    }

    fn demand_pawns(&mut self) {
        let Board { ours, theirs, .. } = &self.board;
        for square in (0..64).filter(|&square| [0, 7].contains(&place(square).1)) {
            self.conditions.extend([!ours[square][PAWN], !theirs[square][PAWN]]);
        }
    }
}
