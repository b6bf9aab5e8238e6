//! The places in MLIR's own documentation about a code.

/// A section of MLIR's documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    Section {
        title: &'static str,
        /// Below [`ROOT`].
        path: &'static str,
    },
    /// That of an operation of the affine dialect.
    Affine(&'static str),
}

const ROOT: &str = "https://mlir.llvm.org/docs/";

impl Reference {
    pub(super) fn title(&self) -> String {
        match self {
            Reference::Section { title, .. } => (*title).to_owned(),
            Reference::Affine(name) => format!("affine.{name}"),
        }
    }

    /// The address of the section.
    pub(super) fn url(&self) -> String {
        match self {
            Reference::Section { path, .. } => format!("{ROOT}{path}"),
            Reference::Affine(name) => {
                let class = name.replace('_', "");
                format!("{ROOT}Dialects/Affine/#affine{name}-affineaffine{class}op")
            }
        }
    }
}

const fn at(title: &'static str, path: &'static str) -> Reference {
    Reference::Section { title, path }
}

const AFFINE: Reference = at("The affine dialect", "Dialects/Affine/");
const AFFINE_EXPRESSIONS: Reference = at("Affine expressions", "Dialects/Affine/#affine-expressions");
const SEMI_AFFINE: Reference = at("Semi-affine maps", "Dialects/Affine/#semi-affine-maps");
const AFFINE_MAPS: Reference = at("Affine maps", "Dialects/Affine/#affine-maps");
const INTEGER_SETS: Reference = at("Integer sets", "Dialects/Affine/#integer-sets");
const DIMENSIONS: Reference =
    at("Restrictions on dimensions and symbols", "Dialects/Affine/#restrictions-on-dimensions-and-symbols");
const AFFINE_APPLY: Reference = Reference::Affine("apply");
const AFFINE_DELINEARIZE: Reference = Reference::Affine("delinearize_index");
const AFFINE_LINEARIZE: Reference = Reference::Affine("linearize_index");
const AFFINE_FOR: Reference = Reference::Affine("for");
const AFFINE_IF: Reference = Reference::Affine("if");
const AFFINE_LOAD: Reference = Reference::Affine("load");
const AFFINE_STORE: Reference = Reference::Affine("store");
const AFFINE_MIN: Reference = Reference::Affine("min");
const AFFINE_PARALLEL: Reference = Reference::Affine("parallel");
const AFFINE_PREFETCH: Reference = Reference::Affine("prefetch");
const AFFINE_VECTOR_LOAD: Reference = Reference::Affine("vector_load");
const AFFINE_YIELD: Reference = Reference::Affine("yield");
const VERIFIER: Reference =
    at("The verifier of diagnostics", "Diagnostics/#sourcemgr-diagnostic-verifier-handler");
const ARITH: Reference = at("The arith dialect", "Dialects/ArithOps/");
const BUILTIN_MEMREF: Reference = at("The type memref", "Dialects/Builtin/#memreftype");
const BUILTIN_TENSOR: Reference = at("The type tensor", "Dialects/Builtin/#rankedtensortype");
const BUILTIN_VECTOR: Reference = at("The type vector", "Dialects/Builtin/#vectortype");
const BUILTIN_COMPLEX: Reference = at("The type complex", "Dialects/Builtin/#complextype");
const CONTROL_FLOW: Reference = at("The cf dialect", "Dialects/ControlFlowDialect/");
const DIALECTS: Reference = at("Dialects", "Dialects/");
const FUNC: Reference = at("The func dialect", "Dialects/Func/");
const LINALG: Reference = at("The linalg dialect", "Dialects/Linalg/");
const MEMREF: Reference = at("The memref dialect", "Dialects/MemRef/");
const SCF: Reference = at("The scf dialect", "Dialects/SCFDialect/");
const TENSOR: Reference = at("The tensor dialect", "Dialects/TensorOps/");
const TRANSFORM: Reference = at("The transform dialect", "Dialects/Transform/");
const VECTOR: Reference = at("The vector dialect", "Dialects/Vector/");
const SYMBOLS: Reference = at("Symbols and symbol tables", "SymbolsAndSymbolTables/");
const TRAITS: Reference = at("Traits", "Traits/");
const IDENTIFIERS: Reference = at("Identifiers and keywords", "LangRef/#identifiers-and-keywords");
const OPERATIONS: Reference = at("Operations", "LangRef/#operations");
const BLOCKS: Reference = at("Blocks", "LangRef/#blocks");
const REGIONS: Reference = at("Regions", "LangRef/#regions");
const DOMINANCE: Reference =
    at("Control flow and SSACFG regions", "LangRef/#control-flow-and-ssacfg-regions");
