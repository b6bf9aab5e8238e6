//! The outline of a file, kept from edit to edit: which isolated ops and aliases it has, and where they start.
//!
//! The writer brings it up to date after every reparse and sets only the inputs that are different. Operations whose
//! green nodes are still there are recognised by the address of the node, so that a keystroke costs one look at each
//! operation of a module body, and the rest depends on the function edited.

mod replaced;
mod surface;

use crate::isolated_op::{Green, Identity, OpText, RootStarts, Surface, isolated_op};
use crate::source_file::{AliasTexts, SourceFile, StrayNames};
use crate::symbol_table::unquoted;
use rowan::GreenNodeData;
use rustc_hash::{FxHashMap, FxHashSet};
use salsa::{Durability, Setter};
use std::borrow::Cow;
use std::sync::Arc;
use surface::surface;
use syntax::SyntaxKind::*;
use syntax::{Located, Parse, TextRange, TextSize};

/// What the writer remembers of one file.
#[derive(Default)]
pub(crate) struct Outline {
    /// The operations of module bodies. The parse keeps their nodes alive, so that an address means one node.
    known: FxHashMap<Address, Known>,
    /// Texts that stand for nothing at the moment, empty: inputs cannot be removed, so they are used again.
    spare: Vec<OpText>,
}

type Address = *const GreenNodeData;

#[derive(Clone)]
struct Known {
    kind: Kind,
    /// Of an isolated op.
    text: Option<OpText>,
}

#[derive(Clone)]
enum Kind {
    /// Holds isolated ops.
    Module {
        symbol: Arc<str>,
    },
    /// Its regions see no value from outside. The name is that of its [`Identity`] without the table.
    Isolated {
        name: Arc<str>,
    },
    Other,
}

/// A record with the places where its roots start.
struct Found<'a> {
    /// `None` for the operations of a module body that are not isolated.
    name: Option<Arc<str>>,
    part: usize,
    table: Arc<str>,
    roots: Vec<Located<'a>>,
    /// How many aliases of the part stand before each root.
    aliases_before: Vec<usize>,
    text: Option<OpText>,
}

/// What one look at the tree gives.
#[derive(Default)]
struct Survey<'a> {
    found: Vec<Found<'a>>,
    known: FxHashMap<Address, Known>,
    /// Texts that some operation has already.
    taken: FxHashSet<OpText>,
    aliases: Vec<Vec<Located<'a>>>,
    stray: StrayNames,
}

