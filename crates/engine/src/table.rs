//! The transposition table: what earlier searches found out about a position.

use tabiya::Move;

use crate::score::MATE_IN_SIGHT;

/// What a score says of the true one.
#[derive(Clone, Copy, Default)]
pub(crate) enum Bound {
    /// Nothing: the entry is empty.
    #[default]
    Unknown,
    /// It is at most this: no move was good enough.
    Upper,
    /// It is at least this: one move was too good.
    Lower,
    /// It is this.
    Exact,
}

/// What is remembered of a position, in 16 bytes.
///
/// Half the key is kept beside it. Another position may share that half and the place, so
/// its move is asked for legality before it is played.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entry {
    check: u32,
    pub(crate) mv: Option<Move>,
    score: i16,
    pub(crate) evaluation: i16,
    depth: u8,
    bound: Bound,
    age: u8,
}

const _: () = assert!(size_of::<Entry>() == 16);

/// The result of searching a position, to be stored.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub(crate) mv: Option<Move>,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) evaluation: i32,
    pub(crate) depth: i32,
}

/// Four entries that lie in one line of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

impl Entry {
    /// The score, if it was searched deep enough to decide a search between `alpha` and
    /// `beta`.
    pub(crate) fn decides(&self, depth: i32, (alpha, beta): (i32, i32), ply: usize) -> Option<i32> {
        let score = shifted(self.score.into(), -(ply as i32));
        let decides = match self.bound {
            Bound::Unknown => false,
            Bound::Upper => score <= alpha,
            Bound::Lower => score >= beta,
            Bound::Exact => true,
        };
        (decides && i32::from(self.depth) >= depth).then_some(score)
    }
}

/// A mate counts from the root; kept in the table, it counts from the position.
fn shifted(score: i32, plies: i32) -> i32 {
    if score.abs() < MATE_IN_SIGHT { score } else { score + score.signum() * plies }
}

pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// An empty table of so many mebibytes.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let buckets = ((mebibytes << 20) / size_of::<Bucket>()).max(1);
        Self { buckets: vec![Bucket::default(); buckets], age: 0 }
    }

    /// Makes what is there older, so that it gives way to what is found from now on.
    pub(crate) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The bucket of a key, by its upper bits; the lower ones are kept in the entry.
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Asks for the bucket of a key early, while there is other work to do.
    pub(crate) fn prefetch(&self, key: u64) {
        std::hint::black_box(self.buckets[self.place(key)].0[0].check);
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.place(key)];
        bucket.0.iter().find(|entry| entry.check == key as u32).copied()
    }

    /// Remembers what was found, in the place of what was known of the same position, or of
    /// the least useful entry.
    pub(crate) fn store(&mut self, key: u64, found: Found, ply: usize) {
        let (age, check, place) = (self.age, key as u32, self.place(key));
        let usefulness = |entry: &&mut Entry| match entry.check == check {
            true => i32::MIN,
            false => i32::from(entry.depth) - 8 * i32::from(age.wrapping_sub(entry.age)),
        };
        if let Some(entry) = self.buckets[place].0.iter_mut().min_by_key(usefulness) {
            // A search that found no move knows no better one than that of before.
            let mv = found.mv.or(entry.mv.filter(|_| entry.check == check));
            let score = shifted(found.score, ply as i32) as i16;
            let depth = found.depth.clamp(0, 255) as u8;
            let (evaluation, bound) = (found.evaluation as i16, found.bound);
            *entry = Entry { check, mv, score, evaluation, depth, bound, age };
        }
    }
}
