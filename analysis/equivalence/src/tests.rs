//! Pairs of small programs, each with its verdict.

mod hostile;
mod lifetimes;
mod scf;
mod sizes;
mod tensors;
mod views;

use base::workspace::Workspace;
use interpreter::Poll;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{Effort, Verdict, compare_files};

fn verdict(before: &str, after: &str) -> Verdict {
    let mut workspace = Workspace::default();
    let (before, after) = (workspace.add_file(before), workspace.add_file(after));
    let found = compare_files(&workspace.db, before, after, Effort::default(), &Poll::never(), &|_, _| {
        ControlFlow::Continue(())
    });
    found.into_iter().next().expect("there is a function").verdict
}

const EQUAL: Verdict = Verdict::Equal { reassociates: false };
const REASSOCIATED: Verdict = Verdict::Equal { reassociates: true };

fn function(body: &str) -> String {
    format!("func.func @f(%m: memref<8xf32>, %k: memref<8xi32>, %x: f32, %n: index) {{\n{body}\n return\n}}")
}

fn assert_verdict(before: &str, after: &str, expected: &Verdict) {
    assert_eq!(verdict(&function(before), &function(after)), *expected, "{before}\n--\n{after}");
}

fn assert_different(before: &str, after: &str) {
    let found = verdict(&function(before), &function(after));
    assert!(matches!(found, Verdict::Different(_)), "{found:?}\n{before}\n--\n{after}");
}

fn assert_unknown(before: &str, after: &str) {
    let found = verdict(&function(before), &function(after));
    assert!(matches!(found, Verdict::Unknown(_)), "{found:?}\n{before}\n--\n{after}");
}

/// The program is not proven equal to itself, written in another way since the same text always is.
fn assert_unproven(program: &str) {
    assert_unknown(program, &format!("%unused = arith.constant true\n{program}"));
}

/// The program is proven equal to itself, written in another way since the same text always is.
fn assert_reformulated(program: &str) {
    assert_verdict(program, &format!("%unused = arith.constant true\n{program}"), &EQUAL);
}

/// One statement on the first elements of the integers.
fn integers(expression: &str) -> String {
    format!(
        "%a = affine.load %k[0] : memref<8xi32>
        %b = affine.load %k[1] : memref<8xi32>
        %c3 = arith.constant 3 : i32
        {expression}
        affine.store %r, %k[2] : memref<8xi32>"
    )
}

fn floats(expression: &str) -> String {
    format!(
        "%a = affine.load %m[0] : memref<8xf32>
        %b = affine.load %m[1] : memref<8xf32>
        %c = affine.load %m[2] : memref<8xf32>
        {expression}
        affine.store %r, %m[3] : memref<8xf32>"
    )
}

#[test]
fn integers_are_a_ring() {
    let product = integers("%s = arith.addi %a, %b : i32\n %r = arith.muli %s, %c3 : i32");
    let expanded = integers(
        "%p = arith.muli %a, %c3 : i32\n %q = arith.muli %b, %c3 : i32\n %r = arith.addi %q, %p : i32",
    );
    assert_verdict(&product, &expanded, &EQUAL);
    let square = integers("%s = arith.addi %a, %b : i32\n %r = arith.muli %s, %s : i32");
    let binomial = integers(
        "%p = arith.muli %a, %a : i32\n %q = arith.muli %b, %b : i32\n %o = arith.muli %a, %b : i32
        %t = arith.addi %o, %o : i32\n %u = arith.addi %p, %t : i32\n %r = arith.addi %u, %q : i32",
    );
    assert_verdict(&square, &binomial, &EQUAL);
    assert_different(&square, &expanded);
    // An operation that may overflow to poison is another one.
    assert_unknown(
        &integers("%r = arith.addi %a, %b : i32"),
        &integers("%r = arith.addi %a, %b overflow<nsw> : i32"),
    );
}

