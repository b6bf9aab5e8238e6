//! Steps that make refused transformations legal: each is taken on a copy of the file, and the refused ones are asked for
//! again there.

use super::Action;
use base::database::RootDatabase;
use base::source_file::SourceFile;
use base::temporary::Temporary;
use ir::OpId;
use ir::ir_of;
use ir::starts::located;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{TextRange, TextSize};
use transforms::offer::Offer;
use transforms::parameter::Parameters;
use transforms::request::Request;
use transforms::taking::{self, Asked};
use transforms::{
    distribute, interchange, parallelize, peel, permute, reverse, shift, skew, tile, unroll_jam, vectorize,
};

/// Transformations that move or separate dependences, the most usual first.
const STEPS: [&str; 6] =
    [skew::KIND, shift::KIND, peel::KIND, distribute::KIND, reverse::KIND, interchange::KIND];

/// Transformations that dependences forbid. Others are refused for what they would not change.
const FORBIDDEN: [&str; 8] = [
    vectorize::KIND,
    parallelize::KIND,
    tile::KIND,
    interchange::KIND,
    permute::KIND,
    unroll_jam::KIND,
    distribute::KIND,
    reverse::KIND,
];

/// Each trial asks for all dependences of a function anew.
const MOST_TRIALS: usize = 12;

/// A transformation after which others are legal that are refused before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remedy {
    pub action: Action,
    /// The titles of the refused ones.
    pub allows: Vec<String>,
}

/// The remedies for what is refused among the actions at a place.
pub(crate) fn remedies(db: &RootDatabase, file: SourceFile, actions: &[Action]) -> Vec<Remedy> {
    let (possible, refused): (Vec<_>, Vec<_>) = actions
        .iter()
        .filter(|it| matches!(it.request, Request::Transform { .. }))
        .partition(|it| it.disabled.is_none());
    let refused: Vec<_> = refused.into_iter().filter(|it| FORBIDDEN.contains(&it.kind)).collect();
    let mut steps: Vec<_> = possible
        .into_iter()
        .filter_map(|it| Some((STEPS.iter().position(|kind| *kind == it.kind)?, it)))
        .collect();
    steps.sort_by_key(|it| it.0);
    let trials = steps.into_iter().take(MOST_TRIALS);
    trials.filter_map(|(_, step)| remedy(db, file, step, &refused)).collect()
}

fn remedy(db: &RootDatabase, file: SourceFile, step: &Action, refused: &[&Action]) -> Option<Remedy> {
    let nest = nest_around(db, file, step.range)?;
    let refused: Vec<_> =
        refused.iter().filter(|it| nest.contains_range(it.range) && it.kind != step.kind).collect();
    if refused.is_empty() {
        return None;
    }
    let edits = taking::edits(db, file, &step.request).ok()?;
    let (first, last) = (edits.first()?.range.start(), edits.last()?.range.end());
    let (added, removed) = edits.iter().fold((TextSize::new(0), TextSize::new(0)), |(added, removed), it| {
        (added + TextSize::of(&*it.insert), removed + it.range.len())
    });
    // The edits may reach beyond the nest: an allocation before it, a result after it.
    let end = (nest.end().max(last) + added).checked_sub(removed)?;
    let place = TextRange::new(nest.start().min(first), end);
    let mut after = Temporary::with_copy(db, file);
    after.set_parse(file.parse(db).reparse_all(&edits));
    let kinds: FxHashSet<_> = refused.iter().map(|it| it.kind).collect();
    // Of loops with the same names all have to be possible.
    let mut found: FxHashMap<(&str, String), bool> = FxHashMap::default();
    let asked = Asked::All(Parameters::NONE);
    taking::visit(&after.db, after.file, place, |it| kinds.contains(it.kind), asked, &mut |_, candidate| {
        let (title, is_possible) = match candidate.offer {
            Offer::Offered { title, .. } => (title, true),
            Offer::Refused { title, .. } => (title, false),
        };
        *found.entry((candidate.kind, title)).or_insert(true) &= is_possible;
        None::<()>
    });
    let mut allows = Vec::new();
    for it in refused {
        if found.get(&(it.kind, it.title.clone())) == Some(&true) && !allows.contains(&it.title) {
            allows.push(it.title.clone());
        }
    }
    (!allows.is_empty()).then(|| Remedy { action: step.clone(), allows })
}

