//! Tests for the diagnosis: its generator against the suites, its edits on small positions, wrong
//! totals that people posted, and samples from the measures in `docs/reference/diagnosis.md`.

use std::fmt::Write;
use std::{fs, slice};

use tabiya::epd;
use tabiya::perft::perft;
use tabiya::{Move, Position};
use tabiya_explain::diagnosis::{
    Category, Cause, Confidence, Edit, LeafCounts, Limits, Observation, OtherTree, POSITIONS,
    Reported, SearchExtent, diagnose, divide_leaves,
};
use tabiya_explain::leaf_categories::LeafCategories;
use tabiya_suites::data;
use tabiya_suites::random::SplitMix;
use tabiya_suites::suite::{all_suites, load};
use tabiya_tests::diagnosis::{
    KIWIPETE, START, count, find, position, posted_series, posted_totals, question,
    random_wrong_total, total,
};

fn edit(code: &str) -> Edit {
    Edit::from_code(code).unwrap_or_else(|| panic!("{code}: no such edit"))
}

/// Returns the built-in positions of `compare`, each with the depth to count.
fn built_in_positions() -> Vec<(Position, u8)> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let read = |line| {
        let epd = epd::read(line).expect(line);
        let depth = epd.number("acd").expect(line).expect(line);
        (*epd.position(), depth)
    };
    lines.map(read).collect()
}

/// Returns what a generator with a cause counts from the start position and Kiwipete.
fn counts(cause: &Cause, max_depth: u8) -> Vec<Observation> {
    let trees = [START, KIWIPETE]
        .into_iter()
        .flat_map(|fen| (1..=max_depth).map(move |depth| (fen, depth)));
    trees.map(|(fen, depth)| total(fen, depth, count(&position(fen), depth, cause))).collect()
}

#[test]
fn generator_without_edits_equals_perft_on_all_suites() {
    let mut positions = 0;
    for path in all_suites().expect("the suites are there") {
        for row in load(&path).expect("the suite is valid") {
            let position = row.position().expect("the FEN is valid");
            let expected = perft(&position, 2) as u64;
            assert_eq!(count(&position, 2, &Cause::NONE), expected, "{}", row.fen);
            positions += 1;
        }
    }
    assert!(positions > 6000);
}

/// One walk for all edits agrees with a count for each.
#[test]
fn edit_counts_equal_plain_counts() {
    for (position, _) in built_in_positions() {
        let depth = if perft(&position, 3) > 3_000 { 2 } else { 3 };
        let counts = LeafCounts::new(&position, depth, Limits::default(), &mut || true)
            .expect("a small tree");
        assert_eq!(u128::from(counts.right()), perft(&position, depth));
        for edit in Edit::all() {
            let expected = count(&position, depth, &edit.into());
            assert_eq!(counts.with(edit), expected, "{}, depth {depth}: {edit}", position.fen());
        }
    }
}

#[test]
fn edit_divides_add_up_to_counts() {
    let position = position(KIWIPETE);
    for edit in Edit::all().filter(|edit| !edit.code().starts_with("hash-key")) {
        let cause = edit.into();
        let moves = divide_leaves(&position, 2, &cause, Limits::default(), &mut || true)
            .expect("a small tree");
        let sum: u64 = moves.iter().map(|(_, leaves)| leaves).sum();
        // A move that is generated twice is one row.
        if !edit.code().starts_with("twice") {
            assert_eq!(sum, count(&position, 2, &cause), "{edit}");
        }
    }
}

/// Each edit but one changes a count on a built-in position, and the how-to page says why that one does not.
#[test]
fn every_edit_shows_on_a_built_in_position() {
    let mut unseen: Vec<Edit> = Edit::all().collect();
    let mut trees: Vec<_> = built_in_positions()
        .into_iter()
        .flat_map(|(position, max_depth)| {
            (1..=max_depth).map(move |depth| (perft(&position, depth), depth, position))
        })
        .collect();
    trees.sort_by_key(|(leaves, ..)| *leaves);
    for (leaves, depth, position) in trees {
        unseen.retain(|edit| u128::from(count(&position, depth, &(*edit).into())) == leaves);
    }
    assert_eq!(unseen, [edit("hash-key-without-side")]);
    let page = fs::read_to_string(data("../../docs/how-to/debug-a-generator.md"))
        .expect("the page is there");
    assert!(page.contains("hash-key-without-side"));
}

