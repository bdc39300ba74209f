//! What must hold on every board of random games: keys, counts, sinks, and the way
//! through FEN and UCI.

use std::ops::ControlFlow;

use tabiya::uci::{self, CastlingNotation};
use tabiya::{
    Bitboard, Board, EnPassantStyle, FenOptions, Move, MoveFilter, MoveList, MoveSink, MoveStack,
    PawnStep, PieceType, Square,
};
use tabiya_tests::parallel::for_each_board;
use tabiya_tests::random::SplitMix;

/// Keys that the Polyglot book format publishes.
#[test]
fn keys_are_those_of_polyglot() {
    let rows = [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ];
    for (moves, key) in rows {
        let mut board = Board::default();
        for text in moves.split_whitespace() {
            let mv = uci::parse(&board, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            board.make_move(mv);
        }
        assert_eq!(board.key(), key, "{moves}: {board}");
    }
}

/// Collects by overriding nothing, counting the calls.
struct Collector {
    moves: Vec<Move>,
    enough: usize,
}

impl MoveSink for Collector {
    type Break = ();

    fn push_move(&mut self, mv: Move) -> ControlFlow<()> {
        self.moves.push(mv);
        if self.moves.len() == self.enough {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn every_sink_sees_the_same_moves_once() {
    for_each_board(60_000, 1, |board| {
        let list = board.legal_moves();
        assert_eq!(board.legal_move_count(), list.len(), "{board:?}");

        let mut bits: Vec<_> = list.iter().map(|mv| mv.to_bits()).collect();
        bits.sort_unstable();
        bits.dedup();
        assert_eq!(bits.len(), list.len(), "a move comes twice in {board:?}");

        let mut collector = Collector { moves: Vec::new(), enough: usize::MAX };
        assert!(board.generate_moves(&mut collector).is_continue());
        assert_eq!(collector.moves, *list, "{board:?}");

        let mut stack = MoveStack::<512>::new();
        let mut frame = stack.frame();
        assert!(board.generate_moves(&mut frame).is_continue());
        assert_eq!(*frame, *list, "{board:?}");
    });
}

#[test]
fn a_sink_that_has_enough_is_left_alone() {
    for_each_board(50_000, 2, |board| {
        let list = board.legal_moves();
        for enough in 1..=list.len() {
            let mut collector = Collector { moves: Vec::new(), enough };
            assert!(board.generate_moves(&mut collector).is_break(), "{board:?}");
            assert_eq!(collector.moves, list[..enough], "{board:?}");
        }
    });
}

#[test]
fn a_filter_narrows_the_list_and_nothing_else() {
    for_each_board(60_000, 3, |board| {
        let mut random = SplitMix(board.key());
        for _ in 0..4 {
            let (from, to) = (random.squares(), random.squares());
            let mut expected = board.legal_moves();
            expected.retain(|mv| from.contains(mv.from()) && to.contains(mv.to()));
            let mut filtered = MoveList::new();
            let filter = MoveFilter::ALL.from_squares(from).to_squares(to);
            assert!(board.generate_filtered(&filter, &mut filtered).is_continue());
            assert_eq!(filtered, expected, "{board:?} from {from} to {to}");
            assert_eq!(board.count_moves(&filter), expected.len(), "{board:?} from {from} to {to}");
        }
    });
}

/// Takes whole sets, and breaks on the first capture.
struct FirstCapture<'a> {
    board: &'a Board,
    calls_after: u32,
    found: bool,
}

impl FirstCapture<'_> {
    fn look(&mut self, targets: Bitboard) -> ControlFlow<()> {
        self.calls_after += u32::from(self.found);
        let prey = self.board.colors(!self.board.side_to_move());
        self.found |= !targets.is_disjoint(prey);
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl MoveSink for FirstCapture<'_> {
    type Break = ();

    fn push_move(&mut self, mv: Move) -> ControlFlow<()> {
        self.look(if mv.is_castling() { Bitboard::EMPTY } else { mv.to().bitboard() })
    }

    fn push_piece_moves(&mut self, _: PieceType, _: Square, to: Bitboard) -> ControlFlow<()> {
        self.look(to)
    }

    fn push_pawn_moves(&mut self, _: PawnStep, to: Bitboard) -> ControlFlow<()> {
        self.look(to)
    }

    fn push_promotions(&mut self, _: PawnStep, to: Bitboard) -> ControlFlow<()> {
        self.look(to)
    }
}

#[test]
fn a_sink_of_sets_is_left_alone_too() {
    for_each_board(60_000, 4, |board| {
        let mut sink = FirstCapture { board, calls_after: 0, found: false };
        let flow = board.generate_moves(&mut sink);
        let prey = board.colors(!board.side_to_move());
        let captures = |mv: &Move| prey.contains(mv.to());
        let expected = board.legal_moves().iter().any(captures);
        assert_eq!((flow.is_break(), sink.calls_after), (expected, 0), "{board:?}");
    });
}

#[test]
fn boards_and_moves_survive_their_texts() {
    for_each_board(50_000, 5, |board| {
        let fen = board.fen().en_passant(EnPassantStyle::Always).to_string();
        let again = FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes());
        assert_eq!(again, Ok(board.position()), "{fen}");
        for mv in board.legal_moves() {
            let text = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
            assert_eq!(uci::parse(board, &text), Ok(mv), "{text} in {fen}");
        }
    });
}
