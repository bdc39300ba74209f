//! `tabiya explain`: the reason why a move is legal or illegal.

use std::io::Write;
use std::path::Path;

use clap::Args;
use serde::Serialize;
use tabiya_explain::diagram::{Diagram, Svg};
use tabiya_explain::legality::{Explanation, explain_text};
use tabiya_program::json;
use tabiya_program::position::{PositionArgs, format_fen};
use tabiya_program::verdict::{self, Verdict};

use crate::draw::svg::SvgArgs;
use tabiya_program::link::{self, Link, LinkArgs, View};

const SVG_HELP: &str = "Draw the position and the reason to this SVG file; - prints it alone";

/// The arguments of `tabiya explain`.
#[derive(Args)]
#[command(
    override_usage = "tabiya explain [OPTIONS] [POSITION] <MOVE>",
    mut_arg("svg", |svg| svg.help(SVG_HELP)),
    after_help = "Examples:\n  \
        tabiya explain e1g1 --fen \"4k3/8/8/8/8/8/5r2/4K2R w K - 0 1\"\n  \
        tabiya explain Nc3 --fen \"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1\"\n  \
        tabiya explain e2e4 --svg move.svg\n\n\
        Exit code 0 if the move is legal, 1 if it is illegal, 2 if the text is not a move."
)]
pub struct Arguments {
    /// Explain this move, in UCI notation or in SAN
    #[arg(value_name = "MOVE")]
    mv: String,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    svg: SvgArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    link: LinkArgs,
}

/// The JSON output from `tabiya explain`.
#[derive(Serialize)]
struct Report<'a> {
    fen: String,
    r#move: &'a str,
    legal: bool,
    uci: Option<String>,
    san: Option<String>,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

impl Arguments {
    /// Explains why the move in the arguments is legal or illegal.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid, the text is not a move, or the output cannot be
    /// written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let position = self.position.position()?;
        let explanation = explain_text(&position, &self.mv).map_err(anyhow::Error::new)?;
        let legality = if explanation.is_legal { "legal" } else { "illegal" };
        if let Some(path) = &self.svg.svg {
            let caption = format!("{} is {legality}", self.mv);
            let mut diagram = Diagram::from_evidence(&position, &explanation.evidence);
            let title = format!("{caption}: {}", explanation.sentence);
            diagram.caption = caption;
            let rows = [vec![diagram]];
            let document = Svg::new(&rows).title(title);
            if path == Path::new("-") {
                write!(out, "{document}")?;
                return Ok(Verdict::mismatch_if(!explanation.is_legal));
            }
            self.svg.save_document(&document)?;
        }
        let link = self.link.url(|| {
            let link = Link::new(View::Why).with_position(&position);
            Some(link.with("move", &self.mv))
        });
        let Explanation { is_legal, sentence, uci, san, .. } = explanation;
        if self.json {
            let (fen, r#move) = (format_fen(&position), &*self.mv);
            let report = Report { fen, r#move, legal: is_legal, uci, san, reason: sentence, link };
            json::write_line(out, &report)?;
        } else {
            writeln!(out, "{} is {legality}: {sentence}", self.mv)?;
            link::write_line(out, link.as_deref())?;
        }
        Ok(Verdict::mismatch_if(!is_legal))
    }
}
