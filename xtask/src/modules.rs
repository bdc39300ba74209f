//! The module tree of a crate, parsed from its source files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use regex_lite::Regex;
use syn::{Attribute, Expr, ExprLit, Item, ItemUse, Lit, Meta, UseTree, Visibility};

/// A `use` declaration for one name, or a glob.
#[derive(Clone, Debug)]
pub struct Import {
    /// The path as written, without the glob.
    pub path: Vec<String>,
    /// The name in scope; `None` for a glob and for `as _`.
    pub name: Option<String>,
    /// `true` if the declaration imports all names in a module.
    pub is_glob: bool,
    /// `true` if the import is visible outside the module: `pub use`, `pub(crate) use` and others.
    pub is_reexport: bool,
}

/// A module: its declarations, its imports and the tokens of its items.
#[derive(Debug, Default)]
pub struct Module {
    /// The path below the crate's root, `crate` for the root itself.
    pub name: String,
    /// The file that contains the module.
    pub file: PathBuf,
    /// The index of the parent module; the root is its own parent.
    pub parent: usize,
    /// The indices of the child modules, by name.
    pub children: BTreeMap<String, usize>,
    /// The defined items by name, `true` for types, which can have associated items.
    pub items: BTreeMap<String, bool>,
    /// The module's `use` declarations.
    pub imports: Vec<Import>,
    /// The item tokens as texts, without imports and modules; see [`flatten`].
    pub words: Vec<String>,
}

/// A parsed crate: its modules, which refer to each other by index.
#[derive(Debug)]
pub struct Tree {
    /// All modules, each after its parent; the first is the root.
    pub modules: Vec<Module>,
}

/// A function that returns the source of a file, or `None` if the file does not exist.
type Source<'a> = &'a dyn Fn(&Path) -> Option<String>;

impl Tree {
    /// Parses a crate from its root file and the files of its modules.
    ///
    /// # Errors
    /// Returns an error if a file is missing or does not parse.
    pub fn read(root: &Path, source: Source<'_>) -> Result<Self> {
        let mut tree = Self { modules: vec![Module { name: "crate".into(), ..Module::default() }] };
        let folder = root.parent().context("root file: no parent folder")?;
        tree.read_file(0, root, folder, source)?;
        Ok(tree)
    }

    fn read_file(
        &mut self,
        module: usize,
        file: &Path,
        folder: &Path,
        source: Source<'_>,
    ) -> Result<()> {
        let text = source(file).with_context(|| format!("cannot read {}", file.display()))?;
        let parsed = syn::parse_file(&text).with_context(|| format!("{}", file.display()))?;
        self.modules[module].file = file.to_owned();
        self.add_items(module, parsed.items, folder, source)
    }

    /// Adds items to a module whose child modules have their files in `folder`.
    fn add_items(
        &mut self,
        module: usize,
        items: Vec<Item>,
        folder: &Path,
        source: Source<'_>,
    ) -> Result<()> {
        for item in items {
            let mut words = Vec::new();
            flatten(item.to_token_stream(), &mut words);
            if is_test_only(&words) {
                continue;
            }
            match item {
                Item::Use(item) => self.modules[module].imports.extend(imports(&item)),
                Item::Mod(item) => {
                    let name = item.ident.to_string();
                    let child = self.child(module, &name);
                    let subfolder = folder.join(&name);
                    // An attribute is relative to the folder of the parent's file.
                    let parent = self.modules[module].file.parent().unwrap_or(Path::new(""));
                    let path = item.attrs.iter().find_map(path_attribute);
                    let path = path.map(|path| parent.join(path));
                    if let Some((_, items)) = item.content {
                        self.add_items(child, items, &path.unwrap_or(subfolder), source)?;
                        continue;
                    }
                    let implied = [subfolder.with_extension("rs"), subfolder.join("mod.rs")];
                    let files = path.map_or_else(|| implied.to_vec(), |path| vec![path]);
                    let mut files = files.iter().filter(|file| source(file).is_some());
                    let file = files
                        .next()
                        .with_context(|| format!("module {}: no file", self.modules[child].name))?;
                    self.read_file(child, file, &subfolder, source)?;
                }
                item => self.modules[module].add(&item, words),
            }
        }
        Ok(())
    }

