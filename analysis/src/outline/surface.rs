//! What the rest of a file sees of an isolated op: read from its green nodes when these have changed.

use super::{Found, address};
use crate::isolated_op::{Green, Head, Surface};
use crate::symbol_table::unquoted;
use rowan::{GreenNode, GreenNodeData, NodeOrToken};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use syntax::SyntaxKind::*;
use syntax::{Located, TextRange};

/// The surface of a record with these errors; heads of roots that were there before are taken over.
pub(super) fn surface(
    found: &Found<'_>,
    errors: &[(usize, TextRange)],
    old_roots: &[Green],
    old: &Surface,
) -> Surface {
    let known: FxHashMap<_, &Head> = match errors.is_empty() {
        true => old_roots.iter().map(|it| address(&it.0)).zip(&*old.heads).collect(),
        false => FxHashMap::default(),
    };
    let mut names = Names::default();
    let mut heads = Vec::with_capacity(found.roots.len());
    for (index, root) in found.roots.iter().enumerate() {
        names.collect(root.green);
        let head = match known.get(&address(root.green)).filter(|it| !it.is_broken) {
            Some(head) => (*head).clone(),
            None => head(*root, errors.iter().filter(|it| it.0 == index).map(|it| it.1)),
        };
        heads.push(head);
    }
    let boxed = |names: BTreeSet<&str>| names.into_iter().map(Box::from).collect();
    Surface { heads: heads.into(), used_aliases: boxed(names.used), defined_aliases: boxed(names.defined) }
}

/// The aliases that a piece of text names.
#[derive(Default)]
struct Names<'a> {
    used: BTreeSet<&'a str>,
    defined: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    fn collect(&mut self, node: &'a GreenNodeData) {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let node = Located::root(node);
            let (names, sigil) = match node.kind() {
                ATTRIBUTE_ALIAS_DEFINITION => (&mut self.defined, HASH_ID),
                TYPE_ALIAS_DEFINITION => (&mut self.defined, EXCLAMATION_ID),
                ATTRIBUTE_ALIAS => (&mut self.used, HASH_ID),
                TYPE_ALIAS => (&mut self.used, EXCLAMATION_ID),
                _ => {
                    stack.extend(node.children().map(|it| it.green));
                    continue;
                }
            };
            names.extend(node.token_text(sigil));
            stack.extend(node.children().map(|it| it.green));
        }
    }
}

fn head(root: Located<'_>, errors: impl Iterator<Item = TextRange>) -> Head {
    let regions = root.own(REGION);
    let mut errors = errors.map(|it| it + root.start);
    let is_broken = errors.any(|error| !regions.iter().any(|it| it.text_range().contains_range(error)));
    let mut inner_symbols = BTreeSet::new();
    let is_definition = matches!(super::op_name(root), "func.func" | "memref.global");
    for region in regions {
        symbol_names(region.green, &mut inner_symbols);
    }
    if !is_definition {
        // Of operations that are not known a reference may be a definition.
        references(root, &mut inner_symbols);
    }
    Head {
        node: Green(without_regions(root.green)),
        is_broken,
        inner_symbols: inner_symbols.into_iter().collect(),
    }
}

/// Names after `@` where an operation defines a symbol.
fn symbol_names(node: &GreenNodeData, found: &mut BTreeSet<Box<str>>) {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        let located = Located::root(node);
        if located.kind() == SYMBOL_NAME {
            found.extend(located.token_text(AT_ID).map(|it| unquoted(it).into()));
        }
        stack.extend(located.children().map(|it| it.green));
    }
}

/// References to symbols outside the regions.
fn references(node: Located<'_>, found: &mut BTreeSet<Box<str>>) {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if node.kind() == SYMBOL_REFERENCE {
            found.extend(node.token_text(AT_ID).map(|it| unquoted(it).into()));
        }
        stack.extend(node.children().filter(|it| it.kind() != REGION));
    }
}

/// The node with its pieces up to the first that holds a region: what stands there has the same place in the whole.
fn without_regions(node: &GreenNodeData) -> GreenNode {
    let children = node.children().filter_map(|child| match child {
        NodeOrToken::Node(child) => {
            let is_region = Located::root(child).find(|it| it == REGION).is_some();
            (!is_region).then(|| NodeOrToken::Node(child.to_owned()))
        }
        NodeOrToken::Token(token) => Some(NodeOrToken::Token(token.to_owned())),
    });
    GreenNode::new(node.kind(), children.collect::<Vec<_>>())
}
