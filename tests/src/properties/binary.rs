//! What must hold of any bytes given as a packed position or as training data.

use tabiya::{PackedPosition, bulletformat, viriformat};

use super::{is_sentence, is_sound};

/// Any 28 bytes are one position's or refused, and so are any digits.
///
/// # Panics
///
/// If anything of that does not hold.
pub fn check_packed(bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes) {
        match text.parse::<PackedPosition>() {
            Ok(packed) => assert_eq!(packed.to_string(), text.to_lowercase()),
            Err(error) => is_sentence(&error),
        }
    }
    let packed = PackedPosition::from_bytes(padded(bytes));
    match packed.unpack() {
        Ok(position) => {
            assert_eq!(position.pack(), packed, "{position:?}");
            is_sound(&position);
        }
        Err(error) => is_sentence(&error),
    }
}

/// Any bytes are entries and games or refused; entries come back, and the moves of games are
/// legal.
///
/// # Panics
///
/// If anything of that does not hold.
pub fn check_training(bytes: &[u8]) {
    match bulletformat::Entry::from_bytes(&padded(bytes)) {
        Ok(entry) => {
            is_sound(&entry.position);
            let again = bulletformat::Entry::from_bytes(&entry.to_bytes());
            assert_eq!(again, Ok(entry), "{entry:?}");
        }
        Err(error) => is_sentence(&error),
    }
    let mut game = match viriformat::Game::read(bytes) {
        Ok(game) => game,
        Err(error) => return is_sentence(&error),
    };
    let start = *game.start();
    is_sound(&start.position);
    assert_eq!(viriformat::Entry::from_bytes(&start.to_bytes()), Ok(start), "{start:?}");
    for step in &mut game {
        match step {
            Ok(step) => assert!(step.position.is_legal(step.mv), "{step:?}"),
            Err(error) => is_sentence(&error),
        }
    }
    assert!(bytes.ends_with(game.rest()), "{start:?}");
}

/// The first bytes; 0 for those that are not there.
fn padded<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut padded = [0; N];
    let len = bytes.len().min(N);
    padded[..len].copy_from_slice(&bytes[..len]);
    padded
}
