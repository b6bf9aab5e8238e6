//! The constraint systems behind the access under the cursor, and the iterations of the nest around it.

use super::FileView;
use crate::dependence::pairs::{common, pairs_at};
use crate::dependence::tableau::{access_tables, dependence_tables};
use crate::dependence::{
    Dependences, LoopDim, MemrefAccess, System, Variable, dependences, enclosing_loops, iteration_domain,
};
use crate::function_report::value_name;
use crate::ir::{Ir, OpId, OpKind, ValueId};
use crate::report::{AccessPolyhedra, DependencePolyhedra, IterationArrow, IterationSpace};
use crate::source_file::SourceFile;
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Optimum, Solver};
use rustc_hash::FxHashMap;
use syntax::{SyntaxKind, TextSize};

/// The systems behind the access at an offset; `None` where there is none.
pub(crate) fn polyhedra(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Option<AccessPolyhedra> {
    let view = FileView::new(db, file);
    let is_access = |kind: &OpKind| matches!(kind, OpKind::Access(_) | OpKind::DmaStart(_));
    let (record, op) = operation_at(&view, offset, &is_access)?;
    let ir = view.ir(record);
    let found = dependences(db, view.records[record]);
    let range = |op: OpId| view.range(record, ir.ops[op].name_pointer);
    let own: Vec<&MemrefAccess> = found.accesses.iter().filter(|it| it.op == op).collect();
    let tables: Result<Vec<_>, String> = own.iter().map(|it| access_tables(ir, it, "src")).collect();
    let (tables, unknown) = split(tables.map(|it| it.concat()));
    let is_here = |index: usize| found.accesses.get(index).is_some_and(|it| it.op == op);
    let concerned = found.dependences.iter().filter(|it| is_here(it.source) || is_here(it.sink));
    let dependences = concerned.filter_map(|it| {
        let (source, sink) = (found.accesses.get(it.source)?, found.accesses.get(it.sink)?);
        let (tables, unknown) = match &it.unknown {
            Some(reason) => (Vec::new(), Some(reason.clone())),
            None => split(dependence_tables(ir, source, sink, it)),
        };
        let (source, sink) = (range(source.op)?, range(sink.op)?);
        Some(DependencePolyhedra { kind: it.kind, source, sink, depth: it.depth, tables, unknown })
    });
    Some(AccessPolyhedra { range: range(op)?, tables, unknown, dependences: dependences.collect() })
}

fn split<T>(result: Result<Vec<T>, String>) -> (Vec<T>, Option<String>) {
    match result {
        Ok(tables) => (tables, None),
        Err(reason) => (Vec::new(), Some(reason)),
    }
}

/// The innermost operation around an offset whose kind is accepted, and its isolated op.
fn operation_at(
    view: &FileView<'_>,
    offset: TextSize,
    accept: &dyn Fn(&OpKind) -> bool,
) -> Option<(usize, OpId)> {
    let token = view.token_at(offset)?;
    let operations = token.parent_ancestors().filter(|it| it.kind() == SyntaxKind::OPERATION);
    operations.into_iter().find_map(|operation| {
        let (record, place) = view.place(operation.text_range())?;
        let ir = view.ir(record);
        let op = ir.ops.iter().find(|it| it.1.pointer == place)?.0;
        accept(&ir.ops[op].kind).then_some((record, op))
    })
}

/// What a symbol is where the caller gives no value.
const DEFAULT_SYMBOL: i64 = 8;

/// What one picture may cost.
const STEPS: u64 = 20_000_000;

/// The iterations of the innermost loops around an offset, or of the nest that starts there, and the dependences
/// between them: at most `limit` points and as many arrows.
///
/// Symbols have the values of `symbols` by name, else 8. Points beyond the limit are left out from the end.
pub(crate) fn iteration_space(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
    symbols: &FxHashMap<String, i64>,
    limit: usize,
) -> Option<IterationSpace> {
    let view = FileView::new(db, file);
    let is_statement =
        |kind: &OpKind| matches!(kind, OpKind::Access(_) | OpKind::For(_) | OpKind::Parallel(_));
    let (record, op) = operation_at(&view, offset, &is_statement)?;
    let ir = view.ir(record);
    let found = dependences(db, view.records[record]);
    let statement = innermost_statement(ir, op);
    let loops = enclosing_loops(ir, statement);
    let stop = || {
        db.unwind_if_revision_cancelled();
        false
    };
    let budget = Budget::new(STEPS).with_stop(&stop);
    let picture = Picture { ir, found, loops: &loops, given: symbols, limit, budget };
    Some(picture.draw(statement))
}

/// The last operation of the perfectly nested loops that begin at a loop; any other operation itself.
fn innermost_statement(ir: &Ir, op: OpId) -> OpId {
    let mut statement = op;
    while matches!(ir.ops[statement].kind, OpKind::For(_) | OpKind::Parallel(_)) {
        let Some(body) = ir.body(statement) else { break };
        let is_loop = |it: &&OpId| matches!(ir.ops[**it].kind, OpKind::For(_) | OpKind::Parallel(_));
        let inner: Vec<_> = ir.blocks[body].ops.iter().filter(is_loop).collect();
        match (inner.as_slice(), ir.blocks[body].ops.last()) {
            ([only], _) => statement = **only,
            (_, Some(last)) => return *last,
            (_, None) => break,
        }
    }
    statement
}

struct Picture<'a> {
    ir: &'a Ir,
    found: &'a Dependences,
    loops: &'a [LoopDim],
    given: &'a FxHashMap<String, i64>,
    limit: usize,
    budget: Budget<'a>,
}

