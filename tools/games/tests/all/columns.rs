//! Game columns: the same values as the game reader finds, for any chunks.

use std::ops::ControlFlow;

use fastrand::Rng;
use tabiya::pgn::{self, Command, Eval, GameTree, ReadError, ReadErrorKind, Termination};
use tabiya::{Move, PackedPosition, Position};
use tabiya_games::columns::{ColumnErrorKind, ColumnOptions, GameColumns};
use tabiya_games::findings::GameContents;
use tabiya_games::{GameFold, LinePlace, ReadOptions, read_stream};

use crate::samples::{plain_games, random_text};

/// Returns a text's columns.
fn columns(text: impl AsRef<[u8]>, options: &ColumnOptions, chunk_len: usize) -> GameColumns {
    let mut games = GameColumns::new(options);
    let read = ReadOptions { workers: 2, chunk_len, ..ReadOptions::default() };
    read_stream(text.as_ref(), &read, options, |batch| {
        let columns = batch.into_columns();
        games.extend_from(&columns, 0..columns.len());
        ControlFlow::Continue(())
    })
    .expect("a text can be read");
    games
}

fn all() -> ColumnOptions {
    let options = ColumnOptions::new().tags(["Event", "White"]).comments(true).texts(true);
    options.clocks(true).elapsed_times(true).evals(true)
}

/// Returns a column's texts.
fn texts(games: &GameColumns, tag: usize) -> Vec<Option<&str>> {
    (0..games.len()).map(|game| games.tags[tag].get(game)).collect()
}

#[cfg(feature = "eco")]
#[test]
fn opening_columns_equal_game_openings() {
    use tabiya_games::eco::opening_of;

    let mut rng = Rng::with_seed(5);
    let mut text = random_text(&mut rng, 200);
    text.extend(plain_games(100));
    text.extend(b"[ECO \"A00\"]\n\n1. d4 -- 2. e4 *\n\n[FEN \"x\"]\n\n1. e4 *\n\n1. e4 Nf9 *\n");
    for options in [all(), ColumnOptions::new()] {
        let options = options.tags(["@opening", "ECO", "@eco", "@ECO"]);
        let games = columns(&text, &options, 500);
        let openings: Vec<_> = pgn::games(&text).map(|game| opening_of(&game)).collect();
        assert!(openings.iter().flatten().count() > 100);
        assert!(
            texts(&games, 0).into_iter().eq(openings.iter().map(|found| found.map(|o| o.name)))
        );
        assert!(texts(&games, 2).into_iter().eq(openings.iter().map(|found| found.map(|o| o.eco))));
        assert_eq!(texts(&games, 1).into_iter().flatten().collect::<Vec<_>>(), ["A00"]);
        assert!(texts(&games, 3).iter().all(Option::is_none), "names of tags differ by case");
    }
}

#[test]
fn columns_for_any_chunks_equal_one_chunk_columns() {
    let mut rng = Rng::with_seed(1);
    for round in 0..30 {
        let text = match round {
            0 => plain_games(200),
            _ => random_text(&mut rng, round),
        };
        let options = all();
        let whole = columns(&text, &options, text.len() + 1);
        let games: Vec<_> = pgn::games(&text).collect();
        assert_eq!(whole.len(), games.len());
        for (index, game) in games.iter().enumerate() {
            let main_line = game.main_line().expect("games from the start position");
            let bits = |mv: Result<Move, ReadError>| match mv {
                Err(error) if error.fault == ReadErrorKind::NullMove => Some(0),
                mv => mv.ok().map(Move::to_bits),
            };
            let moves = main_line.map_while(bits);
            assert!(moves.eq(whole.moves[whole.plies(index)].iter().copied()));
            assert_eq!(whole.text_offsets[index], game.range().start as u64);
            assert_eq!(whole.text_lens[index], game.bytes().len() as u64);
        }
        for chunk_len in [7, 40, 1000] {
            assert!(columns(&text, &options, chunk_len) == whole, "{:?}", text.escape_ascii());
        }
    }
}

