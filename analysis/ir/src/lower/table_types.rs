//! Operands in generic order, and types, of the custom forms that the syntax tables describe.

use super::aggregate_types::{first_parameter, of_text};
use super::inferred_types::inferred_type;
use super::*;
use crate::types::Signedness;
use std::sync::Arc;
use syntax::ods::{Arity, OpBinding, OpDefinition, TypeRule, ValueDefinition};

/// Rules refer to each other; a table never needs a longer chain.
const MAX_CHAIN: usize = 8;

impl Lower<'_> {
    fn form(&self, op: OpId) -> Option<&Arc<OpDefinition>> {
        let op = &self.ir.ops[op];
        let definition = match op.legacy {
            Some(legacy) => legacy.definition(self.registry),
            None => op.definition.as_ref(),
        };
        definition.filter(|it| it.has_format())
    }

    /// The pieces of an operation by their names in its table; `None` if it is in no table.
    pub(super) fn bound<'n>(&self, node: Located<'n>, op: OpId) -> Option<OpBinding<'n>> {
        Some(self.form(op)?.bind(node))
    }

    /// Adds the operands that the operation's table names, in generic order, and notes the types that the form
    /// gives them.
    pub(super) fn table_operands(&mut self, binding: &OpBinding<'_>, op: OpId) {
        let mut types = Vec::new();
        for (format, bound) in binding.operands() {
            let of_value = self.types_of(binding, format, MAX_CHAIN);
            for (index, value) in bound.uses.iter().enumerate() {
                self.operand(op, *value);
                types.push(of_value.at(index));
            }
        }
        if types.len() == self.ir.ops[op].operands.len() {
            self.ir.ops[op].operand_types = Some(types.into());
        }
        self.argument_types = self.table_arguments(binding);
    }

    /// The types of the block arguments in the form.
    fn table_arguments(&self, binding: &OpBinding<'_>) -> Vec<Type> {
        let types = |it: &ValueDefinition| {
            let count = binding.arguments(&it.name).len();
            let types = match self.types_of(binding, it, MAX_CHAIN) {
                // Types for another number of values are of no use.
                Types::Each(each) if each.len() != count => Types::All(Type::Unknown),
                types => types,
            };
            (0..count).map(move |index| types.at(index))
        };
        binding.definition().arguments.iter().flat_map(types).collect()
    }

    /// The types of the results, as far as the table determines them.
    pub(super) fn table_results(&self, node: Located<'_>, binding: &OpBinding<'_>) -> Box<[Type]> {
        let operand = |name: &str| match binding.definition().operand(name) {
            Some(it) => self.types_of(binding, it, MAX_CHAIN).at(0),
            None => Type::Unknown,
        };
        if let Some(ty) = inferred_type(binding, operand) {
            return [ty].into();
        }
        let mut types = Vec::new();
        for format in &binding.definition().results {
            match (self.types_of(binding, format, MAX_CHAIN), format.arity) {
                (Types::All(ty), Arity::One) => types.push(ty),
                (Types::Each(each), _) => types.extend(each),
                // The number is not known here: the names give it.
                (Types::All(Type::Unknown), _) => return types.into(),
                (Types::All(ty), _) => {
                    let named = op_results(node).map(|it| group_size(it) as usize).sum::<usize>();
                    let rest = named.saturating_sub(types.len()).min(MAX_RESULTS as usize);
                    types.extend(std::iter::repeat_n(ty, rest));
                }
            }
        }
        types.into()
    }

    fn types_of(&self, binding: &OpBinding<'_>, value: &ValueDefinition, chain: usize) -> Types {
        let Some(chain) = chain.checked_sub(1) else { return Types::All(Type::Unknown) };
        let named = |name: &str| {
            let definition = binding.definition();
            match definition.operand(name).or_else(|| definition.result(name)) {
                Some(other) => self.types_of(binding, other, chain),
                None => Types::All(Type::Unknown),
            }
        };
        match binding.rule(value) {
            TypeRule::Written(slot) => {
                // A type of one class in C++ is written without its dialect: `i32` may be `!our.i32`.
                let is_abbreviated = value.constraint.mentions("WhereOfDialect");
                let types = binding.types(slot).iter().map(|it| match self.lowered_type(*it) {
                    ty @ Type::Dialect(_) => ty,
                    _ if is_abbreviated => Type::Unknown,
                    ty => ty,
                });
                match value.arity {
                    Arity::One => Types::All(types.last().unwrap_or(Type::Unknown)),
                    _ => Types::Each(types.collect()),
                }
            }
            TypeRule::SameAs(name) => named(&name),
            TypeRule::I1Like(name) => named(&name).map(i1_like),
            TypeRule::ElementOf(name) => named(&name).map(element_of),
            TypeRule::FirstParameterOf(name) => named(&name).map(first_parameter),
            TypeRule::Text(text) => Types::All(self.written_by(&text, binding)),
            TypeRule::Fixed(name) if name == "index" => Types::All(Type::Index),
            TypeRule::Fixed(name) if name == "i1" => Types::All(I1),
            TypeRule::TypeOfAttribute(name) => {
                Types::All(binding.attribute(&name).map_or(Type::Unknown, |it| self.type_of_attribute(it)))
            }
            TypeRule::Fixed(_) | TypeRule::Unknown => Types::All(Type::Unknown),
        }
    }
}

