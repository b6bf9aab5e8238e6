//! Findings after a small change in a function, from the statements that the change may concern.
//!
//! To look at all statements takes longer than a keystroke may. A program slice by names is enough: the changed
//! statements, those that define or use the same names, and what these need to be understood. Everything else keeps its
//! findings. What depends on statements farther away is found when the typing pauses.

mod changed;
mod selection;
mod statements;

use super::moved::carried_past;
use base::database::RootDatabase;
use base::isolated_op::{Green, OpText, isolated_op};
use base::registry::registry;
use base::source_file::SourceFile;
use changed::Changed;
use ir::Extent;
use rules::codes;
use rules::finding::Finding;
use rules::findings::find_at_once;
use selection::{Said, Slice};
pub(super) use statements::Statements;
use syntax::{Located, LocatedElement, SyntaxKind, TextRange};

/// Smaller functions are looked at as a whole.
pub(super) const LEAST_BYTES: usize = 1 << 10;

/// The findings after a change, from those before; `None` where the change concerns too much. `statements` are those of an
/// earlier text, and of this one afterwards.
pub(super) fn findings_in_slice(
    db: &RootDatabase,
    file: SourceFile,
    text: OpText,
    (before, kept): (&[Green], &[Finding]),
    statements: &mut Statements,
) -> Option<Vec<Finding>> {
    let ([before], [now]) = (before, &**text.roots(db)) else { return None };
    let changed = Changed::between(Located::root(&before.0), Located::root(&now.0))?;
    let mut others: Vec<Finding> = Vec::new();
    let mut said = Said::default();
    for finding in kept {
        match carried_past(finding, &changed.change) {
            Some(finding) => {
                said.errors.push(finding.place.range);
                others.push(finding);
            }
            None => said.lost.push(name_at(Located::root(&before.0), finding.place.range)),
        }
    }
    let registry = registry(db);
    if changed.was_terminator(registry) {
        return None;
    }
    statements.read(now, registry);
    let slice = Slice::of(statements, &changed, &said)?;
    let is_non_local = |it: &Finding| codes::get(it.code).is_some_and(|it| !it.is_local);
    if kept.iter().any(is_non_local) {
        return None;
    }
    let found = find_at_once(db, isolated_op(db, text, file), Extent::Slice(&slice.kept));
    let is_in_slice = |it: TextRange| slice.judged.iter().any(|judged| judged.contains_range(it));
    let mut all: Vec<Finding> = found.into_iter().filter(|it| is_in_slice(it.place.range)).collect();
    if all.iter().any(is_non_local) {
        return None;
    }
    all.extend(others.into_iter().filter(|it| !is_in_slice(it.place.range)));
    Some(all)
}

/// The name of a value that has exactly this range. The parser bounds the depth.
fn name_at(node: Located<'_>, range: TextRange) -> Option<&str> {
    node.children_with_tokens().find_map(|it| match it {
        LocatedElement::Token(it) if it.text_range() == range && it.kind() == SyntaxKind::PERCENT_ID => {
            it.text().split('#').next()
        }
        LocatedElement::Node(it) if it.text_range().contains_range(range) => name_at(it, range),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
