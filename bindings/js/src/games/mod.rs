//! Exports that read, edit and write games: trees of moves with comments and glyphs.
//!
//! JavaScript stores a game as text. An edit needs the tree in [`LOADED`], and JavaScript knows which game that is.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

mod findings;
mod values;

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::Range;

use tabiya::pgn::{
    self, Annotation, CommentText, EditError, GameTree, Node, NodeId, Place, RawGame, Step, Style,
    Termination,
};
use tabiya::uci::{self, CastlingNotation};
use tabiya::{Position, san, variation};

use self::findings::{findings, sentence};
use self::values::comment_values;
use crate::json::write_json;
use crate::state::{
    SingleThread, position, set_position, state, with_input, with_text, write_output, write_text,
};

/// The styles in which a game can be written, by their numbers.
const STYLES: [Style; 3] = [Style::Export, Style::Reduced, Style::OneLine];

/// The results, by their numbers.
const RESULTS: [Termination; 5] = [
    Termination::Unfinished,
    Termination::WhiteWins,
    Termination::BlackWins,
    Termination::Draw,
    Termination::BothLose,
];

/// The places of annotations, by their numbers.
const PLACES: [Place; 3] = [Place::AfterMove, Place::BeforeMove, Place::AfterVariation];

/// A tree, and its nodes in the order of the text.
struct Loaded {
    tree: GameTree,
    nodes: Vec<NodeId>,
}

/// The tree that was read or edited last.
static LOADED: SingleThread<RefCell<Option<Loaded>>> = SingleThread(RefCell::new(None));

/// The text from which games are read.
static PGN: SingleThread<RefCell<Vec<u8>>> = SingleThread(RefCell::new(Vec::new()));

/// Copies the input to the text from which games are read, so that other functions can use the input.
#[unsafe(no_mangle)]
extern "C" fn set_pgn(len: usize) {
    with_input(len, |input| input.clone_into(&mut PGN.0.borrow_mut()));
}

/// Reads the first game after an offset in the text. Without `is_last`, more text may follow, so that the last
/// game is not complete.
///
/// Returns the length of the [encoded tree](encode), or 0 if there is no game. Its findings are in [`write_findings`].
#[unsafe(no_mangle)]
extern "C" fn read_game(start: usize, is_last: u32) -> i32 {
    let pgn = PGN.0.borrow();
    let text = pgn.get(start..).unwrap_or_default();
    let mut games = if is_last == 0 { pgn::games_in_part(text) } else { pgn::games(text) };
    let Some(game) = games.next() else { return 0 };
    let (tree, error) = match GameTree::from_game(&game) {
        Ok(tree) => (tree, None),
        Err(error) => (tree_without_start(&game), Some(error)),
    };
    let found = findings(&game, &tree, error.as_ref());
    write_json(&found);
    core::mem::swap(&mut *state().output.borrow_mut(), &mut *FINDINGS.0.borrow_mut());
    let source = Source { text, range: game.range(), findings: found.len() };
    load(tree, &source)
}

/// Returns a tree with the tags of a game whose start position is invalid.
fn tree_without_start(game: &RawGame<'_>) -> GameTree {
    let mut tree = GameTree::new(Position::START);
    for tag in game.tags() {
        // The tags that the start position determines are refused.
        let _ = tree.set_tag(&String::from_utf8_lossy(tag.name()), &tag.value().to_string());
    }
    tree.set_result(game.result());
    tree
}

/// The findings in the game that was read last, as JSON.
static FINDINGS: SingleThread<RefCell<Vec<u8>>> = SingleThread(RefCell::new(Vec::new()));

/// Writes the findings in the game that was read last as JSON. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_findings() -> i32 {
    write_output(|output| output.extend_from_slice(&FINDINGS.0.borrow()))
}

/// Replaces the tree by one without moves that begins at the position in the slot. Returns the length of the
/// encoded tree.
#[unsafe(no_mangle)]
extern "C" fn new_game() -> i32 {
    load(GameTree::new(position()), &Source::default())
}

