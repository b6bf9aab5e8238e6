//! The text of an `scf.while` that counts as an `scf.for`. The statements of its body stay where they are.

use crate::for_loop::block_argument_name;
use crate::pending_edits::PendingEdits;
use crate::rewrite::RootText;
use ir::loops::counted_while::CountedWhile;
use ir::types::Type;
use ir::{OpId, trimmed_range, value_name};
use syntax::ast::{self, AstNode};
use syntax::{TextRange, TextSize};

/// Writes one loop. It is one of some; those around it are written too.
pub(crate) fn write(op: OpId, counted: &CountedWhile, edits: &mut PendingEdits<'_, '_>) -> Option<()> {
    let source = edits.source;
    let ir = source.ir;
    let data = &ir.ops[op];
    let last = data.results.get(counted.variable).copied().filter(|it| ir.is_mentioned(*it));
    if let Some(last) = last {
        let name = match ir.values[last].group {
            1 => value_name(ir, last),
            _ => {
                let name = edits.fresh().like(&ir.values[last].name);
                edits.rename(last, &name);
                name
            }
        };
        let greatest = if counted.is_unsigned { "maxui" } else { "maxsi" };
        let [lower, upper] = [counted.lower, counted.upper].map(|it| value_name(ir, it));
        let (line, indentation) = (source.line_break(), source.indentation(data.pointer.range));
        let definition = format!("{name} = arith.{greatest} {lower}, {upper} : {}", ir.values[last].ty);
        let end = source.with_comment_behind(data.pointer.range).end();
        edits.replace(TextRange::empty(end), format!("{line}{indentation}{definition}"));
    }
    let results = results(op, counted, edits);
    let head = TextRange::new(data.pointer.range.start(), label_end(source, op)?);
    edits.replace(head, format!("{results}{} {{", header(source, op, counted)?));
    let next = &ir.ops[counted.end].operands;
    let handed =
        others(counted).map(|it| Some(&*next.get(counted.passed[it])?.name)).collect::<Option<Vec<_>>>()?;
    if handed.is_empty() {
        edits.remove(counted.end);
    } else {
        let text = format!("scf.yield {} : {}", handed.join(", "), types(source, counted).join(", "));
        edits.replace(ir.ops[counted.end].pointer.range, text);
    }
    let sum = *ir.ops[counted.increment].results.first()?;
    let is_needed = ir.mentions.iter().filter(|it| it.value == Some(sum)).count() > 1;
    if !is_needed {
        edits.remove(counted.increment);
    }
    let attributes = source.behind(op)?;
    if let Some(text) = source.slice(attributes).trim_start().strip_prefix("attributes") {
        edits.replace(attributes, format!(" {}", text.trim_start()));
    }
    Some(())
}

/// The arguments of the body that do not count.
fn others(counted: &CountedWhile) -> impl Iterator<Item = usize> + '_ {
    (0..counted.passed.len()).filter(|it| *it != counted.variable)
}

fn types(source: &RootText<'_>, counted: &CountedWhile) -> Vec<String> {
    let ir = source.ir;
    let arguments = &ir.blocks[counted.body].arguments;
    others(counted).map(|it| ir.values[arguments[it]].ty.to_string()).collect()
}

/// From the name of the loop to its brace.
fn header(source: &RootText<'_>, op: OpId, counted: &CountedWhile) -> Option<String> {
    let ir = source.ir;
    let [lower, upper, step] = [counted.lower, counted.upper, counted.step].map(|it| value_name(ir, it));
    let variable = block_argument_name(ir, counted.body, counted.variable);
    let unsigned = if counted.is_unsigned { "unsigned " } else { "" };
    let mut text = format!("scf.for {unsigned}{variable} = {lower} to {upper} step {step}");
    let carried = others(counted).map(|it| {
        let init = &ir.ops[op].operands.get(counted.passed[it])?.name;
        Some(format!("{} = {init}", block_argument_name(ir, counted.body, it)))
    });
    let carried = carried.collect::<Option<Vec<_>>>()?;
    if !carried.is_empty() {
        let types = types(source, counted).join(", ");
        text.push_str(&format!(" iter_args({}) -> ({types})", carried.join(", ")));
    }
    let ty = &ir.values[counted.lower].ty;
    if *ty != Type::Index {
        text.push_str(&format!(" : {ty}"));
    }
    Some(text)
}

/// The names of the results without the one that counts, up to the equals sign; those of a group get new numbers.
fn results(op: OpId, counted: &CountedWhile, edits: &mut PendingEdits<'_, '_>) -> String {
    let ir = edits.source.ir;
    let results = &ir.ops[op].results;
    let mut names = Vec::new();
    let mut from = 0;
    while let Some(first) = results.get(from).map(|it| &ir.values[*it]) {
        let group = from..from + (first.group.max(1) as usize).min(results.len() - from);
        from = group.end;
        let kept: Vec<usize> = group.filter(|it| *it != counted.variable).collect();
        match kept.as_slice() {
            _ if first.name.is_empty() => {}
            [] => {}
            [_] => names.push(first.name.to_string()),
            kept => names.push(format!("{}:{}", first.name, kept.len())),
        }
        for (number, result) in kept.iter().map(|it| results[*it]).enumerate() {
            let name = match kept.len() {
                1 => first.name.to_string(),
                _ => format!("{}#{number}", first.name),
            };
            if name != value_name(ir, result) {
                edits.rename(result, &name);
            }
        }
    }
    if names.is_empty() { String::new() } else { format!("{} = ", names.join(", ")) }
}

/// Where the label of the block ends that holds the statements.
fn label_end(source: &RootText<'_>, op: OpId) -> Option<TextSize> {
    let body = ast::children::<ast::Region>(&source.operation(op)?).nth(1)?;
    let label = ast::children::<ast::Block>(body.syntax()).next()?.label()?;
    Some(trimmed_range(label.syntax()).end())
}
