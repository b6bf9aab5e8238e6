//! The evaluator: items one after the other, the fields of records on demand.
//!
//! A field refers to the last value of other fields, whatever was said first: `let` after inheritance decides. So a field
//! is kept as an expression with the names that it sees, and evaluated once its record is complete.

mod bangs;
mod cost;
mod expressions;
mod items;
mod records;
mod scope;

use crate::ast::*;
use crate::lexer::Offset;
use crate::value::{RecordId, Value};
use crate::{Error, Limits, Record, RecordFilter, Records, Source};
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Scope;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The result of an evaluation, or nothing where an error was reported.
type Evaluated<T> = Option<T>;

pub(crate) struct Evaluator<'a> {
    source: &'a dyn Source,
    limits: Limits,
    steps: u64,
    depth: usize,
    /// The file and the place of what is evaluated.
    place: (usize, Offset),
    /// The paths of all files so far.
    files: Vec<Name>,
    file: usize,
    /// The main file that is evaluated.
    main: Name,
    /// Files that are being included.
    open_files: Vec<Name>,
    /// Files that earlier main files have included: once is enough, whether they guard themselves or not.
    done_files: FxHashSet<Name>,
    /// The earlier meanings of names that the current main file redefines.
    shadowed: Vec<Meaning>,
    /// The names that files of earlier main files redefine, and which files each includes.
    meanings: FxHashMap<Name, FxHashMap<Name, Meaning>>,
    includes: FxHashMap<Name, Vec<Name>>,
    macros: FxHashSet<Name>,
    classes: FxHashMap<Name, Rc<ClassInfo>>,
    /// With the files that they are in.
    multiclasses: FxHashMap<Name, (Arc<MultiClass>, usize)>,
    types: FxHashMap<Name, Type>,
    globals: Rc<Scope>,
    records: Vec<Draft>,
    by_name: FxHashMap<Name, RecordId>,
    /// `let … in` around, each with what its values see.
    lets: Vec<(Arc<[Assignment]>, Rc<Scope>)>,
    /// Those of them that are outside of the multiclass that is expanded.
    outer_lets: usize,
    /// The records of each `defset` around.
    defsets: Vec<Vec<RecordId>>,
    /// The classes that each enclosing `defm` adds to the records of its multiclasses.
    added_parents: Vec<(Arc<Defm>, usize, Rc<Scope>)>,
    /// By their patterns; `None` for invalid ones.
    regexes: FxHashMap<Arc<str>, Option<regex::Regex>>,
    errors: Vec<Error>,
    /// The places of all errors: an error in a class occurs in each of its records.
    wrong_places: FxHashSet<(usize, Offset)>,
}

/// The meaning of a name.
#[derive(Clone)]
enum Meaning {
    Record(Name, RecordId),
    Class(Rc<ClassInfo>),
}

struct ClassInfo {
    file: Name,
    file_index: usize,
    class: Arc<Class>,
    /// Its fields and those of its parents.
    fields: Rc<FxHashSet<Name>>,
    /// Records without names, by their arguments.
    instances: RefCell<FxHashMap<Vec<Value>, RecordId>>,
}

/// Which records are evaluated.
#[derive(Default)]
struct Finished {
    /// All before this one that are wanted.
    until: RecordId,
    /// The arguments of the classes of each that is.
    arguments: FxHashMap<RecordId, Vec<Vec<Value>>>,
}

/// A record while it is made.
struct Draft {
    name: Name,
    is_anonymous: bool,
    parents: Vec<(Name, Rc<Scope>)>,
    fields: Vec<DraftField>,
    index: FxHashMap<Name, usize>,
    is_partial: bool,
    file: usize,
    at: Offset,
}

struct DraftField {
    name: Name,
    ty: Type,
    value: FieldValue,
}

