//! Game tree properties.

use tabiya::pgn::{
    self, Annotation, CommentText, EditError, Event, GameTree, NodeId, Place, RawGame, Step, Style,
    Termination,
};
use tabiya::{Move, Position};

use super::assert_plain_message;
use crate::export_checker::{VariationForm, check_export};

/// The maximum edit count.
const MAX_EDITS: usize = 100;

/// Checks trees from the first two games in a text, which ends at a zero byte. Three bytes per edit
/// follow.
///
/// - A tree writes the text that the game writes, and what it writes reads back as an equal tree.
/// - Edits keep moves legal and links consistent, and fail as documented.
/// - Written games obey the export format.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_tree(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let edits = bytes.get(end + 1..).unwrap_or_default();
    let mut trees = pgn::games(&bytes[..end]).take(2).filter_map(|game| check_reading(&game));
    let mut tree = trees.next().unwrap_or_default();
    assert_invariants(&tree);
    if let Some(other) = trees.next() {
        match tree.merge(&other) {
            Ok(()) => assert_contains(&tree, &other),
            Err(error) => assert_eq!(error, EditError::OtherStart),
        }
        assert_invariants(&tree);
    }
    let mut editor = Editor { nodes: vec![NodeId::ROOT], tree };
    editor.nodes.extend(nodes(&editor.tree));
    for edit in edits.chunks_exact(3).take(MAX_EDITS) {
        editor.edit(edit[0], edit[1], edit[2]);
        assert_links(&editor.tree);
    }
    assert_invariants(&editor.tree);
}

/// Reads a game, and checks that the tree is written like the game.
fn check_reading(game: &RawGame<'_>) -> Option<GameTree> {
    let tree = match GameTree::from_game(game) {
        Ok(tree) => tree,
        Err(error) => {
            assert_plain_message(&error);
            assert_eq!(game.reader().err(), Some(error));
            return None;
        }
    };
    tree.errors().iter().for_each(|error| assert_plain_message(error));
    // The variations in a game without other moves become the main line.
    let has_main_line = has_main_line(game) || tree.root().main_child().is_none();
    for style in [Style::Export, Style::Reduced] {
        let mut expected = String::new();
        let is_written = game.write(style, &mut expected).is_ok();
        let is_plain = has_main_line && (style == Style::Reduced || has_plain_variations(game));
        if is_written && is_plain {
            assert_eq!(written(&tree, style), expected);
        }
    }
    Some(tree)
}

/// Tests whether a move lies outside variations.
fn has_main_line(game: &RawGame<'_>) -> bool {
    let Ok(mut reader) = game.reader() else { return false };
    while let Some(event) = reader.next() {
        if matches!(event, Ok(Event::Move(..) | Event::NullMove(_))) && reader.depth() == 0 {
            return true;
        }
    }
    false
}

/// Tests whether each variation has a move, and replaces a move other than a variation's first.
fn has_plain_variations(game: &RawGame<'_>) -> bool {
    // The number of moves in each open line.
    let mut lines = vec![0];
    let Ok(reader) = game.reader() else { return false };
    for event in reader {
        let depth = lines.len();
        let Some(moves) = lines.last_mut() else { return false };
        match event {
            Ok(Event::Move(..) | Event::NullMove(_)) => *moves += 1,
            Ok(Event::VariationStart) if *moves < 1 + usize::from(depth > 1) => return false,
            Ok(Event::VariationStart) => lines.push(0),
            Ok(Event::VariationEnd) if *moves == 0 => return false,
            Ok(Event::VariationEnd) => drop(lines.pop()),
            _ => {}
        }
    }
    lines[1..].iter().all(|&moves| moves > 0)
}

fn written(tree: &GameTree, style: Style) -> String {
    let mut text = String::new();
    assert_eq!(tree.write(style, &mut text), Ok(()));
    text
}

fn nodes(tree: &GameTree) -> impl Iterator<Item = NodeId> {
    tree.walk().filter_map(|step| match step {
        Step::Move(node) => Some(node.id()),
        _ => None,
    })
}

