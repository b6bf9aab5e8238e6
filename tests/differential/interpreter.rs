//! The interpreter against `mlir-runner`: random kernels leave the same numbers.

use affine_analyzer_tests::equivalence::{INPUTS, left};
use affine_analyzer_tests::interpreter::{Module, Scalar};
use affine_analyzer_tests::kernels::{Profile, kernel};

use crate::runner_program::{RunnerProgram, printed_numbers};
use crate::tools::Tools;
use crate::transformations::part_of_kernel;

/// So many kernels are one program.
const AT_ONCE: u64 = 20;

#[test]
fn random_kernels_leave_the_same_numbers() {
    let Some(tools) = Tools::find() else { return };
    let is_long = std::env::var("PROPTEST_CASES").is_ok_and(|it| it.parse::<u64>().is_ok_and(|it| it > 1000));
    let batches = if is_long { 30 } else { 1 };
    for profile in [Profile::Fusion, Profile::Vectors, Profile::Nests] {
        for batch in 0..batches {
            let seeds = batch * AT_ONCE..(batch + 1) * AT_ONCE;
            let kernels: Vec<String> = seeds.map(|seed| part_of_kernel(&kernel(profile, seed))).collect();
            compare(&tools, &kernels);
        }
    }
}

/// The kernels by hand hold what random ones do not.
#[test]
fn traps_leave_the_same_numbers() {
    let Some(tools) = Tools::find() else { return };
    compare(&tools, &crate::transformations::traps());
}

fn compare(tools: &Tools, kernels: &[String]) {
    let modules = tools.modules(kernels);
    let mut program = RunnerProgram::default();
    let mut expected = Vec::new();
    for (kernel, module) in kernels.iter().zip(&modules) {
        let module = module.as_ref().unwrap_or_else(|complaint| panic!("{complaint}\n{kernel}"));
        let function = module.function("kernel").unwrap();
        // What a function returns is not printed.
        if !function.results.is_empty() {
            continue;
        }
        let Ok(numbers) = numbers_left(module) else { continue };
        if program.add(kernel, &function.arguments, INPUTS[1]).is_some() {
            expected.push((kernel, numbers));
        }
    }
    assert!(expected.len() * 10 >= kernels.len() * 9, "{} of {} kernels run", expected.len(), kernels.len());
    let printed =
        tools.run(&program.text()).unwrap_or_else(|complaint| panic!("{complaint}\n{}", program.text()));
    let printed = printed_numbers(&printed);
    let mut rest = printed.as_slice();
    for (kernel, numbers) in expected {
        let (found, others) =
            rest.split_at_checked(numbers.len()).expect("as many numbers as there are elements");
        rest = others;
        for (at, (number, found)) in numbers.iter().zip(found).enumerate() {
            assert!(
                is_printed_as(*number, *found),
                "number {at}: {number:?}, mlir-runner has {found}\n{kernel}"
            );
        }
    }
    assert!(rest.is_empty(), "{} numbers too many", rest.len());
}

/// What the kernel leaves in its memrefs, one after the other.
fn numbers_left(module: &Module) -> Result<Vec<Scalar>, String> {
    let function = module.function("kernel").ok_or("no kernel")?;
    let (left, _) = left(module, function, INPUTS[1])?;
    let is_memref = function.arguments.iter().map(|it| matches!(it, interpreter::Type::MemRef { .. }));
    Ok(left.into_iter().zip(is_memref).filter(|it| it.1).flat_map(|it| it.0).collect())
}

/// Six digits are printed. What nobody has written may be anything.
fn is_printed_as(number: Scalar, found: f64) -> bool {
    let number = match number {
        Scalar::Integer(value) => value as f64,
        Scalar::F32(value) => value.into(),
        Scalar::F64(value) => value,
        Scalar::Poison | Scalar::Term(_) => return true,
    };
    number == found || number.is_nan() && found.is_nan() || (number - found).abs() <= 1e-5 * number.abs()
}
