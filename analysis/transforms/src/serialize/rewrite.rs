//! The text of a parallel loop as loops that carry the values that it reduces.
//!
//! Each loop is a piece of its own that starts at its variable's name, and no line of the body is written anew: so places
//! in the result are places in the text before.

use crate::for_loop::parallel;
use crate::loop_header::{new_results_name, result_names};
use crate::nest_offers::outermost;
use crate::neutral::literal;
use crate::pending_edits::PendingEdits;
use crate::rewrite::{Edits, FreshNames, RootText, Side, TextCopy};
use ir::{OpId, Parallel, ValueId, value_name};
use syntax::ods::{Combining, Registry};
use syntax::{TextRange, TextSize};

struct Writer<'s, 'a> {
    source: &'s RootText<'a>,
    op: OpId,
    header: &'a Parallel,
    variables: &'a [ValueId],
    reductions: Vec<Reduced>,
    /// The number of new levels around the loop.
    shift: usize,
    /// The loop around it before which the neutral elements are defined, so that they are not operations of a loop.
    outermost: Option<OpId>,
}

/// One result of the loop.
struct Reduced {
    combining: &'static Combining,
    /// `arith.addf`
    operation: String,
    ty: String,
    neutral: String,
}

/// One of the loops that the dimensions become.
struct Level {
    /// Up to the brace.
    header: String,
    /// The names of its results.
    results: Vec<String>,
}

/// Makes some dimensions of a parallel loop loops inside it; instead of it where that is all of them.
pub(super) fn edits(source: &RootText<'_>, op: OpId, dimensions: &[usize]) -> Option<Edits> {
    let mut edits = PendingEdits::of(source);
    Writer::of(source, op)?.write(dimensions, &mut FreshNames::of(source.ir), &mut edits)?;
    edits.into_edits()
}

/// Makes all dimensions of a parallel loop loops. It is one of some; those around it are written too.
pub(crate) fn write_all(
    op: OpId,
    others: &[OpId],
    fresh: &mut FreshNames,
    edits: &mut PendingEdits<'_, '_>,
) -> Option<()> {
    let ir = edits.source.ir;
    let mut writer = Writer::of(edits.source, op)?;
    let around = ir.ancestors(op).filter(|it| others.contains(it));
    writer.shift = around.filter_map(|it| Some(parallel(ir, it)?.lower.len() - 1)).sum();
    let nest = outermost(ir, op, |ir, it| ir.is_counted_loop(it));
    writer.outermost = (nest != op).then_some(nest);
    let all: Vec<usize> = (0..writer.variables.len()).collect();
    writer.write(&all, fresh, edits)
}

impl<'s, 'a> Writer<'s, 'a> {
    fn of(source: &'s RootText<'a>, op: OpId) -> Option<Self> {
        let ir = source.ir;
        let header = parallel(ir, op)?;
        let reductions = header.reductions.iter().zip(&ir.ops[op].results).map(|(kind, result)| {
            let combining = Combining::of_atomic_kind(kind)?;
            let ty = &ir.values[*result].ty;
            let operation = Registry::computing(combining.semantics)?.to_string();
            Some(Reduced {
                combining,
                operation,
                ty: ty.to_string(),
                neutral: literal(combining.neutral, ty)?,
            })
        });
        let reductions = reductions.collect::<Option<Vec<_>>>()?;
        Some(Self {
            source,
            op,
            header,
            variables: &ir.blocks[ir.body(op)?].arguments,
            reductions,
            shift: 0,
            outermost: None,
        })
    }

