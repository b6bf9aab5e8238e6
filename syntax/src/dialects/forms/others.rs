//! The forms of dialects with few operations that are parsed in C++.

use super::Table;

pub(super) const FORMS: Table = &[
    (
        "emitc.func",
        "custom<Symbol>($sym_name) custom<Signature>($function_type) attr-dict-with-keyword ($body)?",
    ),
    (
        "gpu.func",
        r##"custom<Discardable>("sym_name") custom<Discardable>("workgroup_attributions")
          custom<Discardable>("gpu.kernel") custom<Symbol>($sym_name) custom<Signature>($function_type)
          (`workgroup` custom<TypedArguments>($workgroup_attributions))?
          custom<Otherwise>($workgroup_attributions, "0 : i64") (`private`
          custom<TypedArguments>("private"))? (`kernel` custom<Unit>("gpu.kernel"))? attr-dict-with-keyword
          ($body)?"##,
    ),
    (
        "linalg.generic",
        r##"(custom<DictionaryAlias>())? attr-dict (`ins` `(` $inputs `:` type($inputs) `)`)? (`outs` `(`
          $outputs `:` type($outputs) `)`)? (`attrs` `=` attr-dict)? $region
          (custom<ArrowTypeList>(type($result_tensors)))? custom<StoredArray>($iterator_types,
          "#linalg.iterator_type<", ">")"##,
    ),
    ("linalg.yield", "custom<Exact>() $values attr-dict (`:` type($values))?"),
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
