//! The syntax of operations, looked up once however many rules ask.

use base::isolated_op::Green;
use ir::types::Type;
use ir::{Extent, OpId};
use rowan::GreenNodeData;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use syntax::{Located, SyntaxKind, SyntaxNode};

/// The syntax of all operations, in the order of the IR.
pub(super) struct OpSyntax<'db> {
    roots: &'db [Green],
    extent: Extent<'db>,
    nodes: OnceCell<Box<[Located<'db>]>>,
    /// By the number of their kind, the pieces of all operations without those of their regions, in text order.
    pub(super) pieces: OnceCell<Vec<Vec<(OpId, Located<'db>)>>>,
    /// Types by their nodes: equal ones are one node in many places.
    pub(super) types: RefCell<FxHashMap<*const GreenNodeData, Type>>,
}

impl<'db> OpSyntax<'db> {
    pub(super) fn new(roots: &'db [Green], extent: Extent<'db>) -> Self {
        Self { roots, extent, nodes: OnceCell::new(), pieces: OnceCell::new(), types: RefCell::default() }
    }

    pub(super) fn nodes(&self) -> &[Located<'db>] {
        self.nodes.get_or_init(|| {
            let mut found = Vec::new();
            for root in self.roots {
                collect_operations(Located::root(&root.0), self.extent, &mut found);
            }
            found.into()
        })
    }
}

/// The operation and those inside it in the order of the IR. The parser bounds the depth.
fn collect_operations<'db>(operation: Located<'db>, extent: Extent<'_>, found: &mut Vec<Located<'db>>) {
    if operation.kind() != SyntaxKind::OPERATION {
        return;
    }
    found.push(operation);
    operation.for_each_own(&mut |region| {
        if region.kind() != SyntaxKind::REGION {
            return;
        }
        for block in region.children_of_kind(SyntaxKind::BLOCK) {
            for inner in block.children_of_kind(SyntaxKind::OPERATION).filter(|it| extent.holds(*it)) {
                collect_operations(inner, extent, found);
            }
        }
    });
}

/// The node and the nodes below it in text order, without regions.
pub fn own_nodes(node: &SyntaxNode) -> Vec<SyntaxNode> {
    let mut found = Vec::new();
    let mut stack = vec![node.clone()];
    while let Some(next) = stack.pop() {
        let children = stack.len();
        stack.extend(next.children().filter(|it| it.kind() != SyntaxKind::REGION));
        stack[children..].reverse();
        found.push(next);
    }
    found
}
