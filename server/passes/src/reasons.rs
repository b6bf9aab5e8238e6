//! Why a pass that changed nothing did not: what our own analyses say of its transformation, nest by nest.

use analysis::{ActionRequest, Host, Parameters, SourceFile, TextRange, TextSize};

/// The passes with a counterpart among our actions, and the ends of those actions' kinds.
const COUNTERPARTS: &[(&str, &str)] = &[
    ("affine-data-copy-generate", "copy"),
    ("affine-loop-coalescing", "coalesce"),
    ("affine-loop-fusion", "fuse"),
    ("affine-loop-invariant-code-motion", "licm"),
    ("affine-loop-normalize", "normalize"),
    ("affine-loop-tile", "tile"),
    ("affine-loop-unroll", "unroll"),
    ("affine-loop-unroll-jam", "unrollJam"),
    ("affine-parallelize", "parallelize"),
    ("affine-raise-from-memref", "raise"),
    ("affine-scalrep", "scalarReplace"),
    ("affine-super-vectorize", "vectorize"),
    ("normalize-memrefs", "normalizeLayout"),
];

const KINDS: &str = "refactor.rewrite.affine.";

/// The most reasons that are given for a step.
const MOST: usize = 8;

/// Something that a pass could have done and did not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// Where, in the text of the step.
    pub range: TextRange,
    /// Why it cannot be done; or that it can, so that it is the pass that does not want it.
    pub text: String,
}

/// The reasons why a pass did not change a text, which becomes that of a file.
pub(crate) fn reasons(host: &mut Host, file: SourceFile, pass: &str, text: &str) -> Vec<Reason> {
    let Some((_, kind)) = COUNTERPARTS.iter().find(|it| it.0 == pass) else { return Vec::new() };
    host.set_text(file, text);
    let whole = TextRange::up_to(TextSize::of(text));
    let actions = host.analysis().actions_with(file, whole, Parameters::NONE);
    let is_of_kind = |it: &ActionRequest| it.kind().strip_prefix(KINDS) == Some(kind);
    let mut found: Vec<Reason> = Vec::new();
    for action in actions.into_iter().filter(|it| is_of_kind(&it.request)) {
        let text = match action.disabled {
            Some(reason) => format!("{}: {reason}", action.title),
            None => format!("{}: legal, so the pass does not find it worth while", action.title),
        };
        // Only one of several parameters at one place is reported.
        if !found.iter().any(|it| it.range == action.range) {
            found.push(Reason { range: action.range, text });
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::reasons;
    use analysis::Host;

    const TEXT: &str = "\
func.func @f(%a: memref<9xf32>, %b: memref<9xf32>) {
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i + 1] : memref<9xf32>
    affine.store %v, %b[%i] : memref<9xf32>
  }
  affine.for %i = 0 to 8 {
    %v = affine.load %b[%i + 1] : memref<9xf32>
    affine.store %v, %a[%i] : memref<9xf32>
  }
  return
}
";

    #[test]
    fn each_place_has_one() {
        let of = |pass: &str| {
            let mut host = Host::new();
            let file = host.add_file("");
            let found = reasons(&mut host, file, pass, TEXT);
            found.into_iter().map(|it| it.text).collect::<Vec<_>>()
        };
        let fused = of("affine-loop-fusion");
        assert!(!fused.is_empty() && fused.iter().all(|it| it.contains(": ")), "{fused:?}");
        assert!(
            of("affine-parallelize").iter().all(|it| it.contains("legal")),
            "{:?}",
            of("affine-parallelize")
        );
        assert_eq!(of("cse"), [""; 0]);
    }
}