#[derive(Clone)]
enum FieldValue {
    Unset,
    Known(Value),
    Later(Rc<Later>),
    /// It is being evaluated; what it was before it was set is what it sees of itself.
    Busy(Option<Rc<Later>>),
}

/// An expression with what it sees.
struct Later {
    expr: Arc<Expr>,
    scope: Rc<Scope>,
    /// The bits that are set, if not all.
    bits: Option<Vec<usize>>,
    before: FieldValue,
    /// Where the expression is.
    file: usize,
}

/// Evaluates files as if one included them all.
pub(crate) fn evaluate(
    source: &dyn Source,
    main: &[&str],
    filter: Option<&RecordFilter<'_>>,
    limits: Limits,
) -> Records {
    let mut evaluator = Evaluator {
        source,
        limits,
        steps: 0,
        depth: 0,
        place: (0, 0),
        files: Vec::new(),
        file: 0,
        main: "".into(),
        open_files: Vec::new(),
        done_files: FxHashSet::default(),
        shadowed: Vec::new(),
        meanings: FxHashMap::default(),
        includes: FxHashMap::default(),
        macros: FxHashSet::default(),
        classes: FxHashMap::default(),
        multiclasses: FxHashMap::default(),
        types: FxHashMap::default(),
        globals: Rc::default(),
        records: Vec::new(),
        by_name: FxHashMap::default(),
        lets: Vec::new(),
        outer_lets: 0,
        defsets: Vec::new(),
        added_parents: Vec::new(),
        regexes: FxHashMap::default(),
        errors: Vec::new(),
        wrong_places: FxHashSet::default(),
    };
    let mut finished = Finished::default();
    for path in main {
        evaluator.main = Name::from(*path);
        evaluator.main_file(path);
        // As long as names stand for what this file says.
        evaluator.finish(filter, &mut finished);
        evaluator.done_files.extend(evaluator.files.iter().cloned());
        evaluator.restore_shadowed();
    }
    evaluator.into_records(finished)
}

