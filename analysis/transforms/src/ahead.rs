//! Actions on nests that they cannot take as they are: those of other dialects are raised first, and iterations that run
//! in parallel are put in an order, and the action is applied to the result.

use crate::for_loop::parallel;
use crate::lower;
use crate::nest_offers::outermost;
use crate::parallelize;
use crate::pending_edits::PendingEdits;
use crate::raise;
use crate::request::Request;
use crate::rewrite::{Edits, FreshNames, RootText, rewritten};
use crate::serialize;
use crate::uplift;
use base::at_once::takes_long;
use base::isolated_op::{Green, IsolatedOp};
use base::outline::operations;
use ir::places::{Places, Replacement};
use ir::starts::Starts;
use ir::{Ir, OpId, Pointer, ir_of};
use rustc_hash::FxHashMap;
use syntax::{TextRange, TextSize};

/// An isolated op with nests of it as actions take them, and for each step there how places in the text after it are
/// places in the text before, the last step first.
#[derive(Debug, PartialEq, Eq, Clone)]
pub(crate) struct Ahead<'db> {
    pub(crate) op: IsolatedOp<'db>,
    pub(crate) steps: Vec<&'db [Places]>,
}

/// A text of an isolated op after one step.
#[derive(Debug, PartialEq, Eq)]
struct Written {
    roots: Box<[Green]>,
    errors: Box<[(usize, TextRange)]>,
    places: Box<[Places]>,
}

/// Nests that have to become others before a request can be looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Needed {
    /// The outermost loops or conditions, in the isolated op's own text.
    nests: Vec<OpId>,
    /// Whether something in them is of another dialect.
    pub(crate) raises: bool,
}

/// The nests of an isolated op that actions do not take as they are.
#[derive(Default)]
pub(crate) struct Unready {
    /// Where loops and conditions of them start.
    places: FxHashMap<TextSize, UnreadyNest>,
}

struct UnreadyNest {
    nest: OpId,
    /// Whether something in the nest is of another dialect.
    raises: bool,
    is_parallel: bool,
}

impl Unready {
    pub(crate) fn of(ir: &Ir, starts: &Starts<'_>) -> Self {
        let mut nests: FxHashMap<OpId, bool> = FxHashMap::default();
        let ops = ir.walk();
        for op in ops.iter().copied().filter(|it| is_unready(ir, *it)) {
            *nests.entry(outermost(ir, op, is_unready)).or_default() |= raise::is_nest(ir, op);
        }
        let mut unready = Self::default();
        if nests.is_empty() {
            return unready;
        }
        for op in ops.into_iter().filter(|it| is_unready(ir, *it) || ir.is_counted_loop(*it)) {
            let nest = outermost(ir, op, is_unready);
            let Some(raises) = nests.get(&nest).copied() else { continue };
            let is_parallel = parallel(ir, op).is_some();
            for place in places(ir, op) {
                unready.places.insert(starts.range(place).start(), UnreadyNest { nest, raises, is_parallel });
            }
        }
        unready
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The preparation that a request needs; `None` if actions take the nests at its places as they are.
    pub(crate) fn needed(&self, request: &Request) -> Option<Needed> {
        let Request::Transform { at, kind, .. } = request else { return None };
        if [raise::KIND, lower::KIND, serialize::KIND, uplift::KIND].contains(kind) {
            return None;
        }
        let mut needed = Needed::default();
        for place in at.iter().filter_map(|it| self.places.get(it)) {
            if *kind == parallelize::KIND && place.is_parallel {
                return None;
            }
            needed.raises |= place.raises;
            if !needed.nests.contains(&place.nest) {
                needed.nests.push(place.nest);
            }
        }
        (!needed.nests.is_empty()).then_some(needed)
    }
}

/// Where an operation starts, and the loops that a parallel one becomes: in the text, the second and later ones at their
/// variables.
fn places(ir: &Ir, op: OpId) -> impl Iterator<Item = Pointer> {
    let variables = parallel(ir, op).and_then(|_| Some(ir.blocks[ir.body(op)?].arguments.as_slice()));
    let variables = variables.unwrap_or_default().iter().skip(1).filter_map(|it| ir.values[*it].pointer);
    std::iter::once(ir.ops[op].pointer).chain(variables)
}

/// A loop or a condition that actions do not take as it is.
fn is_unready(ir: &Ir, op: OpId) -> bool {
    raise::is_nest(ir, op) || parallel(ir, op).is_some()
}

/// The isolated op with these nests as actions take them, or with all; `None` where nothing becomes of them.
pub(crate) fn ahead<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    needed: Option<&Needed>,
) -> Option<Ahead<'db>> {
    let mut ahead = Ahead { op, steps: Vec::new() };
    let inside: Option<Vec<Pointer>> =
        needed.map(|it| it.nests.iter().map(|it| ir_of(db, op).ops[*it].pointer).collect());
    let inside = inside.as_deref();
    ahead.take(
        db,
        Step::Count(
            ahead.ops(db, inside, |ir, it| ir.counted_while(it).is_some() && uplift::counted(ir, it).is_ok()),
        ),
    );
    let nests = match (needed, ahead.steps.is_empty()) {
        (None, _) => raise::roots(ir_of(db, ahead.op)),
        (Some(needed), true) => needed.nests.clone(),
        (Some(_), false) => {
            ahead.ops(db, inside, |ir, it| is_unready(ir, it) && outermost(ir, it, is_unready) == it)
        }
    };
    ahead.take(db, Step::Raise(nests));
    let is_in_order = |ir: &Ir, op| parallel(ir, op).is_some() && serialize::refusal(ir, op).is_none();
    ahead.take(db, Step::Order(ahead.ops(db, inside, is_in_order)));
    (!ahead.steps.is_empty()).then_some(ahead)
}