    /// Returns the module at a path and its descendants.
    pub fn with_descendants(&self, path: &str) -> impl Iterator<Item = &Module> {
        let is_selected = move |name: &str| {
            name.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        self.modules.iter().filter(move |module| is_selected(&module.name))
    }

    /// Returns the child module with a name; two declarations with different `cfg` share one
    /// module.
    fn child(&mut self, parent: usize, name: &str) -> usize {
        if let Some(&existing) = self.modules[parent].children.get(name) {
            return existing;
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
    /// Adds an item, and also adds the imports inside function bodies to the module's imports.
    fn add(&mut self, item: &Item, mut words: Vec<String>) {
        if !matches!(item, Item::Impl(_))
            && let Some(found) = DEFINITION.captures(&words.join(" "))
        {
            self.items.insert(found[2].to_owned(), found.get(1).is_none());
        }
        for start in (0..words.len()).filter(|&index| words[index] == "use") {
            let end = words[start..].iter().position(|word| word == ";").unwrap_or_default();
            // `impl Trait + use<'a>` does not parse as an import.
            if let Ok(item) = syn::parse_str::<ItemUse>(&words[start..=start + end].join(" ")) {
                self.imports.extend(imports(&item));
            }
        }
        self.words.append(&mut words);
    }
}

/// The regular expression for an item's definition: the keyword for a value or macro, and the name.
static DEFINITION: LazyLock<Regex> = LazyLock::new(|| {
    let value = "(?:const )?(?:async )?(?:unsafe )?(?:extern 0 )?fn|const|static|macro_rules !";
    let definition = format!(r"\b(?:({value})|enum|struct|trait|type|union) (?:mut )?(\w+)");
    Regex::new(&definition).expect("a valid regular expression")
});

/// Appends the tokens as texts, with group delimiters and with `::` as one. A literal has the text
/// `0`.
fn flatten(tokens: TokenStream, words: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let [open, close] = match group.delimiter() {
                    Delimiter::Parenthesis => ["(", ")"],
                    Delimiter::Brace => ["{", "}"],
                    Delimiter::Bracket => ["[", "]"],
                    Delimiter::None => ["", ""],
                };
                words.push(open.to_owned());
                flatten(group.stream(), words);
                words.push(close.to_owned());
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' => match words.last_mut() {
                Some(last) if last == ":" => last.push(':'),
                _ => words.push(":".to_owned()),
            },
            TokenTree::Literal(_) => words.push("0".to_owned()),
            token => words.push(token.to_string()),
        }
    }
}

/// Returns the value of an attribute `#[path = "…"]`.
fn path_attribute(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) if pair.path.is_ident("path") => {
            Some(path.value())
        }
        _ => None,
    }
}

/// Returns the imports in a `use` declaration, one per name.
fn imports(item: &ItemUse) -> Vec<Import> {
    let mut imports = Vec::new();
    let is_reexport = !matches!(item.vis, Visibility::Inherited);
    add_imports(&item.tree, &mut Vec::new(), is_reexport, &mut imports);
    imports
}

fn add_imports(
    tree: &UseTree,
    path: &mut Vec<String>,
    is_reexport: bool,
    imports: &mut Vec<Import>,
) {
    let mut add = |path: &[String], name: Option<String>, is_glob| {
        let mut path = path.to_vec();
        path.pop_if(|last| last == "self");
        imports.push(Import { path, name, is_glob, is_reexport });
    };
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            add_imports(&tree.tree, path, is_reexport, imports);
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
            tree.items.iter().for_each(|tree| add_imports(tree, path, is_reexport, imports));
        }
    }
}

/// Tests whether an item is compiled only for tests, by the attributes at its begin.
fn is_test_only(words: &[String]) -> bool {
    let parts = words.split(|word| word == "]");
    let mut attributes = parts.take_while(|part| part.first().is_some_and(|word| word == "#"));
    attributes.any(|attribute| {
        let has = |word: &str| attribute.iter().any(|other| other == word);
        attribute[2] == "cfg" && has("test") && !has("any") && !has("not")
    })
}
