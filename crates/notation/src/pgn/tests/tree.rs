//! Tests for trees.

extern crate std;
use std::borrow::ToOwned;
use std::error::Error as _;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

use tabiya_core::{Move, PieceType, Square};
use tabiya_movegen::Position;

use crate::pgn::{
    Annotation, CommentText, EditError, GameTree, NodeId, Place, RawGame, ReadErrorKind, Step,
    Style, Termination, WriteError,
};
use crate::san;
use crate::uci::UciMove;

#[track_caller]
fn read(text: impl AsRef<[u8]>) -> GameTree {
    GameTree::from_game(&RawGame::new(text.as_ref())).expect("a valid start position")
}

/// Returns a tree's movetext, after checking that reading it again yields an equal tree.
#[track_caller]
fn movetext(tree: &GameTree) -> String {
    let text = tree.to_string();
    let again = read(&text);
    assert_eq!(again.to_string(), text);
    assert_eq!(elements(&again), elements(tree), "{text}");
    let (_, movetext) = text.split_once("\n\n").expect("an empty line");
    movetext.trim_end().replace('\n', " ")
}

type Element = (u8, Option<Move>, Vec<Annotation>);

/// Returns a walk's steps, with moves and annotations.
fn elements(tree: &GameTree) -> Vec<Element> {
    let annotations =
        |node: &crate::pgn::Node<'_>, place| node.annotations(place).cloned().collect();
    let mut elements = vec![(0, None, annotations(&tree.root(), Place::AfterMove))];
    elements.extend(tree.walk().map(|step| match step {
        Step::Move(node) => (0, node.mv(), annotations(&node, Place::AfterMove)),
        Step::VariationStart(node) => (1, node.mv(), annotations(&node, Place::BeforeMove)),
        Step::VariationEnd(node) => (2, node.mv(), annotations(&node, Place::AfterVariation)),
    }));
    elements
}

/// Returns the node for the first move with a SAN, in text order.
#[track_caller]
fn find(tree: &GameTree, text: &str) -> NodeId {
    let mut walk = tree.walk();
    while let Some(step) = walk.next() {
        let Step::Move(node) = step else { continue };
        let san = node.mv().map(|mv| san::display(walk.position_before(), mv).to_string());
        if san.as_deref() == Some(text) {
            return node.id();
        }
    }
    panic!("no move {text}");
}

