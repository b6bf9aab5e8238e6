//! The text of a fusion: the producer's body moves to the start of one of the consumer's loops.
//!
//! Loops with one iteration dissolve into their bodies, loops with a window get new bounds, all others stay as they
//! are written. Nothing here asks whether that is legal.

use super::slice::{BaseVariable, Bounds, Slice, Window};
use super::{Depth, Pair};
use crate::ir::{Form, Ir, OpId, OpKind, Pointer, ValueId, ir};
use crate::isolated_op::IsolatedOp;
use crate::loops::bounds::{constant_lower, constant_upper};
use crate::rewrite::{FreshNames, Layout, indentation, line_end, line_start};
use presburger::Integer;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize};

/// The edits, with places relative to the isolated op. `None` if the loops are not written in a form that can be
/// rewritten.
pub(crate) fn fusion_edits<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    pair: &Pair,
    depth: &Depth,
) -> Option<Vec<(Pointer, String)>> {
    let ir = ir(db, op);
    let slice = &depth.slice;
    let receiver = *slice.chain.last()?;
    let (from, into) = (ir.ops[pair.producer].pointer, ir.ops[receiver].pointer);
    let source = op.roots(db).get(from.root)?.syntax_node();
    let destination = op.roots(db).get(into.root)?.syntax_node().text().to_string();
    let text = source.text().to_string();
    let writer = Writer { ir, text: &text, source: &source, slice, replacements: Vec::new() };

    let mut layout = Layout::default();
    let removal = removal(&text, from.range);
    let moved = moved(&text, from.range, removal);
    writer.with_names(pair)?.emit(moved, indentation(&text, from.range.start().into()), &mut layout)?;

    let line_break = if destination.contains("\r\n") { "\r\n" } else { "\n" };
    let body = ir.regions[*ir.ops[receiver].regions.first()?].pointer?;
    let insertion = insertion(ir, &destination, receiver, body, &layout, line_break)?;
    Some(vec![(Pointer { root: from.root, range: removal }, String::new()), (insertion.0, insertion.1)])
}

fn range(from: usize, to: usize) -> Option<TextRange> {
    let size = |it: usize| TextSize::try_from(it).ok();
    (from <= to).then_some(TextRange::new(size(from)?, size(to)?))
}

/// What the producer takes with it when it goes: its lines, the comments right above it, one of two blank lines.
fn removal(text: &str, producer: TextRange) -> TextRange {
    let (start, end) = (usize::from(producer.start()), usize::from(producer.end()));
    let rest = text.get(end..line_end(text, end)).unwrap_or_default().trim();
    let before = text.get(line_start(text, start)..start).unwrap_or_default();
    if !before.trim().is_empty() || !(rest.is_empty() || rest.starts_with("//")) {
        return producer;
    }
    let mut from = line_start(text, start);
    while from > 0 {
        let above = line_start(text, from - 1);
        if !text.get(above..from).unwrap_or_default().trim_start().starts_with("//") {
            break;
        }
        from = above;
    }
    let mut to = line_end(text, end);
    let is_blank = |from: usize, to: usize| text.get(from..to).is_some_and(|it| it.trim().is_empty());
    let starts_block = from == 0
        || is_blank(line_start(text, from - 1), from)
        || text.get(..from).is_some_and(|it| it.trim_end().ends_with('{'));
    if starts_block && to < text.len() && is_blank(to, line_end(text, to)) {
        to = line_end(text, to);
    }
    range(from, to).unwrap_or(producer)
}

/// The part of the removed text that is to be written again.
fn moved(text: &str, producer: TextRange, removal: TextRange) -> TextRange {
    let end = usize::from(producer.end());
    match removal == producer {
        true => producer,
        false => range(removal.start().into(), line_end(text, end)).unwrap_or(producer),
    }
}

