use std::collections::BTreeSet;

use super::move_code::MoveCode;
use super::node::Stages;
use super::*;
use crate::measure::Entry;
use tabiya_benches::positions::standard_texts;
use tabiya_benches::standard::STANDARD_POSITIONS;

/// Positions with all kinds of moves: castling, promotions, en passant captures, pins and checks.
fn fens() -> Vec<String> {
    let special = [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 3 9",
        "n1n4k/1P1P4/8/8/8/8/1p1p4/N1N4K w - - 0 1",
        "n1n4k/1P1P4/8/8/8/8/1p1p4/N1N4K b - - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/3P4/PPP2PPP/RNBQKBNR b KQkq e3 0 3",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
        "4k3/8/8/8/b7/8/8/R2RK3 w Q - 40 60",
        "r2k4/8/8/8/8/8/8/4K2R w K - 0 1",
        // A move gives mate, and a series of checks repeats the position.
        "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1",
        "6k1/6pp/8/8/8/8/q7/K4Q2 w - - 98 90",
    ];
    let standard = STANDARD_POSITIONS.iter().map(|position| position.fen.to_owned());
    let games = standard_texts().expect("texts").into_iter().step_by(40).map(|text| text.fen);
    special.map(String::from).into_iter().chain(standard).chain(games).collect()
}

const NAMES: [&str; 5] = ["tabiya", "cozy-chess", "shakmaty", "owlchess", "gigachess"];

/// Calls a function with each library, and asserts that all results are equal.
macro_rules! assert_libraries_agree {
    ($context:expr, $function:ident, $($argument:expr),*) => {{
        let mut results = Vec::new();
        for &competitor in Competitor::ALL {
            if let Some(result) = with_node!(competitor, $function, $($argument),*) {
                results.push((competitor.name(), result));
            }
        }
        assert_eq!(results.iter().map(|(name, _)| *name).collect::<Vec<_>>(), NAMES);
        for (name, result) in &results {
            assert_eq!(*result, results[0].1, "{name}: {}", $context);
        }
        results.swap_remove(0).1
    }};
}

fn outcome<N: Node>(fen: &str, depth: i32) -> Outcome {
    let mut root = N::parse(fen).expect(fen);
    let state = State::<1>::from_fen(fen).expect(fen);
    let mut table = Table::new();
    let outcome = search::<N, 1, 1>(&mut root, state, depth, &mut table);
    // Neither old table entries nor measuring the parts of the time change the search.
    let twice = search::<N, 2, 1>(&mut root, state, depth, &mut table);
    let state = State::<2>::from_fen(fen).expect(fen);
    let second_key = search::<N, 1, 2>(&mut root, state, depth, &mut table);
    assert_eq!([twice, second_key], [outcome; 2], "{fen}");
    outcome
}

#[test]
fn libraries_visit_the_same_nodes() {
    for fen in fens() {
        let outcome = assert_libraries_agree!(fen, outcome, &fen, 3);
        assert!(outcome.nodes > 10 && outcome.best != MoveCode::NONE, "{outcome:?} in {fen}");
    }
}

#[test]
fn search_finds_mates_draws_and_promotions() {
    let search = |fen: &str| {
        let outcome = assert_libraries_agree!(fen, outcome, fen, 4);
        (outcome.score, outcome.best)
    };
    let e1 = 4;
    let e8 = 60;
    let back_rank_mate = search("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1");
    assert_eq!(back_rank_mate, (29_999, MoveCode::new(e1, e8, MoveCode::NORMAL)));
    // The fifty-move rule ends the game before Black's extra queen counts.
    assert_eq!(search("7k/8/8/8/8/q7/8/K7 w - - 99 90").0, 0);
    let c7 = 50;
    let c8 = 58;
    let (score, best) = search("8/2P5/1k6/8/8/8/8/7K w - - 0 1");
    assert_eq!(best, MoveCode::new(c7, c8, MoveCode::PROMOTE_TO_QUEEN));
    assert!(score > 800, "{score}");
}

/// A move's facts: its code, the pieces that order it, whether the next player is in check, and
/// the state after it.
type Facts = (MoveCode, u8, Option<u8>, bool, State<1>);

/// Returns the legal moves' facts, then the codes for captures and promotions, for quiet moves, and
/// for those moves in a pool that are found.
fn moves<N: Node>(fen: &str, pool: &BTreeSet<MoveCode>) -> (Vec<Facts>, [Vec<MoveCode>; 3]) {
    let state = State::from_fen(fen).expect(fen);
    match N::parse(fen).expect(fen) {
        Root::This(mut node) => moves_of(&mut node, state, pool),
        Root::Other(mut node) => moves_of(&mut node, state, pool),
    }
}

fn moves_of<N: Node>(
    node: &mut N,
    state: State<1>,
    pool: &BTreeSet<MoveCode>,
) -> (Vec<Facts>, [Vec<MoveCode>; 3]) {
    let mut stages = node.stages();
    let mut candidates = Vec::new();
    stages.all(|candidate| candidates.push(candidate));
    let mut after = |mv, code| {
        stages.make(mv, state, |after, mut state| {
            state.complete_move(code);
            (after.stages().is_check(), state)
        })
    };
    let facts = candidates.iter().filter_map(|candidate| {
        let (is_check, state) = after(candidate.mv, candidate.code)?;
        Some((candidate.code, candidate.moved, candidate.captured, is_check, state))
    });
    let mut facts: Vec<Facts> = facts.collect();
    facts.sort_by_key(|facts| facts.0);
    let mut noisy = Vec::new();
    let mut quiets = Vec::new();
    stages.noisy_before_quiets(|candidate| noisy.push((candidate.mv, candidate.code)));
    stages.quiets(|mv, code| quiets.push((mv, code)));
    let mut noisy_only = Vec::new();
    stages.noisy(|candidate| noisy_only.push(candidate.code));
    assert_eq!(noisy.iter().map(|(_, code)| *code).collect::<Vec<_>>(), noisy_only);
    let found = pool.iter().filter_map(|&code| Some((stages.find(code)?, code)));
    let found: Vec<_> = found.collect();
    let mut legal = |moves: Vec<(N::Move, MoveCode)>| {
        let is_legal = |&(mv, _): &(N::Move, MoveCode)| {
            stages.make(mv, state, |_, state| state.key()).is_some()
        };
        let mut codes: Vec<_> = moves.into_iter().filter(is_legal).map(|(_, code)| code).collect();
        codes.sort();
        codes
    };
    (facts, [legal(noisy), legal(quiets), legal(found)])
}

