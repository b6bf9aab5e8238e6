//! Small programs in generic form.

use super::{Cause, Element, Machine, Module, Order, Scalar, Value};
use syntax::ods::Registry;

const STEPS: u64 = 10_000;

/// Runs `@f`, whose argument is a memref of four `f32`, from 1 to 4; what is left in it, and the results.
fn run(body: &str, order: Order) -> Result<(Vec<f32>, Vec<Scalar>), Cause> {
    let text = format!(
        "\"func.func\"() <{{function_type = (memref<4xf32>) -> (), sym_name = \"f\"}}> ({{\n\
         ^bb0(%m: memref<4xf32>):\n{body}\n}}) : () -> ()\n"
    );
    let modules = Module::parse(&text, Registry::builtin()).unwrap();
    let mut machine = Machine::new(&modules[0], order, STEPS);
    let memref = machine.allocate(&[4], [1.0, 2.0, 3.0, 4.0].map(Scalar::F32)).unwrap();
    let results = machine.call(modules[0].function("f").unwrap(), vec![memref.clone()]);
    let results = results.map_err(|it| it.cause)?;
    let numbers = machine.contents(&memref).iter().map(|it| match it {
        Scalar::F32(value) => *value,
        other => panic!("{other:?}"),
    });
    let scalars = results.iter().map(|it| match it {
        Value::Scalar(scalar) => *scalar,
        other => panic!("{other:?}"),
    });
    Ok((numbers.collect(), scalars.collect()))
}

fn left(body: &str) -> Vec<f32> {
    run(body, Order::Forwards).unwrap().0
}

fn returned(body: &str) -> Vec<Scalar> {
    run(body, Order::Forwards).unwrap().1
}

fn fault(body: &str) -> Cause {
    run(body, Order::Forwards).unwrap_err()
}

/// A loop with a map as upper bound, and a body that ends in a yield.
fn loop_to(upper: &str, body: &str) -> String {
    format!(
        "\"affine.for\"() <{{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, \
         step = 1 : index, upperBoundMap = affine_map<() -> ({upper})>}}> ({{\n^bb0(%i: index):\n{body}\n\
         \"affine.yield\"() : () -> ()\n}}) : () -> ()\n\"func.return\"() : () -> ()"
    )
}

#[test]
fn subscripts_are_maps() {
    let body = "%v = \"affine.load\"(%m, %i) <{map = affine_map<(d0) -> (d0 * 2 + 1)>}> : (memref<4xf32>, index) -> f32
        \"affine.store\"(%v, %m, %i) <{map = affine_map<(d0) -> (d0)>}> : (f32, memref<4xf32>, index) -> ()";
    assert_eq!(left(&loop_to("2", body)), [2.0, 4.0, 3.0, 4.0]);
    assert!(matches!(fault(&loop_to("3", body)), Cause::OutOfBounds(_)));
}

