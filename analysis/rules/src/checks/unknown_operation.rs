//! `unknown-operation`: an operation that its dialect does not have.
//!
//! Quick fix: changes to an operation of the dialect with a similar name.

use crate::context::RuleContext;
use crate::diagnostic::{Fix, Severity};
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, modernization, tokens};
use crate::legacy::is_declaration;
use base::registry::registry;
use base::source_file::Mlir;
use ir::dialects::is_similar;
use ir::{Form, Pointer};
use rustc_hash::FxHashSet;
use syntax::SyntaxKind;
use syntax::ods::{OpDefinition, Registry, Version, Versions};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.form != Form::Generic) {
        let written = ctx.written_name(id);
        let Some((dialect, name)) = written.split_once('.') else {
            // The terminator of a region of an old operation is rewritten together with that.
            if ctx.ir.parent_op(id).is_some_and(|it| ctx.ir.ops[it].legacy.is_some()) {
                continue;
            }
            // Bare names that no dialect had are mistyped; others are `unqualified-operation`.
            let is_of_func = registry(ctx.db).get(&format!("func.{written}")).is_some();
            match ctx.default_dialect(id).as_deref() {
                Some("func") if is_of_func => {}
                Some(dialect) if !dialect.is_empty() && ctx.may_have(dialect, written) => {}
                Some("builtin") if matches!(written, "module" | "unrealized_conversion_cast") => {}
                // `call` and `return` are `unqualified-operation`.
                Some(dialect) if !is_of_func || written == "func" => {
                    let sentence = match dialect {
                        "" | "builtin" => format!("there is no operation {written}"),
                        _ => no_operation(ctx, dialect, written),
                    };
                    report.add(op.name_pointer, sentence);
                }
                _ => {}
            }
            continue;
        };
        let registry = registry(ctx.db);
        if let Some(definition) = &op.definition {
            of_another_version(ctx, op.name_pointer, definition, report);
            continue;
        }
        let is_imported = registry.has_siblings(written) && !registry.is_complete(dialect);
        if !registry.lists(dialect) || is_imported {
            // The files that were read need not be all.
            if is_imported {
                let sentence = format!("the definitions that are read have no operation {written}");
                report.add(op.name_pointer, sentence).severity = Severity::Warning;
            }
            continue;
        }
        let sentence = no_operation(ctx, dialect, name);
        // Of the others a fix looks for one that the types fit.
        let known = registry.of_dialect(dialect).filter(|it| !it.has_format());
        let known = known.map(|it| it.short_name()).filter(|it| is_similar(it, name)).map(str::to_owned);
        let similar = known.chain(meant_among_facts(registry, dialect, name)).min();
        let is_typo = similar.is_some();
        let finding = match similar {
            Some(similar) => {
                report.add(op.name_pointer, Meant { sentence, text: format!("{dialect}.{similar}") })
            }
            None => report.add(op.name_pointer, sentence),
        };
        if another_may_have(ctx, dialect, is_typo) {
            finding.severity = Severity::Warning;
        }
    }
}

/// Of operations with facts alone: the first that a name is a slip of. Numbers in names are mostly sizes,
/// and each version has more of them.
pub(crate) fn meant_among_facts(registry: &Registry, dialect: &str, name: &str) -> Option<String> {
    let start = format!("{dialect}.");
    let digits = |it: &str| it.bytes().filter(u8::is_ascii_digit).collect::<Vec<_>>();
    let known = registry.facts_with(&start).filter_map(|it| it.strip_prefix(&start).map(str::to_owned));
    known.filter(|it| is_similar(it, name) && digits(it) == digits(name)).min()
}

/// Whether an unknown version of MLIR may have an operation of the dialect that is in no table.
pub(crate) fn another_may_have(ctx: &RuleContext<'_>, dialect: &str, is_typo: bool) -> bool {
    let is_later = ctx.mlir().is_some_and(|it| !it.version().is_known());
    let is_ours = registry(ctx.db).is_complete(dialect) || is_typo && !is_of_others(ctx, dialect);
    is_later || !is_ours
}

/// Whether the name seems to be that of a project's own dialect: several of its operations are used, and none is known.
fn is_of_others(ctx: &RuleContext<'_>, dialect: &str) -> bool {
    let used = || ctx.ops().map(|it| it.1).filter(|it| it.dialect() == dialect);
    used().map(|it| &it.name).collect::<FxHashSet<_>>().len() > 1 && used().all(|it| it.definition.is_none())
}

