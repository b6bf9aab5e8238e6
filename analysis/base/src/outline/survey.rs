//! One look at a tree: which isolated ops and aliases it has.

use super::operation::Kind;
use super::operation::unquoted;
use crate::isolated_op::{Identity, OpText};
use crate::source_file::StrayNames;
use rowan::GreenNodeData;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use syntax::Located;
use syntax::SyntaxKind::*;
use syntax::ods::Registry;

/// Of a node that something keeps alive. A number that is never dereferenced, so it may go to other threads.
pub(super) type Address = usize;

/// An operation of a module body.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) kind: Kind,
    /// Of an isolated op.
    pub(super) text: Option<OpText>,
}

/// A record with the places where its roots start.
pub(super) struct Found<'a> {
    /// `None` for the operations of a module body that are not isolated.
    pub(super) name: Option<Arc<str>>,
    pub(super) part: usize,
    pub(super) table: Arc<str>,
    pub(super) roots: Vec<Located<'a>>,
    /// How many aliases of the part are before each root.
    pub(super) aliases_before: Vec<usize>,
    pub(super) text: Option<OpText>,
}

/// The result of one walk over the tree.
pub(super) struct Survey<'a> {
    registry: &'a Registry,
    pub(super) found: Vec<Found<'a>>,
    pub(super) known: FxHashMap<Address, Known>,
    /// Texts that some operation has already.
    pub(super) taken: FxHashSet<OpText>,
    pub(super) aliases: Vec<Vec<Located<'a>>>,
    pub(super) stray: StrayNames,
}

pub(super) fn address(node: &GreenNodeData) -> Address {
    std::ptr::from_ref(node).addr()
}

impl Found<'_> {
    pub(super) fn identity(&self) -> Identity {
        let own = self.name.as_deref().unwrap_or_default();
        let name = format!("{}/{own}", self.table).into();
        Identity { name, part: self.part, table: self.table.clone() }
    }
}

/// Modules nested deeper than this are one record with all that they hold.
pub(super) const MAX_MODULE_DEPTH: usize = 32;

impl<'a> Survey<'a> {
    pub(super) fn of(
        file: &'a GreenNodeData,
        known: &FxHashMap<Address, Known>,
        registry: &'a Registry,
    ) -> Self {
        let mut survey = Self {
            registry,
            found: Vec::new(),
            known: FxHashMap::default(),
            taken: FxHashSet::default(),
            aliases: Vec::new(),
            stray: StrayNames::default(),
        };
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
                .unwrap_or_else(|| Known { kind: Kind::of(child, self.registry), text: None });
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
        // In generic form the name of a symbol may be behind an alias.
        let string = definition.child(STRING_ATTRIBUTE).map(|it| it.trimmed_text());
        self.stray.symbols.extend(string.map(|it| format!("@{}", unquoted(&it))));
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

/// Names in text that did not parse or is misplaced.
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
