//! The evaluator: items one after the other, the fields of records when somebody asks for them.
//!
//! A field refers to the last value of other fields, whatever was said first: `let` after inheritance decides. So a field
//! is kept as an expression with the names that it sees, and evaluated once its record is complete.

mod bangs;
mod expressions;
mod items;
mod records;
mod scope;

use crate::ast::*;
use crate::lexer::Offset;
use crate::value::{RecordId, Value};
use crate::{Error, Limits, Record, Records, Source};
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Scope;
use std::rc::Rc;
use std::sync::Arc;

/// What evaluating gave, or nothing where an error was reported.
type Evaluated<T> = Option<T>;

pub(crate) struct Evaluator<'a> {
    source: &'a dyn Source,
    limits: Limits,
    steps: u64,
    depth: usize,
    /// The paths of all files so far.
    files: Vec<Name>,
    file: usize,
    /// Files that are being included.
    open_files: Vec<Name>,
    /// Files that earlier main files have included: once is enough, whether they guard themselves or not.
    done_files: FxHashSet<Name>,
    /// What names stood for in earlier main files that the present one gives another meaning.
    shadowed: Vec<Shadowed>,
    macros: FxHashSet<Name>,
    classes: FxHashMap<Name, Rc<ClassInfo>>,
    multiclasses: FxHashMap<Name, Arc<MultiClass>>,
    types: FxHashMap<Name, Type>,
    globals: Rc<Scope>,
    records: Vec<Draft>,
    by_name: FxHashMap<Name, RecordId>,
    /// Records without names, by class and arguments.
    instances: FxHashMap<Name, Vec<(Vec<Value>, RecordId)>>,
    /// `let … in` around, each with what its values see.
    lets: Vec<(Arc<[Assignment]>, Rc<Scope>)>,
    /// Those of them that stand outside of the multiclass that is expanded.
    outer_lets: usize,
    /// The records of each `defset` around.
    defsets: Vec<Vec<RecordId>>,
    /// What each `defm` around adds to the records of its multiclasses.
    added_parents: Vec<(Arc<Defm>, usize, Rc<Scope>)>,
    errors: Vec<Error>,
}

enum Shadowed {
    Record(Name, RecordId),
    Class(Rc<ClassInfo>),
}

struct ClassInfo {
    file: Name,
    class: Arc<Class>,
    /// Its fields and those of its parents.
    fields: Rc<FxHashSet<Name>>,
}

/// A record while it is made.
struct Draft {
    name: Name,
    is_anonymous: bool,
    parents: Vec<(Name, Rc<Scope>)>,
    fields: Vec<DraftField>,
    index: FxHashMap<Name, usize>,
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
}

/// Evaluates files as if one included them all.
pub(crate) fn evaluate(source: &dyn Source, main: &[&str], limits: Limits) -> Records {
    let mut evaluator = Evaluator {
        source,
        limits,
        steps: 0,
        depth: 0,
        files: Vec::new(),
        file: 0,
        open_files: Vec::new(),
        done_files: FxHashSet::default(),
        shadowed: Vec::new(),
        macros: FxHashSet::default(),
        classes: FxHashMap::default(),
        multiclasses: FxHashMap::default(),
        types: FxHashMap::default(),
        globals: Rc::default(),
        records: Vec::new(),
        by_name: FxHashMap::default(),
        instances: FxHashMap::default(),
        lets: Vec::new(),
        outer_lets: 0,
        defsets: Vec::new(),
        added_parents: Vec::new(),
        errors: Vec::new(),
    };
    for path in main {
        evaluator.main_file(path);
        evaluator.done_files.extend(evaluator.files.iter().cloned());
        evaluator.restore_shadowed();
    }
    evaluator.finish()
}

impl Evaluator<'_> {
    fn error(&mut self, at: Offset, message: impl Into<String>) {
        if self.errors.len() < self.limits.errors {
            let file = self.files.get(self.file).cloned().unwrap_or_else(|| "".into());
            self.errors.push(Error { file, at, message: message.into() });
        }
    }

    /// Gives names the meaning back that they had before the last main file.
    fn restore_shadowed(&mut self) {
        while let Some(shadowed) = self.shadowed.pop() {
            match shadowed {
                Shadowed::Record(name, id) => _ = self.by_name.insert(name, id),
                Shadowed::Class(info) => _ = self.classes.insert(info.class.name.clone(), info),
            }
        }
    }

    /// Counts a step; `None` where there were too many.
    fn step(&mut self) -> Evaluated<()> {
        self.steps += 1;
        if self.steps == self.limits.steps {
            self.error(0, format!("more than {} steps", self.limits.steps));
        }
        (self.steps < self.limits.steps).then_some(())
    }

    /// Runs `inside` one level deeper.
    fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Evaluated<T>) -> Evaluated<T> {
        if self.depth >= self.limits.depth {
            if self.depth == self.limits.depth {
                self.error(0, format!("more than {} levels of nesting", self.limits.depth));
            }
            return None;
        }
        self.depth += 1;
        let found = inside(self);
        self.depth -= 1;
        found
    }

    fn finish(mut self) -> Records {
        // Evaluating makes more records.
        let mut id = 0;
        while id < self.records.len() && self.steps < self.limits.steps {
            for field in 0..self.records[id].fields.len() {
                self.field(id, field);
            }
            id += 1;
        }
        let arguments: Vec<Vec<Vec<Value>>> =
            (0..self.records.len()).map(|id| self.parent_arguments(id)).collect();
        let mut records = Vec::with_capacity(self.records.len());
        for (draft, arguments) in self.records.into_iter().zip(arguments) {
            let value = |it: DraftField| match (it.value, it.ty) {
                (FieldValue::Known(value), _) => value,
                (_, Type::Bits(width)) => Value::unset_bits(width),
                _ => Value::Unset,
            };
            records.push(Record {
                name: draft.name,
                is_anonymous: draft.is_anonymous,
                classes: draft.parents.into_iter().map(|it| it.0).zip(arguments).collect(),
                fields: draft.fields.into_iter().map(|it| (it.name.clone(), value(it))).collect(),
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
            let values = parameters.iter().map(|it| self.variable(&scope, it).unwrap_or(Value::Unset));
            found.push(values.collect());
        }
        found
    }
}
