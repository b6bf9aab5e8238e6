//! Names and what they stand for where an expression is.

use super::{Evaluated, Evaluator, FieldValue};
use crate::ast::*;
use crate::value::{RecordId, Value};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The variables of one level, and the levels around.
#[derive(Default)]
pub(super) struct Scope {
    variables: RefCell<Vec<(Name, Slot)>>,
    /// The record whose fields are seen, and which of them; all in its own body.
    record: Option<(RecordId, Option<Rc<FxHashSet<Name>>>)>,
    around: Option<Rc<Scope>>,
}

#[derive(Clone)]
enum Slot {
    Known(Value),
    /// With the level that the expression sees, if that is not the variable's own: a level that held itself would never be
    /// freed.
    Later(Deferred, Option<Rc<Scope>>, Option<Type>),
    Busy,
}

/// An expression with the file in which it is.
type Deferred = (Arc<Expr>, usize);

impl Scope {
    pub(super) fn inside(around: &Rc<Scope>) -> Self {
        Self { around: Some(Rc::clone(around)), ..Self::default() }
    }

    /// The level of a class: its parameters, and the fields of a record that it knows.
    pub(super) fn of_record(
        around: &Rc<Scope>,
        record: RecordId,
        fields: Option<Rc<FxHashSet<Name>>>,
    ) -> Self {
        Self { record: Some((record, fields)), ..Self::inside(around) }
    }

    pub(super) fn set(&self, name: Name, value: Value) {
        self.variables.borrow_mut().push((name, Slot::Known(value)));
    }

    /// The variable is evaluated when it is first used.
    pub(super) fn set_later(
        &self,
        name: Name,
        (expr, file): (&Arc<Expr>, usize),
        scope: &Rc<Scope>,
        ty: Option<Type>,
    ) {
        let seen = (!std::ptr::eq(self, &**scope)).then(|| Rc::clone(scope));
        self.variables.borrow_mut().push((name, Slot::Later((Arc::clone(expr), file), seen, ty)));
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.variables.borrow().iter().rposition(|it| *it.0 == *name)
    }
}

impl Evaluator<'_> {
    /// The value of a variable of a level; `None` where the level has none of the name.
    pub(super) fn variable(&mut self, scope: &Rc<Scope>, name: &str) -> Evaluated<Value> {
        let position = scope.position(name)?;
        let slot = scope.variables.borrow().get(position).map(|it| it.1.clone())?;
        match slot {
            Slot::Known(value) => Some(value),
            Slot::Busy => Some(Value::Unset),
            Slot::Later((expr, file), seen, ty) => {
                let set = |slot: Slot| {
                    if let Some(place) = scope.variables.borrow_mut().get_mut(position) {
                        place.1 = slot;
                    }
                };
                set(Slot::Busy);
                let value = self.in_file(file, |it| it.value(&expr, seen.as_ref().unwrap_or(scope)));
                let value = value.unwrap_or(Value::Unknown);
                let value = match &ty {
                    Some(ty) => value.converted(ty),
                    None => value,
                };
                set(Slot::Known(value.clone()));
                Some(value)
            }
        }
    }

    /// The value of a name; `None` where it has no meaning.
    pub(super) fn lookup(&mut self, scope: &Rc<Scope>, name: &Name) -> Evaluated<Value> {
        let mut level = Some(Rc::clone(scope));
        let mut is_itself = false;
        while let Some(scope) = level {
            if let Some((record, fields)) = &scope.record
                && fields.as_ref().is_none_or(|it| it.contains(name))
                && let Some(field) = self.records.get(*record).and_then(|it| it.index.get(name)).copied()
            {
                // A field that is set from a parameter of its name sees the parameter.
                let draft = self.records.get(*record).and_then(|it| it.fields.get(field));
                is_itself = matches!(draft.map(|it| &it.value), Some(FieldValue::Busy(None)));
                if !is_itself {
                    return Some(self.field(*record, field));
                }
            }
            if let Some(value) = self.variable(&scope, name) {
                return Some(value);
            }
            // In a class it is the name of the record.
            if let Some((record, Some(_))) = &scope.record
                && &**name == "NAME"
            {
                return self.records.get(*record).map(|it| Value::String(Arc::clone(&it.name)));
            }
            level = scope.around.clone();
        }
        let globals = Rc::clone(&self.globals);
        if let Some(value) = self.variable(&globals, name) {
            return Some(value);
        }
        let record = self.by_name.get(name).map(|it| Value::Record(*it));
        record.or(is_itself.then_some(Value::Unset))
    }
}
