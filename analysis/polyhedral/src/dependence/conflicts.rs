//! Which accesses each operation that is not analysed may depend on: thousands of calls beside thousands of accesses are
//! millions of pairs, which would all say the same.

use super::Dependences;
use crate::memory::Origins;
use base::source_file::Pairs;
use ir::{Ir, OpId};
use rustc_hash::FxHashMap;
use syntax::TextSize;

/// This many pairs of an operation and an access are listed where a bound is wanted.
const MOST_LISTED: usize = 100_000;

/// The accesses that one operation may depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflicts {
    /// In program order: those that are around the operation.
    pub accesses: Vec<usize>,
    /// How many there are besides.
    pub left_out: usize,
}

impl Dependences {
    /// Of each operation that is not analysed.
    pub fn conflicts(&self, ir: &Ir, wanted: Pairs) -> Vec<Conflicts> {
        let most = if wanted == Pairs::All { usize::MAX } else { MOST_LISTED };
        self.conflicts_up_to(ir, most)
    }

    /// The most of all operations together; each has one at least.
    fn conflicts_up_to(&self, ir: &Ir, most: usize) -> Vec<Conflicts> {
        // Operations that do the same to the same memory conflict with the same accesses.
        let mut alike: FxHashMap<(Option<&Origins>, bool), Vec<usize>> = FxHashMap::default();
        let accesses = || self.accesses.iter().enumerate();
        for it in &*self.unanalysed {
            alike.entry((it.origins.as_ref(), it.writes)).or_insert_with(|| {
                accesses().filter(|(_, access)| it.may_conflict(access)).map(|it| it.0).collect()
            });
        }
        let of_each: Vec<&[usize]> = self
            .unanalysed
            .iter()
            .map(|it| alike.get(&(it.origins.as_ref(), it.writes)).map(Vec::as_slice).unwrap_or_default())
            .collect();
        let all: usize = of_each.iter().map(|it| it.len()).sum();
        let most_each = if all <= most { usize::MAX } else { (most / self.unanalysed.len()).max(1) };
        let place = |op: OpId| -> (usize, TextSize) {
            let pointer = ir.ops[op].pointer;
            (pointer.root, pointer.range.start())
        };
        let around = |op: OpId, all: &[usize]| {
            let here = all.partition_point(|it| place(self.accesses[*it].op) < place(op));
            let first = here.saturating_sub(most_each / 2).min(all.len().saturating_sub(most_each));
            let accesses: Vec<usize> = all.iter().skip(first).take(most_each).copied().collect();
            Conflicts { left_out: all.len() - accesses.len(), accesses }
        };
        self.unanalysed.iter().zip(of_each).map(|(it, all)| around(it.op, all)).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::dependence::dependences;
    use base::isolated_op::isolated_ops;
    use base::workspace::Workspace;
    use ir::ir_of;

    /// The listed conflicts of a function with calls among loads.
    fn conflicts(most: usize) -> Vec<(Vec<usize>, usize)> {
        let load = |it| format!("  %{it} = affine.load %m[0] : memref<8xf32>\n");
        let body: String = (0..6)
            .map(|it| load(it) + if it % 2 == 1 { "  func.call @g() : () -> ()\n" } else { "" })
            .collect();
        let text =
            format!("func.func private @g()\nfunc.func @f(%m: memref<8xf32>) {{\n{body}  return\n}}\n");
        let mut workspace = Workspace::default();
        let file = workspace.add_file(&text);
        let ops = isolated_ops(&workspace.db, file);
        let op = *ops.iter().find(|it| it.name(&workspace.db).ends_with("@f")).unwrap();
        let found = dependences(&workspace.db, op).conflicts_up_to(ir_of(&workspace.db, op), most);
        found.into_iter().map(|it| (it.accesses, it.left_out)).collect()
    }

    #[test]
    fn all_where_they_are_few() {
        let all: Vec<usize> = (0..6).collect();
        assert_eq!(conflicts(18), vec![(all, 0); 3]);
    }

    #[test]
    fn those_around_each_operation_where_they_are_many() {
        assert_eq!(
            conflicts(17),
            [(vec![0, 1, 2, 3, 4], 1), (vec![1, 2, 3, 4, 5], 1), (vec![1, 2, 3, 4, 5], 1)]
        );
        assert_eq!(conflicts(6), [(vec![1, 2], 4), (vec![3, 4], 4), (vec![4, 5], 4)]);
        assert_eq!(conflicts(0), [(vec![2], 5), (vec![4], 5), (vec![5], 5)]);
    }
}
