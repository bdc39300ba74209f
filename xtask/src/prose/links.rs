//! The links on pages: each leads to a file in the repository, or to a heading on a page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{CowStr, Event, LinkType, Parser, Tag, TagEnd};

use super::blocks::options;
use super::text::{Finding, Text};

/// The repository's files, and what links can lead to.
#[derive(Debug, Default)]
pub struct Files {
    /// The paths to all files in the repository and their folders.
    paths: BTreeSet<PathBuf>,
    /// The anchors on each page.
    anchors: BTreeMap<PathBuf, BTreeSet<String>>,
    /// The pages that a published crate includes in its rustdoc.
    in_rustdoc: BTreeSet<PathBuf>,
}

impl Files {
    /// Adds the path to a file, whatever its kind.
    pub fn add(&mut self, path: &Path) {
        self.paths.extend(path.ancestors().map(Path::to_owned));
    }

    /// Adds the anchors on a page.
    pub fn add_page(&mut self, path: &Path, page: &str) {
        self.anchors.insert(path.to_owned(), anchors(page));
    }

    /// Adds the pages that a crate's Rust source includes as rustdoc: `doc = include_str!("…")`.
    /// Sources elsewhere include pages only to test their examples.
    pub fn add_source(&mut self, path: &Path, source: &str) {
        if !path.starts_with("crates") && !path.starts_with("tools") {
            return;
        }
        for after in source.split("doc = include_str!(\"").skip(1) {
            let page = after.split('"').next().unwrap_or_default();
            self.in_rustdoc.extend(resolve_link(path, page));
        }
    }

    /// Returns the violations in the links on a page.
    pub fn inspect(&self, path: &Path, text: &Text) -> Vec<Finding> {
        let mut findings = Vec::new();
        for link in links(&text.markdown) {
            let problem = if link.is_defined {
                self.link_problem(path, &link.target)
            } else {
                Some("expected a definition of the label")
            };
            if let Some(problem) = problem {
                let message = format!("link to \"{}\"; {problem}", link.target);
                findings.push(Finding { line: text.line(link.offset), message });
            }
        }
        findings
    }

    /// Returns the problem with a link from a page, if there is one.
    fn link_problem(&self, from: &Path, target: &str) -> Option<&'static str> {
        let is_in_rustdoc = self.in_rustdoc.contains(from);
        let is_absolute = target.contains("://") || target.starts_with("mailto:");
        if is_absolute || (is_in_rustdoc && target.contains("::")) {
            return None;
        }
        let (file, anchor) = match target.split_once('#') {
            Some((file, anchor)) => (file, Some(anchor)),
            None => (target, None),
        };
        let path = if file.is_empty() { Some(from.to_owned()) } else { resolve_link(from, file) };
        let Some(path) = path.filter(|path| self.paths.contains(path)) else {
            return Some("expected a file of the repository");
        };
        if is_in_rustdoc && !file.is_empty() {
            return Some("expected an absolute address, since rustdoc includes this page");
        }
        // Source lines have anchors too.
        let anchors = self.anchors.get(&path)?;
        let is_known = anchor.is_none_or(|anchor| anchors.contains(anchor));
        (!is_known).then_some("expected the anchor of a heading")
    }
}

/// Returns the path that a relative link leads to, if it stays in the repository.
fn resolve_link(from: &Path, target: &str) -> Option<PathBuf> {
    let mut path = from.parent()?.to_owned();
    for component in Path::new(target).components() {
        match component {
            Component::Normal(name) => path.push(name),
            Component::ParentDir if !path.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

/// A link or image on a page.
struct Link {
    offset: usize,
    /// The target of the link, or its label if the page lacks a definition.
    target: String,
    is_defined: bool,
}

/// Returns the links and images on a page.
fn links(page: &str) -> Vec<Link> {
    let mut links = Vec::new();
    let note = |link: pulldown_cmark::BrokenLink<'_>| -> Option<(CowStr<'_>, CowStr<'_>)> {
        // `[label]` alone may be text or a link that rustdoc resolves.
        if link.link_type != LinkType::Shortcut {
            let target = link.reference.to_string();
            links.push(Link { offset: link.span.start, target, is_defined: false });
        }
        None
    };
    let parser = Parser::new_with_broken_link_callback(page, options(), Some(note));
    let mut defined = Vec::new();
    for (event, range) in parser.into_offset_iter() {
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
            let target = dest_url.into_string();
            defined.push(Link { offset: range.start, target, is_defined: true });
        }
    }
    links.extend(defined);
    links
}

/// Returns the anchors for the headings on a page, as GitHub and rustdoc derive them.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut heading = None;
    for event in Parser::new_ext(page, options()) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let slug = slug(&heading.take().unwrap_or_default());
                let numbered = (1..).map(|number| format!("{slug}-{number}"));
                let mut candidates = std::iter::once(slug.clone()).chain(numbered);
                anchors.extend(candidates.find(|anchor| !anchors.contains(anchor)));
            }
            _ => {}
        }
    }
    anchors
}

fn slug(heading: &str) -> String {
    let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading.to_lowercase().chars().filter(is_kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}
