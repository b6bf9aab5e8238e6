//! From the outlines of files to the files that define a dialect: which includes which, and what derives from what.

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Definers;
use super::outline::{Derivation, NamedRecord};
use super::walk::File;

/// Of what a file includes, directly or not, more is not looked at.
const MOST_INCLUDED: usize = 1_000;
/// Classes derive from each other no deeper than this.
const MOST_LEVELS: usize = 64;
/// More files are not proposed for one dialect.
const MOST_PROPOSED: usize = 16;

pub(super) fn definers(files: &[File]) -> FxHashMap<Box<str>, Vec<Definers>> {
    let graph = Graph::new(files);
    let dialects = graph.dialects();
    let operations = graph.operations(&dialects);
    let mut found: FxHashMap<Box<str>, Vec<Definers>> = FxHashMap::default();
    for (index, dialect) in dialects.iter().enumerate() {
        let definers = graph.definers(index, dialect, &operations);
        found.entry(dialect.name.into()).or_default().push(definers);
    }
    found
}

struct Dialect<'a> {
    /// The number of its file.
    file: usize,
    record: &'a str,
    name: &'a str,
}

/// The kind of a class or record, by everything that it derives from.
#[derive(Default)]
struct Nature<'a> {
    is_operation: bool,
    is_dialect: bool,
    /// The names among the arguments of its classes.
    arguments: FxHashSet<&'a str>,
}

struct Graph<'a> {
    files: &'a [File],
    /// By the last component of their paths.
    by_name: FxHashMap<&'a str, Vec<usize>>,
    /// The files that declare a class, with how.
    classes: FxHashMap<&'a str, Vec<(usize, &'a Derivation)>>,
    reached: Vec<OnceCell<Reached>>,
    natures: RefCell<FxHashMap<(usize, &'a str), Rc<Nature<'a>>>>,
}

/// The includes of a file.
#[derive(Default)]
struct Reached {
    /// The file and all that it includes, directly or not.
    files: FxHashSet<usize>,
    /// Where it finds those that are not beside the file that includes them.
    folders: Vec<PathBuf>,
}

impl<'a> Graph<'a> {
    fn new(files: &'a [File]) -> Self {
        let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        let mut classes: FxHashMap<&str, Vec<(usize, &Derivation)>> = FxHashMap::default();
        for (index, file) in files.iter().enumerate() {
            if let Some(name) = file.path.file_name().and_then(|it| it.to_str()) {
                by_name.entry(name).or_default().push(index);
            }
            for (name, derivation) in &file.outline.classes {
                classes.entry(name).or_default().push((index, derivation));
            }
        }
        let reached = files.iter().map(|_| OnceCell::new()).collect();
        Self { files, by_name, classes, reached, natures: RefCell::default() }
    }

    /// The file that another one includes by a path, with the folder in which it is looked for if it is not beside it.
    fn included(&self, from: usize, path: &str) -> Option<(usize, Option<PathBuf>)> {
        let path = Path::new(path);
        let candidates = self.by_name.get(path.file_name()?.to_str()?)?;
        let own = self.files[from].path.parent()?;
        let beside = lexically(&own.join(path));
        if let Some(found) = candidates.iter().find(|it| self.files[**it].path == beside) {
            return Some((*found, None));
        }
        let common =
            |it: &Path| own.components().zip(it.components()).take_while(|(one, other)| one == other).count();
        let found = candidates
            .iter()
            .filter(|it| self.files[**it].path.ends_with(path))
            .max_by_key(|it| (common(&self.files[**it].path), Reverse(**it)))?;
        let folder = self.files[*found].path.ancestors().nth(path.components().count())?;
        Some((*found, Some(folder.to_owned())))
    }

    fn reached(&self, file: usize) -> &Reached {
        self.reached[file].get_or_init(|| {
            let mut reached = Reached::default();
            let mut open = vec![file];
            while let Some(next) = open.pop() {
                if reached.files.len() == MOST_INCLUDED || !reached.files.insert(next) {
                    continue;
                }
                for path in &self.files[next].outline.includes {
                    let Some((included, folder)) = self.included(next, path) else { continue };
                    open.push(included);
                    reached.folders.extend(folder.filter(|it| !reached.folders.contains(it)));
                }
            }
            reached.folders.sort();
            reached
        })
    }

