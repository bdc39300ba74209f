//! `tabiya tables`: attack set diagrams and their derivations.

mod part;
mod set_name;
mod squares;

use std::io::Write;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use tabiya::tables::{attacks, between, line};
use tabiya::{Bitboard, Piece, PieceType, Position, Square};
use tabiya_explain::derivation::{Derivation, SetKind, Technique, UnknownTechnique};
use tabiya_program::json;
use tabiya_program::verdict::{self, Verdict};

use crate::draw::svg::SvgArgs;
use crate::draw::{Diagram, text};
use tabiya_program::link::{self, Link, LinkArgs, View};

use part::Part;
use set_name::SetName;
use squares::{Occupied, SquareList};

/// The arguments of `tabiya tables`.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya tables knight f3\n  \
        tabiya tables knight b1,g1 --technique shifts\n  \
        tabiya tables rook c3 --occupied c5,e3,b6 --technique magic\n  \
        tabiya tables queen d1 --occupied \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\"\n  \
        tabiya tables moves c3 --occupied \"4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1\"\n  \
        tabiya tables between a1 --to d4 --svg between.svg\n\n\
        X marks a square of the set, o a piece outside the set, * a piece in the set.\n\
        A derivation is by spans for a knight or king, by hyperbola quintessence for a slider,\n\
        and by shifts for pawns. --technique selects another.")]
pub struct Arguments {
    /// Draw this set
    name: SetName,
    /// Draw the set of this square, or of a list like b1,g1
    #[arg(value_name = "SQUARE")]
    squares: SquareList,
    /// Set the other square of `between` or `line`
    #[arg(long, value_name = "SQUARE")]
    to: Option<Square>,
    /// Set the occupied squares: a list like c5,e3 or a FEN
    #[arg(long, value_name = "SQUARES", default_value = "", hide_default_value = true)]
    occupied: Occupied,
    /// Derive the set by this technique
    #[arg(long, value_name = "NAME", value_parser = technique_parser(), conflicts_with = "brief")]
    technique: Option<Technique>,
    /// Omit the derivation
    #[arg(long)]
    brief: bool,
    #[command(flatten)]
    svg: SvgArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    link: LinkArgs,
}

/// Returns the parser for technique names, which the help lists.
fn technique_parser() -> impl TypedValueParser<Value = Technique> {
    let values = Technique::ALL.map(|technique| {
        PossibleValue::new(technique.name()).help(match technique {
            Technique::Shifts => "Set-wise shifts with masks for files",
            Technique::KoggeStone => "Set-wise Kogge-Stone fills",
            Technique::Spans => "The set of c3 or b2, shifted and masked",
            Technique::Hyperbola => "Hyperbola quintessence, o^(o-2r)",
            Technique::Lookup => "Table look-ups of sets and rays",
            Technique::Array8x8 => "Loops over rows and columns",
            Technique::X88 => "Loops of offsets on the 0x88 board",
            Technique::Magic => "Magic indexing",
            Technique::Pext => "PEXT and PDEP in software",
        })
    });
    PossibleValuesParser::new(values)
        .try_map(|name| -> Result<Technique, UnknownTechnique> { name.parse() })
}

/// The JSON output from `tabiya tables`.
#[derive(Serialize)]
struct Report<'a> {
    name: String,
    square: String,
    occupied: Vec<String>,
    bitboard: String,
    squares: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    derivation: Option<&'a Derivation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

