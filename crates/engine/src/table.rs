//! The transposition table: what earlier searches found out about a position.

use tabiya::Move;

/// What a score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    check: u32,
    pub(crate) mv: Option<Move>,
    pub(crate) score: i16,
    pub(crate) evaluation: i16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    age: u8,
}

const _: () = assert!(size_of::<Entry>() == 16);

impl Entry {
    /// Says nothing: the score is at most more than any score.
    const EMPTY: Self = Self {
        check: 0,
        mv: None,
        score: i16::MAX,
        evaluation: 0,
        depth: 0,
        bound: Bound::Upper,
        age: 0,
    };

    /// Whether the score decides a search of the window between `alpha` and `beta`.
    pub(crate) fn decides(&self, score: i32, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Upper => score <= alpha,
            Bound::Lower => score >= beta,
            Bound::Exact => true,
        }
    }
}

/// Four entries that lie in one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// An empty table of so many mebibytes, at least one bucket.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes << 20) / size_of::<Bucket>();
        Self { buckets: vec![Bucket([Entry::EMPTY; 4]); buckets.max(1)], age: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill(Bucket([Entry::EMPTY; 4]));
    }

    /// Makes what is there older, so that it gives way to what is found from now on.
    pub(crate) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The bucket of a key, by its upper bits; the lower ones are kept in the entry.
    fn place(&self, key: u64) -> usize {
        (u128::from(key) * self.buckets.len() as u128 >> 64) as usize
    }

    /// Brings the bucket of a key into the cache while there is other work to do.
    pub(crate) fn prefetch(&self, key: u64) {
        std::hint::black_box(self.buckets[self.place(key)].0[0].check);
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.place(key)];
        bucket.0.iter().find(|entry| entry.check == key as u32).copied()
    }

    /// Remembers an entry in the place of the same position's, or of the least useful one.
    pub(crate) fn store(&mut self, key: u64, found: Found) {
        let (age, check, place) = (self.age, key as u32, self.place(key));
        let use_of = |entry: &Entry| match entry.check == check {
            true => i32::MIN,
            false => i32::from(entry.depth) - 8 * i32::from(age.wrapping_sub(entry.age)),
        };
        let Some(entry) = self.buckets[place].0.iter_mut().min_by_key(|entry| use_of(entry)) else {
            return;
        };
        // A search that found no move knows no better one than that of before.
        let mv = found.mv.or(entry.mv.filter(|_| entry.check == check));
        *entry = Entry {
            check,
            mv,
            score: found.score as i16,
            evaluation: found.evaluation as i16,
            depth: found.depth.clamp(0, 255) as u8,
            bound: found.bound,
            age,
        };
    }

    /// How much of the table this search has filled, in thousandths.
    pub(crate) fn fullness(&self) -> usize {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let entries = sample.iter().flat_map(|bucket| bucket.0);
        let used = entries.filter(|entry| entry.age == self.age && entry.check != 0).count();
        used * 1000 / (4 * sample.len())
    }
}

/// What a search found out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) mv: Option<Move>,
    pub(crate) score: i32,
    pub(crate) evaluation: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}
