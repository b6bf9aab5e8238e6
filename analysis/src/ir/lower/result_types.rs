//! The types of an operation's results, where they are written or follow from what is written.

use super::attributes::Attributes;
use super::*;

impl Lower<'_> {
    /// One type per result that is known of; results beyond are of unknown type.
    pub(super) fn result_types(
        &self,
        operation: &ast::Operation,
        op: OpId,
        attributes: &Attributes,
    ) -> Box<[Type]> {
        let node = operation.syntax();
        let data = &self.ir.ops[op];
        if data.form == Form::Generic {
            let ty = ast::child::<ast::FunctionType>(node).map(|it| lower_type(it.syntax(), self.aliases));
            return match ty {
                Some(Type::Function { results, .. }) => results,
                _ => Box::default(),
            };
        }
        let written =
            || ast::children::<ast::Type>(node).map(|it| lower_type(it.syntax(), self.aliases)).last();
        match (&data.kind, &*data.name) {
            (OpKind::For(_) | OpKind::If(_) | OpKind::Parallel(_), _) => self.written_result_types(node),
            (OpKind::Apply(_) | OpKind::Min(_) | OpKind::Max(_) | OpKind::Linearize { .. }, _) => {
                [Type::Index].into()
            }
            (OpKind::Delinearize { .. }, _) => {
                let group = node.children().find(|it| it.kind() == SyntaxKind::TYPE_GROUP);
                let types = ast::children::<ast::Type>(&group.unwrap_or_else(|| node.clone()));
                // Another type is a mistake of its own.
                let index_or_unknown = |it: Type| if it == Type::Index { it } else { Type::Unknown };
                types.map(|it| index_or_unknown(lower_type(it.syntax(), self.aliases))).collect()
            }
            (OpKind::Access(access), _) => match (access.op, written()) {
                (AccessOp::Load, Some(Type::MemRef(memref))) => [memref.element.clone()].into(),
                (AccessOp::Load | AccessOp::VectorLoad, None) => [Type::Unknown].into(),
                (AccessOp::Load, Some(_)) => [Type::Unknown].into(),
                (AccessOp::VectorLoad, Some(vector)) => [vector].into(),
                _ => Box::default(),
            },
            (_, "arith.constant" | "index.constant") => [self.constant_type(node, attributes)].into(),
            (_, "func.call") => {
                match ast::child::<ast::FunctionType>(node).map(|it| lower_type(it.syntax(), self.aliases)) {
                    Some(Type::Function { results, .. }) => results,
                    _ => Box::default(),
                }
            }
            _ => self.table_results(operation, op).unwrap_or_default(),
        }
    }

    /// The types after `->`.
    pub(super) fn written_result_types(&self, node: &SyntaxNode) -> Box<[Type]> {
        let Some(list) = node.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES) else {
            return Box::default();
        };
        let inner =
            list.children().find(|it| matches!(it.kind(), SyntaxKind::TYPE_LIST | SyntaxKind::TYPE_GROUP));
        ast::children::<ast::Type>(&inner.unwrap_or(list))
            .map(|it| lower_type(it.syntax(), self.aliases))
            .collect()
    }

    fn constant_type(&self, node: &SyntaxNode, attributes: &Attributes) -> Type {
        let value = attributes.get("value").cloned().or_else(|| {
            node.children().find(|it| it.kind().is_attribute() && it.kind() != SyntaxKind::DICTIONARY)
        });
        let Some(value) = value else { return Type::Unknown };
        if self.ir_name_is_index_constant(node) {
            return Type::Index;
        }
        match (ast::child::<ast::Type>(&value), value.kind()) {
            (Some(ty), _) => lower_type(ty.syntax(), self.aliases),
            (None, SyntaxKind::BOOL_ATTRIBUTE) => {
                Type::Integer { width: 1, signedness: crate::types::Signedness::Signless }
            }
            // Literals without a type.
            // Once its uses told the type of an integer.
            (None, SyntaxKind::INTEGER_ATTRIBUTE) if self.has_old_name(node) => Type::Unknown,
            (None, SyntaxKind::INTEGER_ATTRIBUTE) => {
                Type::Integer { width: 64, signedness: crate::types::Signedness::Signless }
            }
            (None, SyntaxKind::FLOAT_ATTRIBUTE) => crate::types::FLOATS
                .iter()
                .find(|it| it.name == "f64")
                .map_or(Type::Unknown, |it| Type::Float(*it)),
            _ => Type::Unknown,
        }
    }

    fn has_old_name(&self, node: &SyntaxNode) -> bool {
        ast::child::<ast::OpName>(node).is_some_and(|it| legacy_operation(&it.text()).is_some())
    }

    fn ir_name_is_index_constant(&self, node: &SyntaxNode) -> bool {
        ast::child::<ast::OpName>(node).is_some_and(|it| it.text() == "index.constant")
    }
}
