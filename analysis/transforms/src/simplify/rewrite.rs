//! The text of a nest in its simpler form. Each operation is a piece of its own, so that pieces inside others stay.

use super::expression::simpler_anywhere;
use super::plan::{Plan, Simpler};
use crate::for_loop::for_loop;
use crate::pending_edits::PendingEdits;
use crate::rewrite::{Edits, Leaves, RootText, Side, line_start};
use ir::affine::{AffineExpr, AffineMap, Constraint, IntegerSet};
use ir::{AppliedMap, OpId, OpKind, ValueId, value_name};
use rustc_hash::FxHashMap;
use syntax::{SyntaxKind, TextRange, TextSize};

struct Writer<'s, 'a> {
    source: &'s RootText<'a>,
    plan: &'s Plan,
    edits: PendingEdits<'s, 'a>,
    /// Loops that go, by their variables.
    once: FxHashMap<ValueId, OpId>,
    /// Values that are others from now on.
    instead: FxHashMap<ValueId, ValueId>,
    /// The ranges between the braces of operations that go.
    bodies: Vec<TextRange>,
}

pub(super) fn edits(source: &RootText<'_>, plan: &Plan) -> Option<Edits> {
    let (once, instead) = (FxHashMap::default(), FxHashMap::default());
    let edits = PendingEdits::of(source);
    let mut writer = Writer { source, plan, edits, once, instead, bodies: Vec::new() };
    plan.ops.iter().for_each(|it| writer.forget(*it));
    for op in &plan.ops {
        writer.operation(*op)?;
    }
    writer.unindent();
    writer.edits.into_edits()
}

impl Writer<'_, '_> {
    /// Learns which values go with an operation.
    fn forget(&mut self, op: OpId) {
        let ir = self.source.ir;
        let data = &ir.ops[op];
        let region = match self.plan.simpler.get(&op) {
            Some(Simpler::Body) => data.regions.first(),
            Some(Simpler::Region { holds }) => data.regions.get(usize::from(!holds)),
            _ => return,
        };
        let block = region.and_then(|it| ir.regions[*it].blocks.first());
        let Some(block) = block.map(|it| &ir.blocks[*it]) else { return };
        if let (Some(header), Some((variable, carried))) = (for_loop(ir, op), block.arguments.split_first()) {
            self.once.insert(*variable, op);
            let inits = ir.operand_values(op, &header.inits).flatten();
            self.instead.extend(carried.iter().copied().zip(inits));
        }
        let end = block.ops.last().filter(|it| matches!(ir.ops[**it].kind, OpKind::Yield));
        let yielded = end.map(|it| ir.ops[*it].operands.as_slice()).unwrap_or_default();
        self.instead.extend(data.results.iter().copied().zip(yielded.iter().filter_map(|it| it.value)));
    }

    /// The value that is mentioned in place of one.
    fn kept(&self, mut value: ValueId) -> ValueId {
        while let Some(other) = self.instead.get(&value) {
            value = *other;
        }
        value
    }

    /// A value in an expression.
    fn leaf(&self, leaves: &mut Leaves, value: ValueId, is_symbol: bool) -> AffineExpr {
        let ir = self.source.ir;
        let value = self.kept(value);
        if let Some(op) = self.once.get(&value)
            && let Some(header) = for_loop(ir, *op)
            && let Some([single]) = self.results(*op, &header.lower, leaves).as_deref()
        {
            return single.clone();
        }
        let name = value_name(ir, value);
        if is_symbol { leaves.symbol(&name) } else { leaves.dim(&name) }
    }

    fn results(&self, op: OpId, applied: &AppliedMap, leaves: &mut Leaves) -> Option<Vec<AffineExpr>> {
        leaves.results(self.source.ir, op, applied, &mut |leaves, value, is_symbol| {
            self.leaf(leaves, value, is_symbol)
        })
    }

    /// Whether one of the operands of a map, or of a set, is something else now.
    fn is_other(&self, op: OpId, operands: &std::ops::Range<usize>) -> bool {
        let mut values = self.source.ir.operand_values(op, operands).flatten();
        values.any(|it| self.instead.contains_key(&it) || self.once.contains_key(&it))
    }

