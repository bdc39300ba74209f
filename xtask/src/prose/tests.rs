//! Tests with planted findings, each beside a text without any.

use std::path::{Path, PathBuf};

use super::finding::{Finding, Kind};
use super::inspect;

/// Returns the findings in files, as `path:line: message`.
#[track_caller]
fn findings(files: &[(&str, &str)]) -> Vec<(Kind, String)> {
    let with = |extension: &str| -> Vec<(PathBuf, String)> {
        let named = files.iter().filter(|(path, _)| path.ends_with(extension));
        named.map(|&(path, text)| (PathBuf::from(path), text.to_owned())).collect()
    };
    let paths: Vec<_> = files.iter().map(|(path, _)| PathBuf::from(path)).collect();
    let (sources, pages) = (with(".rs"), with(".md"));
    let found = inspect(&paths, &sources, &pages).expect("the sources are Rust");
    let line = |path: &Path, finding: &Finding| {
        let path = path.display();
        (finding.kind, format!("{path}:{}: {}", finding.line, finding.message))
    };
    let lines = |(path, findings): (_, Vec<_>)| -> Vec<_> {
        findings.iter().map(|finding| line(path, finding)).collect()
    };
    found.into_iter().flat_map(lines).collect()
}

/// Checks that `files` have these findings, all of one kind.
#[track_caller]
fn check(files: &[(&str, &str)], kind: Kind, expected: &[&str]) {
    let (kinds, lines): (Vec<_>, Vec<_>) = findings(files).into_iter().unzip();
    assert_eq!(lines, expected);
    assert!(kinds.iter().all(|&found| found == kind), "{kinds:?}");
}

#[track_caller]
fn check_clean(files: &[(&str, &str)]) {
    assert_eq!(findings(files), []);
}

#[test]
fn doc_comment_with_question_word_is_found() {
    let source = "//! What a crate is.\n\n/// Text.\n///\n/// What is more.\nfn f() {\n    // What else.\n}\n\
                  struct A {\n    /// Whether it is.\n    field: u8,\n}\n";
    let expected = [
        "a.rs:1: doc comment opens with \"What\"; expected a verb or a noun phrase",
        "a.rs:10: doc comment opens with \"Whether\"; expected a verb or a noun phrase",
    ];
    check(&[("a.rs", source)], Kind::Opening, &expected);
    check_clean(&[
        ("a.rs", "/// Whatever `What` is.\nfn f() {}"),
        ("a.md", "# How to test\n\nHow?"),
    ]);
}

#[test]
fn listed_word_is_found_in_comments_and_pages() {
    let source =
        "/// Opens\n/// the doors.\nfn f() { g(/* the\n * Floor */ \"door\") } // lets  in\n";
    let expected = [
        "a.md:3: word \"mended\"; expected to fix or suggest",
        "a.rs:2: word \"doors\"; expected an entry point or run-time dispatch",
        "a.rs:4: word \"Floor\"; expected a layer or module",
        "a.rs:4: word \"lets  in\"; expected to accept",
    ];
    check(&[("a.rs", source), ("a.md", "- text\n- and *more\n  mended*")], Kind::Word, &expected);
}

#[test]
fn listed_word_in_code_is_no_finding() {
    let page =
        "The `door` of\n\n```\na door\n```\n\n| write | not |\n|---|---|\n| entry point | door |";
    check_clean(&[
        ("a.rs", "/// Outdoors, the\u{a0}`floor`.\nfn door(_: &str) {}"),
        ("a.md", page),
    ]);
}

#[test]
fn column_of_words_to_avoid_ends_with_its_table() {
    let table =
        "| write | not |\n|---|---|\n| door | door |\n\n| a | b |\n|---|---|\n| a | door |\n";
    let message = "word \"door\"; expected an entry point or run-time dispatch";
    let expected = [3, 7].map(|line| format!("a.md:{line}: {message}"));
    check(&[("a.md", table)], Kind::Word, &expected.each_ref().map(String::as_str));
}

#[test]
fn sentence_of_36_words_is_found() {
    let sentence = |words: usize| format!("A{}. ", " word".repeat(words - 1));
    let long = format!("/// {}\n/// {}\nfn f() {{}}\n", sentence(35), sentence(36));
    let message = "sentence of 36 words, \"A word word word word …\"; expected at most 35";
    check(&[("a.rs", &long)], Kind::Sentence, &[&format!("a.rs:2: {message}")]);
    let comment = format!("// {}\n", sentence(36));
    check(&[("a.rs", &comment)], Kind::Sentence, &[&format!("a.rs:1: {message}")]);
    let cells = format!("| {} | {} |\n|---|---|\n", sentence(35), sentence(36));
    check(&[("b/a.md", &cells)], Kind::Sentence, &[&format!("b/a.md:1: {message}")]);
}

#[test]
fn blocks_and_code_do_not_lengthen_a_sentence() {
    let part = "word ".repeat(20);
    let list = format!(
        "{part}:\n\n- {part}\n- {part}\n\n```text\n{part} {part}\n```\n\n`{part}`\n`{part}`"
    );
    check_clean(&[("a.md", &list)]);
    let comments =
        format!("fn f() {{}} // {part}\n// {part}\n\n// {part}\n/// {part}\nfn g() {{}}");
    check_clean(&[("a.rs", &comments)]);
    let behind_code = format!("const A: u8 = 1; // {part}\n").repeat(2);
    check_clean(&[("a.rs", &behind_code)]);
}

