//! The common edit: one isolated op is another one, and all others are the very nodes that they were. Then nothing is
//! looked at but the path to it.

use super::errors::{Errors, breaking_errors};
use super::operation::Kind;
use super::survey::{Address, Found, Known, MAX_MODULE_DEPTH, address};
use super::{Outline, set_text};
use crate::isolated_op::{OpText, RootStarts};
use crate::registry::registry;
use crate::source_file::SourceFile;
use rowan::{GreenNodeData, NodeOrToken};
use rustc_hash::FxHashMap;
use salsa::Setter;
use std::sync::Arc;
use syntax::SyntaxKind::*;
use syntax::ods::Registry;
use syntax::{Located, Parse, TextRange, TextSize};

/// An isolated op in two texts that differ in nothing else.
struct Replaced<'a> {
    old: Located<'a>,
    new: Located<'a>,
    name: Arc<str>,
    /// The nodes of the modules around it.
    modules: Vec<(Address, Address)>,
}

impl Outline {
    /// As [`Outline::update`] where one isolated op was replaced by one of the same name; otherwise changes nothing
    /// and is `false`.
    pub(super) fn replace<Db: salsa::Database>(
        &mut self,
        db: &mut Db,
        file: SourceFile,
        parse: &Parse,
    ) -> bool {
        let before = file.parse(db).clone();
        let Some(found) = Replaced::between(before.green(), parse.green(), &self.known, registry(db)) else {
            return false;
        };
        let (old_errors, errors) = (breaking_errors(&before), breaking_errors(parse));
        if !found.have_same_errors(&old_errors, &errors) {
            return false;
        }
        let starts = file.starts(db);
        let Some(index) = starts.iter().position(|it| it.first() == Some(&found.old.start)) else {
            return false;
        };
        let Some(text) = file.op_texts(db).get(index).copied() else { return false };

        let identity = text.identity(db);
        let record = Found {
            name: Some(found.name.clone()),
            part: identity.part,
            table: identity.table.clone(),
            roots: vec![found.new],
            aliases_before: text.aliases_before(db).to_vec(),
            text: Some(text),
        };
        let (_, is_new) = set_text(db, &record, &Errors { sorted: &errors });
        found.shift_starts(db, file);
        if old_errors.is_empty() != errors.is_empty() {
            set_beside_errors(db, file, !errors.is_empty());
        }
        if is_new {
            let next = file.environment_revision(db).wrapping_add(1);
            file.set_environment_revision(db).to(next);
        }
        for (old, new) in found.modules {
            let module = self.known.remove(&old);
            self.known.extend(module.map(|it| (new, it)));
        }
        self.known.remove(&address(found.old.green));
        let known = Known { kind: Kind::Isolated { name: found.name }, text: Some(text) };
        self.known.insert(address(found.new.green), known);
        file.set_parse(db).to(parse.clone());
        true
    }
}

impl<'a> Replaced<'a> {
    fn between(
        old: &'a GreenNodeData,
        new: &'a GreenNodeData,
        known: &FxHashMap<Address, Known>,
        registry: &Registry,
    ) -> Option<Self> {
        let (mut old, mut new) = (Located::root(old), Located::root(new));
        let mut modules = Vec::new();
        loop {
            (old, new) = only_difference(old, new)?;
            match old.kind() {
                PART | REGION | BLOCK => {}
                OPERATION => match &known.get(&address(old.green))?.kind {
                    Kind::Module { .. } if modules.len() < MAX_MODULE_DEPTH => {
                        modules.push((address(old.green), address(new.green)));
                    }
                    Kind::Isolated { name } => {
                        let is_same = matches!(Kind::of(new, registry), Kind::Isolated { name: other } if other == *name);
                        let is_known = known.contains_key(&address(new.green));
                        let name = name.clone();
                        return (is_same && !is_known).then_some(Self { old, new, name, modules });
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// Whether the syntax errors that are not inside the op are the same. Those at its ends may be its neighbours'.
    fn have_same_errors(&self, old_errors: &[TextRange], errors: &[TextRange]) -> bool {
        let (old, new) = (self.old.text_range(), self.new.text_range());
        let is_outside = |it: TextRange, op: TextRange| it.start() <= op.start() || op.end() <= it.end();
        let at_new_place = |it: TextRange| match it {
            it if it.end() <= old.start() => Some(it),
            it if old.end() <= it.start() => Some(it - old.end() + new.end()),
            _ => None,
        };
        let before = old_errors.iter().filter(|it| is_outside(**it, old)).map(|it| at_new_place(*it));
        let now = errors.iter().filter(|it| is_outside(**it, new)).map(|it| Some(*it));
        before.eq(now)
    }

    /// Moves what is after the op.
    fn shift_starts<Db: salsa::Database>(&self, db: &mut Db, file: SourceFile) {
        let (old, new) = (self.old.text_range(), self.new.text_range());
        if old == new {
            return;
        }
        let shifted = |it: TextSize| if it < old.end() { it } else { it - old.end() + new.end() };
        let starts = file.starts(db).iter();
        let starts: Box<[RootStarts]> = starts.map(|it| it.iter().map(|it| shifted(*it)).collect()).collect();
        file.set_starts(db).to(starts);
        let of_aliases = file.alias_starts(db);
        if of_aliases.iter().flatten().any(|it| shifted(*it) != *it) {
            let of_aliases = of_aliases.iter().map(|it| it.iter().map(|it| shifted(*it)).collect()).collect();
            file.set_alias_starts(db).to(of_aliases);
        }
    }
}

/// The one child that is another node, and what is in its place; `None` if more is different.
fn only_difference<'a>(old: Located<'a>, new: Located<'a>) -> Option<(Located<'a>, Located<'a>)> {
    if old.green.children().len() != new.green.children().len() {
        return None;
    }
    let mut found = None;
    let mut start = old.start;
    for (a, b) in old.green.children().zip(new.green.children()) {
        match (a, b) {
            (NodeOrToken::Node(a), NodeOrToken::Node(b)) => {
                if !std::ptr::eq(a, b) {
                    if found.is_some() || a.kind() != b.kind() {
                        return None;
                    }
                    found = Some((Located { green: a, start }, Located { green: b, start }));
                }
                start += a.text_len();
            }
            (NodeOrToken::Token(a), NodeOrToken::Token(b)) if std::ptr::eq(a, b) => start += a.text_len(),
            _ => return None,
        }
    }
    found
}

/// Tells the operations that are not isolated whether some text of the file did not parse.
fn set_beside_errors<Db: salsa::Database>(db: &mut Db, file: SourceFile, beside_errors: bool) {
    let texts = file.op_texts(db).iter();
    let bodies: Vec<OpText> = texts.filter(|it| it.identity(db).own_name().is_empty()).copied().collect();
    for text in bodies {
        if text.beside_errors(db) != beside_errors {
            text.set_beside_errors(db).to(beside_errors);
            let next = text.revision(db) + 1;
            text.set_revision(db).to(next);
        }
    }
}
