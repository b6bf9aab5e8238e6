//! Operations that are kept from text to text are those of a fresh look.

use super::{ir_of, meaning};
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
            let before = meaning(&workspace.db, op).0.number;
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
            let is_moved = meaning(&workspace.db, op).0.number == before;
            prop_assert!(is_moved || inserted >= TRIVIA || !was_whole, "{:?} in {}", edit, text);
        }
    }
}