#[test]
fn the_first_number_of_a_maximum_or_minimum_goes() {
    for (operation, number) in
        [("maxsi", "-2147483648"), ("minsi", "2147483647"), ("maxui", "0"), ("minui", "-1")]
    {
        let folded = |number: &str| {
            integers(&format!(
                "%first = arith.constant {number} : i32\n %r = arith.{operation} %first, %a : i32"
            ))
        };
        let plain = integers("%none = arith.constant 0 : i32\n %r = arith.addi %a, %none : i32");
        assert_verdict(&folded(number), &plain, &EQUAL);
        assert_different(&folded("7"), &folded(number));
    }
    for (operation, number, is_neutral) in [
        ("maximumf", "0xFF800000", true),
        ("minimumf", "0x7F800000", true),
        ("maxnumf", "0xFF800000", false),
        ("minnumf", "0x7F800000", false),
    ] {
        let folded = floats(&format!(
            "%first = arith.constant {number} : f32\n %r = arith.{operation} %first, %a : f32"
        ));
        let plain = floats("%none = arith.constant -0.0 : f32\n %r = arith.addf %a, %none : f32");
        match is_neutral {
            true => assert_verdict(&folded, &plain, &EQUAL),
            false => assert_unknown(&folded, &plain),
        }
    }
}

#[test]
fn floats_are_told_apart_from_real_numbers() {
    let left = floats("%s = arith.addf %a, %b : f32\n %r = arith.addf %s, %c : f32");
    let right = floats("%s = arith.addf %b, %c : f32\n %r = arith.addf %a, %s : f32");
    let turned = floats("%s = arith.addf %b, %a : f32\n %r = arith.addf %c, %s : f32");
    assert_verdict(&left, &right, &REASSOCIATED);
    assert_verdict(&left, &turned, &EQUAL);
    assert_verdict(
        &floats("%r = arith.subf %a, %b : f32"),
        &floats("%s = arith.negf %b : f32\n %r = arith.addf %s, %a : f32"),
        &EQUAL,
    );
    assert_different(&floats("%r = arith.subf %a, %b : f32"), &floats("%r = arith.subf %b, %a : f32"));
    let product = floats("%s = arith.mulf %a, %b : f32\n %r = arith.addf %s, %c : f32");
    let fused = floats("%r = math.fma %a, %b, %c : f32");
    assert_unknown(&product, &fused);
}

#[test]
fn memory_and_iteration_arguments_are_the_same() {
    let memory = "affine.for %i = 0 to 8 {
        %v = affine.load %k[%i] : memref<8xi32>
        %a = affine.load %k[0] : memref<8xi32>
        %s = arith.addi %a, %v : i32
        affine.store %s, %k[0] : memref<8xi32>
    }";
    let carried = "%z = affine.load %k[0] : memref<8xi32>
    %t = arith.addi %z, %z : i32
    %r = affine.for %i = 1 to 8 iter_args(%a = %t) -> (i32) {
        %v = affine.load %k[%i] : memref<8xi32>
        %s = arith.addi %a, %v : i32
        affine.yield %s : i32
    }
    affine.store %r, %k[0] : memref<8xi32>";
    assert_verdict(memory, carried, &EQUAL);
    assert_different(memory, &carried.replace("= 1 to", "= 2 to"));
}

#[test]
fn symbols_are_covered_region_by_region() {
    let loop_to = |end: &str| {
        format!(
            "affine.for %i = 0 to {end} {{
                affine.store %x, %m[%i] : memref<8xf32>
            }}"
        )
    };
    assert_verdict(&loop_to("%n"), &loop_to("min affine_map<()[s0] -> (s0, 8)>()[%n]"), &EQUAL);
    // Where the first leaves its bounds the second may do anything; elsewhere it may not.
    assert_different(&loop_to("%n"), &loop_to("min affine_map<()[s0] -> (s0, 7)>()[%n]"));
    assert_different(&loop_to("min affine_map<()[s0] -> (s0, 8)>()[%n]"), &loop_to("%n"));
    // The same element over and over: nothing bounds the symbol, and no run covers it.
    let same = "affine.for %i = 0 to %n { affine.store %x, %m[0] : memref<8xf32> }";
    assert_verdict(same, same.replace("[0]", "[%i - %i]").as_str(), &EQUAL);
}