/// Small trees show nearly all edits. Each must be found, so the filter by sign drops none wrongly.
#[test]
fn small_trees_find_every_edit() {
    let trees: Vec<_> = built_in_positions()
        .into_iter()
        .flat_map(|(position, max_depth)| (1..=max_depth).map(move |depth| (position, depth)))
        .filter(|(position, depth)| perft(position, *depth) <= 3_000)
        .collect();
    for cause in Edit::all().map(Cause::from) {
        let observations: Vec<_> = trees
            .iter()
            .map(|&(position, depth)| {
                let reported = Reported::Total(count(&position, depth, &cause));
                Observation { position, depth, reported }
            })
            .collect();
        let diagnosis = find(&observations);
        let is_found = diagnosis.candidates.contains(&cause)
            || diagnosis.extent == SearchExtent::CountsAreRight;
        assert!(is_found, "{cause}: {:?}", diagnosis.candidates);
    }
}

/// Positions with few moves, which transpose, show wrong hash table entries.
#[test]
fn hash_edits_are_found_from_their_counts() {
    let fen = "4k2r/3p1p1p/3P1P1P/8/1p6/1P1p1p1p/P2P1P1P/N3K2R w Kk - 0 1";
    for part in ["depth", "castling", "en-passant"] {
        let cause = Cause::from(edit(&format!("hash-key-without-{part}")));
        let mut observations = counts(&cause, 2);
        observations.push(total(fen, 6, count(&position(fen), 6, &cause)));
        // A tree that is too large for a table.
        observations.push(total(KIWIPETE, 5, 193_690_690));
        let diagnosis = find(&observations);
        assert_eq!(diagnosis.candidates, slice::from_ref(&cause), "{cause}");
        assert_eq!(diagnosis.comparisons.last().and_then(|row| row.right), None, "{cause}");
    }
}

#[test]
fn random_pairs_are_found_from_their_counts() {
    let mut random = SplitMix(54);
    let edits: Vec<_> = Edit::all().filter(|edit| !edit.code().starts_with("hash-key")).collect();
    for _ in 0..10 {
        let cause = Cause::from([(); 2].map(|()| edits[random.below(edits.len())]));
        let diagnosis = find(&counts(&cause, 3));
        // An edit without effect, or hidden by the other, leaves the same counts as a single edit.
        let is_found = match diagnosis.extent {
            SearchExtent::Pairs => diagnosis.candidates.contains(&cause),
            SearchExtent::Singles => !diagnosis.candidates.is_empty(),
            extent => extent == SearchExtent::CountsAreRight,
        };
        assert!(is_found, "{cause}: {:?}", diagnosis.candidates);
    }
}

#[test]
fn posted_totals_with_known_cause_have_it_among_candidates() {
    for row in posted_totals() {
        let diagnosis = find(slice::from_ref(&row.observation));
        let candidates: Vec<_> = diagnosis.candidates.iter().map(ToString::to_string).collect();
        let fen = row.observation.position.fen();
        assert_eq!(diagnosis.comparisons[0].right, Some(row.right), "{fen}");
        if row.is_explained() {
            assert!(candidates.contains(&row.cause), "{fen}: {} not in {candidates:?}", row.cause);
        } else {
            assert_ne!(diagnosis.confidence(), Confidence::Fits, "{fen}: {candidates:?}");
        }
    }
}

#[test]
fn posted_totals_by_source_have_cause_among_first_three() {
    let series = posted_series();
    assert!(series.len() >= 3);
    for rows in series {
        let observations: Vec<_> = rows.iter().map(|row| row.observation.clone()).collect();
        let diagnosis = find(&observations);
        let first: Vec<_> = diagnosis.candidates.iter().take(3).map(ToString::to_string).collect();
        assert!(first.contains(&rows[0].cause), "{}: {first:?}", rows[0].source);
        assert_eq!(diagnosis.confidence(), Confidence::Fits, "{}", rows[0].source);
    }
}

