//! Structs of counters, each with a sentence part that programs print.

/// Defines a struct of counters, their sum, and the rows of its report.
macro_rules! counters {
    ($(#[$attribute:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $label:literal,)* }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "convert", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$doc])* pub $field: u64,)*
        }

        impl $name {
            /// Returns the numbers, each with what it counts, in words.
            pub fn rows(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$(($label, self.$field)),*].into_iter()
            }
        }

        impl std::ops::AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                $(self.$field += other.$field;)*
            }
        }
    };
}

pub(super) use counters;
