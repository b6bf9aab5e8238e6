//! Operations that are written without their dialect: where that is right, and which are meant elsewhere.

use crate::ir::{Form, OpId};
use crate::rule_context::RuleContext;

/// The dialect whose prefix may be left out where the operation stands; empty where there is none, `None` where that
/// is not known.
pub(crate) fn default_dialect(ctx: &RuleContext<'_>, op: OpId) -> Option<&'static str> {
    let Some(parent) = ctx.ir.parent_op(op) else { return Some("builtin") };
    let parent = &ctx.ir.ops[parent];
    match parent.name.split_once('.')? {
        _ if parent.broken || parent.form == Form::Opaque => None,
        ("func", "func") => Some("func"),
        ("affine" | "scf", _) => Some(""),
        _ => None,
    }
}

/// The full name of an operation that once was, or elsewhere may be, written bare.
pub(crate) fn full_name(bare: &str) -> Option<String> {
    let dialect = match bare {
        "call" | "call_indirect" | "return" | "func" => "func",
        "load" | "store" | "alloc" | "alloca" | "dealloc" | "dim" | "dma_start" | "dma_wait" | "memref_cast"
        | "subview" | "view" => "memref",
        "constant" | "addf" | "addi" | "subf" | "subi" | "mulf" | "muli" | "divf" | "cmpi" | "cmpf" | "select"
        | "index_cast" | "sitofp" | "negf" | "remf" | "and" | "or" | "xor" => "arith",
        "br" | "cond_br" | "assert" | "switch" => "cf",
        "transfer_read" | "transfer_write" => "vector",
        _ => return None,
    };
    let name = match bare {
        "and" | "or" | "xor" => format!("{bare}i"),
        "memref_cast" => "cast".to_owned(),
        _ => bare.to_owned(),
    };
    Some(format!("{dialect}.{name}"))
}
