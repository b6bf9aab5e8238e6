//! Rooms without import circles: of two modules in one, at most one knows the other, by whatever way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

use crate::operations::test_modules;
use crate::{FLOORS, root, sources};

/// Modules that import each other all the same: their crate, the module or folder that holds them all, and their number.
/// There is no new one, and the numbers only fall. A recursive grammar is a circle by nature, and so are a state and the
/// handlers that run on it.
const CIRCLES: &[(&str, &str, usize)] = &[
    ("syntax", "", 53),
    ("syntax", "ods", 2),
    ("syntax", "ods/import", 4),
    ("syntax/ods", "", 4),
    ("analysis/presburger", "", 2),
    ("analysis/presburger", "", 5),
    ("analysis/base", "", 2),
    ("analysis/ir", "", 8),
    ("analysis/ir", "affine/symbols", 2),
    ("analysis/ir", "types", 2),
    ("analysis/polyhedral", "dependence/access_relation", 5),
    ("analysis/polyhedral", "loops", 2),
    ("analysis/polyhedral", "loops", 2),
    ("analysis/polyhedral", "memory", 3),
    ("analysis/polyhedral", "report", 4),
    ("analysis/equivalence", "", 6),
    ("analysis/equivalence", "normal", 3),
    ("analysis/equivalence", "relations", 5),
    ("analysis/equivalence", "relations/reader", 3),
    ("analysis/equivalence", "terms", 2),
    ("analysis/optimizer", "model", 6),
    ("analysis/ide", "", 49),
    ("analysis/ide", "actions", 10),
    ("analysis/ide", "diagnostics", 6),
    ("analysis/ide", "formatting", 2),
    ("analysis/ide", "generic_form", 7),
    ("server", "config", 2),
    ("server", "definitions", 7),
    ("server", "dialect_search", 2),
    ("server", "lsp", 31),
    ("server/passes", "lit", 2),
    ("server/passes", "restoration", 4),
];

/// Folders that take one more file for each operation, command, request or report: in a circle they count once.
const SHELVES: &[&str] =
    &["cli", "dialects", "grammar/dialect", "lsp/handlers", "lsp/commands", "report/human", "report/json"];

/// The path of a module from the root of its crate.
type ModulePath = Vec<String>;

/// The modules that each module of a room mentions.
type Imports = BTreeMap<ModulePath, BTreeSet<ModulePath>>;

#[test]
fn rooms_have_no_import_circles_but_those_that_are_named() {
    let mut found = Vec::new();
    let mut members = String::new();
    for room in [&["syntax", "syntax/ods"], FLOORS, &["server", "server/passes", "server/service"]].concat() {
        let imports = imports(room);
        assert!(imports.len() < 3 || imports.values().any(|it| it.len() > 1), "{room}: nothing is imported");
        for circle in circles(&imports).into_iter().filter(|it| size(it) > 1) {
            let (holder, size) = (common(&circle), size(&circle));
            let names: Vec<String> = circle.iter().map(|it| it.join("/")).collect();
            members += &format!("{room}, {size} in `{holder}`: {}\n", names.join(", "));
            found.push((room, holder, size));
        }
    }
    let found: Vec<(&str, &str, usize)> = found.iter().map(|it| (it.0, it.1.as_str(), it.2)).collect();
    assert_eq!(found, CIRCLES, "{members}");
}

#[test]
fn circles_are_found() {
    let path = |it: &str| vec![it.to_owned()];
    let arrows: [(&str, &[&str]); 6] =
        [("a", &["b"]), ("b", &["c"]), ("c", &["b"]), ("d", &["a", "e"]), ("e", &["f"]), ("f", &["d"])];
    let imports = arrows.map(|(from, to)| (path(from), to.iter().map(|it| path(it)).collect()));
    let expected: [&[&str]; 2] = [&["b", "c"], &["d", "e", "f"]];
    let expected = expected.map(|it| it.iter().map(|it| path(it)).collect::<Vec<_>>());
    assert_eq!(circles(&Imports::from(imports)), expected);
}

fn imports(room: &str) -> Imports {
    let source = root().join(room).join("src");
    let mut files = sources(&source);
    let only_tests: Vec<PathBuf> = files.iter().flat_map(test_modules).collect();
    files.retain(|it| !only_tests.contains(it));
    let module = |file: &Path| -> ModulePath {
        let below = file.strip_prefix(&source).unwrap().with_extension("");
        let path = below.iter().map(|it| it.to_string_lossy().into_owned());
        path.filter(|it| it != "lib").collect()
    };
    let of_file = |file: &Path| {
        let mut found = Paths::of(module(file));
        found.visit_file(&syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap());
        (found.module.clone(), found)
    };
    let modules: BTreeMap<ModulePath, Paths> = files.iter().map(|it| of_file(it)).collect();
    let mentioned = |of: &Paths| {
        let of_path = |path: &ModulePath| module_of(path, &modules, MOST_IMPORTS);
        of.mentioned.iter().map(of_path).filter(|it| *it != of.module).collect()
    };
    modules.iter().map(|(module, of)| (module.clone(), mentioned(of))).collect()
}

