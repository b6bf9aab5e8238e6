//! The iterations of the nest around the cursor, and the dependences between them.

use super::FileView;
use super::polyhedra::operation_at;
use base::database::stop_if_cancelled;
use base::source_file::SourceFile;
use ir::value_name;
use ir::{Ir, OpId, ValueId};
use polyhedral::dependence::pairs::{elements, pairs_at};
use polyhedral::dependence::{
    Dependences, LoopDim, MemrefAccess, System, Variable, dependences, enclosing_loops, iteration_domain,
};
use polyhedral::report::{
    Access, DependenceKind, InductionRange, IterationArrow, IterationSpace, IterationSpaceOptions,
};
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Optimum, Solver};
use rustc_hash::FxHashMap;
use syntax::TextSize;

/// The value of a symbol that the caller does not give.
const DEFAULT_SYMBOL: i64 = 8;

/// The budget of one picture.
const STEPS: u64 = 10_000_000;

/// The least cost of the next value of a variable.
const STEPS_PER_VALUE: u64 = 300;

/// This many dependences are shown.
const MOST_DEPENDENCES: usize = 4_000;

/// This many coordinates of points, of arrows, and distances of dependences are shown: in a nest of hundreds of loops each of
/// these has as many.
const MOST_NUMBERS: usize = 200_000;

const TOO_MANY_DEPENDENCES: &str = "there are too many dependences to show all of them";

const TAKES_TOO_LONG: &str = "the iterations take too long to list";

/// The iterations of the innermost loops around an offset, or of the nest that starts there, and the dependences
/// between them. Points beyond the limit are left out from the end.
pub(crate) fn iteration_space(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
    options: &IterationSpaceOptions,
) -> Option<IterationSpace> {
    let view = FileView::new(db, file);
    let is_statement = |ir: &Ir, op: OpId| ir.is_counted_loop(op) || !ir.touches(op).is_empty();
    let (record, op) = operation_at(&view, offset, &is_statement)?;
    let ir = view.ir(record);
    let found = dependences(db, view.records[record]);
    let statement = innermost_statement(ir, op);
    let nest = enclosing_loops(ir, statement);
    let depth = options.depth.unwrap_or(nest.len()).min(nest.len());
    let (loops, inner) = nest.split_at(depth);
    // A statement of the innermost loop shown: the loops inside it may have no iteration.
    let inside = inner.iter().map(|it| it.op).find(|op| loops.last().is_none_or(|last| last.op != *op));
    let stop = stop_if_cancelled(db);
    let budget = Budget::new(STEPS).with_stop(&stop);
    let mut picture = Picture { ir, found, loops, options, budget, used: Vec::new() };
    let mut space = picture.draw(inside.unwrap_or(statement));
    let range = |op: OpId| view.range(record, ir.ops[op].name_pointer);
    space.nest =
        nest.iter().filter_map(|it| Some((value_name(ir, it.induction_variable), range(it.op)?))).collect();
    let names = |loops: &[LoopDim]| loops.iter().map(|it| value_name(ir, it.induction_variable)).collect();
    let accesses = found.accesses.iter().enumerate().filter(|(_, it)| is_inside(it, loops));
    space.accesses = accesses
        .filter_map(|(id, it)| {
            let access = Access {
                op: ir.ops[it.op].name.to_string(),
                kind: it.kind,
                memref: it.memref.map(|it| value_name(ir, it)).unwrap_or_default(),
                range: range(it.op)?,
                loops: names(&it.loops),
                live_in: None,
                dead: None,
            };
            Some((id, access))
        })
        .collect();
    Some(space)
}

/// The last operation of the perfectly nested loops that begin at a loop; any other operation itself.
fn innermost_statement(ir: &Ir, op: OpId) -> OpId {
    let mut statement = op;
    while ir.is_counted_loop(statement) {
        let Some(body) = ir.loop_body(statement) else { break };
        let is_loop = |it: &&OpId| ir.is_counted_loop(**it);
        let inner: Vec<_> = ir.blocks[body].ops.iter().filter(is_loop).collect();
        match (inner.as_slice(), ir.blocks[body].ops.last()) {
            ([only], _) => statement = **only,
            (_, Some(last)) => return *last,
            (_, None) => break,
        }
    }
    statement
}

fn is_inside(access: &MemrefAccess, loops: &[LoopDim]) -> bool {
    access.loops.get(..loops.len()) == Some(loops)
}