#[test]
fn conditions_on_what_memory_holds_choose() {
    let branch = floats(
        "%l = arith.cmpf olt, %a, %b : f32
        %r = scf.if %l -> (f32) { scf.yield %a : f32 } else { scf.yield %b : f32 }",
    );
    let choice = floats("%l = arith.cmpf ogt, %b, %a : f32\n %r = arith.select %l, %a, %b : f32");
    assert_verdict(&branch, &choice, &EQUAL);
    assert_different(
        &branch,
        &choice.replace("%a, %b : f32\n", "%b, %a : f32\n").replace("%l, %a, %b", "%l, %b, %a"),
    );
    let store = floats(
        "%l = arith.cmpf olt, %a, %b : f32
        scf.if %l { affine.store %a, %m[4] : memref<8xf32> }
        %r = arith.addf %a, %b : f32",
    );
    let unconditional = floats("affine.store %a, %m[4] : memref<8xf32>\n %r = arith.addf %a, %b : f32");
    assert_different(&store, &unconditional);
}

#[test]
fn parallel_sums_have_no_order() {
    let serial = "%z = arith.constant 0.0 : f32
    %r = affine.for %i = 0 to 8 iter_args(%a = %z) -> (f32) {
        %v = affine.load %m[%i] : memref<8xf32>
        %s = arith.addf %a, %v : f32
        affine.yield %s : f32
    }
    affine.store %r, %m[0] : memref<8xf32>";
    let parallel = "%r = affine.parallel (%i) = (0) to (8) reduce (\"addf\") -> (f32) {
        %v = affine.load %m[%i] : memref<8xf32>
        affine.yield %v : f32
    }
    affine.store %r, %m[0] : memref<8xf32>";
    assert_verdict(serial, parallel, &REASSOCIATED);
    assert_verdict(parallel, parallel, &EQUAL);
    let race = "affine.parallel (%i) = (0) to (7) {
        %v = affine.load %m[%i + 1] : memref<8xf32>
        affine.store %v, %m[%i] : memref<8xf32>
    }";
    let ordered = race.replace("parallel (%i) = (0) to (7)", "for %i = 0 to 7");
    assert_different(&ordered, race);
}

#[test]
fn what_is_undefined_is_no_proof() {
    let divided = integers("%r = arith.divsi %a, %b : i32");
    assert_verdict(&divided, &divided, &EQUAL);
    // The second divides by what may be zero, and the first does not.
    let nothing = integers("%r = arith.addi %a, %b : i32");
    let dead = integers("%d = arith.divsi %a, %b : i32\n %r = arith.addi %a, %b : i32");
    assert_unknown(&nothing, &dead);
    let fresh = "%t = memref.alloc() : memref<8xf32>
    %v = affine.load %t[0] : memref<8xf32>
    affine.store %v, %m[0] : memref<8xf32>";
    assert_unproven(fresh);
    assert_different("affine.store %x, %m[0] : memref<8xf32>", fresh);
    assert_different("affine.store %x, %m[0] : memref<8xf32>", "affine.store %x, %m[8] : memref<8xf32>");
}

#[test]
fn lanes_are_elements() {
    let scalar = "affine.for %i = 0 to 8 {
        %v = affine.load %m[%i] : memref<8xf32>
        %s = arith.mulf %v, %x : f32
        affine.store %s, %m[%i] : memref<8xf32>
    }";
    let vector = "%y = vector.broadcast %x : f32 to vector<4xf32>
    %p = ub.poison : f32
    affine.for %i = 0 to 8 step 4 {
        %v = vector.transfer_read %m[%i], %p : memref<8xf32>, vector<4xf32>
        %s = arith.mulf %y, %v : vector<4xf32>
        vector.transfer_write %s, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
    }";
    assert_verdict(scalar, vector, &EQUAL);
    assert_different(scalar, &vector.replace("to 8 step 4", "to 4 step 4"));
}

#[test]
fn pure_operations_are_functions_of_their_operands() {
    let sine = |of: &str| floats(&format!("%s = arith.addf {of} : f32\n %r = math.sin %s : f32"));
    assert_verdict(&sine("%a, %b"), &sine("%b, %a"), &EQUAL);
    assert_different(&sine("%a, %b"), &sine("%a, %a"));
}

/// A function that calls another one, which is only declared.
fn calling(body: &str) -> String {
    format!(
        "func.func private @g(f32) -> f32
        func.func private @h(memref<8xf32>)
        func.func @f(%m: memref<8xf32>, %x: f32, %n: index) {{\n{body}\n return\n}}"
    )
}

fn verdict_of_calls(before: &str, after: &str) -> Verdict {
    let mut workspace = Workspace::default();
    let (before, after) = (workspace.add_file(&calling(before)), workspace.add_file(&calling(after)));
    let watcher: crate::Watcher<'_> = &|_, _| ControlFlow::Continue(());
    let found = compare_files(&workspace.db, before, after, Effort::default(), &Poll::never(), watcher);
    found.into_iter().find(|it| it.name == "f").expect("a function").verdict
}

