//! Values at the cursor: which are visible, and which fit what the place wants.
//!
//! The text around the cursor gets a name in the cursor's place and a database of its own, so that names, types and
//! maps are those of a text in which the place is filled.

use super::context::CompletionContext;
use super::demand::Demand;
use super::written_type::written_type;
use crate::FileView;
use base::database::RootDatabase;
use base::temporary::Temporary;
use ir::affine::symbols::{Symbols, Validity};
use ir::types::Type;
use ir::{AppliedMap, Definition, Form, Ir, Mention, OpId, OpKind, RegionId, ValueId};
use rules::context::RuleContext;
use rules::handed_on::freshness;
use rules::operand_types::demanded;
use rustc_hash::FxHashSet;
use syntax::{TextRange, TextSize};

/// No name that anybody writes.
pub(super) const PLACEHOLDER: &str = "%completion.here";

/// A value that is visible at the cursor.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct VisibleValue {
    pub(super) name: String,
    /// Empty where it is not known.
    pub(super) ty: String,
    pub(super) value_type: Type,
    pub(super) is_induction_variable: bool,
    pub(super) fit: f32,
}

/// The names at the cursor.
#[derive(Debug, Default)]
pub(super) struct Scope {
    pub(super) visible: Vec<VisibleValue>,
    /// Names that are used and nowhere defined, those after the cursor first.
    pub(super) undefined: Vec<String>,
    /// Names that are defined anywhere in the function.
    pub(super) defined: FxHashSet<String>,
    /// The types of the values that the operation at the cursor uses.
    pub(super) operand_types: Vec<String>,
    /// The one that it most likely writes at the cursor.
    pub(super) written_type: Option<String>,
    /// The rest of the access after the cursor, where the cursor is at its memref.
    pub(super) accessed: Option<Accessed>,
}

/// The text of an access about its memref, at places that count from the end of its name.
#[derive(Debug)]
pub(super) struct Accessed {
    pub(super) subscripts: TextRange,
    pub(super) written: TextRange,
    pub(super) ty: Type,
}

/// The requirement of the place.
struct Expected {
    demand: Demand,
    role: Option<(Role, RegionId)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Dim,
    Symbol,
}

/// The scope with `filler` in place of the word: [`PLACEHOLDER`], or a type.
pub(super) fn scope(db: &RootDatabase, ctx: &CompletionContext, filler: &str) -> Scope {
    let filled = Temporary::with_text(db, &ctx.with(filler));
    let view = FileView::new(&filled.db, filled.file);
    let place = TextRange::at(ctx.word_in_text.start(), TextSize::of(filler));
    let Some((record, pointer)) = view.place(place) else { return Scope::default() };
    let ir = view.ir(record);
    let mention = ir.mention_at(pointer);
    let holder = mention.map(|it| it.op).or_else(|| innermost(ir, pointer));
    let mut scope = Scope::default();
    undefined(ir, pointer.range.start(), &mut scope);
    let Some(holder) = holder else { return scope };
    let rules = RuleContext::new(view.db, view.records[record], ir);
    let expected = mention.map(|it| expected(&rules, it));
    scope.accessed = mention.and_then(|it| accessed(&rules, it));
    let used: FxHashSet<ValueId> = ir.mentions.iter().filter_map(|it| it.value).collect();
    let types = ir.ops[holder].operands.iter().filter_map(|it| it.value).map(|it| &ir.values[it].ty);
    scope.operand_types = types.filter(|it| !it.has_unknown()).map(Type::to_string).collect();
    scope.written_type = written_type(ir, holder, ctx);
    let regions = regions_around(ir, holder);
    let symbols = Symbols::new(ir);
    for (id, value) in ir.values.iter() {
        let Some(defined_at) = value.pointer else { continue };
        let is_before = match value.definition {
            Definition::Argument { .. } => true,
            Definition::Result { op, .. } => {
                !ir.is_within(holder, op) && defined_at.range.start() < place_start(ir, holder)
            }
        };
        if !is_before || !regions.contains(&ir.home(id)) || &*value.name == PLACEHOLDER {
            continue;
        }
        let name =
            if value.group > 1 { format!("{}#{}", value.name, value.number) } else { value.name.to_string() };
        let mut fit = expected.as_ref().map_or(0.0, |it| fit(ir, id, it, &symbols));
        let is_used = used.contains(&id);
        let is_subscript = expected.as_ref().is_some_and(|it| it.role.is_some());
        let block = (!is_subscript).then_some(ir.ops[holder].block);
        fit += freshness(ir, id, block, is_used);
        if scope.accessed.as_ref().is_some_and(|it| it.ty == value.ty) {
            fit += 4.0;
        }
        if is_subscript {
            // Subscripts mostly are the variables of the loops around, each once.
            let is_here = ir.ops[holder].operands.iter().any(|it| it.value == Some(id));
            fit += if ir.counted_loop_of_variable(id).is_some() { 1.0 } else { 0.0 };
            fit -= if is_here { 2.0 } else { 0.0 };
        }
        let ty = if value.ty.is_unknown() { String::new() } else { value.ty.to_string() };
        let (value_type, is_induction_variable) =
            (value.ty.clone(), ir.counted_loop_of_variable(id).is_some());
        scope.visible.push(VisibleValue { name, ty, value_type, is_induction_variable, fit });
    }
    scope
}

fn place_start(ir: &Ir, op: OpId) -> TextSize {
    ir.ops[op].pointer.range.start()
}

