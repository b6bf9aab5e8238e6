//! The best sequences of transformations that are shown to compute the same.

use crate::actions::checked;
use crate::actions::proof::Trial;
use base::database::RootDatabase;
use base::source_file::SourceFile;
use equivalence::{Effort, Verdict};
use optimizer::target::Target;
use optimizer::{Evidence, FunctionProposals, OptimizationScope, Proposal, rehearsals};
use syntax::{TextEdit, TextRange};

/// The budget of a proof, which is made before anything is shown.
const EFFORT: Effort =
    Effort { steps: 300_000, nodes: 300_000, regions: 200, relations: 3_000_000, lists_matches: false };

/// The budget of a proof on smaller sizes.
const SMALLER_EFFORT: Effort =
    Effort { steps: 1_000_000, nodes: 1_000_000, regions: 200, relations: 3_000_000, lists_matches: false };

/// The budget of one run of one function.
const RUN_STEPS: u64 = 3_000_000;

/// The proposals for a scope that are shown to compute the same. Those with a new error or another result, which would
/// be defects, are left out, too.
pub(crate) fn optimized(
    db: &RootDatabase,
    file: SourceFile,
    target: &Target,
    wanted: OptimizationScope<'_>,
) -> Vec<FunctionProposals> {
    let mut found = optimizer::optimize(db, file, target, wanted);
    for function in &mut found {
        let range = function.range;
        function.proposals.retain_mut(|it| {
            let edits = [TextEdit { range, insert: it.text.to_string() }];
            if checked::new_error(db, file, &edits, true).is_some() {
                return false;
            }
            it.evidence = evidence((db, file), target, range, it, &edits);
            it.evidence.is_some()
        });
    }
    found
}

/// The evidence that a proposal for the function of a range computes the same; `None` also where there is evidence that
/// it does not.
fn evidence(
    (db, file): (&RootDatabase, SourceFile),
    target: &Target,
    range: TextRange,
    proposal: &Proposal,
    edits: &[TextEdit],
) -> Option<Evidence> {
    let own = Trial::new(db, file, edits);
    match own.verdict(EFFORT)? {
        Verdict::Equal { .. } => return Some(Evidence::Proven),
        Verdict::Different(_) => return None,
        Verdict::Unknown(_) => {}
    }
    let executed = |is_alike: bool| is_alike.then_some(Evidence::Executed);
    for rehearsal in rehearsals(db, file, range, proposal, target) {
        let edits = [rehearsal.edit];
        let trial = Trial::new(&rehearsal.before.db, rehearsal.before.file, &edits);
        match trial.verdict(SMALLER_EFFORT)? {
            Verdict::Equal { .. } => return Some(Evidence::ProvenForSmallerSizes),
            Verdict::Different(_) => return None,
            Verdict::Unknown(_) => {}
        }
        if let Some(is_alike) = trial.is_alike(RUN_STEPS) {
            return executed(is_alike);
        }
    }
    own.is_alike(RUN_STEPS).and_then(executed)
}

#[cfg(test)]
mod tests {
    use super::Target;
    use crate::host::Host;
    use optimizer::{Evidence, OptimizationScope};
    use salsa::Cancelled;
    use std::panic::AssertUnwindSafe;
    use std::time::Duration;
    use syntax::{TextRange, TextSize};

    fn target() -> Target {
        Target::with_vectors(256)
    }

    /// A product of square matrices, in an order that is slow. The size as types have it, and as a bound.
    fn product(size: &str, bound: &str) -> String {
        let ty = format!("memref<{size}x{size}xf32>");
        format!(
            "func.func @product(%a: {ty}, %b: {ty}, %c: {ty}, %n: index) {{
  affine.for %i = 0 to {bound} {{
    affine.for %j = 0 to {bound} {{
      affine.for %k = 0 to {bound} {{
        %x = affine.load %a[%i, %k] : {ty}
        %y = affine.load %b[%k, %j] : {ty}
        %s = affine.load %c[%i, %j] : {ty}
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : {ty}
      }}
    }}
  }}
  return
}}
"
        )
    }

    fn evidence(text: &str) -> Vec<Option<Evidence>> {
        let mut host = Host::new();
        let file = host.add_file(text);
        let wanted = OptimizationScope::at(TextRange::up_to(TextSize::of(text)));
        let found = host.analysis().optimized(file, &target(), wanted);
        found.iter().flat_map(|it| it.proposals.iter().map(|it| it.evidence)).collect()
    }

    #[test]
    fn large_sizes_are_proven_themselves_or_by_smaller_ones() {
        for size in ["500", "512", "1000"] {
            let found = evidence(&product(size, size));
            assert!(!found.is_empty());
            let is_proven = |it: &Option<Evidence>| it.is_some_and(|it| it != Evidence::Executed);
            assert!(found.iter().all(is_proven), "{size}: {found:?}");
            assert!(found.contains(&Some(Evidence::Proven)), "{size}: {found:?}");
        }
    }

    #[test]
    fn sizes_that_are_not_known_are_run() {
        let found = evidence(&product("?", "%n"));
        assert!(!found.is_empty());
        assert!(found.iter().all(|it| *it == Some(Evidence::Executed)), "{found:?}");
    }

    #[test]
    fn what_was_parallel_is_so_again() {
        let text = product("64", "64")
            .replace(
                "affine.for %i = 0 to 64 {\n    affine.for %j = 0 to 64 {",
                "affine.parallel (%i, %j) = (0, 0) to (64, 64) {",
            )
            .replacen("    }\n  }\n  return", "  }\n  return", 1);
        assert_eq!(text.matches("affine.parallel").count(), 1, "{text}");
        let mut host = Host::new();
        let file = host.add_file(&text);
        let wanted = OptimizationScope::at(TextRange::up_to(TextSize::of(&*text)));
        let found = host.analysis().optimized(file, &target(), wanted);
        let proposals: Vec<_> = found.iter().flat_map(|it| &it.proposals).collect();
        assert!(!proposals.is_empty());
        for proposal in proposals {
            assert!(proposal.text.contains("affine.parallel"), "{}", proposal.text);
            assert!(proposal.evidence.is_some_and(|it| it != Evidence::Executed), "{:?}", proposal.evidence);
        }
    }

    #[test]
    fn what_cannot_be_run_is_not_proposed() {
        assert!(evidence(&product("500", "501")).is_empty());
    }

    #[test]
    fn a_write_ends_the_search_and_the_proofs() {
        let text = product("?", "%n");
        let mut interrupted = 0;
        for delay in [0, 20, 40, 80, 160, 320] {
            let mut host = Host::new();
            let file = host.add_file(&text);
            let analysis = host.analysis();
            let search = std::thread::Builder::new().stack_size(syntax::STACK_BYTES).spawn(move || {
                let wanted = OptimizationScope::at(TextRange::empty(TextSize::new(0)));
                Cancelled::catch(AssertUnwindSafe(|| analysis.optimized(file, &target(), wanted)))
            });
            std::thread::sleep(Duration::from_millis(delay));
            host.set_text(file, "");
            let end = search.expect("a thread").join().expect("no panic");
            assert!(matches!(end, Ok(_) | Err(Cancelled::PendingWrite)), "{end:?}");
            interrupted += usize::from(end.is_err());
        }
        assert!(interrupted > 0);
    }
}
