//! `Serialize` and `Deserialize` for [`MoveList`], as a move sequence.

use core::fmt;

use serde_core::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde_core::ser::{Serialize, Serializer};

use crate::MoveList;

impl Serialize for MoveList {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// Returns an error if the sequence has more than [`MoveList::CAPACITY`] moves.
impl<'de> Deserialize<'de> for MoveList {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(MoveListVisitor)
    }
}

struct MoveListVisitor;

impl<'de> Visitor<'de> for MoveListVisitor {
    type Value = MoveList;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {} moves", MoveList::CAPACITY)
    }

    #[inline]
    fn visit_seq<A: SeqAccess<'de>>(self, mut moves: A) -> Result<MoveList, A::Error> {
        let mut list = MoveList::new();
        while let Some(mv) = moves.next_element()? {
            if list.len() == MoveList::CAPACITY {
                return Err(Error::invalid_length(MoveList::CAPACITY + 1, &self));
            }
            list.push(mv);
        }
        Ok(list)
    }
}