impl Picture<'_> {
    fn draw(&self, statement: OpId) -> IterationSpace {
        let names = self.loops.iter().map(|it| value_name(self.ir, it.induction_variable)).collect();
        let mut space = IterationSpace {
            loops: names,
            symbols: Vec::new(),
            points: Vec::new(),
            truncated: false,
            arrows: Vec::new(),
            arrows_truncated: false,
            unknown: Vec::new(),
        };
        let mut used: Vec<ValueId> = Vec::new();
        match self.points(statement, &mut used) {
            Ok(Ok((points, truncated))) => (space.points, space.truncated) = (points, truncated),
            Ok(Err(GaveUp { .. })) => {
                space.truncated = true;
                space.unknown.push("the iterations take too long to list".to_owned());
            }
            Err(reason) => space.unknown.push(reason),
        }
        self.arrows(&mut space, &mut used);
        space.symbols = used.iter().map(|it| (value_name(self.ir, *it), self.value_of(*it))).collect();
        space
    }

    fn value_of(&self, symbol: ValueId) -> i64 {
        self.given.get(&value_name(self.ir, symbol)).copied().unwrap_or(DEFAULT_SYMBOL)
    }

    /// The system with its symbols at their values, as a set over the variables.
    fn fixed(&self, system: &System, dims: &[Variable], used: &mut Vec<ValueId>) -> IntegerRelation {
        let symbols = system.symbols();
        let mut set = system.set(dims, &symbols);
        for (index, symbol) in symbols.iter().enumerate() {
            set.fix(dims.len() + index, &Integer::from(self.value_of(*symbol)));
            if !used.contains(symbol) {
                used.push(*symbol);
            }
        }
        set
    }

    #[expect(clippy::type_complexity, reason = "what is not known, and what takes too long, are told apart")]
    fn points(
        &self,
        statement: OpId,
        used: &mut Vec<ValueId>,
    ) -> Result<Result<(Vec<Vec<Integer>>, bool), GaveUp>, String> {
        let relation = iteration_domain(self.ir, statement)?;
        let dims: Vec<Variable> = (0..self.loops.len()).map(Variable::Loop).collect();
        let mut all: Vec<Vec<Integer>> = Vec::new();
        let mut truncated = false;
        for piece in &relation.pieces {
            let (system, _) = System::of(piece, relation.loops.len());
            let set = self.fixed(&system, &dims, used);
            match first_points(&set, dims.len(), self.limit, &self.budget) {
                Ok((points, more)) => {
                    all.extend(points);
                    truncated |= more;
                }
                Err(gave_up) => return Ok(Err(gave_up)),
            }
        }
        all.sort();
        all.dedup();
        truncated |= all.len() > self.limit;
        all.truncate(self.limit);
        Ok(Ok((all, truncated)))
    }

    /// The dependences between iterations of the loops of the picture.
    fn arrows(&self, space: &mut IterationSpace, used: &mut Vec<ValueId>) {
        for it in &self.found.dependences {
            let ends = (self.found.accesses.get(it.source), self.found.accesses.get(it.sink));
            let (Some(source), Some(sink)) = ends else { continue };
            let inside = |loops: &[LoopDim]| loops.get(..self.loops.len()) == Some(self.loops);
            if !inside(&source.loops) || !inside(&sink.loops) || it.depth > self.loops.len() {
                continue;
            }
            let relations = source.relation(self.ir).and_then(|a| Ok((a, sink.relation(self.ir)?)));
            let known = match &it.unknown {
                None => relations,
                Some(reason) => Err(reason.clone()),
            };
            let (left, right) = match known {
                Ok(relations) => relations,
                Err(reason) => {
                    if !space.unknown.contains(&reason) {
                        space.unknown.push(reason);
                    }
                    continue;
                }
            };
            debug_assert!(common(&left, &right) >= self.loops.len());
            for pair in pairs_at(&left, &right, it.depth) {
                let of = |loops: &[Variable]| loops.get(..self.loops.len()).unwrap_or_default().to_vec();
                let dims = [of(&pair.source), of(&pair.sink)].concat();
                let set = self.fixed(&pair.system, &dims, used);
                let room = self.limit.saturating_sub(space.arrows.len());
                let Ok((points, more)) = first_points(&set, dims.len(), room, &self.budget) else {
                    space.arrows_truncated = true;
                    continue;
                };
                space.arrows_truncated |= more;
                for point in points {
                    let (source, sink) = point.split_at(self.loops.len().min(point.len()));
                    let arrow =
                        IterationArrow { kind: it.kind, source: source.to_vec(), sink: sink.to_vec() };
                    if !space.arrows.contains(&arrow) {
                        space.arrows.push(arrow);
                    }
                }
            }
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
    let columns = set.space().columns();
    let form = |column: usize, constant: &Integer| {
        let mut row = vec![Integer::ZERO; columns];
        row[column] = Integer::ONE;
        row[columns - 1] = -constant;
        row
    };
    let mut found = Vec::new();
    // What is left to look at, innermost last: values of the columns before, and the solver of the rest.
    let mut stack: Vec<(Vec<Integer>, Solver)> = vec![(Vec::new(), set.solver(budget)?)];
    while let Some((prefix, solver)) = stack.pop() {
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
        match solver.minimum(&form(column, &Integer::ZERO), budget)? {
            Optimum::Empty => {}
            // There is no first one.
            Optimum::Unbounded => return Ok((found, true)),
            Optimum::Value(value) => {
                let above = &value + &Integer::ONE;
                let rest = solver.with_inequality(&form(column, &above), budget)?;
                stack.push((prefix.clone(), rest));
                let here = solver.with_equality(&form(column, &value), budget)?;
                stack.push((prefix.into_iter().chain([value]).collect(), here));
            }
        }
    }
    Ok((found, false))
}
