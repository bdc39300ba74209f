//! Tests for the training formats: agreement with the crates that define them, in both directions,
//! and errors.

use std::io::BufReader;
use std::str::FromStr;
use std::sync::LazyLock;

use bulletformat::{BulletFormat, ChessBoard};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use proptest::sample::Index;
use tabiya::bulletformat::{BulletError, Entry as BulletEntry};
use tabiya::uci::UciMove;
use tabiya::viriformat::{Entry, GAME_END, Game, Step, ViriError, write_game};
use tabiya::{
    Board, CastlingStyle, Color, EnPassantStyle, IllegalMove, Move, MoveKind, PackedError, Piece,
    Position, Square,
};
use tabiya_suites::random::SplitMix;
use tabiya_suites::suite::all_positions;
use tabiya_tests::playouts::playout;
use viriformat::chess::board::{Board as TheirBoard, DrawType, GameOutcome, WinType};
use viriformat::dataformat::Game as TheirGame;

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut positions = all_positions().expect("the suites can be read");
    for number in (0..960).step_by(3) {
        let start = Position::double_chess960(number, 959 - number).expect("both are below 960");
        playout(Board::from(start), 80, number.into(), |board| positions.push(board.position()));
    }
    positions
});

const RESULTS: [(Option<Color>, &str, GameOutcome); 3] = [
    (Some(Color::Black), "0.0", GameOutcome::BlackWin(WinType::Adjudication)),
    (None, "0.5", GameOutcome::Draw(DrawType::Adjudication)),
    (Some(Color::White), "1.0", GameOutcome::WhiteWin(WinType::Adjudication)),
];

fn fen(position: &Position) -> String {
    let fen = position.fen().en_passant(EnPassantStyle::Always);
    fen.castling(CastlingStyle::Shredder).to_string()
}

fn check_bullet(position: Position, random: &mut SplitMix) {
    let fen = fen(&position);
    let (winner, result, _) = RESULTS[random.below(3)];
    let score = (random.next() as i16).max(-i16::MAX);
    let ours = BulletEntry { position, score, winner, extra: [0; 3] }.to_bytes();
    let theirs = ChessBoard::from_str(&format!("{fen} | {score} | {result}"))
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(ours, ChessBoard::as_bytes_slice(&[theirs]), "{fen}");

    let entry = BulletEntry::from_bytes(&ours).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(entry.to_bytes(), ours, "{fen}");
    let us = position.side_to_move();
    assert_eq!(entry.winner, winner.map(|winner| if us.is_white() { winner } else { !winner }));
    assert_eq!(entry.score, if us.is_white() { score } else { -score }, "{fen}");
    for (code, square) in theirs {
        let piece = entry.position.piece_on(Square::from_low_bits(square)).expect("a piece");
        assert_eq!(piece as u8, code / 8 * 6 + code % 8, "{fen}");
        let original = position.piece_on(Square::from_low_bits(square).relative_to(us));
        let relative = Piece::new(
            if us.is_white() { piece.color() } else { !piece.color() },
            piece.piece_type(),
        );
        assert_eq!(original, Some(relative), "{fen}");
    }
}

#[test]
fn bulletformat_entries_agree_with_bulletformat_crate() {
    let mut random = SplitMix(1);
    POSITIONS.iter().for_each(|&position| check_bullet(position, &mut random));
}

fn their_board(position: &Position) -> TheirBoard {
    let fen = fen(position);
    let mut board = TheirBoard::new();
    board.set_from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"));
    board
}

#[test]
fn viriformat_entries_agree_with_viriformat_crate() {
    let mut random = SplitMix(2);
    for &position in POSITIONS.iter().filter(|position| position.halfmove_clock() < 256) {
        let eval = random.next() as i16;
        let extra = random.next() as u8;
        let result = random.below(3);
        let entry = Entry { position, eval, winner: RESULTS[result].0, extra };
        let theirs = their_board(&position).to_marlinformat(eval, result as u8, extra);
        assert_eq!(entry.to_bytes(), theirs.as_bytes(), "{position:?}");
        assert_eq!(Entry::from_bytes(&theirs.as_bytes()), Ok(entry), "{position:?}");
    }
}

/// Returns a random game: its start, and its moves with evaluations.
fn random_game(number: u16) -> (Entry, Vec<(Move, i16)>) {
    let mut random = SplitMix(number.into());
    let black = if number.is_multiple_of(2) { number } else { 959 - number };
    let position = Position::double_chess960(number, black).expect("both are below 960");
    let winner = RESULTS[random.below(3)].0;
    let mut board = Board::from(position);
    let mut moves = Vec::new();
    for _ in 0..random.below(150) {
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        // En passant captures are rare, so they are always played.
        let ep_capture = legal.iter().find(|mv| mv.is_en_passant());
        let mv = *ep_capture.unwrap_or(&legal[random.below(legal.len())]);
        moves.push((mv, random.next() as i16));
        board.make_move(mv);
    }
    (Entry { position, eval: 0, winner, extra: 0 }, moves)
}