/// The sentence about an operation that is in no table.
pub(crate) fn no_operation(ctx: &RuleContext<'_>, dialect: &str, name: &str) -> String {
    if name.is_empty() {
        return format!("the name of an operation of {dialect} is missing");
    }
    match ctx.mlir().map(Mlir::version).filter(|it| it.is_known()) {
        Some(version) => format!("{dialect} has no operation {name} in {version}"),
        None => {
            let numbers = Version::KNOWN.map(|it| it.to_string().replace("MLIR ", "")).join(" and ");
            format!("{dialect} has no operation {name} in MLIR {numbers}")
        }
    }
}

/// An operation that the version of MLIR that the text is for has not.
pub(crate) fn of_another_version(
    ctx: &RuleContext<'_>,
    place: Pointer,
    definition: &OpDefinition,
    report: &mut Report<'_>,
) {
    let Some(severity) = ctx.severity_outside(definition.versions) else { return };
    let name = &definition.name;
    let is_yet_to_come = |since: &Version| ctx.mlir().is_some_and(|it| it.version() < *since);
    let finding = match (definition.versions, &definition.renamed) {
        (Versions { since: Some(since), .. }, _) if is_yet_to_come(&since) => {
            report.add(place, format!("{name} is there since {since}"))
        }
        (Versions { until: Some(until), .. }, Some(renamed)) => {
            let sentence = format!("{name} is {renamed} since {until}");
            let is_quoted = ctx.text(place).starts_with('"');
            let text = if is_quoted { format!("\"{renamed}\"") } else { renamed.to_string() };
            report.add(place, Meant { sentence, text })
        }
        (Versions { until: Some(until), .. }, None) => {
            report.add(place, format!("{name} is there until {until}"))
        }
        _ => return,
    };
    finding.severity = severity;
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    if let Some(meant) = ctx.facts::<Meant>() {
        return ctx.replace(format!("change to {}", meant.text), &meant.text);
    }
    if ctx.text() == "func" {
        // A function without a body has to be private today.
        let full = if is_declaration(&ctx.operation()?) { "func.func private" } else { "func.func" };
        return modernization(format!("write {full}"), vec![edit(ctx.range, full)]);
    }
    similar(ctx)
}