#[test]
fn range_columns_join_to_the_whole() {
    let text = plain_games(50);
    let options = all();
    let whole = columns(&text, &options, text.len());
    assert!(whole.errors.len() > 5);
    let mut joined = GameColumns::new(&options);
    for range in [0..0, 0..1, 1..17, 17..50, 50..50] {
        joined.extend_from(&whole, range);
    }
    assert_eq!(joined, whole);
}

#[test]
fn comment_column_equals_tree_comments() {
    let mut text = plain_games(100);
    text.extend(b"{before} 1. e4 {  a  b} {c\nd} (1. d4 {no}) e5 ; e }\n 2. Nf3 { } Nc6 {gr\xfcn} 3. Bb5 {\xc3\xa4} *\n\n");
    text.extend(b"1. e4 {a} -- {b} 2. Ke3 {c} *\n\n1. e4 e5 {no end");
    let options = ColumnOptions::new().comments(true).texts(true);
    for chunk_len in [300, 1 << 20] {
        let games = columns(&text, &options, chunk_len);
        let comments = games.comments.as_ref().expect("selected");
        let texts = games.texts.as_ref().expect("selected");
        assert_eq!(texts.bytes, text[games.text_offsets[0] as usize..]);
        for (row, game) in pgn::games(&text).enumerate() {
            let range = texts.offsets[row] as usize..texts.offsets[row + 1] as usize;
            assert_eq!(&texts.bytes[range], game.bytes());
            let Ok(tree) = GameTree::from_game(&game) else { continue };
            let expected = tree.main_line().map(|node| {
                let texts: Vec<_> = node.comments().map(|text| text.as_str()).collect();
                (!texts.is_empty()).then(|| texts.join(" "))
            });
            let expected: Vec<_> = expected.collect();
            let found: Vec<_> =
                games.plies(row).map(|ply| comments.get(ply).map(str::to_owned)).collect();
            assert_eq!(found, expected, "{}", String::from_utf8_lossy(game.bytes()));
        }
        assert!(comments.validity.iter().filter(|is_valid| **is_valid).count() > 6);
    }
}

#[test]
fn comments_belong_to_the_last_main_line_move() {
    let text = "{[%clk 9:00:00]} 1. e4 {[%clk 0:00:59.95]} (1. d4 {[%clk 0:00:01]}) \
                {[%clk 0:00:02] [%emt 3]} e5 $1 ; [%eval -0.25,12]\n 2. Nf3 {[%eval #-3] [%eval 1]} \
                Nc6 1-0 {[%eval 9]}\n\n 1. d4 {[%clk x]} d5 *";
    let games = columns(text, &all(), 1000);
    assert_eq!(games.move_offsets, [0, 4, 6]);
    let values = |values: &[i32]| values.iter().copied().map(Some).collect::<Vec<_>>();
    let clocks = games.clocks.expect("selected");
    assert_eq!(
        (clocks.values, clocks.validity[..2].to_vec()),
        (vec![5995, 0, 0, 0, 0, 0], vec![true, false])
    );
    let times = games.elapsed_times.expect("selected");
    assert_eq!((times.get(0), times.get(1), times.validity.len()), (Some(300), None, 6));
    let evals = games.evals.expect("selected");
    let centipawns: Vec<_> = (1..4).map(|ply| evals.centipawns.get(ply)).collect();
    assert_eq!(centipawns, [Some(-25), None, values(&[900])[0]]);
    assert_eq!((evals.mates.get(2), evals.mates.get(3)), (Some(-3), None));
}

