//! The operators that begin with `!`.

use super::scope::Scope;
use super::{Evaluated, Evaluator};
use crate::ast::*;
use crate::lexer::Offset;
use crate::value::{Dag, Value};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

impl Evaluator<'_> {
    pub(super) fn bang(
        &mut self,
        name: &str,
        ty: Option<&Type>,
        arguments: &[Arc<Expr>],
        at: Offset,
        scope: &Rc<Scope>,
    ) -> Evaluated<Value> {
        // Only what is needed of these is evaluated.
        match (name, arguments) {
            ("if", [condition, then, otherwise]) => {
                let condition = self.value(condition, scope)?;
                if condition == Value::Unknown {
                    return Some(Value::Unknown);
                }
                let is_true = condition.as_bool();
                return self.value(if is_true { then } else { otherwise }, scope);
            }
            ("and" | "or", _) => return self.logic(name == "and", arguments, scope),
            ("exists", [wanted]) => {
                let wanted = self.value(wanted, scope)?;
                if wanted == Value::Unknown {
                    return Some(Value::Unknown);
                }
                let id = wanted.as_str().and_then(|it| self.by_name.get(it).copied());
                let exists = id.is_some_and(|it| self.is_of(&Value::Record(it), ty));
                return Some(flag(exists));
            }
            ("instances", _) => return self.instances(ty, arguments.first(), scope),
            _ => {}
        }
        let values = self.values(arguments, scope)?;
        for value in &values {
            self.weigh(value)?;
        }
        if values.iter().any(Value::is_partly_unknown) {
            return Some(self.unknown_parts(name, &values));
        }
        let found = self.operator(name, ty, &values, at);
        if found.is_none() && values.contains(&Value::Unset) {
            return Some(Value::Unset);
        }
        if found.is_none() {
            self.error(at, format!("!{name} cannot be computed here"));
        }
        Some(found.unwrap_or(Value::Unknown))
    }

    /// The result of an operator on partly unknown values: only operators that build lists and dags keep the known
    /// rest.
    fn unknown_parts(&self, name: &str, values: &[Value]) -> Value {
        let count = |it: &Value| elements(it).len().max(it.arguments().len());
        if values.iter().map(count).sum::<usize>() > self.limits.elements {
            return Value::Unknown;
        }
        match (name, values) {
            ("listconcat", _) => Value::List(values.iter().flat_map(elements).cloned().collect()),
            ("listflatten", [Value::List(it)])
                if it.iter().map(count).sum::<usize>() <= self.limits.elements =>
            {
                Value::List(it.iter().flat_map(elements).cloned().collect())
            }
            ("con", _) => {
                let operator = values.iter().find_map(|it| match it {
                    Value::Dag(it) => Some(it.operator.clone()),
                    _ => None,
                });
                let arguments = values.iter().flat_map(|it| match it {
                    Value::Dag(it) => it.arguments.clone(),
                    _ => vec![(Value::Unknown, None)],
                });
                Value::Dag(Arc::new(Dag {
                    operator: operator.unwrap_or(Value::Unknown),
                    name: None,
                    arguments: arguments.collect(),
                }))
            }
            ("dag", [operator, Value::List(arguments), Value::List(names)])
                if arguments.len() == names.len() && !names.contains(&Value::Unknown) =>
            {
                let names = names.iter().map(|it| it.as_str().map(Name::from));
                Value::Dag(Arc::new(Dag {
                    operator: operator.clone(),
                    name: None,
                    arguments: arguments.iter().cloned().zip(names).collect(),
                }))
            }
            _ => Value::Unknown,
        }
    }

    fn logic(&mut self, is_and: bool, arguments: &[Arc<Expr>], scope: &Rc<Scope>) -> Evaluated<Value> {
        let mut found: Option<i64> = None;
        for argument in arguments {
            let value = self.value(argument, scope)?;
            if value == Value::Unknown {
                return Some(Value::Unknown);
            }
            let value = value.as_integer()?;
            let all = match found {
                None => value,
                Some(found) if is_and => found & value,
                Some(found) => found | value,
            };
            // The remaining operands cannot change the result.
            if is_and && all == 0 || !is_and && all == -1 {
                return Some(Value::Integer(all));
            }
            found = Some(all);
        }
        found.map(Value::Integer)
    }

    fn instances(
        &mut self,
        ty: Option<&Type>,
        pattern: Option<&Arc<Expr>>,
        scope: &Rc<Scope>,
    ) -> Evaluated<Value> {
        let pattern = match pattern {
            Some(it) => Some(self.value(it, scope)?),
            None => None,
        };
        self.charge(self.records.len())?;
        let of_type = |it: &&usize| self.is_of(&Value::Record(**it), ty) && !self.records[**it].is_anonymous;
        let all: Vec<usize> = (0..self.records.len()).collect();
        let of_type: Vec<usize> = all.iter().filter(of_type).copied().collect();
        let mut found = match pattern.as_ref().and_then(Value::as_str) {
            Some(pattern) => {
                let pattern = format!("^(?:{pattern})$");
                let mut found = Vec::new();
                for id in of_type {
                    let name = Arc::clone(&self.records[id].name);
                    if self.matches(&pattern, &name).unwrap_or(false) {
                        found.push(id);
                    }
                }
                found
            }
            None => of_type,
        };
        found.sort_by(|a, b| self.records[*a].name.cmp(&self.records[*b].name));
        Some(Value::List(found.into_iter().map(Value::Record).collect()))
    }

    /// Whether a value is one of the type.
    fn is_of(&self, value: &Value, ty: Option<&Type>) -> bool {
        match (ty.map(|it| self.resolved(it)), value) {
            (None, _) => true,
            (Some(Type::Class(class)), Value::Record(id)) => self.is_a(*id, &class),
            (Some(Type::Int | Type::Bit), Value::Integer(_)) => true,
            (Some(Type::String | Type::Code), Value::String(_)) => true,
            (Some(Type::Dag), Value::Dag(_)) => true,
            (Some(Type::Bits(width)), Value::Bits(bits)) => bits.len() == width,
            (Some(Type::List(element)), Value::List(list)) => {
                list.iter().all(|it| self.is_of(it, Some(&element)))
            }
            _ => false,
        }
    }

    fn operator(&mut self, name: &str, ty: Option<&Type>, values: &[Value], at: Offset) -> Evaluated<Value> {
        let numbers = || values.iter().map(Value::as_integer).collect::<Option<Vec<i64>>>();
        let list = |values: Vec<Value>| Some(Value::List(values.into()));
        Some(match (name, values) {
            ("add", _) => Value::Integer(numbers()?.into_iter().try_fold(0i64, i64::checked_add)?),
            ("mul", _) => Value::Integer(numbers()?.into_iter().try_fold(1i64, i64::checked_mul)?),
            ("xor", _) => Value::Integer(numbers()?.into_iter().fold(0, |a, b| a ^ b)),
            ("sub", [a, b]) => Value::Integer(a.as_integer()?.checked_sub(b.as_integer()?)?),
            ("div", [a, b]) => Value::Integer(a.as_integer()?.checked_div(b.as_integer()?)?),
            ("shl", [a, b]) => {
                Value::Integer(a.as_integer()?.checked_shl(u32::try_from(b.as_integer()?).ok()?)?)
            }
            ("sra", [a, b]) => {
                Value::Integer(a.as_integer()?.checked_shr(u32::try_from(b.as_integer()?).ok()?)?)
            }
            ("srl", [a, b]) => {
                let bits = a.as_integer()?.cast_unsigned();
                Value::Integer(bits.checked_shr(u32::try_from(b.as_integer()?).ok()?)?.cast_signed())
            }
            ("logtwo", [a]) => {
                Value::Integer(i64::from(u64::try_from(a.as_integer()?).ok()?.checked_ilog2()?))
            }
            ("not", [a]) => flag(!a.as_bool()),
            ("eq", [a, b]) => flag(self.compare(a, b)? == Ordering::Equal),
            ("ne", [a, b]) => flag(self.compare(a, b)? != Ordering::Equal),
            ("lt", [a, b]) => flag(self.compare(a, b)? == Ordering::Less),
            ("le", [a, b]) => flag(self.compare(a, b)? != Ordering::Greater),
            ("gt", [a, b]) => flag(self.compare(a, b)? == Ordering::Greater),
            ("ge", [a, b]) => flag(self.compare(a, b)? != Ordering::Less),
            ("empty", [Value::String(it)]) => flag(it.is_empty()),
            ("empty", [Value::List(it)]) => flag(it.is_empty()),
            ("empty", [Value::Dag(it)]) => flag(it.arguments.is_empty()),
            ("size", [Value::String(it)]) => Value::Integer(i64::try_from(it.len()).ok()?),
            ("size", [Value::List(it)]) => Value::Integer(i64::try_from(it.len()).ok()?),
            ("size", [Value::Dag(it)]) => Value::Integer(i64::try_from(it.arguments.len()).ok()?),
            ("head", [Value::List(it)]) => it.first()?.clone(),
            ("tail", [Value::List(it)]) => Value::List(it.get(1..)?.into()),
            ("listconcat", _) => {
                let count: usize = values.iter().map(|it| it.as_list().len()).sum();
                if count > self.limits.elements {
                    return self.too_long();
                }
                return list(values.iter().flat_map(Value::as_list).cloned().collect());
            }
            ("listflatten", [Value::List(it)]) => {
                let flat = it.iter().flat_map(|it| match it {
                    Value::List(inner) => inner.to_vec(),
                    other => vec![other.clone()],
                });
                return list(flat.collect());
            }
            ("listsplat", [value, count]) => {
                let count = usize::try_from(count.as_integer()?).ok()?;
                if count > self.limits.elements {
                    return self.too_long();
                }
                return list(vec![value.clone(); count]);
            }
            ("listremove", [Value::List(from), Value::List(what)]) => {
                let what: FxHashSet<&Value> = what.iter().collect();
                return list(from.iter().filter(|it| !what.contains(it)).cloned().collect());
            }
            ("range", _) => return self.range(values),
            ("strconcat", _) => {
                let texts = values.iter().map(Value::as_str).collect::<Option<Vec<&str>>>()?;
                self.room_for(texts.iter().map(|it| it.len()).sum())?;
                return self.string(texts.concat());
            }
            ("interleave", [Value::List(it), delimiter]) => {
                let delimiter = delimiter.as_str()?;
                let mut text = String::new();
                for (index, element) in it.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { delimiter });
                    text.push_str(&self.text(element));
                    self.room_for(text.len())?;
                }
                return self.string(text);
            }
            ("tolower", [it]) => Value::string(it.as_str()?.to_lowercase()),
            ("toupper", [it]) => Value::string(it.as_str()?.to_uppercase()),
            ("substr", [text, start, rest @ ..]) => {
                let start = usize::try_from(start.as_integer()?).ok()?;
                let len = match rest.first() {
                    Some(len) => usize::try_from(len.as_integer()?).ok()?,
                    None => usize::MAX,
                };
                let text = text.as_str()?;
                let end = start.saturating_add(len).min(text.len());
                Value::string(text.get(start..end)?)
            }
            ("find", [text, wanted, rest @ ..]) => {
                let start = match rest.first() {
                    Some(it) => usize::try_from(it.as_integer()?).ok()?,
                    None => 0,
                };
                let found = text.as_str()?.get(start..)?.find(wanted.as_str()?);
                Value::Integer(found.and_then(|it| i64::try_from(it + start).ok()).unwrap_or(-1))
            }
            ("match", [text, pattern]) => flag(self.matches(pattern.as_str()?, text.as_str()?)?),
            ("subst", [Value::String(from), Value::String(to), Value::String(text)]) => match from.is_empty()
            {
                true => Value::String(Arc::clone(text)),
                false => {
                    let added = text.matches(&**from).count().saturating_mul(to.len());
                    self.room_for(text.len().saturating_add(added))?;
                    return self.string(text.replace(&**from, to));
                }
            },
            ("subst", [from, to, value]) => substituted(from, to, value),
            ("cast", [value]) => return self.cast(ty?, value, at),
            // The class may be among the missing ones.
            ("isa", [Value::Record(id)]) if self.is_partial(*id) && !self.is_of(&values[0], ty) => {
                Value::Unknown
            }
            ("isa", [value]) => flag(self.is_of(value, ty)),
            ("initialized", [value]) => flag(*value != Value::Unset),
            ("repr", [value]) => Value::string(self.text(value)),
            _ => return self.dag_operator(name, values),
        })
    }

    fn dag_operator(&self, name: &str, values: &[Value]) -> Evaluated<Value> {
        let dag = |it: &Value| match it {
            Value::Dag(it) => Some(Dag::clone(it)),
            _ => None,
        };
        let position = |dag: &Dag, index: &Value| match index {
            Value::String(name) => dag.arguments.iter().position(|it| it.1.as_ref() == Some(name)),
            _ => usize::try_from(index.as_integer()?).ok(),
        };
        let text = |it: &Option<Name>| it.as_ref().map_or(Value::Unset, |it| Value::String(Arc::clone(it)));
        let made = |it: Dag| Some(Value::Dag(Arc::new(it)));
        match (name, values) {
            ("dag", [operator, arguments, names]) => {
                let count = arguments.as_list().len().max(names.as_list().len());
                let argument = |index: usize| {
                    let value = arguments.as_list().get(index).cloned().unwrap_or(Value::Unset);
                    let name = names.as_list().get(index).and_then(Value::as_str).map(Name::from);
                    (value, name)
                };
                let arguments = (0..count).map(argument).collect();
                made(Dag { operator: operator.clone(), name: None, arguments })
            }
            ("con", [first, rest @ ..]) => {
                let mut found = dag(first)?;
                for it in rest {
                    found.arguments.extend(dag(it)?.arguments);
                }
                (found.arguments.len() <= self.limits.elements).then_some(())?;
                made(found)
            }
            ("getdagop", [it]) => Some(dag(it)?.operator),
            ("setdagop", [it, operator]) => made(Dag { operator: operator.clone(), ..dag(it)? }),
            ("getdagopname", [it]) => Some(text(&dag(it)?.name)),
            ("setdagopname", [it, name]) => made(Dag { name: name.as_str().map(Name::from), ..dag(it)? }),
            ("getdagarg", [it, index]) => {
                let it = dag(it)?;
                let argument = position(&it, index).and_then(|index| it.arguments.get(index));
                Some(argument.map_or(Value::Unset, |it| it.0.clone()))
            }
            ("getdagname", [it, index]) => {
                let it = dag(it)?;
                Some(text(&it.arguments.get(position(&it, index)?)?.1))
            }
            ("setdagarg", [it, index, value]) => {
                let mut found = dag(it)?;
                let index = position(&found, index)?;
                found.arguments.get_mut(index)?.0 = value.clone();
                made(found)
            }
            ("setdagname", [it, index, name]) => {
                let mut found = dag(it)?;
                let index = position(&found, index)?;
                found.arguments.get_mut(index)?.1 = name.as_str().map(Name::from);
                made(found)
            }
            _ => None,
        }
    }

    fn compare(&self, a: &Value, b: &Value) -> Option<Ordering> {
        match (a, b) {
            (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
            (Value::Record(_), Value::Record(_)) | (Value::Unset, _) | (_, Value::Unset) => {
                Some(if a == b { Ordering::Equal } else { Ordering::Less })
            }
            (Value::List(_) | Value::Dag(_), _) => {
                Some(if a == b { Ordering::Equal } else { Ordering::Less })
            }
            _ => Some(a.as_integer()?.cmp(&b.as_integer()?)),
        }
    }

    /// `!range(end)`, `!range(start, end)`, `!range(start, end, step)`, `!range(list)`
    fn range(&mut self, values: &[Value]) -> Evaluated<Value> {
        let (start, end, step) = match values {
            [Value::List(it)] => (0, i64::try_from(it.len()).ok()?, 1),
            [end] => (0, end.as_integer()?, 1),
            [start, end] => (start.as_integer()?, end.as_integer()?, 1),
            [start, end, step] => (start.as_integer()?, end.as_integer()?, step.as_integer()?),
            _ => return None,
        };
        let mut found = Vec::new();
        let mut at = start;
        while step > 0 && at < end || step < 0 && at > end {
            if found.len() == self.limits.elements {
                return self.too_long();
            }
            found.push(Value::Integer(at));
            at = at.checked_add(step)?;
        }
        Some(Value::List(found.into()))
    }

    fn cast(&mut self, ty: &Type, value: &Value, at: Offset) -> Evaluated<Value> {
        match (self.resolved(ty), value) {
            (Type::String, _) => {
                let text = self.text(value);
                self.string(text)
            }
            (Type::Class(_), Value::String(name)) => match self.by_name.get(name) {
                Some(id) => Some(Value::Record(*id)),
                None => {
                    self.error(at, format!("there is no record {name}"));
                    None
                }
            },
            (ty, _) => Some(value.clone().converted(&ty)),
        }
    }
}

/// The elements of a list; what is not known stands for any number of them.
fn elements(list: &Value) -> &[Value] {
    match list {
        Value::List(it) => it,
        other => std::slice::from_ref(other),
    }
}

fn flag(it: bool) -> Value {
    Value::Integer(i64::from(it))
}

/// The value with one in it replaced, in lists and dags too.
fn substituted(from: &Value, to: &Value, value: &Value) -> Value {
    match value {
        _ if value == from => to.clone(),
        Value::List(it) => Value::List(it.iter().map(|it| substituted(from, to, it)).collect()),
        Value::Dag(it) => {
            let arguments = it.arguments.iter();
            Value::Dag(Arc::new(Dag {
                operator: substituted(from, to, &it.operator),
                name: it.name.clone(),
                arguments: arguments.map(|it| (substituted(from, to, &it.0), it.1.clone())).collect(),
            }))
        }
        _ => value.clone(),
    }
}
