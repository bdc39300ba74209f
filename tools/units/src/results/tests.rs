//! Tests of results: damaged files, disputes, claims, and the store.

use std::fs;

use tabiya::perft::Backend;

use super::*;
use crate::units_file::ContentHash;

const COUNT: CountId = CountId { content_hash: ContentHash([7; 32]), depth: 9 };

/// Returns a result for unit 12,007 from a host.
fn result(host: &str, nodes: u128, hash_bytes: u64) -> UnitResult {
    UnitResult {
        unit: 12_007,
        content_hash: COUNT.content_hash,
        depth: COUNT.depth,
        leaves: nodes / 2,
        nodes,
        method: Method {
            backend: Backend::Avx2,
            hash_bytes,
            variant: Variant::Unchanged,
            threads: 2,
        },
        process: Process { host: host.to_owned(), pid: 99, version: "0.1.0".to_owned() },
        started: 1_800_000_000_000,
        duration: 1_234,
    }
}

/// Asserts that a file is refused with a sentence.
#[track_caller]
fn assert_refused(bytes: &[u8], reason: &str) {
    let message = decode_file(bytes).expect_err(reason).to_string();
    assert!(message.contains(reason), "{message}; expected {reason}");
    assert!((10..200).contains(&message.len()) && !message.contains(char::is_control), "{message}");
}

/// Returns a file whose bytes are changed, with its results' checksums and its own.
fn with_checksums(results: &[UnitResult], change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut bytes = encode_file(results);
    change(&mut bytes);
    for start in (16..bytes.len()).step_by(UnitResult::LEN) {
        let sum = crc32fast::hash(&bytes[start..start + UnitResult::LEN - 4]);
        let end = start + UnitResult::LEN;
        bytes[end - 4..end].copy_from_slice(&sum.to_le_bytes());
    }
    let sum = crc32fast::hash(&[&bytes[..12], &bytes[16..]].concat());
    bytes[12..16].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn decode_file_inverts_encode_file() {
    let long_host = "h".repeat(64);
    let mut results: Vec<_> = (0..16).map(|pid| result("host", u128::MAX - pid, 1 << 40)).collect();
    results[0].process.host = long_host;
    results[1].method.backend = Backend::Avx512;
    results[1].method.variant = Variant::ColorsFlipped;
    results[2] = UnitResult { duration: u64::MAX, ..result("a b?", 0, 0) };
    for count in [1, 2, 16] {
        let bytes = encode_file(&results[..count]);
        assert_eq!(decode_file(&bytes).expect("a valid file"), results[..count]);
        assert!(bytes.len() <= MAX_FILE_LEN);
    }
}

#[test]
fn truncated_or_doubled_file_is_refused_at_every_byte() {
    let bytes = encode_file(&[result("a", 20, 0), result("b", 20, 0)]);
    for len in 0..bytes.len() {
        assert_refused(&bytes[..len], if len < 8 { "not a result file" } else { "damaged: found" });
    }
    assert_refused(&bytes.repeat(2), "damaged: found");
    assert_refused(&[&bytes[..], b"\0"].concat(), "damaged: found");
    assert_refused(&[&bytes[..], &bytes[16..]].concat(), "damaged: found");
}

#[test]
fn every_flipped_bit_is_refused() {
    let bytes = encode_file(&[result("a", 20, 0), result("b", 20, 0)]);
    for bit in 0..8 * bytes.len() {
        let expected = match bit / 8 {
            0..8 => "not a result file",
            8..10 => "unsupported version",
            10..12 => "",
            _ => "a checksum does not match",
        };
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert_refused(&bytes, expected);
    }
}

#[test]
fn impossible_file_with_checksums_is_refused() {
    let two = [result("a", 20, 0), result("b", 20, 0)];
    let set = |at: usize, value: &'static [u8]| {
        with_checksums(&two, move |bytes| bytes[at..at + value.len()].copy_from_slice(value))
    };
    let other_unit = UnitResult { unit: 12_008, ..two[1].clone() };
    let version = 16 + 112;
    let host = 16 + 128;
    for (bytes, reason) in [
        (set(8, &[2, 0]), "unsupported version 2"),
        (set(10, &[0, 0]), "the number of results is not 1 to 16"),
        (set(10, &[255, 255]), "the number of results is not 1 to 16"),
        (set(16 + 80, &[2]), "unknown variant"),
        (set(16 + 87, &[1]), "unknown variant"),
        (set(16 + 111, &[3]), "unknown back end"),
        (set(version, &[0]), "not printable ASCII"),
        (set(version + 1, b"\n"), "not printable ASCII"),
        (set(host, &[0xff]), "not printable ASCII"),
        (set(host + 2, b"x"), "not printable ASCII"),
        (set(16 + 192, &[1]), "unused bytes are not zero"),
        (encode_file(&[two[0].clone(), two[0].clone()]), "a result occurs twice"),
        (encode_file(&[two[0].clone(), other_unit]), "of different units"),
        (encode_file(&[]), "the number of results is not 1 to 16"),
    ] {
        assert_refused(&bytes, reason);
    }
}