#[test]
fn engine_comments_serve_plies_without_commands() {
    let text = "{+9.00/9 9s} 1. e4 {+0.31/20 1.3s, tl=58.7s} e5 {-0.28/19 0.9s [%eval 0.5,7] [%clk 0:00:50] \
                [%emt 2]} 2. Nf3 {a} {+M3/8 2s} Nc6 {[%eval 0.1]} {+0.30/9 1s} 1-0";
    let games = columns(text, &all(), 1000);
    let evals = games.evals.expect("selected");
    let values: Vec<_> = (0..4)
        .map(|ply| (evals.centipawns.get(ply), evals.mates.get(ply), evals.depths.get(ply)))
        .collect();
    let expected = [
        (Some(31), None, Some(20)),
        (Some(50), None, Some(7)),
        (None, Some(2), Some(8)),
        (Some(10), None, None),
    ];
    assert_eq!(values, expected);
    let clocks = games.clocks.expect("selected");
    assert_eq!((clocks.get(0), clocks.get(1), clocks.get(2)), (Some(5870), Some(5000), None));
    let times = games.elapsed_times.expect("selected");
    assert_eq!([0, 1, 2, 3].map(|ply| times.get(ply)), [130, 200, 200, 100].map(Some));
}

#[test]
fn comment_values_equal_command_values() {
    let mut text = String::new();
    for game in 0..20 {
        text += &format!("1. e4 {{[%eval {game}.5][%clk 0:01:{game}]}} e5 {{[%eval #{game}]}} *\n");
    }
    let games = columns(&text, &all(), 100);
    let clocks = games.clocks.expect("selected");
    let evals = games.evals.expect("selected");
    let commands = pgn::tokens(&text).filter_map(|token| match token {
        pgn::Token::Comment(comment) => Some(comment.commands().collect::<Vec<_>>()),
        _ => None,
    });
    for (ply, commands) in commands.enumerate() {
        for command in commands {
            match command {
                Command::Clock { centiseconds } => assert_eq!(clocks.get(ply), Some(centiseconds)),
                Command::Eval { eval: Eval::Centipawns(value), .. } => {
                    assert_eq!(
                        (evals.centipawns.get(ply), evals.mates.get(ply)),
                        (Some(value), None)
                    );
                }
                Command::Eval { eval: Eval::Mate(moves), .. } => {
                    assert_eq!(
                        (evals.centipawns.get(ply), evals.mates.get(ply)),
                        (None, Some(moves))
                    );
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert_eq!(games.moves.len(), 40);
}

#[test]
fn findings_match_each_game_and_its_errors() {
    let mut rng = Rng::with_seed(3);
    for round in 0..40 {
        let mut text = random_text(&mut rng, round);
        text.extend(b"\n\n1. e4 -- 2. d4 ~ (2. e4 *\n\n1. e5 d5 *\n");
        let options = all().findings(true);
        let mut whole = options.start();
        pgn::games(&text).for_each(|game| options.add(&mut whole, game));
        let mut expected = Vec::new();
        for (row, game) in pgn::games(&text).enumerate() {
            let found = GameContents::read(&game).findings;
            let start = game.range().start;
            expected.extend(found.into_iter().map(|found| (row, start + found.range.start, found)));
        }
        let listed = |games: &GameColumns| -> Vec<_> {
            let found = games.findings.iter().flatten();
            found.map(|at| (at.game, at.offset as usize, at.finding.clone())).collect()
        };
        assert_eq!(listed(&whole), expected);
        assert_eq!(listed(&columns(&text, &options, 30)), expected, "in chunks");
        for found in whole.findings.iter().flatten() {
            let before = &text[..found.offset as usize];
            assert_eq!(found.line, LinePlace::end_of(before));
        }
        let ended = whole.errors.iter().filter(|error| error.kind != ColumnErrorKind::NullMove);
        let mut ends: Vec<_> =
            expected.iter().filter(|found| found.2.ends_main_line).map(|found| found.0).collect();
        ends.dedup();
        let ended: Vec<_> = ended.map(|error| error.game).collect();
        assert_eq!(ended, ends, "{}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn errors_keep_the_moves_before() {
    let text = "[FEN \"x\"]\n\n1. e4 1-0\n\n[Variant \"Atomic\"]\n\n1. e4 0-1\n\n\
                [Result \"1-0\"]\n\n1. e4 e5 2. Ke3 Nc6\n\n[Event \"\"]\n\n1. d4 -- 2. c4 (2. e4 *) 1/2-1/2\n\n\
                1. c4";
    let games = columns(text, &all(), 30);
    assert_eq!(games.move_offsets, [0, 0, 0, 2, 5, 6]);
    assert_eq!(games.moves[3], 0, "a null move");
    let start = PackedPosition::from(&Position::START).to_bytes();
    let starts: Vec<_> = (0..5).map(|game| games.starts.get(game)).collect();
    assert_eq!(starts, [None, None, Some(start), Some(start), Some(start)]);
    let results = [
        Some(Termination::WhiteWins),
        Some(Termination::BlackWins),
        None,
        Some(Termination::Draw),
        None,
    ];
    assert_eq!(games.terminations, results);
    assert_eq!(
        games.results[2..],
        [Termination::WhiteWins, Termination::Draw, Termination::Unfinished]
    );
    let errors: Vec<_> =
        games.errors.iter().map(|error| (error.game, error.kind, error.ply)).collect();
    let kinds = [
        ColumnErrorKind::Fen,
        ColumnErrorKind::Variant,
        ColumnErrorKind::Move,
        ColumnErrorKind::NullMove,
    ];
    assert_eq!(errors, [(0, kinds[0], 0), (1, kinds[1], 0), (2, kinds[2], 2), (3, kinds[3], 1)]);
    for (error, found) in games.errors.iter().zip(["[FEN", "[Variant", "Ke3", "--"]) {
        assert!(text[error.offset as usize..].starts_with(found), "{error}");
    }
    assert_eq!(
        games.errors[2].message,
        "\"Ke3\": not a legal move: no matching white king can move to e3"
    );
    assert!(games.errors[0].message.starts_with("invalid tag pair FEN: "));
}

#[test]
fn malformed_move_error_names_its_text_once() {
    let games = columns("1. Nf9 *", &all(), 100);
    let message = &games.errors[0].message;
    assert_eq!(message.matches("\"Nf9\"").count(), 1, "{message}");
}

#[test]
fn start_positions_are_packed() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9";
    let games = columns(format!("[FEN \"{fen}\"]\n\n9. e4 *"), &all(), 100);
    let start = PackedPosition::from_bytes(games.starts.get(0).expect("a valid position"));
    assert_eq!(start.unpack().expect("a valid position").to_string(), fen);
}

#[test]
fn tags_are_text_without_escapes() {
    let text = b"[White \"K\xF6nig\"]\n[White \"second\"]\n\n*\n\n[Event \"\"]\n[White \"a \\\"b\\\"\"]\n\n*";
    let games = columns(text, &all(), 100);
    assert_eq!(texts(&games, 0), [None, Some("")]);
    assert_eq!(texts(&games, 1), [Some("K\u{F6}nig"), Some("a \"b\"")]);
}

#[test]
fn filtered_games_have_no_row() {
    let options = all().filter(Some("Event = 7 or Event = 30".parse().expect("a filter")));
    let text = plain_games(40);
    let games = columns(&text, &options, 100);
    assert_eq!(texts(&games, 0), [Some("7"), Some("30")]);
    let starts: Vec<_> = pgn::games(&text).map(|game| game.range().start as u64).collect();
    assert_eq!(games.text_offsets, [starts[7], starts[30]]);
}

#[test]
fn columns_that_are_not_selected_are_absent() {
    let options = ColumnOptions::new();
    let text = plain_games(10);
    let games = columns(&text, &options, 100);
    let others = columns(&text, &all(), 100);
    assert!(games.tags.is_empty() && games.clocks.is_none() && games.evals.is_none());
    assert_eq!((games.moves, games.errors), (others.moves, others.errors));
}
