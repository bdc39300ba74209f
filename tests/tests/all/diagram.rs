//! Tests for position diagrams.

use tabiya::{Board, Color, Diagram, Piece, Position, Square};
use tabiya_tests::playouts::Playouts;

/// Reads the pieces in a diagram without coordinates, as seen by a player.
#[track_caller]
fn read_letters(diagram: &str, bottom: Color) -> [Option<Piece>; 64] {
    let mut pieces = [None; 64];
    let symbols: Vec<_> = diagram.lines().flat_map(|line| line.split(' ')).collect();
    assert_eq!(symbols.len(), 64, "{diagram}");
    for (index, symbol) in symbols.into_iter().enumerate() {
        // The first symbol is a8 for White and h1 for Black.
        let square = match bottom {
            Color::White => index ^ 56,
            Color::Black => index ^ 7,
        };
        let piece = symbol.bytes().next().and_then(Piece::from_ascii);
        assert_eq!(piece.is_none(), symbol == ".", "{diagram}");
        pieces[square] = piece;
    }
    pieces
}

#[test]
fn diagram_shows_each_piece_on_its_square() {
    for playout in Playouts::new(500, 5, &[]) {
        for board in playout.boards {
            let expected = Square::ALL.map(|square| board.piece_on(square));
            for bottom in Color::ALL {
                let diagram =
                    Diagram::from(&board).coordinates(false).orientation(bottom).to_string();
                assert_eq!(read_letters(&diagram, bottom), expected, "{board}\n{diagram}");
            }
        }
    }
}

/// The start position has every piece, and the diagram has every option.
#[test]
fn options_are_independent() {
    let start = Diagram::from(&Position::START);
    let lines = |diagram: Diagram| diagram.to_string().lines().count();
    assert_eq!(lines(start), 9);
    assert_eq!(lines(start.coordinates(false)), 8);
    assert_eq!(lines(start.side_to_move(true)), 10);
    assert_eq!(
        start.figurines(true).coordinates(false).side_to_move(true).to_string(),
        "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟\n. . . . . . . .\n. . . . . . . .\n\
         . . . . . . . .\n. . . . . . . .\n♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙\n♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖\nWhite to move"
    );
    let black = Position::START.null_move().expect("not in check");
    let text = Diagram::from(&black).side_to_move(true).orientation(Color::Black).to_string();
    assert!(text.starts_with("1 R N B K Q B N R\n2 P"), "{text}");
    assert!(text.ends_with("\n  h g f e d c b a\nBlack to move"), "{text}");
}

#[test]
fn board_alternate_form_is_its_diagram() {
    let board = Board::default();
    assert_eq!(format!("{board:#}"), Diagram::from(&board).to_string());
    assert_eq!(format!("{:#}", board.position()), Diagram::from(&board).to_string());
    assert_eq!(format!("{board}"), board.fen().to_string());
    // The debug form is one line, inside other types too.
    assert!(!format!("{board:#?}").contains('\n'));
}
