//! `Arbitrary` for [`MoveList`].

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::MoveList;

/// Generates any moves, at most [`MoveList::CAPACITY`].
impl<'a> Arbitrary<'a> for MoveList {
    #[inline]
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.arbitrary_iter()?.take(Self::CAPACITY).collect::<Result<Self>>()
    }
}