/// Where the moved text goes, and the text.
fn insertion(
    ir: &Ir,
    text: &str,
    receiver: OpId,
    body: Pointer,
    layout: &Layout,
    line_break: &str,
) -> Option<(Pointer, String)> {
    let open = usize::from(body.range.start()) + 1;
    let first = ir.blocks[ir.body(receiver)?].ops.first()?;
    let first = usize::from(ir.ops[*first].pointer.range.start());
    let own_line = line_start(text, first) >= open;
    let loop_indentation = indentation(text, ir.ops[receiver].pointer.range.start().into());
    if own_line {
        let at = line_end(text, open);
        let lines = layout.at(indentation(text, first), line_break);
        return Some((Pointer { root: body.root, range: range(at, at)? }, lines));
    }
    let inner = format!("{loop_indentation}  ");
    let lines = format!("{line_break}{}{inner}", layout.at(&inner, line_break));
    let blanks = text.get(open..first)?.len();
    Some((Pointer { root: body.root, range: range(open, open + blanks)? }, lines))
}

struct Writer<'a> {
    ir: &'a Ir,
    text: &'a str,
    source: &'a SyntaxNode,
    slice: &'a Slice,
    /// Pieces of the producer's text that are written differently, in text order after [`Writer::with_names`].
    replacements: Vec<(TextRange, String)>,
}

/// A loop that dissolves: where its body is, and what defines its induction variable, if anything must.
struct Dissolved {
    whole: TextRange,
    body: TextRange,
    /// Blanks in front of the operations of the body.
    indentation: String,
    definition: Option<String>,
}

impl<'a> Writer<'a> {
    /// Chooses names, and notes every place where one is written.
    fn with_names(mut self, pair: &Pair) -> Option<Emitter<'a>> {
        let ir = self.ir;
        let names = Names::of(ir, pair, self.slice);
        let inside = |pointer: Pointer| {
            let producer = ir.ops[pair.producer].pointer;
            pointer.root == producer.root && producer.range.contains_range(pointer.range)
        };
        let mut headers = Vec::new();
        let mut dissolved = Vec::new();
        for (loop_, bounds) in &self.slice.loops {
            let Bounds::Window(window) = bounds else { continue };
            if ir.ops[*loop_].form != Form::Custom {
                return None;
            }
            match window.is_single() {
                true => dissolved.push(self.dissolve(*loop_, window, &names)?),
                false => headers.push((self.bounds_range(*loop_)?, names.bounds(ir, *loop_, window)?)),
            }
        }
        let replaced = |range: TextRange| headers.iter().any(|it| it.0.contains_range(range));
        for mention in ir.mentions.iter().filter(|it| inside(it.pointer) && !replaced(it.pointer.range)) {
            let Some(value) = mention.value else { continue };
            self.rename(&names, value, mention.pointer.range);
        }
        for (value, data) in ir.values.iter() {
            let Some(pointer) = data.pointer.filter(|it| inside(*it)) else { continue };
            if data.number == 0 {
                self.rename(&names, value, pointer.range);
            }
        }
        self.replacements.extend(headers);
        self.replacements.sort_by_key(|it| it.0.start());
        self.replacements.dedup();
        dissolved.sort_by_key(|it| it.whole.start());
        Some(Emitter {
            text: self.text,
            replacements: self.replacements,
            dissolved,
            dropped: terminators(ir, self.slice),
        })
    }

    fn rename(&mut self, names: &Names, value: ValueId, range: TextRange) {
        let Some(new) = names.renamed.get(&value) else { return };
        let old = &self.ir.values[value].name;
        let length = TextSize::of(&**old).min(range.len());
        self.replacements.push((TextRange::at(range.start(), length), new.clone()));
    }

    fn node(&self, loop_: OpId) -> Option<SyntaxNode> {
        let name = self.ir.ops[loop_].name_pointer.range;
        let element = self.source.covering_element(name);
        let mut ancestors = element.ancestors();
        ancestors.find(|it| it.kind() == SyntaxKind::OPERATION)
    }

    /// From the start of the lower to the end of the upper bound.
    fn bounds_range(&self, loop_: OpId) -> Option<TextRange> {
        let node = self.node(loop_)?;
        let piece =
            |kind| node.children().find(|it| it.kind() == kind).map(|it| crate::ir::trimmed_range(&it));
        Some(piece(SyntaxKind::LOWER_BOUND)?.cover(piece(SyntaxKind::UPPER_BOUND)?))
    }

    fn dissolve(&self, loop_: OpId, window: &Window, names: &Names) -> Option<Dissolved> {
        let ir = self.ir;
        let region = ast::child::<ast::Region>(&self.node(loop_)?)?;
        let braces = crate::ir::trimmed_range(region.syntax());
        let body = TextRange::new(braces.start() + TextSize::from(1), braces.end() - TextSize::from(1));
        let first = ir.blocks[ir.body(loop_)?].ops.first()?;
        let first = usize::from(ir.ops[*first].pointer.range.start());
        let variable = *ir.blocks[ir.body(loop_)?].arguments.first()?;
        let definition = (!names.substituted.contains(&variable))
            .then(|| {
                let name = names.name(ir, variable);
                Some(match window.base.is_empty() {
                    true => format!("{name} = arith.constant {} : index", window.lower),
                    false => {
                        format!(
                            "{name} = affine.apply {}",
                            names.map(ir, &window.base, std::slice::from_ref(&window.lower))?
                        )
                    }
                })
            })
            .map_or(Some(None), |it| it.map(Some))?;
        Some(Dissolved {
            whole: ir.ops[loop_].pointer.range,
            body,
            indentation: indentation(self.text, first).to_owned(),
            definition,
        })
    }
}