fn step_of(ir: &Ir, dim: &LoopDim) -> i64 {
    let counted = ir.counted_loop(dim.op);
    counted.and_then(|it| it.dims.get(dim.dim)?.step.positive()).unwrap_or(1)
}

/// Why a part of the picture is missing.
enum Missing {
    Unknown(String),
    TooLong,
}

impl From<GaveUp> for Missing {
    fn from(_: GaveUp) -> Self {
        Missing::TooLong
    }
}

struct Picture<'a> {
    ir: &'a Ir,
    found: &'a Dependences,
    loops: &'a [LoopDim],
    options: &'a IterationSpaceOptions,
    budget: Budget<'a>,
    /// Symbols that something depends on.
    used: Vec<ValueId>,
}

impl Picture<'_> {
    fn draw(&mut self, statement: OpId) -> IterationSpace {
        let names = self.loops.iter().map(|it| value_name(self.ir, it.induction_variable)).collect();
        let unknown_range =
            |it| InductionRange { least: None, greatest: None, last_shown: None, step: step_of(self.ir, it) };
        let mut space = IterationSpace {
            nest: Vec::new(),
            loops: names,
            ranges: self.loops.iter().map(unknown_range).collect(),
            symbols: Vec::new(),
            points: Vec::new(),
            truncated: false,
            accesses: Vec::new(),
            dependences: Vec::new(),
            arrows: Vec::new(),
            arrows_truncated: false,
            unknown: Vec::new(),
        };
        match self.points(statement, &mut space) {
            Ok(()) => {}
            Err(Missing::Unknown(reason)) => space.unknown.push(reason),
            Err(Missing::TooLong) => {
                space.truncated = true;
                space.unknown.push(TAKES_TOO_LONG.to_owned());
            }
        }
        self.arrows(&mut space);
        space.symbols = self.used.iter().map(|it| (value_name(self.ir, *it), self.value_of(*it))).collect();
        space
    }

    /// How many points and how many arrows are shown.
    fn limit(&self) -> usize {
        let most = MOST_NUMBERS / self.loops.len().max(1);
        self.options.limit.min(most)
    }

    fn value_of(&self, symbol: ValueId) -> i64 {
        self.options.symbols.get(&value_name(self.ir, symbol)).copied().unwrap_or(DEFAULT_SYMBOL)
    }

    /// The system with its symbols at their values, as a set over the variables.
    fn fixed(&mut self, system: &System, dims: &[Variable]) -> IntegerRelation {
        let symbols = system.symbols();
        let mut set = system.set(dims, &symbols);
        for (index, symbol) in symbols.iter().enumerate() {
            set.fix(dims.len() + index, &Integer::from(self.value_of(*symbol)));
            if !self.used.contains(symbol) {
                self.used.push(*symbol);
            }
        }
        set
    }

    fn points(&mut self, statement: OpId, space: &mut IterationSpace) -> Result<(), Missing> {
        let relation = iteration_domain(self.ir, statement).map_err(Missing::Unknown)?;
        let dims: Vec<Variable> = (0..self.loops.len()).map(Variable::Loop).collect();
        let mut sets: Vec<IntegerRelation> = Vec::new();
        for piece in &relation.pieces {
            let (system, _) = System::of(piece, relation.loops.len());
            self.budget.spend(system.size())?;
            sets.push(self.fixed(&system, &dims));
        }
        for (column, range) in space.ranges.iter_mut().enumerate() {
            (range.least, range.greatest) = extremes(&sets, column, &self.budget)?;
            range.last_shown = self.last_shown(range);
            space.truncated |= range.last_shown != range.greatest;
        }
        for set in &mut sets {
            cut(set, 0, &space.ranges);
            let (points, more) = first_points(set, dims.len(), self.limit(), &self.budget)?;
            space.points.extend(points);
            space.truncated |= more;
        }
        space.points.sort();
        space.points.dedup();
        space.truncated |= space.points.len() > self.limit();
        space.points.truncate(self.limit());
        Ok(())
    }

    fn last_shown(&self, range: &InductionRange) -> Option<Integer> {
        let (Some(extent), Some(least)) = (self.options.extent, &range.least) else {
            return range.greatest.clone();
        };
        let width = Integer::from(i64::from(extent.max(1))) * Integer::from(range.step) - Integer::ONE;
        let last = least + &width;
        match &range.greatest {
            Some(greatest) if *greatest <= last => Some(greatest.clone()),
            _ => Some(last),
        }
    }

    /// The dependences between iterations of the loops of the picture.
    fn arrows(&mut self, space: &mut IterationSpace) {
        let depth = self.loops.len();
        let is_cut = space.ranges.iter().any(|it| it.last_shown != it.greatest);
        let mut known: FxHashMap<(DependenceKind, Vec<Integer>), usize> = FxHashMap::default();
        let found = self.found;
        let mut is_spent = false;
        let mut numbers = 0;
        for it in &found.dependences {
            let ends = (found.accesses.get(it.source), found.accesses.get(it.sink));
            let (Some(source), Some(sink)) = ends else { continue };
            if !is_inside(source, self.loops) || !is_inside(sink, self.loops) {
                continue;
            }
            let id = space.dependences.len();
            let vectors = it.distances.iter().flat_map(|it| it.iter());
            numbers += it.components.len() + vectors.map(Vec::len).sum::<usize>();
            if id == MOST_DEPENDENCES || numbers > MOST_NUMBERS {
                space.arrows_truncated = true;
                space.unknown.push(TOO_MANY_DEPENDENCES.to_owned());
                break;
            }
            space.dependences.push(it.into());
            if it.depth > depth || is_spent {
                continue;
            }
            let relations = match &it.unknown {
                None => source.relation(self.ir).and_then(|a| Ok((a, sink.relation(self.ir)?))),
                Some(reason) => Err(reason.to_string()),
            };
            let (left, right) = match relations {
                Ok(relations) => relations,
                Err(reason) => {
                    if !space.unknown.contains(&reason) {
                        space.unknown.push(reason);
                    }
                    continue;
                }
            };
            space.arrows_truncated |= is_cut;
            let has_all_loops = source.loops.len() == depth && sink.loops.len() == depth;
            for pair in pairs_at(&left, &right, it.depth) {
                let of = |loops: &[Variable]| loops.get(..depth).unwrap_or_default().to_vec();
                let mut dims = [of(&pair.source), of(&pair.sink)].concat();
                if self.budget.spend(pair.system.size()).is_err() {
                    space.arrows_truncated = true;
                    is_spent = true;
                    break;
                }
                let mut system = pair.system;
                if has_all_loops {
                    let (with_element, element) = elements(system, &pair.element);
                    system = with_element;
                    dims.extend(element);
                }
                let mut set = self.fixed(&system, &dims);
                cut(&mut set, 0, &space.ranges);
                cut(&mut set, depth, &space.ranges);
                let Ok((points, more)) = first_points(&set, dims.len(), self.limit(), &self.budget) else {
                    space.arrows_truncated = true;
                    is_spent = true;
                    break;
                };
                space.arrows_truncated |= more;
                for mut point in points {
                    let element = point.split_off(point.len().min(2 * depth));
                    let element = has_all_loops.then_some(element);
                    let index = *known.entry((it.kind, point)).or_insert_with_key(|(kind, point)| {
                        let (source, sink) = point.split_at(depth.min(point.len()));
                        space.arrows.push(IterationArrow {
                            kind: *kind,
                            source: source.to_vec(),
                            sink: sink.to_vec(),
                            element: element.clone(),
                            dependences: Vec::new(),
                        });
                        space.arrows.len() - 1
                    });
                    let Some(arrow) = space.arrows.get_mut(index) else { continue };
                    if arrow.element != element {
                        arrow.element = None;
                    }
                    if arrow.dependences.last() != Some(&id) {
                        arrow.dependences.push(id);
                    }
                }
            }
        }
        space.arrows_truncated |= space.arrows.len() > self.limit();
        space.arrows.truncate(self.limit());
    }
}

