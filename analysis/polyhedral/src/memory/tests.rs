//! Which memrefs are taken for distinct, and which layouts for injective.

use super::{Sharing, layout::Elements, memory};
use base::isolated_op::isolated_ops;
use base::workspace::Workspace;
use ir::{Ir, ValueId, ir_of};
use syntax::{TextEdit, TextSize};

/// The relation between two values of the last function.
#[track_caller]
fn sharing(text: &str, a: &str, b: &str) -> Sharing {
    let mut workspace = Workspace::default();
    let file = workspace.add_file(text);
    assert_eq!(file.parse(&workspace.db).errors(), &[], "{text}");
    let ops = isolated_ops(&workspace.db, file);
    let op = *ops.iter().rev().find(|it| it.name(&workspace.db).contains('@')).expect("a function");
    let ir = ir_of(&workspace.db, op);
    memory(&workspace.db, op).sharing(value(ir, a), value(ir, b))
}

#[track_caller]
fn value(ir: &Ir, name: &str) -> ValueId {
    let mut found = ir.values.iter().filter(|it| *it.1.name == *name);
    found.next().unwrap_or_else(|| panic!("{name} is defined")).0
}

/// Of a body with two arguments and a global.
#[track_caller]
fn check(body: &str, pairs: &[(&str, &str, Sharing)]) {
    let text = format!(
        "memref.global @g : memref<8xf32>
func.func private @unknown(memref<8xf32>) -> memref<8xf32>
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>, %n: index, %c: i1, %M: memref<2xmemref<8xf32>>) {{
{body}
  return
}}
"
    );
    for (a, b, expected) in pairs {
        assert_eq!(sharing(&text, a, b), *expected, "{a} and {b} in {text}");
        assert_eq!(sharing(&text, b, a), *expected, "{b} and {a} in {text}");
    }
}

use Sharing::{None, Possible, Same};

#[test]
fn allocations_arguments_and_globals_are_distinct() {
    check(
        "  %0 = memref.alloc() : memref<8xf32>
  %1 = memref.alloca() : memref<8xf32>
  %g = memref.get_global @g : memref<8xf32>
  %h = memref.get_global @g : memref<8xf32>",
        &[
            ("%A", "%A", Same),
            ("%A", "%B", None),
            ("%A", "%0", None),
            ("%0", "%1", None),
            ("%A", "%g", None),
            ("%g", "%h", Possible),
        ],
    );
}

#[test]
fn what_is_derived_is_what_it_derives_from() {
    check(
        "  %0 = memref.alloc() : memref<8xf32>
  %v = memref.cast %A : memref<8xf32> to memref<?xf32>
  %s = arith.select %c, %A, %0 : memref<8xf32>
  %t = bufferization.to_tensor %A : memref<8xf32> to tensor<8xf32>
  %u = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %w = bufferization.to_buffer %u : tensor<?xf32> to memref<?xf32>
  %p = builtin.unrealized_conversion_cast %A : memref<8xf32> to !llvm.ptr
  %q = builtin.unrealized_conversion_cast %p : !llvm.ptr to memref<8xf32>",
        &[
            ("%v", "%A", Possible),
            ("%v", "%B", None),
            ("%s", "%A", Possible),
            ("%s", "%0", Possible),
            ("%s", "%B", None),
            // Neither is the other for all that both may be `%s`.
            ("%A", "%0", None),
            ("%w", "%A", Possible),
            ("%w", "%B", None),
            ("%q", "%A", Possible),
            ("%q", "%w", Possible),
            ("%q", "%0", None),
        ],
    );
}

#[test]
fn control_flow_hands_on() {
    check(
        "  %0 = memref.alloc() : memref<8xf32>
  %1 = memref.alloc() : memref<8xf32>
  %i:2 = scf.if %c -> (memref<8xf32>, memref<8xf32>) {
    scf.yield %A, %0 : memref<8xf32>, memref<8xf32>
  } else {
    scf.yield %B, %0 : memref<8xf32>, memref<8xf32>
  }
  %w:2 = scf.while (%x = %A, %y = %0) : (memref<8xf32>, memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
    scf.condition(%c) %x, %y : memref<8xf32>, memref<8xf32>
  } do {
  ^bb0(%p: memref<8xf32>, %q: memref<8xf32>):
    scf.yield %p, %q : memref<8xf32>, memref<8xf32>
  }
  %l:2 = affine.for %k = 0 to 4 iter_args(%r = %A, %s = %0) -> (memref<8xf32>, memref<8xf32>) {
    affine.yield %B, %s : memref<8xf32>, memref<8xf32>
  }
  cf.br ^next(%A : memref<8xf32>)
^next(%z: memref<8xf32>):
  cf.cond_br %c, ^next(%B : memref<8xf32>), ^last
^last:",
        &[
            ("%i", "%A", Possible),
            ("%i", "%B", Possible),
            ("%i", "%0", None),
            ("%w", "%A", Possible),
            ("%p", "%A", Possible),
            ("%p", "%1", None),
            ("%l", "%B", Possible),
            ("%r", "%B", Possible),
            ("%r", "%0", None),
            ("%s", "%0", Possible),
            ("%s", "%A", None),
            ("%z", "%A", Possible),
            ("%z", "%B", Possible),
            ("%z", "%0", None),
        ],
    );
}

