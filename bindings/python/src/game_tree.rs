//! The Python class `GameTree`: one game with variations, comments and glyphs. `Game` of the package wraps it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use tabiya::pgn::{
    Annotation, CommentText, CommentValues, EditError, Eval, GameTree as Tree, Node, NodeId, Place,
    RawGame, Style, Termination,
};
use tabiya_games::columns::ColumnError;

use crate::arguments;
use crate::base_position::BasePosition;
use crate::chess_move::{Move, move_object, read_move};
use crate::errors::RowError;
use crate::game_errors::game_error;
use crate::memory::{FallibleText, TOO_MANY_ROWS, check_available, memory_error};
use crate::positions::Positions;

/// A bound for a node's memory while a tree grows: its vector doubles.
const NODE_BYTES: usize = 192;

/// A bound for a tree's memory per byte of text, because a move has at least two letters and a space.
const BYTES_PER_TEXT_BYTE: usize = 64;

/// The number for a null move in a move column.
const NULL_MOVE: u16 = 0;

/// A game with variations, comments and glyphs. Nodes have numbers, 0 for the start; `GameNode` wraps them.
#[pyclass(frozen, module = "tabiya._tabiya")]
pub struct GameTree {
    /// No Python object is created while it is locked, because that may run other threads.
    tree: Mutex<Tree>,
    /// The errors in the text from which the game was read.
    errors: Vec<ColumnError>,
}

/// A node, as attributes of `GameNode`.
#[derive(IntoPyObject)]
struct NodeFields<'py> {
    r#move: Option<&'py Py<Move>>,
    parent: Option<usize>,
    children: Vec<usize>,
    starting_comments: Vec<String>,
    comments: Vec<String>,
    closing_comments: Vec<String>,
    nags: Vec<u32>,
    clock: Option<u32>,
    time: Option<u32>,
    eval: Option<i32>,
    mate: Option<i32>,
    depth: Option<u32>,
}

impl From<Tree> for GameTree {
    fn from(tree: Tree) -> Self {
        Self { tree: Mutex::new(tree), errors: Vec::new() }
    }
}