/// The outermost loop around the operation with a name at a place.
fn nest_around(db: &RootDatabase, file: SourceFile, place: TextRange) -> Option<TextRange> {
    located(db, file).filter(|(op, starts)| starts.touch(db, *op, place)).find_map(|(op, starts)| {
        let ir = ir_of(db, op);
        let named = ir.walk().into_iter().find(|it| starts.range(ir.ops[*it].name_pointer) == place)?;
        let is_loop = |it: &OpId| ir.is_counted_loop(*it);
        let outermost = ir.ancestors(named).filter(is_loop).last().unwrap_or(named);
        Some(starts.range(ir.ops[outermost].pointer))
    })
}

#[cfg(test)]
mod tests {
    use crate::host::Host;
    use expect_test::{Expect, expect};
    use syntax::{TextRange, TextSize};

    /// The remedies at the first place of a pattern. What is said to be allowed is offered on the text after the step.
    #[track_caller]
    fn check(text: &str, pattern: &str, expected: Expect) {
        let mut host = Host::new();
        let file = host.add_file(text);
        let at = TextRange::empty(TextSize::try_from(text.find(pattern).unwrap()).unwrap());
        let remedies = host.analysis().remedies(file, at);
        let mut lines = Vec::new();
        for remedy in remedies {
            let edits = host.analysis().resolve_action(file, &remedy.action.request).unwrap();
            let mut after = text.to_owned();
            for edit in edits.iter().rev() {
                after.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.insert);
            }
            let stepped = host.add_file(&after);
            let offered = host.analysis().actions(stepped, TextRange::up_to(TextSize::of(&*after)));
            for title in &remedy.allows {
                assert!(
                    offered.iter().any(|it| it.title == *title && it.disabled.is_none()),
                    "{title}\n{after}"
                );
            }
            lines.push(remedy.action.title);
            lines.extend(remedy.allows.iter().map(|it| format!("  then: {it}")));
        }
        expected.assert_eq(&lines.join("\n"));
    }

    /// Each value comes from the row before, one column to the right.
    #[test]
    fn a_skewed_nest_can_be_interchanged_and_tiled() {
        let text = "\
func.func @f(%A: memref<64x64xf32>) {
  affine.for %i = 1 to 64 {
    affine.for %j = 0 to 63 {
      %v = affine.load %A[%i - 1, %j + 1] : memref<64x64xf32>
      affine.store %v, %A[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
";
        check(
            text,
            "affine.for %i",
            expect![[r#"
            Skew %j by %i
              then: Tile this nest of 2 loops by 32 × 32
              then: Interchange %i and %j
              then: Unroll %i by 4 and jam its iterations into the loops inside"#]],
        );
    }

    /// The second statement alone hands on values.
    #[test]
    fn a_loop_taken_apart_is_not_said_to_be_parallel() {
        let text = "\
func.func @f(%A: memref<64xf32>, %B: memref<64xf32>) {
  affine.for %i = 1 to 64 {
    %v = affine.load %A[%i] : memref<64xf32>
    affine.store %v, %A[%i] : memref<64xf32>
    %w = affine.load %B[%i - 1] : memref<64xf32>
    affine.store %w, %B[%i] : memref<64xf32>
  }
  return
}
";
        check(text, "affine.for %i", expect![[""]]);
    }

    /// The first iteration writes what all others read.
    #[test]
    fn without_its_first_iteration_a_loop_is_parallel() {
        let text = "\
func.func @f(%A: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %v = affine.load %A[0] : memref<64xf32>
    affine.store %v, %A[%i] : memref<64xf32>
  }
  return
}
";
        check(
            text,
            "affine.for %i",
            expect![[r#"
            Peel the first iteration of %i
              then: Run the iterations of %i in parallel
              then: Reverse %i"#]],
        );
    }
}