    fn write(
        &self,
        dimensions: &[usize],
        fresh: &mut FreshNames,
        edits: &mut PendingEdits<'_, '_>,
    ) -> Option<()> {
        let Self { source, op, variables, .. } = *self;
        let kept: Vec<usize> = (0..variables.len()).filter(|it| !dimensions.contains(it)).collect();
        let neutral: Vec<String> = self.reductions.iter().map(|_| fresh.named("%neutral")).collect();
        let mut levels = Vec::new();
        if !kept.is_empty() {
            levels.push(self.parallel_level(&kept)?);
        }
        let mut carried = neutral.clone();
        for dimension in dimensions {
            let is_first = levels.is_empty();
            let (level, arguments) = self.for_level(*dimension, is_first, &carried, fresh)?;
            levels.push(level);
            carried = arguments;
        }
        let mut constants = self.constants(&neutral);
        if let Some(outermost) = self.outermost {
            let start = source.ir.ops[outermost].pointer.range.start();
            edits.insert_first(start, std::mem::take(&mut constants));
        }
        self.write_headers(&levels, &constants, kept.is_empty(), edits)?;
        let deepest = levels.len().checked_sub(1)?;
        self.indent(deepest, edits);
        if !self.reductions.is_empty() {
            let (range, text) = self.combination(deepest, &carried, fresh)?;
            edits.replace(range, text);
        }
        let types = self.types();
        let mut closing = String::new();
        for (depth, level) in levels.iter().enumerate().skip(1).rev() {
            if !self.reductions.is_empty() {
                let results = level.results.join(", ");
                closing.push_str(&format!("{}affine.yield {results} : {types}", self.line(depth)));
            }
            closing.push_str(&format!("{}}}", self.line(depth - 1)));
        }
        let last = source.regions(op).last()?.end();
        if !closing.is_empty() {
            edits.replace(TextRange::empty(last), closing);
        }
        Some(())
    }

    /// The definitions of the neutral elements, a line each.
    fn constants(&self, names: &[String]) -> String {
        let after = match self.outermost {
            Some(it) => {
                let source = self.source;
                format!("{}{}", source.line_break(), source.indentation(source.ir.ops[it].pointer.range))
            }
            None => self.line(0),
        };
        let definition = |(it, name): (&Reduced, &String)| {
            format!("{name} = arith.constant {} : {}{after}", it.neutral, it.ty)
        };
        self.reductions.iter().zip(names).map(definition).collect()
    }

    /// Each header in place of the variable and the text after it, where each variable becomes a loop in turn.
    fn write_headers(
        &self,
        levels: &[Level],
        constants: &str,
        is_in_turn: bool,
        edits: &mut PendingEdits<'_, '_>,
    ) -> Option<()> {
        let Self { source, op, variables, .. } = *self;
        let ir = source.ir;
        let mut from = ir.ops[op].pointer.range.start();
        let end = source.header(op)?.end();
        let mut text = constants.to_owned();
        for (depth, level) in levels.iter().enumerate() {
            text.push_str(&level.header);
            let next = variables.get(depth + 1).filter(|_| depth + 1 < levels.len());
            if depth + 1 < levels.len() {
                text.push_str(&format!(" {{{}", self.line(depth + 1)));
            }
            if let Some(next) = next.filter(|_| is_in_turn) {
                let to = ir.values[*next].pointer?.range.start();
                edits.replace(TextRange::new(from, to), std::mem::take(&mut text));
                from = to;
            }
        }
        edits.replace(TextRange::new(from, end), text);
        Some(())
    }

    /// A line break, and the blanks before a line at a depth in the new text.
    fn line(&self, depth: usize) -> String {
        let Self { source, op, shift, .. } = *self;
        let indentation = source.indentation(source.ir.ops[op].pointer.range);
        format!("{}{indentation}{}", source.line_break(), "  ".repeat(shift + depth))
    }

