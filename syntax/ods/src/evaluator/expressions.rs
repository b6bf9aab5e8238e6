//! The values of expressions.

use super::scope::Scope;
use super::{Evaluated, Evaluator};
use crate::ast::*;
use crate::value::{Dag, Value};
use std::rc::Rc;
use std::sync::Arc;

impl Evaluator<'_> {
    pub(super) fn value(&mut self, expr: &Expr, scope: &Rc<Scope>) -> Evaluated<Value> {
        self.step()?;
        let value = self.deeper(|it| it.value_of(expr, scope))?;
        if makes_values(expr) {
            self.weigh(&value)?;
        }
        Some(value)
    }

    fn value_of(&mut self, expr: &Expr, scope: &Rc<Scope>) -> Evaluated<Value> {
        Some(match expr {
            Expr::Unset => Value::Unset,
            Expr::Integer(it) => Value::Integer(*it),
            Expr::Bits(it) => Value::Bits(it.iter().map(|it| Some(*it)).collect()),
            Expr::String(it) => Value::String(Arc::clone(it)),
            Expr::Name(name, at) => match self.lookup(scope, name) {
                Some(value) => value,
                None => {
                    self.error(*at, format!("{name} is not defined"));
                    Value::Unknown
                }
            },
            Expr::List(elements) => Value::List(self.values(elements, scope)?.into()),
            Expr::BitList(bits) => self.bit_list(bits, scope)?,
            Expr::Dag { operator, name, arguments } => {
                let operator = self.value(operator, scope)?;
                let mut found = Vec::with_capacity(arguments.len());
                for (value, name) in arguments {
                    let value = match value {
                        Some(value) => self.value(value, scope)?,
                        None => Value::Unset,
                    };
                    found.push((value, name.clone()));
                }
                Value::Dag(Arc::new(Dag { operator, name: name.clone(), arguments: found }))
            }
            Expr::Instance { class, arguments, at } => self.instance(class, arguments, *at, scope)?,
            Expr::Field(record, name, at) => {
                let value = self.value(record, scope)?;
                let Some(id) = value.as_record() else {
                    // An unknown value has no known fields.
                    if !matches!(value, Value::Unset | Value::Unknown) {
                        self.error(*at, format!("there is no field {name} in what is no record"));
                    }
                    return Some(Value::Unknown);
                };
                match self.records.get(id).and_then(|it| it.index.get(name)).copied() {
                    Some(field) => self.field(id, field),
                    None => {
                        if !self.is_partial(id) {
                            self.error(*at, format!("there is no field {name}"));
                        }
                        Value::Unknown
                    }
                }
            }
            Expr::Bit(value, pieces) => {
                let value = self.value(value, scope)?;
                let indices = self.indices(pieces, scope)?;
                self.some_bits(&value, &indices)
            }
            Expr::Slice(list, pieces, is_list) => self.slice(list, pieces, *is_list, scope)?,
            Expr::Paste(left, right) => {
                let (left, right) = (self.pasted(left, scope)?, self.pasted(right, scope)?);
                match (left, right) {
                    (Value::Unknown, _) | (_, Value::Unknown) => Value::Unknown,
                    (Value::List(left), Value::List(right)) => {
                        Value::List(left.iter().chain(right.iter()).cloned().collect())
                    }
                    (left, right) => {
                        let text = format!("{}{}", self.text(&left), self.text(&right));
                        self.string(text)?
                    }
                }
            }
            Expr::Bang { name, ty, arguments, at } => self.bang(name, ty.as_ref(), arguments, *at, scope)?,
            Expr::Fold { start, list, accumulator, variable, body } => {
                let mut found = self.value(start, scope)?;
                let list = self.value(list, scope)?;
                if list.as_list().contains(&Value::Unknown) || list == Value::Unknown {
                    return Some(Value::Unknown);
                }
                for element in list.as_list() {
                    let level = Scope::inside(scope);
                    level.set(accumulator.clone(), found);
                    level.set(variable.clone(), element.clone());
                    found = self.value(body, &Rc::new(level))?;
                }
                found
            }
            Expr::Each { variable, list, body, is_filter } => {
                self.each(variable, list, body, *is_filter, scope)?
            }
            Expr::Cond(clauses, at) => {
                for (condition, value) in clauses {
                    let condition = self.value(condition, scope)?;
                    if condition == Value::Unknown {
                        return Some(Value::Unknown);
                    }
                    if condition.as_bool() {
                        return self.value(value, scope);
                    }
                }
                self.error(*at, "no condition is true");
                Value::Unknown
            }
        })
    }

    pub(super) fn values(&mut self, exprs: &[Arc<Expr>], scope: &Rc<Scope>) -> Evaluated<Vec<Value>> {
        if exprs.len() > self.limits.elements {
            return self.too_long();
        }
        exprs.iter().map(|it| self.value(it, scope)).collect()
    }

    /// A part of a pasted text: a word that stands for nothing is itself.
    pub(super) fn pasted(&mut self, expr: &Expr, scope: &Rc<Scope>) -> Evaluated<Value> {
        match expr {
            Expr::Name(name, _) => {
                let found = self.lookup(scope, name);
                Some(found.unwrap_or_else(|| Value::String(Arc::clone(name))))
            }
            _ => self.value(expr, scope),
        }
    }

    /// The value as text: the name of a record, the digits of a number.
    pub(super) fn text(&self, value: &Value) -> String {
        match value {
            Value::Unset | Value::Unknown => "?".to_owned(),
            Value::Integer(it) => it.to_string(),
            Value::String(it) => it.to_string(),
            Value::Record(id) => self.records.get(*id).map(|it| it.name.to_string()).unwrap_or_default(),
            Value::Bits(_) => value.as_integer().map(|it| it.to_string()).unwrap_or_default(),
            Value::List(_) | Value::Dag(_) => String::new(),
        }
    }

    fn bit_list(&mut self, bits: &[Arc<Expr>], scope: &Rc<Scope>) -> Evaluated<Value> {
        let mut found = Vec::new();
        for value in self.values(bits, scope)?.into_iter().rev() {
            match value {
                Value::Bits(bits) => found.extend(bits.iter().copied()),
                Value::Integer(it) => found.push(Some(it & 1 == 1)),
                _ => found.push(None),
            }
        }
        Some(Value::Bits(found.into()))
    }

    fn some_bits(&self, value: &Value, indices: &[i64]) -> Value {
        let bit = |index: i64| match value {
            Value::Bits(bits) => usize::try_from(index).ok().and_then(|it| bits.get(it).copied().flatten()),
            Value::Integer(it) if (0..64).contains(&index) => Some(it >> index & 1 == 1),
            _ => None,
        };
        match indices {
            [one] => bit(*one).map_or(Value::Unset, |it| Value::Integer(i64::from(it))),
            _ => Value::Bits(indices.iter().rev().map(|it| bit(*it)).collect()),
        }
    }

    fn slice(
        &mut self,
        list: &Expr,
        pieces: &[RangePiece],
        is_list: bool,
        scope: &Rc<Scope>,
    ) -> Evaluated<Value> {
        // `foreach i = 0-3`: the indices themselves.
        if matches!(list, Expr::Unset) {
            return Some(Value::List(self.indices(pieces, scope)?.into_iter().map(Value::Integer).collect()));
        }
        let list = self.value(list, scope)?;
        self.weigh(&list)?;
        if let ([RangePiece::One(index)], false) = (pieces, is_list) {
            // An index may be a list of indices.
            if list.is_partly_unknown() {
                return Some(Value::Unknown);
            }
            return match self.value(index, scope)? {
                Value::List(indices) => {
                    let element =
                        |it: &Value| list.as_list().get(usize::try_from(it.as_integer()?).ok()?).cloned();
                    Some(Value::List(indices.iter().filter_map(element).collect()))
                }
                index => list.as_list().get(usize::try_from(index.as_integer()?).ok()?).cloned(),
            };
        }
        if list.is_partly_unknown() {
            return Some(Value::Unknown);
        }
        let indices = self.indices(pieces, scope)?;
        let element = |it: &i64| list.as_list().get(usize::try_from(*it).ok()?).cloned();
        Some(Value::List(indices.iter().filter_map(element).collect()))
    }

    pub(super) fn indices(&mut self, pieces: &[RangePiece], scope: &Rc<Scope>) -> Evaluated<Vec<i64>> {
        let mut found = Vec::new();
        for piece in pieces {
            match piece {
                RangePiece::One(index) => found.push(self.value(index, scope)?.as_integer()?),
                RangePiece::Range(first, last) => {
                    let first = self.value(first, scope)?.as_integer()?;
                    let last = self.value(last, scope)?.as_integer()?;
                    let most = i64::try_from(self.limits.elements).unwrap_or(i64::MAX);
                    if first.abs_diff(last) >= most.unsigned_abs() {
                        return self.too_long();
                    }
                    match first <= last {
                        true => found.extend(first..=last),
                        false => found.extend((last..=first).rev()),
                    }
                }
            }
            if found.len() > self.limits.elements {
                return self.too_long();
            }
        }
        Some(found)
    }

    fn each(
        &mut self,
        variable: &Name,
        list: &Expr,
        body: &Expr,
        is_filter: bool,
        scope: &Rc<Scope>,
    ) -> Evaluated<Value> {
        let list = self.value(list, scope)?;
        let body_of = |it: &mut Self, element: &Value| {
            let level = Scope::inside(scope);
            level.set(variable.clone(), element.clone());
            it.value(body, &Rc::new(level))
        };
        if let Value::Dag(dag) = &list {
            let mut arguments = Vec::with_capacity(dag.arguments.len());
            for (value, name) in &dag.arguments {
                arguments.push((body_of(self, value)?, name.clone()));
            }
            let operator = body_of(self, &dag.operator).unwrap_or_else(|| dag.operator.clone());
            return Some(Value::Dag(Arc::new(Dag { operator, name: dag.name.clone(), arguments })));
        }
        if list == Value::Unknown {
            return Some(Value::Unknown);
        }
        let mut found = Vec::new();
        for element in list.as_list() {
            let value = match element {
                Value::Unknown => Value::Unknown,
                _ => body_of(self, element)?,
            };
            match is_filter {
                _ if value == Value::Unknown => found.push(value),
                true if value.as_bool() => found.push(element.clone()),
                true => {}
                false => found.push(value),
            }
        }
        Some(Value::List(found.into()))
    }
}

/// Whether an expression gives more than what is there already or is in the text.
fn makes_values(expr: &Expr) -> bool {
    match expr {
        Expr::Unset
        | Expr::Integer(_)
        | Expr::Bits(_)
        | Expr::String(_)
        | Expr::Name(..)
        | Expr::Instance { .. }
        | Expr::Field(..)
        | Expr::Fold { .. }
        | Expr::Cond(..) => false,
        Expr::List(_)
        | Expr::BitList(_)
        | Expr::Dag { .. }
        | Expr::Bit(..)
        | Expr::Slice(..)
        | Expr::Paste(..)
        | Expr::Bang { .. }
        | Expr::Each { .. } => true,
    }
}
