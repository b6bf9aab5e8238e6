//! What MLIR rejects from version 23 on.

use super::problem::{OpProblem, Verified, problem, reject_if};
use super::shapes::scalar;
use super::strided::strided;
use super::view::OpView;
use ir::types::{Signedness, Type};
use syntax::ods::{Version, Versions};

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    let Some(severity) = view.ctx.severity_outside(Versions::until(Version::V23)) else { return Ok(()) };
    rejected(view).map_err(|it| OpProblem { severity: Some(severity), ..it })
}

fn rejected(view: &OpView<'_, '_>) -> Verified {
    match (view.op.dialect(), view.op.name_in_dialect()) {
        ("arith", "select") => Ok(()),
        ("arith", "constant") => signless(view),
        ("arith", _) => wide(view),
        ("vector", "load" | "store" | "maskedload" | "maskedstore") => forwards(view),
        ("vector", "reduction" | "multi_reduction" | "outerproduct") => wide(view),
        _ => Ok(()),
    }
}

/// No integers of 0 bits, as elements neither.
fn wide(view: &OpView<'_, '_>) -> Verified {
    let definition = view.definition();
    for value in definition.operands.iter().chain(&definition.results) {
        let types = view.types(&value.name);
        let empty = types.into_iter().find(|it| matches!(scalar(it), Type::Integer { width: 0, .. }));
        if let Some(ty) = empty {
            let message =
                format!("{} takes no integers of 0 bits since {}, as {ty}", view.op.name, Version::V23);
            return problem("operand-type-class", view.type_place(&value.name), message);
        }
    }
    Ok(())
}

/// No constants of signed or unsigned integers, as elements neither.
fn signless(view: &OpView<'_, '_>) -> Verified {
    let Some(ty) = view.result_types().next() else { return Ok(()) };
    let has_sign =
        matches!(scalar(ty), Type::Integer { signedness: Signedness::Signed | Signedness::Unsigned, .. });
    let message = || format!("arith.constant gives signless integers alone since {}, not {ty}", Version::V23);
    reject_if(has_sign, || problem("operand-type-class", view.op.name_pointer, message()))
}

/// No memory that runs backwards.
fn forwards(view: &OpView<'_, '_>) -> Verified {
    let Type::MemRef(memref) = view.ty("base") else { return Ok(()) };
    let strides = strided(memref).map(|it| it.strides).unwrap_or_default();
    let is_backwards = strides.iter().flatten().any(|it| *it < 0);
    let message = || format!("strides have to be at least 0 since {}", Version::V23);
    reject_if(is_backwards, || problem("vector-memory-stride", view.type_place("base"), message()))
}

#[cfg(test)]
mod tests {
    use analysis::{Host, Mlir, Settings};
    use syntax::ods::Version;

    /// What is wrong in a function of these arguments where a version is named.
    fn found(arguments: &str, body: &str, mlir: Option<Mlir>) -> Vec<String> {
        let mut host = Host::new();
        host.set_settings(Settings { mlir, ..Settings::default() });
        let file = host.add_file(&format!("func.func @f({arguments}) {{\n  {body}\n  return\n}}\n"));
        let errors = host.analysis().diagnostics(file);
        errors.iter().filter(|it| it.severity.as_str() == "error").map(|it| it.message.to_string()).collect()
    }

    #[test]
    fn what_only_the_newer_version_rejects() {
        const BACKWARDS: &str = "memref<8x8xf32, strided<[-8, 1], offset: ?>>";
        let cases = [
            (
                "%a: i0",
                "%0 = arith.andi %a, %a : i0".to_owned(),
                "arith.andi takes no integers of 0 bits since MLIR 23, as i0",
            ),
            (
                "%a: i8",
                "%0 = arith.trunci %a : i8 to i0".to_owned(),
                "arith.trunci takes no integers of 0 bits since MLIR 23, as i0",
            ),
            (
                "%a: vector<4xi0>",
                "%0 = arith.addi %a, %a : vector<4xi0>".to_owned(),
                "arith.addi takes no integers of 0 bits since MLIR 23, as vector<4xi0>",
            ),
            (
                "%a: vector<4xi0>",
                "%0 = vector.reduction <add>, %a : vector<4xi0> into i0".to_owned(),
                "vector.reduction takes no integers of 0 bits since MLIR 23, as vector<4xi0>",
            ),
            (
                "",
                "%0 = arith.constant dense<0> : vector<4xsi32>".to_owned(),
                "arith.constant gives signless integers alone since MLIR 23, not vector<4xsi32>",
            ),
            (
                "%m: memref<8x8xf32, strided<[-8, 1], offset: ?>>, %i: index",
                format!("%0 = vector.load %m[%i, %i] : {BACKWARDS}, vector<4xf32>"),
                "strides have to be at least 0 since MLIR 23",
            ),
            (
                "",
                "affine.for %i = 0 to 8 step 0 {\n  }".to_owned(),
                "the step has to be positive since MLIR 23",
            ),
        ];
        for (arguments, body, message) in cases {
            assert_eq!(found(arguments, &body, Some(Mlir::Named(Version::V23))), [message], "{body}");
            for version in [None, Some(Mlir::Named(Version::V22))] {
                assert_eq!(found(arguments, &body, version), Vec::<String>::new(), "{body}");
            }
        }
    }

    #[test]
    fn what_both_accept() {
        for body in ["%0 = arith.select %c, %a, %a : i0", "%0 = arith.constant 0 : i0"] {
            assert_eq!(
                found("%c: i1, %a: i0", body, Some(Mlir::Named(Version::V23))),
                Vec::<String>::new(),
                "{body}"
            );
        }
    }
}
