//! The signature of an isolated op, which is all that the rest of a file sees of it: read from its green nodes when these have changed.

use super::operation::unquoted;
use super::survey::{Found, address};
use crate::isolated_op::{Green, Head, Signature};
use rowan::{GreenNode, GreenNodeData, NodeOrToken};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use syntax::SyntaxKind::{self, *};
use syntax::{Located, TextRange};

/// Whether the signature of the root of a record is that of another root, without syntax errors in both: they differ in one
/// region only, and name the same aliases and symbols there.
pub(super) fn is_same(old: Located<'_>, new: Located<'_>) -> bool {
    let (mut old, mut new) = (old, new);
    let mut is_in_region = false;
    loop {
        let (before, now) = differing(old, new);
        if let ([a], [b]) = (&*before, &*now)
            && a.kind() == b.kind()
            && !LEAVES.contains(&a.kind())
        {
            is_in_region |= a.kind() == REGION;
            (old, new) = (*a, *b);
            continue;
        }
        let is_whole = |it: Located<'_>| matches!(it.kind(), OPERATION | BLOCK | REGION);
        let names = |pieces: &[Located<'_>], around| {
            let mut names = AliasNames::default();
            let mut symbols = BTreeSet::new();
            // The name of an alias or symbol is right below its node.
            match is_whole(around) {
                true => pieces.iter().for_each(|it| names.collect(*it, true, &mut symbols)),
                false => names.collect(around, true, &mut symbols),
            }
            let owned = |it: BTreeSet<&str>| it.into_iter().map(str::to_owned).collect::<Vec<_>>();
            (owned(names.used), owned(names.defined), symbols)
        };
        return is_in_region && names(&before, old) == names(&now, new);
    }
}

/// The nodes right below two nodes without those that both begin and end with.
fn differing<'a>(old: Located<'a>, new: Located<'a>) -> (Vec<Located<'a>>, Vec<Located<'a>>) {
    let (old, new): (Vec<_>, Vec<_>) = (old.children().collect(), new.children().collect());
    let is_same = |it: &(&Located<'a>, &Located<'a>)| it.0.is_same(it.1.green);
    let ahead = old.iter().zip(&new).take_while(is_same).count();
    let (old, new) = (old.get(ahead..).unwrap_or_default(), new.get(ahead..).unwrap_or_default());
    let behind = old.iter().rev().zip(new.iter().rev()).take_while(is_same).count();
    (old[..old.len() - behind].to_vec(), new[..new.len() - behind].to_vec())
}

/// They hold tokens only, and none that names an alias or a symbol.
const LEAVES: &[SyntaxKind] = &[OP_NAME, VALUE_USE, SIMPLE_TYPE];

/// The signature of a record with these errors; heads of roots that were there before are taken over.
pub(super) fn signature(
    found: &Found<'_>,
    errors: &[(usize, TextRange)],
    old_roots: &[Green],
    old: &Signature,
) -> Signature {
    let known: FxHashMap<_, &Head> = match errors.is_empty() {
        true => old_roots.iter().map(|it| address(&it.0)).zip(&*old.heads).collect(),
        false => FxHashMap::default(),
    };
    let mut names = AliasNames::default();
    let mut heads = Vec::with_capacity(found.roots.len());
    for (index, root) in found.roots.iter().enumerate() {
        let mut symbols = BTreeSet::new();
        names.collect(*root, false, &mut symbols);
        let head = match known.get(&address(root.green)).filter(|it| !it.is_broken) {
            Some(head) => (*head).clone(),
            None => head(*root, symbols, errors.iter().filter(|it| it.0 == index).map(|it| it.1)),
        };
        heads.push(head);
    }
    let boxed = |names: BTreeSet<&str>| names.into_iter().map(Box::from).collect();
    Signature { heads: heads.into(), used_aliases: boxed(names.used), defined_aliases: boxed(names.defined) }
}

/// The aliases that a piece of text uses, also in what only a dialect reads.
pub fn used_aliases(node: Located<'_>) -> BTreeSet<&str> {
    let mut names = AliasNames::default();
    names.collect(node, false, &mut BTreeSet::new());
    names.used
}

/// The aliases that a piece of text names.
#[derive(Default)]
struct AliasNames<'a> {
    used: BTreeSet<&'a str>,
    defined: BTreeSet<&'a str>,
}

impl<'a> AliasNames<'a> {
    /// Also collects the names after `@` where an operation inside a region defines a symbol. The parser bounds the
    /// depth.
    fn collect(&mut self, node: Located<'a>, is_in_region: bool, symbols: &mut BTreeSet<Box<str>>) {
        let is_in_region = match node.kind() {
            kind if LEAVES.contains(&kind) => return,
            ATTRIBUTE_ALIAS_DEFINITION => {
                self.defined.extend(node.token_text(HASH_ID));
                is_in_region
            }
            TYPE_ALIAS_DEFINITION => {
                self.defined.extend(node.token_text(EXCLAMATION_ID));
                is_in_region
            }
            ATTRIBUTE_ALIAS => {
                self.used.extend(node.token_text(HASH_ID));
                is_in_region
            }
            TYPE_ALIAS => {
                self.used.extend(node.token_text(EXCLAMATION_ID));
                is_in_region
            }
            // Bodies of types and attributes name aliases too, whatever they say.
            OPAQUE_ANGLES => {
                let names = node.tokens().filter(|it| matches!(it.kind(), HASH_ID | EXCLAMATION_ID));
                self.used.extend(names.map(|it| it.text()).filter(|it| !it.contains('.')));
                is_in_region
            }
            SYMBOL_NAME if is_in_region => {
                symbols.extend(node.token_text(AT_ID).map(|it| unquoted(it).into()));
                is_in_region
            }
            kind => is_in_region || kind == REGION,
        };
        for child in node.children() {
            self.collect(child, is_in_region, symbols);
        }
    }
}

/// `inner_symbols` are those that something in the regions defines.
fn head(
    root: Located<'_>,
    mut inner_symbols: BTreeSet<Box<str>>,
    errors: impl Iterator<Item = TextRange>,
) -> Head {
    let is_outside = |error: TextRange| {
        let regions = root.own(REGION);
        !regions.iter().any(|it| it.text_range().contains_range(error))
    };
    let is_broken = errors.map(|it| it + root.start).any(is_outside);
    if !matches!(root.op_name(), "func.func" | "memref.global") {
        // Of operations that are not known a reference may be a definition.
        references(root, &mut inner_symbols);
    }
    Head {
        node: Green(without_regions(root.green)),
        is_broken,
        inner_symbols: inner_symbols.into_iter().collect(),
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

/// The node with its pieces up to the first that holds a region: what is there has the same place in the whole.
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