#[test]
fn unknown_operations_run_in_the_same_order_on_the_same_values() {
    let program = "affine.for %i = 0 to 4 {
        %v = affine.load %m[%i] : memref<8xf32>
        %s = arith.addf %v, %x : f32
        %r = call @g(%s) : (f32) -> f32
        affine.store %r, %m[%i] : memref<8xf32>
        %t = memref.alloc() : memref<8xf32>
        affine.store %s, %t[0] : memref<8xf32>
        call @h(%t) : (memref<8xf32>) -> ()
        %u = affine.load %t[1] : memref<8xf32>
        \"my.trace\"(%u) {level = 3} : (f32) -> ()
    }";
    let equal = [
        ("%v, %x", "%x, %v"),
        // A store that no call can see may happen later.
        (
            "%t = memref",
            "%z = memref.alloc() : memref<8xf32>\n affine.store %s, %z[0] : memref<8xf32>\n %t = memref",
        ),
        ("= 0 to 4 {", "= 0 to 4 step 1 {"),
    ];
    for (from, to) in equal {
        let found = verdict_of_calls(program, &program.replace(from, to));
        assert_eq!(found, EQUAL, "{to}");
    }
    let unknown = [
        ("%v, %x", "%v, %v"),
        ("0 to 4", "0 to 5"),
        ("level = 3", "level = 4"),
        ("store %r, %m[%i]", "store %r, %m[%i + 1]"),
        ("store %s, %t[0]", "store %s, %t[2]"),
        ("load %t[1]", "load %t[2]"),
        ("\"my.trace\"", "\"my.other\""),
        ("call @h(%t)", "call @h(%m)"),
        ("%r = call @g(%s)", "call @h(%m) : (memref<8xf32>) -> ()\n %r = call @g(%s)"),
    ];
    for (from, to) in unknown {
        let found = verdict_of_calls(program, &program.replace(from, to));
        assert!(matches!(found, Verdict::Unknown(_)), "{found:?}\n{to}");
    }
    // For all sizes at once.
    let sized = "affine.for %i = 0 to %n { affine.store %x, %m[%i] : memref<8xf32> }
    %r = call @g(%x) : (f32) -> f32
    call @h(%m) : (memref<8xf32>) -> ()
    affine.for %i = 0 to %n { affine.store %r, %m[%i] : memref<8xf32> }";
    let reversed = sized.replace("store %x, %m[%i]", "store %x, %m[%n - 1 - %i]");
    assert_eq!(verdict_of_calls(sized, &reversed), EQUAL);
    let other = sized.replace("store %x, %m[%i]", "store %x, %m[0]");
    assert!(matches!(verdict_of_calls(sized, &other), Verdict::Unknown(_)));
    // The contents of memory at a call count, and the call may change them.
    let store = "affine.store %x, %m[0] : memref<8xf32>";
    let call = "call @h(%m) : (memref<8xf32>) -> ()";
    let both = format!("{store}\n{call}");
    let turned = format!("{call}\n{store}");
    assert!(matches!(verdict_of_calls(&both, &turned), Verdict::Unknown(_)));
    let branch = format!("%c = arith.cmpf olt, %x, %x : f32\n scf.if %c {{\n {call}\n }}");
    let other = branch.replace("olt", "ogt");
    assert!(matches!(verdict_of_calls(&branch, &other), Verdict::Unknown(_)));
}

#[test]
fn hostile_programs_end() {
    let endless = "affine.for %i = 0 to 1000000000 {
        affine.for %j = 0 to 1000000000 { affine.store %x, %m[0] : memref<8xf32> }
    }";
    assert_reformulated(endless);
    let parallel = "affine.parallel (%i, %j) = (0, 0) to (1000000, 1000000) {
        affine.store %x, %m[0] : memref<8xf32>
    }";
    assert_unproven(parallel);
    let large = "%t = memref.alloc() : memref<1000000x1000000xf32>";
    assert_reformulated(large);
    // Each doubles: as a tree the term would have 2^60 leaves.
    let doubling = "%z = affine.load %k[0] : memref<8xi32>
    %r = affine.for %i = 0 to 60 iter_args(%a = %z) -> (i32) {
        %s = arith.addi %a, %a : i32
        affine.yield %s : i32
    }
    affine.store %r, %k[0] : memref<8xi32>";
    let zero = "%z = arith.constant 0 : i32\n affine.store %z, %k[0] : memref<8xi32>";
    assert_verdict(doubling, zero, &EQUAL);
}