impl Lower<'_> {
    /// The type that a text writes, with the types under the names in it.
    fn written_by(&self, text: &str, binding: &OpBinding<'_>) -> Type {
        let is_of_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let mut parts = text.split('$');
        let mut written = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_at(part.find(|it| !is_of_name(it)).unwrap_or(part.len()));
            let ty = binding.written_types(name).first().map_or(Type::Unknown, |it| self.lowered_type(*it));
            if ty == Type::Unknown {
                return Type::Unknown;
            }
            written.push_str(&ty.to_string());
            written.push_str(rest);
        }
        of_text(&written, "").unwrap_or(Type::Unknown)
    }

    /// The type of a typed attribute.
    fn type_of_attribute(&self, node: Located<'_>) -> Type {
        match (node.types().last(), node.kind()) {
            (Some(ty), _) => self.lowered_type(ty),
            (None, SyntaxKind::BOOL_ATTRIBUTE) => I1,
            (None, SyntaxKind::INTEGER_ATTRIBUTE) => {
                Type::Integer { width: 64, signedness: Signedness::Signless }
            }
            _ => Type::Unknown,
        }
    }
}

/// The types of the values under one name.
enum Types {
    /// All have this one.
    All(Type),
    Each(Vec<Type>),
}

impl Types {
    fn at(&self, index: usize) -> Type {
        match self {
            Types::All(ty) => ty.clone(),
            Types::Each(types) => types.get(index).cloned().unwrap_or(Type::Unknown),
        }
    }

    fn map(self, change: fn(&Type) -> Type) -> Types {
        match self {
            Types::All(ty) => Types::All(change(&ty)),
            Types::Each(types) => Types::Each(types.iter().map(change).collect()),
        }
    }
}

const I1: Type = Type::Integer { width: 1, signedness: Signedness::Signless };

fn i1_like(ty: &Type) -> Type {
    match ty {
        Type::Vector { dims, .. } => Type::Vector { dims: dims.clone(), element: Arc::new(I1) },
        Type::Tensor { dims, encoding, .. } => {
            Type::Tensor { dims: dims.clone(), element: Arc::new(I1), encoding: encoding.clone() }
        }
        Type::Index | Type::Integer { .. } | Type::Float(_) => I1,
        Type::Dialect(name) if name.starts_with("!llvm.ptr") => I1,
        _ => Type::Unknown,
    }
}

fn element_of(ty: &Type) -> Type {
    match ty {
        Type::MemRef(memref) => memref.element.clone(),
        Type::Complex(element) => Type::clone(element),
        Type::Vector { element, .. }
        | Type::Tensor { element, .. }
        | Type::UnrankedMemRef { element, .. } => Type::clone(element),
        _ => Type::Unknown,
    }
}
