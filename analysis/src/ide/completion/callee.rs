//! The function that a call at the cursor names.

use super::scene::Scene;
use crate::ide::FileView;
use crate::symbol_table::{Symbol, symbol_named};
use crate::types::Type;
use syntax::TextRange;

/// Its inputs and results, where the call is of the statement before the cursor.
pub(super) fn callee(view: &FileView<'_>, scene: &Scene) -> Option<(Box<[Type]>, Box<[Type]>)> {
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
        Some(Symbol::Function { inputs, results }) => Some((inputs.clone(), results.clone())),
        _ => None,
    }
}

/// Which operand of a call stands at the cursor; `None` behind the operands.
pub(super) fn argument(scene: &Scene) -> Option<usize> {
    let arguments = scene.statement_before().split_once('(')?.1;
    (!arguments.contains(')')).then(|| arguments.matches(',').count())
}

/// The type of such functions as a call writes it.
pub(super) fn written(inputs: &[Type], results: &[Type]) -> String {
    let list = |types: &[Type]| types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ");
    match results {
        [only] if !matches!(only, Type::Function { .. }) => format!("({}) -> {only}", list(inputs)),
        _ => format!("({}) -> ({})", list(inputs), list(results)),
    }
}
