//! `refactor.rewrite.affine.scalarReplace`: loads whose values are known (stored or loaded before) go, and stores that
//! are overwritten before anything reads them; in one loop, or outside all of them.

mod known_values;
mod rewrite;
#[cfg(test)]
mod tests;

use super::facts::Facts;
use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate, Offer};
use crate::parameter::{Parameter, Parameters};
use crate::reason::Reason;
use crate::request::Request;
use crate::rewrite::RootText;
use ir::{Ir, OpId, OpKind, Pointer};
use known_values::{Replacements, Scope};
use syntax::{TextRange, TextSize};

pub const KIND: &str = "refactor.rewrite.affine.scalarReplace";

const SCOPE: Parameter = Parameter::word("scope", &[OUTSIDE], "which accesses, where not those of a loop");

/// The name for code outside of all loops.
const OUTSIDE: &str = "outside";

pub(super) static PARAMETERS: &[Parameter] = &[SCOPE];

/// One offer for each loop of the selection with loads in it, and one for the code outside of all loops of a function.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let loops = offers.loops();
    let ir = context.ir;
    let outside: Vec<OpId> = ir.walk().into_iter().filter(|it| is_outside(ir, *it)).collect();
    let is_wanted = context.wanted.is_none_or(|it| it.parameters().get(SCOPE.name).is_some());
    let concerns = |it: &OpId| context.touches(ir.ops[*it].pointer);
    let asks_outside =
        is_wanted && outside.len() > 1 && (context.wanted.is_some() || outside.iter().any(concerns));
    if loops.is_empty() && !asks_outside {
        return Vec::new();
    }
    let facts = Facts::of(context);
    let is_in_loop = |op: OpId| loops.iter().any(|it| ir.is_within(op, *it));
    let scope = Scope::of(&facts, |it| is_in_loop(it) || asks_outside && is_outside(ir, it));
    let mut found = Vec::new();
    if asks_outside {
        let mut roots: Vec<usize> = outside.iter().map(|it| ir.ops[*it].pointer.root).collect();
        roots.dedup();
        found.extend(roots.into_iter().filter_map(|it| outside_loops(context, &scope, it)));
    }
    found.extend(loops.into_iter().map(|op| {
        let replacements = Replacements::of(&scope, |it| ir.is_within(it, op));
        let place = format!("in the loop over {}", variable_name(ir, op));
        let (title, decided) = match replacements.is_empty() {
            false => (title(&replacements, &place), Ok(replacements)),
            true => {
                let reason = Reason::new("no load reads an element whose value is surely still known")
                    .related(ir.ops[op].name_pointer, "this loop");
                (format!("Replace loads {place} by values that are known"), Err(reason))
            }
        };
        offers.offer(op, Parameters::default(), title, decided, |source, it| Some(rewrite::edits(source, it)))
    }));
    found
}

/// Whether it is an access in no `affine.for`, of a text that can be rewritten.
fn is_outside(ir: &Ir, op: OpId) -> bool {
    matches!(ir.ops[op].kind, OpKind::Access(_))
        && !ir.ops[op].broken
        && !ir.ancestors(op).any(|it| matches!(ir.ops[it].kind, OpKind::For(_)))
}

/// The offer for the code outside of all loops of a root, if a load that the selection touches is replaced there.
fn outside_loops<'a>(
    context: &'a ActionContext<'a>,
    scope: &Scope<'_>,
    root: usize,
) -> Option<Candidate<'a>> {
    let ActionContext { db, op, ir, starts, .. } = *context;
    let replacements = Replacements::of(scope, |it| ir.ops[it].pointer.root == root && is_outside(ir, it));
    let first = replacements.ops().min_by_key(|it| ir.ops[*it].pointer.range.start())?;
    let place = ir.ops[first].name_pointer;
    let start = Pointer { root, range: TextRange::empty(TextSize::default()) };
    if context.wanted.is_none() && !replacements.ops().any(|it| context.touches(ir.ops[it].pointer)) {
        return None;
    }
    Some(Candidate {
        request: Request::Transform {
            kind: KIND,
            at: vec![starts.range(start).start()],
            parameters: Parameters::default().with_word(&SCOPE, OUTSIDE),
        },
        kind: KIND,
        place,
        diagnostic: None,
        preferred: false,
        left: Vec::new(),
        offer: Offer::Offered {
            title: title(&replacements, "outside of loops"),
            edit: Box::new(move || {
                let source = RootText::around(db, op, ir, first)?;
                Some(rewrite::edits(&source, &replacements))
            }),
        },
    })
}

/// `place` says where: `in the loop over %i`.
fn title(replacements: &Replacements, place: &str) -> String {
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let (loads, stores) = (replacements.loads.len(), replacements.dead_stores.len());
    let dead = match stores {
        1 => "1 store that is overwritten".to_owned(),
        count => format!("{count} stores that are overwritten"),
    };
    match (loads, stores) {
        (0, _) => format!("Remove {dead} {place}"),
        (loads, 0) => format!("Replace {} {place} by known values", counted(loads, "load")),
        (loads, _) => {
            let loads = counted(loads, "load");
            format!("Replace {loads} {place} by known values, and remove {dead}")
        }
    }
}