/// The preparation that operations of an isolated op get first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Step {
    /// These loops that a condition ends count.
    Count(Vec<OpId>),
    /// These and all inside them are raised.
    Raise(Vec<OpId>),
    /// The iterations of these parallel loops get an order.
    Order(Vec<OpId>),
}

impl<'db> Ahead<'db> {
    /// The operations as they are after the steps so far, in nests at some places of the text before; all without these.
    fn ops(
        &self,
        db: &'db dyn salsa::Database,
        inside: Option<&[Pointer]>,
        is_wanted: impl Fn(&Ir, OpId) -> bool,
    ) -> Vec<OpId> {
        let ir = ir_of(db, self.op);
        let is_inside = |op: OpId| {
            let place = ir.ops[op].pointer;
            let steps = self.steps.iter().filter_map(|it| it.get(place.root));
            let own = steps.fold(place.range, |range, step| step.before(range));
            inside.is_none_or(|it| it.iter().any(|it| it.root == place.root && it.range.contains_range(own)))
        };
        let mut ops = ir.walk();
        ops.retain(|it| is_wanted(ir, *it) && is_inside(*it));
        ops
    }

    /// Takes a step, unless nothing comes of it.
    fn take(&mut self, db: &'db dyn salsa::Database, step: Step) {
        if let Some(op) = after_op(db, self.op, step.clone())
            && let Some(text) = after(db, self.op, step)
        {
            self.steps.insert(0, &text.places);
            self.op = op;
        }
    }
}

#[salsa::tracked(returns(copy))]
fn after_op<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, step: Step) -> Option<IsolatedOp<'db>> {
    let text = after(db, op, step).as_ref()?;
    Some(op.written_as(db, text.roots.clone(), text.errors.clone()))
}

/// The text of an isolated op after a step; `None` where nothing comes of it.
#[salsa::tracked(returns(ref))]
fn after<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, step: Step) -> Option<Written> {
    takes_long(db);
    // Under unique names operations are the same, under the same ids.
    let edits = match &step {
        Step::Raise(nests) => {
            if !raise::is_possible_in(db, op) {
                return None;
            }
            rewritten(db, op, |unique| raise::edits_at(db, unique, nests))?
        }
        Step::Count(loops) | Step::Order(loops) if loops.is_empty() => return None,
        Step::Count(loops) => rewritten(db, op, |unique| {
            of_all(db, unique, loops, |it, edits| {
                uplift::write(it, &uplift::counted(edits.source.ir, it).ok()?, edits)
            })
        })?,
        Step::Order(loops) => rewritten(db, op, |unique| {
            let mut fresh = FreshNames::of(ir_of(db, unique));
            of_all(db, unique, loops, |it, edits| serialize::write_all(it, loops, &mut fresh, edits))
        })?,
    };
    written(db, op, edits)
}

/// The edits of some operations, which are written one by one.
fn of_all(
    db: &dyn salsa::Database,
    op: IsolatedOp<'_>,
    ops: &[OpId],
    mut write: impl FnMut(OpId, &mut PendingEdits<'_, '_>) -> Option<()>,
) -> Option<Edits> {
    let (ir, mut edits) = (ir_of(db, op), Edits::new());
    for root in 0..op.roots(db).len() {
        let mut of_root = ops.iter().copied().filter(|it| ir.ops[*it].pointer.root == root).peekable();
        let Some(first) = of_root.peek() else { continue };
        let source = RootText::around(db, op, ir, *first)?;
        let mut pending = PendingEdits::of(&source);
        of_root.try_for_each(|it| write(it, &mut pending))?;
        edits.extend(pending.into_edits()?);
    }
    Some(edits)
}

/// The isolated op's text after edits.
fn written(db: &dyn salsa::Database, op: IsolatedOp<'_>, edits: Edits) -> Option<Written> {
    let mut pieces: Vec<Vec<Replacement>> = op.roots(db).iter().map(|_| Vec::new()).collect();
    for (place, text) in edits {
        pieces.get_mut(place.root)?.push(Replacement::new(place.range, text));
    }
    let places = pieces.into_iter().map(Places::new).collect::<Option<Box<[Places]>>>()?;
    let texts = op.roots(db).iter().zip(&places).map(|(root, places)| places.applied(&root.text()));
    let texts = texts.collect::<Option<Vec<String>>>()?;
    let (roots, errors) = operations(texts.iter().map(String::as_str))?;
    Some(Written { roots: roots.into(), errors: errors.into(), places })
}
