//! Random mutations to bytes and to command lines. Equal seeds yield equal mutations.

use tabiya_suites::random::SplitMix;

/// The length of the spans that mutations insert to exceed the limits in line readers.
const LONG_SPAN: usize = 200_000;

/// Tokens that mutations insert: large and malformed numbers, control characters, invalid UTF-8,
/// separators and FEN parts.
const TOKENS: [&[u8]; 30] = [
    b"0",
    b"-1",
    b"255",
    b"256",
    b"65536",
    b"4294967296",
    b"18446744073709551615",
    b"340282366920938463463374607431768211456",
    b"99999999999999999999999999999999999999999",
    b"1e19",
    b"1e999",
    b"NaN",
    b"inf",
    b"1T",
    b"\x1b[2J",
    b"\x07",
    b"\x7f",
    b"\r",
    b"\n",
    b"\t",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    "\u{9b}31m".as_bytes(),
    "\u{202e}".as_bytes(),
    "♞".as_bytes(),
    b";D1 ",
    b" moves ",
    b"e8=Q+",
    b"/8/8",
    b"{fen}",
];

/// Returns a random item.
pub fn choose<T: Copy>(random: &mut SplitMix, items: &[T]) -> T {
    items[random.below(items.len())]
}

/// Applies one to four random mutations.
pub fn mutate_bytes(random: &mut SplitMix, bytes: &mut Vec<u8>) {
    for _ in 0..=random.below(4) {
        mutate_once(random, bytes);
    }
}

fn mutate_once(random: &mut SplitMix, bytes: &mut Vec<u8>) {
    let at = random.below(bytes.len() + 1);
    let end = at + random.below((bytes.len() - at).min(20) + 1);
    match random.below(8) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        1 if at < bytes.len() => bytes[at] = random.next() as u8,
        2 => drop(bytes.drain(at..end)),
        3 => {
            let span = bytes[at..end].to_vec();
            splice(bytes, at, &span);
        }
        4 => bytes.truncate(at),
        5 if random.below(20) == 0 => {
            let filler = choose(random, b"x 8\xff/,");
            splice(bytes, at, &vec![filler; LONG_SPAN]);
        }
        6 => {
            let span = bytes[at..end].to_vec();
            splice(bytes, at, &span.repeat(1 + random.below(30)));
        }
        _ => splice(bytes, at, choose(random, &TOKENS)),
    }
}

fn splice(bytes: &mut Vec<u8>, at: usize, inserted: &[u8]) {
    bytes.splice(at..at, inserted.iter().copied());
}

/// The maximum argument length; the operating system refuses longer ones.
const MAX_ARGUMENT_LEN: usize = 100_000;

/// Mutates the arguments in a command line: their bytes, their number and their order.
pub fn mutate_args(random: &mut SplitMix, args: &mut Vec<Vec<u8>>, options: &[&str]) {
    for _ in 0..=random.below(3) {
        let at = random.below(args.len() + 1);
        match random.below(6) {
            0 if at < args.len() => drop(args.remove(at)),
            1 if at < args.len() => args.insert(at, args[at].clone()),
            2 if at < args.len() => {
                let other = random.below(args.len());
                args.swap(at, other);
            }
            3 => args.insert(at, choose(random, options).as_bytes().to_vec()),
            4 => args.insert(at, choose(random, &TOKENS).to_vec()),
            _ if at < args.len() => mutate_bytes(random, &mut args[at]),
            _ => {}
        }
    }
    for arg in args {
        // No process argument contains NUL.
        arg.retain(|&byte| byte != 0);
        arg.truncate(MAX_ARGUMENT_LEN);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{mutate_args, mutate_bytes};
    use tabiya_suites::random::SplitMix;

    fn mutant(seed: u64) -> (Vec<u8>, Vec<Vec<u8>>) {
        let mut random = SplitMix(seed);
        let mut bytes = b"position startpos moves e2e4".to_vec();
        let mut args = ["perft", "5", "--hash", "64M"].map(|arg| arg.as_bytes().to_vec()).to_vec();
        mutate_bytes(&mut random, &mut bytes);
        mutate_args(&mut random, &mut args, &["--json", "--unique"]);
        (bytes, args)
    }

    #[test]
    fn mutations_depend_on_seed_only() {
        assert!((0..500).all(|seed| mutant(seed) == mutant(seed)));
        let mutants: HashSet<_> = (0..500).map(mutant).collect();
        assert!(mutants.len() > 450, "{} distinct mutants", mutants.len());
    }

    #[test]
    fn arguments_contain_no_nul() {
        let args = (0..2_000).flat_map(|seed| mutant(seed).1);
        assert!(args.flatten().all(|byte| byte != 0));
    }
}