    fn types(&self) -> String {
        self.reductions.iter().map(|it| it.ty.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The text in front of the operation's name: `%r:2 = `.
    fn results(&self) -> Option<&str> {
        let ir = self.source.ir;
        let start = ir.ops[self.op].pointer.range.start();
        Some(self.source.slice(TextRange::new(start, ir.ops[self.op].name_pointer.range.start())))
    }

    fn bound(&self, dimension: usize, side: Side, is_parallel: bool) -> Option<String> {
        let bounds = if side == Side::Lower { &self.header.lower } else { &self.header.upper };
        let (leaves, results) = TextCopy::of(self.source).results(self.op, bounds.get(dimension)?)?;
        Some(match is_parallel {
            true => leaves.parallel_bound(side, &results),
            false => leaves.bound(side, &results),
        })
    }

    fn step(&self, dimension: usize) -> i64 {
        self.header.steps.as_ref().and_then(|it| it.get(dimension)).copied().unwrap_or(1)
    }

    fn variable(&self, dimension: usize) -> Option<String> {
        Some(value_name(self.source.ir, *self.variables.get(dimension)?))
    }

    /// The loop over dimensions that stay parallel.
    fn parallel_level(&self, dimensions: &[usize]) -> Option<Level> {
        let list = |of: &dyn Fn(usize) -> Option<String>| {
            Some(dimensions.iter().map(|it| of(*it)).collect::<Option<Vec<_>>>()?.join(", "))
        };
        let mut header = format!(
            "{}affine.parallel ({}) = ({}) to ({})",
            self.results()?,
            list(&|it| self.variable(it))?,
            list(&|it| self.bound(it, Side::Lower, true))?,
            list(&|it| self.bound(it, Side::Upper, true))?,
        );
        if dimensions.iter().any(|it| self.step(*it) != 1) {
            header.push_str(&format!(" step ({})", list(&|it| Some(self.step(it).to_string()))?));
        }
        if !self.reductions.is_empty() {
            let kinds = self.reductions.iter().map(|it| format!("\"{}\"", it.combining.atomic_kind));
            let kinds = kinds.collect::<Vec<_>>().join(", ");
            header.push_str(&format!(" reduce ({kinds}) -> ({})", self.types()));
        }
        Some(Level { header, results: Vec::new() })
    }

    /// A loop over one dimension that starts with the carried values, and its names for them.
    fn for_level(
        &self,
        dimension: usize,
        is_outermost: bool,
        carried: &[String],
        fresh: &mut FreshNames,
    ) -> Option<(Level, Vec<String>)> {
        let ir = self.source.ir;
        let count = self.reductions.len();
        let (lower, upper) =
            (self.bound(dimension, Side::Lower, false)?, self.bound(dimension, Side::Upper, false)?);
        let mut header = format!("affine.for {} = {lower} to {upper}", self.variable(dimension)?);
        if self.step(dimension) != 1 {
            header.push_str(&format!(" step {}", self.step(dimension)));
        }
        if count == 0 {
            return Some((Level { header, results: Vec::new() }, Vec::new()));
        }
        let results = &ir.ops[self.op].results;
        let arguments: Vec<String> = results.iter().map(|it| fresh.like(&ir.values[*it].name)).collect();
        let inits = arguments.iter().zip(carried).map(|(name, init)| format!("{name} = {init}"));
        let inits = inits.collect::<Vec<_>>().join(", ");
        header.push_str(&format!(" iter_args({inits}) -> ({})", self.types()));
        if is_outermost {
            header.insert_str(0, self.results()?);
            return Some((Level { header, results: Vec::new() }, arguments));
        }
        let name = new_results_name(self.source, self.op, fresh)?;
        let of_several = if count > 1 { format!(":{count}") } else { String::new() };
        header.insert_str(0, &format!("{name}{of_several} = "));
        Some((Level { header, results: result_names(&name, count) }, arguments))
    }

    /// The value that the body yields, combined with the first value of its iteration.
    fn combination(
        &self,
        levels: usize,
        carried: &[String],
        fresh: &mut FreshNames,
    ) -> Option<(TextRange, String)> {
        let Self { source, op, .. } = *self;
        let ir = source.ir;
        let end = source.terminator(op)?;
        let range = ir.ops[end].pointer.range;
        let terms = ir.ops[end].operands.iter().map(|it| Some(value_name(ir, it.value?)));
        let terms = terms.collect::<Option<Vec<_>>>()?;
        if terms.len() != self.reductions.len() {
            return None;
        }
        let results = &ir.ops[op].results;
        let names: Vec<String> = results.iter().map(|it| fresh.like(&ir.values[*it].name)).collect();
        let deeper = "  ".repeat(levels + self.shift);
        let blanks = format!("{}{}{deeper}", source.line_break(), source.indentation(range));
        let mut text = String::new();
        for (index, it) in self.reductions.iter().enumerate() {
            let (name, carried, term) = (names.get(index)?, carried.get(index)?, terms.get(index)?);
            text.push_str(&format!("{name} = {} {carried}, {term} : {}{blanks}", it.operation, it.ty));
        }
        text.push_str(&format!("affine.yield {} : {}", names.join(", "), self.types()));
        Some((range, text))
    }

    /// Moves the lines of the body, and that of its closing brace, that many levels in.
    fn indent(&self, levels: usize, edits: &mut PendingEdits<'_, '_>) {
        let Some(body) = self.source.regions(self.op).first().copied().filter(|_| levels > 0) else { return };
        let text = self.source.slice(body);
        for (at, line) in text.match_indices('\n').map(|it| it.0 + 1).map(|at| (at, &text[at..])) {
            let is_blank = line.lines().next().is_none_or(|it| it.trim().is_empty());
            let Ok(at) = TextSize::try_from(at) else { continue };
            if !is_blank {
                edits.replace(TextRange::empty(body.start() + at), "  ".repeat(levels));
            }
        }
    }
}
