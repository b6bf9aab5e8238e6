//! The operations of an isolated op, kept from text to text: where only blanks and comments between statements changed, they
//! are moved and not read again, and what does not tell of places holds on.

use super::{bytes, lowered};
use crate::Ir;
use crate::change::Changes;
use base::at_once::computes;
use base::earlier::{earlier, keep};
use base::isolated_op::{Green, IsolatedOp};
use base::registry::registry;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use syntax::ods::Registry;

/// A text up to this length is lowered within a fraction of a millisecond, in whichever thread asks.
const SHORT_BYTES: usize = 4 << 10;
/// In a text of this length, moving operations saves more than the look at how the text changed.
const LONG_BYTES: usize = 8 << 10;

/// The operations, blocks and values of an isolated op.
pub fn ir_of<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> &'db Ir {
    &lowering(db, op).ir
}

/// As [`ir_of`], for queries whose results tell of no places: they hold as long as the operations are the same, wherever.
pub fn meaning_of<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> &'db Ir {
    &meaning(db, op).0.ir
}

/// Equal where the operations and their places are.
#[derive(Debug, Clone)]
struct Lowering {
    ir: Arc<Ir>,
    /// The same where operations were moved.
    number: u64,
}

impl PartialEq for Lowering {
    fn eq(&self, other: &Self) -> bool {
        self.ir == other.ir
    }
}

impl Lowering {
    fn new(ir: Ir) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self { ir: Arc::new(ir), number: LAST.fetch_add(1, Ordering::Relaxed) }
    }
}

/// Equal where the operations are.
#[derive(Debug)]
struct Meaning(Lowering);

impl PartialEq for Meaning {
    fn eq(&self, other: &Self) -> bool {
        self.0.number == other.0.number || self.0 == other.0
    }
}

#[salsa::tracked(returns(ref))]
fn lowering<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Lowering {
    let length = bytes(op.roots(db));
    if length > SHORT_BYTES {
        computes(db);
    }
    let text = op.text(db);
    // That of a text which nobody typed is soon gone.
    if length < LONG_BYTES || !op.errors(db).is_empty() || op.roots(db) != text.roots(db) {
        return Lowering::new(lowered(db, op));
    }
    let of_earlier = earlier::<Earlier>(db, text).and_then(|it| it.moved(db, op));
    let lowering = of_earlier.unwrap_or_else(|| Lowering::new(lowered(db, op)));
    keep(db, text, Arc::new(Earlier::new(db, op, lowering.clone())));
    lowering
}

#[salsa::tracked(returns(ref))]
fn meaning<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Meaning {
    Meaning(lowering(db, op).clone())
}

/// The operations of an earlier text without syntax errors, with all that they depend on.
struct Earlier {
    roots: Box<[Green]>,
    environment_revision: u64,
    registry: Arc<Registry>,
    lowering: Lowering,
}

impl Earlier {
    fn new(db: &dyn salsa::Database, op: IsolatedOp<'_>, lowering: Lowering) -> Self {
        let (roots, environment_revision) = (op.roots(db).clone(), op.file(db).environment_revision(db));
        Self { roots, environment_revision, registry: registry(db).clone(), lowering }
    }

    /// Those of the present text, if it differs in blanks and comments only.
    fn moved(&self, db: &dyn salsa::Database, op: IsolatedOp<'_>) -> Option<Lowering> {
        let is_surrounded_alike = self.environment_revision == op.file(db).environment_revision(db)
            && Arc::ptr_eq(&self.registry, registry(db));
        let changes = Changes::in_trivia(&self.roots, op.roots(db)).filter(|_| is_surrounded_alike)?;
        let ir = self.lowering.ir.moved(|place| changes.stretched(place))?;
        Some(Lowering { ir: Arc::new(ir), number: self.lowering.number })
    }
}

#[cfg(test)]
mod tests {
    use super::ir_of;
    use base::isolated_op::isolated_ops;
    use base::workspace::Workspace;
    use proptest::prelude::*;
    use syntax::{TextEdit, TextRange, TextSize};

    /// What is typed at the end of a line; so many are blanks and comments.
    const INSERTED: [&str; 6] =
        ["\n", "  ", " // typed", "\n\n  // typed", "\n  %new = arith.constant 1 : index", "x"];
    const TRIVIA: usize = 4;

    /// Of every kind of place.
    const KINDS: &str = r#"
  affine.for %i = max affine_map<(d0) -> (d0, 1)>(%n) to min affine_map<()[s0] -> (s0, 9)>()[%n] step 2 {
    // a comment
    %x = affine.load %m[%i + symbol(%n)] : memref<?xf32>
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) { // another
      affine.store %x, %m[%i] : memref<?xf32>
    } else {

      %a = affine.apply affine_map<(d0) -> (d0 mod 2)>(%i)
      %b = affine.max affine_map<(d0) -> (d0, 2)>(%a)
      %l = affine.linearize_index [%a, %b] by (4, 4) : index
      %d:2 = affine.delinearize_index %l into (4, 4) : index, index
    }
  }
  affine.parallel (%p, %q) = (0, max(1, %n)) to (4, min(%n, 8)) step (1, 2) {
    affine.yield
  }
  scf.for %s = %n to %k step %o {
    %v = memref.load %m[%s] : memref<?xf32>
    %c = arith.cmpi slt, %s, %k : index
  }
  cf.br ^last(%n : index)
^last(%t: index):
"#;

    fn text() -> String {
        let head = "func.func @f(%m: memref<?xf32>, %n: index, %k: index, %o: index) {\n";
        // Long enough to be kept.
        format!("{head}{}\n{KINDS}  return\n}}\n", "  // a long comment\n".repeat(1_000))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn moved_operations_are_those_that_are_read_anew(
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0..INSERTED.len()), 1..6),
        ) {
            let mut text = text();
            let mut workspace = Workspace::default();
            let file = workspace.add_file(&text);
            let first = text.find("affine.for").unwrap_or_default();
            for (place, inserted) in edits {
                let op = isolated_ops(&workspace.db, file)[0];
                let before = super::meaning(&workspace.db, op).0.number;
                let was_whole = op.errors(&workspace.db).is_empty();
                let ends: Vec<usize> = text.match_indices('\n').map(|it| it.0).filter(|it| *it > first).collect();
                let at = TextSize::try_from(ends[place.index(ends.len())]).unwrap();
                let insert = INSERTED[inserted].to_owned();
                let edit = TextEdit { range: TextRange::empty(at), insert };
                text = edit.apply(&text);
                workspace.edit(file, &edit);
                let mut fresh = Workspace::default();
                let fresh_file = fresh.add_file(&text);
                let op = isolated_ops(&workspace.db, file)[0];
                let found = ir_of(&workspace.db, op);
                prop_assert_eq!(found, ir_of(&fresh.db, isolated_ops(&fresh.db, fresh_file)[0]), "{}", text);
                let is_moved = super::meaning(&workspace.db, op).0.number == before;
                prop_assert!(is_moved || inserted >= TRIVIA || !was_whole, "{:?} in {}", edit, text);
            }
        }
    }
}