impl Outline {
    /// Sets the file's parse, and what of the outline is different in it.
    pub(crate) fn update<Db: salsa::Database>(&mut self, db: &mut Db, file: SourceFile, parse: Parse) {
        if self.replace(db, file, &parse) {
            return;
        }
        let green = parse.green().clone();
        let mut survey = Survey::of(&green, &self.known);
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
            let next = file.surroundings(db).wrapping_add(1);
            file.set_surroundings(db).to(next);
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

fn address(node: &GreenNodeData) -> Address {
    std::ptr::from_ref(node)
}

impl Found<'_> {
    fn identity(&self) -> Identity {
        let own = self.name.as_deref().unwrap_or_default();
        let name = format!("{}/{own}", self.table).into();
        Identity { name, part: self.part, table: self.table.clone() }
    }
}

/// Sets what is different in the text of a record. Also whether the rest of the file may see it.
fn set_text<Db: salsa::Database>(db: &mut Db, found: &Found<'_>, errors: &Errors<'_>) -> (OpText, bool) {
    let inside = errors.inside(&found.roots);
    let beside_errors = found.name.is_none() && !errors.sorted.is_empty();
    let Some(text) = found.text else {
        let surface = surface(found, &inside, &[], &Surface::default());
        let text = OpText::builder(
            found.identity(),
            found.aliases_before.clone().into(),
            found.roots.iter().map(|it| Green(it.green.to_owned())).collect(),
            inside,
            beside_errors,
            surface,
            0,
        )
        .identity_durability(Durability::MEDIUM)
        .aliases_before_durability(Durability::MEDIUM)
        .surface_durability(Durability::MEDIUM)
        .new(db);
        return (text, true);
    };
    let roots = text.roots(db);
    let is_same = roots.len() == found.roots.len()
        && roots.iter().zip(&found.roots).all(|(old, new)| old.is_same(new.green));
    let has_same_errors = *text.errors(db) == inside;
    let mut is_new = false;
    let is_seen_the_same = || match (&**roots, &*found.roots) {
        ([old], [new]) => inside.is_empty() && surface::is_same(Located::root(&old.0), *new),
        _ => false,
    };
    if !has_same_errors || !is_same && !is_seen_the_same() {
        let surface = surface(found, &inside, roots, text.surface(db));
        if surface != *text.surface(db) {
            is_new = true;
            text.set_surface(db).with_durability(Durability::MEDIUM).to(surface);
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
    text.set_surface(db).with_durability(Durability::MEDIUM).to(Surface::default());
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

/// The ranges of syntax errors but old spellings, by their starts.
fn breaking_errors(parse: &Parse) -> Vec<TextRange> {
    let breaking = parse.errors().iter().filter(|it| !it.code.is_legacy());
    let mut errors: Vec<_> = breaking.map(|it| it.range).collect();
    errors.sort_by_key(|it| it.start());
    errors
}

/// Ranges of syntax errors by their starts.
struct Errors<'a> {
    sorted: &'a [TextRange],
}

impl Errors<'_> {
    fn of(&self, range: TextRange) -> impl Iterator<Item = TextRange> + '_ {
        let first = self.sorted.partition_point(|it| it.start() < range.start());
        let errors = self.sorted.get(first..).unwrap_or_default().iter().copied();
        errors.take_while(move |it| it.start() <= range.end())
    }

    fn touches(&self, range: TextRange) -> bool {
        self.of(range).next().is_some()
    }

    /// Relative to the roots that they start in.
    fn inside(&self, roots: &[Located<'_>]) -> Box<[(usize, TextRange)]> {
        if self.sorted.is_empty() {
            return Box::default();
        }
        let of_root = |(index, root): (usize, &Located<'_>)| {
            let start = root.start;
            self.of(root.text_range())
                .map(move |it| (index, TextRange::new(it.start() - start, it.end() - start)))
                .collect::<Vec<_>>()
        };
        roots.iter().enumerate().flat_map(of_root).collect()
    }
}

/// Modules nested deeper than this are one record with all that they hold.
const MAX_MODULE_DEPTH: usize = 32;

impl<'a> Survey<'a> {
    fn of(file: &'a GreenNodeData, known: &FxHashMap<Address, Known>) -> Self {
        let mut survey = Self::default();
        let file = Located::root(file);
        for (part, node) in file.children_of_kind(PART).enumerate() {
            survey.aliases.push(Vec::new());
            let table = part.to_string().into();
            survey.body(std::iter::once(node), part, &table, known, MAX_MODULE_DEPTH);
        }
        survey.stray.symbols.sort();
        survey
    }

    /// The operations of a part, or of the blocks of a module.
    fn body(
        &mut self,
        blocks: impl Iterator<Item = Located<'a>>,
        part: usize,
        table: &Arc<str>,
        known: &FxHashMap<Address, Known>,
        depth: usize,
    ) {
        let own = self.found.len();
        self.found.push(Found::body(part, table));
        let mut modules: FxHashMap<Arc<str>, usize> = FxHashMap::default();
        for child in blocks.flat_map(Located::children) {
            match child.kind() {
                OPERATION => {}
                ATTRIBUTE_ALIAS_DEFINITION | TYPE_ALIAS_DEFINITION => {
                    self.alias(child, part, depth == MAX_MODULE_DEPTH);
                    continue;
                }
                ERROR => {
                    self.stray.collect(child.green, part);
                    continue;
                }
                _ => continue,
            }
            let mut entry = known
                .get(&address(child.green))
                .cloned()
                .unwrap_or_else(|| Known { kind: Kind::of(child), text: None });
            // Equal nodes may be one node: the first has the text.
            let text = entry.text.filter(|it| self.taken.insert(*it));
            entry.text = text;
            let aliases_before = self.aliases.last().map_or(0, Vec::len);
            match &entry.kind {
                Kind::Module { symbol } if depth > 0 => {
                    // Modules without a name, or with one that is taken, are counted.
                    let earlier = modules.entry(symbol.clone()).or_default();
                    let table = format!("{table}/{symbol}#{earlier}").into();
                    *earlier += 1;
                    let blocks = child.own(REGION).into_iter().flat_map(|it| it.children_of_kind(BLOCK));
                    self.body(blocks.collect::<Vec<_>>().into_iter(), part, &table, known, depth - 1);
                }
                Kind::Isolated { name } => self.found.push(Found {
                    name: Some(name.clone()),
                    part,
                    table: table.clone(),
                    roots: vec![child],
                    aliases_before: vec![aliases_before],
                    text,
                }),
                _ => {
                    if let Some(record) = self.found.get_mut(own) {
                        record.roots.push(child);
                        record.aliases_before.push(aliases_before);
                    }
                }
            }
            self.known.insert(address(child.green), entry);
        }
        if self.found.get(own).is_some_and(|it| it.roots.is_empty()) {
            self.found.remove(own);
        }
    }

    fn alias(&mut self, definition: Located<'a>, part: usize, is_at_top: bool) {
        match self.aliases.last_mut().filter(|_| is_at_top) {
            Some(aliases) => aliases.push(definition),
            None => self.stray.collect(definition.green, part),
        }
    }
}

impl<'a> Found<'a> {
    fn body(part: usize, table: &Arc<str>) -> Self {
        Found {
            name: None,
            part,
            table: table.clone(),
            roots: Vec::new(),
            aliases_before: Vec::new(),
            text: None,
        }
    }
}

impl Kind {
    fn of(operation: Located<'_>) -> Self {
        let name = op_name(operation);
        if is_module(name) {
            return Kind::Module { symbol: (&*symbol(operation)).into() };
        }
        match is_isolated(name) {
            true => Kind::Isolated { name: format!("{name}{}", symbol(operation)).into() },
            false => Kind::Other,
        }
    }
}

/// Operations whose regions see no value from outside, with bodies of which no other such operation is part.
pub(crate) fn is_isolated(name: &str) -> bool {
    matches!(
        name,
        "func.func"
            | "func"
            | "gpu.func"
            | "llvm.func"
            | "llvm.mlir.global"
            | "spirv.func"
            | "emitc.func"
            | "ml_program.func"
            | "async.func"
            | "shape.func"
            | "memref.global"
            | "wasmssa.func"
    )
}

/// Operations whose bodies hold isolated ops.
fn is_module(name: &str) -> bool {
    matches!(name, "module" | "builtin.module" | "gpu.module" | "spirv.module")
}

/// The full name without quotes, as written.
fn op_name(operation: Located<'_>) -> &str {
    let name = operation.children_of_kind(OP_NAME).next();
    name.and_then(|it| it.token_text(BARE_ID).or_else(|| it.token_text(STRING)))
        .map(|it| it.trim_matches('"'))
        .unwrap_or_default()
}

/// `@name` of the symbol that an `OPERATION` defines, in either form; empty if there is none.
pub(crate) fn defined_symbol(operation: &GreenNodeData) -> Cow<'_, str> {
    symbol(Located::root(operation))
}

fn symbol<'a>(operation: Located<'a>) -> Cow<'a, str> {
    if let Some(name) = operation.children_of_kind(SYMBOL_NAME).find_map(|it| it.token_text(AT_ID)) {
        return name.into();
    }
    let dictionaries = |node: Located<'a>| node.children_of_kind(DICTIONARY);
    let properties = operation.children_of_kind(PROPERTIES).flat_map(dictionaries);
    properties
        .chain(dictionaries(operation))
        .flat_map(|it| it.children_of_kind(ATTRIBUTE_ENTRY))
        .filter(|it| {
            matches!(
                it.token_text(BARE_ID).or_else(|| it.token_text(STRING)),
                Some("sym_name" | "\"sym_name\"")
            )
        })
        .find_map(|it| it.children_of_kind(STRING_ATTRIBUTE).next()?.token_text(STRING))
        .map(|it| format!("@{}", it.trim_matches('"')).into())
        .unwrap_or_default()
}

/// Names in text that did not parse, or stands where it does not belong.
impl StrayNames {
    fn collect(&mut self, node: &GreenNodeData, part: usize) {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let located = Located::root(node);
            let sigil = match located.kind() {
                ATTRIBUTE_ALIAS_DEFINITION => Some(HASH_ID),
                TYPE_ALIAS_DEFINITION => Some(EXCLAMATION_ID),
                _ => None,
            };
            if let Some(name) = sigil.and_then(|it| located.token_text(it)) {
                self.aliases.push((part, name.into()));
            }
            self.symbols
                .extend(located.tokens().filter(|it| it.kind() == AT_ID).map(|it| unquoted(it.text())));
            stack.extend(located.children().map(|it| it.green));
        }
    }
}
