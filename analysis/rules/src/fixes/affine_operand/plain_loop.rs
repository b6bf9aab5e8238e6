//! An `affine.for` with a bound that does not fit a map becomes an `scf.for`. Accesses with its variable as a subscript
//! become accesses of `memref` or `vector`, since the variable is not a dimension any more.

use super::super::{FixContext, Records, access_by_values, edit, trimmed};
use crate::diagnostic::Fix;
use ir::{AppliedMap, For, Form, Ir, MapOrigin, OpId, OpKind, value_name};
use std::collections::BTreeMap;
use syntax::{SyntaxKind, SyntaxNode, TextEdit, TextRange};

/// The loop over any values.
pub(super) fn written(ctx: &FixContext<'_>) -> Option<Fix> {
    let (ir, op, _) = ctx.operand()?;
    let OpKind::For(loop_) = &ir.ops[op].kind else { return None };
    if ir.ops[op].form != Form::Custom || ir.ops[op].broken {
        return None;
    }
    let records = ctx.records()?;
    let mut rewrite = Rewrite { ctx, records: &records, ir, constants: BTreeMap::new(), edits: Vec::new() };
    rewrite.header(op, loop_)?;
    rewrite.body(op)?;
    let operation = ctx.operation()?;
    let definition = |(value, name)| format!("{name} = arith.constant {value} : index");
    let definitions = rewrite.constants.iter().map(definition);
    let mut edits: Vec<TextEdit> = definitions.map(|it| ctx.line_before(&operation, &it)).collect();
    edits.extend(rewrite.edits);
    let title = format!("write this loop as {}", plain(&ir.ops[op].name));
    Some(Fix { title, edits, modernizes: false, guesses: false })
}

/// The operation of `scf` that does the same without maps.
fn plain(name: &str) -> String {
    name.replace("affine.", "scf.")
}

struct Rewrite<'a> {
    ctx: &'a FixContext<'a>,
    records: &'a Records<'a>,
    ir: &'a Ir,
    /// The names of constants that are defined in front of the loop.
    constants: BTreeMap<i64, String>,
    edits: Vec<TextEdit>,
}

impl Rewrite<'_> {
    fn constant(&mut self, value: i64) -> String {
        let name = match value {
            0.. => format!("%c{value}"),
            _ => format!("%c_{}", value.unsigned_abs()),
        };
        let ctx = self.ctx;
        self.constants.entry(value).or_insert_with(|| ctx.fresh_name(&name)).clone()
    }

    fn header(&mut self, op: OpId, loop_: &For) -> Option<()> {
        let node = self.ctx.operation()?;
        let child = |kind| node.children().find(|it| it.kind() == kind);
        let name = trimmed(&child(SyntaxKind::OP_NAME)?);
        self.edits.push(edit(name, plain(&self.ir.ops[op].name)));
        let (lower, upper) = (child(SyntaxKind::LOWER_BOUND)?, child(SyntaxKind::UPPER_BOUND)?);
        let lower_text = self.bound(op, &loop_.lower)?;
        self.edits.push(edit(trimmed(&lower), lower_text));
        let (upper_text, step) =
            (self.bound(op, &loop_.upper)?, self.constant(loop_.step.filter(|it| *it > 0)?));
        let end = child(SyntaxKind::STEP).map_or(trimmed(&upper).end(), |it| trimmed(&it).end());
        let range = TextRange::new(trimmed(&upper).start(), end);
        self.edits.push(edit(range, format!("{upper_text} step {step}")));
        Some(())
    }

    /// A bound that is one value.
    fn bound(&mut self, op: OpId, applied: &AppliedMap) -> Option<String> {
        let [result] = &*applied.map.as_ref()?.results else { return None };
        if let Some(value) = result.as_constant() {
            return Some(self.constant(value));
        }
        let mut operands = self.ir.operand_values(op, &applied.operands);
        let (value, None) = (operands.next()??, operands.next()) else { return None };
        let is_value = applied.origin == MapOrigin::Value
            || matches!(result, ir::affine::AffineExpr::Dim(_) | ir::affine::AffineExpr::Symbol(_));
        is_value.then(|| value_name(self.ir, value))
    }

    fn body(&mut self, op: OpId) -> Option<()> {
        let ir = self.ir;
        let block = &ir.blocks[ir.body(op)?];
        let variable = *block.arguments.first()?;
        if let Some(last) = block.ops.last().filter(|it| matches!(ir.ops[**it].kind, OpKind::Yield)) {
            let data = &ir.ops[*last];
            self.edits.push(edit(self.records.range(data.name_pointer)?, plain(&data.name)));
        }
        let mut users: Vec<OpId> =
            ir.mentions.iter().filter(|it| it.value == Some(variable)).map(|it| it.op).collect();
        users.dedup();
        for user in users {
            match &ir.ops[user].kind {
                OpKind::Access(_) => self.access(user)?,
                _ if ir.ops[user].dialect() == ir.ops[op].dialect() => return None,
                _ => {}
            }
        }
        Some(())
    }

    /// An access whose subscripts are values or numbers.
    fn access(&mut self, op: OpId) -> Option<()> {
        let data = &self.ir.ops[op];
        let name = access_by_values(self.ctx.registry(), &data.name).filter(|_| data.form == Form::Custom)?;
        let place = self.records.range(data.name_pointer)?;
        let node = self.ctx.root.covering_element(place);
        let node = node.parent()?.ancestors().find(|it| it.kind() == SyntaxKind::OPERATION)?;
        let subscripts = node.children().find(|it| it.kind() == SyntaxKind::SUBSCRIPTS)?;
        self.edits.push(edit(place, &*name));
        for subscript in subscripts.children() {
            self.subscript(&subscript)?;
        }
        Some(())
    }

    fn subscript(&mut self, subscript: &SyntaxNode) -> Option<()> {
        match subscript.kind() {
            SyntaxKind::AFFINE_VALUE => Some(()),
            SyntaxKind::AFFINE_CONSTANT => {
                let range = trimmed(subscript);
                let name = self.constant(self.ctx.text_of(range).parse().ok()?);
                self.edits.push(edit(range, name));
                Some(())
            }
            _ => None,
        }
    }
}
