//! Diagrams as SVG: well-formed documents with a title, own shapes, and arrows for evidence.

use tabiya::{Bitboard, Piece, Position, Square};
use tabiya_explain::diagram::{ArrowKind, Diagram, Mark, Svg, TextDiagram, draw_board, draw_row};
use tabiya_explain::legality::explain_text;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

fn svg(diagram: Diagram) -> String {
    Svg::new(&[vec![diagram]]).to_string()
}

/// Asserts that a document is well-formed XML: tags are balanced, attributes quoted, text escaped.
#[track_caller]
fn check_well_formed(document: &str) {
    let mut open = Vec::new();
    let mut rest = document;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        let is_escaped =
            |part: &str| ["amp;", "lt;", "gt;", "quot;"].iter().any(|e| part.starts_with(e));
        assert!(text.split('&').skip(1).all(is_escaped) && !text.contains('>'), "{text}");
        let end = start + rest[start..].find('>').expect("each tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        let name = tag.trim_matches('/').split_whitespace().next().expect("each tag has a name");
        assert!(!tag.contains('<') && tag.matches('"').count().is_multiple_of(2), "{tag}");
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name), "{tag}"),
            (false, true) => {}
            (false, false) => open.push(name),
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
}

/// Asserts that each identifier that a document uses is defined in it once.
#[track_caller]
fn check_references(document: &str) {
    let names = |before: &str, after: char| {
        let parts = document.split(before).skip(1);
        parts.map(|part| part.split(after).next().expect("a part")).collect::<Vec<_>>()
    };
    let defined = names(" id=\"", '"');
    let used = [names("href=\"#", '"'), names("url(#", ')')].concat();
    for name in &used {
        assert_eq!(defined.iter().filter(|other| *other == name).count(), 1, "{name}");
    }
    assert!(defined.iter().all(|name| used.contains(name)), "{defined:?}, used {used:?}");
}

#[test]
fn documents_are_well_formed_and_labelled() {
    let explained = position("r3k2r/8/8/8/7b/8/8/R3K2R w KQkq - 0 1");
    let evidence = explain_text(&explained, "O-O").expect("a move").evidence;
    let attacks = Diagram::from_attacks('Q', Square::D4, Bitboard::EDGES, Bitboard::CORNERS);
    let diagrams = [
        Diagram::from_position(&Position::START, false),
        Diagram::from_position(&Position::START, true),
        Diagram::from_set("line & (o^(o-2r)) <\"quoted\">\u{1}\u{ffff}", Bitboard::LIGHT_SQUARES),
        Diagram::from_evidence(&explained, &evidence),
        attacks.with_subject(Square::A1, '#').with_subject(Square::B1, '<'),
    ];
    for diagram in diagrams.clone() {
        let document = svg(diagram);
        check_well_formed(&document);
        check_references(&document);
        for part in [" role=\"img\" aria-label=\"", "<title>", "<desc>"] {
            assert_eq!(document.matches(part).count(), 1, "{part} in {document}");
        }
        assert!(!document.chars().any(|c| c.is_control() && c != '\n'), "{document}");
    }
    let document =
        Svg::new(&[diagrams[..3].to_vec(), diagrams[3..].to_vec()]).title("a < b").to_string();
    check_well_formed(&document);
    check_references(&document);
    assert!(document.contains("aria-label=\"a &lt; b\">\n<title>a &lt; b</title>"), "{document}");
    check_well_formed(&Svg::new(&[]).to_string());
}

/// No piece is a character from a font.
#[test]
fn pieces_in_svg_are_shapes() {
    for is_ascii in [false, true] {
        let document = svg(Diagram::from_position(&Position::START, is_ascii));
        assert!(!document.chars().any(|c| Piece::ALL.iter().any(|piece| piece.figurine() == c)));
        for (name, count) in [("pawn", 16), ("knight", 4), ("bishop", 4), ("rook", 4), ("king", 2)]
        {
            let used = document.matches(&format!("<use href=\"#tabiya-{name}\"")).count();
            assert_eq!(used, count, "{name}");
        }
    }
    let white = svg(Diagram::from_set("", Bitboard::EMPTY).with_subject(Square::A1, 'N'));
    let black = svg(Diagram::from_set("", Bitboard::EMPTY).with_subject(Square::A1, '♞'));
    let fill = |document: &str| {
        let element = document.split("<use href=\"#tabiya-knight\"").nth(1).expect("a knight");
        element.split("fill=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned)
    };
    assert_ne!(fill(&white), fill(&black));
}

#[test]
fn evidence_is_drawn_with_marks_and_arrows() {
    let position = position("4k3/4r3/8/8/8/5n2/8/4KB2 w - - 0 1");
    let evidence = explain_text(&position, "Bd3").expect("a move").evidence;
    let diagram = Diagram::from_evidence(&position, &evidence);
    let marks = [
        (Square::E7, Mark::Checker),
        (Square::F3, Mark::Checker),
        (Square::E1, Mark::Attacked),
        (Square::E4, Mark::Line),
        (Square::F1, Mark::Move),
        (Square::D3, Mark::Move),
        (Square::A1, Mark::Unmarked),
    ];
    for (square, mark) in marks {
        assert_eq!(diagram.mark(square), mark, "{square}");
    }
    let arrows: Vec<_> = diagram.arrows().iter().map(|arrow| (arrow.from, arrow.kind)).collect();
    let attack = ArrowKind::Attack;
    assert_eq!(arrows, [(Square::F1, ArrowKind::Move), (Square::F3, attack), (Square::E7, attack)]);
    let document = svg(diagram);
    assert_eq!(document.matches("<line ").count(), 3);
    assert_eq!(document.matches("<marker ").count(), 2);
}

#[test]
fn description_names_pieces_and_squares() {
    let position = position("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    let text = Diagram::from_position(&position, false).describe();
    assert_eq!(text, "white king e1; white rook a1 h1; black king e8");
    let set = Diagram::from_attacks('R', Square::A1, Bitboard::EMPTY, Square::A8.into());
    assert_eq!(set.describe(), "white rook a1; occupied a8");
    assert_eq!(Diagram::from_set("", Bitboard::EMPTY).describe(), "empty board");
}

#[test]
fn text_and_paint_agree_with_marks() {
    let position = position("4k3/8/8/8/1b6/8/3N4/4K2r w - - 0 1");
    let diagram = Diagram::from_position(&position, false);
    let painted = draw_board(&diagram, |mark, cell| match mark {
        Mark::Checker | Mark::Pinned => cell.to_lowercase() + "!",
        _ => cell,
    });
    assert!(painted.contains("(♘)!") && painted.contains("[♜]!"), "{painted}");
    let row = draw_row(&[diagram.clone(), diagram], |_, cell| cell);
    assert_eq!(row.lines().count(), 9);
    // The library's plain diagram has the same pieces.
    let plain: TextDiagram = TextDiagram::from(&position).figurines(true);
    let plain = plain.to_string();
    let first = row.lines().next().and_then(|line| line.get(..plain.lines().next()?.len()));
    assert_eq!(first, plain.lines().next());
}
