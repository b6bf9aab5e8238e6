//! One operation of a table by the names of its operands, results and attributes, the same for generic and custom form.

use crate::context::RuleContext;
use crate::verifiers::shapes;
use ir::types::{Type, VectorDim};
use ir::{Attributes, Form, Op, OpId, Operand, Pointer};
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;
use syntax::ods::{Arity, OpBinding, OpDefinition, ValueDefinition};
use syntax::{Located, LocatedElement, SyntaxKind, SyntaxNode};

pub(super) struct OpView<'a, 'db> {
    pub ctx: &'a RuleContext<'db>,
    pub id: OpId,
    pub op: &'db Op,
    /// One per operand.
    types: Vec<Type>,
    definition: &'db Arc<OpDefinition>,
    binding: OnceCell<Option<OpBinding<'db>>>,
    attributes: OnceCell<Option<Attributes<'db>>>,
}

/// An entry of a list that mixes values and numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mixed {
    Static(i64),
    Dynamic,
}

impl Mixed {
    pub(super) fn known(self) -> Option<i64> {
        match self {
            Mixed::Static(value) => Some(value),
            Mixed::Dynamic => None,
        }
    }
}

/// The entry for a value in a list of numbers in generic text.
const DYNAMIC: i64 = i64::MIN;

impl<'a, 'db> OpView<'a, 'db> {
    /// `None` if the operation is in no table, its form is not understood, or an operand has another type than is
    /// written: the mistake is there. The generic form is understood without a format; other rules report the built-in
    /// operations without one.
    pub(super) fn of(ctx: &'a RuleContext<'db>, id: OpId) -> Option<Self> {
        let op = &ctx.ir.ops[id];
        let is_understood = |it: &&Arc<OpDefinition>| {
            it.has_format() || op.form == Form::Generic && !op.is_of_complete_dialect
        };
        let definition = op.definition.as_ref().filter(is_understood)?;
        if op.form == Form::Opaque {
            return None;
        }
        let written: &[Type] = match &op.operand_types {
            Some(types) => types,
            None if op.operands.is_empty() => &[],
            None => return None,
        };
        let forwarded: usize = op.successors.iter().map(|it| it.operands.len()).sum();
        if written.len() + forwarded != op.operands.len() && written.len() != op.operands.len() {
            return None;
        }
        let mut types = Vec::with_capacity(written.len());
        for (operand, ty) in op.operands.iter().zip(written) {
            let own = operand.value.map_or(&Type::Unknown, |it| &ctx.ir.values[it].ty);
            if own.differs_from(ty) {
                return None;
            }
            types.push(if ty.is_unknown() { own.clone() } else { ty.clone() });
        }
        let view =
            Self { ctx, id, op, types, definition, binding: OnceCell::new(), attributes: OnceCell::new() };
        view.knows_its_operands().then_some(view)
    }

    /// Whether it is known which operands have which name. In the generic form an attribute says so, perhaps by an alias.
    fn knows_its_operands(&self) -> bool {
        let lists = self.definition.operands.iter().filter(|it| it.arity != Arity::One).count();
        let takes_an_attribute = self.is_generic() && lists > 1 && !self.types.is_empty();
        let is_named = |it: &OpBinding<'_>| it.operands().any(|(_, it)| !it.uses.is_empty());
        !takes_an_attribute || self.binding().is_some_and(is_named)
    }

    pub(super) fn is_generic(&self) -> bool {
        self.op.form == Form::Generic
    }

