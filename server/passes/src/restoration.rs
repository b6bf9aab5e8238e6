//! Gives a text that a tool has printed the names and comments of the source back, and takes the locations out of it by
//! which both were found.

mod comments;
mod locations;
mod names;

use std::sync::Arc;

use analysis::ods::Registry;
use syntax::SyntaxKind::{L_BRACE, PART};
use syntax::ast::{self, AstNode, Operation, Region};
use syntax::{SyntaxNode, TextRange, TextSize};

pub(crate) use comments::Comments;
use locations::Locations;
pub(crate) use names::functions_of;

use crate::origin::{LineStarts, Origins};

/// A change of a printed text.
struct Change {
    range: TextRange,
    text: String,
}

/// A printed text with the names and comments of the source.
pub(crate) fn restore(
    printed: &str,
    origins: &Origins,
    comments: &Comments,
    registry: &Arc<Registry>,
    unwraps_module: bool,
) -> String {
    let root = syntax::parse_with(printed, registry).syntax_node();
    let locations = Locations::of(&root, origins);
    let lines = LineStarts::of(printed, 0);
    let mut changes = locations.removals(printed);
    names::rename(&root, origins, &locations, &mut changes);
    comments.put_back(&root, printed, &lines, origins, &locations, &mut changes);
    let module = Some(&root).filter(|_| unwraps_module).and_then(bare_module);
    let indent = module.as_ref().map(|it| unwrap_module(it, printed, &lines, &mut changes));
    changes.sort_by_key(|it| (it.range.start(), it.range.end()));
    let text = apply(printed, &changes);
    let text = match indent {
        Some(indent) => dedent(&text, indent),
        None => text,
    };
    format!("{}{}\n{}", comments.header(), text.trim_end(), comments.footer())
}

fn apply(text: &str, changes: &[Change]) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut offset = TextSize::default();
    for change in changes {
        // Changes inside a deleted piece are gone with it.
        if change.range.start() < offset {
            continue;
        }
        changed.push_str(&text[TextRange::new(offset, change.range.start())]);
        changed.push_str(&change.text);
        offset = change.range.end();
    }
    changed.push_str(&text[usize::from(offset)..]);
    changed
}

/// The region of the one operation of the text, where that is a module that says nothing: the tool puts it around what has
/// none.
fn bare_module(root: &SyntaxNode) -> Option<Region> {
    let part = root.children().find(|it| it.kind() == PART)?;
    let mut operations = ast::children::<Operation>(&part);
    let module = operations.next().filter(|_| operations.next().is_none())?;
    let name = module.op_name().filter(|it| it.text() == "module")?;
    let region = module.regions().into_iter().next()?;
    let is_bare = name.syntax().next_sibling_or_token().is_some_and(|space| {
        space.next_sibling_or_token().is_some_and(|it| it.text_range() == region.syntax().text_range())
    });
    is_bare.then_some(region)
}

/// Takes the lines of a module's braces out; gives the indentation of what was inside.
fn unwrap_module(region: &Region, text: &str, lines: &LineStarts, changes: &mut Vec<Change>) -> usize {
    let range = region.syntax().text_range();
    let head = lines.line(range.start());
    let open = ast::token(region.syntax(), L_BRACE).map_or(range.start(), |it| it.text_range().end());
    let behind_open = lines.start(head + 1).max(open);
    changes.push(Change { range: TextRange::new(lines.start(head), behind_open), text: String::new() });
    let last = lines.start(lines.line(range.end())).max(behind_open);
    changes.push(Change { range: TextRange::new(last, range.end()), text: String::new() });
    let inside = &text[usize::from(behind_open)..];
    inside.len() - inside.trim_start_matches(' ').len()
}

fn dedent(text: &str, indent: usize) -> String {
    let prefix = " ".repeat(indent);
    let lines = text.split_inclusive('\n').map(|line| line.strip_prefix(prefix.as_str()).unwrap_or(line));
    lines.collect()
}

/// The nearest operation that a node is in, or is.
fn operation_at(node: &SyntaxNode) -> Option<Operation> {
    node.ancestors().find_map(Operation::cast)
}
