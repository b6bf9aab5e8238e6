//! `undefined-value`: a name that nothing around its use defines.
//!
//! Quick fix: changes to the one name that is similar, or to the one index that there is.

use crate::context::RuleContext;
use crate::context::Undefined;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, guess, name_of, tokens};
use ir::Pointer;
use ir::dialects::is_similar;
use rustc_hash::FxHashSet;
use std::fmt;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

/// A name without a definition.
#[derive(Debug, PartialEq)]
pub struct Missing {
    pub name: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not defined here", self.name)
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for found in ctx.undefined_names() {
        let Undefined::Nowhere { place, name, elsewhere } = found else { continue };
        let finding = report.add(*place, Missing { name: name.clone() });
        if let Some(elsewhere) = *elsewhere {
            let region = ctx.ir.regions[ctx.ir.home(elsewhere)].parent;
            let of = region.map_or("region", |it| &*ctx.ir.ops[it].name);
            let definition: Pointer = ctx.definition(elsewhere);
            finding.related(definition, format!("{name} is visible only inside this {of}"));
        }
    }
}

/// Names of fewer letters are similar by chance.
const MIN_LEN: usize = 3;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let token = ctx.token().filter(|it| it.kind() == SyntaxKind::PERCENT_ID)?;
    let stem = token.text().trim_start_matches('%');
    if token.text_range() != ctx.range {
        return None;
    }
    let names = visible(&token);
    if stem.len() < MIN_LEN || stem.bytes().all(|it| it.is_ascii_digit()) {
        return only_index(ctx, &names);
    }
    let mut similar = names.iter().filter(|it| it.len() > MIN_LEN && is_slip(it, token.text()));
    match (similar.next(), similar.next()) {
        (Some(name), None) => ctx.replace(format!("change to {name}"), name),
        (None, None) => only_index(ctx, &names),
        _ => None,
    }
}

/// The index of the one loop around, for a name in a subscript.
fn only_index(ctx: &FixContext<'_>, visible: &FxHashSet<String>) -> Option<Vec<Fix>> {
    if ctx.around(SyntaxKind::SUBSCRIPTS).is_none() || ctx.around(SyntaxKind::AFFINE_SYMBOL_VALUE).is_some() {
        return None;
    }
    let is_loop = |it: &SyntaxNode| matches!(&*name_of(it), "affine.for" | "affine.parallel");
    let loops = ctx.operation().into_iter().flat_map(|it| it.ancestors().filter(is_loop).collect::<Vec<_>>());
    let is_index = |it: &String| ctx.value_type(it).is_none_or(|it| it == "index");
    let mut indices = visible.iter().filter(|it| is_index(it));
    let (Some(name), None) = (indices.next(), indices.next()) else { return None };
    let is_of_loop = loops.flat_map(|it| it.children().collect::<Vec<_>>()).any(|it| {
        it.kind() == SyntaxKind::BLOCK_ARGUMENT && tokens(&it).next().is_some_and(|it| it.text() == name)
    });
    match is_of_loop {
        true => guess(
            format!("change to {name}, the only index here (a guess)"),
            vec![edit(ctx.range, name.as_str())],
        ),
        false => None,
    }
}

/// The names that are defined above, in the regions around.
fn visible(token: &SyntaxToken) -> FxHashSet<String> {
    let mut names: FxHashSet<String> = FxHashSet::default();
    for region in
        token.parent_ancestors().filter(|it| matches!(it.kind(), SyntaxKind::BLOCK | SyntaxKind::OPERATION))
    {
        let children: Vec<_> = match region.kind() {
            SyntaxKind::BLOCK => region
                .children()
                .take_while(|it| it.text_range().end() <= token.text_range().start())
                .flat_map(|it| {
                    it.children().filter(|it| it.kind() == SyntaxKind::OP_RESULTS).collect::<Vec<_>>()
                })
                .collect(),
            _ => region
                .children()
                .filter(|it| it.kind() != SyntaxKind::REGION && it.kind() != SyntaxKind::OP_RESULTS)
                .filter(|it| it.text_range().end() <= token.text_range().start())
                .flat_map(|it| {
                    it.descendants().filter(|it| it.kind() == SyntaxKind::BLOCK_ARGUMENT).collect::<Vec<_>>()
                })
                .collect(),
        };
        let defined = children.iter().flat_map(tokens).filter(|it| it.kind() == SyntaxKind::PERCENT_ID);
        names.extend(defined.map(|it| it.text().to_owned()));
    }
    names
}

