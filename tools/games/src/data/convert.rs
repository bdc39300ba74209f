//! The conversion of a chunk.

use std::error::Error;
use std::fmt;

use tabiya::binpack::Chains;

use super::encode::Encoder;
use super::{Chunk, Counts, DataError, DataFormat, Duplicates, Filter, decode};

/// A conversion of training data to a format.
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    to: DataFormat,
    filter: Filter,
    /// `true` if rejected positions are removed from binpack, instead of marked.
    pub drop: bool,
}

/// The result of a conversion.
#[derive(Debug)]
pub struct Converted {
    /// The bytes, for a [`DataWriter`](super::DataWriter).
    pub chains: Chains,
    /// The number of positions.
    pub counts: Counts,
    /// The error that ends the chunk. The positions before it are converted.
    pub error: Option<DataError>,
}

/// The error for an option with an invalid value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ConversionError {
    /// The sample is not a fraction.
    Sample(f64),
    /// The factor is not a number above 0.
    Scale(f64),
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sample(sample) => write!(f, "sample {sample}: out of range; expected 0 to 1"),
            Self::Scale(scale) => write!(f, "scale {scale}: expected a number above 0"),
        }
    }
}

impl Error for ConversionError {}

impl Conversion {
    /// Creates a conversion to a format. Rejected positions are marked in binpack; in viriformat they end the game; elsewhere they
    /// are left out.
    ///
    /// # Errors
    ///
    /// Returns an error if an option has an invalid value.
    pub fn new(to: DataFormat, filter: Filter) -> Result<Self, ConversionError> {
        if let Some(sample) = filter.sample.filter(|sample| !(0.0..=1.0).contains(sample)) {
            return Err(ConversionError::Sample(sample));
        }
        if !(filter.scale > 0.0 && filter.scale.is_finite()) {
            return Err(ConversionError::Scale(filter.scale));
        }
        Ok(Self { to, filter, drop: false })
    }

    /// Converts a chunk, without positions that came before, if there is a memory of them.
    ///
    /// Without a condition that rejects any, marks of the input stay as they are. Otherwise they are rejected positions:
    /// those at the ends of a chain are cut off.
    #[must_use]
    pub fn convert(&self, chunk: &Chunk, mut duplicates: Option<&mut Duplicates>) -> Converted {
        let rejects = self.drop || duplicates.is_some() || self.filter.rejects_any();
        let mut encoder = Encoder::new(self.to, !self.drop);
        let mut counts = Counts::default();
        let result = decode(chunk, |entry, is_start| {
            counts.read += 1;
            if is_start {
                encoder.begin_game();
            }
            if entry.is_marked() {
                if rejects {
                    counts.read_marked += 1;
                    encoder.reject(entry);
                } else {
                    encoder.keep_mark(entry, &mut counts);
                }
                return;
            }
            let is_new = |duplicates: &mut &mut Duplicates| duplicates.insert(entry);
            if !self.filter.accepts(entry, &mut counts) {
                encoder.reject(entry);
            } else if !duplicates.as_mut().is_none_or(is_new) {
                counts.duplicates += 1;
                encoder.reject(entry);
            } else {
                let mut entry = *entry;
                entry.score = self.filter.scaled(entry.score);
                encoder.accept(&entry, &mut counts);
            }
        });
        let chains = encoder.finish();
        counts.ignored_bytes = *result.as_ref().unwrap_or(&0) as u64;
        Converted { chains, counts, error: result.err() }
    }
}