impl GameTree {
    fn lock(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a copy of the tree, for whose nodes there is memory.
    fn copied(&self) -> PyResult<Tree> {
        let tree = self.lock();
        check_available(tree.node_count().saturating_mul(NODE_BYTES))?;
        Ok(tree.clone())
    }

    /// Changes the tree.
    fn edit<T>(
        &self,
        py: Python<'_>,
        edit: impl FnOnce(&mut Tree) -> Result<T, EditError>,
    ) -> PyResult<T> {
        let edited = edit(&mut self.lock());
        edited.map_err(|error| edit_error(py, &error))
    }
}

/// Returns the exception for an edit.
fn edit_error(py: Python<'_>, error: &EditError) -> PyErr {
    match error {
        EditError::IllegalMove(mv, reason) => RowError::illegal(*mv, *reason).into_python(py),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Reads a node number.
fn node_id(value: &Bound<'_, PyAny>) -> PyResult<NodeId> {
    let number = arguments::node(value)?;
    let error = || PyValueError::new_err(format!("node: {number}; expected a node of the game"));
    NodeId::from_index(number).ok_or_else(error)
}

/// Returns a node by its number.
fn find_node(tree: &Tree, id: NodeId) -> PyResult<Node<'_>> {
    tree.node(id).ok_or_else(|| PyValueError::new_err(EditError::RemovedNode.to_string()))
}

fn comments(node: &Node<'_>, place: Place) -> Vec<String> {
    let found = node.annotations(place).filter_map(|annotation| match annotation {
        Annotation::Comment(text) => Some(text.as_str().to_owned()),
        _ => None,
    });
    found.collect()
}

/// Returns the values in a node's comments.
fn comment_values(tree: &Tree, node: &Node<'_>) -> CommentValues {
    let mut values = CommentValues::default();
    let mut texts = node.comments().peekable();
    if texts.peek().is_none() {
        return values;
    }
    let starts = tree.start_position().side_to_move();
    let plies = node.ply();
    let mover = (plies > 0).then_some(if plies % 2 == 1 { starts } else { !starts });
    for text in texts {
        values.add(text.as_comment(), mover);
    }
    values
}

/// Returns an annotation's place by its name.
fn read_place(place: &str) -> PyResult<Place> {
    match place {
        "before" => Ok(Place::BeforeMove),
        "after" => Ok(Place::AfterMove),
        "closing" => Ok(Place::AfterVariation),
        _ => {
            let message = format!("place: {place:?}; expected before, after or closing");
            Err(PyValueError::new_err(message))
        }
    }
}

#[pymethods]
impl GameTree {
    /// Creates a game without moves.
    #[new]
    fn new(#[pyo3(from_py_with = arguments::position)] position: PyRef<'_, BasePosition>) -> Self {
        Tree::new(position.board().position()).into()
    }

    /// Reads the first game in a text. `row` is the one for its errors, and `offset` its place in a file.
    ///
    /// Raises:
    ///     PgnError: The start position is invalid. Other errors are in `errors`.
    #[staticmethod]
    #[pyo3(signature = (text, row = None, offset = 0))]
    fn read(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::text)] text: &[u8],
        #[pyo3(from_py_with = arguments::row_or_none)] row: Option<usize>,
        offset: u64,
    ) -> PyResult<Self> {
        check_available(text.len().saturating_mul(BYTES_PER_TEXT_BYTE))?;
        let game = tabiya::pgn::games(text).next().unwrap_or_else(|| RawGame::new(b""));
        let at = |mut error: ColumnError| {
            error.offset += offset;
            error
        };
        let read = py.detach(|| Tree::from_game(&game));
        let tree = read
            .map_err(|error| game_error(py, &at(ColumnError::of_start(0, &game, &error)), row))?;
        let errors = tree.errors().iter().map(|error| at(ColumnError::of_move(0, &game, error)));
        let errors = errors.collect();
        Ok(Self { tree: Mutex::new(tree), errors })
    }

    /// Returns the errors in the text, as `PgnError`.
    #[pyo3(signature = (row = None))]
    fn errors(&self, py: Python<'_>, row: Option<usize>) -> Vec<Py<PyAny>> {
        let errors = self.errors.iter().map(|error| game_error(py, error, row));
        errors.map(|error| error.into_value(py).into_any()).collect()
    }