/// Whether the names differ in one letter; another number is another name.
fn is_slip(name: &str, written: &str) -> bool {
    let letters = |name: &str| name.trim_end_matches(|it: char| it.is_ascii_digit()).len();
    let has_other_number = name.get(..letters(name)) == written.get(..letters(written));
    is_similar(name, written) && !has_other_number
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn after_its_loop() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>) {
  affine.for %i = 0 to 8 { }
           //^^ related: %i is visible only inside this affine.for
  %x = affine.load %buf[%i] : memref<8xf32>
                      //^^ error undefined-value: %i is not defined here
  return
}"#,
        );
    }

    #[test]
    fn names_that_an_operation_of_unknown_form_may_define() {
        check(
            r#"
func.func @f(%a: memref<4xf32>, %c: index) {
  %0 = air.launch @g async (%t) in (%s = %c) args(%m = %a) : memref<4xf32>
  %r = stream.async.fill %c, %a[%c to %c for %c] : i32 -> %result as !stream.resource<*>{%c}
  flow.copy { source = %x, sizes = [%y] }
  flow.copy %a, %w : memref<4xf32>
              //^^ error undefined-value: %w is not defined here
  affine.for %t = 0 to 4 { }
  return
}
flow.func @h(in %x : i1, out %y : i1)
flow.func private @k(%x : i1) -> %x"#,
        );
    }

    #[test]
    fn what_a_form_of_its_own_binds() {
        check(
            r#"
our.net () -> (%out: !our.array<i32>) {
  our.use %out : !our.array<i32>
  op (%p : i32) -> (%q: i32) {
    first %p, %q
  } second {
    func %p
  }
}
func.func @f(%n: index) {
  our.for %i = max affine_map<()[s0] -> (s0, 4)>()[%n] to %n {
    our.log "at %d"(%i) : index
  }
  our.launch tiles(%x, %y) in (%sx = %n, %sy = %n)
      lanes(%l) in (
%sl
      = %n) {
    our.map %x => %l
  }
  our.call @g(%n : index, %n : index) {
  }
  return
}"#,
        );
    }

    /// The name of an operation alone may be all of it, or have its bounds on the next line.
    #[test]
    fn behind_a_name_alone() {
        check(
            r#"
our.func @f(%n: index) {
  %lane = our.lane
  %next = add %lane, %n
  our.use %next
  our.for
    %i = max #our.bound to %n {
    our.use %i
  }
  br ^second
^second:
  our.invoke @g to ^third unwind
    ^fourth : () -> i32
^third:
  our.end
^fourth:
  our.end
}"#,
        );
    }

    #[test]
    fn regions_of_unknown_form_have_names_of_their_own() {
        check(
            r#"
func.func @f(%a: index) {
  flow.region {
    %b, %c = %a, %a
    %d = call "x" of %b
    return %d, %c : i32, i64
    unrealized %d
  }
  return
}"#,
        );
    }

    #[test]
    fn names_of_broken_text_count_as_defined() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>) {
  %i = affine.apply affine_map<(d0) -> (d0 +)>(%j)
                                         //^ error affine-missing-operand
  %x = affine.load %buf[%i] : memref<8xf32>
  return
}"#,
        );
    }

    #[test]
    fn words_of_a_clause_that_are_operations_elsewhere() {
        check(
            r#"
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             module(@device) function(@kernel) {
    gpu.printf "%d", %bx : index
    gpu.terminator
  }
  return
}"#,
        );
    }

    #[test]
    fn names_that_a_form_of_another_project_binds() {
        check(
            r#"
func.func @f(%a: memref<4xf32>, %b: f32) {
  ours.launch args(%a = %b) : f32 {
    %0 = arith.addf %a, %a : f32
  }
  ours.nest (%a, %j) in (%n = %b, %m = %b) {
    %0 = arith.addi %a, %j : index
  } reduce {
    %0 = arith.addi %a, %n : index
  }
  ours.apply (%4 = %b : f32) -> (f32) {
    %0 = arith.addf %4, %4 : f32
  }
  ours.apply %5 of (%b) {
    %0 = arith.addf %5, %5 : f32
  }
  %p:2 = ours.pair
  %q = ours.index %p#0 in %p#1 : i32
  %r = ours.join max(%q, %p#1) => !ours.point
  ours.with (%p#1) in (%s = %p#0) -> (tensor<?xi32>{%p#1}) {
    ours.use %p#0, %s
  }
  ours.use %6, %b
         //^^ error use-before-definition: %6 is used before it is defined
  %4 = arith.constant 4 : index
  %5 = arith.constant 5 : index
  %6 = arith.constant 6 : index
  %7 = arith.addf %a, %b : f32
                //^^ error value-type-mismatch: %a has type memref<4xf32>, but arith.addf needs f32
  return
}"#,
        );
    }
}
