//! Actions on nests that are no affine ones yet: they are raised first, and the action is taken on what they become.

use super::all::{edits_at, is_possible_in, roots};
use super::plan::is_nest;
use crate::nest_offers::outermost;
use crate::request::Request;
use crate::rewrite::rewritten;
use base::at_once::takes_long;
use base::isolated_op::{Green, IsolatedOp};
use base::outline::operations;
use ir::places::{Piece, Places};
use ir::starts::Starts;
use ir::{Ir, OpId, ir_of};
use syntax::TextRange;

/// An isolated op with nests of it as affine ones.
#[derive(Debug, PartialEq, Eq)]
struct RaisedText {
    roots: Box<[Green]>,
    errors: Box<[(usize, TextRange)]>,
    places: Box<[Places]>,
}

/// The isolated op with all nests raised, or those that a request is about, and how places in its text are places in the
/// op's own. `None` where nothing is raised.
pub fn raised<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    starts: &Starts<'_>,
    request: Option<&Request>,
) -> Option<(IsolatedOp<'db>, &'db [Places])> {
    if !is_possible_in(db, op) {
        return None;
    }
    let nests = request.map_or_else(Vec::new, |it| nests_of(ir_of(db, op), starts, it));
    let raised = raised_op(db, op, nests.clone())?;
    Some((raised, &raised_text(db, op, nests).as_ref()?.places))
}

/// The nests around the places that a request is about.
fn nests_of(ir: &Ir, starts: &Starts<'_>, request: &Request) -> Vec<OpId> {
    let Request::Transform { at, .. } = request else { return Vec::new() };
    let mut nests: Vec<OpId> = Vec::new();
    for op in ir.walk().into_iter().filter(|it| is_nest(ir, *it)) {
        let root = outermost(ir, op, is_nest);
        if at.contains(&starts.range(ir.ops[op].pointer).start()) && !nests.contains(&root) {
            nests.push(root);
        }
    }
    nests
}

/// With these nests raised; all of them where there are none.
#[salsa::tracked(returns(ref))]
fn raised_text<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    nests: Vec<OpId>,
) -> Option<RaisedText> {
    takes_long(db);
    let ir = ir_of(db, op);
    let nests = if nests.is_empty() { roots(ir) } else { nests };
    // Under unique names operations are the same, under the same ids.
    let edits = rewritten(db, op, |unique| edits_at(db, unique, &nests))?;
    let mut pieces: Vec<Vec<Piece>> = op.roots(db).iter().map(|_| Vec::new()).collect();
    for (place, text) in edits {
        pieces.get_mut(place.root)?.push(Piece::new(place.range, text));
    }
    let places = pieces.into_iter().map(Places::new).collect::<Option<Box<[Places]>>>()?;
    let texts = op.roots(db).iter().zip(&places).map(|(root, places)| places.applied(&root.text()));
    let texts = texts.collect::<Option<Vec<String>>>()?;
    let (roots, errors) = operations(texts.iter().map(String::as_str))?;
    Some(RaisedText { roots: roots.into(), errors: errors.into(), places })
}

#[salsa::tracked(returns(copy))]
fn raised_op<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    nests: Vec<OpId>,
) -> Option<IsolatedOp<'db>> {
    let text = raised_text(db, op, nests).as_ref()?;
    Some(op.written_as(db, text.roots.clone(), text.errors.clone()))
}