/// Written terminators of loops that dissolve.
fn terminators(ir: &Ir, slice: &Slice) -> Vec<TextRange> {
    let single =
        slice.loops.iter().filter(|it| matches!(&it.1, Bounds::Window(window) if window.is_single()));
    single
        .filter_map(|it| ir.blocks[ir.body(it.0)?].ops.last())
        .filter(|it| ir.ops[**it].is("affine.yield"))
        .map(|it| ir.ops[*it].pointer.range)
        .collect()
}

/// Writes the producer's text with its replacements.
struct Emitter<'a> {
    text: &'a str,
    replacements: Vec<(TextRange, String)>,
    dissolved: Vec<Dissolved>,
    dropped: Vec<TextRange>,
}

impl Emitter<'_> {
    /// Writes a range whose lines are indented by `indentation`.
    fn emit(&self, range: TextRange, indentation: &str, layout: &mut Layout) -> Option<()> {
        let mut at = range.start();
        for loop_ in &self.dissolved {
            // Loops inside one that is dissolved already are written with its body.
            if loop_.whole.start() < at || !range.contains_range(loop_.whole) {
                continue;
            }
            layout.text(&self.replaced(TextRange::new(at, loop_.whole.start()))?, indentation);
            if let Some(definition) = &loop_.definition {
                layout.line(definition.clone());
            }
            self.emit(loop_.body, &loop_.indentation, layout)?;
            at = loop_.whole.end();
        }
        layout.text(&self.replaced(TextRange::new(at, range.end()))?, indentation);
        Some(())
    }

    fn replaced(&self, range: TextRange) -> Option<String> {
        let mut text = String::new();
        let mut at = range.start();
        let mut pieces: Vec<(TextRange, &str)> =
            self.replacements.iter().map(|it| (it.0, it.1.as_str())).collect();
        pieces.extend(self.dropped.iter().map(|it| (*it, "")));
        pieces.sort_by_key(|it| it.0.start());
        for (place, new) in pieces.into_iter().filter(|it| range.contains_range(it.0)) {
            if place.start() < at {
                continue;
            }
            text.push_str(self.text.get(usize::from(at)..usize::from(place.start()))?);
            text.push_str(new);
            at = place.end();
        }
        text.push_str(self.text.get(usize::from(at)..usize::from(range.end()))?);
        Some(text)
    }
}

/// How values of the producer are called where they land.
struct Names {
    renamed: FxHashMap<ValueId, String>,
    /// Induction variables that are the same as one of the consumer's.
    substituted: FxHashSet<ValueId>,
}

