//! The outline of a file, kept from edit to edit: which isolated ops and aliases it has, and where they start.
//!
//! The writer brings it up to date after every reparse and sets only the inputs that are different. Operations whose
//! green nodes are still there are recognised by the address of the node, so that a keystroke costs one look at each
//! operation of a module body, and the rest depends on the function edited.

mod errors;
mod operation;
mod replaced;
mod signature;
mod survey;

use crate::isolated_op::{Green, Identity, OpText, RootStarts, Signature, isolated_op};
use crate::registry::registry;
use crate::source_file::{AliasTexts, SourceFile};
use errors::{Errors, breaking_errors};
use operation::Kind;
pub use operation::{defined_symbol, holds_isolated_ops, is_isolated, is_nested, unquoted};
use rustc_hash::{FxHashMap, FxHashSet};
use salsa::{Durability, Setter};
use signature::signature;
pub use signature::used_aliases;
use std::sync::Arc;
use survey::{Address, Found, Known, Survey, address};
use syntax::ods::Registry;
use syntax::{Located, Parse, SyntaxKind, TextRange, TextSize};

/// The state that the writer keeps of one file.
#[derive(Default)]
pub struct Outline {
    /// The registry by which operations were looked up.
    registry: Option<Arc<Registry>>,
    /// The operations of module bodies. The parse keeps their nodes alive, so that an address means one node.
    known: FxHashMap<Address, Known>,
    /// Texts that stand for nothing at the moment, empty: inputs cannot be removed, so they are used again.
    spare: Vec<OpText>,
}

fn single_operation(text: &str) -> Option<(Green, Vec<TextRange>)> {
    let parse = syntax::parse(text);
    let file = parse.green();
    let mut parts = Located::root(file).children_of_kind(SyntaxKind::PART);
    let mut pieces = parts.next()?.children();
    let root = pieces.next()?;
    let is_all = root.start == TextSize::new(0) && pieces.next().is_none() && parts.next().is_none();
    if root.kind() != SyntaxKind::OPERATION || !is_all {
        return None;
    }
    Some((Green(root.green.to_owned()), breaking_errors(&parse)))
}

/// Ranges of syntax errors, each in the text with the given index.
pub type ErrorRanges = Vec<(usize, TextRange)>;

/// The operations that texts are, and the ranges of the syntax errors in them but old spellings, each in the text of that
/// index. `None` where one of them is something else.
pub fn operations<'a>(texts: impl Iterator<Item = &'a str>) -> Option<(Vec<Green>, ErrorRanges)> {
    let (mut roots, mut errors) = (Vec::new(), Vec::new());
    for (index, text) in texts.enumerate() {
        let (root, found) = single_operation(text)?;
        roots.push(root);
        errors.extend(found.into_iter().map(|it| (index, it)));
    }
    Some((roots, errors))
}

impl Outline {
    /// The state of a writer of a file that is a copy of another.
    pub fn of(db: &dyn salsa::Database, file: SourceFile) -> Self {
        let isolated = file.op_texts(db).iter().filter_map(|text| {
            let name = text.identity(db).own_name();
            let root = text.roots(db).first().filter(|_| !name.is_empty())?;
            Some((address(&root.0), Known { kind: Kind::Isolated { name: name.into() }, text: Some(*text) }))
        });
        let registry = Some(Arc::clone(registry(db)));
        Self { registry, known: isolated.collect(), spare: Vec::new() }
    }

    /// Sets the file's parse, and what of the outline is different in it.
    pub fn update<Db: salsa::Database>(&mut self, db: &mut Db, file: SourceFile, parse: Parse) {
        let registry = Arc::clone(registry(db));
        // Operations may have other definitions now.
        if !self.registry.as_ref().is_some_and(|it| Arc::ptr_eq(it, &registry)) {
            self.known.clear();
            self.registry = Some(Arc::clone(&registry));
        }
        if self.replace(db, file, &parse) {
            return;
        }
        let green = parse.green().clone();
        let mut survey = Survey::of(&green, &self.known, &registry);
        let errors = breaking_errors(&parse);
        let errors = Errors { sorted: &errors };

        let before = file.op_texts(db).clone();
        self.recognise(db, &mut survey, &before);
        let mut is_new = false;
        let mut texts = Vec::with_capacity(survey.found.len());
        for found in &survey.found {
            let (text, changed) = set_text(db, found, &errors);
            is_new |= changed;
            texts.push(text);
            if let (Some(_), Some(root)) = (&found.name, found.roots.first())
                && let Some(known) = survey.known.get_mut(&address(root.green))
            {
                known.text = Some(text);
            }
        }
        let texts: Box<[OpText]> = texts.into();
        if texts != before {
            is_new = true;
            let kept: FxHashSet<_> = texts.iter().copied().collect();
            for text in before.iter().filter(|it| !kept.contains(it)) {
                clear(db, file, *text);
                self.spare.push(*text);
            }
            file.set_op_texts(db).with_durability(Durability::MEDIUM).to(texts);
        }
        let starts = survey
            .found
            .iter()
            .map(|it| it.roots.iter().map(|it| it.start).collect::<RootStarts>())
            .collect();
        file.set_starts(db).to(starts);
        is_new |= set_aliases(db, file, &survey.aliases, &errors);
        if *file.stray_names(db) != survey.stray {
            is_new = true;
            file.set_stray_names(db).with_durability(Durability::MEDIUM).to(survey.stray);
        }
        if is_new {
            let next = file.environment_revision(db).wrapping_add(1);
            file.set_environment_revision(db).to(next);
        }
        self.known = survey.known;
        file.set_parse(db).to(parse);
    }