#[test]
fn lanes_of_inferred_types_are_stored() {
    let scalar = "affine.for %i = 0 to 4 {
        %v = affine.load %m[3 - %i] : memref<8xf32>
        affine.store %v, %m[%i + 4] : memref<8xf32>
    }";
    let shuffled = |order: &str| {
        format!(
            "affine.for %i = 0 to 4 step 2 {{
                %r = affine.vector_load %m[2 - %i] : memref<8xf32>, vector<2xf32>
                %v = vector.shuffle %r, %r {order} : vector<2xf32>, vector<2xf32>
                affine.vector_store %v, %m[%i + 4] : memref<8xf32>, vector<2xf32>
            }}"
        )
    };
    assert_verdict(scalar, &shuffled("[1, 0]"), &EQUAL);
    assert_different(scalar, &shuffled("[0, 1]"));
}

#[test]
fn vectors_of_unknown_lanes_are_not_run_but_compared() {
    let function = |body: &str| format!("func.func @f(%h: memref<8xf16>) {{\n{body}\n return\n}}");
    let scalar = function(
        "affine.for %i = 0 to 4 {
            %v = affine.load %h[%i] : memref<8xf16>
            affine.store %v, %h[%i + 4] : memref<8xf16>
        }",
    );
    let vector = function(
        "%v = affine.vector_load %h[0] : memref<8xf16>, vector<4xf16>
        affine.vector_store %v, %h[4] : memref<8xf16>, vector<4xf16>",
    );
    assert_eq!(verdict(&scalar, &vector), EQUAL);
    let found = verdict(&scalar, &vector.replace("%h[0]", "%h[1]"));
    assert!(matches!(found, Verdict::Unknown(_)), "{found:?}");
}

#[test]
fn what_is_read_out_of_bounds_counts_where_it_is_seen() {
    let load = |at: usize, to: usize| {
        format!(
            "affine.for %i = 0 to 1 {{
                %v = affine.load %m[%i + {at}] : memref<8xf32>
                affine.store %v, %m[{to}] : memref<8xf32>
            }}"
        )
    };
    assert_different(&load(7, 0), &load(8, 0));
    let unused = format!("{}\n%u = affine.load %m[9] : memref<8xf32>", load(7, 0));
    assert_unknown(&load(7, 0), &unused);
}

/// A function of memory of fixed sizes and two symbols.
fn sized(body: &str) -> String {
    format!(
        "func.func @f(%a: memref<12x9xf32>, %s: memref<12xf32>, %n: index, %k: index) {{\n{body}\n return\n}}"
    )
}

const ROW_SUMS: &str = "affine.for %i = 0 to %n {
    affine.for %j = 0 to %k {
        %v = affine.load %a[%i, %j] : memref<12x9xf32>
        %o = affine.load %s[%i] : memref<12xf32>
        %r = arith.addf %o, %v : f32
        affine.store %r, %s[%i] : memref<12xf32>
    }
}";

#[test]
fn loops_of_nothing_end() {
    for bounds in ["0 to 100000000000", "0 to %n", "max affine_map<(n) -> (n, -n - 1000000000000)>(%n) to %n"]
    {
        let idle = format!("affine.for %i = {bounds} {{\n}}");
        _ = verdict(&function(&idle), &function(&idle));
    }
}

