//! The forms of dialects of which few operations are parsed in C++.

use super::Table;

pub(super) const FORMS: Table = &[
    (
        "bufferization.alloc_tensor",
        "`(` $dynamic_sizes `)` (`copy` `(` $copy `)`)? (`size_hint` `=` $size_hint)? attr-dict `:` \
         type($result)",
    ),
    (
        "emitc.func",
        "custom<Symbol>($sym_name) custom<Signature>($function_type) attr-dict-with-keyword ($body)?",
    ),
    (
        "linalg.generic",
        r##"attr-dict (`ins` `(` $inputs `:` type($inputs) `)`)? (`outs` `(` $outputs `:` type($outputs) `)`)?
          (`attrs` `=` attr-dict)? $region (custom<ArrowTypeList>(type($result_tensors)))?
          custom<StoredArray>($iterator_types, "#linalg.iterator_type<", ">")"##,
    ),
    ("linalg.yield", "$values attr-dict (`:` type($values))?"),
    (
        "ml_program.func",
        "custom<SymbolVisibility>($sym_visibility) custom<Symbol>($sym_name) \
         custom<Signature>($function_type) attr-dict-with-keyword ($body)?",
    ),
    (
        "pdl_interp.func",
        "custom<Symbol>($sym_name) custom<Signature>($function_type) attr-dict-with-keyword ($body)?",
    ),
    (
        "shape.func",
        "custom<SymbolVisibility>($sym_visibility) custom<Symbol>($sym_name) \
         custom<Signature>($function_type) attr-dict-with-keyword ($body)?",
    ),
    ("smt.distinct", "$inputs attr-dict `:` custom<Type>()"),
    ("smt.eq", "$inputs attr-dict `:` custom<Type>()"),
    (
        "transform.named_sequence",
        "custom<SymbolVisibility>($sym_visibility) custom<Symbol>($sym_name) \
         custom<Signature>($function_type) attr-dict-with-keyword ($body)?",
    ),
];