/// The innermost operation around a place.
fn innermost(ir: &Ir, place: ir::Pointer) -> Option<OpId> {
    let around = ir
        .ops
        .iter()
        .filter(|(_, op)| op.pointer.root == place.root && op.pointer.range.contains_range(place.range));
    around.min_by_key(|(_, op)| op.pointer.range.len()).map(|it| it.0)
}

fn regions_around(ir: &Ir, op: OpId) -> FxHashSet<RegionId> {
    let home = |it: OpId| ir.blocks[ir.ops[it].block].parent;
    std::iter::once(home(op)).chain(ir.ancestors(op).map(home)).collect()
}

fn undefined(ir: &Ir, cursor: TextSize, scope: &mut Scope) {
    scope.defined = ir.values.iter().map(|it| it.1.name.to_string()).collect();
    let names = ir.ops.iter().flat_map(|(_, op)| &op.operands).filter(|it| it.value.is_none());
    let mut places: Vec<(TextSize, String)> = names
        .map(|it| (it.pointer.range.start(), it.name.split('#').next().unwrap_or_default().to_owned()))
        .filter(|it| it.1 != PLACEHOLDER && !it.1.is_empty() && !scope.defined.contains(&it.1))
        .collect();
    places.sort_by_key(|it| (it.0 < cursor, it.0));
    for (_, name) in places {
        if !scope.undefined.contains(&name) {
            scope.undefined.push(name);
        }
    }
}

fn expected(ctx: &RuleContext<'_>, mention: &Mention) -> Expected {
    let op = &ctx.ir.ops[mention.op];
    let types = demanded(ctx, mention.op, op);
    let index = op.operands.iter().position(|it| it.pointer == mention.pointer);
    let ty = index.and_then(|it| types.get(it)).cloned().unwrap_or(Type::Unknown);
    let role = index.and_then(|index| applied_role(&op.kind, index));
    let ty = if role.is_some() { Type::Index } else { ty };
    let ty = match (&op.kind, index) {
        // The element type of the memref that is written after.
        (OpKind::Access(it), Some(index)) if it.stored == Some(index) && ty.is_unknown() => {
            let memref = types.get(it.memref).and_then(|it| it.as_memref());
            memref.map_or(Type::Unknown, |it| it.element.clone())
        }
        _ => ty,
    };
    let demand = match index {
        // Its type can be written anew.
        Some(_) if accessed(ctx, mention).is_some() => Demand::Memref,
        _ if !ty.is_unknown() => Demand::Type(ty),
        Some(index) => Demand::of(ctx, mention.op, index),
        None => Demand::Nothing,
    };
    Expected { demand, role: role.map(|it| (it, ctx.symbols.scope(mention.op))) }
}

/// Of the memref of an access in custom form.
fn accessed(ctx: &RuleContext<'_>, mention: &Mention) -> Option<Accessed> {
    let op = &ctx.ir.ops[mention.op];
    let OpKind::Access(access) = &op.kind else { return None };
    let is_memref = op.operands.get(access.memref)?.pointer == mention.pointer;
    let (node, ty) = ctx.first_written_type(mention.op).filter(|_| is_memref && op.form == Form::Custom)?;
    let behind = |range: TextRange| range.checked_sub(mention.pointer.range.end());
    let subscripts = behind(access.subscripts.pointer.range)?;
    Some(Accessed { subscripts, written: behind(node.trimmed_range())?, ty })
}

/// Whether the operand is bound to a dimension or a symbol of one of the operation's maps.
fn applied_role(kind: &OpKind, index: usize) -> Option<Role> {
    let in_map = |map: &AppliedMap| {
        let place = map.operands.contains(&index).then(|| index - map.operands.start)?;
        Some(if place < map.dim_operands { Role::Dim } else { Role::Symbol })
    };
    match kind {
        OpKind::For(it) => in_map(&it.lower).or_else(|| in_map(&it.upper)),
        OpKind::Parallel(it) => it.lower.iter().chain(&it.upper).find_map(in_map),
        OpKind::If(it) => {
            let place =
                it.condition.operands.contains(&index).then(|| index - it.condition.operands.start)?;
            Some(if place < it.condition.dim_operands { Role::Dim } else { Role::Symbol })
        }
        OpKind::Access(it) => in_map(&it.subscripts),
        OpKind::Apply(it) | OpKind::Min(it) | OpKind::Max(it) => in_map(it),
        OpKind::DmaStart(it) => {
            [&it.source, &it.destination, &it.tag].into_iter().find_map(|it| in_map(&it.1))
        }
        OpKind::DmaWait(it) => in_map(&it.tag.1),
        _ => None,
    }
}

/// How well a value fits: its type, and whether it may be the dimension or symbol that is asked for.
fn fit(ir: &Ir, value: ValueId, expected: &Expected, symbols: &Symbols<'_>) -> f32 {
    let by_type = match expected.demand.admits(&ir.values[value].ty) {
        Some(false) => -20.0,
        Some(true) => 4.0,
        None => 0.0,
    };
    let Some((role, region)) = expected.role else { return by_type };
    let validity = match role {
        Role::Dim => symbols.dim(value, region),
        Role::Symbol => symbols.symbol(value, region),
    };
    by_type
        + match validity {
            Validity::Valid => 2.0,
            Validity::Unknown => 0.0,
            Validity::Invalid(_) => -20.0,
        }
}