/// Returns a divide with lines like `e2e4 20`.
fn parse_divide(text: &str) -> Reported {
    let parse = |line: &str| {
        let (mv, leaves) = line.split_once(' ').expect(line);
        (mv.to_owned(), leaves.parse().expect(line))
    };
    Reported::Divide(text.split(", ").map(parse).collect())
}

fn diagnose_divide(fen: &str, depth: u8, divide: &str) -> Vec<String> {
    let diagnosis =
        find(&[Observation { position: position(fen), depth, reported: parse_divide(divide) }]);
    diagnosis.candidates.iter().map(ToString::to_string).collect()
}

/// The divides are from Drofa's issue 207 and from `BitBishop`'s `docs/debug_perft.md`.
#[test]
fn posted_divides_are_explained() {
    let found = diagnose_divide(
        START,
        4,
        "a2a3 8457, b2b3 9347, c2c3 9347, d2d3 11961, e2e3 13280, f2f3 8457, g2g3 9347, h2h3 8457, \
         a2a4 9329, b2b4 9332, c2c4 9818, d2d4 12437, e2e4 13308, f2f4 8929, g2g4 9328, h2h4 9329, \
         b1a3 8885, b1c3 9757, g1f3 9754, g1h3 8883",
    );
    assert_eq!(found[0], "legality-not-tested");
    let found = diagnose_divide(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        5,
        "a5a4 52943, a5a6 59028, b4b1 69653, b4b2 48486, b4b3 59708, b4a4 45580, b4c4 63770, \
         b4d4 59563, b4e4 54181, b4f4 10774, e2e3 45326, e2e4 36889, g2g3 14747, g2g4 53895",
    );
    assert_eq!(found[0], "en-passant-no-evasion");
}

#[test]
fn divide_with_castling_in_both_notations_is_read() {
    let fen = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
    let moves = "e2e3 1, e2e4 1, e1d1 1, e1d2 1, e1f1 1, e1f2 1, h1f1 1, h1g1 1, h1h2 1, h1h3 1, \
                 h1h4 1, h1h5 1, h1h6 1, h1h7 1, h1h8 1";
    let found = diagnose_divide(fen, 1, moves);
    assert!(found.contains(&"no-castling".to_owned()), "{found:?}");
    for castling in ["e1g1", "e1h1"] {
        let complete = format!("{moves}, {castling} 1");
        assert_eq!(
            find(&[Observation {
                position: position(fen),
                depth: 1,
                reported: parse_divide(&complete)
            }])
            .confidence(),
            Confidence::Right
        );
        let found = diagnose_divide(fen, 1, &complete.replace("e2e4 1, ", ""));
        assert!(found.contains(&"no-double-push".to_owned()), "{found:?}");
    }
    assert!(diagnose_divide(fen, 1, &format!("{moves}, e1g1 1, a1a2 1")).is_empty());
}

#[test]
fn leaf_categories_are_data() {
    let kiwipete = position(KIWIPETE);
    let right = LeafCategories::count(&kiwipete, 3);
    let observe = |category, count: u128| {
        let reported = Reported::Category(category, count as u64);
        Observation { position: kiwipete, depth: 3, reported }
    };
    let rows = [
        observe(Category::Captures, right.captures),
        observe(Category::EnPassant, right.en_passant),
        observe(Category::Castles, right.castles),
        observe(Category::Promotions, right.promotions),
        observe(Category::Checks, right.checks),
        observe(Category::DiscoveredChecks, right.discovered_checks),
        observe(Category::DoubleChecks, right.double_checks),
        observe(Category::Checkmates, right.checkmates),
    ];
    assert_eq!(find(&rows).extent, SearchExtent::CountsAreRight);
    let cause = Cause::from(edit("no-en-passant"));
    let found =
        find(&[total(KIWIPETE, 3, count(&kiwipete, 3, &cause)), observe(Category::EnPassant, 0)]);
    assert!(found.candidates.contains(&edit("no-en-passant").into()), "{:?}", found.candidates);
}