#[test]
fn resolution_needs_exact_majority_for_dispute() {
    let a = result("a", 20, 64);
    let b = result("b", 22, 64);
    let exact = result("c", 22, 0);
    let other_exact = UnitResult { leaves: 1, ..result("d", 22, 0) };
    for (results, expected, refuted) in [
        (&[][..], Resolution::Missing, &[][..]),
        (std::slice::from_ref(&a), Resolution::Agreed(a.counts()), &[]),
        (&[b.clone(), exact.clone()], Resolution::Agreed(b.counts()), &[]),
        (&[a.clone(), b.clone()], Resolution::Disputed, &[]),
        (&[a.clone(), exact.clone()], Resolution::Disputed, &[]),
        (&[a.clone(), b.clone(), b.clone()], Resolution::Disputed, &[]),
        (&[a.clone(), b.clone(), exact.clone()], Resolution::Settled(b.counts()), &["a"]),
        (&[a.clone(), exact.clone(), other_exact.clone()], Resolution::Disputed, &[]),
        (&[exact.clone(), exact.clone(), other_exact], Resolution::Settled(b.counts()), &["d"]),
        (&[a.clone(), a.clone(), b, exact], Resolution::Disputed, &[]),
    ] {
        let resolution = Resolution::of(results);
        assert_eq!(resolution, expected, "{results:?}");
        assert_eq!(resolution.nodes(), resolution.counts().map(|counts| counts.nodes));
        assert_eq!(refuted_hosts(results), refuted.iter().copied().collect(), "{results:?}");
    }
}

#[test]
fn put_is_idempotent_and_keeps_other_results() {
    let folder = tempfile::tempdir().expect("a folder can be created");
    let store = ResultStore::new(folder.path(), COUNT);
    assert_eq!(store.read(12_007).expect("no file"), []);
    let a = result("a", 20, 0);
    let b = result("b", 22, 0);
    for (added, expected) in
        [(&a, vec![&a]), (&a, vec![&a]), (&b, vec![&a, &b]), (&a, vec![&a, &b])]
    {
        let old = store.read(12_007).expect("the file is whole");
        let stored = store.put(added).expect("the folder can be written to");
        assert_eq!(stored.results.iter().collect::<Vec<_>>(), expected);
        assert_eq!(store.read(12_007).expect("the file is whole"), stored.results);
        assert_eq!(stored.is_new, old != stored.results);
    }
    assert_eq!(store.path(12_007), folder.path().join("00012/00012007.result"));
    for pid in 0..14 {
        let other = UnitResult { started: pid, ..a.clone() };
        store.put(&other).expect("the file holds 16 results");
    }
    let error = store.put(&UnitResult { started: 14, ..a }).expect_err("the file is full");
    assert_eq!(error.to_string(), "the unit has 16 results; expected fewer");
}

#[test]
fn store_refuses_results_from_other_counts() {
    let folder = tempfile::tempdir().expect("a folder can be created");
    let store = ResultStore::new(folder.path(), COUNT);
    let good = result("a", 20, 0);
    store.put(&good).expect("the folder can be written to");
    let path = store.path(12_007);
    let other_split = UnitResult { content_hash: ContentHash([8; 32]), ..good.clone() };
    for (file, reason) in [
        (encode_file(std::slice::from_ref(&other_split)), "hash of the units file is 0808"),
        (encode_file(&[UnitResult { depth: 8, ..good.clone() }]), "depth is 8; expected 9"),
        (encode_file(&[UnitResult { unit: 3, ..good.clone() }]), "unit is 3; expected 12007"),
    ] {
        fs::write(&path, &file).expect("the folder can be written to");
        for error in [store.read(12_007).expect_err(reason), store.put(&good).expect_err(reason)] {
            assert!(error.to_string().contains(reason), "{error}");
            assert!(!error.is_damage());
        }
        assert_eq!(fs::read(&path).ok(), Some(file), "the file is not replaced");
    }
    assert!(store.put(&other_split).is_err());
    // A damaged file is replaced.
    for file in [&b""[..], &[0; 5_000], &encode_file(std::slice::from_ref(&good))[..100]] {
        fs::write(&path, file).expect("the folder can be written to");
        assert!(store.read(12_007).is_err_and(|error| error.is_damage()));
        let stored = store.put(&good).expect("damage is replaced");
        assert_eq!((stored.results, stored.is_new), (vec![good.clone()], true));
    }
}