#[test]
fn calls_loads_and_unknown_operations_give_what_others_can_reach() {
    check(
        "  %0 = memref.alloc() : memref<8xf32>
  %1 = memref.alloc() : memref<8xf32>
  %2 = memref.alloc() : memref<8xf32>
  %3 = memref.alloc() : memref<8xf32>
  %g = memref.get_global @g : memref<8xf32>
  memref.store %1, %M[%n] : memref<2xmemref<8xf32>>
  %x = func.call @unknown(%0) : (memref<8xf32>) -> memref<8xf32>
  %y = memref.load %M[%n] : memref<2xmemref<8xf32>>
  %z = \"some.op\"() : () -> memref<8xf32>
  %a = memref.extract_aligned_pointer_as_index %3 : memref<8xf32> -> index",
        &[
            ("%x", "%A", Possible),
            ("%x", "%g", Possible),
            ("%x", "%0", Possible),
            ("%x", "%1", Possible),
            ("%x", "%3", Possible),
            ("%x", "%2", None),
            ("%y", "%1", Possible),
            ("%y", "%x", Possible),
            ("%y", "%2", None),
            ("%z", "%B", Possible),
            ("%z", "%2", None),
            ("%x", "%x", Same),
        ],
    );
}

#[test]
fn functions_of_the_module_tell_what_they_return() {
    let text = |body: &str| {
        format!(
            "func.func @first(%x: memref<8xf32>, %y: memref<8xf32>) -> memref<8xf32> {{
  return %x : memref<8xf32>
}}
func.func @either(%x: memref<8xf32>, %y: memref<8xf32>, %c: i1) -> memref<8xf32> {{
  %0 = func.call @first(%y, %x) : (memref<8xf32>, memref<8xf32>) -> memref<8xf32>
  %1 = arith.select %c, %x, %0 : memref<8xf32>
  return %1 : memref<8xf32>
}}
func.func @new() -> (memref<8xf32>, memref<8xf32>, memref<8xf32>) {{
  %0 = memref.alloc() : memref<8xf32>
  %1 = memref.alloc() : memref<8xf32>
  return %0, %0, %1 : memref<8xf32>, memref<8xf32>, memref<8xf32>
}}
func.func @endless(%x: memref<8xf32>) -> memref<8xf32> {{
  %0 = func.call @endless(%x) : (memref<8xf32>) -> memref<8xf32>
  return %0 : memref<8xf32>
}}
func.func private @known(memref<8xf32>)
func.func @shown() -> memref<8xf32> {{
  %0 = memref.alloc() : memref<8xf32>
  func.call @known(%0) : (memref<8xf32>) -> ()
  return %0 : memref<8xf32>
}}
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>, %c: i1) {{
{body}
  return
}}
"
        )
    };
    let text = text(
        "  %a = func.call @first(%A, %B) : (memref<8xf32>, memref<8xf32>) -> memref<8xf32>
  %b = func.call @either(%A, %a, %c) : (memref<8xf32>, memref<8xf32>, i1) -> memref<8xf32>
  %n:3 = func.call @new() : () -> (memref<8xf32>, memref<8xf32>, memref<8xf32>)
  %p, %q, %r = func.call @new() : () -> (memref<8xf32>, memref<8xf32>, memref<8xf32>)
  %e = func.call @endless(%A) : (memref<8xf32>) -> memref<8xf32>
  %s = func.call @shown() : () -> memref<8xf32>",
    );
    for (a, b, expected) in [
        ("%a", "%A", Possible),
        ("%a", "%B", None),
        ("%b", "%A", Possible),
        ("%b", "%B", None),
        ("%n", "%A", None),
        ("%n", "%p", None),
        ("%p", "%q", Possible),
        ("%p", "%r", None),
        ("%e", "%B", Possible),
        // Nobody else knows it.
        ("%e", "%p", None),
        ("%s", "%A", Possible),
        ("%s", "%e", Possible),
    ] {
        assert_eq!(sharing(&text, a, b), expected, "{a} and {b}");
    }
}

