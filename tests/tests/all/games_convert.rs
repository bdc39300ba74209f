//! Games converted into training data: the crates that define the formats read the same.

use std::io::BufReader;
use std::ops::ControlFlow;
use std::str::FromStr;

use bulletformat::{BulletFormat, ChessBoard};
use tabiya::Board;
use tabiya_games::convert::{ConvertOptions, Converter, Format};
use tabiya_games::{ReadOptions, read_stream};
use tabiya_suites::random::SplitMix;
use viriformat::dataformat::Game as TheirGame;

/// Returns games with random moves, evaluations and results, in PGN.
fn random_games(count: usize) -> String {
    let mut random = SplitMix(7);
    let mut text = String::new();
    for number in 0..count {
        let mut board = Board::default();
        if number % 2 == 1 {
            let start = tabiya::Position::double_chess960(number as u16, 959 - number as u16);
            board = Board::from(start.expect("both are below 960"));
            text += &format!("[Variant \"Chess960\"]\n[FEN \"{}\"]\n\n", board.position());
        }
        for _ in 0..random.below(120) {
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len())];
            let eval = match random.below(4) {
                0 => format!("#{}", random.next() as i8),
                _ => format!("{:.2}", f64::from(random.next() as i16) / 100.0),
            };
            text += &format!("{} {{ [%eval {eval}] }} ", tabiya::san::display(&board, mv));
            board.make_move(mv);
        }
        text += ["1-0\n\n", "0-1\n\n", "1/2-1/2\n\n"][random.below(3)];
    }
    text
}

fn convert(text: &str, format: Format) -> Vec<u8> {
    let mut options = ConvertOptions::new(format);
    options.default_score = Some(50);
    let converter = Converter::new(options).expect("valid options");
    let mut bytes = Vec::new();
    let end = read_stream(text.as_bytes(), &ReadOptions::default(), &converter, |batch| {
        bytes.extend(batch.value.bytes);
        ControlFlow::Continue(())
    });
    assert!(end.is_ok(), "{end:?}");
    bytes
}

#[test]
fn bulletformat_for_games_equals_the_crate_output() {
    let text = random_games(100);
    let ours = convert(&text, Format::Bulletformat);
    let lines = String::from_utf8(convert(&text, Format::ScoredFen)).expect("ASCII");
    let theirs: Vec<_> = lines
        .lines()
        .map(|line| ChessBoard::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    assert!(theirs.len() > 2000, "{} positions", theirs.len());
    assert!(ours == ChessBoard::as_bytes_slice(&theirs));
}

#[test]
fn viriformat_for_games_is_read_by_the_crate() {
    let text = random_games(100);
    let ours = convert(&text, Format::Viriformat);
    let mut reader = BufReader::new(&ours[..]);
    let mut bytes = Vec::new();
    let mut moves = 0;
    while bytes.len() < ours.len() {
        // With debug assertions, the crate checks whether the moves are legal.
        let game = TheirGame::deserialise_from(&mut reader, Vec::new());
        let game = game.unwrap_or_else(|error| panic!("byte {}: {error}", bytes.len()));
        moves += game.len();
        game.serialise_into(&mut bytes).expect("writing to a Vec");
    }
    assert!(bytes == ours);
    let positions = convert(&text, Format::Bulletformat).len() / 32;
    assert_eq!(moves, positions);
}