/// A variation's start (1) or end (2), or a move (0); the move; and the annotations.
type Element<'t> = (u8, Option<Move>, Vec<&'t Annotation>);

/// Returns all moves and annotations in the text's order.
fn elements(tree: &GameTree) -> Vec<Element<'_>> {
    let mut elements = vec![(0, None, tree.root().annotations(Place::AfterMove).collect())];
    elements.extend(tree.walk().map(|step| {
        let (kind, node, place) = match step {
            Step::Move(node) => (0, node, Place::AfterMove),
            Step::VariationStart(node) => (1, node, Place::BeforeMove),
            Step::VariationEnd(node) => (2, node, Place::AfterVariation),
            step => panic!("{step:?}"),
        };
        (kind, node.mv(), node.annotations(place).collect())
    }));
    elements
}

/// Checks links, moves and positions, and that written text obeys the format and reads back.
fn assert_invariants(tree: &GameTree) {
    assert_links(tree);
    let text = tree.to_string();
    assert_eq!(check_export(&text, VariationForm::WithMoves), Ok(()), "{text}");
    for style in [Style::Export, Style::OneLine] {
        let text = written(tree, style);
        let games: Vec<_> = pgn::games(&text).collect();
        assert_eq!(games.len(), 1, "{style:?}: {text}");
        let again = GameTree::from_game(&games[0]).expect("the start position was written");
        assert_eq!(again.error_count(), 0, "{text}");
        assert_eq!(elements(&again), elements(tree), "{text}");
        assert_eq!(again.start_position(), tree.start_position(), "{text}");
        assert_eq!(written(&again, style), text);
    }
    let reduced = written(tree, Style::Reduced);
    assert_eq!(check_export(&reduced, VariationForm::WithMoves), Ok(()), "{reduced}");
    let again = GameTree::from_game(&RawGame::new(&reduced)).expect("the start position");
    assert!(again.main_line().map(|node| node.mv()).eq(tree.main_line().map(|node| node.mv())));
}

/// Checks that moves are legal, and that links and places are consistent.
fn assert_links(tree: &GameTree) {
    let mut walk = tree.walk();
    let mut count = 0;
    while let Some(step) = walk.next() {
        let Step::Move(node) = step else { continue };
        count += 1;
        let before = walk.position_before();
        match node.mv() {
            Some(mv) => assert!(before.is_legal(mv), "{mv:?} in {before}"),
            None => assert!(node.is_null_move() && before.null_move().is_some(), "{before}"),
        }
        if count < 20 {
            assert_eq!(*walk.position(), node.position());
        }
        let parent = node.parent().expect("a move has a parent");
        assert!(parent.children().any(|child| child.id() == node.id()));
        let is_first = parent.main_child().is_some_and(|child| child.id() == node.id());
        assert_eq!(node.starts_variation(), !is_first);
        for place in [Place::BeforeMove, Place::AfterVariation] {
            assert!(!is_first || node.annotations(place).next().is_none(), "{place:?}");
        }
    }
}

/// Checks that a tree has all lines from another one.
fn assert_contains(tree: &GameTree, other: &GameTree) {
    let mut pairs = vec![(tree.root(), other.root())];
    while let Some((node, other)) = pairs.pop() {
        for comment in other.comments() {
            assert!(node.comments().any(|own| own == comment), "{comment}");
        }
        for child in other.children() {
            let is_same = |own: &pgn::Node<'_>| {
                own.mv() == child.mv() && own.is_null_move() == child.is_null_move()
            };
            let own = node.children().find(is_same);
            pairs.push((own.unwrap_or_else(|| panic!("no {child:?}")), child));
        }
    }
}

/// A tree and the nodes that it has or had.
struct Editor {
    tree: GameTree,
    nodes: Vec<NodeId>,
}

const TEXTS: [&str; 8] = [
    "good",
    "a } b",
    "%x [y \"z\"]",
    "[%clk 0:01:00] [%eval",
    " \n",
    "{ ; (",
    "é\u{85}\u{a0}",
    "1-0",
];