#[test]
fn layouts_that_do_not_keep_elements_apart() {
    let body = "  %m = memref.alloc() : memref<64xf32>
  %d = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<64xf32> to memref<4x4xf32, strided<[4, 1]>>
  %o = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [1, 1] : memref<64xf32> to memref<4x4xf32, strided<[1, 1]>>
  %u = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [%n, 1] : memref<64xf32> to memref<4x4xf32, strided<[?, 1]>>
  %v = memref.subview %S[0, %n] [2, 2] [1, 1] : memref<?x?xf32, strided<[?, ?]>> to memref<2x2xf32, strided<[?, ?], offset: ?>>
  %w = memref.subview %S[0, 0] [2, 2] [%n, 1] : memref<?x?xf32, strided<[?, ?]>> to memref<2x2xf32, strided<[?, ?]>>
  %x = memref.cast %u : memref<4x4xf32, strided<[?, 1]>> to memref<?x4xf32, strided<[?, 1]>>
  %y = memref.cast %S : memref<?x?xf32, strided<[?, ?]>> to memref<?x4xf32, strided<[?, 1]>>
  %i = affine.for %k = 0 to 4 iter_args(%z = %v) -> memref<2x2xf32, strided<[?, ?], offset: ?>> {
    affine.yield %z : memref<2x2xf32, strided<[?, ?], offset: ?>>
  }";
    let text = format!(
        "func.func @f(%n: index, %S: memref<?x?xf32, strided<[?, ?]>>, %T: memref<4x4xf32, strided<[1, 1]>>) {{\n{body}\n  return\n}}\n"
    );
    for (value, expected) in [
        ("%S", Same),
        ("%T", Possible),
        ("%m", Same),
        ("%d", Same),
        ("%o", Possible),
        ("%u", Possible),
        ("%v", Same),
        ("%w", Possible),
        ("%x", Possible),
        ("%y", Same),
        ("%z", Same),
        ("%i", Same),
    ] {
        assert_eq!(sharing(&text, value, value), expected, "{value}");
    }
}

/// How a type maps subscripts to elements.
#[track_caller]
fn elements(ty: &str) -> Elements {
    let mut workspace = Workspace::default();
    let file = workspace.add_file(&format!("func.func @f(%m: {ty}) {{\n  return\n}}\n"));
    assert_eq!(file.parse(&workspace.db).errors(), &[], "{ty}");
    let op = *isolated_ops(&workspace.db, file)
        .iter()
        .rev()
        .find(|it| it.name(&workspace.db).contains('@'))
        .expect("one");
    let ir = ir_of(&workspace.db, op);
    Elements::of(ir, ir.values[value(ir, "%m")].ty.as_memref().expect("a memref"))
}

#[test]
fn strides_and_maps_are_looked_at_exactly() {
    for (ty, expected) in [
        ("memref<4x4xf32>", Elements::Distinct),
        ("memref<4x4xf32, strided<[1, 1]>>", Elements::Overlapping),
        ("memref<4x4xf32, strided<[1, 4]>>", Elements::Distinct),
        ("memref<4x4xf32, strided<[3, 1]>>", Elements::Overlapping),
        ("memref<4x4xf32, strided<[-4, 1]>>", Elements::Distinct),
        // Not nested, and yet no two are one.
        ("memref<2x2xf32, strided<[3, 2]>>", Elements::Distinct),
        ("memref<3x4xf32, strided<[3, 2]>>", Elements::Overlapping),
        ("memref<1x4xf32, strided<[0, 1]>>", Elements::Distinct),
        ("memref<2x4xf32, strided<[0, 1]>>", Elements::Overlapping),
        ("memref<0x4xf32, strided<[0, 0]>>", Elements::Distinct),
        ("memref<?x4xf32, strided<[8, 1]>>", Elements::Distinct),
        ("memref<?x?xf32, strided<[8, 1]>>", Elements::Open),
        ("memref<4x4xf32, strided<[?, 1]>>", Elements::Open),
        ("memref<8x8xf32, affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>>", Elements::Distinct),
        ("memref<8x8xf32, affine_map<(i, j) -> (i floordiv 4, j)>>", Elements::Overlapping),
        ("memref<8x8xf32, affine_map<(i, j) -> (j, i)>>", Elements::Distinct),
        ("memref<8xf32, affine_map<(i) -> (i mod 4)>>", Elements::Overlapping),
        ("memref<3xf32, affine_map<(i)[s] -> (i + s)>>", Elements::Distinct),
        ("memref<4611686018427387904x2xf32, strided<[9223372036854775807, 1]>>", Elements::Distinct),
    ] {
        assert_eq!(elements(ty), expected, "{ty}");
    }
}

/// The operations of a long text are moved where only comments changed; the strides of a view are read at its present place.
#[test]
fn views_are_read_where_they_are_now() {
    let filler = "  \"test.filler\"() : () -> ()\n".repeat(300);
    let text = format!(
        "func.func @f(%n: index) {{
{filler}  // A comment.
{filler}  %m = memref.alloc(%n, %n) : memref<?x?xf32>
  %v = memref.subview %m[0, 0] [8, 1] [2, 1] : memref<?x?xf32> to memref<8xf32, strided<[?]>>
  return
}}
"
    );
    let mut workspace = Workspace::default();
    let file = workspace.add_file(&text);
    let of = |workspace: &Workspace, file| {
        let op = isolated_ops(&workspace.db, file)[0];
        memory(&workspace.db, op).clone()
    };
    let before = of(&workspace, file);
    let at = text.find("A comment").unwrap();
    let edit = TextEdit::insert(TextSize::try_from(at).unwrap(), "x".repeat(300));
    workspace.edit(file, &edit);
    assert_eq!(of(&workspace, file), before);
}