/// The row of a column minus a constant.
fn form(set: &IntegerRelation, column: usize, constant: &Integer) -> Vec<Integer> {
    let columns = set.space().columns();
    let mut row = vec![Integer::ZERO; columns];
    row[column] = Integer::ONE;
    row[columns - 1] = -constant;
    row
}

/// The least and the greatest value of a column over all the sets: `None` where there is no bound or no point.
fn extremes(
    sets: &[IntegerRelation],
    column: usize,
    budget: &Budget<'_>,
) -> Result<(Option<Integer>, Option<Integer>), GaveUp> {
    let mut least: Option<Option<Integer>> = None;
    let mut greatest: Option<Option<Integer>> = None;
    for set in sets {
        let (below, above) = set.extent(&form(set, column, &Integer::ZERO), budget)?;
        least = merged(least, below, Integer::min);
        greatest = merged(greatest, above, Integer::max);
    }
    Ok((least.flatten(), greatest.flatten()))
}

/// `None` where there was no point so far, `Some(None)` where there is no bound.
fn merged(
    so_far: Option<Option<Integer>>,
    optimum: Optimum,
    better: fn(Integer, Integer) -> Integer,
) -> Option<Option<Integer>> {
    match (so_far, optimum) {
        (so_far, Optimum::Empty) => so_far,
        (Some(None), _) | (_, Optimum::Unbounded) => Some(None),
        (Some(Some(old)), Optimum::Value(new)) => Some(Some(better(old, new))),
        (None, Optimum::Value(new)) => Some(Some(new)),
    }
}

