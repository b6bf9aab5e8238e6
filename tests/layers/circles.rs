//! Rooms without import circles: of two modules in one, at most one knows the other, by whatever way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};

/// Crates whose modules are on floors too.
const ROOMS: &[&str] = &["analysis/transforms", "analysis/rules"];

/// The modules that each module of a room mentions, by their paths from the crate's root.
type Imports = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

#[test]
fn rooms_have_no_import_circles() {
    for room in ROOMS {
        let imports = imports(room);
        assert!(imports.len() > 1 && imports.values().any(|it| it.len() > 1), "{room}: nothing is imported");
        assert_eq!(circle(&imports), None, "an import circle in {room}");
    }
}

#[test]
fn a_circle_is_found() {
    let path = |it: &str| vec![it.to_owned()];
    let arrows = [("a", "b"), ("b", "c"), ("c", "b"), ("d", "a")];
    let imports = arrows.map(|(from, to)| (path(from), BTreeSet::from([path(to)])));
    assert_eq!(circle(&Imports::from(imports)), Some(["b", "c"].map(path).to_vec()));
}

fn imports(room: &str) -> Imports {
    let source = super::root().join(room).join("src");
    let files = super::sources(&source);
    let module = |file: &Path| -> Vec<String> {
        let below = file.strip_prefix(&source).unwrap().with_extension("");
        let path = below.iter().map(|it| it.to_string_lossy().into_owned());
        path.filter(|it| it != "lib").collect()
    };
    let modules: BTreeSet<Vec<String>> = files.iter().map(|it| module(it)).collect();
    let of_file = |file: &Path| {
        let mut found = Paths { module: module(file), modules: &modules, mentioned: BTreeSet::new() };
        found.visit_file(&syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap());
        found.mentioned.remove(&found.module);
        (found.module, found.mentioned)
    };
    files.iter().map(|it| of_file(it)).collect()
}

/// The modules of a circle, if there is one: what is left when modules that import none that is left are taken away,
/// and then those that none that is left imports.
fn circle(imports: &Imports) -> Option<Vec<Vec<String>>> {
    let mut left: BTreeSet<&Vec<String>> = imports.keys().collect();
    loop {
        let before = left.len();
        let all = left.clone();
        left.retain(|it| imports[*it].iter().any(|to| all.contains(to)));
        let all = left.clone();
        left.retain(|it| all.iter().any(|from| imports[*from].contains(*it)));
        if left.len() == before {
            break;
        }
    }
    (!left.is_empty()).then(|| left.into_iter().cloned().collect())
}

/// Collects the modules that the paths of a file lead to, without those that only its tests mention.
struct Paths<'a> {
    module: Vec<String>,
    modules: &'a BTreeSet<Vec<String>>,
    mentioned: BTreeSet<Vec<String>>,
}

impl Paths<'_> {
    fn mention(&mut self, path: &[String]) {
        let (mut from, mut rest) = (self.module.clone(), path);
        match path.first().map(String::as_str) {
            Some("crate") => (from, rest) = (Vec::new(), &path[1..]),
            Some("self") => rest = &path[1..],
            _ => {
                while rest.first().is_some_and(|it| it == "super") {
                    from.pop();
                    rest = &rest[1..];
                }
            }
        }
        from.extend_from_slice(rest);
        // What is no module is an item of one.
        while !from.is_empty() && !self.modules.contains(&from) {
            from.pop();
        }
        self.mentioned.insert(from);
    }

    fn mention_tree(&mut self, prefix: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [prefix, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(it) => self.mention_tree(&with(&it.ident), &it.tree),
            syn::UseTree::Name(it) if it.ident == "self" => self.mention(prefix),
            syn::UseTree::Name(it) => self.mention(&with(&it.ident)),
            syn::UseTree::Rename(it) => self.mention(&with(&it.ident)),
            syn::UseTree::Glob(_) => self.mention(prefix),
            syn::UseTree::Group(it) => it.items.iter().for_each(|it| self.mention_tree(prefix, it)),
        }
    }
}

impl Visit<'_> for Paths<'_> {
    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.mention_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        if path.segments.len() > 1 {
            let names: Vec<String> = path.segments.iter().map(|it| it.ident.to_string()).collect();
            self.mention(&names);
        }
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        let is_test = |it: &syn::Attribute| it.path().is_ident("cfg");
        if !item.attrs.iter().any(is_test) {
            visit::visit_item_mod(self, item);
        }
    }
}