impl Names {
    fn of(ir: &Ir, pair: &Pair, slice: &Slice) -> Self {
        let mut names = Self { renamed: FxHashMap::default(), substituted: FxHashSet::default() };
        let mut fresh = FreshNames::of(ir);
        let visible = newly_visible(ir, pair, slice);
        let receiver: FxHashSet<&str> = match slice.chain.last() {
            Some(receiver) => defined_in(ir, *receiver).map(|it| &*ir.values[it].name).collect(),
            None => FxHashSet::default(),
        };
        let mut outermost: FxHashSet<&str> = FxHashSet::default();
        for value in defined_in(ir, pair.producer) {
            let data = &ir.values[value];
            let owner = ir.loop_of_induction_variable(value).map(|it| it.0);
            let window = owner.and_then(|it| slice.window(it)).filter(|it| it.is_single());
            if let (Some(window), [(BaseVariable::Consumer(loop_), factor)]) =
                (window, window.map_or(&[] as &[_], |it| &it.base))
                && factor.is_one()
                && window.lower.is_zero()
                && let Some(variable) = ir.body(*loop_).and_then(|it| ir.blocks[it].arguments.first())
            {
                names.renamed.insert(value, ir.values[*variable].name.to_string());
                names.substituted.insert(value);
                continue;
            }
            let name = &*data.name;
            let lands_outermost = lands_outermost(ir, pair, slice, value);
            let clashes = visible.contains(name)
                || outermost.contains(name)
                || (lands_outermost && receiver.contains(name));
            if data.number > 0 {
                continue;
            }
            if clashes {
                names.renamed.insert(value, fresh.like(name));
                names.rename_group(ir, value);
            } else if lands_outermost {
                outermost.insert(name);
            }
        }
        names
    }

    /// The further results under one name.
    fn rename_group(&mut self, ir: &Ir, first: ValueId) {
        let (Some(op), Some(new)) = (ir.defining_op(first), self.renamed.get(&first).cloned()) else {
            return;
        };
        for value in &ir.ops[op].results {
            if ir.values[*value].pointer == ir.values[first].pointer {
                self.renamed.insert(*value, new.clone());
            }
        }
    }

    fn name(&self, ir: &Ir, value: ValueId) -> String {
        self.renamed.get(&value).cloned().unwrap_or_else(|| ir.values[value].name.to_string())
    }

    /// `affine_map<(d0)[s0] -> (d0 + s0 + 1)>(%i)[%n]`, with one result for each constant.
    fn map(&self, ir: &Ir, base: &[(BaseVariable, Integer)], constants: &[Integer]) -> Option<String> {
        let (mut dims, mut symbols) = (Vec::new(), Vec::new());
        let mut sum = String::new();
        for (variable, factor) in base {
            let (value, is_dim) = match variable {
                BaseVariable::Consumer(op) => (*ir.blocks[ir.body(*op)?].arguments.first()?, true),
                BaseVariable::Outside(op, dim) => (*ir.blocks[ir.body(*op)?].arguments.get(*dim)?, true),
                BaseVariable::Symbol(value) => (*value, false),
            };
            let data = &ir.values[value];
            let name = match data.number {
                0 => data.name.to_string(),
                number => format!("{}#{number}", data.name),
            };
            let (list, letter) = if is_dim { (&mut dims, 'd') } else { (&mut symbols, 's') };
            list.push(name);
            let term = format!("{letter}{}", list.len() - 1);
            let magnitude = factor.abs();
            let term = if magnitude.is_one() { term } else { format!("{term} * {magnitude}") };
            sum = match (sum.is_empty(), factor.is_negative()) {
                (true, false) => term,
                (true, true) => format!("-{term}"),
                (false, false) => format!("{sum} + {term}"),
                (false, true) => format!("{sum} - {term}"),
            };
        }
        let results: Vec<String> = constants
            .iter()
            .map(|constant| match constant.signum() {
                0 => sum.clone(),
                1 => format!("{sum} + {constant}"),
                _ => format!("{sum} - {}", constant.abs()),
            })
            .collect();
        let letters = |letter: char, count: usize| {
            (0..count).map(|it| format!("{letter}{it}")).collect::<Vec<_>>().join(", ")
        };
        let (inputs, operands) = match symbols.is_empty() {
            true => (format!("({})", letters('d', dims.len())), format!("({})", dims.join(", "))),
            false => (
                format!("({})[{}]", letters('d', dims.len()), letters('s', symbols.len())),
                format!("({})[{}]", dims.join(", "), symbols.join(", ")),
            ),
        };
        Some(format!("affine_map<{inputs} -> ({})>{operands}", results.join(", ")))
    }