/// The text that a tree was read from.
#[derive(Default)]
struct Source<'a> {
    /// The text with the game.
    text: &'a [u8],
    /// The range of the game.
    range: Range<usize>,
    /// The number of findings in it.
    findings: usize,
}

/// Stores a tree, and writes it. Returns the length of the encoded tree.
fn load(tree: GameTree, source: &Source<'_>) -> i32 {
    let mut nodes = vec![NodeId::ROOT];
    nodes.extend(tree.walk().filter_map(|step| match step {
        Step::Move(node) => Some(node.id()),
        _ => None,
    }));
    let loaded = Loaded { tree, nodes };
    set_position(*loaded.tree.start_position());
    let len = write_output(|output| encode(&loaded, source, output));
    *LOADED.0.borrow_mut() = Some(loaded);
    len
}

/// Appends a tree in the form that JavaScript reads. The start position is in the slot.
///
/// | part | content |
/// |---|---|
/// | 9 words | numbers of nodes, annotations, tags and findings; the result; the range of the text that was read; the line breaks before the range and in it |
/// | a word per node | the index of its parent |
/// | a word per node | the code of its move, 0 for a null move |
/// | 3 words per annotation | its node; its place, plus 4 for a glyph; the glyph, or the end of the comment |
/// | 2 words per tag | the ends of its name and value |
/// | the rest | names and values of tags, then comments, in UTF-8 |
fn encode(loaded: &Loaded, source: &Source<'_>, output: &mut Vec<u8>) {
    let Loaded { tree, nodes } = loaded;
    let mut indices = vec![0_u32; tree.node_count()];
    for (index, id) in (0..).zip(nodes) {
        indices[id.index()] = index;
    }
    let mut text = String::new();
    let mut tags = Vec::new();
    for (name, value) in tree.tags() {
        for part in [name, value] {
            text.push_str(part);
            tags.push(text.len() as u32);
        }
    }
    let mut annotations = Vec::new();
    let existing = || nodes.iter().filter_map(|&id| tree.node(id));
    for (index, node) in (0..).zip(existing()) {
        for (number, &place) in (0..).zip(&PLACES) {
            for annotation in node.annotations(place) {
                annotations.extend(match annotation {
                    Annotation::Nag(nag) => [index, number + 4, *nag],
                    Annotation::Comment(comment) => {
                        text.push_str(comment.as_str());
                        [index, number, text.len() as u32]
                    }
                    _ => continue,
                });
            }
        }
    }
    let result = RESULTS.iter().position(|&result| result == tree.result()).unwrap_or_default();
    let Range { start, end } = source.range;
    let line_breaks = |range| {
        let text: &[u8] = source.text.get(range).unwrap_or_default();
        text.iter().filter(|&&byte| byte == b'\n').count()
    };
    let header = [
        nodes.len(),
        annotations.len() / 3,
        tags.len() / 2,
        source.findings,
        result,
        start,
        end,
        line_breaks(0..start),
        line_breaks(start..end),
    ];
    let parent = |node: Node<'_>| node.parent().map_or(0, |parent| indices[parent.id().index()]);
    let code = |node: Node<'_>| node.mv().map_or(0, |mv| mv.to_bits().into());
    let words = (header.into_iter().map(|number| number as u32))
        .chain(existing().map(parent))
        .chain(existing().map(code))
        .chain(annotations)
        .chain(tags);
    output.extend(words.flat_map(u32::to_le_bytes));
    output.extend_from_slice(text.as_bytes());
}

/// Writes the loaded tree in a style. Returns the length, or 0 if none is loaded.
#[unsafe(no_mangle)]
extern "C" fn write_game(style: usize) -> i32 {
    let style = STYLES.get(style).copied().unwrap_or(Style::Export);
    with_loaded(|Loaded { tree, .. }| {
        let mut text = String::new();
        // A tree can be written in these styles, and a text has no other error.
        let _ = tree.write(style, &mut text);
        write_output(|output| *output = text.into_bytes())
    })
}