impl Evaluator<'_> {
    fn error(&mut self, at: Offset, message: impl Into<String>) {
        self.error_in(self.file, at, message.into());
    }

    /// An error at the item that is evaluated.
    fn error_here(&mut self, message: String) {
        let (file, at) = self.place;
        self.error_in(file, at, message);
    }

    fn error_in(&mut self, file: usize, at: Offset, message: String) {
        if self.errors.len() < self.limits.errors && self.wrong_places.insert((file, at)) {
            let file = self.files.get(file).cloned().unwrap_or_else(|| "".into());
            self.errors.push(Error { file, main: Arc::clone(&self.main), at, message });
        }
    }

    /// Gives names the meaning back that they had before the last main file.
    fn restore_shadowed(&mut self) {
        while let Some(before) = self.shadowed.pop() {
            let Some(now) = self.set_meaning(before) else { continue };
            let (file, name) = match &now {
                Meaning::Record(name, id) => {
                    (self.records.get(*id).and_then(|it| self.files.get(it.file)).cloned(), name.clone())
                }
                Meaning::Class(info) => (Some(info.file.clone()), info.class.name.clone()),
            };
            if let Some(file) = file {
                self.meanings.entry(file).or_default().insert(name, now);
            }
        }
    }

    /// The meaning that the name had so far.
    fn set_meaning(&mut self, meaning: Meaning) -> Option<Meaning> {
        match meaning {
            Meaning::Record(name, id) => {
                self.by_name.insert(name.clone(), id).map(|before| Meaning::Record(name, before))
            }
            Meaning::Class(info) => self.classes.insert(info.class.name.clone(), info).map(Meaning::Class),
        }
    }

    /// A file that an earlier main file has included means here what it meant there, with all that it includes.
    fn include_again(&mut self, path: &Name) {
        let mut rest = vec![path.clone()];
        let mut seen = FxHashSet::default();
        while let Some(path) = rest.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            rest.extend(self.includes.get(&path).into_iter().flatten().cloned());
            let meanings: Vec<Meaning> =
                self.meanings.get(&path).into_iter().flat_map(|it| it.values()).cloned().collect();
            let _ = self.charge(meanings.len());
            for meaning in meanings {
                let before = self.set_meaning(meaning);
                self.shadowed.extend(before);
            }
        }
    }

    /// Runs `inside` as a part of a file.
    fn in_file<T>(&mut self, file: usize, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.file, file);
        let found = inside(self);
        self.file = outer;
        found
    }

    /// Evaluates the selected fields of the records since the last call, and of the records that they refer to.
    fn finish(&mut self, filter: Option<&RecordFilter<'_>>, finished: &mut Finished) {
        let is_wanted = |it: &Draft| match filter {
            Some(filter) => !it.is_anonymous && it.parents.iter().any(|it| filter.classes.contains(&&*it.0)),
            None => true,
        };
        let mut referred = Vec::new();
        // Evaluating makes more records.
        while self.steps < self.limits.steps {
            let id = match referred.pop() {
                Some(id) => id,
                None if finished.until < self.records.len() => {
                    finished.until += 1;
                    let id = finished.until - 1;
                    if !self.records.get(id).is_some_and(is_wanted) {
                        continue;
                    }
                    id
                }
                None => break,
            };
            if finished.arguments.contains_key(&id) {
                continue;
            }
            self.place = self.records.get(id).map_or((0, 0), |it| (it.file, it.at));
            let fields = self.records.get(id).map_or(0, |it| it.fields.len());
            for field in 0..fields {
                let name = self.records.get(id).and_then(|it| it.fields.get(field)).map(|it| &it.name);
                if filter.is_none_or(|it| name.is_some_and(|name| it.fields.contains(&&**name))) {
                    let value = self.field(id, field);
                    if filter.is_some() && self.weigh(&value).is_some() {
                        value.records(&mut referred);
                    }
                }
            }
            let arguments = self.parent_arguments(id);
            if filter.is_some() {
                arguments.iter().flatten().for_each(|it| it.records(&mut referred));
            }
            finished.arguments.insert(id, arguments);
        }
    }

    fn into_records(self, mut finished: Finished) -> Records {
        let mut records = Vec::with_capacity(self.records.len());
        for (id, draft) in self.records.into_iter().enumerate() {
            let arguments = finished.arguments.remove(&id);
            let fields = if arguments.is_some() { draft.fields } else { Vec::new() };
            let value = |it: DraftField| match (it.value, it.ty) {
                (FieldValue::Known(value), _) => value,
                (_, Type::Bits(width)) => Value::unset_bits(width),
                _ => Value::Unset,
            };
            let classes = draft.parents.into_iter().map(|it| it.0);
            records.push(Record {
                name: draft.name,
                is_anonymous: draft.is_anonymous,
                classes: classes.zip(arguments.unwrap_or_default()).collect(),
                fields: fields.into_iter().map(|it| (it.name.clone(), value(it))).collect(),
                is_partial: draft.is_partial,
                file: self.files.get(draft.file).cloned().unwrap_or_else(|| "".into()),
                at: draft.at,
            });
        }
        Records { records, by_name: self.by_name, errors: self.errors }
    }

    /// The arguments of each class of a record.
    fn parent_arguments(&mut self, id: RecordId) -> Vec<Vec<Value>> {
        let parents = self.records.get(id).map(|it| it.parents.clone()).unwrap_or_default();
        let mut found = Vec::with_capacity(parents.len());
        for (class, scope) in parents {
            let parameters: Vec<Name> = match self.classes.get(&class) {
                Some(info) => info.class.parameters.iter().map(|it| it.name.clone()).collect(),
                None => Vec::new(),
            };
            let values = parameters.iter().map(|it| self.variable(&scope, it).unwrap_or(Value::Unknown));
            found.push(values.collect());
        }
        found
    }
}
