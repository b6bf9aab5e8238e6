//! Loops and choices of `scf` beside those of `affine`.

use super::{EQUAL, REASSOCIATED, assert_different, assert_unknown, assert_verdict};

/// Stores one number in elements 1 to 6.
const PLAIN: &str = "affine.for %i = 1 to 7 { affine.store %x, %m[%i] : memref<8xf32> }";
/// The same with these bounds as values.
const BOUNDS: &str = "%c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index\n";
const OTHER: &str = "affine.for %i = 1 to 6 { affine.store %x, %m[%i] : memref<8xf32> }";

/// As the plain loop, and not as the other one.
#[track_caller]
fn assert_is_plain(program: &str) {
    let program = format!("{BOUNDS}{program}");
    assert_verdict(PLAIN, &program, &EQUAL);
    assert_verdict(&program, PLAIN, &EQUAL);
    assert_different(OTHER, &program);
}

#[test]
fn parallel_loops() {
    let body = "{ memref.store %x, %m[%i] : memref<8xf32> }";
    assert_is_plain(&format!("scf.parallel (%i) = (%c1) to (%c7) step (%c1) {body}"));
    assert_is_plain(&format!("scf.forall (%i) = (1) to (7) step (1) {body}"));
    assert_is_plain(&format!("scf.forall (%i) = (%c1) to (%c7) step (%c1) {body}"));
    assert_is_plain(
        "scf.forall (%j, %l) in (2, 3) {
            %i = affine.linearize_index [%j, %l] by (2, 3) : index
            %at = arith.addi %i, %c1 : index
            memref.store %x, %m[%at] : memref<8xf32>
        }",
    );
}

#[test]
fn iterations_of_parallel_loops_may_not_meet() {
    let ordered = "affine.for %i = 0 to 7 {
        %v = affine.load %m[%i + 1] : memref<8xf32>
        affine.store %v, %m[%i] : memref<8xf32>
    }";
    let race = "%c1 = arith.constant 1 : index
    scf.forall (%i) in (7) {
        %next = arith.addi %i, %c1 : index
        %v = memref.load %m[%next] : memref<8xf32>
        memref.store %v, %m[%i] : memref<8xf32>
    }";
    assert_different(ordered, race);
}

#[test]
fn outcomes_of_a_race_are_no_difference() {
    let race = "%c0 = arith.constant 0 : index
    scf.forall (%i) in (8) {
        %v = memref.load %m[%i] : memref<8xf32>
        memref.store %v, %m[%c0] : memref<8xf32>
    }";
    let other = "affine.parallel (%i) = (0) to (8) {
        %v = affine.load %m[%i] : memref<8xf32>
        affine.store %v, %m[0] : memref<8xf32>
    }";
    assert_unknown(race, other);
}

fn sum(combine: &str, start: &str) -> String {
    format!(
        "%c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c8 = arith.constant 8 : index
        %z = arith.constant {start} : f32
        %r = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%z) -> f32 {{
            %v = memref.load %m[%i] : memref<8xf32>
            scf.reduce(%v : f32) {{
            ^bb0(%a: f32, %b: f32):
                %s = arith.{combine} : f32
                scf.reduce.return %s : f32
            }}
        }}
        memref.store %r, %m[%c0] : memref<8xf32>"
    )
}

#[test]
fn reductions() {
    let affine = "%r = affine.parallel (%i) = (0) to (8) reduce (\"addf\") -> (f32) {
        %v = affine.load %m[%i] : memref<8xf32>
        affine.yield %v : f32
    }
    affine.store %r, %m[0] : memref<8xf32>";
    for combine in ["addf %a, %b", "addf %b, %a"] {
        assert_verdict(affine, &sum(combine, "0.0"), &EQUAL);
        assert_verdict(&sum(combine, "0.0"), affine, &EQUAL);
    }
    assert_different(affine, &sum("addf %a, %b", "1.0"));
    assert_different(affine, &sum("mulf %a, %b", "0.0"));
    let serial = "%z = arith.constant 1.0 : f32
    %r = affine.for %i = 0 to 8 iter_args(%a = %z) -> (f32) {
        %v = affine.load %m[%i] : memref<8xf32>
        %s = arith.addf %a, %v : f32
        affine.yield %s : f32
    }
    affine.store %r, %m[0] : memref<8xf32>";
    assert_verdict(serial, &sum("addf %a, %b", "1.0"), &REASSOCIATED);
    // Another order would give another difference.
    let difference = serial.replace("addf", "subf");
    assert_unknown(&difference, &sum("subf %a, %b", "1.0"));
}

