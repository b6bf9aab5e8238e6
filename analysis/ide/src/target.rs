//! The target of a token: the thing that it names, and where that is defined.

use super::symbols::{self, SymbolDefinition, UsedName};
use super::{FileView, NavigationTarget};
use ir::aliases::alias_definition;
use ir::{BlockId, Definition, Ir, ValueId};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

/// A thing with a definition and uses.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Target {
    Value {
        record: usize,
        value: ValueId,
    },
    Label {
        record: usize,
        block: BlockId,
    },
    Symbol(SymbolDefinition),
    /// `name` has its sigil.
    Alias {
        part: usize,
        name: String,
    },
    /// A dimension or symbol that the map or set declares.
    Input {
        map: SyntaxNode,
        name: String,
    },
}

/// The thing that the token names.
pub(crate) fn target_at(view: &FileView<'_>, token: &SyntaxToken) -> Option<Target> {
    let parent = token.parent()?;
    match (token.kind(), parent.kind()) {
        (_, SyntaxKind::VALUE_USE | SyntaxKind::OP_RESULT | SyntaxKind::BLOCK_ARGUMENT) => {
            let is_name = matches!(token.kind(), SyntaxKind::PERCENT_ID | SyntaxKind::HASH_ID);
            let is_count = parent.kind() == SyntaxKind::OP_RESULT;
            if is_name || is_count { value(view, token, &parent) } else { None }
        }
        (SyntaxKind::CARET_ID, _) => label(view, token, &parent),
        (SyntaxKind::HASH_ID, SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION)
        | (SyntaxKind::EXCLAMATION_ID, SyntaxKind::TYPE_ALIAS_DEFINITION) => {
            Some(Target::Alias { part: view.part(&parent), name: token.text().to_owned() })
        }
        (SyntaxKind::BARE_ID, SyntaxKind::AFFINE_IDENTIFIER | SyntaxKind::AFFINE_PARAMETER) => {
            let map = parent
                .ancestors()
                .find(|it| matches!(it.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET))?;
            Some(Target::Input { map, name: token.text().to_owned() })
        }
        (SyntaxKind::AT_ID | SyntaxKind::STRING, _) => symbol(view, token, &parent),
        _ => match symbols::used_name(token)? {
            UsedName::Alias(name) => Some(Target::Alias { part: view.part(&parent), name: name.into() }),
            UsedName::Symbol(_) => None,
        },
    }
}

fn value(view: &FileView<'_>, token: &SyntaxToken, parent: &SyntaxNode) -> Option<Target> {
    let (record, place) = view.place(parent.text_range())?;
    let ir = view.ir(record);
    let value = match parent.kind() {
        SyntaxKind::VALUE_USE => ir.mention_at(place)?.value?,
        SyntaxKind::OP_RESULT => ir.value_at(place)?,
        _ => {
            let (_, place) = view.place(token.text_range())?;
            ir.value_at(place)?
        }
    };
    Some(Target::Value { record, value })
}

fn label(view: &FileView<'_>, token: &SyntaxToken, parent: &SyntaxNode) -> Option<Target> {
    let (record, place) = view.place(token.text_range())?;
    let ir = view.ir(record);
    let block = match parent.kind() {
        SyntaxKind::SUCCESSOR => {
            let successors = ir.ops.iter().flat_map(|it| &it.1.successors);
            let starts_here = |it: &&ir::Successor| {
                it.pointer.root == place.root && it.pointer.range.start() == place.range.start()
            };
            successors.clone().find(starts_here)?.block?
        }
        _ => ir.blocks.iter().find(|it| it.1.label.as_ref().is_some_and(|it| it.1 == place))?.0,
    };
    Some(Target::Label { record, block })
}

fn symbol(view: &FileView<'_>, token: &SyntaxToken, parent: &SyntaxNode) -> Option<Target> {
    let definitions = symbols::symbol_definitions(view);
    if let Some(found) = definitions.iter().find(|it| it.focus_range == token.text_range()) {
        return Some(Target::Symbol(found.clone()));
    }
    let UsedName::Symbol(path) = symbols::used_name(token)? else { return None };
    let scopes = symbols::scopes(parent);
    symbols::resolve(&definitions, view.part(parent), &scopes, &path).cloned().map(Target::Symbol)
}

