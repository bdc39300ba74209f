//! Binary format fields, in order and little-endian.

/// A reader for the fields in a structure with a fixed size. Fields beyond its end are zero.
pub struct Fields<'a>(pub &'a [u8]);

impl Fields<'_> {
    /// Returns the next bytes.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        let Some((first, rest)) = self.0.split_first_chunk::<N>() else { return [0; N] };
        self.0 = rest;
        *first
    }

    /// Returns the next 8-bit integer.
    pub fn u8(&mut self) -> u8 {
        u8::from_le_bytes(self.array())
    }

    /// Returns the next 16-bit integer.
    pub fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.array())
    }

    /// Returns the next 32-bit integer.
    pub fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    /// Returns the next 64-bit integer.
    pub fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    /// Returns the next 128-bit integer.
    pub fn u128(&mut self) -> u128 {
        u128::from_le_bytes(self.array())
    }

    /// Returns the text in the next `N` bytes, which zeros follow.
    ///
    /// # Errors
    ///
    /// Returns an error unless all other bytes are printable ASCII, and at least one is there.
    pub fn text<const N: usize>(&mut self) -> Result<String, &'static str> {
        let bytes = self.array::<N>();
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(N);
        let (text, padding) = bytes.split_at(end);
        let is_printable = |byte: &u8| (b' '..=b'~').contains(byte);
        if text.is_empty() || !text.iter().all(is_printable) || padding.iter().any(|&b| b != 0) {
            return Err("text is empty or not printable ASCII");
        }
        Ok(text.iter().map(|&byte| char::from(byte)).collect())
    }
}

/// Appends a text, padded with zeros to a length. Other characters than printable ASCII become
/// question marks, and what exceeds the length is dropped.
pub fn push_text(bytes: &mut Vec<u8>, text: &str, len: usize) {
    let end = bytes.len() + len;
    bytes.extend(printable(text).bytes().take(len));
    bytes.resize(end, 0);
}

/// Returns a text in which other characters than printable ASCII are question marks.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if (' '..='~').contains(&c) { c } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::{Fields, push_text};

    #[test]
    fn text_is_printable_and_padded() {
        let mut bytes = Vec::new();
        push_text(&mut bytes, "a\nbé", 6);
        push_text(&mut bytes, "long text", 4);
        assert_eq!(bytes, b"a?b?\0\0long");
        let mut fields = Fields(&bytes);
        assert_eq!(
            [fields.text::<6>(), fields.text::<4>()],
            [Ok("a?b?".into()), Ok("long".into())]
        );
        for wrong in [b"\0\0", b"\0a", b"\n\0", b"\xff\0"] {
            assert!(Fields(wrong).text::<2>().is_err(), "{wrong:?}");
        }
    }
}
