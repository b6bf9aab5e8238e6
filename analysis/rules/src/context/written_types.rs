//! The types that the text of an operation writes.

use super::RuleContext;
use ir::types::{MemRefType, Type};
use ir::{Form, OpId, Pointer};
use std::sync::Arc;
use syntax::ods::Arity;
use syntax::{Located, SyntaxKind};

impl RuleContext<'_> {
    /// The types after `->`.
    pub fn result_types(&self, op: OpId) -> Option<Pointer> {
        self.piece(op, SyntaxKind::RESULT_TYPES).map(|it| self.pointer(op, it))
    }

    /// The types after `->` as values; `None` if there is no arrow.
    pub fn result_type_list(&self, op: OpId) -> Option<Vec<Type>> {
        let list = self.piece(op, SyntaxKind::RESULT_TYPES)?;
        let is_list = |kind| matches!(kind, SyntaxKind::TYPE_LIST | SyntaxKind::TYPE_GROUP);
        let inner = list.children().find(|it| is_list(it.kind()));
        Some(inner.unwrap_or(list).types().map(|it| self.own_type(it)).collect())
    }

    /// The function type of a generic form or a call, as inputs and results.
    pub fn function_type(&self, op: OpId) -> Option<(Pointer, Vec<Type>, Vec<Type>)> {
        let node = self.piece(op, SyntaxKind::FUNCTION_TYPE)?;
        match self.own_type(node) {
            Type::Function { inputs, results } => {
                Some((self.pointer(op, node), inputs.into_vec(), results.into_vec()))
            }
            _ => None,
        }
    }

    /// The ranked memref type of an access as its text writes it, and where it is written.
    pub fn accessed_memref(&self, id: OpId, memref: usize) -> Option<(Arc<MemRefType>, Pointer)> {
        let op = &self.ir.ops[id];
        let (ty, place) = if op.form == Form::Generic {
            let (place, inputs, _) = self.function_type(id)?;
            (inputs.into_iter().nth(memref)?, place)
        } else {
            let (node, ty) = self.first_written_type(id)?;
            (ty, self.pointer(id, node))
        };
        match ty {
            Type::MemRef(memref) => Some((memref, place)),
            _ => None,
        }
    }

    /// The number of results of the operation, if its text gives it.
    pub fn result_count(&self, id: OpId) -> Option<usize> {
        let op = &self.ir.ops[id];
        if op.form == Form::Generic {
            return self.function_type(id).map(|it| it.2.len());
        }
        match &*op.name {
            _ if op.form != Form::Custom => None,
            "affine.for" | "affine.if" | "affine.parallel" => {
                Some(self.result_type_list(id).map_or(0, |it| it.len()))
            }
            "affine.delinearize_index" => Some(self.written_types(id).len()),
            "func.call" => self.function_type(id).map(|it| it.2.len()),
            "vector.to_elements" => match op.operand_types.as_ref()?.first()? {
                Type::Vector { dims, .. } => {
                    let count = dims.iter().try_fold(1_u64, |count, it| count.checked_mul(it.size))?;
                    usize::try_from(count).ok()
                }
                _ => None,
            },
            _ => {
                let results = &op.definition.as_ref()?.results;
                results.iter().all(|it| it.arity == Arity::One).then_some(results.len())
            }
        }
    }

    /// Of a `return` directly in a function in custom form: its name, the place of its signature, its result types.
    pub fn function_results(&self, id: OpId) -> Option<(String, Pointer, Vec<Type>)> {
        self.results_of_function(self.ir.parent_op(id)?)
    }

    /// The name of a `func.func` in custom form, where its result types are written, and those types.
    pub fn results_of_function(&self, function: OpId) -> Option<(String, Pointer, Vec<Type>)> {
        let op = &self.ir.ops[function];
        if !op.is("func.func") || op.broken || op.form != Form::Custom {
            return None;
        }
        let name = self.piece(function, SyntaxKind::SYMBOL_NAME)?;
        let results =
            self.piece(function, SyntaxKind::FUNCTION_SIGNATURE)?.child(SyntaxKind::FUNCTION_RESULTS);
        let place = self.pointer(function, results.unwrap_or(name));
        let types = results.into_iter().flat_map(Located::types).map(|it| self.own_type(it)).collect();
        Some((name.trimmed_text().into_owned(), place, types))
    }
}