    /// `lower to upper` of a window that is a loop.
    fn bounds(&self, ir: &Ir, loop_: OpId, window: &Window) -> Option<String> {
        let end = &window.upper + &Integer::from(1);
        let OpKind::For(header) = &ir.ops[loop_].kind else { return None };
        if !window.clamped {
            if window.base.is_empty() {
                return Some(format!("{} to {end}", window.lower));
            }
            let bound = |constant: &Integer| self.map(ir, &window.base, std::slice::from_ref(constant));
            return Some(format!("{} to {}", bound(&window.lower)?, bound(&end)?));
        }
        let (lower, upper) = (constant_lower(ir, loop_, header)?, constant_upper(ir, loop_, header)?);
        if window.base.is_empty() {
            let (lower, upper) = (Integer::from(lower), Integer::from(upper));
            return Some(format!("{} to {}", window.lower.clone().max(lower), end.min(upper)));
        }
        let with = |constant: &Integer, own: i64| {
            let map = self.map(ir, &window.base, std::slice::from_ref(constant))?;
            let (map, operands) = map.split_once(")>")?;
            Some(format!("{map}, {own})>{operands}"))
        };
        Some(format!("max {} to min {}", with(&window.lower, lower)?, with(&end, upper)?))
    }
}

/// Values defined inside an operation's regions, its own block arguments among them, in text order.
fn defined_in(ir: &Ir, root: OpId) -> impl Iterator<Item = ValueId> + '_ {
    crate::memory_effects::subtree(ir, root).into_iter().flat_map(move |op| {
        let arguments = ir.ops[op]
            .regions
            .iter()
            .flat_map(|it| &ir.regions[*it].blocks)
            .flat_map(|it| ir.blocks[*it].arguments.iter().copied());
        let results = ir.ops[op].results.iter().copied().filter(move |_| op != root);
        results.chain(arguments).collect::<Vec<_>>()
    })
}

/// Names that are visible at the start of the receiving loop's body and not where the producer stands now.
fn newly_visible<'a>(ir: &'a Ir, pair: &Pair, slice: &Slice) -> FxHashSet<&'a str> {
    let mut found = FxHashSet::default();
    let mut results_between = |block: crate::ir::BlockId, from: Option<OpId>, to: OpId| {
        let ops: &[OpId] = &ir.blocks[block].ops;
        let first = from.and_then(|it| ops.iter().position(|op| *op == it)).map_or(0, |it| it + 1);
        for op in ops.iter().skip(first).take_while(|it| **it != to) {
            found.extend(ir.ops[*op].results.iter().map(|it| &*ir.values[*it].name));
        }
    };
    results_between(ir.ops[pair.consumer].block, Some(pair.producer), pair.consumer);
    for loops in slice.chain.windows(2) {
        let [outer, inner] = *loops else { continue };
        if let Some(body) = ir.body(outer) {
            results_between(body, None, inner);
        }
    }
    for body in slice.chain.iter().filter_map(|it| ir.body(*it)) {
        found.extend(ir.blocks[body].arguments.iter().map(|it| &*ir.values[*it].name));
    }
    found
}

/// Whether the definition ends up directly in the body of the receiving loop.
fn lands_outermost(ir: &Ir, pair: &Pair, slice: &Slice, value: ValueId) -> bool {
    let dissolves = |op: OpId| slice.window(op).is_some_and(Window::is_single);
    let block = match ir.values[value].definition {
        crate::ir::Definition::Result { op, .. } => ir.ops[op].block,
        crate::ir::Definition::Argument { block, .. } => block,
    };
    let Some(owner) = ir.regions[ir.blocks[block].parent].parent else { return false };
    std::iter::once(owner)
        .chain(ir.ancestors(owner))
        .take_while(|it| ir.is_within(*it, pair.producer))
        .all(dissolves)
}