    /// The kind of a record with this derivation in a file.
    fn nature(&self, file: usize, derivation: &'a Derivation, levels: usize) -> Nature<'a> {
        let mut nature = Nature::default();
        nature.arguments.extend(derivation.arguments.iter().map(|it| &**it));
        let Some(levels) = levels.checked_sub(1) else { return nature };
        for class in &derivation.parents {
            let inherited = self.nature_of_class(file, class, levels);
            nature.is_operation |= inherited.is_operation;
            nature.is_dialect |= inherited.is_dialect;
            nature.arguments.extend(&inherited.arguments);
        }
        nature
    }

    /// The kind of the class of that name in a file: one of those that it includes, or else of those that may be included before
    /// it.
    fn nature_of_class(&self, file: usize, class: &'a str, levels: usize) -> Rc<Nature<'a>> {
        let declared = self.classes.get(class).map(Vec::as_slice).unwrap_or_default();
        let reached = &self.reached(file).files;
        // The first without parents may only announce the class.
        let visible = declared.iter().filter(|it| reached.contains(&it.0));
        let found = visible.max_by_key(|it| it.1.parents.len()).or(declared.first());
        let key = (found.map_or(usize::MAX, |it| it.0), class);
        if let Some(known) = self.natures.borrow().get(&key) {
            return Rc::clone(known);
        }
        // It is its own where it derives from itself.
        self.natures.borrow_mut().insert(key, Rc::default());
        let mut nature = found.map(|it| self.nature(it.0, it.1, levels)).unwrap_or_default();
        nature.is_operation |= class == "Op";
        nature.is_dialect |= class == "Dialect";
        let nature = Rc::new(nature);
        self.natures.borrow_mut().insert(key, Rc::clone(&nature));
        nature
    }

    fn dialects(&self) -> Vec<Dialect<'a>> {
        let mut found = Vec::new();
        for (file, it) in self.files.iter().enumerate() {
            for NamedRecord { record, name, derivation } in &it.outline.named {
                if self.nature(file, derivation, MOST_LEVELS).is_dialect {
                    found.push(Dialect { file, record, name });
                }
            }
        }
        found
    }

    /// For each file the numbers of the dialects whose operations it defines.
    fn operations(&self, dialects: &[Dialect<'_>]) -> Vec<FxHashSet<usize>> {
        let mut by_record: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (index, dialect) in dialects.iter().enumerate() {
            by_record.entry(dialect.record).or_default().push(index);
        }
        let of_file = |file: usize| {
            let outline = &self.files[file].outline;
            let named = outline.named.iter().map(|it| &it.derivation);
            let mut found = FxHashSet::default();
            for derivation in outline.records.iter().chain(named) {
                let nature = self.nature(file, derivation, MOST_LEVELS);
                if !nature.is_operation {
                    continue;
                }
                for same in nature.arguments.iter().filter_map(|it| by_record.get(it)) {
                    let reached = &self.reached(file).files;
                    let included: Vec<usize> =
                        same.iter().copied().filter(|it| reached.contains(&dialects[*it].file)).collect();
                    found.extend(if included.is_empty() { same } else { &included });
                }
            }
            found
        };
        (0..self.files.len()).map(of_file).collect()
    }

    /// As few files as include all that define operations of the dialect, and as little else as may be.
    fn definers(&self, index: usize, dialect: &Dialect<'_>, operations: &[FxHashSet<usize>]) -> Definers {
        let is_of_others = |it: usize| !operations[it].is_empty() && !operations[it].contains(&index);
        let mut missing: FxHashSet<usize> =
            (0..self.files.len()).filter(|it| operations[*it].contains(&index)).collect();
        let candidates: Vec<usize> = (0..self.files.len())
            .filter(|it| !is_of_others(*it) && !self.reached(*it).files.is_disjoint(&missing))
            .collect();
        let mut chosen = Vec::new();
        while !missing.is_empty() && chosen.len() < MOST_PROPOSED {
            let rank = |it: &usize| {
                let reached = &self.reached(*it).files;
                let found = reached.intersection(&missing).count();
                let is_whole = reached.contains(&dialect.file);
                (found > 0, is_whole, found, Reverse(reached.len()), Reverse(*it))
            };
            let Some(best) = candidates.iter().copied().max_by_key(rank).filter(|it| rank(it).0) else {
                break;
            };
            missing.retain(|it| !self.reached(best).files.contains(it));
            chosen.push(best);
        }
        if chosen.is_empty() {
            chosen.push(dialect.file);
        }
        chosen.sort_unstable();
        let mut include: Vec<PathBuf> =
            chosen.iter().flat_map(|it| &self.reached(*it).folders).cloned().collect();
        include.sort();
        include.dedup();
        Definers { files: chosen.into_iter().map(|it| self.files[it].path.clone()).collect(), include }
    }
}

/// The path without `.` and `..`, by its text alone.
fn lexically(path: &Path) -> PathBuf {
    let mut found = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => _ = found.pop(),
            other => found.push(other),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(files: &[(&str, &str)], dialect: &str, expected: Expect) {
        let files: Vec<File> = files.iter().map(|(path, text)| File::of(path, text)).collect();
        let found = definers(&files);
        let lines = found.get(dialect).into_iter().flatten().map(|it| {
            let paths = |it: &[PathBuf]| it.iter().map(|it| it.display().to_string()).collect::<Vec<_>>();
            format!("{} in {:?}\n", paths(&it.files).join(", "), paths(&it.include))
        });
        expected.assert_eq(&lines.collect::<String>());
    }

    const BASE: (&str, &str) = (
        "/w/include/A/ABase.td",
        "include \"mlir/IR/OpBase.td\"\ndef A_Dialect : Dialect { let name = \"a\"; }
        class A_Op<string m> : Op<A_Dialect, m>;",
    );

    #[test]
    fn the_file_of_the_operations_with_what_it_includes() {
        let ops = ("/w/include/A/AOps.td", "include \"A/ABase.td\"\ndef X : A_Op<\"x\">;");
        let other = (
            "/w/include/B/B.td",
            "include \"A/AOps.td\"\ndef B : Dialect { let name = \"b\"; }\ndef Y : Op<B, \"y\">;",
        );
        check(
            &[BASE, ops, other],
            "a",
            expect![[r#"
            /w/include/A/AOps.td in ["/w/include"]
        "#]],
        );
        check(
            &[BASE, ops, other],
            "b",
            expect![[r#"
            /w/include/B/B.td in ["/w/include"]
        "#]],
        );
        check(&[BASE, ops, other], "c", expect![""]);
    }

    #[test]
    fn one_file_that_includes_the_parts() {
        let parts = [
            ("/w/include/A/Math.td", "def X : A_Op<\"x\">;"),
            ("/w/include/A/Flow.td", "def Y : A_Op<\"y\">;"),
        ];
        let main = ("/w/include/A/A.td", "include \"ABase.td\"\ninclude \"Math.td\"\ninclude \"./Flow.td\"");
        check(
            &[BASE, parts[0], parts[1], main],
            "a",
            expect![[r#"
            /w/include/A/A.td in []
        "#]],
        );
        check(
            &[BASE, parts[0], parts[1]],
            "a",
            expect![[r#"
            /w/include/A/Math.td, /w/include/A/Flow.td in []
        "#]],
        );
    }

    #[test]
    fn operations_of_a_class_that_takes_the_dialect() {
        let shared = ("/w/Shared.td", "class Base<Dialect d, string m> : Op<d, m>;");
        let ops = (
            "/w/Ops.td",
            "include \"Shared.td\"\ndef M : Dialect { string name = \"m\"; }\nmulticlass P { def _x : Base<M, \"x\">; }",
        );
        check(
            &[shared, ops],
            "m",
            expect![[r#"
            /w/Ops.td in []
        "#]],
        );
    }

    #[test]
    fn dialects_without_operations_and_of_equal_names() {
        let one = ("/w/one/M.td", "def M : Dialect { let name = \"m\"; }");
        let two = ("/w/two/M.td", "def M : Dialect { let name = \"m\"; } def X : Op<M, \"x\">;");
        check(
            &[one, two],
            "m",
            expect![[r#"
            /w/one/M.td in []
            /w/two/M.td in []
        "#]],
        );
        check(&[("/w/R.td", "def R : Register { let name = \"r\"; }")], "r", expect![""]);
    }

    #[test]
    fn circles_end() {
        let one = ("/w/One.td", "include \"Two.td\"\nclass C : D;\ndef M : C { let name = \"m\"; }");
        let two = ("/w/Two.td", "include \"One.td\"\nclass D : C;");
        check(&[one, two], "m", expect![""]);
    }
}
