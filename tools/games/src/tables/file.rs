//! The files: Parquet and Arrow.

use std::io::Write;

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter as ArrowFileWriter;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;

use super::error::TableError;
use super::format::TableFormat;

/// A file writer. Its output holds the bytes that were not passed on yet.
pub(super) enum FileWriter {
    Parquet(Box<ArrowWriter<Vec<u8>>>),
    Arrow(Box<ArrowFileWriter<Vec<u8>>>),
}

impl FileWriter {
    pub(super) fn new(format: TableFormat, schema: &SchemaRef) -> Result<Self, TableError> {
        Ok(match format {
            TableFormat::Parquet => {
                let properties = WriterProperties::builder().set_compression(compression()).build();
                let schema = SchemaRef::clone(schema);
                let writer = ArrowWriter::try_new(Vec::new(), schema, Some(properties))?;
                Self::Parquet(Box::new(writer))
            }
            TableFormat::Arrow => {
                Self::Arrow(Box::new(ArrowFileWriter::try_new(Vec::new(), schema)?))
            }
        })
    }

    /// Writes rows as a separate group.
    pub(super) fn write(
        &mut self,
        batch: &RecordBatch,
        out: &mut impl Write,
    ) -> Result<(), TableError> {
        let bytes = match self {
            Self::Parquet(writer) => {
                writer.write(batch)?;
                writer.flush()?;
                writer.sync().map_err(TableError::Io)?;
                writer.inner_mut()
            }
            Self::Arrow(writer) => {
                writer.write(batch)?;
                writer.get_mut()
            }
        };
        out.write_all(bytes).map_err(TableError::Io)?;
        bytes.clear();
        Ok(())
    }

    /// Returns the bytes at the end of the file.
    pub(super) fn finish(self) -> Result<Vec<u8>, TableError> {
        Ok(match self {
            Self::Parquet(writer) => writer.into_inner()?,
            Self::Arrow(mut writer) => {
                writer.finish()?;
                writer.into_inner()?
            }
        })
    }
}

#[cfg(feature = "zstd")]
fn compression() -> parquet::basic::Compression {
    parquet::basic::Compression::ZSTD(parquet::basic::ZstdLevel::default())
}

#[cfg(not(feature = "zstd"))]
const fn compression() -> parquet::basic::Compression {
    parquet::basic::Compression::UNCOMPRESSED
}
