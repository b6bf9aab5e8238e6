//! `for-region-argument`: a generic loop whose body has no index argument.
//!
//! Quick fix: gives the body of a loop in generic form its induction variable.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, insertion, results, tokens, trimmed};
use ir::types::Type;
use ir::{Form, Pointer};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, TextRange, TextSize};
use transforms::rewrite::indentation;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("affine.for") && op.form == Form::Generic) {
        let [region] = op.regions[..] else { continue };
        let [body] = ctx.ir.regions[region].blocks[..] else { continue };
        match ctx.ir.blocks[body].arguments.first() {
            None => {
                let place = ctx.piece(id, SyntaxKind::REGION_LIST);
                let place = place.map_or(op.name_pointer, |it| {
                    let place = ctx.pointer(id, it);
                    Pointer { range: TextRange::at(place.range.start(), TextSize::new(1)), ..place }
                });
                report.add(place, "the body needs an index argument for the induction variable");
            }
            Some(argument) => {
                let ty = &ctx.ir.values[*argument].ty;
                if ty.differs_from(&Type::Index) {
                    let name = ctx.name(*argument);
                    report.add(
                        ctx.definition(*argument),
                        format!("{name} is the induction variable and has to be an index, not {ty}"),
                    );
                }
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    if let Some(argument) = ctx.around(SyntaxKind::BLOCK_ARGUMENT) {
        let block = ctx.around(SyntaxKind::BLOCK)?;
        let name = tokens(&argument).next()?;
        // Each use of the value writes its type.
        let mentions = tokens(&block).filter(|it| it.text() == name.text()).count();
        let ty = ast::child::<ast::Type>(&argument).filter(|_| mentions == 1)?;
        return fix("change to index", vec![edit(trimmed(ty.syntax()), "index")]);
    }
    let op = ctx.operation()?;
    // A loop that carries values needs arguments for them too.
    let ty = op.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?;
    if ctx.text_of(results(&ty)?).trim() != "()" {
        return None;
    }
    let region = op.descendants().find(|it| it.kind() == SyntaxKind::REGION)?;
    let name = ctx.fresh_name("%i");
    let label = ast::child::<ast::Block>(&region).and_then(|it| it.label());
    if let Some(label) = label {
        let start = tokens(label.syntax()).next()?.text_range().end();
        let has_list = label.syntax().children().any(|it| it.kind() == SyntaxKind::BLOCK_ARGUMENT_LIST);
        let text = format!("({name}: index)");
        return (!has_list).then(|| fix(format!("write {text}"), vec![insertion(start, text)]))?;
    }
    let open = ast::token(&region, SyntaxKind::L_BRACE)?.text_range().end();
    let blanks = indentation(ctx.whole, trimmed(&op).start().into());
    let line = format!("^bb0({name}: index):");
    let rest = ctx.whole.get(usize::from(open)..)?.split('\n').next()?;
    let text = match rest.trim_start().is_empty() || rest.trim_start().starts_with("//") {
        true => insertion(open + TextSize::of(rest), format!("\n{blanks}{line}")),
        false => insertion(open, format!(" {line}")),
    };
    fix(format!("insert {line}"), vec![text])
}