/// Calls a function with the loaded tree, or returns 0.
fn with_loaded(f: impl FnOnce(&Loaded) -> i32) -> i32 {
    LOADED.0.borrow().as_ref().map_or(0, f)
}

/// Writes the moves in SAN and in UCI notation, with spaces between them, in the order of the nodes. A null
/// move is `--` and `0000`. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_game_moves() -> i32 {
    with_loaded(|Loaded { tree, .. }| {
        let castling =
            CastlingNotation::for_chess960(!tree.start_position().is_standard_castling());
        let mut text = String::new();
        let mut walk = tree.walk();
        while let Some(step) = walk.next() {
            let Step::Move(node) = step else { continue };
            match node.mv() {
                Some(mv) => {
                    push(&mut text, san::display(walk.position_before(), mv));
                    push(&mut text, uci::display(mv, castling));
                }
                None => text.push_str("-- 0000 "),
            }
        }
        text.pop();
        write_text(text)
    })
}

/// Appends a value and a space to a text.
fn push(text: &mut String, value: impl core::fmt::Display) {
    // Writing to a string does not fail.
    let _ = core::fmt::Write::write_fmt(text, format_args!("{value} "));
}

/// Writes the FENs after the moves, each with a line feed, in the order of the nodes. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_game_fens() -> i32 {
    with_loaded(|Loaded { tree, .. }| {
        write_output(|output| {
            let mut text = tree.start_position().fen().to_string();
            let mut walk = tree.walk();
            while let Some(step) = walk.next() {
                if matches!(step, Step::Move(_)) {
                    text.push('\n');
                    let _ = core::fmt::Write::write_fmt(
                        &mut text,
                        format_args!("{}", walk.position().fen()),
                    );
                }
            }
            *output = text.into_bytes();
        })
    })
}

/// Replaces the position in the slot with that after a node. Returns 0 if there is no such node.
#[unsafe(no_mangle)]
extern "C" fn game_position(node: usize) -> i32 {
    with_loaded(|Loaded { tree, nodes }| match nodes.get(node).and_then(|&id| tree.node(id)) {
        Some(node) => {
            set_position(node.position());
            1
        }
        None => 0,
    })
}

/// Writes the values in the comments after a node's move as JSON. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_values(node: usize) -> i32 {
    with_loaded(|Loaded { tree, nodes }| {
        let Some(node) = nodes.get(node).and_then(|&id| tree.node(id)) else { return 0 };
        let mover = node.parent().map(|parent| parent.position().side_to_move());
        write_json(&comment_values(node, mover))
    })
}

/// Changes the loaded tree. Returns the length of the encoded tree, or the negative length of a message.
fn edit(edit: impl FnOnce(&mut GameTree, &[NodeId]) -> Result<(), String>) -> i32 {
    let Some(Loaded { mut tree, nodes }) = LOADED.0.take() else { return 0 };
    match edit(&mut tree, &nodes) {
        Ok(()) => load(tree, &Source::default()),
        Err(message) => {
            *LOADED.0.borrow_mut() = Some(Loaded { tree, nodes });
            -write_text(message)
        }
    }
}

/// Returns a node by its number.
fn node_id(nodes: &[NodeId], node: usize) -> Result<NodeId, String> {
    nodes.get(node).copied().ok_or_else(|| EditError::RemovedNode.to_string())
}

/// Adds the line in the input after a node: moves in SAN or UCI notation. The last move's number is in
/// [`added_node`].
#[unsafe(no_mangle)]
extern "C" fn add_line(node: usize, len: usize) -> i32 {
    edit(|tree, nodes| {
        let id = node_id(nodes, node)?;
        let position = tree.node(id).map(|node| node.position()).unwrap_or_default();
        let line =
            with_text(len, |text| variation::read(&position, text).collect::<Result<Vec<_>, _>>());
        let moves = line.map_err(|error| sentence(&error))?;
        let last = tree.add_moves(id, moves).map_err(|error| sentence(&error))?;
        *ADDED.0.borrow_mut() = last;
        Ok(())
    })
}

/// The node that was added last.
static ADDED: SingleThread<RefCell<NodeId>> = SingleThread(RefCell::new(NodeId::ROOT));

