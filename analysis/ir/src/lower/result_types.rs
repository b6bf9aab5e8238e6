//! The types of an operation's results, where they are written or follow from written types.

use super::attributes::Attributes;
use super::*;
use crate::types::{FLOATS, Signedness};
use syntax::ods::OpBinding;
use syntax::ods::Semantics;

impl Lower<'_> {
    /// One type per result that is known of; results beyond are of unknown type. `binding` is that of the operation's
    /// table if it was asked for already.
    pub(super) fn result_types(
        &self,
        node: Located<'_>,
        op: OpId,
        attributes: &Attributes<'_>,
        binding: Option<OpBinding<'_>>,
    ) -> Box<[Type]> {
        let data = &self.ir.ops[op];
        if data.form == Form::Generic {
            return match node.child(SyntaxKind::FUNCTION_TYPE).map(|it| self.lowered_type(it)) {
                Some(Type::Function { results, .. }) => results,
                _ => Box::default(),
            };
        }
        let written = || node.types().last().map(|it| self.lowered_type(it));
        match (&data.kind, &*data.name) {
            (OpKind::For(_) | OpKind::If(_) | OpKind::Parallel(_), _) => self.written_result_types(node),
            (OpKind::Apply(_) | OpKind::Min(_) | OpKind::Max(_), _) => [Type::Index].into(),
            // Another type than those of newer versions is a mistake of its own.
            (OpKind::Linearize { .. }, _) => match written() {
                Some(ty @ Type::Vector { .. }) => [ty].into(),
                _ => [Type::Index].into(),
            },
            (OpKind::Delinearize { .. }, _) => {
                let group = node.child(SyntaxKind::TYPE_GROUP);
                // Another type is a mistake of its own.
                let known = |it: Type| match it {
                    Type::Index | Type::Vector { .. } => it,
                    _ => Type::Unknown,
                };
                group.unwrap_or(node).types().map(|it| known(self.lowered_type(it))).collect()
            }
            (OpKind::Access(access), _) => match (access.op, written()) {
                (AccessOp::Load, Some(Type::MemRef(memref))) => [memref.element.clone()].into(),
                (AccessOp::Load | AccessOp::VectorLoad, None) => [Type::Unknown].into(),
                (AccessOp::Load, Some(_)) => [Type::Unknown].into(),
                (AccessOp::VectorLoad, Some(vector)) => [vector].into(),
                _ => Box::default(),
            },
            _ if self.ir.ops[op].semantics() == Some(Semantics::Constant) => {
                [self.constant_type(node, attributes)].into()
            }
            (_, "func.call") => match node.child(SyntaxKind::FUNCTION_TYPE).map(|it| self.lowered_type(it)) {
                Some(Type::Function { results, .. }) => results,
                _ => Box::default(),
            },
            _ => {
                let binding = binding.or_else(|| self.bound(node, op));
                binding.map(|it| self.table_results(node, &it)).unwrap_or_default()
            }
        }
    }

    /// The types after `->`.
    pub(super) fn written_result_types(&self, node: Located<'_>) -> Box<[Type]> {
        let Some(list) = node.child(SyntaxKind::RESULT_TYPES) else { return Box::default() };
        let is_list = |kind| matches!(kind, SyntaxKind::TYPE_LIST | SyntaxKind::TYPE_GROUP);
        let inner = list.children().find(|it| is_list(it.kind()));
        inner.unwrap_or(list).types().map(|it| self.lowered_type(it)).collect()
    }

    fn constant_type(&self, node: Located<'_>, attributes: &Attributes<'_>) -> Type {
        let is_value = |it: &Located<'_>| it.kind().is_attribute() && it.kind() != SyntaxKind::DICTIONARY;
        let Some(value) = attributes.get("value").or_else(|| node.children().find(is_value)) else {
            return Type::Unknown;
        };
        let name = node.op_name();
        if name == "index.constant" {
            return Type::Index;
        }
        match (value.types().next(), value.kind()) {
            (Some(ty), _) => self.lowered_type(ty),
            (None, SyntaxKind::BOOL_ATTRIBUTE) => {
                Type::Integer { width: 1, signedness: Signedness::Signless }
            }
            // Literals without a type.
            // The type of such an integer was once given by its uses.
            (None, SyntaxKind::INTEGER_ATTRIBUTE) if legacy_operation(name).is_some() => Type::Unknown,
            (None, SyntaxKind::INTEGER_ATTRIBUTE) => {
                Type::Integer { width: 64, signedness: Signedness::Signless }
            }
            (None, SyntaxKind::FLOAT_ATTRIBUTE) => {
                FLOATS.iter().find(|it| it.name == "f64").map_or(Type::Unknown, |it| Type::Float(*it))
            }
            _ => Type::Unknown,
        }
    }
}
