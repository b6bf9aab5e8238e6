//! An isolated op under unique names: rewriting its text cannot capture a name or define one twice.
//!
//! Each definition gets a name of its own, those without a name too, and every mention follows. The operations, blocks
//! and values are the same, under the same ids; only places and names differ. Definitions written over these names are
//! given proper ones by [`super::settle`].

use base::at_once::takes_long;
use base::isolated_op::{Green, IsolatedOp};
use base::outline::operations;
use ir::aliases::DatabaseAliases;
use ir::places::{Places, Replacement};
use ir::{Ir, Value, ir_of, lowered_roots};
use rustc_hash::FxHashSet;
use syntax::{SyntaxKind, TextRange, TextSize};

/// The text of an isolated op under unique names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UniqueText {
    pub(super) roots: Box<[Green]>,
    errors: Box<[(usize, TextRange)]>,
    /// The places that are written differently, for each root.
    pub(super) places: Box<[Places]>,
    /// The beginning of every unique name.
    pub(super) prefix: String,
    /// Names without a known meaning. They are left as they are.
    pub(super) unread: FxHashSet<String>,
    /// The earlier names, by the number that follows the prefix of a unique name; empty where there was none.
    pub(super) names: Vec<Box<str>>,
}

/// `None` where the text cannot be read well enough.
#[salsa::tracked(returns(ref))]
pub(super) fn unique_text<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Option<UniqueText> {
    takes_long(db);
    let before = ir_of(db, op);
    let roots = op.roots(db);
    let written: Vec<String> = roots.iter().map(Green::text).collect();
    let mut prefix = "%.".to_owned();
    while written.iter().any(|it| it.contains(&prefix)) {
        prefix.push('.');
    }
    let mut names: Vec<Box<str>> = Vec::new();
    let mut pieces: Vec<Vec<Replacement>> = vec![Vec::new(); roots.len()];
    // Unique names by the place of the definition: one for all results that share a name.
    let mut unique = rustc_hash::FxHashMap::default();
    for (_, value) in before.values.iter().filter(|it| it.1.number == 0 && !it.1.name.is_empty()) {
        let place = value.pointer?;
        let name = format!("{prefix}{}", names.len());
        names.push(value.name.as_str().into());
        pieces.get_mut(place.root)?.push(Replacement::new(base(place.range, value), name.clone()));
        unique.insert(place, name);
    }
    for (_, op) in before.ops.iter() {
        let is_named = |it: &ir::ValueId| before.values[*it].pointer.is_some();
        if op.results.is_empty() || op.results.iter().any(is_named) || op.broken {
            continue;
        }
        let count = if op.results.len() > 1 { format!(":{}", op.results.len()) } else { String::new() };
        let place = TextRange::empty(op.pointer.range.start());
        let text = format!("{prefix}{}{count} = ", names.len());
        names.push(Box::default());
        pieces.get_mut(op.pointer.root)?.push(Replacement::new(place, text));
    }
    for mention in &before.mentions {
        let Some(value) = mention.value.map(|it| &before.values[it]) else { continue };
        let name = unique.get(&value.pointer?)?.clone();
        pieces
            .get_mut(mention.pointer.root)?
            .push(Replacement::new(base(mention.pointer.range, value), name));
    }
    let places: Option<Box<[Places]>> = pieces.into_iter().map(Places::new).collect();
    let places = places?;
    let unread = unread(roots, &places);

    let texts = written.iter().zip(&places).map(|(text, places)| places.applied(text));
    let texts = texts.collect::<Option<Vec<String>>>()?;
    let (roots, errors) = operations(texts.iter().map(String::as_str))?;
    let found = UniqueText { roots: roots.into(), errors: errors.into(), places, prefix, unread, names };
    let after =
        lowered_roots(db, &DatabaseAliases::new(db, op.file(db), op.part(db)), &found.roots, &found.errors);
    is_same(before, &after).then_some(found)
}

/// The isolated op under unique names.
#[salsa::tracked(returns(copy))]
pub(super) fn uniquely_named<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
) -> Option<IsolatedOp<'db>> {
    let text = unique_text(db, op).as_ref()?;
    Some(op.written_as(db, text.roots.clone(), text.errors.clone()))
}

/// The name alone at a place that may be `%0#1` or `%0:2`.
fn base(place: TextRange, value: &Value) -> TextRange {
    TextRange::at(place.start(), TextSize::of(&*value.name).min(place.len()))
}

/// Names in the text that no place is about.
fn unread(roots: &[Green], places: &[Places]) -> FxHashSet<String> {
    let mut found = FxHashSet::default();
    for (root, places) in roots.iter().zip(places) {
        let node = root.syntax_node();
        let tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
        for token in tokens.filter(|it| it.kind() == SyntaxKind::PERCENT_ID) {
            if !places.starts_at(token.text_range().start()) {
                found.insert(token.text().to_owned());
            }
        }
    }
    found
}

/// Whether both are the same up to names and places.
fn is_same(before: &Ir, after: &Ir) -> bool {
    let mentions = |ir: &Ir| ir.mentions.iter().map(|it| (it.value, it.op)).collect::<Vec<_>>();
    let operands = |it: &ir::Op| it.operands.iter().map(|it| it.value).collect::<Vec<_>>();
    before.ops.len() == after.ops.len()
        && before.values.len() == after.values.len()
        && mentions(before) == mentions(after)
        && before.ops.iter().zip(after.ops.iter()).all(|((_, one), (_, other))| {
            one.name == other.name
                && one.block == other.block
                && one.results == other.results
                && operands(one) == operands(other)
        })
        && before
            .values
            .iter()
            .zip(after.values.iter())
            .all(|((_, one), (_, other))| one.definition == other.definition && one.ty == other.ty)
}