/// How many modules may hand on a name.
const MOST_IMPORTS: usize = 16;

/// The module where the item of a path stands, also where other modules only hand it on.
fn module_of(path: &[String], modules: &BTreeMap<ModulePath, Paths>, most: usize) -> ModulePath {
    let known = (0..=path.len()).rev().find(|it| modules.contains_key(&path[..*it])).unwrap_or(0);
    let (module, rest) = path.split_at(known);
    let imported = rest.first().and_then(|it| modules.get(module)?.imported.get(it));
    match imported {
        Some(to) if most > 0 => module_of(&[to, &rest[1..]].concat(), modules, most - 1),
        _ => module.to_vec(),
    }
}

/// The largest sets of modules, in order, of which each leads to each.
fn circles(imports: &Imports) -> Vec<Vec<ModulePath>> {
    let reachable: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> =
        imports.keys().map(|it| (it, reached(it, imports))).collect();
    let mut circles = BTreeSet::new();
    for (module, all) in &reachable {
        let circle: Vec<ModulePath> =
            all.iter().filter(|it| reachable[**it].contains(module)).map(|it| (*it).clone()).collect();
        if !circle.is_empty() {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// All modules that a module leads to: itself where it is in a circle.
fn reached<'a>(from: &'a ModulePath, imports: &'a Imports) -> BTreeSet<&'a ModulePath> {
    let mut found = BTreeSet::new();
    let mut pending = vec![from];
    while let Some(module) = pending.pop() {
        pending.extend(imports[module].iter().filter(|it| found.insert(*it)));
    }
    found
}

/// How many modules there are, where a shelf is one.
fn size(modules: &[ModulePath]) -> usize {
    let place = |module: &ModulePath| {
        let path = module.join("/");
        let shelf = SHELVES.iter().find(|it| path.strip_prefix(**it).is_some_and(|it| it.starts_with('/')));
        shelf.map_or(path.clone(), |it| (*it).to_owned())
    };
    modules.iter().map(place).collect::<BTreeSet<_>>().len()
}

/// What the paths of all modules have in common.
fn common(modules: &[ModulePath]) -> String {
    let [first, rest @ ..] = modules else { return String::new() };
    let is_shared = |count: &usize| rest.iter().all(|it| it.get(..*count) == first.get(..*count));
    first[..(0..=first.len()).rev().find(is_shared).unwrap_or(0)].join("/")
}

/// The paths in a file, from the root of the crate, without those that only its tests mention.
struct Paths {
    module: ModulePath,
    /// What the file has imported, by the names it has here.
    imported: BTreeMap<String, ModulePath>,
    mentioned: BTreeSet<ModulePath>,
}

impl Paths {
    fn of(module: ModulePath) -> Self {
        Self { module, imported: BTreeMap::new(), mentioned: BTreeSet::new() }
    }

    /// The path from the root of the crate; `None` where it leads to another crate.
    fn absolute(&self, path: &[String]) -> ModulePath {
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
        from
    }

    fn mention(&mut self, path: &[String]) {
        let path = self.absolute(path);
        self.mentioned.insert(path);
    }

    fn import(&mut self, name: &syn::Ident, path: &[String]) {
        self.mention(path);
        let path = self.absolute(path);
        // A crate of that name, or a module of this one.
        if path != [self.module.as_slice(), &[name.to_string()]].concat() {
            self.imported.insert(name.to_string(), path);
        }
    }

    fn import_tree(&mut self, prefix: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [prefix, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(it) => self.import_tree(&with(&it.ident), &it.tree),
            syn::UseTree::Name(it) if it.ident == "self" => self.mention(prefix),
            syn::UseTree::Name(it) => self.import(&it.ident, &with(&it.ident)),
            syn::UseTree::Rename(it) => self.import(&it.rename, &with(&it.ident)),
            syn::UseTree::Glob(_) => self.mention(prefix),
            syn::UseTree::Group(it) => it.items.iter().for_each(|it| self.import_tree(prefix, it)),
        }
    }
}

impl Visit<'_> for Paths {
    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.import_tree(&[], &item.tree);
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
