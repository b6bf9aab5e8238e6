//! Code lenses: above each loop, whether it is parallel, what it carries, what it reduces.

use base::isolated_op::IsolatedOp;
use ir::{Ir, OpId, Pointer, ir_of};
use polyhedral::dependence::Dependences;
use polyhedral::loops::parallelism::Parallelism;
use polyhedral::loops::reduction::Via;
use polyhedral::loops::{Loop, loops_around};
use polyhedral::report::vector_text;
use rustc_hash::FxHashSet;
use syntax::TextRange;

/// A line above a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeLens {
    /// Of the operation's name.
    pub range: TextRange,
    pub title: String,
}

/// This many distances are written out.
const MAX_VECTORS: usize = 3;

/// One lens per loop of an isolated op, root by root, with places that count from the root's start.
pub(crate) fn code_lenses_in(db: &dyn salsa::Database, op: IsolatedOp<'_>) -> Vec<Vec<CodeLens>> {
    let ir = ir_of(db, op);
    // No lens tells of what is between two nests.
    let (found, loops) = loops_around(db, op, |_| true);
    let mut lenses = vec![Vec::new(); op.roots(db).len()];
    for loop_ in &loops.loops {
        let Pointer { root, range } = ir.ops[loop_.op].name_pointer;
        if let Some(lenses) = lenses.get_mut(root) {
            lenses.push(CodeLens { range, title: title(ir, found, loop_) });
        }
    }
    lenses.iter_mut().for_each(|it| it.sort_by_key(|it| it.range.start()));
    lenses
}

/// The same text for one loop.
pub(crate) fn loop_text<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    loop_: OpId,
) -> Option<String> {
    let ir = ir_of(db, op);
    let (found, loops) = loops_around(db, op, |it| ir.is_within(loop_, it));
    Some(title(ir, found, loops.of(loop_)?))
}

/// `parallel`, `carries (2, 0) · reduction +`
fn title(ir: &Ir, found: &Dependences, loop_: &Loop) -> String {
    let mut reductions: Vec<&str> = loop_.reductions.iter().map(|it| it.symbol()).collect();
    reductions.dedup();
    let reductions = reductions.iter().map(|it| format!("reduction {it}"));
    let mut parts: Vec<String> = match &loop_.parallelism {
        Parallelism::Parallel => vec!["parallel".to_owned()],
        Parallelism::Reductions => Vec::new(),
        Parallelism::Serial => carried(ir, found, loop_),
        Parallelism::Unknown(_) => vec!["not known to be parallel".to_owned()],
    };
    parts.extend(reductions);
    parts.join(" · ")
}

fn carried(ir: &Ir, found: &Dependences, loop_: &Loop) -> Vec<String> {
    let folds = loop_.reductions.iter().filter_map(|it| match it.via {
        Via::Memory { load, store } => Some([load, store]),
        Via::IterationArgument(_) => None,
    });
    let folds: FxHashSet<usize> = folds.flatten().collect();
    let folded = |access: usize| folds.contains(&access);
    let dependences = loop_.carried.iter().filter_map(|it| found.dependences.get(*it));
    let open = dependences.filter(|it| it.unknown.is_none() && !(folded(it.source) && folded(it.sink)));
    let mut seen = FxHashSet::default();
    let mut different = open.filter(|it| seen.insert(&*it.components));
    let vectors: Vec<String> =
        different.by_ref().take(MAX_VECTORS).map(|it| vector_text(&*it.components)).collect();
    let more = different.count();
    if vectors.is_empty() {
        let arguments = polyhedral::loops::unfolded_arguments(ir, loop_);
        return vec![format!("carries {}", arguments.join(", "))];
    }
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    vec![format!("carries {}{more}", vectors.join(", "))]
}
