//! The modules of a crate, read from its sources.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Item, ItemUse, Meta, MetaList, Token, UseTree, Visibility};

/// A `use` declaration of one name, or of a glob.
#[derive(Clone, Debug)]
pub struct Import {
    /// The path as written, without the glob.
    pub path: Vec<String>,
    /// The name that it binds; none for a glob and for `as _`.
    pub name: Option<String>,
    /// Whether it imports all names of a module.
    pub is_glob: bool,
    /// Whether it is visible beyond its module: `pub use`, `pub(crate) use` and the like.
    pub is_reexport: bool,
}

/// A module: what it declares, and the tokens of its items.
#[derive(Debug, Default)]
pub struct Module {
    /// The path below the root of the crate, `crate` for the root itself.
    pub name: String,
    /// The file that it stands in.
    pub file: PathBuf,
    /// The module that declares it; the root has itself.
    pub parent: usize,
    /// The modules it declares.
    pub children: BTreeMap<String, usize>,
    /// The items it defines, and whether a path can go on behind them.
    pub items: BTreeMap<String, bool>,
    /// The names it imports.
    pub imports: Vec<Import>,
    /// The tokens of its items, imports and modules left out.
    pub tokens: Vec<TokenStream>,
}

/// The modules of a crate; the first is the root.
#[derive(Debug)]
pub struct Tree {
    /// All modules, each behind its parent.
    pub modules: Vec<Module>,
}

/// The source of a file, if the file exists.
type Source<'a> = &'a dyn Fn(&Path) -> Option<String>;

impl Tree {
    /// Reads a crate from its root file and the files of its modules.
    ///
    /// # Errors
    /// If a file is missing or is not Rust.
    pub fn read(root: &Path, source: Source<'_>) -> Result<Self> {
        let mut tree = Self { modules: vec![Module { name: "crate".into(), ..Module::default() }] };
        let folder = root.parent().context("a root file lies in a folder")?;
        tree.read_file(0, root, folder, source)?;
        Ok(tree)
    }

    fn read_file(
        &mut self,
        at: usize,
        file: &Path,
        folder: &Path,
        source: Source<'_>,
    ) -> Result<()> {
        let text = source(file).with_context(|| format!("cannot read {}", file.display()))?;
        let parsed = syn::parse_file(&text).with_context(|| format!("{}", file.display()))?;
        self.modules[at].file = file.to_owned();
        self.add_items(at, parsed.items, folder, source)
    }

    /// Adds items to a module whose children lie in `folder`.
    fn add_items(
        &mut self,
        at: usize,
        items: Vec<Item>,
        folder: &Path,
        source: Source<'_>,
    ) -> Result<()> {
        for item in items {
            if is_for_tests(attributes(&item)) {
                continue;
            }
            match item {
                Item::Use(item) => self.modules[at].imports.extend(imports(&item)),
                Item::Mod(item) => {
                    let name = item.ident.to_string();
                    let child = self.child(at, &name);
                    let below = folder.join(&name);
                    match item.content {
                        Some((_, items)) => self.add_items(child, items, &below, source)?,
                        None => {
                            let files = [below.with_extension("rs"), below.join("mod.rs")];
                            let file = existing(&files, source).with_context(|| {
                                format!("no file for the module {}", self.modules[child].name)
                            })?;
                            self.read_file(child, file, &below, source)?;
                        }
                    }
                }
                item => self.modules[at].add(&item),
            }
        }
        Ok(())
    }