#[test]
fn all_sizes_are_judged_at_once() {
    let tiled = "affine.for %t = 0 to %n step 4 {
        affine.for %j = 0 to %k {
            affine.for %i = affine_map<(d) -> (d)>(%t) to min affine_map<(d)[s] -> (d + 4, s)>(%t)[%n] {
                %v = affine.load %a[%i, %j] : memref<12x9xf32>
                %o = affine.load %s[%i] : memref<12xf32>
                %r = arith.addf %o, %v : f32
                affine.store %r, %s[%i] : memref<12xf32>
            }
        }
    }";
    let carried = "affine.for %i = 0 to %n {
        %z = affine.load %s[%i] : memref<12xf32>
        %r = affine.for %j = 0 to %k iter_args(%o = %z) -> (f32) {
            %v = affine.load %a[%i, %j] : memref<12x9xf32>
            %w = arith.addf %v, %o : f32
            affine.yield %w : f32
        }
        affine.store %r, %s[%i] : memref<12xf32>
    }";
    let before = sized(ROW_SUMS);
    assert_eq!(verdict(&before, &sized(tiled)), EQUAL);
    // A row that is only loaded and stored back is out of bounds where nothing was read before.
    assert!(matches!(verdict(&before, &sized(carried)), Verdict::Different(_)));
    assert_eq!(verdict(&sized(carried), &before), EQUAL);
    let off_by_one = tiled.replace("(d + 4, s)", "(d + 3, s)");
    assert!(matches!(verdict(&before, &sized(&off_by_one)), Verdict::Different(_)));
}

/// Two copies an iteration, and the rest by one.
#[test]
fn iterations_that_are_left_over_run_after_the_others() {
    let copy = |i: &str| {
        format!(
            "%v{i} = affine.load %a[%{i}, 0] : memref<12x9xf32>\n affine.store %v{i}, %s[%{i}] : memref<12xf32>"
        )
    };
    let before = sized(&format!("affine.for %i = 0 to %n {{\n{}\n}}", copy("i")));
    let unrolled = |rest: &str| {
        sized(&format!(
            "affine.for %i = 0 to affine_map<()[s] -> ((s floordiv 2) * 2)>()[%n] step 2 {{
                {}
                %j = affine.apply affine_map<(d) -> (d + 1)>(%i)
                {}
            }}
            affine.for %l = {rest} to %n {{\n{}\n}}",
            copy("i"),
            copy("j"),
            copy("l")
        ))
    };
    let start = "max affine_map<()[s] -> (0, (s floordiv 2) * 2)>()[%n]";
    assert_eq!(verdict(&before, &unrolled(start)), EQUAL);
    // Of -1 iterations the last is the first.
    let start = "affine_map<()[s] -> ((s floordiv 2) * 2)>()[%n]";
    assert!(matches!(verdict(&before, &unrolled(start)), Verdict::Different(_)));
    let start = "max affine_map<()[s] -> (1, (s floordiv 2) * 2)>()[%n]";
    assert!(matches!(verdict(&before, &unrolled(start)), Verdict::Different(_)));
}

#[test]
fn buffers_that_end_for_some_sizes_are_no_matter_of_all() {
    let freed = "%b = memref.alloc() : memref<4xf32>
    affine.for %i = 2 to %n {
        memref.dealloc %b : memref<4xf32>
    }
    %v = affine.load %a[0, 0] : memref<12x9xf32>
    affine.store %v, %b[0] : memref<4xf32>
    affine.store %v, %s[0] : memref<12xf32>";
    let other = freed.replace("store %v, %s[0]", "store %v, %s[1]");
    assert!(matches!(verdict(&sized(freed), &sized(&other)), Verdict::Different(_)));
}

#[test]
fn comparisons_end_when_nobody_wants_them() {
    let sum = |subscript: &str| {
        function(&format!(
            "affine.for %i = 0 to 100000 {{
               %a = affine.load %k[{subscript}] : memref<8xi32>
               %b = arith.addi %a, %a : i32
               affine.store %b, %k[0] : memref<8xi32>
             }}"
        ))
    };
    let mut workspace = Workspace::default();
    let (before, after) = (workspace.add_file(&sum("0")), workspace.add_file(&sum("1")));
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let poll = Poll::new(move || {
        count.fetch_add(1, Ordering::Relaxed);
        std::panic::resume_unwind(Box::new(salsa::Cancelled::PendingWrite));
    });
    let watcher = &|_, _| ControlFlow::Continue(());
    let compare = || compare_files(&workspace.db, before, after, Effort::default(), &poll, watcher);
    let unwound = catch_unwind(AssertUnwindSafe(compare));
    assert!(unwound.is_err_and(|it| it.is::<salsa::Cancelled>()));
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}