impl Editor {
    fn edit(&mut self, operation: u8, node: u8, argument: u8) {
        let node = self.nodes[usize::from(node) % self.nodes.len()];
        let position = self.tree.node(node).map(|node| node.position());
        let text = TEXTS[usize::from(argument) % TEXTS.len()];
        let comment =
            CommentText::new(text).map_or(Annotation::Nag(argument.into()), Annotation::Comment);
        let is_variation = self.tree.node(node).is_some_and(|node| node.starts_variation());
        let result = match operation % 16 {
            0..4 => return self.add_move(node, position, argument),
            4 => return self.add_null_move(node, position),
            5 => self.tree.add_comment(node, text),
            6 => self.tree.add_nag(node, u32::from(argument) << (argument % 25)),
            operation @ (7 | 8) => {
                let place = if operation == 7 { Place::BeforeMove } else { Place::AfterVariation };
                let result = self.tree.annotate(node, place, comment);
                assert_eq!(result.is_ok(), is_variation);
                return;
            }
            9 => self.tree.retain_annotations(node, |place, _| place as u8 != argument % 3),
            10 => {
                let result = self.tree.remove(node);
                assert!(self.tree.node(node).is_none() || node == NodeId::ROOT);
                if node == NodeId::ROOT { Ok(()) } else { result }
            }
            11 => self.tree.promote(node).map(|is_moved| assert_eq!(is_moved, is_variation)),
            12 => self.tree.make_main_line(node).map(|()| {
                assert!(self.tree.node(node).is_some_and(|node| node.is_main_line()));
            }),
            13 => return self.set_tag(argument, text),
            14 => return self.set_result(argument),
            _ => {
                let other = self.tree.clone();
                assert_eq!(self.tree.merge(&other), Ok(()));
                return assert_contains(&self.tree, &other);
            }
        };
        let expected = position.map(|_| ()).ok_or(EditError::RemovedNode);
        assert_eq!(result, expected, "operation {operation}");
    }

    fn add_move(&mut self, node: NodeId, position: Option<Position>, argument: u8) {
        let Some(position) = position else {
            let mv = Position::START.legal_moves()[0];
            assert_eq!(self.tree.add_move(node, mv), Err(EditError::RemovedNode));
            return;
        };
        let moves = position.legal_moves();
        if let Some(&mv) = moves.get(usize::from(argument) % moves.len().max(1)) {
            let id = self.tree.add_move(node, mv).expect("a legal move");
            assert_eq!(self.tree.node(id).and_then(|node| node.mv()), Some(mv));
            self.nodes.push(id);
            let reply = position.after(mv).legal_moves().iter().copied().next();
            if let Some(reply) = reply.filter(|&reply| !position.is_legal(reply)) {
                let error = self.tree.add_moves(node, [reply]);
                assert!(matches!(error, Err(EditError::IllegalMove(..))), "{error:?}");
            }
        }
    }

    fn add_null_move(&mut self, node: NodeId, position: Option<Position>) {
        let result = self.tree.add_null_move(node);
        assert_eq!(result.is_ok(), position.is_some_and(|position| !position.is_check()));
        self.nodes.extend(result);
    }

    fn set_tag(&mut self, argument: u8, text: &str) {
        const NAMES: [&str; 6] = ["White", "Alpha", "Zeta+-_", "FEN", "a b", "Result"];
        let name = NAMES[usize::from(argument / 8) % NAMES.len()];
        let result = self.tree.set_tag(name, text);
        assert_eq!(result.is_ok(), NAMES[..3].contains(&name), "{name}");
        if result.is_ok() {
            let value: String =
                text.chars().map(|c| if c.is_ascii_control() { ' ' } else { c }).collect();
            assert_eq!(self.tree.tag(name), Some(value.as_str()));
        }
    }

    fn set_result(&mut self, argument: u8) {
        let results = [
            Termination::WhiteWins,
            Termination::BlackWins,
            Termination::Draw,
            Termination::Unfinished,
        ];
        self.tree.set_result(results[usize::from(argument % 4)]);
        assert_eq!(self.tree.result(), results[usize::from(argument % 4)]);
    }
}