    pub(super) fn definition(&self) -> &'db Arc<OpDefinition> {
        self.definition
    }

    fn binding(&self) -> Option<&OpBinding<'db>> {
        let bind = || Some(self.definition.bind(self.ctx.located(self.id)?));
        self.binding.get_or_init(bind).as_ref()
    }

    pub(super) fn attributes(&self) -> Option<&Attributes<'db>> {
        let read = || self.ctx.attributes(self.id);
        self.attributes.get_or_init(read).as_ref()
    }

    fn operand_range(&self, name: &str) -> Option<Range<usize>> {
        let index = self.definition.operands.iter().position(|it| it.name == name)?;
        if self.definition.operands.iter().all(|it| it.arity == Arity::One) {
            return (self.types.len() == self.definition.operands.len()).then_some(index..index + 1);
        }
        let mut start = 0;
        for (position, (_, bound)) in self.binding()?.operands().enumerate() {
            let end = start + bound.uses.len();
            if position == index {
                return (end <= self.types.len()).then_some(start..end);
            }
            start = end;
        }
        None
    }

    fn result_range(&self, name: &str) -> Option<Range<usize>> {
        let results = &self.definition.results;
        let index = results.iter().position(|it| it.name == name)?;
        let is_single = |it: &ValueDefinition| it.arity == Arity::One;
        let others = results.iter().filter(|it| !is_single(it)).count();
        let rest = self.op.results.len().checked_sub(results.len() - others)?;
        if others > 1 || others == 0 && rest > 0 {
            return None;
        }
        let start = results.iter().take(index).map(|it| if is_single(it) { 1 } else { rest }).sum();
        let len = if results.get(index).is_some_and(is_single) { 1 } else { rest };
        Some(start..start + len)
    }

    /// Whether it is known which operands have the name.
    pub(super) fn is_known(&self, name: &str) -> bool {
        self.operand_range(name).is_some()
    }

    pub(super) fn operands(&self, name: &str) -> &'db [Operand] {
        self.operand_range(name).and_then(|it| self.op.operands.get(it)).unwrap_or_default()
    }

    pub(super) fn operand(&self, name: &str) -> Option<&'db Operand> {
        self.operands(name).first()
    }

    /// The types of the operands or results of a name; empty if there are none, or it is not known which they are.
    pub(super) fn types(&self, name: &str) -> Vec<&Type> {
        if let Some(range) = self.operand_range(name) {
            return self.types.get(range).unwrap_or_default().iter().collect();
        }
        let results = self.result_range(name).and_then(|it| self.op.results.get(it)).unwrap_or_default();
        results.iter().map(|it| &self.ctx.ir.values[*it].ty).collect()
    }

    /// The type of a single operand or result; `Unknown` if it is absent.
    pub(super) fn ty(&self, name: &str) -> &Type {
        self.types(name).first().copied().unwrap_or(&Type::Unknown)
    }

    /// The sizes and the element type of a single operand or result, if it is a vector.
    pub(super) fn vector(&self, name: &str) -> Option<(&[VectorDim], &Type)> {
        shapes::vector(self.ty(name))
    }

    pub(super) fn all_operand_types(&self) -> &[Type] {
        &self.types
    }

    pub(super) fn result_types(&self) -> impl Iterator<Item = &'db Type> + '_ {
        self.op.results.iter().map(|it| &self.ctx.ir.values[*it].ty)
    }

    /// The types that the form writes under a name.
    pub(super) fn written_types(&self, name: &str) -> Vec<Type> {
        let written = self.binding().map(|it| it.written_types(name)).unwrap_or_default();
        written.iter().map(|it| self.ctx.lowered_type(*it)).collect()
    }

    /// Where the type of an operand or result is written; else the operand; else the operation's name.
    pub(super) fn type_place(&self, name: &str) -> Pointer {
        let written = || {
            let ty = self.binding()?.written_types(name).last()?;
            Some(self.ctx.pointer(self.id, ty))
        };
        written().or_else(|| Some(self.operand(name)?.pointer)).unwrap_or(self.op.name_pointer)
    }

    /// The place of the operands of a name; the operation's name if there are none.
    pub(super) fn operands_place(&self, name: &str) -> Pointer {
        let operands = self.operands(name).iter().map(|it| it.pointer);
        let cover = |a: Pointer, b: Pointer| Pointer { root: a.root, range: a.range.cover(b.range) };
        operands.reduce(cover).unwrap_or(self.op.name_pointer)
    }

    /// The value of an attribute, wherever it is written.
    pub(super) fn attribute(&self, name: &str) -> Option<SyntaxNode> {
        self.ctx.cursor(self.id, self.value_of(name)?)
    }

    fn value_of(&self, name: &str) -> Option<Located<'db>> {
        let in_form = || self.binding()?.attribute(name);
        in_form().or_else(|| self.attributes()?.get(name))
    }

    /// The value of an attribute, or of the alias in its place, in a tree of its own.
    pub(super) fn resolved(&self, name: &str) -> Option<SyntaxNode> {
        self.ctx.dealiased(self.attribute(name)?)
    }

    /// Whether the attribute is in the form, not in a dictionary.
    pub(super) fn is_in_form(&self, name: &str) -> bool {
        self.binding().is_some_and(|it| it.attribute(name).is_some())
    }

    /// Whether the attribute is written, with or without a value.
    pub(super) fn has_attribute(&self, name: &str) -> bool {
        self.value_of(name).is_some() || self.attributes().is_none_or(|it| it.has(name))
    }

    pub(super) fn attribute_place(&self, name: &str) -> Pointer {
        let node = self.value_of(name).or_else(|| self.attributes()?.entry(name));
        node.map_or(self.op.name_pointer, |it| self.ctx.pointer(self.id, it))
    }

    /// A list of integers; `None` if it is absent or not understood.
    pub(super) fn integers(&self, name: &str) -> Option<Vec<i64>> {
        ir::integers(self.value_of(name)?, 1)
    }

    /// A list of lists of integers, as reassociations are.
    pub(super) fn integer_lists(&self, name: &str) -> Option<Vec<Vec<i64>>> {
        let node = self.value_of(name)?;
        if node.kind() != SyntaxKind::ARRAY_ATTRIBUTE {
            return None;
        }
        node.attributes().map(|it| ir::integers(it, 1)).collect()
    }

    pub(super) fn integer(&self, name: &str) -> Option<i64> {
        ir::integer(self.value_of(name)?)
    }

    /// A list of `true` and `false`.
    pub(super) fn booleans(&self, name: &str) -> Option<Vec<bool>> {
        let node = self.attribute(name)?;
        let words = node.descendants_with_tokens().filter_map(|it| it.into_token());
        let found: Vec<_> = words
            .filter_map(|it| match it.text() {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            })
            .collect();
        matches!(node.kind(), SyntaxKind::ARRAY_ATTRIBUTE | SyntaxKind::DENSE_ARRAY_ATTRIBUTE)
            .then_some(found)
    }

    /// The word of a keyword attribute: `add` of `<add>`, `#vector.kind<add>` or `"add"`.
    pub(super) fn keyword(&self, name: &str) -> Option<String> {
        let node = self.attribute(name)?;
        let word = node.descendants_with_tokens().filter_map(|it| it.into_token());
        let word = word.filter(|it| matches!(it.kind(), SyntaxKind::BARE_ID | SyntaxKind::STRING)).last()?;
        Some(word.text().trim_matches('"').to_owned())
    }

    /// The entries of a list of values and numbers. In generic form the numbers are in the attribute `numbers`.
    pub(super) fn mixed(&self, name: &str, numbers: &str) -> Option<Vec<Mixed>> {
        if self.is_generic() {
            let numbers = self.integers(numbers)?;
            return Some(
                numbers
                    .iter()
                    .map(|it| if *it == DYNAMIC { Mixed::Dynamic } else { Mixed::Static(*it) })
                    .collect(),
            );
        }
        let node = self.binding()?.operand(name)?.node?;
        let mut entries = Vec::new();
        let mut sign = 1;
        for child in node.children_with_tokens() {
            match child {
                LocatedElement::Node(node) if node.kind() == SyntaxKind::VALUE_USE => {
                    entries.push(Mixed::Dynamic);
                }
                LocatedElement::Token(token) if token.kind() == SyntaxKind::MINUS => sign = -1,
                LocatedElement::Token(token) if token.kind() == SyntaxKind::INTEGER => {
                    let number = ir::affine::parse_integer(token.text())?;
                    entries.push(Mixed::Static(number.checked_mul(sign)?));
                    sign = 1;
                }
                _ => {}
            }
        }
        Some(entries)
    }

    /// The place of a list of values and numbers.
    pub(super) fn mixed_place(&self, name: &str, numbers: &str) -> Pointer {
        let node = self.binding().and_then(|it| it.operand(name)?.node);
        match node.filter(|_| !self.is_generic()) {
            Some(node) => self.ctx.pointer(self.id, node),
            None => self.attribute_place(numbers),
        }
    }
}
