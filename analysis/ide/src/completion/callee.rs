//! The function that a call at the cursor names.

use super::context::CompletionContext;
use crate::FileView;
use ir::symbol_table::{Symbol, symbol_named};
use ir::types::Type;
use syntax::TextRange;

/// The types of a function.
pub(super) struct Callee {
    pub(super) inputs: Box<[Type]>,
    results: Box<[Type]>,
}

/// The function, where the statement before the cursor is a call.
pub(super) fn callee(view: &FileView<'_>, ctx: &CompletionContext) -> Option<Callee> {
    if !matches!(&*ctx.operation_before()?, "func.call" | "call") {
        return None;
    }
    let name = ctx.statement_before().split_once('@')?.1;
    let end = name.find(['(', ' ', '<']).unwrap_or(name.len());
    let name = format!("@{}", name.get(..end)?);
    // After the last token of a file there is no operation: then it is about the last one.
    let here = view.place(TextRange::empty(ctx.offset)).and_then(|it| view.records.get(it.0));
    let table = here.or(view.records.last())?.table(view.db).to_string();
    match symbol_named(view.db, view.file, table, name) {
        Some(Symbol::Function { inputs, results }) => {
            Some(Callee { inputs: inputs.clone(), results: results.clone() })
        }
        _ => None,
    }
}

/// Which operand of a call is at the cursor; `None` after the operands.
pub(super) fn argument(ctx: &CompletionContext) -> Option<usize> {
    let arguments = ctx.statement_before().split_once('(')?.1;
    (!arguments.contains(')')).then(|| arguments.matches(',').count())
}

impl Callee {
    /// The type of the function as a call writes it.
    pub(super) fn written(&self) -> String {
        let list = |types: &[Type]| types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ");
        let inputs = list(&self.inputs);
        match &*self.results {
            [only] if !matches!(only, Type::Function { .. }) => format!("({inputs}) -> {only}"),
            results => format!("({inputs}) -> ({})", list(results)),
        }
    }
}