impl Arguments {
    /// Draws the set that the arguments select, and its derivation.
    ///
    /// # Errors
    ///
    /// Returns an error if a square is missing, the technique does not apply to the set, or an output
    /// cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let derivation = self.derivation()?;
        let set = self.square_set_to_draw(derivation.as_ref())?;
        let link = self.link.url(|| Some(self.explorer_link(derivation.as_ref())));
        let derivation = derivation.filter(|_| !self.brief);
        self.svg.save(&self.svg_rows(set, derivation.as_ref()))?;
        if self.json {
            json::write_line(out, &self.report(set, derivation.as_ref(), link))?;
            return Ok(Verdict::Success);
        }
        writeln!(out, "{}", self.title_line(set))?;
        write!(out, "{}", text::draw_row(&[self.diagram(set)]))?;
        for part in derivation.iter().flat_map(Part::all) {
            write!(out, "\n{}", part.to_text())?;
        }
        link::write_line(out, link.as_deref())?;
        Ok(Verdict::Success)
    }

    /// Derives the set, if it consists of attacks, pushes or moves.
    fn derivation(&self) -> anyhow::Result<Option<Derivation>> {
        let (SquareList(squares), occupied) = (self.squares, self.occupied.squares);
        let is_single = !squares.has_more_than_one();
        let technique = self.technique.unwrap_or_else(|| self.name.default_technique(is_single));
        let is_default = technique == self.name.default_technique(is_single);
        if let Some(piece) = self.name.attacking_piece() {
            return Ok(Some(Derivation::set_attacks(technique, piece, squares, occupied)?));
        }
        if !is_default || (self.name.has_two_squares() && self.technique.is_some()) {
            bail!(
                "--technique: unsupported with {}; expected the set of a piece",
                self.name.name()
            );
        }
        if let Some(color) = self.name.pushing_color() {
            return Ok(Some(Derivation::pushes(color, squares, occupied)));
        }
        if self.name == SetName::Moves {
            let position = self.occupied.position.context("--occupied: missing; expected a FEN")?;
            return Ok(Some(Derivation::moves(&position, self.single_square()?)?));
        }
        Ok(None)
    }

    /// Returns the set that the arguments name: attacks by the library's tables, the derived pushes or
    /// moves, or the squares between two squares or in line with them.
    fn square_set_to_draw(&self, derivation: Option<&Derivation>) -> anyhow::Result<Bitboard> {
        if self.to.is_some() && !self.name.has_two_squares() {
            bail!("--to: unsupported with {}; expected between or line", self.name.name());
        }
        if let Some(piece) = self.name.attacking_piece() {
            let occupied = self.occupied.squares;
            let sets = self.squares.0.into_iter().map(|square| attacks(piece, square, occupied));
            return Ok(sets.fold(Bitboard::EMPTY, |all, set| all | set));
        }
        if let Some(derivation) = derivation {
            return Ok(derivation.result);
        }
        let square = self.single_square()?;
        let to = self.to.context("--to: missing; expected the other square")?;
        Ok(if self.name == SetName::Line { line(square, to) } else { between(square, to) })
    }

    /// Returns the only square.
    fn single_square(&self) -> anyhow::Result<Square> {
        let squares = self.squares.0;
        squares.single().with_context(|| {
            format!("squares: {} with {}; expected one", squares.len(), self.name.name())
        })
    }

    /// Returns the rows for the SVG file. The set itself is omitted if the derivation ends with it.
    fn svg_rows(&self, set: Bitboard, derivation: Option<&Derivation>) -> Vec<Vec<Diagram>> {
        let parts = derivation.iter().flat_map(|derivation| Part::all(derivation));
        let mut rows: Vec<_> = parts.flat_map(Part::rows).collect();
        if derivation.is_none_or(Part::has_union) {
            let mut diagram = self.diagram(set);
            if derivation.is_some() {
                diagram.caption = format!("{} {}", self.name.name(), self.squares);
            }
            rows.insert(0, vec![diagram]);
        }
        rows
    }

    fn diagram(&self, set: Bitboard) -> Diagram {
        let occupied = self.occupied.squares;
        let symbol = self.piece_symbol();
        let SquareList(squares) = self.squares;
        let first = squares.first().unwrap_or(Square::A1);
        let diagram = Diagram::from_attacks(symbol, first, set, occupied);
        let others = squares.into_iter().skip(1).chain(self.to);
        others.fold(diagram, |diagram, square| diagram.with_subject(square, symbol))
    }

    /// Returns the symbol that diagrams show for the piece whose set is drawn.
    fn piece_symbol(&self) -> char {
        let moving_piece = || {
            let position = self.occupied.position.filter(|_| self.name == SetName::Moves)?;
            position.piece_on(self.squares.0.single()?)
        };
        let pushed = || self.name.pushing_color().map(|color| Piece::new(color, PieceType::Pawn));
        let piece = self.name.attacking_piece().or_else(pushed).or_else(moving_piece);
        piece.map_or('#', Piece::to_char)
    }

    fn title_line(&self, set: Bitboard) -> String {
        let to = self.to.map_or_else(String::new, |to| format!(" and {to}"));
        let count = set.len();
        let plural = if count == 1 { "" } else { "s" };
        let name = self.name.name();
        let squares = self.squares;
        format!("{name} {squares}{to}: {count} square{plural}, {:#018x}", set.0)
    }

    /// Returns the link to the derivation, or to an expression for a set without one.
    fn explorer_link(&self, derivation: Option<&Derivation>) -> Link {
        let squares = self.squares;
        let occupied = SquareList(self.occupied.squares);
        let Some(derivation) = derivation else {
            let to = self.to.map_or_else(String::new, |to| format!(", {to}"));
            let expression = format!("{}({squares}{to})", self.name.name());
            let position = self.occupied.position.unwrap_or(Position::START);
            return Link::new(View::Lab).with_position(&position).with("expr", expression);
        };
        let kind = match derivation.kind {
            SetKind::Attacks => "attacks",
            SetKind::Pushes => "pushes",
            SetKind::Moves => "moves",
        };
        let link = Link::new(View::Tables).with("kind", kind);
        let link = link.with("technique", derivation.technique.name());
        // For moves, the position gives the piece and the occupied squares.
        match self.occupied.position.filter(|_| derivation.kind == SetKind::Moves) {
            Some(position) => link.with("squares", squares).with_position(&position),
            None => link
                .with("piece", derivation.piece.to_char())
                .with("squares", squares)
                .with("occupied", occupied),
        }
    }

    fn report<'a>(
        &self,
        set: Bitboard,
        derivation: Option<&'a Derivation>,
        link: Option<String>,
    ) -> Report<'a> {
        let squares = |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect();
        Report {
            name: self.name.name(),
            square: self.squares.to_string(),
            occupied: squares(self.occupied.squares),
            bitboard: format!("{:#018x}", set.0),
            squares: squares(set),
            derivation,
            link,
        }
    }
}
