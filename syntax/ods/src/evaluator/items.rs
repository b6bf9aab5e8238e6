//! Items, one after the other.

use super::scope::Scope;
use super::{Evaluated, Evaluator};
use crate::ast::*;
use crate::lexer::Offset;
use crate::value::{RecordId, Value};
use std::rc::Rc;
use std::sync::Arc;

/// The multiclass that is expanded: what its records' names begin with.
type Prefix<'a> = Option<&'a Name>;

impl Evaluator<'_> {
    pub(super) fn main_file(&mut self, path: &str) {
        match self.source.file(path, None) {
            Some((path, file)) => self.run_file(&path, &file),
            None => self.error(0, format!("{path} cannot be read")),
        }
    }

    fn run_file(&mut self, path: &Name, file: &crate::ParsedFile) {
        if let Some(from) = self.open_files.last() {
            self.includes.entry(from.clone()).or_default().push(path.clone());
        }
        if self.done_files.contains(path) {
            return self.include_again(path);
        }
        if self.open_files.contains(path) || self.open_files.len() == self.limits.includes {
            return self.error(0, format!("{path} includes itself"));
        }
        self.open_files.push(Arc::clone(path));
        self.files.push(Arc::clone(path));
        self.in_file(self.files.len() - 1, |it| {
            for (at, message) in &file.0.errors {
                it.error(*at, message.clone());
            }
            let globals = Rc::clone(&it.globals);
            it.items(&file.0.items, &globals, None);
        });
        self.open_files.pop();
    }

    fn items(&mut self, items: &[Item], scope: &Rc<Scope>, prefix: Prefix<'_>) {
        for item in items {
            let around = self.place;
            self.place = item.at().map_or(around, |at| (self.file, at));
            let _ = self.deeper(|it| {
                it.step()?;
                it.item(item, scope, prefix)
            });
            self.place = around;
        }
    }

    fn item(&mut self, item: &Item, scope: &Rc<Scope>, prefix: Prefix<'_>) -> Evaluated<()> {
        match item {
            Item::Include(path, at) => {
                let from = self.open_files.last().cloned();
                match self.source.file(path, from.as_deref()) {
                    Some((path, file)) => self.run_file(&path, &file),
                    None => self.error(*at, format!("{path} cannot be read")),
                }
            }
            Item::Conditional { name, wants_defined, then, otherwise } => {
                let is_then = self.macros.contains(name) == *wants_defined;
                self.items(if is_then { then } else { otherwise }, scope, prefix);
            }
            Item::Define(name) => {
                self.macros.insert(name.clone());
            }
            Item::Class(class) => self.define_class(class),
            Item::Def(def) => self.define(def, scope, prefix)?,
            Item::MultiClass(it) => {
                self.multiclasses.insert(it.name.clone(), (Arc::clone(it), self.file));
            }
            Item::Defm(defm) => self.expand(defm, scope, prefix)?,
            Item::Foreach { variable, list, body, .. } => {
                let list = self.value(list, scope)?;
                for element in list.as_list() {
                    self.step()?;
                    let level = Scope::inside(scope);
                    level.set(variable.clone(), element.clone());
                    self.items(body, &Rc::new(level), prefix);
                }
            }
            Item::If { condition, then, otherwise } => {
                let condition = self.value(condition, scope)?;
                if condition == Value::Unknown {
                    return None;
                }
                let is_true = condition.as_bool();
                let level = Rc::new(Scope::inside(scope));
                self.items(if is_true { then } else { otherwise }, &level, prefix);
            }
            Item::Let { assignments, body } => {
                self.lets.push((Arc::clone(assignments), Rc::clone(scope)));
                self.items(body, scope, prefix);
                self.lets.pop();
            }
            Item::Defset { name, body, .. } => {
                self.defsets.push(Vec::new());
                self.items(body, scope, prefix);
                let found = self.defsets.pop().unwrap_or_default();
                self.globals.set(name.clone(), Value::List(found.into_iter().map(Value::Record).collect()));
            }
            Item::Defvar(name, value) => {
                let value = self.value(value, scope)?;
                scope.set(name.clone(), value);
            }
            Item::DefType(name, ty) => {
                let ty = self.resolved(ty);
                self.types.insert(name.clone(), ty);
            }
            Item::Assert { condition, message, at } => self.assert(condition, message, *at, scope),
        }
        Some(())
    }

    fn define(&mut self, def: &Arc<Def>, scope: &Rc<Scope>, prefix: Prefix<'_>) -> Evaluated<()> {
        let name = self.record_name(def.name.as_ref(), scope, prefix)?;
        let id = self.add_record(name, def.at)?;
        let body = Rc::new(Scope::of_record(scope, id, None));
        self.inherit(id, &def.parents, scope);
        let outer = self.outer_lets;
        self.apply_lets(id, outer..self.lets.len());
        self.members(id, &def.body, &body);
        for (defm, first, scope) in self.added_parents.clone().into_iter().rev() {
            self.inherit(id, defm.parents.get(first..).unwrap_or_default(), &scope);
        }
        self.apply_lets(id, 0..outer);
        for defset in &mut self.defsets {
            defset.push(id);
        }
        Some(())
    }

    fn apply_lets(&mut self, id: RecordId, which: std::ops::Range<usize>) {
        for (assignments, scope) in self.lets.get(which).unwrap_or_default().to_vec() {
            for assignment in assignments.iter() {
                self.assign(id, assignment, &scope, false);
            }
        }
    }

    /// The name of a record; `None` inside for one without.
    fn record_name(
        &mut self,
        name: Option<&Arc<Expr>>,
        scope: &Rc<Scope>,
        prefix: Prefix<'_>,
    ) -> Evaluated<Option<Name>> {
        let Some(expr) = name else {
            return Some(prefix.map(|it| format!("{it}anonymous_{}", self.records.len()).into()));
        };
        let value = self.pasted(expr, scope).filter(|it| *it != Value::Unknown)?;
        let own = match &value {
            // A word that happens to be the name of another record is a word.
            Value::Record(id) => self.records.get(*id).map(|it| it.name.to_string()).unwrap_or_default(),
            other => self.text(other),
        };
        Some(Some(match prefix {
            Some(prefix) if !mentions_name(expr) => format!("{prefix}{own}").into(),
            _ => own.into(),
        }))
    }

    fn expand(&mut self, defm: &Arc<Defm>, scope: &Rc<Scope>, prefix: Prefix<'_>) -> Evaluated<()> {
        let name = match self.record_name(defm.name.as_ref(), scope, prefix)? {
            Some(name) => name,
            None => format!("anonymous_{}", self.records.len()).into(),
        };
        let is_multiclass = |it: &Self, parent: &Parent| it.multiclasses.contains_key(&parent.name);
        let count = defm.parents.iter().take_while(|it| is_multiclass(self, it)).count();
        if count == 0 {
            let what = defm.parents.first().map(|it| it.name.to_string()).unwrap_or_default();
            self.error(defm.at, format!("there is no multiclass {what}"));
        }
        self.added_parents.push((Arc::clone(defm), count, Rc::clone(scope)));
        let outer = std::mem::replace(&mut self.outer_lets, self.lets.len());
        for parent in defm.parents.iter().take(count) {
            self.expand_one(&parent.name, &parent.arguments, parent.at, scope, &name);
        }
        self.outer_lets = outer;
        self.added_parents.pop();
        Some(())
    }

    fn expand_one(
        &mut self,
        multiclass: &Name,
        arguments: &[Argument],
        at: Offset,
        scope: &Rc<Scope>,
        name: &Name,
    ) {
        let Some((multiclass, file)) = self.multiclasses.get(multiclass).cloned() else {
            return self.error(at, format!("there is no multiclass {multiclass}"));
        };
        let level = Scope::inside(&self.globals);
        level.set("NAME".into(), Value::String(Arc::clone(name)));
        let level = Rc::new(level);
        self.bind((&multiclass.parameters, file), arguments, scope, &level, (&multiclass.name, at));
        let _ = self.deeper(|it| {
            it.step()?;
            it.in_file(file, |it| {
                for parent in &multiclass.parents {
                    it.expand_one(&parent.name, &parent.arguments, parent.at, &level, name);
                }
                it.items(&multiclass.body, &level, Some(name));
            });
            Some(())
        });
    }
}

/// Whether the name says itself where the name of its `defm` goes.
fn mentions_name(expr: &Expr) -> bool {
    match expr {
        Expr::Name(name, _) => &**name == "NAME",
        Expr::Paste(left, right) => mentions_name(left) || mentions_name(right),
        Expr::Bang { arguments, .. } => arguments.iter().any(|it| mentions_name(it)),
        _ => false,
    }
}
