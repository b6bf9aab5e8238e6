//! Records: their classes, their fields, and what becomes of both.

use super::scope::Scope;
use super::{ClassInfo, Draft, DraftField, Evaluated, Evaluator, FieldValue, Later, Meaning};
use crate::ast::*;
use crate::lexer::Offset;
use crate::value::{RecordId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

impl Evaluator<'_> {
    pub(super) fn define_class(&mut self, class: &Arc<Class>) {
        if let Some(known) = self.classes.get(&class.name).cloned() {
            if class.is_declaration {
                return;
            }
            // Main files that know nothing of each other may have classes of one name.
            if self.done_files.contains(&known.file) {
                self.shadowed.push(Meaning::Class(known));
            } else if !known.class.is_declaration {
                return self.error(class.at, format!("class {} is defined already", class.name));
            }
        }
        let mut fields: FxHashSet<Name> = FxHashSet::default();
        for parent in &class.parents {
            match self.classes.get(&parent.name) {
                Some(info) => fields.extend(info.fields.iter().cloned()),
                None => self.error(parent.at, format!("there is no class {}", parent.name)),
            }
        }
        for member in &class.body {
            if let Member::Field { name, .. } = member {
                fields.insert(name.clone());
            }
        }
        let file = self.files.get(self.file).cloned().unwrap_or_else(|| "".into());
        let info = ClassInfo {
            file,
            file_index: self.file,
            class: Arc::clone(class),
            fields: Rc::new(fields),
            instances: RefCell::default(),
        };
        self.classes.insert(class.name.clone(), Rc::new(info));
    }

    /// A record without anything in it yet.
    pub(super) fn add_record(&mut self, name: Option<Name>, at: Offset) -> Evaluated<RecordId> {
        let id = self.records.len();
        if id >= self.limits.records {
            if self.steps < self.limits.steps {
                self.error(at, format!("more than {} records", self.limits.records));
            }
            // An evaluation that makes this many records would not end soon.
            self.steps = self.limits.steps;
            return None;
        }
        let is_anonymous = name.is_none();
        let name = name.unwrap_or_else(|| format!("anonymous_{id}").into());
        if let Some(known) = self.by_name.get(&name).copied() {
            let file = self.records.get(known).and_then(|it| self.files.get(it.file));
            if !file.is_some_and(|it| self.done_files.contains(it)) {
                self.error(at, format!("{name} is defined already"));
                return None;
            }
            self.shadowed.push(Meaning::Record(name.clone(), known));
        }
        self.by_name.insert(name.clone(), id);
        self.records.push(Draft {
            name,
            is_anonymous,
            parents: Vec::new(),
            fields: Vec::new(),
            index: FxHashMap::default(),
            is_partial: false,
            file: self.file,
            at,
        });
        Some(id)
    }

    /// Gives a record the fields of classes with these arguments.
    pub(super) fn inherit(&mut self, id: RecordId, parents: &[Parent], scope: &Rc<Scope>) {
        // The arguments of a class see the fields of the classes before it.
        let mut before: FxHashSet<Name> = FxHashSet::default();
        for parent in parents {
            let seen = match before.is_empty() {
                true => Rc::clone(scope),
                false => {
                    if self.charge(before.len()).is_none() {
                        return;
                    }
                    Rc::new(Scope::of_record(scope, id, Some(Rc::new(before.clone()))))
                }
            };
            if let Some(info) = self.classes.get(&parent.name) {
                before.extend(info.fields.iter().cloned());
            }
            let _ = self.deeper(|it| {
                it.step()?;
                let Some(info) = it.classes.get(&parent.name).cloned() else {
                    it.error(parent.at, format!("there is no class {}", parent.name));
                    it.set_partial(id);
                    return None;
                };
                // The record keeps them.
                it.charge(1 + info.class.parameters.len())?;
                let parameters = Rc::new(Scope::of_record(&it.globals, id, Some(Rc::default())));
                let what = (&parent.name, parent.at);
                let declared = (&*info.class.parameters, info.file_index);
                it.bind(declared, &parent.arguments, &seen, &parameters, what);
                if info.class.is_declaration && !parent.arguments.is_empty() {
                    // Its declarations are missing.
                    it.set_partial(id);
                }
                it.fill(id, &info, parameters);
                Some(())
            });
        }
    }

    /// Gives a record what a class with bound parameters says.
    fn fill(&mut self, id: RecordId, info: &ClassInfo, parameters: Rc<Scope>) {
        self.in_file(info.file_index, |it| {
            it.inherit(id, &info.class.parents, &parameters);
            let level = Scope::of_record(&parameters, id, Some(Rc::clone(&info.fields)));
            it.members(id, &info.class.body, &Rc::new(level));
        });
        if let Some(draft) = self.records.get_mut(id) {
            draft.parents.push((info.class.name.clone(), parameters));
        }
    }

    /// A record has an unknown class, which may set any of its fields.
    fn set_partial(&mut self, id: RecordId) {
        let Some(draft) = self.records.get_mut(id) else { return };
        draft.is_partial = true;
        for field in &mut draft.fields {
            field.value = FieldValue::Known(Value::Unknown);
        }
    }

    /// A missing field may belong to a class that is only declared.
    fn blame_declared_classes(&mut self, id: RecordId) {
        let is_declared = |name: &Name| self.classes.get(name).is_some_and(|it| it.class.is_declaration);
        let is_partial =
            self.records.get(id).is_some_and(|it| it.parents.iter().any(|it| is_declared(&it.0)));
        if let Some(draft) = self.records.get_mut(id) {
            draft.is_partial |= is_partial;
        }
    }

    /// Gives parameters, with the file where they are, their arguments or defaults, to be evaluated when they are used.
    pub(super) fn bind(
        &mut self,
        (parameters, file): (&[Parameter], usize),
        arguments: &[Argument],
        scope: &Rc<Scope>,
        level: &Rc<Scope>,
        (what, at): (&Name, Offset),
    ) {
        let positional = arguments.iter().filter(|it| it.name.is_none()).count();
        if positional > parameters.len() {
            self.error(at, format!("{what} takes {} arguments, not {positional}", parameters.len()));
        }
        for (index, parameter) in parameters.iter().enumerate() {
            let named = arguments.iter().find(|it| it.name.as_ref() == Some(&parameter.name));
            let given = arguments.get(index).filter(|it| it.name.is_none()).or(named);
            let (name, ty) = (parameter.name.clone(), Some(self.resolved(&parameter.ty)));
            match (given, &parameter.default) {
                (Some(it), _) => level.set_later(name, (&it.value, self.file), scope, ty),
                (None, Some(it)) => level.set_later(name, (it, file), level, ty),
                (None, None) => {
                    self.error(at, format!("{what} lacks the argument {name}"));
                    level.set(name, Value::Unknown);
                }
            }
        }
    }

    /// The type with the names of types in it replaced.
    pub(super) fn resolved(&self, ty: &Type) -> Type {
        match ty {
            Type::Class(name) => self.types.get(name).unwrap_or(ty).clone(),
            Type::List(element) => Type::List(Box::new(self.resolved(element))),
            _ => ty.clone(),
        }
    }

    pub(super) fn members(&mut self, id: RecordId, members: &[Member], level: &Rc<Scope>) {
        for member in members {
            if self.step().is_none() {
                return;
            }
            match member {
                Member::Field { ty, name, value } => self.declare(id, ty, name, value.as_ref(), level),
                Member::Let(assignment) => self.assign(id, assignment, level, true),
                Member::Defvar(name, value) => {
                    level.set_later(name.clone(), (value, self.file), level, None);
                }
                Member::Assert { condition, message, at } => self.assert(condition, message, *at, level),
            }
        }
    }

    fn declare(
        &mut self,
        id: RecordId,
        ty: &Type,
        name: &Name,
        value: Option<&Arc<Expr>>,
        level: &Rc<Scope>,
    ) {
        let (ty, file) = (self.resolved(ty), self.file);
        let Some(draft) = self.records.get_mut(id) else { return };
        let index = *draft.index.entry(name.clone()).or_insert(draft.fields.len());
        if index == draft.fields.len() {
            draft.fields.push(DraftField { name: name.clone(), ty, value: FieldValue::Unset });
        }
        if let (Some(value), Some(field)) = (value, draft.fields.get_mut(index)) {
            let (expr, scope) = (Arc::clone(value), Rc::clone(level));
            let later = Later { expr, scope, bits: None, before: FieldValue::Unset, file };
            field.value = FieldValue::Later(Rc::new(later));
        }
    }

    pub(super) fn assert(&mut self, condition: &Expr, message: &Expr, at: Offset, scope: &Rc<Scope>) {
        if self.value(condition, scope).is_some_and(|it| it.as_integer() == Some(0)) {
            let message = self.value(message, scope);
            let message = message.as_ref().and_then(Value::as_str).unwrap_or("an assertion fails").to_owned();
            self.error(at, message);
        }
    }

    /// Sets a field. One that is not there is an error, but for those of `let … in`.
    pub(super) fn assign(&mut self, id: RecordId, it: &Assignment, scope: &Rc<Scope>, has_to_be: bool) {
        if self.step().is_none() {
            return;
        }
        let bits = it.bits.as_ref().map(|pieces| {
            let indices = self.indices(pieces, scope).unwrap_or_default();
            indices.into_iter().filter_map(|it| usize::try_from(it).ok()).collect()
        });
        let file = self.file;
        let may_have = |draft: &Draft| draft.is_partial && !draft.index.contains_key(&it.name);
        if has_to_be && self.records.get(id).is_some_and(may_have) {
            // The class that is missing has it, of whatever type.
            self.declare(id, &Type::Code, &it.name, None, scope);
        }
        let field = self.records.get(id).and_then(|draft| draft.index.get(&it.name)).copied();
        match field.and_then(|field| self.records.get_mut(id)?.fields.get_mut(field)) {
            Some(field) => {
                let before = field.value.clone();
                let (expr, scope) = (Arc::clone(&it.value), Rc::clone(scope));
                field.value = FieldValue::Later(Rc::new(Later { expr, scope, bits, before, file }));
            }
            None if has_to_be => {
                self.error(it.at, format!("there is no field {}", it.name));
                self.blame_declared_classes(id);
            }
            None => {}
        }
    }

    /// The value of a field, evaluated once.
    pub(super) fn field(&mut self, id: RecordId, index: usize) -> Value {
        let Some(field) = self.records.get_mut(id).and_then(|it| it.fields.get_mut(index)) else {
            return Value::Unset;
        };
        let ty = field.ty.clone();
        match field.value.clone() {
            FieldValue::Unset => match ty {
                Type::Bits(width) => Value::unset_bits(width),
                _ => Value::Unset,
            },
            FieldValue::Known(value) => value,
            FieldValue::Busy(Some(before)) => self.later(&before, &ty),
            FieldValue::Busy(None) => Value::Unset,
            FieldValue::Later(later) => {
                let before = match &later.before {
                    FieldValue::Later(before) => Some(Rc::clone(before)),
                    _ => None,
                };
                field.value = FieldValue::Busy(before);
                let value = self.later(&later, &ty);
                if let Some(field) = self.records.get_mut(id).and_then(|it| it.fields.get_mut(index)) {
                    field.value = FieldValue::Known(value.clone());
                }
                value
            }
        }
    }

    fn later(&mut self, later: &Rc<Later>, ty: &Type) -> Value {
        let value = self.in_file(later.file, |it| it.value(&later.expr, &later.scope));
        let value = value.unwrap_or(Value::Unknown);
        let Some(indices) = &later.bits else { return value.converted(ty) };
        let before = match &later.before {
            FieldValue::Later(before) => self.later(before, ty),
            FieldValue::Known(value) => value.clone(),
            _ => Value::Unset,
        };
        let Type::Bits(width) = ty else { return before };
        let mut bits = match before {
            Value::Bits(bits) => bits.to_vec(),
            _ => vec![None; *width],
        };
        let source = match value.converted(&Type::Bits(indices.len())) {
            Value::Bits(source) => source.to_vec(),
            _ => vec![None; indices.len()],
        };
        // The first index is the highest bit of the source.
        for (index, bit) in indices.iter().rev().zip(source) {
            if let Some(place) = bits.get_mut(*index) {
                *place = bit;
            }
        }
        Value::Bits(bits.into())
    }

    /// The record of `Class<arguments>`: equal ones are one.
    pub(super) fn instance(
        &mut self,
        class: &Name,
        arguments: &[Argument],
        at: Offset,
        scope: &Rc<Scope>,
    ) -> Evaluated<Value> {
        let Some(info) = self.classes.get(class).cloned() else {
            self.error(at, format!("there is no class {class}"));
            return Some(Value::Unknown);
        };
        let key = Rc::new(Scope::inside(&self.globals));
        self.bind((&info.class.parameters, info.file_index), arguments, scope, &key, (class, at));
        let mut values = Vec::with_capacity(info.class.parameters.len());
        for parameter in &info.class.parameters {
            values.push(self.variable(&key, &parameter.name).unwrap_or(Value::Unknown));
        }
        if let Some(id) = info.instances.borrow().get(&values) {
            return Some(Value::Record(*id));
        }
        let id = self.add_record(None, at)?;
        info.instances.borrow_mut().insert(values, id);
        self.fill(id, &info, key);
        Some(Value::Record(id))
    }

    pub(super) fn is_a(&self, id: RecordId, class: &str) -> bool {
        self.records.get(id).is_some_and(|it| it.parents.iter().any(|it| *it.0 == *class))
    }

    pub(super) fn is_partial(&self, id: RecordId) -> bool {
        self.records.get(id).is_some_and(|it| it.is_partial)
    }
}
