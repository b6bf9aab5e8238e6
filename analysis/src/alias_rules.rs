//! What is wrong with aliases: these rules look at the order of definitions and uses in the file, which no isolated
//! op knows, so they are asked by the outermost query alone.

use crate::alias_uses::{AliasUse, alias_names, defined_alias, uses_in};
use crate::aliases::DatabaseAliases;
use crate::diagnostic::{Diagnostic, Related, Severity};
use crate::diagnostics::shifted;
use crate::ir::Pointer;
use crate::isolated_op::{isolated_op_starts, isolated_ops};
use crate::literals;
use crate::map_text;
use crate::rules;
use crate::source_file::SourceFile;
use crate::type_text;
use crate::types::lower_type;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize, WalkEvent};

pub(crate) fn diagnostics(db: &dyn salsa::Database, file: SourceFile) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let errors = file.parse(db).errors();
    let mut parts: Vec<FxHashMap<&str, TextRange>> = Vec::new();
    let definitions = definitions(db, file);
    for (part, definitions) in definitions.iter().enumerate() {
        let mut defined: FxHashMap<&str, TextRange> = FxHashMap::default();
        for definition in definitions {
            if let Some(node) = &definition.node {
                let range = node.text_range();
                let next_error = errors.partition_point(|it| it.range.start() < range.start());
                if errors.get(next_error).is_none_or(|it| it.range.start() > range.end()) {
                    let aliases = DatabaseAliases::new(db, file, part);
                    found.extend(text_problems(node, &aliases));
                }
            }
            let Some(first) = defined.get(&*definition.name) else {
                defined.insert(&definition.name, definition.range);
                continue;
            };
            let (code, what) = match definition.name.starts_with('!') {
                true => ("type-alias-redefined", "type alias"),
                false => ("alias-redefined", "alias"),
            };
            let message = format!("{what} {} is already defined", definition.name);
            let mut diagnostic = error(code, message, definition.range);
            let message = "the first definition".to_owned();
            diagnostic.related.push(Related { range: *first, message });
            found.push(diagnostic);
        }
        parts.push(defined);
    }
    for (definitions, defined) in definitions.iter().zip(&parts) {
        for (alias, range) in definitions.iter().filter_map(|it| it.node.as_ref()).flat_map(uses_in) {
            found.extend(undefined(&alias, range, defined));
        }
    }
    for (op, starts) in isolated_ops(db, file).iter().zip(isolated_op_starts(db, file)) {
        let Some(defined) = parts.get(op.part(db)) else { continue };
        for (root, alias, range) in &alias_names(db, *op).uses {
            if let Some(range) = shifted(Pointer { root: *root, range: *range }, starts) {
                found.extend(undefined(alias, range, defined));
            }
        }
    }
    found.extend(unused(db, file, &definitions));
    found
}

/// Aliases that nothing uses but aliases that nothing uses.
fn unused(db: &dyn salsa::Database, file: SourceFile, parts: &[Vec<AliasDefinition>]) -> Vec<Diagnostic> {
    let mut used: Vec<FxHashSet<&str>> = vec![FxHashSet::default(); parts.len()];
    for op in isolated_ops(db, file) {
        let Some(used) = used.get_mut(op.part(db)) else { continue };
        used.extend(alias_names(db, *op).uses.iter().map(|it| &*it.1.name));
    }
    let mut found = Vec::new();
    for (definitions, used) in parts.iter().zip(&used) {
        let of_definitions: FxHashMap<&str, Vec<AliasUse>> = definitions
            .iter()
            .filter_map(|it| {
                Some((&*it.name, uses_in(it.node.as_ref()?).into_iter().map(|it| it.0).collect()))
            })
            .collect();
        let mut reached: FxHashSet<&str> = used.clone();
        let mut pending: Vec<&str> = used.iter().copied().collect();
        while let Some(name) = pending.pop() {
            for alias in of_definitions.get(name).into_iter().flatten() {
                if reached.insert(&alias.name) {
                    pending.push(&alias.name);
                }
            }
        }
        for definition in definitions.iter().filter(|it| it.node.is_some() && !reached.contains(&*it.name)) {
            let message = format!("{} is never used", definition.name);
            let mut diagnostic = error("unused-alias", message, definition.range);
            diagnostic.severity = Severity::Hint;
            found.push(diagnostic);
        }
    }
    found
}