/// Random offsets that resemble those in posted totals are not explained as if sure.
#[test]
fn random_offsets_could_be_chance() {
    let posted = posted_totals();
    let mut random = SplitMix(54);
    let observations = (0..40).map(|_| random_wrong_total(&mut random, &posted));
    let sure =
        observations.filter(|row| find(slice::from_ref(row)).confidence() == Confidence::Fits);
    assert!(sure.count() <= 2);
}

/// Answers to the questions lead from all edits to one class whose edits have equal counts.
#[test]
fn questions_name_any_edit_within_twelve() {
    let mut random = SplitMix(54);
    let edits: Vec<_> = Edit::all().collect();
    for _ in 0..4 {
        let cause = Cause::from(edits[random.below(edits.len())]);
        let mut left: Vec<Cause> =
            edits.iter().map(|&edit| edit.into()).chain([Cause::NONE]).collect();
        let mut asked = 0;
        while let Some(question) = question(&left) {
            left = question.causes(count(&question.position, question.depth, &cause)).to_vec();
            asked += 1;
            assert!(left.contains(&cause) && asked <= 12, "{cause}: {asked} questions");
        }
    }
}

/// Catalog names that predate the grammar; links still use them.
const OLD_NAMES: &str = include_str!("diagnosis_names.txt");

