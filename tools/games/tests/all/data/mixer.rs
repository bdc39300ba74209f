//! Mixes of training data.

use tabiya::Position;
use tabiya::binpack::Entry;
use tabiya_games::data::{
    Chunks, Conversion, DataError, DataFormat, Filter, Games, MixOptions, Mixer, decode,
};

use super::{convert, convert_file, entries_of, random_entries, write};

/// Options for files in a format, whose temporary files may have any length.
fn options(format: DataFormat, seed: u64) -> MixOptions {
    MixOptions { format, seed, max_file_len: u64::MAX }
}

/// A mix of files.
struct Mix {
    parts: Vec<Vec<u8>>,
    games: u64,
    ignored_bytes: u64,
    /// The first error of each file that has one.
    errors: Vec<DataError>,
}

fn mix(files: &[&[u8]], options: MixOptions, parts: usize) -> Mix {
    let dealt = [(); 3].map(|()| tempfile::tempfile().expect("a temporary file"));
    let mut mixer = Mixer::new(options, dealt.into(), tempfile::tempfile);
    let mut errors = Vec::new();
    for file in files {
        for chunk in Chunks::new(options.format, *file).expect("a file") {
            let (games, error) = Games::find(chunk.expect("a file"));
            errors.extend(error);
            mixer.add(&games).expect("a temporary file");
        }
    }
    let games = mixer.games();
    let ignored_bytes = mixer.ignored_bytes();
    let mut parts = vec![Vec::new(); parts];
    let end = mixer.finish(parts.len(), |part, bytes| {
        parts[part].extend_from_slice(bytes);
        Ok(())
    });
    end.expect("temporary files");
    Mix { parts, games, ignored_bytes, errors }
}

/// Returns the entries as text, in order.
fn entry_lines(format: DataFormat, file: &[u8]) -> Vec<String> {
    entries_of(format, file).iter().map(|entry| format!("{entry:?}")).collect()
}

fn sorted(mut lines: Vec<String>) -> Vec<String> {
    lines.sort();
    lines
}

#[test]
fn mix_has_the_same_games_in_another_order() {
    let file = write(&random_entries(300, 4));
    for format in [DataFormat::Binpack, DataFormat::Viriformat, DataFormat::Plain] {
        let file = convert(&file, DataFormat::Binpack, format, Filter::new());
        let original = entry_lines(format, &file);
        let mixed = mix(&[&file], options(format, 5), 1).parts;
        let lines = entry_lines(format, &mixed[0]);
        assert!(lines != original && sorted(lines) == sorted(original), "{format:?}");
        assert_eq!(mix(&[&file], options(format, 5), 1).parts, mixed);
        assert_ne!(mix(&[&file], options(format, 6), 1).parts, mixed);
    }
}

/// A single game may be longer than the limit.
#[test]
fn mix_divides_temporary_files_that_are_too_long() {
    let file = write(&random_entries(300, 4));
    for format in [DataFormat::Binpack, DataFormat::Viriformat, DataFormat::Plain] {
        let file = convert(&file, DataFormat::Binpack, format, Filter::new());
        let original = sorted(entry_lines(format, &file));
        let whole = mix(&[&file], options(format, 5), 1).parts;
        for max_file_len in [1, 2000] {
            let options = MixOptions { max_file_len, ..options(format, 5) };
            let mixed = mix(&[&file], options, 1).parts;
            assert_ne!(mixed, whole, "{format:?} {max_file_len}");
            let lines = sorted(entry_lines(format, &mixed[0]));
            assert!(lines == original, "{format:?} {max_file_len}");
        }
    }
}

#[test]
fn parts_have_equal_game_counts() {
    let file = write(&random_entries(300, 4));
    for format in [DataFormat::Binpack, DataFormat::Viriformat, DataFormat::Plain] {
        let file = convert(&file, DataFormat::Binpack, format, Filter::new());
        let Mix { parts, games, .. } = mix(&[&file], options(format, 5), 3);
        let mut sum = 0;
        for part in &parts {
            let mut count = 0;
            for chunk in Chunks::new(format, &part[..]).expect("a file") {
                let found = decode(&chunk.expect("a file"), |_, is_start| {
                    count += u64::from(is_start || format == DataFormat::Plain);
                });
                found.expect("entries");
            }
            assert!(count.abs_diff(games / 3) <= 1, "{format:?} {count}");
            sum += count;
        }
        assert_eq!(sum, games, "{format:?}");
        let lines = sorted(entry_lines(format, &parts.concat()));
        assert!(lines == sorted(entry_lines(format, &file)), "{format:?}");
    }
}

