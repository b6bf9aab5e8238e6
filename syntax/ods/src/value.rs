//! Values of TableGen, and types as far as they decide about values.

use crate::ast::{Name, Type};
use std::sync::Arc;

/// The number of a record among all that were evaluated together.
pub type RecordId = usize;

/// A value. Bits and code are integers and strings.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// `?`
    Unset,
    /// A value that could not be evaluated, for whatever reason. In a list it stands for any number of elements, in a dag without a
    /// name for any number of arguments.
    Unknown,
    Integer(i64),
    /// The lowest first; `None` is `?`.
    Bits(Arc<[Option<bool>]>),
    String(Arc<str>),
    List(Arc<[Value]>),
    Dag(Arc<Dag>),
    Record(RecordId),
}

/// `(operator:$name argument:$name, …)`
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Dag {
    pub operator: Value,
    pub name: Option<Arc<str>>,
    pub arguments: Vec<(Value, Option<Arc<str>>)>,
}

impl Value {
    pub fn string(text: impl Into<Arc<str>>) -> Self {
        Self::String(text.into())
    }

    /// This many `?`. The parser bounds how many bits there are.
    pub(crate) fn unset_bits(width: usize) -> Self {
        Self::Bits(vec![None; width].into())
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(it) => Some(it),
            _ => None,
        }
    }

    /// The number; bits that are all set are one.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Value::Integer(it) => Some(*it),
            Value::Bits(bits) if bits.len() <= 64 => {
                let bit = |(index, bit): (usize, &Option<bool>)| Some(u64::from((*bit)?) << index);
                let bits = bits.iter().enumerate().map(bit).collect::<Option<Vec<u64>>>()?;
                Some(bits.into_iter().fold(0, |all, it| all | it).cast_signed())
            }
            _ => None,
        }
    }

    pub fn as_bool(&self) -> bool {
        self.as_integer().is_some_and(|it| it != 0)
    }

    pub fn as_list(&self) -> &[Value] {
        match self {
            Value::List(it) => it,
            _ => &[],
        }
    }

    pub fn as_record(&self) -> Option<RecordId> {
        match self {
            Value::Record(it) => Some(*it),
            _ => None,
        }
    }

    /// The arguments of a dag with their names.
    pub fn arguments(&self) -> &[(Value, Option<Name>)] {
        match self {
            Value::Dag(it) => &it.arguments,
            _ => &[],
        }
    }

    /// Adds the records that it refers to.
    pub(crate) fn records(&self, out: &mut Vec<RecordId>) {
        let mut rest = vec![self];
        while let Some(value) = rest.pop() {
            match value {
                Value::Record(id) => out.push(*id),
                Value::List(it) => rest.extend(it.iter()),
                Value::Dag(it) => {
                    rest.push(&it.operator);
                    rest.extend(it.arguments.iter().map(|it| &it.0));
                }
                _ => {}
            }
        }
    }

    /// Whether some of it is not known. Records are known by what they are, whatever is known of their fields.
    pub fn is_partly_unknown(&self) -> bool {
        let mut rest = vec![self];
        while let Some(value) = rest.pop() {
            match value {
                Value::Unknown => return true,
                Value::List(it) => rest.extend(it.iter()),
                Value::Dag(it) => {
                    rest.push(&it.operator);
                    rest.extend(it.arguments.iter().map(|it| &it.0));
                }
                _ => {}
            }
        }
        false
    }

    /// The value as one of the type.
    pub(crate) fn converted(self, ty: &Type) -> Value {
        match (ty, self) {
            (Type::Bits(width), Value::Integer(it)) => {
                let bit = |index: usize| {
                    Some(u32::try_from(index).ok().is_some_and(|n| n < 64 && it >> n & 1 == 1))
                };
                Value::Bits((0..*width).map(bit).collect())
            }
            (Type::Int | Type::Bit, it @ Value::Bits(_)) => it.as_integer().map_or(it, Value::Integer),
            (Type::List(element), Value::List(it))
                if matches!(**element, Type::Bits(_) | Type::Int | Type::Bit) =>
            {
                Value::List(it.iter().map(|it| it.clone().converted(element)).collect())
            }
            (_, it) => it,
        }
    }
}
