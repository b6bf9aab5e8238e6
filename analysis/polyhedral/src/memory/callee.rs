//! The memory that functions of the same module return: an argument, an allocation, or something else.

use super::constraints::{Constraints, may_refer};
use super::origins::{Origin, Origins};
use super::points_to::PointsTo;
use base::isolated_op::{IsolatedOp, OpText, isolated_op};
use base::outline::{is_nested, unquoted};
use base::source_file::SourceFile;
use ir::symbol_table::{SymbolKind, function_named, sees_module_symbols, symbol_tables};
use ir::{Ir, OpId, ValueId, meaning_of};

/// Calls are followed this far, those in functions that are called included: recursion has an end.
const MOST_CALLS: usize = 4;

/// The memory that a result of a function may refer to, as a caller sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReturnedOrigin {
    /// All that others can reach.
    Anything,
    /// All memory there is.
    Everything,
    /// By number: one is new with each call.
    Allocation(usize),
    Argument(usize),
}

/// Per result of a function.
pub(super) type Returned = Box<[Vec<ReturnedOrigin>]>;

/// The functions that an isolated op calls.
pub(super) struct Callees<'db> {
    db: &'db dyn salsa::Database,
    caller: IsolatedOp<'db>,
    calls: usize,
}

impl<'db> Callees<'db> {
    pub(super) fn of(db: &'db dyn salsa::Database, caller: IsolatedOp<'db>) -> Self {
        Self { db, caller, calls: MOST_CALLS }
    }

    /// The memory that a call returns, per result; `None` where that is unknown.
    pub(super) fn returned(&self, ir: &Ir, call: OpId) -> Option<&'db Returned> {
        let callee = isolated_op(self.db, self.text(ir, call)?, self.caller.file(self.db));
        returned(self.db, callee, self.calls.checked_sub(1)?).as_ref()
    }

    fn text(&self, ir: &Ir, call: OpId) -> Option<OpText> {
        let written = ir.ops[call].symbol.as_deref()?;
        if is_nested(written) || !sees_module_symbols(ir, call) {
            return None;
        }
        let table = self.caller.table(self.db).to_string();
        *function_named(self.db, self.caller.file(self.db), table, unquoted(written))
    }
}

/// The memory that a function returns, with calls followed to this depth. An edit inside it that leaves this concerns no caller.
#[salsa::tracked(returns(ref))]
fn returned<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, calls: usize) -> Option<Returned> {
    if !op.errors(db).is_empty() {
        return None;
    }
    let ir = meaning_of(db, op);
    let [root] = *ir.blocks[*ir.regions[ir.top].blocks.first()?].ops else { return None };
    let body = ir.body(root).filter(|_| ir.ops[root].is("func.func"))?;
    let points_to = PointsTo::of(&Constraints::of(ir, &Callees { db, caller: op, calls }));
    let returns =
        ir.ops.iter().filter(|(id, data)| data.is("func.return") && ir.parent_op(*id) == Some(root));
    let mut allocations: Vec<Origin> = Vec::new();
    let mut results: Vec<Vec<ReturnedOrigin>> = Vec::new();
    for (_, data) in returns {
        for (index, operand) in data.operands.iter().enumerate() {
            if results.len() <= index {
                results.push(Vec::new());
            }
            let anything = Origins::anything();
            let origins = operand.value.map_or(&anything, |it| points_to.origins(it));
            let mut add = |it: ReturnedOrigin| {
                let known = results.get_mut(index).filter(|known| !known.contains(&it));
                known.into_iter().for_each(|known| known.push(it));
            };
            if origins.everything {
                add(ReturnedOrigin::Everything);
            } else if origins.anything {
                add(ReturnedOrigin::Anything);
            }
            for origin in origins.known() {
                add(match origin {
                    Origin::Argument(value) => {
                        let place = ir.blocks[body].arguments.iter().position(|it| it == value);
                        place.map_or(ReturnedOrigin::Anything, ReturnedOrigin::Argument)
                    }
                    Origin::Global(_) => ReturnedOrigin::Anything,
                    // Memory that is visible outside already is not new there.
                    Origin::Allocation(_) | Origin::Returned(..) if points_to.is_outside(origin) => {
                        ReturnedOrigin::Anything
                    }
                    Origin::Allocation(_) | Origin::Returned(..) => {
                        let known = allocations.iter().position(|it| it == origin);
                        ReturnedOrigin::Allocation(known.unwrap_or_else(|| {
                            allocations.push(*origin);
                            allocations.len() - 1
                        }))
                    }
                });
            }
        }
    }
    Some(results.into())
}

/// The texts of the functions whose bodies determine the memory of an isolated op, each once.
pub fn consulted<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> &'db [OpText] {
    // Without such a function the operations need not be looked at.
    if returns_memory(db, op.file(db)) { consulted_by_calls(db, op) } else { &[] }
}

/// Whether some function of the file returns what may refer to memory.
#[salsa::tracked(returns(copy))]
fn returns_memory(db: &dyn salsa::Database, file: SourceFile) -> bool {
    let mut symbols = symbol_tables(db, file).values().flat_map(|it| it.values()).flatten();
    symbols.any(|(_, it)| match &it.kind {
        SymbolKind::Function { results } => results.iter().any(may_refer),
        SymbolKind::Global | SymbolKind::Possible => false,
    })
}

#[salsa::tracked(returns(ref))]
fn consulted_by_calls<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Box<[OpText]> {
    let mut found: Vec<OpText> = Vec::new();
    let mut callers = vec![op];
    for _ in 0..MOST_CALLS {
        let mut callees = Vec::new();
        for caller in callers {
            let ir = meaning_of(db, caller);
            let gives_memory = |it: &ValueId| may_refer(&ir.values[*it].ty);
            let calls =
                ir.ops.iter().filter(|it| it.1.is("func.call") && it.1.results.iter().any(gives_memory));
            for (call, _) in calls {
                let text = Callees::of(db, caller).text(ir, call).filter(|it| !found.contains(it));
                found.extend(text);
                callees.extend(text.map(|it| isolated_op(db, it, op.file(db))));
            }
        }
        callers = callees;
    }
    found.into()
}
