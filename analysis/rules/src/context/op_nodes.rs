//! The nodes of operations.

use super::op_syntax::own_nodes;
use super::{RuleContext, is_judged};
use ir::OpId;
use ir::types::{Type, lower_type};
use syntax::{Located, SyntaxKind, SyntaxNode};

impl<'db> RuleContext<'db> {
    /// The `OPERATION` node.
    pub fn located(&self, op: OpId) -> Option<Located<'db>> {
        self.op_syntax.nodes().get(op.into_raw().into_u32() as usize).copied()
    }

    /// The `OPERATION` node with its surroundings; costs more than [`RuleContext::located`].
    pub fn syntax(&self, op: OpId) -> Option<SyntaxNode> {
        self.cursor(op, self.located(op)?)
    }

    /// The same node with its surroundings.
    pub fn cursor(&self, op: OpId, node: Located<'_>) -> Option<SyntaxNode> {
        let root = self.roots.get(self.ir.ops[op].pointer.root)?;
        let found = match root.covering_element(node.text_range()) {
            rowan::NodeOrToken::Node(node) => node,
            rowan::NodeOrToken::Token(token) => token.parent()?,
        };
        found.ancestors().find(|it| node.is_same(it.green()))
    }

    /// The name as it is written, without quotes.
    pub fn written_name(&self, op: OpId) -> &'db str {
        self.located(op).map(Located::op_name).unwrap_or_default()
    }

    /// The first child of the operation of a kind.
    pub fn piece(&self, op: OpId, kind: SyntaxKind) -> Option<Located<'db>> {
        self.located(op)?.child(kind)
    }

    /// The pieces of a kind of all operations that [`RuleContext::ops`] gives, in text order, however deep inside the
    /// operation but not in its regions.
    pub fn pieces(&self, kind: SyntaxKind) -> impl Iterator<Item = (OpId, Located<'db>)> + '_ {
        let exists = |id: OpId| (id.into_raw().into_u32() as usize) < self.ir.ops.len();
        let is_judged = move |id: OpId| exists(id) && is_judged(&self.ir.ops[id]);
        self.op_syntax.pieces_of(kind, is_judged)
    }

    /// The nodes of the operation in text order, without those of its regions.
    pub fn own_nodes(&self, op: OpId) -> Vec<SyntaxNode> {
        let Some(node) = self.syntax(op) else { return Vec::new() };
        let below = node.children().filter(|it| it.kind() != SyntaxKind::REGION);
        let below: Vec<_> = below.flat_map(|it| own_nodes(&it)).collect();
        std::iter::once(node).chain(below).collect()
    }

    /// The types that the text writes, in order: those of the trailing list or the function type.
    pub fn written_types(&self, op: OpId) -> Vec<Located<'db>> {
        self.type_nodes(op).collect()
    }

    fn type_nodes(&self, op: OpId) -> impl Iterator<Item = Located<'db>> {
        let pieces = self.located(op).into_iter().flat_map(Located::children);
        pieces.flat_map(|it| {
            let group = Some(it).filter(|it| it.kind() == SyntaxKind::TYPE_GROUP);
            let single = Some(it).filter(|it| group.is_none() && it.kind().is_type());
            group.into_iter().flat_map(Located::types).chain(single)
        })
    }

    /// The first of [`RuleContext::written_types`], with its value.
    pub fn first_written_type(&self, op: OpId) -> Option<(Located<'db>, Type)> {
        let node = self.type_nodes(op).next()?;
        Some((node, self.own_type(node)))
    }

    /// The values of [`RuleContext::written_types`].
    pub fn lowered_types(&self, op: OpId) -> Vec<Type> {
        self.type_nodes(op).map(|it| self.own_type(it)).collect()
    }

    /// The type that a node of the isolated op writes.
    pub(super) fn own_type(&self, node: Located<'db>) -> Type {
        let key = std::ptr::from_ref(node.green);
        if let Some(ty) = self.op_syntax.types.borrow().get(&key) {
            return ty.clone();
        }
        let ty = lower_type(node, &self.aliases());
        self.op_syntax.types.borrow_mut().insert(key, ty.clone());
        ty
    }
}
