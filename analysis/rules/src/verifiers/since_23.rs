//! Texts that MLIR rejects from version 23 on, and texts that it accepts from then on.

use super::problem::{OpProblem, Verified, problem, reject_if};
use super::reshape;
use super::shapes::scalar;
use super::strided::strided;
use super::view::{Mixed, OpView};
use ir::types::{Dim, Signedness, Type};
use syntax::ods::{Version, Versions};

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    if_outside(view, Versions::until(Version::V23), rejected)?;
    if_outside(view, Versions::since(Version::V23), taken)
}

/// The verdict of a rule for text that is for none of the versions, with its severity.
fn if_outside(view: &OpView<'_, '_>, versions: Versions, rule: fn(&OpView<'_, '_>) -> Verified) -> Verified {
    let Some(severity) = view.ctx.severity_outside(versions) else { return Ok(()) };
    rule(view).map_err(|it| OpProblem { severity: Some(severity), ..it })
}

/// Texts that are accepted since then.
fn taken(view: &OpView<'_, '_>) -> Verified {
    if (view.op.dialect(), view.op.name_in_dialect()) != ("vector", "step") {
        return Ok(());
    }
    let Some(ty) = view.result_types().next() else { return Ok(()) };
    let message =
        || format!("{} gives integers other than index since {}, as {ty}", view.op.name, Version::V23);
    let is_wrong = matches!(scalar(ty), Type::Integer { .. });
    reject_if(is_wrong, || problem("operand-type-class", view.type_place("result"), message()))
}

fn rejected(view: &OpView<'_, '_>) -> Verified {
    match (view.op.dialect(), view.op.name_in_dialect()) {
        ("arith", "select") => Ok(()),
        ("arith", "constant") => signless(view),
        ("arith", _) => wide(view),
        ("vector", "load" | "store" | "maskedload" | "maskedstore" | "gather" | "scatter") => forwards(view),
        ("vector", "bitcast" | "contract" | "reduction" | "multi_reduction" | "outerproduct") => wide(view),
        ("memref" | "tensor", "expand_shape") => output_shape(view),
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

/// Where the type of the result leaves a size open, the output shape has a value, and else the same size.
fn output_shape(view: &OpView<'_, '_>) -> Verified {
    let (values, sizes) = ("output_shape", "static_output_shape");
    let dims = match view.ty("result") {
        Type::MemRef(memref) => &memref.dims,
        Type::Tensor { dims: Some(dims), .. } => dims,
        _ => return Ok(()),
    };
    let Some(shape) = view.mixed(values, sizes) else { return Ok(()) };
    let is_other = |(size, dim): (&Mixed, &Dim)| match (size.known(), dim) {
        (Some(size), Some(dim)) => i64::try_from(*dim) != Ok(size),
        (size, dim) => size.is_some() != dim.is_some(),
    };
    let Some(index) = shape.iter().zip(&**dims).position(is_other) else { return Ok(()) };
    let message = || {
        let size = dims[index].map_or("a value".to_owned(), |it| it.to_string());
        format!("dimension {index} of the result takes {size} since {}", Version::V23)
    };
    problem(reshape::CODE, view.mixed_place(values, sizes), message())
}

#[cfg(test)]
mod tests {
    use analysis::{Host, Mlir, Settings};
    use syntax::ods::Version;

    /// The problems in a function with these arguments where a version is named.
    fn found(arguments: &str, body: &str, mlir: Option<Mlir>) -> Vec<String> {
        let mut host = Host::new();
        host.set_settings(Settings { mlir, ..Settings::default() });
        let file = host.add_file(&format!("func.func @f({arguments}) {{\n  {body}\n  return\n}}\n"));
        let errors = host.analysis().diagnostics(file);
        errors.iter().filter(|it| it.severity.as_str() == "error").map(|it| it.message.to_string()).collect()
    }

    #[test]
    fn what_only_the_newer_version_rejects() {
        const BOUNDS: &str = "lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, \
                              upperBoundMap = affine_map<() -> (4)>";
        const BODY: &str = "^bb0(%i: index):\n  \"affine.yield\"() : () -> ()";
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
            (
                "",
                format!("\"affine.for\"() <{{{BOUNDS}, step = -1 : index}}> ({{\n  {BODY}\n  }}) : () -> ()"),
                "the step has to be positive since MLIR 23",
            ),
            (
                "%m: memref<8xf32, strided<[-1]>>, %i: index, %at: vector<4xi32>, %mask: vector<4xi1>, %v: vector<4xf32>",
                "%0 = vector.gather %m[%i] [%at], %mask, %v : memref<8xf32, strided<[-1]>>, vector<4xi32>, \
                 vector<4xi1>, vector<4xf32> into vector<4xf32>"
                    .to_owned(),
                "strides have to be at least 0 since MLIR 23",
            ),
            (
                "%a: vector<4xi0>",
                "%0 = vector.bitcast %a : vector<4xi0> to vector<4xi0>".to_owned(),
                "vector.bitcast takes no integers of 0 bits since MLIR 23, as vector<4xi0>",
            ),
            (
                "%m: memref<4xi0>",
                "%0 = arith.index_cast %m : memref<4xi0> to memref<4xindex>".to_owned(),
                "arith.index_cast takes no integers of 0 bits since MLIR 23, as memref<4xi0>",
            ),
            (
                "%m: memref<?xf32>, %n: index",
                "%0 = memref.expand_shape %m [[0, 1]] output_shape [%n, 3] : memref<?xf32> into memref<?x?xf32>".to_owned(),
                "dimension 1 of the result takes a value since MLIR 23",
            ),
            (
                "%t: tensor<?xf32>, %n: index",
                "%0 = tensor.expand_shape %t [[0, 1]] output_shape [%n, %n] : tensor<?xf32> into tensor<?x3xf32>".to_owned(),
                "dimension 1 of the result takes 3 since MLIR 23",
            ),
            (
                "%t: tensor<f32>",
                "%0 = tensor.expand_shape %t [] output_shape [1, 2] : tensor<f32> into tensor<1x1xf32>".to_owned(),
                "dimension 1 of the result takes 1 since MLIR 23",
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
    fn what_only_the_newer_version_takes() {
        for body in ["%0 = vector.step : vector<4xi32>", "%0 = \"vector.step\"() : () -> vector<[4]xi8>"] {
            for version in [None, Some(Mlir::Named(Version::V23))] {
                assert_eq!(found("", body, version), Vec::<String>::new(), "{body}");
            }
            let errors = found("", body, Some(Mlir::Named(Version::V22)));
            assert!(errors.len() == 1 && errors[0].contains("since MLIR 23"), "{errors:?}");
        }
        for body in ["%0 = vector.step : vector<4xi4>", "%0 = vector.step : vector<4xsi32>"] {
            assert_eq!(found("", body, None).len(), 1, "{body}");
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
