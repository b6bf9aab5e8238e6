//! `contract-map`: maps of `vector.contract` that do not relate its vectors.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule =
    Rule { code: "contract-map", severity: Severity::Error, page: page!("contract-map"), check: op_problems };

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn aliases_of_lists_and_traits() {
        check(
            r#"
#maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>]
#dot = {indexing_maps = #maps, iterator_types = ["reduction"]}
func.func @dot(%a: vector<4xf32>, %c: f32) -> f32 {
  %r = vector.contract #dot %a, %a, %c : vector<4xf32>, vector<4xf32> into f32
  return %r : f32
}"#,
        );
    }
}
