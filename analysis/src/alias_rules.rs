//! What is wrong with aliases: these rules look at the order of definitions and uses in the file, which no isolated
//! op knows, so they are asked by the outermost query alone.

use crate::alias_uses::{AliasUse, alias_uses, uses_in};
use crate::diagnostic::{Diagnostic, Related, Severity};
use crate::diagnostics::shifted;
use crate::ir::Pointer;
use crate::isolated_op::{isolated_op_starts, isolated_ops};
use crate::map_text;
use crate::source_file::SourceFile;
use rustc_hash::FxHashMap;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

pub(crate) fn diagnostics(db: &dyn salsa::Database, file: SourceFile) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let parse = file.parse(db);
    let errors = parse.errors();
    let root = parse.syntax_node();
    let mut parts: Vec<FxHashMap<String, TextRange>> = Vec::new();
    let mut uses: Vec<(usize, AliasUse, TextRange)> = Vec::new();
    for (index, part) in ast::children::<ast::Part>(&root).enumerate() {
        let mut defined: FxHashMap<String, TextRange> = FxHashMap::default();
        // An alias inside a region is in the wrong place, and counts as defined.
        for node in part.syntax().descendants() {
            let (sigil, code, what) = match node.kind() {
                SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION => (SyntaxKind::HASH_ID, "alias-redefined", "alias"),
                SyntaxKind::TYPE_ALIAS_DEFINITION => {
                    (SyntaxKind::EXCLAMATION_ID, "type-alias-redefined", "type alias")
                }
                _ => continue,
            };
            let Some(name) = ast::token(&node, sigil) else { continue };
            let range = name.text_range();
            if node.parent().as_ref() == Some(part.syntax()) {
                if !errors.iter().any(|it| node.text_range().contains_inclusive(it.range.start())) {
                    found.extend(map_text_problems(&node));
                }
                for (alias, relative) in uses_in(&node) {
                    uses.push((index, alias, relative));
                }
            }
            match defined.get(name.text()) {
                Some(first) => {
                    let mut diagnostic =
                        error(code, format!("{what} {} is already defined", name.text()), range);
                    let message = "the first definition".to_owned();
                    diagnostic.related.push(Related { range: *first, message });
                    found.push(diagnostic);
                }
                None => {
                    defined.insert(name.text().to_owned(), range);
                }
            }
        }
        parts.push(defined);
    }
    for (op, starts) in isolated_ops(db, file).iter().zip(isolated_op_starts(db, file)) {
        for (root, alias, range) in alias_uses(db, *op) {
            if let Some(range) = shifted(Pointer { root: *root, range: *range }, starts) {
                uses.push((op.part(db), alias.clone(), range));
            }
        }
    }
    for (part, alias, range) in uses {
        let Some(defined) = parts.get(part) else { continue };
        found.extend(undefined(&alias, range, defined));
    }
    found
}

fn undefined(
    alias: &AliasUse,
    range: TextRange,
    defined: &FxHashMap<String, TextRange>,
) -> Option<Diagnostic> {
    let definition = defined.get(&alias.name);
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

fn map_text_problems(definition: &SyntaxNode) -> Vec<Diagnostic> {
    let judged = definition.descendants().filter(map_text::is_judged);
    judged
        .flat_map(|it| map_text::problems(&it))
        .map(|problem| {
            let mut diagnostic = error(problem.code, problem.message, problem.range);
            let related = problem.related.into_iter().map(|(range, message)| Related { range, message });
            diagnostic.related = related.collect();
            diagnostic
        })
        .collect()
}

fn error(code: &'static str, message: String, range: TextRange) -> Diagnostic {
    Diagnostic { code, severity: Severity::Error, message, range, related: Vec::new(), fixes: Vec::new() }
}
