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
    operations: OnceCell<Operations<'db>>,
    pieces: OnceCell<Pieces>,
    /// Types by their nodes: equal ones are one node in many places.
    pub(super) types: RefCell<FxHashMap<*const GreenNodeData, Type>>,
}

impl<'db> OpSyntax<'db> {
    pub(super) fn new(roots: &'db [Green], extent: Extent<'db>) -> Self {
        let (operations, pieces) = (OnceCell::new(), OnceCell::new());
        Self { roots, extent, operations, pieces, types: RefCell::default() }
    }

    pub(super) fn nodes(&self) -> &[Located<'db>] {
        &self.operations().nodes
    }

    /// The pieces of a kind of all operations that are wanted, which are the same at each call.
    pub(super) fn pieces_of(
        &self,
        kind: SyntaxKind,
        is_wanted: impl Fn(OpId) -> bool,
    ) -> impl Iterator<Item = (OpId, Located<'db>)> {
        let all = &self.operations().pieces;
        let by_kind = self.pieces.get_or_init(|| Pieces::of(all, is_wanted));
        by_kind.of_kind(kind).iter().filter_map(|it| all.get(*it as usize)).copied()
    }

    fn operations(&self) -> &Operations<'db> {
        self.operations.get_or_init(|| {
            let mut found = Operations::default();
            for root in self.roots {
                found.collect(Located::root(&root.0), self.extent);
            }
            found
        })
    }
}

#[derive(Default)]
struct Operations<'db> {
    nodes: Vec<Located<'db>>,
    /// The nodes inside of each but those of its regions, in text order.
    pieces: Vec<(OpId, Located<'db>)>,
}

impl<'db> Operations<'db> {
    /// Adds the operation and those inside it in the order of the IR. The parser bounds the depth.
    fn collect(&mut self, operation: Located<'db>, extent: Extent<'_>) {
        if operation.kind() != SyntaxKind::OPERATION {
            return;
        }
        let Ok(index) = u32::try_from(self.nodes.len()) else { return };
        let id = OpId::from_raw(index.into());
        self.nodes.push(operation);
        let start = self.pieces.len();
        operation.for_each_own(&mut |it| self.pieces.push((id, it)));
        for index in start..self.pieces.len() {
            let Some((_, region)) = self.pieces.get(index).filter(|it| it.1.kind() == SyntaxKind::REGION)
            else {
                continue;
            };
            for block in region.children_of_kind(SyntaxKind::BLOCK) {
                for inner in block.children_of_kind(SyntaxKind::OPERATION).filter(|it| extent.holds(*it)) {
                    self.collect(inner, extent);
                }
            }
        }
    }
}

/// For each syntax kind, the indices of its nodes in source order.
pub(super) struct Pieces {
    numbers: Vec<u32>,
    /// For each kind the count of pieces before its first, and in the end that of all.
    starts: Vec<usize>,
}

impl Pieces {
    fn of(pieces: &[(OpId, Located<'_>)], is_wanted: impl Fn(OpId) -> bool) -> Self {
        let wanted = || (0..).zip(pieces).filter(|(_, it)| is_wanted(it.0));
        let mut starts = Vec::new();
        for (_, (_, piece)) in wanted() {
            let next = piece.kind() as usize + 1;
            if starts.len() <= next {
                starts.resize(next + 1, 0);
            }
            starts[next] += 1;
        }
        (1..starts.len()).for_each(|it| starts[it] += starts[it - 1]);
        let mut numbers = vec![0; starts.last().copied().unwrap_or_default()];
        let mut next = starts.clone();
        for (number, (_, piece)) in wanted() {
            let place = &mut next[piece.kind() as usize];
            numbers[*place] = number;
            *place += 1;
        }
        Self { numbers, starts }
    }

    fn of_kind(&self, kind: SyntaxKind) -> &[u32] {
        match self.starts.get(kind as usize..) {
            Some([start, end, ..]) => self.numbers.get(*start..*end).unwrap_or_default(),
            _ => &[],
        }
    }
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