#[test]
fn nothing_is_begun_once_the_watcher_breaks() {
    let text: String = (0..500).map(|it| function("").replace("@f", &format!("@f{it}")) + "\n").collect();
    let mut workspace = Workspace::default();
    let (before, after) = (workspace.add_file(&text), workspace.add_file(&text));
    let watcher = &|_, _| ControlFlow::Break(());
    let found = compare_files(&workspace.db, before, after, Effort::default(), &Poll::never(), watcher);
    let unfinished = Verdict::Unknown(crate::Reason::of(crate::Inconclusive::Unfinished));
    assert_eq!(found.len(), 500);
    assert!(found.iter().any(|it| it.verdict == EQUAL) && found.iter().any(|it| it.verdict == unfinished));
}

/// Operations with the same semantics are the same in `arith` and `index`.
#[test]
fn index_arithmetic_is_arithmetic() {
    let program = "%c3 = arith.constant 3 : index
        %a = arith.addi %n, %c3 : index
        %b = arith.muli %a, %c3 : index
        %c = arith.maxsi %b, %n : index
        %d = arith.remsi %c, %c3 : index
        %e = arith.index_cast %d : index to i32
        affine.store %e, %k[0] : memref<8xi32>";
    let of_index = program
        .replace("arith.constant 3 : index", "index.constant 3")
        .replace("arith.addi %n, %c3 : index", "index.add %c3, %n")
        .replace("arith.muli %a, %c3 : index", "index.mul %a, %c3")
        .replace("arith.maxsi %b, %n : index", "index.maxs %b, %n")
        .replace("arith.remsi %c, %c3 : index", "index.rems %c, %c3")
        .replace("arith.index_cast", "index.casts");
    assert_verdict(program, &of_index, &EQUAL);
    assert_different(program, &of_index.replace("index.add %c3, %n", "index.add %n, %n"));
}

#[test]
fn the_module_around_all_may_be_written_or_not() {
    let function = |module: &str, of: &str| {
        format!("{module} {{\nfunc.func @f(%k: memref<8xi32>) {{\n{}\nreturn\n}}\n}}", integers(of))
    };
    let (sum, turned) = ("%r = arith.addi %a, %b : i32", "%r = arith.addi %b, %a : i32");
    let bare = function("", sum);
    let bare = bare.trim().trim_start_matches('{').trim_end_matches('}');
    for module in ["module", "builtin.module", "module attributes {mine.word}", "module @m"] {
        assert_eq!(verdict(bare, &function(module, turned)), EQUAL, "{module}");
        assert_eq!(verdict(&function(module, sum), bare), EQUAL, "{module}");
    }
    assert_eq!(verdict(&function("module @one", sum), &function("module @other", turned)), EQUAL);
    let both = format!("{}\n{}", function("module @one", sum), function("module @other", turned));
    assert_eq!(verdict(&both, &format!("module {{\n{both}\n}}")), EQUAL);
}

/// A reason names the operation that is in the way, and says nothing in Rust's words.
#[test]
fn reasons_name_operations() {
    let reason = |before: &str, after: &str| match verdict(&function(before), &function(after)) {
        Verdict::Unknown(reason) => reason,
        other => panic!("{other:?}"),
    };
    let store = "affine.store %x, %m[0] : memref<8xf32>";
    let of_files = [
        // Refusals of the reader, and of the machine.
        (
            "%t = \"any.tensor\"() : () -> tensor<4xf32>\n %u = tensor.cast %t : tensor<4xf32> to tensor<?xf32>",
            "tensor.cast",
        ),
        (
            "%i = affine.load %k[0] : memref<8xi32>\n %j = arith.index_cast %i : i32 to index\n memref.store %x, %m[%j] : memref<8xf32>",
            "memref.store",
        ),
        (
            "%c = arith.constant 0 : index\n%f = math.sin %x : f32\n%g = math.sin %f : f32\n%h = arith.divf %f, %g : f32\n affine.store %h, %m[0] : memref<8xf32>",
            "affine.store",
        ),
    ];
    for (program, name) in of_files {
        let found = reason(
            &format!("{store}\n{program}"),
            &format!("{program}\n%unused = arith.constant 7 : i8\n{store}"),
        );
        let operation = found.operation.as_ref().map(|it| &*it.name);
        assert_eq!(operation, Some(name), "{found:?}\n{program}");
        let text = found.to_string();
        let is_of_rust = |word: &str| text.contains(word);
        assert!(!["Some(", "None", "{ ", "Integer(", "Other("].into_iter().any(is_of_rust), "{text}");
    }
}