    fn operation(&mut self, op: OpId) -> Option<()> {
        let ir = self.source.ir;
        let data = &ir.ops[op];
        let simpler = self.plan.simpler.get(&op);
        match simpler {
            Some(Simpler::Body) => self.open(op)?,
            Some(Simpler::Region { holds }) => self.choose(op, *holds)?,
            Some(Simpler::Condition { drops_else: true, .. }) => {
                let [first, second] = self.source.regions(op)[..] else { return None };
                self.edits.replace(TextRange::new(first.end(), second.end()), "");
            }
            _ => {}
        }
        let map = match simpler {
            Some(Simpler::Map(map)) => Some(map),
            _ => None,
        };
        match &data.kind {
            OpKind::For(header) if !matches!(simpler, Some(Simpler::Body)) => {
                let (lower, upper) = match simpler {
                    Some(Simpler::Bounds { lower, upper }) => (lower.as_ref(), upper.as_ref()),
                    _ => (None, None),
                };
                let sides = [
                    (&header.lower, lower, Side::Lower, SyntaxKind::LOWER_BOUND),
                    (&header.upper, upper, Side::Upper, SyntaxKind::UPPER_BOUND),
                ];
                for (applied, map, side, piece) in sides {
                    if let Some((leaves, results)) = self.written(op, applied, map)? {
                        self.edits.replace(self.source.piece(op, piece)?, leaves.bound(side, &results));
                    }
                }
            }
            OpKind::Access(access) => {
                if let Some((leaves, results)) = self.written(op, &access.subscripts, map)? {
                    let subscripts: Vec<String> = results.iter().map(|it| leaves.subscript(it)).collect();
                    let subscripts = format!("[{}]", subscripts.join(", "));
                    self.edits.replace(self.source.piece(op, SyntaxKind::SUBSCRIPTS)?, subscripts);
                }
            }
            OpKind::Apply(applied) | OpKind::Min(applied) | OpKind::Max(applied) => {
                if let Some((leaves, results)) = self.written(op, applied, map)? {
                    let piece = self.source.piece(op, SyntaxKind::MAP_APPLICATION)?;
                    match &results[..] {
                        [_] => {
                            let result =
                                TextRange::new(data.name_pointer.range.start(), data.pointer.range.end());
                            self.edits.replace(result, leaves.definition(&results[0]));
                        }
                        _ => self.edits.replace(piece, leaves.map_use(&results)),
                    }
                }
            }
            OpKind::If(conditional) if !matches!(simpler, Some(Simpler::Region { .. })) => {
                let condition = &conditional.condition;
                let set: Option<&IntegerSet> = match simpler {
                    Some(Simpler::Condition { set: Some(set), .. }) => Some(set),
                    _ => condition.set.as_ref().filter(|_| self.is_other(op, &condition.operands)),
                };
                if let Some(set) = set {
                    let mut leaves = Leaves::default();
                    let over = (set, &condition.operands);
                    let constraints = leaves.constraints(ir, op, over, &mut |leaves, value, is_symbol| {
                        self.leaf(leaves, value, is_symbol)
                    })?;
                    let simpler =
                        |it: Constraint| Constraint { expression: simpler_anywhere(&it.expression), ..it };
                    let constraints: Vec<Constraint> = constraints.into_iter().map(simpler).collect();
                    let piece = self.source.piece(op, SyntaxKind::MAP_APPLICATION)?;
                    self.edits.replace(piece, leaves.set_use(&constraints));
                }
            }
            _ => {}
        }
        for operand in &data.operands {
            if let Some(value) = operand.value.filter(|it| self.instead.contains_key(it)) {
                self.edits.replace(operand.pointer.range, value_name(ir, self.kept(value)));
            }
        }
        Some(())
    }

    /// The results of a map that is another one, or over other values.
    fn written(
        &self,
        op: OpId,
        applied: &AppliedMap,
        map: Option<&AffineMap>,
    ) -> Option<Option<(Leaves, Vec<AffineExpr>)>> {
        if map.is_none() && !self.is_other(op, &applied.operands) {
            return Some(None);
        }
        let map = map.or(applied.map.as_ref()).cloned();
        let applied = AppliedMap { map, ..applied.clone() };
        let mut leaves = Leaves::default();
        let mut results = self.results(op, &applied, &mut leaves)?;
        if self.is_other(op, &applied.operands) {
            results = results.iter().map(simpler_anywhere).collect();
        }
        Some(Some((leaves, results)))
    }