/// Keeps what is shown of the induction variables that begin at a column.
fn cut(set: &mut IntegerRelation, first: usize, ranges: &[InductionRange]) {
    for (index, range) in ranges.iter().enumerate() {
        if let Some(last) = range.last_shown.as_ref().filter(|_| range.last_shown != range.greatest) {
            let row = form(set, first + index, last);
            set.add_inequality(&row.into_iter().map(|it| -it).collect::<Vec<_>>());
        }
    }
}

/// The first points of a set in lexicographic order, and whether there are more.
fn first_points(
    set: &IntegerRelation,
    dims: usize,
    limit: usize,
    budget: &Budget<'_>,
) -> Result<(Vec<Vec<Integer>>, bool), GaveUp> {
    let mut found = Vec::new();
    // The stack of the search, innermost last: values of the columns before, and the solver of the rest.
    let mut stack: Vec<(Vec<Integer>, Solver)> = vec![(Vec::new(), set.solver(budget)?)];
    while let Some((prefix, solver)) = stack.pop() {
        budget.spend(STEPS_PER_VALUE)?;
        let column = prefix.len();
        if column == dims {
            if dims == 0 && solver.is_integer_empty(budget)? {
                continue;
            }
            if found.len() == limit {
                return Ok((found, true));
            }
            found.push(prefix);
            continue;
        }
        match solver.minimum(&form(set, column, &Integer::ZERO), budget)? {
            Optimum::Empty => {}
            // There is no first one.
            Optimum::Unbounded => return Ok((found, true)),
            Optimum::Value(value) => {
                let above = &value + &Integer::ONE;
                let rest = solver.with_inequality(&form(set, column, &above), budget)?;
                stack.push((prefix.clone(), rest));
                let here = solver.with_equality(&form(set, column, &value), budget)?;
                stack.push((prefix.into_iter().chain([value]).collect(), here));
            }
        }
    }
    Ok((found, false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Host;

    /// The picture at the stores in a nest.
    fn space(loops: usize, stores: usize) -> IterationSpace {
        let open: String = (0..loops).map(|it| format!("affine.for %i{it} = 0 to 100 {{\n")).collect();
        let stores: String =
            (0..stores).map(|it| format!("affine.store %x, %B[%i0 + {it}] : memref<?xf32>\n")).collect();
        let close = "}\n".repeat(loops);
        let text = format!("func.func @f(%B: memref<?xf32>, %x: f32) {{\n{open}{stores}{close}return\n}}\n");
        let mut host = Host::new();
        let file = host.add_file(&text);
        let offset = TextSize::try_from(text.find("affine.store").unwrap()).unwrap();
        let options =
            IterationSpaceOptions { symbols: FxHashMap::default(), depth: None, extent: None, limit: 10_000 };
        host.analysis().iteration_space(file, offset, &options).unwrap()
    }

    /// Thousands of dependences make no picture, and the first ones show as much.
    #[test]
    fn more_dependences_than_a_picture_shows() {
        let space = space(1, 100);
        assert_eq!(space.dependences.len(), MOST_DEPENDENCES);
        assert!(space.arrows_truncated);
        assert_eq!(space.unknown, [TOO_MANY_DEPENDENCES]);
    }

    #[test]
    fn of_many_loops_fewer_dependences_are_shown() {
        let space = space(80, 40);
        assert!(space.arrows_truncated);
        let distances: usize = space.dependences.iter().map(|it| it.components.len()).sum();
        assert!(distances <= MOST_NUMBERS, "{distances}");
        assert!(space.unknown.contains(&TOO_MANY_DEPENDENCES.to_owned()), "{:?}", space.unknown);
    }
}
