//! The function that a call at the cursor names.

use super::scene::Scene;
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
pub(super) fn callee(view: &FileView<'_>, scene: &Scene) -> Option<Callee> {
    if !matches!(&*scene.operation_before()?, "func.call" | "call") {
        return None;
    }
    let name = scene.statement_before().split_once('@')?.1;
    let end = name.find(['(', ' ', '<']).unwrap_or(name.len());
    let name = format!("@{}", name.get(..end)?);
    // Behind the last token of a file stands no operation: then it is about the last one.
    let here = view.place(TextRange::empty(scene.offset)).and_then(|it| view.records.get(it.0));
    let table = here.or(view.records.last())?.table(view.db).to_string();
    match symbol_named(view.db, view.file, table, name) {
        Some(Symbol::Function { inputs, results }) => {
            Some(Callee { inputs: inputs.clone(), results: results.clone() })
        }
        _ => None,
    }
}

/// Which operand of a call stands at the cursor; `None` behind the operands.
pub(super) fn argument(scene: &Scene) -> Option<usize> {
    let arguments = scene.statement_before().split_once('(')?.1;
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