#[test]
fn timing_is_found_in_rustdoc_and_the_code_map() {
    for figure in
        ["12 ns", "1.5 µs", "3 % slower", "1.5 times as fast", "twice as fast", "2x faster"]
    {
        let source = format!("/// Takes {figure}.\n// Takes {figure}.\nfn f() {{}}");
        let files = [("a.rs", &*source), ("ARCHITECTURE.md", figure), ("docs/a.md", figure)];
        let found = findings(&files);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].1.starts_with("ARCHITECTURE.md:1: timing"), "{found:?}");
        assert!(found[1].1.starts_with("a.rs:1: timing"), "{found:?}");
        assert!(found.iter().all(|(kind, _)| *kind == Kind::Timing), "{found:?}");
    }
    check_clean(&[("a.rs", "/// Prints ns/move after 10 seconds, three times.\nfn f() {}")]);
}

#[test]
fn link_without_target_is_found() {
    let page = "[a](b/c.md) [b](gone.md) ![c](b/c.svg)\n[d][gone] [e] [f](../up.md) [g](/b/c.md)\n";
    let expected = [
        "a.md:1: link to \"gone.md\"; expected a file of the repository",
        "a.md:1: link to \"b/c.svg\"; expected a file of the repository",
        "a.md:2: link to \"gone\"; expected a definition of the label",
        "a.md:2: link to \"../up.md\"; expected a file of the repository",
        "a.md:2: link to \"/b/c.md\"; expected a file of the repository",
    ];
    check(&[("a.md", page), ("b/c.md", "")], Kind::Link, &expected);
    let page =
        "[a](a.md) [b](../b) [c](https://a.b/c) <https://a.b> [d][e] [f](d.rs#L1)\n\n[e]: ../a.md";
    check_clean(&[("b/c.md", page), ("a.md", ""), ("b/a.md", ""), ("b/d.rs", "")]);
}

#[test]
fn anchor_without_heading_is_found() {
    let headings = "# One `two`, three!\n## A\n## A\n";
    let page =
        "[a](#here) [b](b.md#one-two-three) [c](b.md#a-1) [d](b.md#a-2) [e](#gone)\n\n# Here";
    let expected = [
        "a.md:1: link to \"b.md#a-2\"; expected the anchor of a heading",
        "a.md:1: link to \"#gone\"; expected the anchor of a heading",
    ];
    check(&[("a.md", page), ("b.md", headings)], Kind::Link, &expected);
}

#[test]
fn relative_link_in_rustdoc_is_found() {
    let page = "[a](crate::A) [b](#b) [c](../A.md)\n\n# B\n";
    let source = "#[doc = include_str!(\"../PAGE.md\")]\nmod a {}";
    let expected =
        "link to \"../A.md\"; expected an absolute address, since rustdoc includes this page";
    let files = [("crates/a/PAGE.md", page), ("crates/A.md", ""), ("crates/a/src/lib.rs", source)];
    check(&files, Kind::Link, &[&format!("crates/a/PAGE.md:1: {expected}")]);
    let files = [("a/PAGE.md", "[c](../A.md)"), ("A.md", ""), ("a/src/lib.rs", source)];
    check_clean(&files);
}

#[test]
fn page_that_is_too_long_is_found() {
    let lines = |count: usize| "a\n\n".repeat(count / 2);
    for (path, max) in [
        ("README.md", 110),
        ("crates/core/README.md", 30),
        ("docs/how-to/a.md", 90),
        ("docs/decisions/0001-a.md", 45),
    ] {
        let (long, short) = (lines(max + 2), lines(max - 1));
        let message =
            format!("{path}:{}: {} lines; expected at most {max}", max + 1, (max + 2) / 2 * 2);
        check(&[(path, &long)], Kind::Length, &[&message]);
        check_clean(&[(path, &short)]);
    }
    check_clean(&[("CHANGELOG.md", &lines(1000)), ("docs/decisions/rejected.md", &lines(100))]);
}

#[test]
fn line_of_111_columns_is_found() {
    let columns = |count: usize| "ä".repeat(count);
    let expected = ["a.md:3: 111 columns; expected at most 110"];
    let page = format!("{}\n\n{}\n", columns(110), columns(111));
    check(&[("a.md", &page)], Kind::Column, &expected);
    let (wide, target) = (columns(120), "x".repeat(100));
    let exempt =
        format!("```\n{wide}\n```\n\n| {wide} |\n|---|\n\n[text](https://{target}) and text\n");
    check_clean(&[("a.md", &exempt)]);
    let linked = format!("[{}](https://{target})\n", columns(107));
    check(&[("a.md", &linked)], Kind::Column, &["a.md:1: 111 columns; expected at most 110"]);
}

#[test]
fn comments_between_all_tokens_are_found() {
    let source = "// door\nconst A: &str = \"// floor\"; // door\n/* door /* door */ */ fn f<'a>() {\n\
                  \x20   let _ = ['\"', '/']; // door\n    r#\"// floor\"# // door\n}\n// door";
    let found = findings(&[("a.rs", source)]);
    let lines: Vec<_> = found.iter().map(|(_, line)| &line[..7]).collect();
    assert_eq!(
        lines,
        ["a.rs:1:", "a.rs:2:", "a.rs:3:", "a.rs:3:", "a.rs:4:", "a.rs:5:", "a.rs:7:"]
    );
}