/// Returns the number of the last move that [`add_line`] added or found.
#[unsafe(no_mangle)]
extern "C" fn added_node() -> i32 {
    let id = *ADDED.0.borrow();
    with_loaded(|Loaded { nodes, .. }| {
        nodes.iter().position(|&other| other == id).map_or(0, |index| index as i32)
    })
}

/// Replaces the comments at a node's place with the text in the input; an empty text only removes them.
#[unsafe(no_mangle)]
extern "C" fn set_comment(node: usize, place: usize, len: usize) -> i32 {
    edit(|tree, nodes| {
        let id = node_id(nodes, node)?;
        let place = PLACES.get(place).copied().unwrap_or(Place::AfterMove);
        let comment = with_input(len, |text| CommentText::new(text));
        let is_kept = |other: Place, annotation: &Annotation| {
            other != place || matches!(annotation, Annotation::Nag(_))
        };
        tree.retain_annotations(id, is_kept).map_err(|error| error.to_string())?;
        match comment {
            Some(text) => tree.annotate(id, place, Annotation::Comment(text)),
            None => Ok(()),
        }
        .map_err(|error| error.to_string())
    })
}

/// Replaces the glyphs after a move with those in the input: 32-bit numbers.
#[unsafe(no_mangle)]
extern "C" fn set_nags(node: usize, len: usize) -> i32 {
    edit(|tree, nodes| {
        let id = node_id(nodes, node)?;
        let is_kept = |place: Place, annotation: &Annotation| {
            place != Place::AfterMove || matches!(annotation, Annotation::Comment(_))
        };
        tree.retain_annotations(id, is_kept).map_err(|error| error.to_string())?;
        let nags: Vec<u32> = with_input(len, |bytes| {
            bytes.as_chunks().0.iter().map(|&chunk| u32::from_le_bytes(chunk)).collect()
        });
        nags.into_iter()
            .try_for_each(|nag| tree.add_nag(id, nag))
            .map_err(|error| error.to_string())
    })
}

/// Removes a node and all that follow it.
#[unsafe(no_mangle)]
extern "C" fn remove_node(node: usize) -> i32 {
    edit(|tree, nodes| tree.remove(node_id(nodes, node)?).map_err(|error| error.to_string()))
}

/// Exchanges a node with the variation before it, or makes the line to it the main line.
#[unsafe(no_mangle)]
extern "C" fn promote_node(node: usize, is_to_main_line: u32) -> i32 {
    edit(|tree, nodes| {
        let id = node_id(nodes, node)?;
        let promoted =
            if is_to_main_line == 0 { tree.promote(id).map(drop) } else { tree.make_main_line(id) };
        promoted.map_err(|error| error.to_string())
    })
}

/// Sets the tag pair whose name is the input's first bytes, and whose value the others. An empty value removes it.
#[unsafe(no_mangle)]
extern "C" fn set_tag(name_len: usize, len: usize) -> i32 {
    edit(|tree, _| {
        with_text(len, |text| {
            let (name, value) = text.split_at_checked(name_len).unwrap_or((text, ""));
            let edited =
                if value.is_empty() { tree.remove_tag(name) } else { tree.set_tag(name, value) };
            edited.map_err(|error| error.to_string())
        })
    })
}

/// Sets the result.
#[unsafe(no_mangle)]
extern "C" fn set_result(result: usize) -> i32 {
    edit(|tree, _| {
        tree.set_result(RESULTS.get(result).copied().unwrap_or(Termination::Unfinished));
        Ok(())
    })
}

/// Adds the moves, comments and glyphs of the first game in the input.
#[unsafe(no_mangle)]
extern "C" fn merge_game(len: usize) -> i32 {
    edit(|tree, _| {
        with_input(len, |text| {
            let game = pgn::games(text).next().unwrap_or_else(|| RawGame::new(b""));
            let other = GameTree::from_game(&game).map_err(|error| sentence(&error))?;
            tree.merge(&other).map_err(|error| error.to_string())
        })
    })
}