fn our_bytes(start: &Entry, moves: &[(Move, i16)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let result = write_game(start, moves.iter().copied(), |part| {
        bytes.extend_from_slice(part);
        Ok::<_, std::convert::Infallible>(())
    });
    assert!(result.is_ok());
    bytes
}

#[test]
fn viriformat_games_agree_with_viriformat_crate() {
    let mut move_kinds = [0; 4];
    for number in 0..960 {
        let (start, moves) = random_game(number);
        let bytes = our_bytes(&start, &moves);

        // The crate reads our bytes. With debug assertions it also checks whether each move is
        // legal.
        let theirs = TheirGame::deserialise_from(&mut BufReader::new(&bytes[..]), Vec::new());
        let theirs = theirs.unwrap_or_else(|error| panic!("game {number}: {error}"));
        assert_eq!(theirs.len(), moves.len());

        // The crate writes the same bytes, from its own board and moves.
        let mut their_game = TheirGame::new(&their_board(&start.position));
        let (_, _, outcome) = RESULTS
            .into_iter()
            .find(|(winner, _, _)| *winner == start.winner)
            .expect("one of three");
        their_game.set_outcome(outcome);
        let mut board = their_board(&start.position);
        for (mv, eval) in &moves {
            let their_move = board.parse_uci(&UciMove::from(*mv).to_string());
            let their_move =
                their_move.unwrap_or_else(|error| panic!("{mv:?} in game {number}: {error}"));
            move_kinds[usize::from(their_move.inner() >> 14)] += 1;
            their_game.add_move(their_move, *eval);
            board.make_move_simple(their_move);
        }
        let mut their_bytes = Vec::new();
        their_game.serialise_into(&mut their_bytes).expect("writing to a Vec");
        assert_eq!(bytes, their_bytes, "game {number}");

        // The bytes round-trip.
        let mut game = Game::read(&their_bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.start(), &start);
        let steps: Vec<Step> = game.by_ref().map(|step| step.expect("a legal move")).collect();
        assert!(steps.iter().map(|step| (step.mv, step.eval)).eq(moves), "game {number}");
        let step_bytes: Vec<_> = steps.iter().flat_map(Step::to_bytes).collect();
        let stored = &bytes[Entry::LEN..bytes.len() - GAME_END.len()];
        assert_eq!(step_bytes, stored, "game {number}");
        assert_eq!(game.rest(), b"");
    }
    assert!(move_kinds.iter().all(|&count| count > 20), "{move_kinds:?}");
}

const START: Entry = Entry { position: Position::START, eval: 0, winner: None, extra: 0 };

/// Asserts that the start position's entry with one changed byte is rejected with this error.
#[track_caller]
fn rejected_viri(index: usize, byte: u8, error: ViriError, message: &str) {
    let mut bytes = START.to_bytes();
    bytes[index] = byte;
    assert_eq!(Entry::from_bytes(&bytes), Err(error));
    assert_eq!(error.to_string(), message);
}

#[test]
fn invalid_viriformat_entry_is_error() {
    rejected_viri(
        8,
        0x17,
        ViriError::Code { square: Square::A1, code: 7 },
        "found piece code 7 on a1; expected 0 to 6 or 8 to 14",
    );
    rejected_viri(
        12,
        0x06,
        ViriError::Position(PackedError::CastlingRook(Square::A2)),
        "cannot unpack the board",
    );
    let message = |found| {
        format!("en passant square: found {found}; expected 64 or the square behind a double push")
    };
    // e3 with White to move, two numbers that are not squares, e6 without a pawn on e5.
    for found in [20, 65, 127, 44] {
        rejected_viri(24, found, ViriError::EnPassant { found }, &message(found));
    }
    // e3 with Black to move, but the pawn is on e2.
    rejected_viri(24, 128 + 20, ViriError::EnPassant { found: 20 }, &message(20));
    rejected_viri(30, 3, ViriError::Result { found: 3 }, "result: found 3; expected 0 to 2");
}

/// Writers may leave the fullmove number at 0, and do not clear unused piece codes.
#[test]
fn viriformat_entry_ignores_zero_move_number_and_unused_codes() {
    let kings = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("valid");
    let entry = Entry { position: kings, ..START };
    let mut bytes = entry.to_bytes();
    bytes[26] = 0;
    bytes[9..24].fill(0xff);
    assert_eq!(Entry::from_bytes(&bytes), Ok(entry));

    // The format limits the halfmove clock to 255.
    let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 300 400").expect("valid");
    let entry = Entry::from_bytes(&Entry { position, ..START }.to_bytes()).expect("a valid entry");
    assert_eq!(entry.position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 255 400");
}

/// Asserts that the start position's entry with one changed byte is rejected with this error.
#[track_caller]
fn rejected_bullet(index: usize, byte: u8, error: BulletError, message: &str) {
    let entry = BulletEntry { position: Position::START, score: 0, winner: None, extra: [0; 3] };
    let mut bytes = entry.to_bytes();
    bytes[index] = byte;
    assert_eq!(BulletEntry::from_bytes(&bytes), Err(error));
    assert_eq!(error.to_string(), message);
}

#[test]
fn invalid_bulletformat_entry_is_error() {
    for code in [6, 7, 14, 15] {
        rejected_bullet(
            8,
            0x10 | code,
            BulletError::Code { square: Square::A1, code },
            &format!("found piece code {code} on a1; expected 0 to 5 or 8 to 13"),
        );
    }
    rejected_bullet(
        2,
        1,
        BulletError::Position(PackedError::TooManyPieces { found: 33 }),
        "cannot unpack the board",
    );
    rejected_bullet(
        27,
        5,
        BulletError::King { color: Color::White, found: 5 },
        "king square: found 5; expected that of the king on the board",
    );
    rejected_bullet(
        28,
        60,
        BulletError::King { color: Color::Black, found: 60 },
        "opponent's king square: found 60; expected that of the king on the board",
    );
    rejected_bullet(
        26,
        255,
        BulletError::Result { found: 255 },
        "result: found 255; expected 0 to 2",
    );
}

#[test]
fn invalid_viriformat_game_is_error() {
    let e2e4 = Move::new(Square::E2, Square::E4);
    let bytes = our_bytes(&START, &[(e2e4, 25)]);
    for len in 0..32 {
        assert_eq!(Game::read(&bytes[..len]).err(), Some(ViriError::Truncated));
    }
    for len in 32..bytes.len() {
        let mut game = Game::read(&bytes[..len]).expect("a complete start");
        assert_eq!(game.by_ref().filter(Result::is_ok).count(), usize::from(len >= 36));
        assert_eq!(game.next(), None, "a step after an error");
    }
    let step_error = |step: [u8; 4]| {
        let bytes = [&START.to_bytes()[..], &step].concat();
        let mut game = Game::read(&bytes).expect("a complete start");
        let error = game.next().expect("a step").expect_err("an invalid step");
        assert_eq!(
            (game.next(), game.rest(), game.position()),
            (None, &step[..], &Position::START)
        );
        error
    };
    // a1a1, with an evaluation that distinguishes it from the game's end.
    assert_eq!(step_error([0, 0, 1, 0]), ViriError::Move { bits: 0 });
    let promotion = ViriError::Illegal {
        mv: Move::with_kind(Square::E2, Square::E4, MoveKind::PromoteToQueen),
        reason: IllegalMove::UnexpectedPromotion(Square::E4),
    };
    assert_eq!(step_error([0x0c, 0xf7, 0, 0]), promotion);
    // The promotion piece's bits are ignored unless the move is a promotion.
    let bytes = [&START.to_bytes()[..], &[0x0c, 0x37, 0, 0], &GAME_END].concat();
    let mut game = Game::read(&bytes).expect("a complete start");
    assert_eq!(game.next().and_then(Result::ok).map(|step| step.mv), Some(e2e4));
    let reason = IllegalMove::NoPiece(Square::E4);
    let mv = Move::new(Square::E4, Square::E5);
    assert_eq!(step_error([0x1c, 0x09, 0, 0]), ViriError::Illegal { mv, reason });
}

/// Clears the piece codes after the last occupied square.
fn clear_unused_codes(bytes: &mut [u8; 32], position: &Position) {
    for index in position.occupied().len()..32 {
        bytes[8 + index / 2] &= if index % 2 == 0 { 0xf0 } else { 0x0f };
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn changed_training_bytes_are_rejected_or_round_trip(
        position in any::<Index>(),
        changes in proptest::collection::vec((0..32usize * 8, any::<bool>(), any::<u8>()), 0..3),
        tail in proptest::collection::vec(any::<u8>(), 0..40),
    ) {
        let position = *position.get(&POSITIONS);
        let viri = Entry { position, eval: 0, winner: None, extra: 0 }.to_bytes();
        let bullet = BulletEntry { position, score: 0, winner: None, extra: [0; 3] }.to_bytes();
        let [mut viri, mut bullet] = [viri, bullet].map(|mut bytes| {
            for &(bit, replaces_byte, byte) in &changes {
                if replaces_byte { bytes[bit / 8] = byte } else { bytes[bit / 8] ^= 1 << (bit % 8) }
            }
            bytes
        });
        if let Ok(entry) = BulletEntry::from_bytes(&bullet) {
            clear_unused_codes(&mut bullet, &entry.position);
            prop_assert_eq!(entry.to_bytes(), bullet);
        }
        if let Ok(entry) = Entry::from_bytes(&viri) {
            clear_unused_codes(&mut viri, &entry.position);
            if viri[26..28] == [0, 0] {
                viri[26] = 1; // a fullmove number of 0 is read as 1
            }
            prop_assert_eq!(entry.to_bytes(), viri);
        }
        if let Ok(game) = Game::read(&[&viri[..], &tail].concat()) {
            for step in game.flatten() {
                prop_assert_eq!(step.position.why_illegal(step.mv), Ok(()));
            }
        }
    }

    #[test]
    fn arbitrary_training_bytes_do_not_panic(bytes in any::<[u8; 32]>()) {
        let _ = (BulletEntry::from_bytes(&bytes), Entry::from_bytes(&bytes));
    }
}
