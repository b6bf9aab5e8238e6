//! Values: name, type, and where they come from.

use ir::affine::symbols::{Symbols, Validity};
use ir::types::Type;
use ir::value_name;
use ir::{Definition, Ir, OpId, OpKind, Operand, ValueId};
use polyhedral::loops::bounds_text;
use polyhedral::value_expression::Composer;

/// The code block and what follows it. `function` is the symbol of the function around, without `@`; `user` is the
/// operation that uses the value, if it is asked about there.
pub(super) fn value_markdown(ir: &Ir, value: ValueId, function: &str, user: Option<OpId>) -> String {
    let name = value_name(ir, value);
    let head = match &ir.values[value].ty {
        Type::Unknown => name,
        ty => format!("{name} : {ty}"),
    };
    let mut markdown = format!("```mlir\n{head}\n```\n\n{}", origin(ir, value, function));
    if let Some(words) = words(ir, value) {
        markdown.push_str(&format!("\n\n{words}"));
    }
    if let Some(validity) = validity(ir, value, user) {
        markdown.push_str(&format!("\n\n{validity}"));
    }
    markdown
}

/// What the operation does whose result a value is, where no more than its name is said of it.
fn words(ir: &Ir, value: ValueId) -> Option<&str> {
    let Definition::Result { op, .. } = ir.values[value].definition else { return None };
    let is_said = matches!(
        ir.ops[op].kind,
        OpKind::ConstantInteger(_) | OpKind::Apply(_) | OpKind::Min(_) | OpKind::Max(_)
    );
    let summary = &*ir.ops[op].definition.as_ref()?.summary;
    (!is_said && !summary.is_empty()).then_some(summary)
}

/// Whether an index may be bound to dimensions and symbols, where it is used or else beside its definition.
fn validity(ir: &Ir, value: ValueId, user: Option<OpId>) -> Option<String> {
    if ir.values[value].ty != Type::Index {
        return None;
    }
    let symbols = Symbols::new(ir);
    let region = symbols.scope(user.or_else(|| match ir.values[value].definition {
        Definition::Result { op, .. } => Some(op),
        Definition::Argument { block, .. } => ir.blocks[block].ops.first().copied(),
    })?);
    match (symbols.dim(value, region), symbols.symbol(value, region)) {
        (Validity::Valid, Validity::Valid) => Some("valid as a dimension and as a symbol".to_owned()),
        (Validity::Valid, Validity::Invalid(why)) => {
            Some(format!("valid as a dimension, not as a symbol: {}", why.reason))
        }
        (Validity::Invalid(why), Validity::Invalid(_)) => {
            Some(format!("valid neither as a dimension nor as a symbol: {}", why.reason))
        }
        _ => None,
    }
}

fn origin(ir: &Ir, value: ValueId, function: &str) -> String {
    match ir.values[value].definition {
        Definition::Result { op, index } => result_origin(ir, op, index),
        Definition::Argument { block, index } => {
            let label = ir.blocks[block].label.as_ref();
            match (ir.entry_argument_of(value), label) {
                (Some(around), _) => region_argument_origin(ir, value, around, function),
                (None, Some((label, _))) => format!("argument {index} of block `{label}`"),
                (None, None) => "argument of a block".to_owned(),
            }
        }
    }
}

fn result_origin(ir: &Ir, op: OpId, index: usize) -> String {
    let name = &ir.ops[op].name;
    let count = ir.ops[op].results.len();
    let which = if count > 1 {
        format!("result {index} of {count} of `{name}`")
    } else {
        format!("result of `{name}`")
    };
    match &ir.ops[op].kind {
        OpKind::ConstantInteger(constant) => format!("{which}, the constant {constant}"),
        OpKind::Apply(applied) | OpKind::Min(applied) | OpKind::Max(applied) => {
            match super::access::results_text(Composer::composing(ir), op, applied) {
                Some(map) => format!("{which}, `{map}`"),
                None => which,
            }
        }
        _ => match carried_as(ir, op, index) {
            Some(init) => {
                format!("{which}, the last value of an iteration argument that starts as `{}`", init.name)
            }
            None => which,
        },
    }
}

/// What the first iteration is handed of what a loop hands on and whose last value is a result of it.
fn carried_as(ir: &Ir, op: OpId, result: usize) -> Option<&Operand> {
    let carried = ir.counted_loop(op)?.carried().into_iter().find(|it| it.result == result)?;
    ir.ops[op].operands.get(carried.init)
}

fn region_argument_origin(ir: &Ir, value: ValueId, (op, index): (OpId, usize), function: &str) -> String {
    let name = &ir.ops[op].name;
    if let Some((_, dim)) = ir.counted_loop_of_variable(value) {
        let bounds = bounds_text(ir, op).map(|it| format!(", bounds `{it}`")).unwrap_or_default();
        let which = if ir.is_parallel_loop(op) { format!(" {dim}") } else { String::new() };
        return format!("induction variable{which} of `{name}`{bounds}");
    }
    if let Some((_, carried)) = ir.counted_loop_that_carries(value) {
        let init = ir.ops[op].operands.get(carried.init);
        let start = init.map(|it| format!(", starts as `{}`", it.name)).unwrap_or_default();
        return format!("iteration argument of `{name}`{start}");
    }
    match &**name {
        name if name.ends_with(".func") && !function.is_empty() => {
            format!("argument {index} of `@{function}`")
        }
        _ => format!("argument {index} of `{name}`"),
    }
}
