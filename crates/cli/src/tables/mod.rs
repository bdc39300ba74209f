//! `tabiya tables`: diagrams of attack sets and their derivations.

mod leapers;
mod sliders;
mod step;

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use tabiya::tables::{
    Line, between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, pawn_pushes,
    queen_attacks, rook_attacks,
};
use tabiya::{Bitboard, Color, Position, Square};

use crate::draw::{Diagram, svg, text};
use crate::json;
use crate::verdict::{self, Verdict};

use step::DerivationStep;

/// The arguments of `tabiya tables`.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya tables knight f3\n  \
        tabiya tables rook c3 --occupied c5,e3,b6\n  \
        tabiya tables queen d1 --occupied \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\"\n  \
        tabiya tables between a1 --to d4 --svg between.svg\n\n\
        X marks a square of the set, o a piece outside the set, * a piece in the set.\n\
        The derivation of a knight or king set shifts the set of another square and masks\n\
        wrapped files. That of a slider set is hyperbola quintessence.")]
pub struct Arguments {
    /// Draw this set
    name: SetName,
    /// Draw the set of this square
    square: Square,
    /// Set the other square of `between` or `line`
    #[arg(long, value_name = "SQUARE")]
    to: Option<Square>,
    /// Set the occupied squares: a list like c5,e3 or a FEN
    #[arg(long, value_name = "SQUARES", default_value = "", hide_default_value = true)]
    occupied: Occupied,
    /// Omit the derivation
    #[arg(long)]
    brief: bool,
    /// Also write the diagrams to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The name of a set of squares that `tabiya tables` draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SetName {
    /// Knight attacks
    Knight,
    /// King attacks
    King,
    /// Bishop attacks, given the occupied squares
    Bishop,
    /// Rook attacks, given the occupied squares
    Rook,
    /// Queen attacks, given the occupied squares
    Queen,
    /// White pawn attacks
    WhitePawn,
    /// Black pawn attacks
    BlackPawn,
    /// White pawn pushes on an empty board
    WhitePush,
    /// Black pawn pushes on an empty board
    BlackPush,
    /// Squares between two squares
    Between,
    /// Line through two squares, edge to edge
    Line,
}

/// The occupied squares, parsed from a list or a FEN.
#[derive(Clone, Copy, Debug)]
struct Occupied(Bitboard);

impl FromStr for Occupied {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        if text.contains('/') {
            let position = Position::from_fen(text);
            let position = position.map_err(|error| anyhow!("invalid FEN: {error}"))?;
            return Ok(Self(position.occupied()));
        }
        let names = text.split([',', ' ']).filter(|name| !name.is_empty());
        let squares = names.map(|name| {
            let square = name.parse::<Square>();
            square.with_context(|| {
                format!("invalid square {name:?}; expected a list like c5,e3 or a FEN")
            })
        });
        Ok(Self(squares.collect::<anyhow::Result<_>>()?))
    }
}

/// The JSON output of `tabiya tables`.
#[derive(Serialize)]
struct Report {
    name: String,
    square: String,
    occupied: Vec<String>,
    bitboard: String,
    squares: Vec<String>,
}

