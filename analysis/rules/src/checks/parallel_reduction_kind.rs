//! `parallel-reduction-kind`: a reduction that does not exist.
//!
//! Quick fix: the kind that was meant, by its old name or the type of the result.

use crate::bands::generic_bands;
use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, modernization};
use ir::{Form, OpKind};
use syntax::SyntaxKind;
use syntax::ods::ATOMIC_KINDS;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for band in generic_bands(ctx) {
        for number in band.reductions.iter().flatten() {
            if usize::try_from(*number).ok().is_none_or(|it| it >= ATOMIC_KINDS.len()) {
                let place = band.attributes.get("reductions").map(|it| ctx.pointer(band.id, it));
                let place = place.unwrap_or(band.op.name_pointer);
                report.add(
                    place,
                    format!(
                        "{number} is not a reduction; they are numbered from 0 to {}",
                        ATOMIC_KINDS.len() - 1
                    ),
                );
            }
        }
    }
    for (id, op) in ctx.ops() {
        let (OpKind::Parallel(it), Form::Custom) = (&op.kind, op.form) else { continue };
        let Some(list) = ctx.piece(id, SyntaxKind::REDUCTIONS) else { continue };
        let mut strings = Vec::new();
        list.for_each_token(&mut |it| strings.extend(Some(it).filter(|it| it.kind() == SyntaxKind::STRING)));
        for (token, kind) in strings.into_iter().zip(&it.reductions) {
            if !ATOMIC_KINDS.contains(&&**kind) {
                let place = ir::Pointer { range: token.text_range(), ..op.pointer };
                report
                    .add(place, format!("{kind} is not a reduction; there are {}", ATOMIC_KINDS.join(", ")));
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.text();
    let op = ctx.operation()?;
    let types = op.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES);
    let types: Vec<String> = types
        .iter()
        .flat_map(|it| it.descendants().filter(|it| it.kind() == SyntaxKind::SIMPLE_TYPE))
        .map(|it| it.text().to_string().trim().to_owned())
        .collect();
    // One type decides for all of them.
    let is_float = types.first().is_some_and(|it| it.starts_with('f') || it.starts_with("bf"));
    if types.is_empty() || types.iter().any(|it| it != &types[0]) {
        return None;
    }
    let kind = match (text.trim_matches('"'), is_float) {
        ("maxf" | "max" | "maximum", true) => "maximumf",
        ("minf" | "min" | "minimum", true) => "minimumf",
        ("add" | "+" | "sum" | "addi", true) => "addf",
        ("mul" | "*" | "prod" | "muli", true) => "mulf",
        ("add" | "+" | "sum" | "addf", false) => "addi",
        ("mul" | "*" | "prod" | "mulf", false) => "muli",
        ("max" | "maxsi" | "maximum", false) => "maxs",
        ("min" | "minsi" | "minimum", false) => "mins",
        ("maxui", false) => "maxu",
        ("minui", false) => "minu",
        ("and" | "&", false) => "andi",
        ("or" | "|", false) => "ori",
        _ => return None,
    };
    let edits = vec![edit(ctx.range, format!("\"{kind}\""))];
    match text.trim_matches('"') {
        // What they were called before MLIR 18.
        "maxf" | "minf" => modernization(format!("write \"{kind}\""), edits),
        _ => fix(format!("change to \"{kind}\""), edits),
    }
}