#[test]
fn codes_are_unique_and_old_names_stay_valid() {
    let mut codes: Vec<_> = Edit::all().map(Edit::code).collect();
    codes.sort();
    assert!(codes.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(codes.len() > 690);
    for name in OLD_NAMES.lines() {
        assert!(Edit::from_code(name).is_some(), "{name}");
    }
    assert_eq!(OLD_NAMES.lines().count(), 69);
}

#[test]
fn texts_are_complete_and_reports_name_edits() {
    for edit in Edit::all() {
        let clause = edit.clause();
        assert!(!clause.is_empty() && !clause.contains(['{', '}']), "{edit}: {clause}");
        assert!(edit.rule().ends_with('.') && !edit.group().is_empty(), "{edit}");
    }
    let folder = data("../../tools/explain/src/diagnosis");
    let reports = fs::read_to_string(folder.join("bug-reports.tsv")).expect("the file is there");
    for line in reports.lines().skip(2) {
        let code = line.split('\t').next().expect("a first field");
        assert!(edit(code).reports().count() > 0, "{line}");
    }
}

#[test]
fn classic_bugs_page_lists_the_grammar() {
    let mut table = String::new();
    let mut group = "";
    let mut groups: Vec<&str> = Vec::new();
    Edit::all().for_each(|edit| {
        if !groups.contains(&edit.group()) {
            groups.push(edit.group());
        }
    });
    for name in groups {
        for edit in Edit::all().filter(|edit| edit.color().is_none() && edit.group() == name) {
            if name != group {
                group = name;
                let head = "| edit | a generator counts as if … | position | depth | right | wrong |\n|---|---|---|---|---|---|";
                let _ = writeln!(table, "\n## {group}\n\n{head}");
            }
            let _ = write!(table, "| `{edit}` | {} |", edit.clause());
            let _ = match edit.example() {
                Some(example) => {
                    let fen = example.position.fen().en_passant(tabiya::EnPassantStyle::Always);
                    writeln!(
                        table,
                        " `{fen}` | {} | {} | {} |",
                        example.depth, example.right, example.wrong
                    )
                }
                None => writeln!(table, " | | | |"),
            };
        }
    }
    let path = data("../../docs/reference/classic-bugs.md");
    if std::env::var_os("UPDATE_PAGES").is_some() {
        let page = fs::read_to_string(&path).expect("the page is there");
        let head = page.split("\n## ").next().expect("a head");
        fs::write(&path, format!("{head}{table}")).expect("the page is writable");
    }
    let page = fs::read_to_string(path).expect("the page is there");
    assert!(
        page.ends_with(&table),
        "docs/reference/classic-bugs.md is not that of the grammar; run the test with UPDATE_PAGES=1"
    );
}

/// A count that no tree at its depth can have is wrong, not too much work.
#[test]
fn huge_counts_at_low_depth_are_diagnosed() {
    for nodes in [1 << 53, i64::MAX as u64, u64::MAX] {
        let divide = Reported::Divide(vec![("e2e4".to_owned(), nodes), ("d2d4".to_owned(), 1)]);
        for reported in [Reported::Total(nodes), divide] {
            let observation = Observation { position: position(START), depth: 1, reported };
            let found = diagnose(&[observation], Limits::default(), &mut || true);
            let found = found.unwrap_or_else(|error| panic!("{nodes}: {error}"));
            assert_eq!(found.comparisons[0].right, Some(20), "{nodes}");
            assert_eq!(found.confidence(), Confidence::NothingFits, "{nodes}");
        }
    }
}

#[test]
fn many_counts_are_refused_or_listed_in_short() {
    let observation = total(START, 2, 399);
    let error = diagnose(&vec![observation.clone(); 1_001], Limits::default(), &mut || true);
    let message = "diagnosis: 1001 counts; expected at most 1000";
    assert_eq!(error.map_err(|error| error.to_string()).err().as_deref(), Some(message));
    let found = diagnose(&vec![observation; 100], Limits { positions: 1_000 }, &mut || true);
    let sentence = found.expect("within the limits").sentence();
    assert!(sentence.ends_with("1 missing, and 92 more)"), "{sentence}");
}

/// Counts for another depth, side or position are named as such, and no bug is.
#[test]
fn counts_for_another_tree_are_recognized() {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for (fen, depth, count, tree, sentence) in [
        (START, 3, 197_281, OtherTree::DepthAbove, "the count is right for one ply more"),
        (START, 5, 197_281, OtherTree::DepthBelow, "the count is right for one ply less"),
        (KIWIPETE, 3, 2_039, OtherTree::DepthBelow, "the count is right for one ply less"),
        (after_e4, 1, 30, OtherTree::OtherSide, "the count is right for the other side to move"),
        (
            after_e4,
            4,
            197_281,
            OtherTree::StartPosition,
            "the count is right for the start position",
        ),
        (START, 4, 4_085_603, OtherTree::Kiwipete, "the count is right for Kiwipete"),
    ] {
        let found = find(&[total(fen, depth, count)]);
        assert_eq!(found.other_tree, Some(tree), "{fen}");
        assert_eq!(found.confidence(), Confidence::OtherTree, "{fen}");
        assert!(found.candidates.is_empty() && found.question.is_none(), "{fen}");
        assert!(found.sentence().starts_with(sentence), "{}", found.sentence());
    }
    let series = [total(START, 2, 8_902), total(START, 3, 197_281)];
    assert!(find(&series).sentence().starts_with("the counts are right for one ply more"));
    // One wrong count is left, so the tree does not explain all.
    let mixed = [total(START, 3, 197_281), total(START, 4, 197_280)];
    assert_eq!(find(&mixed).other_tree, None);
    // A divide is recognized by its sum.
    let rows = perft_divide(START, 4);
    let observation =
        Observation { position: position(START), depth: 3, reported: Reported::Divide(rows) };
    assert_eq!(find(&[observation]).other_tree, Some(OtherTree::DepthAbove));
    // A small count may be a coincidence.
    let few = total("8/8/8/8/8/k7/1p6/2B4K b - - 0 1", 2, 7);
    assert_eq!(find(&[few]).other_tree, None);
}

/// Returns a position's root moves with the leaves behind them.
fn perft_divide(fen: &str, depth: u8) -> Vec<(String, u64)> {
    let position = position(fen);
    let leaves = |mv: &Move| perft(&position.after(*mv), depth - 1) as u64;
    let text = |mv: &Move| tabiya::uci::UciMove::from(*mv).to_string();
    position.legal_moves().iter().map(|mv| (text(mv), leaves(mv))).collect()
}
