//! The text of a loop that is unrolled and jammed.
//!
//! Each copy has its own names; loops that the copies share carry the values of all of them.

use super::shared_bounds::SharedBounds;
use super::structure::{Structure, Unit};
use crate::for_loop::{for_loop, induction_variable, statements, step, variable_name};
use crate::loop_bounds::plus_constant;
use crate::loop_header::{HeaderPieces, result_names, yielded};
use crate::rewrite::Edits;
use crate::rewrite::{FreshNames, Layout, RootText, Side, TextCopy};
use crate::strips::Strips;
use ir::{OpId, ValueId};
use syntax::{SyntaxKind, TextRange, TextSize};

pub(super) fn edits(source: &RootText<'_>, structure: &Structure, strips: &Strips) -> Option<Edits> {
    let (ir, op) = (source.ir, structure.op);
    let mut fresh = FreshNames::of(ir);
    let mut copies = Vec::new();
    for index in 0..strips.factor {
        let mut copy = TextCopy::of(source);
        if index > 0 {
            let variable = copy.leaves.dim(&variable_name(ir, op));
            let later = plus_constant(&variable, step(ir, op).checked_mul(index)?);
            copy.substitute(induction_variable(ir, op)?, later, &fresh.like(&variable_name(ir, op)));
        }
        copies.push(copy);
    }
    let mut jam = Jam { source, root: op, copies, fresh, layout: Layout::default() };
    jam.body(structure, 0)?;
    let mut definitions = Layout::default();
    jam.copies.iter().flat_map(TextCopy::definitions).for_each(|it| definitions.line(it));
    let whole = ir.ops[op].pointer.range;
    let (outer, line_break) = (source.indentation(whole), source.line_break());
    let inner = source.inner_indentation(op);
    let main = HeaderPieces {
        upper: strips.end.as_ref().map(|it| strips.leaves.bound(Side::Upper, std::slice::from_ref(it))),
        step: Some(strips.stride),
        ..HeaderPieces::default()
    };
    let mut text = format!("{} {}{line_break}", main.text(source, op)?, source.opening(op));
    text.push_str(&definitions.at(&inner, line_break));
    text.push_str(&jam.layout.at(&inner, line_break));
    text.push_str(&format!("{outer}}}{}", source.slice(source.behind(op)?)));
    if let Some(rest) = &strips.rest {
        let lower = Some(strips.leaves.bound(Side::Lower, rest));
        let pieces = HeaderPieces { lower, ..HeaderPieces::default() };
        let mut layout = Layout::default();
        layout.text(&source.written(whole, pieces.ranges(source, op)?)?, outer);
        text.push_str(&format!("{line_break}{outer}{}", layout.in_place(outer, line_break)));
    }
    Some(vec![(source.pointer(whole), text)])
}

struct Jam<'a> {
    source: &'a RootText<'a>,
    root: OpId,
    copies: Vec<TextCopy<'a>>,
    fresh: FreshNames,
    layout: Layout,
}

