//! Board diagram files.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use tabiya_explain::diagram::{Diagram, Svg};
use tabiya_program::destination::{Destination, Destinations, ForceArgs};

/// The arguments that name an SVG file.
#[derive(Args, Clone, Debug)]
pub struct SvgArgs {
    /// Also write the diagram to this SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

impl SvgArgs {
    /// Writes diagram rows to the SVG file, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error like [`save_document`](Self::save_document).
    pub fn save(&self, rows: &[Vec<Diagram>]) -> anyhow::Result<()> {
        self.save_document(&Svg::new(rows))
    }

    /// Writes an SVG document to the SVG file, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error that names the file if it exists and may not be replaced, or if it cannot be
    /// written.
    pub fn save_document(&self, document: &Svg<'_>) -> anyhow::Result<()> {
        let Some(path) = &self.svg else { return Ok(()) };
        let destination = Destinations::new(&[], self.force).get(path)?;
        let write = || write_picture(&destination, document.to_string().as_bytes());
        write().with_context(|| format!("cannot write {}", path.display()))
    }
}

fn write_picture(destination: &Destination, picture: &[u8]) -> io::Result<()> {
    match destination {
        Destination::Stdout => {
            let mut out = io::stdout();
            out.write_all(picture)?;
            out.flush()
        }
        Destination::Stream(path) => OpenOptions::new().append(true).open(path)?.write_all(picture),
        Destination::File(path) => {
            let is_new = !path.exists();
            let written = fs::write(path, picture);
            if written.is_err() && is_new {
                let _ = fs::remove_file(path);
            }
            written
        }
    }
}
