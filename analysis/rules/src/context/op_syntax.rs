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
    pub(super) pieces: OnceCell<Pieces<'db>>,
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

    /// The pieces of all operations that are wanted.
    pub(super) fn pieces(&self, is_wanted: impl Fn(OpId) -> bool) -> &Pieces<'db> {
        self.pieces.get_or_init(|| {
            let all = self.operations().pieces.iter().copied();
            Pieces::of(all.filter(|(id, _)| is_wanted(*id)).collect())
        })
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

/// Pieces of operations by their kind, those of one kind in the order that they were given in.
pub(super) struct Pieces<'db> {
    all: Vec<(OpId, Located<'db>)>,
    /// For each kind the number of pieces before its first, and in the end that of all.
    starts: Vec<usize>,
}

impl<'db> Pieces<'db> {
    fn of(pieces: Vec<(OpId, Located<'db>)>) -> Self {
        let mut starts = Vec::new();
        for (_, piece) in &pieces {
            let next = piece.kind() as usize + 1;
            if starts.len() <= next {
                starts.resize(next + 1, 0);
            }
            starts[next] += 1;
        }
        (1..starts.len()).for_each(|it| starts[it] += starts[it - 1]);
        let (mut all, mut next) = (pieces.clone(), starts.clone());
        for piece in pieces {
            let place = &mut next[piece.1.kind() as usize];
            all[*place] = piece;
            *place += 1;
        }
        Self { all, starts }
    }

    pub(super) fn of_kind(&self, kind: SyntaxKind) -> &[(OpId, Located<'db>)] {
        match self.starts.get(kind as usize..) {
            Some([start, end, ..]) => self.all.get(*start..*end).unwrap_or_default(),
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