    /// Returns a node: its move, its neighbors, its annotations and the values in its comments.
    ///
    /// Raises:
    ///     ValueError: The node was removed.
    fn node<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = node_id)] node: NodeId,
    ) -> PyResult<NodeFields<'py>> {
        let (fields, mv) = {
            let tree = self.lock();
            let node = find_node(&tree, node)?;
            let values = comment_values(&tree, &node);
            let (eval, mate) = match values.eval() {
                Some(Eval::Centipawns(value)) => (Some(value), None),
                Some(Eval::Mate(moves)) => (None, Some(moves)),
                _ => (None, None),
            };
            let fields = NodeFields {
                r#move: None,
                parent: node.parent().map(|parent| parent.id().index()),
                children: node.children().map(|child| child.id().index()).collect(),
                starting_comments: comments(&node, Place::BeforeMove),
                comments: comments(&node, Place::AfterMove),
                closing_comments: comments(&node, Place::AfterVariation),
                nags: node.nags().collect(),
                clock: values.clock(),
                time: values.time_spent(),
                eval,
                mate,
                depth: values.depth(),
            };
            (fields, node.mv())
        };
        Ok(NodeFields { r#move: mv.map(|mv| move_object(py, mv)).transpose()?, ..fields })
    }

    /// Returns the main line's nodes, without the start: `int64` of shape (plies,).
    fn main_line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut nodes = Vec::new();
        for node in self.lock().main_line() {
            nodes.try_reserve(1).map_err(memory_error)?;
            nodes.push(node.id().index() as i64);
        }
        Ok(PyArray1::from_vec(py, nodes))
    }

    /// Returns the moves from the start to a node, 0 for null moves: `uint16` of shape (plies,).
    ///
    /// Raises:
    ///     ValueError: The node was removed.
    fn moves<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = node_id)] node: NodeId,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let mut moves: Vec<u16> = Vec::new();
        {
            let tree = self.lock();
            for node in find_node(&tree, node)?.line_to_root().filter(|node| !node.is_root()) {
                moves.try_reserve(1).map_err(memory_error)?;
                moves.push(node.mv().map_or(NULL_MOVE, tabiya::Move::to_bits));
            }
        }
        moves.reverse();
        Ok(PyArray1::from_vec(py, moves))
    }

    /// Returns the positions from the start to a node: plies + 1 rows.
    ///
    /// Raises:
    ///     ValueError: The node was removed.
    fn positions(&self, #[pyo3(from_py_with = node_id)] node: NodeId) -> PyResult<Positions> {
        let tree = self.lock();
        let mut line = Vec::new();
        for node in find_node(&tree, node)?.line_to_root().filter(|node| !node.is_root()) {
            line.try_reserve(1).map_err(memory_error)?;
            line.push(node);
        }
        let mut position = *tree.start_position();
        let mut positions = Vec::new();
        positions.try_reserve_exact(line.len() + 1).map_err(memory_error)?;
        positions.push(position);
        for node in line.into_iter().rev() {
            position = match node.mv() {
                Some(mv) => position.after(mv),
                None => position.null_move().unwrap_or(position),
            };
            positions.push(position);
        }
        Ok(positions.into())
    }

    /// Adds a line of moves, 0 for null moves, and returns its last node. Moves that already exist
    /// are not added again.
    ///
    /// Raises:
    ///     IllegalMoveError: A move is illegal. None is added.
    ///     ValueError: The node was removed, or the tree is full.
    fn add_moves(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = node_id)] node: NodeId,
        #[pyo3(from_py_with = arguments::move_column)] moves: PyReadonlyArray1<'_, u16>,
    ) -> PyResult<usize> {
        let bits = moves.as_slice().map_err(|_| PyValueError::new_err("moves: not contiguous"))?;
        let mut moves = Vec::new();
        check_available(bits.len().saturating_mul(NODE_BYTES))?;
        moves.try_reserve_exact(bits.len()).map_err(memory_error)?;
        for (ply, &bits) in bits.iter().enumerate() {
            let mv = (bits != NULL_MOVE).then(|| read_move(bits)).transpose();
            moves.push(mv.map_err(|error| error.at(ply).into_python(py))?);
        }
        Ok(self.edit(py, |tree| tree.add_moves(node, moves))?.index())
    }

    /// Adds a comment `before` or `after` a move, or after the variation's parenthesis (`closing`).
    ///
    /// Raises:
    ///     ValueError: The node was removed, or begins no variation and has no such place.
    fn add_comment(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = node_id)] node: NodeId,
        #[pyo3(from_py_with = arguments::comment)] comment: &str,
        #[pyo3(from_py_with = arguments::place)] place: &str,
    ) -> PyResult<()> {
        let place = read_place(place)?;
        let Some(text) = CommentText::new(comment) else { return Ok(()) };
        self.edit(py, |tree| tree.annotate(node, place, Annotation::Comment(text)))
    }

    /// Adds a glyph (NAG) after a move.
    ///
    /// Raises:
    ///     ValueError: The node was removed.
    fn add_nag(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = node_id)] node: NodeId,
        #[pyo3(from_py_with = arguments::nag)] nag: u32,
    ) -> PyResult<()> {
        self.edit(py, |tree| tree.add_nag(node, nag))
    }

    /// Removes a node's comments and glyphs.
    ///
    /// Raises:
    ///     ValueError: The node was removed.
    fn clear_annotations(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = node_id)] node: NodeId,
    ) -> PyResult<()> {
        self.edit(py, |tree| tree.retain_annotations(node, |_, _| false))
    }

    /// Removes a node and all that follow it.
    ///
    /// Raises:
    ///     ValueError: The node was removed before, or is the start.
    fn remove(&self, py: Python<'_>, #[pyo3(from_py_with = node_id)] node: NodeId) -> PyResult<()> {
        self.edit(py, |tree| tree.remove(node))
    }

    /// Exchanges a node with the variation before it. Returns `False` if there is none.
    ///
    /// Raises:
    ///     ValueError: The node was removed.
    fn promote(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = node_id)] node: NodeId,
    ) -> PyResult<bool> {
        self.edit(py, |tree| tree.promote(node))
    }

    /// Makes the line to a node the main line.
    ///
    /// Raises:
    ///     ValueError: The node was removed.
    fn make_main_line(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = node_id)] node: NodeId,
    ) -> PyResult<()> {
        self.edit(py, |tree| tree.make_main_line(node))
    }

    /// Adds the moves, comments and glyphs from another game with the same start.
    ///
    /// Raises:
    ///     ValueError: The start positions differ, or the tree would be full.
    fn merge(&self, other: &Self) -> PyResult<()> {
        // A copy, because both locks at once would block if another thread merges in the other order.
        let other = other.copied()?;
        let merged = self.lock().merge(&other);
        merged.map_err(|error| PyValueError::new_err(format!("other: {error}")))
    }

    /// Returns the names and values of the tag pairs, in their order.
    fn tags(&self) -> Vec<(String, String)> {
        self.lock().tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// Sets a tag pair's value, or removes the pair with `None`.
    ///
    /// Raises:
    ///     ValueError: The name is invalid, or the tag follows from the start position or the result.
    fn set_tag(
        &self,
        #[pyo3(from_py_with = arguments::name)] name: &str,
        #[pyo3(from_py_with = arguments::tag_value)] value: Option<&str>,
    ) -> PyResult<()> {
        let mut tree = self.lock();
        let edited = match value {
            Some(value) => tree.set_tag(name, value),
            None => tree.remove_tag(name),
        };
        edited.map_err(|error| PyValueError::new_err(format!("name: {error}")))
    }

    /// The result: `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`.
    #[getter]
    fn result(&self) -> &'static str {
        self.lock().result().as_str()
    }

    /// Sets the result.
    ///
    /// Raises:
    ///     ValueError: The text is not a result.
    fn set_result(
        &self,
        #[pyo3(from_py_with = arguments::game_result)] result: &str,
    ) -> PyResult<()> {
        let found = match result {
            "0-0" => Some(Termination::BothLose),
            _ => Termination::from_ascii(result),
        };
        let Some(found) = found else {
            let message = format!("result: {result:?}; expected 1-0, 0-1, 1/2-1/2, 0-0 or *");
            return Err(PyValueError::new_err(message));
        };
        self.lock().set_result(found);
        Ok(())
    }

    /// Returns the game in PGN: in the style `export`, `reduced` or `one-line`.
    ///
    /// Raises:
    ///     ValueError: There is no such style.
    fn write(&self, #[pyo3(from_py_with = arguments::style)] style: &str) -> PyResult<String> {
        let style = read_style(style)?;
        let mut text = FallibleText::default();
        let written = self.lock().write(style, &mut text);
        // A tree can be written in these styles, and a text has no other error.
        written.map_err(|_| PyMemoryError::new_err(TOO_MANY_ROWS))?;
        Ok(text.0)
    }

    fn __copy__(&self) -> PyResult<Self> {
        Ok(Self { tree: Mutex::new(self.copied()?), errors: self.errors.clone() })
    }
}

/// Returns the style with a name.
fn read_style(style: &str) -> PyResult<Style> {
    match style {
        "export" => Ok(Style::Export),
        "reduced" => Ok(Style::Reduced),
        "one-line" => Ok(Style::OneLine),
        _ => {
            let message = format!("style: {style:?}; expected export, reduced or one-line");
            Err(PyValueError::new_err(message))
        }
    }
}