    /// Leaves only the body of a loop that runs once, with the variable defined in front where something mentions it that
    /// takes no expression.
    fn open(&mut self, op: OpId) -> Option<()> {
        let ir = self.source.ir;
        let variable = *ir.blocks[ir.body(op)?].arguments.first()?;
        let mut leaves = Leaves::default();
        let value = self.leaf(&mut leaves, variable, false);
        let is_named = ir
            .mentions
            .iter()
            .any(|it| it.value == Some(variable) && !self.is_in_map(it.op, it.pointer.range));
        let definition = match is_named {
            true => format!("{} = {}", value_name(ir, variable), leaves.definition(&value)),
            false => String::new(),
        };
        let braces = *self.source.regions(op).first()?;
        self.keep(op, braces, &definition)
    }

    /// Leaves one of the regions of a condition.
    fn choose(&mut self, op: OpId, holds: bool) -> Option<()> {
        match self.source.regions(op).get(usize::from(!holds)).copied() {
            Some(braces) => self.keep(op, braces, ""),
            None => {
                self.edits.remove(op);
                Some(())
            }
        }
    }

    /// Leaves of an operation the text between some braces, without the terminator.
    fn keep(&mut self, op: OpId, braces: TextRange, before: &str) -> Option<()> {
        let ir = self.source.ir;
        let whole = ir.ops[op].pointer.range;
        let one = TextSize::from(1);
        let (opening, closing) = (
            TextRange::new(whole.start(), braces.start() + one),
            TextRange::new(braces.end().checked_sub(one)?, whole.end()),
        );
        match before.is_empty() {
            true => self.edits.replace(self.source.lines_of(opening), ""),
            false => self.edits.replace(opening, before),
        }
        self.edits.replace(self.source.lines_of(closing), "");
        let region = ir.ops[op].regions.iter().copied().find(|it| {
            ir.regions[*it]
                .pointer
                .is_some_and(|it| it.range.intersect(braces).is_some_and(|it| !it.is_empty()))
        });
        let end = region.and_then(|it| ir.blocks[*ir.regions[it].blocks.first()?].ops.last().copied());
        if let Some(end) = end.filter(|it| matches!(ir.ops[*it].kind, OpKind::Yield)) {
            self.edits.replace(self.source.lines_of(ir.ops[end].pointer.range), "");
        }
        self.bodies.push(TextRange::new(opening.end(), closing.start()));
        Some(())
    }

    /// Whether a mention is in a map or a set of an operation of the nest.
    fn is_in_map(&self, op: OpId, place: TextRange) -> bool {
        let ir = self.source.ir;
        let data = &ir.ops[op];
        let operands = match &data.kind {
            OpKind::For(it) => vec![&it.lower.operands, &it.upper.operands],
            OpKind::Access(it) => vec![&it.subscripts.operands],
            OpKind::Apply(it) | OpKind::Min(it) | OpKind::Max(it) => vec![&it.operands],
            OpKind::If(it) => vec![&it.condition.operands],
            _ => Vec::new(),
        };
        let operands = operands.into_iter().filter_map(|it| data.operands.get(it.clone())).flatten();
        operands.into_iter().any(|it| it.pointer.range.intersect(place).is_some())
    }

    /// Moves the lines of bodies that are left to where the operations around them were.
    fn unindent(&mut self) {
        let text = &self.source.text;
        let mut levels: FxHashMap<usize, usize> = FxHashMap::default();
        for body in &self.bodies {
            let (start, end) = (usize::from(body.start()), usize::from(body.end()));
            let inside = text.get(start..end).unwrap_or_default();
            for (at, _) in inside.match_indices('\n') {
                *levels.entry(line_start(text, start + at + 1)).or_default() += 1;
            }
        }
        for (line, levels) in levels {
            let rest = text.get(line..).unwrap_or_default();
            let blanks = rest.bytes().take_while(|it| *it == b' ').count().min(2 * levels);
            if let (Ok(line), Ok(blanks)) = (TextSize::try_from(line), TextSize::try_from(blanks))
                && blanks > TextSize::from(0)
            {
                self.edits.replace(TextRange::at(line, blanks), "");
            }
        }
    }
}