#[test]
fn read_only_result_file_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder can be created");
    let store = ResultStore::new(folder.path(), COUNT);
    store.put(&result("a", 20, 0)).expect("the folder can be written to");
    let path = store.path(12_007);
    let mut permissions = fs::metadata(&path).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("a file");
    let error = store.put(&result("b", 20, 0)).expect_err("the file is read-only");
    assert_eq!(error.to_string(), "read-only file");
    assert_eq!(store.read(12_007).map(|results| results.len()).ok(), Some(1));
}

#[test]
fn walk_visits_each_unit_once() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder can be created"));
    let stores = folders.each_ref().map(|folder| ResultStore::new(folder.path(), COUNT));
    stores[1].put(&result("a", 20, 0)).expect("the folder can be written to");
    let walk = |stores: &[ResultStore], units| {
        let parts = ResultStore::walk(stores, units);
        parts.map(|units| (units.start, units.end)).collect::<Vec<_>>()
    };
    let parts = walk(&stores[..1], 10_500..12_002);
    assert_eq!(parts, [(10_500, 11_000), (11_000, 12_000), (12_000, 12_002)]);
    let ones: Vec<_> = (12_000..13_000).map(|unit| (unit, unit + 1)).collect();
    let expected = [&[(11_999, 12_000)][..], &ones, &[(13_000, 13_001)]].concat();
    assert_eq!(walk(&stores, 11_999..13_001), expected);
    assert_eq!(walk(&stores, 12_007..12_008), [(12_007, 12_008)]);
    assert_eq!(walk(&stores, 5..5), []);
    assert_eq!(walk(&[], u64::MAX - 1..u64::MAX), [(u64::MAX - 1, u64::MAX)]);
}

#[test]
fn incomplete_files_for_claimed_units_are_removed() {
    let folder = tempfile::tempdir().expect("a folder can be created");
    let store = ResultStore::new(folder.path(), COUNT);
    let subfolder = folder.path().join("00012");
    fs::create_dir(&subfolder).expect("a folder can be created");
    let names = [".00012007.result.abc.part", ".00012008.result.abc.part", ".notes.part", "notes"];
    for name in names {
        fs::write(subfolder.join(name), "").expect("the folder can be written to");
    }
    store.remove_incomplete(11_000..12_008).expect("the folder can be written to");
    let exists = names.map(|name| subfolder.join(name).exists());
    assert_eq!(exists, [false, true, true, true]);
}

#[test]
fn claim_blocks_overlapping_units_only_while_held() {
    let folder = tempfile::tempdir().expect("a folder can be created");
    let process = Process { host: "a b/ü_c".to_owned(), pid: 5, version: "1".to_owned() };
    let claim = |units| Claim::acquire(folder.path(), units, &process);
    let first = claim(10..20).expect("no other claim");
    assert!(first.is_locked());
    for units in [10..20, 0..11, 19..30, 12..13, 0..100] {
        let error = claim(units).expect_err("the units are claimed").to_string();
        let start = "units 10..20 are being counted by host a-b---c, process 5, since 2";
        assert!(error.starts_with(start), "{error}");
    }
    let others = [claim(0..10), claim(20..30)].map(|claim| claim.expect("other units"));
    drop(first);
    let again = claim(10..20).expect("the claim is gone");
    drop((others, again));
    // Only the folder's lock stays.
    let claims = folder.path().join("claims");
    let names = || fs::read_dir(&claims).expect("the folder exists").count();
    assert_eq!(names(), 1);
    // A killed process's claim is a file without a lock.
    for name in ["0-50_7_1700000000_host.claim", "bad_name.claim", "0-50_7_x_host.claim"] {
        fs::write(claims.join(name), "").expect("the folder can be written to");
    }
    drop(claim(10..20).expect("nobody holds a lock"));
    assert_eq!(names(), 3);
}

#[test]
fn claim_time_is_printed_in_utc() {
    for (since, time) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (1_709_251_199, "2024-02-29T23:59:59Z"),
        (1_735_689_599, "2024-12-31T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
    ] {
        let holder = Holder { units: 0..1, host: "a".to_owned(), pid: 5, since };
        assert!(holder.to_string().ends_with(&format!(", since {time}")), "{holder}");
    }
}