    /// Gives each record that no text belongs to the text that had its name, or a free one.
    fn recognise(&mut self, db: &dyn salsa::Database, survey: &mut Survey<'_>, before: &[OpText]) {
        if survey.found.iter().all(|it| it.text.is_some()) {
            return;
        }
        let mut by_name: FxHashMap<&str, Vec<OpText>> = FxHashMap::default();
        for text in before.iter().rev().filter(|it| !survey.taken.contains(it)) {
            by_name.entry(&*text.identity(db).name).or_default().push(*text);
        }
        let mut unnamed = Vec::new();
        for (index, found) in survey.found.iter_mut().enumerate().filter(|it| it.1.text.is_none()) {
            found.text = by_name.get_mut(&*found.identity().name).and_then(Vec::pop);
            if found.text.is_none() {
                unnamed.push(index);
            }
        }
        // A function that was renamed is the same function.
        let named: FxHashSet<_> = survey.found.iter().filter_map(|it| it.text).collect();
        let mut left = before.iter().copied().filter(|it| !named.contains(it));
        for index in unnamed {
            survey.found[index].text = left.next().or_else(|| self.spare.pop());
        }
    }
}

/// Sets what is different in the text of a record. Also whether the rest of the file may see it.
fn set_text<Db: salsa::Database>(db: &mut Db, found: &Found<'_>, errors: &Errors<'_>) -> (OpText, bool) {
    let inside = errors.inside(&found.roots);
    let beside_errors = found.name.is_none() && !errors.sorted.is_empty();
    let Some(text) = found.text else {
        let signature = signature(found, &inside, &[], &Signature::default());
        let text = OpText::builder(
            found.identity(),
            found.aliases_before.clone().into(),
            found.roots.iter().map(|it| Green(it.green.to_owned())).collect(),
            inside,
            beside_errors,
            signature,
            0,
        )
        .identity_durability(Durability::MEDIUM)
        .aliases_before_durability(Durability::MEDIUM)
        .signature_durability(Durability::MEDIUM)
        .new(db);
        return (text, true);
    };
    let roots = text.roots(db);
    let is_same = roots.len() == found.roots.len()
        && roots.iter().zip(&found.roots).all(|(old, new)| old.is_same(new.green));
    let has_same_errors = *text.errors(db) == inside;
    let mut is_new = false;
    let is_seen_the_same = || match (&**roots, &*found.roots) {
        ([old], [new]) => inside.is_empty() && signature::is_same(Located::root(&old.0), *new),
        _ => false,
    };
    if !has_same_errors || !is_same && !is_seen_the_same() {
        let signature = signature(found, &inside, roots, text.signature(db));
        if signature != *text.signature(db) {
            is_new = true;
            text.set_signature(db).with_durability(Durability::MEDIUM).to(signature);
        }
    }
    let mut is_changed = false;
    if !is_same {
        let roots: Box<[Green]> = found.roots.iter().map(|it| Green(it.green.to_owned())).collect();
        if roots != *text.roots(db) {
            is_changed = true;
            text.set_roots(db).to(roots);
        }
    }
    if !has_same_errors {
        is_changed = true;
        text.set_errors(db).to(inside);
    }
    if text.beside_errors(db) != beside_errors {
        is_changed = true;
        text.set_beside_errors(db).to(beside_errors);
    }
    if is_changed {
        let next = text.revision(db) + 1;
        text.set_revision(db).to(next);
    }
    if *found.aliases_before != **text.aliases_before(db) {
        is_new = true;
        text.set_aliases_before(db)
            .with_durability(Durability::MEDIUM)
            .to(found.aliases_before.clone().into());
    }
    let identity = text.identity(db);
    if identity.part != found.part
        || identity.table != found.table
        || identity.own_name() != found.name.as_deref().unwrap_or_default()
    {
        is_new = true;
        text.set_identity(db).with_durability(Durability::MEDIUM).to(found.identity());
    }
    (text, is_new)
}

/// Leaves nothing of a text in memory, and nothing of what was computed about it: asked for the record of a text that is
/// nobody's, the database drops the one that it had.
fn clear<Db: salsa::Database>(db: &mut Db, file: SourceFile, text: OpText) {
    let nobody = Identity { name: "".into(), part: 0, table: "".into() };
    text.set_identity(db).with_durability(Durability::MEDIUM).to(nobody);
    text.set_roots(db).to(Box::default());
    text.set_errors(db).to(Box::default());
    text.set_signature(db).with_durability(Durability::MEDIUM).to(Signature::default());
    let next = text.revision(db) + 1;
    text.set_revision(db).to(next);
    isolated_op(db, text, file);
}

/// Whether the definitions are others than before.
fn set_aliases<Db: salsa::Database>(
    db: &mut Db,
    file: SourceFile,
    parts: &[Vec<Located<'_>>],
    errors: &Errors<'_>,
) -> bool {
    let starts: Box<[Box<[TextSize]>]> =
        parts.iter().map(|part| part.iter().map(|it| it.start).collect()).collect();
    if *file.alias_starts(db) != starts {
        file.set_alias_starts(db).to(starts);
    }
    let aliases = |part: &Vec<Located<'_>>| {
        part.iter().map(|it| (Green(it.green.to_owned()), errors.touches(it.text_range()))).collect()
    };
    let aliases: AliasTexts = parts.iter().map(aliases).collect();
    let is_new = *file.aliases(db) != aliases;
    if is_new {
        file.set_aliases(db).with_durability(Durability::MEDIUM).to(aliases);
    }
    is_new
}
