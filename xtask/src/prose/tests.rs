//! Tests with planted findings, each beside a text without any.

use std::path::{Path, PathBuf};

use super::inspect;
use super::text::Finding;

/// Returns the findings in files, as `path:line: message`.
#[track_caller]
fn findings(files: &[(&str, &str)]) -> Vec<String> {
    let with = |extension: &str| -> Vec<(PathBuf, String)> {
        let named = files.iter().filter(|(path, _)| path.ends_with(extension));
        named.map(|&(path, text)| (PathBuf::from(path), text.to_owned())).collect()
    };
    let paths: Vec<_> = files.iter().map(|(path, _)| PathBuf::from(path)).collect();
    let sources = with(".rs");
    let pages = with(".md");
    let found = inspect(&paths, &sources, &pages).expect("the sources are Rust");
    let line = |(path, finding): (&Path, Finding)| format!("{}:{finding}", path.display());
    found.into_iter().map(line).collect()
}

/// Checks that `files` have these findings.
#[track_caller]
fn check(files: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(findings(files), expected);
}

#[track_caller]
fn check_clean(files: &[(&str, &str)]) {
    assert_eq!(findings(files), [""; 0]);
}

#[test]
fn doc_comment_with_question_word_is_found() {
    let source = "//! What a crate is.\n\n/// Text.\n///\n/// What is more.\nfn f() {\n    // What else.\n}\n\
                  struct A {\n    /// Whether it is.\n    field: u8,\n}\n";
    let expected = [
        "a.rs:1: doc comment opens with \"What\"; expected a verb or a noun phrase",
        "a.rs:10: doc comment opens with \"Whether\"; expected a verb or a noun phrase",
    ];
    check(&[("a.rs", source)], &expected);
    check_clean(&[
        ("a.rs", "/// Whatever `What` is.\nfn f() {}"),
        ("a.md", "# How to test\n\nHow?"),
    ]);
}

#[test]
fn listed_word_is_found_in_comments_and_pages() {
    let source =
        "/// Opens\n/// the doors.\nfn f() { g(\"door\") }\n// The Floor\nfn g() {} // lets  in\n";
    let expected = [
        "a.md:3: word \"mended\"; expected to fix or suggest",
        "a.rs:2: word \"doors\"; expected an entry point or run-time dispatch",
        "a.rs:4: word \"Floor\"; expected a layer or module",
        "a.rs:5: word \"lets  in\"; expected to accept",
    ];
    check(&[("a.rs", source), ("a.md", "- text\n- and *more\n  mended*")], &expected);
}

#[test]
fn listed_word_in_code_is_no_finding() {
    let page = "The `door` of\n\n```\na door\n```\n";
    check_clean(&[
        ("a.rs", "/// Outdoors, the\u{a0}`floor`.\nfn door(_: &str) {}"),
        ("a.md", page),
    ]);
}

#[test]
fn listed_word_in_table_is_allowed_in_the_style_guide_only() {
    let table = "| write | not |\n|---|---|\n| door | door |\n\nA door.\n";
    let message = "word \"door\"; expected an entry point or run-time dispatch";
    let expected = ["a.md:3", "a.md:3", "a.md:5", "docs/style.md:5"];
    let expected = expected.map(|place| format!("{place}: {message}"));
    let files = [("a.md", table), ("docs/style.md", table)];
    check(&files, &expected.each_ref().map(String::as_str));
}

#[test]
fn sentence_with_36_words_is_found() {
    let sentence = |words: usize| format!("A{}. ", " word".repeat(words - 1));
    let long = format!("/// {}\n/// {}\nfn f() {{}}\n", sentence(35), sentence(36));
    let message = "sentence of 36 words, \"A word word word word …\"; expected at most 35";
    check(&[("a.rs", &long)], &[&format!("a.rs:2: {message}")]);
    let comment = format!("// {}\n", sentence(36));
    check(&[("a.rs", &comment)], &[&format!("a.rs:1: {message}")]);
    let cells = format!("| {} | {} |\n|---|---|\n", sentence(35), sentence(36));
    check(&[("b/a.md", &cells)], &[&format!("b/a.md:1: {message}")]);
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
        assert!(found[0].starts_with("ARCHITECTURE.md:1: timing"), "{found:?}");
        assert!(found[1].starts_with("a.rs:1: timing"), "{found:?}");
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
    check(&[("a.md", page), ("b/c.md", "")], &expected);
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
    check(&[("a.md", page), ("b.md", headings)], &expected);
}

#[test]
fn relative_link_in_rustdoc_is_found() {
    let page = "[a](crate::A) [b](#b) [c](../A.md)\n\n# B\n";
    let source = "#[doc = include_str!(\"../PAGE.md\")]\nmod a {}";
    let expected =
        "link to \"../A.md\"; expected an absolute address, since rustdoc includes this page";
    let files = [("crates/a/PAGE.md", page), ("crates/A.md", ""), ("crates/a/src/lib.rs", source)];
    check(&files, &[&format!("crates/a/PAGE.md:1: {expected}")]);
    let files = [("a/PAGE.md", "[c](../A.md)"), ("A.md", ""), ("a/src/lib.rs", source)];
    check_clean(&files);
}

#[test]
fn page_with_too_many_words_is_found() {
    let words = |count: usize| "Word. ".repeat(count);
    for (path, max) in [
        ("README.md", 900),
        ("crates/core/README.md", 250),
        ("docs/how-to/a.md", 900),
        ("docs/decisions/0001-a.md", 500),
    ] {
        let message = format!("{path}:1: {} words; expected at most {max}", max + 1);
        check(&[(path, &words(max + 1))], &[&message]);
        check_clean(&[(path, &words(max))]);
    }
    check_clean(&[("docs/style.md", &words(5_000)), ("docs/migration/a.md", &words(5_000))]);
}

#[test]
fn page_with_too_many_genitives_is_found() {
    let page =
        |of_count: usize| "Go of it. ".repeat(of_count) + &"Word. ".repeat(200 - 3 * of_count);
    let message = "README.md:1: 10 times \"of\" in 200 words; expected at most 45 per 1,000";
    check(&[("README.md", &page(10))], &[message]);
    check_clean(&[("README.md", &page(9)), ("docs/style.md", &page(60))]);
    check_clean(&[("README.md", &"Go of it. ".repeat(40))]);
}

#[test]
fn code_and_table_words_do_not_count() {
    let words = "word ".repeat(1_000);
    let page = format!("word\n\n```\n{words}\n```\n\n| a |\n|---|\n{}", "| word |\n".repeat(1_000));
    check_clean(&[("README.md", &page)]);
}

#[test]
fn comments_alone_and_behind_code_are_found() {
    let source = "// door\nconst A: &str = \"// floor\";\n//! door\nfn f<T>() { // door\n    /// door\n    //\n\
                  \x20   // door\n}\n//// floor\n";
    let found = findings(&[("a.rs", source)]);
    let lines: Vec<_> = found.iter().map(|line| &line[..7]).collect();
    assert_eq!(lines, ["a.rs:1:", "a.rs:3:", "a.rs:4:", "a.rs:5:", "a.rs:7:"]);
}