const TYPES: Reference = at("The type system", "LangRef/#type-system");
const TYPE_ALIASES: Reference = at("Type aliases", "LangRef/#type-aliases");
const ATTRIBUTES: Reference = at("Attributes", "LangRef/#attributes");
const ATTRIBUTE_ALIASES: Reference = at("Attribute aliases", "LangRef/#attribute-value-aliases");
const LANGUAGE: Reference = at("The language", "LangRef/");
const FUSION: Reference = at("affine-loop-fusion", "Passes/#-affine-loop-fusion");
const VECTORIZE: Reference = at("affine-super-vectorize", "Passes/#-affine-super-vectorize");
const SCALAR_REPLACEMENT: Reference = at("affine-scalrep", "Passes/#-affine-scalrep");
const SIMPLIFY_STRUCTURES: Reference =
    at("affine-simplify-structures", "Passes/#-affine-simplify-structures");
const CANONICALIZATION: Reference = at("Canonicalization", "Canonicalization/");
const SIDE_EFFECTS: Reference = at("Side effects and speculation", "Rationale/SideEffectsAndSpeculation/");

/// By the beginnings of codes; of several the longest counts.
static SECTIONS: &[(&str, Reference)] = &[
    ("affine-", AFFINE_EXPRESSIONS),
    ("alias-", ATTRIBUTE_ALIASES),
    ("alloc", MEMREF),
    ("apply-", AFFINE_APPLY),
    ("argument-attribute-dialect", FUNC),
    ("assign-reduction-trip-count", AFFINE_PARALLEL),
    ("atomic-body-effect", MEMREF),
    ("bare-identifier-in-subscript", AFFINE_LOAD),
    ("basis-", AFFINE_DELINEARIZE),
    ("bounded-ops-arity", TRANSFORM),
    ("branch-", CONTROL_FLOW),
    ("buffer-offset-reset", at("The amdgpu dialect", "Dialects/AMDGPU/")),
    ("call-", FUNC),
    ("cast-incompatible", ARITH),
    ("comparison-predicate", ARITH),
    ("complex-element-type", BUILTIN_COMPLEX),
    ("concat-mismatch", TENSOR),
    ("condition-always", AFFINE_IF),
    ("constant-", ARITH),
    ("constant-bound-operand", AFFINE_FOR),
    ("contract-map", VECTOR),
    ("contract-operand-shape", LINALG),
    ("dead-store", SCALAR_REPLACEMENT),
    ("delinearize-", AFFINE_DELINEARIZE),
    ("dimension-list-syntax", BUILTIN_MEMREF),
    ("disjoint-violated", AFFINE_LINEARIZE),
    ("division-by-zero", AFFINE_EXPRESSIONS),
    ("dma-", AFFINE),
    ("double-dealloc", MEMREF),
    ("duplicate-attribute", ATTRIBUTES),
    ("duplicate-case", SCF),
    ("duplicate-symbol", SYMBOLS),
    ("element-count-mismatch", TENSOR),
    ("empty-affine-region", CANONICALIZATION),
    ("empty-function-body", FUNC),
    ("entry-block-", BLOCKS),
    ("expected-token", LANGUAGE),
    ("expression-not-allowed", OPERATIONS),
    ("for-", AFFINE_FOR),
    ("forward-reference-type", TYPES),
    ("function-argument-syntax", FUNC),
    ("fusion-opportunity", FUSION),
    ("gather-mismatch", TENSOR),
    ("generic-", OPERATIONS),
    ("generic-bound-arity", AFFINE_FOR),
    ("global-", MEMREF),
    ("identity-map", CANONICALIZATION),
    ("if-", AFFINE_IF),
    ("in-parallel-body", SCF),
    ("index-literal-operand", ARITH),
    ("indexing-map-count", LINALG),
    ("invalid-dim", DIMENSIONS),
    ("invalid-inherent-attribute", ATTRIBUTES),
    ("invalid-keyword", OPERATIONS),
    ("invalid-result-number", OPERATIONS),
    ("invalid-symbol", DIMENSIONS),
    ("isolated-region-capture", TRAITS),
    ("iter-arg-", AFFINE_FOR),
    ("layout-symbol-not-symbol", DIMENSIONS),
    ("legacy-inline-map", AFFINE_MAPS),
    ("legacy-inline-set", INTEGER_SETS),
    ("legacy-syntax", DIALECTS),
    ("linearize-", AFFINE_LINEARIZE),
    ("load-result-type", AFFINE_LOAD),
    ("loop-", AFFINE_FOR),
    ("map-set-", INTEGER_SETS),
    ("memref-", MEMREF),
    ("memref-access-could-be-affine", AFFINE_LOAD),
    ("memref-element-type", BUILTIN_MEMREF),
    ("memref-layout-rank", BUILTIN_MEMREF),
    ("memref-memory-space", BUILTIN_MEMREF),
    ("memref-parameter-order", BUILTIN_MEMREF),
    ("memref-stride-count", BUILTIN_MEMREF),
    ("merge-conflict", LANGUAGE),
    ("minmax-", AFFINE_MIN),
    ("missing-inherent-attribute", ATTRIBUTES),
    ("missing-subscript", AFFINE_LOAD),
    ("missing-terminator", BLOCKS),
    ("multi-block-affine-region", AFFINE_FOR),
    ("negative-divisor", AFFINE_EXPRESSIONS),
    ("nested-symbol-without-table", SYMBOLS),
    ("nesting-too-deep", REGIONS),
    ("non-affine-", SEMI_AFFINE),
    ("nonpositive-linearize-basis", AFFINE_LINEARIZE),
    ("operand", OPERATIONS),
    ("operation-after-terminator", BLOCKS),
    ("pad-type", TENSOR),
    ("parallel-", AFFINE_PARALLEL),
    ("prefetch-", AFFINE_PREFETCH),
    ("print-combination", VECTOR),
    ("public-declaration", SYMBOLS),
    ("race", AFFINE_PARALLEL),
    ("redefined-block", BLOCKS),
    ("redefined-value", IDENTIFIERS),
    ("reduce-mismatch", SCF),
    ("reduction-", VECTOR),
    ("redundant-division", SIMPLIFY_STRUCTURES),
    ("redundant-load", SCALAR_REPLACEMENT),
    ("redundant-minmax-keyword", AFFINE_FOR),
    ("region-", REGIONS),
    ("region-argument-in-use", IDENTIFIERS),
    ("reshape-mismatch", MEMREF),
    ("result-", OPERATIONS),
    ("return-", FUNC),
    ("scf-", SCF),
    ("set-", INTEGER_SETS),
    ("single-iteration-loop", CANONICALIZATION),
    ("single-result-minmax", AFFINE_MIN),
    ("slice-", TENSOR),
    ("ssa-name-includes-minus", IDENTIFIERS),
    ("ssa-value-in-map", AFFINE_MAPS),
    ("store-value-type", AFFINE_STORE),
    ("subscript-", AFFINE_LOAD),
    ("subview-result-type", MEMREF),
    ("symbol-keyword-ignored", AFFINE_LOAD),
    ("tensor-element-type", BUILTIN_TENSOR),
    ("tensor-index-count", TENSOR),
    ("terminator-wrong-parent", TRAITS),
    ("transfer-", VECTOR),
    ("type-alias-", TYPE_ALIASES),
    ("undefined-block", BLOCKS),
    ("undefined-function", SYMBOLS),
    ("undefined-value", IDENTIFIERS),
    ("unexpected-", LANGUAGE),
    ("uninitialized-read", MEMREF),
    ("unknown-dialect", DIALECTS),
    ("unknown-operation", DIALECTS),
    ("unknown-type", TYPES),
    ("unmet-expectation", VERIFIER),
    ("unqualified-operation", OPERATIONS),
    ("unranked-memref-layout", BUILTIN_MEMREF),
    ("unregistered-operation-in-dialect", DIALECTS),
    ("unterminated-region", REGIONS),
    ("unused-alias", ATTRIBUTE_ALIASES),
    ("unused-map-input", AFFINE_MAPS),
    ("unused-pure-result", SIDE_EFFECTS),
    ("use-after-dealloc", MEMREF),
    ("use-before-definition", DOMINANCE),
    ("value-does-not-dominate", DOMINANCE),
    ("value-type-mismatch", TYPES),
    ("vector-", VECTOR),
    ("vector-access-out-of-bounds", AFFINE_VECTOR_LOAD),
    ("vector-dimension-not-positive", BUILTIN_VECTOR),
    ("vector-element-mismatch", AFFINE_VECTOR_LOAD),
    ("vector-element-type", BUILTIN_VECTOR),
    ("vector-rank-zero", AFFINE_VECTOR_LOAD),
    ("vector-type-required", AFFINE_VECTOR_LOAD),
    ("vectorization-opportunity", VECTORIZE),
    ("view-result-type", MEMREF),
    ("write-only-buffer", MEMREF),
    ("yield-", AFFINE_YIELD),
    ("zero-trip-loop", AFFINE_FOR),
];

/// The section that a code is about; the language as a whole where none is known.
pub(super) fn reference(code: &str) -> Reference {
    specific(code).unwrap_or(LANGUAGE)
}

fn specific(code: &str) -> Option<Reference> {
    let begun = SECTIONS.iter().filter(|(beginning, _)| code.starts_with(beginning));
    begun.max_by_key(|(beginning, _)| beginning.len()).map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::{SECTIONS, reference, specific};
    use crate::codes::names;

    #[test]
    fn each_code_has_a_section_and_each_section_a_code() {
        let without: Vec<_> = names().into_iter().filter(|it| specific(it).is_none()).collect();
        assert_eq!(without, Vec::<&str>::new());
        for (beginning, section) in SECTIONS {
            let is_used = names().iter().any(|it| it.starts_with(beginning) && reference(it) == *section);
            assert!(is_used, "no code begins with `{beginning}` and is about it");
        }
    }

    #[test]
    fn the_longest_beginning_counts() {
        assert_eq!(reference("memref-index-count").title(), "The memref dialect");
        assert_eq!(
            reference("memref-element-type").url(),
            "https://mlir.llvm.org/docs/Dialects/Builtin/#memreftype"
        );
    }
}
