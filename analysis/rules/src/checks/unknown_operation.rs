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
use ir::Form;
use ir::dialects::is_similar;
use syntax::SyntaxKind;
use syntax::ods::{Registry, Version};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.form != Form::Generic) {
        let written = ctx.written_name(id);
        let Some((dialect, name)) = written.split_once('.') else {
            // What ends a region of an old operation is written anew together with that.
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
                        "" | "builtin" => Some(format!("there is no operation {written}")),
                        _ => no_operation(ctx, dialect, written),
                    };
                    sentence.into_iter().for_each(|it| _ = report.add(op.name_pointer, it));
                }
                _ => {}
            }
            continue;
        };
        let registry = registry(ctx.db);
        if op.definition.is_some() {
            if let Some((version, dialect_now)) =
                Version::moved(dialect).filter(|it| ctx.mlir() == Some(it.0))
            {
                report.add(op.name_pointer, format!("{dialect} is {dialect_now} since {version}"));
            }
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
        let Some(sentence) = no_operation(ctx, dialect, name) else { continue };
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
        // A version of MLIR that nobody here knows may have it.
        if !registry.is_complete(dialect) && !is_typo && Version::since(written).is_none() {
            finding.severity = Severity::Warning;
        }
    }
}

/// Of operations of which there are facts alone: the first that a name is mistyped of. Numbers in names are mostly sizes,
/// of which each version has more.
pub(crate) fn meant_among_facts(registry: &Registry, dialect: &str, name: &str) -> Option<String> {
    let start = format!("{dialect}.");
    let digits = |it: &str| it.bytes().filter(u8::is_ascii_digit).collect::<Vec<_>>();
    let known = registry.facts_with(&start).filter_map(|it| it.strip_prefix(&start).map(str::to_owned));
    known.filter(|it| is_similar(it, name) && digits(it) == digits(name)).min()
}

/// What is said of an operation that is in no table; `None` where the version of MLIR that the text is for may have it.
pub(crate) fn no_operation(ctx: &RuleContext<'_>, dialect: &str, name: &str) -> Option<String> {
    if name.is_empty() {
        return Some(format!("the name of an operation of {dialect} is missing"));
    }
    let full = format!("{dialect}.{name}");
    match (Version::since(&full), ctx.mlir()) {
        (Some(since), Some(version)) if version < since => Some(format!("{full} is there since {since}")),
        (Some(_), _) => None,
        (None, Some(version)) => Some(format!("{dialect} has no operation {name} in {version}")),
        (None, None) => Some(format!("{dialect} has no operation {name} in MLIR 22 and 23")),
    }
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
        // The type tells `addf` from `addi`.
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
    use analysis::{Host, Settings};
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

    #[test]
    fn what_a_version_adds_is_unknown_to_the_one_before() {
        let text = "
func.func @f(%a: f32, %v: vector<8xf32>) {
  %0 = arith.convertf %a : f32 to f16
  %1 = tosa.matmul_t %a, %a : (f32, f32) -> f32
  %2 = x86vector.avx.rsqrt %v : vector<8xf32>
  %3 = \"arith.flush_denormals\"(%a) : (f32) -> f32
  return
}";
        let found = |mlir: Option<Version>| -> Vec<String> {
            let mut host = Host::new();
            host.set_settings(Settings { mlir, ..Settings::default() });
            let file = host.add_file(text);
            let found = host.analysis().diagnostics(file);
            found.iter().map(|it| format!("{}: {}", it.severity.as_str(), it.message)).collect()
        };
        assert_eq!(found(None), Vec::<String>::new());
        assert_eq!(found(Some(Version::V23)), ["error: x86vector is x86 since MLIR 23"]);
        assert_eq!(
            found(Some(Version::V22)),
            [
                "error: arith.convertf is there since MLIR 23",
                "error: tosa.matmul_t is there since MLIR 23",
                "error: arith.flush_denormals is there since MLIR 23",
            ]
        );
    }
}
