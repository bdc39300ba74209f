//! The tree writer.

use alloc::collections::BTreeMap;
use core::fmt::{self, Write};

use super::GameTree;
use super::annotation::{Annotation, Place};
use super::node::Node;
use super::walk::Step;
use crate::pgn::write::{
    MovetextWriter, ROSTER, Style, WriteError, is_kept, write_roster, write_tag,
};

impl GameTree {
    /// Writes the game in a style, with moves in SAN.
    ///
    /// [`Style::Reduced`] writes the main line only. The number of tag pairs is not limited, and
    /// what was written reads back as an equal tree.
    ///
    /// # Errors
    ///
    /// Returns [`WriteError::NoSource`] for [`Style::AsRead`], and the error from `out`.
    ///
    /// ```
    /// use tabiya::pgn::{GameTree, RawGame, Style};
    ///
    /// let tree = GameTree::from_game(&RawGame::new("1.e2e4! ({or} 1.d4) {good} e5 1-0"))?;
    /// let mut text = String::new();
    /// tree.write(Style::OneLine, &mut text)?;
    /// assert_eq!(text, "\n1. e4! ( { or } 1. d4 ) { good } 1... e5 1-0\n\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, style: Style, out: &mut impl Write) -> Result<(), WriteError> {
        match style {
            Style::AsRead => return Err(WriteError::NoSource),
            Style::OneLine => {
                for (name, value) in self.tags() {
                    write_tag(out, name.as_bytes(), &value)?;
                }
            }
            Style::Export | Style::Reduced => self.write_export_tags(style, out)?,
        }
        out.write_char('\n')?;
        let mut writer = MovetextWriter::new(out, style);
        if style == Style::Reduced {
            let mut position = self.start;
            for node in self.main_line() {
                writer.write_move(&position, node.mv())?;
                super::make(&mut position, node.edge());
            }
        } else {
            self.write_movetext(&mut writer)?;
        }
        Ok(writer.finish(self.result())?)
    }

    fn write_export_tags(&self, style: Style, out: &mut impl Write) -> fmt::Result {
        let value = |name: &str| self.tag(name).filter(|value| !value.is_empty());
        write_roster(out, self.result(), ROSTER.map(value))?;
        let mut others = BTreeMap::new();
        if self.tag("FEN").is_some() {
            others.insert("SetUp", "1");
        }
        let is_written = |name: &str| !ROSTER.contains(&name) && is_kept(style, name.as_bytes());
        for (name, value) in self.tags().filter(|(name, _)| is_written(name)) {
            // If several tag pairs have one name, the first counts.
            others.entry(name).or_insert(value);
        }
        others.iter().try_for_each(|(name, value)| write_tag(out, name.as_bytes(), value))
    }

    fn write_movetext<W: Write>(&self, writer: &mut MovetextWriter<'_, W>) -> fmt::Result {
        write_annotations(writer, self.root(), Place::AfterMove)?;
        let mut walk = self.walk();
        while let Some(step) = walk.next() {
            match step {
                Step::Move(node) => {
                    writer.write_move(walk.position_before(), node.mv())?;
                    write_annotations(writer, node, Place::AfterMove)?;
                }
                Step::VariationStart(node) => {
                    writer.start_variation()?;
                    write_annotations(writer, node, Place::BeforeMove)?;
                }
                Step::VariationEnd(node) => {
                    writer.end_variation()?;
                    write_annotations(writer, node, Place::AfterVariation)?;
                }
            }
        }
        Ok(())
    }
}

fn write_annotations<W: Write>(
    writer: &mut MovetextWriter<'_, W>,
    node: Node<'_>,
    place: Place,
) -> fmt::Result {
    node.annotations(place).try_for_each(|annotation| match annotation {
        Annotation::Comment(text) => writer.write_comment(text.as_str().as_bytes()),
        Annotation::Nag(number) => writer.write_nag_number(*number),
    })
}

impl fmt::Display for GameTree {
    /// Writes the game in the export format.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(Style::Export, f).map_err(|_| fmt::Error)
    }
}