#[test]
fn the_least_upper_bound_ends_a_loop() {
    let body = "%v = \"arith.constant\"() <{value = 7.0 : f32}> : () -> f32
        \"affine.store\"(%v, %m, %i) <{map = affine_map<(d0) -> (d0)>}> : (f32, memref<4xf32>, index) -> ()";
    assert_eq!(left(&loop_to("3, 1", body)), [7.0, 2.0, 3.0, 4.0]);
    assert_eq!(left(&loop_to("-2", body)), [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn endless_programs_end() {
    assert_eq!(fault(&loop_to("1000000000", "")), Cause::Endless);
}

/// `affine.parallel` over 0 to 3 with this body.
fn parallel(body: &str) -> String {
    format!(
        "\"affine.parallel\"() <{{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, \
         reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, \
         upperBoundsMap = affine_map<() -> (3)>}}> ({{\n^bb0(%i: index):\n{body}\n\
         \"affine.yield\"() : () -> ()\n}}) : () -> ()\n\"func.return\"() : () -> ()"
    )
}

#[test]
fn iterations_of_parallel_loops_may_not_meet() {
    let shift = |from: &str| {
        parallel(&format!(
            "%v = \"affine.load\"(%m, %i) <{{map = affine_map<(d0) -> ({from})>}}> : (memref<4xf32>, index) -> f32
            %w = \"arith.addf\"(%v, %v) <{{fastmath = #arith.fastmath<none>}}> : (f32, f32) -> f32
            \"affine.store\"(%w, %m, %i) <{{map = affine_map<(d0) -> (d0)>}}> : (f32, memref<4xf32>, index) -> ()"
        ))
    };
    for order in [Order::Forwards, Order::Backwards, Order::Shuffled(1)] {
        assert_eq!(run(&shift("d0"), order).unwrap().0, [2.0, 4.0, 6.0, 4.0]);
        assert!(matches!(run(&shift("d0 + 1"), order), Err(Cause::Race(_))));
        // All read one element, and none writes it.
        assert_eq!(run(&shift("3"), order).unwrap().0, [8.0, 8.0, 8.0, 4.0]);
    }
}

#[test]
fn views_have_their_own_bounds() {
    let view = "%s = \"memref.subview\"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, \
        static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (memref<4xf32>) -> memref<2xf32, strided<[2], offset: 1>>
        %c = \"arith.constant\"() <{value = INDEX : index}> : () -> index
        %v = \"memref.load\"(%s, %c) : (memref<2xf32, strided<[2], offset: 1>>, index) -> f32
        \"func.return\"(%v) : (f32) -> ()";
    assert_eq!(returned(&view.replace("INDEX", "1")), [Scalar::F32(4.0)]);
    // The element is inside the buffer, but not inside the view.
    assert!(matches!(fault(&view.replace("INDEX", "-1")), Cause::OutOfBounds(_)));
    let too_long = view.replace("static_sizes = array<i64: 2>", "static_sizes = array<i64: 3>");
    assert!(matches!(fault(&too_long.replace("INDEX", "0")), Cause::OutOfBounds(_)));
}

#[test]
fn buffers_end() {
    let body = "%b = \"memref.alloc\"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2xf32>
        %c = \"arith.constant\"() <{value = 0 : index}> : () -> index
        \"memref.dealloc\"(%b) : (memref<2xf32>) -> ()
        %v = \"memref.load\"(%b, %c) : (memref<2xf32>, index) -> f32
        \"func.return\"() : () -> ()";
    assert!(matches!(fault(body), Cause::Lifetime(_)));
    let twice = body.replace(
        "%v = \"memref.load\"(%b, %c) : (memref<2xf32>, index) -> f32",
        "\"memref.dealloc\"(%b) : (memref<2xf32>) -> ()",
    );
    assert!(matches!(fault(&twice), Cause::Lifetime(_)));
    let unwritten = body.replace("\"memref.dealloc\"(%b) : (memref<2xf32>) -> ()", "");
    assert_eq!(
        returned(&unwritten.replace("\"func.return\"() : ()", "\"func.return\"(%v) : (f32)")),
        [Scalar::Poison]
    );
}

/// A transfer of four lanes from the index, with or without a mask of as many lanes.
fn transfer(index: i64, in_bounds: bool, lanes: Option<i64>) -> String {
    let (mask, mask_count, mask_type) = match lanes {
        Some(_) => (", %k", 1, ", vector<4xi1>"),
        None => ("", 0, ""),
    };
    let lanes = lanes.unwrap_or(0);
    format!(
        "%z = \"arith.constant\"() <{{value = 9.0 : f32}}> : () -> f32
        %c = \"arith.constant\"() <{{value = {index} : index}}> : () -> index
        %k = \"vector.constant_mask\"() <{{mask_dim_sizes = array<i64: {lanes}>}}> : () -> vector<4xi1>
        %v = \"vector.transfer_read\"(%m, %c, %z{mask}) <{{in_bounds = [{in_bounds}], \
        operandSegmentSizes = array<i32: 1, 1, 1, {mask_count}>, permutation_map = affine_map<(d0) -> (d0)>}}> : \
        (memref<4xf32>, index, f32{mask_type}) -> vector<4xf32>
        %r = \"vector.reduction\"(%v) <{{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}}> : (vector<4xf32>) -> f32
        \"func.return\"(%r) : (f32) -> ()"
    )
}

#[test]
fn transfers_pad_or_promise() {
    assert_eq!(returned(&transfer(0, true, None)), [Scalar::F32(10.0)]);
    assert_eq!(returned(&transfer(2, false, None)), [Scalar::F32(7.0 + 18.0)]);
    assert!(matches!(fault(&transfer(2, true, None)), Cause::OutOfBounds(_)));
    // Lanes that the mask leaves out are not accessed.
    assert_eq!(returned(&transfer(2, true, Some(2))), [Scalar::F32(7.0 + 18.0)]);
}

#[test]
fn integers_wrap_at_their_width() {
    let binary = |name: &str, left: i64, right: i64| {
        let body = format!(
            "%a = \"arith.constant\"() <{{value = {left} : i8}}> : () -> i8
            %b = \"arith.constant\"() <{{value = {right} : i8}}> : () -> i8
            %c = \"arith.{name}\"(%a, %b) : (i8, i8) -> i8
            \"func.return\"(%c) : (i8) -> ()"
        );
        returned(&body)[0]
    };
    assert_eq!(binary("addi", 127, 1), Scalar::Integer(-128));
    assert_eq!(binary("muli", 16, 17), Scalar::Integer(16));
    assert_eq!(binary("maxui", -1, 3), Scalar::Integer(-1));
    assert_eq!(binary("maxsi", -1, 3), Scalar::Integer(3));
    assert_eq!(binary("shrui", -128, 7), Scalar::Integer(1));
    assert_eq!(binary("shli", 1, 8), Scalar::Poison);
    assert_eq!(binary("floordivsi", -7, 2), Scalar::Integer(-4));
    assert_eq!(binary("divui", -1, 2), Scalar::Integer(127));
}

#[test]
fn sums_that_round_are_noticed() {
    let sum = |left: &str, right: &str, is_exact: bool| {
        let text = format!(
            "\"func.func\"() <{{function_type = () -> f32, sym_name = \"f\"}}> ({{
            %a = \"arith.constant\"() <{{value = {left} : f32}}> : () -> f32
            %b = \"arith.constant\"() <{{value = {right} : f32}}> : () -> f32
            %c = \"arith.addf\"(%a, %b) <{{fastmath = #arith.fastmath<none>}}> : (f32, f32) -> f32
            \"func.return\"(%c) : (f32) -> ()\n}}) : () -> ()"
        );
        let modules = Module::parse(&text, Registry::builtin()).unwrap();
        let mut machine = Machine::new(&modules[0], Order::Forwards, STEPS);
        machine.call(modules[0].function("f").unwrap(), Vec::new()).unwrap();
        assert_eq!(machine.is_exact(), is_exact, "{left} + {right}");
    };
    sum("16777215.0", "1.0", true);
    sum("16777216.0", "1.0", false);
    sum("0.5", "0.25", true);
    sum("1.0e20", "1.0", false);
}

#[test]
fn nan_and_zeros_are_the_same_numbers() {
    assert!(Scalar::F32(f32::NAN).same(Scalar::F32(f32::NAN)));
    assert!(Scalar::F64(-0.0).same(Scalar::F64(0.0)));
    assert!(!Scalar::F32(1.0).same(Scalar::F64(1.0)));
    assert!(!Scalar::zero(Element::Index).same(Scalar::Poison));
}
