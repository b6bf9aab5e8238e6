//! `parallel-reduction-type`: a reduction of a type that its kind does not reduce.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::types::{Signedness, Type};
use ir::{Form, OpKind};
use syntax::SyntaxKind;
use syntax::ods::ATOMIC_KINDS;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Parallel(it) = &op.kind else { continue };
        let types = match op.form {
            Form::Generic => ctx.function_type(id).map(|it| it.2),
            _ => ctx.result_type_list(id),
        };
        let types = types.unwrap_or_default();
        let place = match op.form {
            Form::Generic => ctx.function_type(id).map(|it| it.0),
            _ => ctx.result_types(id),
        };
        if types.len() != it.reductions.len() {
            continue;
        }
        let kinds = ctx.piece(id, SyntaxKind::REDUCTIONS).map(|it| ctx.pointer(id, it));
        for (kind, ty) in it.reductions.iter().zip(&types) {
            let name = kind_name(kind);
            let Some(wanted) = wanted(name).filter(|it| !it.1(ty) && !ty.has_unknown()) else { continue };
            let hint = match ty {
                Type::Integer { signedness: Signedness::Signless, width }
                    if name.starts_with("max") || name.starts_with("min") =>
                {
                    format!("; write {}i{width}", if name.ends_with('s') { "s" } else { "u" })
                }
                _ => String::new(),
            };
            let message = format!("{name} reduces {}, not {ty}{hint}", wanted.0);
            let finding = report.add(place.unwrap_or(op.name_pointer), message);
            if let Some(kinds) = kinds {
                finding.related(kinds, "the reductions");
            }
        }
    }
}

/// The name of a kind that the generic form gives by its number.
fn kind_name(kind: &str) -> &str {
    kind.parse::<usize>().ok().and_then(|it| ATOMIC_KINDS.get(it).copied()).unwrap_or(kind)
}

/// The types that a kind reduces, in words and as a test.
type Reduced = (&'static str, fn(&Type) -> bool);

/// The types that a kind reduces; `None` for a kind that does not exist.
fn wanted(kind: &str) -> Option<Reduced> {
    Some(match kind {
        "addf" | "mulf" | "maximumf" | "minimumf" => ("floats", |ty| matches!(ty, Type::Float(_))),
        "addi" | "muli" | "andi" | "ori" => ("integers", |ty| matches!(ty, Type::Integer { .. })),
        "maxs" | "mins" => {
            ("signed integers", |ty| matches!(ty, Type::Integer { signedness: Signedness::Signed, .. }))
        }
        "maxu" | "minu" => {
            ("unsigned integers", |ty| matches!(ty, Type::Integer { signedness: Signedness::Unsigned, .. }))
        }
        // Newer versions of MLIR take the types that these names say.
        "xori" => ("nothing in MLIR 22", |ty| matches!(ty, Type::Unknown)),
        "maxnumf" | "minnumf" => ("nothing in MLIR 22", |ty| matches!(ty, Type::Unknown)),
        _ => return None,
    })
}