    /// Returns the module of a path below the root, and those below it.
    pub fn at_and_below(&self, path: &str) -> impl Iterator<Item = &Module> {
        let is_below = move |name: &str| {
            name.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        self.modules.iter().filter(move |module| is_below(&module.name))
    }

    /// Returns the child of a name; one that `cfg` declares twice is one module.
    fn child(&mut self, parent: usize, name: &str) -> usize {
        if let Some(&known) = self.modules[parent].children.get(name) {
            return known;
        }
        let path = match parent {
            0 => name.to_owned(),
            _ => format!("{}::{name}", self.modules[parent].name),
        };
        let child = self.modules.len();
        let file = self.modules[parent].file.clone();
        self.modules.push(Module { name: path, file, parent, ..Module::default() });
        self.modules[parent].children.insert(name.to_owned(), child);
        child
    }
}

impl Module {
    fn add(&mut self, item: &Item) {
        let named = match item {
            Item::Const(item) => Some((&item.ident, false)),
            Item::Static(item) => Some((&item.ident, false)),
            Item::Fn(item) => Some((&item.sig.ident, false)),
            Item::Macro(item) => item.ident.as_ref().map(|name| (name, false)),
            Item::Enum(item) => Some((&item.ident, true)),
            Item::Struct(item) => Some((&item.ident, true)),
            Item::Trait(item) => Some((&item.ident, true)),
            Item::Type(item) => Some((&item.ident, true)),
            Item::Union(item) => Some((&item.ident, true)),
            _ => None,
        };
        if let Some((name, is_type)) = named {
            *self.items.entry(name.to_string()).or_default() |= is_type;
        }
        let tokens = item.to_token_stream();
        self.add_local_imports(&tokens);
        self.tokens.push(tokens);
    }

    /// Adds the imports inside function bodies to those of the module.
    fn add_local_imports(&mut self, tokens: &TokenStream) {
        let mut tokens = tokens.clone().into_iter();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.add_local_imports(&group.stream()),
                TokenTree::Ident(word) if word == "use" => {
                    let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';');
                    let mut statement = TokenStream::from(TokenTree::from(word));
                    for token in tokens.by_ref() {
                        let ends = is_end(&token);
                        statement.extend([token]);
                        if ends {
                            break;
                        }
                    }
                    // What does not parse is `impl Trait + use<'a>`.
                    if let Ok(item) = syn::parse2::<ItemUse>(statement) {
                        self.imports.extend(imports(&item));
                    }
                }
                _ => {}
            }
        }
    }
}

fn existing<'a>(files: &'a [PathBuf], source: Source<'_>) -> Option<&'a PathBuf> {
    files.iter().find(|file| source(file).is_some())
}

/// Returns the names that a declaration imports, one by one.
fn imports(item: &ItemUse) -> Vec<Import> {
    let mut found = Vec::new();
    let is_reexport = !matches!(item.vis, Visibility::Inherited);
    add_imports(&item.tree, &mut Vec::new(), is_reexport, &mut found);
    found
}

fn add_imports(tree: &UseTree, path: &mut Vec<String>, is_reexport: bool, found: &mut Vec<Import>) {
    let mut add = |path: &[String], name: Option<String>, is_glob| {
        let mut path = path.to_vec();
        path.pop_if(|last| last == "self");
        found.push(Import { path, name, is_glob, is_reexport });
    };
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            add_imports(&tree.tree, path, is_reexport, found);
            path.pop();
        }
        UseTree::Name(tree) => {
            let last = tree.ident.to_string();
            let name = if last == "self" { path.last().cloned() } else { Some(last.clone()) };
            add(&[&path[..], &[last]].concat(), name, false);
        }
        UseTree::Rename(tree) => {
            let name = Some(tree.rename.to_string()).filter(|name| name != "_");
            add(&[&path[..], &[tree.ident.to_string()]].concat(), name, false);
        }
        UseTree::Glob(_) => add(path, None, true),
        UseTree::Group(tree) => {
            tree.items.iter().for_each(|tree| add_imports(tree, path, is_reexport, found));
        }
    }
}

/// Tests whether an item is compiled for tests alone.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    conditions.filter_map(|cfg| cfg.parse_args().ok()).any(|condition| needs_test(&condition))
}

/// Tests whether a condition of `cfg` holds in builds of tests alone.
fn needs_test(condition: &Meta) -> bool {
    let parts = |list: &MetaList| -> Vec<Meta> {
        let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        parts.map(|parts| parts.into_iter().collect()).unwrap_or_default()
    };
    match condition {
        Meta::Path(path) => path.is_ident("test") || path.is_ident("doctest"),
        Meta::List(list) if list.path.is_ident("all") => parts(list).iter().any(needs_test),
        Meta::List(list) if list.path.is_ident("any") => parts(list).iter().all(needs_test),
        _ => false,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
