//! Hovers as they are shown.

mod accesses;
mod loops;
mod maps;
mod names;

use crate::tests::cursor;
use expect_test::Expect;

#[track_caller]
fn check(fixture: &str, expected: Expect) {
    expected.assert_eq(&shown(fixture));
}

fn shown(fixture: &str) -> String {
    let (host, file, offset, text) = cursor(fixture);
    match host.analysis().hover(file, offset) {
        Some(hover) => format!("{}\n=====\n{}\n", &text[hover.range], hover.markdown),
        None => "nothing\n".to_owned(),
    }
}

/// The nest in which the distance is two iterations of the outer loop.
const STENCIL: &str = "func.func @stencil() {
  %cst = arith.constant 7.0 : f32
  %0 = memref.alloc() : memref<10x10xf32>
  affine.for %arg0 = 0 to 9 {
    affine.for %arg1 = 0 to 9 {
      affine.store %cst, %0[%arg0, %arg1] : memref<10x10xf32>
      %1 = affine.load %0[%arg0 - 2, %arg1] : memref<10x10xf32>
    }
  }
  return
}";

fn stencil(at: &str) -> String {
    STENCIL.replacen(at, &format!("<|>{at}"), 1)
}
