//! The constraint systems after the access under the cursor.

use super::FileView;
use base::database::stop_if_cancelled;
use base::source_file::SourceFile;
use ir::{Ir, OpId, OpKind};
use polyhedral::dependence::MemrefAccess;
use polyhedral::dependence::dependences;
use polyhedral::dependence::tableau::{access_tables, dependence_tables};
use polyhedral::report::{AccessPolyhedra, DependencePolyhedra};
use presburger::Budget;
use syntax::{SyntaxKind, TextSize};

/// The budget of the systems of all dependences of one access, and the least cost of each.
const STEPS: u64 = 8_000_000;
const STEPS_PER_DEPENDENCE: u64 = 50_000;

/// The systems after the access at an offset, of its dependences as many as the bound on work allows; `None` where there is
/// no access.
pub(crate) fn polyhedra(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Option<AccessPolyhedra> {
    let view = FileView::new(db, file);
    let is_access =
        |ir: &Ir, op: OpId| matches!(ir.ops[op].kind, OpKind::DmaStart(_)) || !ir.touches(op).is_empty();
    let (record, op) = operation_at(&view, offset, &is_access)?;
    let ir = view.ir(record);
    let found = dependences(db, view.records[record]);
    let range = |op: OpId| view.range(record, ir.ops[op].name_pointer);
    let own: Vec<&MemrefAccess> = found.accesses.iter().filter(|it| it.op == op).collect();
    let tables: Result<Vec<_>, String> = own.iter().map(|it| access_tables(ir, it, "src")).collect();
    let (tables, unknown) = split(tables.map(|it| it.concat()));
    let stop = stop_if_cancelled(db);
    let budget = Budget::new(STEPS).with_stop(&stop);
    let is_here = |index: usize| found.accesses.get(index).is_some_and(|it| it.op == op);
    let concerned = found.dependences.iter().filter(|it| is_here(it.source) || is_here(it.sink));
    let dependences = concerned.filter_map(|it| {
        let (source, sink) = (found.accesses.get(it.source)?, found.accesses.get(it.sink)?);
        let (tables, unknown) = match &it.unknown {
            Some(reason) => (Vec::new(), Some(reason.to_string())),
            None if budget.spend(STEPS_PER_DEPENDENCE).is_err() => {
                (Vec::new(), Some("not computed: the access has too many dependences".to_owned()))
            }
            None => split(dependence_tables(ir, source, sink, it, &budget)),
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

/// The innermost operation around an offset that is accepted, and its isolated op.
pub(super) fn operation_at(
    view: &FileView<'_>,
    offset: TextSize,
    accept: &dyn Fn(&Ir, OpId) -> bool,
) -> Option<(usize, OpId)> {
    let token = view.token_at(offset)?;
    let operations = token.parent_ancestors().filter(|it| it.kind() == SyntaxKind::OPERATION);
    operations.into_iter().find_map(|operation| {
        let (record, op) = view.op_at(&operation)?;
        accept(view.ir(record), op).then_some((record, op))
    })
}