#[test]
fn loops_that_run_while() {
    let counted = |condition: &str| {
        format!(
            "%last = scf.while (%i = %c1) : (index) -> index {{
                %c = arith.cmpi {condition} : index
                scf.condition(%c) %i : index
            }} do {{
            ^bb0(%i: index):
                memref.store %x, %m[%i] : memref<8xf32>
                %next = arith.addi %i, %c1 : index
                scf.yield %next : index
            }}"
        )
    };
    for condition in ["slt, %i, %c7", "sgt, %c7, %i", "ne, %i, %c7"] {
        assert_is_plain(&counted(condition));
    }
    let endless = format!("{BOUNDS}{}", counted("sge, %i, %c1"));
    assert_unknown(PLAIN, &endless.replace("memref.store %x, %m[%i]", "memref.store %x, %m[%c1]"));
    let by_memory = "scf.while : () -> () {
        %v = affine.load %k[0] : memref<8xi32>
        %zero = arith.constant 0 : i32
        %c = arith.cmpi sgt, %v, %zero : i32
        scf.condition(%c)
    } do {
        scf.yield
    }";
    assert_unknown(PLAIN, by_memory);
}

#[test]
fn numbers_without_sign() {
    let body = "{ memref.store %x, %m[%i] : memref<8xf32> }";
    assert_is_plain(&format!("scf.for unsigned %i = %c1 to %c7 step %c1 {body}"));
    let none = format!(
        "{BOUNDS}%far = arith.constant -1 : index
        scf.for unsigned %i = %far to %c7 step %c1 {body}"
    );
    assert_verdict("", &none, &EQUAL);
    let many = none.replace("%far to %c7", "%c1 to %far");
    assert_unknown("", &many.replace("memref.store %x, %m[%i]", "memref.store %x, %m[%c1]"));
}

#[test]
fn choices() {
    assert_is_plain(
        "scf.for %n_ = %c1 to %c7 step %c1 {
            %i = scf.index_switch %n_ -> index
            case 1 {
                %c6 = arith.constant 6 : index
                scf.yield %c6 : index
            }
            case 6 {
                scf.yield %c1 : index
            }
            default {
                scf.yield %n_ : index
            }
            scf.execute_region {
                memref.store %x, %m[%i] : memref<8xf32>
                scf.yield
            }
        }",
    );
}

/// The divisions of maps, and what they are lowered to.
#[test]
fn divisions_by_what_they_are_lowered_to() {
    let expanded = |first: &str, quotient: &str| {
        format!(
            "%c0 = arith.constant 0 : index
            %c1 = arith.constant 1 : index
            %c3 = arith.constant 3 : index
            {first}
            %l = arith.divsi %d, %c3 : index
            {quotient}
            scf.for %i = %c0 to %q step %c1 {{ memref.store %x, %m[%i] : memref<8xf32> }}"
        )
    };
    let ceil = expanded(
        "%b = arith.cmpi sle, %n, %c0 : index
        %u = arith.subi %c0, %n : index
        %v = arith.subi %n, %c1 : index
        %d = arith.select %b, %u, %v : index",
        "%o = arith.subi %c0, %l : index
        %p = arith.addi %l, %c1 : index
        %q = arith.select %b, %o, %p : index",
    );
    let floor = expanded(
        "%b = arith.cmpi slt, %n, %c0 : index
        %cm1 = arith.constant -1 : index
        %u = arith.subi %cm1, %n : index
        %d = arith.select %b, %u, %n : index",
        "%o = arith.subi %cm1, %l : index
        %q = arith.select %b, %o, %l : index",
    );
    let plain = |division: &str, store: &str| {
        format!("affine.for %i = 0 to affine_map<()[s] -> (s {division} 3)>()[%n] {{ {store} }}")
    };
    let store = "affine.store %x, %m[%i] : memref<8xf32>";
    assert_verdict(&plain("ceildiv", store), &ceil, &EQUAL);
    assert_verdict(&ceil, &plain("ceildiv", store), &EQUAL);
    assert_verdict(&plain("floordiv", store), &floor, &EQUAL);
    assert_verdict(&floor, &plain("floordiv", store), &EQUAL);
    assert_different(&plain("ceildiv", store), &floor);
    // Also where the sign of the number is open.
    let value = |map: &str| {
        format!(
            "%a = affine.apply affine_map<()[s] -> ({map})>()[%n]
            %b = arith.index_cast %a : index to i32
            affine.store %b, %k[0] : memref<8xi32>"
        )
    };
    assert_verdict(&value("-((-s) floordiv 3)"), &value("s ceildiv 3"), &EQUAL);
    assert_verdict(&value("s mod 3"), &value("s + ((-s) ceildiv 3) * 3"), &EQUAL);
    assert_different(&value("s ceildiv 3"), &value("s floordiv 3"));
}