impl Arguments {
    /// Draws the set that the arguments select, and its derivation.
    ///
    /// # Errors
    ///
    /// Returns an error if a square is missing or an output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let set = self.square_set_to_draw()?;
        let mut steps = vec![DerivationStep {
            heading: self.title_line(set),
            diagrams: vec![self.diagram(set)],
        }];
        if !self.brief {
            steps.extend(self.derivation_steps());
        }
        if let Some(path) = &self.svg {
            svg::save_svg(path, &self.svg_rows(&steps))?;
        }
        if self.json {
            json::write_line(out, &self.report(set))?;
            return Ok(Verdict::Success);
        }
        for (index, step) in steps.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{}", step.heading)?;
            write!(out, "{}", text::draw_row(&step.diagrams))?;
        }
        Ok(Verdict::Success)
    }

    /// Returns the rows of the SVG file. A derivation of one row ends with the set, so the set
    /// itself is omitted.
    fn svg_rows(&self, steps: &[DerivationStep]) -> Vec<Vec<Diagram>> {
        let mut rows: Vec<_> = steps.iter().map(|step| step.diagrams.clone()).collect();
        if rows.len() == 2 {
            rows.remove(0);
        } else if let Some(set) = rows[0].first_mut() {
            set.caption = format!("{} {}", self.set_name(), self.square);
        }
        rows
    }

    /// Returns the set that the arguments name: attacks, pawn pushes, or the squares between two squares or
    /// in line with them.
    fn square_set_to_draw(&self) -> anyhow::Result<Bitboard> {
        let (square, Occupied(occupied)) = (self.square, self.occupied);
        let to = || self.to.context("--to: missing; expected the other square");
        if self.to.is_some() && !matches!(self.name, SetName::Between | SetName::Line) {
            bail!("--to: unsupported with {}; expected between or line", self.set_name());
        }
        Ok(match self.name {
            SetName::Knight => knight_attacks(square),
            SetName::King => king_attacks(square),
            SetName::Bishop => bishop_attacks(square, occupied),
            SetName::Rook => rook_attacks(square, occupied),
            SetName::Queen => queen_attacks(square, occupied),
            SetName::WhitePawn => pawn_attacks(Color::White, square),
            SetName::BlackPawn => pawn_attacks(Color::Black, square),
            SetName::WhitePush => pawn_pushes(Color::White, square),
            SetName::BlackPush => pawn_pushes(Color::Black, square),
            SetName::Between => between(square, to()?),
            SetName::Line => line(square, to()?),
        })
    }

    fn derivation_steps(&self) -> Vec<DerivationStep> {
        let slider_steps = |lines: &[Line]| {
            let steps = lines.iter().map(|&line| {
                sliders::derivation_steps(self.piece_symbol(), self.square, self.occupied.0, line)
            });
            steps.flatten().collect()
        };
        match self.name {
            SetName::Knight => {
                vec![leapers::derivation_step('N', self.square, Square::C3, knight_attacks)]
            }
            SetName::King => {
                vec![leapers::derivation_step('K', self.square, Square::B2, king_attacks)]
            }
            SetName::Bishop => slider_steps(&[Line::Diagonal, Line::Antidiagonal]),
            SetName::Rook => slider_steps(&[Line::Rank, Line::File]),
            SetName::Queen => {
                slider_steps(&[Line::Rank, Line::File, Line::Diagonal, Line::Antidiagonal])
            }
            _ => Vec::new(),
        }
    }

    fn diagram(&self, set: Bitboard) -> Diagram {
        let occupied = self.occupied.0;
        let diagram = Diagram::from_attacks(self.piece_symbol(), self.square, set, occupied);
        match self.to {
            Some(to) => diagram.with_subject(to, self.piece_symbol()),
            None => diagram,
        }
    }

    /// Returns the symbol in diagrams of the piece whose set is drawn.
    const fn piece_symbol(&self) -> char {
        match self.name {
            SetName::Knight => 'N',
            SetName::King => 'K',
            SetName::Bishop => 'B',
            SetName::Rook => 'R',
            SetName::Queen => 'Q',
            SetName::WhitePawn | SetName::WhitePush => 'P',
            SetName::BlackPawn | SetName::BlackPush => 'p',
            SetName::Between | SetName::Line => '#',
        }
    }

    fn set_name(&self) -> String {
        self.name.to_possible_value().map_or_else(String::new, |name| name.get_name().to_owned())
    }

    fn title_line(&self, set: Bitboard) -> String {
        let to = self.to.map_or_else(String::new, |to| format!(" and {to}"));
        let squares = set.len();
        let plural = if squares == 1 { "" } else { "s" };
        format!(
            "{} {}{to}: {squares} square{plural}, {:#018x}",
            self.set_name(),
            self.square,
            set.0
        )
    }

    fn report(&self, set: Bitboard) -> Report {
        let squares = |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect();
        Report {
            name: self.set_name(),
            square: self.square.to_string(),
            occupied: squares(self.occupied.0),
            bitboard: format!("{:#018x}", set.0),
            squares: squares(set),
        }
    }
}
