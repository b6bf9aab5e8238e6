//! A look at an example while the client still introduces itself.
//!
//! A process that has just begun has little of its code mapped, and no memory to work with: each page of both costs when it
//! is first touched, and together they can take longer than to look at a hundred lines: the first errors of 110 lines come
//! after 2.4 ms instead of 4.0 ms.

use analysis::{Depth, Diagnostic, Host, Most, STACK_BYTES, TextSize};

/// Of what most documents are made.
const EXAMPLE: &str = "\
#map = affine_map<(d0)[s0] -> (d0 * 2 + s0, 8)>
#set = affine_set<(d0) : (d0 - 1 >= 0)>
func.func private @callee(f32) -> f32
// A comment.
func.func @example(%m: memref<?x8xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  %sum = affine.for %i = 0 to %n iter_args(%acc = %c) -> (f32) {
    affine.for %j = max #map(%i)[%n] to 8 step 2 {
      affine.if #set(%j) {
        %x = affine.load %m[%i, %j - 1] : memref<?x8xf32>
        %y = arith.mulf %x, %c : f32
        affine.store %y, %m[%i, symbol(%n)] : memref<?x8xf32>
      }
    }
    %z = func.call @callee(%acc) : (f32) -> f32
    affine.yield %z : f32
  }
  return
}
";

/// Starts to analyse the example, on a thread that ends when that is done.
pub(super) fn begin() {
    let thread = std::thread::Builder::new().name("warm-up".to_owned()).stack_size(STACK_BYTES);
    if let Err(error) = thread.spawn(errors_in_example) {
        tracing::debug!("no example was looked at: {error}");
    }
}

fn errors_in_example() -> Vec<Diagnostic> {
    let mut host = Host::new();
    let file = host.add_file(EXAMPLE);
    let most = Most { errors: 1, others: 0, near: TextSize::new(0) };
    host.analysis().some_diagnostics(file, Depth::AtOnce, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_wrong_in_the_example() {
        assert_eq!(errors_in_example(), []);
    }
}