impl Target {
    /// Where it is defined.
    pub(crate) fn definition(&self, view: &FileView<'_>) -> Option<NavigationTarget> {
        match self {
            Target::Value { record, value } => {
                let ir = view.ir(*record);
                let focus_range = view.range(*record, value_name(ir, *value)?)?;
                let full_range = match ir.values[*value].definition {
                    Definition::Result { op, .. } => view.range(*record, ir.ops[op].pointer)?,
                    Definition::Argument { .. } => match ir.counted_loop_of_variable(*value) {
                        // The loop is what there is to see of its variable.
                        Some((op, _)) => view.range(*record, ir.ops[op].pointer)?,
                        None => node_around(view, focus_range, SyntaxKind::BLOCK_ARGUMENT),
                    },
                };
                Some(NavigationTarget { full_range, focus_range })
            }
            Target::Label { record, block } => {
                let (_, pointer) = view.ir(*record).blocks[*block].label.as_ref()?;
                let focus_range = view.range(*record, *pointer)?;
                let full_range = node_around(view, focus_range, SyntaxKind::BLOCK_LABEL);
                Some(NavigationTarget { full_range, focus_range })
            }
            Target::Symbol(symbol) => {
                Some(NavigationTarget { full_range: symbol.full_range, focus_range: symbol.focus_range })
            }
            Target::Alias { part, name } => {
                let alias = alias_definition(view.db, view.file, *part, name)?;
                Some(NavigationTarget { full_range: alias.full_range, focus_range: alias.name_range })
            }
            Target::Input { map, name } => {
                let parameters = map
                    .children()
                    .flat_map(|it| ast::children::<ast::AffineParameter>(&it).collect::<Vec<_>>());
                let range = parameters
                    .map(|it| it.syntax().clone())
                    .find(|it| it.text() == name.as_str())?
                    .text_range();
                Some(NavigationTarget { full_range: range, focus_range: range })
            }
        }
    }
}

/// The name of a value where it is defined, without the count of a group.
pub(crate) fn value_name(ir: &Ir, value: ValueId) -> Option<ir::Pointer> {
    let value = &ir.values[value];
    let pointer = value.pointer?;
    let name = TextRange::at(pointer.range.start(), TextSize::of(&*value.name));
    Some(ir::Pointer { root: pointer.root, range: name })
}

/// The range of the nearest node of the kind around a range; the range itself where there is none.
fn node_around(view: &FileView<'_>, range: TextRange, kind: SyntaxKind) -> TextRange {
    if !view.root.text_range().contains_range(range) {
        return range;
    }
    let node = match view.root.covering_element(range) {
        rowan::NodeOrToken::Node(node) => Some(node),
        rowan::NodeOrToken::Token(token) => token.parent(),
    };
    node.iter().flat_map(|it| it.ancestors()).find(|it| it.kind() == kind).map_or(range, |it| it.text_range())
}

#[cfg(test)]
mod tests {
    use crate::host::Host;
    use ir::ir_of;
    use ir::starts::located;

    const TEXTS: [&str; 5] = [
        include_str!("../../../examples/matmuls.mlir"),
        include_str!("../../../examples/mistakes.mlir"),
        include_str!("../../../examples/reduction.mlir"),
        include_str!("../../../examples/stencil.mlir"),
        include_str!("../../../examples/vectorization.mlir"),
    ];

    /// A look-up by place finds the same as a walk over everything.
    #[test]
    fn places_lead_to_what_is_there() {
        // Whole, and broken at every line.
        let ends = |it: &'static str| {
            it.match_indices('\n').map(move |(end, _)| &it[..end - it[..end].len() / 9 % 3])
        };
        for text in TEXTS.into_iter().flat_map(ends).chain(TEXTS) {
            let mut host = Host::new();
            let file = host.add_file(text);
            let db = &host.workspace.db;
            for ir in located(db, file).map(|it| ir_of(db, it.0)) {
                for (op, data) in ir.ops.iter() {
                    let first = ir.ops.iter().find(|it| it.1.pointer == data.pointer).unwrap().0;
                    let found = ir.op_at(data.pointer).unwrap();
                    assert!(found == op || found == first, "{text}");
                }
                for mention in &ir.mentions {
                    let first = ir.mentions.iter().find(|it| it.pointer == mention.pointer);
                    assert_eq!(ir.mention_at(mention.pointer), first, "{text}");
                }
                for place in ir.values.iter().filter_map(|it| it.1.pointer) {
                    let first = ir.values.iter().find(|it| it.1.pointer == Some(place)).unwrap().0;
                    assert_eq!(ir.value_at(place), Some(first), "{text}");
                }
            }
        }
    }
}