/// An operation of a similar name.
fn similar(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.text();
    let (dialect, name) = text.split_once('.')?;
    let mut similar: Vec<&str> = registry(ctx.db)
        .iter()
        .filter(|it| it.dialect() == dialect)
        .map(|it| it.short_name())
        .filter(|it| is_similar(it, name))
        .collect();
    similar.sort_unstable();
    if similar.len() > 1 {
        // The type decides between `addf` and `addi`.
        let op = ctx.operation()?;
        let words = tokens(&op).filter(|it| it.kind() == SyntaxKind::BARE_ID);
        let last = words.last()?;
        let is_float = last.text().starts_with('f') || last.text().starts_with("bf");
        similar.retain(|it| it.strip_prefix(name) == Some(if is_float { "f" } else { "i" }));
    }
    match similar[..] {
        [similar] => ctx.replace(format!("change to {dialect}.{similar}"), format!("{dialect}.{similar}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use analysis::{Host, Mlir, Settings};
    use fixture::check;
    use syntax::ods::Version;

    #[test]
    fn names_in_dialects_of_which_facts_are_known() {
        check(
            r#"
func.func @f(%m: memref<8xf32>) {
  gpu.memcp %m, %m : memref<8xf32>, memref<8xf32>
//^^^^^^^^^ error unknown-operation: gpu has no operation memcp in MLIR 22 and 23
  gpu.not_yet %m : memref<8xf32>
//^^^^^^^^^^^ warning unknown-operation: gpu has no operation not_yet in MLIR 22 and 23
  gpu.memcpy %m, %m : memref<8xf32>, memref<8xf32>
  "gpu.memcp"() : () -> ()
//^^^^^^^^^^^ error unregistered-operation-in-dialect: gpu has no operation memcp in MLIR 22 and 23
  "gpu.not_yet"() : () -> ()
//^^^^^^^^^^^^^ warning unregistered-operation-in-dialect: gpu has no operation not_yet in MLIR 22 and 23
  "llvm.not_yet"() : () -> ()
  transform.ours
  return
}"#,
        );
    }

    /// `await` is close to OpenACC's `wait`, but this is another dialect `acc`.
    #[test]
    fn dialects_of_others_that_have_a_known_name() {
        check(
            r#"
func.func @f(%a: i32) {
  %state = "acc.setup"(%a) : (i32) -> !acc.state
         //^^^^^^^^^^^ warning unregistered-operation-in-dialect: acc has no operation setup in MLIR 22 and 23
  "acc.await"(%state) : (!acc.state) -> ()
//^^^^^^^^^^^ warning unregistered-operation-in-dialect: acc has no operation await in MLIR 22 and 23
  acc.await %state
//^^^^^^^^^ warning unknown-operation: acc has no operation await in MLIR 22 and 23
  return
}"#,
        );
    }

    #[test]
    fn operations_without_the_dialect_of_the_region_around_them() {
        check(
            r#"
shape.function_library @sizes {
  func @same(%arg: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %arg : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
} mapping {
  ours.copy = @same
}
emitc.class @model {
  emitc.func @run(%a: !emitc.array<1xf32>) {
    %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
    %1 = subscript %a[%0] : (!emitc.array<1xf32>, !emitc.size_t) -> !emitc.lvalue<f32>
    return
  }
  func @of_no_default_dialect() {
//^^^^ error unknown-operation: there is no operation func
    return
  }
}"#,
        );
    }

    const OF_ONE_VERSION: &str = "
func.func @f(%a: f16, %v: vector<8xf32>) {
  %0 = arith.convertf %a : f16 to bf16
  %1 = tosa.matmul_t %a, %a : (f32, f32) -> f32
  %2 = x86vector.avx.rsqrt %v : vector<8xf32>
  %3 = \"x86vector.avx.rsqrt\"(%v) : (vector<8xf32>) -> vector<8xf32>
  %4 = \"emitc.apply\"(%a) {applicableOperator = \"*\"} : (f16) -> f16
  %5 = \"arith.flush_denormals\"(%a) : (f16) -> f16
  %6 = arith.of_24 %a : f16
  %7 = llvm.ptrtoaddr %a : f16 to i64
  %8 = \"llvm.ptrtoaddr\"(%a) : (f16) -> i64
  return
}";

    fn found(mlir: Option<Mlir>) -> Vec<String> {
        let mut host = Host::new();
        host.set_settings(Settings { mlir, ..Settings::default() });
        let file = host.add_file(OF_ONE_VERSION);
        let found = host.analysis().diagnostics(file);
        let found = found.iter().filter(|it| it.severity <= analysis::Severity::Warning);
        found.map(|it| format!("{}: {}", it.severity.as_str(), it.message)).collect()
    }

    #[test]
    fn what_a_version_has_not_is_an_error_where_it_is_named() {
        assert_eq!(found(None), ["error: arith has no operation of_24 in MLIR 22 and 23"]);
        assert_eq!(
            found(Some(Mlir::Named(Version::V22))),
            [
                "error: arith.convertf is there since MLIR 23",
                "error: tosa.matmul_t is there since MLIR 23",
                "error: arith.flush_denormals is there since MLIR 23",
                "error: arith has no operation of_24 in MLIR 22",
                "error: llvm.ptrtoaddr is there since MLIR 23",
            ]
        );
        assert_eq!(
            found(Some(Mlir::Named(Version::V23))),
            [
                "error: x86vector.avx.rsqrt is x86.avx.rsqrt since MLIR 23",
                "error: x86vector.avx.rsqrt is x86.avx.rsqrt since MLIR 23",
                "error: emitc.apply is there until MLIR 23",
                "error: arith has no operation of_24 in MLIR 23",
            ]
        );
    }

    #[test]
    fn of_what_a_tool_has_printed_and_of_later_versions_it_is_a_warning() {
        let mut printed = found(Some(Mlir::Printed(Version::V23)));
        assert_eq!(printed.pop().as_deref(), Some("error: arith has no operation of_24 in MLIR 23"));
        assert_eq!(printed.len(), 3);
        let later = found(Some(Mlir::Named("24".parse().expect("a version"))));
        assert_eq!(later.len(), 4);
        assert!(later.iter().chain(&printed).all(|it| it.starts_with("warning: ")), "{later:?} {printed:?}");
    }
}
