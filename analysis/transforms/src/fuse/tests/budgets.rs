use crate::fuse::nests::judged::STEPS_WITHOUT_QUESTION;
use crate::fuse::offers::TOO_MANY;
use crate::fuse::{offers, recommended};
use crate::loop_tests::refusals;
use base::isolated_op::isolated_ops;
use base::source_file::Settings;
use base::workspace::Workspace;
use ir::{OpId, OpKind, ir_of};
use presburger::Budget;

/// Nests in a row that read and write the memrefs of a list.
fn nests(memrefs: &[&str]) -> String {
    let nest = |memref: &&str| {
        format!(
            "  affine.for %i = 0 to 8 {{
    %v = affine.load {memref}[%i] : memref<8xf32>
    affine.store %v, {memref}[%i] : memref<8xf32>
  }}
"
        )
    };
    let body: String = memrefs.iter().map(nest).collect();
    let allocate = |name| format!("  {name} = memref.alloc() : memref<8xf32>\n");
    let mut names = memrefs.to_vec();
    names.sort_unstable();
    names.dedup();
    let allocations: String = names.into_iter().map(allocate).collect();
    format!("func.func @f() {{\n{allocations}{body}  return\n}}\n")
}

/// The recommended pairs by the places of their nests, and the steps that they take.
fn pairs(text: &str, steps: u64) -> (Vec<(usize, usize)>, u64) {
    let mut workspace = Workspace::default();
    let file = workspace.add_file(text);
    let op = isolated_ops(&workspace.db, file)[0];
    let ir = ir_of(&workspace.db, op);
    let nests: Vec<OpId> =
        ir.walk().into_iter().filter(|it| matches!(ir.ops[*it].kind, OpKind::For(_))).collect();
    let place = |nest: OpId| nests.iter().position(|it| *it == nest).expect("a nest");
    let budget = Budget::new(steps);
    let found = recommended(&workspace.db, op, &Settings::default(), &budget);
    (found.iter().map(|it| (place(it.producer), place(it.consumer))).collect(), budget.spent())
}

#[test]
fn pairs_that_stand_close_together_come_first() {
    let text = nests(&["%a", "%a", "%b", "%c", "%c", "%b"]);
    let (all, steps) = pairs(&text, u64::MAX);
    assert_eq!(all, [(0, 1), (3, 4), (2, 5)]);
    assert_eq!(pairs(&text, 1).0, [(0, 1)]);
    assert_eq!(pairs(&text, steps / 2).0, [(0, 1), (3, 4)]);
}

#[test]
fn a_producer_that_must_stay_is_left_out() {
    // The first nest cannot pass the second, and both others read its writes.
    assert_eq!(pairs(&nests(&["%a"; 3]), u64::MAX).0, [(0, 1), (1, 2)]);
}

#[test]
fn nests_without_common_memory_are_no_question() {
    let (one, of_one) = pairs(&nests(&["%a", "%a"]), u64::MAX);
    let (same, steps) = pairs(&nests(&["%a", "%a", "%b", "%c", "%d"]), u64::MAX);
    assert_eq!(one, same);
    assert_eq!(steps - of_one, 9 * STEPS_WITHOUT_QUESTION);
}

#[test]
fn offers_tell_where_the_budget_ends() {
    let text = nests(&["%a"; 4]);
    let told = |steps| refusals(offers, steps, &text).iter().filter(|it| *it == TOO_MANY).count();
    assert_eq!((told(u64::MAX), told(1)), (0, 1));
}
