//! Tests on boards from random games: move sinks, filters, and FEN and UCI round trips. The keys
//! are compared with Polyglot's.

use std::ops::ControlFlow;

use tabiya::uci::{self, CastlingNotation};
use tabiya::{
    Bitboard, Board, EnPassantStyle, FenOptions, Move, MoveFilter, MoveList, MoveSink, MoveStack,
    PawnStep, PieceType, Square,
};
use tabiya_suites::random::SplitMix;
use tabiya_tests::playouts::for_each_board;

/// The rows are the keys in the Polyglot book format's specification.
#[test]
fn keys_match_polyglot_specification() {
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

/// A sink with the default methods, which breaks at a given number of moves.
struct LimitedSink {
    moves: Vec<Move>,
    limit: usize,
}

impl MoveSink for LimitedSink {
    type Break = ();

    fn push_move(&mut self, mv: Move) -> ControlFlow<()> {
        self.moves.push(mv);
        if self.moves.len() == self.limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn all_sinks_receive_the_same_distinct_moves() {
    for_each_board(60_000, 1, |board| {
        let list = board.legal_moves();
        assert_eq!(board.legal_move_count(), list.len(), "{board:?}");

        let mut bits: Vec<_> = list.iter().map(|mv| mv.to_bits()).collect();
        bits.sort_unstable();
        bits.dedup();
        assert_eq!(bits.len(), list.len(), "duplicate move in {board:?}");

        let mut sink = LimitedSink { moves: Vec::new(), limit: usize::MAX };
        assert!(board.generator().generate_moves(&mut sink).is_continue());

        let mut stack = MoveStack::<512>::new();
        let mut frame = stack.frame();
        assert!(board.generator().generate_moves(&mut frame).is_continue());
        assert_eq!(*frame, *list, "{board:?}");
        // Sinks that receive single moves have their own order.
        sink.moves.sort_unstable_by_key(|mv| mv.to_bits());
        assert!(sink.moves.iter().map(|mv| mv.to_bits()).eq(bits), "{board:?}");
    });
}

#[test]
fn generate_moves_stops_when_sink_breaks_after_any_move() {
    for_each_board(50_000, 2, |board| {
        let mut all = LimitedSink { moves: Vec::new(), limit: usize::MAX };
        assert!(board.generator().generate_moves(&mut all).is_continue());
        for limit in 1..=all.moves.len() {
            let mut sink = LimitedSink { moves: Vec::new(), limit };
            assert!(board.generator().generate_moves(&mut sink).is_break(), "{board:?}");
            assert_eq!(sink.moves, all.moves[..limit], "{board:?}");
        }
    });
}

#[test]
fn generate_filtered_yields_legal_moves_within_masks_in_order() {
    for_each_board(60_000, 3, |board| {
        let mut random = SplitMix(board.key());
        for _ in 0..4 {
            let from = random.squares();
            let to = random.squares();
            let select = |mut moves: MoveList| {
                moves.retain(|mv| from.contains(mv.from()) && to.contains(mv.to()));
                moves
            };
            let filter = MoveFilter::ALL.from_squares(from).to_squares(to);
            let [mut all, mut filtered] = [const { MoveList::new() }; 2];
            assert!(board.generator().generate_moves(&mut all).is_continue());
            assert!(board.generator().generate_filtered(&filter, &mut filtered).is_continue());
            assert_eq!(filtered, select(all), "{board:?} from {from} to {to}");
            let mut listed = MoveList::new();
            board.generator().moves_into(&filter, &mut listed);
            assert_eq!(listed, select(board.legal_moves()), "{board:?} from {from} to {to}");
            assert_eq!(
                board.generator().count_moves(&filter),
                listed.len(),
                "{board:?} from {from} to {to}"
            );
        }
    });
}

/// A sink that receives target sets, and breaks at the first capture.
struct FirstCaptureSink<'a> {
    board: &'a Board,
    calls_after_break: u32,
    has_capture: bool,
}

impl FirstCaptureSink<'_> {
    fn push_targets(&mut self, targets: Bitboard) -> ControlFlow<()> {
        self.calls_after_break += u32::from(self.has_capture);
        let capture_targets = self.board.colors(!self.board.side_to_move());
        self.has_capture |= !targets.is_disjoint(capture_targets);
        if self.has_capture { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl MoveSink for FirstCaptureSink<'_> {
    type Break = ();

    fn push_move(&mut self, mv: Move) -> ControlFlow<()> {
        self.push_targets(if mv.is_castling() { Bitboard::EMPTY } else { mv.to().bitboard() })
    }

    fn push_piece_moves(&mut self, _: PieceType, _: Square, to: Bitboard) -> ControlFlow<()> {
        self.push_targets(to)
    }

    fn push_pawn_moves(&mut self, _: PawnStep, to: Bitboard) -> ControlFlow<()> {
        self.push_targets(to)
    }

    fn push_promotions(&mut self, _: PawnStep, to: Bitboard) -> ControlFlow<()> {
        self.push_targets(to)
    }
}

#[test]
fn generate_moves_stops_when_set_sink_breaks() {
    for_each_board(60_000, 4, |board| {
        let mut sink = FirstCaptureSink { board, calls_after_break: 0, has_capture: false };
        let flow = board.generator().generate_moves(&mut sink);
        let capture_targets = board.colors(!board.side_to_move());
        let is_capture = |mv: &Move| capture_targets.contains(mv.to());
        let expected = board.legal_moves().iter().any(is_capture);
        assert_eq!((flow.is_break(), sink.calls_after_break), (expected, 0), "{board:?}");
    });
}

#[test]
fn fen_and_uci_moves_round_trip() {
    for_each_board(50_000, 5, |board| {
        let fen = board.fen().en_passant(EnPassantStyle::Always).to_string();
        let parsed = FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes());
        assert_eq!(parsed, Ok(board.position()), "{fen}");
        for mv in board.legal_moves() {
            let text = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
            assert_eq!(uci::parse(board, &text), Ok(mv), "{text} in {fen}");
        }
    });
}
