//! Table formats.

/// A table's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableFormat {
    /// Apache Parquet.
    Parquet,
    /// The Apache Arrow file format, also named Feather 2.
    Arrow,
}