impl Jam<'_> {
    /// Writes the units of a loop's body.
    fn body(&mut self, structure: &Structure, level: usize) -> Option<()> {
        let (source, ir) = (self.source, self.source.ir);
        let body = source.body(structure.op)?;
        let mut at = body.start();
        for (index, unit) in structure.units.iter().enumerate() {
            self.layout.deeper(level);
            match unit {
                Unit::Run(run) => {
                    let last = ir.ops[*run.last()?].pointer.range.end();
                    // A comment after the last statement belongs to it.
                    let end = match structure.units.get(index + 1) {
                        Some(_) => end_of_line(source, last),
                        None => body.end(),
                    };
                    let range = TextRange::new(at, end);
                    for (number, copy) in self.copies.iter_mut().enumerate() {
                        if number > 0 {
                            copy.rename_results(run, &mut self.fresh);
                        }
                        self.layout.text(&copy.text(range)?, source.indentation(range));
                    }
                    at = end;
                }
                Unit::Loop(inner) => {
                    let whole = ir.ops[inner.op].pointer.range;
                    self.layout
                        .text(source.slice(TextRange::new(at, whole.start())), source.indentation(whole));
                    self.shared(inner, level)?;
                    at = whole.end();
                }
            }
        }
        self.layout
            .deeper(level)
            .text(source.slice(TextRange::new(at.min(body.end()), body.end())), source.indentation(body));
        Some(())
    }

    /// Writes a loop that the copies share.
    fn shared(&mut self, structure: &Structure, level: usize) -> Option<()> {
        let (source, op) = (self.source, structure.op);
        if structure.varies {
            return self.guarded(structure, level);
        }
        let header = self.header(op)?;
        self.layout.line(format!("{header} {}", source.opening(op)));
        self.body(structure, level + 1)?;
        let yielded = yielded(source, op)?;
        if !yielded.is_empty() {
            let names: Vec<String> =
                self.copies.iter().flat_map(|copy| yielded.iter().map(|it| copy.name(*it))).collect();
            let types = self.types(op, self.copies.len());
            self.layout.deeper(level + 1).line(format!("affine.yield {} : {types}", names.join(", ")));
        }
        self.layout.deeper(level + 1);
        source.closing_comments(op).for_each(|it| self.layout.line(it));
        self.layout.deeper(level).line(format!("}}{}", source.slice(source.behind(op)?)));
        self.rename_results(op);
        Some(())
    }

    /// Writes a loop over the iterations of all copies, in which each copy asks whether an iteration is its own, and
    /// keeps its carried values in all others.
    fn guarded(&mut self, structure: &Structure, level: usize) -> Option<()> {
        let (source, op) = (self.source, structure.op);
        let distance = step(source.ir, self.root);
        let bounds = SharedBounds::of(source.ir, self.root, op, distance, self.copies.len())?;
        let header = self.header_over(op, &bounds.text())?;
        self.layout.line(format!("{header} {}", source.opening(op)));
        let (run, body, yielded) = (statements(source.ir, op), source.body(op)?, yielded(source, op)?);
        let indentation = source.indentation(body);
        let arguments = source.ir.blocks[source.ir.body(op)?].arguments.get(1..)?;
        let types = self.types(op, 1);
        let mut carried = Vec::new();
        for (number, copy) in self.copies.iter_mut().enumerate() {
            if number > 0 {
                copy.rename_results(&run, &mut self.fresh);
            }
            let text = copy.text(body)?;
            let values: Vec<String> = yielded.iter().map(|it| copy.name(*it)).collect();
            self.layout.deeper(level + 1);
            let Some(condition) = bounds.condition(number, distance)? else {
                self.layout.text(&text, indentation);
                carried.extend(values);
                continue;
            };
            if values.is_empty() {
                self.layout.line(format!("affine.if {condition} {{"));
                self.layout.deeper(level + 2).text(&text, indentation);
            } else {
                let kept: Vec<String> = arguments.iter().map(|it| copy.name(*it)).collect();
                let name = self.fresh.like(&source.ir.values[*arguments.first()?].name);
                let count = if values.len() > 1 { format!(":{}", values.len()) } else { String::new() };
                self.layout.line(format!("{name}{count} = affine.if {condition} -> ({types}) {{"));
                self.layout.deeper(level + 2).text(&text, indentation);
                self.layout.line(format!("affine.yield {} : {types}", values.join(", ")));
                self.layout.deeper(level + 1).line("} else {");
                self.layout.deeper(level + 2).line(format!("affine.yield {} : {types}", kept.join(", ")));
                carried.extend(result_names(&name, values.len()));
            }
            self.layout.deeper(level + 1).line("}");
        }
        if !carried.is_empty() {
            let types = self.types(op, self.copies.len());
            self.layout.deeper(level + 1).line(format!("affine.yield {} : {types}", carried.join(", ")));
        }
        self.layout.deeper(level + 1);
        source.closing_comments(op).for_each(|it| self.layout.line(it));
        self.layout.deeper(level).line(format!("}}{}", source.slice(source.behind(op)?)));
        self.rename_results(op);
        Some(())
    }

    /// `%r:4 = affine.for %j = 0 to 8 iter_args(%a = %z, %a_0 = %z_0, …) -> (f32, f32, …)`
    fn header(&mut self, op: OpId) -> Option<String> {
        let (source, ir) = (self.source, self.source.ir);
        let header = for_loop(ir, op)?;
        let first = self.copies.first()?;
        if header.inits.is_empty() {
            return first.text(source.header(op)?);
        }
        let lower = source.piece(op, SyntaxKind::LOWER_BOUND)?;
        let upper = source.piece(op, SyntaxKind::UPPER_BOUND)?;
        let range = lower.cover(source.piece(op, SyntaxKind::STEP).unwrap_or(upper));
        let range = first.text(range)?;
        self.header_over(op, &range)
    }

    /// A header over `0 to 8 step 2`.
    fn header_over(&mut self, op: OpId, range: &str) -> Option<String> {
        let ir = self.source.ir;
        let header = for_loop(ir, op)?;
        let variable = variable_name(ir, op);
        if header.inits.is_empty() {
            return Some(format!("affine.for {variable} = {range}"));
        }
        let inits = ir.ops[op].operands.get(header.inits.clone())?;
        let arguments: Vec<ValueId> = ir.blocks[ir.body(op)?].arguments.iter().skip(1).copied().collect();
        let mut list = Vec::new();
        for (number, copy) in self.copies.iter_mut().enumerate() {
            for (argument, init) in arguments.iter().zip(inits) {
                let init = copy.name(init.value?);
                if number > 0 {
                    copy.rename(*argument, &self.fresh.like(&ir.values[*argument].name));
                }
                list.push(format!("{} = {init}", copy.name(*argument)));
            }
        }
        let name = &ir.values[*ir.ops[op].results.first()?].name;
        let count = list.len();
        let types = self.types(op, self.copies.len());
        let list = list.join(", ");
        Some(format!("{name}:{count} = affine.for {variable} = {range} iter_args({list}) -> ({types})"))
    }

    /// The types of the values that so many copies carry.
    fn types(&self, op: OpId, copies: usize) -> String {
        let ir = self.source.ir;
        let types = ir.ops[op].results.iter().map(|it| ir.values[*it].ty.to_string()).collect::<Vec<_>>();
        vec![types.join(", "); copies].join(", ")
    }

    /// The results of a shared loop are those of the first copy, then those of the next one.
    fn rename_results(&mut self, op: OpId) {
        let ir = self.source.ir;
        let results = &ir.ops[op].results;
        let Some(first) = results.first() else { return };
        for (number, copy) in self.copies.iter_mut().enumerate() {
            for (index, result) in results.iter().enumerate() {
                let name = format!("{}#{}", ir.values[*first].name, number * results.len() + index);
                copy.mention_instead(*result, &name);
            }
        }
    }
}

/// The end of the line on which a statement ends, if only a comment follows; else the end of the statement.
fn end_of_line(source: &RootText<'_>, end: TextSize) -> TextSize {
    let rest = source.text.get(usize::from(end)..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default().trim_end();
    if line.trim_start().starts_with("//") { end + TextSize::of(line) } else { end }
}