#[test]
fn libraries_agree_on_moves_and_states() {
    let fens = fens();
    let no_pool = BTreeSet::new();
    let facts = |fen: &String| moves::<tabiya::WhiteNode>(fen, &no_pool).0;
    // The moves in all positions, each as every kind.
    let codes = fens.iter().flat_map(facts).map(|facts| facts.0);
    let kinds =
        |code: MoveCode| (0..7).map(move |kind| MoveCode::new(code.from(), code.to(), kind));
    let pool: BTreeSet<_> = codes.flat_map(kinds).collect();
    for fen in fens {
        let (facts, [noisy, quiets, found]) = assert_libraries_agree!(fen, moves, &fen, &pool);
        let codes: Vec<_> = facts.iter().map(|facts| facts.0).collect();
        assert_eq!(found, codes, "{fen}");
        let is_noisy = |facts: &&Facts| facts.2.is_some() || facts.0.promotion().is_some();
        let (expected_noisy, expected_quiets): (Vec<&Facts>, Vec<&Facts>) =
            facts.iter().partition(is_noisy);
        assert!(expected_noisy.iter().map(|facts| facts.0).eq(noisy), "{fen}");
        assert!(expected_quiets.iter().map(|facts| facts.0).eq(quiets), "{fen}");
        let keys: BTreeSet<_> = facts.iter().map(|facts| facts.4.key()).collect();
        assert_eq!(keys.len(), facts.len(), "{fen}");
    }
}

/// The state after moves equals the state from the FEN after them.
#[test]
fn state_after_moves_equals_fen_state() {
    let cases = [
        // 1. e4 d5 2. exd5 Nf6 3. Nf3 g6 4. Bc4 Bg7 5. O-O O-O
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e2e4 d7d5 e4d5 g8f6 g1f3 g7g6 f1c4 f8g7 e1h1 e8h8",
            "rnbq1rk1/ppp1ppbp/5np1/3P4/2B5/5N2/PPPP1PPP/RNBQ1RK1 w - - 4 6",
        ),
        // A double push, a capture en passant, two promotions, and a captured rook.
        (
            "r3k3/1P6/8/8/3p4/8/2P4p/R3K1N1 w Qq - 5 1",
            "c2c4 d4c3 b7a8q e8d7 a1a7 d7d6 a8d5 d6d5",
            "8/R7/8/3k4/8/2p5/7p/4K1N1 w - - 0 5",
        ),
    ];
    for (start, moves, last) in cases {
        let mut fen = start.to_owned();
        for text in moves.split(' ') {
            let facts = find_by_text(&fen, text);
            let board: ::tabiya::Board = fen.parse().expect("a position");
            let mv = ::tabiya::uci::parse(&board, text).expect("a legal move");
            fen = board.after(mv).fen().to_string();
            let expected = State::<1>::from_fen(&fen).expect("a FEN");
            let is_double_push = board.piece_type_on(mv.from()) == Some(::tabiya::PieceType::Pawn)
                && facts.0.from().abs_diff(facts.0.to()) == 16;
            // A FEN has an en passant square only if a capture there is legal.
            if !is_double_push || !fen.contains(" - ") {
                assert_eq!(facts.4, expected, "{text}: {fen}");
            }
            assert_eq!(facts.4.evaluation(), expected.evaluation(), "{text}: {fen}");
        }
        assert_eq!(fen, last);
    }
}

/// Returns the facts about the move in a UCI text in which castling captures the own rook.
fn find_by_text(fen: &str, text: &str) -> Facts {
    let square = |text: &str| {
        let [file, rank] = text.as_bytes() else { panic!("not a square: {text}") };
        8 * (rank - b'1') + (file - b'a')
    };
    let from = square(&text[..2]);
    let to = square(&text[2..4]);
    let promotion =
        text.get(4..).and_then(|letter| "_nbrq".find(letter).filter(|_| !letter.is_empty()));
    let promotion = promotion.map(|index| index as u8);
    let (facts, _) = moves::<tabiya::WhiteNode>(fen, &BTreeSet::new());
    let is_same = |facts: &Facts| {
        (facts.0.from(), facts.0.to(), facts.0.promotion()) == (from, to, promotion)
    };
    facts.into_iter().find(is_same).expect(text)
}

#[test]
fn row_has_figures_and_parts_for_five_libraries() {
    let sources = Sources::read(true).expect("texts");
    let mut row = row("engine_nodes".to_owned(), &sources).expect("accepted positions");
    let measured = row.measure(1).expect("nothing fails");
    for ((competitor, entry), parts) in measured.entries().zip(&measured.parts) {
        let is_searched = NAMES.contains(&competitor.name());
        assert_eq!(entry.figure().is_some(), is_searched, "{}: {entry:?}", competitor.name());
        assert_eq!(entry == Entry::Absent, !is_searched, "{}: {entry:?}", competitor.name());
        assert_eq!(parts.is_some(), is_searched, "{}", competitor.name());
    }
}