struct AliasDefinition {
    /// With its sigil.
    name: String,
    /// Of its name.
    range: TextRange,
    /// The whole, where it stands at the top level.
    node: Option<SyntaxNode>,
}

/// The definitions of each part, in text order. One inside a region is in the wrong place, and counts as defined.
fn definitions(db: &dyn salsa::Database, file: SourceFile) -> Vec<Vec<AliasDefinition>> {
    let root = file.parse(db).syntax_node();
    let starts = isolated_op_starts(db, file);
    // The file is walked as far as its isolated ops; what is in these is known of each.
    let records: FxHashSet<TextSize> = starts.iter().flatten().copied().collect();
    let mut parts: Vec<Vec<AliasDefinition>> = ast::children::<ast::Part>(&root)
        .map(|part| {
            let mut found = Vec::new();
            let mut walk = part.syntax().preorder();
            while let Some(event) = walk.next() {
                let WalkEvent::Enter(node) = event else { continue };
                if node.kind() == SyntaxKind::OPERATION && records.contains(&node.text_range().start()) {
                    walk.skip_subtree();
                } else if let Some((name, range)) = defined_alias(&node) {
                    let is_at_top = node.parent().as_ref() == Some(part.syntax());
                    found.push(AliasDefinition { name, range, node: is_at_top.then_some(node) });
                }
            }
            found
        })
        .collect();
    for (op, starts) in isolated_ops(db, file).iter().zip(starts) {
        let Some(part) = parts.get_mut(op.part(db)) else { continue };
        for (root, name, range) in &alias_names(db, *op).definitions {
            if let Some(range) = shifted(Pointer { root: *root, range: *range }, starts) {
                part.push(AliasDefinition { name: name.clone(), range, node: None });
            }
        }
    }
    for part in &mut parts {
        part.sort_by_key(|it| it.range.start());
    }
    parts
}

fn undefined(alias: &AliasUse, range: TextRange, defined: &FxHashMap<&str, TextRange>) -> Option<Diagnostic> {
    let definition = defined.get(&*alias.name);
    if definition.is_some_and(|it| it.start() <= range.start()) {
        return None;
    }
    let (code, what) = if alias.is_type {
        ("type-alias-undefined", "type alias")
    } else {
        ("alias-undefined", "attribute alias")
    };
    let mut diagnostic = error(code, format!("there is no {what} {} before this line", alias.name), range);
    if let Some(later) = definition {
        let message = "defined only here, further down".to_owned();
        diagnostic.related.push(Related { range: *later, message });
    }
    Some(diagnostic)
}

/// What is wrong in the text of maps, sets, types and literals.
fn text_problems(definition: &SyntaxNode, aliases: &DatabaseAliases<'_>) -> Vec<Diagnostic> {
    let of_maps = definition.descendants().filter(map_text::is_judged).flat_map(|it| map_text::problems(&it));
    let of_types =
        definition.descendants().filter(type_text::is_judged).flat_map(|it| type_text::problems(&it));
    let literals = definition.descendants().filter(literals::is_literal);
    let of_literals = literals.filter_map(|it| literals::problem(&it, &|ty| lower_type(ty, aliases)));
    of_maps
        .chain(of_types)
        .chain(of_literals)
        .map(|problem| {
            let mut diagnostic = error(problem.code, problem.message, problem.range);
            let rule = rules::all().iter().find(|it| it.code == problem.code);
            diagnostic.severity = rule.map_or(Severity::Error, |it| it.severity);
            let related = problem.related.into_iter().map(|(range, message)| Related { range, message });
            diagnostic.related = related.collect();
            diagnostic
        })
        .collect()
}

fn error(code: &'static str, message: String, range: TextRange) -> Diagnostic {
    Diagnostic { code, severity: Severity::Error, message, range, related: Vec::new(), fixes: Vec::new() }
}
