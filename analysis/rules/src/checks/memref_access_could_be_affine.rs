//! `memref-access-could-be-affine`: an access that could be affine.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::FixContext;
use crate::map_operands::{Asked, validity};
use ir::affine::symbols::Validity;
use ir::{Form, OpKind, Operand};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        let Some(transfer) = op.transfer().filter(|_| op.dialect() == "memref") else { continue };
        let first = transfer.memory + 1;
        let in_loop = ctx
            .ir
            .ancestors(id)
            .any(|it| matches!(ctx.ir.ops[it].kind, OpKind::For(_) | OpKind::Parallel(_)));
        let indices = op.operands.get(first..).unwrap_or_default();
        let is_dim = |it: &Operand| {
            it.value.is_some_and(|it| matches!(validity(ctx, id, it, Asked::Dim), Validity::Valid))
        };
        if in_loop && indices.iter().all(is_dim) {
            let name = op.name.replace("memref.", "affine.");
            let sentence = format!("all indices are affine: {name} makes this access visible to analyses");
            match shares_a_name(indices) {
                true => report.add(op.name_pointer, sentence),
                false => report.add(op.name_pointer, Meant { sentence, text: name }),
            };
        }
    }
}

/// Whether two indices are different results under one name, which a list of subscripts cannot distinguish.
fn shares_a_name(indices: &[Operand]) -> bool {
    let base = |it: &Operand| it.name.split('#').next().map(str::trim_end).map(str::to_owned);
    let is_numbered = |it: &Operand| it.name.contains('#');
    indices.iter().enumerate().any(|(index, it)| {
        let before = indices.get(..index).unwrap_or_default();
        before.iter().any(|other| base(other) == base(it) && (is_numbered(it) || is_numbered(other)))
    })
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let meant = ctx.facts::<Meant>()?;
    ctx.replace(format!("change to {}", meant.text), &meant.text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_under_one_name_have_no_fix() {
        let text = |indices: &str| {
            format!(
                "func.func @f(%m: memref<?x?xf32>) {{
  %p:2 = \"get.point\"() : () -> (index, index)
  affine.for %i = 0 to 8 {{
    %x = memref.load %m[{indices}] : memref<?x?xf32>
  }}
  return
}}"
            )
        };
        let fixes = |indices: &str| {
            let mut host = fixture::host();
            let file = host.add_file(&text(indices));
            let found = host.analysis().diagnostics_with_fixes(file);
            found.iter().find(|it| it.code == "memref-access-could-be-affine").map(|it| it.fixes.len())
        };
        assert_eq!(fixes("%p#0, %i"), Some(1));
        assert_eq!(fixes("%p, %p"), Some(1));
        assert_eq!(fixes("%p#0, %p#1"), Some(0));
        assert_eq!(fixes("%p#1, %p"), Some(0));
    }
}
