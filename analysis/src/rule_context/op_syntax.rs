//! The syntax of operations, looked up once however many rules ask.

use super::RuleContext;
use crate::ir::{Ir, OpId};
use crate::types::{Type, lower_type};
use std::cell::OnceCell;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

/// What was looked up of each operation, in the order of the IR.
pub(super) struct OpSyntax(Box<[OfOp]>);

#[derive(Default, Clone)]
struct OfOp {
    node: OnceCell<Option<SyntaxNode>>,
    children: OnceCell<Box<[SyntaxNode]>>,
    own_nodes: OnceCell<Box<[SyntaxNode]>>,
    types: OnceCell<Box<[SyntaxNode]>>,
    lowered_types: OnceCell<Box<[Type]>>,
}

impl OpSyntax {
    pub(super) fn new(ir: &Ir) -> Self {
        Self(vec![OfOp::default(); ir.ops.len()].into())
    }

    fn of(&self, op: OpId) -> &OfOp {
        &self.0[op.into_raw().into_u32() as usize]
    }
}

impl RuleContext<'_> {
    /// The `OPERATION` node.
    pub(crate) fn syntax(&self, op: OpId) -> Option<SyntaxNode> {
        let find = || {
            let pointer = self.ir.ops[op].name_pointer;
            let root = self.roots.get(pointer.root)?;
            let node = match root.covering_element(pointer.range) {
                rowan::NodeOrToken::Node(node) => node,
                rowan::NodeOrToken::Token(token) => token.parent()?,
            };
            node.ancestors().find(|it| it.kind() == SyntaxKind::OPERATION)
        };
        self.op_syntax.of(op).node.get_or_init(find).clone()
    }

    /// The children of the `OPERATION` node.
    fn children(&self, op: OpId) -> &[SyntaxNode] {
        let find = || self.syntax(op).iter().flat_map(|it| it.children()).collect();
        self.op_syntax.of(op).children.get_or_init(find)
    }

    /// The first child of the operation of a kind.
    pub(crate) fn piece(&self, op: OpId, kind: SyntaxKind) -> Option<SyntaxNode> {
        self.children(op).iter().find(|it| it.kind() == kind).cloned()
    }

    /// The nodes of the operation in text order, without those of its regions.
    pub(crate) fn own_nodes(&self, op: OpId) -> Vec<SyntaxNode> {
        let find = || {
            let below = self.children(op).iter().filter(|it| it.kind() != SyntaxKind::REGION);
            self.syntax(op).into_iter().chain(below.flat_map(own_nodes)).collect()
        };
        self.op_syntax.of(op).own_nodes.get_or_init(find).to_vec()
    }

    /// The types that the text writes, in order: those of the trailing list or the function type.
    pub(crate) fn written_types(&self, op: OpId) -> Vec<SyntaxNode> {
        self.type_nodes(op).to_vec()
    }

    fn type_nodes(&self, op: OpId) -> &[SyntaxNode] {
        let of_child = |it: &SyntaxNode| match it.kind() {
            SyntaxKind::TYPE_GROUP => ast::children::<ast::Type>(it).map(|it| it.syntax().clone()).collect(),
            kind if kind.is_type() => vec![it.clone()],
            _ => Vec::new(),
        };
        let find = || self.children(op).iter().flat_map(of_child).collect();
        self.op_syntax.of(op).types.get_or_init(find)
    }

    /// The values of [`RuleContext::written_types`].
    pub(crate) fn lowered_types(&self, op: OpId) -> Vec<Type> {
        let lower = || {
            let aliases = self.aliases();
            self.type_nodes(op).iter().map(|it| lower_type(it, &aliases)).collect()
        };
        self.op_syntax.of(op).lowered_types.get_or_init(lower).to_vec()
    }
}

/// The node and the nodes below it in text order, without regions.
pub(crate) fn own_nodes(node: &SyntaxNode) -> Vec<SyntaxNode> {
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