#[test]
fn tree_export_equals_game_export() {
    let texts = [
        "[White \"A \\\"b\\\"\"]\n[Zeta \"\"]\n[White \"C\"]\n[Alpha \"\tx\"]\n\n1.e2e4 e7e5 1-0",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[SetUp \"0\"]\n\n7... Kd7 8. e4 *",
        "{a} {b}\n[White \"x\"]\n{c} e4 $1 ! !!! $99999999999 {d} ;e }\n% f\n e5 +- 0-1 {g}",
        "e4 {a} ({b} d4 {c} d5 ({d} Nf6 {e}) {f} c4) {g} $3 (c4) (Nf3 *) {h} e5 (c5 d4 (d3)) -- Nc6 *",
        "e4 (d4 d5 (Nf6 *) c4) (Nf3) e5 ) Nf3 (Nc3 Nf6 (Nc6",
        "e4 (e4 e5) (e4 e5) e5 {a}{a} {  } {} {K\u{f6}ln } x}",
        "e4 (d4 {only} $5) {after} $6 1/2-1/2",
    ];
    for text in texts {
        let game = RawGame::new(text);
        for style in [Style::Export, Style::Reduced, Style::OneLine] {
            let mut expected = String::new();
            let mut written = String::new();
            game.write(style, &mut expected).expect(text);
            read(text).write(style, &mut written).expect(text);
            assert_eq!(written, expected, "{text}");
        }
        movetext(&read(text));
    }
    let latin = b"e4 {K\xF6ln \xF6\xC3\xB6} *";
    let mut expected = String::new();
    RawGame::new(latin).write(Style::Export, &mut expected).expect("legal");
    assert_eq!(read(latin).to_string(), expected);
}

#[test]
fn odd_variations_keep_moves_and_comments() {
    let cases = [
        ("e4 () e5 ( {a} $1 ) {b} *", "1. e4 e5 { a } $1 { b } *"),
        ("e4 ( ( d4 ) c4 ) e5", "1. e4 ( 1. d4 ) ( 1. c4 ) 1... e5 *"),
        ("e4 ({a} ({b} d4 d5) {c} c4 (Nf3)) {d} e5", {
            "1. e4 ( { a } { b } 1. d4 d5 ) { c } ( 1. c4 ) { d } ( 1. Nf3 ) 1... e5 *"
        }),
        ("e4 (d4 {a} (c4 {b}) {c} d5) {d} (Nf3)", {
            "1. e4 ( 1. d4 { a } 1... d5 ) { d } ( 1. c4 { b } ) { c } ( 1. Nf3 ) *"
        }),
        ("e4 (((d4) {x}) {y}) e5", "1. e4 ( 1. d4 ) { x } { y } 1... e5 *"),
        ("({a} e4 {b}) {c} d4 {d}", "1. d4 { d } ( { a } 1. e4 { b } ) { c } *"),
        ("{r} ({a} e4 {b}) {c}", "{ r } { a } 1. e4 { b } { c } *"),
        ("(e4) (c4) d4", "1. d4 ( 1. e4 ) ( 1. c4 ) *"),
        ("e4 ({a}", "1. e4 { a } *"),
        ("e4 (({a} d4) (({b}", "1. e4 ( { a } 1. d4 ) { b } *"),
        ("((((", "*"),
        (")", "*"),
    ];
    for (text, expected) in cases {
        assert_eq!(movetext(&read(text)), expected, "{text}");
    }
}

#[test]
fn errors_keep_the_moves_before_them() {
    let cases = [
        ("e4 e5 Ke3 Nf3", "1. e4 e5 *", 1),
        ("e4 (d4 Nf9 (c4) {lost}) {kept} e5 )", "1. e4 ( 1. d4 ) { kept } 1... e5 *", 2),
        ("e4 ({a} Ke3 {lost}) {b} e5 (", "1. e4 { a } { b } 1... e5 *", 2),
        ("[FEN \"4k3/8/8/8/7b/8/8/4K3 w - - 0 1\"]\n-- Ke7", "*", 1),
    ];
    for (text, expected, count) in cases {
        let tree = read(text);
        assert_eq!(movetext(&tree), expected, "{text}");
        assert_eq!((tree.errors().len(), tree.error_count()), (count, count), "{text}");
    }
    let tree = read(format!("e4 {}", ")".repeat(100)));
    assert_eq!((tree.errors().len(), tree.error_count()), (64, 100));
    let tree = read("e4 (e4 e5 Ke9");
    assert_eq!((tree.errors()[0].ply, tree.errors()[0].range.clone()), (2, 10..13));
    assert_eq!(tree.errors()[1].fault, ReadErrorKind::UnclosedVariation);
    assert!(GameTree::from_game(&RawGame::new("[FEN \"x\"]\n*")).is_err());
}

#[test]
fn depth_of_variations_is_unlimited() {
    let depth = 50_000;
    let text = format!("e4 {}{}", "(d4 (c4 ".repeat(depth / 2), ")".repeat(depth));
    let mut tree = read(&text);
    assert_eq!(tree.error_count(), 0);
    assert_eq!(tree.root().children().count(), depth + 1);
    // Each variation has two moves, and the second one has an alternative.
    let mut text = String::new();
    let mut position = Position::START;
    for _ in 0..depth {
        let is_knight = |mv: &Move| position.piece_type_on(mv.from()) == Some(PieceType::Knight);
        let is_quiet =
            |mv: &Move| position.piece_on(mv.to()).is_none() && !position.gives_check(*mv);
        let legal = position.legal_moves();
        let mut moves = legal.into_iter().filter(is_knight).filter(is_quiet);
        let [first, second] = [(); 2].map(|()| moves.next().expect("two knights"));
        text += &format!("{} ({} ", UciMove::from(first), UciMove::from(second));
        position.make_move(second);
    }
    tree = read(&text);
    assert_eq!((tree.error_count(), tree.walk().count()), (depth, 4 * depth));
    let written = movetext(&tree);
    tree.merge(&read(&text)).expect("the same start position");
    assert_eq!(movetext(&tree), written);
    let end = tree.walk().last();
    assert!(matches!(end, Some(Step::VariationEnd(_))), "{end:?}");
    let children: Vec<_> = tree.root().children().map(|child| child.id()).collect();
    children.into_iter().for_each(|child| tree.remove(child).expect("a node"));
    assert_eq!(tree.walk().count(), 0);
    assert_eq!(read("(".repeat(1_000_000)).error_count(), 1_000_000);
}

#[test]
fn walk_has_node_positions() {
    let tree = read("e4 (d4 d5 (Nf6 c4) (-- e4)) (c4) e5 (c5 (e6) Nf3) Nf3 *");
    let mut walk = tree.walk();
    let mut moves = 0;
    let mut depth = 0;
    while let Some(step) = walk.next() {
        match step {
            Step::Move(node) => {
                moves += 1;
                assert_eq!(*walk.position(), node.position());
                let parent = node.parent().expect("not the root");
                assert_eq!(*walk.position_before(), parent.position());
                assert_eq!(node.is_main_line(), walk.depth() == 0 || depth == 0);
            }
            Step::VariationStart(_) => depth += 1,
            Step::VariationEnd(_) => depth -= 1,
        }
    }
    assert_eq!((moves, depth), (13, 0));
    assert!(walk.next().is_none());
}

#[test]
fn promotion_keeps_comments_in_their_places() {
    let text = "c4 e5 (e6) {p} Nf3 {m} ({b} Nc3 {n}) {x} ({c} e3) {y} Nc6";
    let mut tree = read(text);
    let knight = find(&tree, "Nc3");
    assert_eq!(tree.promote(knight), Ok(true));
    let expected = "1. c4 e5 ( 1... e6 ) { p } { b } 2. Nc3 { n } ( 2. Nf3 { m } 2... Nc6 ) { x } \
        ( { c } 2. e3 ) { y } *";
    assert_eq!(movetext(&tree), expected);
    assert_eq!(tree.promote(knight), Ok(false));
    assert_eq!(tree.promote(NodeId::ROOT), Ok(false));
    tree.make_main_line(find(&tree, "e3")).expect("a node");
    let expected = "1. c4 e5 ( 1... e6 ) { p } { b } { c } 2. e3 ( 2. Nc3 { n } ) \
        ( 2. Nf3 { m } 2... Nc6 ) { x } { y } *";
    assert_eq!(movetext(&tree), expected);
    // A variation that is not first moves up by one.
    let mut tree = read("e4 (d4) {x} (c4) {y} *");
    assert_eq!(tree.promote(find(&tree, "c4")), Ok(true));
    assert_eq!(movetext(&tree), "1. e4 ( 1. c4 ) { y } ( 1. d4 ) { x } *");
}

#[test]
fn removal_keeps_other_nodes_and_comments_outside() {
    let mut tree = read("{r} e4 {m} ({a} d4 d5 {b}) {x} ({c} c4 (Nf3 g6)) {y} e5 *");
    let [main, first, second] = ["e4", "d4", "c4"].map(|text| find(&tree, text));
    let inner = find(&tree, "d5");
    tree.remove(first).expect("a node");
    assert_eq!(
        movetext(&tree),
        "{ r } 1. e4 { m } { x } ( { c } 1. c4 ) { y } ( 1. Nf3 g6 ) 1... e5 *"
    );
    for id in [first, inner] {
        assert!(tree.node(id).is_none());
        assert_eq!(tree.remove(id), Err(EditError::RemovedNode));
        assert_eq!(tree.add_comment(id, "x"), Err(EditError::RemovedNode));
        assert_eq!(tree.add_nag(id, 1), Err(EditError::RemovedNode));
        assert_eq!(tree.promote(id), Err(EditError::RemovedNode));
        assert_eq!(tree.make_main_line(id), Err(EditError::RemovedNode));
        assert_eq!(tree.add_null_move(id), Err(EditError::RemovedNode));
        assert_eq!(
            tree.add_move(id, Move::new(Square::A2, Square::A3)),
            Err(EditError::RemovedNode)
        );
    }
    assert_eq!(find(&tree, "c4"), second);
    tree.remove(main).expect("a node");
    assert_eq!(movetext(&tree), "{ r } { c } 1. c4 { y } ( 1. Nf3 g6 ) *");
    assert_eq!(tree.remove(NodeId::ROOT), Err(EditError::Root));
    // A new node never has the name of a removed one.
    let new = tree.add_move(NodeId::ROOT, Move::new(Square::E2, Square::E4)).expect("legal");
    assert!(tree.node(main).is_none() && tree.node(new).is_some());
}

#[test]
fn added_moves_are_legal_and_shared() {
    let mut tree = read("e4 (d4) e5 *");
    let count = tree.walk().count();

    let e4 = Move::new(Square::E2, Square::E4);
    let d4 = Move::new(Square::D2, Square::D4);
    assert_eq!(tree.add_move(NodeId::ROOT, e4), Ok(find(&tree, "e4")));
    assert_eq!(tree.add_move(NodeId::ROOT, d4), Ok(find(&tree, "d4")));
    assert_eq!(tree.walk().count(), count);
    // No move in a line is added if one is illegal.
    let line = [d4, e4];
    let error = tree.add_moves(NodeId::ROOT, line).expect_err("an illegal move");
    assert!(matches!(error, EditError::IllegalMove(mv, _) if mv == e4));
    assert!(error.source().is_some(), "the reason");
    assert_eq!(tree.walk().count(), count);
    let null = tree.add_null_move(NodeId::ROOT).expect("not in check");
    assert_eq!(tree.add_null_move(NodeId::ROOT), Ok(null));
    assert!(tree.node(null).is_some_and(|node| node.is_null_move() && node.mv().is_none()));
    assert_eq!(movetext(&tree), "1. e4 ( 1. d4 ) ( 1. -- ) 1... e5 *");
    let check = Position::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1").expect("valid");
    let error = GameTree::new(check).add_null_move(NodeId::ROOT);
    assert_eq!(error, Err(EditError::NullMoveInCheck));
}

#[test]
fn annotations_belong_to_places() {
    let mut tree = read("e4 (d4) *");
    let [main, variation] = ["e4", "d4"].map(|text| find(&tree, text));
    let comment = |text| Annotation::Comment(CommentText::new(text).expect("not blank"));
    for place in [Place::BeforeMove, Place::AfterMove, Place::AfterVariation] {
        let expected = if place == Place::AfterMove { Ok(()) } else { Err(EditError::Place) };
        for node in [NodeId::ROOT, main] {
            assert_eq!(tree.annotate(node, place, Annotation::Nag(7)), expected);
        }
        assert_eq!(tree.annotate(variation, place, comment("a } \r\n b")), Ok(()));
    }
    assert_eq!(tree.add_comment(main, " \n"), Ok(()));
    assert_eq!(tree.add_nag(variation, 1), Ok(()));
    let expected = "$7 1. e4 $7 ( { a ) b } 1. d4 $1 { a ) b } ) { a ) b } *";
    assert_eq!(movetext(&tree), expected);
    let is_before = |place, _: &Annotation| place == Place::BeforeMove;
    tree.retain_annotations(variation, is_before).expect("a node");
    assert_eq!(movetext(&tree), "$7 1. e4 $7 ( { a ) b } 1. d4 ) *");
}

#[test]
fn merge_shares_moves_and_appends_comments() {
    let mut tree = read("{r} e4 {a} $1 ({b} d4 {c} d5) {d} e5 Nf3");
    let other = read("{r} {s} d4 {a} {c} (e4 {a} {z} $1 $2 c5 (e5 Bc4)) {d} Nf6 (d5 c4) Nf3 1-0");
    tree.merge(&other).expect("the same start position");
    let expected = "{ r } { s } 1. e4 { a } $1 { z } $2 { d } ( { b } 1. d4 { c } { a } 1... d5 \
        ( 1... Nf6 2. Nf3 ) 2. c4 ) { d } 1... e5 ( 1... c5 ) 2. Nf3 ( 2. Bc4 ) *";
    assert_eq!(movetext(&tree), expected);
    // Merging again adds nothing.
    tree.merge(&other).expect("the same start position");
    assert_eq!(movetext(&tree), expected);
    let other = GameTree::new(Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("valid"));
    assert_eq!(tree.merge(&other), Err(EditError::OtherStart));
}

/// Each text that a tree writes reads back: a waived FEN is valid then, and `0-0` is no castling.
#[test]
fn tags_make_the_written_tree_readable() {
    let waived = read("[FEN \"4k3/8/8/8/8/8/8/5KR1 w F - 0 1\"]\n*");
    assert_eq!(waived.tag("FEN"), Some("4k3/8/8/8/8/8/8/5KR1 w - - 0 1"));
    let mut tree = read("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 *");
    tree.set_result(Termination::BothLose);
    for style in [Style::Export, Style::OneLine] {
        let mut text = String::new();
        tree.write(style, &mut text).expect("memory");
        let again = read(&text);
        assert_eq!(again.main_line().count(), 6, "{text}");
        assert_eq!(again.result(), Termination::BothLose, "{text}");
    }
}

#[test]
fn tags_follow_start_position_and_result() {
    let mut tree = read("[White \"A\"]\n[Result \"0-1\"]\n[White \"B\"]\n\ne4 1-0");
    assert_eq!((tree.tag("Result"), tree.result()), (Some("1-0"), Termination::WhiteWins));
    tree.set_tag("White", "C\n\"\\").expect("a name");
    tree.set_tag("ECO", "B00").expect("a name");
    tree.set_result(Termination::Draw);
    let tags: Vec<_> = tree.tags().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(tags, ["White=C \"\\", "Result=1/2-1/2", "ECO=B00"]);
    assert_eq!(read(tree.to_string()).tag("White"), Some("C \"\\"));
    tree.remove_tag("White").expect("a name");
    assert_eq!(tree.tag("White"), None);
    for name in ["FEN", "SetUp", "Variant", "Result"] {
        assert!(matches!(tree.set_tag(name, "x"), Err(EditError::ReservedTag(_))), "{name}");
        assert!(matches!(tree.remove_tag(name), Err(EditError::ReservedTag(_))), "{name}");
    }
    for name in ["", "a b", "\u{e9}", "a\"", "[x]"] {
        assert!(matches!(tree.set_tag(name, "x"), Err(EditError::TagName(_))), "{name}");
    }
    let many: String = (0..200).map(|index| format!("[A{index} \"\"]\n")).collect();
    assert_eq!(read(many + "*").to_string().matches("[A").count(), 200);
    let as_read = read("e4").write(Style::AsRead, &mut String::new());
    assert_eq!(as_read, Err(WriteError::NoSource));
}

#[test]
fn new_tree_reads_back_with_its_start_position() {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 9",
        "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w GBgb - 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 7",
    ];
    for fen in fens {
        let start = Position::from_fen(fen).expect(fen);
        let tree = GameTree::new(start);
        assert_eq!(tree.tag("Variant").is_some(), fen.contains("GBgb"), "{fen}");
        assert_eq!(*read(tree.to_string()).start_position(), start, "{fen}");
    }
    assert_eq!(GameTree::default().to_string().lines().count(), 10);
    assert_eq!(movetext(&GameTree::default()), "*".to_owned());
}
