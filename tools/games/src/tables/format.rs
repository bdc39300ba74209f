//! The formats of tables.

/// A table's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableFormat {
    /// Apache Parquet.
    Parquet,
    /// The file format of Apache Arrow, also named Feather 2.
    Arrow,
}