/// Every place of a game is as likely as any other, also if temporary files are divided.
#[test]
fn mix_is_uniform() {
    const GAMES: usize = 8;
    const RUNS: usize = 4000;
    let position = Position::START;
    let entry = |score| Entry { position, mv: None, score, ply: 0, winner: None };
    let file = write(&(0..GAMES as i16).map(entry).collect::<Vec<_>>());
    for max_file_len in [60, u64::MAX] {
        let mut counts = [[0_usize; GAMES]; GAMES];
        for seed in 0..RUNS as u64 {
            let options = MixOptions { max_file_len, ..options(DataFormat::Binpack, seed) };
            let mixed = mix(&[&file], options, 1).parts;
            for (place, entry) in entries_of(DataFormat::Binpack, &mixed[0]).iter().enumerate() {
                counts[place][entry.score as usize] += 1;
            }
        }
        // 500 are expected in each cell, with a deviation of 21.
        let range = 400..600;
        assert!(counts.as_flattened().iter().all(|count| range.contains(count)), "{counts:?}");
    }
}

#[test]
fn mixed_text_may_lack_its_last_line_end() {
    let file = write(&random_entries(2, 9));
    let text = convert(&file, DataFormat::Binpack, DataFormat::Plain, Filter::new());
    let count = entries_of(DataFormat::Plain, &text).len();
    let cut = &text[..text.len() - 1];
    let Mix { parts, errors, .. } = mix(&[cut, &text], options(DataFormat::Plain, 1), 1);
    assert!(errors.is_empty());
    assert_eq!(entries_of(DataFormat::Plain, &parts[0]).len(), 2 * count);
}

#[test]
fn mix_keeps_whole_positions_before_a_cut() {
    let file = write(&random_entries(5, 10));
    let conversion = Conversion::new(DataFormat::Binpack, Filter::new()).expect("formats");
    for format in [DataFormat::Binpack, DataFormat::Viriformat, DataFormat::Plain] {
        let file = convert(&file, DataFormat::Binpack, format, Filter::new());
        for len in (8..file.len()).step_by(11) {
            let cut = &file[..len];
            let (converted, _, error) = convert_file(cut, &conversion, format, DataFormat::Binpack);
            let count = entries_of(DataFormat::Binpack, &converted).len();
            let Mix { parts, errors, .. } = mix(&[cut], options(format, 1), 1);
            assert_eq!(errors.is_empty(), error.is_none(), "{format:?} {len}");
            assert_eq!(entries_of(format, &parts[0]).len(), count, "{format:?} {len}");
        }
    }
}

#[test]
fn mix_counts_ignored_bytes() {
    let entries = random_entries(5, 13);
    let mut file = write(&entries);
    let len = file.len() as u32 - 8 + 33;
    file[4..8].copy_from_slice(&len.to_le_bytes());
    file.extend_from_slice(&[7; 33]);
    let mixed = mix(&[&file, &file], options(DataFormat::Binpack, 1), 1);
    assert!(mixed.errors.is_empty());
    assert_eq!(mixed.ignored_bytes, 66);
    assert_eq!(entries_of(DataFormat::Binpack, &mixed.parts[0]).len(), 2 * entries.len());
}

#[test]
fn state_with_other_files_is_an_error() {
    let dealt =
        |count| (0..count).map(|_| tempfile::tempfile().expect("a temporary file")).collect();
    let mixer = |count| Mixer::new(options(DataFormat::Plain, 1), dealt(count), tempfile::tempfile);
    let state = mixer(3).save().expect("temporary files");
    assert!(mixer(3).resume(&state).is_ok());
    assert!(mixer(2).resume(&state).is_err());
}
